//! Tests of the sparring partners through the engine protocol.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use mohreh_games::rotas::Rotas;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{AnyGame, Duel, Game, Kind, Listed, Outcome, Seat, Status};
use mohreh_laws::Rng;

/// A running sparring partner.
struct Partner {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Partner {
    fn new(args: &[&str]) -> Partner {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mohreh-train"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Partner { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("not yet ended"), "{line}").expect("it listens");
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim_end().to_string()
    }

    /// Reads up to `best`: its steps, and the last `info` line before it, which a forced turn does not have.
    fn answer(&mut self) -> (Vec<String>, String) {
        let mut info = String::new();
        loop {
            let line = self.receive();
            match line.split_once(' ') {
                Some(("info", _)) => info = line,
                Some(("best", steps)) => {
                    return (steps.split(' ').map(str::to_string).collect(), info);
                }
                _ => panic!("neither info nor best: `{line}`"),
            }
        }
    }

    fn search(&mut self, kind: Kind, setup: &str, played: &[String], go: &str) -> Vec<String> {
        self.send(&format!("position {kind}|{setup}|{}", played.join(" ")));
        self.send(go);
        self.answer().0
    }

    /// Closes the input and returns all further output; the process must succeed.
    fn finish(mut self) -> Vec<String> {
        self.input = None;
        let lines = self.output.lines().map(|line| line.expect("text")).collect();
        assert!(self.child.wait().expect("it ends").success());
        lines
    }
}

/// Plays a game of the partner against random play. Every answer must be legal, and a whole turn unless
/// there are dice.
fn play<G: Listed>(
    partner: &mut Partner,
    setup: &str,
    seat: usize,
    seed: u64,
    go: &str,
) -> (Outcome, Vec<String>) {
    let mut rng = Rng::new(seed);
    let mut game = G::start(&setup.parse().unwrap());
    let (mut steps, mut played) = (Vec::new(), Vec::new());
    loop {
        let next: Vec<G::Step> = match game.status() {
            Status::Over(outcome) => return (outcome, played),
            Status::ToRoll => vec![game.roll(&mut |n| rng.below(n)).unwrap()],
            Status::ToMove(mover) if mover.index() == seat => {
                let answer = partner.search(G::KIND, setup, &played, go);
                answer.iter().map(|step| step.parse().unwrap()).collect()
            }
            Status::ToMove(_) => {
                steps.clear();
                game.steps(&mut steps);
                vec![*rng.one_of(&steps)]
            }
        };
        let mover = game.status();
        for step in &next {
            assert_eq!(game.status(), mover, "the turn is over before {step}: {game}");
            game.play(*step).unwrap_or_else(|error| panic!("{error}: {game}"));
            played.push(step.to_string());
        }
        let answered = mover == Status::ToMove(Seat::new(seat));
        if answered && G::KIND != Kind::Rotas {
            assert_ne!(game.status(), mover, "the turn is not over: {game}");
        }
    }
}

fn beats_random_play<G: Listed>(games: usize, go: &str) {
    let mut partner = Partner::new(&["uct"]);
    for number in 0..games {
        let seat = number % 2;
        let (outcome, played) = play::<G>(&mut partner, "", seat, number as u64, go);
        assert_eq!(outcome.winner(), Some(Seat::new(seat)), "{}", played.join(" "));
    }
    partner.finish();
}

#[test]
fn uct_beats_random_play_at_zertz() {
    beats_random_play::<Zertz>(10, "go nodes 300");
}

#[test]
fn uct_beats_random_play_at_tzaar() {
    beats_random_play::<Tzaar>(10, "go nodes 300");
}

#[test]
fn uct_beats_random_play_at_yinsh() {
    beats_random_play::<Yinsh>(4, "go nodes 200");
}

/// Random games are rewound to the winning turn, so that there is a win in one.
fn finds_wins_in_one<G: Listed + Duel>(setup: &str, wanted: usize) {
    let mut partner = Partner::new(&["uct"]);
    let mut found = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let (mut games, mut played) = (vec![G::start(&setup.parse().unwrap())], Vec::new());
        while let Status::ToMove(_) = games[games.len() - 1].status() {
            let mut game = games[games.len() - 1].clone();
            let mut steps = Vec::new();
            game.steps(&mut steps);
            let step = *rng.one_of(&steps);
            game.play(step).unwrap();
            played.push(step.to_string());
            games.push(game);
        }
        let Status::Over(outcome) = games.pop().unwrap().status() else { unreachable!() };
        let won_by = |game: &G| outcome.winner() == Some(game.mover());
        let last = games.iter().rev().take_while(|game| won_by(game)).count();
        if last == 0 {
            continue;
        }
        let begin = games.len() - last;
        let mut game = games[begin].clone();
        let turn = partner.search(G::KIND, setup, &played[..begin], "go nodes 3000");
        for step in turn {
            game.play(step.parse().unwrap()).unwrap();
        }
        let won = |status| matches!(status, Status::Over(end) if end.winner() == outcome.winner());
        assert!(won(game.status()), "seed {seed}: {}", games[begin]);
        found += 1;
        if found == wanted {
            return;
        }
    }
}

#[test]
fn uct_wins_in_one_turn() {
    finds_wins_in_one::<Zertz>("", 5);
    finds_wins_in_one::<Tzaar>("", 5);
    finds_wins_in_one::<Yinsh>("", 3);
    finds_wins_in_one::<Yinsh>("blitz", 3);
}

#[test]
fn answers_of_uct_are_legal_in_all_setups() {
    let mut partner = Partner::new(&["uct", "--seed", "7"]);
    let mut seed = 0;
    for rings in [37, 40, 41, 43, 44, 48, 61] {
        for options in ["", "overlook", "touch", "blitz", "blitz overlook touch"] {
            if rings > 37 && options.contains("blitz") {
                continue;
            }
            seed += 1;
            let setup = format!("rings={rings} {options}");
            play::<Zertz>(&mut partner, &setup, seed as usize % 2, seed, "go nodes 12");
        }
    }
    for seed in 0..4 {
        let mut rng = Rng::new(seed);
        let setup = Tzaar::draw_setup(&mut |n| rng.below(n)).to_string();
        play::<Tzaar>(&mut partner, &setup, seed as usize % 2, seed, "go nodes 12 lines 2");
        let setup = ["", "blitz"][seed as usize % 2];
        play::<Yinsh>(&mut partner, setup, seed as usize / 2, seed, "go nodes 12");
    }
    play::<Rotas>(&mut partner, "seats=3", 1, 5, "go nodes 12");
    // One play-out suffices for an answer.
    play::<Tzaar>(&mut partner, "", 0, 1, "go nodes 1");
    play::<Zertz>(&mut partner, "", 1, 1, "go nodes 1");
    partner.finish();
}

#[test]
fn answers_of_greedy_are_legal_in_all_setups() {
    let boards = ["", "board=six-b", "board=small", "board=5,3,.,H,4/P1,S,5,3,P6/5,.,P2,P2,4"];
    let options =
        ["", "advanced", "hard-pairs", "strict-house", "advanced hard-pairs strict-house"];
    let mut partner = Partner::new(&["greedy"]);
    let mut seed = 0;
    for board in boards {
        for options in options {
            for seats in 2..=4 {
                seed += 1;
                let setup = format!("seats={seats} {board} {options}");
                play::<Rotas>(&mut partner, &setup, seed as usize % seats, seed, "go nodes 1");
            }
        }
    }
    partner.finish();
}

#[test]
fn greedy_beats_random_play() {
    let mut partner = Partner::new(&["greedy"]);
    let mut won = 0;
    for seed in 0..20 {
        let seat = seed as usize % 2;
        let (outcome, _) = play::<Rotas>(&mut partner, "", seat, seed, "go nodes 1");
        won += usize::from(outcome.winner() == Some(Seat::new(seat)));
    }
    assert!(won >= 18, "{won} of 20");
}

/// Pairs in the upper row, five alike and a three in the lower; `@d1` does not affect the pairs.
const BOARD: &str = "board=P1,P2,P3,P4/5,5,5,3";
/// Seat 1 has three pairs in a line; seat 2 is to move.
const THREE: &str = "r =11234 @a2 r =22234 @d1 r =11234 @b2 r =22234 @d1 r =11234 @c2";
/// Seat 1 has two five-alike cells and is to move.
const FIVES: &str = "r =66666 @a1 r =22234 @d1 r =66666 @b1 r =22234 @d1";

/// Step and win probability that greedy reports.
fn greedy(record: &str) -> (String, f64) {
    let mut partner = Partner::new(&["greedy"]);
    partner.send(&format!("position rotas|{BOARD}|{record}"));
    partner.send("go depth 1");
    let (steps, info) = partner.answer();
    let win = info.split(' ').skip_while(|word| *word != "win").nth(1).expect("a chance");
    (steps.join(" "), win.parse().expect("a number"))
}

#[test]
fn greedy_wins_at_once() {
    let (step, win) = greedy(&format!("{THREE} r =22234 @d1 r =12344"));
    assert_eq!((step.as_str(), win), ("@d2", 1.0));
    let (step, win) = greedy(&format!("{FIVES} r =33333"));
    assert_eq!((step.as_str(), win), ("@c1", 1.0));
}

#[test]
fn greedy_rolls_for_the_likeliest_win() {
    // Any pair wins, so it rolls, whatever the dice show. Four rolls are left.
    let (step, win) = greedy(&format!("{THREE} r =22234 @d1 r =12346"));
    assert!(step.starts_with('r') && win > 0.999, "{step} {win}");
    // Third five-alike cell: four equal dice are kept.
    let (step, win) = greedy(&format!("{FIVES} r =44344"));
    assert_eq!(step, "r3");
    assert!(win > 1.0 - (5.0_f64 / 6.0).powi(4), "{win}");
}

#[test]
fn greedy_blocks() {
    // Covering the missing cell does not help: the opponent covers it again.
    let (step, _) = greedy(&format!("{THREE} r =22346"));
    assert!(["@a2", "@b2", "@c2"].contains(&step.as_str()), "{step}");
}

#[test]
fn errors_are_reported_and_the_session_continues() {
    let check = |player: &str, good: &str, wrong: &[(&str, &str)]| {
        let mut partner = Partner::new(&[player]);
        partner.send("go nodes 10");
        assert!(partner.receive().starts_with("error no position yet"));
        partner.send(good);
        for (line, why) in wrong {
            partner.send(line);
            let said = partner.receive();
            assert!(said.starts_with("error ") && said.contains(why), "{line}: {said}");
        }
        // The last valid position stays.
        partner.send("");
        partner.send("stop");
        partner.send("go nodes 10");
        assert!(!partner.answer().0.is_empty());
        assert_eq!(partner.finish(), [""; 0]);
    };
    let wrong = [
        ("foo", "unknown command `foo`"),
        ("go", "expected nodes"),
        ("go nodes x", "`nodes` needs a number"),
        ("go nodes 0", "`nodes` needs a number"),
        ("go time", "`time` needs a number"),
        ("go lines 2", "expected nodes"),
        ("go far", "`far`"),
        ("position", "KIND|SETUP|STEP"),
        ("position chess||", "unknown game"),
    ];
    check("uct", "position zertz||Wd4 -a1", &wrong);
    check("greedy", "position rotas|seats=3|r =13356", &wrong);
    check("uct", "position yinsh||e5", &[("position rotas||x", "`x`"), ("x", "`x`")]);
    let wrong =
        [("position zertz||", "only rotas"), ("position rotas|seats=9|", "seats"), ("y", "`y`")];
    check("greedy", "position rotas||", &wrong);
    let mut partner = Partner::new(&["greedy"]);
    partner.send("position rotas||r");
    partner.send("go nodes 1");
    assert!(partner.receive().contains("to-roll"));
}

#[test]
fn unlimited_searches_are_stopped() {
    for (player, position) in [("uct", "position yinsh||"), ("greedy", "position rotas||")] {
        // `stop` ends the search with an answer, and the session continues.
        let mut partner = Partner::new(&[player]);
        partner.send(position);
        for _ in 0..2 {
            partner.send("go infinite");
            partner.send("stop");
            assert_eq!(partner.answer().0.len(), 1);
        }
        partner.send("go infinite");
        partner.send("quit");
        partner.answer();
        partner.finish();
        // So does the end of the input.
        let mut partner = Partner::new(&[player]);
        partner.send(position);
        partner.send("go infinite");
        let rest = partner.finish();
        assert!(rest.last().is_some_and(|line| line.starts_with("best ")), "{rest:?}");
    }
}

#[test]
fn limits_are_respected() {
    let mut partner = Partner::new(&["uct"]);
    let field = |info: &str, word: &str| -> u64 {
        let value = info.split(' ').skip_while(|other| *other != word).nth(1);
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{word}: {info}"))
    };
    partner.send("position tzaar||");
    partner.send("go nodes 1500");
    assert_eq!(field(&partner.answer().1, "nodes"), 1500);
    partner.send("go depth 2");
    assert!(field(&partner.answer().1, "depth") >= 2);
    partner.send("go time 50");
    assert!(field(&partner.answer().1, "time") >= 50);
    // `quit` does not end a limited search.
    partner.send("go nodes 2000");
    partner.send("quit");
    assert_eq!(field(&partner.answer().1, "nodes"), 2000);
}

#[test]
fn answers_depend_on_seed_and_position_alone() {
    let record = |seed: &str, before: bool| {
        let mut partner = Partner::new(&["uct", "--seed", seed]);
        if before {
            partner.search(Kind::Zertz, "", &[], "go nodes 100");
        }
        let mut game = AnyGame::start(Kind::Zertz, "").unwrap();
        let mut played = Vec::new();
        while let Status::ToMove(_) = game.status() {
            for step in partner.search(Kind::Zertz, "", &played, "go nodes 100") {
                game.play(&step).unwrap();
                played.push(step);
            }
        }
        played
    };
    assert_eq!(record("1", false), record("1", true));
    assert_ne!(record("1", false), record("2", false));
}
