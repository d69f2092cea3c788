//! Elo by maximum likelihood: the ratings under which what happened was likeliest (Bradley–Terry).
//!
//! A draw is half a win for both. Each pairing that was played counts one more game, a draw, so that a
//! player who has won all games is strong, not infinitely strong. The error comes from the curvature of
//! the likelihood, as if all games were independent. Both games of a pair begin alike, but between
//! levels their spread was found to be within a tenth of that.

use std::cmp::Ordering;

use super::read::Game;

/// What a player has had from some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    pub games: u64,
    /// Points twice.
    halves: u64,
}

impl Score {
    /// The part of the points, from 0 to 1; none without games.
    pub fn share(self) -> Option<f64> {
        (self.games > 0).then(|| self.halves as f64 / 2.0 / self.games as f64)
    }
}

/// Players that games link, and what each has had from each.
pub struct Cross {
    players: Vec<String>,
    /// By row and column, the row's.
    scores: Vec<Vec<Score>>,
}

impl Cross {
    /// One table for each group of players of which none has met one of another group.
    pub fn groups(games: &[&Game]) -> Vec<Cross> {
        let whole = Cross::of(games);
        let mut left: Vec<usize> = (0..whole.players.len()).collect();
        let mut groups = Vec::new();
        while let Some(first) = left.first() {
            let mut group = vec![*first];
            let mut seen = 0;
            while let Some(&player) = group.get(seen) {
                let met = |other: &usize| whole.score(player, *other).games > 0;
                let new: Vec<usize> =
                    left.iter().copied().filter(|one| met(one) && !group.contains(one)).collect();
                group.extend(new);
                seen += 1;
            }
            left.retain(|player| !group.contains(player));
            group.sort_unstable();
            groups.push(Cross {
                players: group.iter().map(|player| whole.players[*player].clone()).collect(),
                scores: group
                    .iter()
                    .map(|row| group.iter().map(|column| whole.score(*row, *column)).collect())
                    .collect(),
            });
        }
        groups
    }

    fn of(games: &[&Game]) -> Cross {
        let mut players: Vec<String> =
            games.iter().flat_map(|game| game.players.iter().cloned()).collect();
        players.sort_by(|a, b| by_name(a, b));
        players.dedup();
        let mut scores = vec![vec![Score::default(); players.len()]; players.len()];
        for game in games {
            let [Some(first), Some(second)] =
                game.players.each_ref().map(|name| players.iter().position(|one| one == name))
            else {
                continue;
            };
            for (row, column, halves) in
                [(first, second, game.halves[0]), (second, first, game.halves[1])]
            {
                scores[row][column].games += 1;
                scores[row][column].halves += halves;
            }
        }
        Cross { players, scores }
    }

    /// In the order of their names.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    pub fn score(&self, row: usize, column: usize) -> Score {
        self.scores[row][column]
    }

    /// What a player has had from all.
    pub fn total(&self, player: usize) -> Score {
        self.scores[player].iter().fold(Score::default(), |sum, score| Score {
            games: sum.games + score.games,
            halves: sum.halves + score.halves,
        })
    }

    pub fn games(&self) -> u64 {
        (0..self.players.len()).map(|player| self.total(player).games).sum::<u64>() / 2
    }
}

/// `level:2` comes before `level:10`, and `nodes:500` before `nodes:20k`.
pub fn by_name(a: &str, b: &str) -> Ordering {
    parts(a).cmp(&parts(b)).then_with(|| a.cmp(b))
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Number(u64),
    Text(&'a str),
}

fn parts(mut name: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    while !name.is_empty() {
        let digits = name.starts_with(|c: char| c.is_ascii_digit());
        let end = name.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(name.len());
        let (part, rest) = name.split_at(end);
        name = rest;
        let Ok(number) = part.parse::<u64>() else {
            parts.push(Part::Text(part));
            continue;
        };
        let unit = |letter: char| {
            let rest = rest.strip_prefix(letter)?;
            (!rest.starts_with(|c: char| c.is_alphanumeric())).then_some(rest)
        };
        let units = [('k', 1_000), ('m', 1_000_000)];
        let found = units.into_iter().find_map(|(letter, times)| Some((unit(letter)?, times)));
        let (rest, times) = found.unwrap_or((rest, 1));
        parts.push(Part::Number(number.saturating_mul(times)));
        name = rest;
    }
    parts
}

/// A player who scores 10 times as much as another is so many Elo stronger.
const DECADE: f64 = 400.0;
/// 95 of 100 errors are smaller than so many standard deviations.
const CERTAIN: f64 = 1.959_964;
/// Nearer to the maximum nobody can see, in natural logarithms.
const NEAR: f64 = 1e-11;
/// Never needed; each round about doubles the number of right digits.
const MOST_ROUNDS: usize = 500;

/// How strong the players of a table are; their mean is 0.
pub struct Ratings {
    elo: Vec<f64>,
    /// How the errors hang together, in Elo squared.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The likelihood has one maximum, as all players are linked. Newton's method finds it; steps are
    /// made shorter by a rule under which they never lead downhill.
    pub fn fit(cross: &Cross) -> Ratings {
        let count = cross.players.len();
        let mut strengths = vec![0.0; count];
        let mut covariance = Vec::new();
        for _ in 0..MOST_ROUNDS {
            let (slope, curvature) = slope_and_curvature(cross, &strengths);
            covariance = inverse(curvature);
            let step: Vec<f64> = covariance
                .iter()
                .map(|row| row.iter().zip(&slope).map(|(part, slope)| part * slope).sum())
                .collect();
            let highest = step.iter().copied().fold(f64::MIN, f64::max);
            let width = highest - step.iter().copied().fold(f64::MAX, f64::min);
            if width < NEAR {
                break;
            }
            let shorter = width.ln_1p() / width;
            for (strength, step) in strengths.iter_mut().zip(step) {
                *strength += shorter * step;
            }
        }
        let unit = DECADE / std::f64::consts::LN_10;
        let mean = strengths.iter().sum::<f64>() / count as f64;
        for part in covariance.iter_mut().flatten() {
            // The mean is known, and was taken as known to within 1.
            *part = (*part - 1.0 / count as f64) * unit * unit;
        }
        Ratings { elo: strengths.iter().map(|one| (one - mean) * unit).collect(), covariance }
    }

    pub fn elo(&self, player: usize) -> f64 {
        self.elo[player]
    }

    /// How far off a rating may be against the mean of all, with 95 % certainty.
    pub fn error(&self, player: usize) -> f64 {
        CERTAIN * self.covariance[player][player].max(0.0).sqrt()
    }

    /// How far off the distance of two may be.
    pub fn error_between(&self, one: usize, other: usize) -> f64 {
        let of = |row: usize, column: usize| self.covariance[row][column];
        let variance = of(one, one) + of(other, other) - 2.0 * of(one, other);
        CERTAIN * variance.max(0.0).sqrt()
    }
}

/// What one scores against another, from how much stronger it is.
fn expected(stronger: f64) -> f64 {
    1.0 / (1.0 + (-stronger).exp())
}

/// How the logarithm of the likelihood changes with each strength, and how its slope falls. As only
/// distances count, the mean is free; the curvature holds it, so that it has an inverse.
fn slope_and_curvature(cross: &Cross, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let mut slope = vec![0.0; count];
    let mut curvature = vec![vec![1.0 / count as f64; count]; count];
    for row in 0..count {
        for column in 0..count {
            let Score { games, halves } = cross.score(row, column);
            if games == 0 {
                continue;
            }
            let expected = expected(strengths[row] - strengths[column]);
            // With the one draw that nobody played.
            let (games, points) = (games as f64 + 1.0, halves as f64 / 2.0 + 0.5);
            slope[row] += points - games * expected;
            let weight = games * expected * (1.0 - expected);
            curvature[row][row] += weight;
            curvature[row][column] -= weight;
        }
    }
    (slope, curvature)
}

/// Of a symmetric matrix whose directions all count; such a one needs no exchange of rows.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for pivot in 0..count {
        let factor = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        for part in &mut matrix[pivot] {
            *part *= factor;
        }
        let done = matrix[pivot].clone();
        for row in (0..count).filter(|row| *row != pivot) {
            let times = std::mem::take(&mut matrix[row][pivot]);
            for (part, done) in matrix[row].iter_mut().zip(&done) {
                *part -= times * done;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::{CERTAIN, Cross, DECADE, Ratings, Score, by_name};
    use crate::chance::Chance;

    /// From pairings: two players, games, and half points of the first.
    fn cross(count: usize, pairings: &[(usize, usize, u64, u64)]) -> Cross {
        let mut scores = vec![vec![Score::default(); count]; count];
        for &(one, other, games, halves) in pairings {
            scores[one][other].games += games;
            scores[one][other].halves += halves;
            scores[other][one].games += games;
            scores[other][one].halves += 2 * games - halves;
        }
        Cross { players: (1..=count).map(|number| format!("level:{number}")).collect(), scores }
    }

    fn score(elo: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-elo / DECADE))
    }

    fn near(left: f64, right: f64, within: f64) {
        assert!((left - right).abs() <= within, "{left} is not {right}");
    }

    /// Random tables, all players linked; many with 0 or 100 %.
    fn samples() -> impl Iterator<Item = (Cross, Vec<(usize, usize, u64, u64)>)> {
        (0..200).map(|seed| {
            let mut chance = Chance::new(seed);
            let count = 2 + chance.below(8) as usize;
            let mut pairings = Vec::new();
            for other in 1..count {
                for one in 0..other {
                    if one + 1 < other && chance.below(2) == 0 {
                        continue;
                    }
                    let games = 1 + u64::from(chance.below(60));
                    let halves = match chance.below(3) {
                        0 => 0,
                        1 => 2 * games,
                        _ => u64::from(chance.below(2 * games as u32 + 1)),
                    };
                    pairings.push((one, other, games, halves));
                }
            }
            (cross(count, &pairings), pairings)
        })
    }

    #[test]
    fn known_distances_are_found() {
        let truth = [0.0, 120.0, 200.0, 420.0, 431.0, 900.0];
        let mut pairings = Vec::new();
        for other in 1..truth.len() {
            for one in 0..other {
                let games = 1_000_000_000;
                let halves = (2e9 * score(truth[one] - truth[other])).round() as u64;
                pairings.push((one, other, games, halves));
            }
        }
        let ratings = Ratings::fit(&cross(truth.len(), &pairings));
        for (player, truth) in truth.into_iter().enumerate() {
            near(ratings.elo(player) - ratings.elo(0), truth, 1e-3);
        }
    }

    #[test]
    fn players_are_expected_to_score_what_they_scored() {
        for (cross, _) in samples() {
            let ratings = Ratings::fit(&cross);
            let count = cross.players.len();
            for row in 0..count {
                let (mut had, mut expected) = (0.0, 0.0);
                for column in 0..count {
                    let Score { games, halves } = cross.score(row, column);
                    if games > 0 {
                        had += halves as f64 / 2.0 + 0.5;
                        let distance = ratings.elo(row) - ratings.elo(column);
                        expected += (games as f64 + 1.0) * score(distance);
                    }
                }
                near(expected, had, 1e-6);
            }
            near((0..count).map(|player| ratings.elo(player)).sum(), 0.0, 1e-6);
        }
    }

    #[test]
    fn to_swap_all_results_is_to_swap_the_sign() {
        for (table, pairings) in samples() {
            let swapped: Vec<_> = pairings
                .iter()
                .map(|&(one, other, games, halves)| (one, other, games, 2 * games - halves))
                .collect();
            let count = table.players.len();
            let (ratings, other) = (Ratings::fit(&table), Ratings::fit(&cross(count, &swapped)));
            for player in 0..count {
                near(ratings.elo(player), -other.elo(player), 1e-6);
                near(ratings.error(player), other.error(player), 1e-6);
            }
        }
    }

    #[test]
    fn to_rename_players_is_to_rename_ratings() {
        for (table, pairings) in samples() {
            let count = table.players.len();
            let turned: Vec<_> = pairings
                .iter()
                .map(|&(one, other, games, halves)| {
                    (count - 1 - one, count - 1 - other, games, halves)
                })
                .collect();
            let (ratings, other) = (Ratings::fit(&table), Ratings::fit(&cross(count, &turned)));
            for player in 0..count {
                near(ratings.elo(player), other.elo(count - 1 - player), 1e-6);
                near(ratings.error(player), other.error(count - 1 - player), 1e-6);
            }
        }
    }

    #[test]
    fn who_wins_all_games_is_not_infinitely_strong() {
        for games in [1, 20, 1_000, 1_000_000] {
            // A ladder in which each beats the one below.
            let rungs: Vec<_> = (0..7).map(|one| (one, one + 1, games, 0)).collect();
            let ratings = Ratings::fit(&cross(8, &rungs));
            let rung = DECADE * (2.0 * games as f64 + 1.0).log10();
            for player in 1..8 {
                near(ratings.elo(player) - ratings.elo(player - 1), rung, 1e-4);
                assert!(ratings.error(player).is_finite() && ratings.error(player) > 0.0);
            }
        }
    }

    #[test]
    fn known_errors() {
        // A score of one half from n games is within 1.96 / 2 / √n.
        let ratings = Ratings::fit(&cross(2, &[(0, 1, 399, 399)]));
        let distance = CERTAIN * 2.0 / 20.0 * DECADE / std::f64::consts::LN_10;
        near(ratings.error_between(0, 1), distance, 1e-6);
        near(ratings.error(0), distance / 2.0, 1e-6);
        near(ratings.error_between(1, 1), 0.0, 1e-6);
        // On a ladder, distances of neighbours are independent of each other.
        let ladder = Ratings::fit(&cross(3, &[(0, 1, 399, 399), (1, 2, 399, 399)]));
        near(ladder.error_between(0, 1), distance, 1e-6);
        near(ladder.error_between(0, 2), distance * 2f64.sqrt(), 1e-6);
        assert!(ladder.error(1) < ladder.error(0));
    }

    #[test]
    fn names_in_order() {
        let names = [
            "20k",
            "level:2",
            "level:2,without=reductions",
            "level:10",
            "nodes:500",
            "nodes:2k",
            "nodes:2500",
            "nodes:1m",
            "program:./2kings",
            "program:./é9",
            "random",
        ];
        assert!(names.is_sorted_by(|a, b| by_name(a, b).is_lt()));
        for name in names {
            assert!(by_name(name, name).is_eq());
        }
    }
}
