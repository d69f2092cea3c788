//! Oracle for RO-TAS: a slow and obvious implementation, written from the rules alone, that shares
//! no code with the real one. The ids (R9, R15c …) are those of the rules.

use std::collections::BTreeMap;

/// A cell: column (0 is a) and row (1 is the lowest).
type Cell = (i32, i32);

/// The built-in boards (R3), as in setup texts.
const SIX: &str = "H,3,5,S,P1,4/S,H,P2,3,4,5/P3,5,4,H,S,3/3,S,H,4,5,P4/5,4,3,P5,H,S/4,P6,S,5,3,H";
const SIX_B: &str = "4,H,3,S,5,3/P1,S,5,P2,H,4/5,3,H,4,S,P3/P4,S,4,H,3,5/4,H,P5,5,S,P6/3,5,S,3,H,4";
const SMALL: &str = "P1,5,P2,S,3/3,H,4,H,4/S,P3,5,P4,S/4,H,4,H,3/3,S,P5,5,P6";

/// What is due.
#[derive(Clone)]
enum Due {
    /// A decision: roll, re-roll, place or lose.
    Decision,
    /// The outcome of rolling these dice (zero-based).
    Outcome(Vec<usize>),
    /// The game is over, with the place of each seat.
    Over(Vec<usize>),
}

#[derive(Clone)]
pub(crate) struct Rotas {
    seats: usize,
    advanced: bool,
    hard_pairs: bool,
    strict_house: bool,
    /// The token of every cell, without holes.
    tokens: BTreeMap<Cell, String>,
    /// Owners of the pieces in every cell, bottom first.
    stacks: BTreeMap<Cell, Vec<usize>>,
    mover: usize,
    /// Turns finished by each seat.
    turns: Vec<usize>,
    /// R25: the seats that have left.
    left: Vec<usize>,
    dice: [usize; 5],
    /// Rolls made in this turn.
    rolls: usize,
    due: Due,
}

impl Rotas {
    pub(crate) fn start(setup: &str) -> Self {
        let mut seats = 2;
        let mut board = "six";
        let mut options = Vec::new();
        for word in setup.split_whitespace() {
            match word.split_once('=') {
                Some(("seats", number)) => seats = number.parse().unwrap(),
                Some(("board", grid)) => board = grid,
                _ => options.push(word),
            }
        }
        for option in &options {
            assert!(["advanced", "hard-pairs", "strict-house"].contains(option));
        }
        let tokens = tokens(match board {
            "six" => SIX,
            "six-b" => SIX_B,
            "small" => SMALL,
            grid => grid,
        });
        Rotas {
            seats,
            // R18: independent of each other.
            advanced: options.contains(&"advanced"),
            hard_pairs: options.contains(&"hard-pairs"),
            strict_house: options.contains(&"strict-house"),
            stacks: tokens.keys().map(|&cell| (cell, Vec::new())).collect(),
            tokens,
            mover: 0,
            turns: vec![0; seats],
            left: Vec::new(),
            dice: [0; 5],
            rolls: 0,
            due: Due::Decision,
        }
    }

    pub(crate) fn steps(&self) -> Vec<String> {
        match &self.due {
            Due::Decision => self.decisions(),
            Due::Outcome(rolled) => self.outcomes(rolled),
            Due::Over(_) => Vec::new(),
        }
    }

    pub(crate) fn play(&mut self, step: &str) {
        if let Some(number) = step.strip_prefix("leave") {
            return self.leave(number.parse::<usize>().unwrap() - 1);
        }
        assert!(self.steps().iter().any(|legal| legal == step), "{step}");
        if let Some(faces) = step.strip_prefix('=') {
            for (die, face) in faces.chars().enumerate() {
                // R7: only the current dice count.
                self.dice[die] = face.to_digit(10).unwrap() as usize;
            }
            self.rolls += 1;
            self.due = Due::Decision;
        } else if let Some(cell) = step.strip_prefix('@') {
            self.place(cell_of(cell));
        } else if step == "lose" {
            // R14: no piece is placed, and one is lost.
            self.end_turn();
        } else if step == "r" {
            self.due = Due::Outcome(vec![0, 1, 2, 3, 4]);
        } else {
            let numbers = step[1..].split(',');
            let rolled = numbers.map(|n| n.parse::<usize>().unwrap() - 1);
            self.due = Due::Outcome(rolled.collect());
        }
    }

    pub(crate) fn status(&self) -> String {
        match &self.due {
            Due::Decision => format!("to-move {}", self.mover + 1),
            Due::Outcome(_) => "to-roll".to_string(),
            Due::Over(places) => {
                let places: Vec<String> = places.iter().map(usize::to_string).collect();
                format!("over {}", places.join(" "))
            }
        }
    }

    // Step generation.

    /// R15b: the decisions of the mover.
    fn decisions(&self) -> Vec<String> {
        // R6: the first roll is of all five dice.
        if self.rolls == 0 {
            return vec!["r".to_string()];
        }
        let mut steps = self.placements();
        if steps.is_empty() && !self.later_roll_could_place() {
            // R14, R15c: no placement now, and none possible later in the turn.
            return vec!["lose".to_string()];
        }
        // R6: at most five rolls. R13, R15: without a placement a roll is compulsory before the
        // fifth; after it, placing is.
        if self.rolls < 5 {
            steps.extend(rerolls());
        }
        steps
    }

    /// R8, R10: any open cell whose combination the dice make.
    fn placements(&self) -> Vec<String> {
        let mut steps = Vec::new();
        for (&cell, token) in &self.tokens {
            if self.open_at(cell, self.rolls) && self.made(token) {
                steps.push(format!("@{}", name(cell)));
            }
        }
        steps
    }

    /// R8, R12: fewer than five pieces. R16: in the advanced game at most five
    /// less the number of rolls.
    fn open_at(&self, cell: Cell, rolls: usize) -> bool {
        let pieces = self.stacks[&cell].len();
        pieces < 5 && (!self.advanced || pieces + rolls <= 5)
    }

    /// R15c: whether any cell could be open at a later roll of this turn.
    fn later_roll_could_place(&self) -> bool {
        let mut later = self.rolls + 1..=5;
        later.any(|rolls| self.tokens.keys().any(|&cell| self.open_at(cell, rolls)))
    }

    /// Number of dice with this face.
    fn count(&self, number: usize) -> usize {
        self.dice.iter().filter(|&&die| die == number).count()
    }

    /// R9: whether the dice make the combination of this token.
    fn made(&self, token: &str) -> bool {
        match token {
            "3" => self.alike(3),
            "4" => self.alike(4),
            "5" => self.alike(5),
            "H" => self.full_house(),
            "S" => (1..=5).all(|n| self.count(n) == 1) || (2..=6).all(|n| self.count(n) == 1),
            // R17: a pair of the cell's own number.
            pair if self.hard_pairs => self.count(pair[1..].parse().unwrap()) >= 2,
            _ => self.alike(2),
        }
    }

    /// R9: at least this many equal dice.
    fn alike(&self, dice: usize) -> bool {
        (1..=6).any(|number| self.count(number) >= dice)
    }

    /// R9: three of one number and two of another, or five alike.
    fn full_house(&self) -> bool {
        let three = (1..=6).any(|number| self.count(number) == 3);
        let two = (1..=6).any(|number| self.count(number) == 2);
        (three && two) || (self.alike(5) && !self.strict_house)
    }

    /// All outcomes of rolling these dice; the others keep their faces.
    fn outcomes(&self, rolled: &[usize]) -> Vec<String> {
        let mut all = vec!["=".to_string()];
        for die in 0..5 {
            let kept = self.dice[die]..=self.dice[die];
            let faces = if rolled.contains(&die) { 1..=6 } else { kept };
            let mut longer = Vec::new();
            for beginning in &all {
                for face in faces.clone() {
                    longer.push(format!("{beginning}{face}"));
                }
            }
            all = longer;
        }
        all
    }

    // Playing steps.

    fn place(&mut self, cell: Cell) {
        // R11: on top.
        self.stacks.get_mut(&cell).unwrap().push(self.mover);
        // R19, R20, R22: only the mover can have completed one of these.
        if self.has_line() || self.has_fives() {
            self.due = Due::Over(self.places_of_winner(self.mover));
        } else {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        self.turns[self.mover] += 1;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        self.dice = [0; 5];
        self.rolls = 0;
        // R14, R21: fifteen rounds use up all pieces. R27: of the seats that stay.
        if self.stayers().iter().all(|&seat| self.turns[seat] == 15) {
            self.due = Due::Over(self.places_by_points());
            return;
        }
        // R26: seats that have left are skipped.
        self.mover = (self.mover + 1) % self.seats;
        while self.left.contains(&self.mover) {
            self.mover = (self.mover + 1) % self.seats;
        }
        self.due = Due::Decision;
    }

    /// R25, R26, R27.
    fn leave(&mut self, seat: usize) {
        assert!(self.seats > 2 && seat < self.seats && !self.left.contains(&seat));
        assert!(!matches!(self.due, Due::Over(_)));
        self.left.push(seat);
        if let [last] = self.stayers()[..] {
            self.due = Due::Over(self.places_of_winner(last));
        } else if seat == self.mover {
            self.begin_turn();
        }
    }

    fn stayers(&self) -> Vec<usize> {
        (0..self.seats).filter(|seat| !self.left.contains(seat)).collect()
    }

    /// R27: seats that have left rank below all that stayed.
    fn places_of_winner(&self, winner: usize) -> Vec<usize> {
        let place = |seat| match seat {
            _ if self.left.contains(&seat) => 1 + self.stayers().len(),
            _ if seat == winner => 1,
            _ => 2,
        };
        (0..self.seats).map(place).collect()
    }

    /// R11: whether the mover owns this cell.
    fn on_top(&self, cell: Cell) -> bool {
        let stack = self.stacks.get(&cell);
        stack.is_some_and(|pieces| pieces.last() == Some(&self.mover))
    }

    /// R19: four adjacent cells in a row, column or diagonal.
    fn has_line(&self) -> bool {
        for &(column, row) in self.tokens.keys() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if (0..4).all(|i| self.on_top((column + i * right, row + i * up))) {
                    return true;
                }
            }
        }
        false
    }

    /// R20: a piece in three different five-alike cells, covered or not.
    fn has_fives(&self) -> bool {
        let mut cells = 0;
        for (cell, token) in &self.tokens {
            if token == "5" && self.stacks[cell].contains(&self.mover) {
                cells += 1;
            }
        }
        cells >= 3
    }

    /// R21: each top piece scores its height.
    fn points(&self, seat: usize) -> usize {
        let mut points = 0;
        for stack in self.stacks.values() {
            if stack.last() == Some(&seat) {
                points += stack.len();
            }
        }
        points
    }

    /// R21: a place is one more than the number of seats with more points. R27: seats that have
    /// left rank below all that stayed, and do not count for the others.
    fn places_by_points(&self) -> Vec<usize> {
        let mut places = Vec::new();
        for seat in 0..self.seats {
            let mut better = self.stayers();
            if !self.left.contains(&seat) {
                better.retain(|&other| self.points(other) > self.points(seat));
            }
            places.push(1 + better.len());
        }
        places
    }
}

/// R6: every choice of one to five dice to be rolled again.
fn rerolls() -> Vec<String> {
    let mut chosen: Vec<Vec<String>> = vec![Vec::new()];
    for die in 1..=5 {
        for earlier in chosen.clone() {
            chosen.push([earlier, vec![die.to_string()]].concat());
        }
    }
    chosen.retain(|dice| !dice.is_empty() && dice.len() < 5);
    let mut steps = vec!["r".to_string()];
    steps.extend(chosen.iter().map(|dice| format!("r{}", dice.join(","))));
    steps
}

/// R4: the tokens of a grid, whose last row is row 1.
fn tokens(grid: &str) -> BTreeMap<Cell, String> {
    let mut tokens = BTreeMap::new();
    for (row, line) in grid.split('/').rev().enumerate() {
        for (column, token) in line.split(',').enumerate() {
            if token != "." {
                tokens.insert((column as i32, row as i32 + 1), token.to_string());
            }
        }
    }
    tokens
}

fn name((column, row): Cell) -> String {
    format!("{}{row}", (b'a' + column as u8) as char)
}

fn cell_of(name: &str) -> Cell {
    let column = i32::from(name.as_bytes()[0] - b'a');
    (column, name[1..].parse().unwrap())
}
