//! [`Study`]: a game under analysis, its record with variations and the place in it that is looked at. No browser.

use mohreh_games::record::{Cursor, Highlight, Ink, NodeId, RecordError, Tree};
use mohreh_games::show::{Name, Scene};
use mohreh_games::{AnyGame, Kind, Playthrough, Record, Seat, Status};
use mohreh_review::{Judged, Review, annotate};

use crate::game_model::{scene_at, touched_spots};

pub(crate) struct Study {
    record: Record,
    cursor: Cursor,
}

impl Study {
    /// At the end of the main line.
    pub(crate) fn new(record: Record) -> Study {
        let mut cursor = Cursor::new(&record);
        cursor.go(&record, record.tree().end_of_line(Tree::ROOT));
        Study { record, cursor }
    }

    /// Makes sure that the steps of a game are in the tree, which may have been saved before they were played.
    pub(crate) fn include(&mut self, steps: &[String]) {
        self.cursor.go(&self.record, Tree::ROOT);
        for step in steps {
            if self.cursor.play(&mut self.record, step).is_err() {
                break;
            }
        }
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn tree(&self) -> &Tree {
        self.record.tree()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.record.kind()
    }

    /// The place that is looked at.
    pub(crate) fn node(&self) -> NodeId {
        self.cursor.node()
    }

    pub(crate) fn game(&self) -> &AnyGame {
        self.cursor.game()
    }

    /// The steps up to there.
    pub(crate) fn played(&self) -> &Playthrough {
        self.cursor.playthrough()
    }

    pub(crate) fn ply(&self) -> usize {
        self.played().steps().len()
    }

    /// The line to here as a record in one line, for the engine.
    pub(crate) fn line(&self) -> String {
        let steps = self.played().steps().join(" ");
        format!("{}|{}|{steps}", self.kind(), self.record.setup())
    }

    /// Whether this is the end of the game that was played.
    pub(crate) fn is_at_end(&self) -> bool {
        self.tree().main_line().last() == Some(&self.node())
    }

    pub(crate) fn go(&mut self, node: NodeId) {
        self.cursor.go(&self.record, node);
    }

    pub(crate) fn back(&mut self) {
        if let Some(parent) = self.tree().parent(self.node()) {
            self.go(parent);
        }
    }

    pub(crate) fn forward(&mut self) -> bool {
        let next = self.tree().children(self.node()).first().copied();
        if let Some(next) = next {
            self.go(next);
        }
        next.is_some()
    }

    pub(crate) fn go_on(&mut self) {
        self.forward();
    }

    pub(crate) fn last(&mut self) {
        self.go(self.tree().end_of_line(self.node()));
    }

    /// To the end of the next turn.
    pub(crate) fn next_turn(&mut self) {
        while self.forward() {
            let next = self.tree().children(self.node()).first();
            if next.is_none_or(|next| self.tree().begins_turn(*next)) {
                return;
            }
        }
    }

    /// To the end of the turn before.
    pub(crate) fn previous_turn(&mut self) {
        let start = self.played().turn_start_before(self.ply());
        while self.ply() > start {
            self.back();
        }
    }

    /// To the variation beside this one; the next, or the one before.
    pub(crate) fn beside(&mut self, next: bool) {
        let tree = self.tree();
        // The nearest place, here or before, where the game branches.
        let line = tree.line_to(self.node()).into_iter().rev();
        let siblings = line
            .filter_map(|node| Some((node, tree.children(tree.parent(node)?))))
            .find(|(_, siblings)| siblings.len() > 1);
        let Some((node, siblings)) = siblings else { return };
        let at = siblings.iter().position(|other| *other == node).unwrap_or(0);
        let count = siblings.len();
        let to = siblings[(at + if next { 1 } else { count - 1 }) % count];
        self.go(to);
    }

    /// To a step of the line through this place.
    pub(crate) fn go_to_ply(&mut self, ply: usize) {
        while self.ply() > ply {
            self.back();
        }
        while self.ply() < ply && self.forward() {}
    }

    /// Steps of the line through this place.
    pub(crate) fn line_len(&self) -> usize {
        self.tree().ply(self.tree().end_of_line(self.node()))
    }

    /// Plays a step; another one than before makes a variation.
    pub(crate) fn play(&mut self, step: &str) -> Result<(), RecordError> {
        let played = self.cursor.play(&mut self.record, step);
        // The number of the step says nothing to the person who has just played it.
        played.map(drop).map_err(|error| RecordError { step: None, ..error })
    }

    /// Deletes the step that led here, and all that follows it.
    pub(crate) fn delete(&mut self) {
        let (node, game) = (self.node(), self.record.steps().to_vec());
        self.record.delete(node);
        self.cursor.go(&self.record, node);
        self.drop_review_of(&game);
    }

    /// Keeps the verdicts on the main line, with the best turns as variations.
    pub(crate) fn keep_review(&mut self, nodes: u64, judged: &[Judged]) -> Result<(), RecordError> {
        let review = Review::new(&self.record, nodes, judged);
        self.record.set_header(Review::HEADER, &Review::header(nodes, judged))?;
        // The page says the verdicts itself, in its language.
        annotate(&mut self.record, &review, &|_| String::new())
    }

    pub(crate) fn has_review(&self) -> bool {
        self.record.header(Review::HEADER).is_some_and(|text| !text.is_empty())
    }

    /// Another main line than this one has not been reviewed.
    fn drop_review_of(&mut self, game: &[String]) {
        if self.has_review() && self.record.steps() != game {
            // An empty header is always valid.
            let _ = self.record.set_header(Review::HEADER, "");
        }
    }

    pub(crate) fn is_variation(&self) -> bool {
        self.tree().depth(self.node()) > 0
    }

    pub(crate) fn promote(&mut self) -> Result<(), RecordError> {
        let game = self.record.steps().to_vec();
        self.record.promote(self.node())?;
        self.drop_review_of(&game);
        Ok(())
    }

    pub(crate) fn comment(&self) -> String {
        self.tree().comments(self.node()).join("\n")
    }

    pub(crate) fn set_comment(&mut self, text: &str) {
        self.record.set_comments(self.node(), text);
    }

    pub(crate) fn highlights(&self) -> &[Highlight] {
        self.tree().highlights(self.node())
    }

    /// Adds a circle or an arrow; the same again removes it, and in another colour replaces it.
    pub(crate) fn toggle_highlight(
        &mut self,
        spot: Name,
        target: Option<Name>,
        ink: Ink,
    ) -> Result<(), RecordError> {
        let new = Highlight { spot, target, ink };
        let is_there = self.highlights().contains(&new);
        let others = |other: &&Highlight| (other.spot, other.target) != (spot, target);
        let mut all: Vec<Highlight> = self.highlights().iter().filter(others).copied().collect();
        all.extend((!is_there).then_some(new));
        self.record.set_highlights(self.node(), &all)
    }

    pub(crate) fn clear_highlights(&mut self) {
        // Without any there are not too many.
        let _ = self.record.set_highlights(self.node(), &[]);
    }

    pub(crate) fn scene(&self) -> Scene {
        scene_at(self.played(), self.ply())
    }

    /// The position after further steps, with the spots that the last turn of them touched.
    pub(crate) fn ahead(&self, steps: &[String]) -> (Scene, Vec<Name>) {
        let mut play = self.played().clone();
        for step in steps {
            if play.play(step).is_err() {
                break;
            }
        }
        let ply = play.steps().len();
        (scene_at(&play, ply), touched_spots(&play, play.turn_start_before(ply), ply))
    }

    /// The spots that the last turn touched.
    pub(crate) fn last_turn(&self) -> Vec<Name> {
        touched_spots(self.played(), self.played().turn_start_before(self.ply()), self.ply())
    }

    /// The seat whose win chance the engine tells here.
    pub(crate) fn mover(&self) -> Option<Seat> {
        match self.game().status() {
            Status::ToMove(seat) => Some(seat),
            _ => None,
        }
    }

    /// The same position with the other seat to move, as a record in one line: what it would do now. `None` if there is
    /// none.
    pub(crate) fn threat_line(&self) -> Option<String> {
        let mover = self.mover().filter(|_| self.game().seats() == 2)?;
        let (own, other) = (format!("turn={}", mover.number()), 3 - mover.number());
        let position = self.game().to_string().replace(&own, &format!("turn={other}"));
        let game = AnyGame::parse(self.kind(), &position).ok()?;
        matches!(game.status(), Status::ToMove(seat) if seat != mover && !game.steps().is_empty())
            .then(|| format!("{}|{position}|", self.kind()))
    }
}

/// The turns of a line of play from a position: the steps of each, and who plays it.
pub(crate) fn turns_of(from: &AnyGame, steps: &[String]) -> Vec<(Option<Seat>, Vec<String>)> {
    let mut game = from.clone();
    let mut turns: Vec<(Option<Seat>, Vec<String>)> = Vec::new();
    for step in steps {
        let seat = match game.status() {
            Status::ToMove(seat) => Some(seat),
            _ => None,
        };
        if game.play(step).is_err() {
            break;
        }
        match turns.last_mut() {
            Some((last, turn)) if *last == seat => turn.push(step.clone()),
            _ => turns.push((seat, vec![step.clone()])),
        }
    }
    turns
}

/// What a turn touches on the board, as circles and arrows: pairs of spots, the second of an arrow.
pub(crate) fn ways_of(from: &AnyGame, steps: &[String]) -> Vec<(Name, Option<Name>)> {
    let mut game = from.clone();
    let mut ways = Vec::new();
    for step in steps {
        let spots: Vec<Name> = game.scene().spots.iter().map(|spot| spot.name).collect();
        let path = game.touches(step).map(|touches| touches.path).unwrap_or_default();
        let on_board: Vec<Name> = path.into_iter().filter(|name| spots.contains(name)).collect();
        match on_board.as_slice() {
            [] => {}
            [spot] => ways.push((*spot, None)),
            [from, .., to] => ways.push((*from, Some(*to))),
        }
        if game.play(step).is_err() {
            break;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use mohreh_games::record::{Ink, Tree};
    use mohreh_games::{AnyGame, Kind, Record, Status};

    use super::{Study, turns_of, ways_of};

    fn study(kind: Kind, steps: usize) -> Study {
        let mut record = Record::new(kind, "").unwrap();
        for n in 0..steps {
            let game = record.game().clone();
            let legal = game.steps();
            let roll = game.roll(&mut |_| 0);
            let Some(step) = roll.or_else(|| legal.get(n % legal.len().max(1)).cloned()) else {
                break;
            };
            record.push(&step).unwrap();
        }
        Study::new(record)
    }

    #[test]
    fn a_place_is_reached_by_steps_and_by_turns() {
        for &kind in Kind::ALL {
            let mut study = study(kind, 20);
            let end = study.ply();
            assert!(study.is_at_end());
            let mut turns = 0;
            while study.ply() > 0 {
                study.previous_turn();
                turns += 1;
            }
            assert_eq!(turns, study.record().turns().len(), "{kind}");
            for _ in 0..turns {
                study.next_turn();
            }
            assert_eq!(study.ply(), end, "{kind}");
            study.go_to_ply(3);
            assert_eq!((study.ply(), study.line_len()), (3.min(end), end), "{kind}");
        }
    }

    #[test]
    fn another_step_is_a_variation_that_can_be_promoted_and_deleted() {
        for &kind in Kind::ALL {
            let mut study = study(kind, 12);
            study.go(Tree::ROOT);
            while !matches!(study.game().status(), Status::ToMove(_))
                || study.game().steps().len() < 2
            {
                assert!(study.forward());
            }
            let next = study.tree().children(study.node())[0];
            let played = study.tree().step(next).to_string();
            let other = study.game().steps().into_iter().find(|step| *step != played).unwrap();
            let before = study.record().clone();
            study.play(&other).unwrap();
            assert!(study.is_variation());
            study.beside(true);
            assert_eq!(study.node(), next);
            study.beside(true);
            study.promote().unwrap();
            assert!(!study.is_variation() && study.is_at_end());
            study.delete();
            assert_eq!(study.record().tree(), before.tree(), "{kind}");
        }
    }

    #[test]
    fn a_highlight_toggles_and_changes_its_colour() {
        let mut study = study(Kind::ALL[0], 0);
        let spots: Vec<_> = study.scene().spots.iter().map(|spot| spot.name).collect();
        study.toggle_highlight(spots[0], None, Ink::Green).unwrap();
        study.toggle_highlight(spots[0], Some(spots[1]), Ink::Green).unwrap();
        study.toggle_highlight(spots[0], None, Ink::Red).unwrap();
        assert_eq!(study.highlights().len(), 2);
        study.toggle_highlight(spots[0], None, Ink::Red).unwrap();
        assert_eq!(study.highlights().len(), 1);
    }

    #[test]
    fn a_saved_tree_takes_up_the_steps_that_were_played_since() {
        let played = study(Kind::ALL[0], 9);
        let mut older = study(Kind::ALL[0], 5);
        older.include(played.record().steps());
        assert_eq!(older.record().steps(), played.record().steps());
    }

    #[test]
    fn lines_fall_into_turns() {
        for &kind in Kind::ALL {
            let played = study(kind, 12);
            let start = AnyGame::start(kind, "").unwrap();
            let turns = turns_of(&start, played.record().steps());
            let steps: Vec<String> = turns.iter().flat_map(|(_, steps)| steps.clone()).collect();
            assert_eq!(steps, played.record().steps(), "{kind}");
            for (from, to) in ways_of(&start, played.record().steps()) {
                assert!(to != Some(from));
            }
        }
    }
}
