//! PostgreSQL schema of a single test.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::services::address_of;

pub(crate) struct Schema {
    /// Database URL whose search path is this schema.
    pub url: String,
    base_url: String,
    name: String,
}

impl Schema {
    pub(crate) async fn new(name: &str) -> Schema {
        let base_url = address_of("PostgreSQL");
        let name = name.replace('-', "_");
        run(&base_url, &format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"))
            .await;
        let more = if base_url.contains('?') { '&' } else { '?' };
        Schema { url: format!("{base_url}{more}options[search_path]={name}"), base_url, name }
    }

    pub(crate) async fn remove(&self) {
        run(&self.base_url, &format!("DROP SCHEMA {} CASCADE", self.name)).await;
    }
}

/// Runs SQL on a new connection.
pub(crate) async fn run(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
