//! Carrying a move out (7.0): friends in the way, leaders who ride along, and what leaving a zone does.

use sandtable_engine::{Cx, Seat, rule};

use crate::DawnOfBattle;
use crate::data::Kind;
use crate::events::Event;
use crate::ids::{HexId, PostId, UnitId};
use crate::questions::reach::{Passing, Trail, passes};
use crate::table::{Marker, Table};

/// Turns a unit to its disrupted side; a charge is over (7.11.4). Nothing happens to one that is disrupted, and cannon have no such side (8.7.2.7).
pub fn disarray(table: &mut Table, unit: UnitId) {
    let at = &mut table.units[unit];
    if at.disrupted || at.kind == Kind::Ay {
        return;
    }
    at.disrupted = true;
    if at.marker == Marker::Charge {
        at.marker = Marker::Active;
    }
}

/// A unit goes along a way: friends that it passes may be disrupted with it (7.9), its leaders ride along (6.3).
pub fn go(table: &mut Table, unit: UnitId, way: &Trail, cx: &mut Cx<DawnOfBattle>) {
    let Some(&(goal, facing)) = way.last() else { return };
    let from = table.units[unit].hex;
    for (hex, _) in &way[..way.len() - 1] {
        pass(table, unit, *hex, cx);
    }
    let carried = carries(table, unit);
    table.put(unit, goal);
    table.units[unit].facing = facing;
    table.stirred.insert(unit);
    if carried {
        carry(table, unit.side(), from, goal);
    }
}

/// A unit goes through a hex: if a friend stands there whom it cannot pass in order, both are disrupted (7.9.2, 7.9.3).
pub fn pass(table: &mut Table, unit: UnitId, hex: HexId, cx: &mut Cx<DawnOfBattle>) {
    let Some(friend) = table.unit_at(hex).filter(|friend| *friend != unit) else { return };
    if passes(table, table.units[unit].kind.card().size, friend) != Passing::Harmful {
        return;
    }
    let new = [friend, unit].map(|harmed| !table.units[harmed].disrupted);
    disarray(table, friend);
    disarray(table, unit);
    if new.contains(&true) {
        cx.log(rule!("7.9"), || Event::Jostled { unit, friend, at: hex });
    }
}

/// Whether the leaders in its hex go where a unit goes: a cannon leaves them with the troops that stay (R55).
fn carries(table: &Table, unit: UnitId) -> bool {
    let hex = table.units[unit].hex;
    hex.exists() && (table.units[unit].kind != Kind::Ay || table.troops_at(hex).is_none())
}

/// Leaders go from a hex to another; one who comes farther than his range from where he was placed forms nothing more this turn (6.3, R9).
pub fn carry(table: &mut Table, side: Seat, from: HexId, to: HexId) {
    for post in PostId::all_of(side) {
        if table.posts[post].hex != from || !from.exists() {
            continue;
        }
        let post = &mut table.posts[post];
        post.hex = to;
        post.strayed = post.strayed.max(post.home.distance(to));
    }
}

/// Whether a charging enemy controls the hex of a unit (7.6).
pub fn before_a_charger(table: &Table, unit: UnitId) -> bool {
    let hex = table.units[unit].hex;
    table.map().around(hex).iter().any(|next| {
        table
            .foe_at(unit.side(), *next)
            .is_some_and(|enemy| table.units[enemy].marker == Marker::Charge && table.controls(enemy, hex))
    })
}
