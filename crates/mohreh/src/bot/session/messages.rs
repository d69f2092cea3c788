//! Handlers of server messages, search results and faults.

use std::io::Write;

use mohreh_games::{Kind, Seat};
use mohreh_protocol::{
    ClockState, Code, Entry, Phase, PublicHead as Head, Refusal, ServerMessage, Snapshot,
};

use super::{Bot, Event, Flow, JoinReason, MAX_FAULTS, THROTTLE};
use crate::bot::api::sentence;
use crate::bot::table::{Next, SyncError, Table};
use crate::bot::thinker::Answer;
use crate::printable::printable;
use crate::terminal::{game_name, language, notation, tell_now, text, with};

impl<W: Write> Bot<'_, W> {
    pub(super) fn handle(&mut self, message: ServerMessage) -> Flow {
        match message {
            ServerMessage::Table(snapshot) => self.on_table(&snapshot),
            ServerMessage::Head { table } => self.on_head(*table),
            ServerMessage::Played { table, ply, entries, clocks } => {
                self.on_played(&table, ply, &entries, &clocks)
            }
            ServerMessage::Refused { table, code, why, reason, limit } => {
                self.on_refused(table, &Refusal { code, why, reason, limit })
            }
            ServerMessage::Lobby(lists) => {
                lists.open.iter().for_each(|head| self.consider_challenge(head));
                Ok(())
            }
            ServerMessage::Hello { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Present { .. }
            | ServerMessage::Pong { .. } => Ok(()),
        }
    }

    fn on_table(&mut self, snapshot: &Snapshot) -> Flow {
        let id = snapshot.table.id.clone();
        let Some(known) = self.tables.get_mut(&id) else { return Ok(()) };
        let fresh = match Table::new(snapshot) {
            Ok(Some(fresh)) => fresh,
            Ok(None) => {
                self.excluded.insert(id.clone());
                self.leave(&id);
                return Ok(());
            }
            Err(why) => {
                self.excluded.insert(id.clone());
                self.leave(&id);
                return self
                    .print(&id, &with("cli-bot-cannot", &[("why", printable(&why).into())]));
            }
        };
        let before = known.as_ref().map(|table| table.head().phase);
        let phase = fresh.head().phase;
        match known {
            Some(table) => table.resync(fresh),
            None => *known = Some(fresh),
        }
        match (before, phase) {
            (Some(before), phase) if before == phase => {}
            (None, Phase::Over) => self.leave(&id),
            (_, Phase::Over) => self.on_game_over(&id)?,
            _ => self.introduce(&id)?,
        }
        self.advance(&id)
    }

    /// Prints the players of a table.
    fn introduce(&mut self, id: &str) -> Flow {
        let Some(Some(table)) = self.tables.get(id) else { return Ok(()) };
        let head = table.head();
        let kind = head.kind.parse::<Kind>();
        let game = kind.map_or_else(|_| printable(&head.kind), game_name).into();
        let said = if head.phase == Phase::Waiting {
            with("cli-bot-waits", &[("game", game)])
        } else {
            let names: Vec<String> = (0..head.seats.len().min(Seat::MOST))
                .map(|seat| table.name(Seat::new(seat)))
                .collect();
            let (server, code) = (self.args.server.trim_end_matches('/'), language().code());
            let args = [
                ("game", game),
                ("names", names.join(" – ").into()),
                ("seat", table.you().number().into()),
                ("url", notation(&format!("{server}/{code}/online/{id}"))),
            ];
            with("cli-bot-begins", &args)
        };
        self.print(id, &said)
    }

    fn on_head(&mut self, head: Head) -> Flow {
        let id = head.id.clone();
        let (next, phase) = (head.next.is_some(), head.phase);
        let Some(Some(table)) = self.tables.get_mut(&id) else { return Ok(()) };
        let before = table.head().phase;
        if table.set_head(head).is_err() {
            self.watch(id);
            return Ok(());
        }
        if before != Phase::Over && phase == Phase::Over {
            self.on_game_over(&id)?;
        }
        let wanted = self.args.accept_open && phase == Phase::Over && next;
        if wanted && !self.excluded.contains(&id) {
            // Join each rematch only once.
            self.excluded.insert(id.clone());
            self.join(&id, JoinReason::Rematch(id.clone()));
        }
        self.advance(&id)
    }

    /// Prints the result, and unsubscribes unless a rematch may follow.
    fn on_game_over(&mut self, id: &str) -> Flow {
        let Some(Some(table)) = self.tables.get(id) else { return Ok(()) };
        let result = table.result();
        self.ended += u32::from(table.head().result.is_some());
        self.print(id, &result)?;
        if !self.args.accept_open {
            self.leave(id);
        }
        Ok(())
    }

    fn on_played(&mut self, id: &str, ply: u32, entries: &[Entry], clocks: &ClockState) -> Flow {
        let Some(Some(table)) = self.tables.get_mut(id) else { return Ok(()) };
        match table.apply(ply, entries, clocks) {
            Ok(lines) => {
                for line in lines {
                    self.print(id, &line)?;
                }
                self.advance(id)
            }
            Err(SyncError::Gap) => {
                self.watch(id.to_string());
                Ok(())
            }
            Err(SyncError::Invalid(why)) => {
                self.print(id, &with("cli-bot-whole", &[("why", printable(&why).into())]))?;
                self.fault(id)
            }
        }
    }

    /// Performs all actions that are due at a table.
    fn advance(&mut self, id: &str) -> Flow {
        let Some(Some(table)) = self.tables.get_mut(id) else { return Ok(()) };
        while let Some(next) = table.next() {
            match next {
                Next::Think(question) => self.thinker.ask(*question),
                Next::Send(message) => self.outbox.push(message),
            }
        }
        Ok(())
    }

    pub(super) fn answered(&mut self, answer: Answer) -> Flow {
        let Answer { table: id, line, found } = answer;
        let Some(Some(table)) = self.tables.get_mut(&id) else { return Ok(()) };
        match found.and_then(|steps| table.found(&line, steps)) {
            Ok(()) => self.advance(&id),
            Err(why) => {
                self.print(&id, &with("cli-bot-no-turn", &[("why", printable(&why).into())]))?;
                self.fault(&id)
            }
        }
    }

    fn on_refused(&mut self, table: Option<String>, refusal: &Refusal) -> Flow {
        let (code, why) = (refusal.code, sentence(refusal));
        let Some(id) = table else {
            if code == Code::TooFast {
                // It is unknown which message was dropped, so resynchronise all tables.
                self.pace = THROTTLE;
                self.schedule(1, Event::RewatchAll);
            } else {
                tell_now(self.out, &with("cli-bot-server-refuses", &[("why", why.into())]))?;
            }
            return Ok(());
        };
        match code {
            Code::Unavailable | Code::TooFast => {
                self.schedule(2, Event::Rewatch { table: id, anew: false });
                Ok(())
            }
            Code::NotFound => {
                self.excluded.insert(id.clone());
                self.tables.remove(&id);
                self.print(&id, &text("cli-bot-no-table"))
            }
            // Stale request: another entry came first. Its broadcast resumes the table, or else this snapshot.
            Code::Stale | Code::NotYourTurn | Code::NotPlaying => {
                self.schedule(1, Event::Rewatch { table: id, anew: false });
                Ok(())
            }
            _ => {
                self.print(&id, &with("cli-bot-refused", &[("why", why.into())]))?;
                self.fault(&id)
            }
        }
    }

    /// Counts a fault and retries after a growing delay, up to `MAX_FAULTS`.
    fn fault(&mut self, id: &str) -> Flow {
        let Some(Some(table)) = self.tables.get_mut(id) else { return Ok(()) };
        let faults = table.fault();
        if faults < MAX_FAULTS {
            self.schedule(faults - 1, Event::Rewatch { table: id.to_string(), anew: true });
            return Ok(());
        }
        table.give_up();
        self.gave_up = true;
        self.print(id, &text("cli-bot-given-up"))
    }
}
