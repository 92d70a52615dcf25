//! Getting out of the way before a melee (10.2.2, 7.11.3).

use sandtable_engine::{Cx, Refusal, Thing, require, rule};

use crate::DawnOfBattle;
use crate::contest::Party;
use crate::field::Hex;
use crate::fight_events::FightEvent;
use crate::ids::{Facing, HexId, HexSet, UnitId};
use crate::losses;
use crate::movement;
use crate::questions::reach::{Reach, facings};
use crate::sight::in_arc;
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

/// Calls `each` with the hexes that a unit may withdraw to: those that lie farthest from the attacker of all it can reach, and no nearer than two hexes (R26). The attacker may
/// stand beside the map (7.8).
pub fn each_refuge(table: &Table, unit: UnitId, from: Hex, each: impl FnMut(HexId)) {
    let start = table.units[unit].hex;
    let reach = Reach::new(table, movement::retreat_order(table, unit, points(table, unit)));
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

/// The facing that a withdrawing unit ends with: towards the attacker if it can, else the first that it can have.
fn facing_at(table: &Table, unit: UnitId, to: HexId, from: Hex) -> Option<Facing> {
    let costs = facings(table, movement::retreat_order(table, unit, points(table, unit)), to);
    let mut open =
        Facing::ALL.into_iter().zip(costs).filter(|(_, cost)| cost.is_some()).map(|(facing, _)| facing);
    let sees = open.clone().find(|facing| in_arc(to.hex(), *facing, from));
    sees.or_else(|| open.next())
}

/// The unit disrupts, goes, and is Done! (10.2.2). Says where it has ridden over leaders of the enemy (6.4).
#[must_use]
pub fn withdraw(table: &mut Table, unit: UnitId, to: HexId, from: Hex, cx: &mut Cx<DawnOfBattle>) -> HexSet {
    let facing = facing_at(table, unit, to, from);
    losses::disrupt_by(table, unit, rule!("10.2.2"), cx);
    let ridden = facing
        .map_or(HexSet::NONE, |facing| movement::retreat(table, unit, to, facing, points(table, unit), cx));
    table.units[unit].marker = Marker::Done;
    cx.log(rule!("10.2.2"), || FightEvent::Withdrew { unit, to }.into());
    ridden
}
