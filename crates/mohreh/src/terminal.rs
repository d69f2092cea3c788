//! What the program says to people: its language, and lines of right-to-left text.
//!
//! Most terminals do not implement the Unicode bidirectional algorithm, so lines of Persian are put into visual order
//! here, with letters in their presentation forms. Terminals that are known to do it themselves (VTE, Konsole, mlterm,
//! Terminal.app) get logical order inside an isolate, so that a line whose base direction they take to be left to right
//! is still in order. Output that is not a terminal is plain text in logical order.

mod visual;

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use indicatif::ProgressStyle;
use mohreh_draw::columns;
use mohreh_games::Kind;
use mohreh_games::record::RecordError;
use mohreh_texts::{Direction, Language, Texts, Value};

use crate::failure::Result;

/// Longest line of right-to-left text.
const MAX_WIDTH: usize = 80;

/// Order of the letters of right-to-left text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Bidi {
    /// By the terminal that is detected.
    Auto,
    /// As it is read: the terminal reorders it.
    Logical,
    /// As it is seen: the terminal does not reorder it.
    Visual,
}

/// How lines of right-to-left text are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// Logical order, nothing added: files and pipes.
    Plain,
    Logical,
    Visual,
}

#[derive(Clone, Copy)]
struct Settings {
    language: Language,
    order: Order,
    width: usize,
}

static SETTINGS: OnceLock<Settings> = OnceLock::new();

fn settings() -> Settings {
    let default = Settings { language: Language::English, order: Order::Plain, width: MAX_WIDTH };
    SETTINGS.get().copied().unwrap_or(default)
}

/// Sets language and order, once, before anything is said.
pub(crate) fn set_up(language: Language, bidi: Bidi) {
    let order = match bidi {
        Bidi::Visual => Order::Visual,
        Bidi::Logical => Order::Logical,
        Bidi::Auto if !std::io::stdout().is_terminal() => Order::Plain,
        Bidi::Auto if reorders(&|name| std::env::var(name).ok()) => Order::Logical,
        Bidi::Auto => Order::Visual,
    };
    // A second call would come from a test in the same process.
    let _ = SETTINGS.set(Settings { language, order, width: width() });
}

/// The language of the locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides.
pub(crate) fn language_of_locale(variable: &dyn Fn(&str) -> Option<String>) -> Language {
    let set = |name: &&str| variable(name).filter(|locale| !locale.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set).unwrap_or_default();
    let code = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
    Language::from_code(code).unwrap_or(Language::English)
}

/// Whether the terminal is known to implement the bidirectional algorithm.
fn reorders(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    // Sessions inside a multiplexer are drawn by it, cell by cell.
    let is_multiplexed = variable("TMUX").is_some() || variable("STY").is_some();
    let vte = variable("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    let is = |name: &str, value: &str| variable(name).is_some_and(|found| found.starts_with(value));
    !is_multiplexed
        && (vte.is_some_and(|version| version >= 5800)
            || variable("KONSOLE_VERSION").is_some()
            || variable("MLTERM").is_some()
            || is("TERM", "mlterm")
            || is("TERM_PROGRAM", "Apple_Terminal"))
}

/// Width of the terminal, of 80 columns at most.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = columns.or_else(|| Some(terminal_size::terminal_size()?.0.0.into()));
    columns.unwrap_or(MAX_WIDTH).clamp(20, MAX_WIDTH)
}

pub(crate) fn language() -> Language {
    settings().language
}

pub(crate) fn is_right_to_left() -> bool {
    language().direction() == Direction::RightToLeft
}

pub(crate) fn text_width() -> usize {
    settings().width
}

pub(crate) fn texts() -> Texts {
    Texts::new(language())
}

/// A message of the terminal.
pub(crate) fn text(key: &str) -> String {
    with(key, &[])
}

/// A message of the terminal with arguments. Notation in backticks is isolated in right-to-left text.
pub(crate) fn with(key: &str, args: &[(&str, Value)]) -> String {
    isolated(&texts().with(key, args))
}

pub(crate) fn isolated(text: &str) -> String {
    if !is_right_to_left() {
        return text.to_string();
    }
    let part = |(n, part): (usize, &str)| match n % 2 {
        0 => part.to_string(),
        _ => language().isolate(part),
    };
    text.split('`').enumerate().map(part).collect()
}

/// What is wrong with a text. In English as programs know it.
pub(crate) fn wrong(error: &RecordError) -> String {
    match language() {
        Language::English => error.to_string(),
        Language::Persian => texts().wrong(error).trim_end_matches('.').to_string(),
    }
}

/// Text of others or notation, for a sentence in the language.
pub(crate) fn notation(text: &str) -> Value {
    Value::from(language().isolate(text))
}

/// A name that somebody has chosen, in its own direction.
pub(crate) fn name(text: &str) -> String {
    if is_right_to_left() { format!("\u{2068}{text}\u{2069}") } else { text.to_string() }
}

/// A number that is formatted already, in the digits of the language.
pub(crate) fn number(text: impl Into<String>) -> Value {
    let text = language().digits(&text.into());
    match language() {
        Language::English => text.into(),
        Language::Persian => text.replace('.', "٫").into(),
    }
}

/// A number with a sign, which stands before it in every language.
pub(crate) fn signed(text: &str) -> Value {
    match number(text) {
        Value::Text(text) => notation(&text),
        number => number,
    }
}

/// Text at the right of a column. From right to left there are no columns.
pub(crate) fn column(text: impl Into<String>, width: usize) -> String {
    let text = text.into();
    if is_right_to_left() { text } else { format!("{text:>width$}") }
}

/// Text at the left of a column.
pub(crate) fn left_column(text: impl Into<String>, width: usize) -> String {
    let text = text.into();
    if is_right_to_left() { text } else { format!("{text:<width$}") }
}

/// The name of a game in a sentence.
pub(crate) fn game_name(kind: Kind) -> String {
    match language() {
        Language::English => kind.name().to_string(),
        Language::Persian => texts().text(&format!("{kind}-title")),
    }
}

/// Style of a progress bar: with words in English, and with numbers alone in other languages.
pub(crate) fn progress_style(english: &str, wordless: &str) -> ProgressStyle {
    let template = if language() == Language::English { english } else { wordless };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes a text to people who wait for it.
pub(crate) fn tell_now(out: &mut impl Write, text: &str) -> Result<()> {
    tell(out, text)?;
    Ok(out.flush()?)
}

/// Writes a text to standard error; a closed one is no reason to stop.
pub(crate) fn warn(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", laid_out(text));
}

/// Writes a text to people, and ends the line.
pub(crate) fn tell(out: &mut impl Write, text: &str) -> Result<()> {
    writeln!(out, "{}", laid_out(text))?;
    Ok(())
}

/// Lines of right-to-left text, wrapped and moved to the right; left-to-right text as it is.
pub(crate) fn laid_out(text: &str) -> String {
    let Settings { order, width, .. } = settings();
    if !is_right_to_left() || order == Order::Plain {
        return text.to_string();
    }
    lay_out(text, order == Order::Visual, width)
}

fn lay_out(text: &str, visually: bool, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len();
        for part in closed(wrap(line.trim(), width.saturating_sub(indent))) {
            let blank = " ".repeat(width.saturating_sub(indent + columns(&part)));
            lines.push(match visually {
                _ if part.is_empty() => part,
                true => blank + &visual::visual(&part),
                false => format!("{blank}\u{2067}{part}\u{2069}"),
            });
        }
    }
    lines.join("\n")
}

/// Closes an isolate at the end of its line, and opens it again on the next one.
fn closed(mut lines: Vec<String>) -> Vec<String> {
    let mut open = None;
    for line in &mut lines {
        if let Some(isolate) = open {
            line.insert(0, isolate);
        }
        let last = line.rfind(['\u{2066}', '\u{2068}', '\u{2069}']);
        open = last.and_then(|at| line[at..].chars().next()).filter(|c| *c != '\u{2069}');
        if open.is_some() {
            line.push('\u{2069}');
        }
    }
    lines
}

/// Breaks a line at blanks, so that no part has more columns than `width`, unless a word has. A single part keeps its
/// inner blanks.
pub(crate) fn wrap(line: &str, width: usize) -> Vec<String> {
    if columns(line) <= width {
        return vec![line.to_string()];
    }
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if columns(&lines[last]) + 1 + columns(word) <= width {
            lines[last] += " ";
            lines[last] += word;
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use mohreh_draw::columns;
    use mohreh_texts::Language;

    use super::{language_of_locale, lay_out, reorders, wrap};

    fn lookup<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into())
    }

    #[test]
    fn the_locale_chooses_the_language() {
        for (set, language) in [
            (&[("LANG", "fa_IR.UTF-8")][..], Language::Persian),
            (&[("LANG", "fa_IR.UTF-8"), ("LC_ALL", "C")], Language::English),
            (&[("LANG", "en_GB.UTF-8"), ("LC_MESSAGES", "fa")], Language::Persian),
            (&[("LANG", "de_DE"), ("LC_ALL", "")], Language::English),
            (&[], Language::English),
        ] {
            assert_eq!(language_of_locale(&lookup(set)), language, "{set:?}");
        }
    }

    #[test]
    fn terminals_that_reorder_are_known() {
        for (set, known) in [
            (&[("VTE_VERSION", "7600")][..], true),
            (&[("VTE_VERSION", "5200")], false),
            (&[("VTE_VERSION", "7600"), ("TMUX", "/tmp/t")], false),
            (&[("KONSOLE_VERSION", "230401")], true),
            (&[("TERM_PROGRAM", "Apple_Terminal")], true),
            (&[("TERM", "xterm-256color")], false),
        ] {
            assert_eq!(reorders(&lookup(set)), known, "{set:?}");
        }
    }

    #[test]
    fn lines_are_wrapped_and_end_at_the_right_edge() {
        let text = "یک گوی روی یکی از حلقه‌های خالی بگذارید، بعد یک حلقه‌ی آزاد جدا کنید.\n\n  سطر";
        for visually in [true, false] {
            let laid = lay_out(text, visually, 30);
            let widths: Vec<usize> = laid.lines().map(columns).collect();
            assert_eq!(widths, [30, 30, 30, 0, 28], "{laid}");
        }
        // An isolate ends with its line and goes on in the next one.
        let steps = "گام \u{2066}-a1 b2\u{2069}";
        let laid = lay_out(steps, true, 7);
        assert_eq!(laid, "-a1 \u{fee1}\u{fe8e}\u{fb94}\n     b2");
        assert_eq!(wrap("a b", 80), ["a b"]);
        assert_eq!(wrap("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrap("abcdef", 3), ["abcdef"]);
    }
}
