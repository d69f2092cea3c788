//! A client of the server, as small as can be: requests with JSON, and a socket. Loads, tests and programs
//! that play use it.

#![warn(missing_docs)]

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use mohreh_protocol::Ask;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, http};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Longer than this nobody waits.
const PATIENCE: Duration = Duration::from_secs(20);

/// Who asks.
#[derive(Clone, Copy)]
pub enum By<'a> {
    /// Nobody in particular.
    Nobody,
    /// Whoever has this cookie.
    Cookie(&'a str),
    /// The program of whoever has this token.
    Token(&'a str),
}

impl By<'_> {
    fn header(self) -> Option<(&'static str, String)> {
        match self {
            By::Nobody => None,
            By::Cookie(cookie) => Some(("cookie", cookie.to_string())),
            By::Token(token) => Some(("authorization", format!("Bearer {token}"))),
        }
    }
}

/// What was answered to a request.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The cookie that was set, as it is sent back.
    pub cookie: Option<String>,
    /// What was in it.
    pub text: String,
}

impl Answer {
    /// The text as JSON; what is none is nothing.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }
}

/// A server's address.
#[derive(Clone)]
pub struct Server {
    host: String,
}

/// Something, or why there is none, for people.
pub type Told<T> = Result<T, String>;

fn told(what: &str) -> impl Fn(&dyn std::fmt::Display) -> String {
    move |error| format!("{what}: {error}")
}

impl Server {
    /// The server at `http://HOST:PORT`.
    pub fn new(url: &str) -> Told<Server> {
        let host = url.strip_prefix("http://").map(|host| host.trim_end_matches('/').to_string());
        let host = host.filter(|host| !host.is_empty() && !host.contains('/'));
        host.map(|host| Server { host }).ok_or(format!("`{url}`: expected http://HOST:PORT"))
    }

    fn origin(&self) -> String {
        format!("http://{}", self.host)
    }

    async fn stream(&self) -> Told<TcpStream> {
        let stream =
            TcpStream::connect(&self.host).await.map_err(|error| told(&self.host)(&error))?;
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }

    /// A request, as one of our own pages would send it.
    pub async fn request(&self, method: &str, path: &str, by: By<'_>, body: &str) -> Told<Answer> {
        self.request_from(&self.origin(), method, path, by, body).await
    }

    /// A request with any origin, or none.
    pub async fn request_from(
        &self,
        origin: &str,
        method: &str,
        path: &str,
        by: By<'_>,
        body: &str,
    ) -> Told<Answer> {
        let wrong = told(path);
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(self.stream().await?))
                .await
                .map_err(|error| wrong(&error))?;
        tokio::spawn(connection);
        let mut request = http::Request::builder()
            .method(method)
            .uri(path)
            .header("host", &self.host)
            .header("content-type", "application/json");
        if !origin.is_empty() {
            request = request.header("origin", origin);
        }
        if let Some((name, value)) = by.header() {
            request = request.header(name, value);
        }
        let request = request
            .body(Full::new(Bytes::from(body.to_string())))
            .map_err(|error| wrong(&error))?;
        let answer = tokio::time::timeout(PATIENCE, sender.send_request(request))
            .await
            .map_err(|error| wrong(&error))?
            .map_err(|error| wrong(&error))?;
        let cookie = answer.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(ToString::to_string);
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.map_err(|error| wrong(&error))?.to_bytes();
        Ok(Answer { status, cookie, text: String::from_utf8_lossy(&body).into_owned() })
    }

    /// A request that must go well; gives what was answered.
    pub async fn ask(&self, method: &str, path: &str, by: By<'_>, body: &Value) -> Told<Value> {
        let answer = self.request(method, path, by, &body.to_string()).await?;
        if answer.status >= 300 {
            return Err(format!("{method} {path}: {} {}", answer.status, answer.text));
        }
        serde_json::from_str(&answer.text).map_err(|error| told(path)(&error))
    }

    /// A new guest; gives their cookie.
    pub async fn person(&self, name: &str) -> Told<String> {
        let body = serde_json::json!({ "name": name }).to_string();
        let answer = self.request("POST", "/api/person", By::Nobody, &body).await?;
        answer.cookie.ok_or(format!("POST /api/person: {} {}", answer.status, answer.text))
    }

    /// Bytes of memory that the server's process has, if it tells.
    pub async fn memory(&self) -> Option<u64> {
        let answer = self.request("GET", "/metrics", By::Nobody, "").await.ok()?;
        let line = answer.text.lines().find(|line| line.starts_with("mohreh_resident_bytes "))?;
        line.split(' ').nth(1)?.parse().ok()
    }

    /// A socket, for somebody or for nobody.
    pub async fn socket(&self, by: By<'_>) -> Told<Socket> {
        self.socket_from(&self.origin(), by).await
    }

    /// A socket with any origin, or none.
    pub async fn socket_from(&self, origin: &str, by: By<'_>) -> Told<Socket> {
        let wrong = told("the socket");
        let url = format!("ws://{}/api/socket", self.host);
        let mut request = url.into_client_request().map_err(|error| wrong(&error))?;
        let headers = request.headers_mut();
        let value = |text: &str| http::HeaderValue::from_str(text).map_err(|error| wrong(&error));
        if !origin.is_empty() {
            headers.insert("origin", value(origin)?);
        }
        if let Some((name, text)) = by.header() {
            headers.insert(name, value(&text)?);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096);
        let connect = client_async_with_config(request, self.stream().await?, Some(config));
        let (stream, _) = tokio::time::timeout(PATIENCE, connect)
            .await
            .map_err(|error| wrong(&error))?
            .map_err(|error| wrong(&error))?;
        Ok(Socket { stream })
    }
}

/// A connection on which both sides talk.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Says something.
    pub async fn say(&mut self, ask: &Ask) -> Told<()> {
        let text = serde_json::to_string(ask).map_err(|error| error.to_string())?;
        self.say_text(text).await
    }

    /// Says anything, right or wrong.
    pub async fn say_text(&mut self, text: String) -> Told<()> {
        self.stream.send(Message::text(text)).await.map_err(|error| told("the socket")(&error))
    }

    /// The next message.
    pub async fn next(&mut self) -> Told<String> {
        loop {
            let message = tokio::time::timeout(PATIENCE * 2, self.stream.next()).await;
            match message.map_err(|_| "the socket: nothing was heard".to_string())? {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_string()),
                Some(Ok(Message::Close(_))) | None => {
                    return Err("the socket was closed".to_string());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(told("the socket")(&error)),
            }
        }
    }

    /// Begins to hear of a table; gives the whole of it.
    pub async fn watch(&mut self, table: &str, from: u32) -> Told<Value> {
        self.say(&Ask::Watch { table: table.to_string(), from }).await?;
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
