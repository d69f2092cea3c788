//! [`Tree`]: the steps of a record with variations, comments and highlights. The first child of each node continues
//! the line that the node is on; the others are variations. Nothing here recurses, so depth costs no stack.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;

use crate::game::Seat;
use crate::playthrough::Played;
use crate::reason::Reason;
use crate::show::Name;
use crate::text::ParseError;

/// Identifier of a position of a [`Tree`]: the one after its step. It stays valid until the node is deleted, and is not
/// given to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// The steps of a record with all variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The root first. Deleted nodes stay as vacant slots.
    nodes: Vec<Node>,
    /// The main line, from the root.
    main: Vec<NodeId>,
    /// Number of nodes that are not deleted.
    live: usize,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// `None` of the root and of deleted nodes.
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    step: String,
    ply: u32,
    turn: u32,
    /// The seat of the turn; `None` before the first.
    seat: Option<Seat>,
    begins_turn: bool,
    is_roll: bool,
    /// `None` if there are none, which is the rule.
    notes: Option<Box<Notes>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Notes {
    comments: Vec<String>,
    highlights: Vec<Highlight>,
}

/// A circle around a spot, or an arrow from it to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Highlight {
    /// The spot; of an arrow, where it begins.
    pub spot: Name,
    /// Where the arrow ends; `None` of a circle.
    pub target: Option<Name>,
    /// Its colour.
    pub ink: Ink,
}

/// Colour of a [`Highlight`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ink {
    /// Green, which is not written.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl Ink {
    /// All colours.
    pub const ALL: [Ink; 4] = [Ink::Green, Ink::Red, Ink::Blue, Ink::Yellow];

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ink::Green => "green",
            Ink::Red => "red",
            Ink::Blue => "blue",
            Ink::Yellow => "yellow",
        }
    }
}

/// `!d4` a circle, `!d4>e5` an arrow, `!d4/red` in another colour than green.
impl Display for Highlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "!{}", self.spot)?;
        if let Some(target) = self.target {
            write!(f, ">{target}")?;
        }
        match self.ink {
            Ink::Green => Ok(()),
            ink => write!(f, "/{}", ink.name()),
        }
    }
}

impl FromStr for Highlight {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Highlight, ParseError> {
        let read = || {
            let rest = text.strip_prefix('!')?;
            let (places, ink) = match rest.split_once('/') {
                None => (rest, Ink::Green),
                Some((places, name)) => {
                    (places, Ink::ALL.into_iter().find(|ink| ink.name() == name)?)
                }
            };
            let (spot, target) = match places.split_once('>') {
                None => (spot_name(places)?, None),
                Some((spot, target)) => (spot_name(spot)?, Some(spot_name(target)?)),
            };
            Some(Highlight { spot, target, ink })
        };
        read().ok_or_else(|| ParseError::new(text, "wrong-mark"))
    }
}

/// Whether it can be written: names of spots are small letters, digits and dashes.
fn spot_name(text: &str) -> Option<Name> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (!text.is_empty() && text.bytes().all(plain)).then(|| Name::new(text)).flatten()
}

impl Tree {
    /// The position before the first step.
    pub const ROOT: NodeId = NodeId(0);
    /// Maximum number of steps in a record that has variations.
    pub const MAX_STEPS: usize = 20_000;
    /// Maximum nesting of variations.
    pub const MAX_DEPTH: usize = 64;
    /// Maximum number of highlights of a position.
    pub const MAX_HIGHLIGHTS: usize = 100;

    pub(super) fn new() -> Tree {
        Tree { nodes: Vec::from([Node::default()]), main: Vec::from([Tree::ROOT]), live: 1 }
    }

    fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let at = if (id.0 as usize) < self.nodes.len() { id.0 as usize } else { 0 };
        &mut self.nodes[at]
    }

    /// Whether the node has not been deleted.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        id == Tree::ROOT || self.nodes.get(id.0 as usize).is_some_and(|node| node.parent.is_some())
    }

    /// The node before the step; `None` of the root.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes after the next step: the continuation of the line, then the variations.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The child with this step.
    #[must_use]
    pub fn child(&self, id: NodeId, step: &str) -> Option<NodeId> {
        self.children(id).iter().copied().find(|child| self.step(*child) == step)
    }

    /// The text of the step; empty of the root.
    #[must_use]
    pub fn step(&self, id: NodeId) -> &str {
        &self.node(id).step
    }

    /// Number of steps from the root.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply as usize
    }

    /// One-based number of the turn that the step belongs to; 0 before the first.
    #[must_use]
    pub fn turn(&self, id: NodeId) -> usize {
        self.node(id).turn as usize
    }

    /// The seat of that turn.
    #[must_use]
    pub fn seat(&self, id: NodeId) -> Option<Seat> {
        self.node(id).seat
    }

    /// Whether the turn begins with this step.
    #[must_use]
    pub fn begins_turn(&self, id: NodeId) -> bool {
        self.node(id).begins_turn
    }

    /// Whether the step is the fall of the dice.
    #[must_use]
    pub fn is_roll(&self, id: NodeId) -> bool {
        self.node(id).is_roll
    }

    /// The comments on the position, line by line.
    #[must_use]
    pub fn comments(&self, id: NodeId) -> &[String] {
        self.node(id).notes.as_ref().map_or(&[], |notes| &notes.comments)
    }

    /// The circles and arrows in the position.
    #[must_use]
    pub fn highlights(&self, id: NodeId) -> &[Highlight] {
        self.node(id).notes.as_ref().map_or(&[], |notes| &notes.highlights)
    }

    /// The nodes of the main line, the root first.
    #[must_use]
    pub fn main_line(&self) -> &[NodeId] {
        &self.main
    }

    /// Whether the node is on the main line.
    #[must_use]
    pub fn is_main(&self, id: NodeId) -> bool {
        self.main.get(self.ply(id)) == Some(&id)
    }

    /// Whether there is any variation.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.live > self.main.len()
    }

    /// Number of steps, those of variations included.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.live - 1
    }

    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = Vec::with_capacity(self.ply(id) + 1);
        let mut at = Some(id);
        while let Some(node) = at {
            line.push(node);
            at = self.parent(node);
        }
        line.reverse();
        line
    }

    /// The last node of the line through this one.
    #[must_use]
    pub fn end_of_line(&self, mut id: NodeId) -> NodeId {
        while let Some(next) = self.children(id).first() {
            id = *next;
        }
        id
    }

    /// The path from the root, for links: `12` is the position after twelve steps of the main line, `12.1.3` the one
    /// after the first variation there and three more steps of it.
    ///
    /// ```
    /// use mohreh_games::Record;
    /// use mohreh_games::record::Tree;
    ///
    /// let record = Record::from_line("yinsh||e5 f6 (g7 a2 (a3)) d4")?;
    /// let tree = record.tree();
    /// let nested = tree.find("1.1.0.1.0").ok_or("there is one")?;
    /// assert_eq!(tree.step(nested), "a3");
    /// assert_eq!(tree.path(nested), "1.1.0.1.0");
    /// assert_eq!(tree.find("3"), tree.main_line().last().copied());
    /// assert_eq!(tree.find("4"), None);
    /// assert_eq!(tree.path(Tree::ROOT), "0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self, id: NodeId) -> String {
        let (mut path, mut along) = (String::new(), 0);
        for node in self.line_to(id) {
            match self.rank(node) {
                None => {}
                Some(0) => along += 1,
                Some(rank) => {
                    path += &format!("{along}.{rank}.");
                    along = 0;
                }
            }
        }
        path + &along.to_string()
    }

    /// The node at the end of a path; `None` if there is none.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<NodeId> {
        let mut id = Tree::ROOT;
        for (nth, number) in path.split('.').enumerate() {
            let number: usize = number.parse().ok()?;
            if nth % 2 == 1 {
                id = *self.children(id).get(number).filter(|_| number > 0)?;
                continue;
            }
            for _ in 0..number {
                id = *self.children(id).first()?;
            }
        }
        (path.split('.').count() % 2 == 1).then_some(id)
    }

    /// The index among the children of its parent: 0 continues a line, others are variations. `None` of the root.
    #[must_use]
    pub fn rank(&self, id: NodeId) -> Option<usize> {
        let parent = self.parent(id)?;
        self.children(parent).iter().position(|child| *child == id)
    }

    /// How many variations the node is inside of.
    #[must_use]
    pub fn depth(&self, id: NodeId) -> usize {
        let ranks = self.line_to(id).into_iter().filter_map(|node| self.rank(node));
        ranks.filter(|rank| *rank > 0).count()
    }

    /// Whether a step may be added after a node.
    pub(super) fn check_room(&self, parent: NodeId) -> Result<(), Reason> {
        let branches = !self.children(parent).is_empty();
        if (branches || self.has_variations()) && self.step_count() >= Tree::MAX_STEPS {
            return Err(Reason::new("wrong-variation-many").with("max", Tree::MAX_STEPS));
        }
        if branches && self.depth(parent) >= Tree::MAX_DEPTH {
            return Err(too_deep());
        }
        Ok(())
    }

    /// Adds a legal step as the last child of a node.
    pub(super) fn attach(&mut self, parent: NodeId, step: &str, played: Played) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let before = self.node(parent);
        let node = Node {
            parent: Some(parent),
            step: step.to_string(),
            ply: before.ply + 1,
            turn: before.turn + u32::from(played.begins.is_some()),
            seat: played.begins.or(before.seat),
            begins_turn: played.begins.is_some(),
            is_roll: played.is_roll,
            ..Node::default()
        };
        self.nodes.push(node);
        self.live += 1;
        self.node_mut(parent).children.push(id);
        if self.main.last() == Some(&parent) {
            self.main.push(id);
        }
        id
    }

    /// What a step is in the course of the game.
    pub(super) fn played(&self, id: NodeId) -> Played {
        let node = self.node(id);
        Played { begins: node.seat.filter(|_| node.begins_turn), is_roll: node.is_roll }
    }

    /// Removes a node and all below it.
    pub(super) fn remove(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        self.node_mut(parent).children.retain(|child| *child != id);
        let mut doomed = Vec::from([id]);
        while let Some(next) = doomed.pop() {
            let node = core::mem::take(self.node_mut(next));
            doomed.extend(node.children);
            self.live -= 1;
        }
        self.find_main_line();
    }

    /// Makes the innermost variation around a node the continuation of its parent. Returns whether there was one.
    pub(super) fn promote(&mut self, id: NodeId) -> Result<bool, Reason> {
        let line = self.line_to(id).into_iter().rev();
        let mut variations = line.filter(|node| self.rank(*node).is_some_and(|rank| rank > 0));
        let Some(first) = variations.next() else { return Ok(false) };
        let Some(parent) = self.parent(first) else { return Ok(false) };
        let before = self.children(parent).to_vec();
        let children = &mut self.node_mut(parent).children;
        children.retain(|child| *child != first);
        children.insert(0, first);
        let demoted = before.first().is_some_and(|old| self.is_too_deep(*old));
        if demoted {
            self.node_mut(parent).children = before;
            return Err(too_deep());
        }
        self.find_main_line();
        Ok(true)
    }

    /// Whether variations below a node are nested too deep.
    fn is_too_deep(&self, id: NodeId) -> bool {
        let mut open = Vec::from([(id, self.depth(id))]);
        while let Some((node, depth)) = open.pop() {
            if depth > Tree::MAX_DEPTH {
                return true;
            }
            let children = self.children(node).iter().enumerate();
            open.extend(children.map(|(rank, child)| (*child, depth + usize::from(rank > 0))));
        }
        false
    }

    fn find_main_line(&mut self) {
        self.main.truncate(1);
        let mut id = Tree::ROOT;
        while let Some(next) = self.children(id).first().copied() {
            self.main.push(next);
            id = next;
        }
    }

    /// Adds comments, one for each line that is not blank.
    pub(super) fn comment(&mut self, id: NodeId, text: &str) {
        let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        for line in lines {
            self.notes(id, |notes| notes.comments.push(line.to_string()));
        }
    }

    pub(super) fn clear_comments(&mut self, id: NodeId) {
        self.notes(id, |notes| notes.comments.clear());
    }

    /// Replaces the highlights; those that are there twice or cannot be written are left out.
    pub(super) fn highlight(&mut self, id: NodeId, highlights: &[Highlight]) -> Result<(), Reason> {
        let mut kept: Vec<Highlight> = Vec::new();
        for highlight in highlights {
            let names = [Some(highlight.spot), highlight.target];
            let writable = names.into_iter().flatten().all(|name| spot_name(&name).is_some());
            if writable && !kept.contains(highlight) {
                kept.push(*highlight);
            }
            if kept.len() > Tree::MAX_HIGHLIGHTS {
                return Err(Reason::new("wrong-marks").with("max", Tree::MAX_HIGHLIGHTS));
            }
        }
        self.notes(id, |notes| notes.highlights = kept);
        Ok(())
    }

    fn notes(&mut self, id: NodeId, change: impl FnOnce(&mut Notes)) {
        let node = self.node_mut(id);
        let mut notes = node.notes.take().unwrap_or_default();
        change(&mut notes);
        node.notes = Some(notes).filter(|notes| **notes != Notes::default());
    }
}

fn too_deep() -> Reason {
    Reason::new("wrong-variation-deep").with("max", Tree::MAX_DEPTH)
}

/// Trees are equal if steps, order of variations, comments and highlights are.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut open = Vec::from([(Tree::ROOT, Tree::ROOT)]);
        while let Some((mine, theirs)) = open.pop() {
            let (one, two) = (self.node(mine), other.node(theirs));
            let same = one.step == two.step
                && one.notes == two.notes
                && one.children.len() == two.children.len();
            if !same {
                return false;
            }
            open.extend(one.children.iter().copied().zip(two.children.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}
