//! Verifiable dice and lots by commit and reveal: the server publishes the commitment to a seed before anyone joins,
//! each player contributes a nonce, and the seed is revealed when the game is over.

use hmac::{Hmac, Mac};
use mohreh_games::record::RecordError;
use mohreh_games::{AnyGame, ParseError, Reason, Record, Status};
use sha2::{Digest, Sha256};

/// Secret seed of all randomness at a table; it stays on the server until the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl std::fmt::Debug for Seed {
    /// Redacted, so that the seed cannot leak through logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl Seed {
    /// Wraps 32 bytes from a cryptographic random source.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed as 64 hexadecimal digits.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Parses the output of [`Seed::reveal`].
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

    /// SHA-256 of the seed, in hexadecimal; published before the game.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

/// SHA-256 commitment of a revealed seed; `None` if the seed does not parse.
#[must_use]
pub fn commitment(seed: &str) -> Option<String> {
    Seed::read(seed).map(|seed| seed.commitment())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Deterministic random stream of one draw: HMAC-SHA-256, keyed with the seed, over
/// `TABLE|PURPOSE|NONCE,NONCE…|BLOCK`. `PURPOSE` is the ply for dice and a word for lots; `BLOCK` counts from 0. Each
/// block yields eight big-endian 32-bit words.
pub struct Dice<'a> {
    seed: &'a Seed,
    message: String,
    block: u32,
    words: Vec<u32>,
}

impl<'a> Dice<'a> {
    /// Stream for one purpose at a table.
    #[must_use]
    pub fn new(seed: &'a Seed, table: &str, purpose: &str, nonces: &[String]) -> Dice<'a> {
        let message = format!("{table}|{purpose}|{}", nonces.join(","));
        Dice { seed, message, block: 0, words: Vec::new() }
    }

    fn next_word(&mut self) -> u32 {
        if let Some(number) = self.words.pop() {
            return number;
        }
        #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed.0).expect("a key of 32 bytes");
        mac.update(format!("{}|{}", self.message, self.block).as_bytes());
        self.block += 1;
        let digest = mac.finalize().into_bytes();
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
        self.words = digest.chunks(4).rev().map(number).collect();
        self.next_word()
    }

    /// Uniform number below `n`; rejection sampling avoids modulo bias.
    pub fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        let limit = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let number = self.next_word();
            if number <= limit {
                return number % n;
            }
        }
    }
}

/// Verifies every roll in a server record against the revealed seed. Returns the number of rolls, or the first
/// mismatch.
pub fn check_dice(record: &Record) -> Result<usize, RecordError> {
    let missing = |key: &str| RecordError::new(Reason::new("wrong-dice-header").with("word", key));
    let header = |key: &str| record.header(key).ok_or_else(|| missing(key));
    let (table, committed) = (header("table")?, header("commitment")?);
    let seed = Seed::read(header("seed")?).ok_or_else(|| RecordError::new("wrong-dice-seed"))?;
    if seed.commitment() != committed {
        return Err(RecordError::new("wrong-dice-commitment"));
    }
    let nonces: Vec<String> = record
        .header("nonces")
        .map(|nonces| nonces.split(',').map(|nonce| nonce.trim().to_string()).collect())
        .unwrap_or_default();
    let plies: Vec<&str> = record.header("dice").unwrap_or_default().split_whitespace().collect();
    let mut game = AnyGame::start(record.kind(), record.setup())?;
    let mut checked = 0;
    for (n, step) in record.steps().iter().enumerate() {
        if game.status() == Status::ToRoll && game.leaver(step).is_none() {
            let ply = plies.get(checked).ok_or_else(|| RecordError::new("wrong-dice-plies"))?;
            let mut dice = Dice::new(&seed, table, ply, &nonces);
            let fall = game.roll(&mut |n| dice.below(n)).unwrap_or_default();
            if fall != *step {
                let why =
                    Reason::new("wrong-dice-fall").with("step", step.as_str()).with("fall", fall);
                return Err(RecordError { step: Some(n + 1), ..RecordError::new(why) });
            }
            checked += 1;
        }
        game.play(step).map_err(ParseError::from)?;
    }
    Ok(checked)
}
