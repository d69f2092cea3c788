//! The database goes away and comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use mohreh_server::store::{Store, StoreError};
use sqlx::{AnyConnection, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};

use crate::{Scratch, play};

/// Nobody waits for longer, but a busy machine may be slow to tell.
const LONG: Duration = Duration::from_millis(5_500);

const OPEN: u8 = 0;
const CUT: u8 = 1;
const SILENT: u8 = 2;

/// Stands between store and database, and can cut the line, or let nothing through.
async fn line(to: String, state: Arc<AtomicU8>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            if state.load(Ordering::SeqCst) == CUT {
                continue;
            }
            let far = TcpStream::connect(&to).await.unwrap();
            let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(pass(near_in, far_out, state.clone()));
            tokio::spawn(pass(far_in, near_out, state.clone()));
        }
    });
    port
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    state: Arc<AtomicU8>,
) {
    let mut bytes = [0; 4096];
    loop {
        tokio::select! {
            read = from.read(&mut bytes) => {
                let Ok(n @ 1..) = read else { return };
                while state.load(Ordering::SeqCst) == SILENT {
                    sleep(Duration::from_millis(10)).await;
                }
                let is_cut = state.load(Ordering::SeqCst) == CUT;
                if is_cut || to.write_all(&bytes[..n]).await.is_err() {
                    return;
                }
            }
            () = sleep(Duration::from_millis(10)) => {
                if state.load(Ordering::SeqCst) == CUT {
                    return;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_gone_is_told_in_time_and_found_again() {
    let Some(scratch) = Scratch::postgres().await else { return };
    let place = scratch.url.split('@').nth(1).unwrap().split('/').next().unwrap().to_string();
    let state = Arc::new(AtomicU8::new(OPEN));
    let port = line(place.clone(), state.clone()).await;
    let url = scratch.url.replace(&place, &format!("127.0.0.1:{port}"));
    let store = Store::open(&url).await.unwrap();
    let mut next = 0;
    for trouble in [CUT, SILENT, CUT] {
        store.commit(play("t", next, "there")).await.unwrap();
        state.store(trouble, Ordering::SeqCst);
        let asked = Instant::now();
        let tasks: Vec<_> = (0..300)
            .map(|n| {
                let store = store.clone();
                tokio::spawn(async move { store.commit(play(&format!("u{n}"), 0, "lost")).await })
            })
            .collect();
        for task in tasks {
            let answer = task.await.unwrap();
            assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{trouble}: {answer:?}");
        }
        assert!(asked.elapsed() < LONG, "{trouble}: {:?}", asked.elapsed());
        let asked = Instant::now();
        let read = store.log("t", 0).await;
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{trouble}: {read:?}");
        assert!(asked.elapsed() < LONG, "{trouble}: {:?}", asked.elapsed());
        assert!(store.check().await.is_err());
        state.store(OPEN, Ordering::SeqCst);
        let back = Instant::now();
        while store.check().await.is_err() {
            assert!(back.elapsed() < Duration::from_secs(10));
        }
        // Whoever reads again knows what was kept.
        next = store.log("t", 0).await.unwrap().len() as u32;
    }
    assert_eq!(next, 3);
    // A connection that was lost while nobody used it costs nobody an answer.
    state.store(CUT, Ordering::SeqCst);
    sleep(Duration::from_millis(100)).await;
    state.store(OPEN, Ordering::SeqCst);
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
    let asked = Instant::now();
    let answer = store.commit(play("t", 1, "b")).await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    assert!(asked.elapsed() < LONG, "{:?}", asked.elapsed());
    assert_eq!(store.log("t", 0).await.unwrap().len(), 1, "reading goes on");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    store.commit(play("t", 1, "b")).await.unwrap();
    store.close().await;
    scratch.gone().await;
}
