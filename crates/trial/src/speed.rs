//! Speed on a slow phone: the first paint, which needs no wasm, the start of the application, and frames while playing.

use mohreh_games::Kind;
use mohreh_texts::Language;
use serde_json::{Value, json};

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::pages::{middle_id, sample_games};
use crate::records::Line;

/// Goals for a phone on slow 4G, in milliseconds. Tests allow twice as much, of the best of three attempts.
const FIRST_PAINT_MS: f64 = 1500.0;
const READY_MS: f64 = 5000.0;
const ATTEMPTS: usize = 3;
/// Slow 4G as in Chromium's developer tools: 1.6 Mbit/s, 150 ms.
const BYTES_PER_SECOND: u32 = 1_600_000 / 8;
const LATENCY_MS: u32 = 150;
/// How much slower the processor is.
const CPU_SLOWDOWN: u32 = 4;
/// Time for which a game is watched.
const WATCH_MS: u32 = 20_000;
/// The median of the long tasks while playing, in multiples of the reference. Not the longest: the machine may be busy.
const MAX_TASK: f64 = 4.0;
/// Milliseconds in which the button of the reference draws 1,500 circles, the median of five.
const REFERENCE: &str = "(() => {
    const button = document.querySelector('#trial-reference');
    const times = [1, 2, 3, 4, 5].map(() => {
        const begun = performance.now();
        button.click();
        button.getBoundingClientRect();
        return performance.now() - begun;
    });
    return times.sort((a, b) => a - b)[2];
})()";
/// Distance in pixels by which something may move when the application takes over.
const MAX_SHIFT_PX: f64 = 1.0;

pub(crate) fn tests() -> Vec<Test> {
    let mut tests = vec![Test::new("shell_stays_in_place", |fixture| Box::pin(shell(fixture)))];
    let start = |(name, path): (&str, String)| {
        Test::new(format!("speed_start_{name}"), move |fixture| {
            let path = path.clone();
            Box::pin(async move { start(fixture, &path).await })
        })
        .alone()
    };
    let pages = [
        ("home", "/fa/".to_string()),
        ("table", format!("/fa/table/{}", middle_id(Kind::Yinsh))),
        ("rules", "/fa/rules/yinsh/".to_string()),
    ];
    tests.extend(pages.map(start));
    tests.extend([Kind::Tzaar, Kind::Yinsh].map(|kind| {
        Test::new(format!("speed_playing_{kind}"), move |fixture| Box::pin(playing(fixture, kind)))
            .alone()
    }));
    tests
}

async fn slow_down(tab: &Tab, network: bool) -> Result {
    if network {
        let slow = json!({
            "offline": false,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND / 2,
        });
        tab.command("Network.enable", json!({})).await?;
        tab.command("Network.emulateNetworkConditions", slow).await?;
    }
    let rate = json!({ "rate": CPU_SLOWDOWN });
    tab.command("Emulation.setCPUThrottlingRate", rate).await.map(|_| ())
}

/// Notes when the application has replaced the shell and the frame after that, and adds up layout shifts.
const WATCH_START: &str = "
    window.started = { shift: 0 };
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) started.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
        const ready = document.getElementById('without')
            ? document.querySelector('#app .page:not([data-shell]) main')
            : document.readyState !== 'loading' && document.body;
        if (ready) requestAnimationFrame(() => { started.ready = performance.now(); });
        else setTimeout(look, 10);
    };
    look();";

/// First paint and start of the application, with an empty cache.
async fn start(fixture: &Fixture, path: &str) -> Result {
    let (mut paint, mut ready, mut shift) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for attempt in 0..ATTEMPTS {
        if attempt > 0 && paint <= FIRST_PAINT_MS && ready <= READY_MS {
            break;
        }
        let tab = fixture.open(Device::PHONE).await?;
        tab.set_local_storage(&sample_games()?).await?;
        if path == "/fa/" {
            tab.eval("localStorage.clear()").await?;
        }
        tab.add_init_script(WATCH_START).await?;
        slow_down(&tab, true).await?;
        tab.go(path).await?;
        tab.wait("the application has started", "started.ready").await?;
        let times = tab
            .eval("[performance.getEntriesByName('first-contentful-paint')[0].startTime, started.ready, started.shift]")
            .await?;
        let time = |n: usize| times[n].as_f64().during("reading a time");
        paint = paint.min(time(0)?);
        ready = ready.min(time(1)?);
        shift = shift.min(time(2)?);
    }
    fixture.report(format!(
        "{path} on slow 4G with a processor slowed {CPU_SLOWDOWN}x: first paint {paint:.0} ms, ready {ready:.0} ms, \
         layout shift {shift:.3}"
    ));
    ensure!(paint <= 2.0 * FIRST_PAINT_MS, "the first paint takes {paint:.0} ms");
    ensure!(ready <= 2.0 * READY_MS, "the start takes {ready:.0} ms");
    Ok(())
}

/// Nothing of the home page moves or changes when the application replaces the shell.
async fn shell(fixture: &Fixture) -> Result {
    for device in [Device::PHONE, Device::DESKTOP] {
        for language in Language::ALL {
            let tab = fixture.open(device).await?;
            let path = format!("/{}/", language.code());
            tab.command("Network.enable", json!({})).await?;
            // Without its script the application does not start, and with the error unseen the shell stays.
            tab.command("Network.setBlockedURLs", json!({ "urls": ["*/assets/boot-*.js"] }))
                .await?;
            tab.allow_error("boot-");
            tab.add_init_script(
                "addEventListener('error', (event) => event.stopImmediatePropagation(), true)",
            )
            .await?;
            tab.page.goto(format!("{}{path}", tab.origin)).await.during("opening the shell")?;
            let drawn = "document.readyState === 'complete' && document.fonts.status === 'loaded'";
            tab.wait("the shell is drawn", drawn).await?;
            let shell = tab.eval("trial.outline()").await?;
            tab.command("Network.setBlockedURLs", json!({ "urls": [] })).await?;
            tab.go(&path).await?;
            let live = tab.eval("trial.outline()").await?;
            let moved = differences(&shell, &live)?;
            ensure!(moved.is_empty(), "{path}: {}", moved.join("; "));
        }
    }
    Ok(())
}

fn differences(shell: &Value, live: &Value) -> Result<Vec<String>> {
    let (shell, live) = (shell.as_array(), live.as_array());
    let (shell, live) = (shell.during("reading the shell")?, live.during("reading the page")?);
    ensure!(!shell.is_empty(), "the shell is empty");
    let mut moved = Vec::new();
    if shell.len() != live.len() {
        moved.push(format!("{} elements in the shell, {} in the page", shell.len(), live.len()));
    }
    for (before, after) in shell.iter().zip(live) {
        let far = (0..4).any(|n| {
            let side = |element: &Value| element["box"][n].as_f64().unwrap_or_default();
            (side(before) - side(after)).abs() > MAX_SHIFT_PX
        });
        if far || before["drawn"] != after["drawn"] || before["what"] != after["what"] {
            let short = |element: &Value| {
                let drawn = element["drawn"].as_str().unwrap_or_default();
                let drawn: String = drawn.chars().take(40).collect();
                format!("{} «{drawn}» {}", element["what"], element["box"])
            };
            moved.push(format!("{} became {}", short(before), short(after)));
        }
    }
    moved.truncate(4);
    Ok(moved)
}

/// Tasks and frames of a game against the lowest level, with animation.
async fn playing(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device { reduced_motion: false, ..Device::PHONE }).await?;
    let entry = Line::start(kind, "")?.storage_entry("watched", &["person", "computer 1"], 1)?;
    tab.set_local_storage(&[entry]).await?;
    tab.go("/en/table/watched").await?;
    slow_down(&tab, false).await?;
    tab.eval("trial.showReference()").await?;
    let reference = tab.eval(REFERENCE).await?.as_f64().during("reading the reference")?;
    tab.eval("trial.hideReference()").await?;
    tab.eval("trial.watchFrames()").await?;
    tab.eval(&format!("trial.playOn({WATCH_MS})")).await?;
    let watched = tab.eval("[trial.frames, trial.longTasks]").await?;
    let numbers = |n: usize| -> Vec<f64> {
        let list = watched[n].as_array().cloned().unwrap_or_default();
        let mut list: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
        list.sort_by(f64::total_cmp);
        list
    };
    let (frames, tasks) = (numbers(0), numbers(1));
    let at = |part: f64| frames[((frames.len() - 1) as f64 * part) as usize];
    ensure!(frames.len() > 50, "only {} frames", frames.len());
    let longest = tasks.last().copied().unwrap_or_default();
    let median = tasks.get(tasks.len() / 2).copied().unwrap_or_default();
    fixture.report(format!(
        "{} frames, p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms; {} tasks over 50 ms, \
         median {median:.0} ms, the longest {longest:.0} ms; \
         reference {reference:.0} ms",
        frames.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        tasks.len()
    ));
    ensure!(
        median <= MAX_TASK * reference,
        "tasks take {:.1} times the reference",
        median / reference
    );
    Ok(())
}
