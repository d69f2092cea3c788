//! [`Refused`]: the answer to a touch that leads nowhere, in words, with the rule, and with marks on the board.

use mohreh_games::show::Name;
use mohreh_games::{AnyGame, Kind};

use crate::board::Marks;
use crate::say::Say;
use crate::signal::Signal;
use crate::view::{View, bind, show, view};

/// Why the last touch was refused; empty after any other.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Refused {
    /// The sentence.
    pub text: String,
    /// The rule that says so.
    rule: &'static str,
    /// What comes first.
    due: Vec<Name>,
    /// What is in the way.
    cause: Option<Name>,
    /// The touched spot, if it can be touched later in this turn.
    later: Option<Name>,
}

impl Refused {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// An answer without a rule.
    pub(crate) fn plain(text: String) -> Refused {
        Refused { text, ..Refused::default() }
    }

    /// The answer of a game; empty if it refuses nothing.
    pub(crate) fn of(game: &AnyGame, picked: &[Name], touched: Name) -> Refused {
        let Some(why) = game.refusal(picked, touched) else { return Refused::default() };
        let scene = game.scene();
        let is_spot = scene.spots.iter().any(|spot| spot.name == touched);
        // Games without hints do not tell what else could be done.
        let later = is_spot && scene.hints && game.touchable_later(touched);
        Refused {
            text: Say::global().prompt(&why.said),
            rule: why.rules.split(' ').next().unwrap_or_default(),
            due: why.instead(),
            cause: why.cause(),
            later: later.then_some(touched),
        }
    }

    /// What listeners hear: also that the spot can be touched later.
    pub(crate) fn announcement(&self) -> String {
        match self.later {
            None => self.text.clone(),
            Some(_) => [&*self.text, &Say::global().text("say-later-in-turn")].join(" "),
        }
    }

    pub(crate) fn mark(self, marks: &mut Marks) {
        (marks.due, marks.cause, marks.later) = (self.due, self.cause, self.later);
    }
}

/// The link to the rule behind a refusal.
pub(crate) fn rule_link(kind: Kind, refused: Signal<Refused>) -> View {
    let say = Say::global();
    let rule = move || refused.with(|refused| refused.rule);
    show(
        move || !rule().is_empty(),
        move || {
            view! {
                " "
                <a
                    class="rule"
                    href=bind(move || format!("/{}/rules/{kind}/#{}", say.language().code(), rule()))
                    target="_blank"
                    rel="external"
                    aria-label=bind(move || say.with("say-rule", &[("rule", say.language().isolate(rule()).into())]))
                >
                    <bdi dir="ltr">{bind(move || rule().to_string())}</bdi>
                </a>
            }
        },
    )
}
