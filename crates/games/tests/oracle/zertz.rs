//! Oracle for ZÈRTZ: a slow and obvious implementation, written from the rules alone, that shares
//! no code with the real one. The ids (Z5, Z24c …) are those of the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A ring: column (0 is a) and row (1 is the foot of the column, Z2).
type Ring = (i32, i32);

/// The colours, in the order of all counts.
const COLOURS: [char; 3] = ['W', 'G', 'B'];

/// What is due from the seat to move.
#[derive(Clone)]
enum Due {
    /// The start of a turn.
    Turn,
    /// A capture, to replay a claimed turn (Z24c).
    Capture,
    /// Removal of a free ring after a placement (Z5).
    Remove,
    /// Another jump of the marble on this ring (Z10).
    Chain(Ring),
    /// A claim, or acceptance of the end with these places (Z24d).
    Accept([u32; 2]),
    /// The game is over with these places.
    Over([u32; 2]),
}

#[derive(Clone)]
pub(crate) struct Zertz {
    /// The middle column of the board (Z2).
    middle: i32,
    blitz: bool,
    overlook: bool,
    /// The rings that are left.
    rings: BTreeSet<Ring>,
    /// The occupied rings, with the index of the marble's colour.
    marbles: BTreeMap<Ring, usize>,
    supply: [u32; 3],
    /// Captured marbles of each seat.
    owned: [[u32; 3]; 2],
    mover: usize,
    due: Due,
    /// Consecutive passes (Z18).
    passes: u32,
    /// Number of occurrences of each position at the start of a turn (Z20).
    seen: HashMap<String, u32>,
    /// The game that a claim restores, if the last turn or the current one missed a capture (Z24c).
    restored: Option<Box<Zertz>>,
}

impl Zertz {
    pub(crate) fn start(setup: &str) -> Self {
        let words: Vec<&str> = setup.split_whitespace().collect();
        let mut size = "37";
        for word in &words {
            match word.strip_prefix("rings=") {
                Some(number) => size = number,
                // Z23: touch-move changes no legal step.
                None => assert!(["blitz", "overlook", "touch"].contains(word)),
            }
        }
        let blitz = words.contains(&"blitz");
        let mut game = Zertz {
            middle: if size == "61" { 4 } else { 3 },
            blitz,
            overlook: words.contains(&"overlook"),
            rings: board(size),
            marbles: BTreeMap::new(),
            // Z1, Z21; Z3: the board's size does not matter.
            supply: if blitz { [5, 7, 9] } else { [6, 8, 10] },
            owned: [[0; 3]; 2],
            mover: 0,
            due: Due::Turn,
            passes: 0,
            seen: HashMap::new(),
            restored: None,
        };
        game.count_position();
        game
    }

    pub(crate) fn steps(&self) -> Vec<String> {
        match &self.due {
            Due::Turn => self.first_steps(),
            Due::Capture => self.all_jumps(),
            Due::Remove => {
                let free = self.free_rings();
                free.iter().map(|&r| format!("-{}", name(r))).collect()
            }
            Due::Chain(from) => self.jumps_of(*from),
            Due::Accept(_) => vec!["claim".to_string(), "pass".to_string()],
            Due::Over(_) => Vec::new(),
        }
    }

    pub(crate) fn play(&mut self, step: &str) {
        assert!(self.steps().iter().any(|legal| legal == step), "{step}");
        if step == "claim" {
            self.claim();
        } else if step == "pass" {
            self.pass();
        } else if let Some(place) = step.strip_prefix('-') {
            self.remove(ring(place));
        } else if let Some((from, to)) = step.split_once('x') {
            self.jump(ring(from), ring(to));
        } else {
            let colour = COLOURS.iter().position(|&c| step.starts_with(c));
            self.place(colour.unwrap(), ring(&step[1..]));
        }
    }

    pub(crate) fn status(&self) -> String {
        match self.due {
            Due::Over([first, second]) => format!("over {first} {second}"),
            _ => format!("to-move {}", self.mover + 1),
        }
    }

    // Step generation.

    /// Steps at the start of a regular turn.
    fn first_steps(&self) -> Vec<String> {
        let mut steps = self.all_jumps();
        // Z8: captures are compulsory. Z24: not with `overlook`.
        if steps.is_empty() || self.overlook {
            steps.extend(self.placements());
        }
        // Z18: neither capture nor placement.
        if steps.is_empty() {
            steps.push("pass".to_string());
        }
        // Z24b: only directly after a turn that missed a capture.
        if self.restored.is_some() {
            steps.push("claim".to_string());
        }
        steps
    }

    /// Z5: any colour on any vacant ring.
    fn placements(&self) -> Vec<String> {
        // Z5b, Z17: one's own marbles only if the supply is empty.
        let from = if self.supply == [0; 3] { self.owned[self.mover] } else { self.supply };
        let mut steps = Vec::new();
        for colour in 0..3 {
            for &place in &self.rings {
                if from[colour] > 0 && self.vacant(place) {
                    steps.push(format!("{}{}", COLOURS[colour], name(place)));
                }
            }
        }
        steps
    }

    /// Z11: all captures, freely chosen.
    fn all_jumps(&self) -> Vec<String> {
        let occupied = self.marbles.keys();
        occupied.flat_map(|&from| self.jumps_of(from)).collect()
    }

    /// Z9: over an adjacent marble onto the vacant ring straight behind.
    fn jumps_of(&self, from: Ring) -> Vec<String> {
        let mut steps = Vec::new();
        for direction in 0..6 {
            let over = self.neighbour(from, direction);
            let to = self.neighbour(over, direction);
            if self.marbles.contains_key(&over) && self.vacant(to) {
                steps.push(format!("{}x{}", name(from), name(to)));
            }
        }
        steps
    }

    /// Z6: vacant, and two neighbouring directions have no ring.
    fn free_rings(&self) -> Vec<Ring> {
        let mut free = Vec::new();
        for &place in &self.rings {
            let open = |direction| !self.rings.contains(&self.neighbour(place, direction));
            if self.vacant(place) && (0..6).any(|d| open(d) && open((d + 1) % 6)) {
                free.push(place);
            }
        }
        free
    }

    // Playing steps.

    fn place(&mut self, colour: usize, place: Ring) {
        // Z24, Z24b: an older claim expires; a missed capture creates a new one.
        self.restored = None;
        if !self.all_jumps().is_empty() {
            let mut before = self.clone();
            before.due = Due::Capture;
            self.restored = Some(Box::new(before));
        }
        self.passes = 0;
        // Z5, Z17.
        if self.supply == [0; 3] {
            self.owned[self.mover][colour] -= 1;
        } else {
            self.supply[colour] -= 1;
        }
        self.marbles.insert(place, colour);
        // Z14b: full groups are captured before the removal, too.
        self.take_full_groups();
        // Z7: without a free ring the turn ends here.
        if self.free_rings().is_empty() {
            self.end_turn();
        } else {
            self.due = Due::Remove;
        }
    }

    fn remove(&mut self, place: Ring) {
        // Z6b: the ring is out of the game.
        self.rings.remove(&place);
        self.take_full_groups();
        self.end_turn();
    }

    fn jump(&mut self, from: Ring, to: Ring) {
        // Z24b: the claim expires.
        self.restored = None;
        self.passes = 0;
        // Z9, Z10b: the jumped marble leaves the board at once.
        for direction in 0..6 {
            let over = self.neighbour(from, direction);
            if self.neighbour(over, direction) == to {
                let taken = self.marbles.remove(&over).unwrap();
                self.owned[self.mover][taken] += 1;
            }
        }
        let jumper = self.marbles.remove(&from).unwrap();
        self.marbles.insert(to, jumper);
        // Z10: the same marble goes on if it can. Z12: else the turn is over.
        if self.jumps_of(to).is_empty() {
            self.end_turn();
        } else {
            self.due = Due::Chain(to);
        }
    }

    fn pass(&mut self) {
        // Z24d: the end is accepted.
        if let Due::Accept(places) = self.due {
            self.due = Due::Over(places);
            return;
        }
        // Z18.
        self.restored = None;
        self.passes += 1;
        self.end_turn();
    }

    /// Z24c: the whole turn is reverted, and its player must capture.
    fn claim(&mut self) {
        *self = *self.restored.take().unwrap();
    }

    /// Z14b: the end conditions, tested at the end of a turn.
    fn end_turn(&mut self) {
        let mover = self.mover;
        self.mover = 1 - mover;
        let times = self.count_position();
        let won = if mover == 0 { [1, 2] } else { [2, 1] };
        let end = if self.all_occupied() || self.owns_enough(mover) {
            // Z19, Z16: the seat whose turn it was wins.
            Some(won)
        } else if times >= 3 || self.passes >= 2 {
            // Z20, Z18.
            Some([1, 1])
        } else {
            None
        };
        self.due = match end {
            None => Due::Turn,
            // Z24d: after a missed capture the end is pending.
            Some(places) if self.restored.is_some() => Due::Accept(places),
            Some(places) => Due::Over(places),
        };
    }

    /// Z16, Z21.
    fn owns_enough(&self, seat: usize) -> bool {
        let [white, grey, black] = self.owned[seat];
        if self.blitz {
            (white >= 2 && grey >= 2 && black >= 2) || white >= 3 || grey >= 4 || black >= 5
        } else {
            (white >= 3 && grey >= 3 && black >= 3) || white >= 4 || grey >= 5 || black >= 6
        }
    }

    /// Z20: records the position at the start of a turn; returns its number of occurrences.
    fn count_position(&mut self) -> u32 {
        let position = format!(
            "{:?} {:?} {:?} {:?} {}",
            self.rings, self.marbles, self.supply, self.owned, self.mover
        );
        let times = self.seen.entry(position).or_insert(0);
        *times += 1;
        *times
    }

    /// Z13, Z13b, Z14: groups without a vacant ring go to the mover.
    fn take_full_groups(&mut self) {
        // Z15: another group must be left. If all rings are occupied, Z19 applies.
        if self.all_occupied() {
            return;
        }
        for group in self.groups() {
            if group.iter().any(|&r| self.vacant(r)) {
                continue;
            }
            for place in group {
                self.rings.remove(&place);
                let taken = self.marbles.remove(&place).unwrap();
                self.owned[self.mover][taken] += 1;
            }
        }
    }

    /// The connected groups of rings.
    fn groups(&self) -> Vec<Vec<Ring>> {
        let mut groups: Vec<Vec<Ring>> = Vec::new();
        for &first in &self.rings {
            if groups.iter().any(|group| group.contains(&first)) {
                continue;
            }
            let mut group = vec![first];
            let mut done = 0;
            while done < group.len() {
                for direction in 0..6 {
                    let next = self.neighbour(group[done], direction);
                    if self.rings.contains(&next) && !group.contains(&next) {
                        group.push(next);
                    }
                }
                done += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// Z19: whether every ring is occupied; true if no ring is left.
    fn all_occupied(&self) -> bool {
        self.rings.iter().all(|&place| !self.vacant(place))
    }

    /// Whether there is a ring without a marble.
    fn vacant(&self, place: Ring) -> bool {
        self.rings.contains(&place) && !self.marbles.contains_key(&place)
    }

    /// Z2: the adjacent place, with or without a ring. The six directions are clockwise, starting
    /// upwards.
    fn neighbour(&self, (column, row): Ring, direction: usize) -> Ring {
        // To the right: rows r and r + 1 left of the middle column, r − 1 and r from it on. To the
        // left it is mirrored.
        let right = if column < self.middle { 1 } else { 0 };
        let left = if column > self.middle { 1 } else { 0 };
        match direction {
            0 => (column, row + 1),
            1 => (column + 1, row + right),
            2 => (column + 1, row + right - 1),
            3 => (column, row - 1),
            4 => (column - 1, row + left - 1),
            5 => (column - 1, row + left),
            _ => unreachable!("there are six directions"),
        }
    }
}

/// Z2: the rings of a board.
fn board(size: &str) -> BTreeSet<Ring> {
    let heights: &[i32] = match size {
        "37" => &[4, 5, 6, 7, 6, 5, 4],
        "61" => &[5, 6, 7, 8, 9, 8, 7, 6, 5],
        _ => &[5, 6, 7, 8, 7, 6, 5, 4],
    };
    // The boards from 40 to 44 are parts of the 48 board: rows 2 and up of a–g, and these.
    let added: &[&str] = match size {
        "37" | "48" | "61" => &[],
        "40" => &["a1", "b1", "c1"],
        "41" => &["d1", "e1", "f1", "g1"],
        "43" => &["a1", "b1", "c1", "h2", "h3", "h4"],
        "44" => &["a1", "b1", "c1", "d1", "e1", "f1", "g1"],
        _ => panic!("no such board: {size}"),
    };
    let mut rings = BTreeSet::new();
    for column in 0..heights.len() as i32 {
        for row in 1..=heights[column as usize] {
            let place = (column, row);
            let basic = row >= 2 && column <= 6;
            if added.is_empty() || basic || added.contains(&name(place).as_str()) {
                rings.insert(place);
            }
        }
    }
    rings
}

fn name((column, row): Ring) -> String {
    format!("{}{row}", (b'a' + column as u8) as char)
}

fn ring(name: &str) -> Ring {
    let column = i32::from(name.as_bytes()[0] - b'a');
    (column, name[1..].parse().unwrap())
}
