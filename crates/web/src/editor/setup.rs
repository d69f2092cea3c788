//! Board and variant of the draft, and its text.

use mohreh_games::Kind;
use mohreh_games::edit::Draft;
use mohreh_games::record::RecordError;
use mohreh_games::show::{Choice, Offer, SetupPart, Variant, setup_of};

use super::bench::Bench;
use crate::dom;
use crate::navigation::navigate_to;
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::say::{Say, say, wrong};
use crate::share;
use crate::signal::{Memo, Signal};
use crate::store;
use crate::switch::switch;
use crate::view::{View, Views, bind, bind_bool, on, view};

/// Options of the game that a position tells: an arrangement is the position itself.
fn offers(kind: Kind) -> impl Iterator<Item = Offer> {
    let is_told = |offer: &&Offer| match offer.choice {
        Choice::OneOf(variants) => variants
            .iter()
            .all(|variant| !matches!(variant.setup, SetupPart::Random | SetupPart::Arrangement(_))),
        Choice::Word(_) => true,
    };
    kind.offers().iter().filter(is_told).copied()
}

/// The words that a variant adds to a setup; the board of the players is the one of the setup, or the one that they
/// have laid out for a new game.
fn words_of(kind: Kind, variant: Variant, setup: &str) -> String {
    match variant.setup {
        SetupPart::Words(words) => words.to_string(),
        SetupPart::Grid(grid) => {
            let prefix = format!("{}=", grid.word);
            let own = setup.split(' ').find(|word| word.starts_with(&prefix) && word.contains('/'));
            let saved = store::draft(kind.name());
            let laid_out = saved.lines().find_map(|line| line.strip_prefix("grid="));
            let laid_out = laid_out.filter(|text| !text.is_empty()).unwrap_or(grid.start);
            own.map_or_else(|| format!("{prefix}{laid_out}"), ToString::to_string)
        }
        SetupPart::Random | SetupPart::Arrangement(_) => String::new(),
    }
}

/// The variant of a setup: the one most of whose words it has.
fn variant_in(kind: Kind, variants: &[Variant], setup: &str) -> usize {
    let mut best = (0, 0);
    for (n, variant) in variants.iter().enumerate() {
        let words = words_of(kind, *variant, setup);
        let has = |word: &str| setup.split(' ').any(|other| other == word);
        let count = words.split_ascii_whitespace().count();
        if words.split_ascii_whitespace().all(has) && count > best.1 {
            best = (n, count);
        }
    }
    best.0
}

/// The setup with one option changed.
fn with_choice(kind: Kind, setup: &str, name: &str, chosen: usize) -> String {
    let mut words: Vec<String> = Vec::new();
    for offer in offers(kind) {
        let is_it = offer.name == name;
        match offer.choice {
            Choice::OneOf(variants) => {
                let n = if is_it { chosen } else { variant_in(kind, variants, setup) };
                words.extend(variants.get(n).map(|variant| words_of(kind, *variant, setup)));
            }
            Choice::Word(word) => {
                let has = setup.split(' ').any(|other| other == word);
                if (is_it && chosen == 1) || (!is_it && has && !implied(kind, setup, word)) {
                    words.push(word.to_string());
                }
            }
        }
    }
    setup_of(words.iter().map(String::as_str))
}

/// Whether a variant of the setup has this word by itself.
fn implied(kind: Kind, setup: &str, word: &str) -> bool {
    offers(kind).any(|offer| match offer.choice {
        Choice::OneOf(variants) => variants
            .get(variant_in(kind, variants, setup))
            .is_some_and(|variant| words_of(kind, *variant, setup).split(' ').any(|w| w == word)),
        Choice::Word(_) => false,
    })
}

pub(super) fn setup_panel(bench: Bench) -> Option<View> {
    let (say, kind) = (Say::global(), bench.kind);
    let setup = Memo::new(move || bench.draft.with(|draft| draft.setup().to_string()));
    let choose = move |name: &'static str, chosen: usize| {
        let next = with_choice(kind, &setup.get_untracked(), name, chosen);
        match bench.draft.with_untracked(|draft| draft.with_setup(&next)) {
            Ok(draft) => bench.replace(draft),
            Err(why) => {
                let why = mohreh_games::ParseError::new("", why.reason().clone());
                notify(Notice::with_error("say-setup-wrong", why.into()));
            }
        }
    };
    let field = move |offer: Offer| {
        let key = format!("{kind}-offer-{}", offer.name);
        match offer.choice {
            Choice::OneOf(variants) => {
                let chosen =
                    Memo::new(move || setup.with(|setup| variant_in(kind, variants, setup)));
                let legend = key.clone();
                let option = move |(n, variant): (usize, &Variant)| {
                    let key = format!("{key}-{}", variant.name);
                    view! {
                        <option value=n selected=bind_bool(move || chosen.get() == n)>{bind(move || say.text(&key))}</option>
                    }
                };
                let select = move |event: web_sys::Event| {
                    choose(offer.name, dom::event_value(&event).parse().unwrap_or(0));
                    // If that was refused, the list shows what is still chosen.
                    if let Some(list) = event.target() {
                        let value = chosen.get_untracked().to_string();
                        let _ = js_sys::Reflect::set(&list, &"value".into(), &value.into());
                    }
                };
                view! {
                    <label class="field">
                        <span class="name">{bind(move || say.text(&legend))}</span>
                        <select name=offer.name on:change=on(select)>
                            {variants.iter().enumerate().map(option).views()}
                        </select>
                    </label>
                }
            }
            Choice::Word(word) => {
                let about = key.clone();
                let has = move || setup.with(|setup| setup.split(' ').any(|other| other == word));
                let implied = move || setup.with(|setup| implied(kind, setup, word));
                switch(
                    bind(move || say.text(&key)),
                    bind(move || say.about(&about)),
                    bind_bool(has),
                    bind_bool(implied),
                    move |on| choose(offer.name, usize::from(on)),
                )
            }
        }
    };
    let fields: Vec<View> = offers(kind).map(field).collect();
    (!fields.is_empty()).then(|| {
        view! {
            <details class="fold">
                <summary>{say!(say, "say-edit-setup")}</summary>
                {fields}
            </details>
        }
    })
}

/// A position that is pasted, of this game or another.
pub(super) fn text_panel(bench: Bench) -> View {
    let say = Say::global();
    let text = Signal::new(String::new());
    let error = Signal::new(None::<RecordError>);
    let open = move || {
        let (kind, position) = match share::position_of(&text.get_untracked()) {
            Some((name, position)) => match name.parse::<Kind>() {
                Ok(kind) => (kind, position),
                Err(why) => return error.set(Some(why.into())),
            },
            None => (bench.kind, text.get_untracked().trim().to_string()),
        };
        match Draft::read(kind, &position) {
            Ok(draft) if kind == bench.kind => {
                error.set(None);
                text.set(String::new());
                bench.replace(draft);
            }
            Ok(_) => {
                let path = Route::Editor(kind).path(say.language());
                navigate_to(&format!("{path}#{}", share::position_fragment(kind, &position)));
            }
            Err(why) => error.set(Some(why.into())),
        }
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        open();
    };
    view! {
        <details class="fold">
            <summary>{say!(say, "say-edit-text")}</summary>
            <form on:submit=on(submit)>
                <textarea
                    name="position" dir="ltr" rows="3" spellcheck="false"
                    aria-label=say!(say, "say-edit-text-about")
                    placeholder=say!(say, "say-edit-text-about")
                    prop:value=text
                    on:input=on(move |event| text.set(dom::event_value(&event)))
                ></textarea>
                {move || error.get().map(|why| view! {
                    <p class="wrong" role="alert">{say!(say, "say-cannot-read")} " " {wrong(say, why)}</p>
                })}
                <p class="row"><button class="button plain" type="submit">{say!(say, "say-edit-open")}</button></p>
            </form>
        </details>
    }
}
