//! All choices of a puzzle with dice, by their exact chances.

use mohreh_games::AnyGame;
use mohreh_puzzles::Chance;

use super::attempt::Attempt;
use crate::say::{Say, say};
use crate::signal::Signal;
use crate::view::{View, Views, bind, view};

/// Choices of one chance that are named.
const NAMED: usize = 4;

/// A chance in per cent, with a tenth where it has one.
pub(super) fn percent(say: Say, value: u32) -> String {
    let tenths = (value + 5) / 10;
    match tenths % 10 {
        0 => say.with("say-percent", &[("percent", (tenths / 10).into())]),
        tenth => {
            let parts = [("percent", (tenths / 10).into()), ("number", tenth.into())];
            say.with("puzzle-percent", &parts)
        }
    }
}

/// A choice in words: the dice that are rolled again, or what else is done.
enum Choice {
    Roll(String),
    Other(String),
}

fn choice(say: Say, game: &AnyGame, step: &str) -> Choice {
    let path = game.touches(step).map(|touches| touches.path).unwrap_or_default();
    let scene = game.scene();
    let faces: Vec<String> = path
        .iter()
        .filter_map(|name| scene.dice.iter().find(|die| die.name == *name)?.face)
        .map(|face| say.number(face))
        .collect();
    if !faces.is_empty() {
        return Choice::Roll(say.language().isolate(&faces.join(" ")));
    }
    let on_board = path.iter().find(|name| scene.spots.iter().any(|spot| spot.name == **name));
    Choice::Other(match (on_board, path.last()) {
        (Some(spot), _) => {
            say.with("puzzle-place", &[("spot", say.language().isolate(spot).into())])
        }
        (None, Some(button)) => say.text(&format!("{}-button-{button}", game.kind())),
        (None, None) => say.language().isolate(step),
    })
}

/// All choices of one chance. Equal dice can be exchanged, so they are named once.
fn choices_text(say: Say, game: &AnyGame, steps: &[String]) -> String {
    let (mut rolls, mut named, mut more) = (Vec::new(), Vec::new(), 0_u32);
    for step in steps {
        let (list, text) = match choice(say, game, step) {
            Choice::Roll(dice) => (&mut rolls, dice),
            Choice::Other(text) => (&mut named, text),
        };
        if list.contains(&text) {
            continue;
        }
        match list.len() {
            ..NAMED => list.push(text),
            _ => more += 1,
        }
    }
    let comma = say.text("say-comma");
    if !rolls.is_empty() {
        named.insert(0, say.with("puzzle-roll", &[("dice", rolls.join(&comma).into())]));
    }
    let mut text = named.join(&comma);
    if more > 0 {
        text += " ";
        text += &say.with("puzzle-and-more", &[("count", more.into())]);
    }
    text
}

pub(super) fn chances(attempt: Signal<Attempt>) -> View {
    let say = Say::global();
    let (game, all, choice) = attempt.with_untracked(|attempt| {
        (attempt.game().clone(), attempt.puzzle.chances.clone(), attempt.choice.clone())
    });
    let row = move |chance: Chance| {
        let game = game.clone();
        let is_own = choice.as_ref().is_some_and(|own| chance.steps.contains(own));
        let value = chance.value;
        let words = move || choices_text(say, &game, &chance.steps);
        view! {
            <li class:own=is_own>
                <span class="win">{bind(move || percent(say, value))}</span>
                <span class="words">
                    <span>{bind(words)}</span>
                    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><path d=format!("M0 0H{}V4H0Z", value / 100)></path></svg>
                    {is_own.then(|| view! { <span class="unseen">{say!(say, "puzzle-your-choice")}</span> })}
                </span>
            </li>
        }
    };
    view! {
        <section class="chances">
            <h2>{say!(say, "puzzle-chances")}</h2>
            <ol>{all.into_iter().map(row).views()}</ol>
        </section>
    }
}
