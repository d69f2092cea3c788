//! A table of the server, as this page knows it: what was told, and what is asked.

use mohreh_games::Seat;
use mohreh_protocol::{End, Log, What};

use super::ask::Refused;
use super::clocks::Clocks;
use super::json::{Json, Message, quoted};
use super::sheet::{Heard, Sheet};
use super::socket::{Link, Socket};
use super::wire::{self, Head, Line, Phase, Sitter};
use crate::app::{Notice, tell};
use crate::session::{Player, Session};
use crate::state::{State, Stored};
use crate::{dom, store};

/// Lines of chat that are shown.
const CHAT: usize = 200;
/// A pause before what was not kept is said again, in milliseconds.
const PAUSE: u64 = 2000;

/// How it stands with what was played here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saved {
    /// All of it is kept.
    Yes,
    /// A turn goes on.
    NotYet,
    /// It is on its way.
    Sending,
}

/// What was told of a table.
#[derive(Default)]
pub struct Told {
    pub head: Option<Head>,
    /// The seat of whoever looks.
    pub me: Option<Seat>,
    pub sheet: Option<Sheet>,
    pub clocks: Clocks,
    /// For each seat since when nobody is there, by the clock of this device; none while somebody is.
    pub gone: Vec<Option<u64>>,
    pub watching: u32,
    pub chat: Vec<Line>,
    /// There is no such table.
    pub nowhere: bool,
    /// When the last entry of the log was kept, by the clock of this device.
    pub last: u64,
    /// A turn was sent and not answered.
    sent: bool,
    /// Something else was asked and not answered.
    acting: bool,
}

impl Told {
    /// Something of what the server has kept.
    pub fn log<T>(&self, of: impl FnOnce(&Log) -> T) -> Option<T> {
        self.sheet.as_ref().map(|sheet| of(sheet.log()))
    }

    /// Who sits at a seat.
    pub fn sitter(&self, seat: usize) -> Sitter {
        let sitter = self.head.as_ref().and_then(|head| head.seats().into_iter().nth(seat));
        sitter.unwrap_or(Sitter::Open)
    }

    /// Whether the server would let this follow.
    pub fn could(&self, what: &What) -> bool {
        self.log(|log| log.clone().apply(what).is_ok()) == Some(true)
    }

    pub fn saved(&self) -> Saved {
        match self.sheet.as_ref().is_none_or(Sheet::is_kept) {
            true => Saved::Yes,
            false if self.sent => Saved::Sending,
            false => Saved::NotYet,
        }
    }

    fn hear_time(&mut self, json: &Json) {
        self.clocks = Clocks {
            left: json.list("left").iter().filter_map(Json::as_number).collect(),
            running: wire::seat(json.number("running")),
            at: dom::ticks(),
        };
        let last = json.list("entries").last().and_then(|entry| entry.number("at"));
        if let (Some(last), Some(now)) = (last, json.number("now")) {
            self.last = dom::ticks().saturating_sub(now.saturating_sub(last));
        }
    }

    fn hear_present(&mut self, json: &Json) {
        let mut before = std::mem::take(&mut self.gone).into_iter();
        for present in json.list("present") {
            let since = before.next().flatten();
            self.gone.push((!present.is_true()).then(|| since.unwrap_or_else(dom::ticks)));
        }
        self.watching = json.number("watching").unwrap_or(0) as u32;
    }
}

/// The texts of entries.
fn entries(json: &Json) -> Vec<String> {
    json.list("entries").iter().map(|entry| entry.word("what")).collect()
}

/// A table; copies speak of the same one.
#[derive(Clone, Copy)]
pub struct Online {
    id: Stored<String>,
    pub told: State<Told>,
    pub socket: Socket,
}

impl Online {
    /// Begins to hear of a table.
    pub fn new(id: &str) -> Online {
        let online = Online {
            id: Stored::new(id.to_string()),
            told: State::new(Told::default()),
            socket: Socket::here(),
        };
        online.socket.listen(move || online.greeting(), move |kind, json| online.hear(kind, json));
        online
    }

    pub fn id(self) -> String {
        self.id.get()
    }

    /// An address of the server that is about this table.
    pub fn address(self, what: &str) -> String {
        ["/api/tables/", &self.id(), what].concat()
    }

    fn message(self, kind: &str) -> Message {
        Message::of(kind).text("table", &self.id())
    }

    /// Wants all that is not known yet.
    fn greeting(self) -> String {
        let mut from = 0;
        self.told.update(|told| {
            told.sent = false;
            told.acting = false;
            from = told.log(Log::ply).unwrap_or(0);
        });
        self.message("watch").number("from", from).done()
    }

    /// Wants everything anew.
    pub fn watch(self) {
        self.socket.say(&self.message("watch").number("from", 0).done());
    }

    fn hear(self, kind: &str, json: &Json) {
        if kind == "table" || kind == "head" {
            let head = Head::read(&json.at("table")).filter(|head| head.id() == self.id());
            if let Some(head) = head {
                if kind == "table" { self.hear_all(head, json) } else { self.hear_head(head) }
            }
            return;
        }
        if json.text("table").is_some_and(|table| table != self.id()) {
            return;
        }
        match kind {
            "played" => self.hear_played(json),
            "present" => self.told.update(|told| told.hear_present(json)),
            "chat" => self.told.update(|told| {
                told.chat.extend(Line::read(json));
                let many = told.chat.len().saturating_sub(CHAT);
                told.chat.drain(..many);
            }),
            "refused" => self.hear_refused(Refused::read(json)),
            _ => {}
        }
    }

    fn hear_all(self, head: Head, json: &Json) {
        let me = wire::seat(json.number("you"));
        let from = json.number("from").unwrap_or(0) as u32;
        let mut gap = false;
        self.told.update(|told| {
            let known = told.sheet.take().filter(|sheet| sheet.me() == me && from > 0);
            if head.phase() != Phase::Waiting {
                let fresh = known.is_none();
                told.sheet = known.or_else(|| Sheet::new(head.kind, &head.setup(), me));
                let heard = told.sheet.as_mut().map(|sheet| sheet.hear(from, &entries(json)));
                gap = heard != Some(Heard::Follows);
                if let Some(sheet) = told.sheet.as_mut().filter(|_| fresh) {
                    sheet.restore(&store::turn(&self.id()));
                }
            }
            // What is whole and does not follow cannot be mended by asking again.
            told.nowhere = gap && from == 0;
            told.hear_time(json);
            told.hear_present(json);
            told.chat = json.list("chat").iter().filter_map(Line::read).collect();
            told.me = me;
            told.head = Some(head);
        });
        if gap && from > 0 { self.watch() } else { self.send() }
    }

    fn hear_head(self, head: Head) {
        let waited = self.told.with_untracked(|told| {
            told.head.as_ref().is_some_and(|before| before.phase() == Phase::Waiting)
        });
        if waited && head.phase() == Phase::Playing {
            // Who sits where was drawn just now, and the server has to count us for the right seat.
            self.watch();
        } else {
            self.told.update(|told| told.head = Some(head));
        }
    }

    fn hear_played(self, json: &Json) {
        let (ply, entries) = (json.number("ply").unwrap_or(0) as u32, entries(json));
        let mut gap = false;
        self.told.update(|told| {
            let Some(sheet) = &mut told.sheet else { return };
            let asked = sheet.log().offer().is_some_and(|offer| Some(offer.by()) == sheet.me());
            if asked && entries.iter().any(|entry| entry.starts_with("!decline")) {
                tell(Notice::brief("say-declined"));
            }
            gap = sheet.hear(ply, &entries) == Heard::Gap;
            told.sent &= !sheet.is_kept();
            told.acting = false;
            told.hear_time(json);
        });
        if gap { self.watch() } else { self.keep() }
    }

    fn hear_refused(self, why: Refused) {
        let (mut sent, mut acting) = (false, false);
        self.told.update(|told| {
            told.nowhere |= why.code == "not-found";
            sent = std::mem::take(&mut told.sent);
            acting = std::mem::take(&mut told.acting);
        });
        match why.code.as_str() {
            "not-found" => {}
            _ if !sent => why.tell(),
            // It was not done, and may be done yet.
            "too-fast" | "unavailable" => {
                why.tell();
                dom::later(PAUSE, move || {
                    if self.id.try_get().is_some() {
                        self.send();
                    }
                });
            }
            // Something else came first: once that is known, it is said again.
            code if code == "stale" || acting => self.socket.say(&self.greeting()),
            _ => {
                why.tell();
                self.write(Sheet::rub_out);
            }
        }
    }

    /// Writes something on the sheet, and keeps what is not sent for when the page is loaded anew.
    fn write(self, write: impl Fn(&mut Sheet)) {
        self.told.update(|told| told.sheet.iter_mut().for_each(write));
        self.keep();
    }

    fn keep(self) {
        let text = self.told.with_untracked(|told| {
            told.sheet.as_ref().filter(|sheet| !sheet.is_kept()).map(Sheet::to_text)
        });
        store::keep_turn(&self.id(), text.as_deref());
    }

    /// Sends a turn that is complete.
    fn send(self) {
        let turn = self.told.with_untracked(|told| {
            let (ply, steps) = told.sheet.as_ref().filter(|_| !told.sent)?.to_send()?;
            let steps: Vec<String> = steps.iter().map(|step| quoted(step)).collect();
            Some((ply, steps.join(",")))
        });
        if let Some((ply, steps)) = turn
            && self.socket.link.get_untracked() == Link::There
        {
            self.told.update(|told| told.sent = true);
            let play = self.message("play").number("ply", ply);
            self.socket.say(&play.json("steps", &["[", &steps, "]"].concat()).done());
        }
    }

    /// A step was played here.
    pub fn played(self, step: &str) {
        self.write(|sheet| sheet.add(step));
        self.send();
    }

    pub fn undo(self) {
        self.write(Sheet::undo);
    }

    /// Does something besides playing.
    pub fn act(self, act: &str) {
        let mut ply = 0;
        self.told.update(|told| {
            told.acting = true;
            ply = told.log(Log::ply).unwrap_or(0);
        });
        self.socket.say(&self.message("act").number("ply", ply).text("act", act).done());
    }

    pub fn chat(self, text: &str) {
        self.socket.say(&self.message("chat").text("text", text).done());
    }

    pub fn end(self) -> Option<End> {
        self.told.with(|told| told.log(Log::end).flatten())
    }

    pub fn steps(self) -> Vec<String> {
        self.told.with(|told| told.sheet.as_ref().map(Sheet::steps).unwrap_or_default())
    }

    /// How many steps nobody can undo any more.
    pub fn settled(self) -> usize {
        self.told.with(|told| told.log(|log| log.steps().len()).unwrap_or(0))
    }

    pub fn sitter(self, seat: usize) -> Sitter {
        self.told.with(|told| told.sitter(seat))
    }

    pub fn is_mine(self, seat: usize) -> bool {
        self.told.with(|told| told.me.is_some_and(|me| me.index() == seat))
    }

    /// Whether one has a seat at all.
    pub fn sits(self) -> bool {
        self.told.with(|told| told.me.is_some())
    }

    pub fn is_away(self, seat: usize) -> bool {
        self.told.with(|told| told.gone.get(seat).is_some_and(Option::is_some))
    }

    /// The game after the first so many steps, to be shown.
    pub fn session(self, steps: usize) -> Option<Session> {
        self.told.with_untracked(|told| {
            let sheet = told.sheet.as_ref()?;
            let mut all = sheet.steps();
            all.truncate(steps);
            let mut players = vec![Player::Elsewhere; sheet.log().game().seats()];
            if let Some(me) = sheet.me().and_then(|me| players.get_mut(me.index())) {
                *me = Player::Person;
            }
            Session::at_server(self.id(), sheet.log(), &all, &players).ok()
        })
    }
}
