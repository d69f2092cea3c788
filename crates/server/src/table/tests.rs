//! The room with paused time and seeds of our own: clocks, offers, leaving, and everything that must not be.

use mohreh_games::{Kind, Seat, Status};
use mohreh_protocol::{Act, Clock, Code, First, NewTable, Person, Phase, Seed, Sitter, check_dice};

use super::head::Head;
use super::room::{Draft, Room};
use crate::store::PlyRow;

const LIVE: Clock = Clock::Live { main: 60, more: 2 };

fn person(n: usize) -> Person {
    Person { id: format!("person{n}"), name: format!("P{n}") }
}

fn wanted(kind: Kind, setup: &str, clock: Clock) -> NewTable {
    NewTable {
        kind: kind.to_string(),
        setup: setup.to_string(),
        draw: false,
        computers: Vec::new(),
        clock,
        open: true,
        first: First::Me,
        nonce: "n0".to_string(),
    }
}

fn secrets(n: u8) -> (String, String, Seed) {
    ("table".to_string(), "key".to_string(), Seed::new([n; 32]))
}

/// A room, and everything that was kept of it.
struct Trial {
    room: Room,
    rows: Vec<PlyRow>,
    head: Head,
    now: u64,
}

impl Trial {
    /// A game with everybody at the table, begun at 1000.
    fn begun(wanted: &NewTable) -> Trial {
        let head = Head::new(wanted, &person(0), secrets(7), 0).unwrap();
        let room = Room::load(&head.to_row(), &[], 0).unwrap();
        let mut trial = Trial { room, rows: Vec::new(), head, now: 1000 };
        for n in 1..trial.head.seats.len() {
            let draft = trial.room.join(&person(n), "", &format!("n{n}"), 1000).unwrap();
            trial.keep(&draft);
        }
        for seat in (0..trial.head.seats.len()).map(Seat::new) {
            trial.room.set_present(seat, true, 1000);
        }
        trial
    }

    fn keep(&mut self, draft: &Draft) {
        self.room.adopt(draft).unwrap();
        self.rows.extend(draft.rows.clone());
        if let Some(head) = &draft.head {
            assert_eq!(head.version, self.head.version + 1);
            self.head = head.clone();
        }
        // What was kept makes the same room again.
        let again = Room::load(&self.head.to_row(), &self.rows, self.now).unwrap();
        assert_eq!(again.log().game(), self.room.log().game());
        assert_eq!(again.clocks(self.now, &[]), self.room.clocks(self.now, &[]));
        assert_eq!(again.head(), self.room.head());
    }

    /// The first steps of a turn of whoever is to move, as many as make one message.
    fn turn(&self) -> Vec<String> {
        let mut game = self.room.log().game().clone();
        let Status::ToMove(seat) = game.status() else { panic!("nobody is to move") };
        let mut steps = Vec::new();
        while game.status() == Status::ToMove(seat) {
            let all = game.steps();
            let step = all[(steps.len() * 7 + self.rows.len() * 13) % all.len()].clone();
            game.play(&step).unwrap();
            steps.push(step);
        }
        steps
    }

    /// Lets whoever is to move play one message, so many milliseconds later.
    fn play(&mut self, later: u64) {
        self.now += later;
        let seat = self.room.log().mover().unwrap();
        let draft =
            self.room.play(seat, self.room.log().ply(), &self.turn(), self.now, &[]).unwrap();
        self.keep(&draft);
    }

    fn act(&mut self, seat: usize, act: Act) -> Result<(), Code> {
        let draft = self.room.act(Seat::new(seat), self.room.log().ply(), act, self.now, &[]);
        let draft = draft.map_err(|why| why.code)?;
        self.keep(&draft);
        Ok(())
    }

    fn over(&self) -> (Option<&str>, Option<&[u8]>) {
        assert_eq!(self.head.phase, Phase::Over);
        (self.head.end.as_deref(), self.head.result.as_deref())
    }
}

/// Games of two without chance, and the others.
fn duels() -> impl Iterator<Item = Kind> {
    let many =
        |kind: &Kind| Head::new(&wanted(*kind, "seats=3", LIVE), &person(0), secrets(1), 0).is_ok();
    Kind::ALL.iter().copied().filter(move |kind| !many(kind))
}

fn for_many() -> Kind {
    *Kind::ALL.iter().find(|kind| duels().all(|duel| duel != **kind)).unwrap()
}

#[test]
fn whole_games_are_played_kept_and_read_again() {
    for &kind in Kind::ALL {
        let mut trial = Trial::begun(&wanted(kind, "", Clock::None));
        for _ in 0..2000 {
            if trial.head.phase == Phase::Over {
                break;
            }
            trial.play(10);
        }
        assert_eq!(trial.over().0, Some("rules"), "{kind}");
        let record = trial.room.record().unwrap();
        assert_eq!(record.at(usize::MAX).unwrap(), *trial.room.log().game());
        let read = mohreh_games::Record::read(&record.to_string()).unwrap().remove(0);
        check_dice(&read).unwrap();
    }
}

#[test]
fn dice_that_were_changed_are_found() {
    let mut trial = Trial::begun(&wanted(for_many(), "", Clock::None));
    while trial.head.phase != Phase::Over {
        trial.play(10);
    }
    let mut record = trial.room.record().unwrap();
    assert!(check_dice(&record).unwrap() > 10);
    let other = Seed::new([8; 32]);
    record.set_header("seed", &other.reveal()).unwrap();
    assert!(check_dice(&record).unwrap_err().contains("committed"));
    record.set_header("commitment", &other.commitment()).unwrap();
    assert!(check_dice(&record).unwrap_err().contains("the seed gives"));
}

#[test]
fn nothing_hidden_is_shown_before_the_end() {
    let mut trial = Trial::begun(&wanted(for_many(), "", Clock::None));
    let secret = trial.head.seed.reveal();
    for _ in 0..20 {
        let shown = serde_json::to_string(&trial.room.snapshot(0, None, 0, &[])).unwrap();
        assert!(!shown.contains(&secret) && !shown.contains("\"key\""), "{shown}");
        assert!(!trial.room.record().unwrap().to_string().contains(&secret));
        assert!(!format!("{:?}", trial.room).contains(&secret));
        trial.play(10);
    }
    trial.act(0, Act::Resign).unwrap();
    assert_eq!(trial.room.snapshot(0, None, 0, &[]).table.seed, Some(secret));
}

#[test]
fn a_turn_is_played_whole_or_not_at_all() {
    for &kind in Kind::ALL {
        let trial = Trial::begun(&wanted(kind, "", Clock::None));
        let (turn, ply) = (trial.turn(), trial.room.log().ply());
        let play = |seat: Seat, ply, steps: &[String]| {
            trial.room.play(seat, ply, steps, 2000, &[]).map_err(|why| why.code).map(|_| ())
        };
        assert_eq!(play(Seat::FIRST, ply, &turn), Ok(()));
        assert_eq!(play(Seat::SECOND, ply, &turn), Err(Code::NotYourTurn));
        assert_eq!(play(Seat::FIRST, ply + 1, &turn), Err(Code::Stale));
        assert_eq!(play(Seat::FIRST, ply, &[]), Err(Code::Malformed));
        for extra in ["nonsense", "!resign 2", "leave2", ""] {
            let mut steps = turn.clone();
            steps.insert(0, extra.to_string());
            assert!(play(Seat::FIRST, ply, &steps).is_err(), "{kind} {extra}");
            steps.rotate_left(1);
            assert!(play(Seat::FIRST, ply, &steps).is_err(), "{kind} {extra}");
        }
        assert_eq!(trial.room.log().ply(), ply);
    }
}

#[test]
fn what_is_said_again_is_known() {
    for &kind in Kind::ALL {
        let mut trial = Trial::begun(&wanted(kind, "", Clock::None));
        for _ in 0..10 {
            let (turn, ply, mover) =
                (trial.turn(), trial.room.log().ply(), trial.room.log().mover());
            assert_eq!(trial.room.played_before(ply, &turn), None);
            trial.play(10);
            let entries = trial.room.log().ply() - ply;
            assert_eq!(trial.room.played_before(ply, &turn), Some(entries as usize), "{kind}");
            let again = trial.room.play(mover.unwrap(), ply, &turn, trial.now, &[]);
            assert_eq!(again.unwrap_err().code, Code::Stale);
            assert_eq!(trial.room.played_before(ply, &["other".to_string()]), None);
            assert_eq!(trial.room.played_before(ply + 1000, &turn), None);
        }
    }
}

#[test]
fn time_runs_out_whether_anybody_is_there_or_not() {
    for kind in duels() {
        let mut trial = Trial::begun(&wanted(kind, "", LIVE));
        trial.play(50_000);
        trial.play(50_000);
        assert!(trial.room.flag(trial.now, &[]).is_none());
        let due = trial.room.deadline(trial.now, &[]).unwrap();
        assert_eq!(due, trial.now + 62_000, "first turns take no time, and each adds some");
        assert!(trial.room.flag(due - 1, &[]).is_none());
        // A minute in which no server was there is nobody's.
        let outage = [(trial.now, trial.now + 60_000)];
        assert!(trial.room.flag(due, &outage).is_none());
        assert_eq!(trial.room.deadline(due, &outage), Some(due + 60_000));
        trial.now = due;
        let draft = trial.room.flag(due, &[]).unwrap();
        trial.keep(&draft);
        assert_eq!(trial.over(), (Some("out of time 1"), Some(&[2, 1][..])));
    }
}

#[test]
fn a_live_game_that_nobody_begins_is_called_off() {
    for kind in duels() {
        for turns in 0..2 {
            let mut trial = Trial::begun(&wanted(kind, "", LIVE));
            while trial.room.log().turns() < turns {
                trial.play(1000);
            }
            let due = trial.room.deadline(trial.now, &[]).unwrap();
            assert_eq!(due, trial.now + 5 * 60_000);
            assert!(trial.room.flag(due - 1, &[]).is_none());
            trial.now = due;
            let draft = trial.room.flag(due, &[]).unwrap();
            trial.keep(&draft);
            assert_eq!(trial.over(), (Some("aborted"), None));
        }
    }
}

#[test]
fn draws_are_offered_and_agreed_on() {
    for kind in duels() {
        let mut trial = Trial::begun(&wanted(kind, "", LIVE));
        trial.play(10);
        assert_eq!(trial.act(1, Act::Agree), Err(Code::Illegal), "nothing was asked");
        trial.act(0, Act::OfferDraw).unwrap();
        assert_eq!(trial.act(0, Act::OfferDraw), Err(Code::Illegal));
        assert_eq!(trial.act(0, Act::Agree), Err(Code::Illegal), "not with oneself");
        trial.act(1, Act::Decline).unwrap();
        assert_eq!(trial.act(0, Act::OfferDraw), Err(Code::Illegal), "not again and again");
        trial.play(10);
        trial.act(0, Act::OfferDraw).unwrap();
        // Whoever plays on does not want it.
        while trial.room.log().offer().is_some() {
            trial.play(10);
        }
        assert_eq!(trial.act(1, Act::Agree), Err(Code::Illegal));
        trial.act(1, Act::OfferDraw).unwrap();
        trial.act(0, Act::Agree).unwrap();
        assert_eq!(trial.over(), (Some("draw agreed"), Some(&[1, 1][..])));
        assert_eq!(trial.act(0, Act::Resign), Err(Code::NotPlaying));
    }
}

#[test]
fn turns_are_taken_back_when_all_agree() {
    for &kind in Kind::ALL {
        let mut trial = Trial::begun(&wanted(kind, "", LIVE));
        assert_eq!(trial.act(0, Act::AskBack), Err(Code::Illegal), "nothing was played");
        let start = trial.room.log().game().clone();
        while trial.room.log().turns() < 2 {
            trial.play(10);
        }
        trial.act(0, Act::AskBack).unwrap();
        let ply = trial.room.log().ply();
        trial.act(1, Act::Agree).unwrap();
        assert_eq!(*trial.room.log().game(), start, "{kind}");
        assert_eq!(trial.room.log().ply(), ply + 1, "the log itself goes on");
        // The game goes on from there, and its dice can still be checked.
        while trial.head.phase != Phase::Over {
            trial.play(1);
        }
        check_dice(&trial.room.record().unwrap()).unwrap();
    }
}

#[test]
fn a_game_that_has_hardly_begun_is_aborted() {
    for kind in duels() {
        let mut trial = Trial::begun(&wanted(kind, "", LIVE));
        trial.play(10);
        trial.act(1, Act::Abort).unwrap();
        assert_eq!(trial.over(), (Some("aborted"), None));
        let mut trial = Trial::begun(&wanted(kind, "", LIVE));
        trial.play(10);
        trial.play(10);
        assert_eq!(trial.act(1, Act::Abort), Err(Code::Illegal));
        trial.act(1, Act::Resign).unwrap();
        assert_eq!(trial.over(), (Some("resigned 2"), Some(&[1, 2][..])));
    }
}

#[test]
fn whoever_is_gone_for_a_minute_loses_to_a_claim() {
    for kind in duels() {
        let mut trial = Trial::begun(&wanted(kind, "", Clock::Live { main: 600, more: 0 }));
        trial.play(10);
        trial.play(10);
        assert_eq!(trial.act(1, Act::Claim), Err(Code::Forbidden), "nobody is gone");
        trial.room.set_present(Seat::FIRST, false, trial.now);
        trial.now += 59_999;
        assert_eq!(trial.act(1, Act::Claim), Err(Code::Forbidden));
        trial.now += 1;
        assert_eq!(trial.act(0, Act::Claim), Err(Code::Forbidden));
        trial.act(1, Act::Claim).unwrap();
        assert_eq!(trial.over(), (Some("gone 1"), Some(&[2, 1][..])));
    }
}

#[test]
fn with_more_seats_whoever_leaves_is_skipped_until_one_is_left() {
    let kind = for_many();
    for seats in [3, 4] {
        let mut trial = Trial::begun(&wanted(kind, &format!("seats={seats}"), LIVE));
        trial.play(10);
        assert_eq!(trial.act(0, Act::OfferDraw), Err(Code::Illegal), "draws are for two");
        for leaver in 0..seats - 1 {
            assert_eq!(trial.head.phase, Phase::Playing);
            trial.act(leaver, Act::Resign).unwrap();
            if trial.head.phase == Phase::Playing {
                assert_eq!(trial.act(leaver, Act::Resign), Err(Code::Forbidden), "only once");
                for _ in 0..6 {
                    assert!(trial.room.log().mover().unwrap().index() > leaver);
                    trial.play(10);
                }
            }
        }
        let (_, result) = trial.over();
        assert_eq!(result.unwrap()[seats - 1], 1);
        check_dice(&trial.room.record().unwrap()).unwrap();
    }
}

#[test]
fn one_sits_down_with_the_link_and_only_once() {
    let mut wanted = wanted(Kind::ALL[0], "", LIVE);
    wanted.open = false;
    let head = Head::new(&wanted, &person(0), secrets(3), 0).unwrap();
    let code = |joined: Result<Head, mohreh_protocol::Refusal>| joined.map_err(|why| why.code);
    assert_eq!(code(head.join(&person(1), "", "", 5)).unwrap_err(), Code::Forbidden);
    assert_eq!(code(head.join(&person(1), "kex", "", 5)).unwrap_err(), Code::Forbidden);
    assert_eq!(code(head.join(&person(1), "key", "a|b", 5)).unwrap_err(), Code::Malformed);
    assert_eq!(head.join(&person(0), "", "", 5).unwrap(), head, "whoever sits there sits there");
    let begun = head.join(&person(1), "key", "mine", 5).unwrap();
    assert_eq!((begun.phase, begun.started), (Phase::Playing, Some(5)));
    assert_eq!(code(begun.join(&person(2), "key", "", 6)).unwrap_err(), Code::Full);
}

#[test]
fn who_starts_is_drawn_fairly_and_from_the_seed() {
    let mut starts = 0;
    for n in 0..200 {
        let mut wanted = wanted(Kind::ALL[0], "", LIVE);
        wanted.first = First::Lot;
        let head = Head::new(&wanted, &person(0), secrets(n), 0).unwrap();
        let begun = head.join(&person(1), "", "x", 0).unwrap();
        assert_eq!(begun, head.join(&person(1), "", "x", 0).unwrap());
        starts += usize::from(begun.seats[0] == Sitter::Person(person(0)));
    }
    assert!((70..130).contains(&starts), "{starts}");
    for (first, seat) in [(First::Me, 0), (First::Other, 1)] {
        let mut wanted = wanted(Kind::ALL[0], "", LIVE);
        wanted.first = first;
        let head = Head::new(&wanted, &person(0), secrets(1), 0).unwrap();
        let begun = head.join(&person(1), "", "", 0).unwrap();
        assert_eq!(begun.seats[seat], Sitter::Person(person(0)));
    }
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let refused = |change: &dyn Fn(&mut NewTable)| {
        let mut wanted = wanted(Kind::ALL[0], "", LIVE);
        change(&mut wanted);
        Head::new(&wanted, &person(0), secrets(1), 0).unwrap_err();
    };
    refused(&|wanted| wanted.kind = "chess".into());
    refused(&|wanted| wanted.setup = "nonsense".into());
    refused(&|wanted| wanted.setup = " ".repeat(5000));
    refused(&|wanted| wanted.computers = vec![1, 2]);
    refused(&|wanted| wanted.computers = vec![9]);
    refused(&|wanted| wanted.clock = Clock::Live { main: 0, more: 0 });
    refused(&|wanted| wanted.clock = Clock::Days { days: 400 });
    refused(&|wanted| wanted.nonce = "a,b".into());
}

#[test]
fn rows_that_somebody_else_has_written_are_told_not_believed() {
    let mut trial = Trial::begun(&wanted(Kind::ALL[0], "", LIVE));
    trial.play(10);
    let row = trial.head.to_row();
    for spoil in [
        |rows: &mut Vec<PlyRow>| rows[0].what = "nonsense".into(),
        |rows: &mut Vec<PlyRow>| rows[0].what = "!dance 1".into(),
        |rows: &mut Vec<PlyRow>| rows[0].left = "x".into(),
        |rows: &mut Vec<PlyRow>| rows[0].ply = 9,
    ] {
        let mut rows = trial.rows.clone();
        spoil(&mut rows);
        assert!(Room::load(&row, &rows, 0).is_err());
    }
    for spoil in [
        |row: &mut crate::store::TableRow| row.seats = "[]".into(),
        |row: &mut crate::store::TableRow| row.phase = "asleep".into(),
        |row: &mut crate::store::TableRow| row.seed = "0".into(),
        |row: &mut crate::store::TableRow| row.kind = "chess".into(),
        |row: &mut crate::store::TableRow| row.setup = "?".into(),
    ] {
        let mut row = row.clone();
        spoil(&mut row);
        assert!(Room::load(&row, &[], 0).is_err());
    }
}
