//! Imported games and invalid input: records, links, storage, URLs, missing wasm. Errors are explained and no data is
//! lost.

use mohreh_games::{Kind, Record, Seat};
use mohreh_texts::{Addressee, Language, Texts, Who};

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::records::{Line, has_middle, middle_of, storage_key, whole_game};

pub(crate) fn tests() -> Vec<Test> {
    vec![
        Test::new("replay_a_record_by_text", |fixture| Box::pin(by_text(fixture))),
        Test::new("replay_a_game_in_a_link", |fixture| Box::pin(in_a_link(fixture))),
        Test::new("broken_record_is_explained", |fixture| Box::pin(broken_record(fixture))),
        Test::new("broken_link_is_explained", |fixture| Box::pin(broken_link(fixture))),
        Test::new("errors_in_persian_are_persian", |fixture| Box::pin(persian_errors(fixture))),
        Test::new("broken_stored_game_beside_a_good_one", |fixture| {
            Box::pin(broken_store(fixture))
        }),
        Test::new("full_store_is_reported", |fixture| Box::pin(full_store(fixture))),
        Test::new("unknown_paths_are_explained", |fixture| Box::pin(unknown_paths(fixture))),
        Test::new("without_wasm_the_rules_are_there", |fixture| Box::pin(without_wasm(fixture))),
        Test::new("without_scripts_the_rules_are_there", |fixture| {
            Box::pin(without_scripts(fixture))
        }),
    ]
}

fn english(key: &str) -> String {
    Texts::new(Language::English).text(key)
}

/// Waits until the viewer shows a ply, and checks its prompt.
async fn shows(tab: &Tab, record: &Record, ply: usize) -> Result {
    let shown = format!("document.querySelector('.slider')?.value === '{ply}'");
    tab.wait(&format!("step {ply} is shown"), &shown).await?;
    let game = record.at(ply);
    let texts = Texts::new(Language::English);
    // Players who have a name in the record are called by it.
    let addressee = |seat: Option<Seat>| {
        let key = seat.map(|seat| format!("player {}", seat.number())).unwrap_or_default();
        let name = record.headers().iter().find(|(known, _)| *known == key);
        let name = match (name, seat) {
            (Some((_, name)), _) if name != "person" => format!("\u{2068}{name}\u{2069}"),
            (_, Some(seat)) => texts.seat_name(record.kind().name(), seat),
            (_, None) => String::new(),
        };
        Addressee { who: Who::Named, name }
    };
    let sentence = texts.say_to(&game.prompt(), &addressee);
    let prompt = tab.text(".viewer .prompt").await?;
    ensure!(prompt == sentence, "at step {ply} it says «{prompt}», not «{sentence}»");
    Ok(())
}

/// Submits a record in the import form.
async fn bring(tab: &Tab, text: &str) -> Result {
    tab.click("textarea[name=record]").await?;
    tab.insert(text).await?;
    tab.click("main form button[type=submit]").await
}

async fn by_text(fixture: &Fixture) -> Result {
    let record = whole_game(Kind::Zertz, 3)?.record(&["Sara", "Bahram"], 1)?;
    let last = record.steps().len();
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.go("/en/replay").await?;
    bring(&tab, &record.to_string()).await?;
    shows(&tab, &record, last).await?;
    let words = tab.text(".viewer .beside").await?;
    ensure!(words.contains("Sara") && words.contains("Bahram"), "the players are not named");
    // By keyboard, with the focus outside the board.
    tab.click(".viewer h1").await?;
    tab.key("Home").await?;
    shows(&tab, &record, 0).await?;
    for ply in 1..=3 {
        tab.key("ArrowRight").await?;
        shows(&tab, &record, ply).await?;
    }
    tab.key("ArrowLeft").await?;
    shows(&tab, &record, 2).await?;
    tab.key("PageDown").await?;
    let next =
        record.turns().iter().map(|turn| turn.start).find(|start| *start > 2).unwrap_or(last);
    shows(&tab, &record, next).await?;
    tab.key("End").await?;
    shows(&tab, &record, last).await?;
    // By the slider: a click in its middle, then an arrow key.
    tab.click(".slider").await?;
    let value = "Number(document.querySelector('.slider').value)";
    tab.wait("the slider has gone", &format!("{value} < {last}")).await?;
    let middle = tab.eval(value).await?.as_u64().during("reading the slider")? as usize;
    ensure!(middle.abs_diff(last / 2) <= 1 + last / 20, "the middle of {last} steps is {middle}");
    shows(&tab, &record, middle).await?;
    tab.key("ArrowRight").await?;
    shows(&tab, &record, middle + 1).await?;
    // By the list of turns.
    tab.click(".turns li:nth-child(2) .turn").await?;
    shows(&tab, &record, record.turns()[2].start).await
}

async fn in_a_link(fixture: &Fixture) -> Result {
    let record = whole_game(Kind::Rotas, 3)?.record(&[], 1)?;
    let folded = record.to_line().replace(' ', "_").replace('|', "~");
    let tab = fixture.open(Device::PHONE).await?;
    tab.go(&format!("/en/replay#game={folded}")).await?;
    shows(&tab, &record, record.steps().len()).await?;
    // The viewer's first button goes to the start.
    tab.tap(".steps button:first-child").await?;
    shows(&tab, &record, 0).await
}

/// Waits for an error notice that contains `part`.
async fn explained(tab: &Tab, part: &str) -> Result {
    tab.wait("something is explained", "!!document.querySelector('.notice.wrong')").await?;
    let notice = tab.text(".notice.wrong").await?;
    let begin = english("say-cannot-read");
    ensure!(notice.starts_with(&begin), "it says «{notice}», not «{begin}»");
    ensure!(notice.contains(part), "«{notice}» does not tell of {part}");
    Ok(())
}

async fn broken_record(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.set_local_storage(&[Line::start(Kind::Yinsh, "")?.storage_entry("good", &[], 1)?]).await?;
    let before = tab.local_storage(&storage_key("good")).await?;
    for (text, part) in [
        ("game: zertz\n\n1. Wd4 -a1\n2. Bd5 -z9\n", "line 4"),
        ("game: chess\n", "chess"),
        ("yinsh||a2 a2", "step 2"),
        ("nothing of the kind", ""),
        ("tzaar|cells=x turn=7", ""),
    ] {
        tab.go("/en/replay").await?;
        bring(&tab, text).await?;
        explained(&tab, part).await?;
        let left = tab.eval("document.querySelector('textarea').value").await?;
        ensure!(left == text, "what was written is gone: {left}");
    }
    // The corrected text is accepted.
    tab.eval("document.querySelector('textarea').select()").await?;
    tab.insert("yinsh||a2 a3").await?;
    tab.tap("main form button[type=submit]").await?;
    shows(&tab, &Record::from_line("yinsh||a2 a3").during("reading a record")?, 2).await?;
    ensure!(tab.local_storage(&storage_key("good")).await? == before, "the stored game changed");
    Ok(())
}

async fn broken_link(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    for (fragment, part) in [
        ("game=zertz~~Wd4_-a1_Bd5_-z9", "step 4"),
        ("game=zertz~~Wd4_%", ""),
        ("game=", ""),
        ("game=%E0%A4%A", ""),
        ("position=zertz", ""),
        ("position=yinsh~cells=q", ""),
        ("garbage", &english("wrong-link")),
    ] {
        // Leave the page first: a change of the fragment alone does not reload it.
        tab.set_local_storage(&[]).await?;
        tab.go(&format!("/en/replay#{fragment}")).await?;
        explained(&tab, part).await.during(fragment)?;
        ensure!(
            tab.eval("!!document.querySelector('textarea')").await? == true,
            "after {fragment} nothing can be brought"
        );
    }
    Ok(())
}

/// Fails on Latin letters outside notation, which stands between isolates.
pub(crate) fn ensure_persian(said: &str) -> Result {
    let mut parts = said.split(['\u{2066}', '\u{2069}']).step_by(2);
    let has_latin = parts.any(|part| part.contains(|c: char| c.is_ascii_alphabetic()));
    ensure!(!has_latin && !said.trim().is_empty(), "it says «{said}»");
    Ok(())
}

/// Links, records, positions, boards and steps that are wrong are explained in the language of the page.
async fn persian_errors(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    for fragment in ["garbage", "game=chess~~", "position=tzaar~cells=x", "game=yinsh~~e5_e5"] {
        tab.set_local_storage(&[]).await?;
        tab.go(&format!("/fa/replay#{fragment}")).await?;
        tab.wait("it is explained", "!!document.querySelector('.notice.wrong')").await?;
        ensure_persian(&tab.text(".notice.wrong").await?).during(fragment)?;
    }
    for text in ["nothing", "game: zertz\n\n1. Wd4 -a1\n2. Bd5 -z9\n", "rotas|hand=1"] {
        tab.set_local_storage(&[]).await?;
        tab.go("/fa/replay").await?;
        bring(&tab, text).await?;
        tab.wait("it is explained", "!!document.querySelector('.notice.wrong')").await?;
        ensure_persian(&tab.text(".notice.wrong").await?).during(text)?;
    }
    tab.set_local_storage(&[
        Line::start(Kind::Zertz, "")?.storage_entry("box", &[], 1)?,
        (storage_key("bad"), "game: yinsh\n\n1. a2\n2. a2\n".to_string()),
    ])
    .await?;
    tab.go("/fa/table/bad").await?;
    ensure_persian(&tab.text("main .wrong").await?).during("a broken game")?;
    tab.go("/fa/table/box").await?;
    tab.wait_for_turn("").await?;
    let field = ".notate input[name=steps]";
    for step in ["Wz9", "-a1", "what"] {
        tab.click(field).await?;
        tab.eval(&format!("document.querySelector('{field}').select()")).await?;
        tab.insert(step).await?;
        tab.key("Enter").await?;
        let told = format!(
            "document.querySelector('.notice')?.textContent.includes({})",
            crate::browser::js_string(step)
        );
        tab.wait("the step is refused", &told).await?;
        ensure_persian(&tab.text(".notice span").await?).during(step)?;
    }
    Ok(())
}

async fn broken_store(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let good = middle_of(&whole_game(Kind::Yinsh, 4)?)?;
    let texts =
        ["game: yinsh\nplayer 1: person\n\n1. a2\n2. a2\n", "\u{0}\u{1f600} no game at all"];
    let mut kept = vec![good.storage_entry("good", &[], 1)?];
    kept.extend(
        texts
            .iter()
            .enumerate()
            .map(|(n, text)| (storage_key(&format!("bad{n}")), (*text).to_string())),
    );
    kept.push(("mohreh/settings".into(), "theme=\u{0}\nlit".into()));
    tab.set_local_storage(&kept).await?;
    for path in ["/en/games", "/en/"] {
        tab.go(path).await?;
        let words = tab.text("main").await?;
        let times = words.matches(&english("say-broken-game")).count();
        ensure!(times == 2, "{path} explains {times} broken games of 2");
        let nested = tab.eval("!!document.querySelector('main main')").await?;
        ensure!(nested == false, "{path} has a main element in another");
        let link = tab.eval("!!document.querySelector('a[href=\"/en/table/good\"]')").await?;
        ensure!(link == true, "{path} does not lead to the good game");
    }
    for (n, text) in texts.iter().enumerate() {
        for page in ["table", "replay"] {
            tab.go(&format!("/en/{page}/bad{n}")).await?;
            ensure!(
                tab.text("main").await?.contains(&english("say-broken-game-why")),
                "{page} of a broken game does not explain it"
            );
        }
        ensure!(
            tab.local_storage(&storage_key(&format!("bad{n}"))).await?.as_deref() == Some(*text),
            "the broken game changed"
        );
    }
    tab.go("/en/games").await?;
    tab.click("a[href=\"/en/table/good\"]").await?;
    let table = tab.wait_for_turn("").await?;
    ensure!(table.record()?.steps() == good.steps, "the good game is another one now");
    Ok(())
}

async fn full_store(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let start = Line::start(Kind::Tzaar, "")?;
    tab.set_local_storage(&[start.storage_entry("full", &[], 1)?]).await?;
    tab.eval("trial.fillStorage()").await?;
    tab.go("/en/table/full").await?;
    let before = tab.wait_for_turn("").await?;
    // Fill again in this document: Chromium accounts the quota per renderer.
    tab.eval("trial.fillStorage()").await?;
    let step = before.game()?.steps().into_iter().next().during("looking for a step")?;
    for name in before.game()?.touches(&step).during("looking how to play")?.path {
        tab.tap(&crate::input::spot(&name)).await?;
    }
    let full = english("say-store-full");
    let told = format!(
        "trial.table().notices.some((said) => said.startsWith({}))",
        crate::browser::js_string(&full)
    );
    tab.wait("a full store is reported", &told).await?;
    // The game goes on in memory, and the stored state is intact.
    tab.wait("the next player is asked", "trial.table().asked && trial.table().lit.length > 0")
        .await?;
    let turns = tab.eval("document.querySelectorAll('.turns .turn').length").await?;
    ensure!(turns == 1, "{turns} turns are listed, not 1");
    ensure!(
        tab.local_storage(&storage_key("full")).await?.as_deref() == Some(before.stored.as_str()),
        "the stored game is damaged"
    );
    // Creating a new game reports the full storage too.
    tab.go("/en/new/rotas?with=people").await?;
    tab.eval("trial.fillStorage()").await?;
    tab.tap("form button[type=submit]").await?;
    let told = format!("document.body.innerText.includes({})", crate::browser::js_string(&full));
    tab.wait("a full store is reported for a new game", &told).await.map(|_| ())
}

async fn unknown_paths(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.allow_error("status of 404");
    for (path, status, language) in [
        ("/en/nowhere", 404, Language::English),
        ("/fa/nowhere/at/all", 404, Language::Persian),
        ("/nowhere", 404, Language::English),
        ("/assets/nothing.js", 404, Language::English),
        ("/en/rules/chess/", 404, Language::English),
    ] {
        fixture.server().take_responses();
        tab.go(path).await?;
        let answers = fixture.server().responses();
        let given = answers.iter().find(|answer| answer.path == path).map(|answer| answer.status);
        ensure!(given == Some(status), "{path} was answered with {given:?}");
        let title = tab.text("h1").await?;
        let wanted = Texts::new(language).text("say-lost");
        ensure!(title == wanted, "{path} says «{title}», not «{wanted}»");
        let home = format!("!!document.querySelector('main a[href=\"/{}/\"]')", language.code());
        ensure!(tab.eval(&home).await? == true, "{path} does not lead home");
    }
    // Client-side routes without a target.
    for (path, key) in [("/en/new/chess", "say-lost"), ("/en/table/none", "say-no-game")] {
        tab.go(path).await?;
        let title = tab.text("h1").await?;
        ensure!(title == english(key), "{path} says «{title}»");
        tab.tap("main a[href=\"/en/\"]").await?;
        tab.wait("one is at home", "!!document.querySelector('main.home')").await?;
    }
    Ok(())
}

async fn without_wasm(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.add_init_script("delete globalThis.WebAssembly;").await?;
    tab.go("/en/").await?;
    tab.wait("there is a notice", "document.getElementById('without')?.hidden === false").await?;
    let words = tab.text("#without").await?;
    ensure!(words.contains(&english("say-without-wasm")), "it says «{words}»");
    tab.tap("#without a[href=\"/en/rules/tzaar/\"]").await?;
    tab.wait("the rules are there", "location.pathname === '/en/rules/tzaar/' && document.querySelector('main h1') && document.querySelector('main svg')")
        .await
        .map(|_| ())
}

async fn without_scripts(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.command("Emulation.setScriptExecutionDisabled", serde_json::json!({ "value": true }))
        .await?;
    for kind in Kind::ALL {
        for language in Language::ALL {
            let path = format!("/{}/rules/{kind}/", language.code());
            let address = format!("{}{path}", tab.origin);
            tab.page.goto(address.as_str()).await.during(format!("opening {path}"))?;
            let words = tab.text("main").await?;
            let least = if has_middle(*kind) { 2000 } else { 300 };
            let title = Texts::new(language).text(&format!("{kind}-title"));
            ensure!(
                words.contains(&title) && words.len() > least,
                "{path} has {} letters",
                words.len()
            );
            let drawn = tab.eval("document.querySelectorAll('main svg').length").await?;
            ensure!(drawn.as_u64() > Some(0), "{path} has no diagram");
        }
    }
    Ok(())
}
