//! [`Bench`]: the draft on the page, with what was done to it. It is saved at every change.

use mohreh_draw::changes;
use mohreh_games::edit::{Brush, Draft};
use mohreh_games::show::Name;
use mohreh_games::{AnyGame, Kind};

use crate::board::change_text;
use crate::navigation::replace_url;
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::say::Say;
use crate::share;
use crate::signal::Signal;
use crate::store;

/// Changes that can be undone.
const MAX_PAST: usize = 200;
/// Changes of one action that are read out one by one.
const MAX_TOLD: usize = 3;

/// What a touch of a spot does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tool {
    /// Puts what has this letter.
    Put(char),
    /// Takes the topmost thing away.
    Take,
}

/// Beginning of the names of tools, which are touched like spots.
const TOOL: &str = "tool-";

impl Tool {
    pub(super) fn name(self) -> String {
        match self {
            Tool::Put(letter) => format!("{TOOL}{letter}"),
            Tool::Take => TOOL.to_string(),
        }
    }

    pub(super) fn of_name(name: Name) -> Option<Tool> {
        let letter = name.strip_prefix(TOOL)?.chars().next();
        Some(letter.map_or(Tool::Take, Tool::Put))
    }
}

/// State of the page, and the actions on it. A `Copy` handle.
#[derive(Clone, Copy)]
pub(super) struct Bench {
    pub kind: Kind,
    pub draft: Signal<Draft>,
    pub tool: Signal<Tool>,
    pub announcement: Signal<String>,
    /// Texts of the drafts before and after, the nearest last.
    pub past: Signal<Vec<String>>,
    pub future: Signal<Vec<String>>,
}

/// Key of the saved draft.
fn key(kind: Kind) -> String {
    format!("editor/{kind}")
}

fn start_of(kind: Kind, setup: &str) -> Option<Draft> {
    AnyGame::start(kind, setup).ok().map(|game| Draft::of(&game))
}

#[expect(clippy::expect_used, reason = "every game has a default setup")]
fn default_start(kind: Kind) -> Draft {
    start_of(kind, "").expect("a start")
}

impl Bench {
    /// The position of the URL, or what was edited last. The URL is read once: a reload shows the latest draft.
    pub(super) fn open(kind: Kind) -> Bench {
        let saved = Draft::read(kind, &store::draft(&key(kind))).ok();
        let given = share::position_in_url().map(|(_, text)| Draft::read(kind, &text));
        let mut past = Vec::new();
        let draft = match given {
            Some(Ok(draft)) => {
                past.extend(saved.filter(|saved| *saved != draft).map(|saved| saved.to_string()));
                draft
            }
            Some(Err(why)) => {
                notify(Notice::with_error("say-cannot-read", why.into()));
                saved.unwrap_or_else(|| default_start(kind))
            }
            None => saved.unwrap_or_else(|| default_start(kind)),
        };
        replace_url(&Route::Editor(kind).path(Say::global().language()));
        let tool = draft.layout().brushes.first().map_or(Tool::Take, |b| Tool::Put(b.letter));
        let bench = Bench {
            kind,
            draft: Signal::new(draft),
            tool: Signal::new(tool),
            announcement: Signal::new(String::new()),
            past: Signal::new(past),
            future: Signal::new(Vec::new()),
        };
        bench.save();
        bench
    }

    fn save(self) {
        let text = self.draft.with_untracked(ToString::to_string);
        store::save_draft(&key(self.kind), &text);
    }

    /// Shows a draft in place of the present one, which is pushed onto `onto`.
    fn show(self, draft: Draft, onto: Signal<Vec<String>>) {
        let before = self.draft.get_untracked();
        onto.update(|texts| {
            texts.push(before.to_string());
            let excess = texts.len().saturating_sub(MAX_PAST);
            texts.drain(..excess);
        });
        self.announce(&before, &draft);
        self.draft.set(draft);
        self.save();
        // Another setup may have other pieces.
        let is_there = |brush: &Brush| self.tool.get_untracked() == Tool::Put(brush.letter);
        let (has_tool, first) = self.draft.with_untracked(|draft| {
            let brushes = &draft.layout().brushes;
            (brushes.iter().any(is_there), brushes.first().map(|brush| Tool::Put(brush.letter)))
        });
        if !has_tool && self.tool.get_untracked() != Tool::Take {
            self.tool.set(first.unwrap_or(Tool::Take));
        }
    }

    /// Makes a change that can be undone.
    pub(super) fn replace(self, draft: Draft) {
        if self.draft.with_untracked(|now| *now != draft) {
            self.future.set(Vec::new());
            self.show(draft, self.past);
        }
    }

    pub(super) fn change(self, work: &dyn Fn(&mut Draft)) {
        let mut draft = self.draft.get_untracked();
        work(&mut draft);
        self.replace(draft);
    }

    /// Goes to the last of `texts`.
    fn travel(self, texts: Signal<Vec<String>>, back: Signal<Vec<String>>) {
        let mut text = None;
        texts.update(|texts| text = texts.pop());
        if let Some(draft) = text.and_then(|text| Draft::read(self.kind, &text).ok()) {
            self.show(draft, back);
        }
    }

    pub(super) fn undo(self) {
        self.travel(self.past, self.future);
    }

    pub(super) fn redo(self) {
        self.travel(self.future, self.past);
    }

    /// Uses the tool on a spot.
    pub(super) fn touch(self, spot: Name) {
        match self.tool.get_untracked() {
            Tool::Put(letter) => self.change(&|draft| draft.put(spot, letter)),
            Tool::Take => self.take(spot),
        }
    }

    pub(super) fn take(self, spot: Name) {
        self.change(&|draft| draft.take(spot));
    }

    pub(super) fn shift(self, from: Name, to: Option<Name>) {
        self.change(&|draft| draft.shift(from, to));
    }

    /// Chooses the tool with this number, counted from 1; the last one takes away.
    pub(super) fn choose(self, number: usize) {
        let letter = self.draft.with_untracked(|draft| {
            let brushes = &draft.layout().brushes;
            let is_last = number == brushes.len() + 1;
            let brush = number.checked_sub(1).and_then(|n| brushes.get(n));
            brush.map(|brush| Tool::Put(brush.letter)).or(is_last.then_some(Tool::Take))
        });
        if let Some(tool) = letter {
            self.tool.set(tool);
        }
    }

    pub(super) fn has_piece(self, spot: Name) -> bool {
        self.draft.with_untracked(|draft| draft.scene().pieces.iter().any(|p| p.spot == spot))
    }

    /// The start of this setup.
    pub(super) fn restart(self) {
        let setup = self.draft.with_untracked(|draft| draft.setup().to_string());
        if let Some(draft) = start_of(self.kind, &setup) {
            self.replace(draft);
        }
    }

    /// A start that is drawn by lot.
    pub(super) fn mix(self) {
        let setup = self.kind.draw_setup(&mut crate::dom::random_below);
        if let Some(draft) = start_of(self.kind, &setup) {
            self.replace(draft);
        }
    }

    /// Tells what has changed on the board.
    fn announce(self, before: &Draft, after: &Draft) {
        let say = Say::global();
        let told: Vec<String> = changes(&before.scene(), &after.scene())
            .iter()
            .filter_map(|change| change_text(say, self.kind, change))
            .collect();
        if !told.is_empty() && told.len() <= MAX_TOLD {
            self.announcement.set(told.join(&say.text("say-full-stop")));
        }
    }
}
