//! Extractor for requests of a person at a table.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use mohreh_protocol::{Person, Refusal};

use crate::app::App;
use crate::hub::RoomHandle;
use crate::response::{ApiError, ApiResult, json, not_found};
use crate::table::Reader;

/// The authenticated person and the table in the path, which need not exist. Anonymous requests are refused.
pub(super) struct AtTable {
    pub app: Arc<App>,
    pub person: Person,
    pub id: String,
    /// Client address.
    pub from: IpAddr,
}

impl FromRequestParts<Arc<App>> for AtTable {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<AtTable, ApiError> {
        let Ok(Path(id)) = Path::<String>::from_request_parts(parts, app).await else {
            return Err(not_found().await);
        };
        let Ok(ConnectInfo(peer)) = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await
        else {
            return Err(not_found().await);
        };
        let from = app.ingress.client_ip(&parts.headers, peer);
        let person = app.ingress.require_person(&app.hub.store, &parts.headers).await?;
        if parts.method != Method::GET {
            app.limiter.check_person(&person.id)?;
        }
        Ok(AtTable { app: app.clone(), person, id, from })
    }
}

impl AtTable {
    /// Handle of the table; a private one exists only for its players.
    pub(super) async fn handle(&self) -> Result<Arc<RoomHandle>, Refusal> {
        let handle = self.app.hub.handle(&self.id).await?;
        let reader = Reader { person: Some(&self.person), key: "" };
        self.app.hub.check_reader(&handle, reader).await?;
        Ok(handle)
    }

    /// Response with the state of a table, as the person sees it.
    pub(super) async fn snapshot(&self, handle: &RoomHandle) -> ApiResult {
        snapshot(&self.app, handle, Some(&self.person)).await
    }
}

/// Response with the state of a table.
pub(super) async fn snapshot(app: &App, handle: &RoomHandle, person: Option<&Person>) -> ApiResult {
    let room = app.hub.fresh_room(handle).await?;
    let seat = person.and_then(|person| room.head().seat_of(&person.id));
    Ok(json(StatusCode::OK, &room.snapshot(0, seat, app.hub.now(), &app.hub.outages())))
}
