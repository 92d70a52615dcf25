//! Who meets whom, where, and who sits at which seat.

use std::path::PathBuf;
use std::time::Duration;

use sandtable_bots::{BOTS, UnknownBot};
use sandtable_catalog::Game;
use sandtable_engine::Setup;

use super::LadderError;

/// A ladder: every pair of bots in every game.
pub struct LadderPlan<'a> {
    /// Where they meet, at most one of each game.
    pub grounds: Vec<Ground<'a>>,
    /// The bots by name, in any order.
    pub bots: Vec<String>,
    /// Which of them meet.
    pub meetings: Meetings,
    /// How many games each pair plays in each game, at least; whole rotations of the seats are played.
    pub games: u32,
    /// The seed of the ladder; each game has its own.
    pub seed: u64,
    /// Games played at the same time; 0 for one on each core.
    pub jobs: usize,
    /// After this no game is begun.
    pub budget: Option<Duration>,
    /// The file in which finished games are kept, and from which the ladder goes on.
    pub keep: Option<PathBuf>,
}

/// A game with a scenario and options.
pub struct Ground<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Scenario and options.
    pub setup: Setup,
}

/// Which bots of a ladder meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meetings {
    /// Each meets each.
    All,
    /// Each meets the next stronger one.
    Neighbours,
}

impl Meetings {
    /// The pairs among so many bots, the stronger first in each, the weakest pair first of all.
    pub(super) fn pairs(self, bots: usize) -> Vec<Pair> {
        let all = (0..bots).flat_map(|higher| (0..higher).map(move |lower| Pair { higher, lower }));
        all.filter(|pair| self == Self::All || pair.higher == pair.lower + 1).collect()
    }
}

/// Two bots of a ladder, by their numbers from the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub higher: usize,
    pub lower: usize,
}

/// One game of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fixture {
    /// The number of the ground.
    pub ground: usize,
    pub pair: Pair,
    /// The number of the game between the two on this ground.
    pub number: u32,
}

/// How many games a pair plays on a ground, so that each seat comes up equally often: at least as many as are asked for, if there are
/// such numbers.
pub(super) fn whole_rotations(games: u32, seats: u8) -> u32 {
    let seats = u32::from(seats);
    games.checked_next_multiple_of(seats).unwrap_or(u32::MAX - u32::MAX % seats)
}

/// All games, the first of each pair on each ground before the second of any: a ladder that is broken off knows something
/// of everybody. They are not laid out beforehand: a long ladder has more than there is room for.
pub(super) fn fixtures<'a>(
    seats: &'a [u8],
    pairs: &'a [Pair],
    games: u32,
) -> impl Iterator<Item = Fixture> + 'a {
    let whole = move |ground: usize| whole_rotations(games, seats[ground]);
    let rounds = (0..seats.len()).map(whole).max().unwrap_or(0);
    (0..rounds).flat_map(move |number| {
        let grounds = (0..seats.len()).filter(move |ground| number < whole(*ground));
        grounds.flat_map(move |ground| pairs.iter().map(move |pair| Fixture { ground, pair: *pair, number }))
    })
}

/// The seat at which the stronger bot sits in a game, alone; the weaker one has all others.
pub(super) fn lone_seat(seats: u8, number: u32) -> u8 {
    (number % u32::from(seats)) as u8
}

/// The bots in the order of their levels, each once.
pub(super) fn by_level(names: &[String]) -> Result<Vec<&'static str>, LadderError> {
    if let Some(name) = names.iter().find(|name| BOTS.iter().all(|bot| bot.id != name.as_str())) {
        return Err(UnknownBot { name: name.clone() }.into());
    }
    let ids = BOTS.iter().map(|bot| bot.id);
    let bots: Vec<&str> = ids.filter(|id| names.iter().any(|name| name == id)).collect();
    if bots.len() < 2 { Err(LadderError::TooFew) } else { Ok(bots) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_level_apart() {
        assert_eq!(Meetings::All.pairs(5).len(), 10);
        let pairs = Meetings::Neighbours.pairs(3);
        assert_eq!(pairs, [Pair { higher: 1, lower: 0 }, Pair { higher: 2, lower: 1 }]);
    }

    #[test]
    fn each_pair_has_each_seat_equally_often() {
        let (seats, pairs) = ([2, 4], Meetings::All.pairs(3));
        let all: Vec<Fixture> = fixtures(&seats, &pairs, 9).collect();
        for (ground, wanted) in [(0, 5), (1, 3)] {
            for pair in &pairs {
                for seat in 0..seats[ground] {
                    let of_pair =
                        all.iter().filter(|fixture| fixture.ground == ground && fixture.pair == *pair);
                    let there = of_pair.filter(|fixture| lone_seat(seats[ground], fixture.number) == seat);
                    assert_eq!(there.count(), wanted, "seat {seat} of {pair:?}");
                }
            }
        }
    }

    #[test]
    fn rotations_are_whole_up_to_the_last_number() {
        assert_eq!([whole_rotations(9, 2), whole_rotations(8, 4), whole_rotations(0, 3)], [10, 8, 0]);
        assert_eq!(whole_rotations(u32::MAX, 2), u32::MAX - 1);
        let (seats, pairs) = ([2, 4], Meetings::All.pairs(3));
        let first = Fixture { ground: 0, pair: pairs[0], number: 0 };
        assert_eq!(fixtures(&seats, &pairs, u32::MAX).next(), Some(first));
    }

    #[test]
    fn bots_are_put_in_order_and_unknown_ones_refused() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let bots = by_level(&names(&["captain", "random", "captain"]));
        assert_eq!(bots.ok(), Some(vec!["random", "captain"]));
        let error = |given: &[&str]| by_level(&names(given)).map_err(|error| error.to_string());
        assert!(error(&["captain"]).is_err_and(|error| error.contains("two")));
        assert!(error(&["captain", "cabin-boy"]).is_err_and(|error| error.contains("cabin-boy")));
    }
}
