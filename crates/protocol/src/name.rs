//! Names and lines that people write, and others see: [`clean_name`], [`clean_line`], [`name_key`].
//!
//! Small tables instead of the Unicode database, which would add more to the page than the rest of this crate.

use std::fmt;

use crate::limits;

/// Combining marks per letter; more are made to disturb.
const MAX_MARKS: usize = 4;

/// Why a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// It has no letter or digit (a name), or nothing visible (a line).
    Empty,
    /// More than this many graphemes.
    TooLong(usize),
    /// This character is not visible, or reorders the text around it.
    Invisible(char),
    /// More combining marks on one letter than any language has.
    TooManyMarks,
    /// Letters of two alphabets that look alike, in one word.
    MixedAlphabets,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Empty => f.write_str("there is no visible letter in it"),
            TextError::TooLong(most) => write!(f, "it has more than {most} letters"),
            TextError::Invisible(c) => {
                write!(f, "it has a character that cannot be seen, U+{:04X}", u32::from(*c))
            }
            TextError::TooManyMarks => f.write_str("a letter has too many marks"),
            TextError::MixedAlphabets => f.write_str("a word has letters of different alphabets"),
        }
    }
}

impl std::error::Error for TextError {}

/// A display name: whitespace normalised, visible, of one alphabet per word.
pub fn clean_name(text: &str) -> Result<String, TextError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    check(&name, limits::NAME_CHARS)?;
    if !name.chars().any(is_visible_letter) {
        return Err(TextError::Empty);
    }
    if name.split(' ').any(mixes_alphabets) {
        return Err(TextError::MixedAlphabets);
    }
    Ok(name)
}

/// A line of chat: trimmed and visible. Emoji and foreign words are welcome.
pub fn clean_line(text: &str) -> Result<&str, TextError> {
    let line = text.trim();
    check(line, limits::CHAT_CHARS)?;
    let is_visible = |c: char| !is_joiner(c) && !is_mark(c) && !c.is_whitespace();
    if line.chars().any(is_visible) { Ok(line) } else { Err(TextError::Empty) }
}

/// A name from elsewhere as it may be shown: without what is invisible, and cut to the length of names. Never refused,
/// but perhaps empty.
#[must_use]
pub fn presentable_name(text: &str) -> String {
    let mut name = String::new();
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if is_joiner(c) && name.ends_with(is_joiner) {
            continue;
        }
        name.push(c);
        // A joiner is judged with the letter after it.
        if !is_joiner(c) && check(&name, limits::NAME_CHARS).is_err() {
            name.pop();
            name.truncate(name.trim_end_matches(is_joiner).len());
        }
    }
    name.truncate(name.trim_end_matches(|c| is_joiner(c) || c == ' ').len());
    name
}

/// Equal for names that look the same: without case, marks, joiners and spaces, with look-alikes folded.
#[must_use]
pub fn name_key(name: &str) -> String {
    let letters = name.chars().filter(|c| !is_mark(*c) && !is_joiner(*c) && !c.is_whitespace());
    letters.flat_map(char::to_lowercase).filter(|c| !is_mark(*c)).map(look_alike).collect()
}

fn check(text: &str, most: usize) -> Result<(), TextError> {
    let chars: Vec<char> = text.chars().collect();
    let (mut graphemes, mut marks) = (0, 0);
    for (at, &c) in chars.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).map(|at| chars[at]), chars.get(at + 1));
        if is_joiner(c) {
            // Persian and Indic scripts write it between letters, emoji between pictures.
            let joins = |c: &char| c.is_alphabetic() || is_pictograph(*c) || is_mark(*c);
            if !before.as_ref().is_some_and(joins) || !after.is_some_and(joins) {
                return Err(TextError::Invisible(c));
            }
        } else if is_invisible(c) {
            return Err(TextError::Invisible(c));
        } else if is_mark(c) {
            marks += 1;
            if marks > MAX_MARKS {
                return Err(TextError::TooManyMarks);
            }
        } else {
            marks = 0;
            // A picture after a zero-width joiner belongs to the one before.
            let joined = before == Some('\u{200d}') && is_pictograph(c);
            graphemes += usize::from(!joined);
        }
    }
    if graphemes > most || chars.len() > most * limits::CODE_POINTS {
        Err(TextError::TooLong(most))
    } else {
        Ok(())
    }
}

/// Zero-width non-joiner and joiner.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Controls, bidi controls, default-ignorable characters, blank letters, private use and unassigned planes.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}' | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Combining marks, variation selectors and skin tones: they belong to the grapheme before.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'
        | '\u{5c1}'..='\u{5c2}' | '\u{5c4}'..='\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}'
        | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}' | '\u{711}' | '\u{730}'..='\u{74a}'
        | '\u{7a6}'..='\u{7b0}' | '\u{8d3}'..='\u{8ff}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{93c}'
        | '\u{93e}'..='\u{94f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{302a}'..='\u{302f}' | '\u{3099}'..='\u{309a}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

fn is_visible_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_mark(c) && !is_invisible(c)
}

/// Alphabets with letters that look like those of another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
}

fn alphabet(c: char) -> Option<Alphabet> {
    match c {
        _ if !c.is_alphabetic() => None,
        'A'..='Z'
        | 'a'..='z'
        | '\u{aa}'
        | '\u{ba}'
        | '\u{c0}'..='\u{2af}'
        | '\u{1d00}'..='\u{1eff}'
        | '\u{2c60}'..='\u{2c7f}'
        | '\u{a720}'..='\u{a7ff}'
        | '\u{ff21}'..='\u{ff5a}' => Some(Alphabet::Latin),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Alphabet::Greek),
        '\u{400}'..='\u{52f}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2de0}'..='\u{2dff}'
        | '\u{a640}'..='\u{a69f}' => Some(Alphabet::Cyrillic),
        '\u{530}'..='\u{58f}' => Some(Alphabet::Armenian),
        _ => None,
    }
}

fn mixes_alphabets(word: &str) -> bool {
    let mut alphabets = word.chars().filter_map(alphabet);
    let first = alphabets.next();
    alphabets.any(|other| Some(other) != first)
}

/// One of the letters that look like this lowercase letter or digit.
fn look_alike(c: char) -> char {
    match c {
        // Arabic letters and their Persian forms.
        'ي' | 'ى' | 'ې' | 'ۍ' | 'ئ' => 'ی',
        'ك' | 'ڪ' => 'ک',
        'ة' | 'ۀ' | 'ە' | 'ہ' => 'ه',
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ؤ' => 'و',
        '٠'..='٩' => digit(c, '٠'),
        '۰'..='۹' => digit(c, '۰'),
        '\u{ff10}'..='\u{ff19}' => digit(c, '\u{ff10}'),
        // Fullwidth Latin.
        '\u{ff41}'..='\u{ff5a}' => {
            char::from_u32(u32::from(c) - 0xff41 + u32::from('a')).unwrap_or(c)
        }
        // Latin letters with marks.
        'à'..='å' | 'ā' | 'ă' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ė' | 'ę' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' => 'i',
        'ñ' | 'ń' => 'n',
        'ò'..='ö' | 'ø' | 'ō' => 'o',
        'ś' | 'š' | 'ş' => 's',
        'ù'..='ü' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        // Cyrillic, Greek and Armenian letters and digits that look like Latin letters.
        'а' | 'α' => 'a',
        'в' | 'β' | 'ß' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' | 'ε' | 'є' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' | 'н' | 'հ' => 'h',
        'і' | 'ι' | 'ı' | 'ї' | 'l' | '1' | '|' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'η' | 'ո' | 'п' => 'n',
        'о' | 'ο' | 'օ' | '0' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' | 'ɾ' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' | 'ш' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ζ' => 'z',
        _ => c,
    }
}

/// The ASCII digit for one of ten digits in a row, with the look-alikes of 0 and 1.
fn digit(c: char, zero: char) -> char {
    match u32::from(c) - u32::from(zero) {
        0 => 'o',
        1 => 'i',
        value => char::from_digit(value, 10).unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_languages_are_accepted() {
        for name in [
            "Sara",
            "Sára",
            "سارا",
            "مه‌سا",
            "علی‌رضا کریمی",
            "محمّد",
            "O'Neil",
            "李小龍",
            "Анна",
            "Ζωή",
            "नीलम",
            "สมชาย",
            "bot_7",
            "A",
            "۷",
            "Sara 🙂",
            "x-ray",
            "Dr. Who?",
            "סשה",
            "क्‍ष",
        ] {
            assert_eq!(clean_name(name).as_deref(), Ok(name));
        }
        assert_eq!(clean_name("  Sara \t  K. ").as_deref(), Ok("Sara K."));
    }

    #[test]
    fn nothing_invisible_is_a_name_or_in_one() {
        for c in "\u{200b}\u{2060}\u{ad}\u{200e}\u{200f}\u{61c}\u{3164}\u{e0041}\u{2800}\u{200c}\u{200d}\
                  \u{202e}\u{2066}\u{feff}\u{115f}\u{ffa0}\u{180e}\u{0}\u{7f}\u{85}\u{e000}\u{10ffff}"
            .chars()
        {
            for name in [c.to_string(), format!("{c}{c}"), format!("{c}Sara"), format!("Sara{c}")] {
                let error = clean_name(&name).map(|_| ());
                // Whitespace at the ends is trimmed.
                if c.is_whitespace() {
                    assert!(error.is_ok() || error == Err(TextError::Empty), "{name:?}");
                } else {
                    assert_eq!(error, Err(TextError::Invisible(c)), "{name:?}");
                }
            }
        }
        for name in ["", " ", "\u{301}", "…", "🙂", "---", "\u{3000}"] {
            assert_eq!(clean_name(name), Err(TextError::Empty), "{name:?}");
        }
        // Joiners stand between letters.
        for name in ["a\u{200c} b", "a \u{200c}b", "a\u{200c}\u{200c}b", "1\u{200d}2"] {
            assert!(matches!(clean_name(name), Err(TextError::Invisible(_))), "{name:?}");
        }
    }

    #[test]
    fn lengths_are_counted_in_graphemes() {
        let most = limits::NAME_CHARS;
        for letter in ["x", "é", "e\u{301}", "سّ", "می\u{200c}"] {
            let graphemes = letter.chars().filter(|c| c.is_alphabetic() && !is_mark(*c)).count();
            let long = letter.repeat(most / graphemes);
            let long = long.trim_end_matches('\u{200c}');
            assert_eq!(clean_name(long).as_deref(), Ok(long));
            assert_eq!(clean_name(&format!("{long}x")), Err(TextError::TooLong(most)));
        }
        let family = "👨\u{200d}👩\u{200d}👧";
        let most = limits::CHAT_CHARS * limits::CODE_POINTS / 5;
        assert!(clean_line(&family.repeat(most)).is_ok());
        assert!(clean_line(&family.repeat(most + 1)).is_err());
        assert_eq!(
            clean_name("a\u{301}\u{302}\u{303}\u{304}\u{305}"),
            Err(TextError::TooManyMarks)
        );
    }

    #[test]
    fn words_have_one_alphabet() {
        for name in ["Sаra", "Ѕara", "pαul", "Annа K."] {
            assert_eq!(clean_name(name), Err(TextError::MixedAlphabets), "{name}");
        }
        for name in ["Анна Karenina", "Sara سارا", "team-7", "日本go"] {
            assert_eq!(clean_name(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_key() {
        for (one, other) in [
            ("Sara", "sara"),
            ("Sara", "Ѕаrа"),
            ("Sara", "S a r a"),
            ("Paul", "PAU1"),
            ("Bo0", "boo"),
            ("علی", "علي"),
            ("کاوه", "كاوه"),
            ("علیرضا", "علی‌رضا"),
            ("محمد", "محمّد"),
            ("José", "jose\u{301}"),
            ("علی۱", "علی١"),
            ("ABC", "ＡＢＣ"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        for (one, other) in [("Sara", "Sarah"), ("علی", "علیا"), ("Bahram", "Bahar")] {
            assert_ne!(name_key(one), name_key(other));
        }
    }

    #[test]
    fn any_name_from_elsewhere_can_be_shown() {
        for name in [
            "Sara",
            "  Sara \t K. ",
            "علی‌رضا کریمی",
            "Sаra",
            "🙂",
            "",
            "👨\u{200d}👩\u{200d}👧",
            "…",
        ] {
            let tidy = name.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(presentable_name(name), tidy, "nothing is wrong with it");
        }
        let long = "x".repeat(99);
        for (name, shown) in [
            ("Sa\u{202e}ra", "Sara"),
            ("\u{200b}\u{2060}\u{3164}", ""),
            ("Sara\u{200c}", "Sara"),
            ("a\u{200c}\u{200c}\u{200d}b", "a\u{200c}b"),
            ("a\u{301}\u{301}\u{301}\u{301}\u{301}b", "a\u{301}\u{301}\u{301}\u{301}b"),
            (&long, &long[..limits::NAME_CHARS]),
            ("\u{1b}[31mred", "[31mred"),
        ] {
            assert_eq!(presentable_name(name), shown, "{name:?}");
            assert_eq!(presentable_name(shown), shown);
        }
    }

    #[test]
    fn lines_of_chat_may_say_anything_visible() {
        assert_eq!(
            clean_line("  خوب بود! 👍🏽 a–b “c” \u{5d0}  "),
            Ok("خوب بود! 👍🏽 a–b “c” \u{5d0}")
        );
        for line in ["", " \u{a0} ", "\u{202e}abc", "a\nb", "\u{200c}"] {
            assert!(clean_line(line).is_err(), "{line:?}");
        }
    }
}
