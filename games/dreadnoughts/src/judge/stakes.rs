//! What the fate of one ship is worth, and how likely each fate is.

use sandtable_engine::Seat;

use crate::ids::ShipId;
use crate::table::Table;
use crate::victory;

/// No front stands more structural hits than are looked at here; a tougher one counts as if it did not.
const MOST_HITS: usize = 8;

/// What a ship means to the margin of a side: as she is, with more hits, heavily damaged, and lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stakes {
    now: f32,
    battered: f32,
    lost: f32,
    /// What each further hit on this side of the counter changes, where the scenario counts hits.
    marked: Option<[f32; MOST_HITS]>,
    /// Structural hits that turn her over; none where she has no back or shows it already.
    to_batter: u8,
    /// Hits beyond those that make her a hulk or sink her.
    to_sink: u8,
}

/// What a side can expect, and how far it may be out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectation {
    /// On average.
    pub mean: f32,
    /// The square of the usual distance from it.
    pub variance: f32,
}

/// What a ship is about to suffer on average.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    /// Structural hits.
    pub hits: f32,
    /// Catastrophes (C1.6).
    pub blasts: f32,
}

impl Harm {
    /// Both together.
    #[must_use]
    pub fn plus(self, more: Self) -> Self {
        Self { hits: self.hits + more.hits, blasts: self.blasts + more.blasts }
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, by: f32) -> Self {
        Self { hits: self.hits * by, blasts: self.blasts * by }
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
        let now = stake(table);
        let damage = table.ships[ship].damage;
        let vessel = table.vessel(ship);
        let front = (vessel.front.integrity as u8 + 1).saturating_sub(damage.hits);
        let back = vessel.back.as_ref().map(|back| back.integrity as u8);
        let (battered, to_batter, to_sink) = match back {
            Some(back) if damage.heavily_damaged => (now, 0, back.saturating_sub(damage.hits)),
            Some(back) => {
                table.ships[ship].damage.heavily_damaged = true;
                table.ships[ship].damage.hits = 0;
                let battered = stake(table);
                table.ships[ship].damage = damage;
                (battered, front, back)
            }
            None => (now, 0, front),
        };
        let marked = victory::counts_hits(table, ship).then(|| {
            let mut marked = [0.0; MOST_HITS];
            for (hits, marked) in (0..).zip(&mut marked) {
                table.ships[ship].damage.hits = damage.hits + hits;
                *marked = stake(table) - now;
            }
            table.ships[ship].damage = damage;
            marked
        });
        let fleet = table.fleet;
        table.fleet.afloat.remove(ship);
        table.fleet.due.remove(ship);
        table.fleet.sunk.insert(ship);
        let lost = stake(table);
        table.fleet = fleet;
        Self { now, battered, lost, marked, to_batter, to_sink }
    }

    /// What becomes of the stakes under harm that comes in single blows, independent of each other.
    pub fn under(&self, harm: Harm) -> Expectation {
        if harm.hits <= 0.0 && harm.blasts <= 0.0 {
            return Expectation { mean: self.now, variance: 0.0 };
        }
        let (battered, lost) = (self.battered - self.now, self.lost - self.now);
        let spared = none_of(harm.blasts);
        let (mut mean, mut square) = (0.0, 0.0);
        let (mut turned, mut sunk) = (1.0, 1.0);
        let mut exactly = none_of(harm.hits);
        for hits in 0..self.to_batter + self.to_sink {
            sunk -= exactly;
            if hits < self.to_batter {
                turned -= exactly;
            }
            if let Some(marked) = &self.marked
                && (hits < self.to_batter || self.to_batter == 0)
            {
                let marked = marked[usize::from(hits).min(MOST_HITS - 1)];
                mean += spared * exactly * marked;
                square += spared * exactly * marked * marked;
            }
            exactly *= harm.hits * SHARE[usize::from(hits).min(SHARE.len() - 1)];
        }
        let turned = spared * (turned - sunk).max(0.0);
        let sunk = 1.0 - spared * (1.0 - sunk);
        mean += turned * battered + sunk * lost;
        square += turned * battered * battered + sunk * lost * lost;
        Expectation { mean: self.now + mean, variance: (square - mean * mean).max(0.0) }
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
