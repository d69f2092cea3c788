//! Rooms with a simulated clock and fixed seeds: clocks, offers, elimination, invalid input.

use mohreh_games::{Kind, Seat, Status};
use mohreh_protocol::{
    Act, Chatters, Clock, Code, First, NewTable, Person, Phase, Seed, Sitter, check_dice,
};

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
        chat: Chatters::Players,
        first: First::Me,
        nonce: "n0".to_string(),
    }
}

fn secrets(n: u8) -> (String, String, Seed) {
    ("table".to_string(), "key".to_string(), Seed::new([n; 32]))
}

/// A room, with a copy of everything committed.
struct TestTable {
    room: Room,
    rows: Vec<PlyRow>,
    head: Head,
    now: u64,
}

impl TestTable {
    /// Started game with all players present; the clock is at 1000 ms.
    fn begun(wanted: &NewTable) -> TestTable {
        let head = Head::new(wanted, &person(0), secrets(7), 0).unwrap();
        let room = Room::load(&head.to_row(), &[], 0).unwrap();
        let mut test = TestTable { room, rows: Vec::new(), head, now: 1000 };
        for n in 1..test.head.seats.len() {
            let draft = test.room.join(&person(n), ("", false), &format!("n{n}"), 1000).unwrap();
            test.keep(&draft);
        }
        for seat in (0..test.head.seats.len()).map(Seat::new) {
            test.room.set_present(seat, true, 1000);
        }
        test
    }

    fn keep(&mut self, draft: &Draft) {
        self.room.adopt(draft.clone()).unwrap();
        self.rows.extend(draft.rows.clone());
        if let Some(head) = &draft.head {
            assert_eq!(head.version, self.head.version + 1);
            self.head = head.clone();
        }
        // Replaying the committed rows gives the same room.
        let again = Room::load(&self.head.to_row(), &self.rows, self.now).unwrap();
        assert_eq!(again.log().game(), self.room.log().game());
        assert_eq!(again.clocks(self.now, &[]), self.room.clocks(self.now, &[]));
        assert_eq!(again.head(), self.room.head());
    }

    /// Legal turn of the seat to move, up to the next roll.
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

    /// Plays a turn of the seat to move, this many milliseconds later.
    fn play(&mut self, later: u64) {
        self.now += later;
        let seat = self.room.log().mover().unwrap();
        let draft =
            self.room.play(seat, self.room.log().ply(), &self.turn(), self.now, &[]).unwrap();
        self.keep(&draft);
    }

    /// Plays to the end of the turn, with all its rolls.
    fn play_turn(&mut self) {
        let seat = self.room.log().mover();
        while self.room.log().mover() == seat {
            self.play(0);
        }
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

/// Two-player games, which are those without the setup `seats=3`.
fn duels() -> impl Iterator<Item = Kind> {
    let many =
        |kind: &Kind| Head::new(&wanted(*kind, "seats=3", LIVE), &person(0), secrets(1), 0).is_ok();
    Kind::ALL.iter().copied().filter(move |kind| !many(kind))
}

fn multiplayer_kind() -> Kind {
    *Kind::ALL.iter().find(|kind| duels().all(|duel| duel != **kind)).unwrap()
}

#[test]
fn whole_games_replay_from_their_rows() {
    for &kind in Kind::ALL {
        let mut test = TestTable::begun(&wanted(kind, "", Clock::None));
        for _ in 0..2000 {
            if test.head.phase == Phase::Over {
                break;
            }
            test.play(10);
        }
        assert_eq!(test.over().0, Some("rules"), "{kind}");
        let record = test.room.record().unwrap();
        assert_eq!(record.game(), test.room.log().game());
        let read = mohreh_games::Record::read(&record.to_string()).unwrap().remove(0);
        check_dice(&read).unwrap();
    }
}

#[test]
fn tampered_dice_are_detected() {
    let mut test = TestTable::begun(&wanted(multiplayer_kind(), "", Clock::None));
    while test.head.phase != Phase::Over {
        test.play(10);
    }
    let mut record = test.room.record().unwrap();
    assert!(check_dice(&record).unwrap() > 10);
    let other = Seed::new([8; 32]);
    record.set_header("seed", &other.reveal()).unwrap();
    assert!(check_dice(&record).unwrap_err().to_string().contains("committed"));
    record.set_header("commitment", &other.commitment()).unwrap();
    assert!(check_dice(&record).unwrap_err().to_string().contains("the seed gives"));
}

#[test]
fn seed_and_key_stay_secret_until_the_end() {
    let mut test = TestTable::begun(&wanted(multiplayer_kind(), "", Clock::None));
    let secret = test.head.seed.reveal();
    for _ in 0..20 {
        let shown = serde_json::to_string(&test.room.snapshot(0, None, 0, &[])).unwrap();
        assert!(!shown.contains(&secret) && !shown.contains("\"key\""), "{shown}");
        assert!(!test.room.record().unwrap().to_string().contains(&secret));
        assert!(!format!("{:?}", test.room).contains(&secret));
        test.play(10);
    }
    test.act(0, Act::Resign).unwrap();
    assert_eq!(test.room.snapshot(0, None, 0, &[]).table.seed, Some(secret));
}

#[test]
fn a_turn_is_played_whole_or_not_at_all() {
    for &kind in Kind::ALL {
        let test = TestTable::begun(&wanted(kind, "", Clock::None));
        let (turn, ply) = (test.turn(), test.room.log().ply());
        let play = |seat: Seat, ply, steps: &[String]| {
            test.room.play(seat, ply, steps, 2000, &[]).map_err(|why| why.code).map(|_| ())
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
        assert_eq!(test.room.log().ply(), ply);
    }
}

#[test]
fn duplicate_turns_are_recognised() {
    for &kind in Kind::ALL {
        let mut test = TestTable::begun(&wanted(kind, "", Clock::None));
        for _ in 0..10 {
            if test.head.phase == Phase::Over {
                break;
            }
            let (turn, ply, mover) = (test.turn(), test.room.log().ply(), test.room.log().mover());
            assert_eq!(test.room.played_before(ply, &turn), None);
            test.play(10);
            let entries = test.room.log().ply() - ply;
            assert_eq!(test.room.played_before(ply, &turn), Some(entries as usize), "{kind}");
            let again = test.room.play(mover.unwrap(), ply, &turn, test.now, &[]);
            let over = test.head.phase == Phase::Over;
            let code = if over { Code::NotPlaying } else { Code::Stale };
            assert_eq!(again.unwrap_err().code, code);
            assert_eq!(test.room.played_before(ply, &["other".to_string()]), None);
            assert_eq!(test.room.played_before(ply + 1000, &turn), None);
        }
    }
}

#[test]
fn time_runs_out_whether_anybody_is_there_or_not() {
    for kind in duels() {
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        test.play(50_000);
        test.play(50_000);
        assert!(test.room.flag(test.now, &[]).is_none());
        let due = test.room.deadline(test.now, &[]).unwrap();
        assert_eq!(due, test.now + 62_000, "first turns take no time, and each adds some");
        assert!(test.room.flag(due - 1, &[]).is_none());
        // Outages are not charged.
        let outage = [(test.now, test.now + 60_000)];
        assert!(test.room.flag(due, &outage).is_none());
        assert_eq!(test.room.deadline(due, &outage), Some(due + 60_000));
        test.now = due;
        let draft = test.room.flag(due, &[]).unwrap();
        test.keep(&draft);
        assert_eq!(test.over(), (Some("out of time 1"), Some(&[2, 1][..])));
    }
}

#[test]
fn lag_is_compensated_once_a_turn_however_many_messages_it_takes() {
    let mut longest = 0;
    for &kind in Kind::ALL {
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        while test.room.log().turns().len() < 2 || test.room.log().actor() != Some(Seat::FIRST) {
            test.play(10);
        }
        test.room.set_lag(Seat::FIRST, Some(400));
        let before = test.room.clocks(test.now, &[]).left[0];
        let mut messages = 0;
        // One message a step, each after a second.
        while test.room.log().mover() == Some(Seat::FIRST) {
            let step = test.turn().remove(0);
            test.now += 1000;
            let ply = test.room.log().ply();
            let draft = test.room.play(Seat::FIRST, ply, &[step], test.now, &[]).unwrap();
            test.keep(&draft);
            messages += 1;
        }
        let increment = 2000;
        let credit = 400;
        let left = test.room.clocks(test.now, &[]).left[0];
        assert_eq!(left, before - 1000 * messages + credit + increment, "{kind}: {messages}");
        longest = longest.max(messages);
    }
    assert!(longest > 2, "some turn takes many messages");
}

#[test]
fn a_live_game_without_a_first_turn_is_aborted() {
    for kind in duels() {
        for turns in 0..2 {
            let mut test = TestTable::begun(&wanted(kind, "", LIVE));
            while test.room.log().turns().len() < turns {
                test.play(1000);
            }
            let due = test.room.deadline(test.now, &[]).unwrap();
            assert_eq!(due, test.now + 5 * 60_000);
            assert!(test.room.flag(due - 1, &[]).is_none());
            test.now = due;
            let draft = test.room.flag(due, &[]).unwrap();
            test.keep(&draft);
            assert_eq!(test.over(), (Some("aborted"), None));
        }
    }
}

#[test]
fn draws_are_offered_and_agreed_on() {
    for kind in duels() {
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        test.play(10);
        assert_eq!(test.act(1, Act::Agree), Err(Code::Illegal), "nothing was asked");
        test.act(0, Act::OfferDraw).unwrap();
        assert_eq!(test.act(0, Act::OfferDraw), Err(Code::Illegal));
        assert_eq!(test.act(0, Act::Agree), Err(Code::Illegal), "not with oneself");
        test.act(1, Act::Decline).unwrap();
        assert_eq!(test.act(0, Act::OfferDraw), Err(Code::Illegal), "not again and again");
        test.play(10);
        test.act(0, Act::OfferDraw).unwrap();
        // Playing on declines the offer.
        while test.room.log().offer().is_some() {
            test.play(10);
        }
        assert_eq!(test.act(1, Act::Agree), Err(Code::Illegal));
        test.act(1, Act::OfferDraw).unwrap();
        test.act(0, Act::Agree).unwrap();
        assert_eq!(test.over(), (Some("draw agreed"), Some(&[1, 1][..])));
        assert_eq!(test.act(0, Act::Resign), Err(Code::NotPlaying));
    }
}

/// Taking turns back, again and again, earns no time.
#[test]
fn a_turn_that_is_taken_back_earns_no_increment() {
    for &kind in Kind::ALL {
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        // The first turns are free, and earn their increment.
        for _ in 0..2 {
            test.play_turn();
        }
        let left = test.room.clocks(test.now, &[]).left;
        for n in 1..=5 {
            test.now += 300;
            test.play_turn();
            test.play_turn();
            test.act(0, Act::AskBack).unwrap();
            test.act(1, Act::Agree).unwrap();
            let now = test.room.clocks(test.now, &[]).left;
            assert_eq!(now[0], left[0] - n * 300, "{kind}: only the time that was used");
            assert_eq!(now[1], left[1], "{kind}");
        }
        test.now += 300;
        test.play_turn();
        let now = test.room.clocks(test.now, &[]).left;
        assert_eq!(now[0], left[0] - 6 * 300 + 2_000, "{kind}: a turn that stays earns it");
    }
}

#[test]
fn turns_are_taken_back_when_all_agree() {
    for &kind in Kind::ALL {
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        assert_eq!(test.act(0, Act::AskBack), Err(Code::Illegal), "nothing was played");
        let start = test.room.log().game().clone();
        while test.room.log().turns().len() < 2 {
            test.play(10);
        }
        test.act(0, Act::AskBack).unwrap();
        let ply = test.room.log().ply();
        test.act(1, Act::Agree).unwrap();
        assert_eq!(*test.room.log().game(), start, "{kind}");
        assert_eq!(test.room.log().ply(), ply + 1, "the log itself goes on");
        // The rolls after a take-back still verify.
        while test.head.phase != Phase::Over {
            test.play(1);
        }
        check_dice(&test.room.record().unwrap()).unwrap();
    }
}

#[test]
fn a_game_that_has_hardly_begun_is_aborted() {
    for kind in duels() {
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        test.play(10);
        test.act(1, Act::Abort).unwrap();
        assert_eq!(test.over(), (Some("aborted"), None));
        let mut test = TestTable::begun(&wanted(kind, "", LIVE));
        test.play(10);
        test.play(10);
        assert_eq!(test.act(1, Act::Abort), Err(Code::Illegal));
        test.act(1, Act::Resign).unwrap();
        assert_eq!(test.over(), (Some("resigned 2"), Some(&[1, 2][..])));
    }
}

#[test]
fn absent_players_lose_to_a_claim_after_a_minute() {
    for kind in duels() {
        let mut test = TestTable::begun(&wanted(kind, "", Clock::Live { main: 600, more: 0 }));
        test.play(10);
        test.play(10);
        assert_eq!(test.act(1, Act::Claim), Err(Code::Forbidden), "nobody is gone");
        test.room.set_present(Seat::FIRST, false, test.now);
        test.now += 59_999;
        assert_eq!(test.act(1, Act::Claim), Err(Code::Forbidden));
        test.now += 1;
        assert_eq!(test.act(0, Act::Claim), Err(Code::Forbidden));
        test.act(1, Act::Claim).unwrap();
        assert_eq!(test.over(), (Some("gone 1"), Some(&[2, 1][..])));
    }
}

#[test]
fn with_more_seats_leavers_are_skipped_until_one_is_left() {
    let kind = multiplayer_kind();
    for seats in [3, 4] {
        let mut test = TestTable::begun(&wanted(kind, &format!("seats={seats}"), LIVE));
        test.play(10);
        assert_eq!(test.act(0, Act::OfferDraw), Err(Code::Illegal), "draws are for two");
        for leaver in 0..seats - 1 {
            assert_eq!(test.head.phase, Phase::Playing);
            test.act(leaver, Act::Resign).unwrap();
            if test.head.phase == Phase::Playing {
                assert_eq!(test.act(leaver, Act::Resign), Err(Code::Forbidden), "only once");
                for _ in 0..6 {
                    assert!(test.room.log().mover().unwrap().index() > leaver);
                    test.play(10);
                }
            }
        }
        let (_, result) = test.over();
        assert_eq!(result.unwrap()[seats - 1], 1);
        check_dice(&test.room.record().unwrap()).unwrap();
    }
}

#[test]
fn joining_needs_the_key_and_is_idempotent() {
    let mut wanted = wanted(Kind::ALL[0], "", LIVE);
    wanted.open = false;
    let head = Head::new(&wanted, &person(0), secrets(3), 0).unwrap();
    let code = |joined: Result<Head, mohreh_protocol::Refusal>| joined.map_err(|why| why.code);
    assert_eq!(code(head.join(&person(1), ("", false), "", 5)).unwrap_err(), Code::NotFound);
    assert_eq!(code(head.join(&person(1), ("kex", false), "", 5)).unwrap_err(), Code::NotFound);
    assert_eq!(code(head.join(&person(1), ("key", false), "a|b", 5)).unwrap_err(), Code::Malformed);
    assert_eq!(
        head.join(&person(0), ("", false), "", 5).unwrap(),
        head,
        "whoever sits there sits there"
    );
    let begun = head.join(&person(1), ("key", false), "mine", 5).unwrap();
    assert_eq!((begun.phase, begun.started), (Phase::Playing, Some(5)));
    assert_eq!(code(begun.join(&person(2), ("key", false), "", 6)).unwrap_err(), Code::Full);
}

#[test]
fn who_starts_is_drawn_fairly_and_from_the_seed() {
    let mut starts = 0;
    for n in 0..200 {
        let mut wanted = wanted(Kind::ALL[0], "", LIVE);
        wanted.first = First::Lot;
        let head = Head::new(&wanted, &person(0), secrets(n), 0).unwrap();
        let begun = head.join(&person(1), ("", false), "x", 0).unwrap();
        assert_eq!(begun, head.join(&person(1), ("", false), "x", 0).unwrap());
        starts += usize::from(begun.seats[0] == Sitter::Person(person(0)));
    }
    assert!((70..130).contains(&starts), "{starts}");
    for (first, seat) in [(First::Me, 0), (First::Other, 1)] {
        let mut wanted = wanted(Kind::ALL[0], "", LIVE);
        wanted.first = first;
        let head = Head::new(&wanted, &person(0), secrets(1), 0).unwrap();
        let begun = head.join(&person(1), ("", false), "", 0).unwrap();
        assert_eq!(begun.seats[seat], Sitter::Person(person(0)));
    }
}

#[test]
fn invalid_tables_are_refused() {
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
fn corrupt_rows_are_rejected() {
    let mut test = TestTable::begun(&wanted(Kind::ALL[0], "", LIVE));
    test.play(10);
    let row = test.head.to_row();
    for spoil in [
        |rows: &mut Vec<PlyRow>| rows[0].what = "nonsense".into(),
        |rows: &mut Vec<PlyRow>| rows[0].what = "!dance 1".into(),
        |rows: &mut Vec<PlyRow>| rows[0].left = "x".into(),
        |rows: &mut Vec<PlyRow>| rows[0].ply = 9,
    ] {
        let mut rows = test.rows.clone();
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
