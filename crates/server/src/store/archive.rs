//! Search of the archive with bounded work: one search scans a limited number of candidates in the order of an index,
//! and returns a cursor from which the next goes on.

use sqlx::any::AnyRow;

use super::database::Role;
use super::decode::{self, Cells};
use super::queries::{Filter, NEWEST_END_FIRST, fold_case};
use super::rows::{Found, PlyRow, Search, TableRow};
use super::{Store, StoreError};

/// Candidates that one search scans.
const SCAN: u32 = 1_000;

/// Candidates that one search scans if a part of the database is damaged; each is read by itself.
const CAREFUL_SCAN: u32 = 100;

/// A name prefix with up to so many seats is searched by name, a more common one by time.
const RARE_SEATS: u32 = 1_000;

/// Finished games that were not aborted.
const ARCHIVED: &str = "phase = 'over' AND ending <> 'aborted'";

/// Those of them that anybody may find; with [`ARCHIVED`] the condition of the indexes `archive_…`.
const PUBLIC: &str = "open = 1";

/// The folded name of a seat, as an expression: the index of names must not be used to check the seats of one game.
const NAME: &str = "COALESCE(s.folded, '')";

/// Where the candidates of a search come from: an index that has them in order, latest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// Seats of a person.
    Person,
    /// Seats of rare names.
    Name,
    /// Tables whose setup begins alike.
    Setup,
    /// Tables by kind and result, as far as they are given.
    Tables,
}

impl Source {
    fn is_seats(self) -> bool {
        matches!(self, Source::Person | Source::Name)
    }
}

/// End time and id of a game.
type Key = (u64, String);

impl Store {
    /// Finished games that were not aborted, latest first: up to `limit`, or fewer with a cursor to go on from. Damaged
    /// rows are left out.
    pub async fn archive(&self, search: &Search) -> Result<Found, StoreError> {
        let source = self.source(search).await?;
        match self.matching(search, source).await {
            Ok((keys, after)) => {
                let (tables, damaged) = self.heads(&keys).await?;
                Ok(Found { tables, after, damaged })
            }
            Err(StoreError::Broken(why)) => {
                let mut found = self.archive_carefully(search, source).await?;
                found.damaged.push(StoreError::Broken(why));
                Ok(found)
            }
            Err(error) => Err(error),
        }
    }

    /// Log of a game of the archive.
    pub async fn archived_log(&self, id: &str) -> Result<Vec<PlyRow>, StoreError> {
        self.log_from(Role::Search, id, 0).await
    }

    /// Cursor of a game in the archive; a private game has one only for its players.
    pub async fn archive_position(
        &self,
        id: &str,
        player: Option<&str>,
    ) -> Result<Option<Key>, StoreError> {
        let filter = Filter::new("SELECT id, ended FROM tables WHERE ").push(ARCHIVED);
        let mut filter = filter.and("id").compare(" = ", id).and("(").push(PUBLIC);
        if let Some(player) = player {
            filter = filter
                .push(" OR EXISTS (SELECT 1 FROM seats AS s WHERE s.game = tables.id AND s.person")
                .compare(" = ", player)
                .push(")");
        }
        let rows = self.search("the archive", filter.push(")")).await?;
        rows.first().map(key).transpose()
    }

    async fn source(&self, search: &Search) -> Result<Source, StoreError> {
        if search.person.is_some() {
            return Ok(Source::Person);
        }
        if let Some(name) = &search.name {
            let filter = Filter::new(
                "SELECT COUNT(*) AS number FROM (SELECT 1 AS one FROM seats WHERE folded",
            );
            let filter =
                filter.starts_with("folded", &fold_case(name)).compare(" LIMIT ", RARE_SEATS + 1);
            let rows = self.search("names", filter.push(") AS rare")).await?;
            let count = rows.first().map(|row| Cells { row, about: "names" }.number("number"));
            if count.transpose()?.unwrap_or(0) <= RARE_SEATS {
                return Ok(Source::Name);
            }
        }
        // The usual setup is empty; it says nothing.
        let has_setup = search.setup.as_ref().is_some_and(|setup| !setup.is_empty());
        Ok(if has_setup { Source::Setup } else { Source::Tables })
    }

    /// Games that match among the next candidates, and the cursor to go on from.
    async fn matching(
        &self,
        search: &Search,
        source: Source,
    ) -> Result<(Vec<Key>, Option<Key>), StoreError> {
        // Columns that the source does not decide.
        let columns = match source {
            Source::Tables => vec![("setup", &search.setup)],
            _ => vec![("setup", &search.setup), ("kind", &search.kind), ("result", &search.result)],
        };
        let columns: Vec<(&str, &str)> = columns
            .into_iter()
            .filter_map(|(column, text)| Some((column, text.as_deref()?)))
            .collect();
        let name = search.name.as_ref().filter(|_| source != Source::Name);
        let checks_public = source.is_seats() && !search.private;
        let is_exact = columns.is_empty() && name.is_none() && !checks_public;
        let scan = if is_exact { search.limit } else { SCAN.max(search.limit) };

        let names: Vec<&str> = match source.is_seats() {
            true => Vec::new(),
            false => columns.iter().map(|(column, _)| *column).collect(),
        };
        let mut filter = Filter::new("WITH c AS MATERIALIZED (");
        filter = candidates(filter, search, source, &names).compare(" LIMIT ", scan);
        filter = filter.push(
            ") SELECT id, ended, CAST(1 AS BIGINT) AS found FROM \
             (SELECT id, ended FROM c WHERE 1 = 1",
        );
        // Counts rather than joins or EXISTS: no planner turns these around and starts from the other side.
        if source.is_seats() && (checks_public || !columns.is_empty()) {
            filter = filter.and("(SELECT COUNT(*) FROM tables AS t WHERE t.id = c.id");
            if checks_public {
                filter = filter.and(&format!("t.{PUBLIC}"));
            }
            for (column, text) in &columns {
                filter = filter.and("t.").push(column).compare(" = ", *text);
            }
            filter = filter.push(") > 0");
        } else {
            for (column, text) in &columns {
                filter = filter.and("c.").push(column).compare(" = ", *text);
            }
        }
        if let Some(name) = name {
            filter = filter
                .and(&format!("(SELECT COUNT(*) FROM seats AS s WHERE s.game = c.id AND {NAME}"))
                .starts_with(NAME, &fold_case(name))
                .push(") > 0");
        }
        filter = filter.push(" ORDER BY ").push(NEWEST_END_FIRST).compare(" LIMIT ", search.limit);
        // The last candidate, if the scan has not come to the end.
        filter = filter
            .push(") AS matching UNION ALL SELECT id, ended, CAST(0 AS BIGINT) AS found FROM ")
            .push("(SELECT id, ended FROM c ORDER BY ")
            .push(NEWEST_END_FIRST)
            .compare(" LIMIT 1 OFFSET ", scan - 1)
            .push(") AS last ORDER BY found DESC, ended DESC, id DESC");
        let rows = self.search("the archive", filter).await?;

        let (mut keys, mut last) = (Vec::new(), None);
        for row in &rows {
            match (Cells { row, about: "the archive" }.number::<u8>("found")?, key(row)) {
                (0, key) => last = Some(key?),
                (_, key) => keys.push(key?),
            }
        }
        let after = match keys.len() == search.limit as usize {
            true => keys.last().cloned(),
            false => last,
        };
        Ok((keys, after))
    }

    /// Heads of games in the order of their keys, and what is wrong with the others.
    async fn heads(&self, keys: &[Key]) -> Result<(Vec<TableRow>, Vec<StoreError>), StoreError> {
        if keys.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let ids: Vec<&str> = keys.iter().map(|(_, id)| id.as_str()).collect();
        let filter = Filter::new("id").one_of(&ids);
        let rows = self
            .table_rows(Role::Search, "the archive", filter, NEWEST_END_FIRST, ids.len() as u32)
            .await;
        match rows {
            Ok(rows) => Ok(decode::intact_tables(&rows, "the archive")),
            Err(StoreError::Broken(_)) => self.heads_one_by_one(&ids).await,
            Err(error) => Err(error),
        }
    }

    async fn heads_one_by_one(
        &self,
        ids: &[&str],
    ) -> Result<(Vec<TableRow>, Vec<StoreError>), StoreError> {
        let (mut tables, mut damaged) = (Vec::new(), Vec::new());
        for id in ids {
            let (about, filter) = (format!("table {id}"), Filter::new("id").compare(" = ", *id));
            match self.table_rows(Role::Search, &about, filter, NEWEST_END_FIRST, 1).await {
                Ok(rows) => {
                    let (intact, broken) = decode::intact_tables(&rows, &about);
                    tables.extend(intact);
                    damaged.extend(broken);
                }
                Err(error @ StoreError::Broken(_)) => damaged.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok((tables, damaged))
    }

    /// Search in a database with a damaged page: candidates come from the index alone, and each table is read by
    /// itself.
    async fn archive_carefully(
        &self,
        search: &Search,
        source: Source,
    ) -> Result<Found, StoreError> {
        let filter = candidates(Filter::new(""), search, source, &[]);
        let rows = self.search("the archive", filter.compare(" LIMIT ", CAREFUL_SCAN)).await?;
        let keys: Vec<Key> = rows.iter().map(key).collect::<Result<_, _>>()?;
        let ids: Vec<&str> = keys.iter().map(|(_, id)| id.as_str()).collect();
        let (mut tables, damaged) = self.heads_one_by_one(&ids).await?;
        tables.retain(|table| search.matches(table));
        let mut after = keys.last().filter(|_| keys.len() == CAREFUL_SCAN as usize).cloned();
        if tables.len() > search.limit as usize {
            tables.truncate(search.limit as usize);
            after = tables.last().map(|table| (table.ended.unwrap_or_default(), table.id.clone()));
        }
        Ok(Found { tables, after, damaged })
    }

    /// Runs a query on the connections for searches.
    async fn search(&self, about: &str, filter: Filter) -> Result<Vec<AnyRow>, StoreError> {
        self.fetch_from(Role::Search, about, filter.sql, filter.values).await
    }
}

impl Search {
    /// Whether a game of the archive is one that is searched for, its end time aside.
    fn matches(&self, table: &TableRow) -> bool {
        let is = |wanted: &Option<String>, text: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == text)
        };
        let name = self.name.as_deref().map(fold_case);
        let has_name = |name: &String| {
            table.people.iter().any(|(_, _, other)| fold_case(other).starts_with(name.as_str()))
        };
        (self.private || table.open)
            && is(&self.kind, &table.kind)
            && is(&self.setup, &table.setup)
            && is(&self.result, table.result.as_deref().unwrap_or_default())
            && name.as_ref().is_none_or(has_name)
    }
}

/// Appends the selection of the candidates, in order, without its limit.
fn candidates(sql: Filter, search: &Search, source: Source, columns: &[&str]) -> Filter {
    let id = if source.is_seats() { "game" } else { "id" };
    let mut sql = match (source, &search.person, &search.name) {
        (Source::Person, Some(person), _) => sql
            .push("SELECT game AS id, ended FROM seats WHERE ended IS NOT NULL AND person")
            .compare(" = ", person.as_str()),
        // Two players of a game may have such names.
        (Source::Name, _, Some(name)) => sql
            .push("SELECT DISTINCT game AS id, ended FROM seats WHERE ended IS NOT NULL AND folded")
            .starts_with("folded", &fold_case(name)),
        _ => {
            let columns = columns.iter().map(|column| format!(", {column}")).collect::<String>();
            // Only one's own games can be private, and those come from seats.
            sql.push(&format!(
                "SELECT id, ended{columns} FROM tables WHERE {ARCHIVED} AND {PUBLIC}"
            ))
        }
    };
    match (source, &search.setup) {
        (Source::Setup, Some(setup)) => {
            sql = sql
                .and("substr(setup, 1, 64)")
                .compare(" = substr(", setup.as_str())
                .push(", 1, 64)");
        }
        (Source::Tables, _) => {
            for (column, text) in [("kind", &search.kind), ("result", &search.result)] {
                if let Some(text) = text {
                    sql = sql.and(column).compare(" = ", text.as_str());
                }
            }
        }
        _ => {}
    }
    if let Some(from) = search.from {
        sql = sql.and("ended").compare(" >= ", from);
    }
    if let Some(to) = search.to {
        sql = sql.and("ended").compare(" < ", to);
    }
    if let Some((ended, last)) = &search.before {
        let key = format!("(ended, {id})");
        sql = sql.and(&key).compare(" < (", *ended).compare(", ", last.as_str()).push(")");
    }
    sql.push(" ORDER BY ").push(NEWEST_END_FIRST)
}

fn key(row: &AnyRow) -> Result<Key, StoreError> {
    let cells = Cells { row, about: "the archive" };
    Ok((cells.number("ended")?, cells.text("id")?))
}
