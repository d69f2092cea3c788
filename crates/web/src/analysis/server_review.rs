//! Reviews by the server: verdicts that it has on a game of its own are shown at once, and those whom the operator allows
//! may ask for them.

use mohreh_protocol::{JudgedPosition, ReviewPhase, ReviewState};
use mohreh_review::{Judged, Review};

use super::Analysis;
use crate::dom;
use crate::online::{Identity, request_review};
use crate::say::{Say, say};
use crate::signal::{Memo, Signal, Stored};
use crate::view::{View, bind, on, show, view};

/// Interval at which the progress is asked for.
const POLL_MS: u64 = 1000;

#[derive(Clone, Copy)]
struct Panel {
    analysis: Analysis,
    /// The table of the server that the game was played at.
    table: Stored<String>,
    state: Signal<ReviewState>,
}

/// The part of the review panel that is about the server; its button is there while `is_wanted`.
pub(super) fn server_review(analysis: Analysis, is_wanted: Memo<bool>) -> View {
    let say = Say::global();
    let table =
        analysis.study.with_untracked(|study| study.record().header("table").map(Into::into));
    let Some(table) = table else { return View::none() };
    let state = Signal::new(ReviewState::default());
    let panel = Panel { analysis, table: Stored::new(table), state };
    if analysis.review.with_untracked(Option::is_none) {
        panel.ask("GET", false);
    }
    let is_idle = move || state.with(|state| state.allowed && state.phase == ReviewPhase::None);
    let is_busy = move || {
        state.with(|state| matches!(state.phase, ReviewPhase::Waiting | ReviewPhase::Running))
    };
    let progress_text = move || {
        state.with(|state| match state.phase {
            ReviewPhase::Waiting => say.text("say-server-review-waits"),
            _ => say.with(
                "say-server-reviewed",
                &[("step", state.done.into()), ("all", state.all.into())],
            ),
        })
    };
    let start = move |_| {
        // Whoever asks needs a name, as at a table.
        Identity::global().require_name(move || panel.ask("POST", true));
    };
    view! {
        {show(move || is_wanted.get() && is_idle(), move || view! {
            <button type="button" class="button plain" data-act="server-review" on:click=on(start)>
                {say!(say, "say-server-review")}
            </button>
        })}
        {show(is_busy, move || view! {
            <div class="row">
                <progress
                    max=bind(move || state.with(|state| state.all.max(1)).to_string())
                    value=bind(move || state.with(|state| state.done).to_string())
                    aria-label=say!(say, "say-server-review")
                ></progress>
                <span class="quiet" role="status">{bind(progress_text)}</span>
                {show(move || state.with(|state| state.own), move || view! {
                    <button type="button" class="plain" on:click=on(move |_| panel.ask("DELETE", true))>{say!(say, "say-stop-search")}</button>
                })}
            </div>
        })}
    }
}

impl Panel {
    /// Sends a request, and takes what the server answers. A question that the page asks by itself fails in silence: the
    /// game can be reviewed here.
    fn ask(self, method: &'static str, is_asked: bool) {
        request_review(method, &self.table.get(), move |response| match response {
            Ok(state) => self.take(state),
            Err(error) if is_asked => error.notify(),
            Err(_) => {}
        });
    }

    fn take(self, state: ReviewState) {
        match state.phase {
            ReviewPhase::Done => self.show(state.nodes, &state.judged),
            ReviewPhase::Waiting | ReviewPhase::Running => {
                dom::set_timeout(POLL_MS, move || {
                    let is_busy = || {
                        let phase = self.state.with_untracked(|state| state.phase);
                        matches!(phase, ReviewPhase::Waiting | ReviewPhase::Running)
                    };
                    // The page may be another by then.
                    if self.table.try_get().is_some() && is_busy() {
                        self.ask("GET", false);
                    }
                });
            }
            ReviewPhase::None => {}
        }
        self.state.set(state);
    }

    /// Shows the verdicts, unless the person has reviewed the game meanwhile.
    fn show(self, nodes: u64, judged: &[JudgedPosition]) {
        let analysis = self.analysis;
        if analysis.review.with_untracked(Option::is_some) {
            return;
        }
        let judged: Vec<Judged> = judged
            .iter()
            .map(|one| Judged {
                ply: one.ply as usize,
                best: one.best,
                played: one.played,
                best_turn: one.best_turn.clone(),
            })
            .collect();
        let mut kept = false;
        // Nothing that the person did, so nothing to save.
        analysis.study.update(|study| kept = study.keep_review(nodes, &judged).is_ok());
        analysis.edits.update(|edits| *edits += 1);
        if kept {
            let review = analysis.study.with_untracked(|study| Review::of(study.record()));
            analysis.review.set(review);
        }
    }
}
