//! Counts of the explorer: turns by position, and the queue of games that are not counted yet.

use std::collections::BTreeMap;

use mohreh_games::explorer::Tally;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::database::Role;
use super::decode::Cells;
use super::group_commit::GroupError;
use super::queries::Filter;
use super::rows::{Explored, ExploredGame, PlyRow, TableRow};
use super::sql::{EXPLORER_TURNS, Value, batches, bind_values, placeholders};
use super::writer::WriteOp;
use super::{Store, StoreError, decode};

impl Store {
    /// Ids of games whose turns are not counted yet, from `after` on, in order.
    pub async fn unexplored(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT game FROM explorer_queue WHERE game > $1 ORDER BY game LIMIT $2";
        let about = "games that are not counted";
        let values = vec![after.into(), limit.into()];
        let rows = self.fetch_from(Role::Search, about, sql, values).await?;
        rows.iter().map(|row| Cells { row, about }.text("game")).collect()
    }

    /// Heads and logs of finished games. Those that are missing or damaged are left out.
    pub async fn finished_games(
        &self,
        ids: &[&str],
    ) -> Result<Vec<(TableRow, Vec<PlyRow>)>, StoreError> {
        let about = "finished games";
        let filter = Filter::new("phase = 'over' AND id").one_of(ids);
        let rows = self.table_rows(Role::Search, about, filter, "id", ids.len() as u32).await?;
        let (tables, _) = decode::intact_tables(&rows, about);
        let filter = Filter::new("SELECT game, ply, what, at, clocks FROM plies WHERE game");
        let filter = filter.one_of(ids).push(" ORDER BY game, ply");
        let rows = self.fetch_from(Role::Search, about, filter.sql, filter.values).await?;
        let mut logs: BTreeMap<String, Vec<PlyRow>> = BTreeMap::new();
        for row in &rows {
            let cells = Cells { row, about };
            logs.entry(cells.text("game")?).or_default().push(decode::ply(&cells)?);
        }
        let with_log = |table: TableRow| {
            let log = logs.remove(&table.id).unwrap_or_default();
            (table, log)
        };
        Ok(tables.into_iter().map(with_log).collect())
    }

    /// Counts the turns of games that are in the queue, and takes them out of it, all in one transaction. Those that are
    /// not in the queue have been counted before. Returns how many were counted.
    pub async fn explore(&self, games: Vec<ExploredGame>) -> Result<u64, StoreError> {
        self.write("the explorer", WriteOp::Explore(games)).await
    }

    /// What was played from a position, by its canonical hash, the most frequent first.
    pub async fn explored(&self, hash: u64, limit: u32) -> Result<Explored, StoreError> {
        let about = "turns from a position";
        let sql = format!(
            "SELECT {}, COUNT(*) OVER () AS turns, CAST(SUM(games) OVER () AS BIGINT) AS all_games \
             FROM explorer_turns WHERE hash = $1 ORDER BY games DESC, turn LIMIT $2",
            EXPLORER_TURNS.column_list(""),
        );
        let values = vec![hash.cast_signed().into(), limit.into()];
        let mut explored = Explored::default();
        for row in &self.fetch_from(Role::Search, about, sql, values).await? {
            let cells = Cells { row, about };
            explored.turns = cells.number("turns")?;
            explored.games = cells.number("all_games")?;
            explored.tallies.push((cells.text("turn")?, tally(&cells)?));
        }
        Ok(explored)
    }
}

fn tally(cells: &Cells<'_>) -> Result<Tally, StoreError> {
    let wins = ["wins_1", "wins_2", "wins_3", "wins_4"];
    let mut tally = Tally {
        turn: Vec::new(),
        games: cells.number("games")?,
        wins: [0; 4],
        shared: cells.number("shared")?,
        rating_sum: cells.number("rating_sum")?,
        rated: cells.number("rated")?,
    };
    for (wins, column) in tally.wins.iter_mut().zip(wins) {
        *wins = cells.number(column)?;
    }
    Ok(tally)
}

/// Takes games out of the queue, and adds the turns of those that were in it.
pub(super) async fn count(
    connection: &mut AnyConnection,
    games: &[ExploredGame],
) -> Result<u64, GroupError> {
    let mut queued = Vec::new();
    for batch in batches(games) {
        let sql = format!(
            "DELETE FROM explorer_queue WHERE game IN (VALUES {}) RETURNING game",
            placeholders(connection, batch.len(), 1)
        );
        let ids = batch.iter().map(|game| game.game.as_str().into()).collect();
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(ids)?);
        for row in query.fetch_all(&mut *connection).await? {
            queued.push(row.try_get::<String, _>(0)?);
        }
    }
    // In key order, so that two nodes cannot deadlock, and inserts go through the index once.
    let mut turns: BTreeMap<(i64, &str), Tally> = BTreeMap::new();
    for game in games.iter().filter(|game| queued.contains(&game.game)) {
        for entry in &game.entries {
            let key = (entry.hash.cast_signed(), entry.turn.as_str());
            turns.entry(key).or_default().count(entry.seat, &game.ending);
        }
    }
    let turns: Vec<_> = turns.into_iter().collect();
    for batch in batches(&turns) {
        let sums: Vec<String> = EXPLORER_TURNS.columns[2..]
            .iter()
            .map(|(name, _)| format!("{name} = explorer_turns.{name} + excluded.{name}"))
            .collect();
        let sql = format!(
            "INSERT INTO explorer_turns ({}) VALUES {} ON CONFLICT (hash, turn) DO UPDATE SET {}",
            EXPLORER_TURNS.column_list(""),
            placeholders(connection, batch.len(), EXPLORER_TURNS.columns.len()),
            sums.join(", "),
        );
        let cells = batch.iter().flat_map(|((hash, turn), tally)| {
            let numbers = [tally.games].into_iter().chain(tally.wins).chain([tally.shared]);
            let mut cells: Vec<Value> = vec![(*hash).into(), (*turn).into()];
            cells.extend(numbers.map(Value::from));
            cells.extend([tally.rating_sum.into(), tally.rated.into()]);
            cells
        });
        let query = sqlx::query_with(AssertSqlSafe(sql), bind_values(cells.collect())?);
        query.execute(&mut *connection).await?;
    }
    Ok(queued.len() as u64)
}
