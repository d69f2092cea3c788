//! Actions at a local table: dragging, notation, hints, take-back, resigning, rematch, interrupting the computer.

use mohreh_games::Kind;
use mohreh_texts::{Language, Texts};

use crate::browser::{Device, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::spot;
use crate::records::Line;

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("drag_with_a_finger", |fixture| Box::pin(drag(fixture, true))),
        Test::new("drag_with_the_mouse", |fixture| Box::pin(drag(fixture, false))),
        Test::new("notation_box", |fixture| Box::pin(notation(fixture))),
        Test::new("hint_and_take_back", |fixture| Box::pin(hint_and_take_back(fixture))),
        Test::new("resign_and_rematch", |fixture| Box::pin(resign_and_rematch(fixture))),
        Test::new("interrupt_the_computer", |fixture| Box::pin(interrupt(fixture))),
    ]
}

/// Dragging to a legal target plays the step; dragging elsewhere plays nothing.
async fn drag(fixture: &Fixture, finger: bool) -> Result {
    let tab = fixture.open(if finger { Device::PHONE } else { Device::DESKTOP }).await?;
    let line = Line::start(Kind::Tzaar, "")?;
    tab.set_local_storage(&[line.storage_entry("drag", &[], 1)?]).await?;
    tab.go("/en/table/drag").await?;
    tab.wait_for_turn("").await?;
    let step = line.game.steps().into_iter().next().during("looking for a step")?;
    let path = line.game.touches(&step).during("looking how to play")?.path;
    let (from, to) = (spot(&path[0]), spot(&path[1]));
    let wrong = line.game.scene().spots.iter().map(|spot| spot.name).find(|name| {
        let touched = [path[0], *name];
        *name != path[0] && line.game.pick(&touched) == mohreh_games::show::Picked::Nothing
    });
    tab.drag(&from, &spot(&wrong.during("looking for a wrong place")?), finger).await?;
    let after = tab.table().await?;
    ensure!(after.record()?.steps().is_empty(), "dragged to a wrong place, it was played");
    let fingerprint = tab.fingerprint().await?;
    tab.drag(&from, &to, finger).await?;
    let after = tab.wait_for_turn(&fingerprint).await.during("after dragging")?;
    ensure!(
        after.record()?.steps() == [step.clone()],
        "dragging {step} played {:?}",
        after.record()?.steps()
    );
    ensure!(after.picked.is_empty(), "after dragging {:?} are picked", after.picked);
    Ok(())
}

/// Steps typed in notation; an illegal one is refused with the reason and stays in the field.
async fn notation(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.set_local_storage(&[Line::start(Kind::Zertz, "")?.storage_entry("box", &[], 1)?]).await?;
    tab.go("/fa/table/box").await?;
    let field = ".notate input[name=steps]";
    tab.click(field).await?;
    let fingerprint = tab.fingerprint().await?;
    tab.insert("Wd4 -a1 Bd5 -a2").await?;
    tab.key("Enter").await?;
    let after = tab.wait_for_turn(&fingerprint).await?;
    ensure!(
        after.record()?.steps() == ["Wd4", "-a1", "Bd5", "-a2"],
        "played were {:?}",
        after.record()?.steps()
    );
    tab.insert("Wd4").await?;
    tab.key("Enter").await?;
    let begin = Texts::new(Language::Persian).text("say-not-legal");
    let told =
        format!("trial.table().notices.some((said) => said.startsWith({}))", js_string(&begin));
    tab.wait("a wrong step is refused", &told).await?;
    let left = tab.eval(&format!("document.querySelector('{field}').value")).await?;
    ensure!(left == "Wd4", "what was written is now {left}");
    ensure!(tab.table().await?.record()?.steps().len() == 4, "a wrong step was kept");
    Ok(())
}

async fn hint_and_take_back(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let line = Line::start(Kind::Yinsh, "")?;
    tab.set_local_storage(&[line.storage_entry("back", &["person", "computer 1"], 1)?]).await?;
    tab.go("/en/table/back").await?;
    let mut table = tab.wait_for_turn("").await?;
    tab.tap(".action.hint").await?;
    tab.wait("there is a hint", "!!document.querySelector('.hinted .notation')").await?;
    let hint = tab.text(".hinted .notation").await?;
    ensure!(line.game.steps().contains(&hint), "the hint {hint} is not legal");
    let ghost = tab.eval("document.querySelector('.board .ghost [data-at]')?.dataset.at").await?;
    ensure!(ghost == hint, "the ghost of {hint} stands on {ghost}");
    let words = tab.table().await?.prompt;
    ensure!(words.contains("ring on "), "the hint is not in words: «{words}»");
    // A turn of the person and the computer's reply; the take-back undoes both.
    while table.record()?.turns().len() < 2 {
        table = tab.tap_spot(&table.lit[0]).await?;
    }
    let fingerprint = tab.fingerprint().await?;
    tab.tap(".action.back").await?;
    let after = tab.wait_for_turn(&fingerprint).await.during("after taking back")?;
    ensure!(
        after.record()?.steps().is_empty(),
        "taken back, there still are {:?}",
        after.record()?.steps()
    );
    Ok(())
}

async fn resign_and_rematch(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let line = Line::start(Kind::Rotas, "seats=3 board=six-b")?;
    tab.set_local_storage(&[line.storage_entry(
        "end",
        &["person", "computer 1", "computer 2"],
        1,
    )?])
    .await?;
    tab.go("/fa/table/end").await?;
    tab.wait_for_turn("").await?;
    // The first tap asks for confirmation.
    tab.tap(".action.resign").await?;
    tab.wait("it asks again", "!!document.querySelector('.action.resign.sure')").await?;
    ensure!(!tab.table().await?.over, "one tap was enough to resign");
    let fingerprint = tab.fingerprint().await?;
    tab.tap(".action.resign").await?;
    let table = tab.wait_for_turn(&fingerprint).await?;
    ensure!(table.over, "the game goes on after it was given up");
    let record = table.record()?;
    ensure!(
        record.header("result") == Some("3 1 1"),
        "the result is {:?}",
        record.header("result")
    );
    tab.tap(".actions.end button").await?;
    tab.wait("there is another table", "location.pathname !== '/fa/table/end'").await?;
    let again = tab.wait_for_turn("").await?.record()?;
    ensure!(again.setup() == record.setup(), "the rematch is played as «{}»", again.setup());
    let players = ["player 1", "player 2", "player 3"]
        .map(|key| again.header(key).unwrap_or_default().to_string());
    ensure!(players == ["computer 2", "person", "computer 1"], "at the rematch sit {players:?}");
    Ok(())
}

/// A search at level 8 is interrupted, pauses, and resumes on request.
async fn interrupt(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let line = Line::start(Kind::Zertz, "rings=61")?;
    tab.set_local_storage(&[line.storage_entry("stop", &["computer 8", "person"], 1)?]).await?;
    tab.go("/en/table/stop").await?;
    let stop = Texts::new(Language::English).text("say-interrupt");
    let asks = format!(
        "document.querySelector('.action.stop')?.textContent.includes({})",
        js_string(&stop)
    );
    // Clicked from JavaScript as soon as the button exists, because the search may end before a real tap.
    let press = format!(
        "(() => {{ const thinks = {asks}; \
         if (thinks) document.querySelector('.action.stop').click(); return thinks; }})()"
    );
    tab.wait("the computer thinks and is stopped", &press).await?;
    let go_on = Texts::new(Language::English).text("say-go-on");
    let waits = format!(
        "document.querySelector('.action.go-on')?.textContent.includes({})",
        js_string(&go_on)
    );
    tab.wait("the computer waits", &waits).await?;
    ensure!(tab.table().await?.record()?.steps().is_empty(), "stopped, it has played");
    tab.tap(".action.go-on").await?;
    let table = tab.wait_for_turn("").await?;
    ensure!(!table.record()?.steps().is_empty(), "told to go on, it has not played");
    Ok(())
}
