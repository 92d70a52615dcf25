//! Lays a scenario out (16.0): ground (16.1), units (16.2), tracks (16.3), chits (16.4), special rules (16.5), points given (16.6). Then the first turn begins (16.8).

use std::sync::Arc;

use sandtable_engine::{Audience, Hidden};

use crate::data::CardId;
use crate::field::Country;
use crate::ids::{LeaderId, MOST_LEADERS, MOST_UNITS, PostId, SIDES, UnitId};
use crate::scenario::{Begins, LeaderLine, Scenario, Station};
use crate::table::{Fate, Leader, Post, Table, Unit};

/// The table of a scenario; nothing is drawn yet.
pub fn lay_out(scenario: Arc<Scenario>) -> Table {
    let land = Country::new(
        scenario.epic,
        scenario.terrain.iter().copied(),
        scenario.special.closed.iter().copied(),
    );
    let mut table = Table::empty(scenario, Arc::new(land));
    let scenario = Arc::clone(&table.scenario);
    table.turn = scenario.start.turn;
    table.initiative = scenario.start.initiative;
    table.held = scenario.start.held;
    for side in SIDES {
        let list = &scenario.armies[side.index()];
        for (place, line) in list.units.iter().take(MOST_UNITS).enumerate() {
            let id = UnitId::of(side, place);
            table.units[id] = Unit {
                kind: line.kind,
                facing: line.facing,
                disrupted: line.disrupted,
                firepower: line.firepower,
                ..Unit::default()
            };
            match line.station {
                Station::On(hex) => {
                    table.put(id, hex);
                    table.units[id].marker = line.marker;
                }
                Station::Enters(..) | Station::Placed(..) | Station::Deployed => table.waiting.insert(id),
            }
        }
        for (place, line) in list.leaders.iter().take(MOST_LEADERS).enumerate() {
            muster_leader(&mut table, LeaderId::of(side, place), line);
        }
        if scenario.options.dummies && list.leaders.len() < MOST_LEADERS {
            // One counter more that is nobody (15.13).
            let dummy = LeaderId::of(side, list.leaders.len());
            table.leaders[dummy] = Leader { fate: Fate::Ready, dummy: true, ..Leader::default() };
        }
        let army = table.army_mut(side);
        army.points = list.points;
        army.pool = list.chits;
        army.banked = list.banked;
        army.losses = list.losses;
        army.panic_level = list.panic;
        army.fatigue = list.fatigue;
        army.panicked = list.panicked;
        army.pillaged = list.camp_lost;
        army.heads = list.heads.cast_signed();
        army.deck.discards = list.discards.iter().map(|number| CardId(*number)).collect();
        for number in list.hand.iter().flatten() {
            army.deck.hand.truth_mut().insert(CardId(*number));
            army.deck.held += 1;
        }
    }
    table
}

fn muster_leader(table: &mut Table, leader: LeaderId, line: &LeaderLine) {
    let turn = table.turn;
    let side = leader.side();
    let fate = match line.returns {
        _ if line.dead => Fate::Dead,
        Some(until) if line.with_reinforcements => Fate::Due(until),
        Some(until) if until > turn => Fate::Away(until),
        _ => Fate::Ready,
    };
    table.leaders[leader] = Leader { values: line.values, fate, dummy: false };
    if line.dead {
        table.army_mut(side).leader_losses += line.values.loss();
    }
    let placed = !matches!(table.scenario.start.begins, Begins::Turn | Begins::Initiative | Begins::Leaders);
    let Some(hex) = line.at.filter(|_| fate == Fate::Ready && (placed || table.scenario.options.honour))
    else {
        return;
    };
    let free = PostId::all_of(side).find(|post| !table.posts[*post].hex.exists());
    let post = free.expect("there is a counter for every leader");
    let audience = if line.shown { Audience::Everyone } else { Audience::one(side) };
    table.posts[post] = Post::at(hex, Hidden::known_to(leader, audience));
}
