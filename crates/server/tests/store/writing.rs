//! Write sets: atomic, in order, conflicts.

use mohreh_server::store::{PersonRow, StoreError, TableRow, TokenRow, WriteSet};

use crate::{chat_line, everywhere, head, persistent, play, plies, ply, table};

#[tokio::test(flavor = "multi_thread")]
async fn racing_commits_of_one_ply_have_one_winner() {
    for scratch in everywhere().await {
        // Two stores on one database act as two nodes.
        let one = scratch.store().await;
        let other =
            if scratch.url.contains(":memory:") { one.clone() } else { scratch.store().await };
        for n in 0..40 {
            let first = tokio::spawn({
                let store = one.clone();
                async move { store.commit(play("t", n, "first")).await }
            });
            let second = tokio::spawn({
                let store = other.clone();
                async move { store.commit(play("t", n, "second")).await }
            });
            let (first, second) = (first.await.unwrap(), second.await.unwrap());
            let winner = match (&first, &second) {
                (Ok(()), Err(StoreError::Conflict)) => "first",
                (Err(StoreError::Conflict), Ok(())) => "second",
                both => panic!("{}, ply {n}: {both:?}", scratch.url),
            };
            let log = one.log("t", n).await.unwrap();
            assert_eq!(log.len(), 1);
            assert_eq!(log[0].what, winner);
        }
        one.close().await;
        other.close().await;
        scratch.remove().await;
    }
}

/// Concurrent groups of two nodes on the same tables: each ply is won exactly once, without deadlock.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_groups_of_two_nodes_do_not_deadlock() {
    for scratch in persistent().await {
        let nodes = [scratch.store().await, scratch.store().await];
        let mut tasks = Vec::new();
        for n in 0..200_usize {
            let store = nodes[n % 2].clone();
            // Opposite table orders, to provoke deadlocks.
            let t = if n % 2 == 0 { n / 2 } else { 99 - n / 2 };
            tasks.push(tokio::spawn(async move {
                let mut won = Vec::new();
                for number in 0..5 {
                    let mut change = play(&format!("t{t}"), number, &format!("node {}", n % 2));
                    change.chat = chat_line(&format!("t{t}"), "x", 1).chat;
                    match store.commit(change).await {
                        Ok(()) => won.push((t, number)),
                        Err(StoreError::Conflict) => {}
                        Err(why) => panic!("{why}"),
                    }
                }
                won
            }));
        }
        let mut won = Vec::new();
        for task in tasks {
            won.extend(task.await.unwrap());
        }
        won.sort_unstable();
        let all: Vec<(usize, u32)> = (0..100).flat_map(|t| (0..5).map(move |n| (t, n))).collect();
        assert_eq!(won, all, "{}", scratch.url);
        for t in 0..100 {
            let id = format!("t{t}");
            assert_eq!(nodes[0].log(&id, 0).await.unwrap().len(), 5);
            assert_eq!(nodes[0].chat(&id, 100).await.unwrap().len(), 5, "one line with each ply");
        }
        for store in nodes {
            store.close().await;
        }
        scratch.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_rejects_only_its_own_write_set() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        store.commit(play("t7", 0, "was there")).await.unwrap();
        store.commit(head(table("h7"))).await.unwrap();
        let mut tasks = Vec::new();
        for n in 0..100 {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                let mut change = play(&format!("t{n}"), 0, "new");
                change.table = Some(table(&format!("h{n}")));
                change.chat = chat_line(&format!("t{n}"), "hello", 5).chat;
                store.commit(change).await
            }));
        }
        for (n, task) in tasks.into_iter().enumerate() {
            let answer = task.await.unwrap();
            let expected = if n == 7 { Err(StoreError::Conflict) } else { Ok(()) };
            assert_eq!(answer, expected, "{}, change {n}", scratch.url);
        }
        for n in 0..100 {
            let log = store.log(&format!("t{n}"), 0).await.unwrap();
            assert_eq!(log.len(), 1);
            assert_eq!(log[0].what, if n == 7 { "was there" } else { "new" });
            // A rejected write set leaves nothing behind.
            let lines = store.chat(&format!("t{n}"), 9).await.unwrap();
            assert_eq!(lines.len(), usize::from(n != 7));
        }
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn a_log_has_no_gaps() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        let conflict = Err(StoreError::Conflict);
        assert_eq!(store.commit(play("t", 1, "too early")).await, conflict);
        store.commit(plies("t", vec![ply(0, "a"), ply(1, "b"), ply(2, "c")])).await.unwrap();
        assert_eq!(store.commit(play("t", 4, "too early")).await, conflict);
        assert_eq!(store.commit(play("t", 2, "too late")).await, conflict);
        let overlap = plies("t", vec![ply(2, "c"), ply(3, "d")]);
        assert_eq!(store.commit(overlap).await, conflict);
        let torn = store.commit(plies("t", vec![ply(3, "d"), ply(5, "f")])).await;
        assert!(matches!(torn, Err(StoreError::Broken(_))), "{torn:?}");
        store.commit(play("t", 3, "d")).await.unwrap();
        let whole: Vec<_> = ["a", "b", "c", "d"].iter().zip(0..).map(|(w, n)| ply(n, w)).collect();
        assert_eq!(store.log("t", 0).await.unwrap(), whole);
        assert_eq!(store.log("t", 2).await.unwrap(), whole[2..]);
        assert_eq!(store.log("t", 9).await.unwrap(), []);
        assert_eq!(store.log("nobody's", 0).await.unwrap(), []);
        store.commit(WriteSet::default()).await.unwrap();
        store.commit(plies("t", vec![])).await.unwrap();
        // More rows than one statement holds.
        let long: Vec<_> = (0..333).map(|n| ply(n, "step")).collect();
        store.commit(plies("long", long.clone())).await.unwrap();
        assert_eq!(store.log("long", 0).await.unwrap(), long);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn head_versions_are_consecutive() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        let conflict = Err(StoreError::Conflict);
        let mut row = table("t");
        let mut never = row.clone();
        never.version = 1;
        assert_eq!(store.commit(head(never)).await, conflict, "there is none before");
        store.commit(head(row.clone())).await.unwrap();
        assert_eq!(store.commit(head(row.clone())).await, conflict, "it is there already");
        assert_eq!(store.table("t").await.unwrap().as_ref(), Some(&row));

        row.version = 1;
        row.phase = "playing".to_string();
        row.started = Some(2_000);
        row.people = vec![(0, "p3".to_string(), "Cyrus".to_string())];
        store.commit(head(row.clone())).await.unwrap();
        assert_eq!(store.table("t").await.unwrap().as_ref(), Some(&row));
        assert_eq!(store.commit(head(row.clone())).await, conflict);

        // A conflicting head rejects the log entry as well.
        let both = WriteSet { table: Some(row.clone()), ..play("t", 0, "a") };
        assert_eq!(store.commit(both).await, conflict);
        assert_eq!(store.log("t", 0).await.unwrap(), []);
        row.version = 2;
        row.end = Some("rules".to_string());
        row.next = Some("t2".to_string());
        store.commit(WriteSet { table: Some(row.clone()), ..play("t", 0, "a") }).await.unwrap();
        // A conflicting log entry rejects the head as well.
        let late = WriteSet { table: Some(table_with(&row, 3)), ..play("t", 0, "a") };
        assert_eq!(store.commit(late).await, conflict);
        assert_eq!(store.table("t").await.unwrap(), Some(row));
        assert_eq!(store.table("u").await.unwrap(), None);
        store.close().await;
        scratch.remove().await;
    }
}

fn table_with(row: &TableRow, version: u32) -> TableRow {
    TableRow { version, ..row.clone() }
}

#[tokio::test]
async fn unstorable_values_are_refused_on_every_backend() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        let zero = store.commit(play("t", 0, "a\0b")).await;
        assert!(matches!(zero, Err(StoreError::Broken(_))), "{zero:?}");
        let zero = store.rename("p", "\0").await;
        assert!(matches!(zero, Err(StoreError::Broken(_))), "{zero:?}");
        assert_eq!(store.table("\0").await.unwrap(), None);
        assert_eq!(store.person_by_secret("a\0").await.unwrap(), None);
        let mut twice = table("t");
        twice.people = vec![(1, "a".into(), "a".into()), (1, "b".into(), "b".into())];
        let twice = store.commit(head(twice)).await;
        assert!(matches!(twice, Err(StoreError::Broken(_))), "{twice:?}");
        // Any other text round-trips.
        let odd = "'; DROP TABLE plies; -- \u{202e}\u{10ffff} $1 \\ \" \n";
        store.commit(play(odd, 0, odd)).await.unwrap();
        assert_eq!(store.log(odd, 0).await.unwrap()[0].what, odd);
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn people_and_tokens_are_found_by_hash() {
    for scratch in everywhere().await {
        let store = scratch.store().await;
        let person = |id: &str, secret: &str| PersonRow {
            id: id.to_string(),
            name: "Ada".to_string(),
            secret: secret.to_string(),
            created: 5,
        };
        store.add_person(&person("p1", "h1")).await.unwrap();
        for again in [person("p1", "h2"), person("p2", "h1")] {
            assert_eq!(store.add_person(&again).await, Err(StoreError::Conflict));
        }
        assert_eq!(store.person_by_secret("h1").await.unwrap(), Some(person("p1", "h1")));
        assert_eq!(store.person_by_secret("h2").await.unwrap(), None);
        assert!(store.rename("p1", "آدا").await.unwrap());
        assert!(!store.rename("p9", "x").await.unwrap());
        assert_eq!(store.person_by_secret("h1").await.unwrap().unwrap().name, "آدا");

        let token = |id: &str, hash: &str| TokenRow {
            id: id.to_string(),
            person: "p1".to_string(),
            label: "bot".to_string(),
            hash: hash.to_string(),
            created: 7,
        };
        store.add_token(&token("k1", "x1")).await.unwrap();
        store.add_token(&token("k2", "x2")).await.unwrap();
        assert_eq!(store.add_token(&token("k3", "x2")).await, Err(StoreError::Conflict));
        assert_eq!(store.tokens("p1").await.unwrap(), [token("k1", "x1"), token("k2", "x2")]);
        assert_eq!(store.person_by_token("x2").await.unwrap().unwrap().id, "p1");
        assert!(!store.delete_token("p2", "k2").await.unwrap(), "only one's own");
        assert!(store.delete_token("p1", "k2").await.unwrap());
        assert_eq!(store.person_by_token("x2").await.unwrap(), None);
        assert_eq!(store.tokens("p1").await.unwrap(), [token("k1", "x1")]);
        store.close().await;
        scratch.remove().await;
    }
}
