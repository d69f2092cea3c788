//! [`Engine`]: client of the web worker that runs the engine, so that the page stays responsive.
//!
//! A request is one message, answered by one or more; each starts with the request id. A searching worker
//! does not process messages, so interrupting means terminating it; the next request starts a new one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use mohreh_games::show::Name;
use mohreh_review::Judged;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::dom;
use crate::notice::{Notice, notify};

/// A reply of the worker.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reply {
    /// Search progress; more replies follow.
    Progress {
        depth: u32,
        nodes: u64,
    },
    /// The best lines so far; more replies follow.
    Lines(Lines),
    /// A turn of a review; more replies follow.
    Judged(Judged),
    /// The end of a review.
    Done,
    /// Chances to reach spots with the dice, in ten thousandths.
    Odds(Vec<(Name, u32)>),
    /// The turn to play.
    Best(Vec<String>),
    /// The answer to [`Engine::ask`], in words.
    Told(Vec<String>),
    /// All rolls follow from the seed; the number of rolls.
    Fair(u32),
    /// The encoded file.
    Gif(Vec<u8>),
    /// A QR code: its side in modules, and an SVG path of the dark ones.
    Qr(u32, String),
    /// The rolls do not follow from the seed: number of the step or 0, message key, its arguments.
    Unfair(Vec<String>),
    Failed,
}

/// Result of a depth of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lines {
    pub depth: u32,
    pub nodes: u64,
    /// Best first.
    pub lines: Vec<Line>,
}

/// A line of play.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    pub win: Win,
    pub steps: Vec<String>,
}

/// Win chance of the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Win {
    Won,
    Lost,
    /// In ten thousandths.
    Chance(u32),
}

impl Win {
    pub(crate) fn ten_thousandths(self) -> u32 {
        match self {
            Win::Won => 10_000,
            Win::Lost => 0,
            Win::Chance(chance) => chance.min(10_000),
        }
    }

    fn parse(text: &str) -> Option<Win> {
        Some(match text {
            "won" => Win::Won,
            "lost" => Win::Lost,
            chance => Win::Chance(chance.parse().ok()?),
        })
    }
}

type Listener = Rc<dyn Fn(Reply)>;

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    last_id: u32,
    listeners: HashMap<u32, Listener>,
    /// The person has been told that the worker plays without its network.
    told_weak: bool,
    /// JS callbacks, kept alive as long as the worker.
    callbacks: Vec<JsValue>,
}

/// Handle of a worker, which is started by its first request; clones share it.
#[derive(Clone, Default)]
pub(crate) struct Engine(Rc<RefCell<Inner>>);

thread_local! {
    static ENGINE: Engine = Engine::default();
    static BACKGROUND: Engine = Engine::default();
    static REVIEW: Engine = Engine::default();
}

impl Engine {
    /// The worker that searches.
    pub(crate) fn global() -> Engine {
        ENGINE.with(Clone::clone)
    }

    /// A worker for other jobs, which an interrupted search does not end.
    pub(crate) fn background() -> Engine {
        BACKGROUND.with(Clone::clone)
    }

    /// A worker for reviews, beside which another position can be searched.
    pub(crate) fn reviewer() -> Engine {
        REVIEW.with(Clone::clone)
    }

    /// Judges every turn of a record.
    pub(crate) fn review(&self, nodes: u64, record: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(&format!("review {nodes} {record}"), on_reply);
    }

    /// The turn that a level plays at the end of a record, in the form `KIND|SETUP|STEPS`.
    pub(crate) fn choose(
        &self,
        level: u8,
        seed: u64,
        record: &str,
        on_reply: impl Fn(Reply) + 'static,
    ) {
        self.request(&format!("choose {level} {seed} {record}"), on_reply);
    }

    /// A strong turn, for a hint.
    pub(crate) fn hint(&self, record: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(&format!("hint {record}"), on_reply);
    }

    /// Analyses the end of a record, until it is interrupted.
    pub(crate) fn analyse(&self, lines: usize, record: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(&format!("analyse {lines} {record}"), on_reply);
    }

    /// Asks what only pages of the second part ask: they know the words of request and answer.
    pub(crate) fn ask(&self, request: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(request, on_reply);
    }

    /// Chances to reach the spots with the dice.
    pub(crate) fn odds(&self, record: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(&["odds ", record].concat(), on_reply);
    }

    /// Verifies the dice of a record, in its long form, against the seed in its headers.
    pub(crate) fn check_dice(&self, record: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(&["dice ", record].concat(), on_reply);
    }

    /// The QR code of a text.
    pub(crate) fn qr(&self, text: &str, on_reply: impl Fn(Reply) + 'static) {
        self.request(&["qr ", text].concat(), on_reply);
    }

    /// Encodes RGBA frames of equal size as an animated GIF.
    pub(crate) fn encode_gif(
        &self,
        width: u32,
        height: u32,
        frame_ms: u32,
        frames: &[Vec<u8>],
        on_reply: impl Fn(Reply) + 'static,
    ) {
        let Some(id) = self.register(on_reply) else { return };
        let message = js_sys::Array::new();
        message.push(&format!("{id} film {width} {height} {frame_ms}").into());
        for frame in frames {
            message.push(&js_sys::Uint8Array::from(frame.as_slice()));
        }
        self.post(id, &message);
    }

    /// Terminates the worker and drops all pending requests, whose listeners are not called.
    pub(crate) fn interrupt(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.listeners.is_empty() {
            return;
        }
        if let Some(worker) = inner.worker.take() {
            worker.terminate();
        }
        inner.listeners.clear();
        inner.callbacks.clear();
    }

    fn request(&self, request: &str, on_reply: impl Fn(Reply) + 'static) {
        if let Some(id) = self.register(on_reply) {
            self.post(id, &format!("{id} {request}").into());
        }
    }

    fn register(&self, on_reply: impl Fn(Reply) + 'static) -> Option<u32> {
        let started = self.start();
        let mut inner = self.0.borrow_mut();
        inner.last_id += 1;
        let id = inner.last_id;
        if started.is_none() {
            drop(inner);
            on_reply(Reply::Failed);
            return None;
        }
        inner.listeners.insert(id, Rc::new(on_reply));
        Some(id)
    }

    fn post(&self, id: u32, message: &JsValue) {
        let worker = self.0.borrow().worker.clone();
        if worker.is_none_or(|worker| worker.post_message(message).is_err()) {
            self.dispatch(id, Reply::Failed);
        }
    }

    /// `None` if the browser has no worker for it.
    fn start(&self) -> Option<()> {
        if self.0.borrow().worker.is_some() {
            return Some(());
        }
        let address = dom::meta("mohreh-engine")?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address, &options).ok()?;
        let this = self.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            this.on_message(&event.data());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let this = self.clone();
        let on_error = Closure::<dyn Fn(web_sys::Event)>::new(move |_: web_sys::Event| {
            let mut inner = this.0.borrow_mut();
            inner.worker = None;
            let listeners = std::mem::take(&mut inner.listeners);
            drop(inner);
            for listener in listeners.into_values() {
                listener(Reply::Failed);
            }
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let mut inner = self.0.borrow_mut();
        inner.worker = Some(worker);
        inner.callbacks = vec![on_message.into_js_value(), on_error.into_js_value()];
        Some(())
    }

    fn on_message(&self, data: &JsValue) {
        if let Some(text) = data.as_string() {
            if text == "weak" {
                if !std::mem::replace(&mut self.0.borrow_mut().told_weak, true) {
                    notify(Notice::new("say-engine-weak"));
                }
            } else if let Some((id, reply)) = parse_reply(&text) {
                self.dispatch(id, reply);
            }
        } else if let Ok(parts) = data.clone().dyn_into::<js_sys::Array>() {
            let id = parts.get(0).as_f64().unwrap_or(0.0) as u32;
            let bytes = js_sys::Uint8Array::new(&parts.get(1)).to_vec();
            self.dispatch(id, Reply::Gif(bytes));
        }
    }

    fn dispatch(&self, id: u32, reply: Reply) {
        let is_final =
            !matches!(reply, Reply::Progress { .. } | Reply::Lines(_) | Reply::Judged(_));
        let listener = {
            let mut inner = self.0.borrow_mut();
            if is_final { inner.listeners.remove(&id) } else { inner.listeners.get(&id).cloned() }
        };
        if let Some(listener) = listener {
            listener(reply);
        }
    }
}

/// Parses a text reply: `7 best Wd4 -a1`, `7 info 5 12000`, `7 fair 34`, `7 unfair 12 KEY =11111`,
/// `7 qr 21 M0 0h1…`, `7 error …`.
fn parse_reply(text: &str) -> Option<(u32, Reply)> {
    let mut parts = text.splitn(3, ' ');
    let id = parts.next()?.parse().ok()?;
    let (reply_type, rest) = (parts.next()?, parts.next().unwrap_or_default());
    let reply = match reply_type {
        "best" => Reply::Best(words_of(rest)),
        "told" => Reply::Told(words_of(rest)),
        "fair" => Reply::Fair(rest.parse().ok()?),
        "unfair" => Reply::Unfair(rest.split(' ').map(ToString::to_string).collect()),
        "qr" => {
            let (size, path) = rest.split_once(' ')?;
            Reply::Qr(size.parse().ok()?, path.to_string())
        }
        "judged" => {
            let mut words = rest.split_ascii_whitespace();
            Reply::Judged(Judged {
                ply: words.next()?.parse().ok()?,
                best: words.next()?.parse().ok()?,
                played: match words.next()? {
                    "-" => None,
                    chance => Some(chance.parse().ok()?),
                },
                best_turn: words.map(ToString::to_string).collect(),
            })
        }
        "done" => Reply::Done,
        "lines" => Reply::Lines(parse_lines(rest)?),
        "odds" => {
            let entry = |entry: &str| {
                let (spot, chance) = entry.split_once('=')?;
                Some((Name::new(spot)?, chance.parse().ok()?))
            };
            Reply::Odds(rest.split_ascii_whitespace().filter_map(entry).collect())
        }
        "info" => {
            let mut numbers = rest.split_ascii_whitespace();
            Reply::Progress {
                depth: numbers.next()?.parse().ok()?,
                nodes: numbers.next()?.parse().ok()?,
            }
        }
        _ => Reply::Failed,
    };
    Some((id, reply))
}

fn words_of(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(ToString::to_string).collect()
}

/// Parses `DEPTH NODES|WIN STEP …|…`.
fn parse_lines(text: &str) -> Option<Lines> {
    let mut parts = text.split('|');
    let (depth, nodes) = parts.next()?.split_once(' ')?;
    let line = |part: &str| {
        let mut words = part.split_ascii_whitespace();
        let win = Win::parse(words.next()?)?;
        Some(Line { win, steps: words.map(ToString::to_string).collect() })
    };
    let lines = parts.map(line).collect::<Option<Vec<Line>>>()?;
    Some(Lines { depth: depth.parse().ok()?, nodes: nodes.parse().ok()?, lines })
}

#[cfg(test)]
mod tests {
    use super::{Line, Lines, Reply, Win, parse_reply};

    #[test]
    fn replies_are_parsed() {
        assert_eq!(
            parse_reply("7 best Wd4 -a1"),
            Some((7, Reply::Best(vec!["Wd4".into(), "-a1".into()])))
        );
        let told = Reply::Told(vec!["wrong".into(), "Wd4".into()]);
        assert_eq!(parse_reply("7 told wrong Wd4"), Some((7, told)));
        let progress = Reply::Progress { depth: 5, nodes: 12_000 };
        assert_eq!(parse_reply("7 info 5 12000"), Some((7, progress)));
        assert_eq!(parse_reply("8 fair 34"), Some((8, Reply::Fair(34))));
        let unfair = Reply::Unfair(vec!["4".into(), "key".into(), "=1".into()]);
        assert_eq!(parse_reply("8 unfair 4 key =1"), Some((8, unfair)));
        assert_eq!(parse_reply("8 qr 21 M0 0h1"), Some((8, Reply::Qr(21, "M0 0h1".into()))));
        assert_eq!(parse_reply("8 error no"), Some((8, Reply::Failed)));
        let line = |win, steps: &[&str]| Line {
            win,
            steps: steps.iter().map(ToString::to_string).collect(),
        };
        let lines = vec![line(Win::Chance(6123), &["Wd4", "-a1"]), line(Win::Lost, &["pass"])];
        let lines = Reply::Lines(Lines { depth: 5, nodes: 12_000, lines });
        assert_eq!(parse_reply("9 lines 5 12000|6123 Wd4 -a1|lost pass"), Some((9, lines)));
        for garbage in [
            "",
            "x",
            "1",
            "1 info",
            "1 fair x",
            "1 info a b c",
            "best",
            "1 lines",
            "1 lines 1 2|x y",
            "1 judged 1 x",
        ] {
            let _ = parse_reply(garbage);
        }
    }
}
