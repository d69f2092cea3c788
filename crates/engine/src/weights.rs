//! The numbers of an evaluation, and the text that holds them.
//!
//! An evaluation file names its game and then each group of weights with all its numbers:
//!
//! ```text
//! # Whatever follows a # is for people.
//! kind yinsh
//! marker 64
//! taken 0 8000 18400 32000
//! ```

use std::fmt::Write;

use mohreh_games::{Kind, ParseError};

use crate::any::Thinks;

/// The groups of weights of a game, with how many each has, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Terms(pub &'static [(&'static str, usize)]);

impl Terms {
    /// Where a group begins. Meant for constants: an unknown name does not compile there.
    #[must_use]
    pub const fn at(&self, name: &str) -> usize {
        let (mut at, mut group) = (0, 0);
        while group < self.0.len() {
            let (known, count) = self.0[group];
            if same(known, name) {
                return at;
            }
            at += count;
            group += 1;
        }
        panic!("no group of weights has this name")
    }

    /// How many weights there are in all.
    #[must_use]
    pub const fn len(&self) -> usize {
        let (mut len, mut group) = (0, 0);
        while group < self.0.len() {
            len += self.0[group].1;
            group += 1;
        }
        len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut n = 0;
    while n < a.len() && n < b.len() && a[n] == b[n] {
        n += 1;
    }
    n == a.len() && n == b.len()
}

/// No weight is larger: sums of many still fit.
const LARGEST: i32 = 1_000_000;

/// The weights of one game's evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Vec<i32>);

impl Weights {
    /// The weights that the program comes with.
    #[must_use]
    pub fn own<G: Thinks>() -> Weights {
        Weights::read::<G>(G::WEIGHTS).expect("the program's own evaluation files are tested")
    }

    /// All weights, in the order of their groups.
    ///
    /// # Panics
    /// If there are more or fewer than the game has.
    #[must_use]
    pub fn new<G: Thinks>(all: Vec<i32>) -> Weights {
        assert_eq!(all.len(), G::TERMS.len(), "weights of {}", G::KIND);
        Weights(all.into_iter().map(|n| n.clamp(-LARGEST, LARGEST)).collect())
    }

    /// All weights, in the order of their groups.
    #[must_use]
    pub fn all(&self) -> &[i32] {
        &self.0
    }

    /// Reads the text of an evaluation file.
    pub fn read<G: Thinks>(text: &str) -> Result<Weights, ParseError> {
        let kind = kind_of(text)?;
        if kind != G::KIND {
            return Err(ParseError::new(kind.name(), format!("expected weights of {}", G::KIND)));
        }
        let mut all = vec![None; G::TERMS.len()];
        for line in lines(text).skip(1) {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            let Some(&(_, count)) = G::TERMS.0.iter().find(|(known, _)| *known == name) else {
                let known: Vec<_> = G::TERMS.0.iter().map(|(name, _)| *name).collect();
                let why = format!("unknown weights; {kind} has: {}", known.join(", "));
                return Err(ParseError::new(name, why));
            };
            let numbers = words.map(number).collect::<Result<Vec<i32>, _>>()?;
            if numbers.len() != count {
                let found = numbers.len();
                let why = format!("expected {count} numbers after `{name}`, found {found}");
                return Err(ParseError::new(line, why));
            }
            let from = G::TERMS.at(name);
            for (place, number) in all[from..from + count].iter_mut().zip(numbers) {
                if place.replace(number).is_some() {
                    return Err(ParseError::new(name, "these weights stand here twice"));
                }
            }
        }
        let missing = |(name, _): &&(&'static str, usize)| all[G::TERMS.at(name)].is_none();
        if let Some((name, _)) = G::TERMS.0.iter().find(missing) {
            return Err(ParseError::new("", format!("the weights `{name}` are missing")));
        }
        Ok(Weights(all.into_iter().flatten().collect()))
    }

    /// The text of an evaluation file, with a remark at its top.
    #[must_use]
    pub fn write<G: Thinks>(&self, remark: &str) -> String {
        let mut text = String::new();
        for line in remark.lines() {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "kind {}", G::KIND);
        for (name, count) in G::TERMS.0 {
            let from = G::TERMS.at(name);
            let numbers: Vec<_> =
                self.0[from..from + count].iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{name} {}", numbers.join(" "));
        }
        text
    }
}

/// The game that an evaluation file is for, by its first line.
pub(crate) fn kind_of(text: &str) -> Result<Kind, ParseError> {
    let first = lines(text).next().unwrap_or_default();
    match first.split_once(char::is_whitespace) {
        Some(("kind", kind)) => kind.trim().parse(),
        _ => Err(ParseError::new(first, "an evaluation file begins with `kind` and a game")),
    }
}

/// The lines that say something.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let said = |line: &'_ str| line.find('#').unwrap_or(line.len());
    text.lines().map(move |line| line[..said(line)].trim()).filter(|line| !line.is_empty())
}

fn number(text: &str) -> Result<i32, ParseError> {
    let read = text.parse().ok().filter(|n: &i32| n.abs() <= LARGEST);
    read.ok_or_else(|| {
        ParseError::new(text, format!("expected a whole number from -{LARGEST} to {LARGEST}"))
    })
}

#[cfg(test)]
mod tests {
    use mohreh_games::rotas::Rotas;
    use mohreh_games::tzaar::Tzaar;
    use mohreh_games::yinsh::Yinsh;
    use mohreh_games::zertz::Zertz;

    use super::{Thinks, Weights};

    fn own_file_is_read_and_written<G: Thinks>() {
        let own = Weights::read::<G>(G::WEIGHTS).unwrap();
        assert_eq!(own.all().len(), G::TERMS.len());
        assert_eq!(Weights::read::<G>(&own.write::<G>("a remark\nof two lines")).unwrap(), own);
    }

    #[test]
    fn own_files_are_read_and_written() {
        own_file_is_read_and_written::<Zertz>();
        own_file_is_read_and_written::<Tzaar>();
        own_file_is_read_and_written::<Yinsh>();
        own_file_is_read_and_written::<Rotas>();
    }

    #[test]
    fn a_wrong_file_is_refused_with_the_reason() {
        let own = Weights::own::<Yinsh>().write::<Yinsh>("");
        let refused = |text: &str| Weights::read::<Yinsh>(text).unwrap_err().to_string();
        assert!(refused("").contains("begins with `kind`"));
        assert!(refused("kind chess").contains("unknown game"));
        assert!(refused(Zertz::WEIGHTS).contains("expected weights of yinsh"));
        assert!(refused("kind yinsh").contains("missing"));
        assert!(refused(&format!("{own}luck 3")).contains("unknown weights"));
        assert!(refused(&own.replace("marker ", "marker 1 ")).contains("numbers after `marker`"));
        assert!(refused(&own.replace("marker ", "marker x")).contains("whole number"));
        assert!(refused(&format!("{own}marker 1")).contains("twice"));
    }
}
