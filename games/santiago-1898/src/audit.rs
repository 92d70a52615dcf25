//! For tests: what must always hold, and every choice that could be thought of.

use sandtable_engine::State;

use crate::data::{self, card, map, tables};
use crate::ids::{Force, HexId, PIECES, UnitId, UnitSet};
use crate::phases::advance::AdvanceChoice;
use crate::phases::defensive_fire::DefensiveFireChoice;
use crate::phases::deployment::DeploymentChoice;
use crate::phases::events::EmplacementChoice;
use crate::phases::fire::{FireChoice, VolleyChoice};
use crate::phases::landing::LandingChoice;
use crate::phases::losses::LossesChoice;
use crate::phases::march::MarchChoice;
use crate::phases::movement::MovementChoice;
use crate::phases::retreat::RetreatChoice;
use crate::phases::shock::{AssaultChoice, ShockChoice};
use crate::questions::{stacking, supply};
use crate::table::Table;
use crate::{Choice, Frame, Santiago};

/// Checks that every piece is in one place, that stacks and lines are what they are kept as, and that nobody stands where he must not.
pub fn audit(state: &State<Santiago>) -> Result<(), String> {
    let table = &state.table;
    let sets = [table.map, table.due, table.lost];
    let all = sets.iter().fold(UnitSet::NONE, |all, set| all.or(*set));
    let count: u32 = sets.iter().map(|set| set.len()).sum();
    if count != all.len() {
        return Err("a piece is in two places".into());
    }
    for unit in data::pieces() {
        let name = &card(unit).name;
        let (on_map, steps) = (table.map.contains(unit), table.steps[unit]);
        if on_map != table.at[unit].exists() {
            return Err(format!("{name} is on the map and nowhere, or the other way round"));
        }
        if on_map && (steps == 0 || steps > card(unit).steps) || table.lost.contains(unit) && steps != 0 {
            return Err(format!("{name} has {steps} steps"));
        }
        if on_map && !map().is_land(table.at[unit]) {
            return Err(format!("{name} swims at {}", table.at[unit]));
        }
        if table.dis.contains(unit) && (!on_map || unit.is_leader()) {
            return Err(format!("{name} is disorganised off the map"));
        }
    }
    for force in [Force::Us, Force::Es] {
        if *table.linked(force) != supply::linked(table, force) {
            return Err(format!("the {} lines are not in step with the pieces", force.adjective()));
        }
    }
    HexId::all().try_for_each(|hex| audit_hex(state, hex))
}

fn audit_hex(state: &State<Santiago>, hex: HexId) -> Result<(), String> {
    let table = &state.table;
    let mut forces = 0;
    for force in Force::ALL {
        let units = table.among(force.units(), hex).len() as u8;
        forces += u8::from(units > 0);
        if units > 0 && table.stack_of(hex) != (units, Some(force)) {
            return Err(format!(
                "{units} {} units at {hex}, but {:?} are counted",
                force.adjective(),
                table.stack_of(hex)
            ));
        }
    }
    if forces == 0 && table.count(hex) > 0 {
        return Err(format!("{hex} is empty, but units are counted"));
    }
    if forces > 1 {
        return Err(format!("two forces at {hex}"));
    }
    // While Americans land and march off, a beach may be too full (R30).
    let landing = state.frames().iter().any(|frame| matches!(frame, Frame::Landing(_) | Frame::Movement(_)));
    let height = table.owner(hex).map_or(0, |owner| stacking::met(table, owner, hex));
    if height > tables().stacking && !(landing && map().beaches.contains(&hex)) {
        return Err(format!("{} units at {hex}", table.count(hex)));
    }
    let enemy = table.owner(hex).map(|owner| table.among(owner.enemy_leaders(), hex)).unwrap_or_default();
    if !enemy.is_empty() {
        return Err(format!("enemies meet at {hex}"));
    }
    held(table, hex)
}

/// Whoever stands in a hex holds it.
fn held(table: &Table, hex: HexId) -> Result<(), String> {
    let wrong = match table.owner(hex) {
        Some(Force::Us) => !table.held.contains(hex),
        Some(Force::Es) => table.held.contains(hex),
        _ => false,
    };
    if wrong { Err(format!("{hex} is not held by those who stand there")) } else { Ok(()) }
}

fn all_pieces() -> impl Iterator<Item = UnitId> + Clone {
    (0..PIECES as u8 + 2).chain([127, 128, u8::MAX]).map(UnitId)
}

fn all_hexes() -> impl Iterator<Item = HexId> + Clone {
    HexId::all().chain([HexId(299), HexId(4000), HexId::NOWHERE])
}

/// Every choice of every box, legal or not.
pub fn universe(state: &State<Santiago>, each: &mut dyn FnMut(Choice)) {
    if matches!(state.frame(), Some(Frame::Deployment(_))) {
        for unit in all_pieces() {
            all_hexes().for_each(|at| each(Choice::Deployment(DeploymentChoice::Place { unit, at })));
        }
    }
    if matches!(state.frame(), Some(Frame::Landing(_))) {
        let odd = [HexId(200), HexId::NOWHERE];
        for unit in all_pieces() {
            map()
                .beaches
                .into_iter()
                .chain(odd)
                .for_each(|at| each(Choice::Landing(LandingChoice::Land { unit, at })));
        }
    }
    if let Some(Frame::DefensiveFire(fire)) = state.frame() {
        let around: Vec<HexId> =
            map().beside(fire.defended()).chain([fire.defended(), HexId::NOWHERE]).collect();
        for unit in all_pieces() {
            for at in around.iter().copied() {
                each(Choice::DefensiveFire(DefensiveFireChoice::Aim { unit, at }));
            }
        }
    }
    each(Choice::Deployment(DeploymentChoice::Historical));
    each(Choice::Landing(LandingChoice::Done));
    each(Choice::Movement(MovementChoice::End));
    each(Choice::March(MarchChoice::Stay));
    each(Choice::Fire(FireChoice::End));
    each(Choice::Shock(ShockChoice::End));
    each(Choice::DefensiveFire(DefensiveFireChoice::Done));
    each(Choice::Advance(AdvanceChoice::NoMore));
    for choice in [VolleyChoice::All, VolleyChoice::Fire] {
        each(Choice::Volley(choice));
    }
    for choice in [AssaultChoice::All, AssaultChoice::Assault, AssaultChoice::CallOff] {
        each(Choice::Assault(choice));
    }
    for unit in all_pieces() {
        each(Choice::Movement(MovementChoice::Take(unit)));
        each(Choice::Movement(MovementChoice::BackAboard(unit)));
        each(Choice::Volley(VolleyChoice::Join(unit)));
        each(Choice::Volley(VolleyChoice::Leave(unit)));
        each(Choice::Assault(AssaultChoice::Join(unit)));
        each(Choice::Assault(AssaultChoice::Leave(unit)));
        each(Choice::Losses(LossesChoice(unit)));
        each(Choice::Advance(AdvanceChoice::Advance(unit)));
        each(Choice::Retreat(RetreatChoice::First(unit)));
    }
    for hex in all_hexes() {
        each(Choice::Movement(MovementChoice::TakeStack(hex)));
        each(Choice::Movement(MovementChoice::MoveBase(hex)));
        each(Choice::March(MarchChoice::Go(hex)));
        each(Choice::Fire(FireChoice::Target(hex)));
        each(Choice::Fire(FireChoice::Bombard(hex)));
        each(Choice::Shock(ShockChoice::Target(hex)));
        each(Choice::DefensiveFire(DefensiveFireChoice::All(hex)));
        each(Choice::DefensiveFire(DefensiveFireChoice::Guns(hex)));
        each(Choice::Retreat(RetreatChoice::To(hex)));
        each(Choice::Retreat(RetreatChoice::WithLeader(hex)));
        each(Choice::Emplacement(EmplacementChoice(hex)));
    }
}
