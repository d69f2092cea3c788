//! End-to-end tests of `mohreh bot`, `verify-dice`, `backup` and `restore` against a real server.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use mohreh_client::{Auth, Server};
use mohreh_games::{AnyGame, Kind};
use serde_json::{Value, json};

/// Timeout of every wait.
const TIMEOUT_SECONDS: u32 = 60;

/// Temporary folder, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("pages")).unwrap();
        fs::write(path.join("pages/sw.js"), "").unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn mohreh(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mohreh"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("MOHREH_TOKEN").env("LC_ALL", "C");
    command
}

fn run(args: &[&str]) -> (Option<i32>, String) {
    told(mohreh(args).output().unwrap())
}

fn told(output: Output) -> (Option<i32>, String) {
    let mut said = String::from_utf8(output.stdout).unwrap();
    said += &String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    (output.status.code(), said)
}

/// A `mohreh serve` process, killed on drop.
struct ServerProcess {
    child: Child,
    address: String,
    server: Server,
}

impl ServerProcess {
    fn open(folder: &Folder, database: &str, address: &str) -> ServerProcess {
        let (database, pages) = (folder.file(database), folder.file("pages"));
        let args = ["serve", "--address", address, "--database", &database, "--pages", &pages];
        let free = ["--no-limits", "--log", "error"];
        let mut child = mohreh(&[&args[..], &free].concat()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let url = said.split_whitespace().find(|word| word.starts_with("http://"));
        let Some(url) = url.map(|url| url.trim_end_matches('/').to_string()) else {
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("{said}");
        };
        let address = url.trim_start_matches("http://").to_string();
        ServerProcess { child, address, server: Server::new(&url).unwrap() }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Registers a guest; returns their cookie and an API token.
    async fn guest(&self, name: &str) -> (String, String) {
        let cookie = self.server.new_guest(name).await.unwrap();
        let label = json!({ "label": "bot" });
        let token =
            self.server.call("POST", "/api/tokens", Auth::Cookie(&cookie), &label).await.unwrap();
        (cookie, token["token"].as_str().unwrap().to_string())
    }

    /// Opens a table; returns its id and join key.
    async fn table(&self, by: &str, wanted: &Value) -> (String, String) {
        let opened =
            self.server.call("POST", "/api/tables", Auth::Cookie(by), wanted).await.unwrap();
        let text = |key: &str| opened[key].as_str().unwrap().to_string();
        (text("table"), text("key"))
    }

    async fn get(&self, path: &str) -> String {
        let answer = self.server.request("GET", path, Auth::Anonymous, "").await.unwrap();
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.text
    }

    /// Polls a table until its snapshot satisfies `wanted`.
    async fn when(&self, table: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..TIMEOUT_SECONDS * 50 {
            let snapshot: Value =
                serde_json::from_str(&self.get(&format!("/api/tables/{table}")).await).unwrap();
            if wanted(&snapshot) {
                return snapshot;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{table} does not come about");
    }

    fn bot(&self, token: &str, more: &[&str]) -> Child {
        let url = self.url();
        let args = ["bot", "--server", &url, "--token", token];
        mohreh(&[&args[..], more].concat()).spawn().unwrap()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a bot to exit; returns its output.
async fn end(mut bot: Child) -> String {
    for _ in 0..TIMEOUT_SECONDS * 50 {
        if bot.try_wait().unwrap().is_some() {
            let (code, said) = told(bot.wait_with_output().unwrap());
            assert_eq!(code, Some(0), "{said}");
            return said;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let _ = bot.kill();
    panic!("the bot does not end: {}", told(bot.wait_with_output().unwrap()).1);
}

fn entries(snapshot: &Value) -> usize {
    snapshot["entries"].as_array().unwrap().len()
}

/// Records of tables, concatenated.
async fn records(process: &ServerProcess, tables: &[String]) -> String {
    let mut all = String::new();
    for table in tables {
        all += &process.get(&format!("/api/tables/{table}/record")).await;
        all.push('\n');
    }
    all
}

#[tokio::test]
async fn two_bots_play_every_game_while_a_backup_is_taken() {
    let folder = Folder::new("online-games");
    let process = ServerProcess::open(&folder, "mohreh.sqlite", "127.0.0.1:0");
    let ((cookie, ada), (_, bob)) = (process.guest("Ada").await, process.guest("Bob").await);
    let mut tables = Vec::new();
    for kind in Kind::ALL {
        let wanted = json!({ "kind": kind.name(), "open": true, "draw": true, "nonce": "n-1" });
        tables.push(process.table(&cookie, &wanted).await.0);
    }
    let three = json!({ "kind": "rotas", "setup": "seats=3", "computers": [1], "open": true,
        "clock": { "type": "live", "main": 600, "more": 1 } });
    tables.push(process.table(&cookie, &three).await.0);

    let count = tables.len().to_string();
    let one = process.bot(&ada, &["--level", "1", "--games", &count]);
    let two =
        process.bot(&bob, &["--level", "1", "--games", &count, "--accept-open", "--at-once", "9"]);
    process.when(&tables[2], |snapshot| entries(snapshot) > 4).await;
    let (database, copy) = (folder.file("mohreh.sqlite"), folder.file("copy"));
    let (code, copied) = run(&["backup", "--database", &database, &copy]);
    assert_eq!(code, Some(0), "{copied}");
    let counts =
        copied.split_once(&format!("2 people, 2 tokens, {count} tables, ")).expect(&copied).1;
    let copied_entries: usize = counts.split(' ').next().unwrap().parse().unwrap();
    for said in [end(one).await, end(two).await] {
        let all = format!("{count} games played to the end, 0 unfinished\n");
        assert!(said.ends_with(&all), "{said}");
        let ends = ["(1 2) after", "(2 1) after", "(1 1) after"];
        let ended: usize = ends.iter().map(|end| said.matches(end).count()).sum();
        assert_eq!(ended, Kind::ALL.len(), "{said}");
        // Every table has a line of a turn; a bot that joins late does not print the first turns.
        let tells = |table: &String| {
            let rest = said.lines().filter_map(|line| line.strip_prefix(table.as_str()));
            rest.map(str::trim_start).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        assert!(tables.iter().all(tells), "{said}");
    }

    // All rolls verify, and a forged seed is detected.
    let games = records(&process, &tables).await;
    fs::write(folder.file("games"), &games).unwrap();
    let (code, said) = run(&["verify-dice", &folder.file("games")]);
    assert_eq!((code, said.lines().count()), (Some(0), tables.len()), "{said}");
    assert_eq!(said.matches("falls follow from the seed").count(), 2, "{said}");
    assert_eq!(said.matches("no dice fell").count(), tables.len() - 2, "{said}");
    assert_eq!(run(&["replay", &folder.file("games")]).0, Some(0));
    let seed = games.find("seed: ").unwrap() + 6;
    let other = if games.as_bytes()[seed] == b'0' { "1" } else { "0" };
    fs::write(folder.file("forged"), [&games[..seed], other, &games[seed + 1..]].concat()).unwrap();
    let (code, said) = run(&["verify-dice", &folder.file("forged")]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("game 1: NOT as it should be: the seed is not the one"), "{said}");

    // Nothing is wrong with the database of the running server, whose place a file may say.
    let place = folder.file("place");
    fs::write(&place, format!("{database}\n")).unwrap();
    for args in [["check", "--database", &database], ["check", "--database-file", &place]] {
        let (code, said) = run(&args);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.ends_with(" tables: nothing is wrong\n"), "{said}");
    }

    // A backup restored elsewhere has the same records.
    let all = folder.file("all");
    let (_, copied) = run(&["backup", "--database", &database, &all]);
    let again = folder.file("again.sqlite");
    let (code, restored) = run(&["restore", "--database", &again, &all]);
    assert_eq!(code, Some(0), "{restored}");
    assert_eq!(copied.replace("were copied", "were brought back"), restored);
    let other = ServerProcess::open(&folder, "again.sqlite", "127.0.0.1:0");
    assert_eq!(records(&other, &tables).await, games);
    // Neither overwrites anything.
    let full = folder.file("full.sqlite");
    fs::copy(&all, &full).unwrap();
    for (args, why) in [
        (["backup", "--database", &database, &all], "exists already"),
        (["restore", "--database", &database, &all], "another server is at work on the database"),
        (["restore", "--database", &full, &all], "error: only an empty database is filled"),
        (["restore", "--database", &database, "no-such-file"], "no-such-file: there is no such"),
        (["backup", "--database", "no-such-file", "x"], "no-such-file: there is no such"),
    ] {
        let (code, said) = run(&args);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
    assert!(!Path::new("no-such-file").exists());
    // The backup taken during play is a consistent prefix, and the server plays on from it.
    let middle = folder.file("middle.sqlite");
    assert_eq!(run(&["restore", "--database", &middle, &copy]).0, Some(0));
    let middle = ServerProcess::open(&folder, "middle.sqlite", "127.0.0.1:0");
    let mut prefixes = Vec::new();
    for table in &tables {
        let path = format!("/api/tables/{table}");
        let part: Value = serde_json::from_str(&middle.get(&path).await).unwrap();
        let whole: Value = serde_json::from_str(&process.get(&path).await).unwrap();
        let (part, whole) = (part["entries"].as_array().unwrap(), whole["entries"].as_array());
        let same = part.iter().zip(whole.unwrap()).take_while(|(a, b)| a == b).count();
        prefixes.push((same, part.len()));
    }
    // At the last table a computer plays on with other dice: only what was copied must be equal.
    let (last, rest) = prefixes.split_last().unwrap();
    assert!(rest.iter().all(|(same, entries)| same == entries), "{prefixes:?}");
    assert!(rest[2].1 > 4, "what was played before the backup is in it: {prefixes:?}");
    let copied_rest: usize = rest.iter().map(|(_, entries)| entries).sum();
    assert!(copied_rest + last.0 >= copied_entries, "{prefixes:?}, {copied_entries} copied");
    assert!(copied_rest <= copied_entries, "{prefixes:?}, {copied_entries} copied");
}

#[tokio::test]
async fn a_bot_replies_to_draw_offers_and_take_backs() {
    let folder = Folder::new("online-person");
    let process = ServerProcess::open(&folder, "mohreh.sqlite", "127.0.0.1:0");
    let ((sara, _), (_, bot)) = (process.guest("Sara").await, process.guest("Bot").await);
    let by = Auth::Cookie(&sara);
    let wanted = json!({ "kind": "yinsh", "first": "me", "open": true });
    let (table, key) = process.table(&sara, &wanted).await;
    let link = format!("{}/fa/online/{table}#{key}", process.url());
    let bot = process.bot(&bot, &["--level", "1", "--games", "1", "--table", &link]);
    process.when(&table, |snapshot| snapshot["table"]["phase"] == "playing").await;

    let path = format!("/api/tables/{table}");
    let act = async |ply: usize, act: &str| {
        let body = json!({ "ply": ply, "act": act });
        process.server.call("POST", &format!("{path}/act"), by, &body).await.unwrap();
    };
    let step = AnyGame::start(Kind::Yinsh, "").unwrap().steps()[0].clone();
    let turn = json!({ "ply": 0, "steps": [step] });
    process.server.call("POST", &format!("{path}/play"), by, &turn).await.unwrap();
    process.when(&table, |snapshot| entries(snapshot) == 2).await;
    act(2, "offer-draw").await;
    let snapshot = process.when(&table, |snapshot| entries(snapshot) == 4).await;
    assert_eq!(snapshot["entries"][3]["what"], "!decline 2");
    act(4, "ask-back").await;
    let snapshot = process.when(&table, |snapshot| entries(snapshot) == 6).await;
    assert_eq!(snapshot["entries"][4]["what"], "!back 1 0");
    assert_eq!(snapshot["entries"][5]["what"], "!agree 2");
    let turn = json!({ "ply": 6, "steps": [step] });
    process.server.call("POST", &format!("{path}/play"), by, &turn).await.unwrap();
    process.when(&table, |snapshot| entries(snapshot) == 8).await;
    act(8, "resign").await;
    let said = end(bot).await;
    for line in [
        "Bot plays at http://",
        "Sara offers a draw",
        "Bot declines",
        "Sara asks to go back to step 0",
        "Bot agrees",
        "won (2 1) after 2 turns: resigned 1",
        "1 game played to the end, 0 unfinished",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
}

#[tokio::test]
async fn bots_reconnect_after_a_server_restart() {
    let folder = Folder::new("online-killed");
    let process = ServerProcess::open(&folder, "mohreh.sqlite", "127.0.0.1:0");
    let ((cookie, ada), (_, bob)) = (process.guest("Ada").await, process.guest("Bob").await);
    let wanted = json!({ "kind": "yinsh", "setup": "blitz", "open": true });
    let (table, key) = process.table(&cookie, &wanted).await;
    let engine = format!("{} engine,nodes=3000", env!("CARGO_BIN_EXE_mohreh"));
    let one = process.bot(&ada, &["--level", "4", "--games", "1"]);
    let link = format!("{table}#{key}");
    let two = process.bot(&bob, &["--engine", &engine, "--games", "1", "--table", &link]);
    let snapshot = process.when(&table, |snapshot| entries(snapshot) > 8).await;
    let address = process.address.clone();
    drop(process);
    let process = ServerProcess::open(&folder, "mohreh.sqlite", &address);
    for said in [end(one).await, end(two).await] {
        assert!(said.contains("no connection (") && said.contains("connected again"), "{said}");
        assert!(said.ends_with("1 game played to the end, 0 unfinished\n"), "{said}");
    }
    // Everything broadcast before the restart is still there, and nothing was played twice.
    let end = process.when(&table, |snapshot| snapshot["table"]["phase"] == "over").await;
    let told = entries(&snapshot);
    assert_eq!(
        snapshot["entries"].as_array().unwrap()[..],
        end["entries"].as_array().unwrap()[..told]
    );
    assert_eq!(end["table"]["end"], "rules");
}

#[tokio::test]
async fn a_bot_that_cannot_play_says_why() {
    let folder = Folder::new("online-wrong");
    let process = ServerProcess::open(&folder, "mohreh.sqlite", "127.0.0.1:0");
    let (_, token) = process.guest("Ada").await;
    let url = process.url();
    for (args, why) in [
        (&["--server", &url, "--token", "mohreh_unknown"][..], "this token is not known"),
        (&["--server", "ftp://x", "--token", "x"], "`ftp://x`: expected http"),
        (&["--server", &url, "--token", &token, "--table", "zzzzzzzz"], "there is no such table"),
        (&["--server", &url, "--token", &token, "--table", "a b"], "expected ID#KEY"),
        (&["--server", &url, "--token", &token, "--engine", "no-such-program"], "does not start"),
        (&["--server", &url, "--token", &token, "--level", "9"], "a level from 1 to 8"),
        (&["--server", &url], "--token <TOKEN>"),
    ] {
        let (code, said) = run(&[&["bot"], args].concat());
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.contains(why), "{args:?}: {said}");
    }
}
