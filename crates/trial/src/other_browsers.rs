//! The main paths in Firefox and WebKit: whole games from the home page, offline play, and Persian text that looks as in
//! Chromium.

use mohreh_games::{Kind, Status};
use mohreh_texts::Language;
use serde_json::{Value, json};

use crate::browser::Device;
use crate::budgets::IS_CACHED;
use crate::failure::{Context, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::input::{TableView, spot};
use crate::pictures::{self, Easel, data_url};
use crate::records::Chance;
use crate::webdriver::{Driver, Engine};

/// Presses of the mouse with which a game begins; a script clicks the rest, which saves half of the time.
const PRESSES: usize = 8;
/// Slices in which the rest of a game is played; more, and it counts as endless.
const SLICES: usize = 30;
const SLICE_MS: u32 = 10_000;
/// Persian pages whose words are compared.
const PAGES: [&str; 3] = ["/fa/", "/fa/rules/zertz/", "/fa/new/yinsh?with=computer"];
/// Highest difference of a word's width, in multiples of the font size. A letter is wider than a fifth.
const MAX_WIDTH_DIFFERENCE: f64 = 0.1;
/// Highest share of a word's ink that is elsewhere.
const MAX_INK_DIFFERENCE: f64 = 0.4;
/// Letters of the shortest word whose ink is compared: in shorter ones a pixel is too much.
const MIN_INK_LETTERS: usize = 4;
/// Enlarges all text four times.
const LARGE: &str = "document.documentElement.style.fontSize = '400%'";
/// The parts of a word whose ink is compared.
const PARTS: usize = 12;

pub(crate) fn tests(engine: Engine) -> Vec<Test> {
    let name = engine.name();
    let mut tests = Vec::from(Language::ALL.map(|language| {
        Test::new(format!("{name}_games_{}", language.code()), move |fixture| {
            Box::pin(games(fixture, engine, language))
        })
    }));
    tests.push(Test::new(format!("{name}_letters"), move |fixture| {
        Box::pin(letters(fixture, engine))
    }));
    if engine == Engine::Firefox {
        tests.push(Test::new(format!("{name}_offline"), move |fixture| {
            Box::pin(offline(fixture, engine))
        }));
    }
    tests
}

fn start(fixture: &Fixture, engine: Engine) -> Result<Driver> {
    Driver::start(engine, fixture.server().origin())
}

/// A whole game of each kind against level 1, from the home page to the end.
async fn games(fixture: &Fixture, engine: Engine, language: Language) -> Result {
    let mut driver = start(fixture, engine)?;
    let code = language.code();
    for &kind in Kind::ALL {
        driver.go(&format!("/{code}/"))?;
        let draft = format!("localStorage.setItem('mohreh/draft/{kind}', 'level=1\\n')");
        driver.eval(&draft)?;
        driver.click(&format!("a[data-way=computer][href*=\"/{kind}?\"]"))?;
        driver.click("form button[type=submit]")?;
        let table = play(&mut driver, kind).during(format!("playing {kind}"))?;
        let game = table.game()?;
        ensure!(matches!(game.status(), Status::Over(_)), "{kind}: the stored game goes on");
        let name = format!("{}-{code}-{kind}.png", engine.name());
        pictures::write(fixture.pictures(), &name, &driver.screenshot()?)?;
        fixture.report(format!("{kind}: {} turns", table.record()?.turns().len()));
    }
    Ok(())
}

/// Plays from the first turn to the end.
fn play(driver: &mut Driver, kind: Kind) -> Result<TableView> {
    let mut chance = Chance::new(kind as u64 + 1);
    let mut table = TableView::read(&driver.wait("a person is asked", "trial.ready('')")?);
    for _ in 0..PRESSES {
        if table.over {
            break;
        }
        let name = chance.choose(&table.lit).during("looking for something lit")?.clone();
        driver.eval("trial.before = trial.fingerprint()")?;
        driver.click(&spot(&name))?;
        let answer = driver.wait("the press is answered", "trial.ready(trial.before)");
        table = TableView::read(&answer.during(format!("after a press on {name}"))?);
    }
    for _ in 0..SLICES {
        ensure!(table.notices.is_empty(), "the page says {:?}", table.notices);
        if table.over {
            return Ok(table);
        }
        let answer = driver.eval(&format!("trial.playOn({SLICE_MS})"))?;
        ensure!(!answer.is_null(), "nothing is asked any more");
        table = TableView::read(&answer);
    }
    ensure!(table.over, "the game does not end");
    Ok(table)
}

/// With the server gone, home and a game of this device still work.
async fn offline(fixture: &Fixture, engine: Engine) -> Result {
    let mut driver = start(fixture, engine)?;
    driver.go("/fa/")?;
    // The engine is cached after the page, in the background.
    driver.wait("the service worker serves", "!!navigator.serviceWorker.controller")?;
    for list in ["NOW", "LATER"] {
        driver.eval(&format!("trial.expectCached('{list}')"))?;
        driver.wait(&format!("the service worker has cached {list}"), IS_CACHED)?;
    }
    fixture.server_mut().stop();
    driver.go("/fa/")?;
    driver.click("a[data-way=computer][href*=\"/zertz?\"]")?;
    driver.click("form button[type=submit]")?;
    driver.wait("a person is asked", "trial.ready('')")?;
    Ok(())
}

/// A word, its width, and where it is.
struct Word {
    text: String,
    width: f64,
    place: Value,
}

fn words(value: &Value) -> Result<Vec<Word>> {
    let words = value.as_array().during("reading words")?;
    let read = |word: &Value| Word {
        text: word[0].as_str().unwrap_or_default().to_string(),
        width: word[1].as_f64().unwrap_or_default(),
        place: word[2].clone(),
    };
    Ok(words.iter().map(read).collect())
}

/// Every Persian word is as wide as in Chromium, and its ink is where it is there: no letter is missing.
async fn letters(fixture: &Fixture, engine: Engine) -> Result {
    let mut driver = start(fixture, engine)?;
    let (width, height) = (1000, 900);
    let tab = fixture.open(Device { width, height, ..Device::DESKTOP }).await?;
    let easel = Easel::new(fixture).await?;
    let mut wrong = Vec::new();
    let (mut widest, mut inkiest, mut count) = (0.0f64, 0.0f64, 0);
    for path in PAGES {
        driver.go(path)?;
        tab.go(path).await?;
        let ours = words(&driver.eval("trial.words()")?)?;
        let theirs = words(&tab.eval("trial.words()").await?)?;
        let pair = [driver.screenshot()?, tab.screenshot().await?];
        // WebKit rounds the advance of each letter to a pixel, so widths are those of large letters.
        driver.eval(LARGE)?;
        tab.eval(LARGE).await?;
        let our_widths = words(&driver.eval("trial.words()")?)?;
        let their_widths = words(&tab.eval("trial.words()").await?)?;
        let mut ink = Vec::new();
        for (shot, words) in pair.iter().zip([&ours, &theirs]) {
            let places: Vec<&Value> = words.iter().map(|word| &word.place).collect();
            let args = json!([data_url("png", shot), places, PARTS]);
            ink.push(easel.call("ink", &args).await?);
        }
        let name = path.trim_matches('/').replace(['/', '?', '='], "-");
        pictures::write(fixture.pictures(), &format!("{}-{name}.png", engine.name()), &pair[0])?;
        let texts = |words: &[Word]| words.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
        let (our_texts, their_texts) = (texts(&ours), texts(&theirs));
        let other = our_texts.iter().zip(&their_texts).find(|(our, their)| our != their);
        ensure!(
            our_texts.len() == their_texts.len() && other.is_none(),
            "{path} has {} words, in Chromium {}; the first difference is {other:?}",
            our_texts.len(),
            their_texts.len()
        );
        for (n, (our, their)) in our_widths.iter().zip(&their_widths).enumerate() {
            let difference = (our.width - their.width).abs();
            widest = widest.max(difference);
            let is_long = our.text.chars().count() >= MIN_INK_LETTERS;
            let elsewhere = ink_difference(&ink[0][n], &ink[1][n]).filter(|_| is_long);
            inkiest = inkiest.max(elsewhere.unwrap_or_default());
            count += usize::from(elsewhere.is_some());
            if difference > MAX_WIDTH_DIFFERENCE
                || elsewhere.is_some_and(|part| part > MAX_INK_DIFFERENCE)
            {
                wrong.push(format!(
                    "«{}» {:.2} em instead of {:.2}, ink {:.2}",
                    our.text,
                    our.width,
                    their.width,
                    elsewhere.unwrap_or_default()
                ));
            }
        }
    }
    fixture.report(format!(
        "words differ by at most {widest:.3} em and {inkiest:.2} of their ink ({count} seen)"
    ));
    ensure!(count > 50, "only {count} words are on the pictures");
    wrong.sort();
    wrong.dedup();
    ensure!(
        wrong.is_empty(),
        "{} words differ: {}",
        wrong.len(),
        wrong.iter().take(12).cloned().collect::<Vec<_>>().join("; ")
    );
    Ok(())
}

/// The share of ink that is in other parts of the word.
fn ink_difference(ours: &Value, theirs: &Value) -> Option<f64> {
    let shares = |ink: &Value| -> Option<Vec<f64>> {
        // A word without ink, such as a separator, tells nothing.
        ink["whole"].as_f64().filter(|whole| *whole > 0.02)?;
        Some(ink["shares"].as_array()?.iter().filter_map(Value::as_f64).collect())
    };
    let (ours, theirs) = (shares(ours)?, shares(theirs)?);
    Some(ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0)
}
