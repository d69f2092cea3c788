//! User interface of YINSH: options, scene, touches and prompts.

use alloc::vec;
use alloc::vec::Vec;

use super::board::{Point, points};
use super::{End, Stage, Step, Why, Yinsh};
use crate::game::{Game, Seat, Status};
use crate::show::{
    Choice, Colour, Look, Mark, Name, Offer, Piece, Prompt, Role, Scene, SetupPart, Shape, Show,
    Slot, Touches, Tray, Variant,
};

pub(super) fn look(shape: Shape, seat: usize) -> Look {
    let name = if shape == Shape::Ring { "ring" } else { "marker" };
    Look { shape, colour: Colour::duel(Seat::new(seat)), mark: Mark::Plain, name }
}

impl Yinsh {
    fn rings_tray(&self, role: Role, name: &str, seat: Seat, count: u8) -> Tray {
        let look = look(Shape::Ring, seat.index());
        let slot = Slot { name: Name::of(format_args!("{name}-{seat}")), look, count };
        Tray { role, owner: Some(seat), slots: vec![slot] }
    }

    fn must_pass(&self) -> bool {
        let mut steps = Vec::new();
        self.steps(&mut steps);
        steps == [Step::Pass]
    }
}

impl Show for Yinsh {
    const OFFERS: &'static [Offer] = &[Offer {
        name: "length",
        choice: Choice::OneOf(&[
            Variant { name: "full", setup: SetupPart::Words("") },
            Variant { name: "blitz", setup: SetupPart::Words("blitz") },
        ]),
    }];

    const SAMPLES: &'static [&'static str] = &["", "blitz"];

    const DEMO: &'static str = include_str!("demo.txt");

    const PROMPTS: &'static [&'static str] = &[
        "yinsh-place-ring",
        "yinsh-move-ring",
        "yinsh-take-row",
        "yinsh-take-row-first",
        "yinsh-remove-ring",
        "yinsh-must-pass",
        "yinsh-over-rings",
        "yinsh-over-supply",
        "yinsh-over-supply-draw",
        "yinsh-over-blocked",
        "yinsh-over-blocked-draw",
    ];

    const REPLIES: &'static [&'static str] = &[
        "yinsh-move-where",
        "yinsh-row-end",
        "yinsh-part-row",
        "yinsh-part-ring",
        "yinsh-part-move",
    ];

    const REFUSALS: &'static [(&'static str, &'static str)] = Why::ALL;

    fn scene(&self) -> Scene {
        let crossings = Point::all().map(|point| (Name::of(point), point.axial()));
        let mut scene = Scene::of_crossings(crossings);
        for seat in 0..2 {
            for (set, shape) in
                [(self.markers[seat], Shape::Marker), (self.rings[seat], Shape::Ring)]
            {
                scene.pieces.extend(points(set).map(|point| Piece {
                    spot: Name::of(point),
                    look: look(shape, seat),
                    level: 0,
                    height: 1,
                }));
            }
        }
        scene.trays.push(Tray {
            role: Role::Supply,
            owner: None,
            slots: vec![Slot {
                name: Name::of("supply"),
                look: look(Shape::Marker, self.me()),
                count: self.supply,
            }],
        });
        for seat in [Seat::FIRST, Seat::SECOND] {
            if self.stage == Stage::Place {
                scene.trays.push(self.rings_tray(Role::Hand, "hand", seat, self.in_hand(seat)));
            }
            let taken = self.taken[seat.index()];
            scene.trays.push(self.rings_tray(Role::Taken, "taken", seat, taken));
        }
        if self.must_pass() {
            scene.buttons.push(Name::of("pass"));
        }
        let winner = match self.status() {
            Status::Over(outcome) => outcome.winner(),
            _ => None,
        };
        scene.marked =
            winner.map(|seat| Name::of(format_args!("taken-{seat}"))).into_iter().collect();
        scene
    }

    fn touches(&self, step: Step) -> Touches {
        match step {
            Step::Place(point) | Step::Ring(point) => Touches::path([Name::of(point)]),
            Step::Move { from, to } => Touches::path([Name::of(from), Name::of(to)]),
            // Either end may be first.
            Step::Row { first, last } => {
                Touches { path: [first, last].map(Name::of).into(), unordered: 2 }
            }
            Step::Pass => Touches::path([Name::of("pass")]),
        }
    }

    fn prompt_after(&self, picked: &[Name]) -> Prompt {
        if let Some(end) = self.end() {
            let winner = match self.status() {
                Status::Over(outcome) => outcome.winner(),
                _ => None,
            };
            let key = match (end, winner) {
                (End::Rings(_), _) => "yinsh-over-rings",
                (End::Supply, Some(_)) => "yinsh-over-supply",
                (End::Supply, None) => "yinsh-over-supply-draw",
                (End::Blocked, Some(_)) => "yinsh-over-blocked",
                (End::Blocked, None) => "yinsh-over-blocked-draw",
            };
            let prompt = Prompt::new(key).with("rings", self.setup.goal());
            return match winner {
                Some(seat) => prompt.with("seat", seat),
                None => prompt,
            };
        }
        const BEFORE: &[&str] = &["yinsh-part-row", "yinsh-part-ring", "yinsh-part-move"];
        const AFTER: &[&str] = &["yinsh-part-move", "yinsh-part-row", "yinsh-part-ring"];
        let (part, parts): (usize, &[&str]) = match self.stage {
            Stage::Move if self.rows_due() => (0, BEFORE),
            Stage::RingBeforeMove => (1, BEFORE),
            Stage::Moved => (1, AFTER),
            Stage::RingAfterMove => (2, AFTER),
            Stage::Place | Stage::Move => (0, &[]),
        };
        let key = match self.stage {
            Stage::Place => "yinsh-place-ring",
            Stage::RingBeforeMove | Stage::RingAfterMove => "yinsh-remove-ring",
            Stage::Move | Stage::Moved if self.rows_due() && !picked.is_empty() => "yinsh-row-end",
            Stage::Moved => "yinsh-take-row",
            Stage::Move if self.rows_due() => "yinsh-take-row-first",
            Stage::Move if self.must_pass() => "yinsh-must-pass",
            Stage::Move if !picked.is_empty() => "yinsh-move-where",
            Stage::Move => "yinsh-move-ring",
        };
        Prompt::new(key).with("seat", self.mover).at_part(part, parts)
    }

    fn why_untouchable(&self, picked: &[Name], touched: Name) -> Option<Why> {
        self.keeps_from(picked, touched)
    }
}
