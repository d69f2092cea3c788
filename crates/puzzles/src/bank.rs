//! [`Bank`]: the text file of a game's puzzles, the easiest first.

use std::fmt;
use std::str::FromStr;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// Win with this turn.
    WinInOne,
    /// Win with the next turn, against every reply.
    WinInTwo,
    /// Win with the turn after the next, against every reply.
    WinInThree,
    /// Do not let the opponent win with the next turn.
    OnlyDefence,
    /// Dice: the best chance to win with this turn.
    WinChance,
    /// Dice: the least chance that the opponent wins with the next turn.
    BlockChance,
    /// Dice: the best chance to win the game, in its last round.
    LastChance,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 7] = [
        Goal::WinInOne,
        Goal::WinInTwo,
        Goal::WinInThree,
        Goal::OnlyDefence,
        Goal::WinChance,
        Goal::BlockChance,
        Goal::LastChance,
    ];

    /// Its name in banks, and in keys of messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Goal::WinInOne => "win-in-one",
            Goal::WinInTwo => "win-in-two",
            Goal::WinInThree => "win-in-three",
            Goal::OnlyDefence => "only-defence",
            Goal::WinChance => "win-chance",
            Goal::BlockChance => "block-chance",
            Goal::LastChance => "last-chance",
        }
    }

    /// Turns to the win; 0 for the other goals.
    #[must_use]
    pub fn turns(self) -> u32 {
        match self {
            Goal::WinInOne => 1,
            Goal::WinInTwo => 2,
            Goal::WinInThree => 3,
            _ => 0,
        }
    }

    /// Whether the answer is one choice among several with exact chances.
    #[must_use]
    pub fn is_chance(self) -> bool {
        matches!(self, Goal::WinChance | Goal::BlockChance | Goal::LastChance)
    }
}

/// Choices that are worth the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// Chance of success, in ten thousandths.
    pub value: u32,
    /// The steps, any of them.
    pub steps: Vec<String>,
}

/// A position with one right turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// What is asked.
    pub goal: Goal,
    /// What it is about; empty if it has no name.
    pub idea: String,
    /// Estimated difficulty, on the scale of [`crate::Rating`].
    pub rating: u32,
    /// Positions that the engine looked at before it stayed with the answer.
    pub nodes: u64,
    /// The lowest level that finds it; 9 if none does.
    pub level: u8,
    /// The position, without the name of the game.
    pub position: String,
    /// The turns of the solution, the opponent's replies among them; empty if chances are asked for.
    pub line: Vec<Vec<String>>,
    /// All choices by their exact chances, the best first; empty unless chances are asked for.
    pub chances: Vec<Chance>,
}

impl Puzzle {
    /// A number that stays the same when others come into the bank: a hash of the position.
    #[must_use]
    pub fn id(&self) -> u32 {
        // FNV-1a.
        let byte = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
        self.position.bytes().fold(2_166_136_261, byte)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.goal.name())?;
        if !self.idea.is_empty() {
            write!(f, " {}", self.idea)?;
        }
        write!(f, " | {} {} {} | {} | ", self.rating, self.nodes, self.level, self.position)?;
        let turns = self.line.iter().map(|turn| turn.join(" "));
        let chances = self
            .chances
            .iter()
            .map(|chance| format!("{} {}", chance.value, chance.steps.join(" ")));
        f.write_str(&turns.chain(chances).collect::<Vec<_>>().join(" ; "))
    }
}

impl FromStr for Puzzle {
    type Err = ();

    fn from_str(text: &str) -> Result<Puzzle, ()> {
        let parts: Vec<&str> = text.split(" | ").collect();
        let [theme, figures, position, answer] = parts[..] else { return Err(()) };
        let (goal, idea) = theme.split_once(' ').unwrap_or((theme, ""));
        let goal = Goal::ALL.into_iter().find(|known| known.name() == goal).ok_or(())?;
        let figures: Vec<&str> = figures.split(' ').collect();
        let [rating, nodes, level] = figures[..] else { return Err(()) };
        let words = |text: &str| text.split(' ').map(ToString::to_string).collect::<Vec<_>>();
        let chance = |text: &str| {
            let (value, steps) = text.split_once(' ').ok_or(())?;
            Ok(Chance { value: value.parse().map_err(|_| ())?, steps: words(steps) })
        };
        let (mut line, mut chances) = (Vec::new(), Vec::new());
        for part in answer.split(" ; ") {
            match goal.is_chance() {
                true => chances.push(chance(part)?),
                false => line.push(words(part)),
            }
        }
        Ok(Puzzle {
            goal,
            idea: idea.to_string(),
            rating: rating.parse().map_err(|_| ())?,
            nodes: nodes.parse().map_err(|_| ())?,
            level: level.parse().map_err(|_| ())?,
            position: position.to_string(),
            line,
            chances,
        })
    }
}

/// The one-based number of a line that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongLine(pub usize);

impl fmt::Display for WrongLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no puzzle", self.0)
    }
}

impl std::error::Error for WrongLine {}

/// All puzzles of a game, the easiest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bank {
    /// In order of their ratings.
    pub puzzles: Vec<Puzzle>,
}

impl Bank {
    /// First line of each file, and what a line means.
    pub const HEAD: &str = "\
# Puzzles, the easiest first: GOAL IDEA | RATING NODES LEVEL | POSITION | ANSWER
# docs/puzzles.md says what is claimed, and how it was found and measured.
";

    /// Reads a file; lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// [`WrongLine`] for the first line that cannot be read.
    pub fn parse(text: &str) -> Result<Bank, WrongLine> {
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let puzzles = lines.map(|(n, line)| line.parse().map_err(|()| WrongLine(n + 1)));
        Ok(Bank { puzzles: puzzles.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::{Bank, Puzzle, WrongLine};

    const LINES: [&str; 2] = [
        "win-in-two sacrifice | 1320 2400 4 | cells=x turn=1 | Wd4 -a1 ; b2xb4 ; c3xc5 c5xc7",
        "win-chance | 900 31 1 | cells=y dice=11234 | 8752 @d2 ; 6100 r1 r2 r1,2 ; 0 r",
    ];

    #[test]
    fn puzzles_round_trip() {
        for line in LINES {
            let puzzle: Puzzle = line.parse().unwrap();
            assert_eq!(puzzle.to_string(), line);
        }
        let bank = Bank::parse(&format!("{}{}\n", Bank::HEAD, LINES.join("\n"))).unwrap();
        assert_eq!(bank.puzzles.len(), 2);
        assert_eq!(bank.puzzles[0].line.len(), 3);
        assert_eq!(bank.puzzles[1].chances[1].steps, ["r1", "r2", "r1,2"]);
        assert_ne!(bank.puzzles[0].id(), bank.puzzles[1].id());
    }

    #[test]
    fn garbage_is_refused_with_its_line() {
        for line in LINES {
            for cut in 0..line.len() {
                let _ = Bank::parse(&line[..cut]);
            }
        }
        assert_eq!(Bank::parse(&format!("# x\n\n{}\nwin | x", LINES[0])), Err(WrongLine(4)));
        assert_eq!(Bank::parse("win-chance | 1 2 3 | x | a b"), Err(WrongLine(1)));
    }
}
