//! User interface of ZÈRTZ: options, scene, touches and prompts.

use alloc::vec::Vec;

use super::board::{Point, bits};
use super::{End, Marble, Marbles, Stage, Step, Why, Zertz};
use crate::game::{Game, Seat};
use crate::hex::Axial;
use crate::show::{
    Choice, Colour, Ground, Look, Mark, Name, Offer, Piece, Prompt, Role, Scene, SetupPart, Shape,
    Show, Slot, Spot, Touches, Tray, Variant,
};

pub(super) fn look(marble: Marble) -> Look {
    let colour = match marble {
        Marble::White => Colour::White,
        Marble::Grey => Colour::Grey,
        Marble::Black => Colour::Black,
    };
    Look { shape: Shape::Marble, colour, mark: Mark::Plain, name: "marble" }
}

/// Slot name of a colour in the supply, or in the tray of a seat.
pub(super) fn stock_name(owner: Option<Seat>, marble: Marble) -> Name {
    let colour = marble.letter().to_ascii_lowercase();
    match owner {
        None => Name::of(format_args!("supply-{colour}")),
        Some(seat) => Name::of(format_args!("own-{seat}-{colour}")),
    }
}

fn tray(role: Role, owner: Option<Seat>, counts: Marbles) -> Tray {
    let slot = |marble: Marble| Slot {
        name: stock_name(owner, marble),
        look: look(marble),
        count: counts[marble as usize],
    };
    Tray { role, owner, slots: Marble::ALL.map(slot).into() }
}

impl Zertz {
    fn can_pass(&self) -> bool {
        let mut steps = Vec::new();
        self.steps(&mut steps);
        steps.contains(&Step::Pass)
    }

    /// The slots of the winning set (Z16).
    fn deciding(&self) -> Vec<Name> {
        match self.end() {
            _ if self.overlooked.is_some() => Vec::new(),
            Some(End::Each(seat)) => {
                Marble::ALL.map(|marble| stock_name(Some(seat), marble)).into()
            }
            Some(End::One(seat, marble)) => [stock_name(Some(seat), marble)].into(),
            Some(End::Full(_) | End::Passes | End::Repetition) | None => Vec::new(),
        }
    }

    fn end_prompt(&self, end: End) -> Prompt {
        match end {
            End::Each(seat) => {
                let each = self.setup.each_wins();
                Prompt::new("zertz-over-each").with("seat", seat).with("count", each)
            }
            End::One(seat, marble) => {
                let key = match marble {
                    Marble::White => "zertz-over-white",
                    Marble::Grey => "zertz-over-grey",
                    Marble::Black => "zertz-over-black",
                };
                let count = self.own[seat.index()][marble as usize];
                let goal = self.setup.one_wins()[marble as usize];
                Prompt::new(key).with("seat", seat).with("count", count).with("goal", goal)
            }
            End::Full(seat) => Prompt::new("zertz-over-full").with("seat", seat),
            End::Passes => Prompt::new("zertz-over-passes"),
            End::Repetition => Prompt::new("zertz-over-repetition"),
        }
    }
}

impl Show for Zertz {
    const OFFERS: &'static [Offer] = &[
        Offer {
            name: "board",
            choice: Choice::OneOf(&[
                Variant { name: "37", setup: SetupPart::Words("") },
                Variant { name: "blitz", setup: SetupPart::Words("blitz") },
                Variant { name: "tournament", setup: SetupPart::Words("rings=48 overlook touch") },
                Variant {
                    name: "tournament-61",
                    setup: SetupPart::Words("rings=61 overlook touch"),
                },
                Variant { name: "40", setup: SetupPart::Words("rings=40") },
                Variant { name: "41", setup: SetupPart::Words("rings=41") },
                Variant { name: "43", setup: SetupPart::Words("rings=43") },
                Variant { name: "44", setup: SetupPart::Words("rings=44") },
                Variant { name: "48", setup: SetupPart::Words("rings=48") },
                Variant { name: "61", setup: SetupPart::Words("rings=61") },
            ]),
        },
        Offer { name: "overlook", choice: Choice::Word("overlook") },
        Offer { name: "touch", choice: Choice::Word("touch") },
    ];

    const SAMPLES: &'static [&'static str] = &[
        "",
        "rings=40",
        "rings=41 touch",
        "rings=43",
        "rings=44",
        "rings=48 overlook touch",
        "rings=61",
        "blitz",
        "blitz overlook",
        "rings=61 overlook",
    ];

    const DEMO: &'static str = include_str!("demo.txt");

    const PROMPTS: &'static [&'static str] = &[
        "zertz-place",
        "zertz-place-own",
        "zertz-remove-ring",
        "zertz-must-capture",
        "zertz-go-on-jumping",
        "zertz-must-pass",
        "zertz-place-or-capture",
        "zertz-place-own-or-capture",
        "zertz-claimed",
        "zertz-accept-or-claim",
        "zertz-over-each",
        "zertz-over-white",
        "zertz-over-grey",
        "zertz-over-black",
        "zertz-over-full",
        "zertz-over-passes",
        "zertz-over-repetition",
    ];

    const REPLIES: &'static [&'static str] =
        &["zertz-place-on", "zertz-jump-to", "zertz-part-place", "zertz-part-remove"];

    const REFUSALS: &'static [(&'static str, &'static str)] = Why::ALL;

    fn scene(&self) -> Scene {
        let board = self.setup.rings;
        let spot = |(point, place): (Point, Axial)| {
            let (x, y) = place.xy();
            let there = self.rings >> board.bit(point) & 1 == 1;
            let ground = if there { Ground::Ring } else { Ground::Gap };
            Spot { name: Name::of(point), x, y, ground }
        };
        let mut scene = Scene::of(board.places().into_iter().map(spot).collect());
        for marble in Marble::ALL {
            scene.pieces.extend(bits(self.marbles[marble as usize]).map(|bit| Piece {
                spot: Name::of(board.point(bit)),
                look: look(marble),
                level: 0,
                height: 1,
            }));
        }
        scene.trays.push(tray(Role::Supply, None, self.supply));
        for seat in [Seat::FIRST, Seat::SECOND] {
            scene.trays.push(tray(Role::Captured, Some(seat), self.own[seat.index()]));
        }
        if self.setup.overlook {
            scene.buttons.push(Name::of("claim"));
        }
        if self.can_pass() {
            scene.buttons.push(Name::of("pass"));
        }
        scene.marked = self.deciding();
        scene.hints = !self.setup.overlook;
        scene.touch_move = self.setup.touch;
        scene
    }

    fn touches(&self, step: Step) -> Touches {
        match step {
            Step::Place(marble, point) => {
                let owner = self.supply_is_empty().then_some(self.mover);
                Touches::path([stock_name(owner, marble), Name::of(point)])
            }
            Step::Remove(point) => Touches::path([Name::of(point)]),
            Step::Jump { from, to } => Touches::path([Name::of(from), Name::of(to)]),
            Step::Pass => Touches::path([Name::of("pass")]),
            Step::Claim => Touches::path([Name::of("claim")]),
        }
    }

    fn prompt_after(&self, picked: &[Name]) -> Prompt {
        const PLACEMENT: &[&str] = &["zertz-part-place", "zertz-part-remove"];
        let picked = picked.first().map(|name| name.parse::<Point>().is_ok());
        let key = match (self.stage, self.end()) {
            (_, Some(_)) if self.overlooked.is_some() => "zertz-accept-or-claim",
            (_, Some(end)) => return self.end_prompt(end),
            (Stage::Remove, _) => {
                let prompt = Prompt::new("zertz-remove-ring").with("seat", self.mover);
                return prompt.at_part(1, PLACEMENT);
            }
            _ if picked == Some(true) => "zertz-jump-to",
            _ if picked == Some(false) => "zertz-place-on",
            (Stage::Capture, _) => "zertz-claimed",
            (Stage::Jump(bit), _) => {
                let point = Name::of(self.setup.rings.point(bit.into()));
                let prompt = Prompt::new("zertz-go-on-jumping").with("seat", self.mover);
                return prompt.with("spot", point);
            }
            (Stage::Turn, _) if self.can_pass() => "zertz-must-pass",
            // With `overlook` the prompt must not reveal whether a capture is possible (Z24e).
            (Stage::Turn, _) if self.setup.overlook => match self.supply_is_empty() {
                false => "zertz-place-or-capture",
                true => "zertz-place-own-or-capture",
            },
            (Stage::Turn, _) if self.can_capture() => "zertz-must-capture",
            (Stage::Turn, _) if self.supply_is_empty() => "zertz-place-own",
            (Stage::Turn, _) => "zertz-place",
        };
        let prompt = Prompt::new(key).with("seat", self.mover);
        match key {
            "zertz-place" | "zertz-place-own" | "zertz-place-on" => prompt.at_part(0, PLACEMENT),
            _ => prompt,
        }
    }

    fn why_untouchable(&self, picked: &[Name], touched: Name) -> Option<Why> {
        self.keeps_from(picked, touched)
    }
}
