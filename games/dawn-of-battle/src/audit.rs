//! For tests: what must always hold, and every choice that could be thought of.

use sandtable_engine::{Seat, State};

use crate::data::{CardId, CardSet, Kind, Terrain, limits};
use crate::ids::{Facing, HexId, LeaderId, PostId, SIDES, UNITS, UnitId, UnitSet};
use crate::muster::bids::BidsChoice;
use crate::muster::deployment::DeploymentChoice;
use crate::muster::dismounting::DismountingChoice;
use crate::muster::draft::Ware;
use crate::muster::ground::GroundLayingChoice;
use crate::muster::market::MusteringChoice;
use crate::phases::actions::ActionsChoice;
use crate::phases::activation::ActivationChoice;
use crate::phases::entry::EntryChoice;
use crate::phases::initiative::InitiativeChoice;
use crate::phases::march::MarchChoice;
use crate::phases::panic::PanicChoice;
use crate::phases::placement::PlacementChoice;
use crate::phases::rally::RallyChoice;
use crate::phases::restraint::RestraintChoice;
use crate::phases::storm::StormChoice;
use crate::phases::turn_end::TurnEndChoice;
use crate::questions::formation::Verb;
use crate::table::{Fate, Marker, Table};
use crate::{Choice, DawnOfBattle, Frame, fight_audit};

/// Checks that every unit is in one place, that nobody stands where he must not, that cards and chits are all there.
pub fn audit(state: &State<DawnOfBattle>) -> Result<(), String> {
    let table = &state.table;
    let sets = [table.field, table.waiting, table.dead, table.gone];
    let all = sets.iter().fold(UnitSet::NONE, |all, set| all.or(*set));
    let count: u32 = sets.iter().map(|set| set.len()).sum();
    if count != all.len() {
        return Err("a unit is in two places".into());
    }
    // While a leader is being run down the enemy is in his hex, and so it is while leaders attack from beside the map (R76).
    let amid = |frame: &Frame| matches!(frame, Frame::Casualty(_) | Frame::Melee(_) | Frame::Storm(_));
    let overrun = state.frames().iter().any(amid);
    for side in SIDES {
        let lines = table.scenario.armies[side.index()].units.len();
        for place in 0..lines {
            if !all.contains(UnitId::of(side, place)) {
                return Err(format!("unit {place} of side {side} is nowhere"));
            }
        }
        audit_army(table, side, overrun)?;
    }
    // Whoever has just advanced shares the hex with the enemy's guns until it is settled what becomes of them (8.7.2.5).
    let settled = state.frames().iter().find_map(|frame| match frame {
        Frame::Melee(melee) => Some(melee.advanced),
        _ => None,
    });
    for unit in table.field.iter().filter(|unit| Some(table.units[*unit].hex) != settled) {
        audit_unit(table, unit)?;
    }
    Ok(())
}

fn audit_unit(table: &Table, unit: UnitId) -> Result<(), String> {
    let at = &table.units[unit];
    let name = format!("{} ({})", table.name(unit), unit.0);
    if !table.map().contains(at.hex) {
        return Err(format!("{name} is off the field at {}", at.hex));
    }
    if table.land.cost(at.hex).is_none() && table.stirred.contains(unit) {
        return Err(format!("{name} stands where nobody may enter, at {}", at.hex));
    }
    let others = table.field.iter().filter(|other| *other != unit && table.units[*other].hex == at.hex);
    for other in others {
        let there = &table.units[other];
        if other.side() != unit.side() {
            return Err(format!("{name} and an enemy are both at {}", at.hex));
        }
        let kinds = [at.kind, there.kind];
        let fits =
            kinds.contains(&Kind::Ay) && kinds.iter().all(|kind| *kind == Kind::Ay || kind.card().is_light());
        if !fits {
            return Err(format!("{name} shares {} with another unit", at.hex));
        }
    }
    if at.kind != Kind::Ay && table.troops_at(at.hex) != Some(unit) {
        return Err(format!("{name} is not where the map of hexes has it"));
    }
    if at.marker == Marker::Charge && (at.disrupted || !at.kind.card().charges) {
        return Err(format!("{name} charges and cannot"));
    }
    if (at.kind == Kind::Ay) != table.guns.contains(unit) {
        return Err(format!("{name} is a cannon and is not, or the other way round"));
    }
    Ok(())
}

fn audit_army(table: &Table, side: Seat, overrun: bool) -> Result<(), String> {
    let army = table.army(side);
    let hand = *army.deck.hand.truth();
    if u32::from(army.deck.held) != hand.len() {
        return Err(format!("side {side} holds {} cards and counts {}", hand.len(), army.deck.held));
    }
    let both = CardSet::ALL.minus(army.deck.discards).len() + army.deck.discards.len();
    if both != CardSet::ALL.len() || army.deck.discards.iter().any(|card| hand.contains(card)) {
        return Err(format!("a card of side {side} is in two places"));
    }
    let most = limits().chits.max(limits().epic_chits);
    if army.pool > most || army.points > most {
        return Err(format!("side {side} has {} points of {} chits", army.points, army.pool));
    }
    for post in PostId::all_of(side) {
        let post = &table.posts[post];
        if !post.hex.exists() {
            continue;
        }
        let leader = *post.who.truth();
        let there = match table.leaders[leader].fate {
            Fate::Ready => true,
            Fate::Due(_) => overrun,
            _ => false,
        };
        if leader.side() != side || !there {
            return Err(format!("a counter of side {side} at {} is nobody's", post.hex));
        }
        if !overrun && table.foe_at(side, post.hex).is_some() {
            return Err(format!("a leader of side {side} is among enemies at {}", post.hex));
        }
        let same = PostId::all_of(side)
            .filter(|other| table.posts[*other].hex.exists() && *table.posts[*other].who.truth() == leader);
        if same.count() != 1 {
            return Err(format!("a leader of side {side} is in two places"));
        }
    }
    let dead: u16 = table.dead.and(UnitSet::of(side)).iter().map(|unit| table.loss_of(unit)).sum();
    let before = table.scenario.armies[side.index()].losses;
    if army.losses != dead + before {
        return Err(format!("side {side} has lost {} and counts {}", dead + before, army.losses));
    }
    Ok(())
}

fn all_units() -> impl Iterator<Item = UnitId> + Clone {
    (0..UNITS as u8 + 2).chain([127, 128, u8::MAX]).map(UnitId)
}

fn all_hexes() -> impl Iterator<Item = HexId> + Clone {
    HexId::all().chain([HexId(481), HexId(4000), HexId::NOWHERE])
}

fn all_leaders() -> impl Iterator<Item = LeaderId> + Clone {
    LeaderId::all().chain([LeaderId(0), LeaderId(112), LeaderId(u8::MAX)])
}

fn all_cards() -> impl Iterator<Item = CardId> + Clone {
    (0..75).chain([u8::MAX]).map(CardId)
}

/// Every choice of the box that asks, and some of others, legal or not.
pub fn universe(state: &State<DawnOfBattle>, each: &mut dyn FnMut(Choice)) {
    each(Choice::Initiative(InitiativeChoice::Bid));
    each(Choice::Initiative(InitiativeChoice::Cede));
    each(Choice::Rally(RallyChoice::Encourage));
    each(Choice::Rally(RallyChoice::Plain));
    each(Choice::Activation(ActivationChoice::Done));
    each(Choice::Entry(EntryChoice::Done));
    each(Choice::TurnEnd(TurnEndChoice::Done));
    each(Choice::Actions(ActionsChoice::Pass));
    match state.frame() {
        Some(Frame::Placement(_)) => {
            all_hexes().for_each(|hex| each(Choice::Placement(PlacementChoice::Place(hex))));
            all_leaders().for_each(|leader| each(Choice::Placement(PlacementChoice::Take(leader))));
            each(Choice::Placement(PlacementChoice::Placed));
        }
        Some(Frame::Restraint(_)) => {
            for hex in all_hexes() {
                each(Choice::Restraint(RestraintChoice::Ride(hex)));
                each(Choice::Restraint(RestraintChoice::Charge(hex)));
            }
            for choice in [RestraintChoice::Spend, RestraintChoice::Check, RestraintChoice::Fire] {
                each(Choice::Restraint(choice));
            }
        }
        Some(Frame::Actions(_)) => {
            for seat in [Seat(0), Seat(1), Seat(2), Seat(255)] {
                each(Choice::Actions(ActionsChoice::First(seat)));
            }
            for verb in Verb::ALL {
                all_leaders()
                    .for_each(|leader| each(Choice::Actions(ActionsChoice::Formation { leader, verb })));
                all_units().for_each(|unit| each(Choice::Actions(ActionsChoice::Single { unit, verb })));
            }
            all_cards().for_each(|card| each(Choice::Actions(ActionsChoice::Play(card))));
            for choice in
                [ActionsChoice::Enter, ActionsChoice::BuyEvent, ActionsChoice::Bank, ActionsChoice::Roar]
            {
                each(Choice::Actions(choice));
            }
        }
        Some(Frame::Activation(_)) => {
            all_units().for_each(|unit| each(Choice::Activation(ActivationChoice::Take(unit))));
        }
        Some(Frame::March(_)) => {
            for hex in all_hexes() {
                each(Choice::March(MarchChoice::Go(hex)));
                each(Choice::March(MarchChoice::Charge(hex)));
            }
            for facing in Facing::ALL {
                each(Choice::March(MarchChoice::Face(facing)));
            }
            each(Choice::March(MarchChoice::SelfDisrupt));
            each(Choice::March(MarchChoice::Stay));
        }
        Some(Frame::Entry(_)) => {
            all_units().for_each(|unit| each(Choice::Entry(EntryChoice::Take(unit))));
            all_units().for_each(|unit| each(Choice::Entry(EntryChoice::Lead(unit))));
        }
        Some(Frame::Storm(_)) => {
            all_leaders().for_each(|leader| each(Choice::Storm(StormChoice::Lead(leader))));
            each(Choice::Storm(StormChoice::Attack));
        }
        Some(Frame::Panic(_)) => all_hexes().for_each(|hex| each(Choice::Panic(PanicChoice(hex)))),
        Some(Frame::TurnEnd(_)) => {
            all_cards().for_each(|card| each(Choice::TurnEnd(TurnEndChoice::Discard(card))));
            each(Choice::TurnEnd(TurnEndChoice::Buy));
        }
        _ => {}
    }
    muster_universe(state, each);
    fight_audit::universe(state, each);
}

/// Every choice of the boxes before the first turn.
fn muster_universe(state: &State<DawnOfBattle>, each: &mut dyn FnMut(Choice)) {
    match state.frame() {
        Some(Frame::Bids(_)) => {
            (0..=u8::MAX).for_each(|points| each(Choice::Bids(BidsChoice::Bid(points))));
            each(Choice::Bids(BidsChoice::Keep));
            each(Choice::Bids(BidsChoice::Change));
        }
        Some(Frame::Mustering(_)) => {
            for ware in Ware::all() {
                each(Choice::Mustering(MusteringChoice::buy(ware)));
                each(Choice::Mustering(MusteringChoice::dismiss(ware)));
            }
            each(Choice::Mustering(MusteringChoice::BuyGun(u8::MAX)));
            each(Choice::Mustering(MusteringChoice::Buy(Kind::Ay)));
            each(Choice::Mustering(MusteringChoice::Usual));
            each(Choice::Mustering(MusteringChoice::Ready));
        }
        Some(Frame::GroundLaying(_)) => {
            for ground in Terrain::ALL {
                each(Choice::GroundLaying(GroundLayingChoice::Feature(ground)));
            }
            all_hexes().for_each(|hex| each(Choice::GroundLaying(GroundLayingChoice::Tile(hex))));
            each(Choice::GroundLaying(GroundLayingChoice::Enough));
        }
        Some(Frame::Dismounting(_)) => {
            for unit in all_units() {
                for into in Kind::ALL {
                    each(Choice::Dismounting(DismountingChoice::Dismount { unit, into }));
                }
            }
            each(Choice::Dismounting(DismountingChoice::Ready));
        }
        Some(Frame::Deployment(_)) => {
            for hex in all_hexes() {
                each(Choice::Deployment(DeploymentChoice::Camp(hex)));
                each(Choice::Deployment(DeploymentChoice::Place(hex)));
            }
            for unit in all_units() {
                each(Choice::Deployment(DeploymentChoice::Pick(unit)));
                each(Choice::Deployment(DeploymentChoice::Lift(unit)));
            }
            for facing in Facing::ALL {
                each(Choice::Deployment(DeploymentChoice::Face(facing)));
            }
            each(Choice::Deployment(DeploymentChoice::Rest));
            each(Choice::Deployment(DeploymentChoice::Ready));
        }
        _ => {}
    }
}
