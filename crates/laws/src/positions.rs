//! Properties of positions and steps: [`check_position`], and the playouts that supply positions.

use std::collections::{BTreeSet, HashSet};

use mohreh_games::show::{Name, Picked, Touches, pick};
use mohreh_games::{Game, Listed, Record, Seat, Show, Status};

use crate::Rng;

/// Random playout of at most `max_steps` steps; `visit` is called with every position, the last
/// included. Returns the texts of the steps.
pub fn playout<G: Game>(
    setup: &G::Setup,
    rng: &mut Rng,
    max_steps: usize,
    visit: impl FnMut(&G),
) -> Vec<String> {
    play_at_random(setup, rng, max_steps, visit, |_, _| None)
}

/// Random playout in which, before each step, a random seat leaves with probability 1 / `rate`, if
/// it can.
pub fn playout_with_leavers<G: Game>(
    setup: &G::Setup,
    rng: &mut Rng,
    max_steps: usize,
    rate: u32,
    visit: impl FnMut(&G),
) -> Vec<String> {
    play_at_random(setup, rng, max_steps, visit, |game, rng| {
        let seat = Seat::new(rng.below(game.seats() as u32) as usize);
        game.leave_step(seat).filter(|_| rng.below(rate) == 0)
    })
}

fn play_at_random<G: Game>(
    setup: &G::Setup,
    rng: &mut Rng,
    max_steps: usize,
    mut visit: impl FnMut(&G),
    random_leave: impl Fn(&G, &mut Rng) -> Option<G::Step>,
) -> Vec<String> {
    let mut game = G::start(setup);
    let (mut steps, mut played) = (Vec::new(), Vec::new());
    loop {
        visit(&game);
        if played.len() == max_steps {
            return played;
        }
        let step = match (game.status(), random_leave(&game, rng)) {
            (Status::Over(_), _) => return played,
            (_, Some(step)) => step,
            (Status::ToRoll, None) => {
                game.roll(&mut |n| rng.below(n)).expect("dice fall when a roll is due")
            }
            (Status::ToMove(_), None) => {
                steps.clear();
                game.steps(&mut steps);
                *rng.one_of(&steps)
            }
        };
        played.push(step.to_string());
        game.play_unchecked(step);
    }
}

/// Checks all properties of one position.
pub fn check_position<G: Listed>(game: &G) {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    status_agrees_with_steps(game, &steps);
    legality_agrees_with_the_list(game, &steps);
    leavers_are_out(game, &steps);
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

/// Every listed step can be played, and no unlisted one. Leave steps are unlisted and checked by
/// [`leavers_are_out`].
fn legality_agrees_with_the_list<G: Game>(game: &G, steps: &[G::Step]) {
    for &step in steps.iter().take(200) {
        let mut child = game.clone();
        assert!(game.is_legal(step), "{step} is in the list of {game}");
        child.play(step).unwrap_or_else(|error| panic!("{error}: {game}"));
        assert_eq!(child, child.to_string().parse().unwrap(), "the text of the child of {game}");
        // Steps of the child serve as candidates for unlisted steps.
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

/// A leave step is legal whichever seat acts, and is not listed. The seat does not act again and
/// ranks last, its pieces stay, and the seat to move stays to move.
fn leavers_are_out<G: Listed>(game: &G, steps: &[G::Step]) {
    for seat in (0..Seat::MOST).map(Seat::new) {
        let Some(step) = game.leave_step(seat) else { continue };
        let many = seat.index() < game.seats() && game.seats() > 2;
        assert!(many && !steps.is_empty(), "{step}: there is nothing to leave in {game}");
        assert!(!steps.contains(&step), "{step} is in the list of {game}");
        assert_eq!(game.leaver(step), Some(seat), "{step} in {game}");
        assert_eq!(game.touches(step), Touches::default(), "{step} in {game}");
        let mut child = game.clone();
        assert!(game.is_legal(step), "{step} in {game}");
        child.play(step).unwrap_or_else(|error| panic!("{error}: {game}"));
        assert_eq!(child.leave_step(seat), None, "{step} in {game}");
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
    paths_are_prefix_free(game, &paths);
    for button in scene.buttons.iter().filter(|name| ***name != *"claim") {
        let used = paths.iter().any(|touches| touches.path.contains(button));
        assert!(used, "the button {button} does nothing: {game}");
    }
    // Each `pick` generates all steps, so a long list is sampled.
    let every = steps.len() / 40 + 1;
    for (step, touches) in steps.iter().zip(&paths).step_by(every) {
        click(game, *step, &touches.path);
        if touches.unordered > 1 {
            let mut backwards = touches.path.clone();
            backwards[..touches.unordered].reverse();
            click(game, *step, &backwards);
        }
    }
}

fn paths_are_prefix_free<G: Show>(game: &G, paths: &[Touches]) {
    let mut sorted: Vec<&[Name]> = paths.iter().map(|touches| touches.path.as_slice()).collect();
    sorted.sort();
    for pair in sorted.windows(2) {
        assert!(!pair[1].starts_with(pair[0]), "{:?} begins {:?}: {game}", pair[0], pair[1]);
    }
}

/// Simulates the touches of a step: each must be a candidate, and the last must complete the step.
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
    let parts = prompt.parts;
    assert!(parts.iter().all(|part| G::REPLIES.contains(part)), "{parts:?} are not listed");
    let refusals = G::REFUSALS.iter().map(|(key, _)| key);
    for key in G::PROMPTS.iter().chain(G::REPLIES).chain(G::NOTES).chain(refusals) {
        assert!(key.starts_with(G::KIND.name()), "{key} does not name its game");
    }
}

/// A playout as a record: both formats round-trip byte for byte, and replay to the same position.
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
    let end = read[0].game();
    assert_eq!(end.to_string(), last.to_string(), "replay of {line}");
}
