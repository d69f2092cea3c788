//! Tactics: positions in which few turns are right. The engine must find them with so many nodes and no
//! more, and each line of the data is proven anew by looking at every step.
//!
//! The positions were found by `mohreh-train tactics`; what the lines claim stands at the top of the
//! files.

use std::cell::Cell;
use std::collections::HashMap;

use mohreh_engine::{Engine, Limits, Thinks};
use mohreh_games::rotas::{Chosen, Rotas, Step as RotasStep};
use mohreh_games::{Duel, Game, Listed, Seat, Status};
use mohreh_games::{tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};

const ZERTZ: &str = include_str!("../data/tactics/zertz.txt");
const TZAAR: &str = include_str!("../data/tactics/tzaar.txt");
const YINSH: &str = include_str!("../data/tactics/yinsh.txt");
const ROTAS: &str = include_str!("../data/tactics/rotas.txt");

/// How many nodes the engine has.
const ZERTZ_NODES: u64 = 200_000;
const TZAAR_NODES: u64 = 200_000;
const YINSH_NODES: u64 = 200_000;
const ROTAS_NODES: u64 = 5_000;

/// How many positions a proof may cost: of a line, and of an answer that is not listed.
const LINE_NODES: u64 = 50_000_000;
const ANSWER_NODES: u64 = 20_000_000;

/// Ideas that some test below is about; the empty one is a line that names none.
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
    /// All turns that are right, as far as they matter.
    best: Vec<Vec<G::Step>>,
}

/// Reads the lines; every turn is played as it is read.
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
    /// In how many turns it is won; none if the claim is another.
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

/// The engine answers rightly in every position with this idea; `is_right` judges what is not listed.
fn solves<G: Thinks>(
    text: &'static str,
    nodes: u64,
    idea: &str,
    is_right: fn(&Puzzle<G>, &[G::Step]) -> bool,
) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let engine = Engine::new(1 << 23);
    let (mut all, mut wrong) = (0, Vec::new());
    for puzzle in puzzles::<G>(text).iter().filter(|puzzle| puzzle.idea == idea) {
        engine.forget();
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

/// A turn that wins one turn later than it could is right too, except where a single turn wins.
fn wins_later<G: Duel>(puzzle: &Puzzle<G>, turn: &[G::Step]) -> bool {
    let Some(turns @ 2..) = puzzle.turns() else { return false };
    let mut after = puzzle.game.clone();
    turn.iter().for_each(|step| after.play_unchecked(*step));
    let seat = puzzle.game.mover();
    Proof::of(ANSWER_NODES, |proof| proof.won_in(&after, seat, turns)) == Some(true)
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

/// A proof by looking at every step, with so many positions to look at. When none are left it means
/// nothing.
struct Proof {
    left: Cell<u64>,
}

impl Proof {
    /// The answer of a proof, if it was not cut short.
    fn of(most: u64, ask: impl FnOnce(&Proof) -> bool) -> Option<bool> {
        let proof = Proof { left: Cell::new(most) };
        let answer = ask(&proof);
        (proof.left.get() > 0).then_some(answer)
    }

    /// Calls `each` with every whole turn of the mover and where it leads, until one call says yes.
    fn some_turn<G: Duel>(
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
                Status::ToMove(seat) if seat == game.mover() => {
                    self.some_turn(&child, played, each)
                }
                _ => each(played, &child),
            };
            played.pop();
            found
        })
    }

    /// Whether the mover wins in so many turns, this one included, against every reply.
    fn wins_in<G: Duel>(&self, game: &G, turns: u32) -> bool {
        let seat = game.mover();
        self.some_turn(game, &mut Vec::new(), &mut |_, after| self.won_in(after, seat, turns - 1))
    }

    /// Whether `seat`, whose turn led here, has won, or wins with so many turns more.
    fn won_in<G: Duel>(&self, after: &G, seat: Seat, turns: u32) -> bool {
        match after.status() {
            Status::Over(outcome) => outcome.winner() == Some(seat),
            _ if turns == 0 => false,
            _ => !self.some_turn(after, &mut Vec::new(), &mut |_, reply| match reply.status() {
                Status::Over(outcome) => outcome.winner() != Some(seat),
                _ => !self.wins_in(reply, turns),
            }),
        }
    }

    /// Whether `seat`, whose turn led here, does not lose to so many turns of the opponent.
    fn lasts<G: Duel>(&self, after: &G, seat: Seat, turns: u32) -> bool {
        match after.status() {
            Status::Over(outcome) => outcome.winner() != Some(seat.other()),
            _ => !self.wins_in(after, turns),
        }
    }

    /// Whether the turns that are listed are right, and no others.
    fn confirms<G: Duel>(&self, puzzle: &Puzzle<G>) -> bool {
        let (game, seat) = (&puzzle.game, puzzle.game.mover());
        let is_right = |after: &G| match puzzle.turns() {
            Some(turns) => self.won_in(after, seat, turns - 1),
            None => self.lasts(after, seat, 1),
        };
        let (mut all_right, mut lasts) = (true, false);
        let differs = self.some_turn(game, &mut Vec::new(), &mut |turn, after| {
            let right = is_right(after);
            all_right &= right;
            lasts |= puzzle.turns().is_none() && right && self.lasts(after, seat, 2);
            right != puzzle.lists(turn)
        });
        let sooner = match puzzle.turns() {
            None => self.wins_in(game, 1),
            Some(1) => false,
            Some(turns) => self.wins_in(game, turns - 1),
        };
        !differs && !all_right && !sooner && (lasts || puzzle.turns().is_some())
    }
}

/// Every line is true.
fn proves<G: Duel + Listed>(text: &'static str) {
    let puzzles = puzzles::<G>(text);
    let wrong = puzzles
        .iter()
        .filter(|puzzle| Proof::of(LINE_NODES, |proof| proof.confirms(puzzle)) != Some(true));
    let wrong: Vec<&str> = wrong.map(|puzzle| puzzle.line).collect();
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}

/// The rulebook's own example, of which it is known that one turn wins in two: a line that says anything
/// else is refused.
#[test]
fn z25b_nothing_but_the_truth_is_proven() {
    let check = |claim: &str, best: &str, truth: bool| {
        let line = format!(
            "{claim} sacrifice | cells=W.../oG.../.o..G./ooooooo/.oooo./.ooo./oo.. supply=1,1,6 \
             own=2,1,1/2,4,3 turn=1 | best: {best}"
        );
        let puzzle: Puzzle<Zertz> = puzzle(line.leak());
        let proven = Proof::of(LINE_NODES, |proof| proof.confirms(&puzzle));
        assert_eq!(proven, Some(truth), "{}", puzzle.line);
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
fn zertz_lines_are_proven() {
    proves::<Zertz>(ZERTZ);
}

#[test]
fn tzaar_lines_are_proven() {
    proves::<Tzaar>(TZAAR);
}

#[test]
fn yinsh_lines_are_proven() {
    proves::<Yinsh>(YINSH);
}

/// Rolls in a turn (R6).
const ROLLS: u8 = 5;

/// A turn of RO-TAS over all dice: what its ends are worth to the seat that counts, and how the mover
/// chooses among them.
struct Dice<'a> {
    /// Positions of the turn with all dice in the air, by the rolls made before.
    rolling: Vec<Option<Rotas>>,
    worth: &'a dyn Fn(&Rotas) -> f64,
    choose: fn(f64, f64) -> f64,
    ends: HashMap<RotasStep, f64>,
    /// The value of dice that are kept when so many rolls were made, the others rolling.
    kept: HashMap<(Vec<u8>, u8), f64>,
}

impl<'a> Dice<'a> {
    fn new(
        game: &Rotas,
        worth: &'a dyn Fn(&Rotas) -> f64,
        choose: fn(f64, f64) -> f64,
    ) -> Dice<'a> {
        let mut rolling: Vec<Option<Rotas>> = vec![None; usize::from(game.rolls())];
        let mut game = game.clone();
        while game.rolls() < ROLLS {
            game.play_unchecked(RotasStep::Roll(Chosen::ALL));
            rolling.push(Some(game.clone()));
            game.play_unchecked(fall(&[1; 5]));
        }
        Dice { rolling, worth, choose, ends: HashMap::new(), kept: HashMap::new() }
    }

    /// The value of a legal step.
    fn value(&mut self, game: &Rotas, step: RotasStep) -> f64 {
        let RotasStep::Roll(chosen) = step else {
            let worth = self.worth;
            return *self.ends.entry(step).or_insert_with(|| {
                let mut end = game.clone();
                end.play_unchecked(step);
                worth(&end)
            });
        };
        let faces = game.dice().faces();
        let kept = (0..faces.len()).filter(|place| !chosen.has(*place));
        let mut kept: Vec<u8> = kept.map(|place| faces[place]).collect();
        kept.sort_unstable();
        self.keeping(kept, game.rolls())
    }

    /// The mean over all falls of the dice that are not kept.
    fn keeping(&mut self, kept: Vec<u8>, rolls: u8) -> f64 {
        if let Some(value) = self.kept.get(&(kept.clone(), rolls)) {
            return *value;
        }
        let value = if kept.len() == 5 {
            self.fallen(&kept, rolls)
        } else {
            let mut sum = 0.0;
            for face in 1..=6 {
                let mut more = kept.clone();
                more.insert(kept.partition_point(|other| *other <= face), face);
                sum += self.keeping(more, rolls);
            }
            sum / 6.0
        };
        self.kept.insert((kept, rolls), value);
        value
    }

    /// The value of five dice that fell after so many earlier rolls.
    fn fallen(&mut self, dice: &[u8], rolls: u8) -> f64 {
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

/// What a position between turns is worth to a seat, a shared win half; with turns to come, there are
/// two seats.
fn worth(game: &Rotas, seat: Seat) -> f64 {
    match game.status() {
        Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
        Status::Over(outcome) if outcome.places()[seat.index()] == 1 => 0.5,
        Status::Over(_) => 0.0,
        _ => {
            assert_eq!(game.seats(), 2, "{game}");
            let choose = if game.status() == Status::ToMove(seat) { f64::max } else { f64::min };
            let worth = |end: &Rotas| worth(end, seat);
            Dice::new(game, &worth, choose).value(game, RotasStep::Roll(Chosen::ALL))
        }
    }
}

#[test]
fn rotas_lines_are_proven() {
    let mut wrong = Vec::new();
    for puzzle in puzzles::<Rotas>(ROTAS) {
        let game = &puzzle.game;
        let Status::ToMove(seat) = game.status() else { panic!("nobody moves: {}", puzzle.line) };
        let at_once = |end: &Rotas| f64::from(u8::from(winner(end) == Some(seat)));
        let at_last = |end: &Rotas| worth(end, seat);
        let worth: &dyn Fn(&Rotas) -> f64 = match puzzle.claim {
            "win-in-one" => &at_once,
            "best-odds" | "block" => &at_last,
            claim => panic!("unknown claim {claim}"),
        };
        let mut dice = Dice::new(game, worth, f64::max);
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let values: Vec<f64> = steps.iter().map(|step| dice.value(game, *step)).collect();
        let most = values.iter().copied().fold(0.0, f64::max);
        let as_listed = |(step, value): (&RotasStep, &f64)| match puzzle.lists(&[*step]) {
            true => *value > most - 1e-9,
            // Clearly worse: nothing hangs on rounding.
            false => *value < most - 1e-3,
        };
        let all = steps.iter().zip(&values).all(as_listed);
        if !all || puzzle.claim == "win-in-one" && most < 1.0 {
            wrong.push(puzzle.line);
        }
    }
    assert!(wrong.is_empty(), "not so:\n{}", wrong.join("\n"));
}
