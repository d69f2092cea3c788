//! Group commit: one transaction for many write sets. Conflicting ones are rejected individually.

use std::collections::BTreeMap;

use mohreh_protocol::limits;
use sqlx::postgres::PgDatabaseError;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use super::StoreError;
use super::rows::{PlyRow, TableRow, WriteSet};
use super::sql::{PLIES, Value, batches, bind_values, placeholders};
use super::writer::{WriteOp, WriteResult};
use super::{explorer, heads};

/// Why a whole group was rolled back.
#[derive(Debug)]
pub(super) enum GroupError {
    /// `BEGIN` failed; nothing was attempted.
    NotBegun(StoreError),
    /// Another node wrote between the check and the insert. Retry one by one.
    Raced,
    /// The database rejected a statement. Retry one by one to find the culprit.
    Rejected(String),
    /// The database is unavailable, or the outcome of `COMMIT` is unknown.
    Unavailable(StoreError),
}

impl From<sqlx::Error> for GroupError {
    fn from(error: sqlx::Error) -> GroupError {
        let (why, unavailable) =
            (error.to_string(), GroupError::Unavailable(StoreError::writing(&error)));
        let Some(database) = error.as_database_error() else {
            return match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                    GroupError::Rejected(why)
                }
                _ => unavailable,
            };
        };
        let code = database.code().unwrap_or_default();
        if database.try_downcast_ref::<PgDatabaseError>().is_some() {
            return match code.get(..2) {
                // Class 40: deadlock or serialization failure; 55P03: lock_timeout.
                Some("40") => GroupError::Raced,
                _ if code == "55P03" => GroupError::Raced,
                // Unsupported feature, data error, constraint violation, SQL error, limit exceeded.
                Some("0A" | "22" | "23" | "42" | "54") => GroupError::Rejected(why),
                _ => unavailable,
            };
        }
        // SQLITE_ERROR, TOOBIG, CONSTRAINT, MISMATCH and RANGE; the low byte is the primary code.
        match code.parse::<u32>().map(|code| code & 0xff) {
            Ok(1 | 18 | 19 | 20 | 25) => GroupError::Rejected(why),
            _ => unavailable,
        }
    }
}

/// Commits all operations that do not conflict. Results are in the order of `ops`.
pub(super) async fn commit_group(
    connection: &mut AnyConnection,
    begin: &'static str,
    ops: &[&WriteOp],
) -> Result<Vec<WriteResult>, GroupError> {
    let begun = connection.begin_with(begin).await;
    let mut transaction = begun.map_err(|why| GroupError::NotBegun(StoreError::writing(&why)))?;
    let (mut results, admitted) = admit(&mut transaction, ops).await?;
    write_plies(&mut transaction, &admitted).await?;
    heads::write(&mut transaction, &admitted).await?;
    heads::write_due(&mut transaction, &admitted).await?;
    write_chat(&mut transaction, &admitted).await?;
    for (op, result) in ops.iter().zip(&mut results) {
        match op {
            WriteOp::Execute(sql, values) => {
                let query = sqlx::query_with(*sql, bind_values(values.clone())?);
                *result = Ok(query.execute(&mut *transaction).await?.rows_affected());
            }
            WriteOp::Explore(games) => {
                *result = Ok(explorer::count(&mut transaction, games).await?);
            }
            WriteOp::Commit(_) | WriteOp::Shutdown => {}
        }
    }
    match transaction.commit().await {
        Ok(()) => Ok(results),
        Err(why) => Err(GroupError::Unavailable(StoreError::writing(&why))),
    }
}

/// Counter by table: next ply of the log, or version of the head.
type Counters<'a> = BTreeMap<&'a str, i64>;

/// Splits off conflicts: admits the write sets that continue the stored state and each other, in order.
async fn admit<'a>(
    connection: &mut AnyConnection,
    ops: &[&'a WriteOp],
) -> Result<(Vec<WriteResult>, Vec<&'a WriteSet>), sqlx::Error> {
    let (mut next, mut version) = (Counters::new(), Counters::new());
    for op in ops {
        let WriteOp::Commit(write_set) = op else { continue };
        if let Some((table, ply)) = write_set.first_ply() {
            next.entry(table).or_insert(ply);
        }
        if let Some(row) = &write_set.table {
            version.entry(&row.id).or_insert(i64::from(row.version) - 1);
        }
    }
    let actual = "COALESCE((SELECT MAX(ply) + 1 FROM plies WHERE game = g.column1), 0)";
    fetch_actual(connection, actual, &mut next).await?;
    let actual = "COALESCE((SELECT version FROM tables WHERE id = g.column1), -1)";
    fetch_actual(connection, actual, &mut version).await?;

    let mut admitted: Vec<&WriteSet> = Vec::new();
    let results = ops.iter().map(|op| {
        let WriteOp::Commit(write_set) = op else { return Ok(0) };
        let follows =
            write_set.first_ply().is_none_or(|(table, ply)| next.get(table) == Some(&ply));
        let follows_version =
            |row: &TableRow| version.get(row.id.as_str()) == Some(&(i64::from(row.version) - 1));
        if !follows || !write_set.table.as_ref().is_none_or(follows_version) {
            return Err(StoreError::Conflict);
        }
        for (table, _) in write_set.plies() {
            next.entry(table).and_modify(|next| *next += 1);
        }
        if let Some(row) = &write_set.table {
            version.insert(&row.id, row.version.into());
        }
        admitted.push(write_set);
        Ok(0)
    });
    let results = results.collect();
    Ok((results, admitted))
}

/// Replaces expected counters by the database's where they differ; only the differences are transferred.
async fn fetch_actual(
    connection: &mut AnyConnection,
    actual: &str,
    counters: &mut Counters<'_>,
) -> Result<(), sqlx::Error> {
    let mut mismatched: Vec<(String, i64)> = Vec::new();
    let expected: Vec<(&str, i64)> =
        counters.iter().map(|(table, number)| (*table, *number)).collect();
    for batch in batches(&expected) {
        let sql = format!(
            "SELECT g.column1 AS id, {actual} AS number FROM (VALUES {}) AS g WHERE g.column2 <> {actual}",
            placeholders(connection, batch.len(), 2),
        );
        let cells =
            batch.iter().flat_map(|(table, number)| [Value::from(*table), (*number).into()]);
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(cells.collect())?);
        for row in query.fetch_all(&mut *connection).await? {
            mismatched.push((row.try_get(0)?, row.try_get(1)?));
        }
    }
    for (table, number) in mismatched {
        if let Some(expected) = counters.get_mut(table.as_str()) {
            *expected = number;
        }
    }
    Ok(())
}

// Rows are written in key order, so that two nodes cannot deadlock.

async fn write_plies(
    connection: &mut AnyConnection,
    write_sets: &[&WriteSet],
) -> Result<(), GroupError> {
    let mut rows: Vec<(&str, &PlyRow)> =
        write_sets.iter().flat_map(|write_set| write_set.plies()).collect();
    rows.sort_by_key(|(table, row)| (*table, row.ply));
    let cells = |(table, row): &(&str, &PlyRow)| {
        Ok(vec![
            (*table).into(),
            row.ply.into(),
            row.what.as_str().into(),
            row.at.into(),
            row.left.as_str().into(),
        ])
    };
    if PLIES.insert(connection, &rows, cells).await? < rows.len() as u64 {
        return Err(GroupError::Raced);
    }
    Ok(())
}

async fn write_chat(
    connection: &mut AnyConnection,
    write_sets: &[&WriteSet],
) -> Result<(), GroupError> {
    let mut lines: Vec<_> =
        write_sets.iter().filter_map(|write_set| write_set.chat.as_ref()).collect();
    lines.sort_by_key(|(table, _)| table);
    for (table, row) in lines {
        let sql = "INSERT INTO chat (game, line, person, name, said, at) VALUES \
                   ($1, (SELECT COALESCE(MAX(line) + 1, 0) FROM chat WHERE game = $1), $2, $3, $4, $5) \
                   ON CONFLICT DO NOTHING";
        let texts = [table, &row.person, &row.name, &row.text];
        let mut cells: Vec<Value> = texts.iter().map(|text| text.as_str().into()).collect();
        cells.push(row.at.into());
        let query = sqlx::query_with(sql, bind_values(cells)?);
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            return Err(GroupError::Raced);
        }
        let sql = "DELETE FROM chat WHERE game = $1 AND \
                   line <= (SELECT MAX(line) FROM chat WHERE game = $1) - $2";
        let cells = vec![table.as_str().into(), limits::CHAT_KEPT.into()];
        sqlx::query_with(sql, bind_values(cells)?).execute(&mut *connection).await?;
    }
    Ok(())
}
