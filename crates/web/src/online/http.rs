//! HTTP requests to the API of the page's own server.

use reactive_graph::owner::Owner;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{RequestInit, Response};

use super::json::Json;
use crate::dom;
use crate::notice::{Notice, notify};
use crate::signal::Stored;

/// Error response of the API, or a network failure.
pub struct ApiError {
    /// Error code of the protocol; `offline` if there was no response.
    pub code: String,
    message: String,
}

impl ApiError {
    pub fn read(json: &Json) -> ApiError {
        ApiError { code: json.text_or_empty("code"), message: json.text_or_empty("why") }
    }

    /// Shows a localised notice; unknown codes are shown with the server's own message.
    pub fn notify(self) {
        let key = match self.code.as_str() {
            "offline" => "say-no-network",
            "not-found" => "say-no-table",
            "full" => "say-table-full",
            "forbidden" | "who-are-you" => "say-not-allowed",
            "too-fast" => "say-too-fast",
            "unavailable" => "say-not-kept",
            "stale" | "not-your-turn" | "not-playing" => "say-too-late",
            _ => return notify(Notice::with_detail("say-refused", self.message)),
        };
        notify(Notice::new(key));
    }
}

/// `None` on network failure, or if an error response is not JSON.
async fn fetch(method: &str, path: &str, body: Option<String>) -> Option<Result<String, ApiError>> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        init.set_body(&JsValue::from(body));
    }
    let promise = dom::window()?.fetch_with_str_and_init(path, &init);
    let response: Response = JsFuture::from(promise).await.ok()?.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    Some(if response.ok() { Ok(text) } else { Err(ApiError::read(&Json::read(&text)?)) })
}

/// Sends a request; `then` is not called if the current owner is disposed of before the response arrives.
pub fn request_text(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: Box<dyn FnOnce(Result<String, ApiError>)>,
) {
    let (owner, alive) = (Owner::current(), Stored::new(()));
    spawn_local(async move {
        let offline = || Err(ApiError { code: "offline".into(), message: String::new() });
        let result = fetch(method, &path, body).await.unwrap_or_else(offline);
        match owner {
            _ if alive.try_get().is_none() => {}
            Some(owner) => owner.with(|| then(result)),
            None => then(result),
        }
    });
}

/// Sends a request and parses the JSON response; errors are shown as a notice.
pub fn request_json(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: impl FnOnce(Json) + 'static,
) {
    request_json_boxed(method, path, body, Box::new(then));
}

fn request_json_boxed(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: Box<dyn FnOnce(Json)>,
) {
    let read = move |result: Result<String, ApiError>| match result {
        Ok(text) => {
            if let Some(json) = Json::read(&text) {
                then(json);
            }
        }
        Err(error) => error.notify(),
    };
    request_text(method, path, body, Box::new(read));
}
