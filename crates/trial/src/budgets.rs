//! Performance budgets: transfer size of the first visit, and tap latency during a search.

use std::collections::BTreeSet;

use chromiumoxide::cdp::browser_protocol::network::EventRequestWillBeSent;
use futures_util::{FutureExt, StreamExt};
use mohreh_games::Kind;
use serde_json::json;

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Failure, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::records::Line;
use crate::server::ServedResponse;

/// Transfer budget of the first visit: the page and what the service worker precaches at once. 400 kB for the product;
/// the game of the tests comes on top.
const FIRST_VISIT_BYTES: f64 = 400_000.0 + 4_500.0;
/// Measurements of each tap; the fastest counts. Beyond `MIN_ROUNDS` only if one is over its budget.
const MIN_ROUNDS: usize = 5;
const MAX_ROUNDS: usize = 20;
/// Attempts to tap while a search is running.
const MAX_ATTEMPTS: usize = 30;

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("budget_first_visit", |fixture| Box::pin(first_visit(fixture))),
        Test::new("budget_tap_while_thinking", |fixture| Box::pin(tap_while_thinking(fixture)))
            .alone(),
    ]
}

/// A tap whose latency is measured.
struct Tap {
    name: &'static str,
    selector: &'static str,
    /// Expression that changes once the effect is seen.
    seen: &'static str,
    /// Highest multiple of the reference tap: about twice what is measured. No absolute time is asserted, as the
    /// machine may be busy.
    budget: f64,
}

/// Whether the service worker controls the page and has cached every file that `trial.expectCached` was told.
pub(crate) const IS_CACHED: &str = "trial.isCached()";

/// Waits until the service worker controls the page and has cached every file of a list in `sw.js`.
pub(crate) async fn wait_cached(tab: &Tab, list: &str) -> Result {
    tab.eval(&format!("trial.expectCached('{list}')")).await?;
    let waited = tab.wait(&format!("the service worker has cached {list}"), IS_CACHED).await;
    if waited.is_err() {
        let state = "navigator.serviceWorker.getRegistration().then((there) => JSON.stringify({
            installing: there?.installing?.state, waiting: there?.waiting?.state,
            active: there?.active?.state, serves: !!navigator.serviceWorker.controller,
            missing: trial.missing }))";
        let state = tab.eval(state).await?;
        return waited.map(|_| ()).during(format!("the service worker is {state}"));
    }
    Ok(())
}

async fn first_visit(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let asked = tab.page.event_listener::<EventRequestWillBeSent>().await;
    let mut asked = asked.during("listening to the network")?;
    tab.go("/fa/").await?;
    tab.eval("document.fonts.ready.then(() => 0)").await?;
    // Requests of the page itself. The service worker fetches the same files and may get them first.
    let asked: BTreeSet<String> = std::iter::from_fn(|| asked.next().now_or_never().flatten())
        .filter_map(|event| event.request.url.strip_prefix(&tab.origin).map(ToString::to_string))
        .collect();
    // Count each file once, by its first response.
    let bytes = |wanted: &dyn Fn(&ServedResponse) -> bool| -> f64 {
        let mut known = BTreeSet::new();
        let responses = fixture.server().responses();
        let new = responses
            .iter()
            .filter(|response| known.insert(response.path.clone()) && wanted(response));
        new.map(|response| response.bytes as f64).sum()
    };
    wait_cached(&tab, "NOW").await?;
    // The deferred list may have begun to load, so filter by name.
    let names = tab.eval("trial.expected").await?;
    let names = names.as_array().during("reading what is fetched at once")?;
    let english = |path: &str| path.starts_with("/en/") || path.contains("/words-en");
    let at_once =
        |path: &str| path == "/sw.js" || names.iter().any(|name| name == path) && !english(path);
    let own = bytes(&|response| asked.contains(&response.path));
    let now = bytes(&|response| asked.contains(&response.path) || at_once(&response.path));
    wait_cached(&tab, "LATER").await?;
    let later = bytes(&|_| true);
    let kb = |bytes: f64| format!("{:.0} kB", bytes / 1000.0);
    fixture.report(format!(
        "first visit to /fa/: the page's own {} requests {}; with what the service worker fetches at once {}, \
         with all that it keeps {}",
        asked.len(),
        kb(own),
        kb(now),
        kb(later)
    ));
    let mut responses = fixture.server().responses();
    responses.sort_by_key(|response| std::cmp::Reverse(response.bytes));
    let largest = responses
        .iter()
        .take(6)
        .map(|response| format!("{} {}", response.path, kb(response.bytes as f64)));
    fixture.report(format!("largest: {}", largest.collect::<Vec<_>>().join(", ")));
    ensure!(asked.iter().any(|path| path.ends_with(".wasm")), "nothing was measured: {asked:?}");
    ensure!(now <= FIRST_VISIT_BYTES, "the first visit takes {}", kb(now));
    Ok(())
}

async fn tap_while_thinking(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let start = Line::start(Kind::Zertz, "")?;
    let while_playing = [
        Tap {
            name: "language",
            selector: ".language",
            seen: "document.documentElement.lang",
            budget: 2.5,
        },
        Tap {
            name: "board turned",
            selector: ".aside .row button:first-child",
            // A ring near the middle, which survives the first turns.
            seen: "document.querySelector('.board [data-spot=d5]').getAttribute('cy')",
            budget: 2.5,
        },
    ];
    // The most frequent action: picking up a piece, here while a hint is searched.
    let slots = [
        ".supply .slot:nth-of-type(1)",
        ".supply .slot:nth-of-type(2)",
        ".supply .slot:nth-of-type(3)",
    ];
    let picks = slots.map(|selector| Tap {
        name: "a marble picked up",
        selector,
        seen: "document.querySelector('.slot.picked')?.dataset.spot",
        budget: 1.3,
    });
    let (mut playing, mut own) = (Latencies::of(&while_playing), Latencies::of(&picks));
    let is_slow =
        |latencies: &Latencies<'_>| latencies.ratios().any(|(tap, _, ratio)| ratio > tap.budget);
    for round in 0..MAX_ROUNDS {
        if round >= MIN_ROUNDS && !is_slow(&playing) && !is_slow(&own) {
            break;
        }
        // Two computers at the highest level, so that a search is always running.
        tab.set_local_storage(&[start.storage_entry("slow", &["computer 8", "computer 8"], 1)?])
            .await?;
        tab.go("/en/table/slow").await?;
        // Wait for search output: the loading of the engine is not measured.
        let deep = "/\\d/.test(document.querySelector('.thinking')?.textContent ?? '')";
        tab.wait("the computer tells what it thinks", deep).await?;
        playing.measure(&tab, None).await?;
        tab.set_local_storage(&[start.storage_entry("own", &["person", "computer 8"], 1)?]).await?;
        tab.go("/en/table/own").await?;
        own.measure(&tab, Some(".action.hint")).await?;
    }
    let measured: Vec<(&Tap, f64, f64)> = playing.ratios().chain(own.ratios()).collect();
    let longest = tab.eval("trial.longest ?? 0").await?.as_f64().unwrap_or_default();
    let shown: Vec<String> = measured
        .iter()
        .map(|(tap, time, ratio)| format!("{} {time:.0} ms ({ratio:.2})", tap.name))
        .collect();
    fixture.report(format!(
        "tap to frame while the engine thinks, 4x throttled (in parentheses the multiple of the reference tap): {}; \
         longest task of the page {longest:.0} ms",
        shown.join(", ")
    ));
    for (tap, _, ratio) in &measured {
        ensure!(
            *ratio <= tap.budget,
            "{}: {ratio:.2} times the reference tap, allowed are {}",
            tap.name,
            tap.budget
        );
    }
    Ok(())
}

/// A tap on a button that draws a fixed number of circles, in the same page under the same load.
const REFERENCE: Tap = Tap {
    name: "reference",
    selector: "#trial-reference",
    seen: "document.querySelector('#trial-reference')?.dataset.taps",
    budget: f64::INFINITY,
};

/// Least latencies of taps, and of the reference under the same conditions.
struct Latencies<'a> {
    taps: &'a [Tap],
    least: Vec<f64>,
    reference: f64,
}

impl<'a> Latencies<'a> {
    fn of(taps: &'a [Tap]) -> Latencies<'a> {
        Latencies { taps, least: vec![f64::INFINITY; taps.len()], reference: f64::INFINITY }
    }

    async fn measure(&mut self, tab: &Tab, ask: Option<&str>) -> Result {
        tab.command("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })).await?;
        tab.eval("trial.showReference()").await?;
        self.reference = self.reference.min(tap_latency(tab, ask, &REFERENCE).await?);
        tab.eval("trial.hideReference()").await?;
        for (tap, least) in self.taps.iter().zip(&mut self.least) {
            *least = least.min(tap_latency(tab, ask, tap).await?);
        }
        tab.command("Emulation.setCPUThrottlingRate", json!({ "rate": 1 })).await?;
        Ok(())
    }

    /// Each tap with its latency, and with the multiple of the reference that it is: other load slows both down.
    fn ratios(&self) -> impl Iterator<Item = (&'a Tap, f64, f64)> {
        let reference = self.reference;
        self.taps.iter().zip(&self.least).map(move |(tap, least)| (tap, *least, least / reference))
    }
}

/// Milliseconds from a tap to the frame that shows its effect. The search that runs meanwhile is started by the button
/// `ask` together with the tap, or was running before. Repeated if none was, or if a layout shift at its start or end
/// made the tap miss.
async fn tap_latency(tab: &Tab, ask: Option<&str>, tap: &Tap) -> Result<f64> {
    let Tap { selector, seen, .. } = tap;
    for _ in 0..MAX_ATTEMPTS {
        let ready = match ask {
            Some(ask) => format!("!document.querySelector({}).disabled", js_string(ask)),
            None => "!!document.querySelector('.thinking')".to_string(),
        };
        tab.wait("a search runs, or may be started", &ready).await?;
        tab.eval(&format!(
            "trial.before = {seen}; trial.measure({}, () => {seen} !== trial.before, {})",
            js_string(selector),
            ask.map_or("null".to_string(), js_string)
        ))
        .await?;
        tab.tap(selector).await?;
        let measured = tab.wait("the tap is answered", "trial.measured").await?;
        if measured["thinking"] == true {
            return measured["time"].as_f64().during("reading a time");
        }
    }
    Err(Failure::new(format!("no search was running in {MAX_ATTEMPTS} attempts")))
}
