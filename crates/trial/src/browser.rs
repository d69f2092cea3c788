//! Chromium, and the tabs that the tests open in it. Each tab is a browser of its own: nothing is kept
//! from one to the next. What a tab complains of is collected, and fails the test.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::browser::BrowserContextId;
use chromiumoxide::cdp::browser_protocol::target::{
    CreateBrowserContextParams, CreateTargetParams,
};
use chromiumoxide::types::MethodId;
use chromiumoxide::{Browser, BrowserConfig, Command, Method, Page};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::complaints::Complaints;
use crate::failure::{Failure, Result, While, ensure};
use crate::server::EMPTY;

/// The first of these that is there, unless `MOHREH_TEST_BROWSER` names another. The shell is the same browser without windows, which need a third of the
/// time though nobody sees them.
const CHROMIUM: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/// Nothing that is not the page's own: no updates, no accounts, no graphics card, no process that is started
/// in case it might be needed. And no tab is slowed down because another one is in front of it.
const FLAGS: [&str; 14] = [
    "headless",
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
    "disable-extensions",
    "disable-features=SpareRendererForSitePerProcess",
    "mute-audio",
    "disable-background-timer-throttling",
    "disable-backgrounding-occluded-windows",
    "disable-renderer-backgrounding",
];
/// No answer takes longer, even on a slow machine that is busy with other things; whoever waits so long
/// waits in vain.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The time, only to give up in the end: no test is about it.
#[expect(clippy::disallowed_methods, reason = "the one place of the tests that reads the clock")]
pub fn now() -> Instant {
    Instant::now()
}

/// What a person holds in the hand, and has asked of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub scale: f64,
    pub touch: bool,
    pub dark: bool,
    /// Prefers reduced motion.
    pub still: bool,
}

impl Screen {
    pub const PHONE: Screen =
        Screen { width: 390, height: 844, scale: 1.0, touch: true, dark: false, still: true };
    pub const DESK: Screen =
        Screen { width: 1280, height: 860, scale: 1.0, touch: false, dark: false, still: true };
}

pub struct Chromium {
    browser: Browser,
    handler: JoinHandle<()>,
    profile: PathBuf,
}

impl Chromium {
    pub async fn start() -> Result<Chromium> {
        let chosen = std::env::var("MOHREH_TEST_BROWSER").ok();
        let mut known = chosen.iter().map(String::as_str).chain(CHROMIUM);
        let chromium = known.find(|file| Path::new(file).exists());
        let chromium = chromium.ok_or_else(|| {
            Failure::new(format!(
                "there is neither {}; on Debian: apt-get install --no-install-recommends chromium-headless-shell",
                CHROMIUM.join(" nor ")
            ))
        })?;
        let profile = std::env::temp_dir().join(format!("mohreh-trial-{}", std::process::id()));
        let config = BrowserConfig::builder()
            .chrome_executable(chromium)
            .disable_default_args()
            .no_sandbox()
            .args(FLAGS)
            .user_data_dir(&profile)
            .viewport(None)
            .launch_timeout(PATIENCE)
            .request_timeout(PATIENCE * 2)
            .build()
            .during("describing chromium")?;
        let started = Browser::launch(config).await;
        let (browser, mut events) = started.during(format!("starting {chromium}"))?;
        let handler = tokio::spawn(async move { while events.next().await.is_some() {} });
        Ok(Chromium { browser, handler, profile })
    }

    pub async fn end(mut self) {
        // It has served its purpose; what is left of it is nobody's loss.
        let _ = self.browser.close().await;
        let _ = tokio::time::timeout(PATIENCE, self.browser.wait()).await;
        self.handler.abort();
        let _ = std::fs::remove_dir_all(&self.profile);
    }

    /// A tab that nobody has used before.
    pub async fn open(&self, origin: String, screen: Screen) -> Result<Tab> {
        let context = self
            .browser
            .create_browser_context(CreateBrowserContextParams::default())
            .await
            .during("opening an empty context")?;
        let target = CreateTargetParams::builder()
            .url("about:blank")
            .browser_context_id(context.clone())
            .build()
            .during("describing a tab")?;
        let page = self.browser.new_page(target).await.during("opening a tab")?;
        let complaints = Complaints::of(&page).await?;
        // Workers are not held at their start to be looked at: now and then one would be held for ever.
        let loose =
            json!({ "autoAttach": false, "waitForDebuggerOnStart": false, "flatten": true });
        page.execute(Raw { method: "Target.setAutoAttach", params: loose })
            .await
            .during("letting workers go")?;
        page.enable_runtime().await.during("listening to a tab")?;
        page.enable_log().await.during("listening to a tab")?;
        let tab = Tab { page, context, origin, complaints };
        // Every tab is the one that somebody looks at, however many there are.
        tab.command("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await?;
        tab.with_script(include_str!("helpers.js")).await?;
        tab.set_screen(screen).await?;
        Ok(tab)
    }

    /// Closes a tab for good with all that it has kept, and tells what it complained of.
    pub async fn close(&self, tab: &Tab) -> Result<Vec<String>> {
        // Whatever was said before this answer has arrived when it comes, and is delivered with the next.
        for _ in 0..2 {
            tab.eval("0").await?;
        }
        let complaints = tab.complaints();
        let closed = self.browser.dispose_browser_context(tab.context.clone()).await;
        closed.during("closing a tab")?;
        Ok(complaints)
    }
}

pub struct Tab {
    pub page: Page,
    context: BrowserContextId,
    pub origin: String,
    complaints: Complaints,
}

impl Tab {
    /// Sends a command of the protocol, the Chrome DevTools one.
    pub async fn command(&self, method: &'static str, params: Value) -> Result<Value> {
        let answer = self.page.execute(Raw { method, params }).await.during(method)?;
        Ok(answer.result)
    }

    /// A script that runs in every document before any other.
    pub async fn with_script(&self, source: &str) -> Result {
        let params = json!({ "source": source });
        self.command("Page.addScriptToEvaluateOnNewDocument", params).await.map(|_| ())
    }

    pub async fn set_screen(&self, screen: Screen) -> Result {
        let size = json!({
            "width": screen.width,
            "height": screen.height,
            "deviceScaleFactor": screen.scale,
            "mobile": screen.touch,
        });
        self.command("Emulation.setDeviceMetricsOverride", size).await?;
        let touch = json!({ "enabled": screen.touch });
        self.command("Emulation.setTouchEmulationEnabled", touch).await?;
        let scheme = if screen.dark { "dark" } else { "light" };
        let motion = if screen.still { "reduce" } else { "no-preference" };
        let wishes = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        self.command("Emulation.setEmulatedMedia", wishes).await.map(|_| ())
    }

    /// A complaint with these words is what the test is about.
    pub fn allow(&self, words: &str) {
        self.complaints.allow(words);
    }

    pub fn complaints(&self) -> Vec<String> {
        self.complaints.all(&self.origin)
    }

    /// The value of an expression, or of what it promises.
    pub async fn eval(&self, expression: &str) -> Result<Value> {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.command("Runtime.evaluate", params).await;
        let mut answer = answer.during(format!("asking `{expression}`"))?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            let what = thrown["exception"]["description"].as_str().or(thrown["text"].as_str());
            let what = what.unwrap_or("something was thrown");
            return Err(Failure::new(format!("asking `{expression}`: {what}")));
        }
        Ok(answer["result"]["value"].take())
    }

    /// Waits until an expression is true, or anything else than nothing.
    pub async fn wait(&self, what: &str, expression: &str) -> Result<Value> {
        let end = now() + PATIENCE;
        loop {
            // In slices, because a page that is left takes its promises along.
            let slice = format!(
                "typeof trial === 'undefined' ? null : trial.until(() => ({expression}), 2000)"
            );
            match self.eval(&slice).await {
                Ok(Value::Null) => {}
                Ok(value) => return Ok(value),
                Err(error) if is_left(&error) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(error) => return Err(error),
            }
            // A page that has broken down is not worth waiting for; why, is told with its complaints.
            ensure!(
                !self.complaints().iter().any(|said| said.starts_with("uncaught")),
                "the page broke down before {what}"
            );
            if now() > end {
                let there = self
                    .eval("location.pathname + ' ' + JSON.stringify(trial.table() ?? document.body.innerText.slice(0, 300)).slice(0, 500)")
                    .await?;
                return Err(Failure::new(format!("waited in vain until {what}; there is {there}")));
            }
        }
    }

    /// Opens an address of the page, and waits until it has drawn itself.
    pub async fn go(&self, path: &str) -> Result {
        let address = format!("{}{path}", self.origin);
        self.page.goto(address.as_str()).await.during(format!("opening {path}"))?;
        self.drawn().await
    }

    pub async fn reload(&self) -> Result {
        self.page.reload().await.during("loading the page again")?;
        self.drawn().await
    }

    pub async fn drawn(&self) -> Result {
        // Before anything is painted the browser throws taps away, and letters that come later move everything.
        let drawn = "document.readyState === 'complete' && document.fonts.status === 'loaded' && \
            (!document.getElementById('app') || document.querySelector('#app main')) && \
            performance.getEntriesByName('first-contentful-paint').length > 0";
        self.wait("the page has drawn itself", drawn).await?;
        self.shown().await
    }

    /// Waits until what is there now is on the screen.
    pub async fn shown(&self) -> Result {
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")
            .await
            .map(|_| ())
    }

    /// Puts texts into the store before the page is opened.
    pub async fn keep(&self, kept: &[(String, String)]) -> Result {
        self.page.goto(format!("{}{EMPTY}", self.origin)).await.during("opening an empty page")?;
        for (key, text) in kept {
            self.eval(&format!("localStorage.setItem({}, {})", quoted(key), quoted(text))).await?;
        }
        Ok(())
    }

    /// What the store keeps under a key.
    pub async fn kept(&self, key: &str) -> Result<Option<String>> {
        let value = self.eval(&format!("localStorage.getItem({})", quoted(key))).await?;
        Ok(value.as_str().map(ToString::to_string))
    }

    /// The words of an element, in one line.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let selected = format!("document.querySelector({})", quoted(selector));
        let text = format!("{selected}?.textContent.replace(/\\s+/g, ' ').trim()");
        let value = self.eval(&text).await?;
        value.as_str().map(ToString::to_string).during(format!("looking for {selector}"))
    }
}

/// A command as the protocol writes it. The typed ones leave out empty lists that the browser needs.
#[derive(Debug)]
struct Raw {
    method: &'static str,
    params: Value,
}

impl serde::Serialize for Raw {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        self.params.serialize(serializer)
    }
}

impl Method for Raw {
    fn identifier(&self) -> MethodId {
        self.method.into()
    }
}

impl Command for Raw {
    type Response = Value;
}

/// Whether a question got lost because the page went elsewhere.
fn is_left(error: &Failure) -> bool {
    let text = error.to_string();
    [
        "navigated or closed",
        "context was destroyed",
        "Cannot find context",
        "default execution context",
    ]
    .iter()
    .any(|words| text.contains(words))
}

/// A text as JavaScript writes it.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
