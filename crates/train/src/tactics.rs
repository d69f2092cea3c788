//! `mohreh-train tactics`: generates tactical test suites. Positions come from play-outs and are solved
//! exhaustively, up to a win in three turns; those that exceed the node limit are dropped.

pub(crate) mod dice;
mod themes;

use std::io::{self, Write};

use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{Duel, Kind, Seat, Status};
use mohreh_puzzles::solver::{Claim, Effort, TurnSolver, text};

use crate::splitmix::SplitMix64;

/// Writes about `count` positions, spread evenly over the themes. Rare themes may have fewer.
pub(crate) fn run(kind: Kind, count: usize, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let puzzles = match kind {
        Kind::Zertz => duels::<Zertz>(count, seed),
        Kind::Tzaar => duels::<Tzaar>(count, seed),
        Kind::Yinsh => duels::<Yinsh>(count, seed),
        Kind::Rotas => dice::puzzles(count, seed),
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

/// Heuristics that guide the generator; they prove nothing.
pub(crate) trait Tactical: Duel {
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
pub(crate) fn random_turn<G: Duel>(game: &G, rng: &mut SplitMix64) -> G {
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
/// Node limit per claim.
const MAX_NODES: u64 = 1_000_000;
const EFFORT: Effort = Effort { nodes: MAX_NODES, solutions: MAX_SOLUTIONS };

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
        is_one.then(|| Puzzle {
            theme,
            position: game.to_string(),
            best: solver.best.iter().map(|turn| text(turn)).collect(),
        })
    };
    let (seat, other) = (game.mover(), game.mover().other());
    if !game.is_near_win(seat) && !game.is_near_win(other) {
        return None;
    }
    let won = TurnSolver::solve(game, Claim::WinIn(1), EFFORT).ok()?;
    let turns = won.all as u64;
    if won.right > 0 {
        return puzzle(Claim::WinIn(1), won);
    }
    // Filter: if the opponent threatens to win, two random turns rarely meet the threat.
    let loses_in = |turns, after: &G| {
        TurnSolver::new(seat, Claim::OnlyDefence, EFFORT).wins(after, other, turns)
    };
    let mut loses = || matches!(loses_in(1, &random_turn(game, rng)), Ok(true));
    // A defence must survive two turns.
    let survives = |after: &G| matches!(loses_in(2, after), Ok(false));
    if wants("only-defence")
        && loses()
        && loses()
        && let Ok(defence) = TurnSolver::solve(game, Claim::OnlyDefence, EFFORT)
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
    let won = TurnSolver::solve(game, Claim::WinIn(2), EFFORT).ok()?;
    if won.right > 0 {
        return puzzle(Claim::WinIn(2), won);
    }
    if turns.pow(3) > MAX_NODES || !wants("win-in-three") {
        return None;
    }
    puzzle(Claim::WinIn(3), TurnSolver::solve(game, Claim::WinIn(3), EFFORT).ok()?)
}
