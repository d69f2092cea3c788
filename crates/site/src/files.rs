//! `Files`: the output files, with content-hashed names, compression and size budgets.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use flate2::Compression;
use flate2::write::GzEncoder;
use mohreh_games::Kind;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::pages::AssetUrls;

/// Budgets of transfer sizes (brotli). The aim for the first part is 250 kB; the reasons of refused touches exceed it by
/// a little (docs/benchmarks.md).
const PAGE_WASM_BYTES: usize = 252_500;
const ENGINE_WASM_BYTES: usize = 300_000;
/// The page with all parts that are loaded later. The aim is 400 kB; courses, puzzles, editor and explorer exceed it
/// together (docs/benchmarks.md), and this keeps the excess from growing.
const WHOLE_PAGE_WASM_BYTES: usize = 442_500;
const FIRST_VISIT_BYTES: usize = 400_000;
const NETWORK_BYTES: usize = 300_000;
/// What the game of the tests adds to page and engine; the budgets are those of the product.
const TOY_BYTES: [usize; 2] = if Kind::HAS_TOY { [4_500, 9_500] } else { [0, 0] };

/// Files by path.
#[derive(Default)]
pub(crate) struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    pub(crate) fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(path.into(), bytes.into());
    }

    /// Adds a file under a content-hashed name and returns its URL: `page.js` becomes `/assets/page-0123456789.js`.
    pub(crate) fn add_hashed(&mut self, name: &str, bytes: impl Into<Vec<u8>>) -> String {
        let bytes = bytes.into();
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, "bin"));
        let path = format!("assets/{stem}-{}.{end}", short_hash(&bytes));
        self.add(path.clone(), bytes);
        format!("/{path}")
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Hash over all paths and contents; the version of the service worker's cache.
    pub(crate) fn version(&self) -> String {
        let mut all = Vec::new();
        for (path, bytes) in &self.0 {
            all.extend_from_slice(path.as_bytes());
            all.extend_from_slice(&Sha256::digest(bytes));
        }
        short_hash(&all)
    }

    /// Adds `.br` and `.gz` variants, unless `quick`.
    pub(crate) fn compress(self, quick: bool) -> CompressedFiles {
        let worth = |path: &str| !quick && is_compressible(path);
        let jobs: Vec<_> = self.0.iter().filter(|(path, _)| worth(path)).collect();
        // Worker threads share a queue, largest files first.
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(jobs[n].1.len()));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            while let Some(&n) = order.get(next.fetch_add(1, Relaxed)) {
                let (path, bytes) = jobs[n];
                done.push((format!("{path}.br"), brotli(bytes)));
                done.push((format!("{path}.gz"), gzip(bytes)));
            }
            done
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let packed: Vec<(String, Vec<u8>)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
            done.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut all = self.0;
        all.extend(packed);
        CompressedFiles(all)
    }
}

/// Files by path, including their compressed variants.
pub(crate) struct CompressedFiles(BTreeMap<String, Vec<u8>>);

impl CompressedFiles {
    /// Writes all files and removes others from the folder. Unchanged files keep their modification time, so that cargo
    /// does not rebuild what embeds them.
    pub(crate) fn write(&self, out: &Path) -> Result<()> {
        let wrong = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
        let wanted: BTreeMap<PathBuf, &Vec<u8>> =
            self.0.iter().map(|(path, bytes)| (out.join(path), bytes)).collect();
        let there = read_tree(out).unwrap_or_default();
        for (path, _) in there.iter().filter(|(path, _)| !wanted.contains_key(*path)) {
            std::fs::remove_file(path).map_err(|error| wrong(path, error))?;
        }
        for (to, bytes) in wanted {
            if there.get(&to) == Some(bytes) {
                continue;
            }
            let folder = to.parent().unwrap_or(out);
            std::fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
            std::fs::write(&to, bytes).map_err(|error| wrong(&to, error))?;
        }
        Ok(())
    }

    /// Transfer size of a URL.
    fn transfer_size(&self, address: &str) -> usize {
        let path = address.trim_start_matches('/');
        let file = self.0.get(&format!("{path}.br")).or_else(|| self.0.get(path));
        file.map_or(0, Vec::len)
    }

    /// Prints the transfer sizes and fails if a budget is exceeded.
    pub(crate) fn check_budgets(&self, links: &AssetUrls) -> Result<()> {
        let first: usize = links.first_visit().map(|address| self.transfer_size(address)).sum();
        let page = self.transfer_size(&links.page_wasm);
        let parts = links.page_parts.iter().map(|address| self.transfer_size(address));
        let whole = page + parts.sum::<usize>();
        let engine = self.transfer_size(&links.engine_wasm);
        let network = links.networks.iter().map(|address| self.transfer_size(address)).max();
        let [toy_page, toy_engine] = TOY_BYTES;
        let mut too_heavy = Vec::new();
        for (what, weight, most) in [
            ("wasm of the page", page, PAGE_WASM_BYTES + toy_page),
            ("all wasm of the page", whole, WHOLE_PAGE_WASM_BYTES + toy_page),
            ("wasm of the engine", engine, ENGINE_WASM_BYTES + toy_engine),
            ("largest network", network.unwrap_or(0), NETWORK_BYTES),
            ("first visit in all", first, FIRST_VISIT_BYTES + toy_page),
        ] {
            println!("{what:20} {weight:>8} of {most} bytes");
            if weight > most {
                too_heavy.push(what);
            }
        }
        match too_heavy.as_slice() {
            [] => Ok(()),
            these => Err(format!("too heavy: {}", these.join(", "))),
        }
    }
}

fn short_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// False for formats that are compressed already.
fn is_compressible(path: &str) -> bool {
    !path.ends_with(".woff2") && !path.ends_with(".png")
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Small blocks fit code better: its statistics change from function to function.
    let params = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        lgblock: 16,
        ..Default::default()
    };
    let mut from = bytes;
    match brotli::BrotliCompress(&mut from, &mut packed, &params) {
        Ok(_) => packed,
        // Writing to memory cannot fail.
        Err(_) => bytes.to_vec(),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    match encoder.write_all(bytes).and_then(|()| encoder.finish()) {
        Ok(packed) => packed,
        Err(_) => bytes.to_vec(),
    }
}

/// All files below a folder, with their contents.
fn read_tree(folder: &Path) -> std::io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.append(&mut read_tree(&path)?);
        } else {
            let bytes = std::fs::read(&path)?;
            files.insert(path, bytes);
        }
    }
    Ok(files)
}
