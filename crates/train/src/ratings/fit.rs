//! Bradley–Terry ratings by maximum likelihood, in Elo.
//!
//! A draw is half a win. Each pairing gets one virtual draw as a prior, so that perfect scores have
//! finite ratings. Errors come from the Fisher information and treat games as independent. Both games
//! of a pair share an opening, but between levels the observed variance was within a tenth of that.

use std::cmp::Ordering;

use super::read::Game;

/// Games and points of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Score {
    pub games: u64,
    /// In half points.
    half_points: u64,
}

impl Score {
    /// Points per game, from 0 to 1; `None` without games.
    pub(super) fn fraction(self) -> Option<f64> {
        (self.games > 0).then(|| self.half_points as f64 / 2.0 / self.games as f64)
    }
}

/// Cross table of players that are linked by games.
pub(super) struct CrossTable {
    players: Vec<String>,
    /// Score of the row's player against the column's.
    scores: Vec<Vec<Score>>,
}

impl CrossTable {
    /// One table per connected component of the graph of pairings.
    pub(super) fn connected_components(games: &[&Game]) -> Vec<CrossTable> {
        let combined = CrossTable::of(games);
        let mut left: Vec<usize> = (0..combined.players.len()).collect();
        let mut groups = Vec::new();
        while let Some(first) = left.first() {
            let mut group = vec![*first];
            let mut seen = 0;
            while let Some(&player) = group.get(seen) {
                let met = |other: &usize| combined.score(player, *other).games > 0;
                let new: Vec<usize> =
                    left.iter().copied().filter(|one| met(one) && !group.contains(one)).collect();
                group.extend(new);
                seen += 1;
            }
            left.retain(|player| !group.contains(player));
            group.sort_unstable();
            groups.push(CrossTable {
                players: group.iter().map(|player| combined.players[*player].clone()).collect(),
                scores: group
                    .iter()
                    .map(|row| group.iter().map(|column| combined.score(*row, *column)).collect())
                    .collect(),
            });
        }
        groups
    }

    fn of(games: &[&Game]) -> CrossTable {
        let mut players: Vec<String> =
            games.iter().flat_map(|game| game.players.iter().cloned()).collect();
        players.sort_by(|a, b| natural_order(a, b));
        players.dedup();
        let mut scores = vec![vec![Score::default(); players.len()]; players.len()];
        for game in games {
            let [Some(first), Some(second)] =
                game.players.each_ref().map(|name| players.iter().position(|one| one == name))
            else {
                continue;
            };
            for (row, column, half_points) in
                [(first, second, game.half_points[0]), (second, first, game.half_points[1])]
            {
                scores[row][column].games += 1;
                scores[row][column].half_points += half_points;
            }
        }
        CrossTable { players, scores }
    }

    /// In natural order of their names.
    pub(super) fn players(&self) -> &[String] {
        &self.players
    }

    pub(super) fn score(&self, row: usize, column: usize) -> Score {
        self.scores[row][column]
    }

    /// Score against all opponents.
    pub(super) fn total(&self, player: usize) -> Score {
        self.scores[player].iter().fold(Score::default(), |sum, score| Score {
            games: sum.games + score.games,
            half_points: sum.half_points + score.half_points,
        })
    }

    pub(super) fn games(&self) -> u64 {
        (0..self.players.len()).map(|player| self.total(player).games).sum::<u64>() / 2
    }
}

/// Natural sort order: `level:2` before `level:10`, `nodes:500` before `nodes:20k`.
pub(super) fn natural_order(a: &str, b: &str) -> Ordering {
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
        let (element, rest) = name.split_at(end);
        name = rest;
        let Ok(number) = element.parse::<u64>() else {
            parts.push(Part::Text(element));
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

/// Elo difference that means odds of 10 : 1.
const ELO_SCALE: f64 = 400.0;
/// Two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_964;
/// Convergence threshold, in nats.
const TOLERANCE: f64 = 1e-11;
/// Never reached, since Newton's method converges quadratically.
const MAX_ITERATIONS: usize = 500;

/// Ratings with mean 0, and their covariance.
pub(super) struct Ratings {
    elo: Vec<f64>,
    /// In Elo squared.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Damped Newton's method. The likelihood is concave with one maximum, since all players are
    /// linked; the damping ln(1 + r) / r guarantees ascent.
    pub(super) fn fit(cross: &CrossTable) -> Ratings {
        let count = cross.players.len();
        let mut log_strengths = vec![0.0; count];
        let mut covariance = Vec::new();
        for _ in 0..MAX_ITERATIONS {
            let (gradient, information) = gradient_and_information(cross, &log_strengths);
            covariance = inverse(information);
            let step: Vec<f64> = covariance
                .iter()
                .map(|row| {
                    row.iter().zip(&gradient).map(|(element, gradient)| element * gradient).sum()
                })
                .collect();
            let highest = step.iter().copied().fold(f64::MIN, f64::max);
            let range = highest - step.iter().copied().fold(f64::MAX, f64::min);
            if range < TOLERANCE {
                break;
            }
            let damping = range.ln_1p() / range;
            for (log_strength, step) in log_strengths.iter_mut().zip(step) {
                *log_strength += damping * step;
            }
        }
        let elo_per_nat = ELO_SCALE / std::f64::consts::LN_10;
        let mean = log_strengths.iter().sum::<f64>() / count as f64;
        for element in covariance.iter_mut().flatten() {
            // Remove the unit-variance prior on the mean.
            *element = (*element - 1.0 / count as f64) * elo_per_nat * elo_per_nat;
        }
        Ratings {
            elo: log_strengths.iter().map(|one| (one - mean) * elo_per_nat).collect(),
            covariance,
        }
    }

    pub(super) fn elo(&self, player: usize) -> f64 {
        self.elo[player]
    }

    /// Half-width of the 95 % confidence interval of a rating, relative to the mean of all.
    pub(super) fn error(&self, player: usize) -> f64 {
        Z_95 * self.covariance[player][player].max(0.0).sqrt()
    }

    /// Half-width of the 95 % confidence interval of a rating difference.
    pub(super) fn error_between(&self, one: usize, other: usize) -> f64 {
        let of = |row: usize, column: usize| self.covariance[row][column];
        let variance = of(one, one) + of(other, other) - 2.0 * of(one, other);
        Z_95 * variance.max(0.0).sqrt()
    }
}

/// Expected score by the difference of log strengths.
fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Gradient and Fisher information (negative Hessian) of the log-likelihood. The likelihood leaves the
/// mean free; a unit-variance prior on it makes the information invertible.
fn gradient_and_information(
    cross: &CrossTable,
    log_strengths: &[f64],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = log_strengths.len();
    let mut gradient = vec![0.0; count];
    let mut information = vec![vec![1.0 / count as f64; count]; count];
    for row in 0..count {
        for column in 0..count {
            let Score { games, half_points } = cross.score(row, column);
            if games == 0 {
                continue;
            }
            let expected = expected_score(log_strengths[row] - log_strengths[column]);
            // Includes the virtual draw.
            let (games, points) = (games as f64 + 1.0, half_points as f64 / 2.0 + 0.5);
            gradient[row] += points - games * expected;
            let weight = games * expected * (1.0 - expected);
            information[row][row] += weight;
            information[row][column] -= weight;
        }
    }
    (gradient, information)
}

/// Gauss–Jordan inverse of a positive definite matrix, which needs no pivoting.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for pivot in 0..count {
        let factor = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        for element in &mut matrix[pivot] {
            *element *= factor;
        }
        let pivot_row = matrix[pivot].clone();
        for row in (0..count).filter(|row| *row != pivot) {
            let times = std::mem::take(&mut matrix[row][pivot]);
            for (element, pivot_row) in matrix[row].iter_mut().zip(&pivot_row) {
                *element -= times * pivot_row;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::{CrossTable, ELO_SCALE, Ratings, Score, Z_95, natural_order};
    use crate::splitmix::SplitMix64;

    /// From pairings: two players, number of games, half points of the first.
    fn cross(count: usize, pairings: &[(usize, usize, u64, u64)]) -> CrossTable {
        let mut scores = vec![vec![Score::default(); count]; count];
        for &(one, other, games, half_points) in pairings {
            scores[one][other].games += games;
            scores[one][other].half_points += half_points;
            scores[other][one].games += games;
            scores[other][one].half_points += 2 * games - half_points;
        }
        CrossTable {
            players: (1..=count).map(|number| format!("level:{number}")).collect(),
            scores,
        }
    }

    fn score(elo: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-elo / ELO_SCALE))
    }

    fn near(left: f64, right: f64, within: f64) {
        assert!((left - right).abs() <= within, "{left} is not {right}");
    }

    /// Random connected tables; many pairings have a score of 0 or 100 %.
    fn samples() -> impl Iterator<Item = (CrossTable, Vec<(usize, usize, u64, u64)>)> {
        (0..200).map(|seed| {
            let mut rng = SplitMix64::new(seed);
            let count = 2 + rng.below(8) as usize;
            let mut pairings = Vec::new();
            for other in 1..count {
                for one in 0..other {
                    if one + 1 < other && rng.below(2) == 0 {
                        continue;
                    }
                    let games = 1 + u64::from(rng.below(60));
                    let half_points = match rng.below(3) {
                        0 => 0,
                        1 => 2 * games,
                        _ => u64::from(rng.below(2 * games as u32 + 1)),
                    };
                    pairings.push((one, other, games, half_points));
                }
            }
            (cross(count, &pairings), pairings)
        })
    }

    #[test]
    fn known_differences_are_recovered() {
        let truth = [0.0, 120.0, 200.0, 420.0, 431.0, 900.0];
        let mut pairings = Vec::new();
        for other in 1..truth.len() {
            for one in 0..other {
                let games = 1_000_000_000;
                let half_points = (2e9 * score(truth[one] - truth[other])).round() as u64;
                pairings.push((one, other, games, half_points));
            }
        }
        let ratings = Ratings::fit(&cross(truth.len(), &pairings));
        for (player, truth) in truth.into_iter().enumerate() {
            near(ratings.elo(player) - ratings.elo(0), truth, 1e-3);
        }
    }

    #[test]
    fn expected_scores_match_actual_scores() {
        for (cross, _) in samples() {
            let ratings = Ratings::fit(&cross);
            let count = cross.players.len();
            for row in 0..count {
                let (mut had, mut expected) = (0.0, 0.0);
                for column in 0..count {
                    let Score { games, half_points } = cross.score(row, column);
                    if games > 0 {
                        had += half_points as f64 / 2.0 + 0.5;
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
    fn swapping_all_results_negates_the_ratings() {
        for (table, pairings) in samples() {
            let swapped: Vec<_> = pairings
                .iter()
                .map(|&(one, other, games, half_points)| {
                    (one, other, games, 2 * games - half_points)
                })
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
    fn ratings_do_not_depend_on_the_order_of_players() {
        for (table, pairings) in samples() {
            let count = table.players.len();
            let turned: Vec<_> = pairings
                .iter()
                .map(|&(one, other, games, half_points)| {
                    (count - 1 - one, count - 1 - other, games, half_points)
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
    fn a_perfect_score_gives_a_finite_rating() {
        for games in [1, 20, 1_000, 1_000_000] {
            // A chain in which each player beats the one below.
            let rungs: Vec<_> = (0..7).map(|one| (one, one + 1, games, 0)).collect();
            let ratings = Ratings::fit(&cross(8, &rungs));
            let rung = ELO_SCALE * (2.0 * games as f64 + 1.0).log10();
            for player in 1..8 {
                near(ratings.elo(player) - ratings.elo(player - 1), rung, 1e-4);
                assert!(ratings.error(player).is_finite() && ratings.error(player) > 0.0);
            }
        }
    }

    #[test]
    fn errors_match_closed_forms() {
        // The standard error of a score of ½ from n games is 1 / (2 √n).
        let ratings = Ratings::fit(&cross(2, &[(0, 1, 399, 399)]));
        let distance = Z_95 * 2.0 / 20.0 * ELO_SCALE / std::f64::consts::LN_10;
        near(ratings.error_between(0, 1), distance, 1e-6);
        near(ratings.error(0), distance / 2.0, 1e-6);
        near(ratings.error_between(1, 1), 0.0, 1e-6);
        // In a chain the differences of neighbours are independent.
        let ladder = Ratings::fit(&cross(3, &[(0, 1, 399, 399), (1, 2, 399, 399)]));
        near(ladder.error_between(0, 1), distance, 1e-6);
        near(ladder.error_between(0, 2), distance * 2f64.sqrt(), 1e-6);
        assert!(ladder.error(1) < ladder.error(0));
    }

    #[test]
    fn names_sort_naturally() {
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
        assert!(names.is_sorted_by(|a, b| natural_order(a, b).is_lt()));
        for name in names {
            assert!(natural_order(name, name).is_eq());
        }
    }
}
