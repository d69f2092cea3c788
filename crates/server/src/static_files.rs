//! Static files: content negotiation (Brotli, gzip), caching and security headers.

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

use crate::pages::{File, Pages, Resolved};

/// Content security policy: same-origin resources only, no inline scripts or styles, no framing.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Precompressed variants by preference, with their file suffix.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

pub(crate) async fn serve(
    State(pages): State<Arc<Pages>>,
    request: Request<Body>,
) -> Response<Body> {
    let mut response = match *request.method() {
        Method::GET | Method::HEAD => respond(&pages, request.uri().path(), request.headers()),
        _ => plain_text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered here\n"),
    };
    if request.method() == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_SECURITY_POLICY, CONTENT_POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn respond(pages: &Pages, address: &str, headers: &HeaderMap) -> Response<Body> {
    let preferred = Language::from_accept_language(text(headers, &ACCEPT_LANGUAGE)).code();
    match pages.resolve(address, preferred) {
        Resolved::File(file) => file_response(pages, file, StatusCode::OK, headers),
        Resolved::Redirect(to) => {
            let mut response = plain_text(StatusCode::FOUND, "");
            if let Ok(to) = HeaderValue::from_str(&to) {
                response.headers_mut().insert(LOCATION, to);
            }
            response.headers_mut().insert(VARY, HeaderValue::from_static("accept-language"));
            response
        }
        Resolved::NotFound(Some(page)) => {
            file_response(pages, page, StatusCode::NOT_FOUND, headers)
        }
        Resolved::NotFound(None) => plain_text(StatusCode::NOT_FOUND, "not found\n"),
    }
}

/// Whether an `Accept-Encoding` header names an encoding with a quality above 0.
fn accepts(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|part| {
        let mut part = part.split(';').map(str::trim);
        let named = part.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let quality = part.find_map(|parameter| parameter.strip_prefix("q="));
        named && quality.is_none_or(|quality| quality.parse().is_ok_and(|q: f32| q > 0.0))
    })
}

fn file_response(
    pages: &Pages,
    file: File,
    status: StatusCode,
    headers: &HeaderMap,
) -> Response<Body> {
    let accepted = text(headers, &ACCEPT_ENCODING);
    let mut encodings = ENCODINGS.into_iter().filter(|(encoding, _)| accepts(accepted, encoding));
    let compressed = encodings.find_map(|(encoding, suffix)| {
        Some((encoding, pages.read(&format!("{}{suffix}", file.path))?))
    });
    let content_type = content_type(&file.path);
    // Names under `assets/` contain a content hash.
    let immutable = file.path.starts_with("assets/");
    let (encoding, File { bytes, tag, .. }) = match compressed {
        Some((encoding, compressed)) => (Some(encoding), compressed),
        None => (None, file),
    };
    let unchanged = status == StatusCode::OK && headers.get(IF_NONE_MATCH) == Some(&tag);
    let length = bytes.len();
    let body = if unchanged { Body::empty() } else { Body::from(bytes) };
    let mut response = Response::new(body);
    *response.status_mut() = if unchanged { StatusCode::NOT_MODIFIED } else { status };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let cache_control = if immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    headers.insert(ETAG, tag);
    if !unchanged {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}

fn plain_text(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "bin" => "application/octet-stream",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}
