//! How two lines of battle face each other (7.31, 7.34).

use crate::ids::MOST;
use crate::table::{Line, Table};

/// For each ship of a line, from the front, the place in the enemy's line that it fires at.
///
/// Ships that have no opposite double up: undamaged ones from the front of the enemy's line, damaged ones from its rear (7.31,
/// 7.34, ruling R31).
pub fn targets(table: &Table, line: &Line, enemies: usize) -> [u8; MOST] {
    let mut targets = [0; MOST];
    if enemies == 0 {
        return targets;
    }
    let (mut fresh, mut damaged) = (0, 0);
    for (place, ship) in line.iter().enumerate() {
        targets[place] = if place < enemies {
            place
        } else if table.damage[ship.index()] == 0 {
            fresh += 1;
            (fresh - 1) % enemies
        } else {
            damaged += 1;
            enemies - 1 - (damaged - 1) % enemies
        } as u8;
    }
    targets
}

/// The line for the next round: undamaged ships keep their order, damaged ones fall back behind them, the worst last (7.34).
pub fn reform(table: &Table, line: &Line) -> Line {
    let mut reformed = *line;
    // A stable order: among ships of equal damage the owner's own order stands.
    for at in 1..reformed.len() {
        let mut place = at;
        while place > 0 && damage(table, &reformed, place - 1) > damage(table, &reformed, place) {
            reformed.swap(place - 1, place);
            place -= 1;
        }
    }
    reformed
}

fn damage(table: &Table, line: &Line, place: usize) -> u8 {
    table.damage[line[place].index()]
}
