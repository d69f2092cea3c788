//! Queries of tables, logs and chat.

use super::decode;
use super::rows::{ChatRow, PlyRow, Search, TableRow};
use super::sql::{TABLES, Value};
use super::{Store, StoreError};

/// By creation time, newest first.
const NEWEST_FIRST: &str = "created DESC, id DESC";

impl Store {
    /// Head of a table.
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        let filter = Filter::new("id").compare(" = ", id);
        Ok(self.tables(&format!("table {id}"), filter, NEWEST_FIRST, 1).await?.pop())
    }

    /// Log of a table from a ply on, in order. A gap is an error.
    pub async fn log(&self, id: &str, from: u32) -> Result<Vec<PlyRow>, StoreError> {
        let sql = "SELECT ply, what, at, clocks FROM plies WHERE game = $1 AND ply >= $2 \
                   ORDER BY ply";
        let about = format!("the log of table {id}");
        let plies = self.fetch_as(&about, sql, vec![id.into(), from.into()], decode::ply).await?;
        match (from..).zip(&plies).find(|(number, ply)| *number != ply.ply) {
            None => Ok(plies),
            Some((missing, _)) => {
                Err(StoreError::Broken(format!("{about}: entry {missing} is missing")))
            }
        }
    }

    /// Progress of tables: id, version of the head, length of the log.
    pub async fn progress(&self, ids: &[&str]) -> Result<Vec<(String, u32, u32)>, StoreError> {
        let placeholders: Vec<String> =
            (1..=ids.len()).map(|number| format!("${number}")).collect();
        let sql = format!(
            "SELECT id, version, \
             COALESCE((SELECT MAX(ply) + 1 FROM plies WHERE game = tables.id), 0) AS plies \
             FROM tables WHERE id IN ({})",
            placeholders.join(", ")
        );
        let read = |cells: &decode::Cells<'_>| {
            Ok((cells.text("id")?, cells.number("version")?, cells.number("plies")?))
        };
        let ids = ids.iter().map(|id| (*id).into()).collect();
        self.fetch_as("how far tables have come", &sql, ids, read).await
    }

    /// Tables of a player, optionally in one phase; newest first.
    pub async fn tables_of(
        &self,
        person: &str,
        phase: Option<&str>,
        limit: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        let mut filter = Filter::new("id").has_seat("person", " = ", person);
        if let Some(phase) = phase {
            filter = filter.and("phase").compare(" = ", phase);
        }
        self.tables(&format!("tables of person {person}"), filter, NEWEST_FIRST, limit).await
    }

    /// Open tables with free seats for anybody, newest first.
    pub async fn open_tables(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        let filter = Filter::new("phase = 'waiting' AND open = 1 AND reserved = 0");
        self.tables("open tables", filter, NEWEST_FIRST, limit).await
    }

    /// Public games in progress, latest start first.
    pub async fn live_tables(&self, limit: u32) -> Result<Vec<TableRow>, StoreError> {
        let filter = Filter::new("phase = 'playing' AND open = 1");
        self.tables("live tables", filter, "started DESC, id DESC", limit).await
    }

    /// Ids of games in progress with a clock or a bot, which need the scheduler.
    pub async fn scheduled_tables(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM tables WHERE phase = 'playing' AND watch = 1 ORDER BY id";
        self.fetch_as("watched tables", sql, vec![], |cells| cells.text("id")).await
    }

    /// Finished games that were not aborted, latest first; public ones, unless the search asks for private ones too.
    pub async fn archive(&self, search: &Search) -> Result<Vec<TableRow>, StoreError> {
        let mut filter = Filter::new("phase = 'over' AND ending <> 'aborted'");
        if !search.private {
            filter = filter.and("open = 1");
        }
        let texts = [("kind", &search.kind), ("setup", &search.setup), ("result", &search.result)];
        for (column, text) in texts {
            if let Some(text) = text {
                filter = filter.and(column).compare(" = ", text.as_str());
            }
        }
        if let Some(from) = search.from {
            filter = filter.and("ended").compare(" >= ", from);
        }
        if let Some(to) = search.to {
            filter = filter.and("ended").compare(" < ", to);
        }
        if let Some(person) = &search.person {
            filter = filter.and("id").has_seat("person", " = ", person);
        }
        if let Some(name) = &search.name {
            let name = fold_case(name);
            filter = filter.and("id").has_seat_prefix("folded", &name);
        }
        if let Some((ended, id)) = &search.before {
            filter = filter
                .and("(ended, id)")
                .compare(" < (", *ended)
                .compare(", ", id.as_str())
                .push(")");
        }
        self.tables("the archive", filter, "ended DESC, id DESC", search.limit).await
    }

    /// Latest chat lines of a table, oldest first.
    pub async fn chat(&self, table: &str, limit: u32) -> Result<Vec<ChatRow>, StoreError> {
        let sql = "SELECT person, name, said, at FROM chat WHERE game = $1 \
                   ORDER BY line DESC LIMIT $2";
        let about = format!("the chat of table {table}");
        let mut lines =
            self.fetch_as(&about, sql, vec![table.into(), limit.into()], decode::chat).await?;
        lines.reverse();
        Ok(lines)
    }

    /// Heads with their seats in one query, for a consistent result.
    async fn tables(
        &self,
        about: &str,
        mut filter: Filter,
        order: &str,
        limit: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        filter.values.push(limit.into());
        let Filter { sql, values } = filter;
        let columns = TABLES.column_list("t.");
        let sql = format!(
            "SELECT {columns}, s.seat, s.person, s.name FROM \
             (SELECT * FROM tables WHERE {sql} ORDER BY {order} LIMIT ${}) AS t \
             LEFT JOIN seats AS s ON s.game = t.id ORDER BY {}, s.seat",
            values.len(),
            order.split(", ").map(|by| format!("t.{by}")).collect::<Vec<_>>().join(", "),
        );
        let rows = self.fetch(about, sql, values).await?;
        decode::tables(&rows, about)
    }
}

/// Case folding of names for search.
pub fn fold_case(name: &str) -> String {
    name.to_lowercase()
}

/// SQL condition with its bound values.
struct Filter {
    sql: String,
    values: Vec<Value>,
}

impl Filter {
    fn new(sql: &str) -> Filter {
        Filter { sql: sql.to_string(), values: Vec::new() }
    }

    fn push(mut self, sql: &str) -> Filter {
        self.sql.push_str(sql);
        self
    }

    fn and(self, sql: &str) -> Filter {
        self.push(" AND ").push(sql)
    }

    fn compare(mut self, operator: &str, value: impl Into<Value>) -> Filter {
        self.values.push(value.into());
        let number = self.values.len();
        self.push(&format!("{operator}${number}"))
    }

    /// Appends to an id column: the table has a seat for which the comparison holds.
    fn has_seat(self, column: &str, operator: &str, value: &str) -> Filter {
        let seats = format!(" IN (SELECT game FROM seats WHERE {column}");
        self.push(&seats).compare(operator, value).push(")")
    }

    /// Appends to an id column: the table has a seat whose column starts with `prefix`.
    fn has_seat_prefix(self, column: &str, prefix: &str) -> Filter {
        let seats = format!(" IN (SELECT game FROM seats WHERE {column}");
        let upper_bound = format!("{prefix}{}", char::MAX);
        self.push(&seats)
            .compare(" >= ", prefix)
            .and(column)
            .compare(" < ", upper_bound.as_str())
            .push(")")
    }
}
