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
        let mut best = code.masked(0);
        for mask in 1..8 {
            let other = code.masked(mask);
            if other.equal_neighbours() < best.equal_neighbours() {
                best = other;
            }
        }
        Some(best)
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

    /// Number of equal neighbours; lower is better. Simpler than the standard's penalty rules: every mask is
    /// valid, it only affects how easily the code is scanned.
    fn equal_neighbours(&self) -> usize {
        let mut sum = 0;
        for at in self.size..self.dark.len() {
            sum += usize::from(self.dark[at] == self.dark[at - 1]);
            sum += usize::from(self.dark[at] == self.dark[at - self.size]);
        }
        sum
    }
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
    use super::{Code, codewords};

    /// Reference codes of python-qrcode 8.2, one per line: version, mask, text, rows in hexadecimal.
    const REFERENCE: &str = include_str!("qr.txt");

    #[test]
    fn codes_match_the_reference_implementation() {
        for line in REFERENCE.lines() {
            let mut parts = line.split(' ');
            let mut number = || parts.next().unwrap().parse::<usize>().unwrap();
            let (version, mask) = (number(), number());
            let text = parts.next().unwrap();
            let mut code = Code::function_patterns(version);
            code.fill(&codewords(text.as_bytes(), version));
            let code = code.masked(mask);
            for (n, (row, expected)) in code.dark.chunks(code.size).zip(parts).enumerate() {
                let bits = row.iter().fold(0u64, |sum, dark| sum << 1 | u64::from(*dark));
                assert_eq!(format!("{bits:x}"), expected, "{text}, row {n}");
            }
            assert_eq!(Code::of(text.as_bytes()).unwrap().size, code.size, "{text}");
        }
    }

    #[test]
    fn text_beyond_version_10_has_no_code() {
        assert!(Code::of(&[b'x'; 213]).is_some());
        assert!(Code::of(&[b'x'; 214]).is_none());
        assert_eq!(Code::of(b"").unwrap().size, 21);
    }
}
