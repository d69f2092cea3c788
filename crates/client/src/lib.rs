//! Minimal client of the server API: JSON requests and a WebSocket, for load tests, bots and integration tests.

#![warn(missing_docs)]

mod tls;

use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use mohreh_protocol::ClientMessage;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, http};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Request timeout; [`Socket::next`] waits twice as long.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Credentials of a request.
#[derive(Clone, Copy)]
pub enum Auth<'a> {
    /// Not authenticated.
    Anonymous,
    /// Session cookie of a guest.
    Cookie(&'a str),
    /// API token of a program.
    Token(&'a str),
}

impl Auth<'_> {
    fn header(self) -> Option<(&'static str, String)> {
        match self {
            Auth::Anonymous => None,
            Auth::Cookie(cookie) => Some(("cookie", cookie.to_string())),
            Auth::Token(token) => Some(("authorization", format!("Bearer {token}"))),
        }
    }
}

/// HTTP response.
#[derive(Debug)]
pub struct Response {
    /// HTTP status code.
    pub status: u16,
    /// `name=value` of a `set-cookie` header, ready for a `cookie` header.
    pub cookie: Option<String>,
    /// Body.
    pub text: String,
}

impl Response {
    /// Body as JSON; `Null` if it does not parse.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }
}

/// Handle to a server; every request opens its own connection.
#[derive(Clone)]
pub struct Server {
    /// Host with the port, if the URL has one.
    authority: String,
    /// Host and port to connect to.
    address: String,
    tls: Option<tls::Tls>,
}

/// A connection, with TLS or without.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Result whose error is a message for people.
pub type ClientResult<T> = Result<T, String>;

fn context(what: &str) -> impl Fn(&dyn std::fmt::Display) -> String {
    move |error| format!("{what}: {error}")
}

impl Server {
    /// Server at `http://HOST[:PORT]` or `https://HOST[:PORT]`. With TLS the certificate authorities of the machine are
    /// trusted, or those of `SSL_CERT_FILE`.
    pub fn new(url: &str) -> ClientResult<Server> {
        Server::with_ca(url, None)
    }

    /// Like [`Server::new`]; the certificate authorities in a PEM file are trusted too.
    pub fn with_ca(url: &str, ca: Option<&Path>) -> ClientResult<Server> {
        let wrong = || format!("`{url}`: expected http://HOST:PORT or https://HOST");
        let (scheme, authority) = url.split_once("://").ok_or_else(wrong)?;
        let authority: http::uri::Authority =
            authority.trim_end_matches('/').parse().map_err(|_| wrong())?;
        let (host, default_port) = match scheme {
            _ if authority.host().is_empty() || authority.as_str().contains('@') => {
                return Err(wrong());
            }
            "http" => (authority.host(), 80),
            "https" => (authority.host(), 443),
            _ => return Err(wrong()),
        };
        let port = authority.port_u16().unwrap_or(default_port);
        let tls = (scheme == "https").then(|| tls::Tls::new(host, ca)).transpose()?;
        let address = format!("{host}:{port}");
        Ok(Server { authority: authority.to_string(), address, tls })
    }

    fn origin(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }

    async fn stream(&self) -> ClientResult<Box<dyn Stream>> {
        let in_context = context(&self.authority);
        let stream = TcpStream::connect(&self.address).await.map_err(|error| in_context(&error))?;
        let _ = stream.set_nodelay(true);
        match &self.tls {
            None => Ok(Box::new(stream)),
            Some(tls) => {
                let connect = tokio::time::timeout(TIMEOUT, tls.connect(stream)).await;
                let stream = connect.map_err(|error| in_context(&error))?;
                Ok(Box::new(stream.map_err(|why| in_context(&why))?))
            }
        }
    }

    /// Sends a request with the server's own origin, as its pages do.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        auth: Auth<'_>,
        body: &str,
    ) -> ClientResult<Response> {
        self.request_from(&self.origin(), method, path, auth, body).await
    }

    /// Sends a request with the given origin; an empty one is omitted.
    pub async fn request_from(
        &self,
        origin: &str,
        method: &str,
        path: &str,
        auth: Auth<'_>,
        body: &str,
    ) -> ClientResult<Response> {
        let in_context = context(path);
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(self.stream().await?))
                .await
                .map_err(|error| in_context(&error))?;
        tokio::spawn(connection);
        let mut request = http::Request::builder()
            .method(method)
            .uri(path)
            .header("host", &self.authority)
            .header("content-type", "application/json");
        if !origin.is_empty() {
            request = request.header("origin", origin);
        }
        if let Some((name, value)) = auth.header() {
            request = request.header(name, value);
        }
        let request = request
            .body(Full::new(Bytes::from(body.to_string())))
            .map_err(|error| in_context(&error))?;
        let response = tokio::time::timeout(TIMEOUT, sender.send_request(request))
            .await
            .map_err(|error| in_context(&error))?
            .map_err(|error| in_context(&error))?;
        let cookie = response.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(ToString::to_string);
        let status = response.status().as_u16();
        let body =
            response.into_body().collect().await.map_err(|error| in_context(&error))?.to_bytes();
        Ok(Response { status, cookie, text: String::from_utf8_lossy(&body).into_owned() })
    }

    /// Sends a JSON request; any status from 300 on is an error.
    pub async fn call(
        &self,
        method: &str,
        path: &str,
        auth: Auth<'_>,
        body: &Value,
    ) -> ClientResult<Value> {
        let response = self.request(method, path, auth, &body.to_string()).await?;
        if response.status >= 300 {
            return Err(format!("{method} {path}: {} {}", response.status, response.text));
        }
        serde_json::from_str(&response.text).map_err(|error| context(path)(&error))
    }

    /// Creates a guest and returns its session cookie.
    pub async fn new_guest(&self, name: &str) -> ClientResult<String> {
        let body = serde_json::json!({ "name": name }).to_string();
        let response = self.request("POST", "/api/person", Auth::Anonymous, &body).await?;
        response.cookie.ok_or(format!("POST /api/person: {} {}", response.status, response.text))
    }

    /// Resident memory of the server process from `/metrics`; `None` where it is not exported.
    pub async fn resident_bytes(&self) -> Option<u64> {
        let response = self.request("GET", "/metrics", Auth::Anonymous, "").await.ok()?;
        let line = response.text.lines().find(|line| line.starts_with("mohreh_resident_bytes "))?;
        line.split(' ').nth(1)?.parse().ok()
    }

    /// Opens a WebSocket with the server's own origin.
    pub async fn socket(&self, auth: Auth<'_>) -> ClientResult<Socket> {
        self.socket_from(&self.origin(), auth).await
    }

    /// Opens a WebSocket with the given origin; an empty one is omitted.
    pub async fn socket_from(&self, origin: &str, auth: Auth<'_>) -> ClientResult<Socket> {
        let in_context = context("the socket");
        // The scheme is only for the header `Host`: TLS, if any, is below.
        let url = format!("ws://{}/api/socket", self.authority);
        let mut request = url.into_client_request().map_err(|error| in_context(&error))?;
        let headers = request.headers_mut();
        let value =
            |text: &str| http::HeaderValue::from_str(text).map_err(|error| in_context(&error));
        if !origin.is_empty() {
            headers.insert("origin", value(origin)?);
        }
        if let Some((name, text)) = auth.header() {
            headers.insert(name, value(&text)?);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096);
        let connect = client_async_with_config(request, self.stream().await?, Some(config));
        let (stream, _) = tokio::time::timeout(TIMEOUT, connect)
            .await
            .map_err(|error| in_context(&error))?
            .map_err(|error| in_context(&error))?;
        Ok(Socket { stream })
    }
}

/// WebSocket connection.
pub struct Socket {
    stream: WebSocketStream<Box<dyn Stream>>,
}

impl Socket {
    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> ClientResult<()> {
        let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
        self.send_text(text).await
    }

    /// Sends raw text, valid or not.
    pub async fn send_text(&mut self, text: String) -> ClientResult<()> {
        self.stream.send(Message::text(text)).await.map_err(|error| context("the socket")(&error))
    }

    /// Next text message; other frames are skipped.
    pub async fn next(&mut self) -> ClientResult<String> {
        loop {
            let message = tokio::time::timeout(TIMEOUT * 2, self.stream.next()).await;
            match message.map_err(|_| "the socket: nothing was heard".to_string())? {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_string()),
                Some(Ok(Message::Close(_))) | None => {
                    return Err("the socket was closed".to_string());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(context("the socket")(&error)),
            }
        }
    }

    /// Subscribes to a table and returns its snapshot. Messages that arrive before it are dropped.
    pub async fn watch(&mut self, table: &str, from: u32) -> ClientResult<Value> {
        self.watch_with_key(table, from, None).await
    }

    /// Like [`Socket::watch`], with the key of a private table.
    pub async fn watch_with_key(
        &mut self,
        table: &str,
        from: u32,
        key: Option<&str>,
    ) -> ClientResult<Value> {
        let (table, key) = (table.to_string(), key.map(ToString::to_string));
        self.send(&ClientMessage::Watch { table, from, key }).await?;
        loop {
            let text = self.next().await?;
            if text.contains("\"type\":\"refused\"") {
                return Err(text);
            }
            if text.contains("\"type\":\"table\"") {
                return serde_json::from_str(&text).map_err(|error| error.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Server;

    #[test]
    fn urls_have_a_scheme_a_host_and_nothing_else() {
        for (url, address, origin) in [
            ("http://127.0.0.1:7373", "127.0.0.1:7373", "http://127.0.0.1:7373"),
            ("http://127.0.0.1:7373/", "127.0.0.1:7373", "http://127.0.0.1:7373"),
            ("http://mohreh.example", "mohreh.example:80", "http://mohreh.example"),
            ("https://mohreh.example", "mohreh.example:443", "https://mohreh.example"),
            ("https://mohreh.example:8443", "mohreh.example:8443", "https://mohreh.example:8443"),
            ("https://[::1]:8443", "[::1]:8443", "https://[::1]:8443"),
        ] {
            let server = Server::new(url).unwrap();
            assert_eq!((server.address.as_str(), server.origin().as_str()), (address, origin));
        }
        for wrong in [
            "",
            "mohreh.example",
            "ftp://mohreh.example",
            "http://",
            "http://:80",
            "https://mohreh.example/fa",
            "https://a@mohreh.example",
            "https://two words",
        ] {
            assert!(Server::new(wrong).is_err(), "{wrong}");
        }
    }
}
