//! Tables: opening, sitting down, playing, looking.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use mohreh_games::Seat;
use mohreh_protocol::{
    Act, Code, First, Join, NewTable, Opened, Phase, Refusal, Seed, Sitter, Snapshot, Table,
};
use serde::{Deserialize, Serialize};

use super::App;
use super::answer::{Answer, json, read, text};
use crate::chance;
use crate::hub::{Cell, refused};
use crate::lobby;
use crate::table::{Draft, Head};
use crate::time::now;

/// Tables that one person may have waiting.
const WAITING: usize = 20;
/// Tables that are listed at once.
const LISTED: u32 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    ply: u32,
    steps: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deed {
    #[serde(default)]
    ply: u32,
    act: Act,
}

/// A table of one's own.
#[derive(Serialize)]
struct Mine {
    #[serde(flatten)]
    table: Table,
    /// Whether it waits for the one who asks.
    waits: bool,
}

pub async fn lists(State(app): State<Arc<App>>) -> Answer {
    let lists = lobby::lists(&app.hub).await.map_err(|error| refused(&error))?;
    Ok(json(StatusCode::OK, &lists))
}

pub async fn open(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let wanted: NewTable = read(body).await?;
    let waiting = app.hub.store.tables_of(&person.id, Some("waiting"), LISTED).await;
    if waiting.map_err(|error| refused(&error))?.len() >= WAITING {
        let why = format!("{WAITING} tables of yours wait already; close some of them");
        return Err(Refusal::new(Code::TooLarge, why).into());
    }
    let mut head = Head::new(&wanted, &person, secrets(), now())?;
    head.begin_if_full(now());
    let opened = Opened { table: head.id.clone(), key: head.key.clone() };
    app.hub.open(head).await?;
    Ok(json(StatusCode::CREATED, &opened))
}

/// An id, a key and a seed that nobody can foresee.
fn secrets() -> (String, String, Seed) {
    (chance::letters::<8>(), chance::letters::<16>(), Seed::new(chance::bytes()))
}

/// The tables of whoever asks, those that wait for them first.
pub async fn mine(State(app): State<Arc<App>>, headers: HeaderMap) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let rows = app.hub.store.tables_of(&person.id, None, LISTED).await;
    let rows = rows.map_err(|error| refused(&error))?;
    let mut mine = Vec::new();
    for mut table in lobby::shown(&rows) {
        let mut waits = false;
        if table.phase == Phase::Playing
            && let Ok(cell) = app.hub.cell(&table.id).await
        {
            let room = app.hub.room(&cell).await?;
            let seat = room.head().seat_of(&person.id);
            let asked = room.log().offer().is_some_and(|offer| Some(offer.by()) != seat);
            waits = seat.is_some() && (room.log().mover() == seat || asked);
            table.turns = room.log().turns() as u32;
        }
        mine.push(Mine { table, waits });
    }
    mine.sort_by_key(|mine| match (mine.waits, mine.table.phase) {
        (true, _) => 0,
        (_, Phase::Playing) => 1,
        (_, Phase::Waiting) => 2,
        (_, Phase::Over) => 3,
    });
    Ok(json(StatusCode::OK, &mine))
}

async fn snapshot(app: &App, cell: &Cell, headers: &HeaderMap) -> Result<Snapshot, Refusal> {
    let person = app.reach.person(&app.hub.store, headers).await?;
    let room = app.hub.fresh_room(cell).await?;
    let seat = person.and_then(|person| room.head().seat_of(&person.id));
    Ok(room.snapshot(0, seat, now(), &app.hub.outages()))
}

pub async fn one(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let cell = app.hub.cell(&id).await?;
    Ok(json(StatusCode::OK, &snapshot(&app, &cell, &headers).await?))
}

pub async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let cell = app.hub.cell(&id).await?;
    let room = app.hub.room(&cell).await?;
    let record = room.record().map_err(|error| refused(&error))?;
    Ok(text(StatusCode::OK, "text/plain; charset=utf-8", record.to_string()))
}

/// The key of a table that waits, for those who sit at it.
pub async fn key(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let cell = app.hub.cell(&id).await?;
    let room = app.hub.room(&cell).await?;
    if room.head().seat_of(&person.id).is_none() {
        return Err(
            Refusal::new(Code::Forbidden, "only those who sit at a table have its key").into()
        );
    }
    let opened = Opened { table: id, key: room.head().key.clone() };
    Ok(json(StatusCode::OK, &opened))
}

pub async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let join: Join = read(body).await?;
    let cell = app.hub.cell(&id).await?;
    app.hub.change(&cell, |room| room.join(&person, &join.key, &join.nonce, now())).await?;
    Ok(json(StatusCode::OK, &snapshot(&app, &cell, &headers).await?))
}

pub async fn withdraw(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let cell = app.hub.cell(&id).await?;
    app.hub.change(&cell, |room| room.withdraw(&person.id, now())).await?;
    Ok(json(StatusCode::OK, &snapshot(&app, &cell, &headers).await?))
}

pub async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let Steps { ply, steps } = read(body).await?;
    let cell = app.hub.cell(&id).await?;
    app.play(&cell, Some(&person), ply, &steps).await?;
    Ok(json(StatusCode::OK, &snapshot(&app, &cell, &headers).await?))
}

pub async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    let Deed { ply, act } = read(body).await?;
    let cell = app.hub.cell(&id).await?;
    app.act(&cell, Some(&person), ply, act).await?;
    Ok(json(StatusCode::OK, &snapshot(&app, &cell, &headers).await?))
}

/// Once more: the first who asks opens the table, the others sit down at it.
pub async fn rematch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let person = app.reach.known(&app.hub.store, &headers).await?;
    // Whoever sat at the old table needs no key for the new one.
    let Join { nonce, .. } = read(body).await?;
    let cell = app.hub.cell(&id).await?;
    let before = app.hub.room(&cell).await?.head().clone();
    let seat = before.seat_of(&person.id);
    let Some(seat) = seat.filter(|_| before.phase == Phase::Over) else {
        return Err(Refusal::new(Code::Forbidden, "a rematch is for those who have played").into());
    };
    let next = match &before.next {
        Some(next) => next.clone(),
        None => {
            let mut head = Head::new(&again(&before, seat, &nonce), &person, secrets(), now())?;
            head.begin_if_full(now());
            let next = head.id.clone();
            app.hub.open(head).await?;
            app.hub
                .change(&cell, |room| {
                    let mut head = room.head().clone();
                    if head.next.is_none() {
                        head.next = Some(next.clone());
                        head.version += 1;
                    }
                    let head = (head != *room.head()).then_some(head);
                    Ok(Draft { rows: Vec::new(), head })
                })
                .await?;
            app.hub.room(&cell).await?.head().next.clone().unwrap_or(next)
        }
    };
    let cell = app.hub.cell(&next).await?;
    app.hub
        .change(&cell, |room| room.join(&person, &room.head().key.clone(), &nonce, now()))
        .await?;
    Ok(json(StatusCode::OK, &snapshot(&app, &cell, &headers).await?))
}

/// What was agreed before, with the beginning passed on.
fn again(before: &Head, seat: Seat, nonce: &str) -> NewTable {
    let computers = before.seats.iter().filter_map(|sitter| match sitter {
        Sitter::Computer { level } => Some(*level),
        _ => None,
    });
    NewTable {
        kind: before.kind.to_string(),
        setup: before.setup.clone(),
        draw: before.draw,
        computers: computers.collect(),
        clock: before.clock,
        open: false,
        first: match before.seats.len() {
            2 if seat == Seat::FIRST => First::Other,
            2 => First::Me,
            _ => First::Lot,
        },
        nonce: nonce.to_string(),
    }
}
