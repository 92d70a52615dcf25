//! How good a position is.

use sandtable_engine::{Seat, State};

use crate::DawnOfEmpire;
use crate::data::{self, chart, tables};
use crate::ids::{OrderKind, Side, Space};
use crate::phases::combat::order_of;
use crate::table::{Phase, Table};

/// A victory point.
const POINT: i32 = 100;

/// The lead in points, what the areas held now will bring, ships afloat and unhurt, and orders that lead somewhere, in
/// hundredths of a point.
pub fn judge(state: &State<DawnOfEmpire>, seat: Seat) -> i32 {
    let table = &state.table;
    let side = table.side(seat);
    let lead = if side == Side::Us { table.points } else { -table.points };
    let over = state.outcome().is_some();
    let mut worth = POINT * i32::from(lead);
    for (of, sign) in [(side, 1), (side.enemy(), -1)] {
        worth += sign * material(table, of);
        if !over {
            worth += sign * (pending(table, of) + prospects(table, of));
        }
    }
    worth
}

/// Ships afloat by what they are worth to the enemy and by their strength; damage takes off its share.
fn material(table: &Table, side: Side) -> i32 {
    let afloat = table.fates.afloat.and(side.fleet()).iter();
    let ships: i32 = afloat
        .map(|ship| {
            let card = data::ship(ship);
            let full = 40 * i32::from(tables().points.halves(card.kind)) + 8 * i32::from(card.attack);
            let hurt = i32::from(table.damage[ship.index()]);
            full - full * hurt / (2 * (i32::from(card.defence) + 1))
        })
        .sum();
    let leaders = side.leaders().filter(|leader| table.has_leader(*leader));
    ships + leaders.map(|leader| 60 * i32::from(data::leader(leader).stars)).sum::<i32>()
}

/// Points for losses that will be counted at the end of the turn (9.3).
fn pending(table: &Table, side: Side) -> i32 {
    POINT / 2 * i32::from(table.halves[side.index()]) + POINT * i32::from(table.stars[side.index()])
}

/// What the squadrons will bring if all stay where they are.
fn prospects(table: &Table, side: Side) -> i32 {
    let drafting = table.phase == Phase::Orders;
    let mut worth = 0;
    for (number, stack) in table.stacks_of(side).filter(|(_, stack)| stack.count > 1) {
        if drafting {
            continue;
        }
        let order = order_of(table, side, number);
        if stack.place.is_area() && order.kind != OrderKind::Transit {
            let contested = table.squadron_at(side.enemy(), stack.place).is_some();
            let points = POINT * i32::from(chart().area(stack.place).points(side));
            let denied = POINT * i32::from(chart().area(stack.place).points(side.enemy()));
            worth += if contested { denied / 2 } else { points + denied / 4 };
        }
    }
    if drafting {
        worth += drafted(table, side);
    }
    worth
}

/// While orders are written: what each squadron could do under the order it has.
fn drafted(table: &Table, side: Side) -> i32 {
    use crate::questions::orders::Draft;
    let draft = Draft::of(table, side);
    let mut worth = 0;
    for number in draft.squadrons() {
        let order = draft.order(number);
        let at = draft.place(number);
        let reach = table.slowest(draft.squad(number).ships);
        let strength: i32 =
            draft.squad(number).ships.iter().map(|ship| i32::from(table.attack(ship))).sum();
        worth += match order.kind {
            OrderKind::Patrol => patrol_worth(side, at, reach),
            OrderKind::Raid | OrderKind::Blockade => {
                let port = chart().port(order.target);
                let hits = strength * if order.kind == OrderKind::Raid { 40 } else { 100 } / 100;
                (60 * hits - 80 * i32::from(port.defence)).clamp(-100, 300)
            }
            OrderKind::Sortie => 40,
            OrderKind::Transit => 5,
            OrderKind::Coal | OrderKind::Anchor if at.is_area() => {
                POINT * i32::from(chart().area(at).points(side)) * 3 / 4
            }
            OrderKind::Coal | OrderKind::Anchor => 0,
        };
    }
    worth
}

/// The best area that a patrol could hold.
fn patrol_worth(side: Side, at: Space, reach: u8) -> i32 {
    let areas = Space::areas().filter(|area| chart().distance(at, *area) <= reach);
    let points = areas.map(|area| POINT * i32::from(chart().area(area).points(side))).max();
    points.unwrap_or(0) * 3 / 4
}
