//! [`OptimisticLog`]: the log that the server has confirmed, followed by local steps that it has not.
//! Pure: no browser, no network.

use mohreh_games::{AnyGame, Kind, Seat, Status};
use mohreh_protocol::{Log, LogEvent};

/// Result of applying log entries from the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Applied {
    /// The entries follow, or were known.
    InOrder,
    /// Entries are missing or contradict the log; the table has to be reloaded.
    Gap,
}

/// Confirmed log plus pending steps.
#[derive(Clone, Debug)]
pub(crate) struct OptimisticLog {
    confirmed: Log,
    /// The seat of this client; `None` for a watcher.
    me: Option<Seat>,
    pending: Vec<String>,
}

impl OptimisticLog {
    pub(crate) fn new(kind: Kind, setup: &str, me: Option<Seat>) -> Option<OptimisticLog> {
        Some(OptimisticLog { confirmed: Log::new(kind, setup).ok()?, me, pending: Vec::new() })
    }

    pub(crate) fn confirmed(&self) -> &Log {
        &self.confirmed
    }

    pub(crate) fn me(&self) -> Option<Seat> {
        self.me
    }

    /// Whether no step is pending.
    pub(crate) fn is_synced(&self) -> bool {
        self.pending.is_empty()
    }

    /// Confirmed steps, then pending ones.
    pub(crate) fn steps(&self) -> Vec<String> {
        self.confirmed.steps().iter().chain(&self.pending).cloned().collect()
    }

    /// Applies entries of the server, the first of which has ply `from`. Idempotent: known plies are skipped.
    /// Pending steps that the entries confirm are removed; if they no longer follow, all are rolled back.
    pub(crate) fn apply_entries(&mut self, from: u32, entries: &[String]) -> Applied {
        for (at, entry) in (from..).zip(entries) {
            if at < self.confirmed.ply() {
                continue;
            }
            let Ok(event) = entry.parse::<LogEvent>() else { return Applied::Gap };
            if at > self.confirmed.ply() {
                return Applied::Gap;
            }
            let own = self.me.is_some() && self.confirmed.mover() == self.me;
            if let LogEvent::Step(step) = &event
                && own
            {
                // Our own step, or one from another tab of the same person.
                if self.pending.first() == Some(step) {
                    self.pending.remove(0);
                } else {
                    self.pending.clear();
                }
            }
            let steps = self.confirmed.steps().len();
            if self.confirmed.apply(&event).is_err() {
                return Applied::Gap;
            }
            if self.confirmed.steps().len() < steps {
                self.pending.clear();
            }
        }
        if self.predicted().is_none() {
            self.pending.clear();
        }
        Applied::InOrder
    }

    /// The position after the pending steps; `None` if they are not legal.
    fn predicted(&self) -> Option<AnyGame> {
        let mut game = self.confirmed.game().clone();
        for step in &self.pending {
            let allowed = self.confirmed.end().is_none() && self.is_my_move(&game);
            game.play(step).ok().filter(|()| allowed)?;
        }
        Some(game)
    }

    fn is_my_move(&self, game: &AnyGame) -> bool {
        self.me.is_some_and(|me| game.status() == Status::ToMove(me))
    }

    /// Appends a pending step.
    pub(crate) fn add(&mut self, step: &str) {
        self.pending.push(step.to_string());
    }

    /// Removes the last pending step.
    pub(crate) fn undo(&mut self) {
        self.pending.pop();
    }

    pub(crate) fn roll_back(&mut self) {
        self.pending.clear();
    }

    /// The turn to send, with the ply it follows: `Some` once the pending steps end the turn or lead to a
    /// roll of the dice, which is the server's.
    pub(crate) fn to_send(&self) -> Option<(u32, &[String])> {
        let unfinished = self.is_my_move(&self.predicted()?);
        (!self.pending.is_empty() && !unfinished).then_some((self.confirmed.ply(), &self.pending))
    }

    /// The pending steps for session storage: `PLY STEP STEP`.
    pub(crate) fn to_text(&self) -> String {
        format!("{} {}", self.confirmed.ply(), self.pending.join(" "))
    }

    /// Restores pending steps of [`OptimisticLog::to_text`], if the log is still at the same ply.
    pub(crate) fn restore(&mut self, text: &str) {
        let mut words = text.split(' ').filter(|word| !word.is_empty());
        let same = words.next().and_then(|ply| ply.parse().ok()) == Some(self.confirmed.ply());
        if same && self.pending.is_empty() {
            self.pending = words.map(ToString::to_string).collect();
            if self.predicted().is_none() {
                self.pending.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fake server: appends what it is sent, and rolls dice when due.
    struct Server {
        log: Log,
        entries: Vec<String>,
    }

    impl Server {
        fn new(kind: Kind) -> Server {
            Server { log: Log::new(kind, "").unwrap(), entries: Vec::new() }
        }

        fn append(&mut self, event: &str) {
            self.log.apply(&event.parse().unwrap()).unwrap();
            self.entries.push(event.to_string());
            while self.log.rolls() {
                let roll = self.log.game().roll(&mut |n| n / 2).unwrap();
                self.log.apply(&LogEvent::Step(roll.clone())).unwrap();
                self.entries.push(roll);
            }
        }

        fn receive(&mut self, (ply, steps): (u32, &[String])) {
            assert_eq!(ply, self.log.ply());
            steps.iter().for_each(|step| self.append(step));
        }

        fn broadcast(&self, log: &mut OptimisticLog) {
            let from = log.confirmed().ply();
            assert_eq!(log.apply_entries(from, &self.entries[from as usize..]), Applied::InOrder);
        }
    }

    fn seated(kind: Kind) -> [OptimisticLog; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| OptimisticLog::new(kind, "", Some(seat)).unwrap())
    }

    /// Adds the first legal step as pending.
    fn step(log: &mut OptimisticLog) {
        let step = log.predicted().unwrap().steps().into_iter().next().unwrap();
        log.add(&step);
    }

    #[test]
    fn whole_turns_are_sent_and_confirmed() {
        for &kind in Kind::ALL {
            let (mut server, mut logs) = (Server::new(kind), seated(kind));
            for _ in 0..40 {
                let Some(mover) = server.log.mover() else { break };
                let log = &mut logs[mover.index()];
                while log.to_send().is_none() {
                    step(log);
                }
                let shown = log.steps();
                server.receive(log.to_send().unwrap());
                for log in &mut logs {
                    server.broadcast(log);
                    assert!(log.is_synced() && log.to_send().is_none(), "{kind}");
                    assert_eq!(log.steps(), server.log.steps(), "{kind}");
                }
                assert!(server.log.steps().starts_with(&shown), "{kind}");
            }
            assert!(server.entries.len() > 20 || server.log.end().is_some(), "{kind}");
        }
    }

    #[test]
    fn known_entries_are_skipped_and_gaps_detected() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, mut other]) = (Server::new(kind), seated(kind));
        while one.to_send().is_none() {
            step(&mut one);
        }
        server.receive(one.to_send().unwrap());
        for _ in 0..3 {
            assert_eq!(one.apply_entries(0, &server.entries), Applied::InOrder);
        }
        assert_eq!(one.steps(), server.log.steps());
        assert_eq!(other.apply_entries(1, &server.entries[1..]), Applied::Gap);
        assert_eq!(other.apply_entries(0, &["!nonsense".to_string()]), Applied::Gap);
        assert_eq!(other.apply_entries(0, &["no-such-step".to_string()]), Applied::Gap);
        assert_eq!(other.steps(), [""; 0]);
        server.broadcast(&mut other);
        assert_eq!(other.steps(), server.log.steps());
    }

    #[test]
    fn an_offer_does_not_disturb_pending_steps() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, _]) = (Server::new(kind), seated(kind));
        step(&mut one);
        let shown = one.steps();
        server.append("!draw 2");
        server.broadcast(&mut one);
        assert_eq!(one.steps(), shown);
        while one.to_send().is_none() {
            step(&mut one);
        }
        server.receive(one.to_send().unwrap());
        server.broadcast(&mut one);
        assert!(one.is_synced() && one.confirmed().offer().is_none());
    }

    #[test]
    fn a_turn_from_another_tab_replaces_pending_steps() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, mut two]) = (
            Server::new(kind),
            [(); 2].map(|()| OptimisticLog::new(kind, "", Some(Seat::FIRST)).unwrap()),
        );
        let steps = one.confirmed().game().steps();
        one.add(&steps[0]);
        two.add(&steps[1]);
        while two.to_send().is_none() {
            step(&mut two);
        }
        server.receive(two.to_send().unwrap());
        server.broadcast(&mut one);
        assert!(one.is_synced());
        assert_eq!(one.steps(), server.log.steps());
    }

    #[test]
    fn a_take_back_rolls_back_pending_steps() {
        let kind = Kind::ALL[0];
        let (mut server, mut logs) = (Server::new(kind), seated(kind));
        for seat in [0, 1] {
            let log = &mut logs[seat];
            while log.to_send().is_none() {
                step(log);
            }
            server.receive(log.to_send().unwrap());
            logs.iter_mut().for_each(|log| server.broadcast(log));
        }
        let [one, _] = &mut logs;
        step(one);
        let back = server.log.take_back_to(Seat::SECOND).unwrap();
        server.append(&format!("!back 2 {back}"));
        server.append("!agree 1");
        server.broadcast(one);
        assert!(one.is_synced());
        assert_eq!(one.steps().len(), back);
    }

    #[test]
    fn an_unfinished_turn_is_restored_only_at_its_ply_and_seat() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, mut other]) = (Server::new(kind), seated(kind));
        step(&mut one);
        let text = one.to_text();
        let mut again = OptimisticLog::new(kind, "", Some(Seat::FIRST)).unwrap();
        again.restore(&text);
        assert_eq!(again.steps(), one.steps());
        // Not at another seat, not garbage, not after another entry.
        other.restore(&text);
        assert!(other.is_synced());
        for garbage in ["", "0", "x y", "0 no-such-step", "7 a1"] {
            let mut log = OptimisticLog::new(kind, "", Some(Seat::FIRST)).unwrap();
            log.restore(garbage);
            assert!(log.is_synced(), "{garbage}");
        }
        server.append("!draw 2");
        let mut late = OptimisticLog::new(kind, "", Some(Seat::FIRST)).unwrap();
        server.broadcast(&mut late);
        late.restore(&text);
        assert!(late.is_synced());
    }

    #[test]
    fn the_end_of_the_game_rolls_back_pending_steps() {
        let kind = Kind::ALL[0];
        let (mut server, [mut one, _]) = (Server::new(kind), seated(kind));
        step(&mut one);
        server.append("!resign 2");
        server.broadcast(&mut one);
        assert!(one.is_synced() && one.confirmed().end().is_some());
    }
}
