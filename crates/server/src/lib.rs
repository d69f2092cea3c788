//! The server: for now it hands out the page. Everything is part of the binary, compressed beforehand.
//!
//! ```
//! let pages = mohreh_server::Pages::embedded();
//! let router = mohreh_server::router(pages);
//! # let _ = router;
//! ```

#![warn(missing_docs)]

mod answer;
mod pages;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

pub use pages::Pages;

/// Everything that the server answers.
pub fn router(pages: Pages) -> Router {
    Router::new().fallback(answer::answer).with_state(Arc::new(pages))
}

/// Serves at an address until the process is asked to end; `ready` is told the address once somebody
/// can call there.
pub fn run(
    address: SocketAddr,
    pages: Pages,
    ready: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?)?;
        axum::serve(listener, router(pages)).with_graceful_shutdown(asked_to_end()).await
    })
}

async fn asked_to_end() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    // If nothing can be heard, only the system ends the process.
    let _ = interrupted.await;
}

#[cfg(test)]
mod tests;
