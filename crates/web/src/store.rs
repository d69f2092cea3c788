//! Local and session storage: games as records, settings, form drafts, pending turns, muted people, keys of
//! private tables. Games that cannot be parsed are kept, and reported as corrupt. Games that cannot be stored are
//! kept in memory, until the page is left.

use std::cell::RefCell;

use mohreh_games::Record;
use mohreh_games::record::RecordError;
use web_sys::Storage;

use crate::dom;
use crate::game_model::GameModel;
use crate::tab_lock;

const GAMES: &str = "mohreh/game/";
/// Games under analysis, as records with variations; those of saved games have their ids.
const ANALYSES: &str = "mohreh/analysis/";
const SETTINGS: &str = "mohreh/settings";
const DRAFTS: &str = "mohreh/draft/";
/// What was learnt, by subject.
const PROGRESS: &str = "mohreh/progress/";
const PENDING_TURNS: &str = "mohreh/turn/";
const MUTED: &str = "mohreh/muted";
/// Tables with their keys, the latest first.
const KEYS: &str = "mohreh/keys";
const MAX_KEYS: usize = 100;
/// Steps of courses that are done, one a line.
const LESSONS: &str = "mohreh/lessons";

thread_local! {
    /// Ids and texts of games that could not be stored.
    static UNSAVED: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
    /// Id of the game at the table, and its text in storage as this tab knows it.
    static OPENED: RefCell<(String, String)> = const { RefCell::new((String::new(), String::new())) };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SaveError {
    /// Storage is disabled.
    Unavailable,
    QuotaExceeded,
}

impl SaveError {
    /// Message key.
    pub(crate) fn key(self) -> &'static str {
        match self {
            SaveError::Unavailable => "say-no-store",
            SaveError::QuotaExceeded => "say-store-full",
        }
    }
}

/// A game in local storage.
pub(crate) enum SavedGame {
    Game(Box<GameModel>),
    /// Its text cannot be parsed.
    Corrupt {
        id: String,
        text: String,
        why: RecordError,
    },
}

impl SavedGame {
    fn last_played(&self) -> &str {
        match self {
            SavedGame::Game(model) => model.last_played(),
            SavedGame::Corrupt { .. } => "",
        }
    }
}

fn local_storage() -> Option<Storage> {
    dom::window()?.local_storage().ok()?
}

fn read(key: &str) -> Option<String> {
    local_storage()?.get_item(key).ok()?
}

fn write(key: &str, text: &str) -> Result<(), SaveError> {
    let storage = local_storage().ok_or(SaveError::Unavailable)?;
    storage.set_item(key, text).map_err(|_| match storage.length() {
        // Some browsers have a storage that takes nothing.
        Ok(0) | Err(_) => SaveError::Unavailable,
        Ok(_) => SaveError::QuotaExceeded,
    })
}

fn remove(key: &str) {
    if let Some(storage) = local_storage() {
        let _ = storage.remove_item(key);
    }
}

/// Saves a game. One that cannot be stored is kept in memory, and the error is returned the first time. If another
/// tab has changed the stored game, this one gives up its table instead, and nothing is overwritten.
pub(crate) fn save(model: &GameModel) -> Result<(), SaveError> {
    let (key, text) = (format!("{GAMES}{}", model.id), model.to_text());
    let known = OPENED.with_borrow(|(id, text)| (*id == model.id).then(|| text.clone()));
    if known.is_some_and(|known| read(&key).is_some_and(|stored| stored != known)) {
        UNSAVED.with_borrow_mut(|unsaved| unsaved.retain(|(id, _)| *id != model.id));
        tab_lock::lose();
        return Ok(());
    }
    let saved = write(&key, &text);
    UNSAVED.with_borrow_mut(|unsaved| {
        let before = unsaved.len();
        unsaved.retain(|(id, _)| *id != model.id);
        let is_news = unsaved.len() == before;
        match saved {
            Ok(()) => OPENED.set((model.id.clone(), text)),
            Err(_) => unsaved.push((model.id.clone(), text)),
        }
        if is_news { saved } else { Ok(()) }
    })
}

/// The game at the table, which this tab saves from now on.
pub(crate) fn open(id: &str) -> Option<SavedGame> {
    let text = read(&format!("{GAMES}{id}")).unwrap_or_default();
    OPENED.set((id.to_string(), text));
    game(id)
}

fn text_of(id: &str) -> Option<String> {
    let unsaved = UNSAVED.with_borrow(|unsaved| {
        unsaved.iter().find(|(other, _)| other == id).map(|(_, text)| text.clone())
    });
    unsaved.or_else(|| read(&format!("{GAMES}{id}")))
}

pub(crate) fn game(id: &str) -> Option<SavedGame> {
    let text = text_of(id)?;
    Some(match GameModel::from_text(id, &text) {
        Ok(model) => SavedGame::Game(Box::new(model)),
        Err(why) => SavedGame::Corrupt { id: id.to_string(), text, why },
    })
}

pub(crate) fn delete(id: &str) {
    UNSAVED.with_borrow_mut(|unsaved| unsaved.retain(|(other, _)| other != id));
    remove(&format!("{GAMES}{id}"));
    remove(&format!("{ANALYSES}{id}"));
}

/// The analysis of a game; `None` if there is none, or it cannot be parsed.
pub(crate) fn analysis(id: &str) -> Option<Record> {
    Record::read(&read(&format!("{ANALYSES}{id}"))?).ok()?.into_iter().next()
}

pub(crate) fn save_analysis(id: &str, record: &Record) -> Result<(), SaveError> {
    write(&format!("{ANALYSES}{id}"), &record.to_string())
}

/// Ids of the analyses of games that are not on this device.
pub(crate) fn analyses() -> Vec<String> {
    let analyses = ids(ANALYSES).into_iter();
    analyses.filter(|id| read(&format!("{GAMES}{id}")).is_none()).collect()
}

/// What follows a prefix in the keys of the storage.
fn ids(prefix: &str) -> Vec<String> {
    let Some(storage) = local_storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|n| storage.key(n).ok().flatten());
    keys.filter_map(|key| key.strip_prefix(prefix).map(ToString::to_string)).collect()
}

/// All saved games, the latest first.
pub(crate) fn games() -> Vec<SavedGame> {
    let mut ids: Vec<String> =
        UNSAVED.with_borrow(|unsaved| unsaved.iter().map(|(id, _)| id.clone()).collect());
    for id in self::ids(GAMES) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut games: Vec<SavedGame> = Vec::new();
    for saved in ids.iter().filter_map(|id| game(id)) {
        // ISO times sort as text.
        let before = |other: &&SavedGame| other.last_played() >= saved.last_played();
        let place = games.iter().take_while(before).count();
        games.insert(place, saved);
    }
    games
}

/// A random id that no saved game has.
pub(crate) fn new_id() -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
    loop {
        let letter = |_| char::from(LETTERS[dom::random_below(LETTERS.len() as u32) as usize]);
        let id: String = (0..6).map(letter).collect();
        if text_of(&id).is_none() && read(&format!("{ANALYSES}{id}")).is_none() {
            return id;
        }
    }
}

pub(crate) fn settings() -> String {
    read(SETTINGS).unwrap_or_default()
}

pub(crate) fn save_settings(text: &str) -> Result<(), SaveError> {
    write(SETTINGS, text)
}

/// The last input of a form.
pub(crate) fn draft(name: &str) -> String {
    read(&format!("{DRAFTS}{name}")).unwrap_or_default()
}

pub(crate) fn save_draft(name: &str, text: &str) {
    // Best effort.
    let _ = write(&format!("{DRAFTS}{name}"), text);
}

/// What was done with the puzzles of a game.
pub(crate) fn progress(name: &str) -> String {
    read(&format!("{PROGRESS}{name}")).unwrap_or_default()
}

pub(crate) fn save_progress(name: &str, text: &str) {
    // Best effort: otherwise it counts until the page is left.
    let _ = write(&format!("{PROGRESS}{name}"), text);
}

/// The steps of courses that are done.
pub(crate) fn lessons_done() -> String {
    read(LESSONS).unwrap_or_default()
}

pub(crate) fn save_lessons_done(text: &str) {
    // Best effort: otherwise nothing is shown as done.
    let _ = write(LESSONS, text);
}

/// The pending turn of an online table. In session storage: it belongs to the tab.
pub(crate) fn pending_turn(table: &str) -> String {
    let saved = session_storage()
        .and_then(|storage| storage.get_item(&format!("{PENDING_TURNS}{table}")).ok()?);
    saved.unwrap_or_default()
}

pub(crate) fn save_pending_turn(table: &str, text: Option<&str>) {
    let (Some(storage), key) = (session_storage(), format!("{PENDING_TURNS}{table}")) else {
        return;
    };
    // Best effort: at worst the turn has to be played again.
    let _ = match text {
        Some(text) => storage.set_item(&key, text),
        None => storage.remove_item(&key),
    };
}

fn session_storage() -> Option<Storage> {
    dom::window()?.session_storage().ok()?
}

/// Ids of muted people.
pub(crate) fn muted() -> Vec<String> {
    read(MUTED).unwrap_or_default().lines().map(ToString::to_string).collect()
}

pub(crate) fn save_muted(people: &[String]) {
    // Best effort: otherwise they are muted until the page is left.
    let _ = write(MUTED, &people.join("\n"));
}

/// Key of a private table; empty if there is none.
pub(crate) fn table_key(table: &str) -> String {
    let keys = read(KEYS).unwrap_or_default();
    let mut lines = keys.lines().filter_map(|line| line.strip_prefix(table));
    lines.next().unwrap_or_default().trim_start().to_string()
}

pub(crate) fn save_table_key(table: &str, key: &str) {
    let keys = read(KEYS).unwrap_or_default();
    let mut lines = vec![[table, " ", key].concat()];
    let others = keys.lines().filter(|line| !line.starts_with(table));
    lines.extend(others.take(MAX_KEYS - 1).map(ToString::to_string));
    // Best effort: otherwise the link is needed again.
    let _ = write(KEYS, &lines.join("\n"));
}
