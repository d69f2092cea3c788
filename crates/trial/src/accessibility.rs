//! Accessibility: names and roles in the browser's accessibility tree.

use mohreh_games::show::Ground;
use mohreh_games::{Kind, Record};
use mohreh_texts::Language;
use serde_json::{Value, json};

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::pages::{all_pages, middle_id, sample_games};
use crate::records::storage_key;

pub(crate) fn tests() -> Vec<Test> {
    let spots = |language: Language| {
        Test::new(format!("names_of_spots_{}", language.code()), move |fixture| {
            Box::pin(spots(fixture, language))
        })
    };
    let buttons = |language: Language| {
        Test::new(format!("names_of_buttons_{}", language.code()), move |fixture| {
            Box::pin(buttons(fixture, language))
        })
    };
    Language::ALL.into_iter().map(spots).chain(Language::ALL.into_iter().map(buttons)).collect()
}

/// (role, name) of every node of the accessibility tree that is not ignored.
async fn tree(tab: &Tab) -> Result<Vec<(String, String)>> {
    let tree = tab.command("Accessibility.getFullAXTree", json!({})).await?;
    let nodes = tree["nodes"].as_array().during("reading the accessibility tree")?;
    let shown = nodes.iter().filter(|node| node["ignored"] != true);
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_string();
    Ok(shown.map(|node| (text(&node["role"]), text(&node["name"]))).collect())
}

async fn spots(fixture: &Fixture, language: Language) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let kept = sample_games()?;
    tab.set_local_storage(&kept).await?;
    for &kind in Kind::ALL {
        let id = middle_id(kind);
        let text = kept.iter().find(|(name, _)| *name == storage_key(&id)).map(|(_, text)| text);
        let records = Record::read(text.during("looking for a game")?).during("reading a game")?;
        let game = records[0].game();
        tab.go(&format!("/{}/table/{id}", language.code())).await?;
        let tree = tree(&tab).await?;
        let scene = game.scene();
        for spot in scene.spots.iter().filter(|spot| spot.ground != Ground::Gap) {
            // The accessible name is the spot's name, a delimiter and its contents; `a1` must not match `a10`.
            let begins = |name: &str| {
                let rest =
                    name.trim_start_matches(['\u{2066}', '\u{2068}']).strip_prefix(&*spot.name);
                rest.is_some_and(|rest| rest.chars().next().is_some_and(|c| !c.is_alphanumeric()))
            };
            let named = tree.iter().filter(|(role, name)| role == "button" && begins(name)).count();
            ensure!(
                named == 1,
                "{kind}: {named} buttons have a name that begins with {}",
                spot.name
            );
        }
    }
    Ok(())
}

async fn buttons(fixture: &Fixture, language: Language) -> Result {
    const PRESSED: [&str; 9] = [
        "button",
        "link",
        "radio",
        "checkbox",
        "switch",
        "textbox",
        "combobox",
        "slider",
        "ToggleButton",
    ];
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.allow_error("404");
    tab.set_local_storage(&sample_games()?).await?;
    let mut nameless = Vec::new();
    for page in all_pages(&tab, language).await? {
        page.visit(&tab).await?;
        let tree = tree(&tab).await?;
        let pressed = tree.iter().filter(|(role, _)| PRESSED.contains(&role.as_str()));
        let all = pressed.clone().count();
        ensure!(all > 0, "{} has nothing to press", page.name);
        let without = pressed.filter(|(_, name)| name.trim().is_empty());
        nameless.extend(without.map(|(role, _)| format!("{role} on {}", page.name)));
        let titles = tree.iter().filter(|(role, _)| role == "heading").count();
        ensure!(titles > 0 || page.name.starts_with("table"), "{} has no heading", page.name);
    }
    ensure!(nameless.is_empty(), "without a name: {}", nameless.join(", "));
    Ok(())
}
