//! Whole games from the home page to the end, against level 1: by touch on a phone, by mouse on a desk.

use mohreh_games::{Kind, Outcome, Record, Seat, Status};
use mohreh_texts::{Addressee, Language, Texts, Who};

use crate::browser::Device;
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::spot;
use crate::records::Chance;

/// Taps after which a game counts as endless.
const MAX_TAPS: usize = 3000;
/// Sum of layout shifts over a whole game; 0.1 is what a page may have while it loads.
const MAX_SHIFT: f64 = 0.1;

pub(crate) fn tests() -> Vec<Test> {
    let test = |kind: &Kind, name: &str, device: Device, language: Language| {
        let kind = *kind;
        Test::new(format!("{name}_{kind}_to_the_end"), move |fixture| {
            Box::pin(to_the_end(fixture, kind, device, language))
        })
    };
    let phone = Kind::ALL.iter().map(|kind| test(kind, "touch", Device::PHONE, Language::English));
    let desk = Kind::ALL.iter().map(|kind| test(kind, "mouse", Device::DESKTOP, Language::Persian));
    phone.chain(desk).collect()
}

async fn to_the_end(fixture: &Fixture, kind: Kind, device: Device, language: Language) -> Result {
    let tab = fixture.open(device).await?;
    // The stored draft of the form selects level 1.
    tab.set_local_storage(&[(format!("mohreh/draft/{kind}"), "level=1\n".to_string())]).await?;
    tab.go(&format!("/{}/", language.code())).await?;
    tab.tap(&format!("a[data-way=computer][href*=\"/{kind}?\"]")).await?;
    tab.tap("form button[type=submit]").await?;
    let mut table = tab.wait_for_turn("").await?;
    tab.eval("trial.watchShifts()").await?;
    let mut chance = Chance::new(kind as u64 + 1);
    let mut taps = 0;
    while !table.over {
        ensure!(table.notices.is_empty(), "after {taps} taps the page says {:?}", table.notices);
        ensure!(taps < MAX_TAPS, "the game does not end");
        let name = chance.choose(&table.lit).during("looking for something lit")?.clone();
        let fingerprint = tab.fingerprint().await?;
        if device.touch {
            tab.tap(&spot(&name)).await?;
        } else {
            tab.click(&spot(&name)).await?;
        }
        table = tab.wait_for_turn(&fingerprint).await.during(format!("after touching {name}"))?;
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
    let sentence = told_to_the_person(&Texts::new(language), &record, &outcome);
    ensure!(table.prompt == sentence, "the page says «{}», not «{sentence}»", table.prompt);
    let won = tab.eval("document.querySelectorAll('.seat.won').length").await?;
    let winners = outcome.places().iter().filter(|place| **place == 1).count();
    ensure!(won == winners, "{won} seats are marked as winners, not {winners}");
    fixture.report(format!("{} turns, {taps} taps, result {outcome}", record.turns().len()));
    let shifts = tab.eval("trial.shifts").await?;
    let sum = shifts["sum"].as_f64().during("reading the layout shifts")?;
    fixture.report(format!("layout shift {sum:.3}"));
    ensure!(sum <= MAX_SHIFT, "the layout shifted by {sum:.3}: {}", shifts["by"]);
    Ok(())
}

/// How the page tells the result to the one person of a game against one computer.
fn told_to_the_person(texts: &Texts, record: &Record, outcome: &Outcome) -> String {
    let is_person = |seat: Seat| record.header(&format!("player {seat}")) == Some("person");
    let has_won = |seat: Seat| is_person(seat) && outcome.places()[seat.index()] == 1;
    texts.say_to(&record.game().prompt(), &|seat| {
        let who = match seat {
            Some(seat) if is_person(seat) => Who::You,
            Some(_) => Who::Lost,
            None if [Seat::FIRST, Seat::SECOND].into_iter().any(has_won) => Who::You,
            None => Who::Named,
        };
        Addressee { who, name: texts.text("say-the-computer") }
    })
}
