//! Screenshots of every page for visual review: both languages, light and dark, phone and desktop.

use std::path::Path;

use chromiumoxide::page::ScreenshotParams;
use mohreh_texts::Language;

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result};
use crate::fixture::Fixture;
use crate::is_wanted;
use crate::pages::{TestPage, all_pages, sample_games};

/// Writes `PAGE-LANGUAGE-COLOURS-SCREEN.png` for the selected pages; returns their number.
pub(crate) async fn take(fixture: &Fixture, folder: &Path, only: &[String]) -> Result<usize> {
    std::fs::create_dir_all(folder).during(format!("making {}", folder.display()))?;
    let kept = sample_games()?;
    let mut taken = 0;
    for (device, on) in
        [(Device { scale: 2.0, ..Device::PHONE }, "phone"), (Device::DESKTOP, "desk")]
    {
        for (dark, colours) in [(false, "light"), (true, "dark")] {
            let tab = fixture.open(Device { dark, ..device }).await?;
            // First the home page of a new visitor, then all pages with stored games.
            let welcome = |language: Language| TestPage {
                name: "welcome".to_string(),
                path: format!("/{}/", language.code()),
                ready_selector: "main",
            };
            let mut all =
                Vec::from(Language::ALL.map(|language| (language, vec![welcome(language)])));
            for language in Language::ALL {
                all.push((language, Vec::new()));
            }
            for (language, mut pages) in all {
                if pages.is_empty() {
                    tab.set_local_storage(&kept).await?;
                    pages = all_pages(&tab, language).await?;
                }
                for page in pages {
                    let name = format!("{}-{}-{colours}-{on}", page.name, language.code());
                    if is_wanted(only, &name) {
                        page.visit(&tab).await?;
                        shoot(&tab, &folder.join(format!("{name}.png"))).await?;
                        taken += 1;
                    }
                }
            }
        }
    }
    Ok(taken)
}

async fn shoot(tab: &Tab, file: &Path) -> Result {
    tab.eval("document.fonts.ready.then(() => 0)").await?;
    let shot = tab.page.screenshot(ScreenshotParams::default()).await;
    let bytes = shot.during(format!("taking {}", file.display()))?;
    std::fs::write(file, bytes).during(format!("writing {}", file.display()))
}
