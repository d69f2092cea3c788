//! Property tests of `mohreh-laws` on random games of every setup: positions, texts, records,
//! touches and symmetries.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::hex::Symmetric;
use mohreh_games::show::{Choice, Scene, SetupPart, setup_of};
use mohreh_games::{
    AnyGame, Game, Kind, Listed, Seat, Status, for_each_game, rotas::Rotas, tzaar::Tzaar,
    with_kind, yinsh::Yinsh, zertz::Zertz,
};
use mohreh_laws::{Rng, check_position, playout, playout_with_leavers, record_round_trips};
use proptest::prelude::*;

/// Random games of every setup: each terminates, its positions satisfy all properties, and its
/// record round-trips. Only every seventh position is checked.
fn check<G: Listed>() {
    // Cheap games are played more often: a game with dice has thousands of outcomes to a roll.
    let games = if G::start(&G::Setup::default()).roll(&mut |_| 0).is_some() { 12 } else { 50 };
    for &setup_text in G::SAMPLES {
        let setup: G::Setup = setup_text.parse().unwrap();
        assert_eq!(setup.to_string(), setup_text, "setups are written in one way");
        for seed in 0..games {
            let mut seen = seed;
            let mut last = G::start(&setup);
            let played = playout::<G>(&setup, &mut Rng::new(seed), 20_000, |game| {
                seen += 1;
                if seen.is_multiple_of(7) {
                    check_position(game);
                }
                last = game.clone();
            });
            assert!(played.len() < 20_000, "a random game of `{setup_text}` ends");
            check_position(&last);
            record_round_trips(&setup, &played, &last);
        }
    }
}

macro_rules! laws {
    ($($Game:ident = $name:literal in $module:ident,)*) => {$(
        mod $module {
            #[test]
            fn keeps_the_laws() {
                super::check::<mohreh_games::$module::$Game>();
            }
        }
    )*};
}

for_each_game!(laws);

/// Replays a game with leavers: a seat that has left never acts, does not win and ranks last, and
/// the last seat left wins.
fn check_leavers<G: Listed>(setup: &G::Setup, played: &[String]) {
    let mut game = G::start(setup);
    let mut stay: Vec<Seat> = (0..game.seats()).map(Seat::new).collect();
    for text in played {
        let step: G::Step = text.parse().unwrap();
        let before = game.scene().pieces;
        if let Some(leaver) = game.leaver(step) {
            assert!(stay.contains(&leaver), "{text} in {game}");
            stay.retain(|seat| *seat != leaver);
            game.play(step).unwrap();
            assert_eq!(game.scene().pieces, before, "{text} led to {game}");
        } else {
            game.play(step).unwrap();
        }
        match game.status() {
            Status::ToMove(seat) => assert!(stay.contains(&seat), "{text} led to {game}"),
            Status::ToRoll => {}
            Status::Over(outcome) => {
                let places = outcome.places();
                for seat in (0..game.seats()).map(Seat::new).filter(|seat| !stay.contains(seat)) {
                    assert_eq!(usize::from(places[seat.index()]), stay.len() + 1, "{game}");
                }
            }
        }
        if let [last] = stay[..] {
            let Status::Over(outcome) = game.status() else { panic!("{last} is alone: {game}") };
            assert_eq!(outcome.winner(), Some(last), "{game}");
        }
        let over = matches!(game.status(), Status::Over(_));
        let mut can =
            (0..game.seats()).map(|seat| (seat, game.leave_step(Seat::new(seat)).is_some()));
        assert!(can.all(|(seat, can)| can == (!over && stay.contains(&Seat::new(seat)))), "{game}");
    }
}

/// Kinds and setups with leave steps.
fn with_leavers() -> Vec<(Kind, &'static str)> {
    let all = Kind::ALL.iter().flat_map(|kind| kind.samples().iter().map(|setup| (*kind, *setup)));
    let can = |(kind, setup): &(Kind, &str)| {
        AnyGame::start(*kind, setup).unwrap().leave_step(Seat::FIRST).is_some()
    };
    all.filter(can).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn seats_that_left_are_skipped(
        (kind, setup) in prop::sample::select(with_leavers()),
        seed in any::<u64>(),
        rate in 1..200u32,
    ) {
        with_kind!(kind, G => {
            let setup: <G as Game>::Setup = setup.parse().unwrap();
            let mut seen = seed % 97;
            let mut last = G::start(&setup);
            let rng = &mut Rng::new(seed);
            let played = playout_with_leavers::<G>(&setup, rng, 20_000, rate, |game| {
                seen += 1;
                if seen.is_multiple_of(97) {
                    check_position(game);
                }
                last = game.clone();
            });
            check_position(&last);
            check_leavers::<G>(&setup, &played);
            record_round_trips(&setup, &played, &last);
        });
    }
}

/// Step generation commutes with symmetries. `counts` is the number of symmetries of each board.
fn check_symmetries<G: Listed + Symmetric>(counts: &[(&str, usize)]) {
    for (setup_text, count) in counts {
        let setup: G::Setup = setup_text.parse().unwrap();
        let symmetries = G::start(&setup).symmetries();
        assert_eq!(symmetries.len(), *count, "symmetries of `{setup_text}`");
        for seed in 0..4 {
            let mut number = 0;
            playout::<G>(&setup, &mut Rng::new(seed), 20_000, |game| {
                number += 1;
                let images = &symmetries[number % symmetries.len()];
                let turned = game.map(images);
                assert_eq!(turned.to_string().parse().as_ref(), Ok(&turned), "{game}");
                assert_eq!(
                    texts(&turned, |step| step),
                    texts(game, |step| G::map_step(step, images)),
                    "{game}"
                );
                let mut steps = Vec::new();
                game.steps(&mut steps);
                if let Some(&step) = steps.get(number % steps.len().max(1)) {
                    let (mut there, mut here) = (turned.clone(), game.clone());
                    there.play(G::map_step(step, images)).unwrap();
                    here.play(step).unwrap();
                    assert_eq!(there, here.map(images), "{step} in {game}");
                    assert_eq!(there.hash(), here.map(images).hash());
                }
            });
        }
    }
}

fn texts<G: Game>(game: &G, map: impl Fn(G::Step) -> G::Step) -> Vec<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut texts: Vec<String> = steps.into_iter().map(|step| map(step).to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn zertz_has_the_symmetries_of_its_boards() {
    check_symmetries::<Zertz>(&[
        ("", 12),
        ("rings=61", 12),
        ("rings=48", 6),
        ("rings=40", 2),
        ("rings=41", 1),
        ("rings=43", 2),
        ("rings=44", 4),
        ("overlook", 12),
    ]);
}

#[test]
fn tzaar_has_twelve_symmetries() {
    check_symmetries::<Tzaar>(&[("", 12)]);
}

#[test]
fn yinsh_has_twelve_symmetries() {
    check_symmetries::<Yinsh>(&[("", 12), ("blitz", 12)]);
}

/// A half turn maps every built-in board to itself, unless pairs have numbers.
#[test]
fn rotas_has_the_symmetries_of_its_combinations() {
    check_symmetries::<Rotas>(&[
        ("", 2),
        ("board=six-b", 2),
        ("board=small", 2),
        ("hard-pairs", 1),
        ("board=small hard-pairs", 1),
    ]);
}

/// Kinds round-trip through text and dispatch to the right type.
#[test]
fn every_game_can_be_named() {
    for &kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert_eq!(with_kind!(kind, G => G::KIND), kind);
    }
    assert!(
        "chess".parse::<Kind>().unwrap_err().to_string().contains("zertz, tzaar, yinsh, rotas")
    );
}

/// Every combination of offers is a valid setup.
#[test]
fn every_offer_is_a_setup() {
    for &kind in Kind::ALL {
        let mut chosen = vec![Vec::new()];
        for offer in kind.offers() {
            let words: Vec<String> = match offer.choice {
                Choice::Word(word) => vec![String::new(), word.into()],
                Choice::OneOf(ways) => ways
                    .iter()
                    .map(|way| match way.setup {
                        SetupPart::Words(words) => words.into(),
                        SetupPart::Random | SetupPart::Arrangement(_) => {
                            kind.draw_setup(&mut |n| n / 2)
                        }
                        SetupPart::Grid(grid) => format!("{}={}", grid.word, grid.start),
                    })
                    .collect(),
            };
            let with = |before: &Vec<String>, word: &String| {
                [&before[..], std::slice::from_ref(word)].concat()
            };
            chosen = chosen
                .iter()
                .flat_map(|before| words.iter().map(move |word| with(before, word)))
                .collect();
        }
        assert!(chosen.len() > 1, "{kind}");
        for words in chosen {
            let setup = setup_of(words.iter().map(String::as_str));
            let game = AnyGame::start(kind, &setup);
            assert!(game.is_ok(), "{kind} {setup}: {:?}", game.err());
        }
    }
}

/// An arrangement has a letter for each spot, in the order of the scene: swapping two letters swaps the pieces of
/// those spots, and is a setup again.
#[test]
fn letters_of_an_arrangement_are_those_of_the_spots() {
    let mut found = 0;
    for &kind in Kind::ALL {
        let ways = kind.offers().iter().filter_map(|offer| match offer.choice {
            Choice::OneOf(ways) => Some(ways),
            Choice::Word(_) => None,
        });
        for way in ways.flatten() {
            let SetupPart::Arrangement(word) = way.setup else { continue };
            found += 1;
            let drawn = kind.draw_setup(&mut |n| n / 2);
            let letters = drawn.strip_prefix(&format!("{word}=")).unwrap();
            let scene = AnyGame::start(kind, &drawn).unwrap().scene();
            assert_eq!(scene.spots.len(), letters.len(), "{kind}");
            let look = |scene: &Scene, spot: usize| {
                let name = scene.spots[spot].name;
                scene.pieces.iter().find(|piece| piece.spot == name).map(|piece| piece.look)
            };
            for (a, b) in [(0, 1), (0, letters.len() - 1), (7, 31)] {
                let mut swapped: Vec<char> = letters.chars().collect();
                swapped.swap(a, b);
                let setup = format!("{word}={}", swapped.iter().collect::<String>());
                let after = AnyGame::start(kind, &setup).unwrap().scene();
                for spot in 0..letters.len() {
                    let from = if spot == a {
                        b
                    } else if spot == b {
                        a
                    } else {
                        spot
                    };
                    assert_eq!(look(&after, spot), look(&scene, from), "{kind} {spot}");
                }
            }
        }
    }
    assert!(found > 0);
}
