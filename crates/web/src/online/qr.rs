//! QR codes for links (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10. A subset, to
//! keep the wasm small.

use std::fmt::Write;

/// For each version at level M: error correction codewords per block, blocks, data codewords in total.
const VERSIONS: [(usize, usize, usize); 10] = [
    (10, 1, 16),
    (16, 1, 28),
    (26, 1, 44),
    (18, 2, 64),
    (24, 2, 86),
    (16, 4, 108),
    (18, 4, 124),
    (22, 4, 154),
    (22, 5, 182),
    (26, 5, 216),
];

/// The side in modules, and the dark modules as an SVG path, one unit per module.
pub fn path(text: &str) -> Option<(usize, String)> {
    let code = Code::of(text.as_bytes())?;
    let mut path = String::new();
    for y in 0..code.size {
        for x in (0..code.size).filter(|x| code.dark[y * code.size + x]) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some((code.size, path))
}

/// A symbol: a square of modules, row by row.
#[derive(Clone)]
struct Code {
    size: usize,
    dark: Vec<bool>,
    /// Function patterns and format information, which are neither filled with data nor masked.
    fixed: Vec<bool>,
}

impl Code {
    fn of(bytes: &[u8]) -> Option<Code> {
        // The header is 4 bits of mode and 8 or 16 bits of length.
        let capacity = |version: usize| VERSIONS[version - 1].2 - if version < 10 { 2 } else { 3 };
        let version = (1..=10).find(|version| bytes.len() <= capacity(*version))?;
        let mut code = Code::function_patterns(version);
        code.fill(&codewords(bytes, version));
        (0..8).map(|mask| code.masked(mask)).min_by_key(Code::penalty)
    }

    /// The function patterns of a version: timing, finder and alignment patterns, version information.
    fn function_patterns(version: usize) -> Code {
        let size = 17 + 4 * version;
        let mut code =
            Code { size, dark: vec![false; size * size], fixed: vec![false; size * size] };
        for n in 0..size {
            code.set(n, 6, n % 2 == 0);
            code.set(6, n, n % 2 == 0);
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            code.square(x, y, 4, |distance| distance != 2 && distance != 4);
        }
        let mut centres = vec![6];
        if version > 6 {
            centres.push(size / 2);
        }
        if version > 1 {
            centres.push(size - 7);
        }
        for &y in &centres {
            for &x in &centres {
                let taken = |n: usize, m: usize| n == 6 && (m == 6 || m == size - 7);
                if !taken(x, y) && !taken(y, x) {
                    code.square(x, y, 2, |distance| distance != 1);
                }
            }
        }
        // Version information, from version 7 on.
        if version > 6 {
            let bits = version << 12 | remainder(version << 12, 0x1f25);
            for n in 0..18 {
                let (a, b) = (n / 3, size - 11 + n % 3);
                code.set(a, b, bits >> n & 1 == 1);
                code.set(b, a, bits >> n & 1 == 1);
            }
        }
        code.format(0);
        code
    }

    fn set(&mut self, x: usize, y: usize, dark: bool) {
        self.dark[y * self.size + x] = dark;
        self.fixed[y * self.size + x] = true;
    }

    /// Concentric squares around a centre, clipped to the symbol; `dark` maps the distance to a colour.
    fn square(&mut self, x: usize, y: usize, radius: usize, dark: impl Fn(usize) -> bool) {
        for j in y.saturating_sub(radius)..=(y + radius).min(self.size - 1) {
            for i in x.saturating_sub(radius)..=(x + radius).min(self.size - 1) {
                self.set(i, j, dark(i.abs_diff(x).max(j.abs_diff(y))));
            }
        }
    }

    /// Both copies of the format information (level M and mask), and the dark module.
    fn format(&mut self, mask: usize) {
        let bits = (mask << 10 | remainder(mask << 10, 0x537)) ^ 0x5412;
        let last = self.size - 1;
        for n in 0..15 {
            let dark = bits >> n & 1 == 1;
            match n {
                0..6 => self.set(8, n, dark),
                6 | 7 => self.set(8, n + 1, dark),
                8 => self.set(7, 8, dark),
                _ => self.set(14 - n, 8, dark),
            }
            match n {
                0..8 => self.set(last - n, 8, dark),
                _ => self.set(8, last - 14 + n, dark),
            }
        }
        self.set(8, last - 7, true);
    }

    /// Places the codewords: zigzag in columns of two modules, from the right.
    fn fill(&mut self, codewords: &[u8]) {
        let (mut bit, mut right, mut up) = (0, self.size - 1, true);
        while right > 0 {
            for step in 0..self.size {
                let y = if up { self.size - 1 - step } else { step };
                for x in [right, right - 1] {
                    let at = y * self.size + x;
                    if !self.fixed[at] {
                        let codeword = codewords.get(bit / 8).copied().unwrap_or(0);
                        self.dark[at] = codeword >> (7 - bit % 8) & 1 == 1;
                        bit += 1;
                    }
                }
            }
            up = !up;
            // Skip the vertical timing pattern.
            right = if right == 8 { 5 } else { right.saturating_sub(2) };
        }
    }

    fn masked(&self, mask: usize) -> Code {
        let mut code = self.clone();
        for y in 0..self.size {
            for x in 0..self.size {
                let inverted = match mask {
                    0 => (x + y) % 2,
                    1 => y % 2,
                    2 => x % 3,
                    3 => (x + y) % 3,
                    4 => (x / 3 + y / 2) % 2,
                    5 => x * y % 2 + x * y % 3,
                    6 => (x * y % 2 + x * y % 3) % 2,
                    _ => ((x + y) % 2 + x * y % 3) % 2,
                } == 0;
                let at = y * self.size + x;
                code.dark[at] ^= inverted && !self.fixed[at];
            }
        }
        code.format(mask);
        code
    }

    /// Penalty score of the standard, by which the mask is chosen; lower is easier to scan.
    fn penalty(&self) -> usize {
        let (size, dark) = (self.size, &self.dark);
        let mut sum = 0;
        for n in 0..size {
            sum += line_penalty(size, &mut dark[n * size..].iter().take(size));
            sum += line_penalty(size, &mut dark[n..].iter().step_by(size));
        }
        for at in size + 1..dark.len() {
            let square = [at - 1, at - size, at - size - 1];
            let is_square = at % size > 0 && square.iter().all(|other| dark[*other] == dark[at]);
            sum += if is_square { 3 } else { 0 };
        }
        let dark = dark.iter().filter(|dark| **dark).count();
        // Ten for each further 5 % that the dark modules differ from half.
        let (total, off) = (size * size, (20 * dark).abs_diff(10 * size * size));
        sum + 10 * off.div_ceil(total).saturating_sub(1)
    }
}

/// Penalty of a row or column: runs of five and more, and what looks like a finder pattern (1:1:3:1:1 with four light
/// modules on a side). Beyond the symbol everything is light.
fn line_penalty(size: usize, line: &mut dyn Iterator<Item = &bool>) -> usize {
    // Lengths of the runs, light ones at even places.
    let mut runs = vec![0];
    for dark in line {
        if *dark == (runs.len() % 2 == 1) {
            runs.push(0);
        }
        if let Some(run) = runs.last_mut() {
            *run += 1;
        }
    }
    let mut sum = runs.iter().filter(|run| **run >= 5).map(|run| run - 2).sum();
    if runs.len() % 2 == 0 {
        runs.push(0);
    }
    let last = runs.len() - 1;
    runs[0] += size;
    runs[last] += size;
    for runs in runs.windows(7).step_by(2) {
        let (n, before, after) = (runs[1], runs[0], runs[6]);
        if runs[2..6] == [n, 3 * n, n, n] {
            sum += 40 * usize::from(before >= 4 * n && after >= n);
            sum += 40 * usize::from(after >= 4 * n && before >= n);
        }
    }
    sum
}

/// BCH remainder, for format and version information.
fn remainder(mut bits: usize, by: usize) -> usize {
    let length = |n: usize| usize::BITS - n.leading_zeros();
    while length(bits) >= length(by) {
        bits ^= by << (length(bits) - length(by));
    }
    bits
}

/// Data and error correction codewords, interleaved.
fn codewords(bytes: &[u8], version: usize) -> Vec<u8> {
    let (ec, blocks, data) = VERSIONS[version - 1];
    // Mode (4 bits), length, bytes, terminator (4 bits): every byte straddles two codewords.
    let mut codewords = vec![0x40];
    let mut push = |byte: u8| {
        if let Some(last) = codewords.last_mut() {
            *last |= byte >> 4;
        }
        codewords.push(byte << 4);
    };
    if version > 9 {
        push((bytes.len() >> 8) as u8);
    }
    push(bytes.len() as u8);
    bytes.iter().for_each(|byte| push(*byte));
    let mut pad = 0xec;
    while codewords.len() < data {
        codewords.push(pad);
        pad ^= 0xec ^ 0x11;
    }
    // If the data does not divide evenly, the last blocks are one codeword longer.
    let (short_len, long_blocks) = (data / blocks, data % blocks);
    let mut blocks_with_ec: Vec<(&[u8], Vec<u8>)> = Vec::new();
    let mut rest = codewords.as_slice();
    for n in 0..blocks {
        let (block, after) = rest.split_at(short_len + usize::from(n >= blocks - long_blocks));
        blocks_with_ec.push((block, ec_codewords(block, ec)));
        rest = after;
    }
    let mut interleaved = Vec::new();
    for n in 0..=short_len {
        interleaved.extend(blocks_with_ec.iter().filter_map(|(block, _)| block.get(n)));
    }
    for n in 0..ec {
        interleaved.extend(blocks_with_ec.iter().filter_map(|(_, ec)| ec.get(n)));
    }
    interleaved
}

/// Product in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1.
fn gf_mul(a: u8, b: u8) -> u8 {
    let mut product = 0u8;
    for n in (0..8).rev() {
        product = product << 1 ^ if product > 127 { 0x1d } else { 0 };
        product ^= if b >> n & 1 == 1 { a } else { 0 };
    }
    product
}

/// Reed–Solomon error correction codewords.
fn ec_codewords(data: &[u8], count: usize) -> Vec<u8> {
    let mut divisor = vec![0; count];
    divisor[count - 1] = 1;
    let mut root = 1;
    for _ in 0..count {
        for n in 0..count {
            divisor[n] = gf_mul(divisor[n], root) ^ divisor.get(n + 1).copied().unwrap_or(0);
        }
        root = gf_mul(root, 2);
    }
    let mut rest = vec![0; count];
    for byte in data {
        let factor = byte ^ rest.remove(0);
        rest.push(0);
        rest.iter_mut().zip(&divisor).for_each(|(rest, d)| *rest ^= gf_mul(*d, factor));
    }
    rest
}

#[cfg(test)]
mod tests {
    use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

    use super::Code;

    /// Code of the reference implementation: byte mode, level M, the mask of the standard.
    fn reference(bytes: &[u8]) -> (usize, Vec<bool>) {
        let segments = [QrSegment::make_bytes(bytes)];
        let (min, max) = (Version::MIN, Version::new(10));
        let medium = QrCodeEcc::Medium;
        let code = QrCode::encode_segments_advanced(&segments, medium, min, max, None, false);
        let code = code.unwrap();
        let size = code.size();
        let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        (size as usize, dark.map(|(x, y)| code.get_module(x, y)).collect())
    }

    #[test]
    fn codes_match_the_reference_implementation() {
        let link = "https://mohreh.example/fa/online/k3x7abcd#m4n5p6q7r8s9t2u3";
        let mut texts = vec![link.as_bytes().to_vec(), "مهره".as_bytes().to_vec()];
        let mut state = 1u32;
        for length in (0..=213).chain((0..100).map(|n| 20 + n)) {
            let random = std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            });
            texts.push(random.take(length).collect());
            texts.push(vec![length as u8; length]);
        }
        for text in texts {
            let code = Code::of(&text).unwrap();
            assert_eq!((code.size, code.dark), reference(&text), "{text:?}");
        }
    }

    #[test]
    fn text_beyond_version_10_has_no_code() {
        assert!(Code::of(&[b'x'; 213]).is_some());
        assert!(Code::of(&[b'x'; 214]).is_none());
        assert_eq!(Code::of(b"").unwrap().size, 21);
    }
}
