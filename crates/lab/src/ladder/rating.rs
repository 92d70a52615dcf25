//! How strong players are, from who beat whom: the model of Bradley and Terry, by maximum likelihood.
//!
//! A player of strength `s` beats one of strength `t` in `s / (s + t)` of their games. One that sits alone against `k` of
//! another kind wins with `s / (s + k t)`, as Luce and Plackett let a winner be chosen among the seats. On the scale
//! of logarithms that is the same model, in which the lone player gives the others `ln k` ahead.
//!
//! The likelihood has one summit, which Newton's method finds; its curvature there, the observed information, tells how far
//! the truth may be from it.

use serde::Serialize;

use crate::interval::WIDTH;

/// Points of Elo in a factor of e of strength: 400 points are a factor of ten.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The mean rating of players who can be compared.
const MEAN: f64 = 1500.0;

/// Each pair that has met is given one more game, shared as between equals: who has won all games has a rating too.
const PRIOR: f64 = 1.0;

/// Newton's method is at the summit after a dozen steps; this many only end what rounding would keep from ending.
const MOST_STEPS: u32 = 100;

/// The games of one player alone against one or more of another kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Encounter {
    /// Who sits alone.
    pub alone: usize,
    /// Who has all the other seats.
    pub others: usize,
    /// How many other seats there are.
    pub opponents: u8,
    /// How many games.
    pub games: f64,
    /// How many of them the lone player won; a draw is a part of a victory.
    pub won: f64,
}

/// How strong a player is: what the games say, and where the truth is 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// In points of Elo; the mean of all who can be compared is 1500.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Ratings of different groups cannot be compared: no chain of games joins them.
    pub group: usize,
}

impl Rating {
    /// A letter for those of other groups than the first.
    pub(super) fn letter(&self) -> Option<char> {
        ('b'..='z').nth(self.group.checked_sub(1)?)
    }
}

/// The ratings of so many players; `None` for those who have not played.
pub(crate) fn rate(players: usize, encounters: &[Encounter]) -> Vec<Option<Rating>> {
    let mut ratings = vec![None; players];
    for (group, members) in groups(players, encounters).iter().enumerate() {
        let fit = Fit::of(members, encounters, PRIOR);
        for (place, player) in members.iter().enumerate() {
            let elo = MEAN + ELO * fit.strengths[place];
            let spread = ELO * WIDTH * fit.covariance[place][place].max(0.0).sqrt();
            ratings[*player] = Some(Rating { elo, low: elo - spread, high: elo + spread, group });
        }
    }
    ratings
}

/// Players who are joined by games, directly or through others.
fn groups(players: usize, encounters: &[Encounter]) -> Vec<Vec<usize>> {
    let mut group_of: Vec<usize> = (0..players).collect();
    let met = encounters.iter().filter(|encounter| encounter.games > 0.0);
    for Encounter { alone, others, .. } in met.clone() {
        let (kept, gone) = (group_of[*alone], group_of[*others]);
        group_of.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
    }
    let members = |group| (0..players).filter(|player| group_of[*player] == group).collect::<Vec<_>>();
    (0..players).map(members).filter(|members| members.len() > 1).collect()
}

type Matrix = Vec<Vec<f64>>;

/// The strengths of players who are joined by games, as logarithms with the mean 0, and how they vary together.
struct Fit {
    strengths: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// The most likely strengths, if each pair that met had `prior` more games that were shared as between equals.
    fn of(members: &[usize], encounters: &[Encounter], prior: f64) -> Self {
        let place = |player: usize| members.iter().position(|member| *member == player);
        let met: Vec<(usize, usize, &Encounter)> = encounters
            .iter()
            .filter(|encounter| encounter.games > 0.0)
            .filter_map(|encounter| Some((place(encounter.alone)?, place(encounter.others)?, encounter)))
            .collect();
        let mut strengths = vec![0.0; members.len()];
        let mut covariance = Matrix::new();
        for _ in 0..MOST_STEPS {
            let (slope, information) = derivatives(&strengths, &met, prior);
            covariance = inverse(information);
            let steps: Vec<f64> = covariance.iter().map(|row| dot(row, &slope)).collect();
            let longest = steps.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            // A step of more than a factor of e leaves the neighbourhood in which the curvature says where the summit is.
            let scale = 1.0 / longest.max(1.0);
            strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += scale * step);
            if longest < 1e-10 {
                break;
            }
        }
        Self { strengths, covariance: centred(covariance) }
    }
}

/// Slope and curvature of the likelihood.
///
/// Only differences of strengths count, so one direction has no curvature: all stronger by the same. Adding 1 to every entry
/// gives it one, without touching the others, and keeps the mean where it is.
fn derivatives(strengths: &[f64], met: &[(usize, usize, &Encounter)], prior: f64) -> (Vec<f64>, Matrix) {
    let count = strengths.len();
    let (mut slope, mut information) = (vec![0.0; count], vec![vec![1.0; count]; count]);
    for (alone, others, encounter) in met {
        let opponents = f64::from(encounter.opponents);
        let games = encounter.games + prior;
        let won = encounter.won + prior / (1.0 + opponents);
        let chance = 1.0 / (1.0 + opponents * (strengths[*others] - strengths[*alone]).exp());
        let (surplus, weight) = (won - games * chance, games * chance * (1.0 - chance));
        slope[*alone] += surplus;
        slope[*others] -= surplus;
        information[*alone][*alone] += weight;
        information[*others][*others] += weight;
        information[*alone][*others] -= weight;
        information[*others][*alone] -= weight;
    }
    (slope, information)
}

/// Takes out of an inverse what came from the ones that [`derivatives`] added.
fn centred(mut inverse: Matrix) -> Matrix {
    let count = inverse.len();
    let added = 1.0 / crate::real(count as u64).powi(2);
    inverse.iter_mut().flatten().for_each(|entry| *entry -= added);
    inverse
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The inverse of a small matrix that is symmetric and curved in all directions: such a matrix needs no pivoting.
fn inverse(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    for (number, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| if column == number { 1.0 } else { 0.0 }));
    }
    for pivot in 0..count {
        let divisor = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= divisor);
        let line = matrix[pivot].clone();
        for (number, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if number != pivot {
                row.iter_mut().zip(&line).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    matrix.into_iter().map(|row| row[count..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(alone: usize, others: usize, games: f64, won: f64) -> Encounter {
        Encounter { alone, others, opponents: 1, games, won }
    }

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} is not {wanted}");
    }

    /// Wins of the row over the column in the American League of 1987, a textbook example (Agresti, Categorical Data Analysis).
    const BASEBALL: [[u8; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    #[test]
    fn strengths_and_errors_are_those_of_the_textbook() {
        let mut games = Vec::new();
        for (one, row) in BASEBALL.iter().enumerate() {
            for (other, won) in row.iter().enumerate().skip(one + 1) {
                let lost = BASEBALL[other][one];
                games.push(duel(one, other, f64::from(won + lost), f64::from(*won)));
            }
        }
        let fit = Fit::of(&[0, 1, 2, 3, 4, 5, 6], &games, 0.0);
        // The textbook counts from the last team, Baltimore.
        let strengths = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839];
        let errors = [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319];
        for (team, (strength, error)) in strengths.into_iter().zip(errors).enumerate() {
            near(fit.strengths[team] - fit.strengths[6], strength, 5e-4);
            let vary = &fit.covariance;
            let variance = vary[team][team] + vary[6][6] - 2.0 * vary[team][6];
            near(variance.sqrt(), error, 5e-4);
        }
    }

    #[test]
    fn two_players_differ_by_what_their_share_says() {
        let ratings = rate(2, &[duel(0, 1, 99.0, 74.5)]);
        let [Some(one), Some(other)] = ratings[..] else { panic!("both have played") };
        // With the game of the prior 75 of 100.
        near(one.elo - other.elo, 400.0 * 3.0_f64.log10(), 1e-6);
        near(one.elo + other.elo, 3000.0, 1e-6);
        // Each has half of the difference, whose error is 1 over the root of 100 x 0.75 x 0.25.
        near(one.high - one.low, 1.959_964 * ELO / 18.75_f64.sqrt(), 1e-3);
    }

    #[test]
    fn a_player_that_won_all_games_has_a_rating() {
        let ratings = rate(2, &[duel(0, 1, 400.0, 400.0)]);
        let Some(best) = ratings[0] else { panic!("it has played") };
        near(best.elo, 1500.0 + 200.0 * 801.0_f64.log10(), 1e-6);
        assert!(best.low.is_finite() && best.low > 1500.0, "{best:?}");
    }

    #[test]
    fn one_of_four_equals_wins_a_quarter() {
        let ratings = rate(2, &[Encounter { alone: 0, others: 1, opponents: 3, games: 400.0, won: 100.0 }]);
        near(ratings[0].map_or(0.0, |rating| rating.elo), 1500.0, 1e-6);
        // 45 of 100 against three is 27 to 11 against one.
        let ratings = rate(2, &[Encounter { alone: 0, others: 1, opponents: 3, games: 1e6, won: 45e4 }]);
        near(ratings[0].map_or(0.0, |rating| rating.elo), 1500.0 + 200.0 * (27.0_f64 / 11.0).log10(), 1e-2);
    }

    #[test]
    fn players_whom_no_games_join_are_apart() {
        let games = [duel(0, 2, 10.0, 9.0), duel(3, 4, 10.0, 5.0), duel(1, 0, 0.0, 0.0)];
        let ratings = rate(5, &games);
        let group = |player: usize| ratings[player].map(|rating| rating.group);
        assert_eq!([group(0), group(1), group(2)], [Some(0), None, Some(0)]);
        assert_eq!([group(3), group(4)], [Some(1), Some(1)]);
        near(ratings[3].map_or(0.0, |rating| rating.elo), 1500.0, 1e-6);
    }
}
