//! Archive of finished games: search and export.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use futures_util::stream::{self, Stream};
use mohreh_protocol::{ArchivePage, ArchiveQuery, Code, Refusal, limits};
use tokio::sync::mpsc;

use crate::app::App;
use crate::hub::store_refusal;
use crate::lobby;
use crate::response::{ApiResult, QueryResult, json, parse_query, text};
use crate::store::{Search, StoreError};

/// An export ends when its client takes no page for this long.
const STALLED: Duration = Duration::from_secs(30);

/// Word for the requester in the parameter `person`.
const ME: &str = "me";

/// The search that a query describes.
async fn search_of(
    app: &App,
    headers: &HeaderMap,
    query: QueryResult<ArchiveQuery>,
) -> Result<Search, Refusal> {
    let ArchiveQuery { kind, setup, result, from, to, person, name, after } = parse_query(query)?;
    let private = person.as_deref() == Some(ME);
    let person = match private {
        true => Some(app.ingress.require_person(&app.hub.store, headers).await?.id),
        false => person,
    };
    let before = match after {
        None => None,
        Some(after) => Some(position(app, &after, person.as_deref().filter(|_| private)).await?),
    };
    let limit = limits::ARCHIVE_PAGE;
    Ok(Search { kind, setup, result, from, to, person, name, private, before, limit })
}

/// The place in the archive that a cursor names: that of a page, or the id of a game, which may be a private one of
/// `player`.
async fn position(app: &App, after: &str, player: Option<&str>) -> Result<(u64, String), Refusal> {
    let unknown = || Refusal::new(Code::Malformed, "`after` is not one of ours");
    if let Some((ended, id)) = after.split_once('-') {
        return Ok((ended.parse().map_err(|_| unknown())?, id.to_string()));
    }
    let position = app.hub.store.archive_position(after, player).await;
    position.map_err(|error| store_refusal(&error))?.ok_or_else(unknown)
}

pub(super) async fn search(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    query: QueryResult<ArchiveQuery>,
) -> ApiResult {
    let search = search_of(&app, &headers, query).await?;
    let found = app.hub.store.archive(&search).await.map_err(|error| store_refusal(&error))?;
    let games = lobby::public_heads(&app.hub, &found);
    let searched = found.after.as_ref().map(|(ended, _)| *ended);
    let after = found.after.map(|(ended, id)| format!("{ended}-{id}"));
    Ok(json(StatusCode::OK, &ArchivePage { games, after, searched }))
}

/// Streams all matching games as records, straight from the store: no room is loaded. An error aborts the connection,
/// so that a truncated export is not mistaken for a complete one.
pub(super) async fn records(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    query: QueryResult<ArchiveQuery>,
) -> ApiResult {
    let search = search_of(&app, &headers, query).await?;
    let from = app.ingress.client_ip(&headers, peer);
    app.limiter.acquire_export(from)?;
    let slot = ExportSlot { app, from };
    let first = record_page(&slot.app, search).await.map_err(|error| store_refusal(&error))?;
    let (pages, chunks) = mpsc::channel(1);
    tokio::spawn(export(slot, first, pages));
    let body = Body::from_stream(chunk_stream(chunks));
    Ok(text(StatusCode::OK, "text/plain; charset=utf-8", body))
}

/// A running export; counted by the limiter until it is dropped.
struct ExportSlot {
    app: Arc<App>,
    from: IpAddr,
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        self.app.limiter.release_export(self.from);
    }
}

/// Records of one page, and the search for the next.
type RecordPage = (Bytes, Option<Search>);

/// Sends page after page, then `None`. Returns early if the store fails or the client stalls.
async fn export(slot: ExportSlot, first: RecordPage, pages: mpsc::Sender<Option<Bytes>>) {
    let mut page = first;
    loop {
        let (records, next) = page;
        // Nothing was found so far: an empty chunk would be the end.
        let is_gone = match records.is_empty() {
            true => pages.is_closed(),
            false => pages.send_timeout(Some(records), STALLED).await.is_err(),
        };
        if is_gone {
            return;
        }
        let Some(search) = next else { break };
        page = match record_page(&slot.app, search).await {
            Ok(page) => page,
            Err(error) => return tracing::warn!(%error, "an export was cut short"),
        };
    }
    // Released before the end is seen: whoever has a whole export may ask for the next.
    drop(slot);
    let _ = pages.send_timeout(None, STALLED).await;
}

/// Body of an export. Unless `None` marks the end, it fails when the sender is gone.
fn chunk_stream(
    chunks: mpsc::Receiver<Option<Bytes>>,
) -> impl Stream<Item = Result<Bytes, &'static str>> {
    stream::unfold(Some(chunks), |chunks| async {
        let mut chunks = chunks?;
        match chunks.recv().await {
            Some(page) => Some((Ok(page?), Some(chunks))),
            None => Some((Err("the export was cut short"), None)),
        }
    })
}

async fn record_page(app: &App, search: Search) -> Result<RecordPage, StoreError> {
    let found = app.hub.store.archive(&search).await?;
    found.damaged.iter().for_each(|error| app.hub.report_damage(error));
    let mut records = String::new();
    for row in &found.tables {
        match app.hub.archived_record(row).await {
            Ok(record) => records += &format!("{record}\n"),
            Err(error @ StoreError::Broken(_)) => app.hub.report_damage(&error),
            Err(error) => return Err(error),
        }
    }
    let next = found.after.map(|after| Search { before: Some(after), ..search });
    Ok((records.into(), next))
}

#[cfg(test)]
mod tests {
    use axum::extract::Query;
    use axum::http::Uri;
    use futures_util::StreamExt;

    use super::*;

    #[tokio::test]
    async fn an_export_without_its_end_is_an_error() {
        for is_complete in [true, false] {
            let (pages, chunks) = mpsc::channel(2);
            pages.send(Some(Bytes::from_static(b"page"))).await.unwrap();
            if is_complete {
                pages.send(None).await.unwrap();
            }
            drop(pages);
            let chunks: Vec<_> = chunk_stream(chunks).collect().await;
            assert_eq!(chunks[0], Ok(Bytes::from_static(b"page")));
            assert_eq!(chunks[1..].iter().all(Result::is_ok), is_complete);
            assert_eq!(chunks.len(), if is_complete { 1 } else { 2 });
        }
    }

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
