//! What not everyone knows: the cards, and bids while they are sealed.

use arrayvec::ArrayVec;
use sandtable_engine::chance::Chance;
use sandtable_engine::{Secret, State, rule};

use crate::{Card, Frame, Table, Toy};

/// Calls `each` with every card.
pub fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
    table.hands.iter_mut().chain(&mut table.aside).for_each(|card| each(card));
}

/// Deals the cards that are not known to the places that are not known, and bids at random.
pub fn deal(state: &mut State<Toy>, chance: &mut dyn Chance) {
    let table = &mut state.table;
    let mut unseen = ArrayVec::from(Card::DECK);
    for place in table.hands.iter().chain(&table.aside).filter(|place| !place.is_forgotten()) {
        unseen.iter().position(|card| card == place.truth()).map(|at| unseen.remove(at));
    }
    for place in table.hands.iter_mut().chain(&mut table.aside).filter(|place| place.is_forgotten()) {
        let left = u32::try_from(unseen.len()).expect("the deck has four cards");
        let at = chance.draw(rule!("2.2"), left) as usize;
        place.settle(unseen.swap_remove(at));
    }
    for frame in state.frames_mut() {
        if let Frame::Bid(bid) = frame {
            bid.deal(chance);
        }
    }
}
