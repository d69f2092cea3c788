//! [`Difficulty`]: ratings in four bands, for people who choose a puzzle.

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// Below 800.
    Easy,
    /// From 800.
    Medium,
    /// From 1000.
    Hard,
    /// From 1200.
    Expert,
}

impl Difficulty {
    /// All, the easiest first.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Expert];

    /// The band of a rating.
    #[must_use]
    pub fn of(rating: u32) -> Difficulty {
        match rating {
            ..800 => Difficulty::Easy,
            800..1000 => Difficulty::Medium,
            1000..1200 => Difficulty::Hard,
            1200.. => Difficulty::Expert,
        }
    }

    /// Its name, in keys of messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        }
    }
}
