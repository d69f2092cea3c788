//! Numbers that nobody can foresee: ids, keys, secrets and seeds.

use sha2::{Digest, Sha256};

use crate::table::ID_LETTERS;

/// Bytes from the system. Without them nothing would be safe, so there is no other way.
#[expect(clippy::expect_used, reason = "a machine without chance cannot keep a secret")]
#[expect(clippy::disallowed_methods, reason = "chance comes into the server here and nowhere else")]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has chance to give");
    bytes
}

/// So many letters, five bits each.
pub fn letters<const N: usize>() -> String {
    bytes::<N>().iter().map(|byte| char::from(ID_LETTERS[usize::from(byte % 32)])).collect()
}

/// What is kept of a secret: it can be recognised, but not told.
pub fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
