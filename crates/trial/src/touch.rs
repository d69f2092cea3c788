//! Whole games by touch on a phone, from the home page to the end, against level 1.

use mohreh_games::{Kind, Status};
use mohreh_texts::{Language, Texts};

use crate::browser::Device;
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::records::Chance;

/// Taps after which a game counts as endless.
const MAX_TAPS: usize = 3000;

pub(crate) fn tests() -> Vec<Test> {
    let test = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("touch_{kind}_to_the_end"), move |fixture| {
            Box::pin(to_the_end(fixture, kind))
        })
    };
    Kind::ALL.iter().map(test).collect()
}

async fn to_the_end(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    // The stored draft of the form selects level 1.
    tab.set_local_storage(&[(format!("mohreh/draft/{kind}"), "level=1\n".to_string())]).await?;
    tab.go("/en/").await?;
    tab.tap(&format!("a[data-way=computer][href*=\"/{kind}?\"]")).await?;
    tab.tap("form button[type=submit]").await?;
    let mut table = tab.wait_for_turn("").await?;
    let mut chance = Chance::new(kind as u64 + 1);
    let mut taps = 0;
    while !table.over {
        ensure!(table.notices.is_empty(), "after {taps} taps the page says {:?}", table.notices);
        ensure!(taps < MAX_TAPS, "the game does not end");
        let name = chance.choose(&table.lit).during("looking for something lit")?.clone();
        table = tab.tap_spot(&name).await?;
        taps += 1;
    }
    let record = table.record()?;
    let game = table.game()?;
    let Status::Over(outcome) = game.status() else {
        ensure!(false, "the page says that the game is over, but the stored one goes on");
        return Ok(());
    };
    ensure!(
        record.header("result") == Some(outcome.to_string().as_str()),
        "the stored result is {:?}, not {outcome}",
        record.header("result")
    );
    let sentence = Texts::new(Language::English).say(&game.prompt());
    ensure!(table.prompt == sentence, "the page says «{}», not «{sentence}»", table.prompt);
    let won = tab.eval("document.querySelectorAll('.seat.won').length").await?;
    let winners = outcome.places().iter().filter(|place| **place == 1).count();
    ensure!(won == winners, "{won} seats are marked as winners, not {winners}");
    fixture.report(format!("{} turns, {taps} taps, result {outcome}", record.turns().len()));
    Ok(())
}
