//! [`View`]: the table as a person sees it, checked message by message.

use mohreh_games::Seat;
use mohreh_protocol::{Chat, Entry, Log, LogEvent, Person, Phase, PublicHead, ServerMessage};

use super::world::TABLE;
use crate::store::simulated::Contents;

/// What a person knows of the table, over all of their connections.
pub(super) struct View {
    pub person: Person,
    pub head: Option<PublicHead>,
    pub entries: Vec<Entry>,
    /// Replays the entries once the game has begun.
    log: Option<Log>,
    pub present: Vec<bool>,
    /// Own lines of chat that were acknowledged.
    pub said: Vec<String>,
    /// Own lines of chat, each with those that were acknowledged before it was said.
    pub says: Vec<(String, Vec<String>)>,
    /// Lines seen on this connection.
    pub chat: Vec<Chat>,
    /// The seat as of the last snapshot.
    pub you: Option<u8>,
}

fn rank(phase: Phase) -> u8 {
    match phase {
        Phase::Waiting => 0,
        Phase::Playing => 1,
        Phase::Over => 2,
    }
}

impl View {
    pub(super) fn new(person: Person) -> View {
        View {
            person,
            head: None,
            entries: Vec::new(),
            log: None,
            present: Vec::new(),
            said: Vec::new(),
            says: Vec::new(),
            chat: Vec::new(),
            you: None,
        }
    }

    pub(super) fn seat(&self) -> Option<Seat> {
        self.head.as_ref()?.seat_of(&self.person).map(Seat::new)
    }

    pub(super) fn phase(&self) -> Option<Phase> {
        self.head.as_ref().map(|head| head.phase)
    }

    /// The game so far, once it has begun.
    pub(super) fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    /// Takes a message. What is in it must be in the database, and must continue what was seen before.
    pub(super) fn receive(
        &mut self,
        message: ServerMessage,
        contents: &Contents,
    ) -> Result<(), String> {
        match message {
            ServerMessage::Table(snapshot) => {
                let end = snapshot.from as usize + snapshot.entries.len();
                if end < self.entries.len() {
                    return Err(format!(
                        "a snapshot has {end} entries, {} were seen before",
                        self.entries.len()
                    ));
                }
                self.on_head(snapshot.table)?;
                self.on_entries(snapshot.from, snapshot.entries, contents)?;
                self.present = snapshot.present;
                self.you = snapshot.you;
                let kept = contents.chat.get(TABLE).map(Vec::as_slice).unwrap_or_default();
                let same = |(line, row): (&Chat, &crate::store::ChatRow)| {
                    line.text == row.text && line.person.id == row.person
                };
                if snapshot.chat.len() > kept.len() || !snapshot.chat.iter().zip(kept).all(same) {
                    return Err("the chat of a snapshot is not that of the database".to_string());
                }
                let has = |text: &String| snapshot.chat.iter().any(|line| line.text == *text);
                if let Some(lost) = self.said.iter().find(|text| !has(text)) {
                    return Err(format!("`{lost}` was acknowledged, and is not in the chat"));
                }
                self.chat = snapshot.chat;
            }
            ServerMessage::Head { table } => self.on_head(*table)?,
            ServerMessage::Played { ply, entries, .. } => {
                self.on_entries(ply, entries, contents)?;
            }
            ServerMessage::Present { present, .. } => self.present = present,
            ServerMessage::Chat { chat, .. } => {
                let kept = contents.chat.get(TABLE).map(Vec::as_slice).unwrap_or_default();
                if !kept.iter().any(|row| row.text == chat.text && row.person == chat.person.id) {
                    return Err(format!("`{}` is shown, but not in the database", chat.text));
                }
                if chat.person == self.person && !self.said.contains(&chat.text) {
                    self.said.push(chat.text.clone());
                }
                self.chat.push(chat);
            }
            _ => {}
        }
        Ok(())
    }

    fn on_head(&mut self, head: PublicHead) -> Result<(), String> {
        if let Some(before) = &self.head {
            if rank(head.phase) < rank(before.phase) {
                return Err(format!("{:?} after {:?}", head.phase, before.phase));
            }
            let has_begun = before.phase != Phase::Waiting;
            if has_begun && (head.seats != before.seats || head.setup != before.setup) {
                return Err("seats or setup have changed in the game".to_string());
            }
            if before.phase == Phase::Over && head != *before {
                return Err("the end of the game has changed".to_string());
            }
        }
        if (head.phase == Phase::Over) != head.seed.is_some() {
            return Err("the seed is shown before the end, or never".to_string());
        }
        if head.phase != Phase::Waiting && self.log.is_none() {
            let kind = head.kind.parse().map_err(|why| format!("{why}"))?;
            let log = Log::new(kind, &head.setup);
            self.log = Some(log.map_err(|why| why.to_string())?);
        }
        self.head = Some(head);
        self.replay()
    }

    fn on_entries(
        &mut self,
        ply: u32,
        entries: Vec<Entry>,
        contents: &Contents,
    ) -> Result<(), String> {
        let ply = ply as usize;
        if ply > self.entries.len() {
            return Err(format!("entries from {ply} on, but only {} before", self.entries.len()));
        }
        let kept = contents.plies.get(TABLE).map(Vec::as_slice).unwrap_or_default();
        for (n, entry) in entries.into_iter().enumerate() {
            let Some(row) = kept.get(ply + n) else {
                return Err(format!("`{}` at {} is not in the database", entry.what, ply + n));
            };
            if row.what != entry.what || row.at != entry.at {
                let (what, at) = (&entry.what, ply + n);
                return Err(format!("`{what}` at {at}; the database has `{}`", row.what));
            }
            match self.entries.get(ply + n) {
                None => self.entries.push(entry),
                Some(known) if *known == entry => {}
                Some(known) => {
                    let (what, at) = (&entry.what, ply + n);
                    return Err(format!("`{what}` at {at}, after `{}`", known.what));
                }
            }
        }
        self.replay()
    }

    fn replay(&mut self) -> Result<(), String> {
        let Some(log) = &mut self.log else { return Ok(()) };
        for entry in &self.entries[log.ply() as usize..] {
            let event: LogEvent = entry.what.parse().map_err(|why| format!("{why}"))?;
            log.apply(&event).map_err(|why| format!("`{}`: {why}", entry.what))?;
        }
        Ok(())
    }
}
