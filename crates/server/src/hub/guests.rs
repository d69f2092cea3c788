//! Who is at a table: those who hear of it through this node, and those of whom other nodes tell.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Seat;
use mohreh_protocol::{Person, Refusal, Tell};
use tokio::sync::mpsc;

use super::{Cell, Hub, lock, refused, shown, written};
use crate::time::now;

/// Lines of chat that a newcomer is shown.
const CHAT_SHOWN: u32 = 50;
/// Changes of the number of those who watch are told if they are no smaller than this part of it.
const FEW: u32 = 10;
/// What another node said about who is there counts so long, in milliseconds.
const HEARSAY: u64 = 45_000;

/// Somebody who hears: a socket.
pub struct Ear {
    pub id: u64,
    to: mpsc::Sender<Utf8Bytes>,
    /// Too slow, or no longer there.
    pub deaf: AtomicBool,
    /// Wakes the socket when it went deaf.
    pub wake: tokio::sync::Notify,
}

impl Ear {
    pub fn new(id: u64, to: mpsc::Sender<Utf8Bytes>) -> Ear {
        Ear { id, to, deaf: AtomicBool::new(false), wake: tokio::sync::Notify::new() }
    }

    /// Says something; whoever does not keep up is let go, and comes back by itself.
    pub fn tell(&self, said: &Utf8Bytes) {
        if self.to.try_send(said.clone()).is_err() {
            self.deaf.store(true, Ordering::Relaxed);
            self.wake.notify_one();
        }
    }
}

/// What another node says: who is there, how many watch, and when it said so.
pub type Elsewhere = (Vec<u8>, u32, u64);

impl Hub {
    /// Tables that somebody here hears of.
    pub(super) fn heard_of(&self) -> Vec<Arc<Cell>> {
        let cells = lock(&self.cells);
        cells.values().filter(|cell| !lock(&cell.ears).is_empty()).cloned().collect()
    }

    /// Somebody begins to hear of a table, and is told all of it first: whatever happens comes after.
    pub async fn watch(
        &self,
        cell: &Arc<Cell>,
        ear: &Arc<Ear>,
        person: Option<&Person>,
        from: u32,
    ) -> Result<Option<Seat>, Refusal> {
        let id = cell.room.lock().await.head().id.clone();
        let lines = self.store.chat(&id, CHAT_SHOWN).await.map_err(|error| refused(&error))?;
        let room = self.fresh_room(cell).await?;
        let seat = person.and_then(|person| room.head().seat_of(&person.id));
        let mut snapshot = room.snapshot(from, seat, now(), &self.outages());
        snapshot.chat = lines.into_iter().map(shown).collect();
        {
            let mut ears = lock(&cell.ears);
            ears.retain(|(other, _)| other.id != ear.id);
            ears.push((ear.clone(), seat));
        }
        snapshot.watching = cell.watching();
        if let Some(seat) = seat {
            snapshot.present[seat.index()] = true;
        }
        ear.tell(&written(&Tell::Table(Box::new(snapshot))));
        drop(room);
        self.count(cell).await;
        self.announce(&id, cell);
        Ok(seat)
    }

    pub async fn leave(&self, cell: &Arc<Cell>, ear: &Ear) {
        lock(&cell.ears).retain(|(other, _)| other.id != ear.id);
        let table = self.count(cell).await;
        self.announce(&table, cell);
    }

    /// Another node tells who is at a table through it.
    pub(super) async fn heard_here(&self, table: &str, cell: &Cell, node: String, here: Elsewhere) {
        let is_new = {
            let mut elsewhere = lock(&cell.elsewhere);
            let known = elsewhere.remove(&node).is_some();
            let nobody = here.0.is_empty() && here.1 == 0;
            if !nobody {
                elsewhere.insert(node, here);
            }
            !known && !nobody
        };
        self.count(cell).await;
        // It does not know yet who is here.
        if is_new && !lock(&cell.ears).is_empty() {
            self.announce(table, cell);
        }
    }

    /// Tells the other nodes who is at a table through this one.
    fn announce(&self, table: &str, cell: &Cell) {
        self.bus.here(table.to_string(), cell.seats_here(), cell.watching_here());
    }

    /// Tells the other nodes once more who is here, and forgets those whose nodes say nothing any more.
    pub async fn call_over(&self) {
        let cells: Vec<Arc<Cell>> = lock(&self.cells).values().cloned().collect();
        for cell in cells {
            let table = self.count(&cell).await;
            if !lock(&cell.ears).is_empty() {
                self.announce(&table, &cell);
            }
        }
    }

    /// Who is there? If that has changed, everybody here hears of it. Gives the table's id.
    async fn count(&self, cell: &Cell) -> String {
        let time = now();
        let mut room = cell.room.lock().await;
        let mut seats = cell.seats_here();
        {
            let mut elsewhere = lock(&cell.elsewhere);
            elsewhere.retain(|_, (_, _, at)| time.saturating_sub(*at) < HEARSAY);
            seats.extend(elsewhere.values().flat_map(|(seats, ..)| seats));
        }
        let mut news = false;
        for seat in (0..room.head().seats.len()).map(Seat::new) {
            news |= room.set_present(seat, seats.contains(&seat.number()), time);
        }
        let table = room.head().id.clone();
        let watching = cell.watching();
        // A crowd is not told of everybody who comes and goes.
        let told = cell.told.load(Ordering::Relaxed);
        news |= watching != told && watching.abs_diff(told) >= told / FEW;
        if news {
            cell.told.store(watching, Ordering::Relaxed);
            let present = room.present();
            cell.tell(&Tell::Present { table: table.clone(), present, watching });
        }
        table
    }
}

impl Cell {
    /// Says something to everybody who hears.
    pub(super) fn tell(&self, tell: &Tell) {
        let ears = lock(&self.ears);
        if !ears.is_empty() {
            let said = written(tell);
            for (ear, _) in ears.iter() {
                ear.tell(&said);
            }
        }
    }

    /// The seats for which somebody is connected to this node, counted from 1.
    fn seats_here(&self) -> Vec<u8> {
        let mut seats: Vec<u8> =
            lock(&self.ears).iter().filter_map(|(_, seat)| seat.map(Seat::number)).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    fn watching_here(&self) -> u32 {
        lock(&self.ears).iter().filter(|(_, seat)| seat.is_none()).count() as u32
    }

    fn watching(&self) -> u32 {
        let there: u32 = lock(&self.elsewhere).values().map(|(_, watching, _)| *watching).sum();
        self.watching_here() + there
    }
}
