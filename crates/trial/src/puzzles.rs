//! Puzzles: solved by touch and by keyboard, refuted, against the clock, and without a network.

use mohreh_games::{AnyGame, Kind, Status};
use mohreh_puzzles::{Bank, Goal, Puzzle};

use crate::browser::{Device, Tab, js_string};
use crate::budgets::wait_cached;
use crate::failure::{Context, Failure, Result, ensure};
use crate::fixture::{Fixture, Test};
use crate::keyboard::{tab_to, tab_until, walk};

const LOW_PHONE: Device = Device { width: 360, height: 640, ..Device::PHONE };

pub(crate) fn tests() -> Vec<Test> {
    let touch = |kind: Kind| {
        Test::new(format!("puzzle_{kind}_win_in_two_by_touch"), move |fixture| {
            Box::pin(win_in_two(fixture, kind, LOW_PHONE, "fa"))
        })
    };
    let others = [
        Test::new("puzzle_win_in_two_by_keyboard", |fixture| {
            Box::pin(win_in_two(fixture, Kind::Yinsh, Device::DESKTOP, "en"))
        }),
        Test::new("puzzle_wrong_turns_are_refuted", |fixture| Box::pin(refuted(fixture))),
        Test::new("puzzle_chances_of_dice", |fixture| Box::pin(dice(fixture))),
        Test::new("puzzle_of_the_day_offline", |fixture| Box::pin(daily_offline(fixture))),
        Test::new("puzzle_run_keeps_a_rating", |fixture| Box::pin(run(fixture))),
        Test::new("puzzle_storm", |fixture| Box::pin(storm(fixture))),
        Test::new("puzzle_links_and_sheets", |fixture| Box::pin(links(fixture))),
    ];
    [Kind::Zertz, Kind::Tzaar, Kind::Yinsh].map(touch).into_iter().chain(others).collect()
}

/// The bank of a game, as in the repository.
fn bank(kind: Kind) -> Result<Vec<Puzzle>> {
    let path = format!("{}/../puzzles/banks/{kind}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).during("reading a bank")?;
    Ok(Bank::parse(&text).during("reading a bank")?.puzzles)
}

fn first_of(kind: Kind, goal: Goal) -> Result<Puzzle> {
    bank(kind)?.into_iter().find(|puzzle| puzzle.goal == goal).during("looking for a puzzle")
}

/// What the puzzle on the screen waits for.
fn phase_is(phase: &str) -> String {
    format!("document.querySelector('.puzzle')?.dataset.phase === {}", js_string(phase))
}

async fn wait_phase(tab: &Tab, phase: &str) -> Result {
    tab.wait(&format!("the puzzle is {phase}"), &phase_is(phase)).await.map(|_| ())
}

/// The puzzle on the screen.
async fn shown(tab: &Tab, kind: Kind) -> Result<Puzzle> {
    let id =
        tab.wait("there is a puzzle", "document.querySelector('.puzzle')?.dataset.puzzle").await?;
    let id =
        u32::from_str_radix(id.as_str().unwrap_or_default(), 16).during("reading its number")?;
    bank(kind)?.into_iter().find(|puzzle| puzzle.id() == id).during("looking for the puzzle")
}

fn selector(name: &str) -> String {
    format!(".puzzle [data-spot=\"{name}\"]")
}

/// Plays a step by touching what it touches.
async fn play(tab: &Tab, game: &mut AnyGame, step: &str, by_keys: bool) -> Result {
    let path = game.touches(step).during(format!("{step} is not legal"))?.path;
    for name in path {
        if by_keys {
            press(tab, &name).await?;
        } else {
            tab.tap(&selector(&name)).await?;
        }
    }
    game.play(step).map_err(|error| Failure::new(error.to_string()))
}

/// Goes to a spot by keys, and presses it.
async fn press(tab: &Tab, name: &str) -> Result {
    let on_board = format!(
        "!!document.querySelector({})",
        js_string(&format!(".board [data-spot=\"{name}\"]"))
    );
    if tab.eval(&on_board).await? == true {
        let within = "!!document.activeElement?.closest('.board [data-spot]')";
        if tab.eval(within).await? != true {
            tab_until(tab, within, "the board").await?;
        }
        walk(tab, name).await?;
    } else {
        tab_to(tab, &selector(name)).await?;
    }
    tab.key("Enter").await
}

/// Plays the answers of the bank; the opponent replies as in it.
async fn solve(tab: &Tab, kind: Kind, puzzle: &Puzzle, by_keys: bool) -> Result {
    let mut game = AnyGame::parse(kind, &puzzle.position).during("reading the position")?;
    if let Some(best) = puzzle.chances.first() {
        play(tab, &mut game, &best.steps[0], by_keys).await?;
        return wait_phase(tab, "solved").await;
    }
    for (n, turn) in puzzle.line.iter().enumerate() {
        if n % 2 == 1 {
            for step in turn {
                game.play(step).map_err(|error| Failure::new(error.to_string()))?;
            }
            continue;
        }
        wait_phase(tab, "asked").await?;
        for step in turn {
            play(tab, &mut game, step, by_keys).await?;
        }
    }
    wait_phase(tab, "solved").await
}

async fn win_in_two(fixture: &Fixture, kind: Kind, device: Device, language: &str) -> Result {
    let puzzle = first_of(kind, Goal::WinInTwo)?;
    let tab = fixture.open(device).await?;
    tab.go(&format!("/{language}/puzzles/{kind}-{:08x}", puzzle.id())).await?;
    wait_phase(&tab, "asked").await?;
    let overflow = tab.eval("trial.overflow()").await?;
    ensure!(overflow.as_array().is_some_and(Vec::is_empty), "too wide: {overflow}");
    tab.eval("trial.watchShifts()").await?;
    solve(&tab, kind, &puzzle, !device.touch).await?;
    let said = tab.text(".puzzle .said").await?;
    ensure!(!said.is_empty(), "nothing is said of the solution");
    let kept = tab.local_storage(&format!("mohreh/progress/{kind}")).await?.unwrap_or_default();
    ensure!(kept.contains(&format!("solved={}", puzzle.id())), "what is kept: {kept}");
    Ok(())
}

/// A whole turn that begins with another step than the answer, and does not end the game.
fn wrong_turn(kind: Kind, puzzle: &Puzzle) -> Result<Vec<String>> {
    let start = AnyGame::parse(kind, &puzzle.position).during("reading the position")?;
    for first in start.steps().into_iter().filter(|step| !puzzle.line[0].contains(step)) {
        let (mut game, mut turn) = (start.clone(), vec![first.clone()]);
        game.play(&first).map_err(|error| Failure::new(error.to_string()))?;
        while game.status() == start.status() {
            let step = game.steps().swap_remove(0);
            game.play(&step).map_err(|error| Failure::new(error.to_string()))?;
            turn.push(step);
        }
        if matches!(game.status(), Status::ToMove(_)) {
            return Ok(turn);
        }
    }
    None.during("looking for a wrong turn")
}

async fn refuted(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    for (kind, goal) in [
        (Kind::Yinsh, Goal::WinInOne),
        (Kind::Yinsh, Goal::WinInTwo),
        (Kind::Tzaar, Goal::OnlyDefence),
        (Kind::Zertz, Goal::WinInTwo),
    ] {
        // In some, the first step is forced.
        let fits = |puzzle: &Puzzle| puzzle.goal == goal && wrong_turn(kind, puzzle).is_ok();
        let puzzle = bank(kind)?.into_iter().find(fits).during("looking for a puzzle")?;
        tab.go(&format!("/fa/puzzles/{kind}-{:08x}", puzzle.id())).await?;
        wait_phase(&tab, "asked").await?;
        let mut game = AnyGame::parse(kind, &puzzle.position).during("reading the position")?;
        let wrong = wrong_turn(kind, &puzzle)?;
        let played = wrong.len();
        for step in wrong {
            play(&tab, &mut game, &step, false).await?;
        }
        wait_phase(&tab, "wrong").await?;
        // The refutation is a legal turn of the opponent.
        let told = "document.querySelector('.puzzle .said .notation')?.textContent.trim()";
        let turn = tab.wait("the refutation is told", told).await?;
        let turn = turn.as_str().unwrap_or_default().to_string();
        let mut after = game;
        for step in turn.split_whitespace() {
            after.play(step).map_err(|error| Failure::new(format!("{turn}: {error}")))?;
        }
        if goal == Goal::OnlyDefence {
            ensure!(matches!(after.status(), Status::Over(_)), "{turn} does not win");
        }
        let drawn = format!(
            "document.querySelector('.puzzle').dataset.ply === '{}'",
            played + turn.split(' ').count()
        );
        tab.wait("the refutation is on the board", &drawn).await?;
        tab.tap("[data-act=again]").await?;
        wait_phase(&tab, "asked").await?;
        tab.tap("[data-act=solution]").await?;
        wait_phase(&tab, "shown").await?;
    }
    Ok(())
}

async fn dice(fixture: &Fixture) -> Result {
    let tab = fixture.open(LOW_PHONE).await?;
    let kind = Kind::Rotas;
    let puzzle = first_of(kind, Goal::BlockChance)?;
    tab.go(&format!("/fa/puzzles/{kind}-{:08x}", puzzle.id())).await?;
    let mut game = AnyGame::parse(kind, &puzzle.position).during("reading the position")?;
    let worst = puzzle.chances.last().during("chances")?.steps[0].clone();
    play(&tab, &mut game, &worst, false).await?;
    wait_phase(&tab, "wrong").await?;
    let rows = tab.eval("document.querySelectorAll('.chances li').length").await?;
    ensure!(rows == puzzle.chances.len(), "{rows} of {} chances", puzzle.chances.len());
    tab.tap("[data-act=again]").await?;
    solve(&tab, kind, &puzzle, false).await
}

async fn daily_offline(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    tab.allow_error("/sw.js");
    tab.go("/fa/").await?;
    wait_cached(&tab, "NOW").await?;
    wait_cached(&tab, "LATER").await?;
    fixture.server_mut().stop();
    fixture.server().take_responses();
    tab.reload().await?;
    tab.tap("a[data-way=puzzles]").await?;
    tab.tap("[data-kind=tzaar] a[data-way=daily]").await?;
    let puzzle = shown(&tab, Kind::Tzaar).await?;
    solve(&tab, Kind::Tzaar, &puzzle, false).await?;
    tab.go("/en/puzzles/tzaar-daily").await?;
    ensure!(shown(&tab, Kind::Tzaar).await? == puzzle, "another puzzle on the same day");
    tab.go("/en/puzzles").await?;
    let done = "!!document.querySelector('[data-kind=tzaar] .daily .done')";
    tab.wait("the day is done", done).await?;
    let answers = fixture.server().take_responses();
    ensure!(answers.is_empty(), "the server was not off: {answers:?}");
    Ok(())
}

async fn run(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let kind = Kind::Rotas;
    tab.go(&format!("/en/puzzles/{kind}-run")).await?;
    let mut seen = Vec::new();
    for _ in 0..3 {
        wait_phase(&tab, "asked").await?;
        let puzzle = shown(&tab, kind).await?;
        ensure!(!seen.contains(&puzzle.id()), "the same puzzle twice");
        seen.push(puzzle.id());
        solve(&tab, kind, &puzzle, false).await?;
        tab.tap("[data-act=next]").await?;
    }
    let kept = tab.local_storage(&format!("mohreh/progress/{kind}")).await?.unwrap_or_default();
    let history = kept.lines().find_map(|line| line.strip_prefix("history="));
    let ratings: Vec<u32> =
        history.unwrap_or_default().split(' ').filter_map(|one| one.parse().ok()).collect();
    ensure!(ratings.len() == 3 && ratings.is_sorted() && ratings[0] > 1000, "{ratings:?}");
    let rating = tab.text(".puzzle .rating").await?;
    ensure!(rating.contains(&ratings[2].to_string()), "«{rating}» after {ratings:?}");
    tab.wait("there is a curve", "!!document.querySelector('.curve path')").await?;
    Ok(())
}

async fn storm(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::PHONE).await?;
    let kind = Kind::Yinsh;
    tab.go(&format!("/en/puzzles/{kind}-storm")).await?;
    tab.tap("[data-act=begin]").await?;
    let first = shown(&tab, kind).await?;
    ensure!(first.goal.turns() <= 1, "a long puzzle in a storm: {first}");
    solve(&tab, kind, &first, false).await?;
    let next = |id: u32| {
        format!(
            "document.querySelector('.puzzle')?.dataset.puzzle !== '{id:08x}' && {}",
            phase_is("asked")
        )
    };
    tab.wait("the next puzzle is there", &next(first.id())).await?;
    let score = tab.text(".clock-row").await?;
    ensure!(score.contains("1 solved"), "{score}");
    let second = shown(&tab, kind).await?;
    let mut game = AnyGame::parse(kind, &second.position).during("reading the position")?;
    for step in wrong_turn(kind, &second)? {
        play(&tab, &mut game, &step, false).await?;
    }
    tab.wait("the next puzzle is there", &next(second.id())).await?;
    let score = tab.text(".clock-row").await?;
    ensure!(score.contains("one mistake"), "{score}");
    Ok(())
}

async fn links(fixture: &Fixture) -> Result {
    let tab = fixture.open(Device::DESKTOP).await?;
    tab.go("/en/puzzles/yinsh").await?;
    tab.eval("(() => { const theme = document.querySelector('select[name=theme]'); theme.value = 'win-in-two'; theme.dispatchEvent(new Event('change')); })()").await?;
    tab.wait(
        "some are chosen",
        "document.querySelector('.pick [role=status]').textContent.includes('of 97')",
    )
    .await?;
    tab.click("[data-act=sheet]").await?;
    tab.wait("the sheet is there", "document.querySelectorAll('.sheet figure').length === 11")
        .await?;
    tab.click("[data-act=sheet]").await?;
    tab.click(".chip").await?;
    let puzzle = shown(&tab, Kind::Yinsh).await?;
    ensure!(puzzle.goal == Goal::WinInTwo, "another theme: {puzzle}");
    tab.click("[data-act=analyse]").await?;
    tab.wait("the analysis is open", "location.pathname === '/en/replay' && !!document.querySelector('.viewer.analysis .board .spot')").await?;
    for path in ["/en/puzzles/yinsh-00000000", "/en/puzzles/chess", "/en/puzzles/yinsh-nothing"] {
        tab.go(path).await?;
        let title = tab.text("main h1").await?;
        ensure!(title == "There is no such puzzle", "{path}: {title}");
    }
    Ok(())
}
