//! Examples of request bodies for the OpenAPI document, written by the types themselves.

use mohreh_games::show::{Choice, SetupPart};
use mohreh_games::{AnyGame, Kind};
use mohreh_protocol::{
    Act, ActBody, ChatBody, Chatters, Clock, First, Join, Json, LabelBody, NameBody, NewTable,
    PlayBody, Wire,
};

/// Values by name.
type Examples = Vec<(String, Json)>;

fn one(name: &str, value: &impl Wire) -> (String, Json) {
    (name.to_string(), value.to_json())
}

pub(super) fn name() -> Examples {
    vec![one("guest", &NameBody { name: "Sara".into() })]
}

pub(super) fn label() -> Examples {
    vec![one("bot", &LabelBody { label: "my bot".into() })]
}

/// One table of each game against a bot, and the other options.
pub(super) fn new_table() -> Examples {
    let of = |kind: Kind| NewTable {
        kind: kind.name().into(),
        setup: String::new(),
        draw: false,
        computers: Vec::new(),
        clock: Clock::None,
        open: false,
        chat: Chatters::Players,
        first: First::Lot,
        nonce: String::new(),
    };
    let [first, .., last] = Kind::ALL else { return Vec::new() };
    let against_bot = |kind: &Kind| {
        one(kind.name(), &NewTable { computers: vec![3], first: First::Me, ..of(*kind) })
    };
    let mut examples: Examples = Kind::ALL.iter().map(against_bot).collect();
    let live = Clock::Live { main: 600, more: 5 };
    examples.push(one("live", &NewTable { clock: live, ..of(*first) }));
    let (clock, nonce) = (Clock::Days { days: 3 }, "d41d8cd9".into());
    let chat = Chatters::Everybody;
    examples.push(one("open", &NewTable { open: true, chat, clock, nonce, ..of(*last) }));
    if let Some(kind) = Kind::ALL.iter().find(|kind| has_random_setup(**kind)) {
        examples.push(one("drawn", &NewTable { draw: true, computers: vec![1], ..of(*kind) }));
    }
    examples
}

fn has_random_setup(kind: Kind) -> bool {
    kind.offers().iter().any(|offer| match offer.choice {
        Choice::OneOf(variants) => {
            variants.iter().any(|variant| variant.setup == SetupPart::Random)
        }
        Choice::Word(_) => false,
    })
}

pub(super) fn join() -> Examples {
    let (key, nonce) = ("m4n5p6q7r8s9t2u3".into(), "8f14e45f".into());
    vec![one("key", &Join { key, nonce }), ("open".into(), Json::object())]
}

pub(super) fn rematch() -> Examples {
    vec![one("nonce", &Join { nonce: "8f14e45f".into(), ..Join::default() })]
}

/// A first turn of each game.
pub(super) fn play() -> Examples {
    let example = |kind: &Kind| {
        let steps = first_turn(*kind).unwrap_or_default();
        one(kind.name(), &PlayBody { ply: 0, steps })
    };
    Kind::ALL.iter().map(example).collect()
}

/// The first legal steps, up to the end of the turn or the first roll.
fn first_turn(kind: Kind) -> Option<Vec<String>> {
    let mut game = AnyGame::start(kind, "").ok()?;
    let (status, mut steps) = (game.status(), Vec::new());
    while game.status() == status {
        let step = game.steps().into_iter().next()?;
        game.play(&step).ok()?;
        steps.push(step);
    }
    Some(steps)
}

pub(super) fn act() -> Examples {
    vec![
        one("resign", &ActBody { ply: 0, act: Act::Resign }),
        one("agree", &ActBody { ply: 13, act: Act::Agree }),
    ]
}

pub(super) fn chat() -> Examples {
    vec![one("players", &ChatBody { chat: Chatters::Players })]
}
