//! HTTP requests to the API of the page's own server.

use mohreh_protocol::{Code, Refusal, Wire};
use reactive_graph::owner::Owner;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{RequestInit, Response};

use crate::dom;
use crate::notice::{Notice, notify};
use crate::say::Say;
use crate::signal::Stored;

/// Why a request failed.
pub(crate) enum ApiError {
    /// No response.
    Offline,
    Refused(Refusal),
}

impl ApiError {
    /// Shows a notice: the message of the refusal's reason, or that of its code. The server's own English is for
    /// programs.
    pub(crate) fn notify(self) {
        let refusal = match self {
            ApiError::Offline => return notify(Notice::new("say-no-network")),
            ApiError::Refused(refusal) => refusal,
        };
        let own = ["refused-", refusal.reason.as_deref().unwrap_or_default()].concat();
        if Say::global().has(&own) {
            return notify(Notice::counted(own, refusal.limit.unwrap_or_default()));
        }
        let key = match refusal.code {
            Code::NotFound => "say-no-table",
            Code::Full => "say-table-full",
            Code::Forbidden | Code::WhoAreYou => "say-not-allowed",
            Code::TooFast => "say-too-fast",
            Code::Unavailable => "say-not-kept",
            Code::Stale | Code::NotYourTurn | Code::NotPlaying => "say-too-late",
            Code::Malformed | Code::Illegal | Code::TooLarge => "say-refused",
        };
        notify(Notice::new(key));
    }
}

/// `None` on network failure, or if an error response cannot be read.
async fn fetch(method: &str, path: &str, body: Option<String>) -> Option<Result<String, ApiError>> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        init.set_body(&JsValue::from(body));
    }
    let promise = dom::window()?.fetch_with_str_and_init(path, &init);
    let response: Response = JsFuture::from(promise).await.ok()?.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    Some(if response.ok() { Ok(text) } else { Err(ApiError::Refused(Refusal::from_text(&text)?)) })
}

/// Sends a request; `then` is not called if the current owner is disposed of before the response arrives.
pub(crate) fn request_text(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: Box<dyn FnOnce(Result<String, ApiError>)>,
) {
    let (owner, alive) = (Owner::current(), Stored::new(()));
    spawn_local(async move {
        let result = fetch(method, &path, body).await.unwrap_or(Err(ApiError::Offline));
        match owner {
            _ if alive.try_get().is_none() => {}
            Some(owner) => owner.with(|| then(result)),
            None => then(result),
        }
    });
}

/// Sends a request and reads the response; errors are shown as a notice.
pub(crate) fn request<T: Wire>(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: impl FnOnce(T) + 'static,
) {
    let read = move |text: &str| {
        if let Some(response) = T::from_text(text) {
            then(response);
        }
    };
    request_boxed(method, path, body, Box::new(read));
}

fn request_boxed(
    method: &'static str,
    path: String,
    body: Option<String>,
    then: Box<dyn FnOnce(&str)>,
) {
    let read = move |result: Result<String, ApiError>| match result {
        Ok(text) => then(&text),
        Err(error) => error.notify(),
    };
    request_text(method, path, body, Box::new(read));
}
