//! Requests over HTTP, to the server that the page came from.

use reactive_graph::owner::Owner;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{RequestInit, Response};

use super::json::Json;
use crate::app::{Notice, tell};
use crate::dom;
use crate::state::Stored;

/// Why something was not done.
pub struct Refused {
    /// As the protocol writes it; `offline` if nobody answered.
    pub code: String,
    why: String,
}

impl Refused {
    pub fn read(json: &Json) -> Refused {
        Refused { code: json.word("code"), why: json.word("why") }
    }

    /// Says so in words of the page; where there are none, those of the server stand beside.
    pub fn tell(self) {
        let key = match self.code.as_str() {
            "offline" => "say-no-network",
            "not-found" => "say-no-table",
            "full" => "say-table-full",
            "forbidden" | "who-are-you" => "say-not-allowed",
            "too-fast" => "say-too-fast",
            "unavailable" => "say-not-kept",
            "stale" | "not-your-turn" | "not-playing" => "say-too-late",
            _ => return tell(Notice::because("say-refused", self.why)),
        };
        tell(Notice::new(key));
    }
}

async fn fetch(method: &str, path: &str, body: Option<String>) -> Option<Result<String, Refused>> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        init.set_body(&JsValue::from(body));
    }
    let asked = dom::window()?.fetch_with_str_and_init(path, &init);
    let response: Response = JsFuture::from(asked).await.ok()?.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    Some(if response.ok() { Ok(text) } else { Err(Refused::read(&Json::read(&text)?)) })
}

/// Asks, and tells the answer, unless the part of the page that asked is gone by then.
pub fn try_text(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: Box<dyn FnOnce(Result<String, Refused>)>,
) {
    let (owner, alive) = (Owner::current(), Stored::new(()));
    spawn_local(async move {
        let offline = || Err(Refused { code: "offline".into(), why: String::new() });
        let answer = fetch(method, &path, body).await.unwrap_or_else(offline);
        match owner {
            _ if alive.try_get().is_none() => {}
            Some(owner) => owner.with(|| then(answer)),
            None => then(answer),
        }
    });
}

/// Asks for something; if it is refused, the page says why.
pub fn ask(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: impl FnOnce(Json) + 'static,
) {
    ask_of(method, path, body, Box::new(then));
}

fn ask_of(method: &'static str, path: String, body: Option<String>, then: Box<dyn FnOnce(Json)>) {
    let read = move |answer: Result<String, Refused>| match answer {
        Ok(text) => {
            if let Some(json) = Json::read(&text) {
                then(json);
            }
        }
        Err(why) => why.tell(),
    };
    try_text(method, path, body, Box::new(read));
}
