//! Endpoints of persons and API tokens.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use mohreh_protocol::{Code, Person, Refusal};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::{clean_name, new_person};
use crate::chance;
use crate::hub::store_refusal;
use crate::response::{ApiResult, json, read_json};
use crate::store::TokenRow;

/// Tokens per person.
const MAX_TOKENS: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameBody {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelBody {
    label: String,
}

/// Response body: the authenticated person, if any.
#[derive(Serialize)]
struct Identity {
    person: Option<Person>,
}

#[derive(Serialize)]
struct Token {
    id: String,
    label: String,
    created: u64,
    /// Plain token; only in the response that creates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

pub async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult {
    let person = app.ingress.authenticate(&app.hub.store, &headers).await?;
    Ok(json(StatusCode::OK, &Identity { person }))
}

/// Creates a guest and sets its session cookie; idempotent for an authenticated person.
pub async fn create_person(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult {
    let NameBody { name } = read_json(body).await?;
    let name = clean_name(&name)?;
    if let Some(person) = app.ingress.authenticate(&app.hub.store, &headers).await? {
        return Ok(json(StatusCode::OK, &Identity { person: Some(person) }));
    }
    let (row, secret) = new_person(name, app.hub.now());
    app.hub.store.add_person(&row).await.map_err(|error| store_refusal(&error))?;
    let person = Person { id: row.id, name: row.name };
    let mut response = json(StatusCode::CREATED, &Identity { person: Some(person) });
    if let Some(cookie) = app.ingress.cookie(&secret) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

pub async fn rename(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let NameBody { name } = read_json(body).await?;
    let name = clean_name(&name)?;
    app.hub.store.rename(&person.id, &name).await.map_err(|error| store_refusal(&error))?;
    Ok(json(StatusCode::OK, &Identity { person: Some(Person { id: person.id, name }) }))
}

pub async fn tokens(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let rows = app.hub.store.tokens(&person.id).await.map_err(|error| store_refusal(&error))?;
    let shown: Vec<Token> = rows
        .into_iter()
        .map(|row| Token { id: row.id, label: row.label, created: row.created, token: None })
        .collect();
    Ok(json(StatusCode::OK, &shown))
}

/// Creates an API token. The plain token is returned once; only its hash is stored.
pub async fn new_token(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let LabelBody { label } = read_json(body).await?;
    let label = clean_name(&label)?;
    let count =
        app.hub.store.tokens(&person.id).await.map_err(|error| store_refusal(&error))?.len();
    if count >= MAX_TOKENS {
        return Err(
            Refusal::new(Code::TooLarge, format!("one has up to {MAX_TOKENS} tokens")).into()
        );
    }
    let token = format!("mohreh_{}", chance::letters::<40>());
    let row = TokenRow {
        id: chance::letters::<10>(),
        person: person.id,
        label,
        hash: chance::hash(&token),
        created: app.hub.now(),
    };
    app.hub.store.add_token(&row).await.map_err(|error| store_refusal(&error))?;
    let shown = Token { id: row.id, label: row.label, created: row.created, token: Some(token) };
    Ok(json(StatusCode::CREATED, &shown))
}

pub async fn delete_token(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let gone =
        app.hub.store.delete_token(&person.id, &id).await.map_err(|error| store_refusal(&error))?;
    if !gone {
        return Err(Refusal::new(Code::NotFound, "there is no such token").into());
    }
    Ok(json(StatusCode::OK, &Identity { person: Some(person) }))
}
