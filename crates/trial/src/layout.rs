//! Layout and appearance: overflow, visible board, contrast ratios, reduced motion, size of hit areas.

use mohreh_games::Kind;
use mohreh_texts::Language;
use serde_json::Value;

use crate::browser::{Device, Tab};
use crate::failure::{Context, Failure, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::pages::{all_pages, middle_id, sample_games};

const NARROW: Device = Device { width: 360, height: 740, ..Device::PHONE };
/// Desktop at 200 % zoom.
const ZOOMED: Device = Device { width: 640, height: 430, scale: 2.0, ..Device::DESKTOP };
/// Minimum hit area in CSS pixels.
const MIN_TARGET_PX: f64 = 40.0;
/// Minimum for spots and form choices: a row of eleven spots cannot have more on a phone (WCAG 2.5.8).
const MIN_SPOT_PX: f64 = 24.0;
/// Minimum contrast ratio of text (WCAG AA).
const MIN_CONTRAST: f64 = 4.5;

pub(crate) fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for language in Language::ALL {
        tests.push(Test::new(format!("fits_360_and_zoom_{}", language.code()), move |fixture| {
            Box::pin(fits(fixture, language))
        }));
    }
    tests.push(Test::new("board_in_sight", |fixture| Box::pin(board_in_sight(fixture))));
    for (name, theme, dark) in [
        ("light", "machine", false),
        ("dark", "machine", true),
        ("dark_chosen", "dark", false),
        ("contrast_chosen", "contrast", false),
    ] {
        tests.push(Test::new(format!("colours_{name}"), move |fixture| {
            Box::pin(colours(fixture, theme, dark))
        }));
    }
    tests.push(Test::new("motion_only_if_wanted", |fixture| Box::pin(motion(fixture))));
    tests.push(Test::new("thumbs_at_360", |fixture| Box::pin(thumbs(fixture))));
    tests
}

async fn fits(fixture: &Fixture, language: Language) -> Result {
    let tab = fixture.open(NARROW).await?;
    tab.allow_error("404");
    tab.set_local_storage(&sample_games()?).await?;
    let mut wide = Vec::new();
    for page in all_pages(&tab, language).await? {
        page.visit(&tab).await?;
        for (device, name) in [(NARROW, "360 px"), (ZOOMED, "200 %")] {
            tab.emulate(device).await?;
            let out = tab.eval("trial.overflow()").await?;
            if out.as_array().is_some_and(|out| !out.is_empty()) {
                wide.push(format!("{} at {name}: {out}", page.name));
            }
        }
        tab.emulate(NARROW).await?;
    }
    ensure!(wide.is_empty(), "wider than the window: {}", wide.join("; "));
    Ok(())
}

/// The whole board is inside the viewport without scrolling.
async fn board_in_sight(fixture: &Fixture) -> Result {
    let mut hidden = Vec::new();
    for (device, name) in [(Device::PHONE, "phone"), (Device::DESKTOP, "desk")] {
        let tab = fixture.open(device).await?;
        tab.set_local_storage(&sample_games()?).await?;
        for language in Language::ALL {
            let shown = |name: &str| {
                name.starts_with("table-") || name.starts_with("editor-") || name == "replay"
            };
            let pages = all_pages(&tab, language).await?;
            for page in pages.into_iter().filter(|page| shown(&page.name)) {
                page.visit(&tab).await?;
                let sight = tab.eval("trial.visibleFraction('.board:not(.small)')").await?;
                if sight.as_f64().unwrap_or_default() < 0.99 {
                    hidden.push(format!(
                        "{} {} {name}: {sight} in sight",
                        page.name,
                        language.code()
                    ));
                }
            }
        }
    }
    ensure!(hidden.is_empty(), "boards that are not seen whole: {}", hidden.join("; "));
    Ok(())
}

/// All visible text has sufficient contrast in every theme.
async fn colours(fixture: &Fixture, theme: &str, dark: bool) -> Result {
    let tab = fixture.open(Device { dark, ..Device::DESKTOP }).await?;
    tab.allow_error("404");
    let mut kept = sample_games()?;
    kept.push(("mohreh/settings".to_string(), format!("theme={theme}\n")));
    tab.set_local_storage(&kept).await?;
    let mut faint = Vec::new();
    let mut least = (f64::MAX, String::new());
    for page in all_pages(&tab, Language::English).await? {
        page.visit(&tab).await?;
        let found = tab.eval("trial.contrasts()").await?;
        let background = found["background"].as_f64().during("reading the background")?;
        let is_dark = dark || theme == "dark";
        if theme != "contrast" {
            ensure!(
                is_dark == (background < 0.2),
                "the background of {} has a brightness of {background:.2}",
                page.name
            );
        }
        let texts = found["texts"].as_array().cloned().unwrap_or_default();
        let Some(worst) = texts.first() else { continue };
        let contrast = worst["contrast"].as_f64().unwrap_or_default();
        if contrast < least.0 {
            least = (contrast, format!("{} on {}", worst["what"], page.name));
        }
        if contrast < MIN_CONTRAST {
            faint.push(format!("{}: {} {contrast:.1}", page.name, worst["what"]));
        }
    }
    fixture.report(format!("least contrast {:.1}: {}", least.0, least.1));
    faint.sort();
    ensure!(faint.is_empty(), "below {MIN_CONTRAST}: {}", faint.join("; "));
    Ok(())
}

/// Pieces are animated unless `prefers-reduced-motion` is set.
async fn motion(fixture: &Fixture) -> Result {
    for reduced_motion in [false, true] {
        let tab = fixture.open(Device { reduced_motion, ..Device::DESKTOP }).await?;
        tab.set_local_storage(&sample_games()?).await?;
        tab.go(&format!("/en/table/{}", middle_id(Kind::Tzaar))).await?;
        tab.eval("trial.watchAnimations()").await?;
        let step = first_step(&tab).await?;
        tab.play(&step).await?;
        if reduced_motion {
            tab.wait_painted().await?;
            ensure!(
                tab.eval("trial.animated").await? == false,
                "pieces move though nobody wants it"
            );
        } else {
            tab.wait("pieces move", "trial.animated").await?;
        }
    }
    Ok(())
}

async fn first_step(tab: &Tab) -> Result<String> {
    let steps = tab.table().await?.game()?.steps();
    steps.into_iter().next().during("looking for a step")
}

async fn thumbs(fixture: &Fixture) -> Result {
    let tab = fixture.open(NARROW).await?;
    tab.set_local_storage(&sample_games()?).await?;
    let mut small = Vec::new();
    let pages = all_pages(&tab, Language::English).await?;
    for page in pages.iter().filter(|page| page.name.starts_with("table-")) {
        page.visit(&tab).await?;
        let spots = smallest(&tab, ".board .spot").await?;
        let presses = ".table button:not(.turn):not(.slot:not(.lit)), .bar a, .bar button, .table a, .table input";
        let buttons = smallest(&tab, presses).await?;
        let shown = |found: &[(String, f64)]| {
            found.first().map_or(String::new(), |(name, size)| format!("{size:.0} px ({name})"))
        };
        fixture.report(format!(
            "{}: smallest spot {}, smallest button {}",
            page.name,
            shown(&spots),
            shown(&buttons)
        ));
        small.extend(spots.into_iter().filter(|(_, size)| *size < MIN_SPOT_PX).take(1));
        small.extend(buttons.into_iter().filter(|(_, size)| *size < MIN_TARGET_PX));
    }
    for page in pages.iter().filter(|page| ["waiting", "lobby"].contains(&page.name.as_str())) {
        page.visit(&tab).await?;
        let buttons = smallest(&tab, "main a, main button").await?;
        small.extend(buttons.into_iter().filter(|(_, size)| *size < MIN_TARGET_PX));
    }
    tab.go("/en/").await?;
    small.extend(
        smallest(&tab, ".card a.button, .card .ways a, .bar a, .bar button")
            .await?
            .into_iter()
            .filter(|(_, size)| *size < MIN_TARGET_PX),
    );
    // Choices of a form may be smaller: a mistake is easy to correct.
    tab.go("/en/new/yinsh?with=computer").await?;
    small.extend(
        smallest(&tab, "form button").await?.into_iter().filter(|(_, size)| *size < MIN_TARGET_PX),
    );
    let choices = smallest(&tab, "form label").await?;
    if let Some((name, size)) = choices.first() {
        fixture.report(format!("form: smallest choice {size:.0} px ({name})"));
    }
    small.extend(choices.into_iter().filter(|(_, size)| *size < MIN_SPOT_PX));
    small.sort_by(|a, b| a.0.cmp(&b.0));
    small.dedup_by(|a, b| a.0 == b.0);
    let names: Vec<String> =
        small.iter().map(|(name, size)| format!("{name} {size:.0} px")).collect();
    ensure!(
        small.is_empty(),
        "too small for a thumb ({MIN_TARGET_PX} px, spots {MIN_SPOT_PX} px): {}",
        names.join(", ")
    );
    Ok(())
}

/// Hit areas with their smaller dimension, smallest first.
async fn smallest(tab: &Tab, selector: &str) -> Result<Vec<(String, f64)>> {
    let found =
        tab.eval(&format!("trial.targets({})", crate::browser::js_string(selector))).await?;
    let found = found.as_array().ok_or_else(|| Failure::new("no targets"))?;
    let read = |target: &Value| {
        let name = target["name"].as_str().unwrap_or_default();
        let kind = target["kind"].as_str().unwrap_or_default();
        (format!("{name} [{kind}]"), target["size"].as_f64().unwrap_or_default())
    };
    Ok(found.iter().map(read).collect())
}
