//! `PageErrors`: console errors, uncaught exceptions, CSP violations and requests to other hosts. Any of them fails the
//! test unless it allows them.

use std::cell::RefCell;
use std::sync::Arc;

use chromiumoxide::Page;
use chromiumoxide::cdp::IntoEventKind;
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::browser_protocol::network::EventRequestWillBeSent;
use chromiumoxide::cdp::js_protocol::runtime::{
    ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown,
};
use chromiumoxide::listeners::EventStream;
use futures_util::{FutureExt, StreamExt};
use serde_json::Value;

use crate::failure::{Context, Result};

pub(crate) struct PageErrors {
    events: RefCell<Events>,
    /// Substrings of expected errors.
    allowed: RefCell<Vec<String>>,
}

struct Events {
    thrown: EventStream<EventExceptionThrown>,
    console: EventStream<EventConsoleApiCalled>,
    log: EventStream<EventEntryAdded>,
    requests: EventStream<EventRequestWillBeSent>,
    /// Errors so far, without duplicates.
    errors: Vec<String>,
}

async fn subscribe<T: IntoEventKind>(page: &Page) -> Result<EventStream<T>> {
    page.event_listener().await.during("listening to a tab")
}

/// Events that have arrived since the last call.
fn drain<T: IntoEventKind + Unpin>(stream: &mut EventStream<T>) -> Vec<Arc<T>> {
    std::iter::from_fn(|| stream.next().now_or_never().flatten()).collect()
}

impl PageErrors {
    /// Subscribes to the events of a tab.
    pub(crate) async fn of(page: &Page) -> Result<PageErrors> {
        let events = Events {
            thrown: subscribe(page).await?,
            console: subscribe(page).await?,
            log: subscribe(page).await?,
            requests: subscribe(page).await?,
            errors: Vec::new(),
        };
        Ok(PageErrors { events: RefCell::new(events), allowed: RefCell::default() })
    }

    /// Ignores errors that contain this text.
    pub(crate) fn allow_error(&self, words: &str) {
        self.allowed.borrow_mut().push(words.to_string());
    }

    /// All errors so far except the allowed ones.
    pub(crate) fn all(&self, origin: &str) -> Vec<String> {
        let events = &mut *self.events.borrow_mut();
        let errors = &mut events.errors;
        let mut add = |kind: &str, text: &str| {
            // Cut the stack trace: the release wasm has no symbols.
            let text: String =
                text.split("Stack:").next().unwrap_or_default().chars().take(300).collect();
            let error =
                format!("{kind}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
            if !errors.contains(&error) {
                errors.push(error);
            }
        };
        for event in drain(&mut events.console) {
            if matches!(event.r#type, ConsoleApiCalledType::Error | ConsoleApiCalledType::Assert) {
                let words = event.args.iter().map(|arg| match (&arg.value, &arg.description) {
                    (Some(Value::String(text)), _) | (_, Some(text)) => text.clone(),
                    (Some(value), None) => value.to_string(),
                    (None, None) => String::new(),
                });
                add("console error", &words.collect::<Vec<_>>().join(" "));
            }
        }
        for event in drain(&mut events.thrown) {
            let details = &event.exception_details;
            let what = details.exception.as_ref().and_then(|object| object.description.as_deref());
            let first = what.and_then(|what| what.lines().next()).unwrap_or_default();
            add("uncaught", &format!("{} {first}", details.text));
        }
        for event in drain(&mut events.log) {
            if event.entry.level == LogEntryLevel::Error {
                let url = event.entry.url.as_deref().unwrap_or_default();
                add("log error", &format!("{} {url}", event.entry.text));
            }
        }
        for event in drain(&mut events.requests) {
            let url = &event.request.url;
            let own = ["data:", "blob:", "about:", origin];
            if !own.iter().any(|own| url.starts_with(own)) {
                add("request to another host", url);
            }
        }
        let allowed = self.allowed.borrow();
        let fits = |error: &&String| !allowed.iter().any(|words| error.contains(words.as_str()));
        events.errors.iter().filter(fits).cloned().collect()
    }
}
