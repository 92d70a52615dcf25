//! Gold, Population and unrest.

use sandtable_engine::Seat;

use super::standing::View;
use super::{CERTAIN, GOLD, POINT};
use crate::data::limits;
use crate::ids::Tile;
use crate::treasury;

/// A point of unrest, whatever the others have.
const UNREST: i32 = 24;
/// Gold beyond this counts half.
const PLENTY: i32 = 10;
/// Gold that an action uses up in the last war.
const SPENT: i32 = 2;
/// Gold that nothing can be bought for any more.
const LEFT_OVER: i32 = 1;
/// A Population that can still be built with.
const SETTLERS: i32 = 8;
/// A Population in the next war.
const GROWN: i32 = 8;
/// From here on each point of unrest brings the revolution nearer.
const SIMMERING: i32 = 11;
/// What that costs, for the square of the points above.
const BOILING: i32 = 10;
/// How far unrest is expected to change in a whole war and what comes after, in thousandths of a point.
const DRIFT: i32 = 4_500;

/// Gold after this war's income and upkeep.
fn balance(view: &View, seat: Seat) -> i32 {
    let empire = &view.table.empires[seat];
    i32::from(empire.gold) + i32::from(empire.population) + i32::from(empire.tokens.total())
        - i32::from(empire.strength())
}

/// The unrest that this war's upkeep will bring.
pub fn debts(view: &View, seat: Seat) -> i32 {
    let rate = i32::from(treasury::rate(&view.table.empires[seat]));
    ((-balance(view, seat)).max(0) + rate - 1) / rate
}

/// What gold, Population and unrest are worth to a power.
pub fn of(view: &View, seat: Seat) -> i32 {
    gold(view, seat) + people(view, seat) - unrest(view, seat)
}

fn gold(view: &View, seat: Seat) -> i32 {
    let empire = &view.table.empires[seat];
    let balance = balance(view, seat).max(0);
    let actions = view.clock.left(seat);
    if view.later == 0 {
        let useful = balance.min(SPENT * actions);
        return GOLD * useful + LEFT_OVER * (balance - useful);
    }
    let now = GOLD * balance.min(PLENTY) + GOLD / 2 * (balance - PLENTY).max(0);
    // What tokens bring and units cost in the wars to come, less certain than what they do now.
    let yearly = i32::from(empire.tokens.total()) - i32::from(empire.strength());
    let banking = if empire.tiles[Tile::Banking] > 0 { 40 * (view.later + 1) } else { 0 };
    now + GOLD * 2 / 3 * yearly * view.later + banking
}

fn people(view: &View, seat: Seat) -> i32 {
    let population = i32::from(view.table.empires[seat].population);
    let useful = population.min(view.clock.left(seat));
    let now = SETTLERS * useful;
    if view.later == 0 {
        return now;
    }
    let grown = (population + i32::from(limits().growth)).min(i32::from(limits().most_population));
    now + GROWN * grown
}

/// What unrest is likely to cost: the penalties of the highest and the second highest, and the brink of revolution (14.3, 14.4).
fn unrest(view: &View, seat: Seat) -> i32 {
    let own = view.unrest[seat.index()];
    let scale = DRIFT * (view.later + 1) - DRIFT * (CERTAIN - view.open) / CERTAIN + CERTAIN / 2;
    let (mut none, mut one) = (CERTAIN, 0);
    for other in view.table.all().filter(|other| *other != seat) {
        let more = (view.unrest[other.index()] - own) * CERTAIN;
        let ahead = (CERTAIN / 2 + CERTAIN / 2 * more / scale).clamp(20, CERTAIN - 20);
        one = (one * (CERTAIN - ahead) + none * ahead) / CERTAIN;
        none = none * (CERTAIN - ahead) / CERTAIN;
    }
    let [first, second] =
        [limits().penalty_first, limits().penalty_second].map(|points| POINT * i32::from(points));
    let penalty = if own == 0 { 0 } else { (first * none + second * one) / CERTAIN };
    let above = (own - SIMMERING).max(0);
    penalty + UNREST * own * (CERTAIN / 3 + CERTAIN * view.later / 3) / CERTAIN + BOILING * above * above
}

/// What a power still has if unrest drives it into revolution: nothing.
pub fn tame(view: &View, seat: Seat, made: i32) -> i32 {
    let brink = i32::from(limits().revolution);
    if view.unrest[seat.index()] < brink {
        return made;
    }
    // While wars are to come reforms may still save it.
    made.min(0) + made.max(0) * view.later / 6
}
