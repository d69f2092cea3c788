//! Laws of positions and their steps.

use std::collections::{BTreeSet, HashSet};

use mohreh_games::show::{Name, Picked, Touches, pick};
use mohreh_games::{Game, Listed, Record, Seat, Show, Status};

use crate::Chance;

/// Plays a game at random from its start, calling `look` with every position, the last included.
/// Returns the texts of the steps. Gives up after `most` steps.
pub fn playout<G: Game>(
    setup: &G::Setup,
    chance: &mut Chance,
    most: usize,
    look: impl FnMut(&G),
) -> Vec<String> {
    play_at_random(setup, chance, most, look, |_, _| None)
}

/// The same, and before one of `rate` steps somebody leaves, where that can be.
pub fn playout_with_leavers<G: Game>(
    setup: &G::Setup,
    chance: &mut Chance,
    most: usize,
    rate: u32,
    look: impl FnMut(&G),
) -> Vec<String> {
    play_at_random(setup, chance, most, look, |game, chance| {
        let seat = Seat::new(chance.below(game.seats() as u32) as usize);
        game.leaving(seat).filter(|_| chance.below(rate) == 0)
    })
}

fn play_at_random<G: Game>(
    setup: &G::Setup,
    chance: &mut Chance,
    most: usize,
    mut look: impl FnMut(&G),
    leaving: impl Fn(&G, &mut Chance) -> Option<G::Step>,
) -> Vec<String> {
    let mut game = G::start(setup);
    let (mut steps, mut played) = (Vec::new(), Vec::new());
    loop {
        look(&game);
        if played.len() == most {
            return played;
        }
        let step = match (game.status(), leaving(&game, chance)) {
            (Status::Over(_), _) => return played,
            (_, Some(step)) => step,
            (Status::ToRoll, None) => {
                game.roll(&mut |n| chance.below(n)).expect("dice fall when a roll is due")
            }
            (Status::ToMove(_), None) => {
                steps.clear();
                game.steps(&mut steps);
                *chance.one_of(&steps)
            }
        };
        played.push(step.to_string());
        game.play_unchecked(step);
    }
}

/// All laws of one position.
pub fn every_law<G: Listed>(game: &G) {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    status_agrees_with_steps(game, &steps);
    legality_agrees_with_the_list(game, &steps);
    whoever_leaves_is_out(game, &steps);
    texts_round_trip(game, &steps);
    touches_lead_to_steps(game, &steps);
    prompts_are_listed(game);
}

fn status_agrees_with_steps<G: Game>(game: &G, steps: &[G::Step]) {
    let over = matches!(game.status(), Status::Over(_));
    assert_eq!(steps.is_empty(), over, "steps and status disagree: {game}");
    let distinct: HashSet<String> = steps.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), steps.len(), "two steps have one text: {game}");
    match game.status() {
        Status::ToMove(seat) => assert!(seat.index() < game.seats(), "{game}"),
        Status::ToRoll => {
            let fallen = game.roll(&mut |n| n - 1).expect("a roll is due");
            assert!(steps.contains(&fallen), "the dice fell outside the list: {game}");
        }
        Status::Over(outcome) => {
            assert_eq!(outcome.places().len(), game.seats(), "{game}");
            assert!(outcome.places().contains(&1), "somebody is first: {game}");
        }
    }
}

/// Every step of the list can be played; steps of other lists only if they are in this one. Whoever
/// leaves does so by a step of no list, which has a law of its own.
fn legality_agrees_with_the_list<G: Game>(game: &G, steps: &[G::Step]) {
    for &step in steps.iter().take(200) {
        let mut child = game.clone();
        assert!(game.is_legal(step), "{step} is in the list of {game}");
        child.play(step).unwrap_or_else(|error| panic!("{error}: {game}"));
        assert_eq!(child, child.to_string().parse().unwrap(), "the text of the child of {game}");
        // A step of the child is legal here exactly if it is listed here too.
        let mut next = Vec::new();
        child.steps(&mut next);
        for &other in next.iter().take(3) {
            let mut same = game.clone();
            let listed = steps.contains(&other);
            assert_eq!(same.play(other).is_ok(), listed, "{other} in {game}");
            assert!(listed || same == *game, "a refused step changed {game}");
        }
    }
}

/// What a seat leaves by is legal whoever acts, though nobody decides on it. The seat does not act
/// again and comes last, its pieces stay, and whoever else is to move still is.
fn whoever_leaves_is_out<G: Listed>(game: &G, steps: &[G::Step]) {
    for seat in (0..Seat::MOST).map(Seat::new) {
        let Some(step) = game.leaving(seat) else { continue };
        let many = seat.index() < game.seats() && game.seats() > 2;
        assert!(many && !steps.is_empty(), "{step}: there is nothing to leave in {game}");
        assert!(!steps.contains(&step), "{step} is in the list of {game}");
        assert_eq!(game.leaver(step), Some(seat), "{step} in {game}");
        assert_eq!(game.touches(step), Touches::default(), "{step} in {game}");
        let mut child = game.clone();
        assert!(game.is_legal(step), "{step} in {game}");
        child.play(step).unwrap_or_else(|error| panic!("{error}: {game}"));
        assert_eq!(child.leaving(seat), None, "{step} in {game}");
        assert!(child.clone().play(step).is_err(), "{step} twice in {game}");
        assert_eq!(child.scene().pieces, game.scene().pieces, "{step} in {game}");
        match (game.status(), child.status()) {
            (_, Status::Over(outcome)) => {
                let places = outcome.places();
                let last = places.iter().all(|place| *place <= places[seat.index()]);
                assert!(last && places[seat.index()] > 1, "{step} in {game}: {outcome}");
            }
            (Status::ToMove(mover), after) if mover != seat => {
                assert_eq!(after, game.status(), "{step} in {game}");
            }
            (_, after) => assert_ne!(after, Status::ToMove(seat), "{step} in {game}"),
        }
        texts_round_trip(&child, &[step]);
        prompts_are_listed(&child);
    }
}

fn texts_round_trip<G: Game>(game: &G, steps: &[G::Step]) {
    let text = game.to_string();
    let read: G = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(&read, game, "{text}");
    assert_eq!(read.to_string(), text);
    assert_eq!(
        read.hash(),
        game.hash(),
        "the key kept step by step differs from one made anew: {text}"
    );
    assert_eq!(read.status(), game.status(), "{text}");
    for step in steps {
        assert_eq!(step.to_string().parse::<G::Step>().as_ref(), Ok(step), "{text}");
    }
}

fn touches_lead_to_steps<G: Show>(game: &G, steps: &[G::Step]) {
    let scene = game.scene();
    let names: BTreeSet<Name> = scene.names().collect();
    assert_eq!(names.len(), scene.names().count(), "two spots have one name: {game}");
    for piece in &scene.pieces {
        assert!(scene.spots.iter().any(|spot| spot.name == piece.spot), "{game}");
    }
    for name in &scene.marked {
        assert!(names.contains(name), "{game}");
    }
    if !matches!(game.status(), Status::ToMove(_)) {
        assert_eq!(pick(game, &[]), Picked::Nothing, "nothing to touch: {game}");
        let pressed = scene.buttons.iter().all(|name| **name == *"claim");
        assert!(pressed, "a button is offered, but nobody acts: {game}");
        return;
    }
    let paths: Vec<Touches> = steps.iter().map(|step| game.touches(*step)).collect();
    for (step, touches) in steps.iter().zip(&paths) {
        let path = &touches.path;
        assert!(!path.is_empty(), "{step} cannot be clicked: {game}");
        for name in path {
            assert!(names.contains(name), "{name} of {step} is not in the scene: {game}");
        }
    }
    no_path_begins_another(game, &paths);
    for button in scene.buttons.iter().filter(|name| ***name != *"claim") {
        let used = paths.iter().any(|touches| touches.path.contains(button));
        assert!(used, "the button {button} does nothing: {game}");
    }
    // Clicking costs a look at all steps, so a long list is sampled.
    let every = steps.len() / 40 + 1;
    for (step, touches) in steps.iter().zip(&paths).step_by(every) {
        click(game, *step, &touches.path);
        if touches.loose > 1 {
            let mut backwards = touches.path.clone();
            backwards[..touches.loose].reverse();
            click(game, *step, &backwards);
        }
    }
}

fn no_path_begins_another<G: Show>(game: &G, paths: &[Touches]) {
    let mut sorted: Vec<&[Name]> = paths.iter().map(|touches| touches.path.as_slice()).collect();
    sorted.sort();
    for pair in sorted.windows(2) {
        assert!(!pair[1].starts_with(pair[0]), "{:?} begins {:?}: {game}", pair[0], pair[1]);
    }
}

/// Touching spot after spot lights the next one, and ends in the step.
fn click<G: Show>(game: &G, step: G::Step, path: &[Name]) {
    for touched in 0..path.len() {
        match pick(game, &path[..touched]) {
            Picked::More(next) => assert!(next.contains(&path[touched]), "{step}: {game}"),
            other => panic!("{step} after {touched} touches gives {other:?}: {game}"),
        }
    }
    assert_eq!(pick(game, path), Picked::Done(step), "{game}");
}

fn prompts_are_listed<G: Listed>(game: &G) {
    let prompt = game.prompt();
    assert!(G::PROMPTS.contains(&prompt.key), "{} is not listed: {game}", prompt.key);
    let over = matches!(game.status(), Status::Over(_));
    assert_eq!(prompt.key.contains("-over-"), over, "{}: {game}", prompt.key);
    for note in game.scene().notes {
        assert!(G::NOTES.contains(&note), "{note} is not listed: {game}");
    }
    for key in G::PROMPTS.iter().chain(G::NOTES) {
        assert!(key.starts_with(G::KIND.name()), "{key} does not name its game");
    }
}

/// A played game as a record: both forms read back to the same bytes, and to the same position.
pub fn record_round_trips<G: Listed>(setup: &G::Setup, played: &[String], last: &G) {
    let line = format!("{}|{setup}|{}", G::KIND, played.join(" "));
    let mut record = Record::from_line(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(record.to_line(), line);
    record.comment(0, "before the first step");
    record.comment(played.len() / 2, "in the middle\nof it all");
    record.set_header("player 1", "مهره").expect("a header of one line");
    let text = record.to_string();
    let read = Record::read(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert_eq!(read, [record], "\n{text}");
    assert_eq!(read[0].to_string(), text);
    let end = read[0].at(usize::MAX).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(end.to_string(), last.to_string(), "replay of {line}");
}
