//! Reads a database to verify it: beside a running server, without migrating or writing anything.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use super::database::{Backend, Database, DatabaseUrl, Role};
use super::decode::{self, Cells};
use super::queries::fold_case;
use super::rows::{PlyRow, TableRow};
use super::sql::{CHAT, EXPLORER_QUEUE, PLIES, REVIEWS, SEATS, TABLES, Value, bind_values};
use super::{StoreError, migrate};
use crate::startup;

/// Messages of SQLite about damaged pages that are reported.
const DAMAGED_PAGES: u32 = 100;

/// A database that is verified.
pub struct Checker {
    database: Database,
    connection: AnyConnection,
}

/// A table with its log, as stored.
pub struct StoredTable {
    /// The head.
    pub row: TableRow,
    /// All entries, in order.
    pub log: Vec<PlyRow>,
}

impl Checker {
    /// Opens an existing database of this version.
    pub async fn open(url: &str) -> Result<Checker, StoreError> {
        let database = match DatabaseUrl::parse(url)? {
            DatabaseUrl::File(path) => Database::file(path, "ro")?,
            _ => Database::from_url(url)?,
        };
        let about = |why: sqlx::Error| StoreError::opening(&database.name, &why);
        let mut connection = database.connect(Role::Check).await.map_err(about)?;
        let version = migrate::version(&database, &mut connection).await?;
        if version != migrate::VERSION {
            let why = startup::other_version(&database.name, version, migrate::VERSION);
            return Err(StoreError::Unusable(why));
        }
        Ok(Checker { database, connection })
    }

    /// What SQLite itself finds wrong with the file.
    pub async fn damaged_pages(&mut self) -> Result<Vec<String>, StoreError> {
        if self.database.backend == Backend::Postgres {
            return Ok(Vec::new());
        }
        let sql = format!("PRAGMA integrity_check({DAMAGED_PAGES})");
        let rows = self.fetch("the file", sql, vec![]).await?;
        let read = |row| Cells { row, about: "the file" }.text("integrity_check");
        let mut found: Vec<String> = rows.iter().map(read).collect::<Result<_, _>>()?;
        found.retain(|message| message != "ok");
        Ok(found)
    }

    /// Number of tables.
    pub async fn count(&mut self) -> Result<u64, StoreError> {
        let rows = self.fetch("tables", "SELECT COUNT(*) AS number FROM tables", vec![]).await?;
        let count = rows.first().map(|row| Cells { row, about: "tables" }.number("number"));
        Ok(count.transpose()?.unwrap_or(0))
    }

    /// Ids of the next tables, in order.
    pub async fn ids(&mut self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = self.fetch("tables", sql, vec![after.into(), limit.into()]).await?;
        rows.iter().map(|row| Cells { row, about: "tables" }.text("id")).collect()
    }

    /// A table with its log as they are at one moment; `None` if there is none.
    pub async fn read_at_once(&mut self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let about = |why: sqlx::Error| StoreError::reading("a snapshot", &why);
        let begin = self.database.begin_snapshot();
        sqlx::raw_sql(begin).execute(&mut self.connection).await.map_err(about)?;
        let table = self.read(id).await;
        sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await.map_err(about)?;
        table
    }

    /// A table with its log. A server may write in between.
    pub async fn read(&mut self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let about = format!("table {id}");
        let columns = TABLES.column_list("t.");
        let sql = format!(
            "SELECT {columns}, s.seat, s.person, s.name, s.folded, s.ended AS seat_ended FROM tables AS t \
             LEFT JOIN seats AS s ON s.game = t.id WHERE t.id = $1 ORDER BY s.seat"
        );
        let rows = self.fetch(&about, sql, vec![id.into()]).await?;
        let Some(row) = decode::tables(&rows, &about)?.pop() else { return Ok(None) };
        for (seat, (_, _, name)) in rows.iter().zip(&row.people) {
            let cells = Cells { row: seat, about: &about };
            let broken = |why: &str| StoreError::Broken(format!("{about}: {why}"));
            if cells.text("folded")? != fold_case(name) {
                return Err(broken(&format!("the seat of {name} is not found by that name")));
            }
            let ended: Option<u64> = cells.nullable_number("seat_ended")?;
            if ended != row.ended.filter(|_| row.is_archived()) {
                return Err(broken(&format!("the seat of {name} has another time of the end")));
            }
        }
        let sql = "SELECT ply, what, at, clocks FROM plies WHERE game = $1 ORDER BY ply";
        let rows = self.fetch(&about, sql, vec![id.into()]).await?;
        let read = |row| decode::ply(&Cells { row, about: &about });
        let log = rows.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Some(StoredTable { row, log }))
    }

    /// Rows that belong to no table.
    pub async fn orphans(&mut self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        for (table, what) in [
            (SEATS, "seats"),
            (PLIES, "entries of a log"),
            (CHAT, "lines of chat"),
            (REVIEWS, "reviews"),
            (EXPLORER_QUEUE, "entries in the queue of the explorer"),
        ] {
            let sql = format!(
                "SELECT game, COUNT(*) AS number FROM {} AS x \
                 WHERE NOT EXISTS (SELECT 1 FROM tables AS t WHERE t.id = x.game) GROUP BY game",
                table.name
            );
            for row in self.fetch(table.name, sql, vec![]).await? {
                let cells = Cells { row: &row, about: table.name };
                let (id, number): (_, u64) = (cells.text("game")?, cells.number("number")?);
                found.push(format!("table {id}: is missing, but there are {number} {what} of it"));
            }
        }
        Ok(found)
    }

    /// Ends the connection.
    pub async fn close(self) {
        // Nothing was written.
        let _ = self.connection.close().await;
    }

    async fn fetch(
        &mut self,
        about: &str,
        sql: impl Into<String>,
        values: Vec<Value>,
    ) -> Result<Vec<AnyRow>, StoreError> {
        let arguments = bind_values(values).map_err(|why| StoreError::reading(about, &why))?;
        let query = sqlx::query_with(AssertSqlSafe(sql.into()), arguments);
        let rows = query.fetch_all(&mut self.connection).await;
        rows.map_err(|why| StoreError::reading(about, &why))
    }
}
