//! Which tables the bot joins, follows and leaves.

use std::io::Write;

use mohreh_games::Seat;
use mohreh_protocol::{ClientMessage, Code, Phase, PublicHead as Head, Sitter};

use super::{Bot, Event, Flow, JoinReason, MAX_TABLES};
use crate::bot::Link;
use crate::bot::api::{ApiError, sentence};
use crate::bot::table::Table;
use crate::chance::new_seed;
use crate::failure::Failure;
use crate::terminal::{notation, with};

impl<W: Write> Bot<'_, W> {
    /// Polls the owner's tables, and joins the one named by `--table`.
    pub(super) fn poll_tables(&mut self) {
        if !std::mem::replace(&mut self.is_polling, true) {
            let api = self.api.clone();
            self.spawn(async move { Event::OwnTables(api.own_tables().await) });
        }
        if let Some(link) = self.requested.clone() {
            self.join(&link.table.clone(), JoinReason::Requested(link));
        }
    }

    pub(super) fn join(&mut self, table: &str, reason: JoinReason) {
        if !self.joining.insert(table.to_string()) {
            return;
        }
        let (api, table) = (self.api.clone(), table.to_string());
        // The bot's contribution to the dice; empty if the system has no RNG.
        let nonce = new_seed().map(|seed| format!("{seed:08x}")).unwrap_or_default();
        self.spawn(async move {
            let joined = match &reason {
                JoinReason::Requested(link) => api.join(link, nonce).await,
                JoinReason::Open(_) => api.join(&Link { table, key: String::new() }, nonce).await,
                JoinReason::Rematch(before) => api.rematch(before).await,
            };
            Event::Joined(reason, joined)
        });
    }

    pub(super) fn on_joined(
        &mut self,
        reason: &JoinReason,
        joined: Result<String, ApiError>,
    ) -> Flow {
        let about = match reason {
            JoinReason::Requested(link) => &link.table,
            JoinReason::Open(table) | JoinReason::Rematch(table) => table,
        };
        self.joining.remove(about);
        match (reason, joined) {
            (_, Ok(table)) => {
                if let JoinReason::Requested(_) = reason {
                    self.requested = None;
                }
                if !self.tables.contains_key(&table) && self.make_room() {
                    self.watch(table);
                }
            }
            (_, Err(ApiError::Refused(why)))
                if matches!(why.code, Code::Unavailable | Code::TooFast) => {}
            (JoinReason::Requested(link), Err(ApiError::Refused(why))) => {
                let table = with("cli-bot-table", &[("table", notation(&link.table))]);
                return Err(Failure::new(sentence(&why)).at(&table).into());
            }
            (_, Err(ApiError::Refused(_))) => {
                self.excluded.insert(about.clone());
            }
            (_, Err(ApiError::Transport(_))) => {}
        }
        Ok(())
    }

    fn wants(&self, head: &Head) -> bool {
        let is_wanted = |kind| self.args.kinds.contains(&kind);
        let fits = self.args.kinds.is_empty() || head.kind.parse().is_ok_and(is_wanted);
        let is_requested = self.args.table.as_ref().is_some_and(|link| link.table == head.id);
        (fits || is_requested) && !self.excluded.contains(&head.id)
    }

    /// Follows a table at which the owner sits.
    pub(super) fn follow_own_table(&mut self, head: &Head) {
        let is_new = head.phase != Phase::Over && !self.tables.contains_key(&head.id);
        if is_new && self.wants(head) && self.make_room() {
            self.watch(head.id.clone());
        }
    }

    /// Joins an open challenge if `--at-once` and the filters allow it.
    pub(super) fn consider_challenge(&mut self, head: &Head) {
        // The owner's own challenges do not count while nobody has joined them.
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
            self.join(&head.id, JoinReason::Open(head.id.clone()));
        }
    }

    pub(super) fn watch(&mut self, table: String) {
        self.tables.entry(table.clone()).or_default();
        self.outbox.push(ClientMessage::Watch { table, from: 0, key: None });
    }

    /// Leaves finished tables if the limit is reached; returns whether one more fits.
    pub(super) fn make_room(&mut self) -> bool {
        if self.tables.len() >= MAX_TABLES {
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
        self.tables.len() < MAX_TABLES
    }

    pub(super) fn leave(&mut self, table: &str) {
        self.tables.remove(table);
        self.outbox.push(ClientMessage::Leave { table: table.to_string() });
    }
}
