//! HTTP API: routes.

mod accounts;
mod archive;
mod at_table;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post};

use crate::app::App;
use crate::{response, socket};

/// Routes of the operator's endpoints.
pub fn operator_router(app: Arc<App>) -> Router {
    Router::new()
        .route("/health", get(response::health))
        .route("/ready", get(response::ready))
        .route("/metrics", get(response::metrics))
        .method_not_allowed_fallback(response::method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(app.clone(), response::guard))
        .with_state(app)
}

/// Routes of the API.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/socket", get(socket::open))
        .route(
            "/api/person",
            get(accounts::me).post(accounts::create_person).patch(accounts::rename),
        )
        .route("/api/tokens", get(accounts::tokens).post(accounts::new_token))
        .route("/api/tokens/{id}", delete(accounts::delete_token))
        .route("/api/tables", get(tables::lists).post(tables::open))
        .route("/api/tables/mine", get(tables::mine))
        .route("/api/tables/{id}", get(tables::show).delete(tables::withdraw))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/key", get(tables::key))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/play", post(tables::play))
        .route("/api/tables/{id}/act", post(tables::act))
        .route("/api/tables/{id}/rematch", post(tables::rematch))
        .route("/api/archive", get(archive::search))
        .route("/api/archive/records", get(archive::records))
        .route("/api/openapi.json", get(response::openapi))
        .route("/api/{*rest}", axum::routing::any(response::not_found))
        .method_not_allowed_fallback(response::method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(app.clone(), response::guard))
        .with_state(app)
}
