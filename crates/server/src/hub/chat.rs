//! Chat of a table: who may write, how much, and under which name.

use std::collections::VecDeque;

use mohreh_protocol::{Chat, Chatters, Code, Person, Refusal, ServerMessage, limits};

use super::{Hub, RoomHandle, lock, store_refusal};
use crate::bus::NodeEvent;
use crate::store::{ChatRow, WriteSet};
use crate::table::{Head, Reader, marked_name};

/// A recent line: its author, whether they have a seat, and its time in Unix milliseconds.
struct Line {
    person: String,
    is_player: bool,
    at: u64,
}

/// Lines at a table within the last [`limits::CHAT_PERIOD_MS`], from all sockets, and as far as known from all nodes.
#[derive(Default)]
pub(super) struct RecentLines(VecDeque<Line>);

impl RecentLines {
    /// Counts a line, unless there are too many already.
    fn admit(&mut self, person: &str, is_player: bool, now: u64) -> Result<(), Refusal> {
        self.expire(now);
        let too_fast = |why: &str| Err(Refusal::new(Code::TooFast, why));
        if self.0.iter().filter(|line| line.person == person).count() >= limits::CHAT_PER_PERSON {
            return too_fast("too many lines at once; wait a little");
        }
        let of_watchers = self.0.iter().filter(|line| !line.is_player).count();
        if !is_player && of_watchers >= limits::CHAT_OF_WATCHERS {
            return too_fast("too many write at once; wait a little");
        }
        self.count(person, is_player, now);
        Ok(())
    }

    fn count(&mut self, person: &str, is_player: bool, now: u64) {
        self.expire(now);
        self.0.push_back(Line { person: person.to_string(), is_player, at: now });
    }

    fn expire(&mut self, now: u64) {
        while self.0.front().is_some_and(|line| line.at + limits::CHAT_PERIOD_MS <= now) {
            self.0.pop_front();
        }
    }
}

/// Whether a person may write; `watches` if they are subscribed to the table.
fn check_writer(head: &Head, person: &Person, watches: bool) -> Result<(), Refusal> {
    let is_player = head.seat_of(&person.id).is_some();
    if !watches {
        head.check_reader(Reader { person: Some(person), key: "" })?;
    }
    let forbidden = |why: &str| Refusal::new(Code::Forbidden, why);
    Err(match head.chat {
        Chatters::Nobody => forbidden("the chat of this table is closed").because("chat-closed"),
        Chatters::Players if !is_player => {
            forbidden("only the players write here").because("chat-of-players")
        }
        Chatters::Everybody if !is_player && !watches => {
            forbidden("watch the table before you write")
        }
        Chatters::Players | Chatters::Everybody => return Ok(()),
    })
}

impl Hub {
    /// Commits a chat line, then broadcasts and publishes it. `watches` if the author is subscribed to the table.
    pub(crate) async fn chat(
        &self,
        handle: &RoomHandle,
        person: &Person,
        watches: bool,
        text: &str,
    ) -> Result<(), Refusal> {
        let head = self.room(handle).await?.head().clone();
        check_writer(&head, person, watches)?;
        let seated = head.people().find(|seated| seated.id == person.id);
        lock(&handle.recent_lines).admit(&person.id, seated.is_some(), self.now())?;
        let name = match seated {
            Some(seated) => seated.name.clone(),
            None => self.name_of_watcher(&head, person).await?,
        };
        let row =
            ChatRow { person: person.id.clone(), name, text: text.to_string(), at: self.now() };
        let table = head.id;
        let write_set =
            WriteSet { chat: Some((table.clone(), row.clone())), ..WriteSet::default() };
        let _order = handle.chat_order.read().await;
        self.store.commit(write_set).await.map_err(|error| store_refusal(&error))?;
        self.metrics.chats.inc();
        let chat = chat_line(row);
        handle.broadcast(&ServerMessage::Chat { table: table.clone(), chat: chat.clone() });
        self.bus.publish(NodeEvent::Chat { table, chat });
        Ok(())
    }

    /// Name of an author without a seat, unlike those of the players and of the latest authors.
    async fn name_of_watcher(&self, head: &Head, person: &Person) -> Result<String, Refusal> {
        let lines = self.store.chat(&head.id, limits::CHAT_LINES).await;
        let lines = lines.map_err(|error| store_refusal(&error))?;
        let authors: Vec<Person> = lines.into_iter().map(|row| chat_line(row).person).collect();
        Ok(marked_name(person, head.people().chain(&authors)).name)
    }

    /// Broadcasts a chat line of another node, and counts it.
    pub(super) async fn on_remote_chat(&self, handle: &RoomHandle, table: String, chat: Chat) {
        let is_player = handle.room.lock().await.head().seat_of(&chat.person.id).is_some();
        lock(&handle.recent_lines).count(&chat.person.id, is_player, self.now());
        let _order = handle.chat_order.read().await;
        handle.broadcast(&ServerMessage::Chat { table, chat });
    }
}

pub(super) fn chat_line(row: ChatRow) -> Chat {
    Chat { person: Person { id: row.person, name: row.name }, text: row.text, at: row.at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_limited_per_person_and_for_all_who_watch() {
        let mut recent = RecentLines::default();
        let most = limits::CHAT_PER_PERSON;
        let admitted = |recent: &mut RecentLines, who: &str, is_player, now| {
            (0..100).filter(|_| recent.admit(who, is_player, now).is_ok()).count()
        };
        assert_eq!(admitted(&mut recent, "sara", true, 0), most);
        assert_eq!(admitted(&mut recent, "sara", true, limits::CHAT_PERIOD_MS - 1), 0);
        assert_eq!(admitted(&mut recent, "sara", true, limits::CHAT_PERIOD_MS), most);
        let crowd = |recent: &mut RecentLines, now| -> usize {
            (0..50).map(|n| admitted(recent, &n.to_string(), false, now)).sum()
        };
        let now = limits::CHAT_PERIOD_MS;
        assert_eq!(crowd(&mut recent, now), limits::CHAT_OF_WATCHERS);
        assert_eq!(admitted(&mut recent, "bahram", true, now), most, "players are heard");
        assert_eq!(crowd(&mut recent, 2 * now), limits::CHAT_OF_WATCHERS);
    }
}
