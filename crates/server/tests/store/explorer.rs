//! Counts of the explorer: those of a slow recount, each game once, whatever crashes and whoever counts; and how fast:
//! `cargo test --release -p mohreh-server --test store -- --ignored --nocapture explorer_speed`.

use std::collections::BTreeMap;
use std::fmt::Write;

use mohreh_games::explorer::{Canons, Ending, Tally, entries};
use mohreh_games::{AnyGame, Canon, Kind, Listed, Record, Status, with_kind};
use mohreh_protocol::limits::{EXPLORER_DEPTH, EXPLORER_TURNS};
use mohreh_server::count_turns;
use mohreh_server::store::{ExploredGame, Store, TableRow};
use tokio::time::Instant;

use crate::{Scratch, everywhere, head, persistent, plies, ply, table};

/// Uniform numbers, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }

    /// A small number much more often than a large one, as openings are chosen.
    fn skewed(&mut self, n: u32) -> u32 {
        let (one, other) = (self.below(n), self.below(n));
        self.below(one.min(other) + 1)
    }
}

/// Steps of a game that is given up after some turns.
fn random_steps<G: Listed>(turns: usize, chance: &mut Chance) -> Vec<G::Step> {
    let mut game = G::start(&"".parse().ok().unwrap());
    let (mut steps, mut legal, mut mover, mut turn) = (Vec::new(), Vec::new(), None, 0);
    loop {
        let step = match game.roll(&mut |n| chance.below(n)) {
            Some(fall) => fall,
            None => {
                legal.clear();
                game.steps(&mut legal);
                let Status::ToMove(seat) = game.status() else { return steps };
                turn += usize::from(mover.replace(seat) != Some(seat));
                if turn > turns || legal.is_empty() {
                    return steps;
                }
                legal[chance.skewed(legal.len() as u32) as usize]
            }
        };
        game.play_unchecked(step);
        // Given up before the end.
        if matches!(game.status(), Status::Over(_)) {
            return steps;
        }
        steps.push(step);
    }
}

fn texts<S: ToString>(steps: &[S]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}

/// A game, and its image under a symmetry of the board.
fn game_and_image<G: Listed>(turns: usize, chance: &mut Chance) -> (Vec<String>, Vec<String>) {
    let steps = random_steps::<G>(turns, chance);
    let start = G::start(&"".parse().ok().unwrap());
    // Pieces may lie on the board at the start: a game has images only where they lie the same.
    let mut symmetries = start.symmetries();
    symmetries.retain(|images| start.map(images).to_string() == start.to_string());
    let images = &symmetries[chance.below(symmetries.len() as u32) as usize];
    let image: Vec<G::Step> = steps.iter().map(|step| G::map_step(*step, images)).collect();
    (texts(&steps), texts(&image))
}

/// A finished game as the server stores it: resigned by the first seat.
fn finished(id: &str, kind: Kind) -> TableRow {
    let seats = AnyGame::start(kind, "").unwrap().seats();
    let computers = vec![r#"{"type":"computer","level":1}"#; seats];
    let places: Vec<String> =
        (0..seats).map(|seat| if seat == 0 { seats } else { seat }.to_string()).collect();
    TableRow {
        kind: kind.to_string(),
        seats: format!("[{}]", computers.join(",")),
        phase: "over".to_string(),
        ended: Some(5_000),
        end: Some("resigned 1".to_string()),
        result: Some(places.join(" ")),
        seed: "5e".repeat(32),
        people: Vec::new(),
        version: 1,
        ..table(id)
    }
}

/// Plays a game on the server: opened, played, and over in the transaction of its last entry.
async fn play_game(store: &Store, row: &TableRow, steps: &[String]) {
    let begun = TableRow {
        phase: "playing".to_string(),
        ended: None,
        end: None,
        result: None,
        version: 0,
        ..row.clone()
    };
    store.commit(head(begun)).await.unwrap();
    let log = steps.iter().map(String::as_str).chain(["!resign 1"]);
    let log = (0..).zip(log).map(|(n, step)| ply(n, step)).collect();
    let mut last = plies(&row.id, log);
    last.table = Some(row.clone());
    store.commit(last).await.unwrap();
}

fn record(row: &TableRow, steps: &[String]) -> Record {
    let line = format!("{}|{}|{}", row.kind, row.setup, steps.join(" "));
    let mut record = Record::from_line(&line).unwrap();
    record.set_header("result", row.result.as_deref().unwrap()).unwrap();
    record
}

/// Counts until nothing is left; returns how many games were taken from the queue.
async fn count_all(store: &Store, batch: u32) -> usize {
    let mut all = 0;
    loop {
        match count_turns(store, batch).await.unwrap() {
            0 => return all,
            some => all += some,
        }
    }
}

/// Games of all kinds, some of which are images of others under a symmetry of the board.
fn games(count: u32) -> Vec<(TableRow, Vec<String>)> {
    let mut chance = Chance(7);
    let mut games: Vec<(TableRow, Vec<String>)> = Vec::new();
    for &kind in Kind::ALL {
        for n in 0..count {
            let row = finished(&format!("{}{n}", &kind.name()[..2]), kind);
            let turns = 1 + chance.below(30) as usize;
            let (steps, image) = with_kind!(kind, G => game_and_image::<G>(turns, &mut chance));
            games.push((TableRow { id: format!("{}x", row.id), ..row.clone() }, image));
            games.push((row, steps));
        }
    }
    games
}

/// Turns of all games, counted one by one.
fn recount(games: &[(TableRow, Vec<String>)]) -> BTreeMap<(u64, String), Tally> {
    let mut counts: BTreeMap<(u64, String), Tally> = BTreeMap::new();
    for (row, steps) in games {
        let record = record(row, steps);
        let ending = Ending::of(&record);
        for entry in entries(&record, &mut Canons::default(), EXPLORER_DEPTH) {
            counts.entry((entry.hash, entry.turn)).or_default().count(entry.seat, &ending);
        }
    }
    counts
}

async fn assert_counts(store: &Store, games: &[(TableRow, Vec<String>)]) {
    let expected = recount(games);
    let mut seen = 0;
    let hashes: std::collections::BTreeSet<u64> = expected.keys().map(|(hash, _)| *hash).collect();
    for hash in hashes {
        let found = store.explored(hash, 10_000).await.unwrap();
        assert_eq!(found.turns as usize, found.tallies.len());
        assert_eq!(found.games, found.tallies.iter().map(|(_, tally)| tally.games).sum::<u32>());
        assert!(found.tallies.is_sorted_by_key(|(_, tally)| u32::MAX - tally.games));
        for (turn, tally) in found.tallies {
            assert_eq!(expected.get(&(hash, turn.clone())), Some(&tally), "{turn}");
            seen += 1;
        }
    }
    assert_eq!(seen, expected.len());
}

#[tokio::test]
async fn counts_are_those_of_a_slow_recount() {
    let games = games(12);
    // An image counts as the game itself.
    let alike: Vec<_> =
        games.iter().skip(1).step_by(2).flat_map(|game| [game.clone(), game.clone()]).collect();
    assert_eq!(recount(&games), recount(&alike));
    for scratch in everywhere().await {
        let store = scratch.store().await;
        for (row, steps) in &games {
            play_game(&store, row, steps).await;
        }
        assert_eq!(store.explored(1, 10).await.unwrap().games, 0);
        assert_eq!(count_all(&store, 5).await, games.len());
        assert_counts(&store, &games).await;
        for &kind in Kind::ALL {
            let start = AnyGame::start(kind, "").unwrap();
            let found = store.explored(Canon::new(&start).hash(&start), 3).await.unwrap();
            assert!(found.tallies.len() <= 3 && found.games <= 24, "{kind}");
        }
        assert_eq!(count_all(&store, 5).await, 0);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn aborted_private_and_damaged_games_are_not_counted() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        let kind = Kind::ALL[0];
        let steps = with_kind!(kind, G => texts(&random_steps::<G>(4, &mut Chance(1))));
        let aborted =
            TableRow { end: Some("aborted".into()), result: None, ..finished("aborted", kind) };
        let private = TableRow { open: false, ..finished("private", kind) };
        for row in [&aborted, &private] {
            play_game(&store, row, &steps).await;
        }
        assert_eq!(store.unexplored("", 9).await.unwrap(), [""; 0]);
        play_game(&store, &finished("damaged", kind), &["nonsense".to_string()]).await;
        let good = (finished("good", kind), steps);
        play_game(&store, &good.0, &good.1).await;
        assert_eq!(store.unexplored("", 9).await.unwrap(), ["damaged", "good"]);
        // The damaged one leaves the queue, or it would be looked at for ever.
        assert_eq!(count_all(&store, 9).await, 2);
        assert_counts(&store, &[good]).await;
        store.close().await;
        scratch.remove().await;
    }
}

/// Turns of games, as a node has worked them out before it writes.
fn explored(games: &[(TableRow, Vec<String>)]) -> Vec<ExploredGame> {
    let explore = |(row, steps): &(TableRow, Vec<String>)| {
        let record = record(row, steps);
        ExploredGame {
            game: row.id.clone(),
            entries: entries(&record, &mut Canons::default(), EXPLORER_DEPTH),
            ending: Ending::of(&record),
        }
    };
    games.iter().map(explore).collect()
}

#[tokio::test]
async fn a_crash_loses_nothing_and_counts_nothing_twice() {
    let games = games(3);
    for scratch in persistent().await {
        let store = scratch.store().await;
        let (before, after) = games.split_at(games.len() / 2);
        for (row, steps) in before {
            play_game(&store, row, steps).await;
        }
        // Ends between the games and their counts, then between two batches; its answer is lost, so it asks again.
        store.close().await;
        let store = scratch.store().await;
        count_turns(&store, 4).await.unwrap();
        store.explore(explored(before)).await.unwrap();
        store.explore(explored(before)).await.unwrap();
        store.close().await;
        let store = scratch.store().await;
        for (row, steps) in after {
            play_game(&store, row, steps).await;
        }
        assert_eq!(count_all(&store, 100).await, after.len());
        assert_counts(&store, &games).await;
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_count_the_same_games_once() {
    let games = games(10);
    let scratch = Scratch::postgres().await;
    let nodes = [scratch.store().await, scratch.store().await, scratch.store().await];
    for (row, steps) in &games {
        play_game(&nodes[0], row, steps).await;
    }
    let all = explored(&games);
    let tasks: Vec<_> = nodes
        .iter()
        .map(|store| {
            let (store, all) = (store.clone(), all.clone());
            tokio::spawn(async move {
                let mut counted = 0;
                for some in all.chunks(7) {
                    counted += store.explore(some.to_vec()).await.unwrap();
                }
                counted
            })
        })
        .collect();
    let mut counted = 0;
    for task in tasks {
        counted += task.await.unwrap();
    }
    assert_eq!(counted as usize, games.len());
    assert_counts(&nodes[1], &games).await;
    for node in nodes {
        node.close().await;
    }
    scratch.remove().await;
}

/// Writes finished games straight into the database, and queues them as a migration does.
async fn fill(scratch: &Scratch, games: u32) {
    let mut chance = Chance(16);
    let fast = match scratch.backend() {
        "sqlite" => "PRAGMA cache_size = -1000000; PRAGMA synchronous = OFF; ",
        _ => "SET synchronous_commit = off; ",
    };
    let mut number = 0;
    while number < games {
        let (mut heads, mut logs) = (String::new(), String::new());
        let end = (number + 2_000).min(games);
        for n in number..end {
            let kind = Kind::ALL[n as usize % Kind::ALL.len()];
            let steps = with_kind!(kind, G => texts(&random_steps::<G>(20, &mut chance)));
            // Ids of games are random.
            let row = finished(&format!("{:07x}g", (n + 1).wrapping_mul(2_654_435_761) >> 4), kind);
            let result = if chance.below(5) < 2 { "2 1" } else { "1 2" };
            let comma = if heads.is_empty() { "" } else { "," };
            write!(
                heads,
                "{comma}('{}','{}','',0,'{}','{}',1,'over',1,1,{},'resigned 1','{result}',20,'{}','key','[]','p1',\
                 'lot',0,40)",
                row.id, row.kind, row.seats, row.clock, 1_000 + n, row.seed
            )
            .unwrap();
            for (ply, step) in steps.iter().map(String::as_str).chain(["!resign 1"]).enumerate() {
                let comma = if logs.is_empty() { "" } else { "," };
                write!(logs, "{comma}('{}',{ply},'{step}',{n},'[]')", row.id).unwrap();
            }
        }
        scratch
            .run_sql(&format!(
                "{fast}INSERT INTO tables (id, kind, setup, draw, seats, clock, open, phase, created, started, ended, \
                 ending, result, turns, seed, key, nonces, creator, first, watch, version) VALUES {heads}; \
                 INSERT INTO plies (game, ply, what, at, clocks) VALUES {logs}"
            ))
            .await;
        number = end;
    }
    scratch.run_sql("INSERT INTO explorer_queue (game) SELECT id FROM tables; ANALYZE").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn explorer_speed() {
    let games = std::env::var("GAMES").map_or(1_000_000, |games| games.parse().unwrap());
    let wanted = std::env::var("BACKEND").unwrap_or_default();
    for scratch in [Scratch::file(), Scratch::postgres().await] {
        if !scratch.backend().starts_with(&wanted) {
            continue;
        }
        let store = scratch.store().await;
        let start = Instant::now();
        fill(&scratch, games).await;
        println!("{}: {games} games in {:.0?}", scratch.backend(), start.elapsed());
        let start = Instant::now();
        let counted = count_all(&store, 256).await;
        println!("{counted} counted in {:.0?}", start.elapsed());
        measure(&store).await;
        store.close().await;
        scratch.remove().await;
    }
}

/// Asks for the start of each game and for positions after it, along the most frequent turns and along rare ones.
async fn measure(store: &Store) {
    println!("| position | turns | games | median | slowest |\n|---|---|---|---|---|");
    for &kind in Kind::ALL {
        let mut chance = Chance(3);
        for rare in [false, true] {
            let mut game = AnyGame::start(kind, "").unwrap();
            for depth in 0..=EXPLORER_DEPTH {
                if let Some(roll) = game.roll(&mut |n| chance.below(n)) {
                    game.play(&roll).unwrap();
                }
                let canon = Canon::new(&game);
                let mut took = Vec::new();
                let mut found = Default::default();
                for _ in 0..21 {
                    let start = Instant::now();
                    found = store.explored(canon.hash(&game), EXPLORER_TURNS).await.unwrap();
                    took.push(start.elapsed());
                }
                took.sort_unstable();
                let (turns, all) = (found.turns, found.games);
                let name = format!("{kind}, after {depth}{}", if rare { ", rare" } else { "" });
                println!("| {name} | {turns} | {all} | {:.1?} | {:.1?} |", took[10], took[20]);
                let at = if rare { found.tallies.len().saturating_sub(1) } else { 0 };
                let Some((turn, _)) = found.tallies.get(at) else { break };
                for step in canon.localise(&game, turn) {
                    game.play(&step).unwrap();
                }
            }
        }
    }
}
