//! The score sheet of a game at a server: in ink what the server has kept, in pencil what was played here
//! since. No browser in it.

use mohreh_games::{AnyGame, Kind, Seat, Status};
use mohreh_protocol::{Log, What};

/// How what was heard fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It follows, or was known.
    Follows,
    /// Something before it is missing, or it contradicts what is known.
    Gap,
}

#[derive(Clone, Debug)]
pub struct Sheet {
    ink: Log,
    /// The seat of whoever holds the pencil; none for those who watch.
    me: Option<Seat>,
    pencil: Vec<String>,
}

impl Sheet {
    pub fn new(kind: Kind, setup: &str, me: Option<Seat>) -> Option<Sheet> {
        Some(Sheet { ink: Log::new(kind, setup).ok()?, me, pencil: Vec::new() })
    }

    /// What the server has kept.
    pub fn log(&self) -> &Log {
        &self.ink
    }

    pub fn me(&self) -> Option<Seat> {
        self.me
    }

    /// Whether all that was played is kept.
    pub fn is_kept(&self) -> bool {
        self.pencil.is_empty()
    }

    /// All steps, those in pencil last.
    pub fn steps(&self) -> Vec<String> {
        self.ink.steps().iter().chain(&self.pencil).cloned().collect()
    }

    /// Takes in what the server tells, from an entry on. What stands in pencil is gone if it was kept, and
    /// also if it no longer follows.
    pub fn hear(&mut self, from: u32, entries: &[String]) -> Heard {
        for (at, entry) in (from..).zip(entries) {
            if at < self.ink.ply() {
                continue;
            }
            let Ok(what) = entry.parse::<What>() else { return Heard::Gap };
            if at > self.ink.ply() {
                return Heard::Gap;
            }
            let mine = self.me.is_some() && self.ink.mover() == self.me;
            if let What::Step(step) = &what
                && mine
            {
                // Played here, or at another screen of the same person.
                if self.pencil.first() == Some(step) {
                    self.pencil.remove(0);
                } else {
                    self.pencil.clear();
                }
            }
            let steps = self.ink.steps().len();
            if self.ink.apply(&what).is_err() {
                return Heard::Gap;
            }
            if self.ink.steps().len() < steps {
                self.pencil.clear();
            }
        }
        if self.penned().is_none() {
            self.pencil.clear();
        }
        Heard::Follows
    }

    /// The position after what stands in pencil; none if that does not follow.
    fn penned(&self) -> Option<AnyGame> {
        let mut game = self.ink.game().clone();
        for step in &self.pencil {
            let mine = self.ink.end().is_none() && self.may_go_on(&game);
            game.play(step).ok().filter(|()| mine)?;
        }
        Some(game)
    }

    fn may_go_on(&self, game: &AnyGame) -> bool {
        self.me.is_some_and(|me| game.status() == Status::ToMove(me))
    }

    /// Writes down a step that was just played here.
    pub fn add(&mut self, step: &str) {
        self.pencil.push(step.to_string());
    }

    /// Takes the last step in pencil away.
    pub fn undo(&mut self) {
        self.pencil.pop();
    }

    pub fn rub_out(&mut self) {
        self.pencil.clear();
    }

    /// How many entries are known, and what is to be sent after them: a turn up to where it ends, or up to
    /// where dice have to fall.
    pub fn to_send(&self) -> Option<(u32, &[String])> {
        let goes_on = self.may_go_on(&self.penned()?);
        (!self.pencil.is_empty() && !goes_on).then_some((self.ink.ply(), &self.pencil))
    }

    /// The steps in pencil, to be kept for when the page is loaded anew: `12 STEP STEP`.
    pub fn to_text(&self) -> String {
        format!("{} {}", self.ink.ply(), self.pencil.join(" "))
    }

    /// Writes them down again, if nothing has happened since.
    pub fn restore(&mut self, text: &str) {
        let mut words = text.split(' ').filter(|word| !word.is_empty());
        let same = words.next().and_then(|ply| ply.parse().ok()) == Some(self.ink.ply());
        if same && self.pencil.is_empty() {
            self.pencil = words.map(ToString::to_string).collect();
            if self.penned().is_none() {
                self.pencil.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server: whatever is sent to it in time is kept, with dice where they are due.
    struct Server {
        log: Log,
        entries: Vec<String>,
    }

    impl Server {
        fn new(kind: Kind) -> Server {
            Server { log: Log::new(kind, "").unwrap(), entries: Vec::new() }
        }

        fn keep(&mut self, what: &str) {
            self.log.apply(&what.parse().unwrap()).unwrap();
            self.entries.push(what.to_string());
            while self.log.rolls() {
                let fall = self.log.game().roll(&mut |n| n / 2).unwrap();
                self.log.apply(&What::Step(fall.clone())).unwrap();
                self.entries.push(fall);
            }
        }

        fn take(&mut self, (ply, steps): (u32, &[String])) {
            assert_eq!(ply, self.log.ply());
            steps.iter().for_each(|step| self.keep(step));
        }

        fn tell(&self, sheet: &mut Sheet) {
            let from = sheet.log().ply();
            assert_eq!(sheet.hear(from, &self.entries[from as usize..]), Heard::Follows);
        }
    }

    fn seated(kind: Kind) -> [Sheet; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| Sheet::new(kind, "", Some(seat)).unwrap())
    }

    /// One step in pencil, the first that is legal.
    fn step(sheet: &mut Sheet) {
        let step = sheet.penned().unwrap().steps().into_iter().next().unwrap();
        sheet.add(&step);
    }

    #[test]
    fn whole_turns_go_out_and_come_back_in_ink() {
        for &kind in Kind::ALL {
            let (mut server, mut sheets) = (Server::new(kind), seated(kind));
            for _ in 0..40 {
                let Some(mover) = server.log.mover() else { break };
                let sheet = &mut sheets[mover.index()];
                while sheet.to_send().is_none() {
                    step(sheet);
                }
                let shown = sheet.steps();
                server.take(sheet.to_send().unwrap());
                for sheet in &mut sheets {
                    server.tell(sheet);
                    assert!(sheet.is_kept() && sheet.to_send().is_none(), "{kind}");
                    assert_eq!(sheet.steps(), server.log.steps(), "{kind}");
                }
                assert!(server.log.steps().starts_with(&shown), "{kind}");
            }
            assert!(server.entries.len() > 20, "{kind}");
        }
    }

    #[test]
    fn what_is_heard_twice_counts_once_and_what_is_missing_is_noticed() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, mut other]) = (Server::new(kind), seated(kind));
        while one.to_send().is_none() {
            step(&mut one);
        }
        server.take(one.to_send().unwrap());
        for _ in 0..3 {
            assert_eq!(one.hear(0, &server.entries), Heard::Follows);
        }
        assert_eq!(one.steps(), server.log.steps());
        assert_eq!(other.hear(1, &server.entries[1..]), Heard::Gap);
        assert_eq!(other.hear(0, &["!nonsense".to_string()]), Heard::Gap);
        assert_eq!(other.hear(0, &["no-such-step".to_string()]), Heard::Gap);
        assert_eq!(other.steps(), [""; 0]);
        server.tell(&mut other);
        assert_eq!(other.steps(), server.log.steps());
    }

    #[test]
    fn what_others_ask_does_not_disturb_a_turn_that_goes_on() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, _]) = (Server::new(kind), seated(kind));
        step(&mut one);
        let shown = one.steps();
        server.keep("!draw 2");
        server.tell(&mut one);
        assert_eq!(one.steps(), shown);
        while one.to_send().is_none() {
            step(&mut one);
        }
        server.take(one.to_send().unwrap());
        server.tell(&mut one);
        assert!(one.is_kept() && one.log().offer().is_none());
    }

    #[test]
    fn another_screen_of_the_same_person_was_quicker() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, mut two]) =
            (Server::new(kind), [(); 2].map(|()| Sheet::new(kind, "", Some(Seat::FIRST)).unwrap()));
        let steps = one.log().game().steps();
        one.add(&steps[0]);
        two.add(&steps[1]);
        while two.to_send().is_none() {
            step(&mut two);
        }
        server.take(two.to_send().unwrap());
        server.tell(&mut one);
        assert!(one.is_kept());
        assert_eq!(one.steps(), server.log.steps());
    }

    #[test]
    fn a_turn_taken_back_takes_the_pencil_with_it() {
        let kind = Kind::ALL[0];
        let (mut server, mut sheets) = (Server::new(kind), seated(kind));
        for seat in [0, 1] {
            let sheet = &mut sheets[seat];
            while sheet.to_send().is_none() {
                step(sheet);
            }
            server.take(sheet.to_send().unwrap());
            sheets.iter_mut().for_each(|sheet| server.tell(sheet));
        }
        let [one, _] = &mut sheets;
        step(one);
        let back = server.log.back_of(Seat::SECOND).unwrap();
        server.keep(&format!("!back 2 {back}"));
        server.keep("!agree 1");
        server.tell(one);
        assert!(one.is_kept());
        assert_eq!(one.steps().len(), back);
    }

    #[test]
    fn an_unfinished_turn_is_restored_only_where_it_was_begun() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, mut other]) = (Server::new(kind), seated(kind));
        step(&mut one);
        let text = one.to_text();
        let mut again = Sheet::new(kind, "", Some(Seat::FIRST)).unwrap();
        again.restore(&text);
        assert_eq!(again.steps(), one.steps());
        // Not for others, not after something has happened, and not what was never written.
        other.restore(&text);
        assert!(other.is_kept());
        for garbage in ["", "0", "x y", "0 no-such-step", "7 a1"] {
            let mut sheet = Sheet::new(kind, "", Some(Seat::FIRST)).unwrap();
            sheet.restore(garbage);
            assert!(sheet.is_kept(), "{garbage}");
        }
        server.keep("!draw 2");
        let mut late = Sheet::new(kind, "", Some(Seat::FIRST)).unwrap();
        server.tell(&mut late);
        late.restore(&text);
        assert!(late.is_kept());
    }

    #[test]
    fn after_the_end_nothing_stands_in_pencil() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, _]) = (Server::new(kind), seated(kind));
        step(&mut one);
        server.keep("!resign 2");
        server.tell(&mut one);
        assert!(one.is_kept() && one.log().end().is_some());
    }
}
