//! Tables of the server: two browsers, a phone in Persian and a desk in English, meet by a link and play;
//! somebody watches, somebody is cut off, somebody loads the page anew.

use mohreh_engine::{Engine, Level};
use mohreh_games::{Kind, Seat, Status};
use mohreh_texts::{Language, Texts};
use serde_json::json;

use crate::browser::{Screen, quoted};
use crate::failure::{Result, While, ensure};
use crate::guests::{
    Guest, any_turn, kept, meet, open_table, record_of, resign, said, seated, table_of, turn_of,
};
use crate::records::Chance;
use crate::stage::{Stage, Test};

/// Steps after which a game with dice is given up: chance may make it a very long one.
const ENOUGH: usize = 40;
const OVER: &str = "document.querySelector('.prompt')?.classList.contains('over')";

pub fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for &kind in Kind::ALL {
        tests.push(Test::new(format!("online_{kind}_by_link"), move |stage| {
            Box::pin(by_link(stage, kind))
        }));
    }
    tests.extend([
        Test::new("online_offers_and_again", |stage| Box::pin(offers(stage))),
        Test::new("online_chat_is_only_text", |stage| Box::pin(chat(stage))),
        Test::new("online_lobby_and_closing", |stage| Box::pin(lobby(stage))),
        Test::new("online_three_and_one_leaves", |stage| Box::pin(three(stage))),
        Test::new("online_clock_runs_out", |stage| Box::pin(clock(stage))),
    ]);
    tests
}

/// A whole game; in its middle one loads the page anew, one is cut off and comes back, and the server
/// itself is gone for a moment.
async fn by_link(stage: &Stage, kind: Kind) -> Result {
    let (guests, table) = meet(stage, kind).await?;
    let watcher = Guest::come(stage, Language::English, Screen::PHONE).await?;
    watcher.tab.go(&format!("/en/online/{table}")).await?;
    watcher.at_table().await?;
    let engine = Engine::new(Level::TABLE);
    let mut chance = Chance::new(7);
    let mut record = record_of(&watcher.tab, &table, 0).await?;
    let mut turn = 0;
    let has_dice = !record.at(0).during("starting")?.scene().dice.is_empty();
    loop {
        let mut game = record.at(usize::MAX).during("playing the record")?;
        let Status::ToMove(seat) = game.status() else { break };
        if has_dice && record.steps().len() > ENOUGH {
            break;
        }
        let (mover, other) = (&guests[seat.index()], &guests[1 - seat.index()]);
        let steps = turn_of(&engine, &game, seat, &mut chance)?;
        match turn {
            // In the middle of a turn the page is loaded anew, and knows what was played.
            2 | 3 if steps.len() > 1 => {
                mover.play(&mut game, &steps[..1]).await?;
                let unsent = quoted(&said(mover.language, "say-not-sent"));
                let sign = "document.querySelector('.standing .link')?.textContent.trim()";
                mover.tab.wait("it is not sent yet", &format!("{sign} === {unsent}")).await?;
                mover.tab.reload().await?;
                mover.at_table().await?;
                mover.play(&mut game, &steps[1..]).await?;
            }
            2 | 3 => {
                mover.tab.reload().await?;
                mover.at_table().await?;
                mover.play(&mut game, &steps).await?;
            }
            // Whoever is cut off plays on; it is sent when the network is back.
            4 => {
                mover.tab.allow("ERR_INTERNET_DISCONNECTED");
                mover.set_offline(true).await?;
                let gone = "document.querySelector('.standing .link')?.dataset.link !== 'there'";
                mover.tab.wait("it is seen that the network is gone", gone).await?;
                mover.play(&mut game, &steps).await?;
                let away = "!!document.querySelector('.seat.away')";
                other.tab.wait("the other sees that nobody is there", away).await?;
                mover.set_offline(false).await?;
            }
            // The server is gone, and comes back.
            6 => {
                for guest in guests.iter().chain([&watcher]) {
                    guest.tab.allow("WebSocket connection to");
                    guest.tab.allow("ERR_CONNECTION_REFUSED");
                }
                stage.server_mut().stop();
                mover.play(&mut game, &steps).await?;
                stage.go_on().await?;
            }
            _ => mover.play(&mut game, &steps).await?,
        }
        let wanted = record.steps().len() + steps.len();
        mover.tab.wait("it is kept", &kept()).await?;
        let before = record.steps().to_vec();
        record = record_of(&mover.tab, &table, wanted).await?;
        ensure!(
            record.steps().starts_with(&before)
                && record.steps()[before.len()..wanted] == steps[..],
            "played was {steps:?}, kept is {:?}",
            &record.steps()[before.len()..]
        );
        for guest in guests.iter().chain([&watcher]) {
            guest.knows(&record).await.during(format!("after turn {turn}"))?;
        }
        turn += 1;
    }
    ensure!(turn > 6, "a game of {turn} turns is too short to test anything");
    let last = record.at(usize::MAX).during("playing the record")?;
    if !matches!(last.status(), Status::Over(_)) {
        resign(&guests[0]).await?;
    }
    for guest in guests.iter().chain([&watcher]) {
        guest.tab.wait("everybody sees that it is over", OVER).await?;
    }
    let record = record_of(&watcher.tab, &table, 0).await?;
    ensure!(record.header("result").is_some(), "the record does not tell who has won");
    if has_dice {
        guests[1].press(".fair summary").await?;
        guests[1].press("[data-act=check-dice]").await?;
        let rolls = record.steps().iter().filter(|step| step.starts_with('=')).count();
        let fair = Texts::new(guests[1].language)
            .with("say-dice-fair", &[("count", (rolls as u32).into())]);
        let checked = "document.querySelector('.fair [role=status]')?.textContent.trim()";
        let checked = guests[1].tab.wait("the dice are checked", checked).await?;
        ensure!(checked == fair.as_str(), "of {rolls} rolls it says {checked}");
    }
    // Whoever wants can see it again, and finds it in the archive.
    watcher.tab.go(&format!("/en/replay/{table}")).await?;
    let last = format!("document.querySelector('.slider')?.value === '{}'", record.steps().len());
    watcher.tab.wait("the game can be seen again", &last).await?;
    watcher.tab.go("/en/archive").await?;
    let found =
        format!("!!document.querySelector('.archive .entry a[href=\"/en/replay/{table}\"]')");
    watcher.tab.wait("it is in the archive", &found).await?;
    stage.figure(format!("{turn} turns, {} steps", record.steps().len()));
    Ok(())
}

/// A turn is taken back, a draw declined and another agreed on; then they play again.
async fn offers(stage: &Stage) -> Result {
    let (guests, table) = meet(stage, Kind::Yinsh).await?;
    let mut all = record_of(&guests[0].tab, &table, 0).await?;
    for _ in 0..3 {
        all = any_turn(&guests, &table, &all).await?;
    }
    guests[0].press(".action.back").await?;
    guests[1].press("[data-act=agree]").await?;
    for guest in &guests {
        let turns = "document.querySelectorAll('.turns .turn').length === 2";
        guest.tab.wait("a turn is gone", turns).await?;
    }
    guests[0].press(".action.draw").await?;
    guests[1].press("[data-act=decline]").await?;
    let declined = quoted(&said(guests[0].language, "say-declined"));
    let told = format!(
        "[...document.querySelectorAll('.notice')].some((said) => said.textContent.includes({declined}))"
    );
    guests[0].tab.wait("it is told that nobody agrees", &told).await?;
    guests[1].press(".action.draw").await?;
    guests[0].press("[data-act=agree]").await?;
    for guest in &guests {
        let drawn = quoted(&said(guest.language, "say-draw-agreed"));
        let over = format!("document.querySelector('main.table').textContent.includes({drawn})");
        guest.tab.wait("a draw was agreed on", &over).await?;
    }
    // The next game, with the seats changed.
    guests[0].press("[data-act=rematch]").await?;
    let waits = quoted(&said(guests[1].language, "say-they-wait"));
    let told =
        format!("document.querySelector('[data-act=rematch]')?.textContent.includes({waits})");
    guests[1].tab.wait("it is told that the other waits", &told).await?;
    guests[1].press("[data-act=rematch]").await?;
    for guest in &guests {
        let other = format!("!location.pathname.endsWith({})", quoted(&table));
        guest.tab.wait("there is another table", &other).await?;
        guest.at_table().await?;
    }
    let next = guests[0].tab.eval("location.pathname.split('/').pop()").await?;
    let next = next.as_str().during("looking for the next table")?;
    ensure!(guests[0].seat(next).await? == 1, "the seats were not changed");
    ensure!(guests[1].seat(next).await? == 0, "the seats were not changed");
    Ok(())
}

/// What people write is text and nothing else, and who is muted is not heard.
async fn chat(stage: &Stage) -> Result {
    let host = Guest::come(stage, Language::English, Screen::DESK).await?;
    let guest = Guest::come(stage, Language::Persian, Screen::PHONE).await?;
    let script = "<img src=x onerror=hacked=1><b>سلام</b>";
    let link = host.invite(Kind::Tzaar, "<script>hacked=1</script>").await?;
    guest.follow(&link, "&lt;b&gt;").await?;
    host.at_table().await?;
    guest.at_table().await?;
    let say = async |who: &Guest, text: &str| -> Result {
        if who.finger {
            who.tab.eval("document.querySelector('details.chat').open = true").await?;
        }
        who.press(".chat input[name=line]").await?;
        who.tab.insert(text).await?;
        who.press(".chat button[type=submit]").await
    };
    say(&guest, script).await?;
    for who in [&host, &guest] {
        let heard =
            format!("document.querySelector('.chat ol')?.textContent.includes({})", quoted(script));
        who.tab.wait("the line is read as it was written", &heard).await?;
        let made = "document.querySelectorAll('.chat ol :is(img, script, span b, bdi *)').length";
        ensure!(who.tab.eval(made).await? == 0, "what was written became a part of the page");
        ensure!(who.tab.eval("typeof hacked").await? == "undefined", "a script has run");
    }
    let name = host.tab.text(".chat ol").await?;
    ensure!(name.contains("&lt;b&gt;"), "the name is shown as «{name}»");
    host.press(".chat ol button").await?;
    for (who, line) in [(&guest, "again"), (&host, "over")] {
        say(who, line).await?;
        let heard = format!("document.querySelector('.chat ol')?.textContent.includes('{line}')");
        who.tab.wait("one hears oneself", &heard).await?;
    }
    ensure!(!host.tab.text(".chat ol").await?.contains("again"), "who is muted is heard");
    Ok(())
}

/// A table in the lobby is seen at once, taken, and gone; one that was closed is gone too.
async fn lobby(stage: &Stage) -> Result {
    let host = Guest::come(stage, Language::English, Screen::DESK).await?;
    let guest = Guest::come(stage, Language::Persian, Screen::PHONE).await?;
    guest.tab.go("/fa/online").await?;
    guest.tab.wait("the lobby is there", "!!document.querySelector('.lobby')").await?;
    let open = async |introduce: bool| -> Result<String> {
        host.tab.go("/en/new/zertz?with=online").await?;
        host.tab.eval("document.querySelectorAll('input[name=how]')[1].click()").await?;
        host.press("form button[type=submit]").await?;
        if introduce {
            host.introduce("Sara").await?;
        }
        host.link().await
    };
    open(true).await?;
    let seen = "document.querySelector('.lobby .entry')?.textContent.includes('Sara')";
    guest.tab.wait("the table is seen", seen).await?;
    host.press("[data-act=close]").await?;
    guest
        .tab
        .wait("the table is gone", "!document.querySelector('.lobby [data-act=join]')")
        .await?;
    let table = table_of(&open(false).await?)?;
    guest.press(".lobby [data-act=join]").await?;
    guest.introduce("بهرام").await?;
    guest.at_table().await?;
    host.at_table().await?;
    // Somebody else sees that it is played; whoever plays there finds it among their own.
    let watcher = Guest::come(stage, Language::English, Screen::DESK).await?;
    watcher.tab.go("/en/online").await?;
    watcher.press(&format!(".lobby [data-table=\"{table}\"] a")).await?;
    watcher.at_table().await?;
    host.tab.go("/en/online").await?;
    let mine = format!("!!document.querySelector('.lobby [data-table=\"{table}\"]')");
    host.tab.wait("one's own game is there", &mine).await?;
    Ok(())
}

/// Three play with dice; one leaves, and the others go on.
async fn three(stage: &Stage) -> Result {
    let host = Guest::come(stage, Language::English, Screen::DESK).await?;
    let wanted = json!({ "kind": "rotas", "setup": "seats=3 board=six-b", "nonce": "a" });
    let (table, link) = open_table(&host, &wanted).await?;
    let mut guests = vec![host];
    for (language, name) in [(Language::Persian, "بهرام"), (Language::English, "Mina")] {
        let guest = Guest::come(stage, language, Screen::PHONE).await?;
        guest.follow(&link, name).await?;
        guests.push(guest);
    }
    let guests = seated(guests, &table).await?;
    let mut all = record_of(&guests[0].tab, &table, 0).await?;
    // As long as only one of them has begun a turn, the game is not given up but called off. How often
    // somebody rolls before the next one has a turn is up to the dice.
    while all.turns() < 3 {
        all = any_turn(&guests, &table, &all).await?;
    }
    resign(&guests[1]).await?;
    all = record_of(&guests[0].tab, &table, all.steps().len() + 1).await?;
    for _ in 0..4 {
        let game = all.at(usize::MAX).during("playing the record")?;
        ensure!(matches!(game.status(), Status::ToMove(_)), "it ended when one of three left");
        ensure!(game.status() != Status::ToMove(Seat::SECOND), "who has left is asked");
        all = any_turn(&guests, &table, &all).await?;
    }
    resign(&guests[0]).await?;
    for guest in &guests {
        guest.tab.wait("the last one has won", OVER).await?;
    }
    Ok(())
}

/// Time is seen to run, and the server decides when it is over.
async fn clock(stage: &Stage) -> Result {
    let host = Guest::come(stage, Language::English, Screen::DESK).await?;
    let guest = Guest::come(stage, Language::Persian, Screen::PHONE).await?;
    let live = json!({ "type": "live", "main": 10, "more": 0 });
    let wanted = json!({ "kind": "tzaar", "first": "me", "nonce": "a", "clock": live });
    let (table, link) = open_table(&host, &wanted).await?;
    guest.follow(&link, "بهرام").await?;
    let guests = seated(vec![host, guest], &table).await?;
    let mut all = record_of(&guests[0].tab, &table, 0).await?;
    // The first turn of each is not counted: somebody may still be on the way.
    for _ in 0..2 {
        all = any_turn(&guests, &table, &all).await?;
    }
    for guest in &guests {
        let seen = "document.querySelectorAll('.seat .clock').length === 2";
        guest.tab.wait("both clocks are seen", seen).await?;
        guest.tab.wait("the time of whoever starts is over", OVER).await?;
    }
    let record = record_of(&guests[0].tab, &table, 0).await?;
    ensure!(record.header("end") == Some("out of time 1"), "it ended: {:?}", record.header("end"));
    ensure!(record.header("result") == Some("2 1"), "won: {:?}", record.header("result"));
    Ok(())
}
