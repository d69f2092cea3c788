//! Endpoints of tables: create, join, play, query.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use mohreh_games::Seat;
use mohreh_protocol::{
    ActBody, ChatBody, Code, First, Invitation, Join, NewTable, OwnTable, Phase, PlayBody, Refusal,
    Seed, Sitter, TableQuery, limits,
};

use super::at_table::{AtTable, snapshot};
use crate::app::App;
use crate::chance;
use crate::hub::store_refusal;
use crate::lobby;
use crate::response::{ApiResult, QueryResult, json, parse_query, read_json, text};
use crate::table::{Draft, Head, Reader};

pub(super) async fn lists(State(app): State<Arc<App>>) -> ApiResult {
    let lists = lobby::lists(&app.hub).await.map_err(|error| store_refusal(&error))?;
    Ok(json(StatusCode::OK, &lists))
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    app.limiter.check_person(&person.id)?;
    let wanted: NewTable = read_json(body).await?;
    let waiting =
        app.hub.store.tables_of(&person.id, Some(Phase::Waiting.word()), limits::OWN_TABLES).await;
    if waiting.map_err(|error| store_refusal(&error))?.tables.len() >= limits::WAITING_TABLES {
        let why =
            format!("{} tables of yours wait already; close some of them", limits::WAITING_TABLES);
        let refusal = Refusal::new(Code::TooLarge, why).because("waiting-tables");
        return Err(refusal.limit(limits::WAITING_TABLES).into());
    }
    let mut head = Head::new(&wanted, &person, secrets(), app.hub.now())?;
    head.begin_if_full(app.hub.now());
    let opened = Invitation { table: head.id.clone(), key: head.key.clone() };
    app.bot_games.open(&app.hub, head, app.ingress.client_ip(&headers, peer)).await?;
    Ok(json(StatusCode::CREATED, &opened))
}

/// Random id, key and seed of a new table.
fn secrets() -> (String, String, Seed) {
    let id = chance::letters::<{ limits::TABLE_ID_CHARS }>();
    (id, chance::letters::<{ limits::KEY_CHARS }>(), Seed::new(chance::bytes()))
}

/// Tables of the requester, those that wait for them first.
pub(super) async fn mine(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult {
    let person = app.ingress.require_person(&app.hub.store, &headers).await?;
    let found = app.hub.store.tables_of(&person.id, None, limits::OWN_TABLES).await;
    let found = found.map_err(|error| store_refusal(&error))?;
    let mut mine = Vec::new();
    for mut table in lobby::public_heads(&app.hub, &found) {
        let mut waits = false;
        if table.phase == Phase::Playing
            && let Ok(handle) = app.hub.handle(&table.id).await
        {
            let room = app.hub.room(&handle).await?;
            let seat = room.head().seat_of(&person.id);
            let asked = room.log().offer().is_some_and(|offer| Some(offer.by()) != seat);
            waits = seat.is_some() && (room.log().mover() == seat || asked);
            table.turns = room.log().turns().len() as u32;
        }
        mine.push(OwnTable { table, waits });
    }
    mine.sort_by_key(|mine| match (mine.waits, mine.table.phase) {
        (true, _) => 0,
        (_, Phase::Playing) => 1,
        (_, Phase::Waiting) => 2,
        (_, Phase::Over) => 3,
    });
    Ok(json(StatusCode::OK, &mine))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    query: QueryResult<TableQuery>,
    headers: HeaderMap,
) -> ApiResult {
    let TableQuery { key } = parse_query(query)?;
    let handle = app.hub.handle(&id).await?;
    let person = app.ingress.authenticate(&app.hub.store, &headers).await?;
    let reader = Reader { person: person.as_ref(), key: key.as_deref().unwrap_or_default() };
    app.hub.check_reader(&handle, reader).await?;
    snapshot(&app, &handle, person.as_ref()).await
}

pub(super) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    query: QueryResult<TableQuery>,
    headers: HeaderMap,
) -> ApiResult {
    let TableQuery { key } = parse_query(query)?;
    let person = app.ingress.authenticate(&app.hub.store, &headers).await?;
    let reader = Reader { person: person.as_ref(), key: key.as_deref().unwrap_or_default() };
    let record = app.hub.record(&id, reader).await?;
    Ok(text(StatusCode::OK, "text/plain; charset=utf-8", record.to_string()))
}

/// Key of a table, for its players only.
pub(super) async fn key(at: AtTable) -> ApiResult {
    let handle = at.handle().await?;
    let room = at.app.hub.room(&handle).await?;
    if room.head().seat_of(&at.person.id).is_none() {
        return Err(
            Refusal::new(Code::Forbidden, "only those who sit at a table have its key").into()
        );
    }
    let opened = Invitation { table: at.id, key: room.head().key.clone() };
    Ok(json(StatusCode::OK, &opened))
}

pub(super) async fn join(at: AtTable, body: Body) -> ApiResult {
    let Join { key, nonce } = read_json(body).await?;
    let handle = at.app.hub.handle(&at.id).await?;
    at.app
        .hub
        .update(&handle, |room| room.join(&at.person, (&key, false), &nonce, at.app.hub.now()))
        .await?;
    at.snapshot(&handle).await
}

/// Restricts the chat, for players only.
pub(super) async fn restrict_chat(at: AtTable, body: Body) -> ApiResult {
    let ChatBody { chat } = read_json(body).await?;
    let handle = at.handle().await?;
    at.app.hub.update(&handle, |room| room.restrict_chat(&at.person.id, chat)).await?;
    at.snapshot(&handle).await
}

pub(super) async fn withdraw(at: AtTable) -> ApiResult {
    let handle = at.handle().await?;
    at.app.hub.update(&handle, |room| room.withdraw(&at.person.id, at.app.hub.now())).await?;
    at.snapshot(&handle).await
}

pub(super) async fn play(at: AtTable, body: Body) -> ApiResult {
    let PlayBody { ply, steps } = read_json(body).await?;
    let handle = at.handle().await?;
    at.app.play(&handle, Some(&at.person), ply, &steps).await?;
    at.snapshot(&handle).await
}

pub(super) async fn act(at: AtTable, body: Body) -> ApiResult {
    let ActBody { ply, act } = read_json(body).await?;
    let handle = at.handle().await?;
    at.app.act(&handle, Some(&at.person), ply, act).await?;
    at.snapshot(&handle).await
}

/// Creates the rematch table, or joins it if another player has created it.
pub(super) async fn rematch(at: AtTable, body: Body) -> ApiResult {
    let app = &at.app;
    // Former players join by their seat, so the key in the body is ignored.
    let Join { nonce, .. } = read_json(body).await?;
    let handle = at.handle().await?;
    let before = app.hub.room(&handle).await?.head().clone();
    let seat = before.seat_of(&at.person.id);
    let Some(seat) = seat.filter(|_| before.phase == Phase::Over) else {
        let why = "a rematch is for those who have played";
        return Err(Refusal::new(Code::Forbidden, why).because("rematch").into());
    };
    let next = match &before.next {
        Some(next) => next.clone(),
        None => {
            let mut head = Head::new(
                &rematch_request(&before, seat, &nonce),
                &at.person,
                secrets(),
                at.app.hub.now(),
            )?;
            head.reserved = true;
            // Those who may read the game before may read this one.
            head.key.clone_from(&before.key);
            head.begin_if_full(at.app.hub.now());
            let next = head.id.clone();
            app.bot_games.open(&app.hub, head, at.from).await?;
            app.hub
                .update(&handle, |room| {
                    let mut head = room.head().clone();
                    if head.next.is_none() {
                        head.next = Some(next.clone());
                        head.version += 1;
                    }
                    let head = (head != *room.head()).then_some(head);
                    Ok(Draft::of_head(head))
                })
                .await?;
            app.hub.room(&handle).await?.head().next.clone().unwrap_or(next)
        }
    };
    let handle = app.hub.handle(&next).await?;
    app.hub
        .update(&handle, |room| room.join(&at.person, ("", true), &nonce, at.app.hub.now()))
        .await?;
    at.snapshot(&handle).await
}

/// Settings of the old table, with the first move passed on.
fn rematch_request(before: &Head, seat: Seat, nonce: &str) -> NewTable {
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
        open: before.open,
        chat: before.chat,
        first: match before.seats.len() {
            2 if seat == Seat::FIRST => First::Other,
            2 => First::Me,
            _ => First::Lot,
        },
        nonce: nonce.to_string(),
    }
}
