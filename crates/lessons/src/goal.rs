//! [`Goal`]: a condition on a turn, such as `turn W? -a1`, `gain captured 2` or `win`.

use mohreh_games::show::{Role, Scene};
use mohreh_games::{AnyGame, Seat, Status};

use crate::text::LessonError;

/// Any number of steps, at the end of a pattern.
const REST: &str = "...";
/// Any characters within a step.
const ANY: char = '?';

/// Conditions of which all must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal(Vec<Condition>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Condition {
    /// The steps of the turn, as patterns. With `open`, the rest of the turn does not matter.
    Turn { steps: Vec<String>, open: bool },
    /// The person's trays of this role have so many pieces more than before the turn.
    Gain(Role, u32),
    /// The person has won, alone.
    Win,
    /// The game has ended without a single winner.
    Draw,
    /// Somebody else has won.
    Loss,
    /// The game goes on.
    GoesOn,
    /// The whole turn does not meet this.
    Not(Box<Condition>),
}

/// How far a turn that has begun meets a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Progress {
    Failed,
    /// The rest of the turn decides.
    Open,
    Met,
}

/// A turn that has begun, for a goal to judge.
pub(crate) struct Played<'a> {
    pub(crate) seat: Seat,
    pub(crate) before: &'a AnyGame,
    pub(crate) after: &'a AnyGame,
    /// The person's decisions, without the falls of dice.
    pub(crate) decisions: &'a [String],
    pub(crate) is_complete: bool,
}

impl Goal {
    pub(crate) fn read(line: usize, text: &str) -> Result<Goal, LessonError> {
        let conditions = text.split('&').map(|part| condition(line, part.trim()));
        conditions.collect::<Result<Vec<_>, _>>().map(Goal)
    }

    /// Exactly this turn.
    pub(crate) fn turn(steps: &[String]) -> Goal {
        Goal(vec![Condition::Turn { steps: steps.to_vec(), open: false }])
    }

    pub(crate) fn progress(&self, played: &Played<'_>) -> Progress {
        let each = self.0.iter().map(|condition| condition.progress(played));
        each.min().unwrap_or(Progress::Failed)
    }
}

fn condition(line: usize, text: &str) -> Result<Condition, LessonError> {
    if let Some(rest) = text.strip_prefix("not ") {
        return condition(line, rest.trim()).map(|inner| Condition::Not(Box::new(inner)));
    }
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    match words.as_slice() {
        ["turn", steps @ ..] if !steps.is_empty() => {
            let open = steps.last() == Some(&REST);
            let steps = &steps[..steps.len() - usize::from(open)];
            Ok(Condition::Turn { steps: steps.iter().map(ToString::to_string).collect(), open })
        }
        ["gain", role, count] => match (role_of(role), count.parse()) {
            (Some(role), Ok(count)) => Ok(Condition::Gain(role, count)),
            _ => Err(LessonError::new(line, text, "names no tray, or no number")),
        },
        ["win"] => Ok(Condition::Win),
        ["draw"] => Ok(Condition::Draw),
        ["loss"] => Ok(Condition::Loss),
        ["goes-on"] => Ok(Condition::GoesOn),
        _ => Err(LessonError::new(line, text, "is no condition")),
    }
}

fn role_of(name: &str) -> Option<Role> {
    Some(match name {
        "captured" => Role::Captured,
        "taken" => Role::Taken,
        "lost" => Role::Lost,
        "points" => Role::Points,
        _ => return None,
    })
}

fn held(scene: &Scene, role: Role, seat: Seat) -> u32 {
    let own = scene.trays.iter().filter(|tray| tray.role == role && tray.owner == Some(seat));
    own.flat_map(|tray| &tray.slots).map(|slot| u32::from(slot.count)).sum()
}

impl Condition {
    fn progress(&self, played: &Played<'_>) -> Progress {
        let met = match self {
            Condition::Turn { steps, open } => {
                let done = played.decisions;
                let fits = done.iter().zip(steps).all(|(step, pattern)| fits(pattern, step));
                let reached = done.len() >= steps.len();
                return match () {
                    () if !fits || done.len() > steps.len() && !open => Progress::Failed,
                    () if reached && (*open || played.is_complete) => Progress::Met,
                    () if played.is_complete => Progress::Failed,
                    () => Progress::Open,
                };
            }
            Condition::Not(inner) if inner.progress(played) == Progress::Met => false,
            _ if !played.is_complete => return Progress::Open,
            Condition::Not(_) => true,
            Condition::Gain(role, count) => {
                let before = held(&played.before.scene(), *role, played.seat);
                held(&played.after.scene(), *role, played.seat) == before + count
            }
            Condition::Win => winner(played.after) == Some(Some(played.seat)),
            Condition::Draw => winner(played.after) == Some(None),
            Condition::Loss => {
                winner(played.after).flatten().is_some_and(|seat| seat != played.seat)
            }
            Condition::GoesOn => winner(played.after).is_none(),
        };
        if met { Progress::Met } else { Progress::Failed }
    }
}

/// `None` while the game goes on, `Some(None)` if nobody has won alone.
fn winner(game: &AnyGame) -> Option<Option<Seat>> {
    match game.status() {
        Status::Over(outcome) => Some(outcome.winner()),
        _ => None,
    }
}

/// Whether a step matches a pattern, in which [`ANY`] stands for any characters.
fn fits(pattern: &str, step: &str) -> bool {
    let mut parts = pattern.split(ANY);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = step.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(between) = last.replace(part) {
            let Some(at) = rest.find(between) else { return false };
            rest = &rest[at + between.len()..];
        }
    }
    match last {
        None => rest.is_empty(),
        Some(end) => rest.ends_with(end),
    }
}

#[cfg(test)]
mod tests {
    use super::{Goal, fits};

    #[test]
    fn patterns_fit_whole_steps() {
        for (pattern, step) in
            [("d4", "d4"), ("?", "d4"), ("W?", "Wd4"), ("?xd4", "a1xd4"), ("a?x?4", "a1xd4")]
        {
            assert!(fits(pattern, step), "{pattern} {step}");
        }
        for (pattern, step) in [("d4", "d44"), ("W?", "Bd4"), ("?d4", "Wd5"), ("a?x?4", "a1d4")] {
            assert!(!fits(pattern, step), "{pattern} {step}");
        }
    }

    #[test]
    fn conditions_that_are_none_are_refused() {
        for wrong in ["", "turn", "gain captured", "gain nothing 2", "gain captured x", "win & "] {
            assert!(Goal::read(3, wrong).is_err_and(|error| error.line == 3), "{wrong}");
        }
    }
}
