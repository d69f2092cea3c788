//! `mohreh-train selfplay`: games of the engine against itself, in a packed file.
//!
//! A file is only ever appended to, one record per game. If the run is interrupted, the next one drops
//! an incomplete record at the end and plays the games that are missing.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mohreh_engine::{Bound, Engine, Handicap, Heuristics, Limits};
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;
use mohreh_games::{Kind, Status};

use crate::pace::Pace;
use crate::splitmix::{SplitMix64, splitmix64};

/// Play games of the engine against itself, for training.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game.
    kind: Kind,
    /// Games in the file when the command is done.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Positions to look at for each turn.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Add to this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play with this network, not with the program's own.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Another seed plays other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play in so many threads; the games are the same.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Setups, repeated by how often they are played.
const ZERTZ: [&str; 16] = [
    "", "", "", "", "", "", "", "", "blitz", "blitz", "rings=48", "rings=48", "rings=61",
    "rings=61", "overlook", "rings=44",
];
const TZAAR: [&str; 4] = [DRAWN, DRAWN, DRAWN, ""];
const YINSH: [&str; 4] = ["", "", "", "blitz"];
/// Stands for a setup drawn by lot.
const DRAWN: &str = "drawn";

/// Most random turns in an opening.
const RANDOM_TURNS: u32 = 8;
/// One turn in this many is random after the opening.
const RANDOM_TURN_EVERY: u32 = 20;
/// After each search so many positions of its tree are sampled, with what it found out about them. A search
/// evaluates positions that no good player would reach, and prefers those that the network overrates, so a network
/// has to learn mostly from these.
const SAMPLES: usize = 40;
/// Random walks down the tree for them.
const WALKS: usize = 60;
/// Least depth of a search whose result is learned from: a turn.
const SAMPLE_DEPTH: i32 = 2;
/// Set in the number of a branch.
const BRANCH: u64 = 1 << 63;
/// Also set if its score is a lower, or an upper bound.
const LOWER: u64 = 1 << 62;
const UPPER: u64 = 1 << 61;

/// Score of a step that no search has judged.
pub(crate) const NO_SCORE: i16 = i16::MIN;

/// A step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// Index in the list of legal steps.
    pub(crate) index: u16,
    /// Score of the position before the step, for its mover; [`NO_SCORE`] in the middle of a turn and in
    /// random turns.
    pub(crate) score: i16,
}

/// A game of a file, or a branch off one: its last step has a score, and the game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) number: u64,
    pub(crate) setup: String,
    pub(crate) steps: Vec<Played>,
}

impl PlayedGame {
    /// Number of the game, also for a branch off it.
    pub(crate) fn game_number(&self) -> u64 {
        self.number & !(BRANCH | LOWER | UPPER)
    }

    /// What the last score means.
    pub(crate) fn bound(&self) -> Bound {
        match self.number {
            number if number & LOWER != 0 => Bound::Lower,
            number if number & UPPER != 0 => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    match args.kind {
        Kind::Zertz => play_all::<Zertz>(args, &ZERTZ),
        Kind::Tzaar => play_all::<Tzaar>(args, &TZAAR),
        Kind::Yinsh => play_all::<Yinsh>(args, &YINSH),
        kind => Err(io::Error::other(format!("{kind} has no network of this kind"))),
    }
}

/// First line of a file: everything that its games depend on but the program itself.
fn header(args: &Args, network: Option<&[u8]>) -> String {
    let Args { kind, nodes, seed, .. } = args;
    let network = network.map_or("own".to_string(), |bytes| format!("{:08x}", checksum(bytes)));
    format!("mohreh selfplay 3 {kind} nodes {nodes} seed {seed} network {network}\n")
}

fn play_all<G: Heuristics>(args: &Args, setups: &[&str]) -> io::Result<()> {
    let network = args.network.as_ref().map(std::fs::read).transpose()?;
    let (mut file, done) = open(&args.out, &header(args, network.as_deref()))?;
    let missing = args.games.saturating_sub(done.len() as u64);
    eprintln!("{}: {} games, {missing} to play", args.out.display(), done.len());
    file.seek(SeekFrom::End(0))?;
    let (next, file, started) = (AtomicU64::new(0), Mutex::new((file, 0_usize)), Pace::start());
    let results: Vec<io::Result<()>> = std::thread::scope(|scope| {
        let play_some = || {
            let mut engine = Engine::new(4 << 20);
            if let Some(network) = &network {
                engine.load_network(network).map_err(io::Error::other)?;
            }
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= args.games {
                    return Ok(());
                }
                if done.contains(&number) {
                    continue;
                }
                // The game itself comes last: if it is in the file, its branches are too.
                let played = play::<G>(&mut engine, args, setups, number)?;
                let record: Vec<u8> = played.iter().flat_map(pack).collect();
                let mut file = file.lock().map_err(|_| io::Error::other("a thread failed"))?;
                file.0.write_all(&record)?;
                file.1 += 1;
                if file.1.is_multiple_of(1_000) {
                    let pace = started.per_second(file.1);
                    eprintln!("{} of {missing} games, {pace:.1} a second", file.1);
                }
            }
        };
        let threads: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(play_some)).collect();
        let failed = || Err(io::Error::other("a thread failed"));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| failed())).collect()
    });
    results.into_iter().collect()
}

/// Plays one game, and returns its branches and the game; they depend only on the seed and the number.
fn play<G: Heuristics>(
    engine: &mut Engine,
    args: &Args,
    setups: &[&str],
    number: u64,
) -> io::Result<Vec<PlayedGame>> {
    let mut rng = SplitMix64::new(splitmix64(args.seed << 40 ^ number));
    let setup = match setups[rng.below(setups.len() as u32) as usize] {
        DRAWN => G::draw_setup(&mut |n| rng.below(n)),
        text => text.parse().map_err(|error| io::Error::other(format!("{error}")))?,
    };
    engine.clear();
    let random_turns = rng.below(RANDOM_TURNS + 1);
    let mut player = Player { engine, nodes: args.nodes, rng };
    let mut main = Branch { game: G::start(&setup), played: Vec::new() };
    let mut samples = Vec::new();
    for turn_number in 0.. {
        if !main.goes_on() {
            break;
        }
        if turn_number < random_turns || player.rng.below(RANDOM_TURN_EVERY) == 0 {
            main.play_random_turn(&mut player.rng);
            continue;
        }
        let before = main.unjudged();
        player.think(&mut main)?;
        samples.extend(player.samples(&before));
    }
    let setup = setup.to_string();
    let record = |number, steps| PlayedGame { number, setup: setup.clone(), steps };
    let mut records: Vec<_> = samples
        .into_iter()
        .map(|(branch, bound)| {
            let bound = match bound {
                Bound::Lower => LOWER,
                Bound::Upper => UPPER,
                Bound::Exact => 0,
            };
            record(number | BRANCH | bound, branch.played)
        })
        .collect();
    records.push(record(number, main.played));
    Ok(records)
}

/// A position with the steps that led to it.
#[derive(Clone)]
struct Branch<G> {
    game: G,
    played: Vec<Played>,
}

/// Who plays the games: the engine, and chance.
struct Player<'a> {
    engine: &'a Engine,
    nodes: u64,
    rng: SplitMix64,
}

impl Player<'_> {
    /// Positions of the last search's tree, which began here: quiet ones that it searched by a turn or more. The last
    /// step of each is any; it has the score.
    fn samples<G: Heuristics>(&mut self, root: &Branch<G>) -> Vec<(Branch<G>, Bound)> {
        let mut samples = Vec::new();
        let (mut seen, mut steps) = (HashSet::new(), Vec::new());
        for _ in 0..WALKS {
            let mut branch = root.clone();
            while samples.len() < SAMPLES && branch.goes_on() {
                steps.clear();
                branch.game.steps(&mut steps);
                let searched = |step: &G::Step| {
                    let mut child = branch.game.clone();
                    child.play_unchecked(*step);
                    self.engine.probe(&child).is_some_and(|entry| entry.depth > 0)
                };
                let next: Vec<_> = (0..steps.len()).filter(|n| searched(&steps[*n])).collect();
                if next.is_empty() {
                    break;
                }
                let index = next[self.rng.below(next.len() as u32) as usize];
                branch.played.push(Played { index: index as u16, score: NO_SCORE });
                branch.game.play_unchecked(steps[index]);
                if !branch.goes_on() || !branch.game.is_quiet() {
                    continue;
                }
                if let Some(entry) = self.engine.probe(&branch.game)
                    && entry.depth >= SAMPLE_DEPTH
                    && seen.insert(branch.game.hash())
                {
                    let mut sample = branch.clone();
                    let score = entry.score as i16;
                    sample.played.push(Played { index: 0, score });
                    samples.push((sample, entry.bound));
                }
            }
        }
        samples
    }

    /// Searches a turn, and plays it.
    fn think<G: Heuristics>(&mut self, branch: &mut Branch<G>) -> io::Result<()> {
        let handicap = Handicap {
            seed: self.rng.next(),
            opening_noise_permille: 100,
            noise_permille: 30,
            blind_percent: 0,
        };
        let limits = Limits { nodes: Some(self.nodes), handicap, ..Limits::default() };
        let choice = self.engine.think(&branch.game, &limits, &|| false, &mut |_| {});
        let mut score = choice.report.lines.first().map_or(NO_SCORE, |line| line.score as i16);
        for step in choice.turn {
            if !branch.play(step, score) {
                return Err(io::Error::other(format!("illegal: {}", branch.game)));
            }
            score = NO_SCORE;
        }
        Ok(())
    }
}

impl<G: Heuristics> Branch<G> {
    fn goes_on(&self) -> bool {
        matches!(self.game.status(), Status::ToMove(_))
    }

    /// The same position without the scores of the game.
    fn unjudged(&self) -> Branch<G> {
        let unjudged = |step: &Played| Played { score: NO_SCORE, ..*step };
        Branch { game: self.game.clone(), played: self.played.iter().map(unjudged).collect() }
    }

    /// Plays a step if it is legal.
    fn play(&mut self, step: G::Step, score: i16) -> bool {
        let mut steps = Vec::new();
        self.game.steps(&mut steps);
        let index = steps.iter().position(|legal| *legal == step);
        if let Some(index) = index {
            self.played.push(Played { index: index as u16, score });
            self.game.play_unchecked(step);
        }
        index.is_some()
    }

    fn play_random_turn(&mut self, rng: &mut SplitMix64) {
        let (to_move, mut steps) = (self.game.status(), Vec::new());
        while self.game.status() == to_move {
            steps.clear();
            self.game.steps(&mut steps);
            let index = rng.below(steps.len() as u32) as usize;
            self.played.push(Played { index: index as u16, score: NO_SCORE });
            self.game.play_unchecked(steps[index]);
        }
    }
}

/// Opens or creates a file, drops an incomplete record at its end, and returns the numbers of its games.
fn open(path: &Path, header: &str) -> io::Result<(File, HashSet<u64>)> {
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if file.metadata()?.len() == 0 {
        file.write_all(header.as_bytes())?;
        return Ok((file, HashSet::new()));
    }
    let mut reader = Reader::new(&file, path)?;
    if reader.header != header {
        return Err(io::Error::other(format!(
            "{} has other games: {}",
            path.display(),
            reader.header.trim_end()
        )));
    }
    let mut done = HashSet::new();
    while let Some(game) = reader.next_game()? {
        done.insert(game.number);
    }
    let end = reader.end;
    file.set_len(end)?;
    Ok((file, done))
}

/// Reads every game of a file; an incomplete record at the end is ignored.
pub(crate) fn read(path: &Path, mut game: impl FnMut(PlayedGame)) -> io::Result<()> {
    let file = File::open(path)?;
    let mut reader = Reader::new(&file, path)?;
    while let Some(next) = reader.next_game()? {
        game(next);
    }
    Ok(())
}

struct Reader<'a> {
    from: BufReader<&'a File>,
    header: String,
    /// End of the last whole record.
    end: u64,
}

impl<'a> Reader<'a> {
    fn new(file: &'a File, path: &Path) -> io::Result<Reader<'a>> {
        let mut from = BufReader::new(file);
        let mut header = String::new();
        let mut byte = [0];
        while !header.ends_with('\n') && header.len() < 200 && from.read(&mut byte)? == 1 {
            header.push(char::from(byte[0]));
        }
        if !header.starts_with("mohreh selfplay ") || !header.ends_with('\n') {
            return Err(io::Error::other(format!("{} is no file of games", path.display())));
        }
        let end = header.len() as u64;
        Ok(Reader { from, header, end })
    }

    /// The next whole game; `None` at the end, or at a record that is incomplete or damaged.
    fn next_game(&mut self) -> io::Result<Option<PlayedGame>> {
        let mut head = [0; 8];
        if fill(&mut self.from, &mut head)? < head.len() {
            return Ok(None);
        }
        let (length, check) = (u32_at(&head, 0) as usize, u32_at(&head, 4));
        if length > MAX_RECORD {
            return Ok(None);
        }
        let mut payload = vec![0; length];
        if fill(&mut self.from, &mut payload)? < length || checksum(&payload) != check {
            return Ok(None);
        }
        let game = unpack(&payload);
        self.end += (head.len() + length) as u64;
        Ok(game)
    }
}

/// Longest record that is read.
const MAX_RECORD: usize = 1 << 20;

/// Reads until the buffer is full or the file ends; returns how much was read.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut have = 0;
    while have < buffer.len() {
        match from.read(&mut buffer[have..])? {
            0 => break,
            more => have += more,
        }
    }
    Ok(have)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(16_777_619))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Record: length and checksum of the payload (4 bytes each), number (8), length of the setup (2), setup,
/// then for each step its index and score (2 each).
fn pack(game: &PlayedGame) -> Vec<u8> {
    let mut payload = game.number.to_le_bytes().to_vec();
    payload.extend((game.setup.len() as u16).to_le_bytes());
    payload.extend(game.setup.as_bytes());
    for step in &game.steps {
        payload.extend(step.index.to_le_bytes());
        payload.extend(step.score.to_le_bytes());
    }
    let mut record = (payload.len() as u32).to_le_bytes().to_vec();
    record.extend(checksum(&payload).to_le_bytes());
    record.extend(payload);
    record
}

fn unpack(payload: &[u8]) -> Option<PlayedGame> {
    let (number, rest) = payload.split_first_chunk()?;
    let (setup_length, rest) = rest.split_first_chunk()?;
    let (setup, steps) = rest.split_at_checked(u16::from_le_bytes(*setup_length).into())?;
    let step = |bytes: &[u8]| Played {
        index: u16::from_le_bytes([bytes[0], bytes[1]]),
        score: i16::from_le_bytes([bytes[2], bytes[3]]),
    };
    Some(PlayedGame {
        number: u64::from_le_bytes(*number),
        setup: String::from_utf8(setup.to_vec()).ok()?,
        steps: steps.chunks_exact(4).map(step).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX_RECORD, Played, PlayedGame, open, pack, read};

    /// An interrupted run loses no whole game, and leaves nothing that cannot be read.
    #[test]
    fn a_file_cut_anywhere_keeps_its_whole_games() {
        let path = std::env::temp_dir().join(format!("mohreh-selfplay-{}", std::process::id()));
        let game = |number: u64| PlayedGame {
            number,
            setup: "blitz".repeat(number as usize % 3),
            steps: (0..number as u16)
                .map(|index| Played { index, score: -(index as i16) })
                .collect(),
        };
        let header = "mohreh selfplay 1 zertz nodes 1 seed 1\n";
        let mut whole = header.as_bytes().to_vec();
        let mut ends = vec![whole.len()];
        for number in 0..6 {
            whole.extend(pack(&game(number)));
            ends.push(whole.len());
        }
        assert!(whole.len() < MAX_RECORD);
        for cut in header.len()..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let kept = ends.iter().filter(|end| **end <= cut).count() - 1;
            let (_, done) = open(&path, header).unwrap();
            assert_eq!(done, (0..kept as u64).collect());
            assert_eq!(std::fs::metadata(&path).unwrap().len(), ends[kept] as u64);
            let mut games = Vec::new();
            read(&path, |game| games.push(game)).unwrap();
            assert_eq!(games, (0..kept as u64).map(game).collect::<Vec<_>>());
        }
        assert!(open(&path, "mohreh selfplay 1 zertz nodes 2 seed 1\n").is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
