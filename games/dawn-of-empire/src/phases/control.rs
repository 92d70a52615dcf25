//! Control of the areas and victory points (4.0D, 9.1 to 9.3).

use sandtable_engine::{Cx, rule};

use crate::DawnOfEmpire;
use crate::data::chart;
use crate::events::Event;
use crate::ids::{AREAS, OrderKind, Side, Space};
use crate::phases::combat::order_of;
use crate::table::Table;

/// Whether a side's squadron in an area counts for control: two ships or more, damaged or not (9.1D, rulings R18, R20 and
/// R63), of a side that was not driven off (9.1E, ruling R19).
pub fn counts(table: &Table, side: Side, area: Space) -> bool {
    let bit = 1 << area.0;
    let Some(number) = table.squadron_at(side, area) else { return false };
    if table.driven[side.index()] & bit != 0 {
        return false;
    }
    let transit = order_of(table, side, number).kind == OrderKind::Transit;
    let victor = table.won[side.index()] & bit != 0 && !table.scenario.options.strict_transit;
    !transit || victor
}

/// Who controls an area at the end of combat (9.1): the side that alone has a squadron there (9.1A), whatever single ships
/// the enemy has (9.1B); nobody where both have one (9.1C).
pub fn controller(table: &Table, area: Space) -> Option<Side> {
    // After a pursuit the area belongs to those who forced the enemy to run (11.I, ruling R65).
    let pursuer = Side::BOTH.into_iter().find(|side| table.pursued[side.index()] >> area.0 & 1 != 0);
    if pursuer.is_some() {
        return pursuer;
    }
    match Side::BOTH.map(|side| counts(table, side, area)) {
        [true, false] => Some(Side::Us),
        [false, true] => Some(Side::Es),
        _ => None,
    }
}

/// Places control markers, which replace those of the turn before (ruling R42), and counts points (9.0): areas, then losses;
/// the United States first (9.2, 9.3, ruling R34).
pub fn count(table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
    let mut control = [None; AREAS];
    for area in Space::areas() {
        control[area.index()] = controller(table, area);
    }
    table.control = control;
    for side in Side::BOTH {
        let held = Space::areas().filter(|area| control[area.index()] == Some(side));
        let points: i16 = held.map(|area| chart().area(area).points(side)).sum();
        let areas = control.iter().filter(|holder| **holder == Some(side)).count() as u8;
        score(table, side, points);
        cx.log(rule!("9.2"), || Event::AreaPoints { side, areas, points });
    }
    for side in Side::BOTH {
        let ships = i16::from(table.halves[side.index()] / 2);
        let leaders = i16::from(table.stars[side.index()]);
        score(table, side, ships + leaders);
        if ships + leaders > 0 {
            cx.log(rule!("9.3"), || Event::LossPoints { side, ships, leaders });
        }
    }
    table.halves = [0; 2];
    table.stars = [0; 2];
    table.driven = [0; 2];
    table.won = [0; 2];
    table.pursued = [0; 2];
    let points = table.points;
    cx.log(rule!("9.2"), || Event::Standing { points });
}

/// Moves the markers of the points track.
pub fn score(table: &mut Table, side: Side, points: i16) {
    table.points += if side == Side::Us { points } else { -points };
}
