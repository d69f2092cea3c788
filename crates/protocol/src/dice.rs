//! Dice and lots that nobody can steer and everybody can check: the server commits to a seed before
//! anybody sits down, players add what they like, and when the game is over the seed is shown.

use hmac::{Hmac, Mac};
use mohreh_games::{AnyGame, Record, Status};
use sha2::{Digest, Sha256};

/// What all chance of a table comes from. It stays with the server until the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl std::fmt::Debug for Seed {
    /// Not even a log of ours may show it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl Seed {
    /// A seed from bytes that nobody else knows.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// As it is shown at the end: 64 letters.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Reads what [`Seed::reveal`] wrote.
    #[must_use]
    pub fn read(text: &str) -> Option<Seed> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Seed(bytes))
    }

    /// What is shown before the game: the seed's SHA-256.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

/// What a revealed seed must have been committed to as.
#[must_use]
pub fn commitment(seed: &str) -> Option<String> {
    Seed::read(seed).map(|seed| seed.commitment())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The chance of one draw: HMAC-SHA-256 with the seed as key over `TABLE|WHAT|NONCE,NONCE…|COUNT`, where
/// `WHAT` is the ply for dice and a word for lots, and `COUNT` goes up from 0 with each block. A block
/// gives eight numbers of 32 bits, the most significant byte first.
pub struct Dice<'a> {
    seed: &'a Seed,
    draw: String,
    count: u32,
    numbers: Vec<u32>,
}

impl<'a> Dice<'a> {
    /// The dice of a table for one draw.
    #[must_use]
    pub fn new(seed: &'a Seed, table: &str, what: &str, nonces: &[String]) -> Dice<'a> {
        let draw = format!("{table}|{what}|{}", nonces.join(","));
        Dice { seed, draw, count: 0, numbers: Vec::new() }
    }

    fn number(&mut self) -> u32 {
        if let Some(number) = self.numbers.pop() {
            return number;
        }
        #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed.0).expect("a key of 32 bytes");
        mac.update(format!("{}|{}", self.draw, self.count).as_bytes());
        self.count += 1;
        let block = mac.finalize().into_bytes();
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
        self.numbers = block.chunks(4).rev().map(number).collect();
        self.number()
    }

    /// A number below `n`, all equally likely: numbers that would favour some are passed over.
    pub fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        let fair = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let number = self.number();
            if number <= fair {
                return number % n;
            }
        }
    }
}

/// Checks every fall of the dice in a record that was played at a server. Tells how many there were, or
/// which does not follow from the seed.
pub fn check_dice(record: &Record) -> Result<usize, String> {
    let header = |key: &str| record.header(key).ok_or(format!("the record has no line `{key}`"));
    let (table, committed) = (header("table")?, header("commitment")?);
    let seed = Seed::read(header("seed")?).ok_or("`seed` is not 64 hexadecimal digits")?;
    if seed.commitment() != committed {
        return Err("the seed is not the one that was committed to".to_string());
    }
    let nonces: Vec<String> = record
        .header("nonces")
        .map(|nonces| nonces.split(',').map(|nonce| nonce.trim().to_string()).collect())
        .unwrap_or_default();
    let plies: Vec<&str> = record.header("dice").unwrap_or_default().split_whitespace().collect();
    let mut game = AnyGame::start(record.kind(), record.setup()).map_err(|why| why.to_string())?;
    let mut checked = 0;
    for (n, step) in record.steps().iter().enumerate() {
        if game.status() == Status::ToRoll && game.leaver(step).is_none() {
            let ply = plies.get(checked).ok_or("`dice` names too few plies")?;
            let mut dice = Dice::new(&seed, table, ply, &nonces);
            let fall = game.roll(&mut |n| dice.below(n)).unwrap_or_default();
            if fall != *step {
                return Err(format!("step {}: `{step}` fell, but the seed gives `{fall}`", n + 1));
            }
            checked += 1;
        }
        game.play(step).map_err(|why| why.to_string())?;
    }
    Ok(checked)
}
