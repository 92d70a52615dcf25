//! For tests: what must always hold, and every choice that could be thought of.

use sandtable_engine::{Seat, State};

use crate::data::{Card, Space, UnitId};
use crate::table::STACK;
use crate::{AnswerChoice, Choice, Frame, MarchChoice, Toy};

/// Checks stacking, the deck, and that the sides share a space only while they fight for it.
pub fn audit(state: &State<Toy>) -> Result<(), String> {
    let table = &state.table;
    let fought_for = state.frames().iter().find_map(|frame| match frame {
        Frame::Assault(assault) => Some(assault.at()),
        _ => None,
    });
    for space in Space::all() {
        let [blue, red] = [Seat(0), Seat(1)].map(|side| table.count_at(side, space));
        if blue > STACK || red > STACK {
            return Err(format!("{blue} blue and {red} red units stack in space {}", space.0));
        }
        if blue > 0 && red > 0 && fought_for != Some(space) {
            return Err(format!("both sides stand in space {}", space.0));
        }
    }
    if table.units.iter().any(|unit| unit.at.is_some_and(|at| !at.exists())) {
        return Err("a unit stands beside the ridge".into());
    }
    let cards = table.hands.iter().chain(&table.aside);
    if cards.clone().all(|card| !card.is_forgotten()) {
        let mut deck: Vec<Card> = cards.map(|card| *card.truth()).collect();
        deck.sort_unstable();
        if deck != Card::DECK {
            return Err(format!("the deck has become {deck:?}"));
        }
    }
    Ok(())
}

/// Every choice of every box, legal or not.
pub fn universe(state: &State<Toy>, each: &mut dyn FnMut(Choice)) {
    (0..=u8::MAX).map(Choice::Bid).for_each(&mut *each);
    for unit in state.table.ids().chain([UnitId(100), UnitId(u8::MAX)]) {
        each(Choice::March(MarchChoice::Take(unit)));
        each(Choice::Losses(unit));
    }
    (0..=Space::COUNT + 2).map(|space| Choice::March(MarchChoice::Step(Space(space)))).for_each(&mut *each);
    each(Choice::March(MarchChoice::Done));
    [AnswerChoice::Play, AnswerChoice::Pass].map(Choice::Answer).into_iter().for_each(each);
}
