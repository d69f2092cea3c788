//! Answers that many share: JSON, refusals, and what whoever runs the server asks.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use mohreh_protocol::{Code, Refusal, limits};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::App;
use crate::socket::code;
use crate::startup::READ_ONLY;
use crate::store::StoreError;

/// An answer, or why there is none.
pub type Answer = Result<Response<Body>, Refused>;

/// A refusal on its way out.
pub struct Refused(pub Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused(refusal)
    }
}

impl axum::response::IntoResponse for Refused {
    fn into_response(self) -> Response<Body> {
        let mut response = json(status(self.0.code), &self.0);
        response.extensions_mut().insert(Counted(self.0.code));
        response
    }
}

/// Which refusal an answer is, for those who count.
#[derive(Clone, Copy)]
struct Counted(Code);

fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::WhoAreYou => StatusCode::UNAUTHORIZED,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::NotYourTurn | Code::Stale | Code::NotPlaying | Code::Full => StatusCode::CONFLICT,
        Code::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// A value as JSON.
pub fn json(status: StatusCode, value: &impl Serialize) -> Response<Body> {
    // Plain data of ours: there is nothing in it that JSON could not hold.
    text(status, "application/json", serde_json::to_string(value).unwrap_or_default())
}

pub fn text(status: StatusCode, kind: &'static str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A refusal where no handler is.
pub fn refused(app: &App, refusal: &Refusal) -> Response<Body> {
    app.hub.metrics.refused.with_label_values(&[&code(refusal.code)]).inc();
    json(status(refusal.code), refusal)
}

/// The body of a request, read as what is expected.
pub async fn read<T: DeserializeOwned>(body: Body) -> Result<T, Refusal> {
    let bytes = axum::body::to_bytes(body, limits::MESSAGE).await.map_err(|_| {
        Refusal::new(Code::TooLarge, format!("a request has up to {} bytes", limits::MESSAGE))
    })?;
    let bytes = if bytes.is_empty() { &b"{}"[..] } else { &bytes };
    serde_json::from_slice(bytes)
        .map_err(|error| Refusal::new(Code::Malformed, format!("this cannot be read: {error}")))
}

/// Before every answer: whether it may be given. After it: counted, and with headers that keep it safe.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let from = app.reach.address(request.headers(), peer);
    let allowed = if changes {
        app.reach.check_origin(request.headers()).and_then(|()| app.door.request(from))
    } else {
        Ok(())
    };
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(refusal) => json(status(refusal.code), &refusal),
    };
    if let Some(Counted(refused)) = response.extensions().get() {
        app.hub.metrics.refused.with_label_values(&[&code(*refused)]).inc();
    }
    app.hub.metrics.requests.with_label_values(&[response.status().as_str()]).inc();
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

pub async fn nothing() -> Refused {
    Refused(Refusal::new(Code::NotFound, "there is nothing here; see /api/openapi.json"))
}

pub async fn no_such_method() -> Response<Body> {
    let why = "this address does not have that method; see /api/openapi.json";
    json(StatusCode::METHOD_NOT_ALLOWED, &Refusal::new(Code::NotFound, why))
}

pub async fn openapi() -> Response<Body> {
    text(StatusCode::OK, "application/json", include_str!("openapi.json"))
}

/// The process lives.
pub async fn health() -> Response<Body> {
    text(StatusCode::OK, "text/plain; charset=utf-8", "well\n")
}

/// Whether it can keep anything.
pub async fn ready(State(app): State<Arc<App>>) -> Response<Body> {
    let kind = "text/plain; charset=utf-8";
    if app.ending.is_cancelled() {
        return text(StatusCode::SERVICE_UNAVAILABLE, kind, "about to end\n");
    }
    match app.hub.store.check().await {
        Ok(()) => text(StatusCode::OK, kind, "ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            if let StoreError::Full(_) = error {
                let why = format!("{READ_ONLY}\n");
                return text(StatusCode::SERVICE_UNAVAILABLE, kind, why);
            }
            text(StatusCode::SERVICE_UNAVAILABLE, kind, "the database does not answer\n")
        }
    }
}

pub async fn metrics(State(app): State<Arc<App>>) -> Response<Body> {
    app.hub.metrics.rooms.set(app.hub.rooms() as i64);
    text(StatusCode::OK, "text/plain; version=0.0.4", app.hub.metrics.text())
}
