//! Requests of analysis: the explorer, and reviews by the server.

use mohreh_protocol::{ExplorerPage, ExplorerQuery, ReviewState, Wire};

use super::head::path_of;
use super::{ApiError, request_text};

/// Asks what was played from the last position of a line; `None` if the archive cannot be reached.
pub(crate) fn explore(line: String, then: impl FnOnce(Option<ExplorerPage>) + 'static) {
    let path = ["/api/explorer?", &ExplorerQuery { line }.to_query()].concat();
    let read = move |response: Result<String, ApiError>| {
        then(response.ok().and_then(|text| ExplorerPage::from_text(&text)));
    };
    request_text("GET", path, None, Box::new(read));
}

/// Asks for the review of a table, or for a change of it.
pub(crate) fn request_review(
    method: &'static str,
    table: &str,
    then: impl FnOnce(Result<ReviewState, ApiError>) + 'static,
) {
    let read = move |response: Result<String, ApiError>| match response {
        Ok(text) => then(ReviewState::from_text(&text).ok_or(ApiError::Offline)),
        Err(error) => then(Err(error)),
    };
    request_text(method, path_of(table, "/review"), None, Box::new(read));
}
