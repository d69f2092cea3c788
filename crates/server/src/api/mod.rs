//! HTTP API: routes and shared state.

mod accounts;
mod archive;
pub mod response;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post};
use mohreh_games::Seat;
use mohreh_protocol::{Act, Code, Person, Refusal};
use tokio_util::sync::CancellationToken;

use crate::auth::Ingress;
use crate::hub::{Hub, RoomHandle};
use crate::lobby::Lobby;
use crate::rate_limit::Limiter;
use crate::socket;
use crate::table::Room;
use crate::time::now;

/// Shared state of all handlers.
pub struct App {
    pub hub: Arc<Hub>,
    pub lobby: Arc<Lobby>,
    pub limiter: Limiter,
    pub ingress: Ingress,
    /// Cancelled on graceful shutdown.
    pub shutdown: CancellationToken,
}

pub fn not_authenticated() -> Refusal {
    Refusal::new(Code::WhoAreYou, "say who you are first: POST /api/person")
}

fn seat_of(room: &Room, person: Option<&Person>) -> Result<Seat, Refusal> {
    let person = person.ok_or_else(not_authenticated)?;
    let seat = room.head().seat_of(&person.id);
    seat.ok_or_else(|| Refusal::new(Code::Forbidden, "you do not sit at this table"))
}

impl App {
    /// Plays steps for a person. A duplicate is not an error: it returns the number of entries it had made.
    pub async fn play(
        &self,
        handle: &Arc<RoomHandle>,
        person: Option<&Person>,
        ply: u32,
        steps: &[String],
    ) -> Result<Option<usize>, Refusal> {
        let outages = self.hub.outages();
        let played = self
            .hub
            .update(handle, |room| {
                let seat = seat_of(room, person)?;
                room.play(seat, ply, steps, now(), &outages)
            })
            .await;
        match played {
            Ok(()) => Ok(None),
            Err(why) if matches!(why.code, Code::Stale | Code::NotPlaying) => {
                let room = self.hub.room(handle).await?;
                seat_of(&room, person)?;
                room.played_before(ply, steps).map(Some).ok_or(why)
            }
            Err(why) => Err(why),
        }
    }

    /// Performs another action for a person.
    pub async fn act(
        &self,
        handle: &Arc<RoomHandle>,
        person: Option<&Person>,
        ply: u32,
        act: Act,
    ) -> Result<(), Refusal> {
        let outages = self.hub.outages();
        self.hub
            .update(handle, |room| {
                let seat = seat_of(room, person)?;
                room.act(seat, ply, act, now(), &outages)
            })
            .await
    }
}

/// Routes of the API and of the operator's endpoints.
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
        .route("/health", get(response::health))
        .route("/ready", get(response::ready))
        .route("/metrics", get(response::metrics))
        .method_not_allowed_fallback(response::method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(app.clone(), response::guard))
        .with_state(app)
}
