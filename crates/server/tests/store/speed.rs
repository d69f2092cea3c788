//! Commit throughput: `cargo test --release -p mohreh-server --test store -- --ignored --nocapture speed`.

use std::time::Duration;

use mohreh_server::store::Store;
use tokio::time::Instant;

use crate::{Scratch, head, play, table};

const CALLERS: u32 = 500;
const TIME: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn speed() {
    for scratch in [Scratch::file(), Scratch::memory(), Scratch::postgres().await] {
        let store = scratch.store().await;
        let name = scratch.url.split(':').take(2).collect::<Vec<_>>().join(":");
        println!("{}", name.split('/').next().unwrap_or_default());
        for callers in [1, 32, CALLERS] {
            measure(&store, callers, "steps", false).await;
        }
        measure(&store, CALLERS, "steps with a new head", true).await;
        store.close().await;
        scratch.remove().await;
    }
}

async fn measure(store: &Store, callers: u32, what: &str, heads: bool) {
    let start = Instant::now();
    let tasks: Vec<_> = (0..callers)
        .map(|n| {
            let store = store.clone();
            let id = format!("{callers} {what} {n:012}");
            tokio::spawn(async move {
                let mut took = Vec::new();
                while start.elapsed() < TIME {
                    let mut change = play(&id, took.len() as u32, "Wd4 d7");
                    if heads {
                        let mut row = table(&id);
                        row.version = took.len() as u32;
                        change.table = head(row).table;
                    }
                    let asked = Instant::now();
                    store.commit(change).await.unwrap();
                    took.push(asked.elapsed());
                }
                took
            })
        })
        .collect();
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.unwrap());
    }
    let rate = took.len() as f64 / start.elapsed().as_secs_f64();
    took.sort_unstable();
    let (half, most) = (took[took.len() / 2], took[took.len() * 99 / 100]);
    println!("  {callers:3} callers: {rate:6.0} {what} a second, p50 {half:.1?}, p99 {most:.1?}");
}
