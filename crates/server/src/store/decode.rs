//! Decodes database rows. Errors name the table and the column.

use sqlx::any::AnyRow;
use sqlx::{Any, Decode, Row, Type};

use super::rows::{ChatRow, PersonRow, PlyRow, TableRow, TokenRow};
use super::{Store, StoreError};

/// A row to decode, with its description for error messages.
pub(super) struct Cells<'a> {
    pub row: &'a AnyRow,
    pub about: &'a str,
}

impl<'a> Cells<'a> {
    fn get<T: Decode<'a, Any> + Type<Any>>(&self, column: &str) -> Result<T, StoreError> {
        self.row.try_get(column).map_err(|why| StoreError::reading(self.about, &why))
    }

    pub(super) fn text(&self, column: &str) -> Result<String, StoreError> {
        self.get(column)
    }

    fn nullable_text(&self, column: &str) -> Result<Option<String>, StoreError> {
        self.get(column)
    }

    pub(super) fn number<N: TryFrom<i64>>(&self, column: &str) -> Result<N, StoreError> {
        self.convert(column, self.get(column)?)
    }

    pub(super) fn nullable_number<N: TryFrom<i64>>(
        &self,
        column: &str,
    ) -> Result<Option<N>, StoreError> {
        let number: Option<i64> = self.get(column)?;
        number.map(|number| self.convert(column, number)).transpose()
    }

    fn flag(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.number::<Flag>(column)?.0)
    }

    fn convert<N: TryFrom<i64>>(&self, column: &str, number: i64) -> Result<N, StoreError> {
        let about = self.about;
        N::try_from(number).map_err(|_| {
            StoreError::Broken(format!("{about}: column `{column}` cannot be {number}"))
        })
    }
}

struct Flag(bool);

impl TryFrom<i64> for Flag {
    type Error = ();
    fn try_from(number: i64) -> Result<Flag, ()> {
        match number {
            0 => Ok(Flag(false)),
            1 => Ok(Flag(true)),
            _ => Err(()),
        }
    }
}

pub(super) fn person(cells: &Cells<'_>) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        id: cells.text("id")?,
        name: cells.text("name")?,
        secret: cells.text("secret")?,
        created: cells.number("created")?,
    })
}

pub(super) fn token(cells: &Cells<'_>) -> Result<TokenRow, StoreError> {
    Ok(TokenRow {
        id: cells.text("id")?,
        person: cells.text("person")?,
        label: cells.text("label")?,
        hash: cells.text("hash")?,
        created: cells.number("created")?,
    })
}

pub(super) fn ply(cells: &Cells<'_>) -> Result<PlyRow, StoreError> {
    Ok(PlyRow {
        ply: cells.number("ply")?,
        what: cells.text("what")?,
        at: cells.number("at")?,
        left: cells.text("clocks")?,
    })
}

pub(super) fn chat(cells: &Cells<'_>) -> Result<ChatRow, StoreError> {
    Ok(ChatRow {
        person: cells.text("person")?,
        name: cells.text("name")?,
        text: cells.text("said")?,
        at: cells.number("at")?,
    })
}

/// Decodes a table from a row that is joined with one of its seats.
fn table(cells: &Cells<'_>) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        id: cells.text("id")?,
        kind: cells.text("kind")?,
        setup: cells.text("setup")?,
        draw: cells.flag("draw")?,
        seats: cells.text("seats")?,
        clock: cells.text("clock")?,
        open: cells.flag("open")?,
        phase: cells.text("phase")?,
        created: cells.number("created")?,
        started: cells.nullable_number("started")?,
        ended: cells.nullable_number("ended")?,
        end: cells.nullable_text("ending")?,
        result: cells.nullable_text("result")?,
        turns: cells.number("turns")?,
        seed: cells.text("seed")?,
        key: cells.text("key")?,
        nonces: cells.text("nonces")?,
        next: cells.nullable_text("next")?,
        creator: cells.text("creator")?,
        first: cells.text("first")?,
        watch: cells.flag("watch")?,
        people: Vec::new(),
        version: cells.number("version")?,
        due: cells.number("due")?,
        reserved: cells.flag("reserved")?,
        chat: cells.text("chat")?,
    })
}

/// Decodes tables from rows joined with seats; rows of one table must be adjacent.
pub(super) fn tables(rows: &[AnyRow], about: &str) -> Result<Vec<TableRow>, StoreError> {
    let (tables, damaged) = intact_tables(rows, about);
    damaged.into_iter().next().map_or(Ok(tables), Err)
}

/// Decodes tables like [`tables`], and leaves out those that are damaged; returns what is wrong with them.
pub(super) fn intact_tables(rows: &[AnyRow], about: &str) -> (Vec<TableRow>, Vec<StoreError>) {
    let (mut tables, mut damaged) = (Vec::new(), Vec::new());
    let mut groups: Vec<(Result<String, StoreError>, Vec<&AnyRow>)> = Vec::new();
    for row in rows {
        let id = Cells { row, about }.text("id");
        match groups.last_mut() {
            Some((last, group)) if *last == id => group.push(row),
            _ => groups.push((id, vec![row])),
        }
    }
    for (id, rows) in groups {
        match id.and_then(|id| joined_table(&rows, &format!("table {id}"))) {
            Ok(table) => tables.extend(table),
            Err(error) => damaged.push(error),
        }
    }
    (tables, damaged)
}

/// Decodes one table from its rows, one for each seat.
fn joined_table(rows: &[&AnyRow], about: &str) -> Result<Option<TableRow>, StoreError> {
    let mut joined = None;
    for row in rows {
        let cells = Cells { row, about };
        let table = match &mut joined {
            Some(table) => table,
            none => none.insert(table(&cells)?),
        };
        if let Some(seat) = cells.nullable_number("seat")? {
            table.people.push((seat, cells.text("person")?, cells.text("name")?));
        }
    }
    Ok(joined)
}

impl Store {
    /// Runs a query and decodes each row.
    pub(super) async fn fetch_as<T>(
        &self,
        about: &str,
        sql: &str,
        values: Vec<super::Value>,
        read: impl Fn(&Cells<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.fetch(about, sql, values).await?;
        rows.iter().map(|row| read(&Cells { row, about })).collect()
    }
}
