//! What else can be done at a table: dragging, notation, hints, taking back, giving up, playing again.

use mohreh_games::Kind;
use mohreh_texts::{Language, Texts};

use crate::browser::{Screen, quoted};
use crate::failure::{Result, While, ensure};
use crate::hands::spot;
use crate::records::Line;
use crate::stage::{Stage, Test};

pub fn tests() -> Vec<Test> {
    vec![
        Test::new("drag_with_a_finger", |stage| Box::pin(drag(stage, true))),
        Test::new("drag_with_the_mouse", |stage| Box::pin(drag(stage, false))),
        Test::new("notation_box", |stage| Box::pin(notation(stage))),
        Test::new("hint_and_take_back", |stage| Box::pin(hint_and_take_back(stage))),
        Test::new("resign_and_rematch", |stage| Box::pin(resign_and_rematch(stage))),
        Test::new("interrupt_the_computer", |stage| Box::pin(interrupt(stage))),
    ]
}

/// A piece is dragged to where it can go; dragged elsewhere, it is put back.
async fn drag(stage: &Stage, finger: bool) -> Result {
    let tab = stage.open(if finger { Screen::PHONE } else { Screen::DESK }).await?;
    let line = Line::start(Kind::Tzaar, "")?;
    tab.keep(&[line.kept("drag", &[], 1)?]).await?;
    tab.go("/en/table/drag").await?;
    tab.next("").await?;
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
    let mark = tab.mark().await?;
    tab.drag(&from, &to, finger).await?;
    let after = tab.next(&mark).await.during("after dragging")?;
    ensure!(
        after.record()?.steps() == [step.clone()],
        "dragging {step} played {:?}",
        after.record()?.steps()
    );
    ensure!(after.picked.is_empty(), "after dragging {:?} are picked", after.picked);
    Ok(())
}

/// Steps as they are written; a wrong one is refused with its reason, and stays to be mended.
async fn notation(stage: &Stage) -> Result {
    let tab = stage.open(Screen::DESK).await?;
    tab.keep(&[Line::start(Kind::Zertz, "")?.kept("box", &[], 1)?]).await?;
    tab.go("/fa/table/box").await?;
    let field = ".notate input[name=steps]";
    tab.click(field).await?;
    let mark = tab.mark().await?;
    tab.insert("Wd4 -a1 Bd5 -a2").await?;
    tab.key("Enter").await?;
    let after = tab.next(&mark).await?;
    ensure!(
        after.record()?.steps() == ["Wd4", "-a1", "Bd5", "-a2"],
        "played were {:?}",
        after.record()?.steps()
    );
    tab.insert("Wd4").await?;
    tab.key("Enter").await?;
    let begin = Texts::new(Language::Persian).text("say-not-legal");
    let told = format!("trial.table().notices.some((said) => said.startsWith({}))", quoted(&begin));
    tab.wait("a wrong step is refused", &told).await?;
    let left = tab.eval(&format!("document.querySelector('{field}').value")).await?;
    ensure!(left == "Wd4", "what was written is now {left}");
    ensure!(tab.table().await?.record()?.steps().len() == 4, "a wrong step was kept");
    Ok(())
}

async fn hint_and_take_back(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    let line = Line::start(Kind::Yinsh, "")?;
    tab.keep(&[line.kept("back", &["person", "computer 1"], 1)?]).await?;
    tab.go("/en/table/back").await?;
    let mut table = tab.next("").await?;
    tab.tap(".action.hint").await?;
    tab.wait("there is a hint", "!!document.querySelector('.hinted .notation')").await?;
    let hint = tab.text(".hinted .notation").await?;
    ensure!(line.game.steps().contains(&hint), "the hint {hint} is not legal");
    // One's own turn and the answer to it, and both are taken back.
    while table.record()?.turns() < 2 {
        table = tab.tap_spot(&table.lit[0]).await?;
    }
    let mark = tab.mark().await?;
    tab.tap(".action.back").await?;
    let after = tab.next(&mark).await.during("after taking back")?;
    ensure!(
        after.record()?.steps().is_empty(),
        "taken back, there still are {:?}",
        after.record()?.steps()
    );
    Ok(())
}

async fn resign_and_rematch(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    let line = Line::start(Kind::Rotas, "seats=3 board=six-b")?;
    tab.keep(&[line.kept("end", &["person", "computer 1", "computer 2"], 1)?]).await?;
    tab.go("/fa/table/end").await?;
    tab.next("").await?;
    // Once is asked again, twice is meant.
    tab.tap(".action.resign").await?;
    tab.wait("it asks again", "!!document.querySelector('.action.resign.sure')").await?;
    ensure!(!tab.table().await?.over, "one tap was enough to resign");
    let mark = tab.mark().await?;
    tab.tap(".action.resign").await?;
    let table = tab.next(&mark).await?;
    ensure!(table.over, "the game goes on after it was given up");
    let record = table.record()?;
    ensure!(
        record.header("result") == Some("3 1 1"),
        "the result is {:?}",
        record.header("result")
    );
    tab.tap(".actions.end button").await?;
    tab.wait("there is another table", "location.pathname !== '/fa/table/end'").await?;
    let again = tab.next("").await?.record()?;
    ensure!(again.setup() == record.setup(), "the rematch is played as «{}»", again.setup());
    let players = ["player 1", "player 2", "player 3"]
        .map(|key| again.header(key).unwrap_or_default().to_string());
    ensure!(players == ["computer 2", "person", "computer 1"], "at the rematch sit {players:?}");
    Ok(())
}

/// The strongest computer is stopped in its thoughts, waits, and goes on when it is told to.
async fn interrupt(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    let line = Line::start(Kind::Zertz, "rings=61")?;
    tab.keep(&[line.kept("stop", &["computer 8", "person"], 1)?]).await?;
    tab.go("/en/table/stop").await?;
    let stop = Texts::new(Language::English).text("say-interrupt");
    let asks = format!(
        "document.querySelector('.thinking button')?.textContent.includes({})",
        quoted(&stop)
    );
    // Pressed from within as soon as it is there, because the computer may be done with its thoughts before
    // a finger comes down.
    let press = format!(
        "(() => {{ const thinks = {asks}; \
         if (thinks) document.querySelector('.thinking button').click(); return thinks; }})()"
    );
    tab.wait("the computer thinks and is stopped", &press).await?;
    let go_on = Texts::new(Language::English).text("say-go-on");
    let waits = format!(
        "document.querySelector('.thinking button')?.textContent.includes({})",
        quoted(&go_on)
    );
    tab.wait("the computer waits", &waits).await?;
    ensure!(tab.table().await?.record()?.steps().is_empty(), "stopped, it has played");
    tab.tap(".thinking button").await?;
    let table = tab.next("").await?;
    ensure!(!table.record()?.steps().is_empty(), "told to go on, it has not played");
    Ok(())
}
