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
mod bus;
mod chance;
mod heartbeat;
mod hub;
mod lobby;
mod metrics;
mod pages;
mod rate_limit;
mod response;
mod scheduler;
mod socket;
mod startup;
mod static_files;
pub mod store;
mod table;
mod time;

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use auth::Ingress;
pub use pages::Pages;
pub use rate_limit::RateLimits;
pub use store::{Counts, DatabaseUrl, StoreError};

use app::App;
use bot::BotPool;
use bus::Bus;
use hub::Hub;
use lobby::Lobby;
use scheduler::Bots;
use store::Store;

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
}

/// Routes of the static page, without the API.
pub fn router(pages: Pages) -> Router {
    Router::new().fallback(static_files::serve).with_state(Arc::new(pages))
}

/// A started server: the port is bound, the database open, the background jobs running.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    router: Router,
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
        let lock = store::lock_database(&settings.database).map_err(to_message)?;
        let store = Store::open(&settings.database).await.map_err(to_message)?;
        let clock = heartbeat::start_clock(&store).await.map_err(to_message)?;
        let now = clock.now();
        let last_heartbeat_ms = match heartbeat::start(&store, now).await {
            Ok(()) => now,
            // The first successful heartbeat records the outage instead.
            Err(error @ (StoreError::DiskFull(_) | StoreError::Unavailable(_))) => {
                tracing::error!(%error, "the database is read-only at startup");
                heartbeat::last_heartbeat(&store, now).await.map_err(to_message)?.unwrap_or(now)
            }
            Err(error) => return Err(to_message(error)),
        };
        let outages = store.outages().await.map_err(to_message)?;
        let (bus, events) = match &settings.nats {
            None => (Bus::standalone(), None),
            Some(url) => {
                let (bus, events) = Bus::connect(url).await?;
                (bus, Some(events))
            }
        };
        let (jobs, job_queue) = mpsc::unbounded_channel();
        let shared = store.is_shared();
        let hub = Arc::new(Hub::new(store, bus, outages, jobs, clock, last_heartbeat_ms));
        if let Some(events) = events {
            tokio::spawn(hub.clone().follow(events));
        }
        let lobby = Arc::new(Lobby::default());
        scheduler::start(
            &hub,
            &lobby,
            job_queue,
            Bots::new(BotPool::new(settings.bot_threads)),
            shared,
        );
        let app = Arc::new(App {
            hub,
            lobby,
            limiter: rate_limit::Limiter::new(settings.rate_limits),
            ingress: settings.ingress.clone(),
            shutdown: CancellationToken::new(),
        });
        tokio::spawn({
            let app = app.clone();
            async move {
                while !app.shutdown.is_cancelled() {
                    tokio::time::sleep(Duration::from_secs(60)).await;
                    app.limiter.evict_idle();
                }
            }
        });
        let listener = socket.listen()?;
        let router = api::router(app.clone()).merge(router(pages));
        Ok(Server { app, listener, router, lock })
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
    pub async fn serve(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let (app, shutdown) = (self.app.clone(), self.app.shutdown.clone());
        let listener = self.listener.tap_io(|stream| {
            // Messages are small and latency matters, so Nagle's algorithm is off.
            let _ = stream.set_nodelay(true);
        });
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let stop = async move {
            end.await;
            tracing::info!("shutting down");
            shutdown.cancel();
        };
        let serve = axum::serve(listener, service).with_graceful_shutdown(stop);
        let served = tokio::select! {
            served = serve => served,
            // Clients that keep their connection open are dropped after 10 s.
            () = async {
                app.shutdown.cancelled().await;
                tokio::time::sleep(Duration::from_secs(10)).await;
            } => Ok(()),
        };
        app.hub.store.clone().close().await;
        drop(self.lock);
        served
    }
}

/// Port that is bound but not yet listening: connections made before the server is ready are refused, not queued.
struct BoundSocket {
    socket: TcpSocket,
    address: SocketAddr,
}

/// Backlog of connections not yet accepted.
const ACCEPT_BACKLOG: u32 = 1024;

impl BoundSocket {
    fn bind(address: SocketAddr) -> Result<BoundSocket, String> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
        let bound = socket.and_then(|socket| {
            // Allows a restart while old connections are in TIME_WAIT.
            #[cfg(not(windows))]
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            Ok(socket)
        });
        let socket = bound.map_err(|error| BoundSocket::refused(address, &error))?;
        Ok(BoundSocket { socket, address })
    }

    fn listen(self) -> Result<TcpListener, String> {
        let listener = self.socket.listen(ACCEPT_BACKLOG);
        listener.map_err(|error| BoundSocket::refused(self.address, &error))
    }

    fn refused(address: SocketAddr, error: &io::Error) -> String {
        let free = startup::free_port_near(address);
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("mohreh"));
        startup::cannot_listen(address, error, free, &program)
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
        server.serve(shutdown).await.map_err(|error| format!("serving: {error}"))
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
