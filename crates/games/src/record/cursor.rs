//! [`Cursor`]: a place in the tree of a record that a person looks at.

use alloc::vec::Vec;

use super::tree::{NodeId, Tree};
use super::{Record, RecordError, step_error};
use crate::any::AnyGame;
use crate::playthrough::Playthrough;

/// A node of a record with the line that leads to it, played out. Going to a neighbour costs one step.
#[derive(Clone, Debug)]
pub struct Cursor {
    play: Playthrough,
    /// The nodes after each step of it, the root first.
    line: Vec<NodeId>,
}

impl Cursor {
    /// At the root of a record.
    ///
    /// ```
    /// use mohreh_games::Record;
    /// use mohreh_games::record::Cursor;
    ///
    /// let mut record = Record::from_line("yinsh||e5 f6")?;
    /// let mut cursor = Cursor::new(&record);
    /// cursor.go(&record, record.tree().main_line()[1]);
    /// let variation = cursor.play(&mut record, "g7")?;
    /// assert_eq!(record.to_tree_line(), "yinsh||e5 f6 (g7)");
    /// record.promote(variation)?;
    /// assert_eq!(record.to_tree_line(), "yinsh||e5 g7 (f6)");
    /// assert_eq!(cursor.game(), record.game());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(record: &Record) -> Cursor {
        let mut play = record.playthrough().clone();
        play.keep_history();
        play.rewind(0);
        Cursor { play, line: Vec::from([Tree::ROOT]) }
    }

    /// The node.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.line.last().copied().unwrap_or(Tree::ROOT)
    }

    /// The nodes from the root to this one.
    #[must_use]
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The steps to the node, with turns, rolls and earlier positions.
    #[must_use]
    pub fn playthrough(&self) -> &Playthrough {
        &self.play
    }

    /// The position.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.play.game()
    }

    /// Goes to a node of the record; to the last one on the way that is still there, if it was deleted.
    pub fn go(&mut self, record: &Record, node: NodeId) {
        let tree = record.tree();
        let line = if tree.contains(node) {
            tree.line_to(node)
        } else {
            let kept = self.line.iter().copied().take_while(|node| tree.contains(*node));
            kept.collect()
        };
        let common = line.iter().zip(&self.line).take_while(|(one, two)| one == two).count();
        self.play.rewind(common.saturating_sub(1));
        self.line.truncate(common);
        for node in line.into_iter().skip(common) {
            // Legal when it was added, so legal again.
            if self.play.play(tree.step(node)).is_err() {
                debug_assert!(false, "{} does not follow", tree.step(node));
                return;
            }
            self.line.push(node);
        }
    }

    /// Plays a step: goes to the node that has it, or adds one. An illegal step changes nothing.
    pub fn play(&mut self, record: &mut Record, step: &str) -> Result<NodeId, RecordError> {
        let parent = self.node();
        if let Some(child) = record.tree().child(parent, step) {
            self.go(record, child);
            return Ok(child);
        }
        let child = record.add_to(parent, step, self.play.game().clone())?;
        let played = self.play.steps().len();
        self.play.play(step).map_err(|error| step_error(played, error.into()))?;
        self.line.push(child);
        Ok(child)
    }
}
