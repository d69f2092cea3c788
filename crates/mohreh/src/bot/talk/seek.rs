//! Where the bot sits down.

use std::io::Write;

use mohreh_games::Seat;
use mohreh_protocol::{Ask, Code, Phase, Sitter, Table as Head};

use super::{Bot, Done, Event, TABLES, Wish};
use crate::bot::Link;
use crate::bot::calls::Trouble;
use crate::bot::table::{Table, plain};
use crate::chance::new_seed;
use crate::failure::Failure;

impl<W: Write> Bot<'_, W> {
    /// Asks for the tables of the owner, and sits down where it was told to.
    pub(super) fn look(&mut self) {
        if !std::mem::replace(&mut self.is_looking, true) {
            let desk = self.desk.clone();
            self.start(async move { Event::Mine(desk.mine().await) });
        }
        if let Some(link) = self.told.clone() {
            self.join(&link.table.clone(), Wish::Told(link));
        }
    }

    pub(super) fn join(&mut self, table: &str, wish: Wish) {
        if !self.joining.insert(table.to_string()) {
            return;
        }
        let (desk, table) = (self.desk.clone(), table.to_string());
        // What the bot adds to the dice. Without chance of its own it adds nothing.
        let nonce = new_seed().map(|seed| format!("{seed:08x}")).unwrap_or_default();
        self.start(async move {
            let joined = match &wish {
                Wish::Told(link) => desk.join(link, nonce).await,
                Wish::Open(_) => desk.join(&Link { table, key: String::new() }, nonce).await,
                Wish::Rematch(before) => desk.rematch(before).await,
            };
            Event::Joined(wish, joined)
        });
    }

    pub(super) fn joined(&mut self, wish: &Wish, joined: Result<String, Trouble>) -> Done {
        let about = match wish {
            Wish::Told(link) => &link.table,
            Wish::Open(table) | Wish::Rematch(table) => table,
        };
        self.joining.remove(about);
        match (wish, joined) {
            (_, Ok(table)) => {
                if let Wish::Told(_) = wish {
                    self.told = None;
                }
                if !self.tables.contains_key(&table) && self.make_room() {
                    self.watch(table);
                }
            }
            (_, Err(Trouble::Refused(why)))
                if matches!(why.code, Code::Unavailable | Code::TooFast) => {}
            (Wish::Told(link), Err(Trouble::Refused(why))) => {
                let failure = Failure::new(plain(&why.why));
                return Err(failure.about(&format!("table {}", link.table)).into());
            }
            (_, Err(Trouble::Refused(_))) => {
                self.shunned.insert(about.clone());
            }
            (_, Err(Trouble::Lost(_))) => {}
        }
        Ok(())
    }

    fn wants(&self, head: &Head) -> bool {
        let is_wanted = |kind| self.args.kinds.contains(&kind);
        let fits = self.args.kinds.is_empty() || head.kind.parse().is_ok_and(is_wanted);
        let is_told = self.args.table.as_ref().is_some_and(|link| link.table == head.id);
        (fits || is_told) && !self.shunned.contains(&head.id)
    }

    /// A table of the owner.
    pub(super) fn find(&mut self, head: &Head) {
        let news = head.phase != Phase::Over && !self.tables.contains_key(&head.id);
        if news && self.wants(head) && self.make_room() {
            self.watch(head.id.clone());
        }
    }

    /// A table at which anybody may sit down.
    pub(super) fn consider(&mut self, head: &Head) {
        // What the owner has opened and nobody has come to yet is not in the way.
        let is_busy = |table: &&Option<Table>| match table {
            None => true,
            Some(table) => match table.head().phase {
                Phase::Waiting => table.you() != Seat::FIRST,
                Phase::Playing => true,
                Phase::Over => false,
            },
        };
        let busy = self.tables.values().filter(is_busy).count() + self.joining.len();
        let is_free = head.phase == Phase::Waiting && head.seats.contains(&Sitter::Open);
        let is_known = self.tables.contains_key(&head.id);
        if is_free && !is_known && busy < self.args.at_once.into() && self.wants(head) {
            self.join(&head.id, Wish::Open(head.id.clone()));
        }
    }

    pub(super) fn watch(&mut self, table: String) {
        self.tables.entry(table.clone()).or_default();
        self.to_say.push(Ask::Watch { table, from: 0 });
    }

    /// Lets go of tables that are over, if there are too many. Whether there is room for one more.
    pub(super) fn make_room(&mut self) -> bool {
        if self.tables.len() >= TABLES {
            let over = |table: &Option<Table>| {
                table.as_ref().is_some_and(|table| table.head().phase == Phase::Over)
            };
            let gone: Vec<String> = self
                .tables
                .iter()
                .filter(|(_, table)| over(table))
                .map(|(id, _)| id.clone())
                .collect();
            gone.iter().for_each(|table| self.leave(table));
        }
        self.tables.len() < TABLES
    }

    pub(super) fn leave(&mut self, table: &str) {
        self.tables.remove(table);
        self.to_say.push(Ask::Leave { table: table.to_string() });
    }
}
