//! Allies: whether to ask them, what to offer, and whether to help.

use sandtable_engine::Seat;

use super::battle::fight;
use super::{Clock, GOLD, UNIT_LOST};
use crate::phases::answers::AnswersChoice;
use crate::phases::asking::{AskingChoice, usable};
use crate::table::{Assault, Table};

/// Asking costs nothing.
const NO_HARM: i32 = 1;
/// How many of a helper's fights cost him a unit: one that is lost with a seven, about one of twelve.
const RISK: i32 = 12;

/// What sending units is worth to a helper.
fn helping(table: &Table, clock: Clock, helper: Seat, assault: &Assault, sent: AnswersChoice) -> i32 {
    let mut assault = *assault;
    assault.navies[helper.index()] = sent.navies;
    assault.armies[helper.index()] = sent.armies;
    let worth = fight(table, clock, helper, &assault);
    if sent.navies + sent.armies == 0 {
        return worth;
    }
    worth + GOLD * i32::from(assault.offers[helper.index()]) - UNIT_LOST / RISK
}

/// What an answer is worth to the one who was asked.
pub fn answer(table: &Table, clock: Clock, seat: Seat, _: Seat, choice: AnswersChoice) -> i32 {
    helping(table, clock, seat, table.assault(), choice)
}

/// What asking an ally is worth: as if he thought like ourselves.
pub fn asking(table: &Table, clock: Clock, seat: Seat, principal: Seat, choice: AskingChoice) -> i32 {
    let mut assault = *table.assault();
    for ally in assault.asked.iter().filter(|ally| table.allies_of(principal).contains(*ally)) {
        expect(table, clock, ally, &mut assault);
    }
    let AskingChoice::Ask { power, gold } = choice else { return fight(table, clock, seat, &assault) };
    let Some(ally) = table.seat_of(power) else { return i32::MIN / 2 };
    assault.offers[ally.index()] = gold as u8;
    let comes = expect(table, clock, ally, &mut assault);
    let paid = if comes { GOLD * i32::from(gold) } else { i32::from(gold) };
    fight(table, clock, seat, &assault) - paid + NO_HARM
}

/// Reckons with what an ally will probably send, and says whether he comes.
fn expect(table: &Table, clock: Clock, ally: Seat, assault: &mut Assault) -> bool {
    let (navies, armies) = usable(table, ally);
    let all = AnswersChoice { navies, armies };
    let none = AnswersChoice { navies: 0, armies: 0 };
    let comes = helping(table, clock, ally, assault, all) > helping(table, clock, ally, assault, none);
    if comes {
        assault.navies[ally.index()] = navies;
        assault.armies[ally.index()] = armies;
    }
    comes
}
