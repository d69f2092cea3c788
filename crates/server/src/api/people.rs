//! People and their tokens.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use mohreh_protocol::{Code, Person, Refusal};
use serde::{Deserialize, Serialize};

use super::App;
use super::answer::{Answer, json, read};
use crate::chance;
use crate::hub::refused;
use crate::people::{clean_name, new_person};
use crate::store::TokenRow;
use crate::time::now;

/// Tokens that one person may have.
const TOKENS: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    label: String,
}

/// Whether somebody is known, and as whom.
#[derive(Serialize)]
struct Me {
    person: Option<Person>,
}

#[derive(Serialize)]
struct Token {
    id: String,
    label: String,
    created: u64,
    /// Only when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

pub async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let person = app.reach.person(&app.hub.store, &headers).await?;
    Ok(json(StatusCode::OK, &Me { person }))
}

/// A new guest, who is known by a cookie from now on; whoever is known already stays who they are.
pub async fn come(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answer {
    let Name { name } = read(body).await?;
    let name = clean_name(&name)?;
    if let Some(person) = app.reach.person(&app.hub.store, &headers).await? {
        return Ok(json(StatusCode::OK, &Me { person: Some(person) }));
    }
    let (row, secret) = new_person(name, now());
    app.hub.store.add_person(&row).await.map_err(|error| refused(&error))?;
    let person = Person { id: row.id, name: row.name };
    let mut response = json(StatusCode::CREATED, &Me { person: Some(person) });
    if let Some(cookie) = app.reach.cookie(&secret) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

pub async fn rename(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let Name { name } = read(body).await?;
    let name = clean_name(&name)?;
    app.hub.store.rename(&person.id, &name).await.map_err(|error| refused(&error))?;
    Ok(json(StatusCode::OK, &Me { person: Some(Person { id: person.id, name }) }))
}

pub async fn tokens(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let rows = app.hub.store.tokens(&person.id).await.map_err(|error| refused(&error))?;
    let shown: Vec<Token> = rows
        .into_iter()
        .map(|row| Token { id: row.id, label: row.label, created: row.created, token: None })
        .collect();
    Ok(json(StatusCode::OK, &shown))
}

/// A token for a program that plays for this person. It is shown once and cannot be shown again.
pub async fn new_token(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let Label { label } = read(body).await?;
    let label = clean_name(&label)?;
    let many = app.hub.store.tokens(&person.id).await.map_err(|error| refused(&error))?.len();
    if many >= TOKENS {
        return Err(Refusal::new(Code::TooLarge, format!("one has up to {TOKENS} tokens")).into());
    }
    let token = format!("mohreh_{}", chance::letters::<40>());
    let row = TokenRow {
        id: chance::letters::<10>(),
        person: person.id,
        label,
        hash: chance::hash(&token),
        created: now(),
    };
    app.hub.store.add_token(&row).await.map_err(|error| refused(&error))?;
    let shown = Token { id: row.id, label: row.label, created: row.created, token: Some(token) };
    Ok(json(StatusCode::CREATED, &shown))
}

pub async fn delete_token(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let gone =
        app.hub.store.delete_token(&person.id, &id).await.map_err(|error| refused(&error))?;
    if !gone {
        return Err(Refusal::new(Code::NotFound, "there is no such token").into());
    }
    Ok(json(StatusCode::OK, &Me { person: Some(person) }))
}
