//! Pictures of every page, to be looked at: both languages, light and dark, phone and desk.

use std::path::Path;

use chromiumoxide::page::ScreenshotParams;
use mohreh_texts::Language;

use crate::browser::Screen;
use crate::failure::{Result, While};
use crate::pages::{places, store};
use crate::stage::Stage;

/// Writes `PAGE-LANGUAGE-COLOURS-SCREEN.png` for those whose name contains `only`, and counts them.
pub async fn take(stage: &Stage, folder: &Path, only: &str) -> Result<usize> {
    std::fs::create_dir_all(folder).during(format!("making {}", folder.display()))?;
    let kept = store()?;
    let mut taken = 0;
    for (screen, on) in [(Screen { scale: 2.0, ..Screen::PHONE }, "phone"), (Screen::DESK, "desk")]
    {
        for (dark, colours) in [(false, "light"), (true, "dark")] {
            let tab = stage.open(Screen { dark, ..screen }).await?;
            tab.allow("404");
            tab.keep(&kept).await?;
            for language in Language::ALL {
                for place in places(language) {
                    let name = format!("{}-{}-{colours}-{on}", place.name, language.code());
                    if !name.contains(only) {
                        continue;
                    }
                    tab.go(&place.path).await?;
                    tab.eval("document.fonts.ready.then(() => 0)").await?;
                    let shot = tab.page.screenshot(ScreenshotParams::default()).await;
                    let bytes = shot.during(format!("taking a picture of {name}"))?;
                    let file = folder.join(format!("{name}.png"));
                    std::fs::write(&file, bytes).during(format!("writing {}", file.display()))?;
                    taken += 1;
                }
            }
        }
    }
    Ok(taken)
}
