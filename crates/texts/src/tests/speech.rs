//! What is said at a table: every sentence of a game names whom it speaks to, in both languages.

use std::collections::BTreeSet;

use mohreh_games::show::{Arg, Name, Picked, Prompt, Scene, Show, pick};
use mohreh_games::{Game, Kind, Refusal, Seat, Status, with_kind};
use mohreh_laws::{Rng, playout};

use crate::{Addressee, Language, Texts, Who};

/// The names of the players in the laws.
fn player(language: Language, seat: Seat) -> &'static str {
    let all = match language {
        Language::English => ["Sara", "Reza", "Mina", "Omid"],
        Language::Persian => ["سارا", "رضا", "مینا", "امید"],
    };
    all[seat.index()]
}

/// Formats a prompt as people hear it, and checks that it is a sentence of this language.
fn spoken(texts: &Texts, prompt: &Prompt, who: Who, scene: &Scene) -> String {
    let language = texts.language();
    let said = texts.say_to(prompt, &|seat| Addressee {
        who,
        name: seat.map(|seat| player(language, seat).to_string()).unwrap_or_default(),
    });
    assert!(said.ends_with(['.', '؟']) && !said.contains(['{', '$']), "{}: {said}", prompt.key);
    let game = prompt.key.split('-').next().unwrap();
    assert!(!said.contains(&format!("{game}-")), "a raw key: {said}");
    if language == Language::Persian {
        // Only names of spots are Latin.
        let ends = [' ', '،', '.', ':', '؛', '؟', '(', ')', '\u{2066}', '\u{2069}'];
        let foreign = said.split(ends).find(|word| {
            let latin = word.chars().any(|c| c.is_ascii_alphanumeric());
            latin && scene.names().all(|name| &*name != *word)
        });
        assert_eq!(foreign, None, "{said}");
    }
    said
}

/// Whether a sentence is in the second person.
fn is_to_you(language: Language, said: &str) -> bool {
    match language {
        Language::English => said.to_lowercase().split(' ').any(|word| word.starts_with("you")),
        Language::Persian => said.split([' ', ':', '.', '،']).any(|word| {
            word == "شما" || word == "شماست" || word.ends_with("ید") || word.ends_with("تان")
        }),
    }
}

/// Whom a prompt speaks to: the person, by "you"; one of several, or somebody else, by name.
fn names_whom_it_speaks_to(texts: &Texts, prompt: &Prompt, over: bool, scene: &Scene) {
    let language = texts.language();
    let seat = prompt.args.iter().find_map(|(name, arg)| match arg {
        Arg::Seat(seat) if *name == "seat" => Some(*seat),
        _ => None,
    });
    assert!(over || seat.is_some(), "{} speaks to nobody", prompt.key);
    let Some(seat) = seat else {
        spoken(texts, prompt, Who::Named, scene);
        return;
    };
    let forms =
        if over { [Who::You, Who::Lost, Who::Named] } else { [Who::You, Who::Other, Who::Named] };
    for who in forms {
        let said = spoken(texts, prompt, who, scene);
        match who {
            Who::You => assert!(is_to_you(language, &said), "{}: {said}", prompt.key),
            Who::Lost => {
                let lost = ["You lost", "باختید"].iter().any(|lost| said.contains(lost));
                assert!(lost && is_to_you(language, &said), "{}: {said}", prompt.key);
            }
            Who::Named | Who::Other => {
                assert!(said.contains(player(language, seat)), "{}: {said}", prompt.key);
            }
        }
        if over {
            let won = ["You won", "You share", "شما", "شریک"].iter().any(|won| said.contains(won));
            assert!(who != Who::You || won, "{}: {said}", prompt.key);
        }
    }
}

/// Checks what is asked, after every first touch too, and how every touch that leads nowhere is refused.
fn check_speech<G: Show>(texts: &Texts, game: &G, met: &mut BTreeSet<&'static str>) {
    let scene = game.scene();
    let over = matches!(game.status(), Status::Over(_));
    let mut ask = |prompt: Prompt| {
        met.insert(prompt.key);
        met.extend(prompt.parts);
        assert!(prompt.part < prompt.parts.len().max(1), "{}", prompt.key);
        for part in prompt.parts {
            assert!(texts.has(part), "{part}");
        }
        names_whom_it_speaks_to(texts, &prompt, over, &scene);
    };
    ask(game.prompt());
    let Picked::More(first) = pick(game, &[]) else { return };
    let mut selections = vec![Vec::new()];
    for name in first {
        if let Picked::More(_) = pick(game, &[name]) {
            ask(game.prompt_after(&[name]));
            selections.push(vec![name]);
        }
    }
    // Without a selection, with the first and with the last: often a piece of the supply, and one on the board.
    let last = selections.len() - 1;
    for (_, picked) in selections.iter().enumerate().filter(|(n, _)| *n < 2 || *n == last) {
        for name in scene.names() {
            let longer: Vec<Name> = picked.iter().copied().chain([name]).collect();
            let refused =
                [&longer[..], &[name]].iter().all(|path| pick(game, path) == Picked::Nothing);
            if refused && !picked.contains(&name) {
                let why: Refusal = game.refusal(picked, name).expect("a reason").into();
                spoken(texts, &why.said, Who::Named, &scene);
            }
        }
    }
}

/// After every step of random games, in every variant and both languages, what is said names whom it speaks to, is a
/// whole sentence of its language, and contains no key.
#[test]
fn everything_said_at_a_table_names_whom_it_speaks_to() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => {
            let mut met = BTreeSet::new();
            for (seed, setup) in (0..2u64).flat_map(|seed| G::SAMPLES.iter().map(move |setup| (seed, setup))) {
                let setup = setup.parse().unwrap();
                let mut ply = seed;
                playout::<G>(&setup, &mut Rng::new(seed + 1), 400, |game| {
                    ply += 1;
                    for language in Language::ALL {
                        let texts = Texts::new(language);
                        names_whom_it_speaks_to(
                            &texts,
                            &game.prompt(),
                            matches!(game.status(), Status::Over(_)),
                            &game.scene(),
                        );
                        if ply % 5 == 0 {
                            check_speech(&texts, game, &mut met);
                        }
                        for button in game.scene().buttons {
                            assert!(texts.has(&format!("{kind}-button-{button}")), "{button}");
                        }
                    }
                });
            }
            for key in met {
                assert!(G::PROMPTS.contains(&key) || G::REPLIES.contains(&key), "{key} is not listed");
            }
        });
    }
}
