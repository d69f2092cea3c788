//! Pictures of every page, to be looked at: both languages, light and dark, phone and desk.

use std::path::Path;

use chromiumoxide::page::ScreenshotParams;
use mohreh_texts::Language;

use crate::browser::{Screen, Tab};
use crate::failure::{Result, While};
use crate::is_wanted;
use crate::pages::{Place, all_places, store};
use crate::stage::Stage;

/// Writes `PAGE-LANGUAGE-COLOURS-SCREEN.png` for those that are wanted, and counts them.
pub async fn take(stage: &Stage, folder: &Path, only: &[String]) -> Result<usize> {
    std::fs::create_dir_all(folder).during(format!("making {}", folder.display()))?;
    let kept = store()?;
    let mut taken = 0;
    for (screen, on) in [(Screen { scale: 2.0, ..Screen::PHONE }, "phone"), (Screen::DESK, "desk")]
    {
        for (dark, colours) in [(false, "light"), (true, "dark")] {
            let tab = stage.open(Screen { dark, ..screen }).await?;
            // The first page as a stranger sees it, and then all of them with games on the device.
            let welcome = |language: Language| Place {
                name: "welcome".to_string(),
                path: format!("/{}/", language.code()),
                sign: "main",
            };
            let mut all =
                Vec::from(Language::ALL.map(|language| (language, vec![welcome(language)])));
            for language in Language::ALL {
                all.push((language, Vec::new()));
            }
            for (language, mut places) in all {
                if places.is_empty() {
                    tab.keep(&kept).await?;
                    places = all_places(&tab, language).await?;
                }
                for place in places {
                    let name = format!("{}-{}-{colours}-{on}", place.name, language.code());
                    if is_wanted(only, &name) {
                        place.visit(&tab).await?;
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
