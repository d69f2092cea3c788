//! Serialiser of the text format.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::Record;
use super::tree::{NodeId, Tree};
use super::walk::{Order, Visit};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.kind())?;
        if !self.setup().is_empty() {
            writeln!(f, "setup: {}", self.setup())?;
        }
        for (key, value) in &self.headers {
            writeln!(f, "{}", format!("{key}: {value}").trim_end())?;
        }
        writeln!(f)?;
        let mut lines = Lines { out: f, line: String::new(), depth: 0, result: Ok(()) };
        let tree = self.tree();
        tree.walk(Order::AfterTurn, |visit| lines.visit(tree, visit));
        lines.end_line();
        lines.result
    }
}

/// Indentation stops growing at this depth, so that the text stays linear in the size of the tree.
const MAX_INDENT: usize = 6;

/// Breaks the steps into lines, one for each turn, and one for each comment.
struct Lines<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    line: String,
    depth: usize,
    /// The first error of the output.
    result: fmt::Result,
}

impl Lines<'_, '_> {
    fn visit(&mut self, tree: &Tree, visit: Visit) {
        match visit {
            Visit::Node(node) => self.node(tree, node),
            Visit::Open => {
                self.end_line();
                self.depth += 1;
                self.line.push('(');
            }
            Visit::Close => {
                let gap = if self.line.is_empty() { "" } else { " " };
                self.line = format!("{}{gap})", self.line);
                self.end_line();
                self.depth -= 1;
            }
        }
    }

    fn node(&mut self, tree: &Tree, node: NodeId) {
        if tree.begins_turn(node) {
            if self.line != "(" {
                self.end_line();
            } else {
                self.line.push(' ');
            }
            self.line = format!("{}{}.", self.line, tree.turn(node));
        } else if self.line.is_empty() && node != Tree::ROOT {
            self.line.push(' ');
        }
        if node == Tree::ROOT {
            for comment in tree.comments(node) {
                self.comment(comment);
            }
        } else {
            self.word(tree.step(node));
        }
        for highlight in tree.highlights(node) {
            self.word(&format!("{highlight}"));
        }
        if node == Tree::ROOT {
            self.end_line();
        } else {
            for comment in tree.comments(node) {
                self.comment(comment);
            }
        }
    }

    fn word(&mut self, word: &str) {
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(word);
    }

    fn comment(&mut self, text: &str) {
        let gap = if self.line.is_empty() { "" } else { "  " };
        self.line = format!("{}{gap}; {text}", self.line);
        self.end_line();
    }

    fn end_line(&mut self) {
        if self.line.is_empty() {
            return;
        }
        let inner = 4 * self.depth.min(MAX_INDENT);
        let indent = if self.line.starts_with(['(', ')']) { inner - 2 } else { inner };
        if self.result.is_ok() {
            self.result = writeln!(self.out, "{:indent$}{}", "", self.line);
        }
        self.line.clear();
    }
}
