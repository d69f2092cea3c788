//! What a table says: prompts that follow the selection, refused touches, endings.

use mohreh_games::show::{Name, Picked};
use mohreh_games::{Kind, Status};
use mohreh_texts::{Language, Texts};

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::spot;
use crate::records::{Line, find_position, middle_of, whole_game};

pub(crate) fn tests() -> Vec<Test> {
    let test = |kind: &Kind| {
        let kind = *kind;
        [
            Test::new(format!("talk_{kind}_follows_and_refuses"), move |fixture| {
                Box::pin(follows_and_refuses(fixture, kind))
            }),
            Test::new(format!("talk_{kind}_ending"), move |fixture| {
                Box::pin(ending(fixture, kind))
            }),
        ]
    };
    let forced = Test::new("talk_zertz_forced_capture", |fixture| Box::pin(forced(fixture)));
    Kind::ALL.iter().flat_map(test).chain([forced]).collect()
}

/// Touches that lead nowhere are answered in the prompt line and announced, and change nothing. After a selection, the
/// prompt asks for what is still missing.
async fn follows_and_refuses(fixture: &Fixture, kind: Kind) -> Result {
    let language = Language::Persian;
    let texts = Texts::new(language);
    let line = middle_of(&whole_game(kind, 5)?)?;
    let tab = fixture.open(Device::PHONE).await?;
    tab.set_local_storage(&[line.storage_entry("talk", &[], 5)?]).await?;
    tab.go(&format!("/{}/table/talk", language.code())).await?;
    let table = tab.wait_for_turn("").await?;
    let scene = line.game.scene();
    // A ring that was removed is no longer on the page.
    let mut refused = None;
    for name in scene.names().filter(|name| line.game.pick(&[*name]) == Picked::Nothing) {
        let there = format!("document.querySelector({:?}) !== null", spot(&name));
        if refused.is_none() && tab.eval(&there).await? == true {
            refused = Some(name);
        }
    }
    let refused = refused.during("looking for something that cannot be touched")?;
    refuse(&tab, &line, &[], refused, &texts).await?;
    ensure!(tab.table().await?.stored == table.stored, "a refused touch was played");
    let pick = table
        .lit
        .iter()
        .filter_map(|name| Name::new(name))
        .find(|name| matches!(line.game.pick(&[*name]), Picked::More(_)));
    if let Some(pick) = pick {
        let after = tab.tap_spot(&pick).await?;
        let asked = texts.say(&line.game.prompt_after(&[pick]));
        ensure!(after.prompt == asked, "after {pick} it says «{}», not «{asked}»", after.prompt);
        // A touch that is refused now keeps the selection, and with it the lights.
        if line.game.pick(&[pick, refused]) == Picked::Nothing {
            refuse(&tab, &line, &[pick], refused, &texts).await?;
            let kept = tab.table().await?;
            ensure!(kept.picked == after.picked && kept.lit == after.lit, "{pick} was dropped");
        }
    }
    Ok(())
}

/// Touches something that is not possible, and checks that the reason is shown and announced.
async fn refuse(tab: &Tab, line: &Line, picked: &[Name], name: Name, texts: &Texts) -> Result {
    tab.tap(&spot(&name)).await?;
    let refusal = line.game.refusal(picked, name).during("asking why")?;
    let why = texts.say(&refusal.said);
    let said = "document.querySelector('.table [role=status].unseen').textContent";
    tab.wait("the reason is announced", &format!("{said} !== ''")).await?;
    let (said, table) = (tab.eval(said).await?, tab.table().await?);
    // The sentence is followed by a link to the rule.
    let (rules, code) = (refusal.rules, texts.language().code());
    let rule = rules.split(' ').next().unwrap_or_default();
    let shown = format!("{why} {rule}");
    ensure!(table.prompt == shown, "touching {name} it says «{}», not «{shown}»", table.prompt);
    let link = tab.eval("document.querySelector('.prompt .rule').getAttribute('href')").await?;
    let expected = format!("/{code}/rules/{}/#{rule}", line.game.kind());
    ensure!(link == expected.as_str(), "the rule is at {link}, not {expected}");
    // What it names is marked on the board, and what can be touched later; listeners hear of it.
    let is_spot = |name: &Name| line.game.scene().spots.iter().any(|spot| spot.name == *name);
    let later = is_spot(&name) && line.game.scene().hints && line.game.touchable_later(name);
    let heard = match later {
        true => format!("{why} {}", texts.text("say-later-in-turn")),
        false => why,
    };
    ensure!(said.as_str().map(str::trim) == Some(&heard), "announced is {said}, not «{heard}»");
    let kinds = [
        ("due", refusal.instead(), "say-comes-first"),
        ("cause", Vec::from_iter(refusal.cause()), "say-in-the-way"),
        ("later", Vec::from_iter(later.then_some(name)), "say-later"),
    ];
    for (class, names, word) in kinds {
        let count = format!("document.querySelectorAll('.board .lights .{class}').length");
        let count = tab.eval(&count).await?;
        ensure!(count == names.len() as u64, "{count} spots are marked as {class}, not {names:?}");
        for spot in names {
            let label = format!(
                "document.querySelector('.board [data-spot=\"{spot}\"]').getAttribute('aria-label')"
            );
            let label = tab.eval(&label).await?;
            let is_said = label.as_str().is_some_and(|label| label.ends_with(&texts.text(word)));
            ensure!(is_said, "{spot} is called {label}");
        }
    }
    Ok(())
}

/// Z8: the supply cannot be touched while a capture is possible, and the page says why.
async fn forced(fixture: &Fixture) -> Result {
    let line = find_position(Kind::Zertz, "", 1000, |line| {
        Ok((line.game.prompt().key == "zertz-must-capture").then(|| line.clone()))
    })?;
    let tab = fixture.open(Device::PHONE).await?;
    tab.set_local_storage(&[line.storage_entry("forced", &[], 1)?]).await?;
    tab.go("/en/table/forced").await?;
    tab.wait_for_turn("").await?;
    let supply = Name::new("supply-w").during("naming the supply")?;
    refuse(&tab, &line, &[], supply, &Texts::new(Language::English)).await
}

/// At the end of a game that somebody has won, what decided it is marked, and there is something to do.
async fn ending(fixture: &Fixture, kind: Kind) -> Result {
    let mut line = None;
    for seed in 1..20 {
        let whole = whole_game(kind, seed)?;
        if let Status::Over(outcome) = whole.game.status()
            && outcome.winner().is_some()
        {
            line = Some(whole);
            break;
        }
    }
    let line = line.during("looking for a game that is won")?;
    let Status::Over(outcome) = line.game.status() else { return Ok(()) };
    let winner = outcome.winner().during("looking for the winner")?;
    for (me, joy) in [(winner.index(), true), (1 - winner.index(), false)] {
        let players: Vec<&str> =
            (0..2).map(|seat| if seat == me { "person" } else { "computer 1" }).collect();
        let tab = fixture.open(Device::PHONE).await?;
        tab.set_local_storage(&[line.storage_entry("end", &players, 1)?]).await?;
        tab.go("/fa/table/end").await?;
        let table = tab.wait_for_turn("").await?;
        let begin = if joy { "شما" } else { "باختید" };
        ensure!(table.over && table.prompt.contains(begin), "it says «{}»", table.prompt);
        let shown = tab.eval("!!document.querySelector('.prompt.joy')").await?;
        ensure!(shown == joy, "joy is {shown} for the {}", if joy { "winner" } else { "loser" });
        let marks = "document.querySelectorAll('.slot.decided').length \
                     + document.querySelectorAll('.board .ground [stroke=\"var(--m-mark)\"]').length";
        let marks = tab.eval(marks).await?;
        ensure!(marks.as_u64() > Some(0), "nothing is marked that decided the game");
        let ways = tab.eval("document.querySelectorAll('.actions.end > *').length").await?;
        ensure!(ways == 4, "there are {ways} things to do at the end");
    }
    Ok(())
}
