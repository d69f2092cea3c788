//! Who asks: a guest with a secret in a cookie, or a program with a token. And from where: unsafe requests
//! that a browser sends must come from our own pages.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue};
use mohreh_protocol::{Code, Person, Refusal, limits};

use crate::chance;
use crate::hub::refused;
use crate::store::{PersonRow, Store};

/// A year, in seconds.
const YEAR: u64 = 365 * 24 * 60 * 60;

/// How the server is reached.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The address that people type, such as `https://mohreh.example`; empty if it is whatever they type.
    pub public: String,
    /// Whether a proxy in front tells who asks, in `x-forwarded-for`.
    pub behind_proxy: bool,
}

fn text(headers: &HeaderMap, name: impl axum::http::header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl Reach {
    fn is_secret(&self) -> bool {
        self.public.starts_with("https://")
    }

    /// With TLS in front the cookie is bound to this very host and never sent without it.
    fn cookie_name(&self) -> &'static str {
        if self.is_secret() { "__Host-mohreh" } else { "mohreh" }
    }

    /// The cookie that makes somebody known from now on.
    pub fn cookie(&self, secret: &str) -> Option<HeaderValue> {
        let secure = if self.is_secret() { "; Secure" } else { "" };
        let name = self.cookie_name();
        let text =
            format!("{name}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={YEAR}{secure}");
        HeaderValue::from_str(&text).ok()
    }

    fn secret<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let name = self.cookie_name();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|cookies| cookies.split(';'))
            .find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// Where a request comes from.
    pub fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let told = text(headers, "x-forwarded-for").filter(|_| self.behind_proxy);
        // The last one is what our own proxy has seen; what stands before it anybody could write.
        told.and_then(|all| all.rsplit(',').next()?.trim().parse().ok()).unwrap_or(peer.ip())
    }

    /// Whether a request that changes something comes from our own page. A program with a token has none.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if headers.get(ORIGIN).is_none() && token(headers).is_some() {
            return Ok(());
        }
        let origin = text(headers, ORIGIN).unwrap_or_default();
        let own = if self.public.is_empty() {
            let host = text(headers, HOST).unwrap_or_default();
            let named = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            !host.is_empty() && named == Some(host)
        } else {
            origin == self.public.trim_end_matches('/')
        };
        if own {
            return Ok(());
        }
        Err(Refusal::new(
            Code::Forbidden,
            "this must come from a page of this server, with its Origin",
        ))
    }

    /// Who asks, if they are known.
    pub async fn person(
        &self,
        store: &Store,
        headers: &HeaderMap,
    ) -> Result<Option<Person>, Refusal> {
        let found = match (token(headers), self.secret(headers)) {
            (Some(token), _) => store.person_by_token(&chance::hash(token)).await,
            (None, Some(secret)) => store.person_by_secret(&chance::hash(secret)).await,
            (None, None) => return Ok(None),
        };
        let found = found.map_err(|error| refused(&error))?;
        if found.is_none() && token(headers).is_some() {
            return Err(Refusal::new(Code::WhoAreYou, "this token is not known"));
        }
        Ok(found.map(|row| Person { id: row.id, name: row.name }))
    }

    /// Who asks; strangers are refused.
    pub async fn known(&self, store: &Store, headers: &HeaderMap) -> Result<Person, Refusal> {
        let unknown = || Refusal::new(Code::WhoAreYou, "say who you are first: POST /api/person");
        self.person(store, headers).await?.ok_or_else(unknown)
    }
}

/// The token that is shown; an empty one is one that nobody has. Other ways to say who one is are for
/// somebody else, such as a proxy.
fn token(headers: &HeaderMap) -> Option<&str> {
    let shown = text(headers, AUTHORIZATION)?;
    let (scheme, token) = shown.split_once(' ').unwrap_or((shown, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// A name as it may be shown: one line of letters that can be seen, and not too many.
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > limits::NAME || !is_plain(&name) {
        let why =
            format!("a name has 1 to {} letters, and nothing that cannot be seen", limits::NAME);
        return Err(Refusal::new(Code::Malformed, why));
    }
    Ok(name)
}

/// No signs that turn the direction of what follows, or cannot be seen. The half-space of Persian and the
/// joiner are letters like others.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(|c| {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        !c.is_control() && !turns
    })
}

/// A new guest, and the secret by which they are known.
pub fn new_person(name: String, now: u64) -> (PersonRow, String) {
    let secret = chance::letters::<40>();
    let row = PersonRow {
        id: chance::letters::<10>(),
        name,
        secret: chance::hash(&secret),
        created: now,
    };
    (row, secret)
}
