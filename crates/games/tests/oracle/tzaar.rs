//! Oracle for TZAAR: a slow and obvious implementation, written from the rules alone, that shares
//! no code with the real one. The ids (T1, T8 …) are those of the rules.

use std::collections::BTreeMap;

/// Column (a = 1 … i = 9) and row (1 at the foot of the column).
type Point = (i32, i32);

/// T2b: the fixed arrangement.
const FIXED: &str = "ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT";

/// T1b: the heights of the columns a … i.
const HEIGHTS: [i32; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// T1b: column e, where the rows stop rising and begin to fall.
const E: i32 = 5;

/// The three types: Tzaar, Tzarra, Tott.
const TYPES: [char; 3] = ['Z', 'R', 'T'];

/// The six directions along the three lines through a point.
const DIRECTIONS: [Direction; 6] = [
    Direction::Up,
    Direction::Down,
    Direction::RightUp,
    Direction::RightDown,
    Direction::LeftUp,
    Direction::LeftDown,
];

#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
    RightUp,
    RightDown,
    LeftUp,
    LeftDown,
}

/// A piece or a stack: its owner, the type of its top piece (T13) and its height.
#[derive(Clone, Copy)]
struct Stack {
    seat: usize,
    top: char,
    height: u32,
}

#[derive(Clone)]
pub(crate) struct Tzaar {
    /// The occupied points.
    board: BTreeMap<Point, Stack>,
    /// The seat to move: 0 White, 1 Black.
    mover: usize,
    /// 1 or 2: the action due in this turn.
    action: u32,
    /// Whether this is the very first turn of the game.
    first_turn: bool,
}

impl Tzaar {
    pub(crate) fn start(setup: &str) -> Self {
        let words: Vec<&str> = setup.split_whitespace().collect();
        let letters = match words.as_slice() {
            [] | ["fixed"] => FIXED,
            [word] => word.strip_prefix("pieces=").expect("fixed or pieces="),
            _ => panic!("more than one word of setup"),
        };
        let letters: Vec<char> = letters.chars().collect();
        let points = points();
        assert_eq!(letters.len(), points.len(), "one letter for each point");
        // T2: all points are filled. Capital letters are White's.
        let mut board = BTreeMap::new();
        for (point, letter) in points.into_iter().zip(letters) {
            let stack = Stack {
                seat: if letter.is_ascii_uppercase() { 0 } else { 1 },
                top: letter.to_ascii_uppercase(),
                height: 1,
            };
            board.insert(point, stack);
        }
        // T3: White starts.
        Tzaar { board, mover: 0, action: 1, first_turn: true }
    }

    pub(crate) fn steps(&self) -> Vec<String> {
        if self.loser().is_some() {
            return Vec::new();
        }
        // T4, T5, T7: the first action is a capture, and nothing else.
        let mut steps = self.captures();
        if self.action == 2 {
            // T6: the second is a capture, strengthening, or passing, which is always allowed.
            steps.extend(self.strengthenings());
            steps.push("-".to_string());
        }
        steps
    }

    pub(crate) fn play(&mut self, step: &str) {
        // T6: a pass changes nothing on the board.
        if step != "-" {
            self.act(step);
        }
        // T15: the game may be over after any action, the first of a turn included.
        if self.seat_lacking_a_type().is_some() {
            return;
        }
        // T4: the very first turn is one action. T5: every later one is two.
        if self.first_turn || self.action == 2 {
            self.first_turn = false;
            self.mover = 1 - self.mover;
            self.action = 1;
        } else {
            self.action = 2;
        }
    }

    pub(crate) fn status(&self) -> String {
        match self.loser() {
            None => format!("to-move {}", self.mover + 1),
            Some(0) => "over 2 1".to_string(),
            Some(_) => "over 1 2".to_string(),
        }
    }

    fn act(&mut self, step: &str) {
        let middle = step.find(['x', '+']).expect("a capture or a strengthening");
        let from = point_named(&step[..middle]);
        let to = point_named(&step[middle + 1..]);
        // T9: the point it leaves is vacant from now on.
        let mut moving = self.board.remove(&from).expect("something to move");
        let met = self.board.remove(&to).expect("something to move onto");
        // T11: a capture takes the whole enemy stack off; the mover keeps its height.
        // T12: in strengthening the heights add up. T13: the type is that of the one that moved.
        if &step[middle..middle + 1] == "+" {
            moving.height += met.height;
        }
        self.board.insert(to, moving);
    }

    /// T11: onto an enemy whose height is not greater than the mover's; types do not matter.
    fn captures(&self) -> Vec<String> {
        let mut steps = Vec::new();
        for (from, to) in self.candidate_moves() {
            let (moving, met) = (self.board[&from], self.board[&to]);
            if met.seat != moving.seat && met.height <= moving.height {
                steps.push(format!("{}x{}", name(from), name(to)));
            }
        }
        steps
    }

    /// T12: onto one's own, of any type and height. T14: never onto an enemy.
    fn strengthenings(&self) -> Vec<String> {
        let mut steps = Vec::new();
        for (from, to) in self.candidate_moves() {
            if self.board[&to].seat == self.board[&from].seat {
                steps.push(format!("{}+{}", name(from), name(to)));
            }
        }
        steps
    }

    /// T8: each stack of the seat to move, with the points of the first stacks on its lines.
    fn candidate_moves(&self) -> Vec<(Point, Point)> {
        let mut candidate_moves = Vec::new();
        for (&from, stack) in &self.board {
            if stack.seat != self.mover {
                continue;
            }
            for direction in DIRECTIONS {
                if let Some(to) = self.first_occupied(from, direction) {
                    candidate_moves.push((from, to));
                }
            }
        }
        candidate_moves
    }

    /// T8: along a straight line over vacant points to the first occupied point. T10: nothing
    /// jumps, and the centre ends the line as the edge does.
    fn first_occupied(&self, from: Point, direction: Direction) -> Option<Point> {
        let mut at = next(from, direction);
        while is_point(at) {
            if self.board.contains_key(&at) {
                return Some(at);
            }
            at = next(at, direction);
        }
        None
    }

    fn loser(&self) -> Option<usize> {
        if let Some(seat) = self.seat_lacking_a_type() {
            return Some(seat);
        }
        // T16: nothing to capture at the start of the turn; in the second action it loses nothing.
        if self.action == 1 && self.captures().is_empty() {
            return Some(self.mover);
        }
        // T17: there are no draws.
        None
    }

    /// T15: the seat without a visible piece of a type, which has lost.
    fn seat_lacking_a_type(&self) -> Option<usize> {
        for seat in [0, 1] {
            for kind in TYPES {
                let mut stacks = self.board.values();
                if !stacks.any(|stack| stack.seat == seat && stack.top == kind) {
                    return Some(seat);
                }
            }
        }
        None
    }
}

/// T1, T1b: the 60 points in the order of the setup text, a1 … a5 b1 … i5.
fn points() -> Vec<Point> {
    let mut points = Vec::new();
    for column in 1..=9 {
        for row in 1..=9 {
            if is_point((column, row)) {
                points.push((column, row));
            }
        }
    }
    points
}

/// T1b: within the height of its column, and not e5, the missing centre.
fn is_point((column, row): Point) -> bool {
    if !(1..=9).contains(&column) || (column, row) == (E, 5) {
        return false;
    }
    1 <= row && row <= HEIGHTS[column as usize - 1]
}

/// T1b: the next place on the line. To the right the rows are r and r + 1 left of column e, r − 1
/// and r from e on; to the left it is the reverse.
fn next((column, row): Point, direction: Direction) -> Point {
    match direction {
        Direction::Up => (column, row + 1),
        Direction::Down => (column, row - 1),
        Direction::RightUp if column < E => (column + 1, row + 1),
        Direction::RightUp => (column + 1, row),
        Direction::RightDown if column < E => (column + 1, row),
        Direction::RightDown => (column + 1, row - 1),
        Direction::LeftUp if column <= E => (column - 1, row),
        Direction::LeftUp => (column - 1, row + 1),
        Direction::LeftDown if column <= E => (column - 1, row - 1),
        Direction::LeftDown => (column - 1, row),
    }
}

fn name((column, row): Point) -> String {
    let letter = "abcdefghi".as_bytes()[column as usize - 1] as char;
    format!("{letter}{row}")
}

fn point_named(text: &str) -> Point {
    let found = points().into_iter().find(|&point| name(point) == text);
    found.expect("the name of a point")
}
