//! Analysis of games: variations by touch and by keyboard, marks, the engine beside the board, reviews.

use mohreh_games::{Kind, Record, Status};

use crate::browser::{Device, Tab, js_string};
use crate::failure::{Context, Failure, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::keyboard::{tab_to, tab_until, walk};
use crate::pages::sample_games;

/// Few nodes: what is tested is the page.
const NODES: &str = "200";
/// More touches than any turn has.
const MAX_TOUCHES: usize = 30;

pub(crate) fn tests() -> Vec<Test> {
    let review = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("review_{kind}_whole_game"), move |fixture| {
            Box::pin(review(fixture, kind))
        })
    };
    let touch = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("analysis_{kind}_variation_by_touch"), move |fixture| {
            Box::pin(by_touch(fixture, kind))
        })
    };
    let keys = |kind: &Kind| {
        let kind = *kind;
        Test::new(format!("analysis_{kind}_variation_by_keyboard"), move |fixture| {
            Box::pin(by_keyboard(fixture, kind))
        })
    };
    let others = [
        Test::new("analysis_marks_are_drawn_and_told", |fixture| Box::pin(marks(fixture))),
        Test::new("analysis_engine_lines_are_shown_and_played", |fixture| {
            Box::pin(engine(fixture))
        }),
        Test::new("analysis_comments_and_links", |fixture| Box::pin(comments(fixture))),
    ];
    let all = Kind::ALL.iter();
    all.clone()
        .map(review)
        .chain(all.clone().map(touch))
        .chain(all.map(keys))
        .chain(others)
        .collect()
}

/// Selector of a spot.
fn spot(name: &str) -> String {
    format!(".viewer [data-spot=\"{name}\"]")
}

fn id(kind: Kind) -> String {
    format!("whole-{kind}")
}

/// Opens a finished game at a step of it.
async fn open(tab: &Tab, kind: Kind, ply: usize) -> Result {
    let mut entries = sample_games()?;
    entries.push(("mohreh/draft/review".to_string(), NODES.to_string()));
    tab.set_local_storage(&entries).await?;
    tab.go(&format!("/en/replay/{}#&ply={ply}", id(kind))).await?;
    tab.wait("the game is there", "!!document.querySelector('.viewer .board .spot')").await?;
    Ok(())
}

fn game(kind: Kind) -> Result<Record> {
    let key = format!("mohreh/game/{}", id(kind));
    let text = sample_games()?.into_iter().find(|(known, _)| *known == key);
    let (_, text) = text.during("looking for the game")?;
    let records = Record::read(&text).during("reading the game")?;
    records.into_iter().next().during("reading the game")
}

/// The analysis that the page has kept.
async fn kept(tab: &Tab, kind: Kind) -> Result<Record> {
    let key = format!("mohreh/analysis/{}", id(kind));
    let there = format!("localStorage.getItem({}) !== null", js_string(&key));
    tab.wait("the analysis is kept", &there).await?;
    let text = tab.local_storage(&key).await?.during("reading the analysis")?;
    let records = Record::read(&text).during("reading the analysis")?;
    records.into_iter().next().during("reading the analysis")
}

/// A place of a game where another step could have been played: its ply, that step, and what it touches.
fn other_step(record: &Record) -> Result<(usize, String, Vec<String>)> {
    for ply in 2..record.steps().len() {
        let game = record.at(ply);
        if !matches!(game.status(), Status::ToMove(_)) {
            continue;
        }
        for step in game.steps().into_iter().filter(|step| *step != record.steps()[ply]) {
            let path = game.touches(&step).unwrap_or_default().path;
            // Dice are chosen together with a button, which is tested at tables.
            if !path.is_empty() && path.iter().all(|name| !name.starts_with("die")) {
                return Ok((ply, step, path.iter().map(ToString::to_string).collect()));
            }
        }
    }
    None.during("looking for a place with a choice")
}

/// Checks that a step is a variation beside the game that was played.
async fn check_variation(tab: &Tab, kind: Kind, ply: usize, step: &str) -> Result {
    tab.wait("the tree has a variation", "!!document.querySelector('.tree .variation .turn.here')")
        .await?;
    let record = kept(tab, kind).await?;
    ensure!(record.steps() == game(kind)?.steps(), "the game itself has changed");
    let start = record.tree().main_line()[ply];
    ensure!(record.tree().child(start, step).is_some(), "{step} is not kept as a variation");
    let label =
        tab.eval("document.querySelector('.tree .variation').getAttribute('aria-label')").await?;
    ensure!(
        label.as_str().is_some_and(|label| label.contains("Variation")),
        "a variation is called {label}"
    );
    Ok(())
}

async fn by_touch(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let (ply, step, path) = other_step(&game(kind)?)?;
    open(&tab, kind, ply).await?;
    for name in &path {
        tab.tap(&spot(name)).await?;
        tab.wait_painted().await?;
    }
    check_variation(&tab, kind, ply, &step).await?;
    // It is there after a reload, can be promoted, and can be deleted.
    tab.reload().await?;
    tab.wait("the variation is still there", "!!document.querySelector('.tree .variation .turn')")
        .await?;
    tab.tap(".tree .variation .turn").await?;
    tab.tap(".beside .row.small button:nth-of-type(2)").await?;
    tab.wait("the variation is deleted", "!document.querySelector('.tree .variation')").await?;
    Ok(())
}

async fn by_keyboard(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    let (ply, step, path) = other_step(&game(kind)?)?;
    open(&tab, kind, ply).await?;
    for name in &path {
        let on_board = format!(".board [data-spot=\"{name}\"]");
        let found =
            tab.eval(&format!("!!document.querySelector({})", js_string(&on_board))).await?;
        if found == true {
            let within = "!!document.activeElement?.closest('.board [data-spot]')";
            if tab.eval(within).await? != true {
                tab_until(&tab, within, "the board").await?;
            }
            walk(&tab, name).await?;
        } else {
            tab_to(&tab, &spot(name)).await?;
        }
        tab.key("Enter").await?;
        tab.wait_painted().await?;
    }
    check_variation(&tab, kind, ply, &step).await?;
    // Back to the game: one step, and the next of the main line.
    tab.eval("document.querySelector('.viewer').focus()").await?;
    tab.key("ArrowLeft").await?;
    let back = format!("document.querySelector('.slider').value === '{ply}'");
    tab.wait("the step is undone", &back).await?;
    Ok(())
}

async fn review(fixture: &Fixture, kind: Kind) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    open(&tab, kind, 0).await?;
    tab.tap("[data-act=review]").await?;
    tab.wait("the review is finished", "!!document.querySelector('.totals')").await?;
    let record = kept(&tab, kind).await?;
    ensure!(record.steps() == game(kind)?.steps(), "the review has changed the game");
    let seats = tab.eval("document.querySelectorAll('.totals tbody tr').length").await?;
    ensure!(seats == record.game().seats(), "there are totals for {seats} seats");
    if record.game().seats() == 2 {
        let graph = "document.querySelector('.graph[role=slider]')";
        let at = tab.eval(&format!("{graph}.getAttribute('aria-valuetext')")).await?;
        ensure!(at.as_str().is_some_and(|text| text.contains('%')), "the graph says {at}");
        tab.eval(&format!("{graph}.focus()")).await?;
        tab.key("End").await?;
        let moved = "document.querySelector('.slider').value !== '0'";
        tab.wait("the graph goes to the last turn", moved).await?;
    }
    // The verdicts are kept with the game.
    tab.reload().await?;
    tab.wait("the review is still there", "!!document.querySelector('.totals')").await?;
    let faults = tab.eval("document.querySelectorAll('.tree .sign').length").await?;
    if tab.eval("!!document.querySelector('[data-act=next-fault]')").await? == true {
        tab.tap("[data-act=next-fault]").await?;
        tab.tap("[data-act=retry]").await?;
        tab.wait("a better turn is asked for", "!!document.querySelector('.attempt')").await?;
        try_turn(&tab).await?;
        tab.tap("[data-act=end-attempt]").await?;
    }
    fixture.report(format!("{} turns, {faults} at fault", record.turns().len()));
    Ok(())
}

/// Plays any turn where a better one is asked for, until the page has judged it.
async fn try_turn(tab: &Tab) -> Result {
    let next = "document.querySelector('.attempt.right, .attempt [data-act=retry]') ? 'judged' : \
        !document.querySelector('.attempt[aria-busy=true]') && \
        document.querySelector('.viewer .lit[data-spot]')?.dataset.spot";
    for _ in 0..MAX_TOUCHES {
        let name = tab.wait("the turn goes on or is judged", next).await?;
        let name = name.as_str().during("a spot")?;
        if name == "judged" {
            return Ok(());
        }
        tab.tap(&spot(name)).await?;
    }
    Err(Failure::new("the turn does not end"))
}

async fn marks(fixture: &Fixture) -> Result {
    let kind = Kind::Yinsh;
    let tab = fixture.open(Device::DESKTOP).await?;
    open(&tab, kind, 12).await?;
    let at = async |name: &str| -> Result<(f64, f64)> {
        let place = tab.eval(&format!("trial.centre({})", js_string(&spot(name)))).await?;
        Ok((place["x"].as_f64().during("a place")?, place["y"].as_f64().during("a place")?))
    };
    let (from, to) = (at("e5").await?, at("g6").await?);
    for (event, (x, y)) in [
        ("mousePressed", from),
        ("mouseMoved", to),
        ("mouseReleased", to),
        ("mousePressed", from),
        ("mouseReleased", from),
    ] {
        let event = serde_json::json!({ "type": event, "x": x, "y": y, "button": "right", "buttons": 2, "clickCount": 1 });
        tab.command("Input.dispatchMouseEvent", event).await?;
    }
    tab.wait(
        "arrow and circle are drawn",
        "document.querySelectorAll('.drawn .green').length === 2",
    )
    .await?;
    let told = tab.text(".marks").await?;
    ensure!(
        told.contains("arrow from e5 to g6") && told.contains("circle on e5"),
        "the page says «{told}»"
    );
    let record = kept(&tab, kind).await?;
    let here = record.tree().main_line()[12];
    ensure!(record.tree().highlights(here).len() == 2, "the marks are not kept");
    Ok(())
}

async fn engine(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    open(&tab, Kind::Tzaar, 6).await?;
    tab.click(".engine input[role=switch]").await?;
    tab.wait("there is a line", "!!document.querySelector('.line .move')").await?;
    tab.wait("the best turn is drawn", "!!document.querySelector('.drawn .best')").await?;
    let meter = tab.text(".chance .ends").await?;
    ensure!(meter.contains('%'), "the win chance is «{meter}»");
    let before = tab.eval("document.querySelector('.board .pieces').innerHTML").await?;
    tab.eval("document.querySelector('.line .move').focus()").await?;
    let shown = format!("document.querySelector('.board .pieces').innerHTML !== {before}");
    tab.wait("a line in focus is shown on the board", &shown).await?;
    tab.key("Enter").await?;
    tab.wait("the line is played", "document.querySelector('.slider').value !== '6'").await?;
    // Without the engine, nothing is drawn.
    tab.click(".engine input[role=switch]").await?;
    tab.wait("the lines are gone", "!document.querySelector('.line, .drawn .best')").await?;
    Ok(())
}

async fn comments(fixture: &Fixture) -> Result {
    let kind = Kind::Zertz;
    let tab = fixture.open(Device::DESKTOP).await?;
    open(&tab, kind, 4).await?;
    tab.click(".comment textarea").await?;
    tab.insert("Why not? چرا نه؟").await?;
    tab.eval("document.activeElement.blur()").await?;
    tab.wait(
        "the comment is in the tree",
        "document.querySelector('.tree .remark')?.textContent === 'Why not? چرا نه؟'",
    )
    .await?;
    let record = kept(&tab, kind).await?;
    ensure!(
        record.comments(4).collect::<Vec<_>>() == ["Why not? چرا نه؟"],
        "the comment is not kept"
    );
    // The link holds the whole tree.
    let line = record.to_tree_line().replace(' ', "_").replace('|', "~");
    let fragment = tab.eval(&format!("encodeURI({})", js_string(&line))).await?;
    let fragment = fragment.as_str().during("encoding a link")?.to_string();
    tab.go(&format!("/fa/replay#game={fragment}&ply=4")).await?;
    tab.wait(
        "the link has the comment",
        "document.querySelector('.comment textarea')?.value === 'Why not? چرا نه؟'",
    )
    .await?;
    Ok(())
}
