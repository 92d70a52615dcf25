//! Chance: one primitive, a uniform draw below `n` that names its rule, and the sources it may come from.
//!
//! The way from a generator's words to a draw is ours and frozen: changing it would change what every published
//! seed means.

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::RuleRef;

/// Where draws come from.
pub trait Chance: Send {
    /// A whole number from 0 to `sides - 1`, each as likely. The rule is what the draw is for.
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32;
}

/// One draw as the record keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// What it was for.
    pub rule: String,
    /// How many values it could have had.
    pub sides: u32,
    /// The value, from 0.
    pub value: u32,
}

impl Draw {
    /// Whether it was for this rule. Numbers of rules are a few letters, and a call to compare them would take longer
    /// than comparing them.
    #[inline]
    fn is_for(&self, rule: RuleRef) -> bool {
        self.rule.bytes().eq(rule.0.bytes())
    }

    /// Whether it may stand for a draw that the rules ask for.
    #[inline]
    fn fits(&self, rule: RuleRef, sides: u32) -> bool {
        self.sides == sides && self.value < sides && self.is_for(rule)
    }
}

/// The stream of a live match: `ChaCha` with 8 rounds from a seed of 256 bits.
pub struct Seeded {
    stream: ChaCha8Rng,
}

/// The 32 bytes that decide all dice of a match.
pub type Seed = [u8; 32];

impl Seeded {
    /// The stream of a seed, from its start.
    pub fn new(seed: Seed) -> Self {
        Self { stream: ChaCha8Rng::from_seed(seed) }
    }

    /// What is published before the first draw: the seed's hash, which tells nothing of the seed.
    pub fn commitment(seed: &Seed) -> String {
        blake3::hash(seed).to_hex().to_string()
    }

    /// The seed of game number `game` in a series that starts from `series`: the same whatever thread plays it.
    pub fn of_series(series: u64, game: u64) -> Seed {
        let mut hasher = blake3::Hasher::new_derive_key("sandtable series of games 1");
        hasher.update(&series.to_le_bytes());
        hasher.update(&game.to_le_bytes());
        *hasher.finalize().as_bytes()
    }
}

impl Chance for Seeded {
    fn draw(&mut self, _: RuleRef, sides: u32) -> u32 {
        // Words at the uneven end of the range are thrown away, so that no face is favoured.
        let fair = u32::MAX - u32::MAX % sides;
        loop {
            let word = self.stream.next_u32();
            if word < fair {
                return word % sides;
            }
        }
    }
}

/// A quick generator for search and the lab, fair enough for averages and not for a live table.
#[derive(Clone, Debug)]
pub struct Fast {
    state: u64,
}

impl Fast {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits (the finaliser of `SplitMix64` over a Weyl sequence).
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `sides`.
    #[inline]
    pub fn below(&mut self, sides: u32) -> u32 {
        (((self.word() >> 32) * u64::from(sides)) >> 32) as u32
    }
}

impl Chance for Fast {
    #[inline]
    fn draw(&mut self, _: RuleRef, sides: u32) -> u32 {
        self.below(sides)
    }
}

/// Draws laid out beforehand, for tests and cases.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    values: VecDeque<u32>,
    /// What went wrong: a draw that was not laid out or did not fit. Reading on gives the lowest value.
    pub fault: Option<String>,
}

impl Scripted {
    /// The values in the order in which they will be drawn, from 0.
    pub fn new(values: impl IntoIterator<Item = u32>) -> Self {
        Self { values: values.into_iter().collect(), fault: None }
    }

    /// Dice as they are read off, from 1.
    pub fn dice(faces: impl IntoIterator<Item = u32>) -> Self {
        Self::new(faces.into_iter().map(|face| face.wrapping_sub(1)))
    }

    /// What has not been drawn yet.
    pub fn left(&self) -> usize {
        self.values.len()
    }
}

impl Chance for Scripted {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        match self.values.pop_front() {
            Some(value) if value < sides => value,
            Some(value) => {
                let face = value.wrapping_add(1);
                let fault = format!("rule {rule} draws 1 of {sides}, but {face} was laid out");
                self.fault.get_or_insert(fault);
                0
            }
            None => {
                let fault = format!("rule {rule} draws 1 of {sides}, but no more draws were laid out");
                self.fault.get_or_insert(fault);
                0
            }
        }
    }
}

/// How a replay differs from its record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    /// The record holds a draw of another kind.
    #[error(
        "the rules now draw 1 of {asked_sides} for rule {asked}, the record has 1 of {sides} for rule {rule}"
    )]
    Other {
        /// What the rules ask for.
        asked: String,
        /// Out of how many.
        asked_sides: u32,
        /// What the record holds.
        rule: String,
        /// Out of how many.
        sides: u32,
    },
    /// The record holds no more draws for this decision.
    #[error("the rules now draw 1 of {sides} for rule {rule}, the record has no more draws here")]
    Missing {
        /// What the rules ask for.
        rule: String,
        /// Out of how many.
        sides: u32,
    },
    /// A recorded value lies outside its range.
    #[error("the record says {value} where 0 to {} is possible (rule {rule})", sides - 1)]
    Range {
        /// What the draw was for.
        rule: String,
        /// Out of how many.
        sides: u32,
        /// What the record says.
        value: u32,
    },
    /// The record holds draws that the rules do not ask for.
    #[error("{left} recorded draws were not asked for")]
    Unused {
        /// How many are left over.
        left: usize,
    },
}

/// Draws read back from a record. Remembers the first difference instead of failing in mid-rule.
pub struct Replayed<'a> {
    draws: &'a [Draw],
    at: usize,
    fault: Option<Divergence>,
}

impl<'a> Replayed<'a> {
    /// The draws of one decision.
    pub const fn new(draws: &'a [Draw]) -> Self {
        Self { draws, at: 0, fault: None }
    }

    /// The first difference, leftover draws included.
    pub fn finish(self) -> Result<(), Divergence> {
        match self.fault {
            Some(fault) => Err(fault),
            None if self.at < self.draws.len() => {
                Err(Divergence::Unused { left: self.draws.len() - self.at })
            }
            None => Ok(()),
        }
    }

    /// Remembers what is wrong with a draw, and reads on with the lowest value.
    #[cold]
    fn differ(&mut self, found: Option<&Draw>, rule: RuleRef, sides: u32) -> u32 {
        let fault = match found {
            Some(draw) if draw.is_for(rule) && draw.sides == sides => {
                Divergence::Range { rule: rule.to_string(), sides, value: draw.value }
            }
            Some(draw) => Divergence::Other {
                asked: rule.to_string(),
                asked_sides: sides,
                rule: draw.rule.clone(),
                sides: draw.sides,
            },
            None => Divergence::Missing { rule: rule.to_string(), sides },
        };
        self.fault.get_or_insert(fault);
        0
    }
}

impl Chance for Replayed<'_> {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        let found = self.draws.get(self.at);
        self.at += 1;
        match found {
            Some(draw) if draw.fits(rule, sides) => draw.value,
            _ => self.differ(found, rule, sides),
        }
    }
}

/// Notes every draw of another source, for the record.
pub struct Noted<'a> {
    /// The source.
    pub source: &'a mut dyn Chance,
    /// What it gave.
    pub draws: Vec<Draw>,
}

impl Chance for Noted<'_> {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        let value = self.source.draw(rule, sides);
        self.draws.push(Draw { rule: rule.to_string(), sides, value });
        value
    }
}

/// Visits every outcome of a piece of play once: play it, read the weight, [`advance`](Self::advance), play again.
#[derive(Clone, Debug, Default)]
pub struct Odometer {
    wheels: Vec<Wheel>,
    at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Wheel {
    value: u32,
    sides: u32,
}

impl Odometer {
    /// All wheels at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The probability of the outcome that was just played.
    pub fn weight(&self) -> f64 {
        self.wheels.iter().map(|wheel| 1.0 / f64::from(wheel.sides)).product()
    }

    /// Turns to the next outcome; false when all have been visited.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(wheel) = self.wheels.last_mut() {
            wheel.value += 1;
            if wheel.value < wheel.sides {
                return true;
            }
            self.wheels.pop();
        }
        false
    }
}

impl Chance for Odometer {
    fn draw(&mut self, _: RuleRef, sides: u32) -> u32 {
        if self.at == self.wheels.len() {
            self.wheels.push(Wheel { value: 0, sides });
        }
        let wheel = self.wheels[self.at];
        debug_assert_eq!(wheel.sides, sides, "the same draws must lead to the same questions");
        self.at += 1;
        wheel.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn the_seeded_stream_is_frozen() {
        let mut stream = Seeded::new([7; 32]);
        let drawn: Vec<u32> = (0..12).map(|_| stream.draw(rule!("1"), 6)).collect();
        assert_eq!(drawn, FROZEN);
    }

    /// Written down once; a different list means that published seeds no longer mean what they meant.
    const FROZEN: [u32; 12] = [2, 5, 2, 3, 3, 5, 3, 0, 1, 1, 4, 1];

    #[test]
    fn the_odometer_visits_every_outcome_once() {
        let mut odometer = Odometer::new();
        let (mut visits, mut weight) = (0, 0.0);
        loop {
            // A second die only after a six: outcomes of different depth.
            if odometer.draw(rule!("1"), 6) == 5 {
                odometer.draw(rule!("2"), 6);
            }
            visits += 1;
            weight += odometer.weight();
            if !odometer.advance() {
                break;
            }
        }
        assert_eq!(visits, 11);
        assert!((weight - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_script_says_what_is_missing() {
        let mut script = Scripted::dice([6]);
        assert_eq!(script.draw(rule!("6.6"), 6), 5);
        script.draw(rule!("6.7"), 6);
        assert!(script.fault.is_some_and(|fault| fault.contains("6.7")));
    }

    #[test]
    fn a_replay_remembers_the_first_difference() {
        let draws = [Draw { rule: "6.6".into(), sides: 6, value: 2 }];
        let mut replay = Replayed::new(&draws);
        assert_eq!(replay.draw(rule!("6.6"), 6), 2);
        replay.draw(rule!("6.7"), 6);
        assert_eq!(replay.finish(), Err(Divergence::Missing { rule: "6.7".into(), sides: 6 }));
        assert_eq!(Replayed::new(&draws).finish(), Err(Divergence::Unused { left: 1 }));
    }

    #[test]
    fn fast_draws_stay_below_their_sides() {
        let mut fast = Fast::new(3);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[fast.draw(rule!("1"), 6) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
    }
}
