//! Where a move may end: for whoever looks ahead of it.

use sandtable_engine::Cx;
use sandtable_engine::chance::Fast;

use super::{Helm, TURNS, Way, leave};
use crate::ids::{Heading, Hex, ShipId};
use crate::questions::speed;
use crate::scenario::SheetEdge;
use crate::table::Table;

/// The end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// On the map.
    At(Hex, Heading),
    /// Over an edge, with leave or without.
    Off {
        /// Which.
        edge: SheetEdge,
        /// Whether the scenario allows it.
        allowed: bool,
    },
}

impl End {
    /// Brings a ship there.
    pub fn reach(self, table: &mut Table, ship: ShipId) {
        match self {
            Self::At(hex, heading) => {
                table.hexes[ship.index()] = hex;
                table.ships[ship].heading = heading;
            }
            Self::Off { edge, allowed } => {
                leave(table, ship, edge, allowed, &mut Cx::silent(&mut Fast::new(0)));
            }
        }
    }
}

/// A place on the way of a move.
#[derive(Clone, Copy)]
struct Place {
    hex: Hex,
    heading: Heading,
    turned_at_start: bool,
}

impl Place {
    const fn end(self) -> End {
        End::At(self.hex, self.heading)
    }

    /// Places in one hex by heading and turn at the start, a bit for each.
    const fn bit(self) -> u16 {
        1 << (self.heading as u16 * 2 + self.turned_at_start as u16)
    }
}

impl Helm {
    /// Puts the ship wherever its move may end from here, by whatever way, and calls `each` every time. Smoke and reaction
    /// fire are left out; the table is left as it was found. A ship that has yet to come on ends nowhere.
    pub fn outlook(mut self, table: &mut Table, each: &mut impl FnMut(&mut Table, End)) {
        let ship = self.ship;
        if self.is_outside(table) || self.halted || !speed::under_way(table, ship) {
            return;
        }
        let start = Place {
            hex: table.hex(ship),
            heading: table.ships[ship].heading,
            turned_at_start: self.turned_at_start,
        };
        let grid = table.scenario.sea.grid;
        let mut reached = vec![start];
        let mut next = Vec::new();
        // What is in `next`, by hex.
        let mut noted = vec![0; grid.len()];
        while !reached.is_empty() {
            for place in reached.drain(..) {
                place.end().reach(table, ship);
                self.turned_at_start = place.turned_at_start;
                self.band = self.band_now(table);
                if self.check_stop(table).is_ok() {
                    each(table, place.end());
                }
                if self.moved >= self.band.most {
                    continue;
                }
                for turn in TURNS {
                    if self.check_turn(table, turn).is_err() {
                        break;
                    }
                    let way = self.way(table, turn);
                    if self.check_way(table, way).is_err() {
                        continue;
                    }
                    let heading = place.heading.turned(turn);
                    match way {
                        Way::Sea(hex) => {
                            let turned_at_start = place.turned_at_start || (self.moved == 0 && turn != 0);
                            let onward = Place { hex, heading, turned_at_start };
                            if table.afloat_in(hex).is_empty() {
                                let noted = &mut noted[grid.index(hex).expect("the sea is on the sheet")];
                                if *noted & onward.bit() == 0 {
                                    *noted |= onward.bit();
                                    next.push(onward);
                                }
                            } else {
                                // Another ship's hex ends the move (8.3).
                                onward.end().reach(table, ship);
                                each(table, onward.end());
                                place.end().reach(table, ship);
                            }
                        }
                        Way::Exit(edge) | Way::Edge(edge) => {
                            let before = table.clone();
                            let end = End::Off { edge, allowed: matches!(way, Way::Exit(_)) };
                            end.reach(table, ship);
                            each(table, end);
                            *table = before;
                        }
                        Way::Land | Way::Limit => {}
                    }
                }
            }
            self.moved += 1;
            for place in &next {
                noted[grid.index(place.hex).expect("the sea is on the sheet")] = 0;
            }
            std::mem::swap(&mut reached, &mut next);
        }
        start.end().reach(table, ship);
    }
}
