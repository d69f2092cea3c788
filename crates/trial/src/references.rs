//! Reference pictures: screens that people have looked at, scaled down, in `crates/trial/references`. A page that looks
//! different fails the test; `cargo xtask pictures` takes them anew.

use std::path::PathBuf;

use mohreh_texts::Language;
use serde_json::json;

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::is_wanted;
use crate::pages::{TestPage, pages, sample_games};
use crate::pictures::{self, Easel, bytes_of, data_url, encode};

/// Pages that look the same at any time.
const PAGES: [&str; 8] = [
    "table-zertz",
    "table-tzaar",
    "table-yinsh",
    "table-rotas",
    "new-yinsh",
    "replay",
    "rules-zertz",
    "settings",
];
/// How many of them are kept in dark and in high contrast.
const OTHER_THEMES: usize = 5;
/// Highest difference of the mean colour of a block, of 255.
const MAX_DIFFERENCE: f64 = 10.0;

/// A screen, a theme and a language.
#[derive(Clone, Copy)]
struct Look {
    language: Language,
    screen: &'static str,
    device: Device,
    /// Size of the reference.
    scale: f64,
    colours: &'static str,
}

impl Look {
    fn all() -> Vec<Look> {
        let phone = ("phone", Device::PHONE, 0.5);
        let desk = ("desk", Device { width: 1440, height: 900, ..Device::DESKTOP }, 0.35);
        let (fa, en) = (Language::Persian, Language::English);
        let every = [(fa, phone), (fa, desk), (en, phone), (en, desk)];
        let themes: [(&str, &[_]); 3] = [
            ("light", &every),
            ("dark", &[every[0], every[3]]),
            ("contrast", &[every[0], every[3]]),
        ];
        let look = |colours, &(language, (screen, device, scale)): &(_, (_, _, _))| Look {
            language,
            screen,
            device: Device { dark: colours == "dark", ..device },
            scale,
            colours,
        };
        themes
            .into_iter()
            .flat_map(|(colours, on)| on.iter().map(move |on| look(colours, on)))
            .collect()
    }

    fn name(self) -> String {
        format!("{}-{}-{}", self.language.code(), self.colours, self.screen)
    }

    /// Pages with the names of their pictures.
    fn pages(self) -> Vec<(String, TestPage)> {
        let count = if self.colours == "light" { PAGES.len() } else { OTHER_THEMES };
        let all = pages(self.language);
        let kept = PAGES[..count].iter();
        let found = kept.filter_map(|name| all.iter().find(|page| page.name == **name).cloned());
        let welcome = TestPage {
            name: "welcome".to_string(),
            path: format!("/{}/", self.language.code()),
            ready_selector: "main",
        };
        let pages = std::iter::once(welcome).chain(found);
        pages.map(|page| (format!("{}-{}", page.name, self.name()), page)).collect()
    }

    /// Opens the pages one after the other; returns their pictures.
    async fn shoot(self, fixture: &Fixture, only: &[String]) -> Result<Vec<(String, String)>> {
        let tab = fixture.open(self.device).await?;
        let theme = ("mohreh/settings".to_string(), format!("theme={}\n", self.colours));
        let mut games = sample_games()?;
        let mut shots = Vec::new();
        for (name, page) in self.pages() {
            if !is_wanted(only, &name) {
                continue;
            }
            // A visitor who has just come has no games.
            let mut entries = vec![theme.clone()];
            if page.name != "welcome" {
                entries.append(&mut games);
            }
            tab.set_local_storage(&entries).await?;
            page.visit(&tab).await?;
            shots.push((name, still(&tab).await?));
        }
        Ok(shots)
    }
}

/// A picture of what is seen, without carets and transitions.
async fn still(tab: &Tab) -> Result<String> {
    tab.eval("document.fonts.ready.then(() => document.activeElement?.blur())").await?;
    tab.wait_painted().await?;
    tab.screenshot().await
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("references")
}

pub(crate) fn tests() -> Vec<Test> {
    let test = |look: Look| {
        Test::new(format!("picture_{}", look.name().replace('-', "_")), move |fixture| {
            Box::pin(compare(fixture, look))
        })
    };
    Look::all().into_iter().map(test).collect()
}

async fn compare(fixture: &Fixture, look: Look) -> Result {
    let shots = look.shoot(fixture, &[]).await?;
    let easel = Easel::new(fixture).await?;
    let (mut wrong, mut worst) = (Vec::new(), 0.0f64);
    for (name, shot) in shots {
        let file = folder().join(format!("{name}.webp"));
        let Ok(reference) = std::fs::read(&file) else {
            wrong.push(format!("{name} has no reference"));
            continue;
        };
        let reference = data_url("webp", &encode(&reference));
        let args = json!([data_url("png", &shot), reference, look.scale, MAX_DIFFERENCE]);
        let result = easel.call("compare", &args).await?;
        if let Some(size) = result["wrong"].as_str() {
            wrong.push(format!("{name} has another size, {size}"));
            continue;
        }
        worst = worst.max(result["worst"].as_f64().during("comparing pictures")?);
        if result["count"] != 0 {
            let shown = result["shown"].as_str().during("comparing pictures")?;
            pictures::write_bytes(fixture.pictures(), &format!("{name}.png"), &bytes_of(shown)?)?;
            wrong.push(format!("{name} differs in {} blocks", result["count"]));
        }
    }
    fixture.report(format!("blocks differ by at most {worst:.1} of 255"));
    ensure!(
        wrong.is_empty(),
        "{}; expected, actual and difference are in {}; `cargo xtask pictures` takes them anew",
        wrong.join(", "),
        fixture.pictures().display()
    );
    Ok(())
}

/// Takes the selected references anew, and removes those that no test uses; returns the number of pictures.
pub(crate) async fn renew(fixture: &Fixture, only: &[String]) -> Result<usize> {
    let folder = folder();
    std::fs::create_dir_all(&folder).during(format!("making {}", folder.display()))?;
    let easel = Easel::new(fixture).await?;
    let mut kept = Vec::new();
    let mut taken = 0;
    for look in Look::all() {
        kept.extend(look.pages().into_iter().map(|(name, _)| format!("{name}.webp")));
        for (name, shot) in look.shoot(fixture, only).await? {
            let small = easel.shrink(&shot, look.scale).await?;
            pictures::write_bytes(&folder, &format!("{name}.webp"), &small)?;
            taken += 1;
        }
    }
    let entries = std::fs::read_dir(&folder).during(format!("reading {}", folder.display()))?;
    for entry in entries.flatten() {
        if !kept.iter().any(|name| entry.file_name().to_string_lossy() == **name) {
            std::fs::remove_file(entry.path()).during("removing an old reference")?;
        }
    }
    Ok(taken)
}
