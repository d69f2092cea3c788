//! QR codes for links: bytes, level M, versions 1 to 10 (ISO/IEC 18004). A library for all there is would
//! weigh more than everything else about inviting somebody.

use std::fmt::Write;

/// For each version: check bytes of a block, blocks, bytes of data in all of them.
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

/// A code as the path of a drawing, a unit for each module, and its size.
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

#[derive(Clone)]
struct Code {
    size: usize,
    dark: Vec<bool>,
    /// Modules that hold no data.
    fixed: Vec<bool>,
}

impl Code {
    fn of(bytes: &[u8]) -> Option<Code> {
        // Four bits tell that bytes follow, and 8 or 16 how many.
        let room = |version: usize| VERSIONS[version - 1].2 - if version < 10 { 2 } else { 3 };
        let version = (1..=10).find(|version| bytes.len() <= room(*version))?;
        let mut code = Code::frame(version);
        code.fill(&words(bytes, version));
        let mut best = code.masked(0);
        for mask in 1..8 {
            let other = code.masked(mask);
            if other.sameness() < best.sameness() {
                best = other;
            }
        }
        Some(best)
    }

    /// Everything that is the same in all codes of a version.
    fn frame(version: usize) -> Code {
        let size = 17 + 4 * version;
        let mut code =
            Code { size, dark: vec![false; size * size], fixed: vec![false; size * size] };
        for n in 0..size {
            code.set(n, 6, n % 2 == 0);
            code.set(6, n, n % 2 == 0);
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            code.square(x, y, 4, |far| far != 2 && far != 4);
        }
        let mut places = vec![6];
        if version > 6 {
            places.push(size / 2);
        }
        if version > 1 {
            places.push(size - 7);
        }
        for &y in &places {
            for &x in &places {
                let taken = |n: usize, m: usize| n == 6 && (m == 6 || m == size - 7);
                if !taken(x, y) && !taken(y, x) {
                    code.square(x, y, 2, |far| far != 1);
                }
            }
        }
        // Which version it is stands in the larger ones.
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

    /// Squares within squares around a place, as far as they are in the code.
    fn square(&mut self, x: usize, y: usize, most: usize, dark: impl Fn(usize) -> bool) {
        for j in y.saturating_sub(most)..=(y + most).min(self.size - 1) {
            for i in x.saturating_sub(most)..=(x + most).min(self.size - 1) {
                self.set(i, j, dark(i.abs_diff(x).max(j.abs_diff(y))));
            }
        }
    }

    /// Level M and the mask, twice.
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

    /// Lays bits in columns of two, up and down, from the right.
    fn fill(&mut self, words: &[u8]) {
        let (mut bit, mut right, mut up) = (0, self.size - 1, true);
        while right > 0 {
            for step in 0..self.size {
                let y = if up { self.size - 1 - step } else { step };
                for x in [right, right - 1] {
                    let at = y * self.size + x;
                    if !self.fixed[at] {
                        let word = words.get(bit / 8).copied().unwrap_or(0);
                        self.dark[at] = word >> (7 - bit % 8) & 1 == 1;
                        bit += 1;
                    }
                }
            }
            up = !up;
            // One column is taken.
            right = if right == 8 { 5 } else { right.saturating_sub(2) };
        }
    }

    fn masked(&self, mask: usize) -> Code {
        let mut code = self.clone();
        for y in 0..self.size {
            for x in 0..self.size {
                let turned = match mask {
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
                code.dark[at] ^= turned && !self.fixed[at];
            }
        }
        code.format(mask);
        code
    }

    /// How many neighbours are alike: what is even is hard to read.
    fn sameness(&self) -> usize {
        let mut sum = 0;
        for at in self.size..self.dark.len() {
            sum += usize::from(self.dark[at] == self.dark[at - 1]);
            sum += usize::from(self.dark[at] == self.dark[at - self.size]);
        }
        sum
    }
}

/// What is left of bits after division, for the two small codes.
fn remainder(mut bits: usize, by: usize) -> usize {
    let length = |n: usize| usize::BITS - n.leading_zeros();
    while length(bits) >= length(by) {
        bits ^= by << (length(bits) - length(by));
    }
    bits
}

/// Data and check bytes in the order in which they are laid.
fn words(bytes: &[u8], version: usize) -> Vec<u8> {
    let (check, blocks, data) = VERSIONS[version - 1];
    // That bytes follow, how many, the bytes, and nothing: all of it half a byte out of step.
    let mut words = vec![0x40];
    let mut push = |byte: u8| {
        if let Some(last) = words.last_mut() {
            *last |= byte >> 4;
        }
        words.push(byte << 4);
    };
    if version > 9 {
        push((bytes.len() >> 8) as u8);
    }
    push(bytes.len() as u8);
    bytes.iter().for_each(|byte| push(*byte));
    let mut pad = 0xec;
    while words.len() < data {
        words.push(pad);
        pad ^= 0xec ^ 0x11;
    }
    // The later blocks have one byte more, if it does not come out even.
    let (short, longer) = (data / blocks, data % blocks);
    let mut parts: Vec<(&[u8], Vec<u8>)> = Vec::new();
    let mut rest = words.as_slice();
    for n in 0..blocks {
        let (part, after) = rest.split_at(short + usize::from(n >= blocks - longer));
        parts.push((part, check_bytes(part, check)));
        rest = after;
    }
    let mut laid = Vec::new();
    for n in 0..=short {
        laid.extend(parts.iter().filter_map(|(part, _)| part.get(n)));
    }
    for n in 0..check {
        laid.extend(parts.iter().filter_map(|(_, check)| check.get(n)));
    }
    laid
}

fn times(a: u8, b: u8) -> u8 {
    let mut product = 0u8;
    for n in (0..8).rev() {
        product = product << 1 ^ if product > 127 { 0x1d } else { 0 };
        product ^= if b >> n & 1 == 1 { a } else { 0 };
    }
    product
}

/// Reed–Solomon.
fn check_bytes(data: &[u8], many: usize) -> Vec<u8> {
    let mut divisor = vec![0; many];
    divisor[many - 1] = 1;
    let mut root = 1;
    for _ in 0..many {
        for n in 0..many {
            divisor[n] = times(divisor[n], root) ^ divisor.get(n + 1).copied().unwrap_or(0);
        }
        root = times(root, 2);
    }
    let mut left = vec![0; many];
    for byte in data {
        let factor = byte ^ left.remove(0);
        left.push(0);
        left.iter_mut().zip(&divisor).for_each(|(left, d)| *left ^= times(*d, factor));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::{Code, words};

    /// Codes that another program (python-qrcode 8.2) made: version, mask, text, rows as hexadecimal
    /// numbers.
    const MADE: &str = include_str!("qr.txt");

    #[test]
    fn codes_are_those_that_others_make() {
        for line in MADE.lines() {
            let mut parts = line.split(' ');
            let mut number = || parts.next().unwrap().parse::<usize>().unwrap();
            let (version, mask) = (number(), number());
            let text = parts.next().unwrap();
            let mut code = Code::frame(version);
            code.fill(&words(text.as_bytes(), version));
            let code = code.masked(mask);
            for (n, (row, made)) in code.dark.chunks(code.size).zip(parts).enumerate() {
                let bits = row.iter().fold(0u64, |sum, dark| sum << 1 | u64::from(*dark));
                assert_eq!(format!("{bits:x}"), made, "{text}, row {n}");
            }
            assert_eq!(Code::of(text.as_bytes()).unwrap().size, code.size, "{text}");
        }
    }

    #[test]
    fn what_is_too_long_has_no_code() {
        assert!(Code::of(&[b'x'; 213]).is_some());
        assert!(Code::of(&[b'x'; 214]).is_none());
        assert_eq!(Code::of(b"").unwrap().size, 21);
    }
}
