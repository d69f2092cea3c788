//! Requests of the bot, and what is answered to them.

use mohreh_client::{By, Server, Socket};
use mohreh_protocol::{Join, Person, Refusal, Snapshot, Table};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Link;

/// Why there is no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The server does not want to.
    Refused(Refusal),
    /// It cannot be reached, or says what makes no sense.
    Lost(String),
}

/// The server, for the owner of a token.
#[derive(Clone)]
pub struct Desk {
    server: Server,
    token: String,
}

#[derive(Deserialize)]
struct Me {
    person: Option<Person>,
}

impl Desk {
    pub fn new(url: &str, token: &str) -> Result<Desk, String> {
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("the token is not one that a server gives".to_string());
        }
        Ok(Desk { server: Server::new(url)?, token: token.to_string() })
    }

    /// Who the token belongs to.
    pub async fn me(&self) -> Result<Option<Person>, Trouble> {
        self.request::<Me>("GET", "/api/person", "").await.map(|me| me.person)
    }

    /// The tables of the owner, those that wait for them first.
    pub async fn mine(&self) -> Result<Vec<Table>, Trouble> {
        self.request("GET", "/api/tables/mine", "").await
    }

    /// Sits down; gives the id of the table.
    pub async fn join(&self, link: &Link, nonce: String) -> Result<String, Trouble> {
        let body = serde_json::to_string(&Join { key: link.key.clone(), nonce });
        let path = format!("/api/tables/{}/join", link.table);
        let joined: Snapshot = self.request("POST", &path, &body.unwrap_or_default()).await?;
        Ok(joined.table.id)
    }

    /// Plays once more; gives the id of the new table.
    pub async fn rematch(&self, table: &str) -> Result<String, Trouble> {
        let path = format!("/api/tables/{table}/rematch");
        let joined: Snapshot = self.request("POST", &path, "").await?;
        Ok(joined.table.id)
    }

    pub async fn socket(&self) -> Result<Socket, Trouble> {
        self.server.socket_from("", By::Token(&self.token)).await.map_err(Trouble::Lost)
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<T, Trouble> {
        // A program has a token and no origin.
        let by = By::Token(&self.token);
        let answer = self.server.request_from("", method, path, by, body).await;
        let answer = answer.map_err(Trouble::Lost)?;
        if (200..300).contains(&answer.status)
            && let Ok(told) = serde_json::from_str(&answer.text)
        {
            return Ok(told);
        }
        Err(match serde_json::from_str(&answer.text) {
            Ok(refusal) => Trouble::Refused(refusal),
            Err(_) => Trouble::Lost(format!("{method} {path}: answered with {}", answer.status)),
        })
    }
}
