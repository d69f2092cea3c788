//! Shared responses: JSON bodies, refusals, middleware, and the operator's endpoints.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use mohreh_protocol::{Code, Refusal, limits};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;

/// Time for the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// Result of a handler.
pub(crate) type ApiResult = Result<Response<Body>, ApiError>;

/// Refusal as a response.
pub(crate) struct ApiError(pub Refusal);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError(refusal)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response<Body> {
        let mut response = json(status(self.0.code), &self.0);
        response.extensions_mut().insert(RefusalCode(self.0.code));
        response
    }
}

/// Query parameters of a request, if they can be read.
pub(crate) type QueryResult<T> = Result<Query<T>, QueryRejection>;

pub(crate) fn parse_query<T>(query: QueryResult<T>) -> Result<T, Refusal> {
    let Query(query) = query.map_err(|error| Refusal::new(Code::Malformed, error.body_text()))?;
    Ok(query)
}

/// Response extension with the code of a refusal, for metrics.
#[derive(Clone, Copy)]
struct RefusalCode(Code);

/// HTTP status of a refusal.
pub(crate) fn status(code: Code) -> StatusCode {
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

/// JSON response.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response<Body> {
    // Cannot fail: the type holds plain data with string keys.
    text(status, "application/json", serde_json::to_string(value).unwrap_or_default())
}

pub(crate) fn text(
    status: StatusCode,
    kind: &'static str,
    text: impl Into<Body>,
) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Refusal for handlers that return a plain response; counted here, as it carries no [`RefusalCode`].
pub(crate) fn refusal(app: &App, refusal: &Refusal) -> Response<Body> {
    app.hub.metrics.refused.with_label_values(&[refusal.code.word()]).inc();
    json(status(refusal.code), refusal)
}

/// Parses a JSON body; an empty one reads as `{}`.
pub(crate) async fn read_json<T: DeserializeOwned>(body: Body) -> Result<T, Refusal> {
    let bytes = axum::body::to_bytes(body, limits::MESSAGE_BYTES);
    let bytes = tokio::time::timeout(BODY_TIMEOUT, bytes).await.map_err(|_| {
        let seconds = BODY_TIMEOUT.as_secs();
        Refusal::new(Code::Malformed, format!("the request was not complete after {seconds} s"))
    })?;
    let bytes = bytes.map_err(|_| {
        Refusal::new(Code::TooLarge, format!("a request has up to {} bytes", limits::MESSAGE_BYTES))
    })?;
    let bytes = if bytes.is_empty() { &b"{}"[..] } else { &bytes };
    serde_json::from_slice(bytes)
        .map_err(|error| Refusal::new(Code::Malformed, format!("this cannot be read: {error}")))
}

/// Middleware: origin check and rate limit of state-changing requests, metrics, security headers.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let changes_state = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let from = app.ingress.client_ip(request.headers(), peer);
    let origin = if changes_state { app.ingress.check_origin(request.headers()) } else { Ok(()) };
    let allowed = origin.and_then(|()| app.limiter.check_request(from, changes_state));
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(refusal) => ApiError(refusal).into_response(),
    };
    if let Some(RefusalCode(code)) = response.extensions().get() {
        if *code == Code::TooFast {
            tokio::time::sleep(app.limiter.refusal_delay(from)).await;
        }
        app.hub.metrics.refused.with_label_values(&[code.word()]).inc();
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

pub(crate) async fn not_found() -> ApiError {
    ApiError(Refusal::new(Code::NotFound, "there is nothing here; see /api/openapi.json"))
}

pub(crate) async fn method_not_allowed() -> Response<Body> {
    let why = "this address does not have that method; see /api/openapi.json";
    json(StatusCode::METHOD_NOT_ALLOWED, &Refusal::new(Code::NotFound, why))
}

/// Liveness probe.
pub(crate) async fn health() -> Response<Body> {
    text(StatusCode::OK, "text/plain; charset=utf-8", "well\n")
}

/// Readiness probe: whether the database accepts writes. See [`Readiness`](crate::readiness::Readiness).
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response<Body> {
    let kind = "text/plain; charset=utf-8";
    if app.shutdown.is_cancelled() {
        return text(StatusCode::SERVICE_UNAVAILABLE, kind, "about to end\n");
    }
    match app.readiness.get(&app.hub.store).await {
        Ok(()) => text(StatusCode::OK, kind, "ready\n"),
        Err(why) => text(StatusCode::SERVICE_UNAVAILABLE, kind, format!("{why}\n")),
    }
}

pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response<Body> {
    app.hub.metrics.rooms.set(app.hub.room_count() as i64);
    text(StatusCode::OK, "text/plain; version=0.0.4", app.hub.metrics.text())
}
