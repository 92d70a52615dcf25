//! Tiles by what they can still bring.

use sandtable_engine::Seat;

use super::standing::View;
use super::{CERTAIN, GOLD};
use crate::data::{limits, tile_card};
use crate::ids::{Tile, places};

/// What one use of a tile is worth, once a war.
const USES: &[(Tile, i32)] = &[
    (Tile::WarOffice, 190),
    (Tile::Mercenaries, 125),
    (Tile::Pressgangs, 95),
    (Tile::TrainedNatives, 115),
    (Tile::DiplomaticService, 105),
    (Tile::ImprovedAgriculture, 60),
    (Tile::Reserve, 60),
];

/// What a tile is worth for each war that it is held.
const HELD: &[(Tile, i32)] = &[
    (Tile::Militia, 25),
    (Tile::Logistics, 30),
    (Tile::ArmyTraining, 45),
    (Tile::NavalTraining, 12),
    (Tile::Navigation, 15),
    (Tile::FightingWithdrawal, 12),
    (Tile::SurpriseAttack, 12),
    (Tile::Blockade, 12),
];

/// The companies.
const COMPANIES: &[Tile] = Tile::ALL.split_at(crate::ids::IMPROVEMENTS).1.split_at(crate::ids::COMPANIES).0;

/// What the tiles of a power are worth, beyond what they do for its units.
pub fn of(view: &View, seat: Seat) -> i32 {
    let empire = &view.table.empires[seat];
    let all = i32::from(limits().actions) * i32::from(view.table.scenario.rounds);
    // What is left of this war, for a power that can use it.
    let now = CERTAIN * view.clock.left(seat) / all.max(1);
    let mut worth = 0;
    for (tile, use_worth) in USES {
        let ready = i32::from(empire.tiles[*tile] - empire.used[*tile]);
        let held = i32::from(empire.tiles[*tile]);
        worth += use_worth * (ready * now + held * view.later * CERTAIN) / CERTAIN;
    }
    for (tile, war_worth) in HELD {
        // A second one adds less.
        let held = i32::from(empire.tiles[*tile]);
        let held = if held > 1 { 1 + held } else { 2 * held };
        worth += war_worth * held * (now + view.later * CERTAIN) / (2 * CERTAIN);
    }
    for tile in COMPANIES {
        if empire.tiles[*tile] == 0 {
            continue;
        }
        let most = places(tile_card(*tile).area_bits).map(|place| empire.tokens.0[place.index()]).max();
        let ready = i32::from(empire.tiles[*tile] - empire.used[*tile]);
        let held = i32::from(empire.tiles[*tile]);
        let uses = ready * now.min(800) + held * view.later * 900;
        worth += GOLD * i32::from(most.unwrap_or(0)) * uses / CERTAIN;
    }
    worth
}
