//! The sparring partners as a program that lets them play meets them: line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use mohreh_games::rotas::Rotas;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{AnyGame, Duel, Game, Kind, Listed, Outcome, Seat, Status};
use mohreh_laws::Chance;

/// A conversation with a partner.
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

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("not yet ended"), "{line}").expect("it listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim_end().to_string()
    }

    /// The steps it answers, and the last that it told before.
    fn answer(&mut self) -> (Vec<String>, String) {
        let mut info = String::new();
        loop {
            let line = self.hear();
            match line.split_once(' ') {
                Some(("info", _)) => info = line,
                Some(("best", steps)) => {
                    assert!(!info.is_empty(), "nothing was told before: {line}");
                    return (steps.split(' ').map(str::to_string).collect(), info);
                }
                _ => panic!("neither info nor best: `{line}`"),
            }
        }
    }

    fn asked(&mut self, kind: Kind, setup: &str, played: &[String], go: &str) -> Vec<String> {
        self.say(&format!("position {kind}|{setup}|{}", played.join(" ")));
        self.say(go);
        self.answer().0
    }

    /// Everything else that it says when the input ends; it must end well.
    fn rest(mut self) -> Vec<String> {
        self.input = None;
        let lines = self.output.lines().map(|line| line.expect("text")).collect();
        assert!(self.child.wait().expect("it ends").success());
        lines
    }
}

/// Plays a game in which the partner answers for a seat and chance for the others. Every answer must be
/// legal, and the whole turn where there are no dice.
fn play<G: Listed>(
    partner: &mut Partner,
    setup: &str,
    seat: usize,
    seed: u64,
    go: &str,
) -> (Outcome, Vec<String>) {
    let mut chance = Chance::new(seed);
    let mut game = G::start(&setup.parse().unwrap());
    let (mut steps, mut played) = (Vec::new(), Vec::new());
    loop {
        let next: Vec<G::Step> = match game.status() {
            Status::Over(outcome) => return (outcome, played),
            Status::ToRoll => vec![game.roll(&mut |n| chance.below(n)).unwrap()],
            Status::ToMove(mover) if mover.index() == seat => {
                let answer = partner.asked(G::KIND, setup, &played, go);
                answer.iter().map(|step| step.parse().unwrap()).collect()
            }
            Status::ToMove(_) => {
                steps.clear();
                game.steps(&mut steps);
                vec![*chance.one_of(&steps)]
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

fn beats_chance<G: Listed>(games: usize, go: &str) {
    let mut partner = Partner::new(&["uct"]);
    for number in 0..games {
        let seat = number % 2;
        let (outcome, played) = play::<G>(&mut partner, "", seat, number as u64, go);
        assert_eq!(outcome.winner(), Some(Seat::new(seat)), "{}", played.join(" "));
    }
    partner.rest();
}

#[test]
fn uct_beats_chance_at_zertz() {
    beats_chance::<Zertz>(10, "go nodes 300");
}

#[test]
fn uct_beats_chance_at_tzaar() {
    beats_chance::<Tzaar>(10, "go nodes 300");
}

#[test]
fn uct_beats_chance_at_yinsh() {
    beats_chance::<Yinsh>(4, "go nodes 200");
}

/// Random games are taken back to the turn that won them: there was a win in one turn.
fn finds_wins<G: Listed + Duel>(setup: &str, wanted: usize) {
    let mut partner = Partner::new(&["uct"]);
    let mut found = 0;
    for seed in 0.. {
        let mut chance = Chance::new(seed);
        let (mut games, mut played) = (vec![G::start(&setup.parse().unwrap())], Vec::new());
        while let Status::ToMove(_) = games[games.len() - 1].status() {
            let mut game = games[games.len() - 1].clone();
            let mut steps = Vec::new();
            game.steps(&mut steps);
            let step = *chance.one_of(&steps);
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
        let turn = partner.asked(G::KIND, setup, &played[..begin], "go nodes 3000");
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
    finds_wins::<Zertz>("", 5);
    finds_wins::<Tzaar>("", 5);
    finds_wins::<Yinsh>("", 3);
    finds_wins::<Yinsh>("blitz", 3);
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
        let mut chance = Chance::new(seed);
        let setup = Tzaar::draw_setup(&mut |n| chance.below(n)).to_string();
        play::<Tzaar>(&mut partner, &setup, seed as usize % 2, seed, "go nodes 12 lines 2");
        let setup = ["", "blitz"][seed as usize % 2];
        play::<Yinsh>(&mut partner, setup, seed as usize / 2, seed, "go nodes 12");
    }
    // One play-out is enough for an answer.
    play::<Tzaar>(&mut partner, "", 0, 1, "go nodes 1");
    play::<Zertz>(&mut partner, "", 1, 1, "go nodes 1");
    partner.rest();
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
    partner.rest();
}

#[test]
fn greedy_beats_chance() {
    let mut partner = Partner::new(&["greedy"]);
    let mut won = 0;
    for seed in 0..20 {
        let seat = seed as usize % 2;
        let (outcome, _) = play::<Rotas>(&mut partner, "", seat, seed, "go nodes 1");
        won += usize::from(outcome.winner() == Some(Seat::new(seat)));
    }
    assert!(won >= 18, "{won} of 20");
}

/// Pairs above, five alike and a three below; `@d1` leaves the pairs alone.
const BOARD: &str = "board=P1,P2,P3,P4/5,5,5,3";
/// Seat 1 has three pairs in a line, and seat 2 is to move.
const THREE: &str = "r =11234 @a2 r =22234 @d1 r =11234 @b2 r =22234 @d1 r =11234 @c2";
/// Seat 1 has two of the five-alike cells, and is to move.
const FIVES: &str = "r =66666 @a1 r =22234 @d1 r =66666 @b1 r =22234 @d1";

/// What greedy answers, and the chance to win that it tells.
fn greedy(record: &str) -> (String, f64) {
    let mut partner = Partner::new(&["greedy"]);
    partner.say(&format!("position rotas|{BOARD}|{record}"));
    partner.say("go depth 1");
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
fn greedy_rolls_for_the_win_with_the_best_odds() {
    // Any pair wins: whatever is rolled, it is worth to roll. Four rolls are left.
    let (step, win) = greedy(&format!("{THREE} r =22234 @d1 r =12346"));
    assert!(step.starts_with('r') && win > 0.999, "{step} {win}");
    // A third five-alike cell: four of a number stay.
    let (step, win) = greedy(&format!("{FIVES} r =44344"));
    assert_eq!(step, "r3");
    assert!(win > 1.0 - (5.0_f64 / 6.0).powi(4), "{win}");
}

#[test]
fn greedy_blocks() {
    // To cover the cell that is missing would stop nobody: he covers it again.
    let (step, _) = greedy(&format!("{THREE} r =22346"));
    assert!(["@a2", "@b2", "@c2"].contains(&step.as_str()), "{step}");
}

#[test]
fn mistakes_are_told_and_the_session_goes_on() {
    let check = |player: &str, good: &str, wrong: &[(&str, &str)]| {
        let mut partner = Partner::new(&[player]);
        partner.say("go nodes 10");
        assert!(partner.hear().starts_with("error no position yet"));
        partner.say(good);
        for (line, why) in wrong {
            partner.say(line);
            let said = partner.hear();
            assert!(said.starts_with("error ") && said.contains(why), "{line}: {said}");
        }
        // The last good position stays.
        partner.say("");
        partner.say("stop");
        partner.say("go nodes 10");
        assert!(!partner.answer().0.is_empty());
        assert_eq!(partner.rest(), [""; 0]);
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
    check("uct", "position yinsh||e5", &[("position rotas||", "not played"), ("x", "`x`")]);
    let wrong =
        [("position zertz||", "only rotas"), ("position rotas|seats=9|", "seats"), ("y", "`y`")];
    check("greedy", "position rotas||", &wrong);
    let mut partner = Partner::new(&["greedy"]);
    partner.say("position rotas||r");
    partner.say("go nodes 1");
    assert!(partner.hear().contains("to-roll"));
}

#[test]
fn thinking_without_an_end_is_stopped() {
    for (player, position) in [("uct", "position yinsh||"), ("greedy", "position rotas||")] {
        // The answer comes when it is told to stop, and the session goes on.
        let mut partner = Partner::new(&[player]);
        partner.say(position);
        for _ in 0..2 {
            partner.say("go infinite");
            partner.say("stop");
            assert_eq!(partner.answer().0.len(), 1);
        }
        partner.say("go infinite");
        partner.say("quit");
        partner.answer();
        partner.rest();
        // So does the end of the input.
        let mut partner = Partner::new(&[player]);
        partner.say(position);
        partner.say("go infinite");
        let rest = partner.rest();
        assert!(rest.last().is_some_and(|line| line.starts_with("best ")), "{rest:?}");
    }
}

#[test]
fn limits_are_kept() {
    let mut partner = Partner::new(&["uct"]);
    let told = |info: &str, word: &str| -> u64 {
        let value = info.split(' ').skip_while(|other| *other != word).nth(1);
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{word}: {info}"))
    };
    partner.say("position tzaar||");
    partner.say("go nodes 1500");
    assert_eq!(told(&partner.answer().1, "nodes"), 1500);
    partner.say("go depth 2");
    assert!(told(&partner.answer().1, "depth") >= 2);
    partner.say("go time 50");
    assert!(told(&partner.answer().1, "time") >= 50);
    // Quitting does not cut short what has a limit.
    partner.say("go nodes 2000");
    partner.say("quit");
    assert_eq!(told(&partner.answer().1, "nodes"), 2000);
}

#[test]
fn answers_depend_on_seed_and_position_alone() {
    let record = |seed: &str, before: bool| {
        let mut partner = Partner::new(&["uct", "--seed", seed]);
        if before {
            partner.asked(Kind::Zertz, "", &[], "go nodes 100");
        }
        let mut game = AnyGame::start(Kind::Zertz, "").unwrap();
        let mut played = Vec::new();
        while let Status::ToMove(_) = game.status() {
            for step in partner.asked(Kind::Zertz, "", &played, "go nodes 100") {
                game.play(&step).unwrap();
                played.push(step);
            }
        }
        played
    };
    assert_eq!(record("1", false), record("1", true));
    assert_ne!(record("1", false), record("2", false));
}
