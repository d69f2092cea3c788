//! [`Builder`]: plays the words of a record, whichever format they are written in, and builds its tree.

use alloc::string::String;
use alloc::vec::Vec;

use super::read::check_result;
use super::tree::{Highlight, NodeId, Tree};
use super::{Record, RecordError, not_played, step_error};
use crate::any::AnyGame;
use crate::game::Status;
use crate::playthrough::{Playthrough, next_actor, play};
use crate::reason::Reason;
use crate::text::ParseError;

/// A record being read.
pub(super) struct Builder {
    setup: String,
    initial: AnyGame,
    tree: Tree,
    /// The main line, then the variation that is open in it, and so on.
    lines: Vec<Line>,
}

/// A line being read.
struct Line {
    node: NodeId,
    game: AnyGame,
    /// Where the turn began, to which a variation with its number returns.
    turn: Option<(NodeId, AnyGame)>,
    /// The position before the last step, to which a variation returns; `None` before the first step.
    before: Option<AnyGame>,
    /// Line of the file where the variation was opened.
    opened: usize,
}

impl Builder {
    pub(super) fn new(play: &Playthrough) -> Builder {
        let initial = play.initial().clone();
        let line =
            Line { node: Tree::ROOT, game: initial.clone(), turn: None, before: None, opened: 0 };
        let setup = play.setup().into();
        Builder { setup, initial, tree: Tree::new(), lines: Vec::from([line]) }
    }

    /// The line being read. There is always one: closing the main line is an error.
    fn line(&self) -> &Line {
        &self.lines[self.lines.len() - 1]
    }

    fn line_mut(&mut self) -> &mut Line {
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// A word: a parenthesis, a highlight or a step. `opened` is the line of the file.
    pub(super) fn word(&mut self, word: &str, opened: usize) -> Result<(), RecordError> {
        match word {
            "(" => self.open(opened),
            ")" => self.close(),
            _ if word.starts_with('!') => self.highlight(word),
            _ => self.step(word),
        }
    }

    fn step(&mut self, step: &str) -> Result<(), RecordError> {
        let (node, is_variation) = (self.line().node, self.lines.len() > 1);
        let ply = self.tree.ply(node);
        let is_first = is_variation && self.line().before.is_none();
        if is_first && self.tree.child(node, step).is_some() {
            return Err(step_error(ply, ParseError::new(step, "wrong-variation-same")));
        }
        if is_variation || self.tree.has_variations() {
            let room = self.tree.step_count() < Tree::MAX_STEPS;
            let many = || Reason::new("wrong-variation-many").with("max", Tree::MAX_STEPS);
            room.then_some(()).ok_or_else(|| step_error(ply, ParseError::new(step, many())))?;
        }
        let actor = self.tree.seat(node);
        let line = self.line_mut();
        let before = line.game.clone();
        let played = play(&mut line.game, actor, step)
            .map_err(|error| not_played(ply, step, error, before.status()))?;
        if played.begins.is_some() {
            line.turn = Some((node, before.clone()));
        }
        line.before = Some(before);
        self.line_mut().node = self.tree.attach(node, step, played);
        Ok(())
    }

    fn open(&mut self, opened: usize) -> Result<(), RecordError> {
        let wrong = |reason: Reason| Err(ParseError::new("(", reason).into());
        if self.lines.len() > Tree::MAX_DEPTH {
            return wrong(Reason::new("wrong-variation-deep").with("max", Tree::MAX_DEPTH));
        }
        let line = self.line();
        match (&line.before, self.tree.parent(line.node)) {
            (Some(game), Some(node)) => {
                let (game, turn) = (game.clone(), line.turn.clone());
                self.lines.push(Line { node, game, turn, before: None, opened });
                Ok(())
            }
            _ => wrong("wrong-variation-first".into()),
        }
    }

    fn close(&mut self) -> Result<(), RecordError> {
        let wrong = |reason: &'static str| Err(ParseError::new(")", reason).into());
        if self.lines.len() == 1 {
            return wrong("wrong-variation-close");
        }
        if self.line().before.is_none() {
            return wrong("wrong-variation-empty");
        }
        self.lines.pop();
        Ok(())
    }

    fn highlight(&mut self, word: &str) -> Result<(), RecordError> {
        let node = self.node_to_note()?;
        let mut highlights = self.tree.highlights(node).to_vec();
        highlights.push(word.parse::<Highlight>()?);
        self.tree.highlight(node, &highlights).map_err(|why| ParseError::new(word, why))?;
        Ok(())
    }

    pub(super) fn comment(&mut self, text: &str) -> Result<(), RecordError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        let node = self.node_to_note()?;
        self.tree.comment(node, text);
        Ok(())
    }

    /// The node that comments and highlights belong to.
    fn node_to_note(&self) -> Result<NodeId, RecordError> {
        let line = self.line();
        if self.lines.len() > 1 && line.before.is_none() {
            return Err(RecordError::new("wrong-variation-note"));
        }
        Ok(line.node)
    }

    /// Checks the number of the turn that the next step begins. A variation with the number of the turn that it
    /// stands after replaces the whole of it.
    pub(super) fn turn(&mut self, turn: &str) -> Result<(), RecordError> {
        if let [.., outer, line] = self.lines.as_mut_slice()
            && line.before.is_none()
            && turn.parse() == Ok(self.tree.turn(outer.node))
            && let Some((node, game)) = line.turn.take()
        {
            (line.node, line.game) = (node, game);
        }
        let line = self.line();
        let (actor, turns) = (self.tree.seat(line.node), self.tree.turn(line.node));
        let is_over = matches!(line.game.status(), Status::Over(_));
        if !is_over && next_actor(&line.game, actor) == actor {
            let why = Reason::new("wrong-turn-incomplete").with("turn", turns);
            return Err(ParseError::new(&alloc::format!("{turn}."), why).into());
        }
        if turn.parse() != Ok(turns + 1) {
            let why = Reason::new("wrong-turn").with("turn", turns + 1);
            return Err(ParseError::new(turn, why).into());
        }
        Ok(())
    }

    /// The record. `result_line` is where an error of the result is.
    pub(super) fn finish(
        mut self,
        headers: Vec<(String, String)>,
        result_line: usize,
    ) -> Result<Record, RecordError> {
        if let Some(line) = self.lines.get(1) {
            let error = RecordError::from(ParseError::new("(", "wrong-variation-open"));
            return Err(if line.opened > 0 { error.at_line(line.opened) } else { error });
        }
        let game = self.lines.swap_remove(0).game;
        if let Some((_, result)) = headers.iter().find(|(key, _)| key == "result") {
            check_result(&game, result).map_err(|error| error.at_line(result_line))?;
        }
        let tree = self.tree;
        let main = tree.main_line().iter().skip(1);
        let steps = main.map(|node| (tree.step(*node), tree.played(*node)));
        let play = Playthrough::of_played(self.setup, self.initial, steps, game);
        Ok(Record { play, headers, tree })
    }
}
