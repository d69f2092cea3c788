//! `cargo xtask bench`: how fast the engine is natively, in wasm, and in two threads.

use std::collections::BTreeMap;
use std::path::Path;

use crate::command::{call, cargo, target_dir};
use crate::setup::{self, Need, WASI};

/// Long enough that starting threads does not count.
const MILLISECONDS: &str = "1500";

pub(crate) fn run(root: &Path) -> Result<(), String> {
    setup::require(root, &[Need::Rust, Need::CCompiler, Need::Wasi, Need::Node])?;
    let build = ["build", "--release", "--package", "mohreh-engine", "--example", "speed"];
    cargo(root, &build).run()?;
    cargo(root, &[&build[..], &["--target", WASI]].concat()).run()?;
    let target = target_dir(root);
    let native = target.join("release/examples/speed").display().to_string();
    let wasm = target.join(WASI).join("release/examples/speed.wasm").display().to_string();
    let run = |args: &[&str]| call(&native, root, args).output().and_then(|text| read(&text));
    let node = ["--no-warnings", "xtask/src/wasi.mjs", &wasm];
    let of_wasm = read(&call("node", root, &node).output()?)?;
    let of_native = run(&[])?;
    println!("{:6} {:>12} {:>12} {:>6}", "", "native", "wasm", "ratio");
    for (kind, (nodes, native)) in &of_native {
        let Some((same, wasm)) = of_wasm.get(kind) else { continue };
        if same != nodes {
            return Err(format!("{kind}: {nodes} nodes natively, but {same} in wasm"));
        }
        println!("{kind:6} {:12.0} {:12.0} {:6.2}", nodes / native, nodes / wasm, native / wasm);
    }
    let (one, two) = (run(&["1", MILLISECONDS])?, run(&["2", MILLISECONDS])?);
    println!("{:6} {:>12} {:>12} {:>6}", "", "one thread", "two", "ratio");
    for (kind, (nodes, seconds)) in &one {
        let Some((more, took)) = two.get(kind) else { continue };
        let (one, two) = (nodes / seconds, more / took);
        println!("{kind:6} {one:12.0} {two:12.0} {:6.2}", two / one);
    }
    println!("nodes a second; RO-TAS thinks in one thread");
    Ok(())
}

/// Nodes and seconds of each game.
fn read(text: &str) -> Result<BTreeMap<String, (f64, f64)>, String> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let kind = words.next()?.to_string();
        Some((kind, (words.next()?.parse().ok()?, words.next()?.parse().ok()?)))
    };
    text.lines().map(|text| line(text).ok_or(format!("`{text}`: expected figures"))).collect()
}
