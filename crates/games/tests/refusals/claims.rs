//! What a reason claims is true, checked on the scene and by changing the position.

use mohreh_games::edit::Draft;
use mohreh_games::show::{Arg, Name, Picked};
use mohreh_games::{AnyGame, Kind, Refusal};

fn spot(why: &Refusal, arg: &str) -> Option<Name> {
    why.said.args.iter().find_map(|(known, value)| match value {
        Arg::Spot(spot) if *known == arg => Some(*spot),
        _ => None,
    })
}

fn number(why: &Refusal, arg: &str) -> u32 {
    let found = why.said.args.iter().find_map(|(known, value)| match value {
        Arg::Number(number) if *known == arg => Some(*number),
        _ => None,
    });
    found.unwrap()
}

/// Height of what stands on a spot.
fn height(game: &AnyGame, spot: Name) -> u32 {
    let pieces = game.scene().pieces;
    pieces.iter().filter(|piece| piece.spot == spot).map(|piece| u32::from(piece.height)).sum()
}

/// The position without what stands on a spot; of a ring of ZÈRTZ, without the ring.
fn without(game: &AnyGame, spot: Name) -> Option<AnyGame> {
    let mut draft = Draft::of(game);
    match game.kind() {
        Kind::Zertz => draft.put(spot, '.'),
        _ => (0..height(game, spot)).for_each(|_| draft.take(spot)),
    }
    draft.check().ok()
}

pub(crate) fn check(game: &AnyGame, picked: &[Name], touched: Name, why: &Refusal) {
    let told = || format!("{touched} after {picked:?}: {why:?}: {game}");
    let leads = |spot: Name| {
        let longer: Vec<Name> = picked.iter().copied().chain([spot]).collect();
        [&longer[..], &[spot]].iter().any(|path| game.pick(path) != Picked::Nothing)
    };
    // What is to be done instead can be done.
    for spot in why.instead() {
        assert!(leads(spot), "{spot} leads nowhere: {}", told());
    }
    let has_list = why.said.args.iter().any(|(_, arg)| matches!(arg, Arg::OneOf(_)));
    assert!(!has_list || !why.instead().is_empty(), "{}", told());
    // What is called by `at` is what was touched.
    if let Some(at) = spot(why, "at") {
        assert_eq!(at, touched, "{}", told());
    }
    // Without what is in the way, the reason is another one, or none.
    if let Some(by) = why.cause() {
        assert!(by != touched, "{}", told());
        if let Some(freed) = without(game, by) {
            let now = freed.refusal(picked, touched);
            assert_ne!(now.as_ref(), Some(why), "{by} is not in the way: {}", told());
        }
    }
    match why.said.key {
        // Z8, Z10: all that is legal is to capture, with the marbles that are named.
        "zertz-no-must-capture" => {
            assert!(game.steps().iter().all(|step| step.contains('x')), "{}", told());
            let Picked::More(first) = game.pick(&[]) else { panic!("{}", told()) };
            let mut named = why.instead();
            named.sort();
            assert_eq!(named, first, "{}", told());
        }
        "zertz-no-ring-due" => {
            assert!(game.steps().iter().all(|step| step.starts_with('-')), "{}", told());
            assert_eq!(why.instead().len(), game.steps().len(), "{}", told());
        }
        // T5: there is a capture, and nothing else.
        "tzaar-no-stack-yet" | "tzaar-no-capture" => {
            assert!(game.steps().iter().all(|step| step.contains('x')), "{}", told());
        }
        // T11: the heights are those on the board.
        "tzaar-no-higher" => {
            let [own, other] = [picked[0], touched].map(|spot| height(game, spot));
            assert_eq!((number(why, "own"), number(why, "other")), (own, other), "{}", told());
            assert!(own < other, "{}", told());
        }
        // Y8, Y9: the ring can go to where the jump ends.
        "yinsh-no-landing" => {
            let path = [picked[0], why.instead()[0]];
            assert!(matches!(game.pick(&path), Picked::Done(_)), "{}", told());
        }
        "yinsh-no-row" => {
            assert!(game.steps().iter().all(|step| step.starts_with('x')), "{}", told());
        }
        // R12, R16: the heights are those on the board.
        "rotas-no-full-cell" => assert_eq!(height(game, touched), 5, "{}", told()),
        "rotas-no-high-cell" => {
            assert_eq!(number(why, "height"), height(game, touched), "{}", told());
            assert!(number(why, "height") > number(why, "limit"), "{}", told());
            assert_eq!(number(why, "limit") + number(why, "rolls"), 5, "{}", told());
        }
        // R9: so many dice are alike.
        "rotas-no-alike" => {
            let faces: Vec<_> = game.scene().dice.iter().map(|die| die.face).collect();
            let alike = faces.iter().map(|face| faces.iter().filter(|f| *f == face).count()).max();
            assert_eq!(Some(number(why, "most") as usize), alike, "{}", told());
            assert!(number(why, "most") < number(why, "need"), "{}", told());
        }
        _ => {}
    }
}
