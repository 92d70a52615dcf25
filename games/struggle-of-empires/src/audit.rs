//! For tests: what must always hold, and every choice that could be thought of.

use sandtable_engine::State;

use crate::chart::chart;
use crate::data::{counter_sets, limits, tile_card};
use crate::ids::{Area, COUNTERS, CounterId, Kind, Power, RAIDERS, Space, Tile};
use crate::phases::answers::AnswersChoice;
use crate::phases::asking::AskingChoice;
use crate::phases::auction::AuctionChoice;
use crate::phases::building::BuildingChoice;
use crate::phases::decision::DecisionChoice;
use crate::phases::free_actions::FreeActionChoice;
use crate::phases::losses::LossesChoice;
use crate::phases::marching::{March, MarchingChoice};
use crate::phases::placing::PlacingChoice;
use crate::phases::proposal::ProposalChoice;
use crate::phases::raiders::RaidersChoice;
use crate::phases::turn::TurnChoice;
use crate::questions::targets::Objective;
use crate::table::Table;
use crate::{Choice, Frame, StruggleOfEmpires};

/// Checks that tokens, units, tiles and counters are where they can be and as many as there are.
pub fn audit(state: &State<StruggleOfEmpires>) -> Result<(), String> {
    let table = &state.table;
    tokens_fit(table)?;
    powers_are_sound(table)?;
    tiles_are_all_there(state)?;
    alliances_are_sound(table)
}

/// Tokens, counters on the map, in the bag, and raiders are no more than an area has counters (4.4).
fn tokens_fit(table: &Table) -> Result<(), String> {
    if table.open.0 & table.bag.0 != 0 {
        return Err("a counter is on the map and in the bag".into());
    }
    for area in Area::ALL {
        let all = counter_sets().of_area[area.index()];
        let tokens: u32 = table.empires.iter().map(|empire| u32::from(empire.tokens[*area])).sum();
        let raiders = table.raiders.iter().filter(|at| **at == Some(*area)).count() as u32;
        let taken = tokens + raiders + ((table.open.0 | table.bag.0) & all).count_ones();
        if taken > all.count_ones() {
            return Err(format!("{taken} tokens and counters for {} of {area:?}", all.count_ones()));
        }
    }
    for (slot, at) in table.raiders.iter().enumerate() {
        if at.is_some() != (table.open.0 & 1 << (COUNTERS + slot) != 0) {
            return Err("a raider lies nowhere, or where it is not".into());
        }
    }
    Ok(())
}

fn powers_are_sound(table: &Table) -> Result<(), String> {
    for empire in table.empires.iter() {
        let name = chart().power(empire.power);
        if empire.gold < 0 || empire.unrest < 0 || empire.population > limits().most_population {
            return Err(format!(
                "{name} has {} gold, {} unrest, {} Population",
                empire.gold, empire.unrest, empire.population
            ));
        }
        for (kind, most) in Kind::ALL.iter().zip([limits().armies, limits().navies, limits().forts]) {
            if empire.units(*kind).total() > most {
                return Err(format!("{name} has {} {}", empire.units(*kind).total(), kind.words()));
            }
        }
        let aground =
            Area::ALL.iter().any(|area| !chart().has_navies(*area) && empire.navies[area.place()] > 0);
        if aground {
            return Err(format!("{name} has a navy on land"));
        }
        if Tile::ALL.iter().any(|tile| empire.used[*tile] > empire.tiles[*tile]) {
            return Err(format!("{name} has used tiles that it does not hold"));
        }
    }
    Ok(())
}

/// Every tile is on display, in a hand, on the map, out of the game, or about to attack.
fn tiles_are_all_there(state: &State<StruggleOfEmpires>) -> Result<(), String> {
    let table = &state.table;
    for tile in Tile::ALL {
        let mut count = table.display[*tile] + table.boxed[*tile];
        count += table.empires.iter().map(|empire| empire.tiles[*tile]).sum::<u8>();
        count += u8::from(*tile == Tile::Blockade && table.cordon.is_some());
        let slots = if *tile == Tile::Pirates { 0..2 } else { 2..RAIDERS };
        if tile.is_raider() {
            count += table.raiders[slots].iter().flatten().count() as u8;
        }
        let loose =
            table.attack.and_then(|attack| attack.raider).or(state.frames().iter().find_map(|frame| {
                match frame {
                    Frame::Raiders(raiders) => Some(raiders.tile()),
                    _ => None,
                }
            }));
        count += u8::from(loose == Some(*tile));
        if count != tile_card(*tile).count {
            return Err(format!("there are {count} of {tile:?}"));
        }
    }
    Ok(())
}

fn alliances_are_sound(table: &Table) -> Result<(), String> {
    if table.all().any(|seat| table.alliances[0].contains(seat) && table.alliances[1].contains(seat)) {
        return Err("a power is in both alliances".into());
    }
    if table.order().count() as u32 != table.alliances[0].len() + table.alliances[1].len() {
        return Err("the display and the alliances differ".into());
    }
    match table.attack {
        Some(attack) => match attack.defender {
            Some(defender) if !table.are_enemies(attack.attacker, defender) => {
                Err("a power attacks its own alliance".into())
            }
            _ => Ok(()),
        },
        None => Ok(()),
    }
}

/// Every choice of the box that asks; of other boxes a few.
pub fn universe(state: &State<StruggleOfEmpires>, each: &mut dyn FnMut(Choice)) {
    match state.frame() {
        Some(Frame::Placing(_)) => placings(each),
        Some(Frame::Auction(_)) => (-2..600).for_each(|gold| each(Choice::Auction(AuctionChoice::Bid(gold)))),
        Some(Frame::Turn(_)) => turns(each),
        Some(Frame::Marching(_)) => marches(&mut |march| each(Choice::Marching(MarchingChoice::Move(march)))),
        Some(Frame::FreeAction(_)) => {
            objectives(&mut |objective| each(Choice::FreeAction(FreeActionChoice::Attack(objective))));
            for tile in Tile::ALL {
                each(Choice::FreeAction(FreeActionChoice::Take(*tile)));
            }
            for area in Area::ALL {
                each(Choice::FreeAction(FreeActionChoice::Collect(*area)));
                each(Choice::FreeAction(FreeActionChoice::Close(*area)));
            }
        }
        _ => {}
    }
    each(Choice::Auction(AuctionChoice::Pass));
    each(Choice::Auction(AuctionChoice::Bid(0)));
    for choice in [ProposalChoice::Keep, ProposalChoice::BoxA, ProposalChoice::BoxB] {
        each(Choice::Proposal(choice));
    }
    for choice in [TurnChoice::Pass, TurnChoice::EndTurn] {
        each(Choice::Turn(choice));
    }
    each(Choice::Marching(MarchingChoice::Stop));
    each(Choice::Building(BuildingChoice::Stop));
    for space in Space::ALL {
        each(Choice::Building(BuildingChoice::To(*space)));
    }
    for choice in [
        DecisionChoice::Surprise,
        DecisionChoice::AsArmy,
        DecisionChoice::AsNavy,
        DecisionChoice::Fight,
        DecisionChoice::Decline,
        DecisionChoice::Blockade,
        DecisionChoice::Reserve,
        DecisionChoice::Withdraw,
        DecisionChoice::No,
    ] {
        each(Choice::Decision(choice));
    }
    each(Choice::Asking(AskingChoice::NoMore));
    for power in Power::ALL {
        each(Choice::Proposal(ProposalChoice::Propose(*power)));
        for area in Area::ALL {
            each(Choice::Raiders(RaidersChoice { area: *area, power: *power }));
        }
        for unit in Kind::ALL {
            each(Choice::Losses(LossesChoice { power: *power, unit: *unit }));
        }
        for gold in -1..120 {
            each(Choice::Asking(AskingChoice::Ask { power: *power, gold }));
        }
    }
    for navies in 0..=limits().navies + 1 {
        for armies in 0..=limits().armies + 1 {
            each(Choice::Answers(AnswersChoice { navies, armies }));
        }
    }
}

fn placings(each: &mut dyn FnMut(Choice)) {
    for unit in Kind::ALL {
        for area in Area::ALL {
            each(Choice::Placing(PlacingChoice { unit: *unit, area: *area }));
        }
    }
}

fn marches(each: &mut dyn FnMut(March)) {
    for unit in Kind::ALL {
        for from in Space::ALL {
            for to in Space::ALL {
                each(March { unit: *unit, from: *from, to: *to });
            }
        }
    }
}

fn all_counters() -> impl Iterator<Item = CounterId> {
    (0..(COUNTERS + RAIDERS + 2) as u8).chain([127, 128, u8::MAX]).map(CounterId)
}

fn objectives(each: &mut dyn FnMut(Objective)) {
    all_counters().for_each(|counter| each(Objective::Country(counter)));
    for area in Area::ALL {
        for power in Power::ALL {
            each(Objective::Power { area: *area, power: *power });
        }
    }
}

fn turns(each: &mut dyn FnMut(Choice)) {
    for tile in Tile::ALL {
        each(Choice::Turn(TurnChoice::Buy(*tile)));
        each(Choice::Turn(TurnChoice::Use(*tile)));
    }
    for unit in Kind::ALL {
        for space in Space::ALL {
            each(Choice::Turn(TurnChoice::Build { unit: *unit, to: *space }));
            each(Choice::Turn(TurnChoice::Destroy { unit: *unit, at: *space }));
        }
    }
    marches(&mut |march| each(Choice::Turn(TurnChoice::Move(march))));
    objectives(&mut |objective| each(Choice::Turn(TurnChoice::Attack(objective))));
    all_counters().for_each(|counter| each(Choice::Turn(TurnChoice::Settle(counter))));
}
