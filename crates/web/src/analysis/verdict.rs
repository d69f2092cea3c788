//! [`Review`]: the verdicts on a whole game, from the win chances that the engine gives. They are kept in a header of the
//! record. No browser.

use mohreh_games::record::{NodeId, Tree};
use mohreh_games::{Record, Seat, Status};

use crate::engine::Judged;

/// Losses of win chance, in ten thousandths, from which a turn is called by a name.
const INACCURACY: u32 = 600;
const MISTAKE: u32 = 1200;
const BLUNDER: u32 = 2200;
/// A loss that costs the whole accuracy of a turn.
const WORST: u32 = 5000;

/// What is wrong with a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Fault {
    pub(crate) fn of_loss(loss: u32) -> Option<Fault> {
        match loss {
            BLUNDER.. => Some(Fault::Blunder),
            MISTAKE.. => Some(Fault::Mistake),
            INACCURACY.. => Some(Fault::Inaccuracy),
            _ => None,
        }
    }

    /// The sign of annotators.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "?!",
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }

    /// Class in the style sheet, and end of its message keys.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "inaccuracy",
            Fault::Mistake => "mistake",
            Fault::Blunder => "blunder",
        }
    }
}

/// A turn of the game, or in a game with dice a choice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verdict {
    /// Steps before it.
    pub ply: usize,
    /// The position after it; `None` of the last position, in which nothing was played.
    pub node: Option<NodeId>,
    pub turn: usize,
    pub seat: Seat,
    /// Win chance of the seat with the best turn, and with the one that was played, in ten thousandths.
    pub best: u32,
    pub played: Option<u32>,
}

impl Verdict {
    /// Win chance that the turn gave away.
    pub(crate) fn loss(&self) -> u32 {
        self.played.map_or(0, |played| self.best.saturating_sub(played))
    }

    pub(crate) fn fault(&self) -> Option<Fault> {
        Fault::of_loss(self.loss())
    }

    /// Win chance of the first seat, in a game of two, before it.
    pub(crate) fn first_seat(&self) -> u32 {
        if self.seat == Seat::FIRST { self.best } else { 10_000 - self.best }
    }
}

/// Totals of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    /// In per cent.
    pub accuracy: u32,
    /// Inaccuracies, mistakes, blunders.
    pub faults: [u32; 3],
    /// Win chance that the dice gave or took, in ten thousandths; `None` in a game without.
    pub luck: Option<i32>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Review {
    pub nodes: u64,
    pub verdicts: Vec<Verdict>,
    has_dice: bool,
}

impl Review {
    /// Header of a record: `NODES PLY:BEST:PLAYED …`.
    pub(crate) const HEADER: &str = "review";

    /// The review in a record, if it is of this game.
    pub(crate) fn of(record: &Record) -> Option<Review> {
        let mut words = record.header(Review::HEADER)?.split(' ');
        let nodes = words.next()?.parse().ok()?;
        let judged = |word: &str| {
            let mut numbers = word.split(':');
            let (ply, best) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
            let played = numbers.next()?;
            let played = if played == "-" { None } else { Some(played.parse().ok()?) };
            Some(Judged { ply, best, played, best_turn: Vec::new() })
        };
        let judged = words.map(judged).collect::<Option<Vec<Judged>>>()?;
        Some(Review::new(record, nodes, &judged))
    }

    /// The text of the header.
    pub(crate) fn header(nodes: u64, judged: &[Judged]) -> (&'static str, String) {
        let mut text = nodes.to_string();
        for one in judged {
            let played = one.played.map_or("-".to_string(), |played| played.to_string());
            text += &format!(" {}:{}:{played}", one.ply, one.best);
        }
        (Review::HEADER, text)
    }

    pub(crate) fn new(record: &Record, nodes: u64, judged: &[Judged]) -> Review {
        let main = record.tree().main_line();
        let mut verdicts: Vec<Verdict> = Vec::new();
        let steps = record.steps().len();
        let mut play = record.playthrough().clone();
        play.keep_history();
        for (n, one) in judged.iter().enumerate() {
            let game = play.at(one.ply);
            let Status::ToMove(seat) = game.status() else { continue };
            // A choice of a game with dice is one step; another turn goes on up to the next.
            let end = match judged.get(n + 1) {
                _ if one.played.is_some() => one.ply + 1,
                Some(next) => next.ply,
                None => steps,
            };
            let node = main.get(end).copied().filter(|_| end > one.ply);
            let best = one.best.min(10_000);
            let after = || {
                let next = judged.get(n + 1).filter(|next| next.ply == end);
                let chance_of = |mover: Seat, chance: u32| {
                    if mover == seat { chance } else { 10_000 - chance.min(10_000) }
                };
                match (play.at(end).status(), next) {
                    (Status::Over(outcome), _) => Some(match outcome.winner() {
                        Some(winner) if winner == seat => 10_000,
                        Some(_) => 0,
                        None => 5000,
                    }),
                    (Status::ToMove(mover), Some(next)) => Some(chance_of(mover, next.best)),
                    _ => None,
                }
            };
            let played = one.played.or_else(|| node.and_then(|_| after()));
            let turn = node.map_or(0, |node| record.tree().turn(node));
            verdicts.push(Verdict { ply: one.ply, node, turn, seat, best, played });
        }
        let has_dice = !record.game().scene().dice.is_empty();
        Review { nodes, verdicts, has_dice }
    }

    /// The verdict on the turn that led to a node.
    pub(crate) fn verdict(&self, node: NodeId) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.node == Some(node))
    }

    /// The verdict on the step or turn that contains a ply of the main line.
    pub(crate) fn index_at(&self, ply: usize) -> usize {
        let after = self.verdicts.iter().take_while(|verdict| verdict.ply <= ply).count();
        after.saturating_sub(1)
    }

    pub(crate) fn summary(&self, seat: Seat) -> Summary {
        let own = || self.verdicts.iter().filter(|verdict| verdict.seat == seat);
        let judged = || own().filter(|verdict| verdict.played.is_some());
        let mut faults = [0; 3];
        for fault in judged().filter_map(Verdict::fault) {
            faults[fault as usize] += 1;
        }
        let lost: u32 = judged().map(|verdict| verdict.loss().min(WORST)).sum();
        let count = judged().count() as u32;
        let accuracy = 100 - (lost / count.max(1)) * 100 / WORST;
        Summary { accuracy, faults, luck: self.has_dice.then(|| self.luck(seat)) }
    }

    /// What the dice gave to a seat: the difference between what its choices were worth and what came of them.
    fn luck(&self, seat: Seat) -> i32 {
        let pairs = self.verdicts.iter().zip(self.verdicts.iter().skip(1));
        let own = pairs.filter(|(one, next)| one.seat == seat && next.seat == seat);
        own.map(|(one, next)| one.played.map_or(0, |played| next.best as i32 - played as i32)).sum()
    }

    /// Turns of a seat, or of all, that are worth another try: mistakes and blunders.
    pub(crate) fn faults(&self) -> impl Iterator<Item = (&Verdict, Fault)> {
        self.verdicts.iter().filter_map(|verdict| Some((verdict, verdict.fault()?)))
    }
}

/// The best turns of a review as variations, where another was played that is at fault.
pub(crate) fn add_best_turns(record: &mut Record, review: &Review, judged: &[Judged]) {
    for (verdict, _) in review.faults() {
        let found = judged.iter().find(|one| one.ply == verdict.ply);
        let Some(start) = record.tree().main_line().get(verdict.ply).copied() else { continue };
        let mut node = start;
        for step in found.map(|one| one.best_turn.as_slice()).unwrap_or_default() {
            node = match record.tree().child(node, step) {
                Some(child) => child,
                None => match record.add(node, step) {
                    Ok(child) => child,
                    Err(_) => break,
                },
            };
        }
    }
}

/// The first variation beside the main line at a place: the best turn, once it was added.
pub(crate) fn better_turn(tree: &Tree, verdict: &Verdict) -> Vec<String> {
    let Some(start) = tree.main_line().get(verdict.ply).copied() else { return Vec::new() };
    // The turn may leave the game at any of its steps.
    let mut node = start;
    let mut steps = Vec::new();
    loop {
        let children = tree.children(node);
        let next = children.get(1).or(children.first());
        let Some(next) = next.copied() else { break };
        if node != start && tree.begins_turn(next) {
            break;
        }
        let left = children.len() > 1;
        steps.push(tree.step(next).to_string());
        node = next;
        if left {
            while let [only] = tree.children(node)
                && !tree.begins_turn(*only)
            {
                steps.push(tree.step(*only).to_string());
                node = *only;
            }
            return steps;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Record, Seat};

    use super::{Fault, Review, add_best_turns, better_turn};
    use crate::engine::Judged;

    fn record(kind: Kind, steps: usize) -> Record {
        let mut record = Record::new(kind, "").unwrap();
        for _ in 0..steps {
            let game = record.game().clone();
            let step = game.roll(&mut |_| 1).or_else(|| game.steps().into_iter().next());
            let Some(step) = step else { break };
            record.push(&step).unwrap();
        }
        record
    }

    fn judged(record: &Record, chances: &[u32]) -> Vec<Judged> {
        let starts = record.turns().iter().map(|turn| turn.start);
        let one = |(ply, best): (usize, &u32)| {
            let best_turn = record.at(ply).steps().into_iter().rev().take(1).collect();
            Judged { ply, best: *best, played: None, best_turn }
        };
        starts.zip(chances).map(one).collect()
    }

    #[test]
    fn a_loss_is_the_difference_to_the_chance_of_the_other_side() {
        let record = record(Kind::Tzaar, 5);
        // White to move first: 60 %; then Black has 55 %, so White kept 45 %.
        let judged = judged(&record, &[6000, 5500, 6500]);
        let review = Review::new(&record, 100, &judged);
        assert_eq!(review.verdicts[0].played, Some(4500));
        assert_eq!(review.verdicts[0].fault(), Some(Fault::Mistake));
        // Black had 55 % and left 35 %.
        assert_eq!(review.verdicts[1].fault(), Some(Fault::Mistake));
        assert_eq!(review.summary(Seat::FIRST).faults, [0, 1, 0]);
        assert!(review.summary(Seat::FIRST).accuracy < 100);
        assert_eq!(review.summary(Seat::FIRST).luck, None);
    }

    #[test]
    fn a_review_is_kept_in_the_record() {
        let mut record = record(Kind::Tzaar, 5);
        let judged = judged(&record, &[6000, 5500, 6500]);
        let review = Review::new(&record, 100, &judged);
        let (key, text) = Review::header(100, &judged);
        record.set_header(key, &text).unwrap();
        add_best_turns(&mut record, &review, &judged);
        let again = Record::read(&record.to_string()).unwrap().remove(0);
        let kept = Review::of(&again).unwrap();
        assert_eq!((kept.nodes, kept.verdicts.len()), (100, review.verdicts.len()));
        for (verdict, _) in kept.faults() {
            assert!(!better_turn(again.tree(), verdict).is_empty());
        }
        for broken in ["", "x", "100 1", "100 1:2", "100 a:b:c", "100 99999:1:-"] {
            let mut other = record.clone();
            other.set_header(key, broken).unwrap();
            let _ = Review::of(&other);
        }
    }

    #[test]
    fn faults_are_ordered_by_what_they_cost() {
        let names: Vec<_> = (0..40).filter_map(|n| Fault::of_loss(n * 100)).collect();
        assert!(names.is_sorted() && names.len() > 3);
        assert_eq!(Fault::of_loss(0), None);
    }
}
