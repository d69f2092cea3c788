//! The bot's view of a table, message by message.

use mohreh_protocol::{Chatters, Person};

use super::*;

fn person(name: &str) -> Sitter {
    Sitter::Person(Person { id: name.to_lowercase(), name: name.to_string() })
}

fn snapshot(kind: Kind, clock: Clock) -> Snapshot {
    let table = Head {
        id: "k3x7abcd".to_string(),
        kind: kind.to_string(),
        setup: String::new(),
        draw: false,
        seats: vec![person("Sara"), person("Bahram")],
        clock,
        open: false,
        reserved: false,
        chat: Chatters::Players,
        phase: Phase::Playing,
        created: 0,
        ended: None,
        end: None,
        result: None,
        turns: 0,
        commitment: String::new(),
        seed: None,
        nonces: Vec::new(),
        next: None,
    };
    Snapshot {
        table,
        from: 0,
        entries: Vec::new(),
        clocks: ClockState::default(),
        present: vec![true, true],
        lag: vec![None, None],
        stuck: false,
        watching: 0,
        chat: Vec::new(),
        you: Some(1),
    }
}

fn entry(what: &str) -> Entry {
    Entry { what: what.to_string(), at: 0 }
}

fn table(kind: Kind) -> Table {
    Table::new(&snapshot(kind, Clock::None)).unwrap().unwrap()
}

/// Answers the search with the first legal steps of a turn.
fn think(table: &mut Table) -> Vec<String> {
    let Some(Next::Think(question)) = table.next() else { panic!("nothing to think about") };
    let (mut game, mut steps) = (question.game, Vec::new());
    let before = game.status();
    while game.status() == before {
        steps.push(game.steps()[0].clone());
        game.play(&steps[steps.len() - 1]).unwrap();
    }
    table.found(&question.line, steps.clone()).unwrap();
    steps
}

fn sent(next: Option<Next>) -> ClientMessage {
    match next {
        Some(Next::Send(message)) => message,
        other => panic!("nothing was said: {other:?}"),
    }
}

#[test]
fn a_turn_is_searched_once_and_sent_once_until_acknowledged() {
    for kind in Kind::ALL {
        let mut table = table(*kind);
        let steps = think(&mut table);
        let wanted =
            ClientMessage::Play { table: "k3x7abcd".to_string(), ply: 0, steps: steps.clone() };
        assert_eq!(sent(table.next()), wanted);
        assert!(table.next().is_none());
        // The connection is lost before the acknowledgement: the same request is sent again.
        table.resend();
        assert_eq!(sent(table.next()), wanted);
        let entries: Vec<Entry> = steps.iter().map(|step| entry(step)).collect();
        let lines = table.apply(0, &entries, &ClockState::default()).unwrap();
        assert_eq!(lines, [format!("1. Sara: {}", steps.join(" "))]);
        assert!(table.next().is_none(), "the other is to move");
        // Duplicate entries change nothing, and a gap is detected.
        assert_eq!(table.apply(0, &entries, &ClockState::default()).unwrap(), [""; 0]);
        assert!(matches!(table.apply(99, &entries, &ClockState::default()), Err(SyncError::Gap)));
    }
}

#[test]
fn stale_search_results_are_dropped() {
    let mut table = table(Kind::ALL[0]);
    let Some(Next::Think(question)) = table.next() else { panic!() };
    assert!(table.next().is_none(), "it is being thought about");
    table.found("something else", vec!["x".to_string()]).unwrap();
    assert!(table.next().is_none(), "it still is");
    assert!(table.found(&question.line, vec!["nonsense".to_string()]).is_err());
    assert!(table.found(&question.line, Vec::new()).is_err());
    assert!(table.next().is_none());
    table.retry();
    assert!(matches!(table.next(), Some(Next::Think(_))), "it is thought about again");
}

#[test]
fn draws_are_declined_and_take_backs_granted_each_once() {
    let mut table = table(Kind::ALL[0]);
    let steps = think(&mut table);
    assert!(matches!(sent(table.next()), ClientMessage::Play { .. }));
    let entries: Vec<Entry> = steps.iter().map(|step| entry(step)).collect();
    table.apply(0, &entries, &ClockState::default()).unwrap();
    let ply = entries.len() as u32;
    let lines = table.apply(ply, &[entry("!draw 2")], &ClockState::default()).unwrap();
    assert_eq!(lines, ["Bahram offers a draw"]);
    let id = "k3x7abcd".to_string();
    let decline = ClientMessage::Act { table: id.clone(), ply: ply + 1, act: Act::Decline };
    assert_eq!(sent(table.next()), decline);
    assert!(table.next().is_none());
    table.apply(ply + 1, &[entry("!decline 1")], &ClockState::default()).unwrap();
    // The opponent plays and asks to take it back.
    let mut other = table.log.clone();
    let mut turn = Vec::new();
    while other.mover() == Some(Seat::SECOND) {
        let step = other.game().steps()[0].clone();
        other.apply(&LogEvent::Step(step.clone())).unwrap();
        turn.push(entry(&step));
    }
    turn.push(entry(&format!("!back 2 {ply}")));
    table.apply(ply + 2, &turn, &ClockState::default()).unwrap();
    let now = ply + 2 + turn.len() as u32;
    assert_eq!(sent(table.next()), ClientMessage::Act { table: id, ply: now, act: Act::Agree });
    table.apply(now, &[entry("!agree 1")], &ClockState::default()).unwrap();
    assert!(table.next().is_none(), "the other is to move again");
    assert_eq!(table.log.steps().len(), ply as usize);
}

#[test]
fn nothing_is_done_at_tables_that_wait_or_are_over() {
    for phase in [Phase::Waiting, Phase::Over] {
        let mut table = table(Kind::ALL[0]);
        table.head.phase = phase;
        assert!(table.next().is_none());
    }
    let mut table = table(Kind::ALL[0]);
    table.head.phase = Phase::Waiting;
    let playing = snapshot(Kind::ALL[0], Clock::None).table;
    assert!(matches!(table.set_head(playing.clone()), Err(SyncError::Gap)), "it begins");
    assert!(table.apply(0, &[entry("!abort 1")], &ClockState::default()).is_err());
    assert!(table.next().is_none(), "nothing is done before the whole is known");
    table.head.phase = Phase::Playing;
    assert!(table.set_head(playing).is_ok());
    let mut watched = snapshot(Kind::ALL[0], Clock::None);
    watched.you = None;
    assert!(Table::new(&watched).unwrap().is_none());
    watched.you = Some(5);
    assert!(Table::new(&watched).is_err());
    watched.you = Some(1);
    watched.table.kind = "chess".to_string();
    assert!(Table::new(&watched).is_err());
}

#[test]
fn the_clock_limits_the_search_time() {
    let limit = |clock, left: u64| {
        let mut snapshot = snapshot(Kind::ALL[0], clock);
        snapshot.clocks.left = vec![left, left];
        Table::new(&snapshot).unwrap().unwrap().time_limit().map(|limit| limit.as_millis())
    };
    let live = Clock::Live { main: 60, more: 2 };
    assert_eq!(limit(live, 60_000), Some(3_000 + 1_400));
    assert_eq!(limit(live, 1_000), Some(500));
    assert_eq!(limit(live, 0), Some(20));
    assert_eq!(limit(Clock::Days { days: 1 }, 4_000_000), Some(1_000_000));
    assert_eq!(table(Kind::ALL[0]).time_limit(), None);
}

#[test]
fn results_are_described_from_the_bots_side() {
    let mut table = table(Kind::ALL[0]);
    for (result, end, wanted) in [
        (vec![1, 2], "rules", "won (1 2) after 0 turns"),
        (vec![2, 1], "resigned 1", "lost (2 1) after 0 turns: resigned 1"),
        (vec![1, 1], "draw agreed", "drawn (1 1) after 0 turns: draw agreed"),
        (vec![3, 1, 2], "rules", "place 3 of 3 (3 1 2) after 0 turns"),
    ] {
        (table.head.result, table.head.end) = (Some(result), Some(end.to_string()));
        assert_eq!(table.result(), wanted);
    }
    (table.head.result, table.head.end) = (None, Some("aborted".to_string()));
    assert_eq!(table.result(), "aborted");
    assert_eq!(printable("\u{1b}[2Jx"), "[2Jx");
}
