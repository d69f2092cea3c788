//! PostgreSQL that can only be read, as a standby: reads go on, writes are refused and said why, and both an open store
//! and one that is opened meanwhile recover by themselves.

use std::time::Duration;

use mohreh_server::store::{Store, StoreError};
use tokio::time::sleep;

use crate::{Scratch, head, table};

/// Commits new tables until the result is as wanted.
async fn commit_until(store: &Store, name: &str, wanted: impl Fn(&Result<(), StoreError>) -> bool) {
    for n in 0..300 {
        let result = store.commit(head(table(&format!("{name} {n}")))).await;
        if wanted(&result) {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{name}: never");
}

fn is_read_only(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::ReadOnly(why)) if why.contains("can only be read"))
}

#[tokio::test]
async fn a_database_that_can_only_be_read_is_served_until_it_can_be_written() {
    let scratch = Scratch::postgres().await;
    let schema = scratch.folder.file_name().unwrap().to_string_lossy().replace('-', "_");
    let role = format!("{schema}_role");
    scratch
        .run_sql(&format!("CREATE ROLE {role} LOGIN; GRANT ALL ON SCHEMA {schema} TO {role}"))
        .await;
    let (scheme, rest) = scratch.url.split_once("://").unwrap();
    let place = rest.split_once('@').map_or(rest, |(_, place)| place);
    let url = format!("{scheme}://{role}@{place}");
    // Settings of a role hold for new sessions.
    let set = async |how: &str| {
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename";
        scratch.run_sql(&format!("ALTER ROLE {role} {how}; {end} = '{role}'")).await;
    };
    let store = Store::open(&url).await.unwrap();
    store.commit(head(table("t"))).await.unwrap();
    set("SET default_transaction_read_only = on").await;
    commit_until(&store, "refused", is_read_only).await;
    assert!(store.table("t").await.unwrap().is_some());
    assert!(matches!(store.check_writable().await, Err(StoreError::ReadOnly(_))));

    let late = Store::open(&url).await.unwrap();
    assert!(late.table("t").await.unwrap().is_some());
    commit_until(&late, "refused too", is_read_only).await;

    set("RESET default_transaction_read_only").await;
    for (store, name) in [(&store, "again"), (&late, "late")] {
        commit_until(store, name, Result::is_ok).await;
        store.check_writable().await.unwrap();
    }
    store.close().await;
    late.close().await;
    scratch.run_sql(&format!("DROP OWNED BY {role} CASCADE; DROP ROLE {role}")).await;
    scratch.remove().await;
}
