//! What a seat does not know: the other's events, and who lies under the other's counters.

use sandtable_engine::chance::Chance;
use sandtable_engine::{Secret, State, rule};

use crate::ids::{LeaderId, PostId, SIDES};
use crate::table::{Fate, Table};
use crate::{DawnOfBattle, muster};

/// Calls `each` with every secret on the table.
pub fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
    for side in SIDES {
        each(&mut table.army_mut(side).deck.hand);
        for post in PostId::all_of(side) {
            each(&mut table.posts[post].who);
        }
    }
}

/// Settles what was forgotten: any hand of cards that nobody has seen, and any of the leaders who could lie under a counter.
pub fn deal(state: &mut State<DawnOfBattle>, chance: &mut dyn Chance) {
    for side in SIDES {
        state.table.army_mut(side).deck.imagine(chance);
        let table = &mut state.table;
        let mut free = [false; crate::ids::MOST_LEADERS];
        for leader in LeaderId::all_of(side) {
            free[leader.place()] = table.leaders[leader].fate == Fate::Ready;
        }
        for post in PostId::all_of(side) {
            let post = &table.posts[post];
            if post.hex.exists() && !post.who.is_forgotten() {
                free[post.who.truth().place()] = false;
            }
        }
        for post in PostId::all_of(side) {
            if !table.posts[post].who.is_forgotten() {
                continue;
            }
            let count = free.iter().filter(|is| **is).count() as u32;
            let place = chance.draw(rule!("4.4"), count.max(1)) as usize;
            let leader = free.iter().enumerate().filter(|(_, is)| **is).nth(place).map_or(0, |(at, _)| at);
            free[leader] = false;
            table.posts[post].who.settle(LeaderId::of(side, leader));
        }
    }
    let table = state.table.clone();
    for frame in state.frames_mut() {
        muster::deal(&table, frame, chance);
    }
}
