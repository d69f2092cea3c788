//! What is kept on the device: games as records, and settings. What cannot be read stays where it is,
//! and is told of.

use web_sys::Storage;

use crate::dom;
use crate::session::Session;

const GAMES: &str = "mohreh/game/";
const SETTINGS: &str = "mohreh/settings";
const DRAFTS: &str = "mohreh/draft/";
const TURNS: &str = "mohreh/turn/";
const MUTED: &str = "mohreh/muted";

/// Why something could not be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotKept {
    /// The browser keeps nothing for this page.
    NoStore,
    /// There is no room left.
    Full,
}

impl NotKept {
    /// The sentence that says so.
    pub fn key(self) -> &'static str {
        match self {
            NotKept::NoStore => "say-no-store",
            NotKept::Full => "say-store-full",
        }
    }
}

/// A game on the device.
pub enum Kept {
    Game(Box<Session>),
    /// Its text cannot be read, for this reason.
    Broken {
        id: String,
        text: String,
        why: String,
    },
}

impl Kept {
    fn touched_at(&self) -> &str {
        match self {
            Kept::Game(session) => session.touched_at(),
            Kept::Broken { .. } => "",
        }
    }
}

fn store() -> Option<Storage> {
    dom::window()?.local_storage().ok()?
}

fn read(key: &str) -> Option<String> {
    store()?.get_item(key).ok()?
}

fn write(key: &str, text: &str) -> Result<(), NotKept> {
    let store = store().ok_or(NotKept::NoStore)?;
    store.set_item(key, text).map_err(|_| NotKept::Full)
}

fn remove(key: &str) {
    if let Some(store) = store() {
        let _ = store.remove_item(key);
    }
}

pub fn keep(session: &Session) -> Result<(), NotKept> {
    write(&format!("{GAMES}{}", session.id), &session.to_text())
}

pub fn game(id: &str) -> Option<Kept> {
    let text = read(&format!("{GAMES}{id}"))?;
    Some(match Session::from_text(id, &text) {
        Ok(session) => Kept::Game(Box::new(session)),
        Err(why) => Kept::Broken { id: id.to_string(), text, why },
    })
}

pub fn forget(id: &str) {
    remove(&format!("{GAMES}{id}"));
}

/// All games on the device, the latest first.
pub fn games() -> Vec<Kept> {
    let Some(store) = store() else { return Vec::new() };
    let count = store.length().unwrap_or(0);
    let keys = (0..count).filter_map(|n| store.key(n).ok().flatten());
    let ids: Vec<String> =
        keys.filter_map(|key| key.strip_prefix(GAMES).map(ToString::to_string)).collect();
    let mut games: Vec<Kept> = Vec::new();
    for kept in ids.iter().filter_map(|id| game(id)) {
        // Times are written so that their texts are in order.
        let before = |other: &&Kept| other.touched_at() >= kept.touched_at();
        let place = games.iter().take_while(before).count();
        games.insert(place, kept);
    }
    games
}

/// A name that no game on the device has.
pub fn new_id() -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
    loop {
        let letter = |_| char::from(LETTERS[dom::chance(LETTERS.len() as u32) as usize]);
        let id: String = (0..6).map(letter).collect();
        if read(&format!("{GAMES}{id}")).is_none() {
            return id;
        }
    }
}

pub fn settings() -> String {
    read(SETTINGS).unwrap_or_default()
}

pub fn keep_settings(text: &str) -> Result<(), NotKept> {
    write(SETTINGS, text)
}

/// What was chosen last in a form.
pub fn draft(name: &str) -> String {
    read(&format!("{DRAFTS}{name}")).unwrap_or_default()
}

pub fn keep_draft(name: &str, text: &str) {
    // A form that is not remembered is no loss.
    let _ = write(&format!("{DRAFTS}{name}"), text);
}

/// A turn at a table of the server that was not finished in this tab.
pub fn turn(table: &str) -> String {
    let kept = tab().and_then(|tab| tab.get_item(&format!("{TURNS}{table}")).ok()?);
    kept.unwrap_or_default()
}

pub fn keep_turn(table: &str, text: Option<&str>) {
    let (Some(tab), key) = (tab(), format!("{TURNS}{table}")) else { return };
    // At worst the turn has to be played again.
    let _ = match text {
        Some(text) => tab.set_item(&key, text),
        None => tab.remove_item(&key),
    };
}

/// What is kept as long as the tab.
fn tab() -> Option<Storage> {
    dom::window()?.session_storage().ok()?
}

/// The ids of people who are not to be heard.
pub fn muted() -> Vec<String> {
    read(MUTED).unwrap_or_default().lines().map(ToString::to_string).collect()
}

pub fn keep_muted(people: &[String]) {
    // Who cannot be muted for ever is muted until the page is left.
    let _ = write(MUTED, &people.join("\n"));
}
