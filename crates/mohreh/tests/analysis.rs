//! Records of other sites, reviews and the explorer, by the compiled binary.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn mohreh(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mohreh")).args(args).env("LC_ALL", "C").output().unwrap()
}

/// The output of a command that succeeds.
fn prints(args: &[&str]) -> String {
    let output = mohreh(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// An empty folder, one per test.
fn scratch_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A record of another site, imported, explored, written as SGF and read again.
#[test]
fn records_of_others_are_imported_and_exported() {
    let folder = scratch_folder("foreign");
    let path = |name: &str| folder.join(name).display().to_string();
    let sgf = "(;GM[24]SU[Yinsh]P0[id \"Sara\"]P1[id \"Bahram\"]\n;P0[1 place wr E 1];P0[2 Done]\
        ;P1[3 place br F 6];P1[4 Done];P0[5 Resign];P0[6 Done])";
    fs::write(path("a.sgf"), sgf).unwrap();
    fs::write(path("b.sgf"), "(;GM[24]SU[Yinsh];P0[7 juggle])").unwrap();
    let both = mohreh(&["import", &path("a.sgf"), &path("b.sgf"), "--out", &path("a.txt")]);
    assert_eq!(both.status.code(), Some(1), "one of them cannot be read");
    let errors = String::from_utf8(both.stderr).unwrap();
    assert!(errors.contains("b.sgf: game 1: step 1: `juggle`: this is not understood"), "{errors}");
    let text = fs::read_to_string(path("a.txt")).unwrap();
    assert!(text.contains("player 1: Sara") && text.contains("result: 2 1"), "{text}");
    assert!(prints(&["replay", &path("a.sgf")]).contains("yinsh, 2 turns"));
    let found = prints(&["explore", "yinsh", "--games", &path("a.txt"), &path("a.sgf")]);
    assert!(found.contains("played 2 times, player 1 won 0, player 2 won 2"), "{found}");
    prints(&["export", &path("a.txt"), "--out", &path("again.sgf")]);
    assert_eq!(prints(&["import", &path("again.sgf")]), text);
    let refused = mohreh(&["import", &path("a.sgf"), "--out", &path("a.txt")]);
    assert!(!refused.status.success(), "nothing is overwritten");
}

/// Verdicts, an annotated record that is read again, and a graph.
#[test]
fn a_game_is_reviewed() {
    let folder = scratch_folder("review");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(
        path("game.txt"),
        "game: yinsh\nsetup: blitz\n\ne2 k7 a2 a3 a4 a5 j5 j6 b7 c8 e2-e3 k7-k8 \
        e3-e4 k8-k9 e4-e5 k9-k10 e5-e6 c8-c7 e6-e7 xe2-e6 *e7",
    )
    .unwrap();
    let args = ["review", &path("game.txt"), "--nodes", "2000"];
    let out = ["--out", &path("judged.txt"), "--svg", &path("chance.svg")];
    let said = prints(&[&args[..], &out[..]].concat());
    assert!(said.contains("19. e6-e7 xe2-e6 *e7") && said.contains("accuracy"), "{said}");
    assert_eq!(prints(&args), said, "the same nodes, the same verdicts");
    assert!(prints(&["replay", &path("judged.txt")]).contains("yinsh, 19 turns"));
    assert!(fs::read_to_string(path("chance.svg")).unwrap().contains("Win chance of White"));
}
