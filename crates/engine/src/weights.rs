//! [`Weights`] of an evaluation, and their text format.
//!
//! An evaluation file names its game, then each group of weights with all its numbers:
//!
//! ```text
//! # A comment extends to the end of the line.
//! kind yinsh
//! marker 64
//! taken 0 8000 18400 32000
//! ```

use std::fmt::Write;

use mohreh_games::Kind;

use crate::game::EngineGame;
use crate::setting_error::SettingError;

/// Layout of a game's weights: name and length of each group, in order.
#[derive(Clone, Copy, Debug)]
pub struct Terms(pub &'static [(&'static str, usize)]);

impl Terms {
    /// Index of the first weight of a group. Meant for constants, where an unknown name fails to
    /// compile.
    #[must_use]
    #[expect(clippy::panic, reason = "in a constant this is a compile error")]
    pub const fn offset(&self, name: &str) -> usize {
        let (mut offset, mut group) = (0, 0);
        while group < self.0.len() {
            let (known, count) = self.0[group];
            if str_eq(known, name) {
                return offset;
            }
            offset += count;
            group += 1;
        }
        panic!("no group of weights has this name")
    }

    /// Number of weights.
    #[must_use]
    pub const fn len(&self) -> usize {
        let (mut len, mut group) = (0, 0);
        while group < self.0.len() {
            len += self.0[group].1;
            group += 1;
        }
        len
    }

    /// Whether there are no weights.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

const fn str_eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut n = 0;
    while n < a.len() && n < b.len() && a[n] == b[n] {
        n += 1;
    }
    n == a.len() && n == b.len()
}

/// Bound of a weight, so that sums do not overflow.
const MAX_WEIGHT: i32 = 1_000_000;

/// The evaluation weights of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Vec<i32>);

impl Weights {
    /// Weights compiled into the program.
    #[must_use]
    #[expect(clippy::expect_used, reason = "a test reads all of them")]
    pub fn builtin<G: EngineGame>() -> Weights {
        Weights::read::<G>(G::WEIGHTS).expect("the program's own evaluation files are tested")
    }

    /// Weights in the order of [`Terms`], clamped to the allowed range.
    ///
    /// # Panics
    /// If the number of weights does not match the game.
    #[must_use]
    pub fn new<G: EngineGame>(all: Vec<i32>) -> Weights {
        assert_eq!(all.len(), G::TERMS.len(), "weights of {}", G::KIND);
        Weights(all.into_iter().map(|n| n.clamp(-MAX_WEIGHT, MAX_WEIGHT)).collect())
    }

    /// All weights, in the order of [`Terms`].
    #[must_use]
    pub fn as_slice(&self) -> &[i32] {
        &self.0
    }

    /// Parses an evaluation file.
    pub fn read<G: EngineGame>(text: &str) -> Result<Weights, SettingError> {
        let kind = kind_of(text)?;
        if kind != G::KIND {
            return Err(SettingError::new(kind.name(), format!("expected weights of {}", G::KIND)));
        }
        let mut all = vec![None; G::TERMS.len()];
        for line in lines(text).skip(1) {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            let Some(&(_, count)) = G::TERMS.0.iter().find(|(known, _)| *known == name) else {
                let known: Vec<_> = G::TERMS.0.iter().map(|(name, _)| *name).collect();
                let why = format!("unknown weights; {kind} has: {}", known.join(", "));
                return Err(SettingError::new(name, why));
            };
            let numbers = words.map(number).collect::<Result<Vec<i32>, _>>()?;
            if numbers.len() != count {
                let found = numbers.len();
                let why = format!("expected {count} numbers after `{name}`, found {found}");
                return Err(SettingError::new(line, why));
            }
            let offset = G::TERMS.offset(name);
            for (place, number) in all[offset..offset + count].iter_mut().zip(numbers) {
                if place.replace(number).is_some() {
                    return Err(SettingError::new(name, "these weights stand here twice"));
                }
            }
        }
        let missing = |(name, _): &&(&'static str, usize)| all[G::TERMS.offset(name)].is_none();
        if let Some((name, _)) = G::TERMS.0.iter().find(missing) {
            return Err(SettingError::new("", format!("the weights `{name}` are missing")));
        }
        Ok(Weights(all.into_iter().flatten().collect()))
    }

    /// Prints an evaluation file that begins with a comment.
    #[must_use]
    pub fn write<G: EngineGame>(&self, remark: &str) -> String {
        let mut text = String::new();
        for line in remark.lines() {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "kind {}", G::KIND);
        for (name, count) in G::TERMS.0 {
            let offset = G::TERMS.offset(name);
            let numbers: Vec<_> =
                self.0[offset..offset + count].iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{name} {}", numbers.join(" "));
        }
        text
    }
}

/// Game of an evaluation file, from its first line.
pub(crate) fn kind_of(text: &str) -> Result<Kind, SettingError> {
    let first = lines(text).next().unwrap_or_default();
    match first.split_once(char::is_whitespace) {
        Some(("kind", kind)) => Ok(kind.trim().parse()?),
        _ => Err(SettingError::new(first, "an evaluation file begins with `kind` and a game")),
    }
}

/// Lines without comments and blank lines.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let comment_start = |line: &'_ str| line.find('#').unwrap_or(line.len());
    text.lines().map(move |line| line[..comment_start(line)].trim()).filter(|line| !line.is_empty())
}

fn number(text: &str) -> Result<i32, SettingError> {
    let read = text.parse().ok().filter(|n: &i32| n.abs() <= MAX_WEIGHT);
    read.ok_or_else(|| {
        SettingError::new(
            text,
            format!("expected a whole number from -{MAX_WEIGHT} to {MAX_WEIGHT}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use mohreh_games::rotas::Rotas;
    use mohreh_games::tzaar::Tzaar;
    use mohreh_games::yinsh::Yinsh;
    use mohreh_games::zertz::Zertz;

    use super::{EngineGame, Weights};

    fn builtin_file_round_trips<G: EngineGame>() {
        let builtin = Weights::read::<G>(G::WEIGHTS).unwrap();
        assert_eq!(builtin.as_slice().len(), G::TERMS.len());
        assert_eq!(
            Weights::read::<G>(&builtin.write::<G>("a remark\nof two lines")).unwrap(),
            builtin
        );
    }

    #[test]
    fn builtin_files_round_trip() {
        builtin_file_round_trips::<Zertz>();
        builtin_file_round_trips::<Tzaar>();
        builtin_file_round_trips::<Yinsh>();
        builtin_file_round_trips::<Rotas>();
    }

    #[test]
    fn invalid_files_are_rejected_with_a_reason() {
        let builtin = Weights::builtin::<Yinsh>().write::<Yinsh>("");
        let refused = |text: &str| Weights::read::<Yinsh>(text).unwrap_err().to_string();
        assert!(refused("").contains("begins with `kind`"));
        assert!(refused("kind chess").contains("unknown game"));
        assert!(refused(Zertz::WEIGHTS).contains("expected weights of yinsh"));
        assert!(refused("kind yinsh").contains("missing"));
        assert!(refused(&format!("{builtin}luck 3")).contains("unknown weights"));
        assert!(
            refused(&builtin.replace("marker ", "marker 1 ")).contains("numbers after `marker`")
        );
        assert!(refused(&builtin.replace("marker ", "marker x")).contains("whole number"));
        assert!(refused(&format!("{builtin}marker 1")).contains("twice"));
    }
}
