//! The server: static files of the page, the HTTP and WebSocket API, live tables.
//!
//! Write-ahead rule: a step is broadcast only after it is committed. The database is the source of truth, and its
//! primary keys resolve races between nodes, so any number of nodes can share one database.

#![warn(missing_docs)]

// An engine panic must fail one bot turn, not the whole process.
#[cfg(not(panic = "unwind"))]
compile_error!("build the server with panic = \"unwind\"");

mod api;
mod app;
mod auth;
mod bot;
mod bot_games;
mod bus;
mod chance;
mod check;
mod explorer;
mod heartbeat;
mod hub;
mod listener;
mod lobby;
#[cfg(test)]
mod machine;
mod metrics;
mod pages;
mod rate_limit;
mod readiness;
mod response;
mod reviews;
mod round_trip;
mod scheduler;
#[cfg(test)]
mod simulation;
mod socket;
mod startup;
mod static_files;
pub mod store;
mod table;
mod tasks;
mod time;

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use auth::{Ingress, Network};
pub use check::CheckEvent;
pub use explorer::count_turns;
pub use pages::Pages;
pub use rate_limit::RateLimits;
pub use reviews::{REVIEW_NODES, Reviewers};
pub use store::{Counts, DatabaseUrl, StoreError};

use app::App;
use bot::BotPool;
use bot_games::BotGames;
use bus::Bus;
use hub::{Hub, Job};
use listener::{BoundSocket, Connections};
use lobby::Lobby;
use readiness::Readiness;
use reviews::Reviews;
use scheduler::Bots;
use store::Store;
use time::Source;

/// Configuration of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Listening address.
    pub address: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// `nats://…`, to exchange events with other nodes.
    pub nats: Option<String>,
    /// Public URL and reverse proxy.
    pub ingress: Ingress,
    /// Rate limits.
    pub rate_limits: RateLimits,
    /// Maximum number of bots that think concurrently.
    pub bot_threads: usize,
    /// Who may ask for reviews of finished games.
    pub reviewers: Reviewers,
    /// Nodes for each position of a review.
    pub review_nodes: u64,
    /// Listening address of the operator's endpoints; `None` serves them with the rest.
    pub metrics_address: Option<SocketAddr>,
}

/// Routes of the static page, without the API.
pub fn router(pages: Pages) -> Router {
    Router::new().fallback(static_files::serve).with_state(Arc::new(pages))
}

/// The hub of a node that starts, with the queue of its scheduler. Ties the clock, and records the outage before.
async fn start_hub(
    store: Store,
    bus: Bus,
    source: Source,
) -> Result<(Arc<Hub>, mpsc::UnboundedReceiver<(String, Job)>), StoreError> {
    let clock = heartbeat::start_clock(&store, source).await?;
    let now = clock.now();
    let last_heartbeat_ms = heartbeat::last_heartbeat(&store, now).await?.unwrap_or(now);
    let outages = store.outages().await?;
    let (jobs, job_queue) = mpsc::unbounded_channel();
    let hub = Hub::new(store, bus, outages, jobs, clock, last_heartbeat_ms);
    match heartbeat::first(&hub).await {
        Ok(()) => {}
        // Games can be read; changes are refused until the first heartbeat succeeds.
        Err(
            error
            @ (StoreError::DiskFull(_) | StoreError::ReadOnly(_) | StoreError::Unavailable(_)),
        ) => tracing::error!(%error, "the database is read-only at startup"),
        Err(error) => return Err(error),
    }
    Ok((Arc::new(hub), job_queue))
}

/// A started server: the port is bound, the database open, the background jobs running.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    router: Router,
    /// Listener and routes of the operator's endpoints, if they have an address of their own.
    operator: Option<(TcpListener, Router)>,
    connections_per_peer: u32,
    /// Lock file of an SQLite database: excludes other servers on the same file.
    lock: Option<File>,
}

impl Server {
    /// Opens the database, connects to NATS, starts the background jobs and listens. Errors are messages for the
    /// operator.
    pub async fn start(settings: &Settings, pages: Pages) -> Result<Server, String> {
        let to_message = |error: StoreError| error.to_string();
        // Bind first: if the port is taken, the database is not touched.
        let socket = BoundSocket::bind(settings.address)?;
        let operator_socket = settings.metrics_address.map(BoundSocket::bind).transpose()?;
        let lock = store::lock_database(&settings.database).map_err(to_message)?;
        let store = Store::open(&settings.database).await.map_err(to_message)?;
        let (bus, events) = match &settings.nats {
            None => (Bus::standalone(), None),
            Some(url) => {
                let (bus, events) = Bus::connect(url).await?;
                (bus, Some(events))
            }
        };
        let started = start_hub(store, bus, Source::Machine).await;
        let (hub, job_queue) = started.map_err(to_message)?;
        if let Some(events) = events {
            tokio::spawn(hub.clone().follow(events));
        }
        let lobby = Arc::new(Lobby::default());
        let pool = Arc::new(BotPool::new(settings.bot_threads));
        scheduler::start(&hub, &lobby, job_queue, Bots::new(pool.clone()));
        explorer::start(&hub);
        let reviews = Reviews::new(settings.reviewers.clone(), settings.review_nodes);
        reviews::start(&hub, &reviews, pool);
        let app = Arc::new(App {
            hub,
            lobby,
            limiter: rate_limit::Limiter::new(settings.rate_limits),
            ingress: settings.ingress.clone(),
            bot_games: BotGames::new(settings.rate_limits.requests_per_second > 0),
            readiness: Readiness::default(),
            reviews,
            shutdown: CancellationToken::new(),
        });
        tokio::spawn({
            let app = app.clone();
            async move {
                while !app.shutdown.is_cancelled() {
                    tokio::time::sleep(Duration::from_secs(60)).await;
                    app.limiter.evict_idle();
                    app.bot_games.prune(&app.hub).await;
                }
            }
        });
        let listener = socket.listen()?;
        let operator_listener = operator_socket.map(BoundSocket::listen).transpose()?;
        let router = api::router(app.clone()).merge(router(pages));
        let operator_router = api::operator_router(app.clone());
        let (router, operator) = match operator_listener {
            None => (router.merge(operator_router), None),
            Some(listener) => (router, Some((listener, operator_router))),
        };
        let connections_per_peer = settings.rate_limits.connections_per_peer;
        Ok(Server { app, listener, router, operator, connections_per_peer, lock })
    }

    /// Transforms the router, for example to add a layer.
    #[must_use]
    pub fn map_router(mut self, wrap: impl FnOnce(Router) -> Router) -> Server {
        self.router = wrap(self.router);
        self
    }

    /// Listening address, with the actual port.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end` resolves, then shuts down gracefully: accepted requests and writes are finished.
    pub async fn serve(self, end: impl Future<Output = ()> + Send + 'static) {
        let (app, shutdown) = (self.app.clone(), self.app.shutdown.clone());
        tokio::spawn(async move {
            end.await;
            tracing::info!("shutting down");
            shutdown.cancel();
        });
        let connections = Arc::new(Connections::new(self.connections_per_peer));
        let shutdown = app.shutdown.clone();
        if let Some((listener, router)) = self.operator {
            let (app, connections, shutdown) = (app.clone(), connections.clone(), shutdown.clone());
            tokio::spawn(async move {
                listener::serve(listener, router, &app.ingress, connections, shutdown).await;
            });
        }
        tokio::select! {
            () = listener::serve(self.listener, self.router, &app.ingress, connections, shutdown) => {}
            // Clients that keep their connection open are dropped after 10 s.
            () = async {
                app.shutdown.cancelled().await;
                tokio::time::sleep(Duration::from_secs(10)).await;
            } => {}
        }
        heartbeat::end(&app.hub).await;
        app.hub.store.clone().close().await;
        drop(self.lock);
    }
}

/// Runs a server until SIGINT or SIGTERM; calls `ready` with the address once connections are accepted. Not generic,
/// so that the server is compiled in this crate and not again in the caller's.
pub fn run(
    settings: &Settings,
    pages: Pages,
    ready: &mut dyn FnMut(SocketAddr) -> io::Result<()>,
) -> Result<(), String> {
    let runtime = runtime()?;
    runtime.block_on(async {
        let server = Server::start(settings, pages).await?;
        // Signal handlers come first: a parent process may signal as soon as it reads the address.
        let shutdown = shutdown_signal()
            .map_err(|error| format!("signal handlers cannot be installed: {error}"))?;
        let announced = server.address().and_then(ready);
        announced.map_err(|error| format!("the address could not be printed: {error}"))?;
        server.serve(shutdown).await;
        Ok(())
    })
}

/// Backs up a database to a file, while servers use it.
pub fn backup(database: &str, to: &Path) -> Result<Counts, String> {
    runtime()?.block_on(async {
        let store = Store::open(database).await.map_err(|error| error.to_string())?;
        store.backup(to).await.map_err(|error| error.to_string())
    })
}

/// Restores a backup into an empty database.
pub fn restore(database: &str, from: &Path) -> Result<Counts, String> {
    runtime()?.block_on(async {
        let _lock = store::lock_database(database).map_err(|error| error.to_string())?;
        let store = Store::open(database).await.map_err(|error| error.to_string())?;
        let counts = store.restore(from).await.map_err(|error| error.to_string())?;
        store.close().await;
        Ok(counts)
    })
}

/// Verifies a database while servers use it; `report` returns whether to go on. Not generic, like [`run`].
pub fn check(database: &str, report: &mut dyn FnMut(CheckEvent) -> bool) -> Result<(), String> {
    runtime()?.block_on(check::check(database, report)).map_err(|error| error.to_string())
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| format!("threads could not be started: {error}"))
}

/// Resolves on SIGINT or SIGTERM. The handlers are installed by the call, inside a runtime, not by the first poll.
#[cfg(unix)]
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves on Ctrl+C.
#[cfg(not(unix))]
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

#[cfg(test)]
mod tests;
