//! Getting out of the way before a melee (10.2.2, 7.11.3).

use sandtable_engine::{Cx, Refusal, Thing, require, rule};

use crate::DawnOfBattle;
use crate::contest::Party;
use crate::field::Hex;
use crate::fight_events::FightEvent;
use crate::ids::{HexId, UnitId};
use crate::losses;
use crate::phases::march::{March, Why};
use crate::questions::reach::{Order, Reach, Zones};
use crate::table::{Marker, Table};

/// Whether a unit may withdraw from an attacker at all (10.2.2): in good order, without Done!; a light unit from one that is not light or from a slower light one,
/// cavalry from anything slower.
pub fn check_withdrawal(table: &Table, unit: UnitId, attacker: Party) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    let own = &table.units[unit];
    let card = own.kind.card();
    require!(!own.disrupted, "10.2.2", "a disrupted unit does not withdraw"; blocked piece);
    require!(own.marker != Marker::Done, "10.2.2", "a unit that bears Done! does not withdraw"; blocked piece);
    let Some(enemy) = attacker.unit() else {
        require!(card.is_light() || own.kind.is_cavalry(), "10.2.2", "only light units and cavalry withdraw"; blocked piece);
        return Ok(());
    };
    let slower = table.figures(enemy).movement < table.figures(unit).movement;
    let heavier = !table.units[enemy].kind.card().is_light();
    require!(card.is_light() || own.kind.is_cavalry(), "10.2.2", "only light units and cavalry withdraw"; blocked piece);
    require!(card.is_light() && heavier || slower, "10.2.2", "the attacker is as fast"; blocked piece);
    require!(!own.kind.is_camp(), "11.0", "camps do not withdraw"; blocked piece);
    Ok(())
}

/// Points of a withdrawal: half the movement of the disrupted side, rounded up (R25).
pub fn points(table: &Table, unit: UnitId) -> u8 {
    table.units[unit].kind.card().disrupted.movement.div_ceil(2)
}

/// The move of a withdrawal: it enters no enemy's zone.
pub fn order(table: &Table, unit: UnitId) -> Order {
    Order::of(table, unit).with(points(table, unit), Zones::Shun)
}

/// Calls `each` with the hexes that a unit may withdraw to: those that lie farthest from the attacker of all it can reach, and no nearer than two hexes (R26). The attacker may
/// stand beside the map (7.8).
pub fn each_refuge(table: &Table, unit: UnitId, from: Hex, each: impl FnMut(HexId)) {
    let start = table.units[unit].hex;
    let reach = Reach::new(table, order(table, unit));
    let away = reach.hexes().iter().copied().filter(|hex| *hex != start);
    let farthest = away.clone().map(|hex| hex.hex().distance(from)).max().unwrap_or(0);
    if farthest >= 2 {
        away.filter(|hex| hex.hex().distance(from) == farthest).for_each(each);
    }
}

/// Whether there is a place to withdraw to.
pub fn has_refuge(table: &Table, unit: UnitId, from: Hex) -> bool {
    let mut any = false;
    each_refuge(table, unit, from, |_| any = true);
    any
}

/// The unit disrupts and gets away (10.2.2); its march asks how it faces there.
pub fn withdraw(table: &mut Table, unit: UnitId, to: HexId, cx: &mut Cx<DawnOfBattle>) -> March {
    losses::disrupt_by(table, unit, rule!("10.2.2"), cx);
    cx.log(rule!("10.2.2"), || FightEvent::Withdrew { unit, to }.into());
    March::towards(unit, Why::Withdraw, to)
}
