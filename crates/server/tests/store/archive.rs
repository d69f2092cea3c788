//! The archive in a database with many games: searches with any filters find what they should, and how fast:
//! `cargo test --release -p mohreh-server --test store -- --ignored --nocapture archive_speed`.

use std::collections::HashSet;
use std::time::Duration;

use mohreh_server::store::{Search, Store, TableRow};
use tokio::time::Instant;

use crate::{Scratch, everywhere};

/// Writes finished games, and aborted ones among them, straight into the database. One player has every fifth seat, one
/// name begins with a letter of its own, draws and some setups are rare.
async fn fill(scratch: &Scratch, games: u64) {
    let numbers = format!(
        "WITH RECURSIVE n(i) AS \
         (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {games})"
    );
    let tables = format!(
        "INSERT INTO tables (id, kind, setup, draw, seats, clock, open, phase, created, started, ended, ending, \
         result, turns, seed, key, nonces, creator, first, watch, version) {numbers} \
         SELECT 'g' || CAST(i * 7919317 % 99999989 AS TEXT), \
         CASE i % 4 WHEN 0 THEN 'zertz' WHEN 1 THEN 'tzaar' WHEN 2 THEN 'yinsh' ELSE 'rotas' END, \
         CASE WHEN i % 4 = 1 THEN 'drawn ' || CAST(i * 48271 % 2147483647 AS TEXT) || \
             ' of a setup that is so long that an index has only the beginning of it' \
         WHEN i % 28 = 2 THEN 'blitz' WHEN i % 3000 = 0 THEN 'rings=48' ELSE '' END, \
         0, '[{{\"type\":\"computer\",\"level\":1}},{{\"type\":\"computer\",\"level\":1}}]', \
         '{{\"type\":\"none\"}}', 1, 'over', i * 60, i * 60, 1000 + i / 3 * 60, \
         CASE WHEN i % 50 = 7 THEN 'aborted' ELSE 'rules' END, \
         CASE WHEN i % 1001 = 2 THEN '1 1' WHEN i % 4 = 3 AND i % 3 = 0 THEN '1 2 3' \
         WHEN i % 2 = 0 THEN '1 2' ELSE '2 1' END, \
         30, '5eed', 'key', '[]', 'p1', 'lot', 0, 40 FROM n"
    );
    // A person's name follows from the number, and so do the first letters, each rarer than the one before.
    let person = "CASE WHEN (i + seat) % 5 = 0 THEN 0 WHEN i % 300 = seat THEN 7 ELSE i * (31 + seat) % 20000 END";
    let name = "CASE person WHEN 0 THEN 'busy bot' WHEN 7 THEN 'žofie' ELSE \
                substr('aaaaaaabbbbcccddefghijklmnopqrstuvwxyz', CAST(person % 38 AS INTEGER) + 1, 1) || \
                substr('aeiou', CAST(person % 5 AS INTEGER) + 1, 1) || \
                substr('lmnrst', CAST(person % 6 AS INTEGER) + 1, 1) || CAST(person AS TEXT) END";
    let seats = format!(
        "INSERT INTO seats (game, seat, person, name, folded, ended) {numbers}, s(seat) AS \
         (SELECT CAST(0 AS BIGINT) UNION ALL SELECT seat + 1 FROM s WHERE seat < 1), \
         p(i, seat, person) AS (SELECT i, seat, {person} FROM n, s) \
         SELECT 'g' || CAST(i * 7919317 % 99999989 AS TEXT), seat, 'p' || CAST(person AS TEXT), {name}, {name}, \
         CASE WHEN i % 50 = 7 THEN NULL ELSE 1000 + i / 3 * 60 END FROM p"
    );
    let plies = format!(
        "INSERT INTO plies (game, ply, what, at, clocks) {numbers}, q(ply) AS \
         (SELECT CAST(0 AS BIGINT) UNION ALL SELECT ply + 1 FROM q WHERE ply < 3) \
         SELECT 'g' || CAST(i * 7919317 % 99999989 AS TEXT), ply, 'e5', i * 60 + ply, '[]' FROM n, q"
    );
    // The indexes of many games fit into this cache, and nobody needs them after a crash.
    let fast = match scratch.backend() {
        "sqlite" => "PRAGMA cache_size = -1000000; PRAGMA synchronous = OFF; ",
        _ => "SET synchronous_commit = off; ",
    };
    for sql in [tables, seats, plies] {
        scratch.run_sql(&format!("{fast}{sql}")).await;
    }
    scratch.run_sql("ANALYZE").await;
}

/// Searches with every filter and many combinations, hits and misses.
fn searches(games: u64) -> Vec<(&'static str, Search)> {
    let text = |text: &str| Some(text.to_string());
    let all = Search { limit: 50, ..Search::default() };
    let latest = 1000 + games / 3 * 60;
    vec![
        ("no filter", all.clone()),
        ("kind", Search { kind: text("yinsh"), ..all.clone() }),
        ("kind, miss", Search { kind: text("nosuch"), ..all.clone() }),
        ("setup", Search { setup: text("rings=48"), ..all.clone() }),
        ("setup, usual", Search { setup: text(""), ..all.clone() }),
        ("setup, miss", Search { setup: text("nosuch"), ..all.clone() }),
        ("result", Search { result: text("2 1"), ..all.clone() }),
        ("result, rare", Search { result: text("1 1"), ..all.clone() }),
        ("result, miss", Search { result: text("9 9"), ..all.clone() }),
        ("kind + result", Search { kind: text("yinsh"), result: text("1 1"), ..all.clone() }),
        (
            "kind + result, miss",
            Search { kind: text("zertz"), result: text("1 2 3"), ..all.clone() },
        ),
        ("kind + setup", Search { kind: text("yinsh"), setup: text("blitz"), ..all.clone() }),
        ("kind + setup, miss", Search { kind: text("tzaar"), setup: text(""), ..all.clone() }),
        (
            "setup + result, miss",
            Search { setup: text("blitz"), result: text("2 1"), ..all.clone() },
        ),
        (
            "from + to",
            Search { from: Some(latest / 2), to: Some(latest / 2 + 5_000), ..all.clone() },
        ),
        ("to, miss", Search { to: Some(1000), ..all.clone() }),
        ("kind + to", Search { kind: text("rotas"), to: Some(latest / 2), ..all.clone() }),
        ("person", Search { person: text("p4242"), ..all.clone() }),
        ("person, busy", Search { person: text("p0"), ..all.clone() }),
        ("person, miss", Search { person: text("nosuch"), ..all.clone() }),
        (
            "person, busy + kind + result, miss",
            Search {
                person: text("p0"),
                kind: text("zertz"),
                result: text("1 2 3"),
                ..all.clone()
            },
        ),
        ("name a", Search { name: text("a"), ..all.clone() }),
        ("name z", Search { name: text("Z"), ..all.clone() }),
        ("name busy", Search { name: text("Busy"), ..all.clone() }),
        ("name ž", Search { name: text("Žof"), ..all.clone() }),
        ("name zet1", Search { name: text("zet1"), ..all.clone() }),
        ("name, miss", Search { name: text("nosuch"), ..all.clone() }),
        ("name a + setup, miss", Search { name: text("a"), setup: text("nosuch"), ..all.clone() }),
        (
            "name a + kind + result, miss",
            Search { name: text("a"), kind: text("zertz"), result: text("1 2 3"), ..all.clone() },
        ),
        ("name busy + result", Search { name: text("busy"), result: text("1 1"), ..all.clone() }),
        ("name b + person", Search { name: text("b"), person: text("p0"), ..all.clone() }),
        (
            "name ž + person, miss",
            Search { name: text("žofka"), person: text("p0"), ..all.clone() },
        ),
        (
            "all",
            Search {
                kind: text("yinsh"),
                setup: text("blitz"),
                result: text("1 2"),
                from: Some(latest / 4),
                to: Some(latest / 4 * 3),
                person: text("p0"),
                name: text("a"),
                ..all
            },
        ),
    ]
}

/// All games that a search finds, over as many requests as it takes; returns their number too.
async fn find_all(store: &Store, mut search: Search) -> (Vec<TableRow>, u32) {
    let (mut all, mut requests) = (Vec::new(), 0);
    loop {
        let found = store.archive(&search).await.unwrap();
        assert_eq!(found.damaged, []);
        assert!(found.tables.len() <= search.limit as usize);
        all.extend(found.tables);
        requests += 1;
        match found.after {
            None => return (all, requests),
            Some(after) => {
                let before = search.before.replace(after);
                assert!(before.is_none() || before > search.before, "the cursor moves on");
            }
        }
    }
}

/// Whether a game matches, said without SQL.
fn matches(search: &Search, row: &TableRow) -> bool {
    let is =
        |wanted: &Option<String>, text: &str| wanted.as_deref().is_none_or(|wanted| wanted == text);
    let ended = row.ended.unwrap();
    let by_name = |name: &String| {
        row.people
            .iter()
            .any(|(_, _, other)| other.to_lowercase().starts_with(&name.to_lowercase()))
    };
    let by_person = |person: &String| row.people.iter().any(|(_, other, _)| other == person);
    is(&search.kind, &row.kind)
        && is(&search.setup, &row.setup)
        && is(&search.result, row.result.as_deref().unwrap())
        && search.from.is_none_or(|from| ended >= from)
        && search.to.is_none_or(|to| ended < to)
        && search.name.as_ref().is_none_or(by_name)
        && search.person.as_ref().is_none_or(by_person)
}

fn ids(rows: &[TableRow]) -> Vec<&str> {
    rows.iter().map(|row| row.id.as_str()).collect()
}

/// More games than one search scans.
const SOME: u64 = 12_500;

/// Games per page: many, as the tests read all pages.
const LIMIT: u32 = 500;

#[tokio::test]
async fn searches_of_several_requests_find_all_that_matches() {
    for scratch in everywhere().await {
        if scratch.url == "sqlite::memory:" {
            continue;
        }
        let store = scratch.store().await;
        fill(&scratch, SOME).await;
        let (all, _) = find_all(&store, Search { limit: LIMIT, ..Search::default() }).await;
        assert_eq!(all.len() as u64, SOME - (SOME + 43) / 50, "all but the aborted");
        assert!(all.is_sorted_by_key(|row| std::cmp::Reverse(row.ended)));
        let mut in_parts = 0;
        for (name, search) in searches(SOME) {
            let search = Search { limit: LIMIT, ..search };
            let (found, requests) = find_all(&store, search.clone()).await;
            let wanted: Vec<&str> =
                all.iter().filter(|row| matches(&search, row)).map(|row| row.id.as_str()).collect();
            assert_eq!(ids(&found), wanted, "{}: {name}", scratch.url);
            assert_eq!(wanted.is_empty(), name.ends_with("miss"), "{name}");
            in_parts += u32::from(requests > 1 + wanted.len() as u32 / LIMIT);
        }
        assert!(in_parts > 2, "some searches scan more than one request may");
        store.close().await;
        scratch.remove().await;
    }
}

/// A text that only the rows of tables have: indexes have the beginning of a setup.
const IN_ROWS: &[u8] = b"only the beginning of it";

/// Size of a page of SQLite.
const PAGE: usize = 4096;

#[tokio::test]
async fn a_damaged_page_costs_the_games_on_it_and_no_others() {
    let scratch = Scratch::file();
    let store = scratch.store().await;
    fill(&scratch, SOME).await;
    let (all, _) = find_all(&store, Search { limit: LIMIT, ..Search::default() }).await;
    store.close().await;
    let path = scratch.url.strip_prefix("sqlite:").unwrap();
    let mut bytes = std::fs::read(path).unwrap();
    let has_rows = |page: &&mut [u8]| page.windows(IN_ROWS.len()).any(|text| text == IN_ROWS);
    let page = bytes.chunks_exact_mut(PAGE).filter(has_rows).nth(20).unwrap();
    page[..16].fill(0);
    std::fs::write(path, bytes).unwrap();

    let store = scratch.store().await;
    for (name, search) in searches(SOME) {
        let wanted: HashSet<&str> =
            all.iter().filter(|row| matches(&search, row)).map(|row| row.id.as_str()).collect();
        let mut search = Search { limit: LIMIT, ..search };
        let (mut found, mut damaged) = (Vec::new(), 0);
        loop {
            let page = store.archive(&search).await.unwrap();
            found.extend(page.tables.into_iter().map(|row| row.id));
            damaged += page.damaged.len();
            search.before = page.after;
            if search.before.is_none() {
                break;
            }
        }
        assert!(found.iter().all(|id| wanted.contains(id.as_str())), "{name}");
        let missing = wanted.len() - found.len();
        assert!(missing < PAGE / 100, "{name}: {missing} are missing");
        assert!(missing == 0 || damaged > 0, "{name}: it is reported");
        assert!(name != "no filter" || missing > 0, "a page was damaged");
    }
    store.close().await;
    scratch.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn archive_speed() {
    let games = std::env::var("GAMES").map_or(1_000_000, |games| games.parse().unwrap());
    for scratch in [Scratch::file(), Scratch::postgres().await] {
        let store = scratch.store().await;
        let start = Instant::now();
        fill(&scratch, games).await;
        println!("{}: {games} games in {:.0?}", scratch.backend(), start.elapsed());
        println!(
            "| search | found | median | slowest | requests to the end |\n|---|---|---|---|---|"
        );
        let mut slowest = Duration::ZERO;
        for (name, search) in searches(games) {
            let mut took = Vec::new();
            let mut found = 0;
            for _ in 0..21 {
                let start = Instant::now();
                found = store.archive(&search).await.unwrap().tables.len();
                took.push(start.elapsed());
            }
            took.sort_unstable();
            let start = Instant::now();
            let (mut search, mut requests) = (search, 0);
            while start.elapsed() < Duration::from_secs(10) {
                let start = Instant::now();
                let page = store.archive(&search).await.unwrap();
                took.push(start.elapsed());
                (search.before, requests) = (page.after, requests + 1);
                if search.before.is_none() || !page.tables.is_empty() && requests > 20 {
                    break;
                }
            }
            let end = if search.before.is_none() { "" } else { "+" };
            let (median, most) = (took[10], *took.iter().max().unwrap());
            slowest = slowest.max(most);
            println!("| {name} | {found} | {median:.1?} | {most:.1?} | {requests}{end} |");
        }
        println!("slowest: {slowest:.1?}");
        beside_searches(&store, games).await;
        store.close().await;
        scratch.remove().await;
    }
}

/// Other reads while thirty searches run at a time.
async fn beside_searches(store: &Store, games: u64) {
    let end = Instant::now() + Duration::from_secs(5);
    let searches = searches(games);
    let tasks: Vec<_> = (0..30)
        .map(|n| {
            let (store, search) = (store.clone(), searches[n % searches.len()].1.clone());
            tokio::spawn(async move {
                let mut done = 0;
                while Instant::now() < end {
                    done += u32::from(store.archive(&search).await.is_ok());
                }
                done
            })
        })
        .collect();
    let mut took = Vec::new();
    while Instant::now() < end {
        let start = Instant::now();
        store.person_by_secret("nobody").await.unwrap();
        took.push(start.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut done = 0;
    for task in tasks {
        done += task.await.unwrap();
    }
    took.sort_unstable();
    let (half, most) = (took[took.len() / 2], took[took.len() * 99 / 100]);
    println!("beside 30 searches ({} a second): p50 {half:.1?}, p99 {most:.1?}", done / 5);
}
