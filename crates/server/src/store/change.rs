//! What a change says of itself, before anybody asks a database.

use super::StoreError;
use super::rows::{Change, PlyRow};
use super::shape::is_unfit;

impl Change {
    /// The table that it is about, if it holds anything.
    pub(super) fn about(&self) -> Option<&str> {
        let plies = self.plies.as_ref().map(|(table, _)| table.as_str());
        let table = self.table.as_ref().map(|row| row.id.as_str());
        let chat = self.chat.as_ref().map(|(table, _)| table.as_str());
        plies.or(table).or(chat)
    }

    /// Entries of a log, each with its table.
    pub(super) fn plies(&self) -> impl Iterator<Item = (&str, &PlyRow)> {
        let plies = self.plies.iter();
        plies.flat_map(|(table, rows)| rows.iter().map(|row| (table.as_str(), row)))
    }

    /// The table whose log goes on, and with which number.
    pub(super) fn next(&self) -> Option<(&str, i64)> {
        self.plies().next().map(|(table, row)| (table, row.ply.into()))
    }

    /// Refuses what no database would take, or what could not be read afterwards.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let about = format!("table {}", self.about().unwrap_or_default());
        if self.texts().any(|text| is_unfit(text)) {
            return Err(StoreError::unfit(&about));
        }
        let broken = |why: &str| Err(StoreError::Broken(format!("{about}: {why}")));
        let plies: Vec<u32> = self.plies().map(|(_, row)| row.ply).collect();
        if plies.windows(2).any(|pair| pair[0].checked_add(1) != Some(pair[1])) {
            return broken("the entries of the log do not follow each other");
        }
        let mut people = self.table.iter().map(|row| &row.people);
        if people.any(|people| people.windows(2).any(|pair| pair[0].0 >= pair[1].0)) {
            return broken("the people are not in the order of their seats");
        }
        Ok(())
    }

    fn texts(&self) -> impl Iterator<Item = &String> {
        let plies = self.plies.iter().flat_map(|(table, rows)| {
            let rows = rows.iter().flat_map(|row| [&row.what, &row.left]);
            rows.chain([table])
        });
        let table = self.table.iter().flat_map(|row| {
            let texts = [
                &row.id,
                &row.kind,
                &row.setup,
                &row.seats,
                &row.clock,
                &row.phase,
                &row.seed,
                &row.key,
                &row.nonces,
                &row.creator,
                &row.first,
            ];
            let maybe = [&row.end, &row.result, &row.next].into_iter().flatten();
            let people = row.people.iter().flat_map(|(_, person, name)| [person, name]);
            texts.into_iter().chain(maybe).chain(people)
        });
        let chat =
            self.chat.iter().flat_map(|(table, row)| [table, &row.person, &row.name, &row.text]);
        plies.chain(table).chain(chat)
    }
}
