//! Proofs: whether the mover wins whatever the other side does, by df-PN.
//!
//! The search for a proof goes where least is left to show: each position has the number of positions
//! that would still have to be shown won for a proof, and of those that would have to be shown not won
//! for a disproof. It follows the smallest numbers as long as they stay below what the best alternative
//! would cost, and keeps all numbers in a table of its own.

use std::cmp::min;

use mohreh_games::{Duel, Seat, Status};

/// More than any sum of these numbers.
const INFINITE: u32 = 1 << 30;
/// How often the caller is asked whether to stop.
const ASK: u64 = 512;
/// No line is followed beyond so many steps.
const LONGEST: u32 = 200;
/// Of these many slots one is for a position.
const WAYS: usize = 4;

/// What came of the search for a proof.
pub(crate) struct Proof<S> {
    /// A whole turn that wins, if the mover was shown to win.
    pub(crate) win: Option<Vec<S>>,
    /// So many positions were looked at.
    pub(crate) nodes: u64,
}

/// Looks for a proof that the mover wins, in so many positions at most.
pub(crate) fn prove<G: Duel>(game: &G, most: u64, stop: &dyn Fn() -> bool) -> Proof<G::Step> {
    let mut prover = Prover::new(game.mover(), most, stop);
    let numbers = prover.follow(game, Numbers { proof: INFINITE, disproof: INFINITE }, 0);
    let win = numbers.is_some_and(|numbers| numbers.proof == 0).then(|| prover.turn(game));
    Proof { win: win.flatten(), nodes: prover.nodes }
}

/// What is left to show for a proof, and for a disproof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const NOT_WON: Numbers = Numbers { proof: INFINITE, disproof: 0 };

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// How much work stands behind the numbers.
    work: u32,
}

/// The steps of a position, and again with the key of where each leads.
type Lists<S> = (Vec<S>, Vec<(S, u64)>);

struct Prover<'a, G: Duel> {
    attacker: Seat,
    slots: Vec<[Slot; WAYS]>,
    nodes: u64,
    most: u64,
    stop: &'a dyn Fn() -> bool,
    spare: Vec<Lists<G::Step>>,
}

impl<'a, G: Duel> Prover<'a, G> {
    fn new(attacker: Seat, most: u64, stop: &'a dyn Fn() -> bool) -> Self {
        let wanted = (most as usize / WAYS).clamp(256, 1 << 18).next_power_of_two();
        let empty = Slot { key: 0, numbers: UNKNOWN, work: 0 };
        Prover {
            attacker,
            slots: vec![[empty; WAYS]; wanted],
            nodes: 0,
            most,
            stop,
            spare: Vec::new(),
        }
    }

    fn known(&self, key: u64) -> Numbers {
        let ways = &self.slots[key as usize & (self.slots.len() - 1)];
        ways.iter()
            .find(|slot| slot.key == key && slot.work > 0)
            .map_or(UNKNOWN, |slot| slot.numbers)
    }

    fn keep(&mut self, key: u64, numbers: Numbers, work: u64) {
        let place = key as usize & (self.slots.len() - 1);
        let ways = &mut self.slots[place];
        let same = ways.iter().position(|slot| slot.key == key && slot.work > 0);
        // The least work is the least loss.
        let least = (0..WAYS).min_by_key(|way| ways[*way].work).unwrap_or(0);
        let work = work.clamp(1, u64::from(u32::MAX)) as u32;
        ways[same.unwrap_or(least)] = Slot { key, numbers, work };
    }

    /// Works on a position until one of its numbers reaches its limit; none if there is no time left.
    fn follow(&mut self, game: &G, limit: Numbers, ply: u32) -> Option<Numbers> {
        self.nodes += 1;
        if self.nodes > self.most || self.nodes.is_multiple_of(ASK) && (self.stop)() {
            return None;
        }
        let before = self.nodes;
        let key = game.hash();
        let (mut steps, mut children) = self.spare.pop().unwrap_or_default();
        steps.clear();
        children.clear();
        game.steps(&mut steps);
        let numbers = if let Status::Over(outcome) = game.status() {
            Some(if outcome.winner() == Some(self.attacker) { WON } else { NOT_WON })
        } else if steps.is_empty() || ply >= LONGEST {
            Some(NOT_WON)
        } else {
            for &step in &steps {
                let mut child = game.clone();
                child.play_unchecked(step);
                self.nodes += 1;
                children.push((step, self.look_at(&child)));
            }
            self.work_on(game, limit, &children, ply)
        };
        if let Some(numbers) = numbers {
            self.keep(key, numbers, self.nodes - before + 1);
        }
        self.spare.push((steps, children));
        numbers
    }

    /// The key of a new position; where it decides the game, that is kept at once.
    fn look_at(&mut self, game: &G) -> u64 {
        let key = game.hash();
        if self.known(key) == UNKNOWN
            && let Status::Over(outcome) = game.status()
        {
            let won = outcome.winner() == Some(self.attacker);
            self.keep(key, if won { WON } else { NOT_WON }, 1);
        }
        key
    }

    fn work_on(
        &mut self,
        game: &G,
        limit: Numbers,
        children: &[(G::Step, u64)],
        ply: u32,
    ) -> Option<Numbers> {
        let attacks = game.mover() == self.attacker;
        loop {
            // The attacker needs one step that wins; the defender must have none that does not lose.
            // Seen from whoever is to move, `least` is what his best step still has to show.
            let (mut least, mut second, mut best, mut sum) = (INFINITE, INFINITE, 0, 0);
            let mut of_best = INFINITE;
            for (place, (_, key)) in children.iter().enumerate() {
                let Numbers { proof, disproof } = self.known(*key);
                let (mine, theirs) = if attacks { (proof, disproof) } else { (disproof, proof) };
                sum = min(sum + theirs, INFINITE);
                if mine < least {
                    (least, second, best, of_best) = (mine, least, place, theirs);
                } else {
                    second = min(second, mine);
                }
            }
            let numbers = if attacks {
                Numbers { proof: least, disproof: sum }
            } else {
                Numbers { proof: sum, disproof: least }
            };
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return Some(numbers);
            }
            if numbers.proof == 0 || numbers.disproof == 0 {
                return Some(numbers);
            }
            let (mine, theirs) =
                if attacks { (limit.proof, limit.disproof) } else { (limit.disproof, limit.proof) };
            // A little more than the second best, so that it does not jump to and fro.
            let mine = min(mine, second + second / 4 + 1);
            let theirs = min(theirs - sum + of_best, INFINITE);
            let limit = if attacks {
                Numbers { proof: mine, disproof: theirs }
            } else {
                Numbers { proof: theirs, disproof: mine }
            };
            let mut child = game.clone();
            child.play_unchecked(children[best].0);
            self.follow(&child, limit, ply + 1)?;
        }
    }

    /// The steps of a whole turn that keep the win; none if the table has lost one of them.
    fn turn(&mut self, game: &G) -> Option<Vec<G::Step>> {
        let mut turn = Vec::new();
        let mut game = game.clone();
        while game.status() == Status::ToMove(self.attacker) {
            let mut steps = Vec::new();
            game.steps(&mut steps);
            let (step, next) = steps.into_iter().find_map(|step| {
                let mut child = game.clone();
                child.play_unchecked(step);
                (self.known(child.hash()).proof == 0).then_some((step, child))
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
    use mohreh_laws::{Chance, playout};

    use super::prove;

    /// Whether a seat wins whatever the other does, by looking at everything; none if that is too much.
    fn wins<G: Duel>(
        seat: Seat,
        game: &G,
        known: &mut HashMap<u64, bool>,
        left: &mut u32,
    ) -> Option<bool> {
        if let Status::Over(outcome) = game.status() {
            return Some(outcome.winner() == Some(seat));
        }
        if let Some(known) = known.get(&game.hash()) {
            return Some(*known);
        }
        *left = left.checked_sub(1)?;
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let mut all = Vec::new();
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            all.push(wins(seat, &child, known, left)?);
        }
        let won = if game.mover() == seat { all.contains(&true) } else { !all.contains(&false) };
        known.insert(game.hash(), won);
        Some(won)
    }

    /// A proof is found exactly where looking at everything finds a win, and its turn keeps the win.
    fn proofs_are_right<G: Duel>(setup: &str, games: u64, wanted: u32) {
        let (mut won, mut not) = (0, 0);
        for seed in 0..games {
            let mut late = Vec::new();
            playout::<G>(&setup.parse().unwrap(), &mut Chance::new(seed), 600, |game| {
                late.push(game.clone());
            });
            for game in late.iter().rev().skip(1).take(12) {
                let mut known = HashMap::new();
                let seat = game.mover();
                let Some(truth) = wins(seat, game, &mut known, &mut 6_000) else { break };
                let proof = prove(game, 2_000_000, &|| false);
                assert_eq!(proof.win.is_some(), truth, "{game}");
                *(if truth { &mut won } else { &mut not }) += 1;
                let Some(turn) = proof.win else { continue };
                let mut end = game.clone();
                for step in turn {
                    end.play(step).unwrap();
                }
                assert_eq!(wins(seat, &end, &mut known, &mut 100_000), Some(true), "{game}");
            }
        }
        assert!(won >= wanted && not >= wanted / 4, "{won} won, {not} not");
    }

    #[test]
    fn proofs_of_zertz_are_right() {
        proofs_are_right::<Zertz>("blitz", 150, 40);
    }

    #[test]
    fn proofs_of_tzaar_are_right() {
        proofs_are_right::<Tzaar>("", 150, 40);
    }

    #[test]
    fn proofs_of_yinsh_are_right() {
        proofs_are_right::<Yinsh>("blitz", 150, 40);
    }
}
