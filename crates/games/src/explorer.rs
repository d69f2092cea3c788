//! [`Explorer`]: which turns were played from a position, up to the symmetries of the board, how often, and with which
//! results. An index over records; a server keeps the same [`entries`] in its database.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::any::{AnyGame, Kind};
use crate::game::{Seat, Status};
use crate::record::Record;
use crate::symmetry::Canon;

/// A turn from a position of a game. In a game with dice, what was chosen up to the next roll.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// Canonical hash of the position.
    pub hash: u64,
    /// The steps in the canonical image, separated by spaces.
    pub turn: String,
    /// The seat that played it.
    pub seat: Seat,
}

/// How a game ended, for the tallies of its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// The sole winner.
    pub winner: Option<Seat>,
    /// First place is shared.
    pub is_shared: bool,
    /// Ratings of the seats.
    pub ratings: [Option<u32>; Seat::MOST],
}

impl Ending {
    /// By the steps of a record or, if they do not end the game, by its header `result`. Ratings are the headers
    /// `rating 1` and so on.
    #[must_use]
    pub fn of(record: &Record) -> Ending {
        let by_header = || record.header("result").filter(|result| *result != "unfinished");
        let places: Vec<u8> = match record.game().status() {
            Status::Over(outcome) => outcome.places().to_vec(),
            _ => {
                by_header().unwrap_or_default().split(' ').filter_map(|n| n.parse().ok()).collect()
            }
        };
        let mut first = (0..places.len().min(Seat::MOST)).filter(|seat| places[*seat] == 1);
        let (one, other) = (first.next(), first.next());
        let mut ratings = [None; Seat::MOST];
        for (rating, number) in ratings.iter_mut().zip(1..) {
            let header = record.header(&alloc::format!("rating {number}"));
            *rating = header.and_then(|text| text.parse().ok());
        }
        let winner = one.filter(|_| other.is_none()).map(Seat::new);
        Ending { winner, is_shared: other.is_some(), ratings }
    }
}

/// What became of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The steps of the turn, in the position that was asked for.
    pub turn: Vec<String>,
    /// Games in which it was played.
    pub games: u32,
    /// Those of them that each seat has won.
    pub wins: [u32; Seat::MOST],
    /// Those without a sole winner; the others have no result.
    pub shared: u32,
    /// Sum of the ratings of those who played it.
    pub rating_sum: u64,
    /// How many of them had a rating.
    pub rated: u32,
}

impl Tally {
    /// Counts a game in which `seat` played the turn.
    pub fn count(&mut self, seat: Seat, ending: &Ending) {
        self.games += 1;
        self.shared += u32::from(ending.is_shared);
        if let Some(winner) = ending.winner {
            self.wins[winner.index()] += 1;
        }
        if let Some(rating) = ending.ratings[seat.index()] {
            self.rating_sum += u64::from(rating);
            self.rated += 1;
        }
    }
}

/// Symmetries by kind and variant, prepared once for each.
#[derive(Debug, Default)]
pub struct Canons(BTreeMap<(Kind, String), Canon>);

impl Canons {
    /// The symmetries of the game that a position belongs to.
    pub fn of(&mut self, game: &AnyGame) -> &Canon {
        let key = (game.kind(), Canon::variant(game));
        self.0.entry(key).or_insert_with(|| Canon::new(game))
    }
}

/// The first turns of the main line of a record, up to `most`, each once, sorted.
#[must_use]
pub fn entries(record: &Record, canons: &mut Canons, most: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    let canon = canons.of(record.playthrough().initial());
    let mut game = record.playthrough().initial().clone();
    let (steps, rolls) = (record.steps(), record.playthrough().rolls());
    for (seat, plies) in record.playthrough().turn_ranges() {
        // A run of choices: it begins with the turn and after each roll.
        let mut run = plies.start..plies.start;
        let mut before = game.clone();
        let mut push = |run: &core::ops::Range<usize>, before: &AnyGame| {
            let (hash, turn) = canon.canonical(before, &steps[run.clone()]);
            entries.push(Entry { hash, turn, seat });
        };
        for ply in plies.clone() {
            let interrupts =
                rolls.binary_search(&ply).is_ok() || game.leaver(&steps[ply]).is_some();
            if interrupts && !run.is_empty() {
                push(&run, &before);
            }
            // Legal when it was played, so legal again.
            if game.play(&steps[ply]).is_err() {
                return Vec::new();
            }
            if interrupts {
                run = ply + 1..ply + 1;
                before = game.clone();
            } else {
                run.end = ply + 1;
            }
        }
        // The last turn may not be complete.
        let goes_on = plies.end == steps.len() && game.status() == Status::ToMove(seat);
        if !run.is_empty() && !goes_on {
            push(&run, &before);
        }
        if entries.len() >= most {
            break;
        }
    }
    entries.truncate(most);
    entries.sort_unstable();
    entries.dedup();
    entries
}

/// An index over records in memory.
#[derive(Debug, Default)]
pub struct Explorer {
    canons: Canons,
    positions: BTreeMap<u64, BTreeMap<String, Tally>>,
    games: usize,
}

impl Explorer {
    /// An index without games.
    ///
    /// ```
    /// use mohreh_games::Record;
    /// use mohreh_games::explorer::Explorer;
    ///
    /// let mut explorer = Explorer::default();
    /// for line in ["yinsh||e1 f6", "yinsh||g11 f6", "yinsh||f6 e1"] {
    ///     explorer.add(&Record::from_line(line)?);
    /// }
    /// let start = Record::new("yinsh".parse()?, "")?;
    /// let tallies = explorer.look(start.game());
    /// assert_eq!(tallies.iter().map(|tally| tally.games).collect::<Vec<_>>(), [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new() -> Explorer {
        Explorer::default()
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds the turns of a record.
    pub fn add(&mut self, record: &Record) {
        let ending = Ending::of(record);
        for entry in entries(record, &mut self.canons, usize::MAX) {
            let turns = self.positions.entry(entry.hash).or_default();
            turns.entry(entry.turn).or_default().count(entry.seat, &ending);
        }
        self.games += 1;
    }

    /// What was played from a position or an image of it, the most frequent first.
    pub fn look(&mut self, game: &AnyGame) -> Vec<Tally> {
        let canon = self.canons.of(game);
        let Some(turns) = self.positions.get(&canon.hash(game)) else { return Vec::new() };
        let local = |(turn, tally): (&String, &Tally)| Tally {
            turn: canon.localise(game, turn),
            ..tally.clone()
        };
        let mut tallies: Vec<Tally> = turns.iter().map(local).collect();
        tallies.sort_by(|one, other| other.games.cmp(&one.games).then(one.turn.cmp(&other.turn)));
        tallies
    }
}
