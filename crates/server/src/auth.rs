//! Authentication and origin checks: session cookies of guests, bearer tokens of programs, CSRF protection.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue};
use mohreh_protocol::{Code, Person, Refusal, limits};

use crate::chance;
use crate::hub::store_refusal;
use crate::store::{PersonRow, Store};

/// One year.
const COOKIE_MAX_AGE_S: u64 = 365 * 24 * 60 * 60;

/// How requests reach the server.
#[derive(Clone, Debug, Default)]
pub struct Ingress {
    /// Public URL, such as `https://mohreh.example`; empty accepts any host.
    pub public_url: String,
    /// Whether a trusted reverse proxy sets `x-forwarded-for`.
    pub behind_proxy: bool,
}

fn text(headers: &HeaderMap, name: impl axum::http::header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl Ingress {
    fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// The `__Host-` prefix binds the cookie to this host and to HTTPS.
    fn cookie_name(&self) -> &'static str {
        if self.is_https() { "__Host-mohreh" } else { "mohreh" }
    }

    /// `set-cookie` value of a session.
    pub fn cookie(&self, secret: &str) -> Option<HeaderValue> {
        let secure = if self.is_https() { "; Secure" } else { "" };
        let name = self.cookie_name();
        let text = format!(
            "{name}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_MAX_AGE_S}{secure}"
        );
        HeaderValue::from_str(&text).ok()
    }

    fn secret<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let name = self.cookie_name();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|cookies| cookies.split(';'))
            .find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// Client address, for rate limiting.
    pub fn client_ip(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let forwarded = text(headers, "x-forwarded-for").filter(|_| self.behind_proxy);
        // Only the last hop is written by the trusted proxy; earlier ones can be forged.
        forwarded.and_then(|all| all.rsplit(',').next()?.trim().parse().ok()).unwrap_or(peer.ip())
    }

    /// CSRF check for state-changing requests and socket upgrades: the origin must be the server's own. A program with
    /// a token sends no origin.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if headers.get(ORIGIN).is_none() && token(headers).is_some() {
            return Ok(());
        }
        let origin = text(headers, ORIGIN).unwrap_or_default();
        let same_origin = if self.public_url.is_empty() {
            let host = text(headers, HOST).unwrap_or_default();
            let authority = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            !host.is_empty() && authority == Some(host)
        } else {
            origin == self.public_url.trim_end_matches('/')
        };
        if same_origin {
            return Ok(());
        }
        Err(Refusal::new(
            Code::Forbidden,
            "this must come from a page of this server, with its Origin",
        ))
    }

    /// Person of a request; `None` if it is anonymous. An unknown token is refused, an unknown cookie is not.
    pub async fn authenticate(
        &self,
        store: &Store,
        headers: &HeaderMap,
    ) -> Result<Option<Person>, Refusal> {
        let found = match (token(headers), self.secret(headers)) {
            (Some(token), _) => store.person_by_token(&chance::hash(token)).await,
            (None, Some(secret)) => store.person_by_secret(&chance::hash(secret)).await,
            (None, None) => return Ok(None),
        };
        let found = found.map_err(|error| store_refusal(&error))?;
        if found.is_none() && token(headers).is_some() {
            return Err(Refusal::new(Code::WhoAreYou, "this token is not known"));
        }
        Ok(found.map(|row| Person { id: row.id, name: row.name }))
    }

    /// Person of a request; anonymous requests are refused.
    pub async fn require_person(
        &self,
        store: &Store,
        headers: &HeaderMap,
    ) -> Result<Person, Refusal> {
        self.authenticate(store, headers).await?.ok_or_else(not_authenticated)
    }
}

pub fn not_authenticated() -> Refusal {
    Refusal::new(Code::WhoAreYou, "say who you are first: POST /api/person")
}

/// Bearer token. An empty one counts as present, and is refused as unknown; other schemes are ignored, as a proxy may
/// use them.
fn token(headers: &HeaderMap) -> Option<&str> {
    let shown = text(headers, AUTHORIZATION)?;
    let (scheme, token) = shown.split_once(' ').unwrap_or((shown, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Normalizes whitespace in a display name and checks its length and characters.
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > limits::NAME_CHARS || !is_plain(&name) {
        let why = format!(
            "a name has 1 to {} letters, and nothing that cannot be seen",
            limits::NAME_CHARS
        );
        return Err(Refusal::new(Code::Malformed, why));
    }
    Ok(name)
}

/// Whether a text has no control or bidi-override characters. ZWNJ and ZWJ are allowed: Persian needs them.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(|c| {
        let is_bidi_control =
            matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        !c.is_control() && !is_bidi_control
    })
}

/// New guest and its session secret; only the hash is stored.
pub fn new_person(name: String, now: u64) -> (PersonRow, String) {
    let secret = chance::letters::<{ limits::SECRET_CHARS }>();
    let row = PersonRow {
        id: chance::letters::<{ limits::PERSON_ID_CHARS }>(),
        name,
        secret: chance::hash(&secret),
        created: now,
    };
    (row, secret)
}
