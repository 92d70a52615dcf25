//! How the table is laid out.
//!
//! Ten counters are drawn and lie open in their areas (1.1), all tiles are on display (1.2), it is the first round of the first war (1.3). Lot
//! decides who is first; the others follow clockwise (1.4). Everybody has five Population, ten gold, no points and no unrest (1.5),
//! draws five counters and puts a token into the area of each (1.6a); what stands on them is ignored, and they leave the game (1.6b).
//! A power has fourteen armies, seven navies and two forts (1.8).

use std::sync::Arc;

use sandtable_engine::{Cx, Seat, SeatSet, Setup, SetupError, rule};

use crate::alliances::EMPTY;
use crate::data::{self, counter_sets, limits, tile_card};
use crate::ids::{RAIDERS, TILES, Tile};
use crate::phases::counters;
use crate::scenario::{SHELF, Scenario};
use crate::sequence::{Campaign, Opening};
use crate::table::{ByTile, CounterSet, Empires, Phase, Table};
use crate::{Event, StruggleOfEmpires};

/// A table as the scenario begins, and the box that play begins with.
pub fn lay_out(setup: &Setup, cx: &mut Cx<StruggleOfEmpires>) -> Result<(Table, Campaign), SetupError> {
    let scenario = SHELF.take(setup)?;
    let mut table = bare(&scenario);
    if scenario.opening == Opening::SetUp {
        draw(&mut table, cx);
    }
    let turn =
        scenario.turn.and_then(|seat| table.order().position(|other| other == seat)).unwrap_or_default();
    let campaign = Campaign::new(scenario.opening, turn as u8, scenario.actions, scenario.units);
    Ok((table, campaign))
}

/// Everything that the file says, before anything is drawn.
fn bare(scenario: &Arc<Scenario>) -> Table {
    let mut empires = Empires::new(&scenario.powers);
    for (empire, start) in empires.iter_mut().zip(&scenario.starts) {
        *empire = *start;
    }
    let mut display = ByTile(std::array::from_fn::<u8, TILES, _>(|tile| tile_card(Tile::ALL[tile]).count));
    for tile in Tile::ALL {
        let held: u8 = empires.iter().map(|empire| empire.tiles[*tile]).sum();
        display[*tile] -= held;
    }
    let mut table = Table {
        scenario: Arc::clone(scenario),
        phase: Phase::SetUp,
        war: scenario.war,
        round: scenario.round,
        first: scenario.first.unwrap_or_default(),
        empires,
        bag: CounterSet(scenario.bag),
        open: CounterSet(scenario.open),
        raiders: [None; RAIDERS],
        display,
        boxed: ByTile::default(),
        cordon: scenario.cordon,
        rows: [[EMPTY; 4]; 2],
        alliances: [SeatSet::NONE; 2],
        attack: None,
    };
    if scenario.cordon.is_some() {
        table.display[Tile::Blockade] -= 1;
    }
    for (row, seats) in scenario.alliances.iter().enumerate() {
        for seat in seats {
            table.join(*seat, row);
        }
    }
    for (slot, at) in scenario.raiders.iter().enumerate() {
        table.raiders[slot] = *at;
        if at.is_some() {
            table.open.0 |= 1 << (crate::ids::COUNTERS + slot);
            let tile = if slot < 2 { Tile::Pirates } else { Tile::SlaveRevolt };
            table.display[tile] -= 1;
        }
    }
    table
}

/// The draws of the set-up (1.1, 1.4, 1.6a).
fn draw(table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
    table.bag.0 = counter_sets().all;
    for _ in 0..limits().counters_each_war {
        let Some(counter) = counters::draw(table, rule!("1.1"), cx) else { break };
        table.open.0 |= counter.bit();
        cx.log(rule!("1.1"), || Event::Appeared { counter });
    }
    if table.scenario.first.is_none() {
        table.first = Seat(cx.draw(rule!("1.4"), table.seats().into()) as u8);
    }
    let power = table.power(table.first);
    cx.log(rule!("1.4"), || Event::First { power });
    for seat in table.all() {
        for _ in 0..limits().start_tokens {
            let Some(counter) = counters::draw(table, rule!("1.6a"), cx) else { break };
            let area = data::counter(counter).area;
            table.empires[seat].tokens[area] += 1;
            let power = table.power(seat);
            cx.log(rule!("1.6a"), || Event::Claimed { power, counter });
        }
    }
}
