//! A sheet of puzzles to print, with the solutions on its last page.

use mohreh_games::Kind;
use mohreh_puzzles::Puzzle;

use super::chances::percent;
use super::picture;
use super::session::print;
use crate::say::{Say, say, title};
use crate::view::{View, Views, bind, on, view};

/// Puzzles on a sheet: two pages of A4, four of A5.
const ON_SHEET: usize = 12;

pub(super) fn sheet(kind: Kind, puzzles: &[Puzzle]) -> View {
    let say = Say::global();
    // Spread over the whole selection, from easy to hard.
    let every = puzzles.len().div_ceil(ON_SHEET).max(1);
    let chosen: Vec<Puzzle> = puzzles.iter().step_by(every).cloned().collect();
    let figure = |(n, puzzle): (usize, &Puzzle)| {
        let (goal, seat) = (puzzle.goal.name(), seat_of(kind, puzzle));
        let asked = move || {
            let name = say.seat_name(kind, seat);
            say.sentence(&format!("puzzle-asked-{goal}"), &[("name", name.into())])
        };
        let dice = dice_of(kind, puzzle);
        let has_dice = !dice.is_empty();
        view! {
            <figure>
                {picture(kind, puzzle)}
                <figcaption>
                    <b>{bind(move || say.number(n as u32 + 1))}</b> ". " {bind(asked)}
                    {has_dice.then(|| view! { " " <bdi dir="ltr">{bind(move || say.digits(&dice))}</bdi> })}
                </figcaption>
            </figure>
        }
    };
    let solution = |puzzle: &Puzzle| {
        let text = match puzzle.chances.first() {
            Some(best) => best.steps.first().cloned().unwrap_or_default(),
            None => puzzle.line.iter().map(|turn| turn.join(" ")).collect::<Vec<_>>().join("; "),
        };
        let chance = puzzle.chances.first().map(|best| best.value);
        view! {
            <li>
                <bdi dir="ltr" class="notation">{text}</bdi>
                {chance.map(|value| view! { " (" {bind(move || percent(say, value))} ")" })}
            </li>
        }
    };
    view! {
        <section class="sheet">
            <p class="row noprint"><button class="button" data-act="print" on:click=on(|_| print())>{say!(say, "puzzle-print")}</button></p>
            <h2>{title(say, kind)} " · " {say!(say, "say-puzzles")}</h2>
            <div class="figures">{chosen.iter().enumerate().map(figure).views()}</div>
            <section class="solutions">
                <h2>{say!(say, "puzzle-solutions")}</h2>
                <ol>{chosen.iter().map(solution).views()}</ol>
            </section>
        </section>
    }
}

fn seat_of(kind: Kind, puzzle: &Puzzle) -> usize {
    let game = mohreh_games::AnyGame::parse(kind, &puzzle.position);
    match game.map(|game| game.status()) {
        Ok(mohreh_games::Status::ToMove(seat)) => seat.index(),
        _ => 0,
    }
}

/// The dice as they lie.
fn dice_of(kind: Kind, puzzle: &Puzzle) -> String {
    let game = mohreh_games::AnyGame::parse(kind, &puzzle.position);
    let dice = game.map(|game| game.scene().dice).unwrap_or_default();
    let faces: Vec<String> =
        dice.iter().filter_map(|die| die.face).map(|face| face.to_string()).collect();
    faces.join(" ")
}
