//! The tables of the database by name and column, and what follows from that: statements that write many
//! rows at once. What the columns mean stands in `migrations`.

use sqlx::any::AnyArguments;
use sqlx::{AnyConnection, Arguments, AssertSqlSafe};

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    Text,
    Number,
}

use Holds::{Number, Text};

/// A table of the database.
pub struct Shape {
    pub name: &'static str,
    pub columns: &'static [(&'static str, Holds)],
}

pub const PEOPLE: Shape = Shape {
    name: "people",
    columns: &[("id", Text), ("name", Text), ("secret", Text), ("created", Number)],
};

pub const TOKENS: Shape = Shape {
    name: "tokens",
    columns: &[
        ("id", Text),
        ("person", Text),
        ("label", Text),
        ("hash", Text),
        ("created", Number),
    ],
};

pub const TABLES: Shape = Shape {
    name: "tables",
    columns: &[
        ("id", Text),
        ("kind", Text),
        ("setup", Text),
        ("draw", Number),
        ("seats", Text),
        ("clock", Text),
        ("open", Number),
        ("phase", Text),
        ("created", Number),
        ("started", Number),
        ("ended", Number),
        ("ending", Text),
        ("result", Text),
        ("turns", Number),
        ("seed", Text),
        ("key", Text),
        ("nonces", Text),
        ("next", Text),
        ("creator", Text),
        ("first", Text),
        ("watch", Number),
        ("version", Number),
    ],
};

pub const SEATS: Shape = Shape {
    name: "seats",
    columns: &[
        ("game", Text),
        ("seat", Number),
        ("person", Text),
        ("name", Text),
        ("folded", Text),
    ],
};

pub const PLIES: Shape = Shape {
    name: "plies",
    columns: &[("game", Text), ("ply", Number), ("what", Text), ("at", Number), ("clocks", Text)],
};

pub const CHAT: Shape = Shape {
    name: "chat",
    columns: &[
        ("game", Text),
        ("line", Number),
        ("person", Text),
        ("name", Text),
        ("said", Text),
        ("at", Number),
    ],
};

pub const BEATS: Shape = Shape { name: "beats", columns: &[("node", Text), ("at", Number)] };

pub const OUTAGES: Shape =
    Shape { name: "outages", columns: &[("since", Number), ("until", Number)] };

/// Everything that a backup holds.
pub const ALL: [&Shape; 8] = [&PEOPLE, &TOKENS, &TABLES, &SEATS, &PLIES, &CHAT, &BEATS, &OUTAGES];

impl Shape {
    /// `id, name, …`, each with something in front.
    pub fn list(&self, before: &str) -> String {
        let names: Vec<String> =
            self.columns.iter().map(|(name, _)| format!("{before}{name}")).collect();
        names.join(", ")
    }

    /// A statement that writes so many rows, and passes over those that are there already.
    fn insert(&self, connection: &AnyConnection, rows: usize) -> String {
        let values = values(connection, rows, self.columns.len());
        let columns = self.list("");
        format!("INSERT INTO {} ({columns}) VALUES {values} ON CONFLICT DO NOTHING", self.name)
    }

    /// Writes rows; tells how many were not there before.
    pub async fn write<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        cells: impl Fn(&T) -> Result<Vec<Value>, sqlx::Error>,
    ) -> Result<u64, sqlx::Error> {
        let mut written = 0;
        for rows in portions(rows) {
            let mut arguments = AnyArguments::default();
            for row in rows {
                add(&mut arguments, cells(row)?)?;
            }
            let query =
                sqlx::query_with(AssertSqlSafe(self.insert(connection, rows.len())), arguments);
            written += query.execute(&mut *connection).await?.rows_affected();
        }
        Ok(written)
    }
}

/// What stands in a cell, or that nothing does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

impl Value {
    /// Whether no database would take it.
    pub fn is_unfit(&self) -> bool {
        matches!(self, Value::Text(Some(text)) if is_unfit(text))
    }
}

/// PostgreSQL has no place for the character 0 in texts, so it has none in SQLite either.
pub fn is_unfit(text: &str) -> bool {
    text.contains('\0')
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_string()))
    }
}

impl From<&Option<String>> for Value {
    fn from(text: &Option<String>) -> Value {
        Value::Text(text.clone())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Some(number))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(Some(number.into()))
    }
}

impl From<bool> for Value {
    fn from(is: bool) -> Value {
        Value::Number(Some(is.into()))
    }
}

impl From<u64> for Value {
    /// Times reach the end of what a cell holds in 292 million years.
    fn from(number: u64) -> Value {
        Value::Number(Some(i64::try_from(number).unwrap_or(i64::MAX)))
    }
}

impl From<Option<u64>> for Value {
    fn from(number: Option<u64>) -> Value {
        number.map_or(Value::Number(None), Value::from)
    }
}

/// Arguments of a statement.
pub fn arguments(values: Vec<Value>) -> Result<AnyArguments, sqlx::Error> {
    let mut arguments = AnyArguments::default();
    add(&mut arguments, values)?;
    Ok(arguments)
}

fn add(arguments: &mut AnyArguments, values: Vec<Value>) -> Result<(), sqlx::Error> {
    for value in values {
        match value {
            Value::Text(text) => arguments.add(text),
            Value::Number(number) => arguments.add(number),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(())
}

/// `($1, $2), ($3, $4), …`, and `(?, ?), (?, ?), …` for SQLite: it takes `$1` for a name, and looks through
/// all names for each, which with hundreds of them takes longer than to write the rows.
pub fn values(connection: &AnyConnection, rows: usize, columns: usize) -> String {
    let named = connection.backend_name() != "SQLite";
    let mut text = String::with_capacity(rows * columns * 6);
    for n in 0..rows * columns {
        text.push_str(match n {
            0 => "(",
            n if n % columns == 0 => "), (",
            _ => ", ",
        });
        if named {
            text.push('$');
            text.push_str(&(n + 1).to_string());
        } else {
            text.push('?');
        }
    }
    text.push(')');
    text
}

/// Cuts a list into portions of a few sizes only, so that few statements have to be prepared.
pub fn portions<T>(mut items: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = [64, 16, 4, 1].into_iter().find(|size| *size <= items.len())?;
        let (portion, rest) = items.split_at(size);
        items = rest;
        Some(portion)
    })
}

#[cfg(test)]
mod tests {
    use super::{ALL, portions, values};
    use crate::store::place::{Place, Role};
    use sqlx::Row;

    #[test]
    fn lists_are_cut_into_few_sizes() {
        let sizes: Vec<usize> = portions(&[0; 150]).map(<[i32]>::len).collect();
        assert_eq!(sizes, [64, 64, 16, 4, 1, 1]);
        assert_eq!(portions::<i32>(&[]).count(), 0);
    }

    #[tokio::test]
    async fn the_columns_are_those_of_the_migrations() {
        let place = Place::open("sqlite::memory:").unwrap();
        let mut connection = place.connect(Role::Copy).await.unwrap();
        crate::store::migrate::migrate(&place, &mut connection).await.unwrap();
        assert_eq!(values(&connection, 2, 2), "(?, ?), (?, ?)");
        for shape in ALL {
            let query = sqlx::query("SELECT name FROM pragma_table_info($1) ORDER BY cid");
            let rows = query.bind(shape.name).fetch_all(&mut connection).await.unwrap();
            let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            assert_eq!(names.join(", "), shape.list(""), "{}", shape.name);
        }
    }
}
