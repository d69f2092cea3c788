//! [`Engine`]: transposition table, weights, threads and search features.

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex};

use mohreh_games::{Game, Kind, with_kind};

use crate::game::EngineGame;
use crate::network::Network;
use crate::proof::ProofTable;
use crate::setting_error::SettingError;
use crate::think::{Choice, Limits, Report};
use crate::tt::{Entry, TranspositionTable};
use crate::weights::{Weights, kind_of};

/// A search feature that can be switched off, to measure its Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Transposition-table cut-offs. Entries still order steps.
    TranspositionTable,
    /// Aspiration windows.
    Aspiration,
    /// History heuristic.
    History,
    /// Late-move reductions.
    Reductions,
    /// Quiescence search.
    Quiescence,
    /// Forced-step extension: a single legal step costs no depth.
    Extensions,
    /// df-PN proof search beside the main search.
    Proofs,
    /// Futility and late-step pruning.
    Pruning,
    /// Evaluation by the network, where there is one.
    Network,
}

impl Feature {
    /// Every feature with its name in player specifications.
    pub const ALL: [(Feature, &'static str); 9] = [
        (Feature::TranspositionTable, "table"),
        (Feature::Aspiration, "aspiration"),
        (Feature::History, "history"),
        (Feature::Reductions, "reductions"),
        (Feature::Quiescence, "quiescence"),
        (Feature::Extensions, "extensions"),
        (Feature::Proofs, "proofs"),
        (Feature::Pruning, "pruning"),
        (Feature::Network, "network"),
    ];
}

impl std::str::FromStr for Feature {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Feature, SettingError> {
        let found = Feature::ALL.into_iter().find(|(_, name)| *name == text);
        found.map(|(feature, _)| feature).ok_or_else(|| {
            let known = Feature::ALL.map(|(_, name)| name).join(", ");
            SettingError::new(text, format!("unknown feature of the search; known are: {known}"))
        })
    }
}

/// What a game's own search keeps from one step to the next, such as the plan of a turn with several
/// rolls.
#[derive(Default)]
pub(crate) struct Memo(Mutex<Option<Box<dyn Any + Send>>>);

impl Memo {
    /// Takes the value out, if it is of this type.
    pub(crate) fn take<T: 'static>(&self) -> Option<Box<T>> {
        let kept = self.0.lock().ok().and_then(|mut memo| memo.take());
        kept.and_then(|kept| kept.downcast().ok())
    }

    pub(crate) fn store<T: Send + 'static>(&self, value: Box<T>) {
        if let Ok(mut memo) = self.0.lock() {
            *memo = Some(value);
        }
    }

    fn clear(&self) {
        if let Ok(mut memo) = self.0.lock() {
            *memo = None;
        }
    }
}

/// The networks compiled into the program, by game.
static BUILTIN_NETWORKS: LazyLock<Vec<Option<Arc<Network>>>> = LazyLock::new(|| {
    let builtin = |kind: &Kind| with_kind!(*kind, G => G::NETWORK);
    // A test reads all of them; the hand evaluation would take the place of a damaged one.
    let read = |bytes: &[u8]| Network::read(bytes).ok().map(|(_, network)| Arc::new(network));
    Kind::ALL.iter().map(|kind| builtin(kind).and_then(read)).collect()
});

/// Search state that outlives one search. One position at a time, of any game.
pub struct Engine {
    pub(crate) tt: TranspositionTable,
    pub(crate) memo: Memo,
    pub(crate) proofs: Mutex<ProofTable>,
    weights: Vec<Weights>,
    networks: Vec<Option<Arc<Network>>>,
    pub(crate) threads: usize,
    disabled: Vec<Feature>,
}

impl Engine {
    /// A single-threaded engine with built-in weights and a transposition table of at most `bytes`.
    #[must_use]
    pub fn new(bytes: usize) -> Engine {
        let builtin = |kind: &Kind| with_kind!(*kind, G => Weights::builtin::<G>());
        Engine {
            tt: TranspositionTable::new(bytes),
            memo: Memo::default(),
            proofs: Mutex::default(),
            weights: Kind::ALL.iter().map(builtin).collect(),
            networks: BUILTIN_NETWORKS.clone(),
            threads: 1,
            disabled: Vec::new(),
        }
    }

    /// Lazy SMP with this many threads; wasm always has one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.threads = threads.max(1);
        self
    }

    /// Replaces the weights of one game by those of an evaluation file, and returns the game.
    pub fn load_weights(&mut self, text: &str) -> Result<Kind, SettingError> {
        let kind = kind_of(text)?;
        let weights = with_kind!(kind, G => Weights::read::<G>(text))?;
        self.weights[kind as usize] = weights;
        Ok(kind)
    }

    /// Replaces the weights of a game.
    pub fn set_weights<G: EngineGame>(&mut self, weights: Weights) {
        self.weights[G::KIND as usize] = weights;
    }

    /// Sets the network of the game that a file is for, and returns the game.
    pub fn load_network(&mut self, bytes: &[u8]) -> Result<Kind, SettingError> {
        let (kind, network) = Network::read(bytes)?;
        self.networks[kind as usize] = Some(Arc::new(network));
        Ok(kind)
    }

    /// The network that evaluates a game, if there is one.
    pub(crate) fn network<G: EngineGame>(&self) -> Option<&Network> {
        let network = self.networks[G::KIND as usize].as_deref();
        network.filter(|_| self.is_enabled(Feature::Network))
    }

    /// Switches a feature off.
    pub fn disable(&mut self, feature: Feature) {
        self.disabled.push(feature);
    }

    pub(crate) fn is_enabled(&self, feature: Feature) -> bool {
        !self.disabled.contains(&feature)
    }

    /// Current weights of a game.
    #[must_use]
    pub fn weights<G: EngineGame>(&self) -> &Weights {
        &self.weights[G::KIND as usize]
    }

    /// What the transposition table knows of a position.
    #[must_use]
    pub fn probe<G: Game>(&self, game: &G) -> Option<Entry> {
        self.tt.probe(game.hash())
    }

    /// Clears all tables and the memo, so that the next search is independent
    /// of earlier ones.
    pub fn clear(&self) {
        self.tt.clear(None);
        self.memo.clear();
        if let Ok(mut proofs) = self.proofs.lock() {
            proofs.clear();
        }
    }

    /// Searches a position.
    ///
    /// `stop` is polled every few hundred nodes; `report` is called after each iteration. The choice is
    /// the whole turn, in a game with dice the next step, and empty if no seat is to move. With one
    /// thread, a node limit and cleared tables it is the same on every machine.
    pub fn think<G: EngineGame>(
        &self,
        game: &G,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<G::Step>),
    ) -> Choice<G::Step> {
        game.think(self, limits, stop, report)
    }
}
