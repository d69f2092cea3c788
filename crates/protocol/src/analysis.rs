//! Bodies of the explorer and of reviews.

use mohreh_derive::Wire;
#[cfg(feature = "json")]
use serde::{Deserialize, Serialize};

use crate::request::query_string;
use crate::wire::Wire as _;

/// Query parameters of the explorer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(deny_unknown_fields)]
pub struct ExplorerQuery {
    /// A game in one line, `KIND|SETUP|STEPS`; its last position is asked for.
    pub line: String,
}

impl ExplorerQuery {
    /// The query string of a URL, percent-encoded.
    pub fn to_query(&self) -> String {
        query_string(&self.to_json())
    }
}

/// A turn from a position, and what became of the games in which it was played.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct ExplorerTurn {
    /// The steps, in the position that was asked for.
    pub steps: Vec<String>,
    /// Games in which it was played, or an image of it under a symmetry of the board.
    pub games: u32,
    /// Those of them that each seat has won alone.
    #[schema(minItems = 2u8, maxItems = mohreh_games::Seat::MOST)]
    pub wins: Vec<u32>,
    /// Those without a sole winner.
    pub shared: u32,
    /// Mean rating of those who played it; null if none of them has one.
    pub rating: Option<u32>,
}

/// What was played from a position, in the public games of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct ExplorerPage {
    /// The most frequent turns.
    #[schema(maxItems = crate::limits::EXPLORER_TURNS)]
    pub turns: Vec<ExplorerTurn>,
    /// Number of different turns, those that are not listed included.
    pub all: u32,
    /// Games of all turns together.
    pub games: u32,
}

/// What the engine says of a position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct JudgedPosition {
    /// Steps before it.
    pub ply: u32,
    /// Win chance of the seat to move with the best turn, in ten thousandths.
    pub best: u32,
    /// Win chance with what was played, if the same search tells; otherwise it follows from the next position.
    pub played: Option<u32>,
    /// The best turn; in a game with dice, the best choice.
    pub best_turn: Vec<String>,
}

/// How far the review of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum ReviewPhase {
    /// Nobody has asked for it at this node.
    #[default]
    None,
    /// Others come first.
    Waiting,
    /// The engine is at it.
    Running,
    /// The verdicts are kept with the game.
    Done,
}

/// The review of a game by the server.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
#[cfg_attr(feature = "json", derive(Serialize, Deserialize))]
pub struct ReviewState {
    /// How far it is.
    pub phase: ReviewPhase,
    /// Whether the requester may ask for one.
    pub allowed: bool,
    /// Whether the requester has asked for this one, and may cancel it.
    pub own: bool,
    /// Positions that are judged, while it runs.
    pub done: u32,
    /// Positions in all, while it waits or runs.
    pub all: u32,
    /// Nodes for each position.
    pub nodes: u64,
    /// The verdicts, in the order of play; empty before the end.
    pub judged: Vec<JudgedPosition>,
}
