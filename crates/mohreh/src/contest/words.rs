//! Splits a command into words by the quoting rules of a shell. Nothing else of a shell is done.

use crate::terminal::with;

/// A character of a command, or what makes a word without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// May separate words or options.
    Plain(char),
    /// Stands for itself.
    Quoted(char),
    /// A pair of quotes, which makes a word even if nothing is in it.
    Quotes,
}

/// Splits a command at blanks. The text after its last comma is an option if `option` takes it; quoted text never is.
pub(super) fn split<T>(
    text: &str,
    option: impl FnOnce(&str) -> Result<Option<T>, String>,
) -> Result<(Vec<String>, Option<T>), String> {
    let mut pieces = lex(text)?;
    let mut taken = None;
    if let Some(comma) = pieces.iter().rposition(|piece| *piece == Piece::Plain(',')) {
        let plain = pieces[comma + 1..].iter().map(|piece| match piece {
            Piece::Plain(c) => Some(*c),
            Piece::Quoted(_) | Piece::Quotes => None,
        });
        if let Some(tail) = plain.collect::<Option<String>>() {
            taken = option(tail.trim())?;
        }
        if taken.is_some() {
            pieces.truncate(comma);
        }
    }
    let is_blank = |piece: &Piece| matches!(piece, Piece::Plain(c) if c.is_whitespace());
    let words = pieces.split(is_blank).filter(|word| !word.is_empty()).map(|word| {
        let char_of = |piece: &Piece| match piece {
            Piece::Plain(c) | Piece::Quoted(c) => Some(*c),
            Piece::Quotes => None,
        };
        word.iter().filter_map(char_of).collect()
    });
    Ok((words.collect(), taken))
}

fn not_closed(quote: char) -> String {
    with("cli-quote-open", &[("quote", quote.to_string().into())])
}

fn lex(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                pieces.push(Piece::Quotes);
                loop {
                    let next = chars.next().ok_or_else(|| not_closed(c))?;
                    match next {
                        _ if next == c => break,
                        '\\' if c == '"' => {
                            let escaped = chars.next_if(|next| matches!(next, '"' | '\\'));
                            pieces.push(Piece::Quoted(escaped.unwrap_or('\\')));
                        }
                        _ => pieces.push(Piece::Quoted(next)),
                    }
                }
            }
            // Before anything else it stands for itself, as in paths of Windows.
            '\\' => {
                let is_special =
                    |next: &char| next.is_whitespace() || matches!(next, '\'' | '"' | '\\' | ',');
                pieces.push(match chars.next_if(is_special) {
                    Some(escaped) => Piece::Quoted(escaped),
                    None => Piece::Plain('\\'),
                });
            }
            _ => pieces.push(Piece::Plain(c)),
        }
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::split;

    /// The words, and the option if it begins with `time=`.
    fn parts(text: &str) -> Result<(Vec<String>, Option<String>), String> {
        split(text, |option| Ok(option.starts_with("time=").then(|| option.to_string())))
    }

    fn check(text: &str, words: &[&str], option: Option<&str>) {
        let words = words.iter().map(ToString::to_string).collect();
        assert_eq!(parts(text), Ok((words, option.map(str::to_string))), "{text}");
    }

    #[test]
    fn quotes_keep_blanks_and_commas() {
        check("a  b\tc ", &["a", "b", "c"], None);
        check("'a b' \"c d\"", &["a b", "c d"], None);
        check("x'a b'\"c d\"y", &["xa bc dy"], None);
        check("a '' \"\" b", &["a", "", "", "b"], None);
        check("'it is \"so\" \\'", &["it is \"so\" \\"], None);
        check(r#""say \"so\" \\ \n""#, &[r#"say "so" \ \n"#], None);
        check(r"a\ b \'c\' \\d", &["a b", "'c'", r"\d"], None);
        check(r"C:\games\new.exe", &[r"C:\games\new.exe"], None);
        check("$HOME *.txt `x` > y; z", &["$HOME", "*.txt", "`x`", ">", "y;", "z"], None);
        check("", &[], None);
    }

    #[test]
    fn an_option_follows_the_last_comma_that_is_not_quoted() {
        check("a b,time=5", &["a", "b"], Some("time=5"));
        check("a b, time=5 ", &["a", "b"], Some("time=5"));
        check("a b,c", &["a", "b,c"], None);
        check("a,time=1,time=2", &["a,time=1"], Some("time=2"));
        check("a 'b,time=5'", &["a", "b,time=5"], None);
        check("a 'b,time=5',time=6", &["a", "b,time=5"], Some("time=6"));
        check(r"a b\,time=5", &["a", "b,time=5"], None);
        check("a b,time='5'", &["a", "b,time=5"], None);
    }

    #[test]
    fn a_quote_has_to_be_closed() {
        for text in ["'a", "a \"b", "a 'b\" c", "\"a\\\""] {
            let error = parts(text).expect_err(text);
            assert!(error.contains("is not closed"), "{error}");
        }
    }
}
