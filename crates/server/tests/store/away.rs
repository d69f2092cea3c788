//! The database goes away and comes back.

use std::time::Duration;

use mohreh_server::store::{Store, StoreError};
use sqlx::{AnyConnection, Connection};
use tokio::time::{sleep, timeout};

use crate::line::{Does, Line};
use crate::{Scratch, play};

/// The database is away until everybody was answered: whoever is not answered by then never would be.
const LONG: Duration = Duration::from_secs(90);

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_gone_is_told_in_time_and_found_again() {
    let scratch = Scratch::postgres().await;
    let line = Line::to(&scratch.url).await;
    let store = Store::open(&line.url).await.unwrap();
    let mut next = 0;
    for trouble in [Does::Cut, Does::Hold, Does::Cut] {
        store.commit(play("t", next, "there")).await.unwrap();
        line.set(trouble);
        let tasks: Vec<_> = (0..300)
            .map(|n| {
                let store = store.clone();
                tokio::spawn(async move { store.commit(play(&format!("u{n}"), 0, "lost")).await })
            })
            .collect();
        for task in tasks {
            let answer = timeout(LONG, task).await.unwrap().unwrap();
            assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{trouble:?}: {answer:?}");
        }
        let read = timeout(LONG, store.log("t", 0)).await.unwrap();
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{trouble:?}: {read:?}");
        assert!(timeout(LONG, store.check()).await.unwrap().is_err());
        line.set(Does::Pass);
        let back = async { while store.check().await.is_err() {} };
        timeout(LONG, back).await.unwrap();
        // Whoever reads again knows what was kept.
        next = store.log("t", 0).await.unwrap().len() as u32;
    }
    assert_eq!(next, 3);
    // A connection that was lost while nobody used it costs nobody an answer.
    line.set(Does::Cut);
    sleep(Duration::from_millis(100)).await;
    line.set(Does::Pass);
    store.commit(play("t", next, "there")).await.unwrap();
    store.close().await;
    scratch.gone().await;
}

/// Another process holds the file.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_somebody_locks_is_told_in_time_and_found_again() {
    let scratch = Scratch { url: String::new(), ..Scratch::file() };
    let path = scratch.folder.join("plain.db");
    let store = Store::open(path.to_str().unwrap()).await.unwrap();
    store.commit(play("t", 0, "a")).await.unwrap();
    let url = format!("sqlite:{}", path.display());
    let mut other = AnyConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let answer = timeout(LONG, store.commit(play("t", 1, "b"))).await.unwrap();
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    assert_eq!(store.log("t", 0).await.unwrap().len(), 1, "reading goes on");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    store.commit(play("t", 1, "b")).await.unwrap();
    store.close().await;
    scratch.gone().await;
}
