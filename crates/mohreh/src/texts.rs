//! Sentences for people, from the Fluent files in `texts/`.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use mohreh_games::show::{Arg, Prompt};
use rust_embed::RustEmbed;
use unic_langid::LanguageIdentifier;

#[derive(RustEmbed)]
#[folder = "../../texts/en"]
struct English;

/// All English sentences.
pub struct Texts(FluentBundle<FluentResource>);

impl Texts {
    pub fn english() -> Texts {
        let language: LanguageIdentifier = "en".parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![language]);
        bundle.set_use_isolating(false);
        for name in English::iter() {
            let file = English::get(&name).map(|file| file.data).unwrap_or_default();
            // The files are part of the binary; a test reads each of them without any error.
            let resource =
                match FluentResource::try_new(String::from_utf8_lossy(&file).into_owned()) {
                    Ok(resource) | Err((resource, _)) => resource,
                };
            bundle.add_resource_overriding(resource);
        }
        Texts(bundle)
    }

    /// The sentence of a prompt.
    pub fn say(&self, prompt: &Prompt) -> String {
        let mut args = FluentArgs::new();
        for (name, arg) in &prompt.args {
            match arg {
                Arg::Seat(seat) => args.set(*name, seat.number()),
                Arg::Number(number) => args.set(*name, *number),
                Arg::Spot(spot) => args.set(*name, spot.to_string()),
            }
        }
        self.find(prompt.key, Some(&args)).unwrap_or_else(|| prompt.key.to_string())
    }

    /// A sentence that speaks of nothing in particular.
    pub fn note(&self, key: &str) -> String {
        self.find(key, None).unwrap_or_else(|| key.to_string())
    }

    fn find(&self, key: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let pattern = self.0.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let text = self.0.format_pattern(pattern, args, &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mohreh_games::show::Show;
    use mohreh_games::{AnyGame, Kind, with_kind};
    use mohreh_laws::{Chance, playout};

    use super::{English, FluentResource, Texts};

    #[test]
    fn every_file_is_fluent_and_every_key_has_a_sentence() {
        let texts = Texts::english();
        for name in English::iter() {
            let file = English::get(&name).unwrap().data;
            let text = String::from_utf8(file.to_vec()).unwrap();
            assert!(FluentResource::try_new(text).is_ok(), "{name}");
        }
        for &kind in Kind::ALL {
            let (prompts, notes) = with_kind!(kind, G => (G::PROMPTS, G::NOTES));
            for key in prompts.iter().chain(notes) {
                assert!(texts.0.has_message(key), "{key} has no sentence");
            }
            assert!(texts.note(&format!("{kind}-help")).contains("rules in full"), "{kind}");
        }
    }

    #[test]
    fn no_sentence_is_left_without_use() {
        let mut used: BTreeSet<String> = BTreeSet::new();
        for &kind in Kind::ALL {
            let (prompts, notes) = with_kind!(kind, G => (G::PROMPTS, G::NOTES));
            used.extend(prompts.iter().chain(notes).map(ToString::to_string));
            used.insert(format!("{kind}-help"));
        }
        for name in English::iter() {
            let text = String::from_utf8(English::get(&name).unwrap().data.to_vec()).unwrap();
            for line in text.lines() {
                let Some((key, _)) = line.split_once(" =").filter(|(key, _)| !key.starts_with(' '))
                else {
                    continue;
                };
                let referred = text.contains(&format!("{{ {key} }}"));
                assert!(used.contains(key) || referred, "{name}: {key} is never said");
            }
        }
    }

    #[test]
    fn prompts_of_played_games_are_whole_sentences() {
        let texts = Texts::english();
        for &kind in Kind::ALL {
            with_kind!(kind, G => {
                for seed in 0..20 {
                    let setup = <G as mohreh_games::Game>::Setup::default();
                    playout::<G>(&setup, &mut Chance::new(seed), 400, |game| {
                        let said = texts.say(&game.prompt());
                        assert!(said.ends_with('.') && !said.contains('{'), "{said}");
                    });
                }
            });
        }
        assert!(
            texts.say(&AnyGame::start(Kind::ALL[0], "").unwrap().prompt()).contains("Player 1")
        );
    }
}
