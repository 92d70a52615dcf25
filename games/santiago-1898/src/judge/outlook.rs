//! How likely the goal of a scenario is to be reached (3.5), and what the calendar says where there is none.
//!
//! The judge counts what is there. A goal is a matter of time too: whoever holds a hex on the last evening has it, and three days before that
//! says little. What tells most is how many steps stand in a hex and around it. The weights were fitted to 3,200 games between captains,
//! of both scenarios that have a goal; none may speak against the troops that it counts.

use crate::ids::{Force, HexId};
use crate::map::distance;
use crate::table::{Phase, Table};

/// What speaks for a hex being American at the end, in thousandths of the logarithm of the odds.
struct Signs {
    /// With nobody around.
    alone: i32,
    /// If it is held already.
    held: i32,
    /// Each American or Cuban step: in the hex, beside it, up to three away, up to six away.
    us: [i32; RINGS],
    /// Each Spanish step in the same places.
    es: [i32; RINGS],
}

const RINGS: usize = 4;

/// The signs when so many halves of a turn are left; the second half is Spain's.
const SIGNS: [Signs; 6] = [
    Signs { alone: -8_704, held: 12_714, us: [748, 0, 6, 19], es: [-26, -132, -53, 0] },
    Signs { alone: 436, held: 3_861, us: [0, 41, 0, 0], es: [-294, -104, -31, -123] },
    Signs { alone: 2_286, held: 2_813, us: [73, 26, 0, 0], es: [-329, -166, -94, -132] },
    Signs { alone: 4_970, held: 2_071, us: [166, 20, 0, 0], es: [-347, -230, -194, -168] },
    Signs { alone: 2_850, held: 2_056, us: [282, 28, 28, 0], es: [-212, -200, -197, -89] },
    Signs { alone: 1_496, held: 289, us: [491, 54, 72, 0], es: [-301, -113, -303, -9] },
];

/// A lead that makes victory *e* times as likely: where there is a goal, it tells most; in a campaign what the judge counts does.
const LEAD_WITH_GOAL: i32 = 52_000;
const LEAD_IN_CAMPAIGN: i32 = 22_600;

/// What a lead counts for.
pub fn lead(table: &Table) -> i32 {
    if table.scenario.goal.is_some() { LEAD_WITH_GOAL } else { LEAD_IN_CAMPAIGN }
}

/// In a campaign the judge sees Spain far ahead while the Americans are at sea, and forgets that days run out on them later: what has to be
/// added at the outbreak, for each day, and for each day while Spain is still to answer. Fitted to 500 games between captains.
const AT_SEA: i32 = 2_498;
const EACH_DAY: i32 = -298;
const TO_ANSWER: i32 = -84;

fn calendar(table: &Table) -> i16 {
    let spains = i32::from(table.phase >= Phase::SpanishMovement);
    let odds = AT_SEA + i32::from(table.turn) * (EACH_DAY + TO_ANSWER * spains);
    odds.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Nothing is quite certain before the end.
const SURELY: f64 = 0.999;

/// What the judge does not see of the odds that the Americans win, in thousandths of their logarithm: those of reaching the goal, or
/// what the calendar says.
pub fn outlook(table: &Table) -> i16 {
    let Some(goal) = table.scenario.goal else { return calendar(table) };
    let days = usize::from(table.scenario.turns.saturating_sub(table.turn));
    let halves = 2 * days + usize::from(table.phase < Phase::SpanishMovement);
    let signs = &SIGNS[halves.min(SIGNS.len() - 1)];
    // How likely so many hexes are held: none, one, two and so on.
    let mut likely = vec![1.0];
    for hex in goal.hexes.iter() {
        let held = chance(table, signs, hex);
        likely.push(0.0);
        for count in (0..likely.len()).rev() {
            let fewer = if count == 0 { 0.0 } else { likely[count - 1] };
            likely[count] = likely[count] * (1.0 - held) + fewer * held;
        }
    }
    let reached: f64 = likely.iter().skip(usize::from(goal.needed)).sum();
    let reached = reached.clamp(1.0 - SURELY, SURELY);
    (1_000.0 * (reached / (1.0 - reached)).ln()) as i16
}

/// How likely a hex is American at the end.
fn chance(table: &Table, signs: &Signs, hex: HexId) -> f64 {
    let mut sum = signs.alone + if table.held.contains(hex) { signs.held } else { 0 };
    for unit in table.map.iter().filter(|unit| !unit.is_leader()) {
        let ring = match distance(table.at[unit], hex) {
            0 => 0,
            1 => 1,
            2 | 3 => 2,
            4..=6 => 3,
            _ => continue,
        };
        let weights = if unit.force() == Force::Es { &signs.es } else { &signs.us };
        sum += weights[ring] * i32::from(table.steps[unit]);
    }
    1.0 / (1.0 + (-f64::from(sum) / 1_000.0).exp())
}

#[cfg(test)]
mod tests {
    use sandtable_engine::Setup;

    use super::*;
    use crate::ids::{UnitId, UnitSet};
    use crate::setup::lay_out;

    fn table(scenario: &str) -> Table {
        lay_out(&Setup::shipped(scenario)).expect("it is shipped")
    }

    /// The last evening at Las Guásimas, with these hexes of the goal held and nobody near them.
    fn last_evening(held: usize) -> i16 {
        let mut table = table("las-guasimas");
        (table.turn, table.phase) = (table.scenario.turns, Phase::SpanishMovement);
        let goal = table.scenario.goal.expect("it has one").hexes;
        let near = |unit: &UnitId| goal.iter().any(|hex| distance(table.at[*unit], hex) <= 6);
        let around: UnitSet = table.map.iter().filter(near).collect();
        around.iter().for_each(|unit| table.lift(unit));
        goal.iter().take(held).for_each(|hex| table.held.insert(hex));
        outlook(&table)
    }

    #[test]
    fn without_a_goal_days_that_pass_speak_for_spain() {
        let mut table = table("campaign");
        let begins = outlook(&table);
        table.phase = Phase::SpanishMovement;
        let to_answer = outlook(&table);
        assert!(0 < to_answer && to_answer < begins, "{to_answer} {begins}");
        table.turn = table.scenario.turns;
        assert!(outlook(&table) < 0);
    }

    #[test]
    fn an_even_scenario_begins_open() {
        for scenario in ["las-guasimas", "el-caney-san-juan"] {
            let odds = outlook(&table(scenario));
            assert!(odds.abs() < 800, "{scenario}: {odds}");
        }
    }

    #[test]
    fn on_the_last_evening_what_is_held_counts() {
        let [none, one, both] = [0, 1, 2].map(last_evening);
        assert!(none < -3_000 && one < -3_000, "{none} and {one}");
        assert!(both > 3_000, "{both}");
    }

    #[test]
    fn troops_speak_for_their_side() {
        for signs in &SIGNS {
            assert!(signs.held > 0 && signs.us.iter().all(|weight| *weight >= 0));
            assert!(signs.es.iter().all(|weight| *weight <= 0));
        }
    }
}
