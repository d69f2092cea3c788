//! Queries: lists, archive, corrupt data, reopening.

use mohreh_protocol::limits;
use mohreh_server::store::{Found, Heartbeat, Search, Store, StoreError, TableRow, WriteSet};

use crate::{Scratch, chat_line, everywhere, head, persistent, play, table};

fn ids(tables: &[TableRow]) -> Vec<&str> {
    tables.iter().map(|table| table.id.as_str()).collect()
}

async fn add(store: &Store, id: &str, change: impl FnOnce(&mut TableRow)) {
    let mut row = table(id);
    change(&mut row);
    store.commit(head(row)).await.unwrap();
}

#[tokio::test]
async fn tables_are_listed() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        for (n, id) in (1_u64..).zip(["a", "b", "c", "d"]) {
            add(&store, id, |row| row.created = n).await;
        }
        add(&store, "shut", |row| row.open = false).await;
        add(&store, "rematch", |row| (row.created, row.reserved) = (99, true)).await;
        add(&store, "secret", |row| {
            (row.phase, row.started, row.open) = ("playing".into(), Some(11), false);
            row.people.clear();
        })
        .await;
        add(&store, "p1", |row| {
            (row.phase, row.started, row.watch) = ("playing".into(), Some(9), true);
        })
        .await;
        add(&store, "p2", |row| {
            (row.phase, row.started) = ("playing".into(), Some(10));
            row.people.clear();
        })
        .await;
        assert_eq!(ids(&store.open_tables(3).await.unwrap().tables), ["d", "c", "b"]);
        assert_eq!(ids(&store.live_tables(9).await.unwrap().tables), ["p2", "p1"]);
        let waiting = store.tables_of("p2", Some("waiting"), 3).await.unwrap().tables;
        assert_eq!(ids(&waiting), ["shut", "rematch", "d"]);
        assert_eq!(waiting[2].people, table("d").people);
        assert_eq!(store.tables_of("p2", None, 99).await.unwrap().tables.len(), 7);
        assert_eq!(store.tables_of("p9", None, 99).await.unwrap(), Found::default());
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn due_tables_are_listed_in_order_and_postponed() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        for (id, due) in [("a", 0), ("b", 50), ("c", 50), ("d", 70), ("e", 90)] {
            add(&store, id, |row| (row.phase, row.due) = ("playing".into(), due)).await;
        }
        add(&store, "w", |_| {}).await;
        let due = async |until, after: (u64, &str), limit| {
            let after = (after.0, after.1.to_string());
            let due = store.due_tables(until, &after, limit).await.unwrap();
            due.into_iter().map(|(_, id)| id).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(due(70, (0, ""), 99).await, "a b c d", "no waiting table, none of later");
        assert_eq!(due(70, (0, ""), 2).await, "a b");
        assert_eq!(due(70, (50, "b"), 2).await, "c d");
        // A step can bring the time forward; the later of two in a group counts.
        let step = WriteSet { due: Some(("e".into(), 60)), ..play("e", 0, "x") };
        store.commit(step).await.unwrap();
        assert_eq!(due(60, (0, ""), 99).await, "a b c e");
        assert_eq!(store.table("e").await.unwrap().unwrap().due, 60);
        // Only what has not changed meanwhile is postponed.
        store.postpone("e", 90, 500).await.unwrap();
        store.postpone("b", 50, 500).await.unwrap();
        assert_eq!(due(60, (0, ""), 99).await, "a c e");
        // A conflicting step changes nothing.
        let late = WriteSet { due: Some(("c".into(), 999)), ..play("c", 7, "x") };
        assert!(store.commit(late).await.is_err());
        assert_eq!(due(60, (0, ""), 99).await, "a c e");
        store.close().await;
        scratch.remove().await;
    }
}

async fn fill_archive(store: &Store) {
    // Two games end at the same time, to test the tie-break of the cursor.
    for (id, kind, ended) in [("a", "k1", 10), ("b", "k2", 20), ("c", "k1", 20), ("d", "k1", 30)] {
        add(store, id, |row| {
            (row.phase, row.kind, row.ended) = ("over".into(), kind.into(), Some(ended));
            (row.end, row.result) = (Some("rules".into()), Some("1 2".into()));
        })
        .await;
    }
    add(store, "e", |row| {
        (row.phase, row.ended, row.setup) = ("over".into(), Some(40), "large".into());
        (row.end, row.result) = (Some("resigned 1".into()), Some("2 1".into()));
        row.people = vec![(0, "p3".into(), "ZÈRA_1".into()), (1, "p1".into(), "Adam".into())];
    })
    .await;
    add(store, "aborted", |row| {
        (row.phase, row.ended, row.end) = ("over".into(), Some(50), Some("aborted".into()));
    })
    .await;
    add(store, "private", |row| {
        (row.phase, row.ended, row.open) = ("over".into(), Some(50), false);
        (row.end, row.result) = (Some("rules".into()), Some("3".into()));
        row.people.truncate(1);
    })
    .await;
    add(store, "goes on", |row| row.phase = "playing".into()).await;
}

#[tokio::test]
async fn the_archive_is_searched() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        fill_archive(&store).await;
        let all = Search { limit: 99, ..Search::default() };
        let text = |text: &str| Some(text.to_string());
        let cases: [(&str, Search); 20] = [
            ("e d c b a", all.clone()),
            ("e d", Search { limit: 2, ..all.clone() }),
            ("private e", Search { limit: 2, person: text("p1"), private: true, ..all.clone() }),
            (
                "private",
                Search { result: text("3"), person: text("p1"), private: true, ..all.clone() },
            ),
            // Private games are one's own: without a person there are none.
            ("e d", Search { limit: 2, private: true, ..all.clone() }),
            ("", Search { result: text("3"), ..all.clone() }),
            ("d c a", Search { kind: text("k1"), ..all.clone() }),
            ("e", Search { setup: text("large"), ..all.clone() }),
            ("d c b a", Search { setup: text(""), ..all.clone() }),
            ("e", Search { result: text("2 1"), ..all.clone() }),
            ("d c b", Search { from: Some(20), to: Some(40), ..all.clone() }),
            ("e", Search { person: text("p3"), ..all.clone() }),
            ("e d c b a", Search { person: text("p1"), ..all.clone() }),
            ("e d c b a", Search { name: text("ADA"), ..all.clone() }),
            ("e", Search { name: text("adam"), ..all.clone() }),
            ("e", Search { name: text("zèra_"), ..all.clone() }),
            ("", Search { name: text("zèra%"), ..all.clone() }),
            ("d c b a", Search { name: text("به"), ..all.clone() }),
            ("", Search { name: text("da"), ..all.clone() }),
            ("d c a", Search { kind: text("k1"), name: text("a"), person: text("p2"), ..all }),
        ];
        for (expected, search) in cases {
            let found = store.archive(&search).await.unwrap().tables;
            assert_eq!(ids(&found).join(" "), expected, "{}: {search:?}", scratch.url);
        }
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn the_archive_is_paged() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        fill_archive(&store).await;
        let mut search = Search { limit: 1, ..Search::default() };
        let mut seen = Vec::new();
        loop {
            let found = store.archive(&search).await.unwrap();
            seen.extend(found.tables.into_iter().map(|row| row.id));
            search.before = found.after;
            if search.before.is_none() {
                break;
            }
        }
        assert_eq!(seen, ["e", "d", "c", "b", "a"]);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn chat_returns_the_latest_lines() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        for n in 0..7 {
            // Equal timestamps: lines are ordered by insertion.
            store.commit(chat_line("t", &format!("line {n}"), 1)).await.unwrap();
        }
        let lines = store.chat("t", 3).await.unwrap();
        let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines, ["line 4", "line 5", "line 6"]);
        assert_eq!(store.chat("u", 3).await.unwrap(), []);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn only_so_many_lines_of_chat_are_kept() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        let (kept, more) = (limits::CHAT_KEPT as usize, 7);
        store.commit(chat_line("other", "stays", 1)).await.unwrap();
        for n in 0..kept + more {
            store.commit(chat_line("t", &n.to_string(), 1)).await.unwrap();
        }
        let lines = store.chat("t", u32::MAX).await.unwrap();
        assert_eq!((lines.len(), lines[0].text.as_str()), (kept, more.to_string().as_str()));
        assert_eq!(store.chat("other", 9).await.unwrap().len(), 1);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn corrupt_rows_are_named_and_left_out_of_lists() {
    let cases = [
        ("UPDATE tables SET turns = -5 WHERE id = 't'", "table t: column `turns` cannot be -5"),
        (
            "UPDATE tables SET turns = 5, draw = 7 WHERE id = 't'",
            "table t: column `draw` cannot be 7",
        ),
        (
            "UPDATE tables SET draw = 1, version = 4294967296 WHERE id = 't'",
            "table t: column `version`",
        ),
        ("UPDATE seats SET seat = 256 WHERE seat = 1 AND game = 't'", "`seat`"),
    ];
    for scratch in persistent().await {
        let store = scratch.store().await;
        for id in ["s", "t", "u"] {
            store.commit(head(table(id))).await.unwrap();
        }
        for (sql, expected) in cases {
            scratch.run_sql(sql).await;
            let read = store.table("t").await;
            let Err(why) = read else { panic!("{sql}: {read:?}") };
            assert!(matches!(&why, StoreError::Broken(why) if why.contains(expected)), "{why:?}");
            let mut lists = vec![store.open_tables(9).await.unwrap()];
            lists.push(store.tables_of("p2", None, 9).await.unwrap());
            scratch.run_sql("UPDATE tables SET phase = 'playing'").await;
            lists.push(store.live_tables(9).await.unwrap());
            scratch.run_sql("UPDATE tables SET phase = 'waiting'").await;
            for Found { tables, damaged, .. } in lists {
                let mut ids = ids(&tables);
                ids.sort_unstable();
                assert_eq!((ids, damaged), (vec!["s", "u"], vec![why.clone()]), "{sql}");
            }
            scratch.run_sql("UPDATE tables SET version = 0").await;
        }
        for n in 0..4 {
            store.commit(play("t", n, "a")).await.unwrap();
        }
        scratch.run_sql("DELETE FROM plies WHERE ply = 2").await;
        let gap = StoreError::Broken("the log of table t: entry 2 is missing".to_string());
        assert_eq!(store.log("t", 0).await, Err(gap.clone()));
        assert_eq!(store.log("t", 2).await, Err(gap));
        scratch.run_sql("UPDATE plies SET at = -1").await;
        assert!(matches!(store.log("t", 3).await, Err(StoreError::Broken(_))));
        store.close().await;
        scratch.remove().await;
    }
}

/// SQLite accepts any bytes in any column.
#[tokio::test]
async fn corrupt_sqlite_cells_are_named() {
    let scratch = Scratch::file();
    let store = scratch.store().await;
    store.commit(play("t", 0, "a")).await.unwrap();
    for what in ["x'00ff'", "CAST(x'ff' AS TEXT)", "3.5"] {
        scratch.run_sql(&format!("UPDATE plies SET what = {what}")).await;
        let read = store.log("t", 0).await;
        if what == "3.5" {
            assert_eq!(read.unwrap()[0].what, "3.5", "a column of texts turns numbers into text");
        } else {
            let Err(StoreError::Broken(why)) = read else { panic!("{what}: {read:?}") };
            assert!(why.contains("the log of table t"), "{why}");
        }
    }
    scratch.run_sql("UPDATE plies SET what = 'a', at = 'soon'").await;
    assert!(matches!(store.log("t", 0).await, Err(StoreError::Broken(_))));
    store.close().await;
    scratch.remove().await;
}

#[tokio::test]
async fn committed_data_survives_close() {
    for scratch in persistent().await {
        let store = scratch.store().await;
        let waiting: Vec<_> = (0..50)
            .map(|n| {
                let store = store.clone();
                tokio::spawn(async move { store.commit(play(&format!("t{n}"), 0, "a")).await })
            })
            .collect();
        for (node, at) in [("node 1", 77), ("node 1", 78), ("node 2", 70)] {
            let heartbeat = Heartbeat { node: node.to_string(), at, wall: at + 1 };
            store.add_heartbeat(&heartbeat).await.unwrap();
        }
        store.add_outage(5, 6).await.unwrap();
        store.add_outage(5, 6).await.unwrap();
        store.add_outage(1, 2).await.unwrap();
        store.check_writable().await.unwrap();
        let other = store.clone();
        store.close().await;
        let answers = other.commit(play("t", 0, "too late")).await;
        assert!(matches!(answers, Err(StoreError::Unavailable(_))), "{answers:?}");
        let mut kept = Vec::new();
        for (n, task) in waiting.into_iter().enumerate() {
            if task.await.unwrap().is_ok() {
                kept.push(n);
            }
        }
        assert!(!kept.is_empty());
        let store = scratch.store().await;
        for n in kept {
            assert_eq!(store.log(&format!("t{n}"), 0).await.unwrap().len(), 1);
        }
        let mut heartbeats = store.heartbeats().await.unwrap();
        heartbeats.sort_by_key(|heartbeat| heartbeat.at);
        let times: Vec<_> =
            heartbeats.iter().map(|beat| (&*beat.node, beat.at, beat.wall)).collect();
        assert_eq!(times, [("node 2", 70, 71), ("node 1", 78, 79)]);
        assert_eq!(store.outages().await.unwrap(), [(1, 2), (5, 6)]);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn a_newer_schema_version_is_refused() {
    for scratch in persistent().await {
        scratch.store().await.close().await;
        scratch.run_sql("INSERT INTO migrations (version) VALUES (999)").await;
        let Err(StoreError::Unusable(why)) = Store::open(&scratch.url).await else { panic!() };
        assert!(why.contains("version 999 by a newer Mohreh"), "{why}");
        scratch.remove().await;
    }
}

#[tokio::test]
async fn unusable_urls_are_explained() {
    for (url, wanted) in [
        ("/proc/nowhere/a.db", "cannot be written"),
        ("sqlite:/dev/null/x", "a part of its path is no folder"),
        ("postgres://127.0.0.1:1/x", "nobody answers at 127.0.0.1:1"),
        ("postgres://sara:hush@:::", "postgres://…@::: is no place for a database"),
    ] {
        let Err(StoreError::Unusable(why)) = Store::open(url).await else { panic!("{url}") };
        assert!(why.contains(wanted), "{why}");
    }
}

#[tokio::test]
async fn a_foreign_database_is_refused() {
    let scratch = Scratch::file();
    let path = std::path::Path::new(scratch.url.strip_prefix("sqlite:").unwrap());
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, "").unwrap();
    scratch.run_sql("CREATE TABLE bookmarks (address TEXT)").await;
    for _ in 0..2 {
        let Err(StoreError::Unusable(why)) = Store::open(&scratch.url).await else { panic!() };
        assert!(why.contains("داده #1?.db is not one of Mohreh but of another program"), "{why}");
    }
    scratch.run_sql("DROP TABLE bookmarks").await;
    scratch.store().await.close().await;
    scratch.remove().await;
}

#[tokio::test]
async fn a_missing_create_privilege_is_explained() {
    let scratch = Scratch::postgres().await;
    let guest = scratch.folder.file_name().unwrap().to_string_lossy().replace('-', "_") + "_guest";
    scratch.run_sql(&format!("CREATE ROLE {guest} LOGIN PASSWORD 'hush'")).await;
    let (scheme, rest) = scratch.url.split_once("://").unwrap();
    let place = rest.split_once('@').map_or(rest, |(_, place)| place);
    let opened = Store::open(&format!("{scheme}://{guest}:hush@{place}")).await;
    scratch.run_sql(&format!("DROP ROLE {guest}")).await;
    let Err(StoreError::Unusable(why)) = opened else { panic!() };
    assert!(why.contains(&format!("does not let the user {guest} make tables")), "{why}");
    assert!(why.contains("GRANT CREATE ON SCHEMA") && !why.contains("hush"), "{why}");
    scratch.remove().await;
}
