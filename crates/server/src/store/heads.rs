//! Heads of tables, many at once, and who sits at them.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::group::Trouble;
use super::rows::{Change, TableRow};
use super::shape::{SEATS, TABLES, Value, arguments, portions, values};
use super::tables::folded;

/// A new head, and the version that it takes the place of; -1 for a table that is new.
type Newer<'a> = (i64, &'a TableRow);

/// Writes the heads of changes that were found to fit.
pub async fn write(connection: &mut AnyConnection, changes: &[&Change]) -> Result<(), Trouble> {
    // Of several versions only the last is written, in the place of the one before the first. They are
    // in the order of their ids.
    let mut heads: BTreeMap<&str, Newer<'_>> = BTreeMap::new();
    for row in changes.iter().filter_map(|change| change.table.as_ref()) {
        let head = heads.entry(&row.id).or_insert((i64::from(row.version) - 1, row));
        head.1 = row;
    }
    let (new, newer): (Vec<Newer<'_>>, Vec<Newer<'_>>) =
        heads.values().partition(|(before, _)| *before < 0);
    let inserted = TABLES.write(connection, &new, |(_, row)| Ok(cells(row))).await?;
    let updated = update(connection, &newer).await?;
    if inserted + updated < heads.len() as u64 {
        return Err(Trouble::Raced);
    }
    let newer: Vec<&TableRow> = newer.iter().map(|(_, row)| *row).collect();
    let mut seated: Vec<&TableRow> = new.iter().map(|(_, row)| *row).collect();
    seated.extend(unseat(connection, &newer).await?);
    let seats: Vec<(&TableRow, usize)> =
        seated.iter().flat_map(|row| (0..row.people.len()).map(|n| (*row, n))).collect();
    let cells = |(row, n): &(&TableRow, usize)| {
        let (seat, person, name) = &row.people[*n];
        Ok(vec![
            row.id.as_str().into(),
            u32::from(*seat).into(),
            person.as_str().into(),
            name.as_str().into(),
            folded(name).as_str().into(),
        ])
    };
    if SEATS.write(connection, &seats, cells).await? < seats.len() as u64 {
        return Err(Trouble::Raced);
    }
    Ok(())
}

/// Puts heads in the place of earlier ones; tells how many of these were still there.
async fn update(connection: &mut AnyConnection, heads: &[Newer<'_>]) -> Result<u64, sqlx::Error> {
    let columns = (2..).zip(&TABLES.columns[1..]);
    let sets: Vec<String> =
        columns.map(|(n, (name, _))| format!("{name} = new.column{n}")).collect();
    let (sets, width) = (sets.join(", "), TABLES.columns.len() + 1);
    let mut updated = 0;
    for portion in portions(heads) {
        let sql = format!(
            "UPDATE tables SET {sets} FROM (VALUES {}) AS new \
             WHERE tables.id = new.column1 AND tables.version = new.column{width}",
            values(connection, portion.len(), width),
        );
        let cells = portion.iter().flat_map(|(before, row)| {
            let mut cells = cells(row);
            cells.push((*before).into());
            cells
        });
        let query = sqlx::query_with(AssertSqlSafe(sql), arguments(cells.collect())?);
        updated += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(updated)
}

/// Takes everybody from the tables where somebody else sits now; hands these back.
async fn unseat<'a>(
    connection: &mut AnyConnection,
    tables: &[&'a TableRow],
) -> Result<Vec<&'a TableRow>, sqlx::Error> {
    let mut seated: BTreeMap<String, Vec<(i64, String, String)>> = BTreeMap::new();
    for portion in portions(tables) {
        let sql = "SELECT game, seat, person, name FROM seats WHERE game IN (VALUES ";
        let sql = format!("{sql}{}) ORDER BY game, seat", values(connection, portion.len(), 1));
        let query = sqlx::query_with(AssertSqlSafe(sql), arguments(ids(portion))?);
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
    for portion in portions(&changed) {
        let sql = format!(
            "DELETE FROM seats WHERE game IN (VALUES {})",
            values(connection, portion.len(), 1)
        );
        let query = sqlx::query_with(AssertSqlSafe(sql), arguments(ids(portion))?);
        query.execute(&mut *connection).await?;
    }
    Ok(changed)
}

fn ids(tables: &[&TableRow]) -> Vec<Value> {
    tables.iter().map(|row| row.id.as_str().into()).collect()
}

/// The cells of a head, in the order of `TABLES`.
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
    ]
}
