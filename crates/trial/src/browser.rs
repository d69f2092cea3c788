//! `Chromium` and `Tab`: the browser over CDP. Each tab has a browser context of its own, so no state is shared. Page
//! errors are collected and fail the test.

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

use crate::failure::{Context, Failure, Result, ensure};
use crate::page_errors::PageErrors;
use crate::server::BLANK_PAGE;

/// Executables in order of preference, after `MOHREH_TEST_BROWSER`. The headless shell has no window code and saves a
/// third of the time.
const CHROMIUM: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/// Switches off background activity (updates, sync, GPU, spare renderers) and the throttling of background tabs.
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
/// Timeout of every wait, generous for slow and busy machines.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// Current time, for timeouts and reported durations only.
#[expect(clippy::disallowed_methods, reason = "the only place of the tests that reads the clock")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Emulated device: viewport, input and media features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Device {
    pub width: u32,
    pub height: u32,
    /// Device pixel ratio.
    pub scale: f64,
    pub touch: bool,
    /// `prefers-color-scheme: dark`.
    pub dark: bool,
    /// `prefers-reduced-motion: reduce`.
    pub reduced_motion: bool,
}

impl Device {
    pub(crate) const PHONE: Device = Device {
        width: 390,
        height: 844,
        scale: 1.0,
        touch: true,
        dark: false,
        reduced_motion: true,
    };
    pub(crate) const DESKTOP: Device = Device {
        width: 1280,
        height: 860,
        scale: 1.0,
        touch: false,
        dark: false,
        reduced_motion: true,
    };
}

pub(crate) struct Chromium {
    browser: Browser,
    handler: JoinHandle<()>,
    profile: PathBuf,
}

impl Chromium {
    pub(crate) async fn start() -> Result<Chromium> {
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
            .launch_timeout(TIMEOUT)
            .request_timeout(TIMEOUT * 2)
            .build()
            .during("describing chromium")?;
        let started = Browser::launch(config).await;
        let (browser, mut events) = started.during(format!("starting {chromium}"))?;
        let handler = tokio::spawn(async move { while events.next().await.is_some() {} });
        Ok(Chromium { browser, handler, profile })
    }

    pub(crate) async fn end(mut self) {
        // Best effort: the process ends anyway.
        let _ = self.browser.close().await;
        let _ = tokio::time::timeout(TIMEOUT, self.browser.wait()).await;
        self.handler.abort();
        let _ = std::fs::remove_dir_all(&self.profile);
    }

    /// Opens a tab in a fresh browser context.
    pub(crate) async fn open(&self, origin: String, device: Device) -> Result<Tab> {
        let context = self
            .browser
            .create_browser_context(CreateBrowserContextParams::default())
            .await
            .during("opening an empty context")?;
        self.open_in(origin, device, context, true).await
    }

    /// Opens a second tab of the same person: it shares storage and cookies with `first`, which is closed after it.
    pub(crate) async fn open_beside(&self, first: &Tab, device: Device) -> Result<Tab> {
        self.open_in(first.origin.clone(), device, first.context.clone(), false).await
    }

    async fn open_in(
        &self,
        origin: String,
        device: Device,
        context: BrowserContextId,
        owns_context: bool,
    ) -> Result<Tab> {
        let target = CreateTargetParams::builder()
            .url("about:blank")
            .browser_context_id(context.clone())
            .build()
            .during("describing a tab")?;
        let page = self.browser.new_page(target).await.during("opening a tab")?;
        let errors = PageErrors::of(&page).await?;
        // Do not attach to workers: one that waits for the debugger occasionally never resumes.
        let detached =
            json!({ "autoAttach": false, "waitForDebuggerOnStart": false, "flatten": true });
        page.execute(RawCommand { method: "Target.setAutoAttach", params: detached })
            .await
            .during("letting workers go")?;
        page.enable_runtime().await.during("listening to a tab")?;
        page.enable_log().await.during("listening to a tab")?;
        let tab = Tab { page, context, owns_context, origin, errors };
        // Every tab behaves as if focused, however many there are.
        tab.command("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await?;
        tab.add_init_script(include_str!("helpers.js")).await?;
        tab.emulate(device).await?;
        Ok(tab)
    }

    /// Closes a tab with its browser context; returns its errors.
    pub(crate) async fn close(&self, tab: &Tab) -> Result<Vec<String>> {
        // CDP keeps order: after one round trip all earlier events have arrived, after a second they are delivered.
        for _ in 0..2 {
            tab.eval("0").await?;
        }
        let errors = tab.errors();
        if !tab.owns_context {
            return Ok(errors);
        }
        let closed = self.browser.dispose_browser_context(tab.context.clone()).await;
        closed.during("closing a tab")?;
        Ok(errors)
    }
}

pub(crate) struct Tab {
    pub page: Page,
    context: BrowserContextId,
    owns_context: bool,
    pub origin: String,
    errors: PageErrors,
}

impl Tab {
    /// Sends a CDP command.
    pub(crate) async fn command(&self, method: &'static str, params: Value) -> Result<Value> {
        let answer = self.page.execute(RawCommand { method, params }).await.during(method)?;
        Ok(answer.result)
    }

    /// Adds a script that runs in every new document before the page's own.
    pub(crate) async fn add_init_script(&self, source: &str) -> Result {
        let params = json!({ "source": source });
        self.command("Page.addScriptToEvaluateOnNewDocument", params).await.map(|_| ())
    }

    pub(crate) async fn emulate(&self, device: Device) -> Result {
        let size = json!({
            "width": device.width,
            "height": device.height,
            "deviceScaleFactor": device.scale,
            "mobile": device.touch,
        });
        self.command("Emulation.setDeviceMetricsOverride", size).await?;
        let touch = json!({ "enabled": device.touch });
        self.command("Emulation.setTouchEmulationEnabled", touch).await?;
        let scheme = if device.dark { "dark" } else { "light" };
        let motion = if device.reduced_motion { "reduce" } else { "no-preference" };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        self.command("Emulation.setEmulatedMedia", features).await.map(|_| ())
    }

    /// Ignores errors that contain this text, because the test provokes them.
    pub(crate) fn allow_error(&self, words: &str) {
        self.errors.allow_error(words);
    }

    pub(crate) fn errors(&self) -> Vec<String> {
        self.errors.all(&self.origin)
    }

    /// Evaluates a JavaScript expression and awaits a promise.
    pub(crate) async fn eval(&self, expression: &str) -> Result<Value> {
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

    /// Polls a JavaScript expression until it is truthy; returns its value.
    pub(crate) async fn wait(&self, what: &str, expression: &str) -> Result<Value> {
        let end = now() + TIMEOUT;
        loop {
            // In slices of 2 s, because a navigation destroys pending promises.
            let slice = format!(
                "typeof trial === 'undefined' ? null : trial.until(() => ({expression}), 2000)"
            );
            match self.eval(&slice).await {
                Ok(Value::Null) => {}
                Ok(value) => return Ok(value),
                Err(error) if is_navigation(&error) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(error) => return Err(error),
            }
            // Fail at once after an uncaught exception, which is reported with the page errors.
            ensure!(
                !self.errors().iter().any(|error| error.starts_with("uncaught")),
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

    /// Navigates to a path and waits until the page has rendered.
    pub(crate) async fn go(&self, path: &str) -> Result {
        let address = format!("{}{path}", self.origin);
        let gone = self.page.goto(address.as_str()).await;
        // The driver can miss the end of a navigation, in which case it times out although the page is there.
        let wanted = path.split(['?', '#']).next().unwrap_or_default();
        if gone.is_err() && self.eval("location.pathname").await? != *wanted {
            gone.map(|_| ()).during(format!("opening {path}"))?;
        }
        self.wait_rendered().await
    }

    pub(crate) async fn reload(&self) -> Result {
        self.page.reload().await.during("loading the page again")?;
        self.wait_rendered().await
    }

    /// Waits until the page is loaded, rendered and has its fonts.
    pub(crate) async fn wait_rendered(&self) -> Result {
        // Chromium drops input before the first contentful paint, and late fonts shift the layout.
        let drawn = "document.readyState === 'complete' && document.fonts.status === 'loaded' && \
            (!document.getElementById('app') || document.querySelector('#app .page:not([data-shell]) main:not([aria-busy])')) && \
            performance.getEntriesByName('first-contentful-paint').length > 0";
        self.wait("the page has drawn itself", drawn).await?;
        self.wait_painted().await
    }

    /// Waits two animation frames, after which the current DOM has been painted.
    pub(crate) async fn wait_painted(&self) -> Result {
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")
            .await
            .map(|_| ())
    }

    /// Fills localStorage from a blank page, before the page itself loads.
    pub(crate) async fn set_local_storage(&self, entries: &[(String, String)]) -> Result {
        self.page
            .goto(format!("{}{BLANK_PAGE}", self.origin))
            .await
            .during("opening an empty page")?;
        for (key, text) in entries {
            self.eval(&format!("localStorage.setItem({}, {})", js_string(key), js_string(text)))
                .await?;
        }
        Ok(())
    }

    /// Reads a key of localStorage.
    pub(crate) async fn local_storage(&self, key: &str) -> Result<Option<String>> {
        let value = self.eval(&format!("localStorage.getItem({})", js_string(key))).await?;
        Ok(value.as_str().map(ToString::to_string))
    }

    /// A picture of what is seen: PNG in Base64.
    pub(crate) async fn screenshot(&self) -> Result<String> {
        let shot = self.command("Page.captureScreenshot", json!({ "format": "png" })).await?;
        shot["data"].as_str().map(ToString::to_string).during("taking a picture")
    }

    /// Text content of an element, with whitespace collapsed.
    pub(crate) async fn text(&self, selector: &str) -> Result<String> {
        let selected = format!("document.querySelector({})", js_string(selector));
        let text = format!("{selected}?.textContent.replace(/\\s+/g, ' ').trim()");
        let value = self.eval(&text).await?;
        value.as_str().map(ToString::to_string).during(format!("looking for {selector}"))
    }
}

/// An untyped CDP command. The typed ones omit empty lists, which the browser requires.
#[derive(Debug)]
struct RawCommand {
    method: &'static str,
    params: Value,
}

impl serde::Serialize for RawCommand {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        self.params.serialize(serializer)
    }
}

impl Method for RawCommand {
    fn identifier(&self) -> MethodId {
        self.method.into()
    }
}

impl Command for RawCommand {
    type Response = Value;
}

/// Whether an evaluation failed because of a navigation.
fn is_navigation(error: &Failure) -> bool {
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

/// JavaScript string literal.
pub(crate) fn js_string(text: &str) -> String {
    Value::from(text).to_string()
}
