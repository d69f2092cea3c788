//! Rolling upgrade: a program of schema version 1 goes on writing after a newer one has migrated the database.

use mohreh_server::store::{Search, Store};

use crate::{Scratch, persistent};

const VERSION_1: &str = include_str!("../../migrations/0001_first.sql");

/// A database as version 1 left it.
async fn version_1(scratch: &Scratch) {
    let name = match scratch.backend() {
        "sqlite" => "/* in SQLite: ",
        _ => "/* in PostgreSQL: ",
    };
    let mut parts = VERSION_1.split(name);
    let mut sql = parts.next().unwrap().to_string();
    sql.extend(parts.map(|part| part.replacen(" */", "", 1)));
    if let Some(path) = scratch.url.strip_prefix("sqlite:") {
        let path = std::path::Path::new(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    scratch.run_sql("CREATE TABLE migrations (version BIGINT NOT NULL PRIMARY KEY)").await;
    scratch.run_sql(&sql).await;
    scratch.run_sql("INSERT INTO migrations (version) VALUES (1)").await;
}

/// The statements of version 1 for a game: a new table, seats, entries, chat and a heartbeat.
async fn begin(scratch: &Scratch, id: &str) {
    scratch
        .run_sql(&format!(
            "INSERT INTO plies (game, ply, what, at, clocks) VALUES ('{id}', 0, 'e5', 1, '@1') \
             ON CONFLICT DO NOTHING; \
             INSERT INTO tables (id, kind, setup, draw, seats, clock, open, phase, created, started, ended, ending, \
             result, turns, seed, key, nonces, next, creator, first, watch, version) VALUES ('{id}', 'yinsh', '', 0, \
             '[]', '{{}}', 1, 'playing', 1, 1, NULL, NULL, NULL, 0, '5eed', 'key', '[]', NULL, 'p1', 'lot', 0, 0) \
             ON CONFLICT DO NOTHING; \
             INSERT INTO chat (game, line, person, name, said, at) VALUES ('{id}', 0, 'p1', 'Ada', 'hi', 1); \
             INSERT INTO beats (node, at) VALUES ('node {id}', 1) \
             ON CONFLICT (node) DO UPDATE SET at = excluded.at; \
             UPDATE migrations SET version = version WHERE version = 1"
        ))
        .await;
    seat(scratch, id).await;
}

/// The statement of version 1 that seats people.
async fn seat(scratch: &Scratch, id: &str) {
    scratch
        .run_sql(&format!(
            "INSERT INTO seats (game, seat, person, name, folded) VALUES ('{id}', 0, 'p1', 'Ada', 'ada'), \
             ('{id}', 1, 'p2', 'Bo', 'bo') ON CONFLICT DO NOTHING"
        ))
        .await;
}

/// The statement of version 1 that ends a game.
async fn end(scratch: &Scratch, id: &str, ended: u64, ending: &str) {
    scratch
        .run_sql(&format!(
            "UPDATE tables SET phase = new.column2, ended = new.column3, ending = new.column4, result = new.column5, \
             version = new.column6 FROM (VALUES ('{id}', 'over', {ended}, '{ending}', '1 2', 1)) AS new \
             WHERE tables.id = new.column1 AND tables.version = 0"
        ))
        .await;
}

async fn found(store: &Store, search: &Search) -> Vec<String> {
    let found = store.archive(&Search { limit: 50, ..search.clone() }).await.unwrap();
    found.tables.into_iter().map(|row| row.id).collect()
}

#[tokio::test]
async fn a_program_of_version_1_survives_the_migration() {
    for scratch in persistent().await {
        version_1(&scratch).await;
        for id in ["before", "between", "aborted"] {
            begin(&scratch, id).await;
        }
        end(&scratch, "before", 10, "rules").await;

        let store = scratch.store().await;
        begin(&scratch, "after").await;
        end(&scratch, "after", 30, "rules").await;
        end(&scratch, "between", 20, "rules").await;
        end(&scratch, "aborted", 40, "aborted").await;
        // Version 1 writes the head first, then the seats that have changed.
        begin(&scratch, "late").await;
        scratch.run_sql("DELETE FROM seats WHERE game = 'late'").await;
        end(&scratch, "late", 50, "resigned 1").await;
        seat(&scratch, "late").await;

        let all = ["late", "after", "between", "before"];
        let text = |text: &str| Some(text.to_string());
        for search in [
            Search::default(),
            Search { person: text("p1"), ..Search::default() },
            Search { name: text("ad"), ..Search::default() },
            Search { kind: text("yinsh"), result: text("1 2"), ..Search::default() },
        ] {
            assert_eq!(found(&store, &search).await, all, "{}: {search:?}", scratch.url);
        }
        for id in all {
            assert_eq!(store.log(id, 0).await.unwrap().len(), 1, "{id}");
            assert_eq!(store.table(id).await.unwrap().unwrap().people.len(), 2, "{id}");
            assert_eq!(store.chat(id, 9).await.unwrap().len(), 1, "{id}");
        }
        assert_eq!(store.heartbeats().await.unwrap().len(), 5);
        // Games of both versions wait for the explorer, and aborted ones do not.
        let waiting = store.unexplored("", 9).await.unwrap();
        assert_eq!(waiting, ["after", "before", "between", "late"]);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn rematches_of_public_games_are_public_after_the_migration() {
    for scratch in persistent().await {
        version_1(&scratch).await;
        let games = ["public", "second", "third", "private", "private 2", "waiting"];
        for (n, id) in games.iter().enumerate() {
            begin(&scratch, id).await;
            end(&scratch, id, n as u64, "rules").await;
        }
        // Version 1 opened every rematch as a game that others cannot join.
        scratch
            .run_sql(
                "UPDATE tables SET open = 0 WHERE id <> 'public'; \
                 UPDATE tables SET next = 'second' WHERE id = 'public'; \
                 UPDATE tables SET next = 'third' WHERE id = 'second'; \
                 UPDATE tables SET next = 'waiting' WHERE id = 'third'; \
                 UPDATE tables SET phase = 'waiting', ended = NULL WHERE id = 'waiting'; \
                 UPDATE tables SET next = 'private 2' WHERE id = 'private'",
            )
            .await;
        let store = scratch.store().await;
        assert_eq!(found(&store, &Search::default()).await, ["third", "second", "public"]);
        assert!(!store.table("waiting").await.unwrap().unwrap().open);
        store.close().await;
        scratch.remove().await;
    }
}
