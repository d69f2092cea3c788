//! `mohreh rules`: the complete rules of a game as text, from the same pages that the site renders.

use std::io::Write;
use std::process::ExitCode;

use mohreh_draw::{Diagram, columns};
use mohreh_games::Kind;
use mohreh_texts::Language;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::args::kinds;
use crate::failure::{Failure, Result};
use crate::show::draw_board;
use crate::terminal::{self, isolated, language, tell, wrap};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game.
    #[arg(value_name = "KIND", value_parser = kinds(), ignore_case = true)]
    kind: Kind,
}

macro_rules! sources {
    ($($Game:ident = $name:literal in $module:ident,)*) => {
        /// The rules page of a game, in Markdown.
        fn source(kind: Kind, language: Language) -> &'static str {
            match (kind, language) {$(
                (Kind::$Game, Language::English) => include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../../texts/en/rules/", $name, ".md"
                )),
                (Kind::$Game, Language::Persian) => include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/../../texts/fa/rules/", $name, ".md"
                )),
            )*}
        }
    };
}

mohreh_games::for_each_game!(sources);

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let mut page = Page { out, text: String::new(), lists: Vec::new(), mark: None, quotes: 0 };
    page.write(source(args.kind, language()))?;
    Ok(ExitCode::SUCCESS)
}

/// A page being written.
struct Page<'a, W> {
    out: &'a mut W,
    /// The open paragraph, heading, cell or block of code.
    text: String,
    /// Open lists; with the number of the next item if they are numbered.
    lists: Vec<Option<u64>>,
    /// Bullet or number of an item, until its first line is written.
    mark: Option<String>,
    /// Open quotations.
    quotes: usize,
}

/// Indentation of items and quotations.
const INDENT: usize = 3;

impl<W: Write> Page<'_, W> {
    fn write(&mut self, source: &str) -> Result<()> {
        let (mut is_board, mut rows) = (false, Vec::<Vec<String>>::new());
        for event in Parser::new_ext(source, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                    is_board = &*name == "board";
                }
                Event::End(TagEnd::CodeBlock) => {
                    let text = std::mem::take(&mut self.text);
                    if is_board {
                        self.diagram(&text)?;
                    } else {
                        self.verbatim(&text)?;
                    }
                    is_board = false;
                }
                Event::Start(Tag::List(first)) => {
                    self.end_paragraph(false)?;
                    self.lists.push(first);
                }
                Event::End(TagEnd::List(_)) => {
                    self.lists.pop();
                    if self.lists.is_empty() {
                        writeln!(self.out)?;
                    }
                }
                Event::Start(Tag::Item) => self.mark = Some(self.next_mark()),
                Event::End(TagEnd::Item) => self.end_paragraph(false)?,
                Event::Start(Tag::BlockQuote(_)) => self.quotes += 1,
                Event::End(TagEnd::BlockQuote(_)) => self.quotes -= 1,
                Event::End(TagEnd::Paragraph) => self.end_paragraph(self.lists.is_empty())?,
                Event::End(TagEnd::Heading(level)) => self.heading(level as usize)?,
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::End(TagEnd::TableCell) => {
                    let cell = std::mem::take(&mut self.text);
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                }
                Event::End(TagEnd::Table) => self.table(&std::mem::take(&mut rows))?,
                Event::Text(text) => self.text += &text,
                Event::Code(code) => self.text += &language().isolate(&code),
                Event::SoftBreak => self.text.push(' '),
                Event::HardBreak => self.text.push('\n'),
                _ => {}
            }
        }
        Ok(())
    }

    /// The sign of the next item of the innermost list.
    fn next_mark(&mut self) -> String {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                let mark = language().digits(&format!("{number}. "));
                *number += 1;
                mark
            }
            _ => "• ".to_string(),
        }
    }

    fn end_paragraph(&mut self, blank_after: bool) -> Result<()> {
        let text = with_ids(&std::mem::take(&mut self.text));
        if text.trim().is_empty() {
            return Ok(());
        }
        let indent = INDENT * (self.lists.len() + self.quotes);
        let width = terminal::text_width().saturating_sub(indent);
        let mark = self.mark.take();
        let mut lines = text.lines().flat_map(|line| wrap(line.trim(), width));
        if let Some(mark) = mark
            && let Some(first) = lines.next()
        {
            let blank = indent.saturating_sub(columns(&mark));
            tell(self.out, &format!("{}{mark}{first}", " ".repeat(blank)))?;
        }
        for line in lines {
            tell(self.out, &format!("{}{line}", " ".repeat(indent)))?;
        }
        if blank_after {
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn heading(&mut self, level: usize) -> Result<()> {
        let text = std::mem::take(&mut self.text);
        tell(self.out, &text)?;
        if let Some(rule) = ["", "=", "-"].get(level).filter(|rule| !rule.is_empty()) {
            tell(self.out, &rule.repeat(columns(&text)))?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// A table, as far as it fits; a wider one as a list of its rows.
    fn table(&mut self, rows: &[Vec<String>]) -> Result<()> {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest =
            |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|cell| columns(cell)).max();
        let widths: Vec<usize> = (0..count).map(|n| widest(n).unwrap_or(0)).collect();
        let fits = widths.iter().sum::<usize>() + 3 * count <= terminal::text_width();
        for (n, row) in rows.iter().enumerate() {
            if !fits {
                self.text = row.join(" — ");
                self.end_paragraph(false)?;
                continue;
            }
            let cell = |(cell, width): (&String, &usize)| {
                format!("{cell}{}", " ".repeat(width.saturating_sub(columns(cell))))
            };
            let cells: Vec<String> = row.iter().zip(&widths).map(cell).collect();
            tell(self.out, &format!("  {}", cells.join("   ").trim_end()))?;
            if n == 0 {
                let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                tell(self.out, &format!("  {}", rules.join("   ")))?;
            }
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// Text as it is, such as a record.
    fn verbatim(&mut self, text: &str) -> Result<()> {
        for line in text.lines() {
            writeln!(self.out, "    {line}")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// A board with its caption. Marked spots stand in brackets, arrows are listed.
    fn diagram(&mut self, text: &str) -> Result<()> {
        let Diagram { kind, mut scene, caption, marks } =
            Diagram::parse(text).map_err(Failure::new)?;
        scene.marked.extend(marks.spots);
        draw_board(kind, &scene, self.out)?;
        if !marks.arrows.is_empty() {
            let arrow = |(from, to): &(_, _)| format!("{from} → {to}");
            let arrows: Vec<String> = marks.arrows.iter().map(arrow).collect();
            tell(self.out, &format!("   {}", language().isolate(&arrows.join("   "))))?;
        }
        self.text = match language() {
            Language::English => caption.replace('`', ""),
            Language::Persian => isolated(&caption),
        };
        self.quotes += 1;
        self.end_paragraph(true)?;
        self.quotes -= 1;
        Ok(())
    }
}

/// `… {Z5 Z6}`, the rule ids of a paragraph, in brackets.
fn with_ids(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, (ids, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        out += before;
        out += &language().isolate(&format!("[{ids}]"));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;
    use mohreh_texts::Language;

    use super::{Page, source};

    fn written(source: &str) -> String {
        let mut out = Vec::new();
        let mut page =
            Page { out: &mut out, text: String::new(), lists: Vec::new(), mark: None, quotes: 0 };
        page.write(source).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn markdown_becomes_text() {
        let source = "# Title\n\nA *short* line. {Z1}\n\n- one\n- two `d4`\n  1. inner\n\n> Quoted.\n\n\
                      | a | b |\n|---|---|\n| long | c |\n";
        let wanted = "Title\n=====\n\nA short line. [Z1]\n\n • one\n • two d4\n   1. inner\n\n   \
                      Quoted.\n\n  a      b\n  ----   -\n  long   c\n\n";
        assert_eq!(written(source), wanted);
    }

    #[test]
    fn every_rules_page_is_written_whole() {
        for &kind in Kind::ALL {
            for language in [Language::English, Language::Persian] {
                let (source, text) = (source(kind, language), written(source(kind, language)));
                for line in source.lines().filter_map(|line| line.strip_prefix("## ")) {
                    assert!(text.contains(line), "{kind}: {line}");
                }
                assert!(!text.contains("```") && !text.contains("**") && !text.contains('{'));
                // Every word of the page is there, apart from positions and marks of Markdown.
                let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
                let prose = source.split("```").step_by(2).flat_map(str::split_whitespace);
                for word in prose.filter(is_word) {
                    assert!(text.contains(word), "{kind}: {word}");
                }
                // Boards are within 80 columns by a law of `draw`; everything else is wrapped.
                for line in text.lines() {
                    assert!(mohreh_draw::columns(line) <= 80, "{kind}: {line}");
                }
            }
        }
    }
}
