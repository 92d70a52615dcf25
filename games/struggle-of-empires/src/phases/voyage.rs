//! A unit goes somewhere, over the sea if need be.
//!
//! To, from and between colonies a die is thrown (9.5a), but not within Europe (9.5b) nor between the American colonies (9.5c). Two or
//! more arrives (9.5d). After a one a second die: one or two is lost, three or four turns back, five or six arrives (9.5e);
//! Navigation adds two to it (15.11). Units that the sea takes cause no unrest (R7).

use sandtable_engine::{Cx, Seat, rule};
use serde::Serialize;

use crate::chart::chart;
use crate::data::limits;
use crate::ids::{Kind, Place, Tile};
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// How a voyage ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Landfall {
    Arrived,
    TurnedBack,
    Lost,
}

/// Whether a move needs a check at sea (9.5a to 9.5c).
#[inline]
pub fn needs_check(from: Place, to: Place) -> bool {
    chart().zone(from) != chart().zone(to)
}

/// Sends a unit from one place to another; the table says where it is in the end.
pub fn send(
    table: &mut Table,
    seat: Seat,
    unit: Kind,
    [from, to]: [Place; 2],
    cx: &mut Cx<StruggleOfEmpires>,
) -> Landfall {
    let mut dice = [0; 2];
    let landfall =
        if needs_check(from, to) { brave_the_sea(table, seat, &mut dice, cx) } else { Landfall::Arrived };
    let empire = &mut table.empires[seat];
    let units = empire.units_mut(unit);
    match landfall {
        Landfall::Arrived => {
            units[from] -= 1;
            units[to] += 1;
        }
        Landfall::Lost => units[from] -= 1,
        Landfall::TurnedBack => {}
    }
    let power = empire.power;
    let [from, to] = [from, to].map(|place| place.space(power));
    match dice {
        [0, _] => cx.log(rule!("9.0c"), || Event::Moved { power, unit, from, to }),
        [first, second] => {
            cx.log(rule!("9.5a"), || Event::Sailed { power, unit, from, to, first, second, landfall });
        }
    }
    if unit == Kind::Navy {
        table.see_to_cordon(cx);
    }
    landfall
}

fn brave_the_sea(table: &Table, seat: Seat, dice: &mut [u8; 2], cx: &mut Cx<StruggleOfEmpires>) -> Landfall {
    let limits = limits();
    dice[0] = cx.die(rule!("9.5d"));
    if dice[0] >= limits.sea_arrives {
        return Landfall::Arrived;
    }
    dice[1] = cx.die(rule!("9.5e"));
    let skill = if table.empires[seat].tiles[Tile::Navigation] > 0 { limits.navigation } else { 0 };
    match dice[1] + skill {
        second if second <= limits.sea_lost => Landfall::Lost,
        second if second <= limits.sea_back => Landfall::TurnedBack,
        _ => Landfall::Arrived,
    }
}
