//! The order in which both formats write a tree: each step, then the variations that replace it, then what follows it.

use alloc::vec::Vec;

use super::tree::{NodeId, Tree};

/// What comes next in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visit {
    Node(NodeId),
    Open,
    Close,
}

impl Tree {
    /// Visits the root, then all steps.
    pub(super) fn walk(&self, mut visit: impl FnMut(Visit)) {
        let mut due = Vec::from([Visit::Node(Tree::ROOT)]);
        while let Some(next) = due.pop() {
            visit(next);
            let Visit::Node(node) = next else { continue };
            due.extend(self.children(node).first().map(|child| Visit::Node(*child)));
            let siblings = match self.parent(node) {
                Some(parent) => self.children(parent),
                None => &[],
            };
            if siblings.first() == Some(&node) {
                for variation in siblings.iter().skip(1).rev() {
                    due.extend([Visit::Close, Visit::Node(*variation), Visit::Open]);
                }
            }
        }
    }
}
