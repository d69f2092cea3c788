//! Brings the tables of the database up to date: each migration once, in order, all of them or none.

use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use super::StoreError;
use super::place::{Backend, Place};
use crate::startup;

/// The migrations with their numbers. One that was released never changes; a new one is added below.
const MIGRATIONS: [(i64, &str); 1] = [(1, include_str!("../../migrations/0001_first.sql"))];

/// The number of the last migration.
pub const VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Any number, as long as it is always the same: several nodes may start at once. A migration may take
/// longer than a step.
const LOCK: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
                    SELECT pg_advisory_xact_lock(7203451)";

/// Runs the migrations that are missing.
pub async fn migrate(place: &Place, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&place.named, &why);
    let mut transaction = connection.begin_with(place.begin()).await.map_err(about)?;
    run(place, &mut transaction).await?;
    transaction.commit().await.map_err(about)
}

/// The same within a transaction that somebody else ends.
pub async fn run(place: &Place, connection: &mut AnyConnection) -> Result<(), StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&place.named, &why);
    if place.backend == Backend::Postgres {
        sqlx::raw_sql(LOCK).execute(&mut *connection).await.map_err(about)?;
    }
    if place.backend == Backend::Sqlite {
        // Somebody may have named the file of another program.
        let sql = "SELECT COUNT(*), COALESCE(SUM(name = 'migrations'), 0) FROM sqlite_schema \
                   WHERE type = 'table'";
        let row = sqlx::query(sql).fetch_one(&mut *connection).await.map_err(about)?;
        let (all, ours): (i64, i64) =
            (row.try_get(0).map_err(about)?, row.try_get(1).map_err(about)?);
        if all > 0 && ours == 0 {
            return Err(StoreError::Unusable(startup::foreign(&place.named)));
        }
    }
    let table = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT NOT NULL PRIMARY KEY)";
    sqlx::raw_sql(table).execute(&mut *connection).await.map_err(about)?;
    let done = version(place, &mut *connection).await?;
    if done > VERSION {
        return Err(StoreError::Unusable(startup::too_new(&place.named, done, VERSION)));
    }
    for (number, sql) in MIGRATIONS.iter().filter(|(number, _)| *number > done) {
        let sql = AssertSqlSafe(spoken_by(place.backend, sql));
        sqlx::raw_sql(sql).execute(&mut *connection).await.map_err(about)?;
        let insert = sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(*number);
        insert.execute(&mut *connection).await.map_err(about)?;
    }
    Ok(())
}

/// The number of the last migration that was run.
pub async fn version<'a>(
    place: &Place,
    connection: impl Executor<'a, Database = Any>,
) -> Result<i64, StoreError> {
    let query = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM migrations");
    let row = query.fetch_one(connection).await;
    row.and_then(|row| row.try_get(0)).map_err(|why| StoreError::opening(&place.named, &why))
}

/// `/* in SQLite: X */` is `X` for SQLite and a comment for the other.
fn spoken_by(backend: Backend, sql: &str) -> String {
    let name = match backend {
        Backend::Sqlite => "/* in SQLite: ",
        Backend::Postgres => "/* in PostgreSQL: ",
    };
    let mut parts = sql.split(name);
    let mut spoken = parts.next().unwrap_or_default().to_string();
    for part in parts {
        spoken.push_str(&part.replacen(" */", "", 1));
    }
    spoken
}

#[cfg(test)]
mod tests {
    use super::{Backend, spoken_by};

    #[test]
    fn each_database_reads_its_own() {
        let sql = "a /* in SQLite: b */ c /* in PostgreSQL: d */ e /* f */";
        assert_eq!(spoken_by(Backend::Sqlite, sql), "a b c /* in PostgreSQL: d */ e /* f */");
        assert_eq!(spoken_by(Backend::Postgres, sql), "a /* in SQLite: b */ c d e /* f */");
    }
}
