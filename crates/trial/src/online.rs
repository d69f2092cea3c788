//! Online tables with several browsers: invitation links, spectators, offers, chat, lobby, clocks, and play across
//! reloads, lost connections and server restarts.

use mohreh_engine::{Engine, Level};
use mohreh_games::{Kind, Seat, Status};
use mohreh_texts::{Language, Texts};
use serde_json::json;

use crate::browser::{Device, js_string};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::guests::{
    Guest, engine_turn, in_seat_order, in_sync, open_table, open_table_for_two, play_any_turn,
    record_of, resign, table_of, text,
};
use crate::records::{Chance, has_middle};

/// Steps after which a game with dice is resigned, because its length is unbounded.
const MAX_STEPS: usize = 40;
const OVER: &str = "document.querySelector('.prompt')?.classList.contains('over')";

pub(crate) fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for &kind in Kind::ALL {
        tests.push(Test::new(format!("online_{kind}_by_link"), move |fixture| {
            Box::pin(by_link(fixture, kind))
        }));
    }
    tests.extend([
        Test::new("online_offers_and_again", |fixture| Box::pin(offers(fixture))),
        Test::new("online_chat_is_only_text", |fixture| Box::pin(chat(fixture))),
        Test::new("online_lobby_and_closing", |fixture| Box::pin(lobby(fixture))),
        Test::new("online_three_and_one_leaves", |fixture| Box::pin(three(fixture))),
        Test::new("online_clock_runs_out", |fixture| Box::pin(clock(fixture))),
        Test::new("archive_dates_are_jalali", |fixture| Box::pin(jalali_dates(fixture))),
    ]);
    tests
}

/// A whole game with a reload, a lost connection and a server restart.
async fn by_link(fixture: &Fixture, kind: Kind) -> Result {
    let (guests, table) = open_table_for_two(fixture, kind).await?;
    let watcher = Guest::open(fixture, Language::English, Device::PHONE).await?;
    // A private game: those who watch need the key of its link, once.
    let here = format!("/en/online/{table}");
    watcher.tab.go(&here).await?;
    let missing = js_string(&text(watcher.language, "say-no-table"));
    let title = "document.querySelector('main h1')?.textContent.trim()";
    watcher.tab.wait("it is not there for others", &format!("{title} === {missing}")).await?;
    let key = format!(
        "fetch('/api/tables/{table}/key').then((all) => all.json()).then((all) => all.key)"
    );
    let key = guests[0].tab.eval(&key).await?;
    let key = key.as_str().during("asking for the key")?;
    // From another page: the browser does not load a page anew if only the fragment differs.
    watcher.tab.go("/en/online").await?;
    watcher.tab.go(&format!("{here}#{key}")).await?;
    watcher.at_table().await?;
    watcher.tab.go("/en/online").await?;
    watcher.tab.go(&here).await?;
    watcher.at_table().await?;
    let engine = Engine::new(Level::TABLE_BYTES);
    let mut chance = Chance::new(7);
    let mut record = record_of(&guests[0].tab, &table, 0).await?;
    let mut turn = 0;
    let has_dice = !record.at(0).scene().dice.is_empty();
    loop {
        let mut game = record.game().clone();
        let Status::ToMove(seat) = game.status() else { break };
        if has_dice && record.steps().len() > MAX_STEPS {
            break;
        }
        let (mover, other) = (&guests[seat.index()], &guests[1 - seat.index()]);
        let steps = engine_turn(&engine, &game, seat, &mut chance)?;
        match turn {
            // Reload in the middle of a turn: the unsent steps survive.
            2 | 3 if steps.len() > 1 => {
                mover.play(&mut game, &steps[..1]).await?;
                let unsent = js_string(&text(mover.language, "say-not-sent"));
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
            // Play while offline: the turn is sent after reconnecting.
            4 => {
                mover.tab.allow_error("ERR_INTERNET_DISCONNECTED");
                mover.set_offline(true).await?;
                let gone = "document.querySelector('.standing .link')?.dataset.link !== 'there'";
                mover.tab.wait("it is seen that the network is gone", gone).await?;
                mover.play(&mut game, &steps).await?;
                let away = "!!document.querySelector('.seat.away')";
                other.tab.wait("the other sees that nobody is there", away).await?;
                mover.set_offline(false).await?;
            }
            // Play while the server is down.
            6 => {
                for guest in guests.iter().chain([&watcher]) {
                    guest.tab.allow_error("WebSocket connection to");
                    guest.tab.allow_error("ERR_CONNECTION_REFUSED");
                }
                fixture.server_mut().stop();
                mover.play(&mut game, &steps).await?;
                fixture.restart().await?;
            }
            _ => mover.play(&mut game, &steps).await?,
        }
        let wanted = record.steps().len() + steps.len();
        mover.tab.wait("it is kept", &in_sync()).await?;
        let before = record.steps().to_vec();
        record = record_of(&mover.tab, &table, wanted).await?;
        ensure!(
            record.steps().starts_with(&before)
                && record.steps()[before.len()..wanted] == steps[..],
            "played was {steps:?}, kept is {:?}",
            &record.steps()[before.len()..]
        );
        for guest in guests.iter().chain([&watcher]) {
            guest.wait_in_sync(&record).await.during(format!("after turn {turn}"))?;
        }
        turn += 1;
    }
    let least = if has_middle(kind) { 6 } else { 4 };
    ensure!(turn > least, "a game of {turn} turns is too short to test anything");
    let last = record.game().clone();
    if !matches!(last.status(), Status::Over(_)) {
        resign(&guests[0]).await?;
    }
    for guest in guests.iter().chain([&watcher]) {
        guest.tab.wait("everybody sees that it is over", OVER).await?;
    }
    let record = record_of(&guests[0].tab, &table, 0).await?;
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
    // The game can be replayed, and is in the archive of its players.
    watcher.tab.go(&format!("/en/replay/{table}")).await?;
    let last = format!("document.querySelector('.slider')?.value === '{}'", record.steps().len());
    watcher.tab.wait("the game can be seen again", &last).await?;
    let found = format!("!!document.querySelector('.archive .entry a[href$=\"/replay/{table}\"]')");
    let (player, searched) = (
        &guests[0].tab,
        "!document.querySelector('.archive [role=status]')?.textContent.includes('…')",
    );
    player.go("/en/archive").await?;
    player.wait("the archive is searched", searched).await?;
    ensure!(player.eval(&found).await? == false, "a private game is in the public archive");
    let own = "(() => { const who = document.querySelector('select[name=person]'); who.value = 'me'; \
        who.dispatchEvent(new Event('change', { bubbles: true })); who.form.requestSubmit(); })()";
    player.eval(own).await?;
    player.wait("it is in the archive of its players", &found).await?;
    fixture.report(format!("{turn} turns, {} steps", record.steps().len()));
    Ok(())
}

/// In Persian the archive is searched by dates of the Jalali calendar, as the browser knows it.
async fn jalali_dates(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.go("/fa/archive").await?;
    let fields = "document.querySelectorAll('.archive .date select')";
    tab.wait("dates can be chosen", &format!("{fields}.length === 6")).await?;
    ensure!(
        tab.eval("!document.querySelector('.archive input[type=date]')").await? == true,
        "there is a field of the browser's calendar"
    );
    for (day, month) in [("26", "8"), ("31", "1"), ("30", "12")] {
        // The year before this one, which is over.
        let choose = format!(
            "(() => {{ const fields = [...{fields}]; \
                fields.forEach((field, n) => {{ \
                    field.value = ['{day}', '{month}', field.options[2].value][n % 3]; \
                    field.dispatchEvent(new Event('change', {{ bubbles: true }})); }}); \
                performance.clearResourceTimings(); fields[0].form.requestSubmit(); }})()"
        );
        tab.eval(&choose).await?;
        let asked = "performance.getEntriesByType('resource').map((entry) => entry.name) \
            .findLast((name) => name.includes('/api/archive?') && name.includes('from='))";
        tab.wait("the archive is asked", &format!("!!{asked}")).await?;
        let said = tab
            .eval(&format!(
                "(() => {{ const asked = new URL({asked}).searchParams; \
                    const jalali = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {{ day: 'numeric', month: 'numeric' }}); \
                    const last = Number(asked.get('to')) - 1; \
                    return [Number(asked.get('from')), last].map((ms) => jalali.format(ms)).join(' '); }})()"
            ))
            .await?;
        let said = said.as_str().unwrap_or_default().to_string();
        // The last month has 29 or 30 days.
        let wanted = [format!("{month}/{day} {month}/{day}"), "12/29 12/29".to_string()];
        ensure!(wanted.contains(&said), "for day {day} of month {month} it asks for {said}");
    }
    Ok(())
}

/// Take-back, declined draw, agreed draw, rematch with swapped seats.
async fn offers(fixture: &Fixture) -> Result {
    let (guests, table) = open_table_for_two(fixture, Kind::Yinsh).await?;
    let mut all = record_of(&guests[0].tab, &table, 0).await?;
    for _ in 0..3 {
        all = play_any_turn(&guests, &table, &all).await?;
    }
    guests[0].press(".action.back").await?;
    guests[1].press("[data-act=agree]").await?;
    for guest in &guests {
        let turns = "document.querySelectorAll('.turns .turn').length === 2";
        guest.tab.wait("a turn is gone", turns).await?;
    }
    guests[0].press(".action.offer-draw").await?;
    guests[1].press("[data-act=decline]").await?;
    let declined = js_string(&text(guests[0].language, "say-declined"));
    let told = format!(
        "[...document.querySelectorAll('.notice')].some((said) => said.textContent.includes({declined}))"
    );
    guests[0].tab.wait("it is told that nobody agrees", &told).await?;
    guests[1].press(".action.offer-draw").await?;
    guests[0].press("[data-act=agree]").await?;
    for guest in &guests {
        let drawn = js_string(&text(guest.language, "say-draw-agreed"));
        let over = format!("document.querySelector('main.table').textContent.includes({drawn})");
        guest.tab.wait("a draw was agreed on", &over).await?;
    }
    // Rematch.
    guests[0].press("[data-act=rematch]").await?;
    let waits = js_string(&text(guests[1].language, "say-they-wait"));
    let told =
        format!("document.querySelector('[data-act=rematch]')?.textContent.includes({waits})");
    guests[1].tab.wait("it is told that the other waits", &told).await?;
    guests[1].press("[data-act=rematch]").await?;
    for guest in &guests {
        let other = format!("!location.pathname.endsWith({})", js_string(&table));
        guest.tab.wait("there is another table", &other).await?;
        guest.at_table().await?;
    }
    let next = guests[0].tab.eval("location.pathname.split('/').pop()").await?;
    let next = next.as_str().during("looking for the next table")?;
    ensure!(guests[0].seat(next).await? == 1, "the seats were not changed");
    ensure!(guests[1].seat(next).await? == 0, "the seats were not changed");
    Ok(())
}

/// Chat lines and names are never interpreted as HTML; muting hides a person's lines.
async fn chat(fixture: &Fixture) -> Result {
    let host = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let guest = Guest::open(fixture, Language::Persian, Device::PHONE).await?;
    let script = "<img src=x onerror=hacked=1><b>سلام</b>";
    let link = host.invite(Kind::Tzaar, "<script>hacked=1</script>").await?;
    guest.join_by_link(&link, "&lt;b&gt;").await?;
    host.at_table().await?;
    guest.at_table().await?;
    let say = async |who: &Guest, text: &str| -> Result {
        if who.touch {
            who.tab.eval("document.querySelector('details.chat').open = true").await?;
        }
        who.press(".chat input[name=line]").await?;
        who.tab.insert(text).await?;
        who.press(".chat button[type=submit]").await
    };
    say(&guest, script).await?;
    for who in [&host, &guest] {
        let heard = format!(
            "document.querySelector('.chat ol')?.textContent.includes({})",
            js_string(script)
        );
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

/// The lobby is updated live when a table is opened, closed and joined.
async fn lobby(fixture: &Fixture) -> Result {
    let host = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let guest = Guest::open(fixture, Language::Persian, Device::PHONE).await?;
    guest.tab.go("/fa/online").await?;
    guest.tab.wait("the lobby is there", "!!document.querySelector('.lobby')").await?;
    let open = async |introduce: bool| -> Result<String> {
        host.tab.go("/en/new/zertz?with=online").await?;
        host.tab.eval("document.querySelectorAll('input[name=how]')[1].click()").await?;
        host.press("form button[type=submit]").await?;
        if introduce {
            host.enter_name("Sara").await?;
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
    guest.enter_name("بهرام").await?;
    guest.at_table().await?;
    host.at_table().await?;
    // A spectator finds the running game in the lobby, and the player among their own.
    let watcher = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    watcher.tab.go("/en/online").await?;
    watcher.press(&format!(".lobby [data-table=\"{table}\"] a")).await?;
    watcher.at_table().await?;
    host.tab.go("/en/online").await?;
    let mine = format!("!!document.querySelector('.lobby [data-table=\"{table}\"]')");
    host.tab.wait("one's own game is there", &mine).await?;
    Ok(())
}

/// Three players with dice: one resigns and the others play on.
async fn three(fixture: &Fixture) -> Result {
    let host = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let wanted = json!({ "kind": "rotas", "setup": "seats=3 board=six-b", "nonce": "a" });
    let (table, link) = open_table(&host, &wanted).await?;
    let mut guests = vec![host];
    for (language, name) in [(Language::Persian, "بهرام"), (Language::English, "Mina")] {
        let guest = Guest::open(fixture, language, Device::PHONE).await?;
        guest.join_by_link(&link, name).await?;
        guests.push(guest);
    }
    let guests = in_seat_order(guests, &table).await?;
    let mut all = record_of(&guests[0].tab, &table, 0).await?;
    // Before the second seat's first turn a resignation would abort the game. The number of rolls until then depends
    // on the dice.
    while all.turns().len() < 3 {
        all = play_any_turn(&guests, &table, &all).await?;
    }
    resign(&guests[1]).await?;
    all = record_of(&guests[0].tab, &table, all.steps().len() + 1).await?;
    for _ in 0..4 {
        let game = all.game().clone();
        ensure!(matches!(game.status(), Status::ToMove(_)), "it ended when one of three left");
        ensure!(game.status() != Status::ToMove(Seat::SECOND), "who has left is asked");
        all = play_any_turn(&guests, &table, &all).await?;
    }
    resign(&guests[0]).await?;
    for guest in &guests {
        guest.tab.wait("the last one has won", OVER).await?;
    }
    Ok(())
}

/// Both clocks are shown, and the server flags the player who runs out of time.
async fn clock(fixture: &Fixture) -> Result {
    let host = Guest::open(fixture, Language::English, Device::DESKTOP).await?;
    let guest = Guest::open(fixture, Language::Persian, Device::PHONE).await?;
    let live = json!({ "type": "live", "main": 10, "more": 0 });
    let wanted = json!({ "kind": "tzaar", "first": "me", "nonce": "a", "clock": live });
    let (table, link) = open_table(&host, &wanted).await?;
    guest.join_by_link(&link, "بهرام").await?;
    let guests = in_seat_order(vec![host, guest], &table).await?;
    let mut all = record_of(&guests[0].tab, &table, 0).await?;
    // The first turn of each seat takes no time.
    for _ in 0..2 {
        all = play_any_turn(&guests, &table, &all).await?;
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
