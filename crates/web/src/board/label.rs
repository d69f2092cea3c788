//! Accessible labels of spots and pieces, and announcements of changes.

use mohreh_draw::{Change, Endpoint};
use mohreh_games::Kind;
use mohreh_games::show::{Colour, Figure, Ground, Look, Shape};

use super::spots::Spot;
use crate::say::Say;

/// The message of this game, if it has one, or else the usual one.
fn own(say: Say, kind: Kind, name: &str, usual: &str) -> String {
    let own = format!("{kind}-piece-{name}");
    if say.has(&own) { own } else { usual.to_string() }
}

/// Key of a piece's name in this game, or of its form.
fn form_key(say: Say, kind: Kind, look: Look) -> String {
    let form = match look.shape {
        Shape::Marble => "say-marble",
        Shape::Ring => "say-ring",
        Shape::Marker => "say-marker",
        Shape::Disc => "say-disc",
    };
    own(say, kind, look.name, form)
}

/// Label of a piece without its colour.
pub(crate) fn piece_form(say: Say, kind: Kind, look: Look) -> String {
    say.text(&form_key(say, kind, look))
}

/// Label of a piece, by its name in this game or by its form, with its colour as this game calls it.
pub(crate) fn piece_label(say: Say, kind: Kind, look: Look) -> String {
    let piece = ("piece", say.noun(&form_key(say, kind, look)).into());
    match look.colour {
        Colour::White => say.with("say-white-piece", &[piece]),
        Colour::Grey => say.with("say-grey-piece", &[piece]),
        Colour::Black => say.with(&own(say, kind, "black", "say-black-piece"), &[piece]),
        Colour::Of(seat) => say.with("say-piece-of-seat", &[piece, ("seat", seat.number().into())]),
    }
}

pub(crate) fn figure_label(say: Say, figure: Figure) -> String {
    match figure {
        Figure::FullHouse => say.text("say-full-house"),
        Figure::Straight => say.text("say-straight"),
        Figure::Alike(count) => say.with("say-alike", &[("count", count.into())]),
        Figure::Pair(number) => say.with("say-pair", &[("number", number.into())]),
    }
}

/// Label of a spot: "d4, white marble, can be touched".
pub(super) fn spot_label(say: Say, kind: Kind, spot: &Spot) -> String {
    let mut parts = vec![spot.area.name.to_string()];
    if let Ground::Cell(figure) = spot.ground {
        parts.push(figure_label(say, figure));
    }
    match spot.top {
        None if spot.ground == Ground::Gap => parts.push(say.text("say-no-ring")),
        None => parts.push(say.text("say-empty")),
        Some(top) => parts.push(piece_label(say, kind, top)),
    }
    if spot.height > 1 {
        parts.push(say.with("say-height", &[("height", spot.height.into())]));
    }
    for (key, is_said) in [
        ("say-decided", spot.decided),
        ("say-can-be-captured", spot.captured),
        ("say-can-be-touched", spot.lit && !spot.captured),
    ] {
        if is_said {
            parts.push(say.text(key));
        }
    }
    if let Some(told) = spot.told {
        parts.push(say.text(told.words()[1]));
    }
    parts.join(&say.text("say-comma"))
}

/// Announcement of a change; `None` if it is not worth one.
pub(crate) fn change_text(say: Say, kind: Kind, change: &Change) -> Option<String> {
    match change {
        Change::Move { look, from, to, .. } => {
            let piece = piece_label(say, kind, *look);
            let spot = |end: &Endpoint| match end {
                Endpoint::Spot(name) => Some(say.language().isolate(name)),
                _ => None,
            };
            Some(match (spot(from), spot(to)) {
                (Some(from), Some(to)) => say.with(
                    "say-moved",
                    &[("piece", piece.into()), ("from", from.into()), ("to", to.into())],
                ),
                (None, Some(to)) => {
                    say.with("say-placed", &[("piece", piece.into()), ("to", to.into())])
                }
                (Some(from), None) => {
                    say.with("say-taken", &[("piece", piece.into()), ("from", from.into())])
                }
                (None, None) => return None,
            })
        }
        Change::Flip { spot, after, .. } => Some(say.with(
            "say-turned",
            &[
                ("spot", say.language().isolate(spot).into()),
                ("piece", piece_label(say, kind, *after).into()),
            ],
        )),
        Change::Ground { spot, gone: true } => {
            Some(say.with("say-ring-gone", &[("spot", say.language().isolate(spot).into())]))
        }
        Change::Ground { .. } => None,
        Change::Roll { face, .. } => face.map(|face| say.number(face)),
    }
}
