//! End-to-end tests of the command line: output and exit codes.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[path = "shared/program.rs"]
mod program;

use program::{commands, mohreh, prints, refuses, scratch};

#[test]
fn steps_are_listed_one_a_line() {
    assert_eq!(prints(&["steps", "zertz"], "").lines().count(), 111);
    assert_eq!(prints(&["steps", "rotas"], ""), "r\n");
    let after = prints(&["steps", "zertz", "--played", "Wd4"], "");
    assert!(after.lines().all(|step| step.starts_with('-')), "{after}");
    let small = prints(&["steps", "yinsh", "--setup", "blitz", "--played", "a2 a3"], "");
    assert_eq!(small.lines().count(), 83);
}

#[test]
fn perft_prints_the_count_alone_on_the_first_line() {
    let out = prints(&["perft", "tzaar", "2"], "");
    assert_eq!(out.lines().next(), Some("1797"));
    assert!(out.lines().nth(1).is_some_and(|line| line.contains("nodes a second")), "{out}");
    let out = prints(&["perft", "zertz", "2", "--played", "Wd4", "--divide"], "");
    let counts: Vec<u64> = out
        .lines()
        .filter_map(|line| line.strip_prefix('-')?.split_once(' ')?.1.parse().ok())
        .collect();
    assert_eq!(
        out.lines().next().map(str::to_string),
        Some(counts.iter().sum::<u64>().to_string())
    );
    assert_eq!(prints(&["perft", "yinsh", "0"], "").lines().next(), Some("1"));
}

#[test]
fn replay_answers_every_line_and_goes_on_after_a_bad_one() {
    let lines = "yinsh||a2 a3\nzertz|rings=48|Wd4 -a1\nzertz||Wz9\n\nchess||e4\ntzaar||\nyinsh||a2 a2\n\
                 rotas||r =13356 r1,4,5 =43336 @f4\nzertz|blitz rings=48|\n";
    let output = mohreh(&["replay", "-"], lines);
    assert_eq!(output.status.code(), Some(1), "some of them are bad");
    let out = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!(answers[0], "85,84|to-move 1");
    assert_eq!(answers[1], "144,21|to-move 2");
    assert!(answers[2].starts_with("error: ") && answers[2].contains("Wz9"), "{}", answers[2]);
    assert!(answers[3].starts_with("error: ") && answers[3].contains("KIND|SETUP|"));
    assert!(answers[4].starts_with("error: ") && answers[4].contains("chess"));
    assert_eq!(answers[5], "|to-move 1");
    assert!(answers[6].contains("step 2") && answers[6].contains("a2"), "{}", answers[6]);
    assert_eq!(answers[7], "1,7776,37,216,43|to-move 2");
    assert!(answers[8].starts_with("error: ") && answers[8].contains("37 rings"), "{}", answers[8]);
    assert_eq!(answers.len(), 9);
}

#[test]
fn replay_survives_bytes_that_are_no_text() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mohreh"))
        .env("LC_ALL", "C")
        .args(["replay", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"yinsh||\xff\xfe\nyinsh||a2").unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(out, "error: byte 8 is not UTF-8 text\n85|to-move 2\n");
}

#[test]
fn replay_checks_files_and_names_the_line() {
    let good = scratch("good.txt");
    fs::write(&good, "game: yinsh\n\n1. a2\n2. a3\n").unwrap();
    let bad = scratch("bad.txt");
    fs::write(&bad, "game: zertz\n\n1. Wd4 -a1\n2. Wd4\n").unwrap();
    let lines = scratch("lines.txt");
    fs::write(&lines, "yinsh||a2\nzertz||Wz9\n").unwrap();
    let paths = [&good, &bad, &lines].map(|path| path.to_str().unwrap());
    let output = mohreh(&["replay", paths[0], paths[1], "no-such-file", paths[2]], "");
    assert_eq!(output.status.code(), Some(1), "one of them is bad");
    let out = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = out.lines().collect();
    assert!(answers[0].contains("good.txt: game 1, yinsh, 2 turns, 2 steps, to-move 1"), "{out}");
    assert!(answers[1].contains("bad.txt: game 1: line 4: step 3: `Wd4`"), "{out}");
    assert!(answers[2].contains("no-such-file: "), "{out}");
    assert!(answers[3].contains("lines.txt: game 1, yinsh, 1 turn, 1 step, to-move 2"), "{out}");
    assert!(answers[4].contains("lines.txt: game 2: line 2: step 1: `Wz9`"), "{out}");
    let given_up = scratch("given-up.txt");
    fs::write(&given_up, "game: yinsh\nresult: 2 1\n\n1. a2\n").unwrap();
    let out = prints(&["replay", given_up.to_str().unwrap()], "");
    assert!(out.contains("to-move 2, result 2 1"), "{out}");
}

#[test]
fn show_prints_board_text_status_and_prompt_and_draws() {
    let picture = scratch("zertz.svg");
    let svg = picture.to_str().unwrap();
    let out = prints(&["show", "zertz", "--played", "Wd4 -a1", "--svg", svg], "");
    assert!(out.contains("position: cells=.ooo/"), "{out}");
    assert!(out.contains("status:   to-move 2"), "{out}");
    assert!(out.contains("asked:    Player 2: place a marble"), "{out}");
    assert!(fs::read_to_string(&picture).unwrap().contains("data-spot=\"d4\""));
    // The printed text round-trips.
    let text = out.lines().find_map(|line| line.strip_prefix("position: ")).unwrap();
    let again = prints(&["show", "zertz", "--position", text], "");
    assert!(again.contains(text));
    let rotas = prints(&["show", "rotas"], "");
    assert!(rotas.contains("reconstruction"), "R3: named boards say so: {rotas}");
}

#[test]
fn random_games_depend_on_the_seed_alone() {
    let report = |seed: &str, file: &str| {
        let records = scratch(file);
        let path = records.to_str().unwrap();
        let args = ["random", "rotas", "--games", "3", "--seed", seed, "--records", path];
        let out = prints(&args, "");
        assert!(out.contains("games and") && out.contains("steps a game"), "{out}");
        fs::read_to_string(&records).unwrap()
    };
    let games = report("5", "random-a.txt");
    assert_eq!(games, report("5", "random-b.txt"));
    assert_ne!(games, report("6", "random-c.txt"));
    let answers = prints(&["replay", "-"], &games);
    assert_eq!(answers.lines().filter(|line| line.contains("|over ")).count(), 3, "{answers}");
    let drawn = scratch("random-d.txt");
    let args = ["random", "tzaar", "--games", "2", "--seed", "1", "--draw", "--records"];
    prints(&[&args[..], &[drawn.to_str().unwrap()]].concat(), "");
    assert_eq!(fs::read_to_string(drawn).unwrap().matches("|pieces=").count(), 2);
}

#[test]
fn a_board_of_ones_own_is_read_from_a_file() {
    let board = scratch("board.toml");
    fs::write(&board, "rows = [\"5 5 5 P1\", \"3 . H S\"]\n").unwrap();
    let path = board.to_str().unwrap();
    assert!(prints(&["show", "rotas", "--board", path], "").contains("board=5,5,5,P1/3,.,H,S"));
    for (text, why) in [
        ("rows = [\"5 5 5 P\"]", "a pair needs its number"),
        ("rows = [\"5 5 5 3\", \"3\"]", "4 cells in every row"),
        ("rows = 3", "expected `rows`"),
        ("cells = []", "unknown key `cells`"),
        ("rows = [", "TOML parse error"),
    ] {
        fs::write(&board, text).unwrap();
        let said = refuses(&["show", "rotas", "--board", path]);
        assert!(said.contains(why), "{text}: {said}");
    }
}

#[test]
fn invalid_arguments_are_explained() {
    for (args, why) in [
        (&["steps", "chess"][..], "possible values: zertz, tzaar, yinsh, rotas"),
        (&["steps", "zertz", "--setup", "rings=38"], "37, 40, 41, 43, 44, 48 or 61"),
        (&["steps", "zertz", "--played", "Wd4 Wd5"], "step 2: `Wd5` is not a legal step"),
        (&["show", "tzaar", "--position", "cells=x"], "--position: `x`: expected 9 columns"),
        (&["show", "zertz", "--position", "foo"], "`foo`: unknown word; known are: rings"),
        (&["show", "yinsh", "--board", "no.toml"], "no.toml: "),
        (&["show", "yinsh", "--position", "cells=x", "--played", "a2"], "--position"),
        (&["perft", "yinsh", "deep"], "invalid value 'deep'"),
        (&["random", "yinsh", "--games", "0"], "0 is not in"),
    ] {
        let said = refuses(args);
        assert!(said.contains(why), "{args:?}: {said}");
    }
}

#[test]
fn two_people_play_undo_and_save() {
    let file = scratch("played.txt");
    let path = file.to_str().unwrap();
    let input = format!(
        "help\nsteps\nWd4\nundo\nGd4 -a1\nfoo\nd4xd5\nBd5 -a2\nsave {path}\nd4xd6\nundo\nundo\nd4xd6\nundo\nquit\n"
    );
    let out = prints(&["play", "zertz"], &input);
    assert!(out.contains("Type a step") && out.contains("jump from d4 to d6"), "help is shown");
    assert!(out.contains("`foo`: expected a step"), "{out}");
    assert!(out.contains("`d4xd5` is not a legal step here"), "{out}");
    assert!(out.contains("a capture is possible, so you must capture"), "{out}");
    assert!(out.contains("nothing to take back"), "only the last turn: {out}");
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(saved, "game: zertz\nresult: unfinished\n\n1. Gd4 -a1\n2. Bd5 -a2\n");
    // `--from` resumes the file and saves to it.
    let out = prints(&["play", "--from", path], "d4xd6\n");
    assert!(out.contains("The game is kept in"), "{out}");
    assert!(fs::read_to_string(&file).unwrap().ends_with("3. d4xd6\n"));
    // Existing files are not overwritten.
    assert!(refuses(&["play", "zertz", "--save", path]).contains("exists already"));
    assert!(refuses(&["play", "yinsh", "--from", path]).contains("a game of zertz"));
    let args = ["random", "zertz", "--games", "1", "--records", path];
    assert!(refuses(&args).contains("exists already"));
    assert!(refuses(&["show", "zertz", "--svg", path]).contains("exists already"));
    assert!(fs::read_to_string(&file).unwrap().ends_with("3. d4xd6\n"));
}

#[test]
fn a_game_is_never_lost() {
    // An unwritable path fails before the game starts.
    let nowhere = "no-such-folder/game.txt";
    assert!(refuses(&["play", "yinsh", "--save", nowhere]).contains(nowhere));
    // A random setup is saved before the first step.
    let drawn = scratch("drawn.txt");
    prints(&["play", "tzaar", "--draw", "--save", drawn.to_str().unwrap()], "");
    assert!(fs::read_to_string(&drawn).unwrap().contains("setup: pieces="));
    // Without a file the game is printed as a one-line record, which can be resumed.
    let out = prints(&["play", "yinsh"], "a2\na3\n");
    let line = out.trim_end().lines().last().unwrap();
    assert_eq!(line, "yinsh||a2 a3");
    let file = scratch("line.txt");
    fs::write(&file, line).unwrap();
    prints(&["play", "--from", file.to_str().unwrap()], "a4\n");
    assert!(fs::read_to_string(&file).unwrap().ends_with("3. a4\n"));
}

#[test]
fn a_line_is_played_whole_or_not_at_all() {
    let out = prints(&["play", "zertz"], "Wd4 -a1 Bd5 junk\nWd4 -a1 Wd4\n");
    assert!(out.contains("`junk`: expected a step"), "{out}");
    assert!(out.contains("`Wd4` is not a legal step here"), "{out}");
    assert!(!out.contains("The game so far"), "nothing was played: {out}");
    let out = prints(&["play", "rotas", "--seed", "1"], "r 1 2\nr r1\n");
    assert!(!out.contains("The dice fall"), "{out}");
    assert!(out.contains("`r1`: see first how the dice fall"), "{out}");
}

#[test]
fn draw_is_refused_for_games_without_random_setups() {
    assert!(refuses(&["play", "yinsh", "--draw"]).contains("nothing of yinsh is settled by lot"));
    assert!(refuses(&["random", "zertz", "--draw"]).contains("nothing of zertz"));
}

#[test]
fn dice_fall_by_the_seed_and_are_never_taken_back() {
    let play = |seed: &str| prints(&["play", "rotas", "--seed", seed], "undo\nr\nundo\nr1\nquit\n");
    let out = play("1");
    assert_eq!(out.matches("The dice fall:").count(), 2, "{out}");
    assert_eq!(out.matches("nothing to take back").count(), 2, "{out}");
    assert_eq!(out, play("1"));
    assert_ne!(out, play("2"));
}

#[test]
fn touch_move_takes_nothing_back() {
    let out = prints(&["play", "zertz", "--setup", "touch"], "Wd4\nundo\nquit\n");
    assert!(out.contains("Touch-move"), "{out}");
}

#[test]
fn a_whole_game_is_played_from_the_menu_to_its_end() {
    let records = scratch("whole.txt");
    let path = records.to_str().unwrap();
    let args =
        ["random", "yinsh", "--games", "1", "--seed", "3", "--setup", "blitz", "--records", path];
    prints(&args, "");
    let line = fs::read_to_string(&records).unwrap();
    let steps = line.trim().rsplit('|').next().unwrap().replace(' ', "\n");
    let out = prints(&["play", "--setup", "blitz"], &format!("99\nchess\nYinsh\n{steps}\n"));
    assert!(out.contains("unknown game; known are"), "{out}");
    assert!(out.contains("won with the first row") || out.contains("drawn"), "{out}");
    assert!(out.trim_end().ends_with(line.trim()), "the game is handed back as a line");
}

#[test]
fn the_engine_answers_every_command_and_goes_on_after_mistakes() {
    let commands = "position zertz||Wz9\ngo nodes 10\nfoo\nposition tzaar|fixed|\ngo nodes 3000\n\
                    go\ngo nodes x\ngo nodes 0\ngo lines 2\nposition rotas||r\ngo nodes 5\n\
                    position rotas||r =13356\ngo depth 1\nstop\nposition yinsh||e5\ngo nodes 2000 lines 3\nquit\n";
    let out = prints(&["engine"], commands);
    let of =
        |word: &str| -> Vec<&str> { out.lines().filter(|line| line.starts_with(word)).collect() };
    let errors = of("error ");
    assert_eq!(errors.len(), 8, "{out}");
    assert!(errors[0].contains("Wz9") && errors[1].contains("no position yet"), "{out}");
    assert!(errors[7].contains("to-roll"), "{out}");
    let best = of("best ");
    assert_eq!(best.len(), 3, "{out}");
    // Each answer is legal in its position.
    let played =
        |record: &str, best: &str| format!("{record}{}\n", best.trim_start_matches("best"));
    let turns = [
        played("tzaar||", best[0]),
        played("rotas||r =13356", best[1]),
        played("yinsh||e5", best[2]),
    ];
    let answers = prints(&["replay", "-"], &turns.concat());
    assert!(answers.lines().all(|line| !line.starts_with("error")), "{answers}\n{out}");
    // `info` lines have all fields.
    let info = of("info depth ");
    let words: Vec<&str> = info[0].split(' ').collect();
    assert_eq!(
        (words[1], words[3], words[5], words[7], words[9]),
        ("depth", "nodes", "time", "win", "line")
    );
    assert!(words[8].parse::<f64>().is_ok_and(|win| (0.0..=1.0).contains(&win)), "{}", info[0]);
    assert!(info.iter().filter(|line| line.starts_with("info depth 1 ")).count() >= 5, "{out}");
}

/// Lines of an engine that begin with these words.
fn lines_of<'a>(out: &'a str, word: &str) -> Vec<&'a str> {
    let start = format!("{word} ");
    out.lines().filter(|line| line.starts_with(&start)).collect()
}

#[test]
fn the_engine_takes_positions_by_their_text() {
    let shown = prints(&["engine"], "position zertz|rings=48|Wd4 -a1 Gd5\nshow\n");
    let (told, text) = shown.trim().split_once(" position ").expect("a position");
    let said = "show kind=zertz status=to-move seat=2 turn=goes-on steps=";
    assert!(told.starts_with(said) && told.ends_with(" begins=0,2"), "{told}");
    let out = prints(
        &["engine"],
        &format!(
            "position zertz||position {text}\ngo nodes 2000\n\
             position zertz|rings=48|position {text}|-a2\nshow\n\
             position zertz|rings=61|position {text}\nshow\n"
        ),
    );
    let by_steps = prints(&["engine"], "position zertz|rings=48|Wd4 -a1 Gd5\ngo nodes 2000\n");
    assert_eq!(lines_of(&out, "best"), lines_of(&by_steps, "best"));
    let shown = lines_of(&out, "show");
    assert!(shown[0].contains("seat=1 turn=begins "), "{out}");
    assert!(lines_of(&out, "error")[0].contains("rings=61"), "{out}");
    assert_eq!(shown[0], shown[1], "an error leaves the position as it was");
}

#[test]
fn the_engine_has_options() {
    let out = prints(
        &["engine", "--table", "2"],
        "options\noption threads 2\noption table 4\noption lines 2\noption without proofs,history\noptions\n\
         option with history\noptions\noption threads 0\noption table much\noption without luck\n\
         option hash 5\noption table\noptions\nposition yinsh||\ngo depth 1\n",
    );
    let options = lines_of(&out, "options");
    let features = "table,aspiration,history,reductions,quiescence,extensions,proofs";
    // Features may be added.
    assert!(options[0].starts_with(&format!("options threads=1 table=2 with={features}")), "{out}");
    assert!(options[0].ends_with(" without= lines=1"), "{out}");
    assert!(options[1].starts_with("options threads=2 table=4 with=table,aspiration,red"), "{out}");
    assert!(options[1].ends_with(" without=history,proofs lines=2"), "{out}");
    assert!(options[2].ends_with(" without=proofs lines=2"), "{out}");
    assert_eq!(options[2], options[3], "errors change nothing");
    let errors = lines_of(&out, "error");
    for (error, said) in errors.iter().zip([
        "option threads: expected a number from 1 to 256, not `0`",
        "option table: expected a number from 1 to 65536, not `much`",
        "option without: `luck`: unknown feature of the search; known are: table, ",
        "unknown option `hash`; known are: threads, table, with, without, lines",
        "option table: a value is missing",
    ]) {
        assert!(error.contains(said), "{error}\n{said}");
    }
    assert_eq!((errors.len(), out.matches("info depth 1 ").count()), (5, 2), "{out}");
}

#[test]
fn a_new_game_begins_with_an_empty_table() {
    let search = "position tzaar|fixed|\ngo nodes 5000\n";
    let told = |commands: &str| {
        let out = prints(&["engine"], commands);
        let infos = lines_of(&out, "info depth").into_iter();
        // Everything but the time.
        let plain = infos.map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            [&words[..5], &words[7..]].concat().join(" ")
        });
        plain.collect::<Vec<_>>()
    };
    let once = told(search);
    assert_eq!(told(&format!("{search}newgame\n{search}")), [once.clone(), once.clone()].concat());
    let nodes = once[once.len() - 1].split(' ').nth(4).and_then(|nodes| nodes.parse::<u64>().ok());
    assert!(nodes.is_some_and(|nodes| nodes > 4_900), "all nodes are told: {once:?}");
    assert_ne!(told(&format!("{search}{search}")), [once.clone(), once].concat(), "it is kept");
}

#[test]
fn the_engine_thinks_by_the_clock_and_answers_forced_turns_at_once() {
    let out = prints(
        &["engine"],
        "position yinsh||\ngo clock 300 300 0\ngo clock 0 0 0\nposition rotas||\ngo clock 1000 1000 0\n\
         go time 3600000\ngo clock 5\n",
    );
    let best = lines_of(&out, "best");
    assert_eq!((best.len(), &best[2..]), (4, ["best r"; 2].as_slice()), "{out}");
    let last = out.lines().position(|line| line == "best r").expect("a forced turn");
    assert!(out.lines().skip(last).all(|line| !line.starts_with("info")), "{out}");
    assert!(lines_of(&out, "error")[0].contains("THEIRS"), "{out}");
}

/// An infinite search ends at `stop`, `quit` and end of input; a limited one is not cut short by `quit`.
#[test]
fn the_engine_can_be_stopped() {
    for end in ["stop\nquit\n", "quit\n", ""] {
        let out = prints(&["engine"], &format!("position yinsh||\ngo infinite\n{end}"));
        assert_eq!(
            out.lines().filter(|line| line.starts_with("best ")).count(),
            1,
            "{end:?}: {out}"
        );
    }
    let out = prints(&["engine"], "position yinsh||\ngo depth 3\nquit\n");
    assert!(out.contains("info depth 3 "), "{out}");
}

#[test]
fn thinking_with_a_limit_of_nodes_gives_the_same_answer_again() {
    let think = || {
        let out = prints(&["think", "zertz", "--played", "Wd4 -a1", "--nodes", "5000"], "");
        out.lines().find(|line| line.starts_with("best: ")).map(str::to_string)
    };
    assert!(think().is_some());
    assert_eq!(think(), think());
    assert!(refuses(&["think", "rotas", "--played", "r"]).contains("nobody is to move"));
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let counts = || -> Vec<String> {
        let out = prints(&["bench"], "");
        out.lines()
            .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let first = counts();
    assert_eq!(first.len(), mohreh_games::Kind::ALL.len());
    assert!(first.iter().all(|line| !line.ends_with(" 0")), "{first:?}");
    assert_eq!(first, counts());
}

#[test]
fn shells_complete_every_command() {
    let commands = commands();
    assert!(commands.len() > 15 && commands.contains(&"serve".to_string()), "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = prints(&["completions", shell], "");
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell} does not know {command}");
        }
        assert!(script.contains("behind-proxy"), "{shell} does not know the options");
    }
    let said = refuses(&["completions", "abacus"]);
    assert!(said.contains("bash"), "{said}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    let path = folder.to_string_lossy();
    let commands = commands();
    let said = prints(&["man", &path], "");
    assert_eq!(said, format!("{} pages in {path}\n", commands.len() + 1));
    let page = |name: &str| {
        let text = fs::read_to_string(folder.join(format!("{name}.1"))).expect(name);
        // Undo the roff escape of hyphens.
        text.replace("\\-", "-")
    };
    let first = page("mohreh");
    assert!(first.contains("mohreh show zertz --played"), "{first}");
    for command in &commands {
        assert!(first.contains(&format!("mohreh-{command}(1)")), "{command} is not listed");
        let own = page(&format!("mohreh-{command}"));
        assert!(own.contains(&format!(".TH mohreh-{command} 1")), "{own}");
        assert!(own.contains(".SH OPTIONS"), "{own}");
    }
    let serve = page("mohreh-serve");
    assert!(serve.contains("--behind-proxy") && serve.contains("MOHREH_ADDRESS"), "{serve}");
}

#[test]
fn manual_pages_do_not_overwrite_a_file() {
    let file = scratch("not-a-folder");
    fs::write(&file, "words").expect("written");
    let said = refuses(&["man", &file.to_string_lossy()]);
    assert!(said.contains("not-a-folder"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("still there"), "words");
}
