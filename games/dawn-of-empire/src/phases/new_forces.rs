//! New forces, and ports made whole (4.0A, 6.4).

use sandtable_engine::{Cx, rule};

use crate::DawnOfEmpire;
use crate::events::Event;
use crate::ids::{OrderKind, PORTS, ShipSet};
use crate::table::{Stack, Table};

/// Places the ships of this turn, and makes damaged ports whole unless they must repair themselves (11.B).
pub fn arrive(table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
    if !table.scenario.options.delayed_repair && table.turn > table.scenario.first_turn {
        table.port_damage = [0; PORTS];
    }
    table.shelled = 0;
    let scenario = std::sync::Arc::clone(&table.scenario);
    for due in &scenario.due {
        let (ship, at, side) = (due.ship, due.at, due.ship.side());
        if due.turn > table.turn || !table.fates.due.contains(ship) {
            continue;
        }
        table.fates.due.remove(ship);
        table.fates.afloat.insert(ship);
        let number = table.free_stack(side);
        table.with_fleet(side, |fleet| {
            fleet.append(ship, number);
            let berth = fleet.berth_mut(ship);
            berth.at = at;
            // Ruling R61: it counts as having been at anchor.
            berth.last = OrderKind::Anchor;
        });
        *table.stack_mut(side, number) =
            Stack { could: ShipSet::one(ship), place: at, began: at, count: 1, ..Stack::default() };
        cx.log(rule!("6.4"), || Event::Arrived { ship, at });
    }
}
