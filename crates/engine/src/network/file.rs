//! Network files.
//!
//! A line `mohreh network 1 KIND INPUTS WIDTH HIDDEN`, then all weights in the order of [`Network`], little
//! endian, then an FNV-1a checksum of everything before it.

use mohreh_games::Kind;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;

use super::{HIDDEN, Inputs, Network, WIDTH};
use crate::setting_error::SettingError;

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn header(kind: Kind, inputs: usize) -> String {
    format!("mohreh network 1 {kind} {inputs} {WIDTH} {HIDDEN}\n")
}

impl Network {
    /// The bytes of a file.
    #[must_use]
    pub fn write(&self, kind: Kind) -> Vec<u8> {
        let mut bytes = header(kind, self.wide.len()).into_bytes();
        let mut short = |value: &i16| bytes.extend(value.to_le_bytes());
        self.wide.iter().flatten().for_each(&mut short);
        self.wide_bias.iter().for_each(&mut short);
        self.hidden.iter().flatten().for_each(&mut short);
        self.output.iter().for_each(&mut short);
        let mut long = |value: &i32| bytes.extend(value.to_le_bytes());
        self.direct.iter().for_each(&mut long);
        self.hidden_bias.iter().for_each(&mut long);
        long(&self.output_bias);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file; the network is for the inputs of its game.
    pub fn read(bytes: &[u8]) -> Result<(Kind, Network), SettingError> {
        let wrong = |why: &str| SettingError::new("", why);
        let known =
            Kind::ALL.iter().filter_map(|kind| input_count(*kind).map(|inputs| (*kind, inputs)));
        let found = known.map(|(kind, inputs)| (kind, inputs, header(kind, inputs))).find_map(
            |(kind, inputs, header)| Some((kind, inputs, bytes.strip_prefix(header.as_bytes())?)),
        );
        let (kind, inputs, body) = found
            .ok_or_else(|| wrong("not a network, or one of another version of the program"))?;
        let (body, check) = body
            .split_last_chunk::<8>()
            .filter(|(body, _)| body.len() == body_length(inputs))
            .ok_or_else(|| wrong("the network is cut off, or followed by something else"))?;
        if checksum(&bytes[..bytes.len() - check.len()]) != u64::from_le_bytes(*check) {
            return Err(wrong("the network is damaged: its checksum does not match"));
        }
        let (shorts, longs) = body.split_at(2 * short_count(inputs));
        let mut shorts = shorts.as_chunks::<2>().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        let mut longs = longs.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes));
        let mut row = || std::array::from_fn(|_| shorts.next().unwrap_or(0));
        let wide = (0..inputs).map(|_| row()).collect();
        let wide_bias = row();
        let hidden = std::array::from_fn(|_| row());
        let network = Network {
            wide,
            wide_bias,
            hidden,
            output: std::array::from_fn(|_| shorts.next().unwrap_or(0)),
            direct: longs.by_ref().take(inputs).collect(),
            hidden_bias: std::array::from_fn(|_| longs.next().unwrap_or(0)),
            output_bias: longs.next().unwrap_or(0),
        };
        Ok((kind, network))
    }
}

/// Number of inputs of a game's network, if it has one.
fn input_count(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Zertz => Some(Zertz::INPUTS),
        Kind::Tzaar => Some(Tzaar::INPUTS),
        Kind::Yinsh => Some(Yinsh::INPUTS),
        _ => None,
    }
}

/// Number of 16-bit values in a file.
const fn short_count(inputs: usize) -> usize {
    inputs * WIDTH + WIDTH + HIDDEN * WIDTH + HIDDEN
}

/// Bytes between the first line and the checksum.
const fn body_length(inputs: usize) -> usize {
    2 * short_count(inputs) + 4 * (inputs + HIDDEN + 1)
}
