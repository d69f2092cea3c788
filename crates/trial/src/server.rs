//! The page's server, in this process, so that a test can pull its plug and see what it was asked for.

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
use mohreh_server::{Allowed, Pages, Reach, Settings};
use tokio::runtime::Runtime;

use crate::browser::{PATIENCE, now};
use crate::failure::{Result, While, ensure};

/// A page with nothing on it, from which a test can reach the store before the page does.
pub const EMPTY: &str = "/trial-empty";

/// An answer that the server gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub path: String,
    pub status: u16,
    /// What went over the wire, headers included.
    pub bytes: usize,
    /// Whether it forbids the browser to ask anybody else.
    pub strict: bool,
}

/// Answers, as they are given.
type Answers = Arc<Mutex<Vec<Answer>>>;

pub struct Server {
    /// The built page.
    folder: PathBuf,
    address: SocketAddr,
    /// Where it keeps its games.
    home: PathBuf,
    /// A runtime of its own: when it ends, so does every connection.
    runtime: Option<Runtime>,
    answers: Answers,
    /// Whether a newer version of the page is there.
    newer: Arc<AtomicBool>,
}

impl Server {
    pub async fn start(folder: PathBuf) -> Result<Server> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Relaxed);
        let home = format!("mohreh-trial-home-{}-{number}", std::process::id());
        let mut server = Server {
            folder,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            home: std::env::temp_dir().join(home),
            runtime: None,
            answers: Answers::default(),
            newer: Arc::default(),
        };
        std::fs::create_dir_all(&server.home).during("making a folder for games")?;
        server.go_on().await?;
        Ok(server)
    }

    fn pages(&self) -> Pages {
        Pages::folder(self.folder.clone())
    }

    /// Starts again where it was.
    pub async fn go_on(&mut self) -> Result {
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
        let answers = self.answers.clone();
        let note = middleware::from_fn(move |request: Request, next: Next| {
            noted(answers.clone(), request, next)
        });
        let (pages, newer) = (Arc::new(self.pages()), self.newer.clone());
        let renew = middleware::from_fn(move |request: Request, next: Next| {
            renewed(pages.clone(), newer.clone(), request, next)
        });
        let server =
            server.within(|router| router.route(EMPTY, get(empty)).layer(renew).layer(note));
        runtime.spawn(server.serve(std::future::pending()));
        self.runtime = Some(runtime);
        Ok(())
    }

    /// The port that it had may take a moment to be free again.
    async fn open(&self, runtime: &Runtime) -> Result<mohreh_server::Server> {
        let settings = Settings {
            address: self.address,
            database: format!("sqlite:{}", self.home.join("games.sqlite").display()),
            nats: None,
            reach: Reach::default(),
            // Everybody in a test comes from one address.
            allowed: Allowed { requests: 0, sockets: 0, messages: 0 },
            thinkers: 1,
        };
        let end = now() + PATIENCE;
        loop {
            let (settings, pages) = (settings.clone(), self.pages());
            let start = async move { mohreh_server::Server::start(&settings, pages).await };
            match runtime.spawn(start).await.during("starting the server")? {
                Ok(server) => return Ok(server),
                // A port of its own is free, or none is.
                Err(error) if self.address.port() == 0 || now() > end => {
                    return Err(error).during("starting the server");
                }
                Err(_) => {}
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Pulls the plug: nobody listens any more, and every connection is cut.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// From now on the page has another version, as after a new release.
    pub fn set_newer(&self, newer: bool) {
        self.newer.store(newer, Relaxed);
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All answers since they were last taken.
    pub fn answers(&self) -> Vec<Answer> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn take_answers(&self) -> Vec<Answer> {
        std::mem::take(&mut self.answers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Whether there is a page to test.
pub fn check(folder: &Path) -> Result {
    ensure!(
        Pages::folder(folder.to_path_buf()).are_built(),
        "there is no page to test in {}: build it with `cargo xtask page`, or name its folder with --pages",
        folder.display()
    );
    Ok(())
}

/// A runtime may not simply be dropped inside another one.
impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

async fn empty() -> Html<&'static str> {
    // With a picture of its own, so that the browser does not ask for one.
    Html("<!doctype html><title>empty</title><link rel=\"icon\" href=\"data:,\">")
}

/// The script that knows the page's version tells of the next one, if there is to be one.
async fn renewed(
    pages: Arc<Pages>,
    newer: Arc<AtomicBool>,
    mut request: Request,
    next: Next,
) -> Response {
    const VERSION: &str = "const VERSION = \"";
    let script = pages.read("sw.js").filter(|_| request.uri().path() == "/sw.js");
    let Some(script) = script.filter(|_| newer.load(Relaxed)) else {
        return next.run(request).await;
    };
    // Unchanged, it would not be sent at all, and packed, it could not be changed.
    request.headers_mut().clear();
    let mut response = next.run(request).await;
    let text = String::from_utf8_lossy(&script.bytes).replace(VERSION, "const VERSION = \"next-");
    response.headers_mut().remove(CONTENT_LENGTH);
    *response.body_mut() = Body::from(text);
    response
}

async fn noted(answers: Answers, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_string();
    let response = next.run(request).await;
    let headers = response.headers();
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    // `HTTP/1.1 200 OK`, a date, and two signs at the end of each line.
    let lines: usize =
        headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    let answer = Answer {
        status: response.status().as_u16(),
        bytes: lines + 56 + text("content-length").parse::<usize>().unwrap_or(0),
        strict: path == EMPTY || text("content-security-policy").starts_with("default-src 'none';"),
        path,
    };
    answers.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
    response
}
