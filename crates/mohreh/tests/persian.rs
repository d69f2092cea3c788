//! The program in Persian: every command on a small example, help, errors and the layout of lines.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use mohreh_client::{Auth, Server};
use serde_json::json;

#[path = "shared/program.rs"]
mod program;

use program::{commands, mohreh, prints, refuses};

/// Separates text from notation and names, which stand between isolates.
fn parts(text: &str) -> (String, Vec<String>) {
    let (mut outside, mut inside, mut depth) = (String::new(), Vec::new(), 0_usize);
    for c in text.chars() {
        match c {
            '\u{2066}'..='\u{2068}' => {
                depth += 1;
                inside.push(String::new());
                outside.push(' ');
            }
            '\u{2069}' => depth = depth.checked_sub(1).expect("every isolate is opened"),
            c if depth > 0 => inside.last_mut().expect("one is open").push(c),
            c => outside.push(c),
        }
    }
    assert_eq!(depth, 0, "every isolate is closed: {text}");
    (outside, inside)
}

/// Words of Latin letters outside notation.
fn latin_words(text: &str) -> Vec<String> {
    // The name on a box.
    let outside = parts(text).0.replace("RO-TAS", "");
    let words = outside.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    words.map(str::to_owned).collect()
}

/// Asserts that a text has Latin letters only in notation and names, and no sentences there.
fn assert_persian(text: &str) {
    assert_eq!(latin_words(text), [""; 0], "{text}");
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    for notation in parts(text).1 {
        let words: Vec<&str> = notation.split_whitespace().collect();
        let sentence = words.windows(4).any(|words| words.iter().all(is_word));
        assert!(!sentence, "`{notation}` in: {text}");
    }
    assert!(!text.contains("به انگلیسی"), "{text}");
}

/// Runs a command in Persian; returns everything that it says to people.
fn says(args: &[&str], input: &str) -> String {
    let output = mohreh(&[&["--lang", "fa"], args].concat(), input);
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    said
}

/// A folder of its own with a record in it.
fn folder(name: &str) -> impl Fn(&str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("game.txt"), "game: yinsh\n\n1. e5\n2. f6\n").unwrap();
    move |name| folder.join(name).to_str().unwrap().to_string()
}

/// A line for programs, which is the same in every language.
fn is_for_programs(line: &str) -> bool {
    line.starts_with("position: ") || line.starts_with("status: ")
}

/// Commands around a server: `the_server_and_its_commands_speak_persian` has their examples.
const OF_SERVER: [&str; 6] = ["serve", "bot", "backup", "restore", "check", "load"];
/// What they print is for programs, or in files.
const FOR_PROGRAMS: [&str; 3] = ["steps", "engine", "completions"];

#[test]
fn every_command_speaks_persian() {
    let file = folder("persian-commands");
    let game = file("game.txt");
    let (sgf, other, svg) = (file("game.sgf"), file("other.txt"), file("board.svg"));
    let (matched, man, random) = (file("match.txt"), file("man"), file("random.txt"));
    let examples: [(&[&str], &str, &str); 19] = [
        (&["verify-dice", &game], "", "متن بازی"),
        (&["play", "tzaar", "--against", "1", "--seed", "1"], "help\nundo\nquit\n", "راهنما"),
        (&["rules", "rotas"], "", "تاس"),
        (&["show", "yinsh", "--svg", &svg], "", "تصویر: "),
        (&["replay", &game, "no-such-file"], "", "۲ حرکت"),
        (&["review", &game, "--nodes", "500"], "", "دقت"),
        (&["explore", "yinsh", "--games", &game], "", "تعداد بازی‌ها: ۱"),
        (&["export", &game, "--out", &sgf], "", "نوشته شد"),
        (&["import", &sgf, "--out", &other], "", "نوشته شد"),
        (
            &["random", "rotas", "--games", "3", "--seed", "1", "--records", &random],
            "",
            "۳ بازی رو-تاس",
        ),
        (&["think", "zertz", "--nodes", "3000", "--lines", "2"], "", "احتمال برد"),
        (&["think", "rotas", "--played", "r"], "", "نوبت حرکت کسی نیست"),
        (&["bench", "tzaar"], "", "میلیون در ثانیه"),
        (
            &["match", "nodes:300", "random", "yinsh", "--setup", "blitz", "--pairs", "2"],
            "",
            "جفت‌بازی",
        ),
        (
            &["match", "random", "program:false", "tzaar", "--pairs", "1", "--out", &matched],
            "",
            "از کار افتاد",
        ),
        (&["match", "random", "program:cat", "tzaar", "--pairs", "1"], "", "جواب برنامه"),
        (
            &["match", "random", "random", "rotas", "--setup", "seats=3", "--pairs", "1"],
            "",
            "سهم از برد",
        ),
        (&["perft", "yinsh", "2"], "", "میلیون موقعیت"),
        (&["man", &man], "", "صفحه‌ی راهنما"),
    ];
    let mut known: BTreeSet<String> =
        OF_SERVER.iter().chain(&FOR_PROGRAMS).map(ToString::to_string).collect();
    for (args, input, part) in examples {
        let said = says(args, input);
        assert!(said.contains(part), "{args:?}: {said}");
        let lines: Vec<&str> = said.lines().filter(|line| !is_for_programs(line)).collect();
        assert_persian(&lines.join("\n"));
        known.insert(args[0].to_string());
    }
    assert_eq!(known, commands().into_iter().collect(), "every command has an example");
    // What programs read is the same in every language.
    for (args, input) in [
        (&["steps", "zertz"][..], ""),
        (&["engine"], "position tzaar|fixed|\nshow\ngo\n"),
        (&["replay", "-"], "yinsh||a2 a3\nzertz||Wz9\n"),
        (&["completions", "bash"], ""),
    ] {
        assert_eq!(says(args, input).into_bytes(), mohreh(args, input).stdout, "{args:?}");
    }
    // So is the file of a match, apart from times: a match goes on in another language.
    let again = ["match", "random", "program:false", "tzaar", "--pairs", "2", "--out", &matched];
    let said = prints(&[&again[..], &["--resume"]].concat(), "");
    assert!(said.contains("1 pairs were played before"), "{said}");
    assert!(fs::read_to_string(&matched).unwrap().contains("fault of b: crash: the program ended"));
}

/// A server in Persian, which is killed on drop.
struct ServerProcess(Child);

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn the_server_and_its_commands_speak_persian() {
    let file = folder("persian-server");
    let (database, pages, copy) = (file("mohreh.sqlite"), file("pages"), file("copy"));
    fs::create_dir(&pages).unwrap();
    fs::write(Path::new(&pages).join("sw.js"), "").unwrap();
    let serve = ["--lang", "fa", "serve", "--address", "127.0.0.1:0", "--database", &database];
    let rest = ["--pages", &pages, "--no-limits", "--log", "error"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_mohreh"));
    command.args(serve).args(rest).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut process = ServerProcess(command.spawn().unwrap());
    let mut said = String::new();
    BufReader::new(process.0.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert_persian(&said);
    let url = said.split(['\u{2066}', '\u{2069}']).find(|part| part.starts_with("http://"));
    let url = url.expect(&said).trim_end_matches('/').to_string();

    let server = Server::new(&url).unwrap();
    let cookie = server.new_guest("سارا").await.unwrap();
    let by = Auth::Cookie(&cookie);
    let token = server.call("POST", "/api/tokens", by, &json!({ "label": "x" })).await.unwrap();
    let token = token["token"].as_str().unwrap().to_string();
    let wanted = json!({ "kind": "yinsh", "setup": "blitz", "computers": [1], "first": "other" });
    server.call("POST", "/api/tables", by, &wanted).await.unwrap();

    let bot = ["bot", "--server", &url, "--token", &token];
    let and = |more: &[&'static str]| [&bot[..], more].concat();
    let load = ["load", "--server", &url, "--games", "1", "--every", "50", "--seconds", "1"];
    for (args, part) in [
        (and(&["--level", "1", "--games", "1"]), "۱ بازی به پایان رسید"),
        (and(&["--table", "zzzzzzzz"]), "چنین میزی نداریم"),
        (and(&["--table", "a b"]), "پیوند یک میز"),
        (and(&["--engine", "no-such-program"]), "اجرا نمی‌شود"),
        (["bot", "--server", &url, "--token", "mohreh_unknown"].to_vec(), "مال کیست"),
        (load.to_vec(), "سر جایش هست"),
        (["backup", "--database", &database, &copy].to_vec(), "کپی شد"),
        (["backup", "--database", "no-such-database", "x"].to_vec(), "چنین پایگاه داده‌ای نیست"),
        (["restore", "--database", &file("other"), &copy].to_vec(), "برگردانده شد"),
        (["restore", "--database", &file("other"), "no-such-file"].to_vec(), "چنین فایلی نیست"),
        (["check", "--database", &database].to_vec(), "هیچ مشکلی نیست"),
    ] {
        let said = says(&args, "");
        assert!(said.contains(part), "{args:?}: {said}");
        assert_persian(&said);
    }
    // Settings of a server that does not start.
    let settings = file("mohreh.toml");
    for (text, part) in [
        ("address = \"localhost:7373\"", "نشانی عددی"),
        ("public = \"mohreh.example\"", "شروع شود"),
        ("database-file = \"/dev/null\"", "سطر اول"),
    ] {
        fs::write(&settings, text).unwrap();
        let said = says(&["serve", "--pages", &pages, "--config", &settings], "");
        assert!(said.contains(part), "{text}: {said}");
        assert_persian(&said);
    }
}

/// A reader that has gone away, as `head` does, ends the program without a word.
#[test]
fn a_closed_pipe_is_no_error() {
    let file = folder("closed-pipe");
    let game = file("game.txt");
    let much: [&[&str]; 14] = [
        &["help", "serve"],
        &["serve", "--help"],
        &["rules", "zertz"],
        &["show", "rotas"],
        &["steps", "zertz"],
        &["perft", "yinsh", "2", "--divide"],
        &["replay", &game],
        &["review", &game, "--nodes", "100"],
        &["explore", "yinsh", "--games", &game],
        &["export", &game],
        &["random", "yinsh", "--games", "2"],
        &["think", "tzaar", "--nodes", "1000"],
        &["match", "random", "random", "tzaar", "--pairs", "1"],
        &["completions", "bash"],
    ];
    for language in ["en", "fa"] {
        for args in much {
            let mut command = Command::new(env!("CARGO_BIN_EXE_mohreh"));
            command.args(["--lang", language]).args(args).stdin(Stdio::null());
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), &*said), (Some(0), ""), "{language} {args:?}");
        }
    }
}

#[test]
fn the_terminal_speaks_persian() {
    let said = prints(&["--lang", "fa", "play", "zertz"], "help\nWz9\nWd4 Wd4\nundo\nsave\nquit\n");
    for part in ["برای راهنما", "مخزن", "چنین حلقه‌ای نیست", "مجاز نیست", "نام فایل", "گوی سفید"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Only the spots of the board.
    let words = latin_words(&said);
    assert!(words.is_empty(), "{words:?}\n{said}");
    let said = prints(&["play", "rotas", "--lang=fa", "--seed", "1"], "r\n@a1\nquit\n");
    let line = said.lines().find(|line| line.contains("تاس‌ها: ")).expect("dice");
    assert_eq!(latin_words(line), [""; 0]);
    // By the locale.
    let mut child = Command::new(env!("CARGO_BIN_EXE_mohreh"));
    let said = child.args(["show", "yinsh"]).env_remove("LC_ALL").env_remove("LC_MESSAGES");
    let said = said.env("LANG", "fa_IR.UTF-8").output().expect("the binary ends").stdout;
    assert!(String::from_utf8(said).expect("text").contains("حلقه"));
}

#[test]
fn errors_are_said_in_the_language_of_the_terminal() {
    for args in [
        &["--lang", "fa", "play", "chess"][..],
        &["--lang", "fa", "show", "zertz", "--setup", "rings=38"],
        &["--lang", "fa", "show", "zertz", "--played", "Wz9"],
        &["--lang", "fa", "nothing"],
        &["--lang", "fa", "play", "--nothing"],
        &["--lang", "fa", "play", "--from", "no-such-file"],
    ] {
        let said = refuses(args);
        assert!(said.contains("خطا"), "{args:?}: {said}");
        let words = latin_words(&said);
        assert!(
            words.iter().all(|word| args.iter().any(|arg| arg.contains(word.as_str()))),
            "{said}"
        );
    }
}

#[test]
fn help_is_given_in_persian() {
    let said = prints(&["--lang", "fa", "help"], "");
    assert!(said.contains("دستورها") && said.contains("قوانین کامل یک بازی"), "{said}");
    let said = prints(&["--lang", "fa", "help", "play"], "");
    assert!(said.contains("گزینه‌ها") && said.contains("بازی با کامپیوتر، از سطح"), "{said}");
    assert!(latin_words(&said).is_empty(), "{:?}\n{said}", latin_words(&said));
    // Notes that clap has words of its own for, also where a line is broken.
    for (command, notes) in [
        ("serve", &["متغیر محیطی: \u{2066}MOHREH_PUBLIC\u{2069}]"][..]),
        ("bot", &["متغیر محیطی", "[پیش‌فرض: \u{2066}4\u{2069}]", "مقدارها"]),
        ("review", &["[پیش‌فرض: \u{2066}100000\u{2069}]"]),
    ] {
        let said = prints(&["--lang", "fa", "help", command], "");
        let words: Vec<&str> = said.split_whitespace().collect();
        let one_line = words.join(" ");
        assert!(notes.iter().all(|note| one_line.contains(note)), "{said}");
        assert!(!["env", "default", "possible"].iter().any(|word| said.contains(word)), "{said}");
    }
}

#[test]
fn rules_are_printed_in_both_languages() {
    for (kind, english, persian) in
        [("zertz", "captured", "تصاحب"), ("yinsh", "markers", "نشان‌گذار"), ("rotas", "dice", "تاس")]
    {
        let said = prints(&["rules", kind], "");
        assert!(said.contains(english) && !said.contains("```"), "{said}");
        let said = prints(&["rules", kind, "--lang", "fa"], "");
        assert!(said.contains(persian) && !said.contains("```"), "{said}");
    }
}

/// Right-to-left lines in visual order end at the right edge, and have no invisible characters.
#[test]
fn persian_can_be_written_in_visual_order() {
    let said = prints(&["--lang", "fa", "--bidi", "visual", "rules", "zertz"], "");
    assert!(!said.contains(['\u{2066}', '\u{2067}', '\u{2069}', '\u{200c}']), "{said}");
    // The title, «زرتز», from its last letter to its first.
    assert_eq!(said.lines().next().expect("a title").trim(), "\u{feb0}\u{fe97}\u{fead}\u{feaf}");
}

/// Clap says nothing of its own, however narrow the terminal is.
#[test]
fn help_is_persian_on_narrow_terminals() {
    for columns in ["20", "35", "50", "80"] {
        for command in commands().iter().map(String::as_str).chain(["help"]) {
            let args = if command == "help" { vec!["help"] } else { vec!["help", command] };
            let mut program = Command::new(env!("CARGO_BIN_EXE_mohreh"));
            program.args(["--lang", "fa"]).args(&args).env("COLUMNS", columns);
            let said = String::from_utf8(program.output().unwrap().stdout).unwrap();
            assert_persian(&said);
        }
    }
}

#[test]
fn help_has_its_examples_in_persian() {
    for (command, part) in [
        ("match", "--sprt 0,20"),
        ("match", "بازیکنان:"),
        ("bot", "--accept-open"),
        ("bot", "MOHREH_TOKEN"),
        ("completions", "~/.zfunc"),
    ] {
        let said = prints(&["--lang", "fa", "help", command], "");
        assert_persian(&said);
        // Lines may be broken within an example.
        let words = said.replace(['\u{2066}', '\u{2069}'], "");
        let words: Vec<&str> = words.split_whitespace().collect();
        assert!(words.join(" ").contains(part), "{part}: {said}");
    }
}

/// Our own parsers say why a value is refused.
#[test]
fn refused_values_are_explained_in_persian() {
    for (args, part) in [
        (&["match", "strong", "random", "zertz"][..], "اینجا باید یکی از این‌ها باشد"),
        (&["match", "level:9", "random", "zertz"], "سطحی از ۱ تا ۸"),
        (&["match", "nodes:0", "random", "zertz"], "عددی از ۱ به بالا"),
        (&["match", "20k,without=luck", "random", "zertz"], "جست‌وجوی موتور"),
        (&["match", "20k,hash=5", "random", "zertz"], "weights=FILE"),
        (&["match", "20k,weights=/no/such/file", "random", "zertz"], "چنین فایل یا پوشه‌ای نیست"),
        (&["match", "random,level=3", "random", "zertz"], "seed=N"),
        (&["match", "program:", "random", "zertz"], "جا افتاده است"),
        (&["match", "program:'a", "random", "zertz"], "بسته نشده"),
        (&["match", "program:/no/such", "random", "zertz"], "اجرا نمی‌شود"),
        (&["match", "random", "random", "zertz", "--sprt", "20,0"], "دو عدد"),
        (&["match", "random", "random", "rotas", "--opening-turns", "3"], "تاس‌ها"),
        (&["serve", "--address", "here"], "نشانی عددی"),
        (&["perft", "yinsh", "deep"], "پذیرفته نیست"),
        (&["steps", "chess"], "مقدارها"),
    ] {
        let said = refuses(&[&["--lang", "fa"], args].concat());
        assert!(said.contains(part), "{args:?}: {said}");
        assert_persian(&said);
    }
}
