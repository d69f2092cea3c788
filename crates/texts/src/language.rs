//! `Language`: the supported languages with code, direction, digits and bidi isolation.

/// A supported language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English.
    English,
    /// Persian.
    Persian,
}

/// Writing direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Left to right.
    LeftToRight,
    /// Right to left.
    RightToLeft,
}

impl Direction {
    /// Value of the HTML attribute `dir`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Direction::LeftToRight => "ltr",
            Direction::RightToLeft => "rtl",
        }
    }
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::Persian, Language::English];

    /// ISO 639-1 code, as used in URLs.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Persian => "fa",
        }
    }

    /// Name of the language in that language.
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

    /// Best supported language for an `Accept-Language` header (`fa-IR,fa;q=0.9,en;q=0.8`); English if there is none.
    #[must_use]
    pub fn from_accept_language(list: &str) -> Language {
        let weight = |part: &str| {
            let mut parts = part.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
            let q = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            let language = Language::from_code(tag.split('-').next().unwrap_or_default());
            language.map(|language| (q.unwrap_or(1.0), language))
        };
        let asked = list.split(',').filter_map(weight).filter(|(q, _)| *q > 0.0);
        // The first of equal quality wins.
        let best = asked.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(Language::English, |(_, language)| language)
    }

    /// Writing direction.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self {
            Language::English => Direction::LeftToRight,
            Language::Persian => Direction::RightToLeft,
        }
    }

    /// Replaces ASCII digits by those of the language.
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

    /// Wraps left-to-right notation in bidi isolates for embedding in right-to-left text.
    #[must_use]
    pub fn isolate(self, notation: &str) -> String {
        match self.direction() {
            Direction::LeftToRight => notation.to_string(),
            Direction::RightToLeft => format!("\u{2066}{notation}\u{2069}"),
        }
    }
}
