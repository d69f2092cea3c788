//! Games that are over: searched, and taken along.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use futures_util::stream;
use mohreh_games::Record;
use mohreh_protocol::{Code, Refusal, Table};
use serde::{Deserialize, Serialize};

use super::App;
use super::answer::{Answer, json, text};
use crate::hub::refused;
use crate::lobby;
use crate::store::Search;

/// Games in one answer.
const PAGE: u32 = 50;

/// What is searched for; everything that is given must be so.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    kind: Option<String>,
    setup: Option<String>,
    /// Places, such as `1 2`.
    result: Option<String>,
    /// Ended not before, in milliseconds since 1970.
    from: Option<u64>,
    /// Ended before.
    to: Option<u64>,
    /// The id of somebody who played.
    person: Option<String>,
    /// How the name of somebody who played begins.
    name: Option<String>,
    /// Where the last answer ended.
    after: Option<String>,
}

#[derive(Serialize)]
struct Found {
    games: Vec<Table>,
    /// Given again as `after`, it leads on; none at the end.
    after: Option<String>,
}

impl Wanted {
    fn search(&self) -> Result<Search, Refusal> {
        let before =
            match &self.after {
                None => None,
                Some(after) => {
                    let parts = after.split_once('-');
                    let read =
                        parts.and_then(|(ended, id)| Some((ended.parse().ok()?, id.to_string())));
                    Some(read.ok_or_else(|| {
                        Refusal::new(Code::Malformed, "`after` is not one of ours")
                    })?)
                }
            };
        Ok(Search {
            kind: self.kind.clone(),
            setup: self.setup.clone(),
            result: self.result.clone(),
            from: self.from,
            to: self.to,
            person: self.person.clone(),
            name: self.name.clone(),
            before,
            limit: PAGE,
        })
    }
}

async fn page(app: &App, search: &Search) -> Result<(Vec<Table>, Option<(u64, String)>), Refusal> {
    let rows = app.hub.store.archive(search).await.map_err(|error| refused(&error))?;
    let last = rows.last().filter(|_| rows.len() as u32 == search.limit);
    let next = last.map(|row| (row.ended.unwrap_or_default(), row.id.clone()));
    Ok((lobby::shown(&rows), next))
}

type Asked = Result<Query<Wanted>, axum::extract::rejection::QueryRejection>;

fn asked(wanted: Asked) -> Result<Wanted, Refusal> {
    let Query(wanted) = wanted.map_err(|error| Refusal::new(Code::Malformed, error.body_text()))?;
    Ok(wanted)
}

pub async fn search(State(app): State<Arc<App>>, wanted: Asked) -> Answer {
    let (games, next) = page(&app, &asked(wanted)?.search()?).await?;
    let after = next.map(|(ended, id)| format!("{ended}-{id}"));
    Ok(json(StatusCode::OK, &Found { games, after }))
}

/// All games that are found, as records one after the other, sent as they are read. If that ends before
/// the last of them, so does the connection: nobody takes a part for the whole.
pub async fn records(State(app): State<Arc<App>>, wanted: Asked) -> Answer {
    let search = asked(wanted)?.search()?;
    let first = some_records(&app, search).await?;
    let pages = stream::unfold((app, Some(Ok(first))), |(app, page)| async move {
        match page? {
            Ok((records, next)) => {
                let page = match next {
                    None => None,
                    Some(search) => Some(some_records(&app, search).await),
                };
                Some((Ok(records), (app, page)))
            }
            Err(refusal) => Some((Err(refusal), (app, None))),
        }
    });
    Ok(text(StatusCode::OK, "text/plain; charset=utf-8", Body::from_stream(pages)))
}

async fn record(app: &App, id: &str) -> Result<Record, Refusal> {
    let cell = app.hub.cell(id).await?;
    let room = app.hub.room(&cell).await?;
    room.record().map_err(|error| refused(&error))
}

/// The records of a page, and what to search for to go on.
async fn some_records(app: &App, search: Search) -> Result<(Bytes, Option<Search>), Refusal> {
    let (games, next) = page(app, &search).await?;
    let mut records = String::new();
    for Table { id, .. } in games {
        match record(app, &id).await {
            Ok(record) => records += &format!("{record}\n"),
            // One that cannot be read is left out and told in the log, unless nothing can be read.
            Err(_) => drop(app.hub.store.table(&id).await.map_err(|error| refused(&error))?),
        }
    }
    Ok((records.into(), next.map(|next| Search { before: Some(next), ..search })))
}
