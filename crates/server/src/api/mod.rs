//! What can be asked over HTTP, and what everything that is asked goes through.

pub mod answer;
mod archive;
mod people;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post};
use mohreh_games::Seat;
use mohreh_protocol::{Act, Code, Person, Refusal};
use tokio_util::sync::CancellationToken;

use crate::door::Door;
use crate::hub::{Cell, Hub};
use crate::lobby::Lobby;
use crate::people::Reach;
use crate::socket;
use crate::table::Room;
use crate::time::now;

/// Everything that answers need.
pub struct App {
    pub hub: Arc<Hub>,
    pub lobby: Arc<Lobby>,
    pub door: Door,
    pub reach: Reach,
    /// The server is about to end.
    pub ending: CancellationToken,
}

pub fn stranger() -> Refusal {
    Refusal::new(Code::WhoAreYou, "say who you are first: POST /api/person")
}

fn seat_of(room: &Room, person: Option<&Person>) -> Result<Seat, Refusal> {
    let person = person.ok_or_else(stranger)?;
    let seat = room.head().seat_of(&person.id);
    seat.ok_or_else(|| Refusal::new(Code::Forbidden, "you do not sit at this table"))
}

impl App {
    /// Plays steps for a person. If they had been played already, gives how many entries they made.
    pub async fn play(
        &self,
        cell: &Arc<Cell>,
        person: Option<&Person>,
        ply: u32,
        steps: &[String],
    ) -> Result<Option<usize>, Refusal> {
        let outages = self.hub.outages();
        let played = self
            .hub
            .change(cell, |room| {
                let seat = seat_of(room, person)?;
                room.play(seat, ply, steps, now(), &outages)
            })
            .await;
        match played {
            Ok(()) => Ok(None),
            Err(why) if matches!(why.code, Code::Stale | Code::NotPlaying) => {
                let room = self.hub.room(cell).await?;
                seat_of(&room, person)?;
                room.played_before(ply, steps).map(Some).ok_or(why)
            }
            Err(why) => Err(why),
        }
    }

    /// Does something else for a person.
    pub async fn act(
        &self,
        cell: &Arc<Cell>,
        person: Option<&Person>,
        ply: u32,
        act: Act,
    ) -> Result<(), Refusal> {
        let outages = self.hub.outages();
        self.hub
            .change(cell, |room| {
                let seat = seat_of(room, person)?;
                room.act(seat, ply, act, now(), &outages)
            })
            .await
    }
}

/// All addresses below `/api`, and those for whoever runs the server.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/socket", get(socket::open))
        .route("/api/person", get(people::me).post(people::come).patch(people::rename))
        .route("/api/tokens", get(people::tokens).post(people::new_token))
        .route("/api/tokens/{id}", delete(people::delete_token))
        .route("/api/tables", get(tables::lists).post(tables::open))
        .route("/api/tables/mine", get(tables::mine))
        .route("/api/tables/{id}", get(tables::one).delete(tables::withdraw))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/key", get(tables::key))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/play", post(tables::play))
        .route("/api/tables/{id}/act", post(tables::act))
        .route("/api/tables/{id}/rematch", post(tables::rematch))
        .route("/api/archive", get(archive::search))
        .route("/api/archive/records", get(archive::records))
        .route("/api/openapi.json", get(answer::openapi))
        .route("/api/{*rest}", axum::routing::any(answer::nothing))
        .route("/health", get(answer::health))
        .route("/ready", get(answer::ready))
        .route("/metrics", get(answer::metrics))
        .method_not_allowed_fallback(answer::no_such_method)
        .layer(axum::middleware::from_fn_with_state(app.clone(), answer::guard))
        .with_state(app)
}
