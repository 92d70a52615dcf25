//! Points that tokens are likely to score: the ranks as they are, and what may become of them.

use sandtable_engine::Seat;

use super::{CERTAIN, Clock, POINT, purse};
use crate::chart::chart;
use crate::data::{limits, tile_card};
use crate::ids::{AREAS, Area, POWERS, Tile, places};
use crate::table::Table;

/// How likely a rival is ahead when it comes to scoring, by the tokens that he lacks: three more than we have, to three less.
const AHEAD: [i32; 7] = [990, 980, 850, 335, 105, 40, 5];
/// What later scorings count for, in thousandths: a rank now says less and less of them.
const LATER: [i32; 2] = [700, 550];
/// How much of the first scoring hangs on ranks that may still change, when a war begins.
const OPEN: i32 = 370;

/// A table with what several parts of the judgement need of it.
pub struct View<'a> {
    pub table: &'a Table,
    pub clock: &'a Clock,
    /// Wars after this one.
    pub later: i32,
    /// What is left of this war's actions, all powers together, in thousandths.
    pub open: i32,
    /// What ranks as they are score for certain, and what likely ranks score in this war and the later ones, in thousandths of their points.
    sure: i32,
    likely: i32,
    /// Tokens in each area.
    counts: [[u8; POWERS]; AREAS],
    /// What they are worth to each power.
    worth: [[i32; POWERS]; AREAS],
    /// Armies that Alliance tiles add.
    pub allies: [[i8; AREAS]; POWERS],
    /// Unrest as it will be when this war's bills are paid.
    pub unrest: [i32; POWERS],
}

impl<'a> View<'a> {
    /// Looks at a table.
    pub fn of(table: &'a Table, clock: &'a Clock) -> Self {
        let scenario = &table.scenario;
        let all = i32::from(table.seats()) * i32::from(limits().actions) * i32::from(scenario.rounds);
        let left: i32 = table.all().map(|seat| clock.left(seat)).sum();
        let later = i32::from(scenario.wars.saturating_sub(table.war));
        let open = CERTAIN * left / all.max(1);
        let doubt = OPEN * open / CERTAIN;
        let mut view = Self {
            table,
            clock,
            later,
            open,
            sure: CERTAIN - doubt,
            likely: doubt + LATER.iter().take(later as usize).sum::<i32>(),
            counts: [[0; POWERS]; AREAS],
            worth: [[0; POWERS]; AREAS],
            allies: [[0; AREAS]; POWERS],
            unrest: [0; POWERS],
        };
        for seat in table.all() {
            let empire = &table.empires[seat];
            for area in Area::ALL {
                view.counts[area.index()][seat.index()] = empire.tokens[*area];
            }
            view.unrest[seat.index()] = i32::from(empire.unrest) + purse::debts(&view, seat);
            for tile in Tile::ALLIANCES {
                let (held, card) = (empire.tiles[*tile], tile_card(*tile));
                if held > 0 && card.army {
                    places(card.area_bits)
                        .for_each(|place| view.allies[seat.index()][place.index()] += held as i8);
                }
            }
        }
        for area in Area::ALL {
            for seat in table.all() {
                view.worth[area.index()][seat.index()] = view.rank(*area, view.counts[area.index()], seat);
            }
        }
        view
    }

    /// What a power's tokens are likely to score.
    pub fn tokens(&self, seat: Seat) -> i32 {
        self.worth.iter().map(|area| area[seat.index()]).sum()
    }

    /// What one more token would be worth to a power.
    #[inline]
    pub fn gain(&self, area: Area, seat: Seat) -> i32 {
        let mut counts = self.counts[area.index()];
        counts[seat.index()] += 1;
        self.rank(area, counts, seat) - self.worth[area.index()][seat.index()]
    }

    /// Tokens of a power.
    #[inline]
    pub fn count(&self, area: Area, seat: Seat) -> u8 {
        self.counts[area.index()][seat.index()]
    }

    /// What a token that goes from one power to another brings the first.
    pub fn prize(&self, area: Area, winner: Seat, loser: Seat) -> i32 {
        self.rank(area, self.seized(area, winner, loser), winner) - self.worth[area.index()][winner.index()]
    }

    /// What it costs the second.
    pub fn loss(&self, area: Area, winner: Seat, loser: Seat) -> i32 {
        self.worth[area.index()][loser.index()] - self.rank(area, self.seized(area, winner, loser), loser)
    }

    /// Tokens in an area when one has gone from one power to another.
    fn seized(&self, area: Area, winner: Seat, loser: Seat) -> [u8; POWERS] {
        let mut counts = self.counts[area.index()];
        counts[winner.index()] += 1;
        counts[loser.index()] -= 1;
        counts
    }

    /// What ranks in an area are worth to a power with so many tokens of each: this war's scoring, and the later ones.
    fn rank(&self, area: Area, counts: [u8; POWERS], seat: Seat) -> i32 {
        let own = counts[seat.index()];
        if own == 0 {
            return 0;
        }
        let mut above = 0u32;
        // The chances that nobody is ahead, that one is, that two are.
        let (mut none, mut one, mut two) = (CERTAIN, 0, 0);
        for (other, count) in counts[..self.table.seats().into()].iter().enumerate() {
            if other == seat.index() || *count == 0 {
                continue;
            }
            if *count > own {
                above |= 1 << count;
            }
            let lead = (i32::from(own) - i32::from(*count)).clamp(-3, 3);
            let ahead = AHEAD[(lead + 3) as usize];
            let behind = CERTAIN - ahead;
            two = (two * behind + one * ahead) / CERTAIN;
            one = (one * behind + none * ahead) / CERTAIN;
            none = none * behind / CERTAIN;
        }
        let points = &chart().points[area.index()];
        let sure = points.get(above.count_ones() as usize).copied().unwrap_or(0);
        let [first, second, third] = points.map(i32::from);
        let likely = (first * none + second * one + third * two) * POINT / CERTAIN;
        (POINT * i32::from(sure) * self.sure + likely * self.likely) / CERTAIN
    }
}
