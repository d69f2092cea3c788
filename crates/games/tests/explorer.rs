//! The explorer: its counts are those of a slow recount, which compares texts of positions under all maps.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::collections::{BTreeMap, BTreeSet};

use mohreh_games::explorer::{Canons, Explorer, Tally, entries};
use mohreh_games::{AnyGame, Canon, Kind, Listed, Record, Seat, Status, with_kind};
use mohreh_laws::Rng;

/// A short random game; few different first turns, so that games share positions.
fn random_record<G: Listed>(setup: &str, rng: &mut Rng) -> Record {
    let mut record = Record::new(G::KIND, setup).unwrap();
    for _ in 0..4 + rng.below(30) {
        let game = record.game().clone();
        let all = game.steps();
        let step = game.roll(&mut |n| rng.below(n.min(2))).or_else(|| {
            let few = all.len().min(3);
            (few > 0).then(|| rng.one_of(&all[..few]).clone())
        });
        let Some(step) = step else { break };
        record.push(&step).unwrap();
    }
    if !matches!(record.game().status(), Status::Over(_)) && record.game().seats() == 2 {
        record
            .set_header("result", rng.one_of::<&str>(&["1 2", "2 1", "1 1", "unfinished"]))
            .unwrap();
    }
    if rng.below(2) == 0 {
        record.set_header("rating 1", &(1000 + rng.below(1000)).to_string()).unwrap();
        record.set_header("rating 2", &(1000 + rng.below(1000)).to_string()).unwrap();
    }
    record
}

/// The smallest text of a position and the turn from it under all maps of the board.
fn canonical<G: Listed>(position: &G, turn: &[String]) -> (String, String) {
    let image = |images: &_| {
        let steps: Vec<String> = turn
            .iter()
            .map(|step| G::map_step(step.parse().unwrap(), images).to_string())
            .collect();
        let text = position.map(images).to_string();
        let words = text.split(' ').filter(|word| !word.contains("seen="));
        (words.collect::<Vec<_>>().join(" "), steps.join(" "))
    };
    position.symmetries().iter().map(image).min().unwrap()
}

/// All turns of a record: position, steps and seat, found step by step.
fn turns(record: &Record) -> Vec<(AnyGame, Vec<String>, Seat)> {
    let mut turns: Vec<(AnyGame, Vec<String>, Seat)> = Vec::new();
    let mut open: Option<(AnyGame, Vec<String>, Seat)> = None;
    for (ply, step) in record.steps().iter().enumerate() {
        let game = record.at(ply);
        let Status::ToMove(seat) = game.status() else {
            turns.extend(open.take());
            continue;
        };
        if open.as_ref().is_some_and(|(_, _, mover)| *mover != seat) {
            turns.extend(open.take());
        }
        let (_, steps, _) = open.get_or_insert_with(|| (game, Vec::new(), seat));
        steps.push(step.clone());
    }
    let goes_on = |seat: Seat| record.game().status() == Status::ToMove(seat);
    turns.extend(open.filter(|(_, _, seat)| !goes_on(*seat)));
    turns
}

/// Counts of a turn: games, wins of each seat, shared, ratings.
type Counts = (u32, [u32; Seat::MOST], u32, u64, u32);

fn check<G: Listed>(setup: &str, seed: u64) {
    let mut rng = Rng::new(seed);
    let records: Vec<Record> = (0..25).map(|_| random_record::<G>(setup, &mut rng)).collect();
    let mut explorer = Explorer::new();
    records.iter().for_each(|record| explorer.add(record));
    assert_eq!(explorer.games(), records.len());

    let mut slow: BTreeMap<(String, String), Counts> = BTreeMap::new();
    for record in &records {
        let places: Vec<u8> = match record.game().status() {
            Status::Over(outcome) => outcome.places().to_vec(),
            _ => record
                .header("result")
                .unwrap_or_default()
                .split(' ')
                .filter_map(|p| p.parse().ok())
                .collect(),
        };
        let first: Vec<usize> = (0..places.len()).filter(|seat| places[*seat] == 1).collect();
        let mut seen = BTreeSet::new();
        for (game, steps, seat) in turns(record) {
            let key = canonical(G::of(&game).unwrap(), &steps);
            if !seen.insert((key.clone(), seat)) {
                continue;
            }
            let counts = slow.entry(key).or_default();
            counts.0 += 1;
            match first.as_slice() {
                [winner] => counts.1[*winner] += 1,
                [] => {}
                _ => counts.2 += 1,
            }
            if let Some(rating) = record.header(&format!("rating {}", seat.number())) {
                counts.3 += rating.parse::<u64>().unwrap();
                counts.4 += 1;
            }
        }
    }
    for record in &records {
        for (game, _, _) in turns(record) {
            let typed = G::of(&game).unwrap();
            let images = typed.symmetries();
            let image = typed.map(rng.one_of(&images));
            let (text, _) = canonical(&image, &[]);
            let expected: BTreeMap<&String, &Counts> = slow
                .iter()
                .filter(|((position, _), _)| *position == text)
                .map(|((_, turn), counts)| (turn, counts))
                .collect();
            let found = explorer.look(&AnyGame::parse(G::KIND, &image.to_string()).unwrap());
            assert!(found.is_sorted_by_key(|tally| u32::MAX - tally.games));
            assert_eq!(found.len(), expected.len(), "{image}");
            for Tally { turn, games, wins, shared, rating_sum, rated } in found {
                let (_, turn) = canonical(&image, &turn);
                let counts = (games, wins, shared, rating_sum, rated);
                assert_eq!(expected.get(&turn), Some(&&counts), "{turn}: {image}");
            }
        }
    }
}

#[test]
fn counts_are_those_of_a_slow_recount() {
    for &kind in Kind::ALL {
        for (seed, setup) in kind.samples().iter().enumerate() {
            with_kind!(kind, G => check::<G>(setup, seed as u64 + 1));
        }
    }
}

#[test]
fn the_first_turns_are_those_of_the_record_up_to_there() {
    for &kind in Kind::ALL {
        let mut rng = Rng::new(7);
        let record = with_kind!(kind, G => random_record::<G>("", &mut rng));
        let mut canons = Canons::default();
        let all: Vec<_> = turns(&record);
        for most in 0..all.len() + 2 {
            let mut slow = BTreeSet::new();
            for (game, steps, seat) in all.iter().take(most) {
                let (hash, turn) = Canon::new(game).canonical(game, steps);
                slow.insert((hash, turn, *seat));
            }
            let found = entries(&record, &mut canons, most);
            let found: Vec<_> =
                found.into_iter().map(|entry| (entry.hash, entry.turn, entry.seat)).collect();
            assert_eq!(found, Vec::from_iter(slow), "{kind}, {most}");
        }
    }
}

/// Servers keep canonical hashes in their databases. Whoever changes them adds a migration that empties
/// `explorer_turns` and queues all games again, and then the numbers here.
#[test]
fn canonical_hashes_stay_as_they_are() {
    let expected = [
        ("zertz", 0x9b07_9f1e_08e4_2cd1),
        ("tzaar", 0x0181_42e7_c3c0_41e0),
        ("yinsh", 0xd210_c66d_1466_1a81),
        ("rotas", 0x3061_1bd1_7660_2802),
    ];
    for (name, expected) in expected {
        let start = AnyGame::start(name.parse().unwrap(), "").unwrap();
        assert_eq!(Canon::new(&start).hash(&start), expected, "{name}");
    }
}
