//! Shared state of all HTTP and WebSocket handlers, and the actions of people at tables.

use std::sync::Arc;

use mohreh_games::Seat;
use mohreh_protocol::{Act, Code, Person, Refusal};
use tokio_util::sync::CancellationToken;

use crate::auth::{Ingress, not_authenticated};
use crate::bot_games::BotGames;
use crate::hub::{Hub, RoomHandle};
use crate::lobby::Lobby;
use crate::rate_limit::Limiter;
use crate::readiness::Readiness;
use crate::reviews::Reviews;
use crate::table::{Room, table_not_found};

/// Shared state of all handlers.
pub(crate) struct App {
    pub hub: Arc<Hub>,
    pub lobby: Arc<Lobby>,
    pub limiter: Limiter,
    pub ingress: Ingress,
    pub bot_games: BotGames,
    pub readiness: Readiness,
    pub reviews: Arc<Reviews>,
    /// Cancelled on graceful shutdown.
    pub shutdown: CancellationToken,
}

fn seat_of(room: &Room, person: Option<&Person>) -> Result<Seat, Refusal> {
    let person = person.ok_or_else(not_authenticated)?;
    let seat = room.head().seat_of(&person.id);
    seat.ok_or_else(|| match room.head().open {
        true => Refusal::new(Code::Forbidden, "you do not sit at this table"),
        false => table_not_found(),
    })
}

impl App {
    /// Plays steps for a person. A duplicate is not an error: it returns the number of entries it had made.
    pub(crate) async fn play(
        &self,
        handle: &Arc<RoomHandle>,
        person: Option<&Person>,
        ply: u32,
        steps: &[String],
    ) -> Result<Option<usize>, Refusal> {
        // Time and outages are those at which the room decides: the message may have waited for it.
        let played = self
            .hub
            .update(handle, |room| {
                let seat = seat_of(room, person)?;
                room.play(seat, ply, steps, self.hub.now(), &self.hub.outages())
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
    pub(crate) async fn act(
        &self,
        handle: &Arc<RoomHandle>,
        person: Option<&Person>,
        ply: u32,
        act: Act,
    ) -> Result<(), Refusal> {
        self.hub
            .update(handle, |room| {
                let seat = seat_of(room, person)?;
                room.act(seat, ply, act, self.hub.now(), &self.hub.outages())
            })
            .await
    }
}
