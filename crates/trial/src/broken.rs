//! Games that are brought, and everything that can be wrong with them: explained, and nothing lost.

use mohreh_games::{Kind, Record};
use mohreh_texts::{Language, Texts};

use crate::browser::{Screen, Tab};
use crate::failure::{Result, While, ensure};
use crate::records::{Line, key, middle_of, whole_game};
use crate::stage::{Stage, Test};

pub fn tests() -> Vec<Test> {
    vec![
        Test::new("replay_a_record_by_text", |stage| Box::pin(by_text(stage))),
        Test::new("replay_a_game_in_a_link", |stage| Box::pin(in_a_link(stage))),
        Test::new("broken_record_is_explained", |stage| Box::pin(broken_record(stage))),
        Test::new("broken_link_is_explained", |stage| Box::pin(broken_link(stage))),
        Test::new("broken_stored_game_beside_a_good_one", |stage| Box::pin(broken_store(stage))),
        Test::new("full_store_is_reported", |stage| Box::pin(full_store(stage))),
        Test::new("unknown_paths_are_explained", |stage| Box::pin(unknown_paths(stage))),
        Test::new("without_wasm_the_rules_are_there", |stage| Box::pin(without_wasm(stage))),
        Test::new("without_scripts_the_rules_are_there", |stage| Box::pin(without_scripts(stage))),
    ]
}

fn english(key: &str) -> String {
    Texts::new(Language::English).text(key)
}

/// Which step is shown, and whether the sentence is the one for it.
async fn shows(tab: &Tab, record: &Record, ply: usize) -> Result {
    let shown = format!("document.querySelector('.slider')?.value === '{ply}'");
    tab.wait(&format!("step {ply} is shown"), &shown).await?;
    let game = record.at(ply).during("playing a record")?;
    let sentence = Texts::new(Language::English).say(&game.prompt());
    let prompt = tab.text(".viewer .prompt").await?;
    ensure!(prompt == sentence, "at step {ply} it says «{prompt}», not «{sentence}»");
    Ok(())
}

async fn bring(tab: &Tab, text: &str) -> Result {
    tab.click("textarea[name=record]").await?;
    tab.insert(text).await?;
    tab.click("main form button[type=submit]").await
}

async fn by_text(stage: &Stage) -> Result {
    let record = whole_game(Kind::Zertz, 3)?.record(&["Sara", "Bahram"], 1)?;
    let last = record.steps().len();
    let tab = stage.open(Screen::DESK).await?;
    tab.go("/en/replay").await?;
    bring(&tab, &record.to_string()).await?;
    shows(&tab, &record, last).await?;
    let words = tab.text(".viewer .beside").await?;
    ensure!(words.contains("Sara") && words.contains("Bahram"), "the players are not named");
    // By keys, with the focus on the title beside the board.
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
    let next = record.turn_starts().iter().copied().find(|start| *start > 2).unwrap_or(last);
    shows(&tab, &record, next).await?;
    tab.key("End").await?;
    shows(&tab, &record, last).await?;
    // By the slider: its middle, and one key more.
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
    shows(&tab, &record, record.turn_starts()[2]).await
}

async fn in_a_link(stage: &Stage) -> Result {
    let record = whole_game(Kind::Rotas, 3)?.record(&[], 1)?;
    let folded = record.to_line().replace(' ', "_").replace('|', "~");
    let tab = stage.open(Screen::PHONE).await?;
    tab.go(&format!("/en/replay#game={folded}")).await?;
    shows(&tab, &record, record.steps().len()).await?;
    // From here a new game begins, and it is kept.
    tab.tap(".steps button:first-child").await?;
    shows(&tab, &record, 0).await
}

async fn explained(tab: &Tab, part: &str) -> Result {
    tab.wait("something is explained", "!!document.querySelector('.notice.wrong')").await?;
    let notice = tab.text(".notice.wrong").await?;
    let begin = english("say-cannot-read");
    ensure!(notice.starts_with(&begin), "it says «{notice}», not «{begin}»");
    ensure!(notice.contains(part), "«{notice}» does not tell of {part}");
    Ok(())
}

async fn broken_record(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    tab.keep(&[Line::start(Kind::Yinsh, "")?.kept("good", &[], 1)?]).await?;
    let before = tab.kept(&key("good")).await?;
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
    // Mended, it is shown.
    tab.eval("document.querySelector('textarea').select()").await?;
    tab.insert("yinsh||a2 a3").await?;
    tab.tap("main form button[type=submit]").await?;
    shows(&tab, &Record::from_line("yinsh||a2 a3").during("reading a record")?, 2).await?;
    ensure!(tab.kept(&key("good")).await? == before, "the stored game changed");
    Ok(())
}

async fn broken_link(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    for (fragment, part) in [
        ("game=zertz~~Wd4_-a1_Bd5_-z9", "step 4"),
        ("game=zertz~~Wd4_%", ""),
        ("game=", ""),
        ("game=%E0%A4%A", ""),
        ("position=zertz", ""),
        ("position=yinsh~cells=q", ""),
    ] {
        // A fragment alone does not load a page anew.
        tab.keep(&[]).await?;
        tab.go(&format!("/en/replay#{fragment}")).await?;
        explained(&tab, part).await.during(fragment)?;
        ensure!(
            tab.eval("!!document.querySelector('textarea')").await? == true,
            "after {fragment} nothing can be brought"
        );
    }
    Ok(())
}

async fn broken_store(stage: &Stage) -> Result {
    let tab = stage.open(Screen::DESK).await?;
    let good = middle_of(&whole_game(Kind::Yinsh, 4)?)?;
    let texts =
        ["game: yinsh\nplayer 1: person\n\n1. a2\n2. a2\n", "\u{0}\u{1f600} no game at all"];
    let mut kept = vec![good.kept("good", &[], 1)?];
    kept.extend(
        texts.iter().enumerate().map(|(n, text)| (key(&format!("bad{n}")), (*text).to_string())),
    );
    kept.push(("mohreh/settings".into(), "theme=\u{0}\nlit".into()));
    tab.keep(&kept).await?;
    for path in ["/en/games", "/en/"] {
        tab.go(path).await?;
        let words = tab.text("main").await?;
        let times = words.matches(&english("say-broken-game")).count();
        ensure!(times == 2, "{path} explains {times} broken games of 2");
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
            tab.kept(&key(&format!("bad{n}"))).await?.as_deref() == Some(*text),
            "the broken game changed"
        );
    }
    tab.go("/en/games").await?;
    tab.click("a[href=\"/en/table/good\"]").await?;
    let table = tab.next("").await?;
    ensure!(table.record()?.steps() == good.steps, "the good game is another one now");
    Ok(())
}

async fn full_store(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    let start = Line::start(Kind::Tzaar, "")?;
    tab.keep(&[start.kept("full", &[], 1)?]).await?;
    tab.eval("trial.fill()").await?;
    tab.go("/en/table/full").await?;
    let before = tab.next("").await?;
    // Each page has its own idea of how much room there is, so each is filled.
    tab.eval("trial.fill()").await?;
    let step = before.game()?.steps().into_iter().next().during("looking for a step")?;
    for name in before.game()?.touches(&step).during("looking how to play")?.path {
        tab.tap(&crate::hands::spot(&name)).await?;
    }
    let full = english("say-store-full");
    let told = format!(
        "trial.table().notices.some((said) => said.startsWith({}))",
        crate::browser::quoted(&full)
    );
    tab.wait("a full store is reported", &told).await?;
    // The game goes on, and what was kept before is still there.
    tab.wait("the next player is asked", "trial.table().asked && trial.table().lit.length > 0")
        .await?;
    let turns = tab.eval("document.querySelectorAll('.turns .turn').length").await?;
    ensure!(turns == 1, "{turns} turns are listed, not 1");
    ensure!(
        tab.kept(&key("full")).await?.as_deref() == Some(before.stored.as_str()),
        "the stored game is damaged"
    );
    // A new game cannot be kept either, and that is said where it is asked for.
    tab.go("/en/new/rotas?with=people").await?;
    tab.eval("trial.fill()").await?;
    tab.tap("form button[type=submit]").await?;
    let told = format!("document.body.innerText.includes({})", crate::browser::quoted(&full));
    tab.wait("a full store is reported for a new game", &told).await.map(|_| ())
}

async fn unknown_paths(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    tab.allow("status of 404");
    for (path, status, language) in [
        ("/en/nowhere", 404, Language::English),
        ("/fa/nowhere/at/all", 404, Language::Persian),
        ("/nowhere", 404, Language::English),
        ("/assets/nothing.js", 404, Language::English),
        ("/en/rules/chess/", 404, Language::English),
    ] {
        stage.server().take_answers();
        tab.go(path).await?;
        let answers = stage.server().answers();
        let given = answers.iter().find(|answer| answer.path == path).map(|answer| answer.status);
        ensure!(given == Some(status), "{path} was answered with {given:?}");
        let title = tab.text("h1").await?;
        let wanted = Texts::new(language).text("say-lost");
        ensure!(title == wanted, "{path} says «{title}», not «{wanted}»");
        let home = format!("!!document.querySelector('main a[href=\"/{}/\"]')", language.code());
        ensure!(tab.eval(&home).await? == true, "{path} does not lead home");
    }
    // Addresses of the page itself that lead nowhere.
    for (path, key) in [("/en/new/chess", "say-lost"), ("/en/table/none", "say-no-game")] {
        tab.go(path).await?;
        let title = tab.text("h1").await?;
        ensure!(title == english(key), "{path} says «{title}»");
        tab.tap("main a[href=\"/en/\"]").await?;
        tab.wait("one is at home", "!!document.querySelector('main.home')").await?;
    }
    Ok(())
}

async fn without_wasm(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    tab.with_script("delete globalThis.WebAssembly;").await?;
    tab.go("/en/").await?;
    tab.wait("there is a notice", "document.getElementById('without')?.hidden === false").await?;
    let words = tab.text("#without").await?;
    ensure!(words.contains(&english("say-without-wasm")), "it says «{words}»");
    tab.tap("#without a[href=\"/en/rules/tzaar/\"]").await?;
    tab.wait("the rules are there", "location.pathname === '/en/rules/tzaar/' && document.querySelector('main h1') && document.querySelector('main svg')")
        .await
        .map(|_| ())
}

async fn without_scripts(stage: &Stage) -> Result {
    let tab = stage.open(Screen::PHONE).await?;
    tab.command("Emulation.setScriptExecutionDisabled", serde_json::json!({ "value": true }))
        .await?;
    for kind in Kind::ALL {
        for language in Language::ALL {
            let path = format!("/{}/rules/{kind}/", language.code());
            let address = format!("{}{path}", tab.origin);
            tab.page.goto(address.as_str()).await.during(format!("opening {path}"))?;
            let words = tab.text("main").await?;
            let title = Texts::new(language).text(&format!("{kind}-title"));
            ensure!(
                words.contains(&title) && words.len() > 2000,
                "{path} has {} letters",
                words.len()
            );
            let drawn = tab.eval("document.querySelectorAll('main svg').length").await?;
            ensure!(drawn.as_u64() > Some(0), "{path} has no diagram");
        }
    }
    Ok(())
}
