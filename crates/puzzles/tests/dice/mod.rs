//! Chances of RO-TAS, by plain averages over the dice that are rolled.

use std::collections::HashMap;

use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::{Game, Seat, Status};
use mohreh_puzzles::{Goal, Puzzle};

/// Rolls of a turn (R6).
const ROLLS: u8 = 5;
/// Least difference between the best choice and the second, in ten thousandths, less the rounding.
const MARGIN: u32 = 299;

type Faces = Vec<u8>;

/// A turn: the value of each roll's dice, and of what is kept of them, by number of rolls and sorted faces.
struct Turn<'a> {
    start: Rotas,
    /// Value of a position after the turn.
    end: &'a dyn Fn(&Rotas) -> f64,
    better: fn(f64, f64) -> f64,
    rolled: HashMap<(u8, Faces), f64>,
    kept: HashMap<(u8, Faces), f64>,
    ends: HashMap<String, f64>,
}

fn play(game: &Rotas, step: &str) -> Rotas {
    let mut after = game.clone();
    after.play(step.parse().unwrap()).unwrap();
    after
}

fn fall(faces: &[u8]) -> String {
    format!("={}", faces.iter().map(u8::to_string).collect::<String>())
}

impl Turn<'_> {
    fn new<'a>(
        game: &Rotas,
        end: &'a dyn Fn(&Rotas) -> f64,
        better: fn(f64, f64) -> f64,
    ) -> Turn<'a> {
        let (rolled, kept, ends) = (HashMap::new(), HashMap::new(), HashMap::new());
        Turn { start: game.clone(), end, better, rolled, kept, ends }
    }

    /// The position after so many rolls, the last with these faces.
    fn position(&self, rolls: u8, faces: &[u8]) -> Rotas {
        let mut game = self.start.clone();
        while game.rolls() < rolls {
            game = play(&play(&game, "r"), &fall(faces));
        }
        game
    }

    fn of_rolled(&mut self, rolls: u8, faces: &Faces) -> f64 {
        if let Some(value) = self.rolled.get(&(rolls, faces.clone())) {
            return *value;
        }
        let game = self.position(rolls, faces);
        let values = self.of_steps(&game, faces);
        let value = values.into_iter().map(|(_, value)| value).reduce(self.better).unwrap();
        self.rolled.insert((rolls, faces.clone()), value);
        value
    }

    /// The value of each step, where the dice show `faces`.
    fn of_steps(&mut self, game: &Rotas, faces: &[u8]) -> Vec<(Step, f64)> {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let rolls = game.rolls();
        let mut values = Vec::new();
        for step in steps {
            let value = if let Step::Roll(dice) = step {
                let kept =
                    (0..faces.len()).filter(|place| !dice.has(*place)).map(|place| faces[place]);
                let mut kept: Faces = kept.collect();
                kept.sort_unstable();
                self.of_kept(rolls, &kept)
            } else {
                let mut after = game.clone();
                after.play(step).unwrap();
                let end = self.end;
                *self.ends.entry(step.to_string()).or_insert_with(|| end(&after))
            };
            values.push((step, value));
        }
        values
    }

    /// The mean over all falls of the other dice.
    fn of_kept(&mut self, rolls: u8, kept: &Faces) -> f64 {
        assert!(rolls < ROLLS);
        if let Some(value) = self.kept.get(&(rolls, kept.clone())) {
            return *value;
        }
        let free = 5 - kept.len() as u32;
        let mut sum = 0.0;
        for fall in 0..6_u32.pow(free) {
            let mut faces = kept.clone();
            faces.extend((0..free).map(|die| (fall / 6_u32.pow(die) % 6) as u8 + 1));
            faces.sort_unstable();
            sum += self.of_rolled(rolls + 1, &faces);
        }
        let value = sum / f64::from(6_u32.pow(free));
        self.kept.insert((rolls, kept.clone()), value);
        value
    }
}

/// Whether the seat has a line or all five-alike cells it needs: it has won at once.
fn won(game: &Rotas, seat: Seat) -> bool {
    matches!(game.status(), Status::Over(outcome) if outcome.winner() == Some(seat))
}

/// The chance that the seat to move, at the beginning of its turn, wins with it.
fn chance_to_win(game: &Rotas, seat: Seat) -> f64 {
    let end = |after: &Rotas| f64::from(u8::from(won(after, seat)));
    Turn::new(game, &end, f64::max).of_kept(0, &Vec::new())
}

/// The chance that `seat` wins the game, at the end of a turn of the last round; a shared win counts a half.
fn last_round(game: &Rotas, seat: Seat) -> f64 {
    match game.status() {
        Status::Over(outcome) if outcome.winner() == Some(seat) => 1.0,
        Status::Over(outcome) if outcome.places()[seat.index()] == 1 => 0.5,
        Status::Over(_) => 0.0,
        _ => {
            let end = |after: &Rotas| last_round(after, seat);
            Turn::new(game, &end, f64::min).of_kept(0, &Vec::new())
        }
    }
}

/// Every choice has the chance that the bank says, and the best one is best by a margin.
pub(crate) fn prove(puzzle: &Puzzle) {
    let game: Rotas = puzzle.position.parse().unwrap_or_else(|error| panic!("{error}: {puzzle}"));
    let Status::ToMove(seat) = game.status() else { panic!("nobody is to move: {puzzle}") };
    let end = |after: &Rotas| match (puzzle.goal, after.status()) {
        (Goal::WinChance, _) | (Goal::BlockChance, Status::Over(_)) => {
            f64::from(u8::from(won(after, seat)))
        }
        (Goal::BlockChance, _) => 1.0 - chance_to_win(after, seat.other()),
        (Goal::LastChance, _) => last_round(after, seat),
        (goal, _) => panic!("{}: {puzzle}", goal.name()),
    };
    let faces = game.dice().faces();
    let values = Turn::new(&game, &end, f64::max).of_steps(&game, &faces);
    let listed: usize = puzzle.chances.iter().map(|chance| chance.steps.len()).sum();
    assert_eq!(listed, values.len(), "all choices are listed: {puzzle}");
    for (step, value) in values {
        let step = step.to_string();
        let chance = puzzle.chances.iter().find(|chance| chance.steps.contains(&step));
        let chance = chance.unwrap_or_else(|| panic!("{step} is not listed: {puzzle}"));
        let wrong = (value * 10_000.0 - f64::from(chance.value)).abs();
        assert!(wrong <= 0.51, "{step} is worth {value}: {puzzle}");
    }
    assert!(puzzle.chances[0].value >= puzzle.chances[1].value + MARGIN, "{puzzle}");
}
