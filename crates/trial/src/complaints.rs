//! What a tab complains of: errors on its console, exceptions, violations of the policy, and requests to
//! other hosts. Any of them fails the test, unless it is what the test is about.

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

use crate::failure::{Result, While};

pub struct Complaints {
    heard: RefCell<Heard>,
    /// Parts of complaints that the test expects.
    allowed: RefCell<Vec<String>>,
}

struct Heard {
    thrown: EventStream<EventExceptionThrown>,
    console: EventStream<EventConsoleApiCalled>,
    log: EventStream<EventEntryAdded>,
    requests: EventStream<EventRequestWillBeSent>,
    /// All that was heard before, each once.
    said: Vec<String>,
}

async fn listen<T: IntoEventKind>(page: &Page) -> Result<EventStream<T>> {
    page.event_listener().await.during("listening to a tab")
}

/// What has come in since this was asked last.
fn news<T: IntoEventKind + Unpin>(stream: &mut EventStream<T>) -> Vec<Arc<T>> {
    std::iter::from_fn(|| stream.next().now_or_never().flatten()).collect()
}

impl Complaints {
    /// Listens to a tab from now on.
    pub async fn of(page: &Page) -> Result<Complaints> {
        let heard = Heard {
            thrown: listen(page).await?,
            console: listen(page).await?,
            log: listen(page).await?,
            requests: listen(page).await?,
            said: Vec::new(),
        };
        Ok(Complaints { heard: RefCell::new(heard), allowed: RefCell::default() })
    }

    /// A complaint with these words is what the test is about.
    pub fn allow(&self, words: &str) {
        self.allowed.borrow_mut().push(words.to_string());
    }

    /// All so far, the most telling first, without what the test expects.
    pub fn all(&self, origin: &str) -> Vec<String> {
        let heard = &mut *self.heard.borrow_mut();
        let said = &mut heard.said;
        let mut add = |kind: &str, text: &str| {
            // What follows in a complaint is where in the code, which has no names.
            let text: String =
                text.split("Stack:").next().unwrap_or_default().chars().take(300).collect();
            let complaint =
                format!("{kind}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
            if !said.contains(&complaint) {
                said.push(complaint);
            }
        };
        for event in news(&mut heard.console) {
            if matches!(event.r#type, ConsoleApiCalledType::Error | ConsoleApiCalledType::Assert) {
                let words = event.args.iter().map(|arg| match (&arg.value, &arg.description) {
                    (Some(Value::String(text)), _) | (_, Some(text)) => text.clone(),
                    (Some(value), None) => value.to_string(),
                    (None, None) => String::new(),
                });
                add("console error", &words.collect::<Vec<_>>().join(" "));
            }
        }
        for event in news(&mut heard.thrown) {
            let details = &event.exception_details;
            let what = details.exception.as_ref().and_then(|object| object.description.as_deref());
            let first = what.and_then(|what| what.lines().next()).unwrap_or_default();
            add("uncaught", &format!("{} {first}", details.text));
        }
        for event in news(&mut heard.log) {
            if event.entry.level == LogEntryLevel::Error {
                let url = event.entry.url.as_deref().unwrap_or_default();
                add("log error", &format!("{} {url}", event.entry.text));
            }
        }
        for event in news(&mut heard.requests) {
            let url = &event.request.url;
            let own = ["data:", "blob:", "about:", origin];
            if !own.iter().any(|own| url.starts_with(own)) {
                add("request to another host", url);
            }
        }
        let allowed = self.allowed.borrow();
        let fits =
            |complaint: &&String| !allowed.iter().any(|words| complaint.contains(words.as_str()));
        heard.said.iter().filter(fits).cloned().collect()
    }
}
