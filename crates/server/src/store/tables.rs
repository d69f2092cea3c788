//! Tables, logs and chat, as they are read.

use super::read;
use super::rows::{ChatRow, PlyRow, Search, TableRow};
use super::shape::{TABLES, Value};
use super::{Store, StoreError};

/// The newest first, by when they were opened.
const NEWEST: &str = "created DESC, id DESC";

impl Store {
    /// The head of a table.
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        let which = Which::new("id").is(" = ", id);
        Ok(self.tables(&format!("table {id}"), which, NEWEST, 1).await?.pop())
    }

    /// The log of a table from an entry on, in order.
    pub async fn log(&self, id: &str, from: u32) -> Result<Vec<PlyRow>, StoreError> {
        let sql = "SELECT ply, what, at, clocks FROM plies WHERE game = $1 AND ply >= $2 \
                   ORDER BY ply";
        let about = format!("the log of table {id}");
        let plies = self.all(&about, sql, vec![id.into(), from.into()], read::ply).await?;
        match (from..).zip(&plies).find(|(number, ply)| *number != ply.ply) {
            None => Ok(plies),
            Some((missing, _)) => {
                Err(StoreError::Broken(format!("{about}: entry {missing} is missing")))
            }
        }
    }

    /// How far tables have come: the id of each, the version of its head, and how many entries its log has.
    pub async fn progress(&self, ids: &[&str]) -> Result<Vec<(String, u32, u32)>, StoreError> {
        let places: Vec<String> = (1..=ids.len()).map(|number| format!("${number}")).collect();
        let sql = format!(
            "SELECT id, version, \
             COALESCE((SELECT MAX(ply) + 1 FROM plies WHERE game = tables.id), 0) AS plies \
             FROM tables WHERE id IN ({})",
            places.join(", ")
        );
        let read = |cells: &read::Cells<'_>| {
            Ok((cells.text("id")?, cells.number("version")?, cells.number("plies")?))
        };
        let ids = ids.iter().map(|id| (*id).into()).collect();
        self.all("how far tables have come", &sql, ids, read).await
    }

    /// Tables at which somebody sits or sat, perhaps only those of a phase; the newest first.
    pub async fn tables_of(
        &self,
        person: &str,
        phase: Option<&str>,
        limit: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        let mut which = Which::new("id").sat("person", " = ", person);
        if let Some(phase) = phase {
            which = which.and("phase").is(" = ", phase);
        }
        self.tables(&format!("tables of person {person}"), which, NEWEST, limit).await
    }

    /// Where anybody may sit down; the newest first.
    pub async fn open_tables(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        let which = Which::new("phase = 'waiting' AND open = 1");
        self.tables("open tables", which, NEWEST, limit).await
    }

    /// Where a game goes on; the one that began last first.
    pub async fn live_tables(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        let which = Which::new("phase = 'playing'");
        self.tables("live tables", which, "started DESC, id DESC", limit).await
    }

    /// The ids of tables where a game goes on and time or the computer may act.
    pub async fn clocked(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM tables WHERE phase = 'playing' AND watch = 1 ORDER BY id";
        self.all("watched tables", sql, vec![], |cells| cells.text("id")).await
    }

    /// Games that have ended and were not aborted; the last first.
    pub async fn archive(&self, search: &Search) -> Result<Vec<TableRow>, StoreError> {
        let mut which = Which::new("phase = 'over' AND ending <> 'aborted'");
        let texts = [("kind", &search.kind), ("setup", &search.setup), ("result", &search.result)];
        for (column, text) in texts {
            if let Some(text) = text {
                which = which.and(column).is(" = ", text.as_str());
            }
        }
        if let Some(from) = search.from {
            which = which.and("ended").is(" >= ", from);
        }
        if let Some(to) = search.to {
            which = which.and("ended").is(" < ", to);
        }
        if let Some(person) = &search.person {
            which = which.and("id").sat("person", " = ", person);
        }
        if let Some(name) = &search.name {
            let name = folded(name);
            which = which.and("id").begins("folded", &name);
        }
        if let Some((ended, id)) = &search.before {
            which = which.and("(ended, id)").is(" < (", *ended).is(", ", id.as_str()).then(")");
        }
        self.tables("the archive", which, "ended DESC, id DESC", search.limit).await
    }

    /// The last lines that were said at a table, the oldest first.
    pub async fn chat(&self, table: &str, limit: u32) -> Result<Vec<ChatRow>, StoreError> {
        let sql = "SELECT person, name, said, at FROM chat WHERE game = $1 \
                   ORDER BY line DESC LIMIT $2";
        let about = format!("the chat of table {table}");
        let mut lines = self.all(&about, sql, vec![table.into(), limit.into()], read::chat).await?;
        lines.reverse();
        Ok(lines)
    }

    /// Heads with their seats, in one question, so that they belong together.
    async fn tables(
        &self,
        about: &str,
        mut which: Which,
        order: &str,
        limit: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        which.values.push(limit.into());
        let Which { sql, values } = which;
        let columns = TABLES.list("t.");
        let sql = format!(
            "SELECT {columns}, s.seat, s.person, s.name FROM \
             (SELECT * FROM tables WHERE {sql} ORDER BY {order} LIMIT ${}) AS t \
             LEFT JOIN seats AS s ON s.game = t.id ORDER BY {}, s.seat",
            values.len(),
            order.split(", ").map(|by| format!("t.{by}")).collect::<Vec<_>>().join(", "),
        );
        let rows = self.rows(about, sql, values).await?;
        read::tables(&rows, about)
    }
}

/// How names are compared: in small letters.
pub fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// Which tables are meant: a condition, and the values that it speaks of.
struct Which {
    sql: String,
    values: Vec<Value>,
}

impl Which {
    fn new(sql: &str) -> Which {
        Which { sql: sql.to_string(), values: Vec::new() }
    }

    fn then(mut self, sql: &str) -> Which {
        self.sql.push_str(sql);
        self
    }

    fn and(self, sql: &str) -> Which {
        self.then(" AND ").then(sql)
    }

    fn is(mut self, operator: &str, value: impl Into<Value>) -> Which {
        self.values.push(value.into());
        let number = self.values.len();
        self.then(&format!("{operator}${number}"))
    }

    /// After an id: of a table with a seat of which this is true.
    fn sat(self, column: &str, operator: &str, value: &str) -> Which {
        let seats = format!(" IN (SELECT game FROM seats WHERE {column}");
        self.then(&seats).is(operator, value).then(")")
    }

    /// After an id: of a table with a seat where a column begins like this.
    fn begins(self, column: &str, with: &str) -> Which {
        let seats = format!(" IN (SELECT game FROM seats WHERE {column}");
        let beyond = format!("{with}{}", char::MAX);
        self.then(&seats).is(" >= ", with).and(column).is(" < ", beyond.as_str()).then(")")
    }
}
