//! Country counters for the map.
//!
//! Ten are drawn from the bag before the second and the third war (4.1); those of earlier wars stay (4.2). An empty bag gives what it has
//! (R50).

use sandtable_engine::{Cx, RuleRef, rule};

use crate::data::limits;
use crate::ids::{CounterId, counters};
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// Takes a counter from the bag at random.
pub fn draw(table: &mut Table, why: RuleRef, cx: &mut Cx<StruggleOfEmpires>) -> Option<CounterId> {
    let left = table.bag.0.count_ones();
    if left == 0 {
        return None;
    }
    let at = cx.draw(why, left) as usize;
    let counter = counters(table.bag.0).nth(at)?;
    table.bag.0 &= !counter.bit();
    Some(counter)
}

/// Puts ten counters on the map (4.1).
pub fn lay_out(table: &mut Table, why: RuleRef, cx: &mut Cx<StruggleOfEmpires>) {
    for _ in 0..limits().counters_each_war {
        let Some(counter) = draw(table, why, cx) else { return };
        table.open.0 |= counter.bit();
        cx.log(rule!("4.1"), || Event::Appeared { counter });
    }
}
