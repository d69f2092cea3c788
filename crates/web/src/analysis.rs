//! Analysis of a game: a tree of turns that can be changed, with the engine beside it.

mod drawing;
mod engine_panel;
mod explorer_panel;
mod review_panel;
mod server_review;
mod study;
mod tree_list;
mod verdict;
mod viewer;

use mohreh_draw::changes;
use mohreh_games::record::{Highlight, Ink, NodeId, RecordError};
use mohreh_games::show::{Name, Scene};
use mohreh_games::{Kind, Record, Status};
use mohreh_review::Review;

use crate::board::{Drawn, Marks};
use crate::dom;
use crate::game_model::{TouchResult, next_touches, touch};
use crate::navigation::replace_url;
use crate::notice::{Notice, notify};
use crate::refused::Refused;
use crate::route::Route;
use crate::say::Say;
use crate::settings::Settings;
use crate::share;
use crate::signal::{Signal, Stored};
use crate::sound;
use crate::store;
use review_panel::Attempt;
pub(crate) use study::Study;
pub(crate) use viewer::viewer;

/// Delay before changes are saved.
const SAVE_DELAY_MS: u64 = 400;

/// State of the page, and the actions on it. A `Copy` handle.
#[derive(Clone, Copy)]
pub(crate) struct Analysis {
    pub study: Signal<Study>,
    /// Counts changes of the tree, as opposed to looking at another place of it.
    pub edits: Signal<u32>,
    pub picked: Signal<Vec<Name>>,
    /// Why the last touch was refused.
    pub refused: Signal<Refused>,
    pub announcement: Signal<String>,
    /// Steps beyond the position that are shown while an engine line is pointed at.
    pub preview: Signal<Vec<String>>,
    /// The turns that the engine suggests here, best first.
    pub suggested: Signal<Vec<Drawn>>,
    /// The verdicts on the main line.
    pub review: Signal<Option<Review>>,
    /// Another try at a turn.
    attempt: Signal<Option<Attempt>>,
    /// Key in storage; empty until the first change of a game that came from elsewhere.
    id: Stored<String>,
    saves: Stored<u32>,
}

impl Analysis {
    pub(crate) fn new(study: Study, id: String) -> Analysis {
        Analysis {
            study: Signal::new(study),
            edits: Signal::new(0),
            picked: Signal::new(Vec::new()),
            refused: Signal::new(Refused::default()),
            announcement: Signal::new(String::new()),
            preview: Signal::new(Vec::new()),
            suggested: Signal::new(Vec::new()),
            review: Signal::new(None),
            attempt: Signal::new(None),
            id: Stored::new(id),
            saves: Stored::new(0),
        }
    }

    pub(crate) fn kind(self) -> Kind {
        self.study.with_untracked(Study::kind)
    }

    /// Looks at another place.
    pub(crate) fn look(self, change: impl FnOnce(&mut Study)) {
        self.settle();
        self.study.update(change);
    }

    pub(crate) fn go(self, node: NodeId) {
        self.look(|study| study.go(node));
    }

    /// Changes the tree, and saves it.
    pub(crate) fn edit(self, change: impl FnOnce(&mut Study) -> Result<(), RecordError>) -> bool {
        self.settle();
        let mut wrong = None;
        self.study.update(|study| wrong = change(study).err());
        self.edits.update(|edits| *edits += 1);
        // Another main line is another game.
        let is_other = self.study.with_untracked(|study| !study.has_review());
        if is_other && self.review.with_untracked(Option::is_some) {
            self.review.set(None);
        }
        match wrong {
            None => self.save_soon(),
            Some(why) => {
                notify(Notice::with_error("say-not-legal", why));
                return false;
            }
        }
        true
    }

    /// Forgets what belongs to the position before.
    fn settle(self) {
        self.picked.set(Vec::new());
        self.refused.set(Refused::default());
        self.preview.set(Vec::new());
    }

    pub(crate) fn touch(self, name: Name) {
        let picked = self.picked.get_untracked();
        let (result, to_move) = self.study.with_untracked(|study| {
            let to_move = matches!(study.game().status(), Status::ToMove(_));
            (touch(study.game(), &picked, name), to_move)
        });
        self.refused.set(Refused::default());
        match result {
            TouchResult::Picked(picked) => self.picked.set(picked),
            TouchResult::Step(step) => {
                self.play(&[step]);
            }
            TouchResult::Refused if to_move => {
                let why = |study: &Study| Refused::of(study.game(), &picked, name);
                let why = self.study.with_untracked(why);
                self.picked.set(Vec::new());
                self.announcement.set(why.announcement());
                self.refused.set(why);
            }
            TouchResult::Refused => {}
        }
    }

    pub(crate) fn deselect(self) {
        self.picked.set(Vec::new());
        self.refused.set(Refused::default());
    }

    /// Plays steps from here.
    pub(crate) fn play(self, steps: &[String]) -> bool {
        let before = self.study.with_untracked(Study::scene);
        let played = self.edit(|study| steps.iter().try_for_each(|step| study.play(step)));
        let after = self.study.with_untracked(Study::scene);
        if Settings::global().with_untracked(|settings| settings.sound) {
            sound::play_changes(&changes(&before, &after));
        }
        played
    }

    /// Lets the dice fall.
    pub(crate) fn roll(self) {
        let roll = self.study.with_untracked(|study| study.game().roll(&mut dom::random_below));
        if let Some(roll) = roll {
            self.play(&[roll]);
        }
    }

    pub(crate) fn highlight(self, spot: Name, target: Option<Name>, ink: Ink) {
        self.edit(|study| study.toggle_highlight(spot, target, ink));
    }

    pub(crate) fn scene(self) -> Scene {
        let preview = self.preview.get();
        self.study.with(|study| match preview.as_slice() {
            [] => study.scene(),
            steps => study.ahead(steps).0,
        })
    }

    pub(crate) fn marks(self) -> Marks {
        let (preview, picked, suggested) =
            (self.preview.get(), self.picked.get(), self.suggested.get());
        self.study.with(|study| {
            if !preview.is_empty() {
                return Marks { last: study.ahead(&preview).1, ..Marks::default() };
            }
            let mut drawn = suggested;
            drawn.extend(study.highlights().iter().map(|mark| Drawn {
                spot: mark.spot,
                target: mark.target,
                class: mark.ink.name(),
            }));
            let mut marks = Marks {
                lit: next_touches(study.game(), &picked),
                last: study.last_turn(),
                picked,
                drawn,
                ..Marks::default()
            };
            self.refused.get().mark(&mut marks);
            marks
        })
    }

    /// Saves the record some time after the last change, under the id of its game or a new one.
    pub(crate) fn save_soon(self) {
        self.saves.update(|saves| *saves += 1);
        let this_save = self.saves.get();
        dom::set_timeout(SAVE_DELAY_MS, move || {
            if self.saves.try_get() == Some(this_save) {
                self.save();
            }
        });
    }

    fn save(self) {
        if self.id.get().is_empty() {
            self.id.set(store::new_id());
            let route = Route::Replay(Some(self.id.get()));
            let path = route.path(Say::global().language());
            let here = self.study.with_untracked(|study| study.tree().path(study.node()));
            replace_url(&share::at_ply(&path, Some(&here)));
        }
        let saved =
            self.study.with_untracked(|study| store::save_analysis(&self.id.get(), study.record()));
        if let Err(why) = saved {
            notify(Notice::new(why.key()));
        }
    }

    pub(crate) fn record(self) -> Record {
        self.study.with_untracked(|study| study.record().clone())
    }
}

/// A circle or an arrow in words.
fn highlight_text(say: Say, mark: &Highlight) -> String {
    let spot = mark.spot.to_string();
    match mark.target {
        None => say.with("say-mark-circle", &[("spot", spot.into())]),
        Some(to) => {
            say.with("say-mark-arrow", &[("from", spot.into()), ("to", to.to_string().into())])
        }
    }
}
