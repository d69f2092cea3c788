//! The server's only random source: ids, keys, secrets and seeds.

use sha2::{Digest, Sha256};

use mohreh_protocol::limits::ID_LETTERS;

/// Bytes from the system's random source. There is no safe fallback, so failure panics.
#[expect(clippy::expect_used, reason = "a machine without chance cannot keep a secret")]
#[expect(clippy::disallowed_methods, reason = "chance comes into the server here and nowhere else")]
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has chance to give");
    bytes
}

/// Random text of `N` characters, 5 bits each.
pub(crate) fn letters<const N: usize>() -> String {
    bytes::<N>()
        .iter()
        .map(|byte| char::from(ID_LETTERS.as_bytes()[usize::from(byte % 32)]))
        .collect()
}

/// SHA-256 in hexadecimal. Unsalted, because the secrets are random.
pub(crate) fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
