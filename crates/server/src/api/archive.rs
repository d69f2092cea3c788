//! Archive of finished games: search and export.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use futures_util::stream;
use mohreh_games::Record;
use mohreh_protocol::{Code, PublicHead, Refusal};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::hub::store_refusal;
use crate::lobby;
use crate::response::{ApiResult, json, text};
use crate::store::Search;

/// Games per page.
const PAGE_SIZE: u32 = 50;

/// Query parameters; all given filters must match.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    kind: Option<String>,
    setup: Option<String>,
    /// Ranks by seat, such as `1 2`.
    result: Option<String>,
    /// Ended at or after, in Unix milliseconds.
    from: Option<u64>,
    /// Ended before, in Unix milliseconds.
    to: Option<u64>,
    /// Person id of a player.
    person: Option<String>,
    /// Case-insensitive name prefix of a player.
    name: Option<String>,
    /// Cursor from the previous page.
    after: Option<String>,
}

#[derive(Serialize)]
struct ArchivePage {
    games: Vec<PublicHead>,
    /// Cursor of the next page; `None` at the end.
    after: Option<String>,
}

impl ArchiveQuery {
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
            limit: PAGE_SIZE,
        })
    }
}

async fn page(
    app: &App,
    search: &Search,
) -> Result<(Vec<PublicHead>, Option<(u64, String)>), Refusal> {
    let rows = app.hub.store.archive(search).await.map_err(|error| store_refusal(&error))?;
    let last = rows.last().filter(|_| rows.len() as u32 == search.limit);
    let next = last.map(|row| (row.ended.unwrap_or_default(), row.id.clone()));
    Ok((lobby::public_heads(&rows), next))
}

type QueryResult = Result<Query<ArchiveQuery>, axum::extract::rejection::QueryRejection>;

fn parse_query(query: QueryResult) -> Result<ArchiveQuery, Refusal> {
    let Query(query) = query.map_err(|error| Refusal::new(Code::Malformed, error.body_text()))?;
    Ok(query)
}

pub async fn search(State(app): State<Arc<App>>, query: QueryResult) -> ApiResult {
    let (games, next) = page(&app, &parse_query(query)?.search()?).await?;
    let after = next.map(|(ended, id)| format!("{ended}-{id}"));
    Ok(json(StatusCode::OK, &ArchivePage { games, after }))
}

/// Streams all matching games as records. An error aborts the connection, so that a truncated export is not mistaken
/// for a complete one.
pub async fn records(State(app): State<Arc<App>>, query: QueryResult) -> ApiResult {
    let search = parse_query(query)?.search()?;
    let first = record_page(&app, search).await?;
    let pages = stream::unfold((app, Some(Ok(first))), |(app, page)| async move {
        match page? {
            Ok((records, next)) => {
                let page = match next {
                    None => None,
                    Some(search) => Some(record_page(&app, search).await),
                };
                Some((Ok(records), (app, page)))
            }
            Err(refusal) => Some((Err(refusal), (app, None))),
        }
    });
    Ok(text(StatusCode::OK, "text/plain; charset=utf-8", Body::from_stream(pages)))
}

async fn record(app: &App, id: &str) -> Result<Record, Refusal> {
    let handle = app.hub.handle(id).await?;
    let room = app.hub.room(&handle).await?;
    room.record().map_err(|error| store_refusal(&error))
}

/// Records of one page, and the search for the next.
async fn record_page(app: &App, search: Search) -> Result<(Bytes, Option<Search>), Refusal> {
    let (games, next) = page(app, &search).await?;
    let mut records = String::new();
    for PublicHead { id, .. } in games {
        match record(app, &id).await {
            Ok(record) => records += &format!("{record}\n"),
            // A corrupt game is logged and skipped; the query fails only if the database is unavailable.
            Err(_) => drop(app.hub.store.table(&id).await.map_err(|error| store_refusal(&error))?),
        }
    }
    Ok((records.into(), next.map(|next| Search { before: Some(next), ..search })))
}
