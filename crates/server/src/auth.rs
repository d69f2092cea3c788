//! Authentication and origin checks: session cookies of guests, bearer tokens of programs, CSRF protection.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

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
    /// Whether the peer is a reverse proxy that sets `x-forwarded-for`.
    pub behind_proxy: bool,
    /// Proxies whose `x-forwarded-for` is trusted, however many are in a row. Empty: only the peer's, if it is one.
    pub trusted_proxies: Vec<Network>,
}

/// A network such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    /// Whether the address belongs to the network.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        let (own, other) = (bits(self.address), bits(address));
        let same_family = self.address.is_ipv4() == address.is_ipv4();
        let mask = u128::MAX.checked_shl(128 - self.prefix).unwrap_or(0);
        same_family && own & mask == other & mask
    }
}

/// The address as its leading bits.
fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_bits()) << 96,
        IpAddr::V6(address) => address.to_bits(),
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let expected = || format!("`{text}`: expected an address or a network such as 10.0.0.0/8");
        let (address, prefix) = text.split_once('/').unwrap_or((text, ""));
        let address: IpAddr = address.parse().map_err(|_| expected())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let prefix = if prefix.is_empty() { Ok(most) } else { prefix.parse() };
        match prefix {
            Ok(prefix) if prefix <= most && !text.ends_with('/') => Ok(Network { address, prefix }),
            _ => Err(expected()),
        }
    }
}

/// What limits count by: an IPv4 address, or the /64 of an IPv6 address, which one client has to itself.
fn limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// An entry of `x-forwarded-for`, with or without a port.
fn read_hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))?;
    Some(address.to_canonical())
}

fn text(headers: &HeaderMap, name: impl axum::http::header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl Ingress {
    /// Whether people reach the server by HTTPS.
    pub fn is_https(&self) -> bool {
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

    /// Whether a peer may say in `x-forwarded-for` for whom it asks.
    pub fn is_trusted_proxy(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        let is_listed = || self.trusted_proxies.iter().any(|network| network.contains(peer));
        if self.trusted_proxies.is_empty() { self.behind_proxy } else { is_listed() }
    }

    /// Client address that limits count by. Each proxy appends the address that it was asked from, so the header is
    /// read from its end, as far as proxies are trusted; what stands before can be forged.
    pub fn client_ip(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        let hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        let mut client = peer.ip().to_canonical();
        for hop in hops {
            if !self.is_trusted_proxy(client) {
                break;
            }
            let Some(hop) = read_hop(hop) else { break };
            client = hop;
            if self.trusted_proxies.is_empty() {
                break;
            }
        }
        limit_key(client)
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
            return Err(unknown_token());
        }
        Ok(found.map(|row| Person { id: row.id, name: row.name }))
    }

    /// Id of the token of a request, for a socket that is to end with it.
    pub async fn token_id(
        &self,
        store: &Store,
        headers: &HeaderMap,
    ) -> Result<Option<String>, Refusal> {
        let Some(token) = token(headers) else { return Ok(None) };
        let id = store.token_id(&chance::hash(token)).await;
        id.map_err(|error| store_refusal(&error))?.map(Some).ok_or_else(unknown_token)
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

fn unknown_token() -> Refusal {
    Refusal::new(Code::WhoAreYou, "this token is not known")
}

pub(crate) fn not_authenticated() -> Refusal {
    Refusal::new(Code::WhoAreYou, "say who you are first: POST /api/person")
}

/// Bearer token. An empty one counts as present, and is refused as unknown; other schemes are ignored, as a proxy may
/// use them.
fn token(headers: &HeaderMap) -> Option<&str> {
    let shown = text(headers, AUTHORIZATION)?;
    let (scheme, token) = shown.split_once(' ').unwrap_or((shown, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// A display name; the refusal says what is wrong with it.
pub(crate) fn clean_name(name: &str) -> Result<String, Refusal> {
    let malformed = |why| {
        let why = format!("this name is not possible: {why}");
        Refusal::new(Code::Malformed, why).because("name")
    };
    mohreh_protocol::clean_name(name).map_err(malformed)
}

/// New guest and its session secret; only the hash is stored.
pub(crate) fn new_person(name: String, now: u64) -> (PersonRow, String) {
    let secret = chance::letters::<{ limits::SECRET_CHARS }>();
    let row = PersonRow {
        id: chance::letters::<{ limits::PERSON_ID_CHARS }>(),
        name,
        secret: chance::hash(&secret),
        created: now,
    };
    (row, secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_str(line).unwrap());
        }
        headers
    }

    fn client(ingress: &Ingress, peer: &str, lines: &[&str]) -> String {
        let peer = SocketAddr::new(peer.parse().unwrap(), 9);
        ingress.client_ip(&headers(lines), peer).to_string()
    }

    #[test]
    fn without_a_proxy_the_header_is_ignored() {
        let ingress = Ingress::default();
        assert_eq!(client(&ingress, "192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
    }

    #[test]
    fn behind_a_proxy_the_last_entry_of_the_last_line_counts() {
        let ingress = Ingress { behind_proxy: true, ..Ingress::default() };
        for (lines, expected) in [
            (vec![], "192.0.2.1"),
            (vec!["198.51.100.7"], "198.51.100.7"),
            (vec!["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            (vec!["1.1.1.1", "2.2.2.2, 198.51.100.7"], "198.51.100.7"),
            (vec!["198.51.100.7:4711"], "198.51.100.7"),
            (vec!["1.1.1.1, nonsense"], "192.0.2.1"),
            (vec![""], "192.0.2.1"),
        ] {
            assert_eq!(client(&ingress, "192.0.2.1", &lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn a_chain_is_followed_as_far_as_proxies_are_trusted() {
        let trusted = ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"];
        let trusted_proxies = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let ingress = Ingress { trusted_proxies, ..Ingress::default() };
        for (peer, lines, expected) in [
            ("203.0.113.5", vec!["198.51.100.7"], "203.0.113.5"),
            ("10.1.2.3", vec!["1.1.1.1, 198.51.100.7, 10.9.9.9"], "198.51.100.7"),
            ("192.0.2.1", vec!["1.1.1.1", "198.51.100.7", "10.9.9.9, 10.0.0.1"], "198.51.100.7"),
            ("::ffff:10.1.2.3", vec!["198.51.100.7"], "198.51.100.7"),
            ("2001:db8::9", vec!["198.51.100.7"], "198.51.100.7"),
            ("10.1.2.3", vec!["10.0.0.7"], "10.0.0.7"),
        ] {
            assert_eq!(client(&ingress, peer, &lines), expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn ipv6_clients_count_by_their_64_bit_network() {
        let ingress = Ingress { behind_proxy: true, ..Ingress::default() };
        let one = client(&ingress, "192.0.2.1", &["2001:db8:1:2:3:4:5:6"]);
        assert_eq!(one, client(&ingress, "192.0.2.1", &["2001:db8:1:2:ffff::1"]));
        assert_ne!(one, client(&ingress, "192.0.2.1", &["2001:db8:1:3::1"]));
        assert_eq!(client(&ingress, "192.0.2.1", &["::ffff:198.51.100.7"]), "198.51.100.7");
    }

    #[test]
    fn networks_are_read_with_clear_errors() {
        for text in ["10.0.0.0/8", "::1", "2001:db8::/32", "0.0.0.0/0", "1.2.3.4/32"] {
            assert!(text.parse::<Network>().is_ok(), "{text}");
        }
        for text in ["", "10.0.0.0/33", "10/8", "::1/129", "10.0.0.0/", "proxy", "1.2.3.4/x"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("9.9.9.9".parse().unwrap()) && !all.contains("::1".parse().unwrap()));
    }
}
