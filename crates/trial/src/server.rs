//! `Server`: the real server in this process, so that tests can stop it abruptly and inspect its responses.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{self, Next};
use axum::response::{Html, Response};
use axum::routing::get;
use mohreh_server::{Ingress, Pages, RateLimits, Settings};
use tokio::runtime::Runtime;

use crate::browser::{TIMEOUT, now};
use crate::failure::{Context, Result, ensure};

/// A blank page of the same origin, to fill localStorage before the page loads.
pub(crate) const BLANK_PAGE: &str = "/trial-empty";

/// A response that the server sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ServedResponse {
    pub path: String,
    pub status: u16,
    /// Size on the wire, including headers.
    pub bytes: usize,
    /// Whether it has a Content-Security-Policy with `default-src 'none'`.
    pub has_csp: bool,
}

type Responses = Arc<Mutex<Vec<ServedResponse>>>;

pub(crate) struct Server {
    /// The built page.
    folder: PathBuf,
    address: SocketAddr,
    /// Folder of the database.
    data_folder: PathBuf,
    /// Its own runtime: shutting it down cuts every connection.
    runtime: Option<Runtime>,
    responses: Responses,
    /// Serve a newer version of the page.
    new_version: Arc<AtomicBool>,
}

impl Server {
    pub(crate) async fn start(folder: PathBuf) -> Result<Server> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Relaxed);
        let data_folder = format!("mohreh-trial-home-{}-{number}", std::process::id());
        let mut server = Server {
            folder,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data_folder: std::env::temp_dir().join(data_folder),
            runtime: None,
            responses: Responses::default(),
            new_version: Arc::default(),
        };
        std::fs::create_dir_all(&server.data_folder).during("making a folder for games")?;
        server.restart().await?;
        Ok(server)
    }

    fn pages(&self) -> Pages {
        Pages::folder(self.folder.clone())
    }

    /// Starts the server, on the same port and database as before.
    pub(crate) async fn restart(&mut self) -> Result {
        if self.runtime.is_some() {
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .during("starting the server")?;
        let server = self.open(&runtime).await?;
        self.address = server.address().during("asking for the server's address")?;
        let responses = self.responses.clone();
        let note = middleware::from_fn(move |request: Request, next: Next| {
            log_response(responses.clone(), request, next)
        });
        let (pages, new_version) = (Arc::new(self.pages()), self.new_version.clone());
        let renew = middleware::from_fn(move |request: Request, next: Next| {
            rewrite_version(pages.clone(), new_version.clone(), request, next)
        });
        let server = server
            .map_router(|router| router.route(BLANK_PAGE, get(empty)).layer(renew).layer(note));
        runtime.spawn(server.serve(std::future::pending()));
        self.runtime = Some(runtime);
        Ok(())
    }

    /// Binds the address, with retries until the previous port is free again.
    async fn open(&self, runtime: &Runtime) -> Result<mohreh_server::Server> {
        let settings = Settings {
            address: self.address,
            database: format!("sqlite:{}", self.data_folder.join("games.sqlite").display()),
            nats: None,
            ingress: Ingress::default(),
            // No rate limits: all clients of a test share one address.
            rate_limits: RateLimits::NONE,
            bot_threads: 1,
            reviewers: mohreh_server::Reviewers::Nobody,
            review_nodes: mohreh_server::REVIEW_NODES,
            metrics_address: None,
        };
        let end = now() + TIMEOUT;
        loop {
            let (settings, pages) = (settings.clone(), self.pages());
            let start = async move { mohreh_server::Server::start(&settings, pages).await };
            match runtime.spawn(start).await.during("starting the server")? {
                Ok(server) => return Ok(server),
                // With port 0 a retry cannot help.
                Err(error) if self.address.port() == 0 || now() > end => {
                    return Err(error).during("starting the server");
                }
                Err(_) => {}
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Stops abruptly: closes the listener and cuts every connection.
    pub(crate) fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Switches to serving a newer version of the page, as after a release.
    pub(crate) fn set_new_version(&self, new_version: bool) {
        self.new_version.store(new_version, Relaxed);
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Responses since `take_responses`.
    pub(crate) fn responses(&self) -> Vec<ServedResponse> {
        self.responses.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn take_responses(&self) -> Vec<ServedResponse> {
        std::mem::take(&mut self.responses.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Fails unless the folder has a built page.
pub(crate) fn check(folder: &Path) -> Result {
    ensure!(
        Pages::folder(folder.to_path_buf()).are_built(),
        "there is no page to test in {}: build it with `cargo xtask page`, or name its folder with --pages",
        folder.display()
    );
    Ok(())
}

/// Shuts the runtime down in the background, because tokio panics if one is dropped inside another.
impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.data_folder);
    }
}

async fn empty() -> Html<&'static str> {
    // The inline icon prevents a request for favicon.ico.
    Html("<!doctype html><title>empty</title><link rel=\"icon\" href=\"data:,\">")
}

/// Middleware: changes the version in `sw.js` while a newer version is simulated.
async fn rewrite_version(
    pages: Arc<Pages>,
    new_version: Arc<AtomicBool>,
    mut request: Request,
    next: Next,
) -> Response {
    const VERSION: &str = "const VERSION = \"";
    let script = pages.read("sw.js").filter(|_| request.uri().path() == "/sw.js");
    let Some(script) = script.filter(|_| new_version.load(Relaxed)) else {
        return next.run(request).await;
    };
    // Drop conditional and encoding headers: a 304 or a compressed body could not be rewritten.
    request.headers_mut().clear();
    let mut response = next.run(request).await;
    let text = String::from_utf8_lossy(&script.bytes).replace(VERSION, "const VERSION = \"next-");
    response.headers_mut().remove(CONTENT_LENGTH);
    *response.body_mut() = Body::from(text);
    response
}

/// Middleware: records each response.
async fn log_response(responses: Responses, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_string();
    let response = next.run(request).await;
    let headers = response.headers();
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    // Per header `: ` and CRLF; 56 bytes for the status line, `date` and the final CRLF.
    let lines: usize =
        headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    let served = ServedResponse {
        status: response.status().as_u16(),
        bytes: lines + 56 + text("content-length").parse::<usize>().unwrap_or(0),
        has_csp: path == BLANK_PAGE
            || text("content-security-policy").starts_with("default-src 'none';"),
        path,
    };
    responses.lock().unwrap_or_else(PoisonError::into_inner).push(served);
    response
}
