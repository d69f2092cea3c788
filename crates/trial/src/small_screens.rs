//! Small phones, upright and on their side: nothing is cut off, what a turn needs is on the screen, and a thumb that
//! misses a spot a little means it all the same.

use mohreh_games::Kind;
use mohreh_texts::Language;
use serde_json::json;

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::pages::{all_pages, middle_id, sample_games};

const LOW: Device = Device { width: 360, height: 640, ..Device::PHONE };
const SIDEWAYS: Device = Device { width: 844, height: 390, ..Device::PHONE };
/// Distance at which a finger still means a spot: 22 px, and one for rounding.
const NEAR_PX: f64 = 20.0;

pub(crate) fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for (name, device) in [("360x640", LOW), ("844x390", SIDEWAYS)] {
        for language in Language::ALL {
            tests.push(Test::new(format!("table_at_{name}_{}", language.code()), move |fixture| {
                Box::pin(tables(fixture, device, language))
            }));
        }
    }
    tests.push(Test::new("header_on_one_line", |fixture| Box::pin(header(fixture))));
    tests.push(Test::new("thumb_beside_a_spot", |fixture| Box::pin(near_miss(fixture))));
    tests
}

/// Names of visible elements that are not wholly inside the viewport or inside `within`.
fn outside(selector: &str, within: &str) -> String {
    format!(
        "[...document.querySelectorAll({0})].filter((e) => e.getClientRects().length && \
            getComputedStyle(e).visibility === 'visible').filter((e) => {{ \
            const [box, out] = [e.getBoundingClientRect(), e.closest({1})?.getBoundingClientRect() ?? \
                {{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }}]; \
            return box.left < out.left - .5 || box.right > out.right + .5 || box.top < out.top - .5 || \
                box.bottom > out.bottom + .5; }}).map((e) => e.className + ' ' + e.textContent.trim())",
        js_string(selector),
        js_string(within)
    )
}

async fn tables(fixture: &Fixture, device: Device, language: Language) -> Result {
    let tab = fixture.open(device).await?;
    tab.set_local_storage(&sample_games()?).await?;
    let mut wrong = Vec::new();
    for page in all_pages(&tab, language).await? {
        if !page.name.starts_with("table-") {
            continue;
        }
        page.visit(&tab).await?;
        tab.eval("scrollTo(0, 0)").await?;
        let checks = [
            ("off the screen", outside(".press, .die, .prompt", "no-element")),
            ("over the edge of its card", outside(".seat .slot, .seat .clock", ".seat")),
        ];
        for (what, check) in checks {
            let found = tab.eval(&check).await?;
            if found.as_array().is_some_and(|found| !found.is_empty()) {
                wrong.push(format!("{}: {found} {what}", page.name));
            }
        }
        let sight = tab.eval("trial.visibleFraction('.board:not(.small)')").await?;
        if sight.as_f64().unwrap_or_default() < 0.99 {
            wrong.push(format!("{}: {sight} of the board in sight", page.name));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(())
}

/// No entry of the header is wrapped or cut, and the way online is there.
async fn header(fixture: &Fixture) -> Result {
    for device in [LOW, Device::PHONE, SIDEWAYS, Device::DESKTOP] {
        let tab = fixture.open(device).await?;
        for language in Language::ALL {
            tab.go(&format!("/{}/", language.code())).await?;
            let lines = "[...document.querySelectorAll('.bar a, .bar button')] \
                .filter((e) => e.getClientRects().length) \
                .filter((e) => { const text = document.createRange(); text.selectNodeContents(e); \
                    const box = text.getBoundingClientRect(); \
                    return box.height > 34 || box.left < 0 || box.right > innerWidth; }) \
                .map((e) => e.textContent)";
            let wrapped = tab.eval(lines).await?;
            let (width, code) = (device.width, language.code());
            ensure!(wrapped == json!([]), "at {width} px in {code}, not on one line: {wrapped}");
            let online = format!("trial.targets('.bar a[href=\"/{code}/online\"]').length");
            ensure!(tab.eval(&online).await? == 1, "at {width} px in {code}, nothing leads online");
        }
    }
    Ok(())
}

/// A tap beside a spot that can be touched picks it, even on top of one that cannot.
async fn near_miss(fixture: &Fixture) -> Result {
    let tab = fixture.open(LOW).await?;
    tab.set_local_storage(&sample_games()?).await?;
    for kind in [Kind::Yinsh, Kind::Tzaar] {
        tab.go(&format!("/en/table/{}", middle_id(kind))).await?;
        let table = tab.wait_for_turn("").await?;
        // The lit spot with most room around it, and the direction in which the next lit one is farthest.
        let aim = format!(
            "(() => {{ const centres = trial.spotCentres(); \
                const lit = {}.filter((name) => centres[name]); \
                let best = null; \
                for (const name of lit) for (let n = 0; n < 12; n++) {{ \
                    const [x, y] = centres[name]; \
                    const to = [x + {NEAR_PX} * Math.cos(n * Math.PI / 6), y + {NEAR_PX} * Math.sin(n * Math.PI / 6)]; \
                    const room = Math.min(...lit.filter((other) => other !== name) \
                        .map((other) => Math.hypot(centres[other][0] - to[0], centres[other][1] - to[1]))); \
                    const under = document.elementFromPoint(...to)?.closest('[data-spot]')?.dataset.spot ?? null; \
                    if (under !== name && document.elementFromPoint(...to)?.closest('.board') && (!best || room > best.room)) \
                        best = {{ name, x: to[0], y: to[1], room, under }}; \
                }} \
                return best; }})()",
            json!(table.lit)
        );
        let aim = tab.eval(&aim).await?;
        let name =
            aim["name"].as_str().during(format!("looking for room beside a spot of {kind}"))?;
        touch(&tab, &aim).await?;
        let picked = format!("trial.table().picked.includes({})", js_string(name));
        tab.wait(&format!("{kind}: a tap {NEAR_PX} px beside {name} picks it"), &picked).await?;
    }
    Ok(())
}

async fn touch(tab: &Tab, at: &serde_json::Value) -> Result {
    let points = json!([{ "x": at["x"], "y": at["y"] }]);
    for (kind, points) in [("touchStart", points), ("touchEnd", json!([]))] {
        tab.command("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }))
            .await?;
    }
    Ok(())
}
