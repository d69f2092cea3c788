//! Accessors and validation of write sets, before they reach the database.

use super::StoreError;
use super::rows::{PlyRow, WriteSet};
use super::sql::has_nul;

impl WriteSet {
    /// Id of the table, unless the write set is empty.
    pub(super) fn table_id(&self) -> Option<&str> {
        let plies = self.plies.as_ref().map(|(table, _)| table.as_str());
        let table = self.table.as_ref().map(|row| row.id.as_str());
        let chat = self.chat.as_ref().map(|(table, _)| table.as_str());
        plies.or(table).or(chat)
    }

    /// Log entries, each with its table id.
    pub(super) fn plies(&self) -> impl Iterator<Item = (&str, &PlyRow)> {
        let plies = self.plies.iter();
        plies.flat_map(|(table, rows)| rows.iter().map(|row| (table.as_str(), row)))
    }

    /// Table id and ply of the first log entry.
    pub(super) fn first_ply(&self) -> Option<(&str, i64)> {
        self.plies().next().map(|(table, row)| (table, row.ply.into()))
    }

    /// Rejects values that the database would refuse, or that could not be decoded afterwards.
    pub(super) fn validate(&self) -> Result<(), StoreError> {
        let about = format!("table {}", self.table_id().unwrap_or_default());
        if self.texts().any(|text| has_nul(text)) {
            return Err(StoreError::nul_byte(&about));
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
                &row.chat,
            ];
            let nullable = [&row.end, &row.result, &row.next].into_iter().flatten();
            let people = row.people.iter().flat_map(|(_, person, name)| [person, name]);
            texts.into_iter().chain(nullable).chain(people)
        });
        let due = self.due.iter().map(|(table, _)| table);
        let chat =
            self.chat.iter().flat_map(|(table, row)| [table, &row.person, &row.name, &row.text]);
        plies.chain(table).chain(due).chain(chat)
    }
}
