//! User interface of TZAAR: options, scene, touches and prompts.

use alloc::vec::Vec;

use super::board::{Point, points};
use super::{End, Stage, Step, Type, Tzaar, Why};
use crate::game::Seat;
use crate::show::{
    Choice, Colour, Look, Mark, Name, Offer, Piece, Prompt, Role, Scene, SetupPart, Shape, Show,
    Slot, Touches, Tray, Variant,
};

pub(super) fn look(owner: Seat, kind: Type) -> Look {
    let (mark, name) = match kind {
        Type::Tzaar => (Mark::Star, "tzaar"),
        Type::Tzarra => (Mark::Circle, "tzarra"),
        Type::Tott => (Mark::Plain, "tott"),
    };
    Look { shape: Shape::Disc, colour: Colour::duel(owner), mark, name }
}

/// Slot name of a type in the tray of a seat.
fn top_name(kind: Type, owner: Seat) -> Name {
    Name::of(format_args!("{}-{owner}", look(owner, kind).name))
}

impl Tzaar {
    /// Tray with the number of visible pieces of each type (T15).
    fn tops_tray(&self, owner: Seat) -> Tray {
        let slot = |kind: Type| Slot {
            name: top_name(kind, owner),
            look: look(owner, kind),
            count: self.shown(owner, kind),
        };
        let slots = Type::ALL.into_iter().map(slot).collect();
        Tray { role: Role::OnBoard, owner: Some(owner), slots }
    }
}

impl Show for Tzaar {
    const OFFERS: &'static [Offer] = &[Offer {
        name: "arrangement",
        choice: Choice::OneOf(&[
            Variant { name: "lot", setup: SetupPart::Random },
            Variant { name: "fixed", setup: SetupPart::Words("") },
            Variant { name: "own", setup: SetupPart::Arrangement("pieces") },
        ]),
    }];

    const SAMPLES: &'static [&'static str] =
        &["", "pieces=RZTtTtrZTRrTttrtztTtTrTttTZTtRttrTTRtRRrtzZZtTTzrrzRTZRzTrRz"];

    const DEMO: &'static str = include_str!("demo.txt");

    const PROMPTS: &'static [&'static str] = &[
        "tzaar-opening-capture",
        "tzaar-capture-first",
        "tzaar-second-action",
        "tzaar-over-no-tzaar",
        "tzaar-over-no-tzarra",
        "tzaar-over-no-tott",
        "tzaar-over-no-capture",
    ];

    const REPLIES: &'static [&'static str] =
        &["tzaar-capture-what", "tzaar-second-where", "tzaar-part-first", "tzaar-part-second"];

    const REFUSALS: &'static [(&'static str, &'static str)] = Why::ALL;

    fn scene(&self) -> Scene {
        let crossings = Point::all().map(|point| (Name::of(point), point.axial()));
        let mut scene = Scene::of_crossings(crossings);
        let piece = |point: Point| {
            let stack = self.stack(point);
            Piece {
                spot: Name::of(point),
                look: look(stack.owner(), stack.kind()),
                level: 0,
                height: stack.height(),
            }
        };
        scene.pieces = points(self.own[0] | self.own[1]).map(piece).collect::<Vec<_>>();
        scene.trays = [Seat::FIRST, Seat::SECOND].map(|seat| self.tops_tray(seat)).into();
        if self.stage == Stage::Second && self.end().is_none() {
            scene.buttons.push(Name::of("pass"));
        }
        scene.marked = match self.end() {
            // The empty count of the missing type.
            Some(End::NoneLeft { loser, kind }) => [top_name(kind, loser)].into(),
            Some(End::NoCapture { loser }) => {
                points(self.own[loser.index()]).map(Name::of).collect()
            }
            None => Vec::new(),
        };
        scene
    }

    fn touches(&self, step: Step) -> Touches {
        match step {
            Step::Capture { from, to } | Step::Strengthen { from, to } => {
                Touches::path([Name::of(from), Name::of(to)])
            }
            Step::Pass => Touches::path([Name::of("pass")]),
        }
    }

    fn prompt_after(&self, picked: &[Name]) -> Prompt {
        const ACTIONS: &[&str] = &["tzaar-part-first", "tzaar-part-second"];
        let (key, seat) = match self.end() {
            Some(End::NoCapture { loser }) => ("tzaar-over-no-capture", loser.other()),
            Some(End::NoneLeft { loser, kind }) => {
                let key = match kind {
                    Type::Tzaar => "tzaar-over-no-tzaar",
                    Type::Tzarra => "tzaar-over-no-tzarra",
                    Type::Tott => "tzaar-over-no-tott",
                };
                (key, loser.other())
            }
            None => {
                let key = match self.stage {
                    Stage::Opening | Stage::First if !picked.is_empty() => "tzaar-capture-what",
                    Stage::Second if !picked.is_empty() => "tzaar-second-where",
                    Stage::Opening => "tzaar-opening-capture",
                    Stage::First => "tzaar-capture-first",
                    Stage::Second => "tzaar-second-action",
                };
                let prompt = Prompt::new(key).with("seat", self.mover);
                return match self.stage {
                    Stage::Opening => prompt,
                    Stage::First => prompt.at_part(0, ACTIONS),
                    Stage::Second => prompt.at_part(1, ACTIONS),
                };
            }
        };
        Prompt::new(key).with("seat", seat).with("rival", seat.other())
    }

    fn why_untouchable(&self, picked: &[Name], touched: Name) -> Option<Why> {
        self.keeps_from(picked, touched)
    }
}
