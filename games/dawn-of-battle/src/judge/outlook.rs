//! Who wins the battle: what a captain must not look at to choose well, but who weighs chances of victory must.
//!
//! The judge's weights are those with which captains win, and captains look one choice ahead: they want to be drawn to the enemy. Over a whole
//! turn such things even out, and what has happened already says more. The figures are fitted to how battles between captains ended.

use sandtable_engine::{Seat, State};

use super::judge;
use crate::DawnOfBattle;
use crate::table::Table;
use crate::victory;

/// The lead that makes victory *e* times as likely.
pub const LEAD: i32 = 13_000;

/// What a side loses for each turn played when its losses grow *e*-fold: who loses twice as much as the enemy gives him a point (13.3), and
/// the less time is left the less that changes.
const SLAUGHTER: i32 = 1_700;
/// So many losses more count on either side: the first blow makes any ratio, and says little.
const FIRST_BLOWS: u16 = 8;
/// That point while the battle goes on: it may be lost again, and losses count already.
const SLAUGHTER_POINT: i32 = -4_100;
/// For each turn played, what the judge counts too much against an army at its panic level.
const STRAIN: i32 = 960;
/// What it counts too much against an army that has panicked: it fights on (12.3).
const PANICKED: i32 = 12_000;
/// A point given by the scenario (13.4) for each turn played: nobody takes it away.
const GIVEN: i32 = 1_440;
/// A reinforcement that waits: for the day it is still fresh.
const FRESH: i32 = 2_200;

/// How well a seat stands on the way to victory.
pub fn outlook(state: &State<DawnOfBattle>, seat: Seat) -> i32 {
    let table = &state.table;
    judge(state, seat) + balance(table, seat) - balance(table, seat.opponent())
}

/// What a side has done and suffered so far, where the judge sees it otherwise.
fn balance(table: &Table, side: Seat) -> i32 {
    let army = table.army(side);
    let turns = i32::from(table.turn);
    let mut sum = 0;
    // Where heads are counted nobody asks who lost twice as much (15.11).
    if !table.scenario.options.heads {
        sum -= SLAUGHTER * turns * toll(victory::slaughter(table, side)) / 1_000;
        if victory::slaughters(table, side) {
            sum += SLAUGHTER_POINT;
        }
    }
    let level = i32::from(army.panic_level.max(1));
    let strain = (i32::from(army.losses) * 100 / level).min(200);
    sum += STRAIN * turns * strain * strain / 10_000;
    if army.panicked {
        sum += PANICKED;
    }
    sum += GIVEN * turns * i32::from(table.scenario.armies[side.index()].victory_points);
    sum + FRESH * crate::phases::entry::column(table, side).len() as i32
}

/// The logarithm of losses, in thousandths: each further loss counts for less.
fn toll(losses: u16) -> i32 {
    (1..=losses).map(|loss| 1_000 / i32::from(loss + FIRST_BLOWS)).sum()
}
