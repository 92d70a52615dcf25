//! How a ship comes on from outside the map (8.8).

use sandtable_engine::{Cx, Next, Refusal, Thing, require, rule};

use super::Helm;
use crate::Dreadnoughts;
use crate::events::Event;
use crate::ids::{Heading, Hex, ShipId, ShipSet};
use crate::scenario::Berth;
use crate::table::Table;

impl Helm {
    /// How many ships came on by this hex before this one in the same turn (8.8a).
    fn queue(table: &Table, hex: Hex) -> u8 {
        table.scenario.ids().filter(|ship| table.ships[*ship].entered == Some((hex, table.turn))).count()
            as u8
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
        let first = self.ahead.iter().find(|other| enters_by(table, *other, hex));
        if let Some(first) = first {
            let piece = Thing::Piece(u16::from(first.0));
            let why = "a ship that has waited outside since an earlier turn comes on first";
            return Err(Refusal::new(rule!("N1"), why).blocked_by(piece));
        }
        let (band, queue) = (self.band, Self::queue(table, hex));
        require!(
            queue < band.most, "8.8a", "{0} ships came on here before, and the ship cannot make up the distance";
            figures i16::from(queue), 0
        );
        Ok(())
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
        self.moved = Self::queue(table, hex) + 1;
        table.fleet.due.remove(ship);
        table.fleet.afloat.insert(ship);
        table.hexes[ship.index()] = hex;
        table.ships[ship].heading = heading;
        table.ships[ship].entered = Some((hex, table.turn));
        cx.log(rule!("8.8"), || Event::Enters { ship, hex, heading });
        self.entered(table, None, cx)
    }
}

/// Ships of the same side that could have come on in an earlier turn and have yet to move (ruling N1).
pub(super) fn waiting_longer(table: &Table, ship: ShipId, unmoved: ShipSet) -> ShipSet {
    let due_on = |ship: ShipId| match table.vessel(ship).berth {
        Berth::Enters { turn, .. } => turn,
        Berth::At(..) => 0,
    };
    let others = unmoved.and(table.fleet.due).and(table.fleet_of(table.side(ship)));
    others.iter().filter(|other| due_on(*other) < due_on(ship)).collect()
}

/// Whether a ship may come on by a hex.
fn enters_by(table: &Table, ship: ShipId, hex: Hex) -> bool {
    matches!(&table.vessel(ship).berth, Berth::Enters { hexes, .. } if hexes.contains(&hex))
}
