//! The order in which a tree is written: each step, then the variations that replace it, then what follows it.

use alloc::vec::Vec;

use super::tree::{NodeId, Tree};

/// What comes next in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visit {
    Node(NodeId),
    Open,
    Close,
}

/// Where variations of a whole turn stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// After the turn: their number says which turn they replace.
    AfterTurn,
    /// After its first step, like all others.
    AfterStep,
}

/// A visit to come. A node remembers the first step of its turn if variations of that are still to be written.
type Due = (Visit, Option<NodeId>);

impl Tree {
    /// Visits the root, then all steps.
    pub(super) fn walk(&self, order: Order, mut visit: impl FnMut(Visit)) {
        let mut due: Vec<Due> = Vec::from([(Visit::Node(Tree::ROOT), None)]);
        while let Some((next, owed)) = due.pop() {
            visit(next);
            let Visit::Node(node) = next else { continue };
            let is_first = self.rank(node) == Some(0);
            let waits = is_first && order == Order::AfterTurn && self.replaces_turn(node);
            let owed = if waits { Some(node) } else { owed };
            let child = self.children(node).first().copied();
            let ends_turn = child.is_none_or(|child| self.begins_turn(child));
            due.extend(child.map(|child| (Visit::Node(child), owed.filter(|_| !ends_turn))));
            if ends_turn {
                self.push_variations(owed, &mut due);
            }
            if is_first && !waits {
                self.push_variations(Some(node), &mut due);
            }
        }
    }

    /// Whether all steps here begin the turn, so that its number tells a variation of the turn from others.
    fn replaces_turn(&self, node: NodeId) -> bool {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        siblings.iter().all(|sibling| self.begins_turn(*sibling))
    }

    fn push_variations(&self, first: Option<NodeId>, due: &mut Vec<Due>) {
        let parent = first.and_then(|first| self.parent(first));
        let siblings = parent.map_or(&[][..], |parent| self.children(parent));
        for variation in siblings.iter().skip(1).rev() {
            due.extend([
                (Visit::Close, None),
                (Visit::Node(*variation), None),
                (Visit::Open, None),
            ]);
        }
    }
}
