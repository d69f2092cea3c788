//! [`Review`]: verdicts on every turn of a game, from the win chances that the engine gives before and after it.
//!
//! Chances are whole numbers of ten thousandths, so that verdicts are the same wherever they are worked out. The engine's
//! part is in [`judge()`], behind the feature `engine`; everything else is arithmetic on [`Judged`] positions.

#![warn(missing_docs)]

mod annotate;
mod graph;
#[cfg(feature = "engine")]
mod judge;

use mohreh_games::record::NodeId;
use mohreh_games::{Record, Seat, Status};

pub use annotate::annotate;
pub use graph::{Labels, graph};
#[cfg(feature = "engine")]
pub use judge::{judge, positions};

/// A win chance of 100 %.
pub const CERTAIN: u32 = 10_000;

/// Losses of win chance from which a turn is called by a name.
const INACCURACY: u32 = 600;
const MISTAKE: u32 = 1_200;
const BLUNDER: u32 = 2_200;
/// A loss that costs the whole accuracy of a turn.
const WORST: u32 = 5_000;

/// What the engine says of a position of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Steps before it.
    pub ply: usize,
    /// Win chance of the seat to move with the best turn.
    pub best: u32,
    /// Win chance with what was played, if the same search tells: it is the best turn, or the game has dice. Otherwise
    /// it follows from the next position.
    pub played: Option<u32>,
    /// The best turn; in a game with dice, the best choice.
    pub best_turn: Vec<String>,
}

/// What is wrong with a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// Another turn was a little better.
    Inaccuracy,
    /// It costs a good part of the game.
    Mistake,
    /// It may cost the game.
    Blunder,
}

impl Fault {
    /// All, the smallest first.
    pub const ALL: [Fault; 3] = [Fault::Inaccuracy, Fault::Mistake, Fault::Blunder];

    /// The fault of a turn that loses so much win chance.
    #[must_use]
    pub fn of_loss(loss: u32) -> Option<Fault> {
        match loss {
            BLUNDER.. => Some(Fault::Blunder),
            MISTAKE.. => Some(Fault::Mistake),
            INACCURACY.. => Some(Fault::Inaccuracy),
            _ => None,
        }
    }

    /// The sign of annotators.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "?!",
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }

    /// Its name, for keys of messages and classes of styles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "inaccuracy",
            Fault::Mistake => "mistake",
            Fault::Blunder => "blunder",
        }
    }
}

/// A turn of the game; in a game with dice, a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Steps before it.
    pub ply: usize,
    /// Steps after it.
    pub end: usize,
    /// The position after it; `None` if nothing was played.
    pub node: Option<NodeId>,
    /// One-based number of the turn; 0 if nothing was played.
    pub turn: usize,
    /// Whose turn it is.
    pub seat: Seat,
    /// Win chance of the seat with the best turn.
    pub best: u32,
    /// Win chance with the turn that was played.
    pub played: Option<u32>,
    /// The best turn.
    pub best_turn: Vec<String>,
}

impl Verdict {
    /// Win chance that was given away.
    #[must_use]
    pub fn loss(&self) -> u32 {
        self.played.map_or(0, |played| self.best.saturating_sub(played))
    }

    /// What is wrong with it.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        Fault::of_loss(self.loss())
    }
}

/// Totals of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// How close its turns were to the best, in per cent.
    pub accuracy: u32,
    /// Inaccuracies, mistakes and blunders.
    pub faults: [u32; 3],
    /// Win chance that its choices gave away.
    pub lost: u32,
    /// Win chance that the dice gave or took; `None` in a game without.
    pub luck: Option<i32>,
}

/// The verdicts on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Nodes for each position.
    pub nodes: u64,
    /// The verdicts, in the order of play.
    pub verdicts: Vec<Verdict>,
    seats: usize,
    has_dice: bool,
}

impl Review {
    /// Header of a record that keeps the verdicts: `NODES PLY:BEST:PLAYED …`.
    pub const HEADER: &str = "review";

    /// The verdicts on a game whose positions have been judged, in the order of play.
    #[must_use]
    pub fn new(record: &Record, nodes: u64, judged: &[Judged]) -> Review {
        let (main, steps) = (record.tree().main_line(), record.steps().len());
        let has_dice = !record.game().scene().dice.is_empty();
        let mut play = record.playthrough().clone();
        play.keep_history();
        let mut verdicts = Vec::with_capacity(judged.len());
        for (n, one) in judged.iter().enumerate() {
            let Status::ToMove(seat) = play.at(one.ply).status() else { continue };
            // A choice of a game with dice is one step; another turn goes on up to the next.
            let next_turn =
                play.turns().iter().map(|turn| turn.start).find(|start| *start > one.ply);
            let end = match has_dice {
                true => (one.ply + 1).min(steps),
                false => next_turn.unwrap_or(steps),
            };
            let next = judged.get(n + 1);
            let node = main.get(end).copied().filter(|_| end > one.ply);
            let next = next.filter(|next| next.ply == end);
            let after = || match (play.at(end).status(), next) {
                (Status::Over(outcome), _) => Some(match outcome.winner() {
                    Some(winner) if winner == seat => CERTAIN,
                    Some(_) => 0,
                    None => CERTAIN / 2,
                }),
                (Status::ToMove(mover), Some(next)) if mover == seat => Some(next.best),
                (Status::ToMove(_), Some(next)) => Some(CERTAIN.saturating_sub(next.best)),
                _ => None,
            };
            let played = one.played.or_else(|| node.and_then(|_| after()));
            verdicts.push(Verdict {
                ply: one.ply,
                end,
                node,
                turn: node.map_or(0, |node| record.tree().turn(node)),
                seat,
                best: one.best.min(CERTAIN),
                played: played.map(|played| played.min(CERTAIN)),
                best_turn: one.best_turn.clone(),
            });
        }
        Review { nodes, verdicts, seats: record.game().seats(), has_dice }
    }

    /// The review that a record keeps, if there is one that can be read. It has no best turns: those are variations of
    /// the record.
    #[must_use]
    pub fn of(record: &Record) -> Option<Review> {
        let mut words = record.header(Review::HEADER)?.split(' ');
        let nodes = words.next()?.parse().ok()?;
        let judged = |word: &str| {
            let mut numbers = word.split(':');
            let (ply, best) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
            let played = match numbers.next()? {
                "-" => None,
                played => Some(played.parse().ok()?),
            };
            Some(Judged { ply, best, played, best_turn: Vec::new() })
        };
        let judged = words.map(judged).collect::<Option<Vec<Judged>>>()?;
        Some(Review::new(record, nodes, &judged))
    }

    /// The value of the header that keeps judged positions.
    #[must_use]
    pub fn header(nodes: u64, judged: &[Judged]) -> String {
        let mut text = nodes.to_string();
        for one in judged {
            let played = one.played.map_or("-".to_string(), |played| played.to_string());
            text += &format!(" {}:{}:{played}", one.ply, one.best);
        }
        text
    }

    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The verdict on the turn that led to a node.
    #[must_use]
    pub fn verdict(&self, node: NodeId) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.node == Some(node))
    }

    /// The turns at fault.
    pub fn faults(&self) -> impl Iterator<Item = (&Verdict, Fault)> {
        self.verdicts.iter().filter_map(|verdict| Some((verdict, verdict.fault()?)))
    }

    /// The totals of a seat.
    #[must_use]
    pub fn summary(&self, seat: Seat) -> Summary {
        let own = || self.verdicts.iter().filter(move |verdict| verdict.seat == seat);
        let judged = || own().filter(|verdict| verdict.played.is_some());
        let mut faults = [0; 3];
        for fault in judged().filter_map(Verdict::fault) {
            faults[fault as usize] += 1;
        }
        let spoilt: u64 = judged().map(|verdict| u64::from(verdict.loss().min(WORST))).sum();
        let worst = (judged().count() as u64).max(1) * u64::from(WORST);
        // Rounded.
        let accuracy = 100 - ((spoilt * 100 + worst / 2) / worst) as u32;
        let lost = judged().map(Verdict::loss).sum();
        Summary { accuracy, faults, lost, luck: self.has_dice.then(|| self.luck(seat)) }
    }

    /// What the dice gave to a seat in its own turns: the difference between what a choice was worth before they fell,
    /// and what came of it.
    fn luck(&self, seat: Seat) -> i32 {
        let pairs = self.verdicts.iter().zip(self.verdicts.iter().skip(1));
        let own = pairs.filter(|(one, next)| {
            one.seat == seat && next.seat == seat && next.turn.max(one.turn) == one.turn
        });
        own.map(|(one, next)| one.played.map_or(0, |played| next.best as i32 - played as i32)).sum()
    }

    /// The win chance of a seat over the game: the number of steps before, and the chance, where it is known.
    #[must_use]
    pub fn chances(&self, seat: Seat) -> Vec<(usize, u32)> {
        let of_seat = |verdict: &Verdict, chance: u32| match verdict.seat {
            mover if mover == seat => Some(chance),
            _ if self.seats == 2 => Some(CERTAIN - chance),
            _ => None,
        };
        let before = |verdict: &Verdict| Some((verdict.ply, of_seat(verdict, verdict.best)?));
        let last = self.verdicts.last().filter(|last| last.end > last.ply);
        let end = last.and_then(|last| Some((last.end, of_seat(last, last.played?)?)));
        self.verdicts.iter().filter_map(before).chain(end).collect()
    }
}
