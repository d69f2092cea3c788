//! Schema migrations: each runs once, in order, all in one transaction.

use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use super::StoreError;
use super::database::{Backend, Database};
use crate::startup;

/// Migrations by version. A released one is immutable; new ones are appended.
const MIGRATIONS: [(i64, &str); 3] = [
    (1, include_str!("../../migrations/0001_first.sql")),
    (2, include_str!("../../migrations/0002_fair.sql")),
    (3, include_str!("../../migrations/0003_explorer.sql")),
];

/// Latest schema version.
pub(super) const VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Advisory lock, as several nodes may migrate at once; the key is arbitrary but fixed. Timeouts are off, as a
/// migration may run long.
const ADVISORY_LOCK: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
                    SELECT pg_advisory_xact_lock(7203451)";

/// Runs pending migrations in a transaction.
pub(super) async fn migrate(
    database: &Database,
    connection: &mut AnyConnection,
) -> Result<(), StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&database.name, &why);
    let mut transaction = connection.begin_with(database.begin()).await.map_err(about)?;
    run(database, &mut transaction).await?;
    transaction.commit().await.map_err(about)
}

/// Runs pending migrations in the caller's transaction.
pub(super) async fn run(
    database: &Database,
    connection: &mut AnyConnection,
) -> Result<(), StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&database.name, &why);
    if database.backend == Backend::Postgres {
        sqlx::raw_sql(ADVISORY_LOCK).execute(&mut *connection).await.map_err(about)?;
    }
    if database.backend == Backend::Sqlite {
        // Refuses a file of another program.
        let sql = "SELECT COUNT(*), COALESCE(SUM(name = 'migrations'), 0) FROM sqlite_schema \
                   WHERE type = 'table'";
        let row = sqlx::query(sql).fetch_one(&mut *connection).await.map_err(about)?;
        let (all, ours): (i64, i64) =
            (row.try_get(0).map_err(about)?, row.try_get(1).map_err(about)?);
        if all > 0 && ours == 0 {
            return Err(StoreError::Unusable(startup::foreign_database(&database.name)));
        }
    }
    let table = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT NOT NULL PRIMARY KEY)";
    sqlx::raw_sql(table).execute(&mut *connection).await.map_err(about)?;
    let applied = version(database, &mut *connection).await?;
    if applied > VERSION {
        return Err(StoreError::Unusable(startup::too_new(&database.name, applied, VERSION)));
    }
    for (number, sql) in MIGRATIONS.iter().filter(|(number, _)| *number > applied) {
        let sql = AssertSqlSafe(for_backend(database.backend, sql));
        sqlx::raw_sql(sql).execute(&mut *connection).await.map_err(about)?;
        let insert = sqlx::query("INSERT INTO migrations (version) VALUES ($1)").bind(*number);
        insert.execute(&mut *connection).await.map_err(about)?;
    }
    Ok(())
}

/// Schema version of the database.
pub(super) async fn version<'a>(
    database: &Database,
    connection: impl Executor<'a, Database = Any>,
) -> Result<i64, StoreError> {
    let query = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM migrations");
    let row = query.fetch_one(connection).await;
    row.and_then(|row| row.try_get(0)).map_err(|why| StoreError::opening(&database.name, &why))
}

/// Selects backend-specific SQL: `/* in SQLite: X */` becomes `X` for SQLite and stays a comment for PostgreSQL.
fn for_backend(backend: Backend, sql: &str) -> String {
    let name = match backend {
        Backend::Sqlite => "/* in SQLite: ",
        Backend::Postgres => "/* in PostgreSQL: ",
    };
    let mut parts = sql.split(name);
    let mut sql_text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        sql_text.push_str(&part.replacen(" */", "", 1));
    }
    sql_text
}

#[cfg(test)]
mod tests {
    use super::{Backend, for_backend};

    #[test]
    fn backend_specific_sql_is_selected() {
        let sql = "a /* in SQLite: b */ c /* in PostgreSQL: d */ e /* f */";
        assert_eq!(for_backend(Backend::Sqlite, sql), "a b c /* in PostgreSQL: d */ e /* f */");
        assert_eq!(for_backend(Backend::Postgres, sql), "a /* in SQLite: b */ c d e /* f */");
    }
}
