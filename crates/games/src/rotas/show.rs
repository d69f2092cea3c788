//! User interface of RO-TAS: options, scene, touches and prompts.

use alloc::vec;
use alloc::vec::Vec;

use super::board::{MAX_SIDE, PIECES};
use super::{End, ROLLS, Rotas, Step, Why};
use crate::game::{Game, Seat, Status};
use crate::show::{
    Choice, Colour, Die, Figure, Grid, Ground, Look, Mark, Name, Offer, Piece, Prompt, Role, Scene,
    SetupPart, Shape, Show, Slot, Spot, Touches, Tray, Variant,
};

pub(super) fn look(seat: Seat) -> Look {
    Look { shape: Shape::Disc, colour: Colour::Of(seat), mark: Mark::Plain, name: "piece" }
}

fn die(place: usize) -> Name {
    Name::of(format_args!("die-{}", place + 1))
}

impl Rotas {
    fn spots(&self) -> Vec<Spot> {
        let board = &self.setup.board;
        let top = board.height() as f32 - 1.0;
        let spot = |index: usize| {
            let (column, row) = (index % board.width(), index / board.width());
            let ground = Ground::Cell(board.figure(index)?);
            let name = Name::of(board.cell(index));
            Some(Spot { name, x: column as f32, y: top - row as f32, ground })
        };
        board.indices().filter_map(spot).collect()
    }

    fn trays(&self, seat: Seat) -> [Tray; 3] {
        let hand = self.hand[seat.index()];
        let lost = PIECES.saturating_sub(hand + self.placed(seat) as u8);
        let counts = [
            (Role::Hand, "hand", hand),
            (Role::Lost, "lost", lost),
            (Role::Points, "points", self.points(seat) as u8),
        ];
        counts.map(|(role, name, count)| {
            let slot =
                Slot { name: Name::of(format_args!("{name}-{seat}")), look: look(seat), count };
            Tray { role, owner: Some(seat), slots: vec![slot] }
        })
    }

    /// The cells that decided the game (R19, R20).
    fn deciding(&self) -> Vec<usize> {
        match self.end {
            Some(End::Line(_)) => {
                self.lines().next().map(|(_, line)| line.to_vec()).unwrap_or_default()
            }
            Some(End::Fives(seat)) => self.fives(seat).collect(),
            Some(End::Points | End::Alone(_)) | None => Vec::new(),
        }
    }

    /// Rolls left in this turn, without one in progress.
    fn rolls_left(&self) -> u8 {
        ROLLS.saturating_sub(self.rolls + u8::from(self.is_rolling()))
    }
}

/// Editor of custom boards (R4).
const OWN_BOARD: Grid = Grid {
    word: "board",
    cells: &[
        ("P1", Some(Figure::Pair(1))),
        ("P2", Some(Figure::Pair(2))),
        ("P3", Some(Figure::Pair(3))),
        ("P4", Some(Figure::Pair(4))),
        ("P5", Some(Figure::Pair(5))),
        ("P6", Some(Figure::Pair(6))),
        ("3", Some(Figure::Alike(3))),
        ("4", Some(Figure::Alike(4))),
        ("5", Some(Figure::Alike(5))),
        ("H", Some(Figure::FullHouse)),
        ("S", Some(Figure::Straight)),
        (".", None),
    ],
    max_side: MAX_SIDE,
    start: "3,4,5,H,S/4,5,H,S,3/5,H,S,3,4/H,S,3,4,5/P1,P2,P3,P4,P5",
};

impl Show for Rotas {
    const OFFERS: &'static [Offer] = &[
        Offer {
            name: "seats",
            choice: Choice::OneOf(&[
                Variant { name: "2", setup: SetupPart::Words("") },
                Variant { name: "3", setup: SetupPart::Words("seats=3") },
                Variant { name: "4", setup: SetupPart::Words("seats=4") },
            ]),
        },
        Offer {
            name: "board",
            choice: Choice::OneOf(&[
                Variant { name: "six", setup: SetupPart::Words("") },
                Variant { name: "six-b", setup: SetupPart::Words("board=six-b") },
                Variant { name: "small", setup: SetupPart::Words("board=small") },
                Variant { name: "own", setup: SetupPart::Grid(OWN_BOARD) },
            ]),
        },
        Offer { name: "advanced", choice: Choice::Word("advanced") },
        Offer { name: "hard-pairs", choice: Choice::Word("hard-pairs") },
        Offer { name: "strict-house", choice: Choice::Word("strict-house") },
    ];

    const SAMPLES: &'static [&'static str] = &[
        "",
        "seats=3 board=six-b advanced",
        "seats=4 board=small hard-pairs",
        "board=small advanced hard-pairs strict-house",
        "seats=3 board=5,H,.,S,4/3,.,P1,5,P2/5,P3,4,H,3/S,.,5,3,P6/.,3,H,4,5 advanced",
    ];

    const DEMO: &'static str = include_str!("demo.txt");

    const PROMPTS: &'static [&'static str] = &[
        "rotas-roll-all",
        "rotas-dice-fall",
        "rotas-roll-or-place",
        "rotas-roll-on",
        "rotas-must-place",
        "rotas-lose-piece",
        "rotas-lose-piece-early",
        "rotas-over-line",
        "rotas-over-fives",
        "rotas-over-points",
        "rotas-over-points-shared",
        "rotas-over-alone",
    ];

    const REPLIES: &'static [&'static str] =
        &["rotas-roll-chosen", "rotas-part-roll", "rotas-part-place"];

    const REFUSALS: &'static [(&'static str, &'static str)] = Why::ALL;

    const NOTES: &'static [&'static str] = &["rotas-note-reconstructed"];

    fn scene(&self) -> Scene {
        let mut scene = Scene::of(self.spots());
        for index in self.setup.board.indices() {
            let spot = Name::of(self.setup.board.cell(index));
            let pieces = (0u8..).zip(self.stacks.get(index).pieces());
            scene.pieces.extend(pieces.map(|(level, seat)| Piece {
                spot,
                look: look(seat),
                level,
                height: 1,
            }));
        }
        scene.trays = self.seats_in_order().flat_map(|seat| self.trays(seat)).collect();
        let face = |place: usize| Some(self.dice.0[place]).filter(|face| *face > 0);
        scene.dice = (0..5).map(|place| Die { name: die(place), face: face(place) }).collect();
        scene.rolls_left = Some(self.rolls_left());
        if self.must_lose() {
            scene.buttons.push(Name::of("lose"));
        } else if self.end.is_none() && !self.is_rolling() && self.rolls < ROLLS {
            scene.buttons.push(Name::of("roll"));
        }
        let deciding = self.deciding().into_iter();
        scene.marked = deciding.map(|index| Name::of(self.setup.board.cell(index))).collect();
        if let (Some(End::Points), Status::Over(outcome)) = (self.end, self.status()) {
            let winners = self.seats_in_order().filter(|seat| outcome.places()[seat.index()] == 1);
            scene.marked.extend(winners.map(|seat| Name::of(format_args!("points-{seat}"))));
        }
        if self.setup.board.is_named() {
            scene.notes.push("rotas-note-reconstructed");
        }
        scene
    }

    fn touches(&self, step: Step) -> Touches {
        match step {
            // The first roll is of all five dice, so there is nothing to select.
            Step::Roll(_) if self.rolls == 0 => Touches::path([Name::of("roll")]),
            Step::Roll(chosen) => {
                let mut path: Vec<Name> =
                    (0..5).filter(|place| chosen.has(*place)).map(die).collect();
                let unordered = path.len();
                path.push(Name::of("roll"));
                Touches { path, unordered }
            }
            Step::Fall(_) | Step::Leave(_) => Touches::default(),
            Step::Place(cell) => Touches::path([Name::of(cell)]),
            Step::Lose => Touches::path([Name::of("lose")]),
        }
    }

    fn prompt_after(&self, picked: &[Name]) -> Prompt {
        let key = match self.end {
            Some(End::Line(_)) => "rotas-over-line",
            Some(End::Fives(_)) => "rotas-over-fives",
            Some(End::Points) if self.winner().is_none() => "rotas-over-points-shared",
            Some(End::Points) => "rotas-over-points",
            Some(End::Alone(_)) => "rotas-over-alone",
            None if self.status() == Status::ToRoll => "rotas-dice-fall",
            None if self.rolls == 0 => "rotas-roll-all",
            None if self.must_lose() && self.rolls < ROLLS => "rotas-lose-piece-early",
            None if self.must_lose() => "rotas-lose-piece",
            None if self.rolls == ROLLS => "rotas-must-place",
            None if !picked.is_empty() => "rotas-roll-chosen",
            None if self.open_cells().next().is_none() => "rotas-roll-on",
            None => "rotas-roll-or-place",
        };
        if self.end.is_some() {
            let seats = self.seats_in_order().filter(|seat| self.is_in(*seat));
            let points = seats.map(|seat| self.points(seat)).max();
            let prompt = Prompt::new(key).with("points", points.unwrap_or_default());
            return match self.winner() {
                Some(seat) => prompt.with("seat", seat),
                None => prompt,
            };
        }
        let rolls = matches!(
            key,
            "rotas-roll-all" | "rotas-dice-fall" | "rotas-roll-on" | "rotas-roll-chosen"
        );
        Prompt::new(key)
            .with("seat", self.mover)
            .with("rolls", self.rolls_left())
            .at_part(usize::from(!rolls), &["rotas-part-roll", "rotas-part-place"])
    }

    fn why_untouchable(&self, picked: &[Name], touched: Name) -> Option<Why> {
        self.keeps_from(picked, touched)
    }
}
