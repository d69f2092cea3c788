//! User interface: options, scene, touches and prompts.

use alloc::vec::Vec;

use super::{Oxo, SIDE, Step, Why};
use crate::game::{Game, Seat, Status};
use crate::show::{
    Choice, Colour, Ground, Look, Mark, Name, Offer, Piece, Prompt, Scene, Shape, Show, Spot,
    Touches,
};

pub(super) fn look(seat: Seat) -> Look {
    let (shape, mark, name) = match seat {
        Seat::FIRST => (Shape::Disc, Mark::Star, "cross"),
        _ => (Shape::Ring, Mark::Plain, "nought"),
    };
    Look { shape, colour: Colour::duel(seat), mark, name }
}

impl Show for Oxo {
    const OFFERS: &'static [Offer] = &[Offer { name: "misere", choice: Choice::Word("misere") }];

    const SAMPLES: &'static [&'static str] = &["", "misere"];

    const DEMO: &'static str = "oxo||b2 a1 c1 a3 a2 c2 b1 b3 c3";

    const PROMPTS: &'static [&'static str] =
        &["oxo-place", "oxo-over-row", "oxo-over-misere", "oxo-over-draw"];

    const REPLIES: &'static [&'static str] = &[];

    const REFUSALS: &'static [(&'static str, &'static str)] = Why::ALL;

    fn scene(&self) -> Scene {
        let spot = |step: Step| {
            let (x, y) = (f32::from(step.column()), f32::from(SIDE - 1 - step.row()));
            Spot { name: Name::of(step), x, y, ground: Ground::Point }
        };
        let mut scene = Scene::of(Step::all().map(spot).collect());
        for (i, from) in Step::all().enumerate() {
            let near = |to: &Step| {
                from.column().abs_diff(to.column()) + from.row().abs_diff(to.row()) == 1
            };
            let later = Step::all().enumerate().skip(i + 1);
            scene.lines.extend(later.filter(|(_, to)| near(to)).map(|(j, _)| (i, j)));
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            let own = Step::all().filter(|step| self.own[seat.index()] & step.bit() != 0);
            let piece =
                |step| Piece { spot: Name::of(step), look: look(seat), level: 0, height: 1 };
            scene.pieces.extend(own.map(piece));
        }
        if let Some((row, _)) = self.row() {
            let marked: Vec<Name> =
                Step::all().filter(|step| row & step.bit() != 0).map(Name::of).collect();
            scene.marked = marked;
        }
        scene
    }

    fn touches(&self, step: Step) -> Touches {
        Touches::path([Name::of(step)])
    }

    fn prompt_after(&self, _: &[Name]) -> Prompt {
        match self.status() {
            Status::ToMove(seat) => Prompt::new("oxo-place").with("seat", seat),
            Status::Over(outcome) => match outcome.winner() {
                Some(seat) if self.setup.misere => {
                    Prompt::new("oxo-over-misere").with("seat", seat)
                }
                Some(seat) => Prompt::new("oxo-over-row").with("seat", seat),
                None => Prompt::new("oxo-over-draw"),
            },
            Status::ToRoll => Prompt::new("oxo-place"),
        }
    }

    fn why_untouchable(&self, _: &[Name], touched: Name) -> Option<Why> {
        self.forbids(touched.parse().ok()?)
    }
}
