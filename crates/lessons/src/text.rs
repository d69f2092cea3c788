//! The syntax of lesson files: headings, and lines `key: value`.

use std::fmt;

/// What is wrong with a lesson file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonError {
    /// The line, counted from 1; 0 if the file lacks something as a whole.
    pub line: usize,
    /// The offending text, or the name of what is missing.
    pub found: String,
    /// What is wrong with it.
    pub why: &'static str,
}

impl LessonError {
    // Out of line, as the page has to be small.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(line: usize, found: &str, why: &'static str) -> LessonError {
        LessonError { line, found: found.to_string(), why }
    }
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: `{}` {}", self.line, self.found, self.why)
    }
}

impl std::error::Error for LessonError {}

/// A line `key: value`, with the indented lines that continue it.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) line: usize,
    pub(crate) key: &'a str,
    pub(crate) value: String,
}

/// What stands below a heading: `# lesson` or `## step`.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    pub(crate) line: usize,
    pub(crate) lesson: &'a str,
    /// Empty for what is said of the lesson itself.
    pub(crate) step: &'a str,
    pub(crate) entries: Vec<Entry<'a>>,
}

impl Block<'_> {
    /// Takes the value of a key out; `None` if there is none.
    pub(crate) fn take(&mut self, key: &str) -> Option<(usize, String)> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        let entry = self.entries.remove(at);
        Some((entry.line, entry.value))
    }

    pub(crate) fn need(&mut self, key: &'static str) -> Result<String, LessonError> {
        let line = self.line;
        let found = self.take(key).map(|(_, value)| value);
        found.ok_or_else(|| LessonError::new(line, key, "is missing"))
    }

    /// Whatever has not been taken is not known.
    pub(crate) fn finish(&self) -> Result<(), LessonError> {
        match self.entries.first() {
            None => Ok(()),
            Some(entry) => Err(LessonError::new(entry.line, entry.key, "is not known here")),
        }
    }
}

/// Small letters, digits and hyphens: ids are part of URLs and of what is kept on a device.
fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Parses a file into blocks. Lines that begin with `;` are comments.
pub(crate) fn blocks(text: &str) -> Result<Vec<Block<'_>>, LessonError> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for (line, written) in (1..).zip(text.lines()) {
        let bare = written.trim();
        if bare.is_empty() || bare.starts_with(';') {
            continue;
        }
        let heading = bare.strip_prefix("##").map(|step| (step, true));
        let heading = heading.or_else(|| bare.strip_prefix('#').map(|lesson| (lesson, false)));
        if let Some((id, is_step)) = heading {
            let id = id.trim();
            let lesson = if is_step { blocks.last().map_or("", |last| last.lesson) } else { id };
            if !is_id(id) || lesson.is_empty() {
                return Err(LessonError::new(line, bare, "is no heading of a lesson or a step"));
            }
            let step = if is_step { id } else { "" };
            if blocks.iter().any(|known| known.lesson == lesson && known.step == step) {
                return Err(LessonError::new(line, bare, "stands twice"));
            }
            blocks.push(Block { line, lesson, step, entries: Vec::new() });
            continue;
        }
        let Some(block) = blocks.last_mut() else {
            return Err(LessonError::new(line, bare, "stands before the first heading"));
        };
        if written.starts_with([' ', '\t']) {
            let Some(entry) = block.entries.last_mut() else {
                return Err(LessonError::new(line, bare, "continues nothing"));
            };
            entry.value.push(' ');
            entry.value.push_str(bare);
            continue;
        }
        let Some((key, value)) = bare.split_once(':') else {
            return Err(LessonError::new(line, bare, "is no `key: value`"));
        };
        block.entries.push(Entry { line, key: key.trim(), value: value.trim().to_string() });
    }
    Ok(blocks)
}
