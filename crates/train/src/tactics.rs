//! Tactical positions for the tests of the engine: found in play-outs, and solved by looking at every
//! step to the end of the first, second or third turn. Nothing is guessed: a position that costs too
//! much is dropped.

use std::collections::HashMap;
use std::io::{self, Write};

use mohreh_games::rotas::{self, Rotas};
use mohreh_games::show::Figure;
use mohreh_games::tzaar::{Type, Tzaar};
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::{self, Zertz};
use mohreh_games::{Duel, Game, Kind, Seat, Status};

/// Writes `count` positions of a game, or a few more, as many of each theme as of any other. Themes that
/// are rare may stay short of it.
pub fn run(kind: Kind, count: usize, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let puzzles = match kind {
        Kind::Zertz => duels::<Zertz>(count, seed),
        Kind::Tzaar => duels::<Tzaar>(count, seed),
        Kind::Yinsh => duels::<Yinsh>(count, seed),
        Kind::Rotas => {
            let sets = Sets::new();
            collect(count, seed, &DICE_THEMES, &DICE_SETUPS, |setup, chance, wanted| {
                dice_game(&sets, setup, chance, wanted)
            })
        }
    };
    write!(out, "{HEAD}")?;
    writeln!(out, "# Made by `mohreh-train tactics {kind} --count {count} --seed {seed}`.")?;
    puzzles.iter().try_for_each(|Puzzle { theme, position, best }| {
        writeln!(out, "{theme} | {position} | best: {}", best.join(" ; "))
    })
}

const HEAD: &str = "\
# Positions with all the turns that are right in them: THEME | POSITION | best: TURN ; TURN …
# A turn is written as far as it matters: whatever follows in it is as good. No other turn does
# what is claimed; a win may have slower ways too.
# The first word of THEME is what is claimed, the rest tells the idea:
#   win-in-one    the turn wins at once; in a game with dice, with certainty
#   win-in-two    no turn wins at once; this one wins with the next turn against every reply
#   win-in-three  the same with one turn more
#   only-defence  after any other turn the opponent wins at once; after one of these not even in two turns
#   best-odds     the best step of the last turn of the game, or of the last but one, over all dice
#   block         the same, and it takes a cell that the next seat needs
";

struct Puzzle {
    theme: &'static str,
    position: String,
    best: Vec<String>,
}

/// Chance by SplitMix64: the same everywhere for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let high = (mixed ^ mixed >> 31) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u32) as usize]
    }
}

/// No more games than this are played.
const GAMES: usize = 400_000;
/// After so many games without a find every setup may give one position more of each theme.
const PATIENCE: usize = 300;

/// Plays games, the setups in turn, and keeps at most one position of each.
fn collect(
    count: usize,
    seed: u64,
    themes: &[&'static str],
    setups: &[&'static str],
    mut find: impl FnMut(&str, &mut Chance, &dyn Fn(&str) -> bool) -> Option<Puzzle>,
) -> Vec<Puzzle> {
    let quota = count.div_ceil(themes.len());
    let mut share = quota.div_ceil(setups.len());
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    let mut idle = 0;
    for game in 0..GAMES {
        let at = game % setups.len();
        let wanted = |theme: &str| {
            let same = found.iter().filter(|(_, puzzle)| puzzle.theme == theme);
            let here = same.clone().filter(|(setup, _)| *setup == at).count();
            themes.contains(&theme) && same.count() < quota && here < share
        };
        let mut chance = Chance(seed ^ (game as u64) << 32);
        match find(setups[at], &mut chance, &wanted) {
            Some(puzzle) if found.iter().all(|(_, other)| other.position != puzzle.position) => {
                found.push((at, puzzle));
                idle = 0;
            }
            _ => idle += 1,
        }
        if idle == PATIENCE {
            share += 1;
            idle = 0;
        }
        if found.len() >= quota * themes.len() {
            break;
        }
    }
    let place = |theme| themes.iter().position(|other| *other == theme);
    found.sort_by_key(|(setup, puzzle)| (place(puzzle.theme), *setup));
    found.into_iter().map(|(_, puzzle)| puzzle).collect()
}

/// What is claimed of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// It wins in so many turns, this one included, and no turn wins sooner.
    WinIn(u32),
    /// After any other turn the opponent wins at once.
    OnlyDefence,
}

/// What the search for positions knows of a game of two: where to look. It proves nothing.
trait Tactical: Duel {
    const SETUPS: &'static [&'static str];
    const THEMES: &'static [&'static str];
    /// A position with fewer turns is too easy.
    const FEWEST: usize = 8;

    /// How well a seat is doing, for play-outs that lead somewhere.
    fn standing(&self, seat: Seat) -> i32;

    /// Whether a win of the seat is near enough to look for it.
    fn is_near(&self, seat: Seat) -> bool;

    /// Whether a theme is possible here at all.
    fn may_have(&self, _theme: &str) -> bool {
        true
    }

    /// The theme of a position in which the claim holds, by how the right turns leave it. One that is
    /// not listed above is never wanted.
    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Self)]) -> &'static str;
}

fn duels<G: Tactical>(count: usize, seed: u64) -> Vec<Puzzle> {
    collect(count, seed, G::THEMES, G::SETUPS, play_out::<G>)
}

/// A setup that is drawn by lot.
const DRAWN: &str = "drawn";

/// Plays a game, better or worse by chance, until it meets a position that is wanted.
fn play_out<G: Tactical>(
    setup: &str,
    chance: &mut Chance,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let setup = match setup {
        DRAWN => G::draw_setup(&mut |n| chance.below(n)),
        text => text.parse().ok()?,
    };
    let mut game = G::start(&setup);
    let tries = chance.one_of(&[1, 2, 4, 8]);
    while let Status::ToMove(seat) = game.status() {
        if let Some(puzzle) = puzzle_of(&game, chance, wanted) {
            return Some(puzzle);
        }
        let turns = (0..tries).map(|_| random_turn(&game, chance));
        game = turns.max_by_key(|after| match after.status() {
            Status::Over(_) => i32::MIN,
            _ => after.standing(seat),
        })?;
    }
    None
}

/// The position after a turn by chance.
fn random_turn<G: Duel>(game: &G, chance: &mut Chance) -> G {
    let mut after = game.clone();
    let mut steps = Vec::new();
    while after.status() == Status::ToMove(game.mover()) {
        steps.clear();
        after.steps(&mut steps);
        after.play_unchecked(chance.one_of(&steps));
    }
    after
}

/// More turns than this are no answer worth writing down.
const MOST_BEST: usize = 4;

/// The first claim that holds, if its theme is wanted.
fn puzzle_of<G: Tactical>(
    game: &G,
    chance: &mut Chance,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let wants = |claim: &str| {
        let mut themes = G::THEMES.iter().filter(|theme| theme.starts_with(claim));
        themes.any(|theme| wanted(theme) && game.may_have(theme))
    };
    let puzzle = |claim, sift: Sift<G>| {
        let few = sift.all >= G::FEWEST && (1..=sift.all / 4).contains(&sift.right);
        let theme = game.theme(claim, &sift.ends);
        let is_one = few && wanted(theme);
        is_one.then(|| Puzzle { theme, position: game.to_string(), best: sift.best })
    };
    let (seat, other) = (game.mover(), game.mover().other());
    if !game.is_near(seat) && !game.is_near(other) {
        return None;
    }
    let won = Sift::of(game, Claim::WinIn(1)).ok()?;
    let turns = won.all as u64;
    if won.right > 0 {
        return puzzle(Claim::WinIn(1), won);
    }
    // A threat is met by few turns only, so turns by chance do not meet it.
    let loses_in =
        |turns, after: &G| Sift::new(seat, Claim::OnlyDefence).wins(after, other, turns, 0);
    let mut loses = || matches!(loses_in(1, &random_turn(game, chance)), Ok(true));
    // What only puts off the end is no defence.
    let lasts = |after: &G| matches!(loses_in(2, after), Ok(false));
    if wants("only-defence")
        && loses()
        && loses()
        && let Ok(defence) = Sift::of(game, Claim::OnlyDefence)
        && defence.ends.iter().any(|(_, after)| lasts(after))
        && let Some(puzzle) = puzzle(Claim::OnlyDefence, defence)
    {
        return Some(puzzle);
    }
    if !game.is_near(seat) || turns.pow(2) > NODES || !wants("win-in-two") && !wants("win-in-three")
    {
        return None;
    }
    let won = Sift::of(game, Claim::WinIn(2)).ok()?;
    if won.right > 0 {
        return puzzle(Claim::WinIn(2), won);
    }
    if turns.pow(3) > NODES || !wants("win-in-three") {
        return None;
    }
    puzzle(Claim::WinIn(3), Sift::of(game, Claim::WinIn(3)).ok()?)
}

/// The search was given up: it had become too large, or the answer would not be worth having.
struct GivenUp;

/// Positions to look at for one claim.
const NODES: u64 = 1_000_000;

/// All turns of a position, and which of them are right.
struct Sift<G: Game> {
    claim: Claim,
    seat: Seat,
    all: usize,
    right: usize,
    /// The right turns as far as they matter.
    best: Vec<String>,
    /// The right turns with the positions that they lead to.
    ends: Vec<(Vec<G::Step>, G)>,
    nodes: u64,
    /// Which step decided last, by ply: it is tried first, for speed alone.
    deciders: Vec<Option<G::Step>>,
}

impl<G: Duel> Sift<G> {
    fn new(seat: Seat, claim: Claim) -> Sift<G> {
        let (best, ends, deciders) = (Vec::new(), Vec::new(), Vec::new());
        Sift { claim, seat, all: 0, right: 0, best, ends, nodes: 0, deciders }
    }

    fn of(game: &G, claim: Claim) -> Result<Sift<G>, GivenUp> {
        let mut sift = Sift::new(game.mover(), claim);
        sift.turns(game, &mut Vec::new())?;
        Ok(sift)
    }

    /// Goes through all ways to finish the turn that is begun by `played`.
    fn turns(&mut self, game: &G, played: &mut Vec<G::Step>) -> Result<(), GivenUp> {
        let (all, right, best) = (self.all, self.right, self.best.len());
        let mut steps = Vec::new();
        game.steps(&mut steps);
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            played.push(step);
            if child.status() == Status::ToMove(self.seat) {
                self.turns(&child, played)?;
            } else {
                self.all += 1;
                if self.is_right(&child)? {
                    self.right += 1;
                    self.best.push(text(played));
                    self.ends.push((played.clone(), child));
                }
            }
            played.pop();
            let all_right = self.right - right == self.all - all;
            if self.best.len() - best > MOST_BEST && (!all_right || played.is_empty()) {
                return Err(GivenUp);
            }
        }
        // Where every end is right, what was played so far is all that matters.
        if self.right - right == self.all - all && !played.is_empty() {
            self.best.truncate(best);
            self.best.push(text(played));
        }
        Ok(())
    }

    fn is_right(&mut self, after: &G) -> Result<bool, GivenUp> {
        match self.claim {
            Claim::WinIn(turns) => self.wins(after, self.seat, turns - 1, 0),
            Claim::OnlyDefence => Ok(!self.wins(after, self.seat.other(), 1, 0)?),
        }
    }

    /// Whether a seat has won, or wins with so many turns of its own against every reply.
    fn wins(&mut self, game: &G, seat: Seat, turns: u32, ply: usize) -> Result<bool, GivenUp> {
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(GivenUp);
        }
        if let Status::Over(outcome) = game.status() {
            return Ok(outcome.winner() == Some(seat));
        }
        if turns == 0 {
            return Ok(false);
        }
        let mover = game.mover();
        let mut steps = Vec::new();
        game.steps(&mut steps);
        self.deciders.resize(self.deciders.len().max(ply + 1), None);
        if let Some(at) = steps.iter().position(|step| self.deciders[ply] == Some(*step)) {
            steps.swap(0, at);
        }
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            let turn_ends = mover == seat && child.mover() != seat;
            let left = if turn_ends { turns - 1 } else { turns };
            if self.wins(&child, seat, left, ply + 1)? == (mover == seat) {
                self.deciders[ply] = Some(step);
                return Ok(mover == seat);
            }
        }
        Ok(mover != seat)
    }
}

fn text<S: ToString>(steps: &[S]) -> String {
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Tactical for Zertz {
    const SETUPS: &'static [&'static str] = &[
        "",
        "rings=48",
        "rings=61",
        "blitz",
        "overlook",
        "blitz overlook",
        "rings=48 overlook",
        "rings=61 overlook",
        "rings=43",
    ];
    const THEMES: &'static [&'static str] = &[
        "win-in-one capture",
        "win-in-one isolation",
        "win-in-two",
        "win-in-two sacrifice",
        "win-in-two claim",
        "win-in-three",
        "win-in-three sacrifice",
        "only-defence",
        "only-defence sacrifice",
        "only-defence claim",
    ];
    /// Captures are compulsory, and few.
    const FEWEST: usize = 4;

    fn standing(&self, seat: Seat) -> i32 {
        let marbles = |seat| self.own(seat).into_iter().map(i32::from).sum::<i32>();
        marbles(seat) - marbles(seat.other())
    }

    fn is_near(&self, seat: Seat) -> bool {
        let (own, setup) = (self.own(seat), self.setup());
        let each: u8 = own.iter().map(|n| setup.each_wins().saturating_sub(*n)).sum();
        let one = own.iter().zip(setup.one_wins()).map(|(n, goal)| goal.saturating_sub(*n));
        one.fold(each, u8::min) <= 3
    }

    fn may_have(&self, theme: &str) -> bool {
        match theme.split_once(' ') {
            Some((_, "sacrifice")) => !self.must_capture(),
            Some((_, "claim")) => self.is_legal(zertz::Step::Claim),
            _ => true,
        }
    }

    fn theme(&self, claim: Claim, right: &[(Vec<zertz::Step>, Zertz)]) -> &'static str {
        let claims = right.iter().any(|(turn, _)| turn[0] == zertz::Step::Claim);
        let places = |turn: &[zertz::Step]| matches!(turn[0], zertz::Step::Place(..));
        let places_all = right.iter().all(|(turn, _)| places(turn));
        let gives = places_all && right.iter().all(|(_, after)| after.must_capture());
        let full = right.iter().any(|(_, after)| after.vacant_rings() == 0);
        match claim {
            Claim::WinIn(1) if places_all && full => "win-in-one full-board",
            Claim::WinIn(1) if places_all => "win-in-one isolation",
            Claim::WinIn(1) => "win-in-one capture",
            Claim::WinIn(2) if gives => "win-in-two sacrifice",
            Claim::WinIn(2) if claims => "win-in-two claim",
            Claim::WinIn(2) => "win-in-two",
            Claim::WinIn(_) if gives => "win-in-three sacrifice",
            Claim::WinIn(_) => "win-in-three",
            Claim::OnlyDefence if gives => "only-defence sacrifice",
            Claim::OnlyDefence if claims => "only-defence claim",
            Claim::OnlyDefence => "only-defence",
        }
    }
}

impl Tactical for Tzaar {
    const SETUPS: &'static [&'static str] = &["fixed", DRAWN];
    const THEMES: &'static [&'static str] = &[
        "win-in-one last-of-a-type",
        "win-in-one no-capture",
        "win-in-two last-of-a-type",
        "win-in-two",
        "win-in-three",
        "only-defence last-of-a-type",
        "only-defence",
    ];

    fn standing(&self, seat: Seat) -> i32 {
        let fewest = |seat| Type::ALL.map(|kind| self.shown(seat, kind)).into_iter().min();
        let fewest = |seat| fewest(seat).map_or(0, i32::from);
        fewest(seat) - fewest(seat.other())
    }

    fn is_near(&self, seat: Seat) -> bool {
        Type::ALL.iter().any(|kind| self.shown(seat.other(), *kind) <= 4)
    }

    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Tzaar)]) -> &'static str {
        let mover = self.mover();
        let shows =
            |game: &Tzaar, seat, most| Type::ALL.iter().any(|kind| game.shown(seat, *kind) <= most);
        let all_leave = |most| right.iter().all(|(_, after)| shows(after, mover.other(), most));
        match claim {
            Claim::WinIn(1) if all_leave(0) => "win-in-one last-of-a-type",
            Claim::WinIn(1) => "win-in-one no-capture",
            Claim::WinIn(2) if all_leave(1) => "win-in-two last-of-a-type",
            Claim::WinIn(2) => "win-in-two",
            Claim::WinIn(_) => "win-in-three",
            Claim::OnlyDefence if shows(self, mover, 1) => "only-defence last-of-a-type",
            Claim::OnlyDefence => "only-defence",
        }
    }
}

/// From a point to the next on each kind of line, in sets of points.
const STRIDES: [u32; 3] = [1, 11, 12];

impl Tactical for Yinsh {
    const SETUPS: &'static [&'static str] = &["", "blitz"];
    const THEMES: &'static [&'static str] = &[
        "win-in-one",
        "win-in-one given-row",
        "win-in-one double-row",
        "win-in-one rows-of-both",
        "win-in-two",
        "win-in-two row",
        "win-in-three",
        "only-defence",
    ];

    fn standing(&self, seat: Seat) -> i32 {
        let long = |set: u128, stride: u32| set & set >> stride & set >> (2 * stride);
        let longs = |set| STRIDES.map(|stride| long(set, stride).count_ones() as i32);
        let rows = |seat| longs(self.markers(seat)).into_iter().sum::<i32>();
        let taken = |seat| 20 * i32::from(self.taken(seat));
        taken(seat) + rows(seat) - taken(seat.other()) - rows(seat.other())
    }

    fn is_near(&self, seat: Seat) -> bool {
        self.taken(seat) + 2 >= self.setup().goal() && self.markers(seat).count_ones() >= 3
    }

    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Yinsh)]) -> &'static str {
        let mover = self.mover();
        let five = |set: u128| {
            let fives = |stride: u32| (1..5).fold(set, |rest, n| rest & set >> (n * stride));
            STRIDES.iter().any(|stride| fives(*stride) != 0)
        };
        let all_take =
            |rings| right.iter().all(|(_, after)| after.taken(mover) >= self.taken(mover) + rings);
        let (row, double) = (all_take(1), all_take(2));
        let both = right.iter().all(|(_, after)| five(after.markers(mover.other())));
        match claim {
            Claim::WinIn(1) if double && self.rows_due() => "win-in-one given-row",
            Claim::WinIn(1) if double => "win-in-one double-row",
            Claim::WinIn(1) if both => "win-in-one rows-of-both",
            Claim::WinIn(1) => "win-in-one",
            Claim::WinIn(2) if row => "win-in-two row",
            Claim::WinIn(2) => "win-in-two",
            Claim::WinIn(_) => "win-in-three",
            Claim::OnlyDefence => "only-defence",
        }
    }
}

const DICE_SETUPS: [&str; 12] = [
    "",
    "board=six-b",
    "board=small",
    "advanced",
    "hard-pairs",
    "board=small advanced hard-pairs strict-house",
    "board=5,3,.,H,4/P1,S,5,3,P6/5,.,P2,P2,4",
    "seats=3",
    "seats=3 board=six-b advanced",
    "seats=4",
    "seats=4 board=small strict-house",
    "seats=4 board=six-b hard-pairs advanced",
];

const DICE_THEMES: [&str; 4] = ["win-in-one", "best-odds", "best-odds last-round", "block"];

/// Chances that differ by less are not told apart, so that nothing hangs on rounding.
const SAME: f64 = 1e-9;
/// The best step is better than any other by this much.
const CLEARLY: f64 = 2e-3;

/// Plays a game of RO-TAS to its last round if it can be, until it meets a position that is wanted.
fn dice_game(
    sets: &Sets,
    setup: &str,
    chance: &mut Chance,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let mut game = Rotas::start(&setup.parse().ok()?);
    loop {
        let step = match game.status() {
            Status::Over(_) => return None,
            Status::ToRoll => game.roll(&mut |n| chance.below(n))?,
            Status::ToMove(seat) => {
                if let Some((theme, best)) = dice_puzzle(sets, &game, seat, wanted) {
                    return Some(Puzzle {
                        theme,
                        position: game.to_string(),
                        best: best.iter().map(ToString::to_string).collect(),
                    });
                }
                careless_step(&game, seat, chance)
            }
        };
        game.play_unchecked(step);
    }
}

/// A step by chance, but one that does not win if there is another.
fn careless_step(game: &Rotas, seat: Seat, chance: &mut Chance) -> rotas::Step {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let quiet = |step: &rotas::Step| winner_after(game, *step) != Some(seat);
    let is_place = |step: &rotas::Step| matches!(step, rotas::Step::Place(_)) && quiet(step);
    let places: Vec<rotas::Step> = steps.iter().copied().filter(is_place).collect();
    if !places.is_empty() && chance.below(3) > 0 {
        return chance.one_of(&places);
    }
    let others: Vec<rotas::Step> = steps.iter().copied().filter(quiet).collect();
    chance.one_of(if others.is_empty() { &steps } else { &others })
}

fn after(game: &Rotas, step: rotas::Step) -> Rotas {
    let mut after = game.clone();
    after.play_unchecked(step);
    after
}

fn winner_after(game: &Rotas, step: rotas::Step) -> Option<Seat> {
    match after(game, step).status() {
        Status::Over(outcome) => outcome.winner(),
        _ => None,
    }
}

fn dice_puzzle(
    sets: &Sets,
    game: &Rotas,
    seat: Seat,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<(&'static str, Vec<rotas::Step>)> {
    if game.rolls() == 0 {
        return None;
    }
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let is_roll = |step: &rotas::Step| matches!(step, rotas::Step::Roll(_));
    let wins = steps.iter().any(|step| winner_after(game, *step) == Some(seat));
    if wins && wanted("win-in-one") {
        let values = sets.values(
            game,
            &mut |after| match after.status() {
                Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
                _ => 0.0,
            },
            f64::max,
        );
        return clearly_best(&values).map(|best| ("win-in-one", best));
    }
    let last = game.hand(seat) == 1 && seat.index() + 1 == game.seats();
    let last_but_one = game.hand(seat) == 1 && game.seats() == 2 && seat == Seat::FIRST;
    let wanted_here = last && wanted("best-odds")
        || last_but_one && wanted("best-odds last-round")
        || last_but_one && wanted("block") && threatens(game, seat.other());
    if wins || !wanted_here {
        return None;
    }
    let best_if = |shared| {
        clearly_best(&sets.values(game, &mut |after| sets.worth(after, seat, shared), f64::max))
    };
    // What a shared win is worth is a matter of taste: the answer must not depend on it.
    let best = best_if(0.5)?;
    if [0.0, 1.0].into_iter().any(|shared| best_if(shared).as_ref() != Some(&best)) {
        return None;
    }
    let theme = if best.iter().all(is_roll) {
        if last { "best-odds" } else { "best-odds last-round" }
    } else {
        let needs = |after: &Rotas| sets.odds_of_a_line(after);
        let mut passed = steps.iter().filter(|step| !is_roll(step) && !best.contains(step));
        let most = passed.any(|step| needs(&after(game, *step)) > 0.1);
        let blocks =
            last_but_one && most && best.iter().all(|step| needs(&after(game, *step)) == 0.0);
        if !blocks {
            return None;
        }
        "block"
    };
    wanted(theme).then_some((theme, best))
}

/// The best steps, if they are few and all others are clearly worse.
fn clearly_best(values: &[(rotas::Step, f64)]) -> Option<Vec<rotas::Step>> {
    let most = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let (best, others): (Vec<_>, Vec<_>) =
        values.iter().partition(|(_, value)| *value > most - SAME);
    let clear = others.iter().all(|(_, value)| *value < most - CLEARLY);
    let good = clear && others.len() >= 3 * best.len() && best.len() <= MOST_BEST;
    good.then(|| best.into_iter().map(|(step, _)| step).collect())
}

/// All sets of up to five dice, the small first, in which the order of dice does not matter.
struct Sets {
    /// How many dice show each number.
    counts: Vec<[u8; 6]>,
    /// The set with one die more that shows a number; the sets of five have none.
    with: Vec<[usize; 6]>,
    /// The sets within each of five, smaller than it.
    within: Vec<Vec<usize>>,
    /// The sets of five as they fall.
    falls: Vec<(usize, rotas::Step)>,
    index: HashMap<[u8; 6], usize>,
}

/// Rolls in a turn (R6).
const ROLLS: usize = 5;

impl Sets {
    fn new() -> Sets {
        let mut counts = vec![[0u8; 6]];
        let size = |counts: &[u8; 6]| counts.iter().sum::<u8>();
        let mut at = 0;
        while at < counts.len() {
            let set = counts[at];
            // Each set is made once, by adding its highest number last.
            let highest = set.iter().rposition(|n| *n > 0).unwrap_or(0);
            for face in (highest..6).filter(|_| size(&set) < 5) {
                let mut more = set;
                more[face] += 1;
                counts.push(more);
            }
            at += 1;
        }
        let index: HashMap<_, _> = counts.iter().enumerate().map(|(n, set)| (*set, n)).collect();
        let with = |set: &[u8; 6]| {
            std::array::from_fn(|face| {
                let mut more = *set;
                more[face] += 1;
                index.get(&more).copied().unwrap_or(usize::MAX)
            })
        };
        let inside = |small: &[u8; 6], set: &[u8; 6]| small.iter().zip(set).all(|(a, b)| a <= b);
        let within = |set: &[u8; 6]| {
            let smaller = |n: &usize| size(&counts[*n]) < 5 && inside(&counts[*n], set);
            if size(set) < 5 { Vec::new() } else { (0..counts.len()).filter(smaller).collect() }
        };
        let fall = |set: &[u8; 6]| {
            let faces = ["1", "2", "3", "4", "5", "6"].iter().zip(set);
            let faces: String = faces.map(|(face, n)| face.repeat(usize::from(*n))).collect();
            format!("={faces}").parse().ok()
        };
        let falls = counts.iter().enumerate().filter_map(|(n, set)| Some((n, fall(set)?)));
        Sets {
            with: counts.iter().map(with).collect(),
            within: counts.iter().map(within).collect(),
            falls: falls.collect(),
            index,
            counts: counts.clone(),
        }
    }

    /// The value of each legal step of a turn that has begun, where `worth` values its end and `choose`
    /// is the better of two for the mover.
    fn values(
        &self,
        game: &Rotas,
        worth: &mut dyn FnMut(&Rotas) -> f64,
        choose: fn(f64, f64) -> f64,
    ) -> Vec<(rotas::Step, f64)> {
        let mut ends = HashMap::new();
        let mut end =
            |game: &Rotas, step| *ends.entry(step).or_insert_with(|| worth(&after(game, step)));
        let rolls = usize::from(game.rolls());
        // The turn as it is after each further roll, with the dice in the air.
        let mut rolling = vec![after(game, rotas::Step::Roll(rotas::Chosen::ALL))];
        while rolling.len() + rolls < ROLLS {
            let fallen = after(&rolling[rolling.len() - 1], self.falls[0].1);
            rolling.push(after(&fallen, rotas::Step::Roll(rotas::Chosen::ALL)));
        }
        let mut kept = vec![f64::NAN; self.counts.len()];
        for rolling in rolling.iter().rev().filter(|_| rolls < ROLLS) {
            let mut means = vec![f64::NAN; self.counts.len()];
            for (set, fall) in &self.falls {
                let fallen = after(rolling, *fall);
                let mut steps = Vec::new();
                fallen.steps(&mut steps);
                let value = |step: &rotas::Step| match step {
                    rotas::Step::Roll(_) => None,
                    step => Some(end(&fallen, *step)),
                };
                let stop = steps.iter().filter_map(value).reduce(choose);
                let rolls_on = steps.iter().any(|step| matches!(step, rotas::Step::Roll(_)));
                let on =
                    self.within[*set].iter().filter(|_| rolls_on).map(|kept_set| kept[*kept_set]);
                means[*set] = on.chain(stop).reduce(choose).unwrap_or(f64::NAN);
            }
            for set in (0..self.counts.len()).rev().filter(|set| self.within[*set].is_empty()) {
                means[set] = self.with[set].iter().map(|more| means[*more]).sum::<f64>() / 6.0;
            }
            kept = means;
        }
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let faces = game.dice().faces();
        let value = |step: rotas::Step| match step {
            rotas::Step::Roll(chosen) => {
                let mut stay = [0; 6];
                for place in (0..faces.len()).filter(|place| !chosen.has(*place)) {
                    stay[usize::from(faces[place]) - 1] += 1;
                }
                (step, kept[self.index[&stay]])
            }
            step => (step, end(game, step)),
        };
        steps.into_iter().map(value).collect()
    }

    /// What a position between turns is worth to a seat of two, or at the end of the game to any. Both
    /// play for the most; only the last turns of a game are looked through.
    fn worth(&self, game: &Rotas, seat: Seat, shared: f64) -> f64 {
        match game.status() {
            Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
            Status::Over(outcome) if outcome.places()[seat.index()] == 1 => shared,
            Status::Over(_) => 0.0,
            Status::ToMove(mover) => {
                let choose = if mover == seat { f64::max } else { f64::min };
                self.values(game, &mut |after| self.worth(after, seat, shared), choose)[0].1
            }
            Status::ToRoll => f64::NAN,
        }
    }

    /// The chance of the mover, who aims at nothing else, to win at once by his next turn, points aside.
    fn odds_of_a_line(&self, game: &Rotas) -> f64 {
        let Status::ToMove(mover) = game.status() else { return 0.0 };
        let mut worth = |after: &Rotas| f64::from(u8::from(has_line_or_fives(after, mover)));
        self.values(game, &mut worth, f64::max)[0].1
    }
}

/// The most tops of a seat in a line (R19), and in how many five-alike cells it has a piece (R20).
fn progress(game: &Rotas, seat: Seat) -> (usize, usize) {
    let board = game.setup().board();
    let top = |index: &usize| game.pieces(*index).last() == Some(seat);
    let tops = board.lines().map(|line| line.iter().filter(|index| top(index)).count());
    let five = |index: &usize| board.figure(*index) == Some(Figure::Alike(5));
    let holds = |index: &usize| game.pieces(*index).any(|owner| owner == seat);
    (tops.max().unwrap_or(0), board.indices().filter(five).filter(holds).count())
}

fn has_line_or_fives(game: &Rotas, seat: Seat) -> bool {
    let (tops, fives) = progress(game, seat);
    tops == 4 || fives == 3
}

/// Whether one piece more may be enough.
fn threatens(game: &Rotas, seat: Seat) -> bool {
    let (tops, fives) = progress(game, seat);
    tops == 3 || fives == 2
}
