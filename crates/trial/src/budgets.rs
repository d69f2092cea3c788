//! What the page costs: bytes at the first visit, and how long a tap waits while the engine thinks.

use chromiumoxide::cdp::browser_protocol::network::EventLoadingFinished;
use futures_util::{FutureExt, StreamExt};
use mohreh_games::{Kind, Status};
use serde_json::json;

use crate::browser::{Screen, Tab};
use crate::failure::{Result, While, ensure};
use crate::records::{middle_of, whole_game};
use crate::stage::{Stage, Test};

/// In bytes, for the page's own requests.
const FIRST_VISIT: f64 = 500_000.0;
/// In milliseconds; a machine that is busy with other things may take so many times longer.
const ANSWER: f64 = 100.0;
const GENEROUS: f64 = 20.0;

pub fn tests() -> Vec<Test> {
    vec![
        Test::new("budget_first_visit", |stage| Box::pin(first_visit(stage))),
        Test::new("budget_tap_while_thinking", |stage| Box::pin(tap_while_thinking(stage))),
    ]
}

/// True once the service worker has everything that `sw.js` names under a list.
pub fn is_cached(list: &str) -> String {
    format!(
        "(async () => {{
            if (!navigator.serviceWorker.controller) return false;
            const script = await (await fetch('/sw.js')).text();
            const names = JSON.parse(/const {list} = (\\[[^\\]]*\\])/.exec(script)[1]);
            for (const name of names) if (!(await caches.match(name))) return false;
            return true;
        }})()"
    )
}

/// Waits until the service worker has cached a list.
pub async fn cached(tab: &Tab, list: &str) -> Result {
    let ask = format!(
        "(() => {{ {}.then((yes) => {{ trial.cached = yes; }}); return trial.cached; }})()",
        is_cached(list)
    );
    tab.eval("trial.cached = false").await?;
    tab.wait(&format!("the service worker has cached {list}"), &ask).await.map(|_| ())
}

async fn first_visit(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    let finished = tab.page.event_listener::<EventLoadingFinished>().await;
    let mut finished = finished.during("listening to the network")?;
    tab.go("/fa/").await?;
    let drawn: usize = stage.server().answers().iter().map(|answer| answer.bytes).sum();
    tab.eval("document.fonts.ready.then(() => 0)").await?;
    let own: f64 = std::iter::from_fn(|| finished.next().now_or_never().flatten())
        .map(|event| { println!("{:?}", event); event.encoded_data_length })
        .sum();
    cached(&tab, "NOW").await?;
    let sum = |stage: &Stage| -> usize {
        let answers = stage.server().answers();
        answers.iter().filter(|answer| answer.path != "/sw.js").map(|answer| answer.bytes).sum()
    };
    let now = sum(stage);
    cached(&tab, "LATER").await?;
    let later = sum(stage);
    let kb = |bytes: f64| format!("{:.0} kB", bytes / 1000.0);
    stage.figure(format!(
        "first visit to /fa/: the page's own requests {}, {} until drawn, {} with what the service worker \
         keeps at once, {} with all that it keeps",
        kb(own),
        kb(drawn as f64),
        kb(now as f64),
        kb(later as f64)
    ));
    let mut answers = stage.server().answers();
    answers.sort_by_key(|answer| std::cmp::Reverse(answer.bytes));
    let largest =
        answers.iter().take(6).map(|answer| format!("{} {}", answer.path, kb(answer.bytes as f64)));
    stage.figure(format!("largest: {}", largest.collect::<Vec<_>>().join(", ")));
    ensure!(own > 10_000.0, "the browser tells of {own} bytes only: nothing was measured");
    ensure!(own <= FIRST_VISIT, "the first visit takes {}", kb(own));
    Ok(())
}

async fn tap_while_thinking(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    // Somewhere in the middle, with the strongest computer to move.
    let middle = middle_of(&whole_game(Kind::Tzaar, 5)?)?;
    let Status::ToMove(seat) = middle.game.status() else {
        ensure!(false, "a game in its middle is {}", middle.game.status());
        return Ok(());
    };
    let players: Vec<&str> =
        (0..2).map(|n| if n == seat.index() { "computer 8" } else { "person" }).collect();
    tab.keep(&[middle.kept("slow", &players, 1)?]).await?;
    tab.go("/en/table/slow").await?;
    // Once it is deep in thought; the loading of the engine is not what is measured.
    let deep = "/\\d/.test(document.querySelector('.thinking')?.textContent ?? '')";
    tab.wait("the computer tells what it thinks", deep).await?;
    tab.command("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })).await?;
    let mut times = Vec::new();
    // An earlier position is looked at and left again, and the language is changed and changed back.
    let turn = ".turns li:nth-last-child(3) .turn";
    for (selector, done) in [
        (turn, "document.querySelector('.turn.here')"),
        (".turns .button", "!document.querySelector('.turn.here')"),
        (".language", "document.documentElement.lang === 'fa'"),
        (".language", "document.documentElement.lang === 'en'"),
        (turn, "document.querySelector('.turn.here')"),
        (".turns .button", "!document.querySelector('.turn.here')"),
    ] {
        let thinks = tab.eval("!!document.querySelector('.thinking')").await?;
        ensure!(thinks == true, "the computer has stopped thinking before all was measured");
        tab.eval(&format!("trial.measure(() => {done})")).await?;
        tab.tap(selector).await?;
        let time = tab.wait("the tap is answered", "trial.measured").await?;
        times.push(time.as_f64().during("reading a time")?);
    }
    tab.command("Emulation.setCPUThrottlingRate", json!({ "rate": 1 })).await?;
    let shown: Vec<String> = times.iter().map(|time| format!("{time:.0}")).collect();
    let worst = times.iter().copied().fold(0.0, f64::max);
    stage.figure(format!(
        "tap to frame while level 8 thinks, 4x throttled: {} ms, worst {worst:.0} ms (wanted {ANSWER})",
        shown.join(" ")
    ));
    ensure!(worst <= ANSWER * GENEROUS, "a tap was answered after {worst:.0} ms");
    Ok(())
}
