//! The explorer: which turns others have played from here, how often and with which results, in the archive of the server,
//! in the games on this device, or in a file.

use mohreh_games::explorer::{Explorer, Tally};
use mohreh_games::{AnyGame, Canon, Kind, Record, Status};
use mohreh_protocol::{ExplorerPage, ExplorerTurn, limits};
use mohreh_texts::Direction;
use web_sys::PointerEvent;

use super::{Analysis, Study};
use crate::dom;
use crate::notice::{Notice, notify};
use crate::online::explore;
use crate::say::{Say, say};
use crate::share;
use crate::signal::{Memo, Signal, Stored, effect};
use crate::store::{self, SavedGame};
use crate::switch::switch;
use crate::view::{View, bind, bind_bool, on, show, view};

/// Name of the draft that keeps whether it is on, and the source.
const DRAFT: &str = "explorer";
/// Delay before the server is asked: whoever steps through a game does not ask for each position.
const REQUEST_DELAY_MS: u64 = 150;
/// Games that are counted before the page gets time for other things.
const SLICE: usize = 20;
/// Turns that are listed until all are asked for.
const FEW: usize = 6;

/// Where the games come from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Server,
    Device,
    File,
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Source::Server => "server",
            Source::Device => "device",
            Source::File => "file",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Source::Server => "say-explorer-server",
            Source::Device => "say-explorer-device",
            Source::File => "say-explorer-file",
        }
    }
}

/// What there is to show.
#[derive(Clone, PartialEq)]
enum Found {
    Loading,
    Page(ExplorerPage),
    /// A sentence instead.
    Message(&'static str),
}

#[derive(Clone, Copy)]
struct Panel {
    analysis: Analysis,
    on: Signal<bool>,
    source: Signal<Source>,
    found: Signal<Found>,
    show_all: Signal<bool>,
    /// Games of the device or the file.
    counted: Stored<Explorer>,
    /// Changes when they do.
    filled: Signal<u32>,
    /// Records that are not counted yet.
    waiting: Stored<Vec<Record>>,
    /// Answers to an earlier question are stale.
    generation: Stored<u32>,
}

pub(super) fn explorer_panel(analysis: Analysis) -> View {
    let say = Say::global();
    let kept = store::draft(DRAFT);
    let mut words = kept.split(' ');
    let is_on = words.next() == Some("on");
    let source = if words.next() == Some("device") { Source::Device } else { Source::Server };
    let panel = Panel {
        analysis,
        on: Signal::new(is_on),
        source: Signal::new(source),
        found: Signal::new(Found::Loading),
        show_all: Signal::new(false),
        counted: Stored::new(Explorer::new()),
        filled: Signal::new(0),
        waiting: Stored::new(Vec::new()),
        generation: Stored::new(0),
    };
    panel.run();
    view! {
        <section class="engine explorer" aria-label=say!(say, "say-explorer")>
            {switch(
                say!(say, "say-explorer"),
                bind(|| ""),
                bind_bool(move || panel.on.get()),
                bind_bool(|| false),
                move |on| {
                    panel.on.set(on);
                    panel.keep();
                },
            )}
            {show(move || panel.on.get(), move || view! {
                {source_row(panel)}
                <p class="quiet" role="status">{bind(move || status_text(panel))}</p>
                {move || turns_view(panel)}
            })}
        </section>
    }
}

impl Panel {
    fn keep(self) {
        let on = if self.on.get_untracked() { "on" } else { "off" };
        store::save_draft(DRAFT, &format!("{on} {}", self.source.get_untracked().name()));
    }

    /// Asks again whenever another position is looked at, or other games are asked for.
    fn run(self) {
        let study = self.analysis.study;
        let place = Memo::new(move || study.with(|study| (study.line(), question(study))));
        // The games of the device are read once it is asked for them.
        effect(move || {
            if self.on.get() && self.source.get() == Source::Device {
                self.fill(device_games(self.analysis.kind()));
            }
        });
        effect(move || {
            let (line, question) = place.get();
            let (is_on, source) = (self.on.get(), self.source.get());
            self.filled.get();
            self.generation.update(|generation| *generation += 1);
            self.show_all.set(false);
            if !is_on {
                return;
            }
            match (question, source) {
                (Err(key), _) => self.found.set(Found::Message(key)),
                (Ok(()), Source::Server) => self.ask_server(line),
                (Ok(()), _) => self.look(),
            }
        });
    }

    fn ask_server(self, line: String) {
        if line.len() > limits::EXPLORER_LINE_BYTES {
            return self.found.set(Found::Message("say-explorer-deep"));
        }
        let generation = self.generation.get();
        let is_stale = move || self.generation.try_get() != Some(generation);
        if !matches!(self.found.get_untracked(), Found::Page(_)) {
            self.found.set(Found::Loading);
        }
        let then = move |page: Option<ExplorerPage>| {
            if is_stale() {
                return;
            }
            self.found.set(match page {
                Some(page) if page.turns.is_empty() => Found::Message(self.nothing()),
                Some(page) => Found::Page(page),
                None => Found::Message("say-explorer-offline"),
            });
        };
        dom::set_timeout(REQUEST_DELAY_MS, move || {
            if !is_stale() {
                explore(line, then);
            }
        });
    }

    /// What to say where the archive has no turn.
    fn nothing(self) -> &'static str {
        let turns = self.analysis.study.with_untracked(|study| study.played().turns().len());
        if turns < limits::EXPLORER_DEPTH { "say-explorer-none" } else { "say-explorer-deep" }
    }

    /// Looks into the games of the device or the file.
    fn look(self) {
        let mut page = None;
        self.counted.update(|explorer| {
            page = self
                .analysis
                .study
                .with_untracked(|study| page_of(study.game(), &explorer.look(study.game())));
        });
        self.found.set(match page {
            Some(page) => Found::Page(page),
            None if self.waiting.with(|waiting| !waiting.is_empty()) => Found::Loading,
            None if self.counted.with(|explorer| explorer.games() == 0) => {
                Found::Message("say-explorer-empty")
            }
            None => Found::Message("say-explorer-none"),
        });
    }

    /// Counts games in slices, so that the page stays quick.
    fn fill(self, records: Vec<Record>) {
        self.counted.set(Explorer::new());
        self.waiting.set(records);
        self.fill_on();
    }

    fn fill_on(self) {
        let mut slice = Vec::new();
        self.waiting.update(|waiting| {
            slice = waiting.split_off(waiting.len().saturating_sub(SLICE));
        });
        let is_done = slice.len() < SLICE;
        self.counted.update(|explorer| slice.iter().for_each(|record| explorer.add(record)));
        if is_done {
            return self.filled.update(|filled| *filled += 1);
        }
        dom::set_timeout(0, move || {
            if self.generation.try_get().is_some() {
                self.fill_on();
            }
        });
    }

    fn open_file(self, text: &str) {
        match share::read_any(text) {
            Ok((records, _)) => {
                let kind = self.analysis.kind();
                self.source.set(Source::File);
                self.fill(records.into_iter().filter(|record| record.kind() == kind).collect());
            }
            Err(why) => notify(Notice::with_error("say-cannot-read", why)),
        }
    }
}

/// Whether turns are counted from the place that is looked at, or why not.
fn question(study: &Study) -> Result<(), &'static str> {
    let is_rolled = study.played().rolls().last().is_some_and(|ply| ply + 1 == study.ply());
    match study.game().status() {
        Status::Over(_) => Err("say-explorer-over"),
        Status::ToRoll => Err("say-explorer-roll"),
        Status::ToMove(_) if study.played().is_turn_due() || is_rolled => Ok(()),
        Status::ToMove(_) => Err("say-explorer-middle"),
    }
}

/// Games and kept analyses on this device.
fn device_games(kind: Kind) -> Vec<Record> {
    let saved = store::games().into_iter().filter_map(|saved| match saved {
        SavedGame::Game(model) => Some(model.record),
        SavedGame::Corrupt { .. } => None,
    });
    let analyses = store::analyses().into_iter().filter_map(|id| store::analysis(&id));
    saved.chain(analyses).filter(|record| record.kind() == kind).collect()
}

/// The same answer as that of the server; `None` if there is no turn.
fn page_of(game: &AnyGame, tallies: &[Tally]) -> Option<ExplorerPage> {
    let turn = |tally: &Tally| ExplorerTurn {
        steps: tally.turn.clone(),
        games: tally.games,
        wins: tally.wins[..game.seats()].to_vec(),
        shared: tally.shared,
        rating: tally.rating_sum.checked_div(tally.rated.into()).map(|mean| mean as u32),
    };
    let turns: Vec<ExplorerTurn> =
        tallies.iter().take(limits::EXPLORER_TURNS as usize).map(turn).collect();
    let games = tallies.iter().map(|tally| tally.games).sum();
    (!turns.is_empty()).then_some(ExplorerPage { turns, all: tallies.len() as u32, games })
}

fn source_row(panel: Panel) -> View {
    let say = Say::global();
    let choose = move |event| {
        let source = match dom::event_value(&event).as_str() {
            "device" => Source::Device,
            _ => Source::Server,
        };
        panel.source.set(source);
        panel.keep();
    };
    let load = move |event: web_sys::Event| {
        dom::read_file(&event, move |text| {
            if panel.generation.try_get().is_some() {
                panel.open_file(&text);
            }
        });
    };
    let option = move |source: Source| {
        view! {
            <option value=source.name() selected=bind_bool(move || panel.source.get() == source)>{say!(say, source.key())}</option>
        }
    };
    let file = move || (panel.source.get() == Source::File).then(|| option(Source::File));
    view! {
        <div class="row small">
            <label class="count">
                <span class="unseen">{say!(say, "say-explorer-source")}</span>
                <select on:change=on(choose)>
                    {option(Source::Server)}
                    {option(Source::Device)}
                    {file}
                </select>
            </label>
            <label class="plain file">
                {say!(say, "say-load-file")}
                <input type="file" accept=".txt,.sgf,.json,text/plain" on:change=on(load) />
            </label>
        </div>
    }
}

fn status_text(panel: Panel) -> String {
    let say = Say::global();
    match panel.found.get() {
        Found::Loading => say.text("say-explorer-loading"),
        Found::Message(key) => say.with(key, &[("count", (limits::EXPLORER_DEPTH as u32).into())]),
        Found::Page(page) => say.with("say-explorer-games", &[("count", page.games.into())]),
    }
}

fn turns_view(panel: Panel) -> View {
    let say = Say::global();
    let Found::Page(mut page) = panel.found.get() else { return View::none() };
    panel.analysis.study.with_untracked(|study| prefer_own(study, &mut page.turns));
    let shown = if panel.show_all.get() { page.turns.len() } else { FEW };
    let (all, most) = (page.turns.len(), page.turns.iter().map(|turn| turn.games).max());
    let more = all > shown;
    let rows = page.turns.into_iter().take(shown);
    let rows: Vec<View> =
        rows.map(|turn| turn_view(panel, turn, page.games, most.unwrap_or(1))).collect();
    view! {
        <ol class="played">{rows}</ol>
        {more.then(|| view! {
            <button type="button" class="plain" on:click=on(move |_| panel.show_all.set(true))>
                {bind(move || say.with("say-explorer-all", &[("count", (all as u32).into())]))}
            </button>
        })}
    }
}

/// A turn of which there are several images in a symmetric position is shown as the one that follows in the tree.
fn prefer_own(study: &Study, turns: &mut [ExplorerTurn]) {
    let (tree, mut own) = (study.tree(), Vec::new());
    let mut next = tree.children(study.node()).first();
    while let Some(node) = next.filter(|node| own.is_empty() || !tree.begins_turn(**node)) {
        own.push(tree.step(*node).to_string());
        next = tree.children(*node).first();
    }
    let (canon, game) = (Canon::new(study.game()), study.game());
    let canonical = canon.canonical(game, &own);
    for turn in turns.iter_mut().filter(|turn| turn.steps.len() == own.len()) {
        if canon.canonical(game, &turn.steps) == canonical {
            turn.steps.clone_from(&own);
        }
    }
}

fn percent(part: u32, whole: u32) -> u32 {
    (part * 100 + whole / 2) / whole.max(1)
}

/// A turn: pointed at or in focus it is shown on the board, pressed it is played.
fn turn_view(panel: Panel, turn: ExplorerTurn, games: u32, most: u32) -> View {
    let (say, analysis) = (Say::global(), panel.analysis);
    let steps = turn.steps.clone();
    let (entered, focused) = (steps.clone(), steps.clone());
    let preview = move |steps: &[String]| analysis.preview.set(steps.to_vec());
    let (share, count) = (percent(turn.games, games), turn.games);
    let rating = turn.rating.map(|rating| {
        view! { <span class="quiet">{bind(move || say.with("say-explorer-rating", &[("n", rating.into())]))}</span> }
    });
    let text = turn.steps.join(" ");
    let bar = result_bar(say, &turn, most);
    let results = Stored::new(turn);
    let kind = analysis.kind();
    let words = move || results.with(|turn| results_text(say, kind, turn));
    view! {
        <li>
            <button
                type="button"
                class="explored"
                on:pointerenter=on(move |event: PointerEvent| {
                    if event.pointer_type() == "mouse" {
                        preview(&entered);
                    }
                })
                on:pointerleave=on(move |_: PointerEvent| preview(&[]))
                on:focus=on(move |_: web_sys::Event| preview(&focused))
                on:blur=on(move |_: web_sys::Event| preview(&[]))
                on:click=on(move |_| { analysis.play(&steps); })
            >
                <bdi dir="ltr" class="notation">{text}</bdi>
                <span class="how-often">
                    {bind(move || say.with("say-explorer-count", &[("count", count.into()), ("percent", share.into())]))}
                </span>
                {bar}
                <span class="results">{bind(words)}</span>
                {rating}
            </button>
        </li>
    }
}

/// Results of the games in words: who has won how many of them.
fn results_text(say: Say, kind: Kind, turn: &ExplorerTurn) -> String {
    let decided: u32 = turn.wins.iter().sum::<u32>() + turn.shared;
    if decided == 0 {
        return say.text("say-explorer-open");
    }
    let of_seat = |(seat, wins): (usize, &u32)| {
        let args = [
            ("name", say.seat_name(kind, seat).into()),
            ("percent", percent(*wins, decided).into()),
        ];
        say.with("say-chance", &args)
    };
    let mut texts: Vec<String> = turn.wins.iter().enumerate().map(of_seat).collect();
    if turn.shared > 0 {
        let share = percent(turn.shared, decided);
        texts.push(say.with("say-explorer-shared", &[("percent", share.into())]));
    }
    texts.join(&say.text("say-comma"))
}

/// Results as a bar: one part for each seat from the beginning of the line, shared ones last. Its length tells how often
/// the turn was played, beside the most frequent one.
fn result_bar(say: Say, turn: &ExplorerTurn, most: u32) -> View {
    let decided = (turn.wins.iter().sum::<u32>() + turn.shared).max(1);
    let length = percent(turn.games, most).max(4);
    let is_left = say.language().direction() == Direction::LeftToRight;
    let (mut parts, mut at) = (Vec::new(), 0);
    let counts =
        turn.wins.iter().enumerate().map(|(seat, wins)| (format!("part-{}", seat + 1), *wins));
    for (class, count) in counts.chain([("part-shared".to_string(), turn.shared)]) {
        let end = at + count;
        let x = |n: u32| {
            let x = n * length / decided;
            if is_left { x } else { 100 - x }
        };
        if count > 0 {
            let path = format!("M{0} 0H{1}V6H{0}Z", x(at), x(end));
            parts.push(view! { <path class=class d=path /> });
        }
        at = end;
    }
    view! { <svg class="result-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">{parts}</svg> }
}
