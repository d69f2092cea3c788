//! The languages that the program speaks, and what differs between them besides words.

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English.
    English,
    /// Persian.
    Persian,
}

/// Where lines begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// On the left.
    LeftToRight,
    /// On the right.
    RightToLeft,
}

impl Direction {
    /// As a page writes it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Direction::LeftToRight => "ltr",
            Direction::RightToLeft => "rtl",
        }
    }
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::Persian, Language::English];

    /// As addresses and browsers write it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Persian => "fa",
        }
    }

    /// What it calls itself.
    #[must_use]
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Persian => "فارسی",
        }
    }

    /// The language with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first language that a browser's list (`fa-IR,fa;q=0.9,en;q=0.8`) asks for and that is
    /// spoken here, English if none is.
    #[must_use]
    pub fn wanted(list: &str) -> Language {
        let weight = |part: &str| {
            let mut parts = part.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
            let q = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            let language = Language::from_code(tag.split('-').next().unwrap_or_default());
            language.map(|language| (q.unwrap_or(1.0), language))
        };
        let asked = list.split(',').filter_map(weight).filter(|(q, _)| *q > 0.0);
        // Of equal wishes the first counts.
        let best = asked.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(Language::English, |(_, language)| language)
    }

    /// Where its lines begin.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self {
            Language::English => Direction::LeftToRight,
            Language::Persian => Direction::RightToLeft,
        }
    }

    /// The same text with its digits as this language writes them.
    #[must_use]
    pub fn digits(self, text: &str) -> String {
        match self {
            Language::English => text.to_string(),
            Language::Persian => text
                .chars()
                .map(|c| match c {
                    '0'..='9' => char::from_u32('۰' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
                    c => c,
                })
                .collect(),
        }
    }

    /// Notation, which runs from left to right everywhere, set apart from what stands around it.
    #[must_use]
    pub fn apart(self, notation: &str) -> String {
        match self.direction() {
            Direction::LeftToRight => notation.to_string(),
            Direction::RightToLeft => format!("\u{2066}{notation}\u{2069}"),
        }
    }
}
