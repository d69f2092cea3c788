//! Unreachable and locked databases: timeouts and recovery.

use std::time::Duration;

use mohreh_server::store::{Store, StoreError};
use sqlx::{AnyConnection, Connection};
use tokio::time::{sleep, timeout};

use crate::proxy::{Proxy, ProxyMode};
use crate::{Scratch, play};

/// Far beyond the store's own timeouts.
const TIMEOUT: Duration = Duration::from_secs(90);

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_database_times_out_and_recovers() {
    let scratch = Scratch::postgres().await;
    let proxy = Proxy::start(&scratch.url).await;
    let store = Store::open(&proxy.url).await.unwrap();
    let mut next = 0;
    for mode in [ProxyMode::Cut, ProxyMode::Hold, ProxyMode::Cut] {
        store.commit(play("t", next, "there")).await.unwrap();
        proxy.set(mode);
        let tasks: Vec<_> = (0..300)
            .map(|n| {
                let store = store.clone();
                tokio::spawn(async move { store.commit(play(&format!("u{n}"), 0, "lost")).await })
            })
            .collect();
        for task in tasks {
            let answer = timeout(TIMEOUT, task).await.unwrap().unwrap();
            assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{mode:?}: {answer:?}");
        }
        let read = timeout(TIMEOUT, store.log("t", 0)).await.unwrap();
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{mode:?}: {read:?}");
        assert!(timeout(TIMEOUT, store.check_writable()).await.unwrap().is_err());
        proxy.set(ProxyMode::Pass);
        let back = async { while store.check_writable().await.is_err() {} };
        timeout(TIMEOUT, back).await.unwrap();
        // The outcome of the failed commits is read back.
        next = store.log("t", 0).await.unwrap().len() as u32;
    }
    assert_eq!(next, 3);
    // A connection lost while idle is replaced transparently.
    proxy.set(ProxyMode::Cut);
    sleep(Duration::from_millis(100)).await;
    proxy.set(ProxyMode::Pass);
    store.commit(play("t", next, "there")).await.unwrap();
    store.close().await;
    scratch.remove().await;
}

/// Another process holds the write lock.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_times_out_and_recovers() {
    let scratch = Scratch { url: String::new(), ..Scratch::file() };
    let path = scratch.folder.join("plain.db");
    let store = Store::open(path.to_str().unwrap()).await.unwrap();
    store.commit(play("t", 0, "a")).await.unwrap();
    let url = format!("sqlite:{}", path.display());
    let mut other = AnyConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let answer = timeout(TIMEOUT, store.commit(play("t", 1, "b"))).await.unwrap();
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    assert_eq!(store.log("t", 0).await.unwrap().len(), 1, "reading goes on");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    store.commit(play("t", 1, "b")).await.unwrap();
    store.close().await;
    scratch.remove().await;
}
