//! One request, one answer: the file, in the smallest form that the browser takes, with headers that
//! keep it safe and, where its name tells its contents, for ever.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use mohreh_texts::Language;

use crate::pages::{File, Found, Pages};

/// Nothing comes from elsewhere, nothing runs that did not come as a file, and nobody frames it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Compressed forms, the smaller first.
const FORMS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

pub async fn answer(State(pages): State<Arc<Pages>>, request: Request<Body>) -> Response<Body> {
    let mut response = match *request.method() {
        Method::GET | Method::HEAD => found(&pages, request.uri().path(), request.headers()),
        _ => plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here\n"),
    };
    if request.method() == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn found(pages: &Pages, address: &str, headers: &HeaderMap) -> Response<Body> {
    let wanted = Language::wanted(text(headers, &ACCEPT_LANGUAGE)).code();
    match pages.find(address, wanted) {
        Found::File(path) => match pages.read(&path) {
            Some(file) => hand_out(pages, file, StatusCode::OK, headers),
            None => plain(StatusCode::NOT_FOUND, "not found\n"),
        },
        Found::Moved(to) => {
            let mut response = plain(StatusCode::FOUND, "");
            if let Ok(to) = HeaderValue::from_str(&to) {
                response.headers_mut().insert(LOCATION, to);
            }
            response.headers_mut().insert(VARY, HeaderValue::from_static("accept-language"));
            response
        }
        Found::Nothing(page) => match page.and_then(|page| pages.read(&page)) {
            Some(file) => hand_out(pages, file, StatusCode::NOT_FOUND, headers),
            None => plain(StatusCode::NOT_FOUND, "not found\n"),
        },
    }
}

fn hand_out(pages: &Pages, file: File, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let accepted = text(headers, &ACCEPT_ENCODING);
    let taken = |form: &str| {
        accepted.split(',').any(|part| {
            let mut part = part.split(';').map(str::trim);
            part.next() == Some(form) && part.next() != Some("q=0")
        })
    };
    let forms = FORMS.into_iter().filter(|(form, _)| taken(form));
    let packed = forms
        .filter_map(|(form, end)| Some((form, pages.read(&format!("{}{end}", file.path))?)))
        .next();
    let kind = kind(&file.path);
    // What has its contents in its name never changes.
    let for_ever = file.path.starts_with("assets/");
    let (form, bytes) = match packed {
        Some((form, packed)) => (Some(form), packed.bytes),
        None => (None, file.bytes),
    };
    let tag = format!("\"{:016x}\"", fnv(&bytes));
    let unchanged = status == StatusCode::OK && text(headers, &IF_NONE_MATCH) == tag;
    let length = bytes.len();
    let body = if unchanged { Body::empty() } else { Body::from(bytes.into_owned()) };
    let mut response = Response::new(body);
    *response.status_mut() = if unchanged { StatusCode::NOT_MODIFIED } else { status };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let keep = if for_ever { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Some(form) = form {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(form));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if !unchanged {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// A short sum of what a file holds, to tell whether the browser has it already.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
