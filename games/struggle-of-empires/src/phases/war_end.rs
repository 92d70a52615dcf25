//! The end of a war.
//!
//! The next war begins with round one (14.1a). Used tiles are ready again (14.1b), Alliance tiles go back to the display (7.2f), as does a
//! Blockade on the map; the alliances are dissolved, and who moved last opens the next auction (14.1c). After the third war the game
//! ends (3.3) and unrest is shown (14.2).

use sandtable_engine::{Cx, Seat, rule};

use crate::ids::Tile;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// Clears up after a war.
pub fn close(table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
    if let Some(last) = table.order().last() {
        table.first = last;
    }
    table.lift_cordon(cx);
    for seat in table.all() {
        give_back(table, seat);
    }
    table.dissolve();
    let war = table.war;
    cx.log(rule!("14.1a"), || Event::WarEnded { war });
}

/// Alliance tiles go back, all others are ready again.
fn give_back(table: &mut Table, seat: Seat) {
    for tile in Tile::ALLIANCES {
        let held = std::mem::take(&mut table.empires[seat].tiles[*tile]);
        table.display[*tile] += held;
    }
    let empire = &mut table.empires[seat];
    empire.used = crate::table::ByTile::default();
    empire.spent = 0;
}

/// Shows everybody's unrest (14.2).
pub fn reveal(table: &Table, cx: &mut Cx<StruggleOfEmpires>) {
    for empire in table.empires.iter() {
        let (power, unrest) = (empire.power, empire.unrest);
        cx.log(rule!("14.2"), || Event::Revealed { power, unrest });
    }
}
