//! Endpoints of persons and API tokens.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use mohreh_protocol::{
    Code, CreatedToken, Identity, LabelBody, NameBody, Person, Phase, Refusal, Token, limits,
};

use crate::app::App;
use crate::auth::{clean_name, new_person};
use crate::chance;
use crate::hub::store_refusal;
use crate::response::{ApiResult, json, read_json};
use crate::store::TokenRow;

pub(super) async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult {
    let person = app.ingress.authenticate(&app.hub.store, &headers).await?;
    Ok(json(StatusCode::OK, &Identity { person }))
}

/// Creates a guest and sets its session cookie; idempotent for an authenticated person.
pub(super) async fn create_person(
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

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let NameBody { name } = read_json(body).await?;
    let name = clean_name(&name)?;
    app.hub.store.rename(&person.id, &name).await.map_err(|error| store_refusal(&error))?;
    let person = Person { id: person.id, name };
    rename_seats(&app, &person).await?;
    Ok(json(StatusCode::OK, &Identity { person: Some(person) }))
}

/// Carries a new name to the tables where the person sits. A table that fails does not undo the rename: it takes the
/// name with the next one.
async fn rename_seats(app: &App, person: &Person) -> Result<(), Refusal> {
    for phase in [Phase::Waiting, Phase::Playing] {
        let found =
            app.hub.store.tables_of(&person.id, Some(phase.word()), limits::OWN_TABLES).await;
        for row in found.map_err(|error| store_refusal(&error))?.tables {
            let renamed = async {
                let handle = app.hub.handle(&row.id).await?;
                app.hub.update(&handle, |room| Ok(room.rename(person))).await
            };
            if let Err(refusal) = renamed.await {
                tracing::warn!(table = row.id, why = refusal.why, "a seat keeps its old name");
            }
        }
    }
    Ok(())
}

pub(super) async fn tokens(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let rows = app.hub.store.tokens(&person.id).await.map_err(|error| store_refusal(&error))?;
    let shown: Vec<Token> = rows
        .into_iter()
        .map(|row| Token { id: row.id, label: row.label, created: row.created })
        .collect();
    Ok(json(StatusCode::OK, &shown))
}

/// Creates an API token. The plain token is returned once; only its hash is stored.
pub(super) async fn new_token(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let LabelBody { label } = read_json(body).await?;
    let label = clean_name(&label)?;
    let count =
        app.hub.store.tokens(&person.id).await.map_err(|error| store_refusal(&error))?.len();
    if count >= limits::TOKENS as usize {
        let why = format!("one has up to {} tokens", limits::TOKENS);
        let refusal = Refusal::new(Code::TooLarge, why).because("tokens");
        return Err(refusal.limit(limits::TOKENS as usize).into());
    }
    let token = [limits::TOKEN_PREFIX, &chance::letters::<{ limits::SECRET_CHARS }>()].concat();
    let row = TokenRow {
        id: chance::letters::<{ limits::PERSON_ID_CHARS }>(),
        person: person.id,
        label,
        hash: chance::hash(&token),
        created: app.hub.now(),
    };
    app.hub.store.add_token(&row).await.map_err(|error| store_refusal(&error))?;
    let about = Token { id: row.id, label: row.label, created: row.created };
    Ok(json(StatusCode::CREATED, &CreatedToken { about, token }))
}

pub(super) async fn delete_token(
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
    app.hub.revoke(&id);
    Ok(json(StatusCode::OK, &Identity { person: Some(person) }))
}
