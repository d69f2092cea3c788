//! The server: the page, and tables at which people play over the network.
//!
//! A step is told to nobody before it is kept. What was kept is the only truth, and who came first is
//! decided where it is kept, so that any number of these processes can serve the same tables.

#![warn(missing_docs)]

mod answer;
mod api;
mod bus;
mod chance;
mod computer;
mod door;
mod hub;
mod keeper;
mod lobby;
mod metrics;
mod pages;
mod people;
mod socket;
pub mod store;
mod table;
mod time;

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use door::Allowed;
pub use pages::Pages;
pub use people::Reach;
pub use store::{Counts, StoreError};

use api::App;
use bus::Bus;
use hub::Hub;
use lobby::Lobby;
use store::Store;

/// Everything that can be chosen about a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub address: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// `nats://…`, if there are other nodes.
    pub nats: Option<String>,
    /// How it is reached.
    pub reach: Reach,
    /// How much one may ask.
    pub allowed: Allowed,
    /// How many computers think at once.
    pub thinkers: usize,
}

/// Everything that the page is made of, without tables.
pub fn router(pages: Pages) -> Router {
    Router::new().fallback(answer::answer).with_state(Arc::new(pages))
}

/// A server that is up.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    router: Router,
}

impl Server {
    /// Opens the database, finds the other nodes, and listens.
    pub async fn start(settings: &Settings, pages: Pages) -> Result<Server, String> {
        let store = Store::open(&settings.database).await.map_err(|error| {
            format!("the database {}: {error}", without_secret(&settings.database))
        })?;
        let kept = |error: StoreError| format!("the database: {error}");
        keeper::outage(&store, time::now()).await.map_err(kept)?;
        let outages = store.outages().await.map_err(kept)?;
        let (bus, notes) = match &settings.nats {
            None => (Bus::alone(), None),
            Some(url) => {
                let (bus, notes) = Bus::connect(url).await?;
                (bus, Some(notes))
            }
        };
        let (care, cared) = mpsc::unbounded_channel();
        let shared = settings.database.starts_with("postgres");
        let hub = Arc::new(Hub::new(store, bus, outages, care, shared));
        if let Some(notes) = notes {
            tokio::spawn(notes.listen(hub.clone()));
        }
        let lobby = Arc::new(Lobby::default());
        keeper::start(&hub, &lobby, cared, settings.thinkers, shared);
        let app = Arc::new(App {
            hub,
            lobby,
            door: door::Door::new(settings.allowed),
            reach: settings.reach.clone(),
            ending: CancellationToken::new(),
        });
        tokio::spawn({
            let app = app.clone();
            async move {
                while !app.ending.is_cancelled() {
                    tokio::time::sleep(Duration::from_secs(60)).await;
                    app.door.tidy();
                }
            }
        });
        let listener = TcpListener::bind(settings.address)
            .await
            .map_err(|error| format!("nobody can listen at {}: {error}", settings.address))?;
        let router = api::router(app.clone()).merge(router(pages));
        Ok(Server { app, listener, router })
    }

    /// Puts something around all that answers.
    #[must_use]
    pub fn within(mut self, wrap: impl FnOnce(Router) -> Router) -> Server {
        self.router = wrap(self.router);
        self
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end`; then finishes what was accepted.
    pub async fn serve(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let (app, ending) = (self.app.clone(), self.app.ending.clone());
        let listener = self.listener.tap_io(|stream| {
            // A step is a small message, and somebody waits for it.
            let _ = stream.set_nodelay(true);
        });
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let ended = async move {
            end.await;
            tracing::info!("asked to end");
            ending.cancel();
        };
        let serve = axum::serve(listener, service).with_graceful_shutdown(ended);
        let served = tokio::select! {
            served = serve => served,
            // Whoever does not hang up is hung up on.
            () = async {
                app.ending.cancelled().await;
                tokio::time::sleep(Duration::from_secs(10)).await;
            } => Ok(()),
        };
        app.hub.store.clone().close().await;
        served
    }
}

/// Serves until the process is asked to end; `ready` is told the address once somebody can call there.
pub fn run(
    settings: &Settings,
    pages: Pages,
    ready: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> Result<(), String> {
    let runtime = runtime()?;
    runtime.block_on(async {
        let server = Server::start(settings, pages).await?;
        let told = server.address().and_then(ready);
        told.map_err(|error| format!("the address could not be told: {error}"))?;
        server.serve(asked_to_end()).await.map_err(|error| format!("serving: {error}"))
    })
}

/// Copies everything that a server keeps into a file, while people play.
pub fn backup(database: &str, to: &Path) -> Result<Counts, String> {
    runtime()?.block_on(async {
        let store = Store::open(database).await.map_err(|error| error.to_string())?;
        store.backup(to).await.map_err(|error| error.to_string())
    })
}

/// Brings such a copy back, into a database with nothing in it.
pub fn restore(database: &str, from: &Path) -> Result<Counts, String> {
    runtime()?.block_on(async {
        let store = Store::open(database).await.map_err(|error| error.to_string())?;
        let counts = store.restore(from).await.map_err(|error| error.to_string())?;
        store.close().await;
        Ok(counts)
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| format!("threads could not be started: {error}"))
}

/// An address of a database without what only its owner may know.
fn without_secret(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_string(),
    }
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
