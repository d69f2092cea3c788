//! axe-core finds nothing on any page, in both languages. `MOHREH_AXE` names its file, which `cargo xtask test` fetches.

use mohreh_texts::Language;

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::pages::{all_pages, sample_games};

/// Everything that axe knows for WCAG 2.2 A and AA, and its best practices.
const RUN: &str = "axe.run(document, { resultTypes: ['violations'], \
    rules: { 'label-content-name-mismatch': { enabled: true } } }).then((found) => \
    found.violations.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ')))";

pub(crate) fn tests() -> Vec<Test> {
    let Some(file) = std::env::var_os("MOHREH_AXE") else { return Vec::new() };
    let test = |language: Language| {
        let file = file.clone();
        Test::new(format!("axe_{}", language.code()), move |fixture| {
            let script = std::fs::read_to_string(&file).during("reading axe-core");
            Box::pin(async move { every_page(fixture, language, &script?).await })
        })
    };
    Language::ALL.into_iter().map(test).collect()
}

async fn every_page(fixture: &Fixture, language: Language, script: &str) -> Result {
    let device = match language {
        Language::Persian => Device::PHONE,
        Language::English => Device::DESKTOP,
    };
    let tab = fixture.open(device).await?;
    tab.allow_error("404");
    tab.set_local_storage(&sample_games()?).await?;
    let mut found = Vec::new();
    for page in all_pages(&tab, language).await? {
        page.visit(&tab).await?;
        let violations = violations(&tab, script).await?;
        found.extend(violations.into_iter().map(|what| format!("{}: {what}", page.name)));
    }
    ensure!(found.is_empty(), "axe: {}", found.join("; "));
    Ok(())
}

/// Checks the page that a test has opened, where there is axe-core.
pub(crate) async fn check(tab: &Tab) -> Result {
    let Some(file) = std::env::var_os("MOHREH_AXE") else { return Ok(()) };
    let script = std::fs::read_to_string(&file).during("reading axe-core")?;
    let found = violations(tab, &script).await?;
    ensure!(found.is_empty(), "axe: {}", found.join("; "));
    Ok(())
}

async fn violations(tab: &Tab, script: &str) -> Result<Vec<String>> {
    tab.eval(&format!("{script}; 0")).await?;
    let found = tab.eval(RUN).await?;
    let found = found.as_array().during("reading what axe found")?;
    Ok(found.iter().map(|what| what.as_str().unwrap_or_default().to_string()).collect())
}
