//! One transaction for many changes: what does not fit is left out, the others are written together.

use std::collections::BTreeMap;

use sqlx::postgres::PgDatabaseError;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use super::StoreError;
use super::heads;
use super::rows::{Change, PlyRow, TableRow};
use super::shape::{PLIES, Value, arguments, portions, values};
use super::writer::{Answer, Work};

/// Why nothing of a group was kept.
#[derive(Debug)]
pub enum Trouble {
    /// The transaction could not even begin.
    NotBegun(StoreError),
    /// Somebody else wrote between our question and our answer. One by one it may go better.
    Raced,
    /// The database does not take one of them. One by one it shows which.
    Refused(String),
    /// The database is not there, or cannot write; or the answer to COMMIT was lost.
    Gone(StoreError),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Trouble {
        let (why, gone) = (error.to_string(), Trouble::Gone(StoreError::writing(&error)));
        let Some(database) = error.as_database_error() else {
            return match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Trouble::Refused(why),
                _ => gone,
            };
        };
        let code = database.code().unwrap_or_default();
        if database.try_downcast_ref::<PgDatabaseError>().is_some() {
            return match code.get(..2) {
                // Deadlock, serialization; lock_timeout.
                Some("40") => Trouble::Raced,
                _ if code == "55P03" => Trouble::Raced,
                // Not supported, data, constraint, mistake in SQL, too large.
                Some("0A" | "22" | "23" | "42" | "54") => Trouble::Refused(why),
                _ => gone,
            };
        }
        // SQLITE_ERROR, TOOBIG, CONSTRAINT, MISMATCH and RANGE; the low byte of a code is its kind.
        match code.parse::<u32>().map(|code| code & 0xff) {
            Ok(1 | 18 | 19 | 20 | 25) => Trouble::Refused(why),
            _ => gone,
        }
    }
}

/// Writes all that fits, and commits it. The answers are in the order of the works.
pub async fn attempt(
    connection: &mut AnyConnection,
    begin: &'static str,
    works: &[&Work],
) -> Result<Vec<Answer>, Trouble> {
    let begun = connection.begin_with(begin).await;
    let mut transaction = begun.map_err(|why| Trouble::NotBegun(StoreError::writing(&why)))?;
    let (mut answers, fitting) = fitting(&mut transaction, works).await?;
    write_plies(&mut transaction, &fitting).await?;
    heads::write(&mut transaction, &fitting).await?;
    write_chat(&mut transaction, &fitting).await?;
    for (work, answer) in works.iter().zip(&mut answers) {
        if let Work::Run(sql, values) = work {
            let query = sqlx::query_with(*sql, arguments(values.clone())?);
            *answer = Ok(query.execute(&mut *transaction).await?.rows_affected());
        }
    }
    match transaction.commit().await {
        Ok(()) => Ok(answers),
        Err(why) => Err(Trouble::Gone(StoreError::writing(&why))),
    }
}

/// What each table has: the number of the next entry of its log, and the version of its head.
type Numbers<'a> = BTreeMap<&'a str, i64>;

/// Changes that follow what is kept, and each other; the others are answered.
async fn fitting<'a>(
    connection: &mut AnyConnection,
    works: &[&'a Work],
) -> Result<(Vec<Answer>, Vec<&'a Change>), sqlx::Error> {
    let (mut next, mut version) = (Numbers::new(), Numbers::new());
    for work in works {
        let Work::Change(change) = work else { continue };
        if let Some((table, ply)) = change.next() {
            next.entry(table).or_insert(ply);
        }
        if let Some(row) = &change.table {
            version.entry(&row.id).or_insert(i64::from(row.version) - 1);
        }
    }
    let is = "COALESCE((SELECT MAX(ply) + 1 FROM plies WHERE game = g.column1), 0)";
    correct(connection, is, &mut next).await?;
    let is = "COALESCE((SELECT version FROM tables WHERE id = g.column1), -1)";
    correct(connection, is, &mut version).await?;

    let mut fitting: Vec<&Change> = Vec::new();
    let answers = works.iter().map(|work| {
        let Work::Change(change) = work else { return Ok(0) };
        let follows = change.next().is_none_or(|(table, ply)| next.get(table) == Some(&ply));
        let newer =
            |row: &TableRow| version.get(row.id.as_str()) == Some(&(i64::from(row.version) - 1));
        if !follows || !change.table.as_ref().is_none_or(newer) {
            return Err(StoreError::Conflict);
        }
        for (table, _) in change.plies() {
            next.entry(table).and_modify(|next| *next += 1);
        }
        if let Some(row) = &change.table {
            version.insert(&row.id, row.version.into());
        }
        fitting.push(change);
        Ok(0)
    });
    let answers = answers.collect();
    Ok((answers, fitting))
}

/// Takes numbers that were hoped for, and puts what is there in the place of those that are wrong. Only
/// these are sent back.
async fn correct(
    connection: &mut AnyConnection,
    is: &str,
    numbers: &mut Numbers<'_>,
) -> Result<(), sqlx::Error> {
    let mut wrong: Vec<(String, i64)> = Vec::new();
    let hoped: Vec<(&str, i64)> = numbers.iter().map(|(table, number)| (*table, *number)).collect();
    for portion in portions(&hoped) {
        let sql = format!(
            "SELECT g.column1 AS id, {is} AS number FROM (VALUES {}) AS g WHERE g.column2 <> {is}",
            values(connection, portion.len(), 2),
        );
        let cells =
            portion.iter().flat_map(|(table, number)| [Value::from(*table), (*number).into()]);
        let query = sqlx::query_with(AssertSqlSafe(sql), arguments(cells.collect())?);
        for row in query.fetch_all(&mut *connection).await? {
            wrong.push((row.try_get(0)?, row.try_get(1)?));
        }
    }
    for (table, number) in wrong {
        if let Some(hoped) = numbers.get_mut(table.as_str()) {
            *hoped = number;
        }
    }
    Ok(())
}

// Rows are written in the order of their keys, so that two nodes wait for each other and not in a circle.

async fn write_plies(connection: &mut AnyConnection, changes: &[&Change]) -> Result<(), Trouble> {
    let mut rows: Vec<(&str, &PlyRow)> = changes.iter().flat_map(|change| change.plies()).collect();
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
    if PLIES.write(connection, &rows, cells).await? < rows.len() as u64 {
        return Err(Trouble::Raced);
    }
    Ok(())
}

async fn write_chat(connection: &mut AnyConnection, changes: &[&Change]) -> Result<(), Trouble> {
    let mut lines: Vec<_> = changes.iter().filter_map(|change| change.chat.as_ref()).collect();
    lines.sort_by_key(|(table, _)| table);
    for (table, row) in lines {
        let sql = "INSERT INTO chat (game, line, person, name, said, at) VALUES \
                   ($1, (SELECT COALESCE(MAX(line) + 1, 0) FROM chat WHERE game = $1), $2, $3, $4, $5) \
                   ON CONFLICT DO NOTHING";
        let texts = [table, &row.person, &row.name, &row.text];
        let mut cells: Vec<Value> = texts.iter().map(|text| text.as_str().into()).collect();
        cells.push(row.at.into());
        let query = sqlx::query_with(sql, arguments(cells)?);
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            return Err(Trouble::Raced);
        }
    }
    Ok(())
}
