//! Queries of tables, logs and chat.

use sqlx::any::AnyRow;

use super::database::Role;
use super::decode;
use super::rows::{ChatRow, Found, PlyRow, TableRow};
use super::sql::{TABLES, Value};
use super::{Store, StoreError, simulate};

/// By creation time, newest first.
const NEWEST_FIRST: &str = "created DESC, id DESC";

/// By end time, latest first.
pub(super) const NEWEST_END_FIRST: &str = "ended DESC, id DESC";

impl Store {
    /// Head of a table.
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        simulate!(self, link => link.table(id).await);
        let (about, filter) = (format!("table {id}"), Filter::new("id").compare(" = ", id));
        let rows = self.table_rows(Role::Read, &about, filter, NEWEST_FIRST, 1).await?;
        Ok(decode::tables(&rows, &about)?.pop())
    }

    /// Log of a table from a ply on, in order. A gap is an error.
    pub async fn log(&self, id: &str, from: u32) -> Result<Vec<PlyRow>, StoreError> {
        self.log_from(Role::Read, id, from).await
    }

    /// Log of a table, read on the connections of a role.
    pub(super) async fn log_from(
        &self,
        role: Role,
        id: &str,
        from: u32,
    ) -> Result<Vec<PlyRow>, StoreError> {
        simulate!(self, link => link.log(id, from).await);
        let sql = "SELECT ply, what, at, clocks FROM plies WHERE game = $1 AND ply >= $2 \
                   ORDER BY ply";
        let about = format!("the log of table {id}");
        let rows = self.fetch_from(role, &about, sql, vec![id.into(), from.into()]).await?;
        let read = |row| decode::ply(&decode::Cells { row, about: &about });
        let plies: Vec<PlyRow> = rows.iter().map(read).collect::<Result<_, _>>()?;
        match (from..).zip(&plies).find(|(number, ply)| *number != ply.ply) {
            None => Ok(plies),
            Some((missing, _)) => {
                Err(StoreError::Broken(format!("{about}: entry {missing} is missing")))
            }
        }
    }

    /// Progress of tables: id, version of the head, length of the log.
    pub async fn progress(&self, ids: &[&str]) -> Result<Vec<(String, u32, u32)>, StoreError> {
        simulate!(self, link => link.progress(ids).await);
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
    ) -> Result<Found, StoreError> {
        let mut filter = Filter::new("id").has_seat("person", " = ", person);
        if let Some(phase) = phase {
            filter = filter.and("phase").compare(" = ", phase);
        }
        self.list(&format!("tables of person {person}"), filter, NEWEST_FIRST, limit).await
    }

    /// Open tables with free seats for anybody, newest first.
    pub async fn open_tables(&self, limit: u32) -> Result<Found, StoreError> {
        let filter = Filter::new("phase = 'waiting' AND open = 1 AND reserved = 0");
        self.list("open tables", filter, NEWEST_FIRST, limit).await
    }

    /// Public games in progress, latest start first.
    pub async fn live_tables(&self, limit: u32) -> Result<Found, StoreError> {
        let filter = Filter::new("phase = 'playing' AND open = 1");
        self.list("live tables", filter, "started DESC, id DESC", limit).await
    }

    /// Games in progress that the scheduler must look at by a time, from a cursor on: each with its due time, earliest
    /// first.
    pub async fn due_tables(
        &self,
        until: u64,
        after: &(u64, String),
        limit: u32,
    ) -> Result<Vec<(u64, String)>, StoreError> {
        simulate!(self, link => link.due_tables(until, after, limit).await);
        let sql = "SELECT due, id FROM tables WHERE phase = 'playing' AND due <= $1 \
                   AND (due, id) > ($2, $3) ORDER BY due, id LIMIT $4";
        let values = vec![until.into(), after.0.into(), after.1.as_str().into(), limit.into()];
        let read = |cells: &decode::Cells<'_>| Ok((cells.number("due")?, cells.text("id")?));
        self.fetch_as("tables that are due", sql, values, read).await
    }

    /// Postpones the next look at a table, unless its due time has changed.
    pub async fn postpone(&self, id: &str, before: u64, due: u64) -> Result<(), StoreError> {
        simulate!(self, link => link.postpone(id.to_string(), before, due).await);
        let sql = "UPDATE tables SET due = $1 WHERE id = $2 AND due = $3";
        self.execute(id, sql, vec![due.into(), id.into(), before.into()]).await.map(drop)
    }

    /// Number of unfinished games of a person against bots.
    pub async fn bot_games_of(&self, person: &str) -> Result<usize, StoreError> {
        let sql = "SELECT COUNT(*) AS number FROM tables WHERE phase <> 'over' \
                   AND id IN (SELECT game FROM seats WHERE person = $1) \
                   AND tables.seats LIKE '%\"type\":\"computer\"%'";
        let read = |cells: &decode::Cells<'_>| cells.number::<usize>("number");
        let about = format!("games of person {person} against computers");
        let count = self.fetch_as(&about, sql, vec![person.into()], read).await?;
        Ok(count.into_iter().sum())
    }

    /// Those of these tables that are not over.
    pub async fn unfinished_tables(&self, ids: &[String]) -> Result<Vec<String>, StoreError> {
        let placeholders: Vec<String> = (1..=ids.len()).map(|n| format!("${n}")).collect();
        let sql = format!(
            "SELECT id FROM tables WHERE phase <> 'over' AND id IN ({})",
            placeholders.join(", ")
        );
        let ids = ids.iter().map(|id| id.as_str().into()).collect();
        self.fetch_as("unfinished tables", &sql, ids, |cells| cells.text("id")).await
    }

    /// Latest chat lines of a table, oldest first.
    pub async fn chat(&self, table: &str, limit: u32) -> Result<Vec<ChatRow>, StoreError> {
        simulate!(self, link => link.chat(table, limit).await);
        let sql = "SELECT person, name, said, at FROM chat WHERE game = $1 \
                   ORDER BY line DESC LIMIT $2";
        let about = format!("the chat of table {table}");
        let mut lines =
            self.fetch_as(&about, sql, vec![table.into(), limit.into()], decode::chat).await?;
        lines.reverse();
        Ok(lines)
    }

    /// Heads with their seats in one query, for a consistent result.
    async fn list(
        &self,
        about: &str,
        filter: Filter,
        order: &str,
        limit: u32,
    ) -> Result<Found, StoreError> {
        let rows = self.table_rows(Role::Read, about, filter, order, limit).await?;
        let (tables, damaged) = decode::intact_tables(&rows, about);
        Ok(Found { tables, after: None, damaged })
    }

    /// Rows of heads, each joined with one of its seats.
    pub(super) async fn table_rows(
        &self,
        role: Role,
        about: &str,
        mut filter: Filter,
        order: &str,
        limit: u32,
    ) -> Result<Vec<AnyRow>, StoreError> {
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
        self.fetch_from(role, about, sql, values).await
    }
}

/// Case folding of names for search.
pub(super) fn fold_case(name: &str) -> String {
    name.to_lowercase()
}

/// SQL text with its bound values, built from left to right.
pub(super) struct Filter {
    pub sql: String,
    pub values: Vec<Value>,
}

impl Filter {
    pub(super) fn new(sql: &str) -> Filter {
        Filter { sql: sql.to_string(), values: Vec::new() }
    }

    pub(super) fn push(mut self, sql: &str) -> Filter {
        self.sql.push_str(sql);
        self
    }

    pub(super) fn and(self, sql: &str) -> Filter {
        self.push(" AND ").push(sql)
    }

    pub(super) fn compare(mut self, operator: &str, value: impl Into<Value>) -> Filter {
        self.values.push(value.into());
        let number = self.values.len();
        self.push(&format!("{operator}${number}"))
    }

    /// Appends to a column: it has one of these values.
    pub(super) fn one_of(self, values: &[&str]) -> Filter {
        let mut filter = self.push(" IN (");
        for (n, value) in values.iter().enumerate() {
            filter = filter.compare(if n == 0 { "" } else { ", " }, *value);
        }
        filter.push(")")
    }

    /// Appends to a column: it starts with `prefix`.
    pub(super) fn starts_with(self, column: &str, prefix: &str) -> Filter {
        let upper_bound = format!("{prefix}{}", char::MAX);
        self.compare(" >= ", prefix).and(column).compare(" < ", upper_bound.as_str())
    }

    /// Appends to an id column: the table has a seat for which the comparison holds.
    fn has_seat(self, column: &str, operator: &str, value: &str) -> Filter {
        let seats = format!(" IN (SELECT game FROM seats WHERE {column}");
        self.push(&seats).compare(operator, value).push(")")
    }
}
