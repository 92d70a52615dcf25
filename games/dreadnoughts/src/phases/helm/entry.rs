//! How a ship comes on from outside the map (8.8).

use sandtable_engine::{Cx, Next, Refusal, require, rule};

use super::Helm;
use crate::Dreadnoughts;
use crate::events::Event;
use crate::ids::{Heading, Hex, ShipId, ShipSet};
use crate::scenario::Berth;
use crate::table::Table;

impl Helm {
    /// How many ships come on by this hex before this one in the same turn (8.8a). Those that found no room before are first, even
    /// if they move later (ruling N1).
    fn queue(&self, table: &Table, hex: Hex) -> u8 {
        let comes_first =
            |other: ShipId| !table.crowded_out.contains(self.ship) || table.crowded_out.contains(other);
        let entered = table
            .scenario
            .ids()
            .filter(|other| table.ships[*other].entered == Some((hex, table.turn)) && comes_first(*other));
        let expected = self.ahead.iter().filter(|other| enters_by(table, *other, hex));
        (entered.count() + expected.count()) as u8
    }

    /// Whether the ship may come on by a hex on a heading (8.8, rulings N1 and N2).
    pub(super) fn check_enter(&self, table: &Table, hex: Hex, heading: Heading) -> Result<(), Refusal> {
        let Berth::Enters { hexes, headings, .. } = &table.vessel(self.ship).berth else {
            return Err(Refusal::new(rule!("8.8"), "this ship is on the map from the start"));
        };
        require!(hexes.contains(&hex), "8.8", "the scenario lets this ship enter by other hexes");
        let sea = &table.scenario.sea;
        let onto_the_map = headings.contains(&heading) && sea.grid.contains(hex.step(sea.side(heading)));
        require!(
            onto_the_map,
            "N2",
            "a ship enters on a heading that the scenario lists and that leads onto the map"
        );
        let (band, queue) = (self.band, self.queue(table, hex));
        require!(
            queue < band.most, "8.8a", "{0} ships come on here before, and the ship cannot make up the distance";
            figures i16::from(queue), 0
        );
        Ok(())
    }

    /// Whether it is for want of movement that the ship cannot come on by any of her hexes (8.8a).
    pub(super) fn finds_no_room(&self, table: &Table) -> bool {
        let Berth::Enters { hexes, .. } = &table.vessel(self.ship).berth else { return false };
        hexes.iter().all(|hex| self.queue(table, *hex) >= self.band.most)
    }

    /// Whether the ship has yet to come on.
    pub(super) fn is_outside(&self, table: &Table) -> bool {
        table.fleet.due.contains(self.ship)
    }

    /// The ship comes on.
    pub(super) fn come_on(
        mut self,
        table: &mut Table,
        hex: Hex,
        heading: Heading,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let ship = self.ship;
        self.moved = self.queue(table, hex) + 1;
        table.fleet.due.remove(ship);
        table.fleet.afloat.insert(ship);
        table.hexes[ship.index()] = hex;
        table.ships[ship].heading = heading;
        table.ships[ship].entered = Some((hex, table.turn));
        cx.log(rule!("8.8"), || Event::Enters { ship, hex, heading });
        self.entered(table, None, cx)
    }
}

/// Ships of the same side that found no room in an earlier turn and have yet to move: they come before a ship that did not (ruling
/// N1). Who stayed outside of their own will have no such claim.
pub(super) fn first_in_the_queue(table: &Table, ship: ShipId, unmoved: ShipSet) -> ShipSet {
    if !table.fleet.due.contains(ship) || table.crowded_out.contains(ship) {
        return ShipSet::NONE;
    }
    unmoved.and(table.crowded_out).and(table.fleet.due).and(table.fleet_of(table.side(ship)))
}

/// Whether a ship may come on by a hex.
fn enters_by(table: &Table, ship: ShipId, hex: Hex) -> bool {
    matches!(&table.vessel(ship).berth, Berth::Enters { hexes, .. } if hexes.contains(&hex))
}
