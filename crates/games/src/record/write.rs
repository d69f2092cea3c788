//! Serialiser of the text format.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::Record;

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
        let mut comments = self.comments.iter().peekable();
        while let Some(comment) = comments.next_if(|comment| comment.ply == 0) {
            writeln!(f, "; {}", comment.text)?;
        }
        let mut turns = self.turns().iter().zip(1..).peekable();
        let mut line = String::new();
        for (ply, step) in self.steps().iter().enumerate() {
            if let Some((_, number)) = turns.next_if(|(turn, _)| turn.start == ply) {
                if !line.is_empty() {
                    writeln!(f, "{line}")?;
                }
                line = format!("{number}.");
            } else if line.is_empty() {
                line.push(' ');
            }
            line.push(' ');
            line.push_str(step);
            let mut first = true;
            while let Some(comment) = comments.next_if(|comment| comment.ply == ply + 1) {
                let gap = if first { "  " } else { "" };
                writeln!(f, "{line}{gap}; {}", comment.text)?;
                line.clear();
                first = false;
            }
        }
        if line.is_empty() { Ok(()) } else { writeln!(f, "{line}") }
    }
}
