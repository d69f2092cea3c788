//! `mohreh-train ratings`: Elo ratings from the records of several matches.
//!
//! One rating scale per kind of game, printed as Markdown tables and as an SVG plot.

mod fit;
mod markdown;
mod plot;
mod read;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mohreh_games::Kind;

use fit::{CrossTable, Ratings};
use read::{Game, ParsedGames};

/// Rate players by the records of matches.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What `mohreh match --out FILE` wrote; kinds of games are rated apart.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw the ratings into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The player with Elo 0; without it, the weakest.
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<String>,
}

/// Rating list of one kind of game.
struct Scale {
    kind: Kind,
    /// Number of the connected component, from 0, if the players of a kind are not all linked by games.
    group: Option<usize>,
    cross: CrossTable,
    ratings: Ratings,
    /// Player with Elo 0.
    anchor: usize,
}

impl Scale {
    fn name(&self) -> String {
        match self.group {
            Some(group) => format!("{} {}", self.kind, group + 1),
            None => self.kind.to_string(),
        }
    }

    fn elo(&self, player: usize) -> f64 {
        self.ratings.elo(player) - self.ratings.elo(self.anchor)
    }

    /// All players, the strongest first.
    fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.cross.players().len()).collect();
        players.sort_by(|a, b| self.elo(*b).total_cmp(&self.elo(*a)));
        players
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> io::Result<()> {
    let mut notes = io::stderr().lock();
    let parsed = read_all(&args.files, &mut notes)?;
    let scales = rate(&parsed.games, args.anchor.as_deref())?;
    markdown::write(&parsed, &scales, out)?;
    match &args.svg {
        Some(path) => fs::write(path, plot::svg(&scales)).map_err(|error| with_path(path, error)),
        None => Ok(()),
    }
}

fn with_path(path: &Path, error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

fn read_all(files: &[PathBuf], notes: &mut impl Write) -> io::Result<ParsedGames> {
    let mut parsed = ParsedGames::default();
    let mut known = Vec::new();
    for path in files {
        let real = fs::canonicalize(path).map_err(|error| with_path(path, error))?;
        if known.contains(&real) {
            return Err(with_path(path, "given twice; its games would count twice"));
        }
        known.push(real);
        let bytes = fs::read(path).map_err(|error| with_path(path, error))?;
        let read = ParsedGames::parse(&bytes).map_err(|why| with_path(path, why))?;
        for note in &read.notes {
            writeln!(notes, "note: {}: {note}", path.display())?;
        }
        parsed.merge(read);
    }
    Ok(parsed)
}

fn rate(games: &[Game], anchor: Option<&str>) -> io::Result<Vec<Scale>> {
    if games.is_empty() {
        return Err(io::Error::other("there is no game to rate"));
    }
    let known = |name: &str| games.iter().any(|game| game.players.iter().any(|one| one == name));
    if let Some(name) = anchor.filter(|name| !known(name)) {
        return Err(io::Error::other(format!("--anchor {name}: no such player in the records")));
    }
    let mut kinds = BTreeMap::<Kind, Vec<&Game>>::new();
    for game in games {
        kinds.entry(game.kind).or_default().push(game);
    }
    let scale = |kind: Kind, group: Option<usize>, cross: CrossTable| {
        let ratings = Ratings::fit(&cross);
        let players = cross.players();
        let wanted = players.iter().position(|player| Some(player.as_str()) == anchor);
        let weaker = |a: &usize, b: &usize| ratings.elo(*a).total_cmp(&ratings.elo(*b));
        let anchor = wanted.or_else(|| (0..players.len()).min_by(weaker)).unwrap_or_default();
        Scale { kind, group, cross, ratings, anchor }
    };
    let mut scales = Vec::new();
    for (kind, games) in kinds {
        let groups = CrossTable::connected_components(&games);
        let many = groups.len() > 1;
        let groups = groups.into_iter().enumerate();
        scales.extend(groups.map(|(group, cross)| scale(kind, many.then_some(group), cross)));
    }
    Ok(scales)
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;

    use super::read::Game;
    use super::{Scale, rate};

    fn game(kind: Kind, players: [&str; 2], half_points: [u64; 2]) -> Game {
        Game { kind, players: players.map(String::from), half_points, fault: false }
    }

    /// In zertz all players are linked; in yinsh there are two components.
    fn games() -> Vec<Game> {
        let mut games = Vec::new();
        for _ in 0..10 {
            games.push(game(Kind::Zertz, ["level:2", "level:1"], [2, 0]));
            games.push(game(Kind::Zertz, ["level:1", "level:2"], [1, 1]));
            games.push(game(Kind::Zertz, ["level:3", "level:2"], [2, 0]));
            games.push(game(Kind::Zertz, ["level:2", "level:3"], [2, 0]));
            games.push(game(Kind::Zertz, ["level:3", "level:1"], [2, 0]));
            games.push(game(Kind::Yinsh, ["level:1", "random"], [2, 0]));
            games.push(game(Kind::Yinsh, ["level:7", "level:8"], [0, 2]));
        }
        games
    }

    fn elos(scales: &[Scale]) -> Vec<(String, String, f64)> {
        let of = |scale: &Scale| {
            let elos = (0..).zip(scale.cross.players());
            elos.map(|(at, who)| (scale.name(), who.clone(), scale.elo(at))).collect::<Vec<_>>()
        };
        scales.iter().flat_map(of).collect()
    }

    #[test]
    fn kinds_and_groups_are_rated_apart() {
        let scales = rate(&games(), None).expect("there are games");
        let names: Vec<String> = scales.iter().map(Scale::name).collect();
        assert_eq!(names, ["zertz", "yinsh 1", "yinsh 2"]);
        for scale in &scales {
            let ranking = scale.ranking();
            assert_eq!(ranking.last(), Some(&scale.anchor), "the weakest has 0");
            assert!(ranking.is_sorted_by(|a, b| scale.elo(*a) > scale.elo(*b)));
        }
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let known = elos(&rate(&games(), None).expect("there are games"));
        for seed in 0..20 {
            let mut rng = crate::splitmix::SplitMix64::new(seed);
            let mut games = games();
            games.sort_by_cached_key(|_| rng.next());
            assert_eq!(elos(&rate(&games, None).expect("there are games")), known);
        }
    }

    #[test]
    fn an_anchor_moves_its_scale_only() {
        let free = rate(&games(), None).expect("there are games");
        let held = rate(&games(), Some("level:2")).expect("there are games");
        for (free, held) in free.iter().zip(&held) {
            let players = held.cross.players();
            let of = |name: &str| players.iter().position(|player| player == name);
            let down = of("level:2").map_or(0.0, |at| free.elo(at));
            for at in 0..players.len() {
                assert_eq!(held.elo(at), free.ratings.elo(at) - free.ratings.elo(held.anchor));
                assert!((free.elo(at) - held.elo(at) - down).abs() < 1e-9);
            }
        }
        assert!(rate(&games(), Some("level:9")).is_err());
        assert!(rate(&[], None).is_err());
    }
}
