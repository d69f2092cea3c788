//! `mohreh-train tactics`: generates tactical test suites. Positions come from play-outs and are solved
//! exhaustively, up to a win in three turns; those that exceed the node limit are dropped.

use std::collections::HashMap;
use std::io::{self, Write};

use mohreh_games::rotas::{self, Rotas};
use mohreh_games::show::Figure;
use mohreh_games::tzaar::{Type, Tzaar};
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::{self, Zertz};
use mohreh_games::{Duel, Game, Kind, Seat, Status};

use crate::splitmix::SplitMix64;

/// Writes about `count` positions, spread evenly over the themes. Rare themes may have fewer.
pub fn run(kind: Kind, count: usize, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let puzzles = match kind {
        Kind::Zertz => duels::<Zertz>(count, seed),
        Kind::Tzaar => duels::<Tzaar>(count, seed),
        Kind::Yinsh => duels::<Yinsh>(count, seed),
        Kind::Rotas => {
            let sets = DiceMultisets::new();
            collect(count, seed, &DICE_THEMES, &DICE_SETUPS, |setup, rng, wanted| {
                dice_game(&sets, setup, rng, wanted)
            })
        }
        #[allow(unreachable_patterns, reason = "all games of the product have themes")]
        kind => return Err(io::Error::other(format!("{kind} has no themes"))),
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

/// Limit of games played.
const MAX_GAMES: usize = 400_000;
/// After this many games without a result the quota per setup and theme rises by one.
const IDLE_GAMES: usize = 300;

/// Plays games, cycling through the setups, and keeps at most one position of each.
fn collect(
    count: usize,
    seed: u64,
    themes: &[&'static str],
    setups: &[&'static str],
    mut find: impl FnMut(&str, &mut SplitMix64, &dyn Fn(&str) -> bool) -> Option<Puzzle>,
) -> Vec<Puzzle> {
    let quota = count.div_ceil(themes.len());
    let mut share = quota.div_ceil(setups.len());
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    let mut idle = 0;
    for game in 0..MAX_GAMES {
        let at = game % setups.len();
        let wanted = |theme: &str| {
            let same = found.iter().filter(|(_, puzzle)| puzzle.theme == theme);
            let here = same.clone().filter(|(setup, _)| *setup == at).count();
            themes.contains(&theme) && same.count() < quota && here < share
        };
        let mut rng = SplitMix64::new(seed ^ (game as u64) << 32);
        match find(setups[at], &mut rng, &wanted) {
            Some(puzzle) if found.iter().all(|(_, other)| other.position != puzzle.position) => {
                found.push((at, puzzle));
                idle = 0;
            }
            _ => idle += 1,
        }
        if idle == IDLE_GAMES {
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

/// Claim about a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// It is a forced win in this many turns, this one included, and none is faster.
    WinIn(u32),
    /// After any other turn the opponent wins at once.
    OnlyDefence,
}

/// Heuristics that guide the generator; they prove nothing.
trait Tactical: Duel {
    const SETUPS: &'static [&'static str];
    const THEMES: &'static [&'static str];
    /// Least number of legal turns of a position.
    const MIN_TURNS: usize = 8;

    /// Heuristic for play-outs: lead of a seat.
    fn playout_score(&self, seat: Seat) -> i32;

    /// Whether a forced win of the seat is worth searching for.
    fn is_near_win(&self, seat: Seat) -> bool;

    /// Cheap test whether a theme is possible here.
    fn may_have(&self, _theme: &str) -> bool {
        true
    }

    /// Theme of a position in which the claim holds, by the positions after the right turns. Themes
    /// outside `THEMES` are rejected.
    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Self)]) -> &'static str;
}

fn duels<G: Tactical>(count: usize, seed: u64) -> Vec<Puzzle> {
    collect(count, seed, G::THEMES, G::SETUPS, play_out::<G>)
}

/// Stands for a random setup.
const RANDOM_SETUP: &str = "drawn";

/// Plays a game of random strength until it meets a wanted position.
fn play_out<G: Tactical>(
    setup: &str,
    rng: &mut SplitMix64,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let setup = match setup {
        RANDOM_SETUP => G::draw_setup(&mut |n| rng.below32(n)),
        text => text.parse().ok()?,
    };
    let mut game = G::start(&setup);
    let tries = rng.one_of(&[1, 2, 4, 8]);
    while let Status::ToMove(seat) = game.status() {
        if let Some(puzzle) = puzzle_of(&game, rng, wanted) {
            return Some(puzzle);
        }
        let turns = (0..tries).map(|_| random_turn(&game, rng));
        game = turns.max_by_key(|after| match after.status() {
            Status::Over(_) => i32::MIN,
            _ => after.playout_score(seat),
        })?;
    }
    None
}

/// Position after a random turn.
fn random_turn<G: Duel>(game: &G, rng: &mut SplitMix64) -> G {
    let mut after = game.clone();
    let mut steps = Vec::new();
    while after.status() == Status::ToMove(game.mover()) {
        steps.clear();
        after.steps(&mut steps);
        after.play_unchecked(rng.one_of(&steps));
    }
    after
}

/// Most solutions of a position.
const MAX_SOLUTIONS: usize = 4;

/// The first claim that holds, if its theme is wanted.
fn puzzle_of<G: Tactical>(
    game: &G,
    rng: &mut SplitMix64,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let wants = |claim: &str| {
        let mut themes = G::THEMES.iter().filter(|theme| theme.starts_with(claim));
        themes.any(|theme| wanted(theme) && game.may_have(theme))
    };
    let puzzle = |claim, solver: TurnSolver<G>| {
        let few = solver.all >= G::MIN_TURNS && (1..=solver.all / 4).contains(&solver.right);
        let theme = game.theme(claim, &solver.ends);
        let is_one = few && wanted(theme);
        is_one.then(|| Puzzle { theme, position: game.to_string(), best: solver.best })
    };
    let (seat, other) = (game.mover(), game.mover().other());
    if !game.is_near_win(seat) && !game.is_near_win(other) {
        return None;
    }
    let won = TurnSolver::solve(game, Claim::WinIn(1)).ok()?;
    let turns = won.all as u64;
    if won.right > 0 {
        return puzzle(Claim::WinIn(1), won);
    }
    // Filter: if the opponent threatens to win, two random turns rarely meet the threat.
    let loses_in =
        |turns, after: &G| TurnSolver::new(seat, Claim::OnlyDefence).wins(after, other, turns, 0);
    let mut loses = || matches!(loses_in(1, &random_turn(game, rng)), Ok(true));
    // A defence must survive two turns.
    let survives = |after: &G| matches!(loses_in(2, after), Ok(false));
    if wants("only-defence")
        && loses()
        && loses()
        && let Ok(defence) = TurnSolver::solve(game, Claim::OnlyDefence)
        && defence.ends.iter().any(|(_, after)| survives(after))
        && let Some(puzzle) = puzzle(Claim::OnlyDefence, defence)
    {
        return Some(puzzle);
    }
    if !game.is_near_win(seat)
        || turns.pow(2) > MAX_NODES
        || !wants("win-in-two") && !wants("win-in-three")
    {
        return None;
    }
    let won = TurnSolver::solve(game, Claim::WinIn(2)).ok()?;
    if won.right > 0 {
        return puzzle(Claim::WinIn(2), won);
    }
    if turns.pow(3) > MAX_NODES || !wants("win-in-three") {
        return None;
    }
    puzzle(Claim::WinIn(3), TurnSolver::solve(game, Claim::WinIn(3)).ok()?)
}

/// The node limit was reached, or there are too many solutions.
struct Aborted;

/// Node limit per claim.
const MAX_NODES: u64 = 1_000_000;

/// Exhaustive solver: all turns of a position, and those that fulfil the claim.
struct TurnSolver<G: Game> {
    claim: Claim,
    seat: Seat,
    all: usize,
    right: usize,
    /// Right turns, cut where every continuation is right.
    best: Vec<String>,
    /// Right turns with the positions after them.
    ends: Vec<(Vec<G::Step>, G)>,
    nodes: u64,
    /// Killer step by ply.
    killers: Vec<Option<G::Step>>,
}

impl<G: Duel> TurnSolver<G> {
    fn new(seat: Seat, claim: Claim) -> TurnSolver<G> {
        let (best, ends, killers) = (Vec::new(), Vec::new(), Vec::new());
        TurnSolver { claim, seat, all: 0, right: 0, best, ends, nodes: 0, killers }
    }

    fn solve(game: &G, claim: Claim) -> Result<TurnSolver<G>, Aborted> {
        let mut solver = TurnSolver::new(game.mover(), claim);
        solver.enumerate_turns(game, &mut Vec::new())?;
        Ok(solver)
    }

    /// Enumerates all completions of the turn that starts with `played`.
    fn enumerate_turns(&mut self, game: &G, played: &mut Vec<G::Step>) -> Result<(), Aborted> {
        let (all, right, best) = (self.all, self.right, self.best.len());
        let mut steps = Vec::new();
        game.steps(&mut steps);
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            played.push(step);
            if child.status() == Status::ToMove(self.seat) {
                self.enumerate_turns(&child, played)?;
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
            if self.best.len() - best > MAX_SOLUTIONS && (!all_right || played.is_empty()) {
                return Err(Aborted);
            }
        }
        // Every completion is right, so the turn is cut here.
        if self.right - right == self.all - all && !played.is_empty() {
            self.best.truncate(best);
            self.best.push(text(played));
        }
        Ok(())
    }

    fn is_right(&mut self, after: &G) -> Result<bool, Aborted> {
        match self.claim {
            Claim::WinIn(turns) => self.wins(after, self.seat, turns - 1, 0),
            Claim::OnlyDefence => Ok(!self.wins(after, self.seat.other(), 1, 0)?),
        }
    }

    /// Whether a seat has won, or has a forced win in `turns` turns of its own.
    fn wins(&mut self, game: &G, seat: Seat, turns: u32, ply: usize) -> Result<bool, Aborted> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Aborted);
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
        self.killers.resize(self.killers.len().max(ply + 1), None);
        if let Some(at) = steps.iter().position(|step| self.killers[ply] == Some(*step)) {
            steps.swap(0, at);
        }
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            let turn_ends = mover == seat && child.mover() != seat;
            let left = if turn_ends { turns - 1 } else { turns };
            if self.wins(&child, seat, left, ply + 1)? == (mover == seat) {
                self.killers[ply] = Some(step);
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
    /// Captures are compulsory and few.
    const MIN_TURNS: usize = 4;

    fn playout_score(&self, seat: Seat) -> i32 {
        let marbles = |seat| self.own(seat).into_iter().map(i32::from).sum::<i32>();
        marbles(seat) - marbles(seat.other())
    }

    fn is_near_win(&self, seat: Seat) -> bool {
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
    const SETUPS: &'static [&'static str] = &["fixed", RANDOM_SETUP];
    const THEMES: &'static [&'static str] = &[
        "win-in-one last-of-a-type",
        "win-in-one no-capture",
        "win-in-two last-of-a-type",
        "win-in-two",
        "win-in-three",
        "only-defence last-of-a-type",
        "only-defence",
    ];

    fn playout_score(&self, seat: Seat) -> i32 {
        let fewest = |seat| Type::ALL.map(|kind| self.shown(seat, kind)).into_iter().min();
        let fewest = |seat| fewest(seat).map_or(0, i32::from);
        fewest(seat) - fewest(seat.other())
    }

    fn is_near_win(&self, seat: Seat) -> bool {
        Type::ALL.iter().any(|kind| self.shown(seat.other(), *kind) <= 4)
    }

    fn theme(&self, claim: Claim, right: &[(Vec<Self::Step>, Tzaar)]) -> &'static str {
        let mover = self.mover();
        let shows =
            |game: &Tzaar, seat, max| Type::ALL.iter().any(|kind| game.shown(seat, *kind) <= max);
        let all_leave = |max| right.iter().all(|(_, after)| shows(after, mover.other(), max));
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

/// Strides of the three line directions in bitboards.
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

    fn playout_score(&self, seat: Seat) -> i32 {
        let long = |set: u128, stride: u32| set & set >> stride & set >> (2 * stride);
        let longs = |set| STRIDES.map(|stride| long(set, stride).count_ones() as i32);
        let rows = |seat| longs(self.markers(seat)).into_iter().sum::<i32>();
        let taken = |seat| 20 * i32::from(self.taken(seat));
        taken(seat) + rows(seat) - taken(seat.other()) - rows(seat.other())
    }

    fn is_near_win(&self, seat: Seat) -> bool {
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

/// Smaller differences of probabilities are rounding errors.
const EPSILON: f64 = 1e-9;
/// Least advantage of the best step over all others.
const MARGIN: f64 = 2e-3;

/// Plays a random game of RO-TAS until it meets a wanted position.
fn dice_game(
    sets: &DiceMultisets,
    setup: &str,
    rng: &mut SplitMix64,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Puzzle> {
    let mut game = Rotas::start(&setup.parse().ok()?);
    loop {
        let step = match game.status() {
            Status::Over(_) => return None,
            Status::ToRoll => game.roll(&mut |n| rng.below32(n))?,
            Status::ToMove(seat) => {
                if let Some((theme, best)) = dice_puzzle(sets, &game, seat, wanted) {
                    return Some(Puzzle {
                        theme,
                        position: game.to_string(),
                        best: best.iter().map(ToString::to_string).collect(),
                    });
                }
                random_non_winning_step(&game, seat, rng)
            }
        };
        game.play_unchecked(step);
    }
}

/// A random step that does not win, unless all do.
fn random_non_winning_step(game: &Rotas, seat: Seat, rng: &mut SplitMix64) -> rotas::Step {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let quiet = |step: &rotas::Step| winner_after(game, *step) != Some(seat);
    let is_place = |step: &rotas::Step| matches!(step, rotas::Step::Place(_)) && quiet(step);
    let places: Vec<rotas::Step> = steps.iter().copied().filter(is_place).collect();
    if !places.is_empty() && rng.below32(3) > 0 {
        return rng.one_of(&places);
    }
    let others: Vec<rotas::Step> = steps.iter().copied().filter(quiet).collect();
    rng.one_of(if others.is_empty() { &steps } else { &others })
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
    sets: &DiceMultisets,
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
        let values = sets.step_values(
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
        clearly_best(&sets.step_values(
            game,
            &mut |after| sets.value_after(after, seat, shared),
            f64::max,
        ))
    };
    // The solution must not depend on the value of a shared win.
    let best = best_if(0.5)?;
    if [0.0, 1.0].into_iter().any(|shared| best_if(shared).as_ref() != Some(&best)) {
        return None;
    }
    let theme = if best.iter().all(is_roll) {
        if last { "best-odds" } else { "best-odds last-round" }
    } else {
        let needs = |after: &Rotas| sets.line_probability(after);
        let mut passed = steps.iter().filter(|step| !is_roll(step) && !best.contains(step));
        let needed = passed.any(|step| needs(&after(game, *step)) > 0.1);
        let blocks =
            last_but_one && needed && best.iter().all(|step| needs(&after(game, *step)) == 0.0);
        if !blocks {
            return None;
        }
        "block"
    };
    wanted(theme).then_some((theme, best))
}

/// The best steps, if they are few and all others are clearly worse.
fn clearly_best(values: &[(rotas::Step, f64)]) -> Option<Vec<rotas::Step>> {
    let max = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let (best, others): (Vec<_>, Vec<_>) =
        values.iter().partition(|(_, value)| *value > max - EPSILON);
    let clear = others.iter().all(|(_, value)| *value < max - MARGIN);
    let good = clear && others.len() >= 3 * best.len() && best.len() <= MAX_SOLUTIONS;
    good.then(|| best.into_iter().map(|(step, _)| step).collect())
}

/// All multisets of up to five dice, in order of size.
struct DiceMultisets {
    /// Number of dice that show each number.
    counts: Vec<[u8; 6]>,
    /// The multiset plus one die of each number; none for those of five.
    add_die: Vec<[usize; 6]>,
    /// For each multiset of five, the smaller ones within it.
    within: Vec<Vec<usize>>,
    /// Multisets of five, as steps.
    rolls_of_five: Vec<(usize, rotas::Step)>,
    index: HashMap<[u8; 6], usize>,
}

/// Rolls per turn (R6).
const ROLLS: usize = 5;

impl DiceMultisets {
    fn new() -> DiceMultisets {
        let mut counts = vec![[0u8; 6]];
        let size = |counts: &[u8; 6]| counts.iter().sum::<u8>();
        let mut at = 0;
        while at < counts.len() {
            let set = counts[at];
            // The highest number is added last, so each multiset occurs once.
            let highest = set.iter().rposition(|n| *n > 0).unwrap_or(0);
            for face in (highest..6).filter(|_| size(&set) < 5) {
                let mut more = set;
                more[face] += 1;
                counts.push(more);
            }
            at += 1;
        }
        let index: HashMap<_, _> = counts.iter().enumerate().map(|(n, set)| (*set, n)).collect();
        let add_die = |set: &[u8; 6]| {
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
        let rolls_of_five = counts.iter().enumerate().filter_map(|(n, set)| Some((n, fall(set)?)));
        DiceMultisets {
            add_die: counts.iter().map(add_die).collect(),
            within: counts.iter().map(within).collect(),
            rolls_of_five: rolls_of_five.collect(),
            index,
            counts: counts.clone(),
        }
    }

    /// Exact value of each legal step of a turn. `value_of_end` values the position after the turn,
    /// `better` chooses for the mover.
    fn step_values(
        &self,
        game: &Rotas,
        value_of_end: &mut dyn FnMut(&Rotas) -> f64,
        better: fn(f64, f64) -> f64,
    ) -> Vec<(rotas::Step, f64)> {
        let mut ends = HashMap::new();
        let mut end = |game: &Rotas, step| {
            *ends.entry(step).or_insert_with(|| value_of_end(&after(game, step)))
        };
        let rolls = usize::from(game.rolls());
        // Positions after each further roll, with the dice rolling.
        let mut rolling = vec![after(game, rotas::Step::Roll(rotas::DiceSet::ALL))];
        while rolling.len() + rolls < ROLLS {
            let rolled = after(&rolling[rolling.len() - 1], self.rolls_of_five[0].1);
            rolling.push(after(&rolled, rotas::Step::Roll(rotas::DiceSet::ALL)));
        }
        let mut keep_values = vec![f64::NAN; self.counts.len()];
        for rolling in rolling.iter().rev().filter(|_| rolls < ROLLS) {
            let mut values = vec![f64::NAN; self.counts.len()];
            for (set, fall) in &self.rolls_of_five {
                let rolled = after(rolling, *fall);
                let mut steps = Vec::new();
                rolled.steps(&mut steps);
                let value = |step: &rotas::Step| match step {
                    rotas::Step::Roll(_) => None,
                    step => Some(end(&rolled, *step)),
                };
                let stop = steps.iter().filter_map(value).reduce(better);
                let rolls_on = steps.iter().any(|step| matches!(step, rotas::Step::Roll(_)));
                let roll_on = self.within[*set]
                    .iter()
                    .filter(|_| rolls_on)
                    .map(|kept_set| keep_values[*kept_set]);
                values[*set] = roll_on.chain(stop).reduce(better).unwrap_or(f64::NAN);
            }
            for set in (0..self.counts.len()).rev().filter(|set| self.within[*set].is_empty()) {
                values[set] = self.add_die[set].iter().map(|more| values[*more]).sum::<f64>() / 6.0;
            }
            keep_values = values;
        }
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let faces = game.dice().faces();
        let value = |step: rotas::Step| match step {
            rotas::Step::Roll(chosen) => {
                let mut keep = [0; 6];
                for place in (0..faces.len()).filter(|place| !chosen.has(*place)) {
                    keep[usize::from(faces[place]) - 1] += 1;
                }
                (step, keep_values[self.index[&keep]])
            }
            step => (step, end(game, step)),
        };
        steps.into_iter().map(value).collect()
    }

    /// Value of a position between turns for a seat. Unless the game is over, there are two seats, and
    /// the remaining turns are searched exhaustively.
    fn value_after(&self, game: &Rotas, seat: Seat, shared: f64) -> f64 {
        match game.status() {
            Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
            Status::Over(outcome) if outcome.places()[seat.index()] == 1 => shared,
            Status::Over(_) => 0.0,
            Status::ToMove(mover) => {
                let better = if mover == seat { f64::max } else { f64::min };
                self.step_values(game, &mut |after| self.value_after(after, seat, shared), better)
                    [0]
                .1
            }
            Status::ToRoll => f64::NAN,
        }
    }

    /// Probability that the mover wins at once in the next turn by a line or five-alike cells, if it
    /// aims at nothing else.
    fn line_probability(&self, game: &Rotas) -> f64 {
        let Status::ToMove(mover) = game.status() else { return 0.0 };
        let mut value_of_end = |after: &Rotas| f64::from(u8::from(has_line_or_fives(after, mover)));
        self.step_values(game, &mut value_of_end, f64::max)[0].1
    }
}

/// Most tops of a seat in a line (R19), and its number of five-alike cells (R20).
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

/// Whether one more piece may win.
fn threatens(game: &Rotas, seat: Seat) -> bool {
    let (tops, fives) = progress(game, seat);
    tops == 3 || fives == 2
}
