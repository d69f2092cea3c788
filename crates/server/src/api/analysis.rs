//! The explorer, and reviews of finished games.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use mohreh_protocol::{ExplorerQuery, TableQuery};

use super::at_table::AtTable;
use crate::app::App;
use crate::explorer;
use crate::response::{ApiResult, QueryResult, json, parse_query};
use crate::table::Reader;

pub(super) async fn explore(
    State(app): State<Arc<App>>,
    query: QueryResult<ExplorerQuery>,
) -> ApiResult {
    let ExplorerQuery { line } = parse_query(query)?;
    let page = explorer::look(&app.hub.store, &line).await?;
    Ok(json(StatusCode::OK, &page))
}

pub(super) async fn review(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    query: QueryResult<TableQuery>,
    headers: HeaderMap,
) -> ApiResult {
    let TableQuery { key } = parse_query(query)?;
    let person = app.ingress.authenticate(&app.hub.store, &headers).await?;
    let reader = Reader { person: person.as_ref(), key: key.as_deref().unwrap_or_default() };
    let state = app.reviews.state(&app.hub, &id, reader).await?;
    Ok(json(StatusCode::OK, &state))
}

pub(super) async fn start_review(at: AtTable) -> ApiResult {
    let state = at.app.reviews.ask(&at.app.hub, &at.id, &at.person).await?;
    Ok(json(StatusCode::OK, &state))
}

pub(super) async fn cancel_review(at: AtTable) -> ApiResult {
    let state = at.app.reviews.cancel(&at.app.hub, &at.id, &at.person).await?;
    Ok(json(StatusCode::OK, &state))
}
