//! The battle display: both lines, who faces whom, the dice (7.31).

use sandtable_engine::State;
use sandtable_engine::scene::{Battle as BattleCard, Pairing};

use crate::data::{self, chart};
use crate::ids::{ShipId, Side};
use crate::melee::Melee;
use crate::phases::bombardment::Bombardment;
use crate::questions::battle_line;
use crate::scene::{pairing, throw};
use crate::table::{Line, Table};
use crate::{DawnOfEmpire, Frame};

fn key(ship: ShipId) -> String {
    data::ship(ship).id.clone()
}

/// The battles that are being fought: the round that was fought, and the lines of the next.
pub fn battles(state: &State<DawnOfEmpire>) -> Vec<BattleCard> {
    let table = &state.table;
    let melee = &table.melee;
    if !melee.area.exists() {
        return Vec::new();
    }
    let frames = state.frames();
    let mut cards = Vec::new();
    if frames.iter().any(|frame| matches!(frame, Frame::Battle(_))) {
        if melee.round > 0 {
            cards.push(fought(table));
        }
        cards.push(next(table));
    } else if let Some(Frame::Bombardment(attack)) =
        frames.iter().find(|frame| matches!(frame, Frame::Bombardment(_)))
    {
        cards.push(bombardment(table, attack));
    }
    cards
}

/// Two lines as pairings, from the front.
fn pairings(table: &Table, lines: &[Line; 2], now: bool) -> Vec<Pairing> {
    let shorter = lines[0].len().min(lines[1].len());
    let targets = Side::BOTH.map(|side| {
        battle_line::targets(table, &lines[side.index()], lines[side.enemy().index()].len().max(1))
    });
    let at = |side: Side, place: usize| {
        let line = &lines[side.index()];
        let here = line
            .iter()
            .enumerate()
            .filter(|(number, _)| usize::from(targets[side.index()][*number]) == place);
        here.map(|(_, ship)| key(*ship)).collect()
    };
    (0..shorter).map(|place| pairing(at(Side::Us, place), at(Side::Es, place), now)).collect()
}

/// Adds the throws of the last round to pairings.
fn add_throws(melee: &Melee, pairings: &mut [Pairing], at_port: Option<Side>) {
    let mut from = 0;
    for number in 0..usize::from(melee.thrown) {
        let kept = melee.throws[number];
        let to = from + usize::from(kept.count);
        let fires_at_port = at_port == Some(kept.side);
        if let Some(pairing) = pairings.get_mut(usize::from(kept.pairing)) {
            pairing.throws.push(throw(kept.side, &melee.dice.0[from..to], fires_at_port));
        }
        from = to;
    }
}

fn fought(table: &Table) -> BattleCard {
    let melee = &table.melee;
    let mut pairings = pairings(table, &melee.fought, false);
    add_throws(melee, &mut pairings, None);
    BattleCard {
        name: format!("Round {}", melee.round),
        space: chart().code(melee.area).into(),
        text: format!("Round {} in the {} has been fought.", melee.round, chart().name(melee.area)),
        pairings,
        ..BattleCard::default()
    }
}

fn next(table: &Table) -> BattleCard {
    let melee = &table.melee;
    let round = melee.round + 1;
    BattleCard {
        name: format!("Battle in the {}", chart().name(melee.area)),
        space: chart().code(melee.area).into(),
        text: format!("The lines for round {round}."),
        pairings: pairings(table, &melee.now, true),
        ..BattleCard::default()
    }
}

fn bombardment(table: &Table, attack: &Bombardment) -> BattleCard {
    let melee = &table.melee;
    let port = chart().code(attack.port()).to_owned();
    let engaged = attack.engaged(table);
    let mut pairings: Vec<Pairing> = engaged
        .iter()
        .map(|ship| match attack.side() {
            Side::Us => pairing(vec![key(*ship)], vec![port.clone()], true),
            Side::Es => pairing(vec![port.clone()], vec![key(*ship)], true),
        })
        .collect();
    add_throws(melee, &mut pairings, Some(attack.side()));
    BattleCard {
        name: format!("Attack on {}", chart().name(attack.port())),
        space: chart().code(melee.area).into(),
        text: format!("Ships that engage {}.", chart().name(attack.port())),
        pairings,
        ..BattleCard::default()
    }
}
