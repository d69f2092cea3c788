//! End-to-end tests of `mohreh match`: results, faults, determinism and resuming.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "shared/signal.rs"]
mod signal;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use mohreh_games::Record;

const BINARY: &str = env!("CARGO_BIN_EXE_mohreh");

/// `mohreh match` with two players; `rest` is split at spaces.
fn contest(players: [&str; 2], rest: &str) -> Command {
    let mut command = Command::new(BINARY);
    command
        .env("LC_ALL", "C")
        .arg("match")
        .args(players)
        .args(rest.split(' '))
        .stdin(Stdio::null());
    command
}

fn run(players: [&str; 2], rest: &str) -> Output {
    contest(players, rest).output().expect("the binary starts")
}

/// Standard output of a match; asserts success.
fn played(players: [&str; 2], rest: &str) -> String {
    let output = run(players, rest);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{players:?} {rest}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Standard error; asserts exit code 2.
fn refused(players: [&str; 2], rest: &str) -> String {
    let output = run(players, rest);
    assert_eq!(output.status.code(), Some(2), "{players:?} {rest}");
    String::from_utf8(output.stderr).expect("text")
}

/// The lines of the report that do not depend on timing.
fn totals(told: &str) -> Vec<&str> {
    let words = ["share ", "score ", "pairs ", "SPRT ", "seat ", "length "];
    let is_total = |line: &&str| {
        words.iter().any(|word| line.starts_with(word)) || line.contains("games: A won")
    };
    told.lines().filter(is_total).collect()
}

/// A scratch path without a file, one per test.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("contest-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// A shell script as an external player.
fn script(name: &str, lines: &str) -> String {
    let path = scratch(name);
    fs::write(&path, lines).expect("written");
    format!("program:sh {}", path.display())
}

/// Records of a match file by `round` header (pair.game).
fn games(path: &Path) -> BTreeMap<String, Record> {
    let records = Record::read(&fs::read_to_string(path).expect("a file")).expect("records");
    let count = records.len();
    let named = records.into_iter().map(|record| (header(&record, "round").to_string(), record));
    let games: BTreeMap<_, _> = named.collect();
    assert_eq!(games.len(), count, "no game is there twice");
    games
}

fn header<'a>(record: &'a Record, key: &str) -> &'a str {
    let found = record.headers().iter().find(|(known, _)| known == key);
    found.map_or("", |(_, value)| value)
}

/// Round, steps and result of each game: what does not depend on timing.
fn courses(path: &Path) -> Vec<[String; 3]> {
    let result = |record: &Record| header(record, "result").to_string();
    games(path).into_iter().map(|(round, game)| [round, game.to_line(), result(&game)]).collect()
}

#[test]
fn the_engine_beats_random_play() {
    for kind in ["zertz", "tzaar", "yinsh", "rotas"] {
        let told = played(["nodes:200", "random"], &format!("{kind} --pairs 2"));
        assert!(told.contains("A won 4") || told.contains("A won 3"), "{told}");
        let told = played(["random", "nodes:200"], &format!("{kind} --pairs 2"));
        assert!(told.contains("lost 4") || told.contains("lost 3"), "{told}");
    }
}

#[test]
fn the_number_of_workers_changes_nothing() {
    for (kind, a) in [("zertz", "level:2"), ("rotas", "level:1"), ("yinsh", "nodes:300")] {
        let [one, two] = ["1", "2"].map(|jobs| {
            let path = scratch(&format!("jobs-{kind}-{jobs}"));
            let rest = format!("{kind} --pairs 3 --jobs {jobs} --out {}", path.display());
            let told = played([a, "random"], &rest);
            (totals(&told).join("\n"), courses(&path))
        });
        assert_eq!(one, two, "{kind}");
    }
}

#[test]
fn games_depend_on_the_seed() {
    let [one, again, other] = [1, 1, 2].map(|seed| {
        let path = scratch("seed");
        let rest = format!("yinsh --pairs 1 --seed {seed} --out {}", path.display());
        played(["level:2", "level:1"], &rest);
        courses(&path)
    });
    assert_eq!(one, again);
    assert_ne!(one, other);
}

#[test]
fn an_external_engine_plays_like_the_built_in_one() {
    for kind in ["zertz", "tzaar", "yinsh", "rotas"] {
        let path = scratch(&format!("program-{kind}"));
        let program = format!("program:{BINARY} engine --table 16,nodes=200");
        let rest = format!("{kind} --pairs 1 --out {}", path.display());
        let told = played(["nodes:200", &program], &rest);
        assert!(!told.contains("fault"), "{told}");
        // The same engine on both sides, so both games of the pair are identical.
        let games = games(&path);
        assert_eq!(games["1.1"].to_line(), games["1.2"].to_line());
    }
}

#[test]
fn faults_lose_games_and_the_match_goes_on() {
    let dies = script("dies", "read line\nexit 3\n");
    let screams = script("screams", "exec >&-\nyes help >&2\n");
    let greets = script("greets", "echo Hello, I am an engine.\ncat > /dev/null\n");
    let refuses = script("refuses", "read line\necho error I do not play this\ncat > /dev/null\n");
    let answers = |name: &str, steps: &str| {
        script(name, &format!("while read line; do echo best {steps}; done\n"))
    };
    let unknown = answers("unknown", "Wz9");
    let illegal = answers("illegal", "d4xd6");
    let half = answers("half", "Wd4");
    let twice = answers("twice", "Wd4 -a1 Wd5 -g1");
    let nothing = answers("nothing", "");
    let slow = script("slow", "while read line; do sleep 3; done\n");
    for (player, sort) in [
        ("program:false", "crash"),
        (&dies, "crash"),
        (&screams, "crash"),
        (&greets, "illegal"),
        (&refuses, "illegal"),
        (&unknown, "illegal"),
        (&illegal, "illegal"),
        (&half, "illegal"),
        (&twice, "illegal"),
        (&nothing, "illegal"),
        ("program:cat", "illegal"),
        ("program:yes", "illegal"),
        ("program:cat /dev/zero", "illegal"),
        ("program:sleep 1000", "timeout"),
        ("program:sleep 1000,time=50", "timeout"),
        (&slow, "timeout"),
    ] {
        let path = scratch("faults");
        let patience = if sort == "timeout" { 200 } else { 60_000 };
        let rest = format!("--opening-turns 0 --patience {patience} --out {}", path.display());
        let told = played([player, "random"], &format!("zertz --pairs 1 {rest}"));
        assert!(told.contains("2 games: A won 0, drew 0, lost 2"), "{told}");
        assert!(told.contains(&format!("lost by fault: 2 {sort}\n")), "{player}: {told}");
        for record in games(&path).values() {
            assert!(header(record, "fault of a").starts_with(sort), "{record}");
        }
    }
}

#[test]
fn the_record_keeps_the_reason_of_a_crash() {
    let dies = script("dies-loudly", "read line\necho out of luck >&2\nexit 3\n");
    let path = scratch("reason");
    played(["random", &dies], &format!("yinsh --pairs 1 --out {}", path.display()));
    for record in games(&path).values() {
        let fault = header(record, "fault of b");
        assert!(fault.contains("exit status: 3") && fault.contains("out of luck"), "{fault}");
    }
}

#[test]
fn a_program_that_fails_once_loses_once() {
    let flag = scratch("failed-once");
    let lines = format!(
        "read line\ncase $line in quit) exit;; esac\n\
         if [ ! -e {flag} ]; then touch {flag}; exit 1; fi\n\
         (echo \"$line\"; cat) | {BINARY} engine --table 1\n",
        flag = flag.display()
    );
    let player = script("fails-once", &lines);
    let told = played([&player, "random"], "yinsh --pairs 2 --nodes 200 --jobs 1");
    assert!(told.contains("A won 3, drew 0, lost 1"), "{told}");
    assert!(told.contains("lost by fault: 1 crash\n"), "{told}");
}

/// A program that writes a line into a file whenever it is started, and then is our engine.
fn counted(name: &str, engine: &str) -> (String, PathBuf) {
    let starts = scratch(&format!("{name}-starts"));
    let lines = format!(
        "read line\ncase $line in quit) exit;; esac\necho started >> {}\n\
         (echo \"$line\"; cat) | {engine}\n",
        starts.display()
    );
    (script(name, &lines), starts)
}

#[test]
fn programs_are_kept_from_game_to_game() {
    let (player, starts) = counted("kept-alive", &format!("{BINARY} engine --table 1"));
    let told = played([&player, &player], "yinsh --pairs 3 --nodes 50 --jobs 1");
    assert!(!told.contains("fault"), "{told}");
    let started = fs::read_to_string(&starts).expect("a file").lines().count();
    assert_eq!(started, 2, "one for each side");
}

/// A new game is announced only to programs that know it: an error would lose the game.
#[test]
fn programs_that_know_no_new_game_are_not_told_of_one() {
    let heard = scratch("heard");
    // As older versions: no announcement, and errors for other commands.
    let old = format!(
        "while read line; do echo \"$line\" >> {heard}\n\
         case $line in position*|go*|quit) echo \"$line\";; *) echo error unknown command >&3;; esac\n\
         done 3>&1 | {BINARY} engine --table 1 | grep -v --line-buffered '^info knows'\n",
        heard = heard.display()
    );
    let told = played([&script("old", &old), "random"], "yinsh --pairs 2 --nodes 50 --jobs 1");
    assert!(told.contains("4 games") && !told.contains("fault"), "{told}");
    let heard = fs::read_to_string(heard).expect("a file");
    let known = ["position ", "go nodes 50", "quit"];
    assert!(heard.lines().all(|line| known.iter().any(|word| line.starts_with(word))), "{heard}");
}

#[test]
fn commands_are_quoted_as_in_a_shell() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contest with blanks");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("an engine.sh");
    fs::write(&path, format!("[ \"$1\" = \"a b,time=1\" ] && exec {BINARY} engine --table 1\n"))
        .expect("written");
    let player = format!("program:sh '{}' \"a b,time=1\",nodes=50", path.display());
    let told = played([&player, "random"], "yinsh --pairs 1");
    assert!(!told.contains("fault"), "{told}");
    let error = refused(["program:sh 'x", "random"], "yinsh --pairs 1");
    assert!(error.contains("is not closed"), "{error}");
}

/// The comment behind each turn of a player that searches has what it thought, in the words of `info` lines.
#[test]
fn records_have_evaluations_and_times_of_each_turn() {
    let program = format!("program:{BINARY} engine --table 1,nodes=2000");
    for kind in ["zertz", "rotas"] {
        let path = scratch(&format!("thoughts-{kind}"));
        played([&program, "nodes:2000"], &format!("{kind} --pairs 1 --out {}", path.display()));
        for record in games(&path).values() {
            let opening: usize = header(record, "opening steps").parse().expect("a number");
            let turns =
                record.playthrough().turn_ranges().filter(|(_, turn)| turn.start >= opening);
            let (mut searched, mut all) = (0, 0);
            for (_, turn) in turns {
                let comments: Vec<&str> =
                    (turn.start + 1..=turn.end).flat_map(|ply| record.comments(ply)).collect();
                let [comment] = comments[..] else { panic!("{turn:?} {comments:?}\n{record}") };
                let words: Vec<&str> = comment.split(' ').collect();
                match words[..] {
                    ["win", win, "depth", depth, "nodes", nodes, "ms", ms] => {
                        let win = win.parse::<f64>().expect("a number");
                        assert!((0.0..=1.0).contains(&win), "{comment}");
                        assert!(depth.parse::<u32>().is_ok() && nodes.parse::<u64>().is_ok());
                        assert!(ms.parse::<f64>().is_ok(), "{comment}");
                        searched += 1;
                    }
                    // No iteration was finished, or the turn was forced.
                    ["nodes", _, "ms", _] | ["ms", _] => {}
                    _ => panic!("{comment}"),
                }
                all += 1;
            }
            assert!(searched * 2 > all && all > 3, "{searched} of {all}\n{record}");
        }
        let replayed = Command::new(BINARY).arg("replay").arg(&path).output().expect("it starts");
        assert!(replayed.status.success(), "{replayed:?}");
    }
}

#[test]
fn the_report_has_results_by_seat() {
    for (setup, seats) in [("yinsh", 2), ("rotas --setup seats=4", 4)] {
        let told = played(["nodes:100", "random"], &format!("{setup} --pairs 2"));
        let count = |line: &str, word: &str| -> u32 {
            let rest = line.split_once(word).expect(word).1.trim_start();
            rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().expect("a number")
        };
        let sum = |line: &str| {
            let drew = if seats == 2 { "drew" } else { "shared" };
            ["won", drew, "lost"].map(|word| count(line, word))
        };
        let lines: Vec<&str> = told.lines().filter(|line| line.starts_with("seat ")).collect();
        assert_eq!(lines.len(), seats, "{told}");
        let mut total = [0; 3];
        for (number, line) in (1..).zip(lines) {
            assert!(line.starts_with(&format!("seat {number}  A won ")), "{line}");
            let counts = sum(line);
            assert_eq!(counts.iter().sum::<u32>(), 2, "A sits there once a pair: {line}");
            total = [0, 1, 2].map(|at| total[at] + counts[at]);
        }
        let all = told.lines().find(|line| line.contains("games: A won")).expect("a total");
        assert_eq!(total, sum(all), "{told}");
    }
}

#[test]
fn the_header_says_what_programs_are_told() {
    let program = |option: &str| format!("program:{BINARY} engine --table 1{option}");
    let (plain, timed) = (program(""), program(",time=20"));
    for (players, rest, said) in [
        (["random", "random"], "", "seed 1"),
        ([&plain, "random"], "--nodes 30", "seed 1, A: go nodes 30"),
        (["random", &plain], "--time 10", "seed 1, B: go time 10"),
        ([&timed, &plain], "--nodes 30", "seed 1, A: go time 20, B: go nodes 30"),
    ] {
        let path = scratch("header");
        let rest = format!("rotas {rest} --pairs 1 --out {}", path.display());
        let told = played(players, rest.replace("  ", " ").as_str());
        assert!(told.lines().any(|line| line.ends_with(said)), "{said}: {told}");
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.lines().next().is_some_and(|line| line.ends_with(said)), "{said}");
        for record in games(&path).values() {
            for (side, name) in [("limit of a", ", A: "), ("limit of b", ", B: ")] {
                let go = said.split_once(name).map_or("", |(_, go)| go);
                assert_eq!(header(record, side), go.split(',').next().unwrap_or_default());
            }
        }
    }
}

/// A limit of time is as binding for the engine as for a program.
#[test]
fn the_engine_that_is_late_loses() {
    let told = played(["time:50", "random"], "zertz --pairs 1 --patience 1");
    assert!(told.contains("A won 0") && told.contains("lost by fault: 2 timeout"), "{told}");
    let told = played(["time:5", "random"], "zertz --pairs 1 --patience 60000");
    assert!(!told.contains("fault"), "{told}");
}

#[test]
fn a_truncated_match_file_resumes_to_the_same_result() {
    for (kind, pairs) in [("yinsh", 3), ("rotas", 2)] {
        let path = scratch(&format!("resume-{kind}"));
        let rest = format!("{kind} --pairs {pairs} --resume --out {}", path.display());
        let play = || played(["nodes:50", "random"], &rest);
        let whole = play();
        let (bytes, all) = (fs::read(&path).expect("a file"), courses(&path));
        // Resuming a complete match plays nothing.
        assert_eq!(totals(&play()), totals(&whole));
        assert!(fs::read(&path).expect("a file") == bytes);
        for part in 0..6 {
            fs::write(&path, &bytes[..bytes.len() * part / 6]).expect("written");
            assert_eq!(totals(&play()), totals(&whole), "{kind}, {part} of 6");
            assert_eq!(courses(&path), all, "{kind}, {part} of 6");
        }
    }
}

#[test]
fn a_longer_match_begins_like_a_shorter_one() {
    let [path, other] = ["longer", "longer-at-once"].map(scratch);
    let play = |pairs: u32, path: &Path| {
        let rest = format!("zertz --pairs {pairs} --resume --out {}", path.display());
        played(["level:1", "random"], &rest)
    };
    play(2, &path);
    let longer = play(4, &path);
    assert!(longer.contains("2 pairs were played before"), "{longer}");
    assert_eq!(totals(&longer), totals(&play(4, &other)));
    assert_eq!(courses(&path), courses(&other));
}

#[test]
fn foreign_files_are_not_overwritten() {
    let path = scratch("kept");
    let rest = format!("yinsh --pairs 1 --out {}", path.display());
    let random = ["random", "random"];
    for mine in ["game: yinsh\n\n1. e5\n", "game: yinsh\n\n1. e", "a letter", "\u{fffd}"] {
        fs::write(&path, mine).expect("written");
        assert!(refused(random, &rest).contains("--resume"));
        let error = refused(random, &format!("{rest} --resume"));
        assert!(error.contains("not the file of this match"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), mine);
    }
    // Another seed is another match.
    fs::remove_file(&path).expect("removed");
    played(random, &rest);
    let before = fs::read_to_string(&path).expect("a file");
    let error = refused(random, &format!("{rest} --resume --seed 2"));
    assert!(error.contains("not the file of this match"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), before);
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_leaves_whole_pairs() {
    let path = scratch("interrupted");
    let program = format!("program:{BINARY} engine --table 1");
    let players = ["nodes:500", &program];
    let rest = format!("yinsh --nodes 500 --resume --out {}", path.display());
    let mut long = contest(players, &format!("{rest} --pairs 100000"));
    let child = long.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let begun = (0..9_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        fs::read_to_string(&path).is_ok_and(|text| text.contains("round: 2.2"))
    });
    assert!(begun, "nothing is played");
    signal::send("INT", &child);
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("with --resume goes on"), "{told}");
    let count = games(&path).len();
    assert!(told.contains(&format!("{} pairs, {count} games", count / 2)), "{told}");
    let two = format!("{rest} --pairs 2");
    let resumed = played(players, &two);
    fs::remove_file(&path).expect("removed");
    assert_eq!(totals(&resumed), totals(&played(players, &two)));
}

#[test]
fn openings_are_balanced_and_played_from_both_seats() {
    for kind in ["zertz", "tzaar", "yinsh"] {
        let path = scratch(&format!("openings-{kind}"));
        played(["nodes:20", "random"], &format!("{kind} --pairs 3 --out {}", path.display()));
        let games = games(&path);
        let mut seen = Vec::new();
        for pair in 1..=3 {
            let [first, second] = [1, 2].map(|game| &games[&format!("{pair}.{game}")]);
            let steps: usize = header(first, "opening steps").parse().expect("a number");
            assert!(steps >= 4 && first.setup() == second.setup());
            assert_eq!(first.steps()[..steps], second.steps()[..steps]);
            assert_eq!((header(first, "seat of a"), header(second, "seat of a")), ("1", "2"));
            assert_eq!(header(first, "player 1"), header(second, "player 2"));
            assert_eq!(header(first, "player 2"), header(second, "player 1"));
            let opening = [first.setup().to_string(), first.steps()[..steps].join(" ")];
            let win = win_probability(kind, &opening);
            assert!((0.3..=0.7).contains(&win), "{kind} {opening:?}: {win}");
            assert!(!seen.contains(&opening), "{opening:?}");
            seen.push(opening);
        }
        // Setups differ only in the game with random setups.
        assert_eq!(kind == "tzaar", seen[0][0] != seen[1][0]);
    }
}

/// The engine's winning probability for the seat to move.
fn win_probability(kind: &str, [setup, steps]: &[String; 2]) -> f64 {
    let mut think = Command::new(BINARY);
    think.args(["think", kind, "--nodes", "10000", "--table", "1"]);
    let output = think.args(["--setup", setup, "--played", steps]).output();
    let told = String::from_utf8(output.expect("the binary starts").stdout).expect("text");
    let (_, win) = told.lines().rev().find_map(|line| line.split_once(" win ")).expect("a line");
    let percent: f64 = win.trim().split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    percent / 100.0
}

#[test]
fn games_with_dice_rotate_seats_with_the_same_dice() {
    for seats in [2, 3, 4] {
        let path = scratch(&format!("seats-{seats}"));
        let rest = format!("rotas --pairs 2 --setup seats={seats} --out {}", path.display());
        let told = played(["nodes:50", "random"], &rest);
        let expected = format!("{:.1} % if all play alike", 100.0 / f64::from(seats));
        assert_eq!(told.contains(&expected), seats > 2, "{told}");
        let games = games(&path);
        assert_eq!(games.len(), 2 * seats as usize);
        for pair in 1..=2 {
            let first = &games[&format!("{pair}.1")];
            for game in 1..=seats {
                let record = &games[&format!("{pair}.{game}")];
                assert_eq!(header(record, "seat of a"), game.to_string());
                for seat in 1..=seats {
                    let player = if seat == game { "nodes:50" } else { "random" };
                    assert_eq!(header(record, &format!("player {seat}")), player);
                }
                // Compare the common prefix: one game may be shorter.
                let (dice, same) = (first_rolls(record), first_rolls(first));
                let both = dice.len().min(same.len());
                assert!(both >= 3, "{dice:?}");
                assert_eq!(dice[..both], same[..both]);
            }
        }
        assert_ne!(first_rolls(&games["1.1"]), first_rolls(&games["2.1"]));
    }
}

/// First roll of each of the first eight turns.
fn first_rolls(record: &Record) -> Vec<String> {
    let text = record.to_string();
    let turns = text.lines().filter_map(|line| line.split_once(". r =").map(|(_, rest)| rest));
    turns.take(8).filter_map(|rest| rest.split(' ').next().map(str::to_string)).collect()
}

#[test]
fn the_sprt_stops_a_clear_match() {
    let [one, two] = [1, 2].map(|jobs| {
        let rest = format!("yinsh --sprt 0,20 --pairs 1000 --jobs {jobs}");
        totals(&played(["nodes:100", "random"], &rest)).join("\n")
    });
    assert_eq!(one, two);
    assert!(one.contains("A is stronger") && one.contains("20 pairs"), "{one}");
}

#[test]
fn invalid_arguments_are_refused_with_the_valid_values() {
    for (player, said) in [
        ("strong", "expected level:1 to level:8"),
        ("level:9", "a level from 1 to 8"),
        ("nodes:0", "a number from 1 up"),
        ("nodes:many", "a number from 1 up"),
        ("20k,without=luck", "known are: table"),
        ("20k,hash=5", "expected weights=FILE"),
        ("20k,weights=/no/such/file", "/no/such/file"),
        ("random,level=3", "only seed=N"),
        ("program:", "a command is missing"),
        ("program:/no/such/program", "does not start"),
        ("program:cat,nodes=x", "a number from 1 up"),
    ] {
        let error = refused([player, "random"], "zertz --pairs 1");
        assert!(error.contains(said), "{player}: {error}");
    }
    for (rest, said) in [
        ("zertz --sprt 20,0", "the lower one first"),
        ("zertz --setup rings=5", "rings"),
        ("zertz --pairs 0", "'0'"),
        ("zertz --resume", "--out"),
        ("rotas --opening-turns 3", "dice"),
        ("rotas --setup seats=3 --sprt 0,20", "two seats"),
    ] {
        let error = refused(["random", "random"], rest);
        assert!(error.contains(said), "{rest}: {error}");
    }
}
