//! df-PN: depth-first proof-number search for a forced win of the mover.
//!
//! OR nodes are those where the attacker is to move, AND nodes the others. Each node has a proof
//! number, the least number of leaves that must be proven to prove it, and a disproof number. The
//! search descends into the most-proving child until a threshold is reached, and stores all numbers in
//! a transposition table of its own.

use std::cmp::min;

use mohreh_games::{Duel, Seat, Status};

use crate::splitmix::splitmix64;

/// Above every sum of proof numbers.
const INFINITY: u32 = 1 << 30;
/// Interval between two calls of the caller's `stop`.
const STOP_CHECK_NODES: u64 = 512;
/// Longer lines count as disproven.
const MAX_PLY: u32 = 200;
/// Associativity of the table.
const WAYS: usize = 4;

/// Most nodes that the table is sized for: one entry per node.
const MAX_NODES: u64 = 1 << 18;

/// What proof searches keep from one turn to the next. Positions are stored for one attacker, so both seats
/// have entries of their own.
#[derive(Default)]
pub(crate) struct ProofTable {
    slots: Vec<[Slot; WAYS]>,
}

impl ProofTable {
    /// Adapts the size to a node limit. Entries stay if it is the same, but are replaced sooner.
    fn prepare(&mut self, max_nodes: u64) {
        let buckets = (max_nodes as usize / WAYS).clamp(256, 1 << 16).next_power_of_two();
        if self.slots.len() == buckets {
            for slot in self.slots.iter_mut().flatten() {
                slot.work = slot.work.div_ceil(2);
            }
        } else {
            self.slots = vec![[EMPTY; WAYS]; buckets];
        }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill([EMPTY; WAYS]);
    }
}

/// Tries to prove that the mover wins, within `max_nodes`.
#[cfg(test)]
fn prove<G: Duel>(game: &G, max_nodes: u64) -> Option<Vec<G::Step>> {
    let mut table = ProofTable::default();
    Prover::new(game, &mut table, Some(max_nodes), &|| false).run(game, max_nodes)
}

/// Proof and disproof number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITY };
const DISPROVEN: ProofNumbers = ProofNumbers { proof: INFINITY, disproof: 0 };

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: ProofNumbers,
    /// Nodes spent below this entry.
    work: u32,
}

const EMPTY: Slot = Slot { key: 0, numbers: UNKNOWN, work: 0 };

/// Legal steps, and the same with the Zobrist key of each child.
type StepBuffers<S> = (Vec<S>, Vec<(S, u64)>);

/// A proof search that can be continued.
pub(crate) struct Prover<'a, G: Duel> {
    attacker: Seat,
    /// Combined with the keys of positions, because entries of both attackers share the table.
    salt: u64,
    slots: &'a mut [[Slot; WAYS]],
    nodes: u64,
    /// Limit of the current run.
    max_nodes: u64,
    /// Neither proven nor disproven yet.
    open: bool,
    stop: &'a dyn Fn() -> bool,
    buffers: Vec<StepBuffers<G::Step>>,
}

impl<'a, G: Duel> Prover<'a, G> {
    /// Prepares a proof that the mover wins.
    pub(crate) fn new(
        game: &G,
        table: &'a mut ProofTable,
        max_nodes: Option<u64>,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        table.prepare(max_nodes.unwrap_or(MAX_NODES).min(MAX_NODES));
        Prover {
            attacker: game.mover(),
            salt: splitmix64(game.mover().index() as u64),
            slots: &mut table.slots,
            nodes: 0,
            max_nodes: 0,
            open: true,
            stop,
            buffers: Vec::new(),
        }
    }

    /// Nodes used.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Continues until `max_nodes` are used in total; returns a whole winning turn if it finds a proof.
    pub(crate) fn run(&mut self, game: &G, max_nodes: u64) -> Option<Vec<G::Step>> {
        self.max_nodes = max_nodes;
        if !self.open || self.nodes >= max_nodes {
            return None;
        }
        let all = ProofNumbers { proof: INFINITY, disproof: INFINITY };
        let numbers = self.mid(game, all, 0)?;
        self.open = false;
        (numbers.proof == 0).then(|| self.winning_turn(game)).flatten()
    }

    fn probe(&self, key: u64) -> ProofNumbers {
        let key = key ^ self.salt;
        let ways = &self.slots[key as usize & (self.slots.len() - 1)];
        ways.iter()
            .find(|slot| slot.key == key && slot.work > 0)
            .map_or(UNKNOWN, |slot| slot.numbers)
    }

    fn store(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        let key = key ^ self.salt;
        let index = key as usize & (self.slots.len() - 1);
        let ways = &mut self.slots[index];
        let same = ways.iter().position(|slot| slot.key == key && slot.work > 0);
        // Replace the entry with the smallest subtree.
        let smallest = (0..WAYS).min_by_key(|way| ways[*way].work).unwrap_or(0);
        let work = work.clamp(1, u64::from(u32::MAX)) as u32;
        ways[same.unwrap_or(smallest)] = Slot { key, numbers, work };
    }

    /// Searches a node until one of its numbers reaches its threshold (Nagai's MID); `None` if out of
    /// nodes or stopped.
    fn mid(&mut self, game: &G, threshold: ProofNumbers, ply: u32) -> Option<ProofNumbers> {
        self.nodes += 1;
        if self.nodes > self.max_nodes
            || self.nodes.is_multiple_of(STOP_CHECK_NODES) && (self.stop)()
        {
            return None;
        }
        let before = self.nodes;
        let key = game.hash();
        let (mut steps, mut children) = self.buffers.pop().unwrap_or_default();
        steps.clear();
        children.clear();
        game.steps(&mut steps);
        let numbers = if let Status::Over(outcome) = game.status() {
            Some(if outcome.winner() == Some(self.attacker) { PROVEN } else { DISPROVEN })
        } else if steps.is_empty() || ply >= MAX_PLY {
            Some(DISPROVEN)
        } else {
            for &step in &steps {
                let mut child = game.clone();
                child.play_unchecked(step);
                self.nodes += 1;
                children.push((step, self.child_key(&child)));
            }
            self.expand(game, threshold, &children, ply)
        };
        if let Some(numbers) = numbers {
            self.store(key, numbers, self.nodes - before + 1);
        }
        self.buffers.push((steps, children));
        numbers
    }

    /// Zobrist key of a child; terminal children are stored at once.
    fn child_key(&mut self, game: &G) -> u64 {
        let key = game.hash();
        if self.probe(key) == UNKNOWN
            && let Status::Over(outcome) = game.status()
        {
            let won = outcome.winner() == Some(self.attacker);
            self.store(key, if won { PROVEN } else { DISPROVEN }, 1);
        }
        key
    }

    /// The loop of MID: descends into the most-proving child until a threshold is reached.
    fn expand(
        &mut self,
        game: &G,
        threshold: ProofNumbers,
        children: &[(G::Step, u64)],
        ply: u32,
    ) -> Option<ProofNumbers> {
        let is_or_node = game.mover() == self.attacker;
        loop {
            // phi, the proof number at OR nodes and the disproof number at AND nodes, is minimised over
            // the children; delta, the other one, is summed. Both follow the type of this node, since a
            // child may have the same mover.
            let (mut min_phi, mut second_phi, mut best, mut delta_sum) = (INFINITY, INFINITY, 0, 0);
            let mut best_delta = INFINITY;
            for (index, (_, key)) in children.iter().enumerate() {
                let ProofNumbers { proof, disproof } = self.probe(*key);
                let (phi, delta) = if is_or_node { (proof, disproof) } else { (disproof, proof) };
                delta_sum = min(delta_sum + delta, INFINITY);
                if phi < min_phi {
                    (min_phi, second_phi, best, best_delta) = (phi, min_phi, index, delta);
                } else {
                    second_phi = min(second_phi, phi);
                }
            }
            let numbers = if is_or_node {
                ProofNumbers { proof: min_phi, disproof: delta_sum }
            } else {
                ProofNumbers { proof: delta_sum, disproof: min_phi }
            };
            if numbers.proof >= threshold.proof || numbers.disproof >= threshold.disproof {
                return Some(numbers);
            }
            if numbers.proof == 0 || numbers.disproof == 0 {
                return Some(numbers);
            }
            let (phi, delta) = if is_or_node {
                (threshold.proof, threshold.disproof)
            } else {
                (threshold.disproof, threshold.proof)
            };
            // 1 + ε trick: a threshold somewhat above the second-best child avoids thrashing between
            // the two.
            let phi = min(phi, second_phi + second_phi / 4 + 1);
            let delta = min(delta - delta_sum + best_delta, INFINITY);
            let threshold = if is_or_node {
                ProofNumbers { proof: phi, disproof: delta }
            } else {
                ProofNumbers { proof: delta, disproof: phi }
            };
            let mut child = game.clone();
            child.play_unchecked(children[best].0);
            self.mid(&child, threshold, ply + 1)?;
        }
    }

    /// A turn whose steps all stay proven; `None` if one of them was overwritten in the table.
    fn winning_turn(&mut self, game: &G) -> Option<Vec<G::Step>> {
        let mut turn = Vec::new();
        let mut game = game.clone();
        while game.status() == Status::ToMove(self.attacker) {
            let mut steps = Vec::new();
            game.steps(&mut steps);
            let (step, next) = steps.into_iter().find_map(|step| {
                let mut child = game.clone();
                child.play_unchecked(step);
                (self.probe(child.hash()).proof == 0).then_some((step, child))
            })?;
            turn.push(step);
            game = next;
        }
        Some(turn)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use mohreh_games::{Duel, Seat, Status, tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
    use mohreh_laws::{Rng, playout};

    use super::prove;

    /// Reference: exhaustive solver; `None` if it exceeds its node limit.
    fn solve<G: Duel>(
        seat: Seat,
        game: &G,
        memo: &mut HashMap<u64, bool>,
        budget: &mut u32,
    ) -> Option<bool> {
        if let Status::Over(outcome) = game.status() {
            return Some(outcome.winner() == Some(seat));
        }
        if let Some(solved) = memo.get(&game.hash()) {
            return Some(*solved);
        }
        *budget = budget.checked_sub(1)?;
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let mut all = Vec::new();
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            all.push(solve(seat, &child, memo, budget)?);
        }
        let won = if game.mover() == seat { all.contains(&true) } else { !all.contains(&false) };
        memo.insert(game.hash(), won);
        Some(won)
    }

    /// df-PN proves exactly the positions that the exhaustive solver finds won, and its turn keeps the
    /// win.
    fn check<G: Duel>(setup: &str, games: u64, at_least: u32) {
        let (mut won, mut not) = (0, 0);
        for seed in 0..games {
            let mut positions = Vec::new();
            playout::<G>(&setup.parse().unwrap(), &mut Rng::new(seed), 600, |game| {
                positions.push(game.clone());
            });
            for game in positions.iter().rev().skip(1).take(12) {
                let mut memo = HashMap::new();
                let seat = game.mover();
                let Some(truth) = solve(seat, game, &mut memo, &mut 6_000) else { break };
                let win = prove(game, 2_000_000);
                assert_eq!(win.is_some(), truth, "{game}");
                *(if truth { &mut won } else { &mut not }) += 1;
                let Some(turn) = win else { continue };
                let mut end = game.clone();
                for step in turn {
                    end.play(step).unwrap();
                }
                assert_eq!(solve(seat, &end, &mut memo, &mut 100_000), Some(true), "{game}");
            }
        }
        assert!(won >= at_least && not >= at_least / 4, "{won} won, {not} not");
    }

    #[test]
    fn zertz_proofs_match_exhaustive_search() {
        check::<Zertz>("blitz", 150, 40);
    }

    #[test]
    fn tzaar_proofs_match_exhaustive_search() {
        check::<Tzaar>("", 150, 40);
    }

    #[test]
    fn yinsh_proofs_match_exhaustive_search() {
        check::<Yinsh>("blitz", 150, 40);
    }
}
