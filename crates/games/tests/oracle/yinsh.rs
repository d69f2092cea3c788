//! Oracle for YINSH: a slow and obvious implementation, written from the rules alone, that shares
//! no code with the real one. The ids (Y1, Y8 …) are those of the rules.

use std::collections::BTreeMap;

/// Column (a = 1 … k = 11) and row.
type Point = (i32, i32);

/// Y1: the lowest and the highest row of the columns a … k.
const LOWEST: [i32; 11] = [2, 1, 1, 1, 1, 2, 2, 3, 4, 5, 7];
const HIGHEST: [i32; 11] = [5, 7, 8, 9, 10, 10, 11, 11, 11, 11, 10];

/// Y1: the three line directions: same letter, same number, both rising together.
const LINES: [(i32, i32); 3] = [(0, 1), (1, 0), (1, 1)];

/// Y2: the markers of the shared supply, and the rings of both players together.
const MARKERS: usize = 51;
const RINGS: usize = 10;

#[derive(Clone)]
pub(crate) struct Yinsh {
    /// The rings and the markers on the board with their colours: 0 White, 1 Black.
    rings: BTreeMap<Point, usize>,
    markers: BTreeMap<Point, usize>,
    /// Number of rings placed so far (Y4).
    placed: usize,
    /// Rings that each player has removed, and the number that wins (Y19, Y21).
    off: [usize; 2],
    goal: usize,
    /// The seat to move, and whether it has moved a ring in this turn.
    mover: usize,
    moved: bool,
    /// A row was removed, and a ring must be (Y14).
    ring_due: bool,
    /// The turn before this one was a pass (Y12).
    opponent_passed: bool,
}

impl Yinsh {
    pub(crate) fn start(setup: &str) -> Self {
        let words: Vec<&str> = setup.split_whitespace().collect();
        // Y19: three rings win. Y21: in blitz one does.
        let goal = match words.as_slice() {
            [] => 3,
            ["blitz"] => 1,
            _ => panic!("nothing or blitz"),
        };
        // Y3, Y4: White begins on the empty board.
        Yinsh {
            rings: BTreeMap::new(),
            markers: BTreeMap::new(),
            placed: 0,
            off: [0, 0],
            goal,
            mover: 0,
            moved: false,
            ring_due: false,
            opponent_passed: false,
        }
    }

    pub(crate) fn steps(&self) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        // Y4: placement, on any vacant point.
        if self.placed < RINGS {
            let vacant = points().into_iter().filter(|&point| self.is_vacant(point));
            return vacant.map(name).collect();
        }
        // Y14: after the row, any of the mover's own rings.
        if self.ring_due {
            let own = self.own_rings().into_iter();
            return own.map(|ring| format!("*{}", name(ring))).collect();
        }
        // Y14, Y15, Y16: a row must be removed, any of them. Y17: before the move, too.
        let rows = self.rows();
        if !rows.is_empty() {
            return rows.into_iter().map(row_name).collect();
        }
        // Y12: a pass if no own ring can move, and only then.
        let moves = self.moves();
        if moves.is_empty() {
            return vec!["pass".to_string()];
        }
        moves
    }

    pub(crate) fn play(&mut self, step: &str) {
        if step == "pass" {
            self.end_turn(true);
        } else if let Some(ring) = step.strip_prefix('*') {
            self.remove_ring(point_named(ring));
        } else if let Some(row) = step.strip_prefix('x') {
            self.take_row(row);
        } else if let Some((from, to)) = step.split_once('-') {
            self.move_ring(point_named(from), point_named(to));
        } else {
            // Y4: one ring at a time, in turn.
            self.rings.insert(point_named(step), self.mover);
            self.placed += 1;
            self.end_turn(false);
        }
    }

    pub(crate) fn status(&self) -> String {
        match self.result() {
            None => format!("to-move {}", self.mover + 1),
            Some((white, black)) => format!("over {white} {black}"),
        }
    }

    /// Y14: the five markers go back to the supply; the ring follows as a step of its own.
    fn take_row(&mut self, text: &str) {
        let rows = self.rows();
        let row = rows.into_iter().find(|&row| row_name(row)[1..] == *text);
        for point in row.expect("a row of his") {
            self.markers.remove(&point);
        }
        self.ring_due = true;
    }

    /// Y14, Y16: further rows may follow.
    fn remove_ring(&mut self, ring: Point) {
        self.rings.remove(&ring);
        self.off[self.mover] += 1;
        self.ring_due = false;
        self.end_turn_if_done();
    }

    fn move_ring(&mut self, from: Point, to: Point) {
        // Y5: a marker of the mover's colour stays behind.
        self.rings.remove(&from);
        self.markers.insert(from, self.mover);
        self.rings.insert(to, self.mover);
        // Y11: every jumped marker flips, of either colour, but not the one just placed.
        let direction = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = next(from, direction);
        while at != to {
            if let Some(colour) = self.markers.get_mut(&at) {
                *colour = 1 - *colour;
            }
            at = next(at, direction);
        }
        self.moved = true;
        self.end_turn_if_done();
    }

    /// Y18: the mover removes own rows first. Y17: the opponent's are left for the opponent's turn.
    fn end_turn_if_done(&mut self) {
        // Y19: the winning ring ends the game at once.
        if self.off[self.mover] < self.goal && self.moved && self.rows().is_empty() {
            self.end_turn(false);
        }
    }

    fn end_turn(&mut self, passed: bool) {
        self.mover = 1 - self.mover;
        self.moved = false;
        self.opponent_passed = passed;
    }

    /// The finishing places of White and Black if the game is over.
    fn result(&self) -> Option<(u32, u32)> {
        // Y19, Y21: enough removed rings win at once, whatever rows are left.
        let somebody_won = self.off.contains(&self.goal);
        if !somebody_won && !self.must_end() {
            return None;
        }
        // Y20: more removed rings win, equal is a draw.
        if self.off[0] == self.off[1] {
            Some((1, 1))
        } else if self.off[0] > self.off[1] {
            Some((1, 2))
        } else {
            Some((2, 1))
        }
    }

    /// Whether a move is due and the game ends instead.
    fn must_end(&self) -> bool {
        // Y20: rows are removed first.
        if self.placed < RINGS || self.ring_due || !self.rows().is_empty() {
            return false;
        }
        // Y20: no marker is left for the move. Removed rows return to the supply.
        let supply = MARKERS - self.markers.len();
        // Y12: two consecutive passes.
        supply == 0 || (self.opponent_passed && self.moves().is_empty())
    }

    /// Y5: all moves of the seat to move.
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.own_rings() {
            for to in self.targets(from) {
                moves.push(format!("{}-{}", name(from), name(to)));
            }
        }
        moves
    }

    /// Y6: landing points of a ring along the lines.
    fn targets(&self, from: Point) -> Vec<Point> {
        let mut targets = Vec::new();
        for (columns, rows) in LINES {
            for direction in [(columns, rows), (-columns, -rows)] {
                let mut jumped = false;
                let mut at = next(from, direction);
                // Y10: a ring ends the line, and so does the edge.
                while is_point(at) && !self.rings.contains_key(&at) {
                    if self.markers.contains_key(&at) {
                        // Y8, Y9: markers may be jumped, after vacant points too.
                        jumped = true;
                    } else {
                        // Y6, Y7: a vacant point, to land on or to cross.
                        targets.push(at);
                        // Y8, Y9: after a jump only the first one.
                        if jumped {
                            break;
                        }
                    }
                    at = next(at, direction);
                }
            }
        }
        targets
    }

    /// Y13: rows of the seat to move: five adjacent markers of its colour. Y15: a longer line has
    /// several. A ring is no marker.
    fn rows(&self) -> Vec<[Point; 5]> {
        let mut rows = row_places();
        rows.retain(|row| row.iter().all(|point| self.markers.get(point) == Some(&self.mover)));
        rows
    }

    fn own_rings(&self) -> Vec<Point> {
        let own = self.rings.iter().filter(|ring| *ring.1 == self.mover);
        own.map(|ring| *ring.0).collect()
    }

    fn is_vacant(&self, point: Point) -> bool {
        !self.rings.contains_key(&point) && !self.markers.contains_key(&point)
    }
}

/// Y1: the 85 points.
fn points() -> Vec<Point> {
    let mut points = Vec::new();
    for column in 1..=11 {
        for row in 1..=11 {
            if is_point((column, row)) {
                points.push((column, row));
            }
        }
    }
    points
}

/// Y1: between the lowest and the highest row of its column.
fn is_point((column, row): Point) -> bool {
    if !(1..=11).contains(&column) {
        return false;
    }
    let index = column as usize - 1;
    LOWEST[index] <= row && row <= HIGHEST[index]
}

fn next((column, row): Point, (columns, rows): (i32, i32)) -> Point {
    (column + columns, row + rows)
}

/// Y13: every five adjacent points on a straight line.
fn row_places() -> Vec<[Point; 5]> {
    let mut places = Vec::new();
    for (column, row) in points() {
        for (columns, rows) in LINES {
            let place = [0, 1, 2, 3, 4].map(|n| (column + n * columns, row + n * rows));
            if place.into_iter().all(is_point) {
                places.push(place);
            }
        }
    }
    places
}

/// The end points, the smaller letter first, in one column the smaller number.
fn row_name(row: [Point; 5]) -> String {
    format!("x{}-{}", name(row[0]), name(row[4]))
}

fn name((column, row): Point) -> String {
    let letter = "abcdefghijk".as_bytes()[column as usize - 1] as char;
    format!("{letter}{row}")
}

fn point_named(text: &str) -> Point {
    let found = points().into_iter().find(|&point| name(point) == text);
    found.expect("the name of a point")
}
