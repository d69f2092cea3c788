//! SQL tables with their columns, nullable values, and batched inserts. The schema itself is in `migrations`.

use sqlx::any::AnyArguments;
use sqlx::{AnyConnection, Arguments, AssertSqlSafe};

/// Type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnType {
    Text,
    Number,
}

use ColumnType::{Number, Text};

/// A table of the schema.
pub(super) struct SqlTable {
    pub name: &'static str,
    pub columns: &'static [(&'static str, ColumnType)],
}

pub(super) const PEOPLE: SqlTable = SqlTable {
    name: "people",
    columns: &[("id", Text), ("name", Text), ("secret", Text), ("created", Number)],
};

pub(super) const TOKENS: SqlTable = SqlTable {
    name: "tokens",
    columns: &[
        ("id", Text),
        ("person", Text),
        ("label", Text),
        ("hash", Text),
        ("created", Number),
    ],
};

pub(super) const TABLES: SqlTable = SqlTable {
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
        ("due", Number),
        ("reserved", Number),
        ("chat", Text),
    ],
};

pub(super) const SEATS: SqlTable = SqlTable {
    name: "seats",
    columns: &[
        ("game", Text),
        ("seat", Number),
        ("person", Text),
        ("name", Text),
        ("folded", Text),
        ("ended", Number),
    ],
};

pub(super) const PLIES: SqlTable = SqlTable {
    name: "plies",
    columns: &[("game", Text), ("ply", Number), ("what", Text), ("at", Number), ("clocks", Text)],
};

pub(super) const CHAT: SqlTable = SqlTable {
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

pub(super) const BEATS: SqlTable =
    SqlTable { name: "beats", columns: &[("node", Text), ("at", Number), ("wall", Number)] };

pub(super) const OUTAGES: SqlTable =
    SqlTable { name: "outages", columns: &[("since", Number), ("until", Number)] };

pub(super) const EXPLORER_TURNS: SqlTable = SqlTable {
    name: "explorer_turns",
    columns: &[
        ("hash", Number),
        ("turn", Text),
        ("games", Number),
        ("wins_1", Number),
        ("wins_2", Number),
        ("wins_3", Number),
        ("wins_4", Number),
        ("shared", Number),
        ("rating_sum", Number),
        ("rated", Number),
    ],
};

pub(super) const EXPLORER_QUEUE: SqlTable =
    SqlTable { name: "explorer_queue", columns: &[("game", Text)] };

pub(super) const REVIEWS: SqlTable = SqlTable {
    name: "reviews",
    columns: &[("game", Text), ("nodes", Number), ("judged", Text), ("at", Number)],
};

/// All tables, as copied by a backup.
pub(super) const ALL: [&SqlTable; 11] = [
    &PEOPLE,
    &TOKENS,
    &TABLES,
    &SEATS,
    &PLIES,
    &CHAT,
    &BEATS,
    &OUTAGES,
    &EXPLORER_TURNS,
    &EXPLORER_QUEUE,
    &REVIEWS,
];

impl SqlTable {
    /// `id, name, …`, each with a prefix.
    pub(super) fn column_list(&self, prefix: &str) -> String {
        let names: Vec<String> =
            self.columns.iter().map(|(name, _)| format!("{prefix}{name}")).collect();
        names.join(", ")
    }

    /// `INSERT` of this many rows that ignores conflicts.
    fn insert_sql(&self, connection: &AnyConnection, rows: usize) -> String {
        let values = placeholders(connection, rows, self.columns.len());
        let columns = self.column_list("");
        format!("INSERT INTO {} ({columns}) VALUES {values} ON CONFLICT DO NOTHING", self.name)
    }

    /// Inserts rows in batches; returns how many did not conflict.
    pub(super) async fn insert<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        cells: impl Fn(&T) -> Result<Vec<Value>, sqlx::Error>,
    ) -> Result<u64, sqlx::Error> {
        let mut inserted = 0;
        for rows in batches(rows) {
            let mut arguments = AnyArguments::default();
            for row in rows {
                bind(&mut arguments, cells(row)?)?;
            }
            let query =
                sqlx::query_with(AssertSqlSafe(self.insert_sql(connection, rows.len())), arguments);
            inserted += query.execute(&mut *connection).await?.rows_affected();
        }
        Ok(inserted)
    }
}

/// Nullable SQL value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

impl Value {
    /// Whether it is a text with a NUL byte.
    pub(super) fn has_nul(&self) -> bool {
        matches!(self, Value::Text(Some(text)) if has_nul(text))
    }
}

/// PostgreSQL texts cannot hold NUL; refused in SQLite too, for equal behaviour.
pub(super) fn has_nul(text: &str) -> bool {
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
    fn from(flag: bool) -> Value {
        Value::Number(Some(flag.into()))
    }
}

impl From<u64> for Value {
    /// Saturates; a time in milliseconds fits for 292 million years.
    fn from(number: u64) -> Value {
        Value::Number(Some(i64::try_from(number).unwrap_or(i64::MAX)))
    }
}

impl From<Option<u64>> for Value {
    fn from(number: Option<u64>) -> Value {
        number.map_or(Value::Number(None), Value::from)
    }
}

/// Binds values as arguments.
pub(super) fn bind_values(values: Vec<Value>) -> Result<AnyArguments, sqlx::Error> {
    let mut arguments = AnyArguments::default();
    bind(&mut arguments, values)?;
    Ok(arguments)
}

fn bind(arguments: &mut AnyArguments, values: Vec<Value>) -> Result<(), sqlx::Error> {
    for value in values {
        match value {
            Value::Text(text) => arguments.add(text),
            Value::Number(number) => arguments.add(number),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(())
}

/// `($1, $2), ($3, $4), …`; for SQLite `(?, ?), (?, ?), …`, because it treats `$1` as a name and looks each one up
/// linearly, which for hundreds of values costs more than the insert.
pub(super) fn placeholders(connection: &AnyConnection, rows: usize, columns: usize) -> String {
    let numbered = connection.backend_name() != "SQLite";
    let mut text = String::with_capacity(rows * columns * 6);
    for n in 0..rows * columns {
        text.push_str(match n {
            0 => "(",
            n if n % columns == 0 => "), (",
            _ => ", ",
        });
        if numbered {
            text.push('$');
            text.push_str(&(n + 1).to_string());
        } else {
            text.push('?');
        }
    }
    text.push(')');
    text
}

/// Splits a list into batches of few distinct sizes, so that few statements have to be prepared.
pub(super) fn batches<T>(mut items: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = [64, 16, 4, 1].into_iter().find(|size| *size <= items.len())?;
        let (batch, rest) = items.split_at(size);
        items = rest;
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use super::{ALL, batches, placeholders};
    use crate::store::database::{Database, Role};
    use sqlx::Row;

    #[test]
    fn batches_have_few_sizes() {
        let sizes: Vec<usize> = batches(&[0; 150]).map(<[i32]>::len).collect();
        assert_eq!(sizes, [64, 64, 16, 4, 1, 1]);
        assert_eq!(batches::<i32>(&[]).count(), 0);
    }

    #[tokio::test]
    async fn columns_match_the_migrations() {
        let place = Database::from_url("sqlite::memory:").unwrap();
        let mut connection = place.connect(Role::Copy).await.unwrap();
        crate::store::migrate::migrate(&place, &mut connection).await.unwrap();
        assert_eq!(placeholders(&connection, 2, 2), "(?, ?), (?, ?)");
        for table in ALL {
            let query = sqlx::query("SELECT name FROM pragma_table_info($1) ORDER BY cid");
            let rows = query.bind(table.name).fetch_all(&mut connection).await.unwrap();
            let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            assert_eq!(names.join(", "), table.column_list(""), "{}", table.name);
        }
    }
}
