//! Yellow fever (10.3, R19): none with 1 to 4 (Y1), one step with 5 and 6 (Y5), two with 7 (Y7).

use sandtable_engine::{Cx, rule};

use crate::Santiago;
use crate::data::tables;
use crate::events::Event;
use crate::ids::Force;
use crate::phases::losses::{Cause, Losses};
use crate::table::Table;

/// The fever of a turn: from the fifth on, one more on the die from the tenth (10.3a). The steps come from American units on the map, no two from one (10.3b).
pub fn check(table: &mut Table, cx: &mut Cx<Santiago>) -> Option<Losses> {
    let fever = &tables().fever;
    let units = table.map.and(Force::Us.units());
    if table.turn < fever.from_turn || units.is_empty() {
        return None;
    }
    let die = cx.die(rule!("10.3"));
    let worse = if table.turn >= fever.worse_from_turn { fever.worse } else { 0 };
    let modified = die + worse;
    let steps = fever.steps[usize::from(modified) - 1];
    cx.log(rule!("10.3"), || Event::Fever { die, modified, steps });
    (steps > 0).then(|| Losses::new(Force::Us, units, steps, Cause::Fever))
}
