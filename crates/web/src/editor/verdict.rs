//! What is right and wrong with the draft, in words.

use mohreh_games::edit::{Balance, Draft};
use mohreh_games::record::RecordError;
use mohreh_games::show::Look;
use mohreh_games::{AnyGame, Kind, ParseError, ReasonArg, Status};
use mohreh_texts::Value;

use crate::board::{piece_form, piece_label};
use crate::say::{Say, say};
use crate::signal::Memo;
use crate::view::{View, Views, bind, view};

/// A draft that was looked through.
pub(super) struct Checked {
    /// Its text, from which the rest follows.
    text: String,
    /// The position, or why it is none.
    pub game: Result<AnyGame, ParseError>,
    unbalanced: Vec<Balance>,
    absent: Vec<Look>,
}

impl PartialEq for Checked {
    fn eq(&self, other: &Checked) -> bool {
        self.text == other.text
    }
}

impl Checked {
    pub(super) fn of(draft: &Draft) -> Checked {
        Checked {
            text: draft.to_string(),
            game: draft.check(),
            unbalanced: draft.unbalanced(),
            absent: draft.absent(),
        }
    }

    /// Whether there is something left to play.
    pub(super) fn is_playable(&self) -> bool {
        self.game.as_ref().is_ok_and(|game| !matches!(game.status(), Status::Over(_)))
    }

    fn headline(&self) -> &'static str {
        match &self.game {
            Err(_) => "say-edit-wrong",
            Ok(_) if !self.is_playable() => "say-edit-over",
            Ok(_) if !self.unbalanced.is_empty() => "say-edit-puzzle",
            Ok(_) => "say-edit-good",
        }
    }

    /// Sentences below the headline.
    fn details(&self, say: Say, kind: Kind) -> Vec<String> {
        let first = match &self.game {
            Err(why) => reason_text(say, why),
            Ok(game) => say.prompt(&game.prompt_after(&[])),
        };
        let mut details = vec![first];
        details.extend(self.unbalanced.iter().map(|stock| balance_text(say, kind, stock)));
        if self.game.is_err() {
            details.extend(self.absent.iter().map(|look| {
                let piece = piece_label(say, kind, *look);
                say.sentence("say-edit-absent", &[("piece", piece.into())])
            }));
        }
        details
    }
}

/// How many pieces there are too many, or too few.
fn balance_text(say: Say, kind: Kind, stock: &Balance) -> String {
    let piece = match stock.looks.as_slice() {
        [look] => piece_label(say, kind, *look),
        // With a look for each side.
        looks => looks.first().map_or_else(String::new, |look| piece_form(say, kind, *look)),
    };
    let (key, count) = match stock.used.checked_sub(stock.total) {
        Some(_) => ("say-edit-too-many", stock.used),
        None => ("say-edit-missing", stock.total - stock.used),
    };
    let args = [("piece", piece.into()), ("count", count.into()), ("all", stock.total.into())];
    say.sentence(key, &args)
}

/// Why the draft is no position: in words for people who set it up by hand, or else for those who write its text.
fn reason_text(say: Say, why: &ParseError) -> String {
    let reason = why.reason();
    let own = reason.key().replacen("wrong-", "edit-wrong-", 1);
    if say.has(&own) {
        let arg = |(name, arg): &(&'static str, ReasonArg)| {
            let value: Value = match arg {
                ReasonArg::Number(number) => (*number).into(),
                ReasonArg::Text(text) => text.clone().into(),
            };
            (*name, value)
        };
        let args: Vec<(&str, Value)> = reason.args().iter().map(arg).collect();
        return say.with(&own, &args);
    }
    let mut text = say.wrong(&RecordError::from(ParseError::new("", reason.clone())));
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

pub(super) fn verdict(kind: Kind, checked: Memo<Checked>) -> View {
    let say = Say::global();
    let headline = Memo::new(move || checked.with(Checked::headline));
    let details = Memo::new(move || checked.with(|checked| checked.details(say, kind)));
    view! {
        <section class="finding" data-finding=bind(move || headline.get()) aria-live="polite" role="status">
            <h2>{move || view! { {say!(say, headline.get())} }}</h2>
            <ul>{move || details.get().into_iter().map(|text| view! { <li>{text}</li> }).views()}</ul>
        </section>
    }
}
