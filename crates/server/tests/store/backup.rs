//! Backup during writes, and restore.

use mohreh_protocol::limits;
use mohreh_server::store::{Heartbeat, PersonRow, Search, Store, StoreError, TokenRow};

use crate::{Scratch, chat_line, everywhere, head, persistent, play, plies, ply, table};

async fn fill(store: &Store) {
    for n in 0..30 {
        let id = format!("p{n}");
        let (name, secret) = (format!("Name {n}"), format!("s{n}"));
        store.add_person(&PersonRow { id, name, secret, created: n }).await.unwrap();
    }
    let token = TokenRow {
        id: "k".into(),
        person: "p1".into(),
        label: "bot".into(),
        hash: "h".into(),
        created: 3,
    };
    store.add_token(&token).await.unwrap();
    for n in 0..30_u64 {
        let mut row = table(&format!("t{n}"));
        (row.phase, row.ended, row.end) = ("over".into(), Some(n), Some("rules".into()));
        store.commit(head(row)).await.unwrap();
        store.commit(chat_line(&format!("t{n}"), "سلام", n)).await.unwrap();
    }
    let heartbeat = Heartbeat { node: "node".to_string(), at: 99, wall: 98 };
    store.add_heartbeat(&heartbeat).await.unwrap();
    store.add_outage(3, 4).await.unwrap();
}

/// Dump of all data, except the logs written during the backup.
async fn everything(store: &Store) -> String {
    let mut all = String::new();
    for n in 0..30 {
        let id = format!("t{n}");
        all += &format!("{:?}\n", store.person_by_secret(&format!("s{n}")).await.unwrap());
        all += &format!("{:?}\n", store.log(&id, 0).await.unwrap());
        all += &format!("{:?}\n", store.chat(&id, 99).await.unwrap());
    }
    let search = Search { limit: 999, name: Some("ada".into()), ..Search::default() };
    all += &format!("{:?}\n", store.archive(&search).await.unwrap());
    all += &format!("{:?}\n", store.tokens("p1").await.unwrap());
    all += &format!("{:?}\n", (store.heartbeats().await.unwrap(), store.outages().await.unwrap()));
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_during_writes_is_a_consistent_snapshot() {
    for scratch in persistent().await {
        let store = scratch.store().await;
        fill(&store).await;
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let mut players = Vec::new();
        for t in 0..20 {
            let (store, stopped) = (store.clone(), stopped.clone());
            players.push(tokio::spawn(async move {
                let mut n = 0;
                while !*stopped.borrow() {
                    // Entry and chat line are one write set, so a snapshot has both or neither.
                    let mut change = play(&format!("live{t}"), n, "step");
                    change.chat = chat_line(&format!("live{t}"), "x", 1).chat;
                    store.commit(change).await.unwrap();
                    n += 1;
                }
                n
            }));
        }
        while store.log("live0", 0).await.unwrap().len() < 3 {
            tokio::task::yield_now().await;
        }
        let file = scratch.folder.join("copies/one.db");
        let counts = store.backup(&file).await.unwrap();
        assert_eq!((counts.people, counts.tokens, counts.tables), (30, 1, 30));
        stop.send(true).unwrap();
        let mut played = 0;
        for player in players {
            played += player.await.unwrap();
        }
        assert!(counts.plies > 0 && counts.plies <= u64::from(played), "{counts:?} of {played}");
        let again = store.backup(&file).await;
        assert!(matches!(again, Err(StoreError::Unusable(_))), "it is there: {again:?}");

        // The backup opens as a regular database.
        let copy = Store::open(file.to_str().unwrap()).await.unwrap();
        assert_eq!(everything(&copy).await, everything(&store).await);
        let mut entries = 0;
        for t in 0..20 {
            let id = format!("live{t}");
            let (log, lines) =
                (copy.log(&id, 0).await.unwrap(), copy.chat(&id, 99_999).await.unwrap());
            let kept = log.len().min(limits::CHAT_KEPT as usize);
            assert_eq!(kept, lines.len(), "of one moment");
            entries += log.len();
        }
        assert_eq!(entries as u64, counts.plies);
        copy.close().await;
        store.close().await;
        scratch.remove().await;
    }
}

#[tokio::test]
async fn backups_restore_into_every_backend() {
    for source in everywhere().await {
        let store = source.store().await;
        fill(&store).await;
        // More than one batch of rows.
        for n in 0..25 {
            let rows = (n * 100..(n + 1) * 100).map(|n| ply(n, "step")).collect();
            store.commit(plies("t1", rows)).await.unwrap();
        }
        let file = source.folder.join("copy.db");
        let counts = store.backup(&file).await.unwrap();
        assert_eq!(counts.plies, 2_500);
        for target in everywhere().await {
            let restored = target.store().await;
            assert_eq!(restored.restore(&file).await.unwrap(), counts);
            assert_eq!(everything(&restored).await, everything(&store).await);
            let Err(StoreError::Unusable(why)) = restored.restore(&file).await else { panic!() };
            assert!(why.contains("empty"), "{why}");
            // The restored database accepts writes.
            restored.commit(play("t1", 2_500, "next")).await.unwrap();
            restored.commit(chat_line("t1", "next", 1)).await.unwrap();
            restored.close().await;
            target.remove().await;
        }
        store.close().await;
        source.remove().await;
    }
}

#[tokio::test]
async fn invalid_backups_are_not_restored() {
    let scratch = Scratch::file();
    let store = scratch.store().await;
    let (nothing, empty, junk) =
        (scratch.folder.join("nothing"), scratch.folder.join("empty"), scratch.folder.join("junk"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&junk, "this is no database, however long it may be".repeat(100)).unwrap();
    for file in [&nothing, &empty, &junk] {
        let restored = store.restore(file).await;
        assert!(matches!(restored, Err(StoreError::Unusable(_))), "{restored:?}");
    }
    store.commit(play("t", 0, "still works")).await.unwrap();
    // A failed backup leaves no file.
    let file = scratch.folder.join("never.db");
    std::fs::create_dir(scratch.folder.join("never.db.part")).unwrap();
    let failed = store.backup(&file).await;
    assert!(matches!(failed, Err(StoreError::Unusable(_))), "{failed:?}");
    assert!(!file.exists());
    // Corrupt values are copied by `VACUUM INTO` and rejected by the restore, which is atomic.
    let file = scratch.folder.join("broken.db");
    scratch.run_sql("UPDATE plies SET at = 'soon'").await;
    assert_eq!(store.backup(&file).await.unwrap().plies, 1);
    for target in everywhere().await {
        let restored = target.store().await;
        let Err(StoreError::Broken(why)) = restored.restore(&file).await else { panic!() };
        assert!(why.contains("plies"), "{why}");
        restored.commit(play("t", 0, "it is empty")).await.unwrap();
        restored.close().await;
        target.remove().await;
    }
    store.close().await;
    scratch.remove().await;
}
