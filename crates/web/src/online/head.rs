//! [`Head`]: the head of a table whose game this page knows; and other small parts of messages.

use mohreh_games::{Kind, Seat};
use mohreh_protocol::{Person, PublicHead};

use crate::{dom, store};

/// Head of a table, with its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub kind: Kind,
    pub table: PublicHead,
}

impl Head {
    /// `None` if this page does not know the game: a newer server may.
    pub(crate) fn new(table: PublicHead) -> Option<Head> {
        Some(Head { kind: table.kind.parse().ok()?, table })
    }

    pub(crate) fn seat_of(&self, person: Option<&Person>) -> Option<usize> {
        self.table.seat_of(person?)
    }
}

/// Heads of the games that this page knows.
pub(crate) fn known(tables: Vec<PublicHead>) -> Vec<Head> {
    tables.into_iter().filter_map(Head::new).collect()
}

/// Reads a seat number of the protocol, which counts from 1.
pub(crate) fn seat_from_number(number: Option<u8>) -> Option<Seat> {
    let index = usize::from(number?.checked_sub(1)?);
    (index < Seat::MOST).then(|| Seat::new(index))
}

/// Random nonce: the client's contribution to the dice of a table.
pub(crate) fn nonce() -> String {
    let letter = |_| char::from(b'a' + dom::random_below(26) as u8);
    (0..20).map(letter).collect()
}

/// URL of the record of a table.
pub(crate) fn record_path(table: &str) -> String {
    path_of(table, "/record")
}

/// URL of what there is about a table, with the key that this device has.
pub(super) fn path_of(table: &str, what: &str) -> String {
    let key = store::table_key(table);
    let query = if key.is_empty() { "" } else { "?key=" };
    ["/api/tables/", table, what, query, &key].concat()
}
