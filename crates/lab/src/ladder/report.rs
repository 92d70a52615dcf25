//! What a ladder came to.

use std::collections::BTreeMap;
use std::time::Duration;

use sandtable_bots::BOTS;
use sandtable_engine::Seat;
use serde::Serialize;

use super::book::{Conditions, Entry};
use super::clock::ThinkingTime;
use super::merit::Merit;
use super::plan::{Fixture, LadderPlan, Pair, lone_seat, whole_rotations};
use super::rating::{Encounter, rate};
use super::{Bar, Pondering, Rating};
use crate::tally::VICTORY;
use crate::{Share, real};

/// What a ladder came to. Everything but `pace` and `pondering` is the same for the same plan on every machine.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LadderReport {
    /// The seed of the ladder.
    pub seed: u64,
    /// The bots, the weakest first.
    pub bots: Vec<&'static str>,
    /// Games played.
    pub games: u64,
    /// Games that there are to play.
    pub planned: u64,
    /// Results game by game.
    pub grounds: Vec<GroundResult>,
    /// The bots in all games together, in the order of the levels.
    pub together: Vec<Standing>,
    /// How it was played.
    pub pace: LadderPace,
}

/// What a ladder came to in one game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroundResult {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub title: &'static str,
    /// The scenario's name, and what options were set.
    pub scenario: String,
    /// How many seats it has.
    pub seats: u8,
    /// Results pair by pair.
    pub pairs: Vec<PairResult>,
    /// The bots in the order of the levels.
    pub standings: Vec<Standing>,
}

/// What came of the games of two bots. With more than two seats the higher bot sits alone against the lower one at all others.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PairResult {
    /// The bot of the higher level.
    pub higher: &'static str,
    /// The bot of the lower level.
    pub lower: &'static str,
    /// Games played to their end.
    pub games: u64,
    /// Games that there are to play.
    pub planned: u64,
    /// Games that were broken off because they would not end; they count nowhere else.
    pub unfinished: u64,
    /// Games that the higher bot won, alone or with others.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The share of victories of the higher bot; a draw is split among all seats.
    pub share: Share,
    /// The same with the luck of the dice taken off, which tells more surely who is better; `None` after few games.
    pub merit: Option<Share>,
    /// What the share would be between equals.
    pub parity: f64,
    /// What the pair was to show, if anything, held against the share that is known more closely.
    pub bar: Option<Bar>,
}

impl PairResult {
    /// The share that is known more closely, with the luck of the dice or without.
    pub fn closest(&self) -> Share {
        self.merit.filter(|merit| merit.width() < self.share.width()).unwrap_or(self.share)
    }
}

/// How strong a bot is, and how long it thinks.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The bot.
    pub bot: &'static str,
    /// How strong it is; `None` if it has not played.
    pub rating: Option<Rating>,
    /// How long it thinks; `None` if it never had a choice.
    pub pondering: Option<Pondering>,
    /// The longest that it thinks at a table, where somebody waits, in seconds; a ladder lets it think to the end.
    pub promised: u32,
}

impl Standing {
    /// Whether it thought longer than it would at a table.
    pub fn is_late(&self) -> bool {
        self.pondering.is_some_and(|pondering| pondering.longest > f64::from(self.promised))
    }
}

/// How a ladder was played.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LadderPace {
    /// Games played at the same time.
    pub jobs: usize,
    /// How long this run took.
    pub seconds: f64,
    /// Whether the last line of the file was cut short, so that its game had to be played again.
    pub cut_short: bool,
}

/// What there is to know of a ground before the first game.
pub(super) struct Place {
    pub conditions: Conditions,
    pub seats: u8,
    pub title: &'static str,
    pub scenario: String,
}

impl LadderReport {
    pub(super) fn of(
        plan: &LadderPlan,
        bots: &[&'static str],
        places: &[Place],
        pairs: &[Pair],
        played: &BTreeMap<Fixture, Entry>,
    ) -> Self {
        let mut together = Sums::new(bots.len());
        let mut grounds = Vec::new();
        for (ground, place) in places.iter().enumerate() {
            let planned = whole_rotations(plan.games, place.seats);
            let mut sums = Sums::new(bots.len());
            let mut results = Vec::new();
            for pair in pairs {
                let game = |number| Fixture { ground, pair: *pair, number };
                let of_pair = played.range(game(0)..game(planned));
                let tally = Tally::of(place.seats, of_pair.map(|(_, entry)| entry));
                sums.add(*pair, place.seats, &tally);
                results.push(tally.result((bots[pair.higher], bots[pair.lower]), place.seats, planned));
            }
            grounds.push(GroundResult {
                game: place.conditions.game.clone(),
                title: place.title,
                scenario: place.scenario.clone(),
                seats: place.seats,
                pairs: results,
                standings: sums.standings(bots),
            });
            together.add_all(sums);
        }
        let planned = |ground: &GroundResult| ground.pairs.iter().map(|pair| pair.planned).sum::<u64>();
        Self {
            seed: plan.seed,
            bots: bots.to_vec(),
            games: played.len() as u64,
            planned: grounds.iter().map(planned).sum(),
            grounds,
            together: together.standings(bots),
            pace: LadderPace::default(),
        }
    }

    pub(super) fn pace(&mut self, jobs: usize, time: Duration, cut_short: bool) {
        self.pace = LadderPace { jobs, seconds: time.as_secs_f64(), cut_short };
    }

    /// All bars, and how many of them were passed.
    pub fn bars(&self) -> (usize, usize) {
        let pairs = self.grounds.iter().flat_map(|ground| &ground.pairs);
        let bars: Vec<Bar> = pairs.filter_map(|pair| pair.bar).collect();
        (bars.len(), bars.iter().filter(|bar| bar.passed).count())
    }

    /// Whether there are bots whose ratings cannot be compared, in some game.
    pub fn is_split(&self) -> bool {
        let ratings = |standings: &[Standing]| {
            standings.iter().filter_map(|standing| standing.rating).any(|rating| rating.group > 0)
        };
        self.grounds.iter().any(|ground| ratings(&ground.standings))
    }
}

/// What ratings and times of thinking come from.
struct Sums {
    encounters: Vec<Encounter>,
    /// By the number of the bot.
    times: Vec<ThinkingTime>,
}

impl Sums {
    fn new(bots: usize) -> Self {
        Self { encounters: Vec::new(), times: vec![ThinkingTime::default(); bots] }
    }

    fn add(&mut self, pair: Pair, seats: u8, tally: &Tally) {
        let Pair { higher, lower } = pair;
        let (games, won) = (real(tally.games), tally.won());
        self.encounters.push(Encounter { alone: higher, others: lower, opponents: seats - 1, games, won });
        self.times[higher].add(&tally.higher_time);
        self.times[lower].add(&tally.lower_time);
    }

    fn add_all(&mut self, other: Self) {
        self.encounters.extend(other.encounters);
        self.times.iter_mut().zip(&other.times).for_each(|(sum, time)| sum.add(time));
    }

    fn standings(&self, bots: &[&'static str]) -> Vec<Standing> {
        let ratings = rate(bots.len(), &self.encounters);
        let standing = |(number, bot): (usize, &&'static str)| Standing {
            bot,
            rating: ratings[number],
            pondering: self.times[number].pondering(),
            promised: BOTS.iter().find(|card| card.id == *bot).map_or(0, |card| card.seconds),
        };
        bots.iter().enumerate().map(standing).collect()
    }
}

/// The sums of a pair, its games added in the order of their numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u64,
    unfinished: u64,
    wins: u64,
    draws: u64,
    /// In parts of a [`VICTORY`].
    shares: u64,
    merit: Merit,
    higher_time: ThinkingTime,
    lower_time: ThinkingTime,
}

impl Tally {
    fn of<'a>(seats: u8, entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut tally = Self::default();
        for entry in entries {
            tally.higher_time.add(&entry.higher_time);
            tally.lower_time.add(&entry.lower_time);
            let Some(winners) = &entry.winners else {
                tally.unfinished += 1;
                continue;
            };
            tally.games += 1;
            let share = if winners.is_empty() {
                tally.draws += 1;
                VICTORY / u64::from(seats)
            } else if winners.contains(&Seat(lone_seat(seats, entry.number))) {
                tally.wins += 1;
                VICTORY / winners.len() as u64
            } else {
                0
            };
            tally.shares += share;
            tally.merit.add(real(share) / real(VICTORY), f64::from(entry.luck) / 1e6);
        }
        tally
    }

    fn won(&self) -> f64 {
        real(self.shares) / real(VICTORY)
    }

    fn result(&self, (higher, lower): (&'static str, &'static str), seats: u8, planned: u32) -> PairResult {
        let share = Share::wilson(self.won(), real(self.games));
        let merit = self.merit.share();
        let levels: Vec<&str> = BOTS.iter().map(|bot| bot.id).collect();
        let mut result = PairResult {
            higher,
            lower,
            games: self.games,
            planned: u64::from(planned),
            unfinished: self.unfinished,
            wins: self.wins,
            draws: self.draws,
            share,
            merit,
            parity: 1.0 / f64::from(seats),
            bar: None,
        };
        // What has not been played shows nothing.
        if self.games > 0 {
            result.bar = Bar::of(&levels, (higher, lower), seats, result.closest());
        }
        result
    }
}
