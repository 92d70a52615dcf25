//! Where a move may end: for whoever looks ahead of it.

use sandtable_engine::Cx;
use sandtable_engine::chance::Fast;

use super::{Helm, TURNS, Way, leave};
use crate::ids::{Heading, Hex, ShipId};
use crate::questions::speed;
use crate::table::Table;

/// A place on the way of a move.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    hex: Hex,
    heading: Heading,
    turned_at_start: bool,
}

impl Helm {
    /// Puts the ship wherever its move may end from here, by whatever way, and calls `each` every time. Smoke and reaction
    /// fire are left out; the table is left as it was found. A ship that has yet to come on ends nowhere.
    pub fn outlook(mut self, table: &mut Table, each: &mut impl FnMut(&mut Table)) {
        let ship = self.ship;
        if self.is_outside(table) || self.halted || !speed::under_way(table, ship) {
            return;
        }
        let start = Place {
            hex: table.hex(ship),
            heading: table.ships[ship].heading,
            turned_at_start: self.turned_at_start,
        };
        let mut reached = vec![start];
        let mut next = Vec::new();
        while !reached.is_empty() {
            for place in reached.drain(..) {
                put(table, ship, place);
                self.turned_at_start = place.turned_at_start;
                self.band = self.band_now(table);
                if self.check_stop(table).is_ok() {
                    each(table);
                }
                for turn in TURNS {
                    if self.check_ahead(table, turn, false).is_err() {
                        continue;
                    }
                    let way = self.way(table, turn);
                    let heading = place.heading.turned(turn);
                    match way {
                        Way::Sea(hex) => {
                            let turned_at_start = place.turned_at_start || (self.moved == 0 && turn != 0);
                            let onward = Place { hex, heading, turned_at_start };
                            if table.afloat_in(hex).is_empty() {
                                if !next.contains(&onward) {
                                    next.push(onward);
                                }
                            } else {
                                // Another ship's hex ends the move (8.3).
                                put(table, ship, onward);
                                each(table);
                                put(table, ship, place);
                            }
                        }
                        Way::Exit(edge) | Way::Edge(edge) => {
                            let before = table.clone();
                            let allowed = matches!(way, Way::Exit(_));
                            leave(table, ship, edge, allowed, &mut Cx::silent(&mut Fast::new(0)));
                            each(table);
                            *table = before;
                        }
                        Way::Land | Way::Limit => {}
                    }
                }
            }
            self.moved += 1;
            std::mem::swap(&mut reached, &mut next);
        }
        put(table, ship, start);
    }
}

fn put(table: &mut Table, ship: ShipId, place: Place) {
    table.hexes[ship.index()] = place.hex;
    table.ships[ship].heading = place.heading;
}
