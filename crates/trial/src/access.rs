//! What those hear who do not see: the browser's own tree of names and roles.

use mohreh_games::show::Ground;
use mohreh_games::{Kind, Record};
use mohreh_texts::Language;
use serde_json::{Value, json};

use crate::browser::{Screen, Tab};
use crate::failure::{Result, While, ensure};
use crate::pages::{all_places, middle_id, store};
use crate::records::key;
use crate::stage::{Stage, Test};

pub fn tests() -> Vec<Test> {
    let spots = |language: Language| {
        Test::new(format!("names_of_spots_{}", language.code()), move |stage| {
            Box::pin(spots(stage, language))
        })
    };
    let buttons = |language: Language| {
        Test::new(format!("names_of_buttons_{}", language.code()), move |stage| {
            Box::pin(buttons(stage, language))
        })
    };
    Language::ALL.into_iter().map(spots).chain(Language::ALL.into_iter().map(buttons)).collect()
}

/// Role and name of everything that is not hidden from a screen reader.
async fn tree(tab: &Tab) -> Result<Vec<(String, String)>> {
    let tree = tab.command("Accessibility.getFullAXTree", json!({})).await?;
    let nodes = tree["nodes"].as_array().during("reading the accessibility tree")?;
    let shown = nodes.iter().filter(|node| node["ignored"] != true);
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_string();
    Ok(shown.map(|node| (text(&node["role"]), text(&node["name"]))).collect())
}

async fn spots(stage: &Stage, language: Language) -> Result {
    let tab = stage.open(Screen::DESK).await?;
    let kept = store()?;
    tab.keep(&kept).await?;
    for &kind in Kind::ALL {
        let id = middle_id(kind);
        let text = kept.iter().find(|(name, _)| *name == key(&id)).map(|(_, text)| text);
        let records = Record::read(text.during("looking for a game")?).during("reading a game")?;
        let game = records[0].at(usize::MAX).during("playing a game")?;
        tab.go(&format!("/{}/table/{id}", language.code())).await?;
        let tree = tree(&tab).await?;
        let scene = game.scene();
        for spot in scene.spots.iter().filter(|spot| spot.ground != Ground::Gap) {
            // The name, and then what stands there: `a1` is no name for `a10`.
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

async fn buttons(stage: &Stage, language: Language) -> Result {
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
    let tab = stage.open(Screen::DESK).await?;
    tab.allow("404");
    tab.keep(&store()?).await?;
    let mut nameless = Vec::new();
    for place in all_places(&tab, language).await? {
        place.visit(&tab).await?;
        let tree = tree(&tab).await?;
        let pressed = tree.iter().filter(|(role, _)| PRESSED.contains(&role.as_str()));
        let all = pressed.clone().count();
        ensure!(all > 0, "{} has nothing to press", place.name);
        let without = pressed.filter(|(_, name)| name.trim().is_empty());
        nameless.extend(without.map(|(role, _)| format!("{role} on {}", place.name)));
        let titles = tree.iter().filter(|(role, _)| role == "heading").count();
        ensure!(titles > 0 || place.name.starts_with("table"), "{} has no heading", place.name);
    }
    ensure!(nameless.is_empty(), "without a name: {}", nameless.join(", "));
    Ok(())
}
