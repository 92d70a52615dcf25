//! For tests: what must always hold, and every choice that could be thought of.

use sandtable_engine::{Seat, State};

use crate::data::{self, chart};
use crate::ids::{LEADERS, LeaderId, MOST, OrderKind, SHIPS, ShipId, ShipSet, Side, Space};
use crate::phases::battle::BattleChoice;
use crate::phases::bidding::BiddingChoice;
use crate::phases::bombardment::BombardmentChoice;
use crate::phases::combat::CombatChoice;
use crate::phases::deployment::DeploymentChoice;
use crate::phases::gather::GatherChoice;
use crate::phases::homing::HomingChoice;
use crate::phases::movement::MovementChoice;
use crate::phases::orders::OrdersChoice;
use crate::phases::pursuit::PursuitChoice;
use crate::phases::repair::RepairChoice;
use crate::phases::upkeep::UpkeepChoice;
use crate::phases::voyage::VoyageChoice;
use crate::table::{NO_STACK, Phase, Table};
use crate::{Choice, DawnOfEmpire, Frame};

/// Checks that every ship is in one place, and that stacks and fleets agree.
pub fn audit(state: &State<DawnOfEmpire>) -> Result<(), String> {
    let table = &state.table;
    let fates = &table.fates;
    let sets = [fates.afloat, fates.due, fates.sunk, fates.interned, fates.absent];
    let all = sets.iter().fold(ShipSet::NONE, |all, set| all.or(*set));
    let count: u32 = sets.iter().map(|set| set.len()).sum();
    if all.len() != SHIPS as u32 || count != SHIPS as u32 {
        return Err(format!("{count} fates for {} of {SHIPS} ships", all.len()));
    }
    for ship in fates.afloat.iter() {
        if table.damage[ship.index()] > data::ship(ship).defence {
            return Err(format!(
                "{} floats with {} damage",
                data::ship(ship).name,
                table.damage[ship.index()]
            ));
        }
    }
    // While ships are placed or orders are written, a draft and the chart differ.
    let drafting = matches!(state.frame(), Some(Frame::Orders(_)));
    if table.phase == Phase::Setup {
        return Ok(());
    }
    for side in Side::BOTH {
        if !table.fleets[side.index()].is_forgotten() {
            audit_side(table, side, drafting)?;
        }
    }
    Ok(())
}

fn audit_side(table: &Table, side: Side, drafting: bool) -> Result<(), String> {
    let fleet = table.fleet(side);
    for ship in side.fleet().iter() {
        let berth = fleet.berth(ship);
        let name = &data::ship(ship).name;
        if table.fates.afloat.contains(ship) != (berth.stack != NO_STACK) {
            return Err(format!("{name} is afloat and in no stack, or the other way round"));
        }
        if berth.stack == NO_STACK {
            continue;
        }
        if chart().owner(berth.at) == Some(side.enemy()) || !berth.at.exists() {
            return Err(format!("{name} lies at {}", chart().name(berth.at)));
        }
        if !drafting {
            let stack = table.stack(side, berth.stack);
            if stack.place != berth.at || !stack.could.contains(ship) {
                return Err(format!(
                    "{name} is at {} in a stack at {}",
                    chart().name(berth.at),
                    chart().name(stack.place)
                ));
            }
        }
    }
    for number in 0..MOST as u8 {
        let counted = fleet.count(number);
        if !drafting && counted != table.stack(side, number).count {
            return Err(format!("stack {number} of {} has {counted} ships", side.name()));
        }
        let mut ranks: Vec<u8> =
            fleet.line(side, number).iter().map(|ship| fleet.berth(*ship).rank).collect();
        ranks.dedup();
        if ranks.len() != usize::from(counted) {
            return Err(format!("two ships have one place in stack {number} of {}", side.name()));
        }
    }
    for leader in side.leaders().filter(|leader| table.has_leader(*leader)) {
        let number = fleet.leaders[leader.local()];
        if number == NO_STACK || fleet.count(number) == 0 {
            return Err(format!("{} is without a ship", data::leader(leader).name));
        }
        if !drafting && table.stack(side, number).leaders >> leader.local() & 1 == 0 {
            return Err(format!("nobody would look for {} where he is", data::leader(leader).name));
        }
    }
    // No more squadrons than order counters, but for those that lie at anchor without one (5.0, R41).
    Ok(())
}

/// Every choice of every box, legal or not.
pub fn universe(state: &State<DawnOfEmpire>, seat: Seat, each: &mut dyn FnMut(Choice)) {
    let side = state.table.side(seat);
    match state.frame() {
        Some(Frame::Bidding(_)) => {
            (0..=u8::MAX).for_each(|bid| each(Choice::Bidding(BiddingChoice::Bid(bid))));
            for side in Side::BOTH {
                each(Choice::Bidding(BiddingChoice::Play(side)));
            }
        }
        Some(Frame::Deployment(_)) => deployments(each),
        Some(Frame::Orders(_)) => orders(side, each),
        Some(Frame::Voyage(_)) => voyages(each),
        Some(Frame::Pursuit(_)) => {
            for ship in all_ships() {
                (0..10).for_each(|speed| each(Choice::Pursuit(PursuitChoice::Chase { ship, speed })));
            }
            each(Choice::Pursuit(PursuitChoice::Enough));
        }
        _ => {}
    }
    for ship in all_ships() {
        each(Choice::Movement(MovementChoice::Take(ship)));
        each(Choice::Gather(GatherChoice::Keep(ship)));
        each(Choice::Gather(GatherChoice::Place(ship)));
        each(Choice::Battle(BattleChoice::Leave(ship)));
        each(Choice::Battle(BattleChoice::Ahead(ship)));
        each(Choice::Repair(RepairChoice(ship)));
        each(Choice::Upkeep(UpkeepChoice(ship)));
    }
    for space in all_spaces() {
        each(Choice::Combat(CombatChoice(space)));
        each(Choice::Homing(HomingChoice(space)));
    }
    each(Choice::Movement(MovementChoice::Done));
    each(Choice::Gather(GatherChoice::Stand));
    each(Choice::Bombardment(BombardmentChoice::Bombard));
    for choice in [BattleChoice::BreakOff, BattleChoice::FightOn, BattleChoice::Fire] {
        each(Choice::Battle(choice));
    }
}

fn all_ships() -> impl Iterator<Item = ShipId> {
    (0..SHIPS as u8 + 2).chain([100, u8::MAX]).map(ShipId)
}

fn all_leaders() -> impl Iterator<Item = LeaderId> {
    (SHIPS as u8 - 1..=(SHIPS + LEADERS) as u8).chain([0, u8::MAX]).map(LeaderId)
}

fn all_spaces() -> impl Iterator<Item = Space> {
    Space::all().chain([Space(31), Space(60), Space::NOWHERE])
}

fn deployments(each: &mut dyn FnMut(Choice)) {
    for at in all_spaces() {
        for ship in all_ships() {
            each(Choice::Deployment(DeploymentChoice::Place { ship, at }));
        }
        for leader in all_leaders() {
            each(Choice::Deployment(DeploymentChoice::Station { leader, at }));
        }
    }
    each(Choice::Deployment(DeploymentChoice::Done));
}

fn orders(side: Side, each: &mut dyn FnMut(Choice)) {
    let ours = side.fleet().iter().chain([ShipId(side.enemy().first_ship() as u8), ShipId(u8::MAX)]);
    let ours: Vec<ShipId> = ours.collect();
    for ship in &ours {
        for squadron in &ours {
            each(Choice::Orders(OrdersChoice::Join { ship: *ship, squadron: *squadron }));
        }
        each(Choice::Orders(OrdersChoice::Detach(*ship)));
        each(Choice::Orders(OrdersChoice::Lead(*ship)));
        for leader in all_leaders() {
            each(Choice::Orders(OrdersChoice::Board { leader, squadron: *ship }));
        }
        for order in OrderKind::ALL {
            let give = |target| Choice::Orders(OrdersChoice::Give { squadron: *ship, order, target });
            each(give(None));
            if order.has_target() || *ship == side.fleet().first().unwrap_or_default() {
                let odd = [Space(3), Space(60), Space::NOWHERE];
                Space::ports().chain(odd).for_each(|space| each(give(Some(space))));
            }
        }
    }
    each(Choice::Orders(OrdersChoice::Seal));
}

fn voyages(each: &mut dyn FnMut(Choice)) {
    all_spaces().for_each(|to| each(Choice::Voyage(VoyageChoice::Sail(to))));
    all_ships().for_each(|ship| each(Choice::Voyage(VoyageChoice::Drop(ship))));
    all_leaders().for_each(|leader| each(Choice::Voyage(VoyageChoice::Land(leader))));
    all_ships().for_each(|ship| each(Choice::Voyage(VoyageChoice::Join(ship))));
    each(Choice::Voyage(VoyageChoice::Halt));
}
