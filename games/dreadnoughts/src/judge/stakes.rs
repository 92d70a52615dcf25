//! What the fate of one ship is worth, and how likely each fate is.

use sandtable_engine::Seat;

use crate::ids::ShipId;
use crate::table::Table;
use crate::victory;

/// No ship stands more structural hits than are looked at here; a tougher one counts as if it did not.
const MOST_HITS: usize = 20;

/// What a ship means to the margin of a side: after each further structural hit, whole or leaking, and lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stakes {
    /// After so many hits more, as long as she floats.
    hit: [f32; MOST_HITS],
    /// The same for a ship that has been slowed, where that changes anything.
    leaking: Option<[f32; MOST_HITS]>,
    /// Hits that make her a hulk or sink her.
    to_sink: u8,
    lost: f32,
}

/// What a ship is about to suffer on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Harm {
    /// Structural hits.
    pub hits: f32,
    /// Catastrophes (C1.6).
    pub blasts: f32,
    /// Hits that slow or stop her (C1.3, C1.5).
    pub leaks: f32,
}

impl Harm {
    /// Both together.
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self {
            hits: self.hits + more.hits,
            blasts: self.blasts + more.blasts,
            leaks: self.leaks + more.leaks,
        }
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, by: f32) -> Self {
        Self { hits: self.hits * by, blasts: self.blasts * by, leaks: self.leaks * by }
    }

    /// Harm as one figure, where two attacks are compared.
    pub fn weight(self) -> f32 {
        self.hits + 5.0 * self.blasts
    }
}

impl Stakes {
    /// The stakes in a ship for a side. The table is left as it was found.
    pub fn of(table: &mut Table, ship: ShipId, side: Seat) -> Self {
        let stake = |table: &Table| f32::from(victory::stake(table, ship, side));
        let damage = table.ships[ship].damage;
        let vessel = table.vessel(ship);
        let front = (vessel.front.integrity as u8 + 1).saturating_sub(damage.hits);
        let back = vessel.back.as_ref().map(|back| back.integrity as u8);
        let (to_batter, to_sink) = match back {
            Some(back) if damage.heavily_damaged => (0, back.saturating_sub(damage.hits)),
            Some(back) => (front, front + back),
            None => (front, front),
        };
        let counted = victory::counts_hits(table, ship);
        let ladder = |table: &mut Table| {
            let mut ladder = [0.0; MOST_HITS];
            let mut before = None;
            for (hits, rung) in (0..to_sink).zip(&mut ladder) {
                let turns_over = back.is_some() && hits == to_batter && !damage.heavily_damaged;
                if back.is_some() && hits >= to_batter && !damage.heavily_damaged {
                    table.ships[ship].damage.heavily_damaged = true;
                    table.ships[ship].damage.hits = hits - to_batter;
                } else {
                    table.ships[ship].damage.hits = damage.hits + hits;
                }
                *rung = match before {
                    Some(same) if !counted && !turns_over => same,
                    _ => stake(table),
                };
                before = Some(*rung);
            }
            table.ships[ship].damage = damage;
            ladder
        };
        let hit = ladder(table);
        let whole = !damage.is_slowed() && victory::counts_speed(table, ship);
        let leaking = whole.then(|| {
            table.ships[ship].damage.slowed_to = 1;
            let leaking = ladder(table);
            table.ships[ship].damage = damage;
            leaking
        });
        let fleet = table.fleet;
        table.fleet.afloat.remove(ship);
        table.fleet.due.remove(ship);
        table.fleet.sunk.insert(ship);
        let lost = stake(table);
        table.fleet = fleet;
        Self { hit, leaking, to_sink, lost }
    }

    /// As things are.
    pub const fn now(&self) -> f32 {
        self.hit[0]
    }

    /// Calls `each` with what the stakes may come to under such harm, and how likely that is.
    pub fn outcomes(&self, harm: Harm, each: &mut impl FnMut(f32, f32)) {
        let now = self.hit[0];
        if harm.hits <= 0.0 && harm.blasts <= 0.0 {
            return each(now, 1.0);
        }
        let spared = none_of(harm.blasts);
        let dry = if self.leaking.is_some() { none_of(harm.leaks) } else { 1.0 };
        let mut afloat = 0.0;
        let mut exactly = none_of(harm.hits);
        // Rungs of one worth are told together; points are whole.
        let (mut worth, mut chance) = (now, 0.0);
        for hits in 0..usize::from(self.to_sink).min(MOST_HITS) {
            afloat += exactly;
            if (self.hit[hits] - worth).abs() > 0.5 {
                each(worth, chance);
                (worth, chance) = (self.hit[hits], 0.0);
            }
            chance += spared * dry * exactly;
            if let Some(leaking) = &self.leaking {
                each(leaking[hits], spared * (1.0 - dry) * exactly);
            }
            exactly *= harm.hits * SHARE[hits];
        }
        each(worth, chance);
        each(self.lost, 1.0 - spared * afloat.min(1.0));
    }

    /// What the stakes come to on average under harm that comes in single blows, independent of each other.
    pub fn under(&self, harm: Harm) -> f32 {
        let mut mean = 0.0;
        self.outcomes(harm, &mut |worth, chance| mean += worth * chance);
        mean
    }
}

/// One over one, over two, and so on.
const SHARE: [f32; 24] = {
    let mut share = [0.0; 24];
    let (mut number, mut count) = (0, 1.0);
    while number < share.len() {
        share[number] = 1.0 / count;
        number += 1;
        count += 1.0;
    }
    share
};

/// The chance that of so many events on average none happens. Reckoned by hand: the same on every machine.
fn none_of(average: f32) -> f32 {
    let mut chance = (1.0 - average / 64.0).max(0.0);
    for _ in 0..6 {
        chance *= chance;
    }
    chance
}
