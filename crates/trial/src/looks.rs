//! How pages fit: narrow screens, large letters, dark rooms, people who do not like motion, thumbs.

use mohreh_games::Kind;
use mohreh_texts::Language;
use serde_json::Value;

use crate::browser::{Screen, Tab};
use crate::failure::{Failure, Result, While, ensure};
use crate::pages::{all_places, middle_id, store};
use crate::stage::{Stage, Test};

const NARROW: Screen = Screen { width: 360, height: 740, ..Screen::PHONE };
/// A desk on which everything is twice as large.
const ZOOMED: Screen = Screen { width: 640, height: 430, scale: 2.0, ..Screen::DESK };
/// A thumb needs so much, in pixels of the page; and what stands in a row of eleven cannot have it.
const THUMB: f64 = 40.0;
const POINT: f64 = 24.0;
/// Letters against what is behind them.
const READABLE: f64 = 4.5;

pub fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for language in Language::ALL {
        tests.push(Test::new(format!("fits_360_and_zoom_{}", language.code()), move |stage| {
            Box::pin(fits(stage, language))
        }));
    }
    tests.push(Test::new("board_in_sight", |stage| Box::pin(board_in_sight(stage))));
    for (name, theme, dark) in [
        ("light", "machine", false),
        ("dark", "machine", true),
        ("dark_chosen", "dark", false),
        ("contrast_chosen", "contrast", false),
    ] {
        tests.push(Test::new(format!("colours_{name}"), move |stage| {
            Box::pin(colours(stage, theme, dark))
        }));
    }
    tests.push(Test::new("motion_only_if_wanted", |stage| Box::pin(motion(stage))));
    tests.push(Test::new("thumbs_at_360", |stage| Box::pin(thumbs(stage))));
    tests
}

async fn fits(stage: &Stage, language: Language) -> Result {
    let tab = stage.open(NARROW).await?;
    tab.allow("404");
    tab.keep(&store()?).await?;
    let mut wide = Vec::new();
    for place in all_places(&tab, language).await? {
        place.visit(&tab).await?;
        for (screen, name) in [(NARROW, "360 px"), (ZOOMED, "200 %")] {
            tab.set_screen(screen).await?;
            let out = tab.eval("trial.wide()").await?;
            if out.as_array().is_some_and(|out| !out.is_empty()) {
                wide.push(format!("{} at {name}: {out}", place.name));
            }
        }
        tab.set_screen(NARROW).await?;
    }
    ensure!(wide.is_empty(), "wider than the window: {}", wide.join("; "));
    Ok(())
}

/// Whoever opens a game sees its whole board without scrolling.
async fn board_in_sight(stage: &Stage) -> Result {
    let mut hidden = Vec::new();
    for (screen, name) in [(Screen::PHONE, "phone"), (Screen::DESK, "desk")] {
        let tab = stage.open(screen).await?;
        tab.keep(&store()?).await?;
        for language in Language::ALL {
            let shown = |name: &str| name.starts_with("table-") || name == "replay";
            let places = all_places(&tab, language).await?;
            for place in places.into_iter().filter(|place| shown(&place.name)) {
                place.visit(&tab).await?;
                let sight = tab.eval("trial.sight('.board:not(.small)')").await?;
                if sight.as_f64().unwrap_or_default() < 0.99 {
                    hidden.push(format!(
                        "{} {} {name}: {sight} in sight",
                        place.name,
                        language.code()
                    ));
                }
            }
        }
    }
    ensure!(hidden.is_empty(), "boards that are not seen whole: {}", hidden.join("; "));
    Ok(())
}

/// Every text that is seen can be read, whatever the colours.
async fn colours(stage: &Stage, theme: &str, dark: bool) -> Result {
    let tab = stage.open(Screen { dark, ..Screen::DESK }).await?;
    tab.allow("404");
    let mut kept = store()?;
    kept.push(("mohreh/settings".to_string(), format!("theme={theme}\n")));
    tab.keep(&kept).await?;
    let mut faint = Vec::new();
    let mut least = (f64::MAX, String::new());
    for place in all_places(&tab, Language::English).await? {
        place.visit(&tab).await?;
        let found = tab.eval("trial.contrasts()").await?;
        let background = found["background"].as_f64().during("reading the background")?;
        let is_dark = dark || theme == "dark";
        if theme != "contrast" {
            ensure!(
                is_dark == (background < 0.2),
                "the background of {} has a brightness of {background:.2}",
                place.name
            );
        }
        let texts = found["texts"].as_array().cloned().unwrap_or_default();
        let Some(worst) = texts.first() else { continue };
        let contrast = worst["contrast"].as_f64().unwrap_or_default();
        if contrast < least.0 {
            least = (contrast, format!("{} on {}", worst["what"], place.name));
        }
        if contrast < READABLE {
            faint.push(format!("{}: {} {contrast:.1}", place.name, worst["what"]));
        }
    }
    stage.figure(format!("least contrast {:.1}: {}", least.0, least.1));
    faint.sort();
    ensure!(faint.is_empty(), "below {READABLE}: {}", faint.join("; "));
    Ok(())
}

/// Pieces move, unless the person prefers that they do not.
async fn motion(stage: &Stage) -> Result {
    for still in [false, true] {
        let tab = stage.open(Screen { still, ..Screen::DESK }).await?;
        tab.keep(&store()?).await?;
        tab.go(&format!("/en/table/{}", middle_id(Kind::Tzaar))).await?;
        tab.eval("trial.watch()").await?;
        let step = first_step(&tab).await?;
        tab.play(&step).await?;
        if still {
            tab.shown().await?;
            ensure!(tab.eval("trial.moved").await? == false, "pieces move though nobody wants it");
        } else {
            tab.wait("pieces move", "trial.moved").await?;
        }
    }
    Ok(())
}

async fn first_step(tab: &Tab) -> Result<String> {
    let steps = tab.table().await?.game()?.steps();
    steps.into_iter().next().during("looking for a step")
}

async fn thumbs(stage: &Stage) -> Result {
    let tab = stage.open(NARROW).await?;
    tab.keep(&store()?).await?;
    let mut small = Vec::new();
    let places = all_places(&tab, Language::English).await?;
    for place in places.iter().filter(|place| place.name.starts_with("table-")) {
        place.visit(&tab).await?;
        let spots = smallest(&tab, ".board .spot").await?;
        let presses = ".table button:not(.turn):not(.slot:not(.lit)), .bar a, .bar button, .table a, .table input";
        let buttons = smallest(&tab, presses).await?;
        let shown = |found: &[(String, f64)]| {
            found.first().map_or(String::new(), |(name, size)| format!("{size:.0} px ({name})"))
        };
        stage.figure(format!(
            "{}: smallest spot {}, smallest button {}",
            place.name,
            shown(&spots),
            shown(&buttons)
        ));
        small.extend(spots.into_iter().filter(|(_, size)| *size < POINT).take(1));
        small.extend(buttons.into_iter().filter(|(_, size)| *size < THUMB));
    }
    for place in places.iter().filter(|place| ["waiting", "lobby"].contains(&place.name.as_str())) {
        place.visit(&tab).await?;
        let buttons = smallest(&tab, "main a, main button").await?;
        small.extend(buttons.into_iter().filter(|(_, size)| *size < THUMB));
    }
    tab.go("/en/").await?;
    small.extend(
        smallest(&tab, ".card a.button, .card .ways a, .bar a, .bar button")
            .await?
            .into_iter()
            .filter(|(_, size)| *size < THUMB),
    );
    // What is chosen in a form is one of a row, and not so easily touched by mistake.
    tab.go("/en/new/yinsh?with=computer").await?;
    small
        .extend(smallest(&tab, "form button").await?.into_iter().filter(|(_, size)| *size < THUMB));
    let choices = smallest(&tab, "form label").await?;
    if let Some((name, size)) = choices.first() {
        stage.figure(format!("form: smallest choice {size:.0} px ({name})"));
    }
    small.extend(choices.into_iter().filter(|(_, size)| *size < POINT));
    small.sort_by(|a, b| a.0.cmp(&b.0));
    small.dedup_by(|a, b| a.0 == b.0);
    let names: Vec<String> =
        small.iter().map(|(name, size)| format!("{name} {size:.0} px")).collect();
    ensure!(
        small.is_empty(),
        "too small for a thumb ({THUMB} px, spots {POINT} px): {}",
        names.join(", ")
    );
    Ok(())
}

/// What can be pressed with its size, the smallest first.
async fn smallest(tab: &Tab, selector: &str) -> Result<Vec<(String, f64)>> {
    let found = tab.eval(&format!("trial.targets({})", crate::browser::quoted(selector))).await?;
    let found = found.as_array().ok_or_else(|| Failure::new("no targets"))?;
    let read = |target: &Value| {
        let name = target["name"].as_str().unwrap_or_default();
        let kind = target["kind"].as_str().unwrap_or_default();
        (format!("{name} [{kind}]"), target["size"].as_f64().unwrap_or_default())
    };
    Ok(found.iter().map(read).collect())
}
