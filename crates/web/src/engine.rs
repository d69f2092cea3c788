//! The computer: the engine in a worker of its own, so that the page goes on while it thinks.
//!
//! A question is one text, an answer one or several; the number in front tells which belongs to which.
//! A worker that thinks hears nothing, so to interrupt it is to end it; the next question starts another.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::dom;

/// What the engine says.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// So far: how deep, and how many positions.
    Progress { depth: u32, nodes: u64 },
    /// The steps to play.
    Best(Vec<String>),
    /// So many falls of the dice follow from their seed.
    Fair(u32),
    /// A picture that moves, whole.
    Film(Vec<u8>),
    /// It could not.
    Failed(String),
}

type Listener = Rc<dyn Fn(Said)>;

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    asked: u32,
    listeners: HashMap<u32, Listener>,
    /// Kept as long as the worker.
    hears: Vec<JsValue>,
}

/// The engine; copies speak of the same one.
#[derive(Clone, Default)]
pub struct Engine(Rc<RefCell<State>>);

thread_local! {
    static ENGINE: Engine = Engine::default();
}

impl Engine {
    pub fn here() -> Engine {
        ENGINE.with(Clone::clone)
    }

    /// What a level plays in the position after a record: `KIND|SETUP|STEPS`.
    pub fn choose(&self, level: u8, seed: u64, record: &str, listen: impl Fn(Said) + 'static) {
        self.ask(&format!("choose {level} {seed} {record}"), listen);
    }

    /// A good turn for a person who asks for one.
    pub fn hint(&self, record: &str, listen: impl Fn(Said) + 'static) {
        self.ask(&format!("hint {record}"), listen);
    }

    /// Whether the dice of a record, in its long form, follow from the seed that it tells.
    pub fn check_dice(&self, record: &str, listen: impl Fn(Said) + 'static) {
        self.ask(&["dice ", record].concat(), listen);
    }

    /// Frames of the same size as one film; each is so many milliseconds long.
    pub fn film(
        &self,
        width: u32,
        height: u32,
        pause: u32,
        frames: &[Vec<u8>],
        listen: impl Fn(Said) + 'static,
    ) {
        let Some(number) = self.begin(listen) else { return };
        let message = js_sys::Array::new();
        message.push(&format!("{number} film {width} {height} {pause}").into());
        for frame in frames {
            message.push(&js_sys::Uint8Array::from(frame.as_slice()));
        }
        self.post(number, &message);
    }

    /// Ends whatever goes on; nobody is told.
    pub fn interrupt(&self) {
        let mut state = self.0.borrow_mut();
        if state.listeners.is_empty() {
            return;
        }
        if let Some(worker) = state.worker.take() {
            worker.terminate();
        }
        state.listeners.clear();
        state.hears.clear();
    }

    fn ask(&self, question: &str, listen: impl Fn(Said) + 'static) {
        if let Some(number) = self.begin(listen) {
            self.post(number, &format!("{number} {question}").into());
        }
    }

    fn begin(&self, listen: impl Fn(Said) + 'static) -> Option<u32> {
        let started = self.start();
        let mut state = self.0.borrow_mut();
        state.asked += 1;
        let number = state.asked;
        if let Err(why) = started {
            drop(state);
            listen(Said::Failed(why));
            return None;
        }
        state.listeners.insert(number, Rc::new(listen));
        Some(number)
    }

    fn post(&self, number: u32, message: &JsValue) {
        let worker = self.0.borrow().worker.clone();
        if worker.is_none_or(|worker| worker.post_message(message).is_err()) {
            self.tell(number, Said::Failed(String::new()));
        }
    }

    fn start(&self) -> Result<(), String> {
        if self.0.borrow().worker.is_some() {
            return Ok(());
        }
        let address = dom::meta("mohreh-engine").ok_or("no engine")?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address, &options).map_err(|_| "no worker")?;
        let this = self.clone();
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            this.heard(&event.data());
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        let this = self.clone();
        let failed = Closure::<dyn Fn(web_sys::Event)>::new(move |_: web_sys::Event| {
            let mut state = this.0.borrow_mut();
            state.worker = None;
            let listeners = std::mem::take(&mut state.listeners);
            drop(state);
            for listener in listeners.into_values() {
                listener(Said::Failed(String::new()));
            }
        });
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        let mut state = self.0.borrow_mut();
        state.worker = Some(worker);
        state.hears = vec![heard.into_js_value(), failed.into_js_value()];
        Ok(())
    }

    fn heard(&self, data: &JsValue) {
        if let Some(text) = data.as_string() {
            if let Some((number, said)) = read(&text) {
                self.tell(number, said);
            }
        } else if let Ok(parts) = data.clone().dyn_into::<js_sys::Array>() {
            let number = parts.get(0).as_f64().unwrap_or(0.0) as u32;
            let bytes = js_sys::Uint8Array::new(&parts.get(1)).to_vec();
            self.tell(number, Said::Film(bytes));
        }
    }

    fn tell(&self, number: u32, said: Said) {
        let ends = !matches!(said, Said::Progress { .. });
        let listener = {
            let mut state = self.0.borrow_mut();
            if ends {
                state.listeners.remove(&number)
            } else {
                state.listeners.get(&number).cloned()
            }
        };
        if let Some(listener) = listener {
            listener(said);
        }
    }
}

/// `7 best Wd4 -a1`, `7 info 5 12000`, `7 error …`.
fn read(text: &str) -> Option<(u32, Said)> {
    let mut parts = text.splitn(3, ' ');
    let number = parts.next()?.parse().ok()?;
    let (what, rest) = (parts.next()?, parts.next().unwrap_or_default());
    let said = match what {
        "best" => Said::Best(rest.split_ascii_whitespace().map(ToString::to_string).collect()),
        "fair" => Said::Fair(rest.parse().ok()?),
        "info" => {
            let mut numbers = rest.split_ascii_whitespace();
            Said::Progress {
                depth: numbers.next()?.parse().ok()?,
                nodes: numbers.next()?.parse().ok()?,
            }
        }
        _ => Said::Failed(rest.to_string()),
    };
    Some((number, said))
}

#[cfg(test)]
mod tests {
    use super::{Said, read};

    #[test]
    fn answers_are_read() {
        assert_eq!(read("7 best Wd4 -a1"), Some((7, Said::Best(vec!["Wd4".into(), "-a1".into()]))));
        let progress = Said::Progress { depth: 5, nodes: 12_000 };
        assert_eq!(read("7 info 5 12000"), Some((7, progress)));
        assert_eq!(read("8 fair 34"), Some((8, Said::Fair(34))));
        assert_eq!(read("8 error no"), Some((8, Said::Failed("no".into()))));
        for garbage in ["", "x", "1", "1 info", "1 fair x", "1 info a b c", "best"] {
            let _ = read(garbage);
        }
    }
}
