//! What is heard of the tables, and what follows.

use std::io::Write;

use mohreh_games::Seat;
use mohreh_protocol::{Code, Entry, Left, Phase, Snapshot, Table as Head, Tell};

use super::{Bot, Done, Event, PACE, PATIENCE, Wish};
use crate::bot::table::{Lost, Next, Table, plain};
use crate::bot::thinker::Thought;

impl<W: Write> Bot<'_, W> {
    pub(super) fn hear(&mut self, tell: Tell) -> Done {
        match tell {
            Tell::Table(snapshot) => self.hear_table(&snapshot),
            Tell::Head { table } => self.hear_head(*table),
            Tell::Played { table, ply, entries, clocks } => {
                self.hear_played(&table, ply, &entries, &clocks)
            }
            Tell::Refused { table, code, why } => self.refused(table, code, &why),
            Tell::Lobby { open, .. } => {
                open.iter().for_each(|head| self.consider(head));
                Ok(())
            }
            Tell::Hello { .. } | Tell::Chat { .. } | Tell::Present { .. } | Tell::Pong { .. } => {
                Ok(())
            }
        }
    }

    fn hear_table(&mut self, snapshot: &Snapshot) -> Done {
        let id = snapshot.table.id.clone();
        let Some(known) = self.tables.get_mut(&id) else { return Ok(()) };
        let fresh = match Table::new(snapshot) {
            Ok(Some(fresh)) => fresh,
            Ok(None) => {
                self.shunned.insert(id.clone());
                self.leave(&id);
                return Ok(());
            }
            Err(why) => {
                self.shunned.insert(id.clone());
                self.leave(&id);
                return self.tell(&id, &format!("cannot be played: {}", plain(&why)));
            }
        };
        let before = known.as_ref().map(|table| table.head().phase);
        let phase = fresh.head().phase;
        match known {
            Some(table) => table.again(fresh),
            None => *known = Some(fresh),
        }
        match (before, phase) {
            (Some(before), phase) if before == phase => {}
            (None, Phase::Over) => self.leave(&id),
            (_, Phase::Over) => self.over(&id)?,
            _ => self.introduce(&id)?,
        }
        self.go_on(&id)
    }

    /// Tells who plays at a table.
    fn introduce(&mut self, id: &str) -> Done {
        let Some(Some(table)) = self.tables.get(id) else { return Ok(()) };
        let head = table.head();
        let said = if head.phase == Phase::Waiting {
            format!("{}: waits for somebody to sit down", plain(&head.kind))
        } else {
            let names: Vec<String> = (0..head.seats.len().min(Seat::MOST))
                .map(|seat| table.name(Seat::new(seat)))
                .collect();
            let server = self.args.server.trim_end_matches('/');
            let (kind, seat) = (plain(&head.kind), table.you());
            format!("{kind}: {}; seat {seat} is ours; {server}/en/online/{id}", names.join(" – "))
        };
        self.tell(id, &said)
    }

    fn hear_head(&mut self, head: Head) -> Done {
        let id = head.id.clone();
        let (next, phase) = (head.next.is_some(), head.phase);
        let Some(Some(table)) = self.tables.get_mut(&id) else { return Ok(()) };
        let before = table.head().phase;
        if table.set_head(head).is_err() {
            self.watch(id);
            return Ok(());
        }
        if before != Phase::Over && phase == Phase::Over {
            self.over(&id)?;
        }
        let wanted = self.args.accept_open && phase == Phase::Over && next;
        if wanted && !self.shunned.contains(&id) {
            // Once is enough.
            self.shunned.insert(id.clone());
            self.join(&id, Wish::Rematch(id.clone()));
        }
        self.go_on(&id)
    }

    /// A game has ended.
    fn over(&mut self, id: &str) -> Done {
        let Some(Some(table)) = self.tables.get(id) else { return Ok(()) };
        let result = table.result();
        self.ended += u32::from(table.head().result.is_some());
        self.tell(id, &result)?;
        if !self.args.accept_open {
            self.leave(id);
        }
        Ok(())
    }

    fn hear_played(&mut self, id: &str, ply: u32, entries: &[Entry], clocks: &Left) -> Done {
        let Some(Some(table)) = self.tables.get_mut(id) else { return Ok(()) };
        match table.hear(ply, entries, clocks) {
            Ok(told) => {
                for line in told {
                    self.tell(id, &line)?;
                }
                self.go_on(id)
            }
            Err(Lost::Gap) => {
                self.watch(id.to_string());
                Ok(())
            }
            Err(Lost::Nonsense(why)) => {
                let why = plain(&why);
                self.tell(id, &format!("{why}; asking for the whole game again"))?;
                self.fault(id)
            }
        }
    }

    /// Does whatever is to be done at a table now.
    fn go_on(&mut self, id: &str) -> Done {
        let Some(Some(table)) = self.tables.get_mut(id) else { return Ok(()) };
        while let Some(next) = table.next() {
            match next {
                Next::Think(question) => self.thinker.ask(*question),
                Next::Say(ask) => self.to_say.push(ask),
            }
        }
        Ok(())
    }

    pub(super) fn thought(&mut self, thought: Thought) -> Done {
        let Thought { table: id, line, found } = thought;
        let Some(Some(table)) = self.tables.get_mut(&id) else { return Ok(()) };
        match found.and_then(|steps| table.found(&line, steps)) {
            Ok(()) => self.go_on(&id),
            Err(why) => {
                self.tell(&id, &format!("no turn was found: {}", plain(&why)))?;
                self.fault(&id)
            }
        }
    }

    fn refused(&mut self, table: Option<String>, code: Code, why: &str) -> Done {
        let Some(id) = table else {
            if code == Code::TooFast {
                // Nobody knows what was passed over.
                self.pace = PACE;
                self.later(1, Event::AllAgain);
            } else {
                writeln!(self.out, "the server refuses: {}", plain(why))?;
                self.out.flush()?;
            }
            return Ok(());
        };
        match code {
            Code::Unavailable | Code::TooFast => {
                self.later(2, Event::Again { table: id, anew: false });
                Ok(())
            }
            Code::NotFound => {
                self.shunned.insert(id.clone());
                self.tables.remove(&id);
                self.tell(&id, "there is no such table any more")
            }
            // Something else came first. It is told, and then everything goes on; if not, it is asked for.
            Code::Stale | Code::NotYourTurn | Code::NotPlaying => {
                self.later(1, Event::Again { table: id, anew: false });
                Ok(())
            }
            _ => {
                self.tell(&id, &format!("refused: {}", plain(why)))?;
                self.fault(&id)
            }
        }
    }

    /// Something went wrong at a table: it is tried again a few times.
    fn fault(&mut self, id: &str) -> Done {
        let Some(Some(table)) = self.tables.get_mut(id) else { return Ok(()) };
        let faults = table.fault();
        if faults < PATIENCE {
            self.later(faults - 1, Event::Again { table: id.to_string(), anew: true });
            return Ok(());
        }
        table.give_up();
        self.gave_up = true;
        self.tell(id, "is given up: nothing more is played there")
    }
}
