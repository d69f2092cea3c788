//! Tactical test suites: the engine must solve every position within a node limit, and an exhaustive
//! solver verifies every claim of the data.
//!
//! The positions come from `mohreh-train tactics`; the head of each file defines its claims.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::cell::Cell;
use std::collections::HashMap;

use mohreh_engine::{Engine, EngineGame, Limits};
use mohreh_games::rotas::{DiceSet, Rotas, Step as RotasStep};
use mohreh_games::{Duel, Game, Listed, Seat, Status};
use mohreh_games::{tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};

const ZERTZ: &str = include_str!("../src/zertz/tactics.txt");
const TZAAR: &str = include_str!("../src/tzaar/tactics.txt");
const YINSH: &str = include_str!("../src/yinsh/tactics.txt");
const ROTAS: &str = include_str!("../src/rotas/tactics.txt");

/// Node limits of the engine.
const ZERTZ_NODES: u64 = 200_000;
const TZAAR_NODES: u64 = 200_000;
const YINSH_NODES: u64 = 200_000;
const ROTAS_NODES: u64 = 5_000;

/// Node limits of the solver: for a claim, and for an answer that is not listed.
const CLAIM_NODES: u64 = 50_000_000;
const ANSWER_NODES: u64 = 20_000_000;

/// Themes with a test below; the empty one is a line without a theme.
const IDEAS: [&str; 12] = [
    "",
    "capture",
    "isolation",
    "sacrifice",
    "claim",
    "last-of-a-type",
    "no-capture",
    "row",
    "given-row",
    "double-row",
    "rows-of-both",
    "last-round",
];

struct Puzzle<G: Game> {
    line: &'static str,
    claim: &'static str,
    idea: &'static str,
    game: G,
    /// All right turns, cut where every continuation is right.
    best: Vec<Vec<G::Step>>,
}

/// Parses the lines, and plays every turn.
fn puzzles<G: Listed>(text: &'static str) -> Vec<Puzzle<G>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let puzzles: Vec<Puzzle<G>> = lines.map(puzzle).collect();
    assert!(puzzles.len() >= 50, "{}: {}", G::KIND, puzzles.len());
    puzzles
}

fn puzzle<G: Listed>(line: &'static str) -> Puzzle<G> {
    let parts: Vec<&str> = line.split(" | ").collect();
    let [theme, position, best] = parts[..] else { panic!("three parts: {line}") };
    let (claim, idea) = theme.split_once(' ').unwrap_or((theme, ""));
    assert!(IDEAS.contains(&idea), "{idea}: {line}");
    let game: G = position.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
    let best = best.strip_prefix("best: ").unwrap_or_else(|| panic!("`best: `: {line}"));
    let turn = |text: &str| {
        let mut played = game.clone();
        let play = |step: &str| {
            let step = step.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
            played.play(step).unwrap_or_else(|error| panic!("{error}: {line}"));
            step
        };
        text.split(' ').map(play).collect()
    };
    let best = best.split(" ; ").map(turn).collect();
    Puzzle { line, claim, idea, game, best }
}

impl<G: Game> Puzzle<G> {
    /// Turns to the win; `None` for other claims.
    fn turns(&self) -> Option<u32> {
        match self.claim {
            "win-in-one" => Some(1),
            "win-in-two" => Some(2),
            "win-in-three" => Some(3),
            "only-defence" => None,
            claim => panic!("unknown claim {claim}: {}", self.line),
        }
    }

    fn lists(&self, turn: &[G::Step]) -> bool {
        self.best.iter().any(|best| turn.starts_with(best))
    }
}

/// The engine solves every position with this theme; `is_right` judges answers that are not listed.
fn solves<G: EngineGame>(
    text: &'static str,
    nodes: u64,
    idea: &str,
    is_right: fn(&Puzzle<G>, &[G::Step]) -> bool,
) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let engine = Engine::new(1 << 23);
    let (mut all, mut wrong) = (0, Vec::new());
    for puzzle in puzzles::<G>(text).iter().filter(|puzzle| puzzle.idea == idea) {
        engine.clear();
        let choice = engine.think(&puzzle.game, &limits, &|| false, &mut |_| {});
        all += 1;
        if !puzzle.lists(&choice.turn) && !is_right(puzzle, &choice.turn) {
            let turn: Vec<String> = choice.turn.iter().map(ToString::to_string).collect();
            let score = choice.report.lines.first().map(|line| line.score);
            wrong.push(format!("{}\n  answer: {}, {score:?}", puzzle.line, turn.join(" ")));
        }
    }
    assert!(all > 0, "no line is about {idea}");
    assert!(wrong.is_empty(), "{} of {all} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A win one turn later is accepted, except for a win in one.
fn wins_later<G: Duel>(puzzle: &Puzzle<G>, turn: &[G::Step]) -> bool {
    let Some(turns @ 2..) = puzzle.turns() else { return false };
    let mut after = puzzle.game.clone();
    turn.iter().for_each(|step| after.play_unchecked(*step));
    let seat = puzzle.game.mover();
    Solver::run(ANSWER_NODES, |solver| solver.won_in(&after, seat, turns)) == Some(true)
}

#[test]
fn zertz_wins_and_defends() {
    solves::<Zertz>(ZERTZ, ZERTZ_NODES, "", wins_later);
}

#[test]
fn z09_z10_captures_that_win() {
    solves::<Zertz>(ZERTZ, ZERTZ_NODES, "capture", wins_later);
}

#[test]
fn z13_isolations_that_win() {
    solves::<Zertz>(ZERTZ, ZERTZ_NODES, "isolation", wins_later);
}

#[test]
fn z24_claims() {
    solves::<Zertz>(ZERTZ, ZERTZ_NODES, "claim", wins_later);
}

#[test]
fn z25_sacrifices() {
    solves::<Zertz>(ZERTZ, ZERTZ_NODES, "sacrifice", wins_later);
}

#[test]
fn tzaar_wins_and_defends() {
    solves::<Tzaar>(TZAAR, TZAAR_NODES, "", wins_later);
}

#[test]
fn t15_the_last_of_a_type() {
    solves::<Tzaar>(TZAAR, TZAAR_NODES, "last-of-a-type", wins_later);
}

#[test]
fn t16_nothing_to_capture() {
    solves::<Tzaar>(TZAAR, TZAAR_NODES, "no-capture", wins_later);
}

#[test]
fn yinsh_wins_and_defends() {
    solves::<Yinsh>(YINSH, YINSH_NODES, "", wins_later);
}

#[test]
fn y14_rows_on_the_way_to_a_win() {
    solves::<Yinsh>(YINSH, YINSH_NODES, "row", wins_later);
}

#[test]
fn y16_double_rows() {
    solves::<Yinsh>(YINSH, YINSH_NODES, "double-row", wins_later);
}

#[test]
fn y17_rows_made_by_the_opponent() {
    solves::<Yinsh>(YINSH, YINSH_NODES, "given-row", wins_later);
}

#[test]
fn y18_y19_rows_of_both() {
    solves::<Yinsh>(YINSH, YINSH_NODES, "rows-of-both", wins_later);
}

#[test]
fn r06_r19_r20_dice_cells_and_blocks() {
    solves::<Rotas>(ROTAS, ROTAS_NODES, "", |_, _| false);
}

#[test]
fn r21_the_last_round() {
    solves::<Rotas>(ROTAS, ROTAS_NODES, "last-round", |_, _| false);
}

fn winner<G: Game>(game: &G) -> Option<Seat> {
    match game.status() {
        Status::Over(outcome) => outcome.winner(),
        _ => None,
    }
}

/// Exhaustive solver with a node limit; its result is void once the limit is reached.
struct Solver {
    left: Cell<u64>,
}

impl Solver {
    /// Runs a query; `None` if the limit was reached.
    fn run(max: u64, query: impl FnOnce(&Solver) -> bool) -> Option<bool> {
        let solver = Solver { left: Cell::new(max) };
        let answer = query(&solver);
        (solver.left.get() > 0).then_some(answer)
    }

    /// Calls `each` with every whole turn of the mover and the position after it, until a call returns
    /// true.
    fn any_turn<G: Duel>(
        &self,
        game: &G,
        played: &mut Vec<G::Step>,
        each: &mut dyn FnMut(&[G::Step], &G) -> bool,
    ) -> bool {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        steps.into_iter().any(|step| {
            self.left.set(self.left.get().saturating_sub(1));
            if self.left.get() == 0 {
                return true;
            }
            let mut child = game.clone();
            child.play_unchecked(step);
            played.push(step);
            let found = match child.status() {
                Status::ToMove(seat) if seat == game.mover() => self.any_turn(&child, played, each),
                _ => each(played, &child),
            };
            played.pop();
            found
        })
    }

    /// Whether the mover has a forced win in `turns` turns, this one included.
    fn wins_in<G: Duel>(&self, game: &G, turns: u32) -> bool {
        let seat = game.mover();
        self.any_turn(game, &mut Vec::new(), &mut |_, after| self.won_in(after, seat, turns - 1))
    }

    /// Whether `seat`, which has just moved, has won or has a forced win in `turns` more turns.
    fn won_in<G: Duel>(&self, after: &G, seat: Seat, turns: u32) -> bool {
        match after.status() {
            Status::Over(outcome) => outcome.winner() == Some(seat),
            _ if turns == 0 => false,
            _ => !self.any_turn(after, &mut Vec::new(), &mut |_, reply| match reply.status() {
                Status::Over(outcome) => outcome.winner() != Some(seat),
                _ => !self.wins_in(reply, turns),
            }),
        }
    }

    /// Whether `seat`, which has just moved, does not lose within `turns` turns of the opponent.
    fn survives<G: Duel>(&self, after: &G, seat: Seat, turns: u32) -> bool {
        match after.status() {
            Status::Over(outcome) => outcome.winner() != Some(seat.other()),
            _ => !self.wins_in(after, turns),
        }
    }

    /// Whether exactly the listed turns fulfil the claim.
    fn verifies<G: Duel>(&self, puzzle: &Puzzle<G>) -> bool {
        let (game, seat) = (&puzzle.game, puzzle.game.mover());
        let is_right = |after: &G| match puzzle.turns() {
            Some(turns) => self.won_in(after, seat, turns - 1),
            None => self.survives(after, seat, 1),
        };
        let (mut all_right, mut survives) = (true, false);
        let differs = self.any_turn(game, &mut Vec::new(), &mut |turn, after| {
            let right = is_right(after);
            all_right &= right;
            survives |= puzzle.turns().is_none() && right && self.survives(after, seat, 2);
            right != puzzle.lists(turn)
        });
        let sooner = match puzzle.turns() {
            None => self.wins_in(game, 1),
            Some(1) => false,
            Some(turns) => self.wins_in(game, turns - 1),
        };
        !differs && !all_right && !sooner && (survives || puzzle.turns().is_some())
    }
}

/// Verifies every claim.
fn verify_all<G: Duel + Listed>(text: &'static str) {
    let puzzles = puzzles::<G>(text);
    let wrong = puzzles
        .iter()
        .filter(|puzzle| Solver::run(CLAIM_NODES, |solver| solver.verifies(puzzle)) != Some(true));
    let wrong: Vec<&str> = wrong.map(|puzzle| puzzle.line).collect();
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}

/// The example of the rulebook, in which one turn wins in two: all other claims are rejected.
#[test]
fn z25b_false_claims_are_rejected() {
    let check = |claim: &str, best: &str, truth: bool| {
        let line = format!(
            "{claim} sacrifice | cells=W.../oG.../.o..G./ooooooo/.oooo./.ooo./oo.. supply=1,1,6 \
             own=2,1,1/2,4,3 turn=1 | best: {best}"
        );
        let puzzle: Puzzle<Zertz> = puzzle(line.leak());
        let verified = Solver::run(CLAIM_NODES, |solver| solver.verifies(&puzzle));
        assert_eq!(verified, Some(truth), "{}", puzzle.line);
    };
    check("win-in-two", "Bc2 -b1", true);
    check("win-in-two", "Bc2", false);
    check("win-in-two", "Bc2 -b1 ; Gc2", false);
    check("win-in-two", "Wc2 -b1", false);
    check("win-in-one", "Bc2 -b1", false);
    check("win-in-three", "Bc2 -b1", false);
    check("only-defence", "Bc2 -b1", false);
}

#[test]
fn zertz_claims_are_verified() {
    verify_all::<Zertz>(ZERTZ);
}

#[test]
fn tzaar_claims_are_verified() {
    verify_all::<Tzaar>(TZAAR);
}

#[test]
fn yinsh_claims_are_verified() {
    verify_all::<Yinsh>(YINSH);
}

/// Rolls per turn (R6).
const ROLLS: u8 = 5;

/// Expectimax over the dice of one turn of RO-TAS.
struct TurnSolver<'a> {
    /// Positions with all dice rolling, by the number of earlier rolls.
    rolling: Vec<Option<Rotas>>,
    value_of_end: &'a dyn Fn(&Rotas) -> f64,
    choose: fn(f64, f64) -> f64,
    end_values: HashMap<RotasStep, f64>,
    /// Value by the dice kept and the number of rolls made.
    keep_values: HashMap<(Vec<u8>, u8), f64>,
}

impl<'a> TurnSolver<'a> {
    fn new(
        game: &Rotas,
        value_of_end: &'a dyn Fn(&Rotas) -> f64,
        choose: fn(f64, f64) -> f64,
    ) -> TurnSolver<'a> {
        let mut rolling: Vec<Option<Rotas>> = vec![None; usize::from(game.rolls())];
        let mut game = game.clone();
        while game.rolls() < ROLLS {
            game.play_unchecked(RotasStep::Roll(DiceSet::ALL));
            rolling.push(Some(game.clone()));
            game.play_unchecked(fall(&[1; 5]));
        }
        TurnSolver {
            rolling,
            value_of_end,
            choose,
            end_values: HashMap::new(),
            keep_values: HashMap::new(),
        }
    }

    /// Value of a legal step.
    fn value(&mut self, game: &Rotas, step: RotasStep) -> f64 {
        let RotasStep::Roll(chosen) = step else {
            let value_of_end = self.value_of_end;
            return *self.end_values.entry(step).or_insert_with(|| {
                let mut end = game.clone();
                end.play_unchecked(step);
                value_of_end(&end)
            });
        };
        let faces = game.dice().faces();
        let kept = (0..faces.len()).filter(|place| !chosen.has(*place));
        let mut kept: Vec<u8> = kept.map(|place| faces[place]).collect();
        kept.sort_unstable();
        self.keep_value(kept, game.rolls())
    }

    /// Mean over all outcomes of the dice that are rolled.
    fn keep_value(&mut self, kept: Vec<u8>, rolls: u8) -> f64 {
        if let Some(value) = self.keep_values.get(&(kept.clone(), rolls)) {
            return *value;
        }
        let value = if kept.len() == 5 {
            self.roll_value(&kept, rolls)
        } else {
            let mut sum = 0.0;
            for face in 1..=6 {
                let mut more = kept.clone();
                more.insert(kept.partition_point(|other| *other <= face), face);
                sum += self.keep_value(more, rolls);
            }
            sum / 6.0
        };
        self.keep_values.insert((kept, rolls), value);
        value
    }

    /// Value of five dice that fell after `rolls` earlier rolls.
    fn roll_value(&mut self, dice: &[u8], rolls: u8) -> f64 {
        let Some(mut game) = self.rolling[usize::from(rolls)].clone() else { return f64::NAN };
        game.play_unchecked(fall(dice));
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let choose = self.choose;
        let values = steps.into_iter().map(|step| self.value(&game, step));
        values.reduce(choose).expect("somebody is to move")
    }
}

fn fall(dice: &[u8]) -> RotasStep {
    let faces: String = dice.iter().map(ToString::to_string).collect();
    format!("={faces}").parse().unwrap()
}

/// Value of a position between turns for a seat, a shared win counting half. Unless the game is over,
/// there are two seats.
fn value_after(game: &Rotas, seat: Seat) -> f64 {
    match game.status() {
        Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
        Status::Over(outcome) if outcome.places()[seat.index()] == 1 => 0.5,
        Status::Over(_) => 0.0,
        _ => {
            assert_eq!(game.seats(), 2, "{game}");
            let choose = if game.status() == Status::ToMove(seat) { f64::max } else { f64::min };
            let value_of_end = |end: &Rotas| value_after(end, seat);
            TurnSolver::new(game, &value_of_end, choose).value(game, RotasStep::Roll(DiceSet::ALL))
        }
    }
}

#[test]
fn rotas_claims_are_verified() {
    let mut wrong = Vec::new();
    for puzzle in puzzles::<Rotas>(ROTAS) {
        let game = &puzzle.game;
        let Status::ToMove(seat) = game.status() else { panic!("nobody moves: {}", puzzle.line) };
        let at_once = |end: &Rotas| f64::from(u8::from(winner(end) == Some(seat)));
        let at_last = |end: &Rotas| value_after(end, seat);
        let value_of_end: &dyn Fn(&Rotas) -> f64 = match puzzle.claim {
            "win-in-one" => &at_once,
            "best-odds" | "block" => &at_last,
            claim => panic!("unknown claim {claim}"),
        };
        let mut dice = TurnSolver::new(game, value_of_end, f64::max);
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let values: Vec<f64> = steps.iter().map(|step| dice.value(game, *step)).collect();
        let max = values.iter().copied().fold(0.0, f64::max);
        let as_listed = |(step, value): (&RotasStep, &f64)| match puzzle.lists(&[*step]) {
            true => *value > max - 1e-9,
            // A margin, so that rounding errors do not matter.
            false => *value < max - 1e-3,
        };
        let all = steps.iter().zip(&values).all(as_listed);
        if !all || puzzle.claim == "win-in-one" && max < 1.0 {
            wrong.push(puzzle.line);
        }
    }
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}
