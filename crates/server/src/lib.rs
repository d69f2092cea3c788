//! The server: the page, and tables at which people play over the network.
//!
//! A step is told to nobody before it is kept. What was kept is the only truth, and who came first is
//! decided where it is kept, so that any number of these processes can serve the same tables.

#![warn(missing_docs)]

// A panic of the engine ends a turn of a computer, and not the server with everybody's games.
#[cfg(not(panic = "unwind"))]
compile_error!("build the server with panic = \"unwind\"");

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
mod startup;
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

pub use door::Allowed;
pub use pages::Pages;
pub use people::Reach;
pub use store::{Address, Counts, StoreError};

use api::App;
use bus::Bus;
use hub::Hub;
use keeper::Computers;
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
    /// While this is held, no other server is at work on the same file.
    claim: Option<File>,
}

impl Server {
    /// Opens the database, finds the other nodes, and listens. An error is a sentence for whoever starts it.
    pub async fn start(settings: &Settings, pages: Pages) -> Result<Server, String> {
        let told = |error: StoreError| error.to_string();
        // The port is asked for first, so that nothing is touched where it cannot be had.
        let socket = Socket::take(settings.address)?;
        let claim = store::claim(&settings.database).map_err(told)?;
        let store = Store::open(&settings.database).await.map_err(told)?;
        let now = time::now();
        let lived = match keeper::outage(&store, now).await {
            Ok(()) => now,
            // What cannot be kept now is kept with the first sign of life.
            Err(error @ (StoreError::Full(_) | StoreError::Unavailable(_))) => {
                tracing::error!(%error, "nothing can be kept yet");
                store.last_beat().await.map_err(told)?.unwrap_or(now)
            }
            Err(error) => return Err(told(error)),
        };
        let outages = store.outages().await.map_err(told)?;
        let (bus, notes) = match &settings.nats {
            None => (Bus::alone(), None),
            Some(url) => {
                let (bus, notes) = Bus::connect(url).await?;
                (bus, Some(notes))
            }
        };
        let (care, cared) = mpsc::unbounded_channel();
        let shared = settings.database.starts_with("postgres");
        let hub = Arc::new(Hub::new(store, bus, outages, care, lived, shared));
        if let Some(notes) = notes {
            tokio::spawn(notes.listen(hub.clone()));
        }
        let lobby = Arc::new(Lobby::default());
        keeper::start(&hub, &lobby, cared, Computers::new(settings.thinkers), shared);
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
        let listener = socket.listen()?;
        let router = api::router(app.clone()).merge(router(pages));
        Ok(Server { app, listener, router, claim })
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
        drop(self.claim);
        served
    }
}

/// A port that was taken, but at which nobody listens yet: whoever calls before the server is ready is not
/// kept waiting.
struct Socket {
    socket: TcpSocket,
    address: SocketAddr,
}

/// Calls that wait to be taken.
const WAITING: u32 = 1024;

impl Socket {
    fn take(address: SocketAddr) -> Result<Socket, String> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
        let bound = socket.and_then(|socket| {
            // A server that was just ended may be started again at once.
            #[cfg(not(windows))]
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            Ok(socket)
        });
        let socket = bound.map_err(|error| Socket::refused(address, &error))?;
        Ok(Socket { socket, address })
    }

    fn listen(self) -> Result<TcpListener, String> {
        let listener = self.socket.listen(WAITING);
        listener.map_err(|error| Socket::refused(self.address, &error))
    }

    fn refused(address: SocketAddr, error: &io::Error) -> String {
        let free = startup::free_near(address);
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("mohreh"));
        startup::cannot_listen(address, error, free, &program)
    }
}

/// Serves until the process is asked to end; `ready` is told the address once somebody can call there. Not
/// generic, so that the server is compiled here and not once more in the crate that calls this.
pub fn run(
    settings: &Settings,
    pages: Pages,
    ready: &mut dyn FnMut(SocketAddr) -> io::Result<()>,
) -> Result<(), String> {
    let runtime = runtime()?;
    runtime.block_on(async {
        let server = Server::start(settings, pages).await?;
        // Whoever reads the address may end us at once.
        let ending = asked_to_end().map_err(|error| format!("signals cannot be heard: {error}"))?;
        let told = server.address().and_then(ready);
        told.map_err(|error| format!("the address could not be told: {error}"))?;
        server.serve(ending).await.map_err(|error| format!("serving: {error}"))
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
        let _claim = store::claim(database).map_err(|error| error.to_string())?;
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

/// Resolves when the process is asked to end, by SIGINT or SIGTERM. Both are heard from the moment of this call.
#[cfg(unix)]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
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

/// Resolves when the process is asked to end.
#[cfg(not(unix))]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

#[cfg(test)]
mod tests;
