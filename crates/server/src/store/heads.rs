//! Batched writes of table heads and seats.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::group_commit::GroupError;
use super::queries::fold_case;
use super::rows::{TableRow, WriteSet};
use super::sql::{SEATS, TABLES, Value, batches, bind_values, placeholders};

/// New head, and the version that it replaces; -1 for a new table.
type HeadUpdate<'a> = (i64, &'a TableRow);

/// Writes the heads of admitted write sets.
pub(super) async fn write(
    connection: &mut AnyConnection,
    write_sets: &[&WriteSet],
) -> Result<(), GroupError> {
    // Several versions of one head collapse into the last, checked against the version before the first. The map keeps
    // key order.
    let mut heads: BTreeMap<&str, HeadUpdate<'_>> = BTreeMap::new();
    for row in write_sets.iter().filter_map(|write_set| write_set.table.as_ref()) {
        let head = heads.entry(&row.id).or_insert((i64::from(row.version) - 1, row));
        head.1 = row;
    }
    let (new, updates): (Vec<HeadUpdate<'_>>, Vec<HeadUpdate<'_>>) =
        heads.values().partition(|(before, _)| *before < 0);
    let inserted = TABLES.insert(connection, &new, |(_, row)| Ok(cells(row))).await?;
    let updated = update(connection, &updates).await?;
    if inserted + updated < heads.len() as u64 {
        return Err(GroupError::Raced);
    }
    let updates: Vec<&TableRow> = updates.iter().map(|(_, row)| *row).collect();
    let mut seated: Vec<&TableRow> = new.iter().map(|(_, row)| *row).collect();
    seated.extend(delete_changed_seats(connection, &updates).await?);
    let seats: Vec<(&TableRow, usize)> =
        seated.iter().flat_map(|row| (0..row.people.len()).map(|n| (*row, n))).collect();
    let cells = |(row, n): &(&TableRow, usize)| {
        let (seat, person, name) = &row.people[*n];
        Ok(vec![
            row.id.as_str().into(),
            u32::from(*seat).into(),
            person.as_str().into(),
            name.as_str().into(),
            fold_case(name).as_str().into(),
            row.ended.filter(|_| row.is_archived()).into(),
        ])
    };
    if SEATS.insert(connection, &seats, cells).await? < seats.len() as u64 {
        return Err(GroupError::Raced);
    }
    Ok(())
}

/// Replaces heads; returns how many still had the expected version.
async fn update(
    connection: &mut AnyConnection,
    heads: &[HeadUpdate<'_>],
) -> Result<u64, sqlx::Error> {
    let columns = (2..).zip(&TABLES.columns[1..]);
    let sets: Vec<String> =
        columns.map(|(n, (name, _))| format!("{name} = new.column{n}")).collect();
    let (sets, width) = (sets.join(", "), TABLES.columns.len() + 1);
    let mut updated = 0;
    for batch in batches(heads) {
        let sql = format!(
            "UPDATE tables SET {sets} FROM (VALUES {}) AS new \
             WHERE tables.id = new.column1 AND tables.version = new.column{width}",
            placeholders(connection, batch.len(), width),
        );
        let cells = batch.iter().flat_map(|(before, row)| {
            let mut cells = cells(row);
            cells.push((*before).into());
            cells
        });
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(cells.collect())?);
        updated += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(updated)
}

/// Writes when the scheduler must look at tables whose heads stay as they are.
pub(super) async fn write_due(
    connection: &mut AnyConnection,
    write_sets: &[&WriteSet],
) -> Result<(), sqlx::Error> {
    let dues = write_sets.iter().filter_map(|write_set| write_set.due.as_ref());
    // The last one counts; the map keeps key order.
    let dues: BTreeMap<&str, u64> = dues.map(|(table, due)| (table.as_str(), *due)).collect();
    let dues: Vec<(&str, u64)> = dues.into_iter().collect();
    for batch in batches(&dues) {
        let sql = format!(
            "UPDATE tables SET due = new.column2 FROM (VALUES {}) AS new \
             WHERE tables.id = new.column1",
            placeholders(connection, batch.len(), 2),
        );
        let cells = batch.iter().flat_map(|(table, due)| [Value::from(*table), (*due).into()]);
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(cells.collect())?);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Deletes the seats of tables whose players have changed; returns those tables.
async fn delete_changed_seats<'a>(
    connection: &mut AnyConnection,
    tables: &[&'a TableRow],
) -> Result<Vec<&'a TableRow>, sqlx::Error> {
    let mut seated: BTreeMap<String, Vec<(i64, String, String)>> = BTreeMap::new();
    for batch in batches(tables) {
        let sql = "SELECT game, seat, person, name FROM seats WHERE game IN (VALUES ";
        let sql = format!("{sql}{}) ORDER BY game, seat", placeholders(connection, batch.len(), 1));
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(ids(batch))?);
        for row in query.fetch_all(&mut *connection).await? {
            let seat = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
            seated.entry(row.try_get(0)?).or_default().push(seat);
        }
    }
    let same = |row: &TableRow| {
        let seated = seated.get(&row.id).map(Vec::as_slice).unwrap_or_default();
        let now = row.people.iter().map(|(seat, person, name)| (i64::from(*seat), person, name));
        now.eq(seated.iter().map(|(seat, person, name)| (*seat, person, name)))
    };
    let changed: Vec<&TableRow> = tables.iter().filter(|row| !same(row)).copied().collect();
    for batch in batches(&changed) {
        let sql = format!(
            "DELETE FROM seats WHERE game IN (VALUES {})",
            placeholders(connection, batch.len(), 1)
        );
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(ids(batch))?);
        query.execute(&mut *connection).await?;
    }
    Ok(changed)
}

fn ids(tables: &[&TableRow]) -> Vec<Value> {
    tables.iter().map(|row| row.id.as_str().into()).collect()
}

/// Column values of a head, in the order of `TABLES`.
fn cells(row: &TableRow) -> Vec<Value> {
    vec![
        row.id.as_str().into(),
        row.kind.as_str().into(),
        row.setup.as_str().into(),
        row.draw.into(),
        row.seats.as_str().into(),
        row.clock.as_str().into(),
        row.open.into(),
        row.phase.as_str().into(),
        row.created.into(),
        row.started.into(),
        row.ended.into(),
        (&row.end).into(),
        (&row.result).into(),
        row.turns.into(),
        row.seed.as_str().into(),
        row.key.as_str().into(),
        row.nonces.as_str().into(),
        (&row.next).into(),
        row.creator.as_str().into(),
        row.first.as_str().into(),
        row.watch.into(),
        row.version.into(),
        row.due.into(),
        row.reserved.into(),
        row.chat.as_str().into(),
    ]
}
