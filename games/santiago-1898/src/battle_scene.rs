//! The battle panel: a fire or an assault while it is prepared or under way.

use sandtable_engine::scene::{Battle, Pairing, Phase, Table as SceneTable, Tally, Throw};
use sandtable_engine::{Die, State};

use crate::data::{FireResult, ODDS, ShockResult, card, map, tables};
use crate::events::list;
use crate::ids::{Force, HexId, HexSet, UnitSet};
use crate::odds::{assault_faces, assault_terms, chances, fire_faces, fire_terms};
use crate::phases::defensive_fire::DefensiveFire;
use crate::phases::fire::Volley;
use crate::phases::shock::{Assault, Stage};
use crate::questions::fire_strength::{modifier, sum};
use crate::questions::shock_odds::{odds, result};
use crate::table::Table;
use crate::{Frame, Santiago};

/// What is being fought.
enum Fight<'a> {
    Volley(&'a Volley),
    Assault(&'a Assault, Option<&'a DefensiveFire>),
}

fn fight(state: &State<Santiago>) -> Option<Fight<'_>> {
    let frames = state.frames();
    let fire_back = frames.iter().find_map(|frame| match frame {
        Frame::DefensiveFire(fire) => Some(fire),
        _ => None,
    });
    frames.iter().find_map(|frame| match frame {
        Frame::Volley(volley) => Some(Fight::Volley(volley)),
        Frame::Assault(assault) => Some(Fight::Assault(assault, fire_back)),
        _ => None,
    })
}

fn keys(units: UnitSet) -> Vec<String> {
    units.iter().map(|unit| card(unit).id.clone()).collect()
}

/// Units with the leaders of their hexes.
fn with_leaders(table: &Table, force: Force, units: UnitSet) -> UnitSet {
    let hexes: HexSet = units.and(table.map).iter().map(|unit| table.at[unit]).collect();
    let leaders: UnitSet =
        table.map.and(force.leaders()).iter().filter(|leader| hexes.contains(table.at[*leader])).collect();
    units.or(leaders)
}

/// All enemies in a hex, leaders too.
fn enemies(table: &Table, force: Force, hex: HexId) -> UnitSet {
    table.among(force.enemy_units().or(force.enemy_leaders()), hex)
}

fn from(table: &Table, units: UnitSet) -> String {
    let hexes: HexSet = units.and(table.map).iter().map(|unit| table.at[unit]).collect();
    let names: Vec<String> = hexes.iter().map(|hex| hex.to_string()).collect();
    match names.as_slice() {
        [] => "Nobody has joined".into(),
        [one] => format!("From {one}"),
        [most @ .., last] => format!("From {} and {last}", most.join(", ")),
    }
}

fn steps(names: &[&str], now: usize) -> Vec<Phase> {
    names.iter().enumerate().map(|(at, name)| Phase { name: (*name).into(), now: at == now }).collect()
}

/// The throw at a hex, if it has been made.
fn throws(table: &Table, force: Force, target: HexId, assault: bool) -> Vec<Throw> {
    let thrown = table.thrown;
    if thrown.target != target || thrown.die == 0 || thrown.assault != assault {
        return Vec::new();
    }
    let hits = if assault {
        let blow = result(thrown.modified, thrown.column).defender;
        blow.steps > 0 || blow.retreat
    } else {
        let result = tables().fire.result(thrown.modified, usize::from(thrown.column));
        result.steps > 0 || result.dis
    };
    vec![Throw { side: force.key().into(), count: 1, dice: vec![Die::of(thrown.die, hits)] }]
}

/// The battle under way, if there is one.
pub fn battles(state: &State<Santiago>) -> Vec<Battle> {
    let table = &state.table;
    match fight(state) {
        Some(Fight::Volley(volley)) => vec![fire(state, volley)],
        Some(Fight::Assault(assault, fire_back)) => vec![shock(table, assault, fire_back)],
        None => Vec::new(),
    }
}

fn fire(state: &State<Santiago>, volley: &Volley) -> Battle {
    let table = &state.table;
    let (force, target, joined) = (volley.force(), volley.target(), volley.joined());
    let defenders = enemies(table, force, target);
    let losing = state.frames().iter().any(|frame| matches!(frame, Frame::Hit(_) | Frame::Losses(_)));
    let throws = throws(table, force, target, false);
    let faces = fire_faces(table, joined, 0, target);
    let outcome = if throws.is_empty() {
        String::new()
    } else {
        tables().fire.result(table.thrown.modified, usize::from(table.thrown.column)).word().into()
    };
    let tally = Tally {
        side: force.key().into(),
        terms: fire_terms(table, joined, 0, target),
        total: i16::from(modifier(table, joined, target)),
    };
    Battle {
        name: format!("Fire at {}", map().name(target)),
        space: target.to_string(),
        text: format!("{}, against {}", from(table, joined), list(defenders)),
        steps: steps(&["Units join", "Fire", "Losses"], if losing { 2 } else { 0 }),
        pairings: vec![Pairing {
            left: keys(with_leaders(table, force, joined)),
            right: keys(defenders),
            chances: if joined.is_empty() || losing {
                Vec::new()
            } else {
                chances(&faces.map(FireResult::told))
            },
            throws,
            tallies: vec![tally],
            now: true,
            text: outcome,
        }],
    }
}

fn shock(table: &Table, assault: &Assault, fire_back: Option<&DefensiveFire>) -> Battle {
    let (force, target, joined, stage) =
        (assault.force(), assault.target(), assault.joined(), assault.stage());
    let defenders = enemies(table, force, target);
    let now = match stage {
        Stage::Join if fire_back.is_some() => 1,
        Stage::Join => 0,
        Stage::Decide => 2,
        Stage::AttackerLoses | Stage::DefenderLoses => 3,
        Stage::DefenderRetreats | Stage::AttackerRetreats => 4,
        Stage::Advance | Stage::Over => 5,
    };
    let struck = stage > Stage::Decide;
    let open = stage <= Stage::Decide && !joined.is_empty();
    let tally = Tally {
        side: force.key().into(),
        terms: if open { assault_terms(table, joined, target) } else { Vec::new() },
        total: if open {
            i16::from(odds(table, joined, target).column)
        } else {
            i16::from(table.thrown.column)
        },
    };
    Battle {
        name: format!("Assault on {}", map().name(target)),
        space: target.to_string(),
        text: format!("{}, against {}", from(table, joined), list(defenders)),
        steps: steps(&["Units join", "Defensive fire", "Assault", "Losses", "Retreat", "Advance"], now),
        pairings: vec![Pairing {
            left: keys(with_leaders(table, force, joined.and(table.map))),
            right: keys(defenders),
            chances: if open {
                chances(&assault_faces(table, joined, target).map(ShockResult::told))
            } else {
                Vec::new()
            },
            throws: throws(table, force, target, true),
            tallies: vec![tally],
            now: true,
            text: if struck { assault.result().word() } else { String::new() },
        }],
    }
}

/// The column in which the die is thrown, face by face.
pub fn column(state: &State<Santiago>) -> Option<SceneTable> {
    let table = &state.table;
    let faces: Vec<String> = (1..=6).map(|face| face.to_string()).collect();
    match fight(state)? {
        Fight::Volley(volley) if !volley.joined().is_empty() => {
            let chart = &tables().fire;
            let column = chart.column(sum(table, volley.joined()));
            let row =
                fire_faces(table, volley.joined(), 0, volley.target()).map(|face| face.word().to_owned());
            Some(SceneTable {
                name: format!("Column {}", chart.column_name(column)),
                columns: faces,
                rows: vec![row.into()],
            })
        }
        Fight::Assault(assault, _) if !assault.joined().is_empty() && assault.stage() <= Stage::Decide => {
            let column = odds(table, assault.joined(), assault.target()).column;
            let row = assault_faces(table, assault.joined(), assault.target()).map(ShockResult::word);
            Some(SceneTable {
                name: format!("Column {}", ODDS[usize::from(column)]),
                columns: faces,
                rows: vec![row.into()],
            })
        }
        _ => None,
    }
}
