//! Reproducible archives: entries are sorted, owned by root, and dated with the last commit.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Block size of tar.
const BLOCK: usize = 512;
/// Longest path of a ustar header without prefix.
const LONGEST: usize = 100;

/// Files and folders by path, with `/` and without a slash in front. Parents need not be named.
#[derive(Default)]
pub(super) struct Tree(BTreeMap<String, Node>);

struct Node {
    mode: u32,
    /// None for a folder.
    bytes: Option<Vec<u8>>,
}

impl Tree {
    pub(super) fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.put(path.into(), 0o644, Some(bytes.into()));
    }

    pub(super) fn add_program(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.put(path.into(), 0o755, Some(bytes.into()));
    }

    pub(super) fn add_folder(&mut self, path: impl Into<String>, mode: u32) {
        self.put(path.into(), mode, None);
    }

    fn put(&mut self, path: String, mode: u32, bytes: Option<Vec<u8>>) {
        for (end, _) in path.match_indices('/') {
            let folder = Node { mode: 0o755, bytes: None };
            self.0.entry(path[..end].to_string()).or_insert(folder);
        }
        self.0.insert(path, Node { mode, bytes });
    }

    /// Installed size in KiB, each file rounded up.
    pub(super) fn kilobytes(&self) -> usize {
        let node = |node: &Node| node.bytes.as_ref().map_or(1, |bytes| bytes.len().div_ceil(1024));
        self.0.values().map(node).sum()
    }

    /// As a tar archive; `above` is the prefix of every path.
    pub(super) fn tar(&self, above: &str, seconds: u64) -> Result<Vec<u8>, String> {
        let mut tar = Vec::new();
        tar.extend(header(&format!("{above}/"), 0o755, None, seconds)?);
        for (path, node) in &self.0 {
            let slash = if node.bytes.is_some() { "" } else { "/" };
            let size = node.bytes.as_ref().map(Vec::len);
            tar.extend(header(&format!("{above}/{path}{slash}"), node.mode, size, seconds)?);
            tar.extend(node.bytes.iter().flatten());
            tar.resize(tar.len().next_multiple_of(BLOCK), 0);
        }
        // Two empty blocks end it.
        tar.resize(tar.len() + 2 * BLOCK, 0);
        Ok(tar)
    }
}

/// The ustar header of a file or folder.
fn header(path: &str, mode: u32, size: Option<usize>, seconds: u64) -> Result<Vec<u8>, String> {
    if path.len() > LONGEST {
        return Err(format!("{path}: longer than the {LONGEST} bytes that an archive can hold"));
    }
    let kind = if size.is_some() { "0" } else { "5" };
    let size = size.unwrap_or(0);
    let fields = [
        (0, path.to_string()),
        (100, format!("{mode:07o}")),
        (108, format!("{:07o}", 0)),
        (116, format!("{:07o}", 0)),
        (124, format!("{size:011o}")),
        (136, format!("{seconds:011o}")),
        // The sum counts itself as blanks.
        (148, " ".repeat(8)),
        (156, kind.to_string()),
        (257, "ustar\u{0}00".to_string()),
        (265, "root".to_string()),
        (297, "root".to_string()),
    ];
    let mut block = vec![0; BLOCK];
    for (start, text) in fields {
        block[start..start + text.len()].copy_from_slice(text.as_bytes());
    }
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// An `ar` archive, as a Debian package is one.
pub(super) fn ar(members: &[(&str, &[u8])], seconds: u64) -> Vec<u8> {
    let mut ar = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let size = bytes.len();
        let head = format!("{name:16}{seconds:<12}{0:<6}{0:<6}{1:8}{size:<10}`\n", 0, "100644");
        ar.extend(head.into_bytes());
        ar.extend(*bytes);
        if size % 2 == 1 {
            ar.push(b'\n');
        }
    }
    ar
}

/// Gzip without timestamp and file name, for reproducibility.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map_err(|error| format!("gzip: {error}"))
}

/// A line of `SHA256SUMS`.
pub(super) fn sum_line(name: &str, bytes: &[u8]) -> String {
    let sum: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{sum}  {name}\n")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{BLOCK, Tree, ar, gzip, header, sum_line};

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.add("b/text", "words");
        tree.add_program("a", [7; 513]);
        tree.add_folder("empty", 0o750);
        tree
    }

    #[test]
    fn a_tar_has_parents_first_and_whole_blocks() {
        let tar = tree().tar("./top", 1_000_000_000).expect("short paths");
        let text = |start: usize, len: usize| {
            String::from_utf8_lossy(&tar[start..start + len]).trim_end_matches('\0').to_string()
        };
        // The folder above, the program with two blocks, a folder, its file, an empty folder, the end.
        let heads = [
            (0, "./top/"),
            (1, "./top/a"),
            (4, "./top/b/"),
            (5, "./top/b/text"),
            (7, "./top/empty/"),
        ];
        for (block, path) in heads {
            assert_eq!(text(block * BLOCK, 100), path);
            assert_eq!(text(block * BLOCK + 136, 12), "07346545000");
            assert_eq!(text(block * BLOCK + 265, 32), "root");
        }
        assert_eq!(text(BLOCK + 100, 8), "0000755");
        assert_eq!(text(BLOCK + 124, 12), "00000001001");
        assert_eq!(text(7 * BLOCK + 100, 8), "0000750");
        assert_eq!(text(6 * BLOCK, BLOCK), "words");
        assert_eq!(tar.len(), 10 * BLOCK);
        assert!(tar[8 * BLOCK..].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn the_order_of_adding_does_not_show() {
        let mut other = Tree::default();
        other.add_folder("empty", 0o750);
        other.add_program("a", [7; 513]);
        other.add("b/text", "words");
        assert_eq!(tree().tar(".", 5), other.tar(".", 5));
    }

    #[test]
    fn a_path_that_does_not_fit_is_refused() {
        assert!(header(&"x".repeat(100), 0o644, Some(1), 0).is_ok());
        let why = header(&"x".repeat(101), 0o644, Some(1), 0).expect_err("too long");
        assert!(why.contains("100 bytes"), "{why}");
    }

    /// Checked with the system's own tools.
    #[test]
    fn tar_reads_what_is_written() {
        let path =
            std::env::temp_dir().join(format!("mohreh-archive-{}.tar.gz", std::process::id()));
        let packed = gzip(&tree().tar("top", 1_000_000_000).expect("short paths")).expect("packed");
        std::fs::write(&path, packed).expect("written");
        let listed = Command::new("tar").arg("-tzf").arg(&path).output().expect("tar is there");
        let _ = std::fs::remove_file(&path);
        assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
        let names = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert_eq!(names, "top/\ntop/a\ntop/b/\ntop/b/text\ntop/empty/\n");
    }

    #[test]
    fn an_ar_pads_odd_members() {
        let made = ar(&[("debian-binary", b"2.0\n"), ("odd", b"abc"), ("last", b"")], 9);
        let expected = [
            "!<arch>\n",
            "debian-binary   9           0     0     100644  4         `\n2.0\n",
            "odd             9           0     0     100644  3         `\nabc\n",
            "last            9           0     0     100644  0         `\n",
        ];
        assert_eq!(String::from_utf8_lossy(&made), expected.concat());
    }

    #[test]
    fn a_gzip_header_tells_no_time() {
        let packed = gzip(b"words").expect("packed");
        assert_eq!(packed[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
        assert_eq!(packed, gzip(b"words").expect("packed"));
    }

    #[test]
    fn sums_are_those_of_sha256sum() {
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sum_line("abc.txt", b"abc"), format!("{sum}  abc.txt\n"));
    }

    #[test]
    fn sizes_are_rounded_up() {
        // Two folders, five bytes, 513 bytes.
        assert_eq!(tree().kilobytes(), 4);
    }
}
