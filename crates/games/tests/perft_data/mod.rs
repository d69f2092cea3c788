//! Parser of the perft tables `src/*/perft.txt`.

use mohreh_games::Kind;

/// One position with its perft counts.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub setup: String,
    pub played: String,
    /// Depth and count.
    pub counts: Vec<(usize, u64)>,
}

pub(crate) fn read(kind: Kind) -> Vec<Block> {
    let path = format!("{}/src/{kind}/perft.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "setup" {
            blocks.push(Block { setup: rest.to_string(), ..Block::default() });
            continue;
        }
        let block = blocks.last_mut().unwrap_or_else(|| panic!("{path}: no setup before {line}"));
        match word {
            "played" => block.played = rest.to_string(),
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect("perft DEPTH COUNT");
                block.counts.push((depth.parse().unwrap(), count.parse().unwrap()));
            }
            _ => panic!("{path}: {line}"),
        }
    }
    assert!(blocks.iter().all(|block| !block.counts.is_empty()), "{path}");
    assert!(!blocks.is_empty(), "{path}");
    blocks
}
