//! `ApiClient`: the HTTP requests of the bot.

use mohreh_client::{Auth, Server, Socket};
use mohreh_protocol::{Code, Join, Person, PublicHead, Refusal, Snapshot};
use mohreh_texts::Language;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Link;
use crate::failure::english;
use crate::printable::printable;
use crate::terminal::{language, notation, text, texts, with};

/// Why a request failed.
#[derive(Debug)]
pub(super) enum ApiError {
    /// The server answered with a refusal.
    Refused(Refusal),
    /// No connection, or a malformed response. Retryable.
    Transport(String),
}

/// What the client says, which knows English only.
fn transport(why: impl AsRef<str>) -> ApiError {
    ApiError::Transport(english(printable(why.as_ref())))
}

/// A refusal as a sentence. The server's own English is for programs, and for people who read it.
pub(super) fn sentence(refusal: &Refusal) -> String {
    if language() == Language::English {
        return printable(&refusal.why);
    }
    let own = ["refused-", refusal.reason.as_deref().unwrap_or_default()].concat();
    let said = match refusal.code {
        _ if texts().has(&own) => {
            with(&own, &[("count", refusal.limit.unwrap_or_default().into())])
        }
        Code::NotFound => text("say-no-table"),
        Code::Full => text("say-table-full"),
        Code::WhoAreYou => text("cli-bot-unknown"),
        Code::Forbidden => text("say-not-allowed"),
        Code::TooFast => text("say-too-fast"),
        Code::Unavailable => text("say-not-kept"),
        Code::Stale | Code::NotYourTurn | Code::NotPlaying => text("say-too-late"),
        Code::Malformed | Code::Illegal | Code::TooLarge => text("say-refused"),
    };
    said.trim_end_matches('.').to_string()
}

/// Client of the HTTP API, authenticated by a token.
#[derive(Clone)]
pub(super) struct ApiClient {
    server: Server,
    token: String,
}

#[derive(Deserialize)]
struct Me {
    person: Option<Person>,
}

impl ApiClient {
    pub(super) fn new(server: Server, token: &str) -> Result<ApiClient, String> {
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(text("cli-bot-token"));
        }
        Ok(ApiClient { server, token: token.to_string() })
    }

    /// The owner of the token.
    pub(super) async fn me(&self) -> Result<Option<Person>, ApiError> {
        self.request::<Me>("GET", "/api/person", "").await.map(|me| me.person)
    }

    /// The owner's tables, those where they are to move first.
    pub(super) async fn own_tables(&self) -> Result<Vec<PublicHead>, ApiError> {
        self.request("GET", "/api/tables/mine", "").await
    }

    /// Joins a table; returns its id.
    pub(super) async fn join(&self, link: &Link, nonce: String) -> Result<String, ApiError> {
        let body = serde_json::to_string(&Join { key: link.key.clone(), nonce });
        let path = format!("/api/tables/{}/join", link.table);
        let joined: Snapshot = self.request("POST", &path, &body.unwrap_or_default()).await?;
        Ok(joined.table.id)
    }

    /// Agrees to a rematch; returns the id of the new table.
    pub(super) async fn rematch(&self, table: &str) -> Result<String, ApiError> {
        let path = format!("/api/tables/{table}/rematch");
        let joined: Snapshot = self.request("POST", &path, "").await?;
        Ok(joined.table.id)
    }

    pub(super) async fn socket(&self) -> Result<Socket, ApiError> {
        self.server.socket_from("", Auth::Token(&self.token)).await.map_err(transport)
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<T, ApiError> {
        // A token needs no Origin header.
        let by = Auth::Token(&self.token);
        let answer = self.server.request_from("", method, path, by, body).await;
        let answer = answer.map_err(transport)?;
        if (200..300).contains(&answer.status)
            && let Ok(body) = serde_json::from_str(&answer.text)
        {
            return Ok(body);
        }
        Err(match serde_json::from_str(&answer.text) {
            Ok(refusal) => ApiError::Refused(refusal),
            Err(_) => {
                let request = notation(&format!("{method} {path}"));
                let args = [("request", request), ("status", answer.status.into())];
                ApiError::Transport(with("cli-bot-status", &args))
            }
        })
    }
}
