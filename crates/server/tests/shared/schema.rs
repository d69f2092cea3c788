//! A part of PostgreSQL for one test alone.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::needed::address_of;

pub struct Schema {
    /// The address of the database, with everything in this schema.
    pub url: String,
    outside: String,
    name: String,
}

impl Schema {
    pub async fn new(name: &str) -> Schema {
        let outside = address_of("PostgreSQL");
        let name = name.replace('-', "_");
        run(&outside, &format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}")).await;
        let more = if outside.contains('?') { '&' } else { '?' };
        Schema { url: format!("{outside}{more}options[search_path]={name}"), outside, name }
    }

    pub async fn gone(&self) {
        run(&self.outside, &format!("DROP SCHEMA {} CASCADE", self.name)).await;
    }
}

/// Does something to a database.
pub async fn run(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
