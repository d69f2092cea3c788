//! Archive of finished games: search and export.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use futures_util::stream;
use mohreh_games::Record;
use mohreh_protocol::{ArchivePage, ArchiveQuery, Code, PublicHead, Refusal, limits};

use crate::app::App;
use crate::hub::store_refusal;
use crate::lobby;
use crate::response::{ApiResult, json, text};
use crate::store::Search;

/// The search that a query describes.
fn search_of(query: ArchiveQuery) -> Result<Search, Refusal> {
    let ArchiveQuery { kind, setup, result, from, to, person, name, after } = query;
    let before = match after {
        None => None,
        Some(after) => {
            let parts = after.split_once('-');
            let read = parts.and_then(|(ended, id)| Some((ended.parse().ok()?, id.to_string())));
            Some(read.ok_or_else(|| Refusal::new(Code::Malformed, "`after` is not one of ours"))?)
        }
    };
    let limit = limits::ARCHIVE_PAGE;
    Ok(Search { kind, setup, result, from, to, person, name, before, limit })
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
    let (games, next) = page(&app, &search_of(parse_query(query)?)?).await?;
    let after = next.map(|(ended, id)| format!("{ended}-{id}"));
    Ok(json(StatusCode::OK, &ArchivePage { games, after }))
}

/// Streams all matching games as records. An error aborts the connection, so that a truncated export is not mistaken
/// for a complete one.
pub async fn records(State(app): State<Arc<App>>, query: QueryResult) -> ApiResult {
    let search = search_of(parse_query(query)?)?;
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

#[cfg(test)]
mod tests {
    use axum::extract::Query;
    use axum::http::Uri;
    use mohreh_protocol::ArchiveQuery;

    #[test]
    fn a_query_string_reads_back_as_the_query() {
        let texts = ["", "1 2", "a=b&c", "50% + 1", "سارا", "%20", "a/b?c#d", "~.-_"];
        for text in texts {
            let query = ArchiveQuery {
                setup: Some(text.to_string()),
                name: Some(text.to_string()),
                from: Some(0),
                to: Some(u64::MAX),
                ..ArchiveQuery::default()
            };
            let uri: Uri = format!("/api/archive?{}", query.to_query()).parse().unwrap();
            let Query(read) = Query::<ArchiveQuery>::try_from_uri(&uri).unwrap();
            assert_eq!(read, query, "{uri}");
        }
        assert_eq!(ArchiveQuery::default().to_query(), "");
    }
}
