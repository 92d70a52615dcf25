//! Buying a tile.
//!
//! A tile is taken from the display (7.1a) for its price in gold (7.1b), unrest (7.1c, 2.3b) and Population (7.1d), which must be there
//! (R57); one without a price takes an action all the same (7.1e). A tile with a square works at once and leaves the game (7.2c):
//! Government Reform takes two unrest away (15.14), or what there is (R42), Industry brings three points (15.15). Pirates and Slave
//! Revolt are carried out at once (7.2g). Who has used a tile of one use in this round cannot take it again in it (7.2e, R36).

use sandtable_engine::{Cx, Refusal, Seat, require, rule};

use crate::data::{limits, tile_card};
use crate::ids::Tile;
use crate::phases::raiders;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires, treasury};

/// Whether a power may take a tile.
#[inline]
pub fn check(table: &Table, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    require!(table.display[tile] > 0, "7.1a", "no such tile is on display");
    let card = tile_card(tile);
    require!(
        table.empires[seat].population >= card.population,
        "R57",
        "that tile costs Population, and there is none"
    );
    require!(!table.has_spent(seat, tile), "7.2e", "you have used that tile in this round");
    if tile.is_raider() {
        require!(raiders::any(table, seat, tile), "7.2g", "there is no enemy that it could attack");
    }
    Ok(())
}

/// Pays for a tile and takes it; those with a square work at once. Raiders are let loose by the caller.
pub fn take(table: &mut Table, seat: Seat, tile: Tile, cx: &mut Cx<StruggleOfEmpires>) {
    let card = tile_card(tile);
    table.display[tile] -= 1;
    let power = table.power(seat);
    cx.log(rule!("7.1a"), || Event::Bought { power, tile });
    treasury::pay(table, seat, card.gold, rule!("7.1b"), cx);
    let empire = &mut table.empires[seat];
    empire.unrest += card.unrest;
    empire.population -= card.population;
    match tile {
        Tile::GovernmentReform => {
            let unrest = empire.unrest.min(limits().reform);
            empire.unrest -= unrest;
            table.boxed[tile] += 1;
            cx.log(rule!("15.14"), || Event::Reformed { power, unrest });
        }
        Tile::Industry => {
            empire.points += limits().industry;
            table.boxed[tile] += 1;
            cx.log(rule!("15.15"), || Event::Industry {
                power,
                points: limits().industry,
                unrest: card.unrest,
            });
        }
        // It lies nowhere until its attack is over.
        Tile::Pirates | Tile::SlaveRevolt => {}
        _ => empire.tiles[tile] += 1,
    }
}
