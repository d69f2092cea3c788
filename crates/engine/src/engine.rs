//! The engine as a thing that one owns: its memory, its weights, and how it searches.

use mohreh_games::{Kind, ParseError, with_kind};

use crate::any::Thinks;
use crate::rotas::Remembered;
use crate::table::Table;
use crate::think::{Choice, Limits, Report};
use crate::weights::{Weights, kind_of};

/// A part of the search that can be left out, to measure what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// The table of positions.
    Table,
    /// A narrow window around the last score.
    Aspiration,
    /// Steps that refuted others anywhere are tried early.
    History,
    /// Late steps are searched less deeply at first.
    Reductions,
    /// Captures, rows and threats are seen through beyond the horizon.
    Quiescence,
    /// A step without an alternative costs no depth.
    Extensions,
    /// Wins are proven beside the search.
    Proofs,
}

impl Feature {
    /// All of them, with their names.
    pub const ALL: [(Feature, &'static str); 7] = [
        (Feature::Table, "table"),
        (Feature::Aspiration, "aspiration"),
        (Feature::History, "history"),
        (Feature::Reductions, "reductions"),
        (Feature::Quiescence, "quiescence"),
        (Feature::Extensions, "extensions"),
        (Feature::Proofs, "proofs"),
    ];
}

impl std::str::FromStr for Feature {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Feature, ParseError> {
        let found = Feature::ALL.into_iter().find(|(_, name)| *name == text);
        found.map(|(feature, _)| feature).ok_or_else(|| {
            let known = Feature::ALL.map(|(_, name)| name).join(", ");
            ParseError::new(text, format!("unknown feature of the search; known are: {known}"))
        })
    }
}

/// An engine: what it remembers, what it knows, and how it searches. It can think about one position
/// at a time, of any game.
pub struct Engine {
    pub(crate) table: Table,
    pub(crate) turn: Remembered,
    weights: Vec<Weights>,
    pub(crate) threads: usize,
    left_out: Vec<Feature>,
}

impl Engine {
    /// An engine that remembers positions in so many bytes, with the weights that the program comes
    /// with, thinking in one thread.
    #[must_use]
    pub fn new(bytes: usize) -> Engine {
        let own = |kind: &Kind| with_kind!(*kind, G => Weights::own::<G>());
        Engine {
            table: Table::new(bytes),
            turn: Remembered::default(),
            weights: Kind::ALL.iter().map(own).collect(),
            threads: 1,
            left_out: Vec::new(),
        }
    }

    /// Thinks in so many threads at once. In the browser there is only one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.threads = threads.max(1);
        self
    }

    /// Takes the weights of an evaluation file; the answer tells for which game they are.
    pub fn learn(&mut self, text: &str) -> Result<Kind, ParseError> {
        let kind = kind_of(text)?;
        let weights = with_kind!(kind, G => Weights::read::<G>(text))?;
        self.weights[kind as usize] = weights;
        Ok(kind)
    }

    /// Takes other weights for a game.
    pub fn weigh<G: Thinks>(&mut self, weights: Weights) {
        self.weights[G::KIND as usize] = weights;
    }

    /// Searches without a feature from now on.
    pub fn leave_out(&mut self, feature: Feature) {
        self.left_out.push(feature);
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        !self.left_out.contains(&feature)
    }

    /// The weights of a game.
    #[must_use]
    pub fn weights<G: Thinks>(&self) -> &Weights {
        &self.weights[G::KIND as usize]
    }

    /// Forgets all positions, so that the next answer does not depend on earlier ones.
    pub fn forget(&self) {
        self.table.forget(None);
        self.turn.forget();
    }

    /// Thinks about a position. `stop` is asked every few hundred nodes, and `report` is told after
    /// each depth. The answer is the whole turn, in a game with dice the next step; it is empty if
    /// nobody is to move. In one thread, with a limit of nodes and nothing remembered, it is the same
    /// on every machine.
    pub fn think<G: Thinks>(
        &self,
        game: &G,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<G::Step>),
    ) -> Choice<G::Step> {
        game.think(self, limits, stop, report)
    }
}
