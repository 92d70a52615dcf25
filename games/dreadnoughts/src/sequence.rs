//! The sequence of play: turns of combat, movement and administration (5.0, 5.1).

use sandtable_engine::{Cx, Never, Next, Step, rule};
use serde::Serialize;

use crate::events::Event;
use crate::phases::administration::{administer, attempt_repairs};
use crate::phases::air::Harassment;
use crate::phases::combat::Combat;
use crate::phases::movement::Movement;
use crate::phases::orders::Orders;
use crate::scenario::Opening;
use crate::table::{Stopped, Table};
use crate::{Dreadnoughts, Frame, victory};

/// A game turn. The phases return to it one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Turn;

impl Step<Dreadnoughts> for Turn {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        let turn = table.turn;
        cx.log(rule!("5.1"), || Event::Turn { turn });
        throw_for_power(table, cx);
        if is_recalled(table, cx) {
            return Next::Over(victory::outcome(table, cx));
        }
        let scenario = &table.scenario;
        if turn == scenario.first_turn && scenario.opens_with == Opening::Movement {
            return begin_movement(self, table, cx);
        }
        Next::call(self, Combat::default())
    }

    fn resume(self, child: Frame, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        if victory::side_is_gone(table) {
            return Next::Over(victory::outcome(table, cx));
        }
        match child {
            Frame::Combat(_) => begin_movement(self, table, cx),
            Frame::Harassment(_) => Next::call(self, Orders::default()),
            Frame::Orders(_) => Next::call(self, Movement::default()),
            _ => end_turn(table, cx),
        }
    }
}

/// Repairs come first, then aircraft, then orders.
fn begin_movement(turn: Turn, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
    attempt_repairs(table, cx);
    Next::call(turn, Harassment::default())
}

/// The administrative phase (5.4), and the next turn or the end (5.4b). Not inlined: it comes once a turn, and would
/// be in the way of all that goes on between.
#[inline(never)]
fn end_turn(table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
    administer(table, cx);
    if table.turn >= table.scenario.turns || victory::side_is_gone(table) {
        return Next::Over(victory::outcome(table, cx));
    }
    table.turn += 1;
    Next::go(Turn)
}

/// Ships may lose power at the start of a turn (9.11).
fn throw_for_power(table: &mut Table, cx: &mut Cx<Dreadnoughts>) {
    for number in 0..table.scenario.specials.power_failures.len() {
        let failure = &table.scenario.specials.power_failures[number];
        if failure.turn != table.turn || !table.fleet.afloat.contains(failure.ship) {
            continue;
        }
        let (ship, die) = (failure.ship, cx.die(rule!("9.11")));
        let fails = failure.on.contains(die);
        cx.log(rule!("9.11"), || Event::Power { ship, die, fails });
        if fails {
            table.powerless |= 1 << number;
        }
    }
}

/// Whether a force that has lost too much is called back (9.19).
fn is_recalled(table: &Table, cx: &mut Cx<Dreadnoughts>) -> bool {
    let Some((from_turn, ships)) = table.scenario.specials.recall else { return false };
    if table.turn < from_turn {
        return false;
    }
    let crippled = ships.iter().filter(|ship| {
        let damage = &table.ships[*ship].damage;
        table.fleet.lost().contains(*ship)
            || damage.is_slowed()
            || !matches!(damage.stopped, Stopped::No | Stopped::Repaired)
    });
    let crippled = crippled.count() as u8;
    let die = cx.die(rule!("9.19"));
    let ends = die < crippled;
    cx.log(rule!("9.19"), || Event::Recall { die, crippled, ends });
    ends
}
