//! `Driver`: Firefox and WebKit, driven by the commands of WebDriver. WebKit has them over HTTP, from WebKitWebDriver;
//! Firefox over TCP (Marionette), because Debian packages no geckodriver. Calls block: a test has a thread of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::{TIMEOUT, js_string, now};
use crate::failure::{Context, Failure, Result, ensure};

/// Inner size of the window.
const WINDOW: (u32, u32) = (1000, 900);
/// Preferences of Firefox: no first-run pages, no requests to other hosts, no animations.
const FIREFOX_PREFERENCES: &str = r#"
user_pref("marionette.port", 0);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.cache.disk.smart_size.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
"#;

/// A browser engine other than Chromium.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
#[value(rename_all = "lower")]
pub(crate) enum Engine {
    Firefox,
    WebKit,
}

impl Engine {
    /// In names of tests and files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Firefox => "firefox",
            Engine::WebKit => "webkit",
        }
    }
}

/// A WebDriver command: its name in Marionette, and its HTTP method and path below the session.
struct Verb(&'static str, &'static str, &'static str);

const NAVIGATE: Verb = Verb("WebDriver:Navigate", "POST", "/url");
const EXECUTE: Verb = Verb("WebDriver:ExecuteScript", "POST", "/execute/sync");
const ACT: Verb = Verb("WebDriver:PerformActions", "POST", "/actions");
const SHOOT: Verb = Verb("WebDriver:TakeScreenshot", "GET", "/screenshot");
const RESIZE: Verb = Verb("WebDriver:SetWindowRect", "POST", "/window/rect");

/// Connection to the browser.
enum Link {
    Marionette { stream: BufReader<TcpStream>, last_id: u64 },
    Http { port: u16, session: String },
}

/// A browser with one window and an empty profile.
pub(crate) struct Driver {
    link: Link,
    /// Browser, driver and X server; killed in this order.
    processes: Vec<Child>,
    profile: PathBuf,
    origin: String,
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Link::Http { port, session } = &self.link {
            // Lets the driver end its browser.
            let _ = http(*port, "DELETE", &format!("/session/{session}"), &Value::Null);
        }
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

impl Driver {
    pub(crate) fn start(engine: Engine, origin: String) -> Result<Driver> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Relaxed);
        let profile = format!("mohreh-trial-{}-{}-{number}", engine.name(), std::process::id());
        let profile = std::env::temp_dir().join(profile);
        std::fs::create_dir_all(&profile).during("making a profile")?;
        let mut driver = match engine {
            Engine::Firefox => firefox(profile, origin)?,
            Engine::WebKit => webkit(profile, origin)?,
        };
        let outer = json!({ "width": WINDOW.0, "height": WINDOW.1 });
        driver.command(&RESIZE, &outer)?;
        // The second time without the frame of the window.
        let inner = driver.eval("[innerWidth, innerHeight]")?;
        let grown = |size: u32, index: usize| {
            u64::from(2 * size).saturating_sub(inner[index].as_u64().unwrap_or(u64::from(size)))
        };
        let outer = json!({ "width": grown(WINDOW.0, 0), "height": grown(WINDOW.1, 1) });
        driver.command(&RESIZE, &outer)?;
        Ok(driver)
    }

    fn command(&mut self, verb: &Verb, params: &Value) -> Result<Value> {
        let Verb(name, method, path) = *verb;
        match &mut self.link {
            Link::Marionette { stream, last_id } => {
                *last_id += 1;
                let message = json!([0, last_id, name, params]).to_string();
                let sent = write!(stream.get_mut(), "{}:{message}", message.len());
                sent.during(name)?;
                let answer = read_packet(stream).during(name)?;
                ensure!(answer[2].is_null(), "{name}: {}", answer[2]["message"]);
                let result = answer[3].clone();
                Ok(result.get("value").cloned().unwrap_or(result))
            }
            Link::Http { port, session } => {
                http(*port, method, &format!("/session/{session}{path}"), params)
            }
        }
    }

    /// Evaluates a JavaScript expression and awaits a promise.
    pub(crate) fn eval(&mut self, expression: &str) -> Result<Value> {
        let params = json!({ "script": format!("return ({expression});"), "args": [] });
        self.command(&EXECUTE, &params).during(format!("asking `{expression}`"))
    }

    /// Polls an expression until it is truthy; returns its value.
    pub(crate) fn wait(&mut self, what: &str, expression: &str) -> Result<Value> {
        let end = now() + TIMEOUT;
        while now() < end {
            match self.eval(&format!("trial.until(() => ({expression}), 2000)")) {
                Ok(Value::Null) => {}
                Ok(value) => return Ok(value),
                // A navigation ends the script.
                Err(_) => {
                    std::thread::sleep(Duration::from_millis(100));
                    self.install_helpers()?;
                }
            }
        }
        let there = self.eval("location.pathname + ' ' + document.body.innerText.slice(0, 300)")?;
        Err(Failure::new(format!("waited in vain until {what}; there is {there}")))
    }

    fn install_helpers(&mut self) -> Result {
        let script = format!("(() => {{ {} }})()", include_str!("helpers.js"));
        self.eval(&script).map(|_| ())
    }

    /// Navigates to a path and waits until the page has rendered.
    pub(crate) fn go(&mut self, path: &str) -> Result {
        let address = format!("{}{path}", self.origin);
        self.command(&NAVIGATE, &json!({ "url": address })).during(format!("opening {path}"))?;
        self.wait_rendered()
    }

    /// Waits until the page is loaded, rendered by the application and has its fonts.
    fn wait_rendered(&mut self) -> Result {
        self.install_helpers()?;
        // The set of fonts is also `loaded` before the first of them is asked for.
        let drawn = "document.readyState === 'complete' && document.fonts.status === 'loaded' && \
            [...document.fonts].some((font) => font.status === 'loaded') && \
            (!document.getElementById('app') || document.querySelector('#app .page:not([data-shell]) main'))";
        self.wait("the page has drawn itself", &format!("!!({drawn})")).map(|_| ())
    }

    /// Presses an element with the mouse, where hit testing finds it.
    pub(crate) fn click(&mut self, selector: &str) -> Result {
        let at = format!("trial.hitPoint({})", js_string(selector));
        let free = format!("(() => {{ const at = {at}; return at.wrong ? null : at; }})()");
        let place = match self.wait(&format!("{selector} can be pressed"), &free) {
            Ok(place) => place,
            Err(why) => {
                return Err(Failure::new(format!("{why}; {}", self.eval(&at)?["wrong"])));
            }
        };
        let whole = |axis: &str| place[axis].as_f64().unwrap_or_default().round() as i64;
        let (x, y) = (whole("x"), whole("y"));
        let actions = json!([
            { "type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport" },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.command(&ACT, &json!({ "actions": [mouse] }))
            .during(format!("pressing {selector}"))
            .map(|_| ())
    }

    /// A picture of the window: PNG in Base64.
    pub(crate) fn screenshot(&mut self) -> Result<String> {
        // WebKit shows what it has drawn one frame later.
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))")?;
        let shot = self.command(&SHOOT, &json!({ "full": false }))?;
        shot.as_str().map(ToString::to_string).during("taking a picture")
    }
}

/// Starts Firefox and connects to Marionette.
fn firefox(profile: PathBuf, origin: String) -> Result<Driver> {
    std::fs::write(profile.join("user.js"), FIREFOX_PREFERENCES).during("writing preferences")?;
    let program = std::env::var("MOHREH_TEST_FIREFOX").unwrap_or("firefox-esr".to_string());
    let browser = Command::new(&program)
        .args(["--headless", "--marionette", "--no-remote", "--profile"])
        .arg(&profile)
        .env("HOME", &profile)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let browser = browser.during(format!("starting {program}"))?;
    let (port_file, processes) = (profile.join("MarionetteActivePort"), vec![browser]);
    // The processes are ended even if this fails.
    let mut driver =
        Driver { link: Link::Http { port: 0, session: String::new() }, processes, profile, origin };
    let port = until("Firefox listens", || {
        let port: u16 = std::fs::read_to_string(&port_file).ok()?.trim().parse().ok()?;
        Some(port)
    })?;
    let stream = until("Firefox accepts", || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok())?;
    stream.set_read_timeout(Some(TIMEOUT)).during("connecting")?;
    let mut stream = BufReader::new(stream);
    read_packet(&mut stream).during("greeting Firefox")?;
    driver.link = Link::Marionette { stream, last_id: 0 };
    driver.command(&Verb("WebDriver:NewSession", "", ""), &json!({}))?;
    Ok(driver)
}

/// A packet of Marionette: its length in bytes, a colon, JSON.
fn read_packet(stream: &mut BufReader<TcpStream>) -> Result<Value> {
    let mut length = Vec::new();
    stream.read_until(b':', &mut length).during("reading")?;
    let length = String::from_utf8_lossy(&length);
    let length: usize = length.trim_end_matches(':').parse().during("reading a length")?;
    let mut packet = vec![0; length];
    stream.read_exact(&mut packet).during("reading")?;
    serde_json::from_slice(&packet).during("reading a packet")
}

/// Starts WebKitGTK's MiniBrowser through its driver, on an X server of its own.
fn webkit(profile: PathBuf, origin: String) -> Result<Driver> {
    // What pages see as `prefers-reduced-motion`.
    let settings = profile.join(".config/gtk-3.0");
    std::fs::create_dir_all(&settings).during("making a profile")?;
    std::fs::write(settings.join("settings.ini"), "[Settings]\ngtk-enable-animations=0\n")
        .during("writing preferences")?;
    let screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1400x1200x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut screen = screen.during("starting Xvfb")?;
    let output = screen.stdout.take();
    let link = Link::Http { port: 0, session: String::new() };
    let mut driver = Driver { link, processes: vec![screen], profile, origin };
    let mut display = String::new();
    let output = output.during("reading from Xvfb")?;
    BufReader::new(output).read_line(&mut display).during("reading from Xvfb")?;
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).during("looking for a port")?;
    let port = free.local_addr().during("looking for a port")?.port();
    drop(free);
    let program = std::env::var("MOHREH_TEST_WEBKIT").unwrap_or("WebKitWebDriver".to_string());
    let started = Command::new(&program)
        .args(["--host=127.0.0.1", &format!("--port={port}")])
        .env("DISPLAY", format!(":{}", display.trim()))
        .env("HOME", &driver.profile)
        .env("XDG_RUNTIME_DIR", &driver.profile)
        .env("GDK_BACKEND", "x11")
        .env("NO_AT_BRIDGE", "1")
        // Painted without the graphics driver: on a fresh machine its pictures were black.
        .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
        .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    driver.processes.insert(0, started.during(format!("starting {program}"))?);
    until("WebKitWebDriver listens", || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok())?;
    let options = json!({ "binary": mini_browser()?, "args": ["--automation"] });
    let wanted = json!({ "alwaysMatch": { "webkitgtk:browserOptions": options } });
    let answer = http(port, "POST", "/session", &json!({ "capabilities": wanted }))?;
    let session = answer["sessionId"].as_str().during("opening a session")?.to_string();
    driver.link = Link::Http { port, session };
    Ok(driver)
}

/// The browser that comes with the driver, in the newest version of the API.
fn mini_browser() -> Result<PathBuf> {
    let roots =
        ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec"];
    let folders =
        roots.iter().flat_map(|root| std::fs::read_dir(Path::new(root)).into_iter().flatten());
    let browsers = folders.flatten().map(|folder| folder.path().join("MiniBrowser"));
    browsers.filter(|path| path.is_file()).max().during("looking for WebKit's MiniBrowser")
}

/// Polls until there is a value.
fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> Result<T> {
    let end = now() + TIMEOUT;
    loop {
        if let Some(value) = ask() {
            return Ok(value);
        }
        ensure!(now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// One HTTP request of WebDriver; returns the `value` of the response.
fn http(port: u16, method: &str, path: &str, body: &Value) -> Result<Value> {
    let what = || format!("{method} {path}");
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).during(what())?;
    stream.set_read_timeout(Some(TIMEOUT)).during(what())?;
    let body = if method == "POST" { body.to_string() } else { String::new() };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .during(what())?;
    let mut stream = BufReader::new(stream);
    let mut length = None;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).during(what())?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let mut bytes = vec![0; length.during(what())?];
    stream.read_exact(&mut bytes).during(what())?;
    let mut answer: Value = serde_json::from_slice(&bytes).during(what())?;
    let value = answer["value"].take();
    match value.get("error").and_then(Value::as_str) {
        Some(error) => Err(Failure::new(format!("{}: {error}: {}", what(), value["message"]))),
        None => Ok(value),
    }
}
