//! What the choices of a power's turn lead to.
//!
//! Actions are tried on a copy of the table, without what comes after them. Tiles whose use is free are used as soon as that is better
//! than keeping them, and otherwise not at all.

use sandtable_engine::{Cx, Seat};

use super::{Calm, Clock, POINT, appraise, battle};
use crate::data::tile_card;
use crate::ids::{Kind, Place, Space, Tile, places};
use crate::phases::building::{self, Builder, Building, BuildingChoice};
use crate::phases::free_actions::FreeActionChoice;
use crate::phases::marching::{self, March, MarchingChoice};
use crate::phases::placing::PlacingChoice;
use crate::phases::turn::TurnChoice;
use crate::phases::{buying, colonising, voyage};
use crate::questions::{entry, targets};
use crate::table::Table;

/// What it is worth to keep a free action for later.
const KEPT: i32 = 1;
/// What the risk of the sea costs on average, without and with Navigation.
const STORMS: [i32; 2] = [20, 3];
/// What a Move action leaves over for units that are not yet named.
const MORE_MOVES: i32 = 4;

/// What a choice of a turn leads to. `otherwise` is the best that can be done without a free action.
pub fn in_turn(
    table: &Table,
    clock: Clock,
    seat: Seat,
    choice: TurnChoice,
    otherwise: &mut dyn FnMut() -> i32,
) -> i32 {
    let after = clock.after_action(seat);
    let mut next = table.clone();
    let mut calm = Calm;
    let mut cx = Cx::silent(&mut calm);
    match choice {
        TurnChoice::Buy(tile) => {
            buying::take(&mut next, seat, tile, &mut cx);
            if tile.is_raider() {
                return battle::best_raid(&next, after, seat, tile);
            }
            appraise(&next, &after, seat)
        }
        TurnChoice::Build { unit, to } => {
            building::build(&mut next, seat, unit, to, &mut cx);
            let militia = i32::from(next.empires[seat].tiles[Tile::Militia]);
            let more = if next.empires[seat].population > 0 { 20 * militia } else { 0 };
            appraise(&next, &after, seat) - storm(table, seat, Place::HOME, to) + more
        }
        TurnChoice::Destroy { unit, at } => {
            building::destroy(&mut next, seat, unit, at, &mut cx);
            best_place(&next, after, seat, unit)
        }
        TurnChoice::Move(march) => moved(next, after, seat, march),
        TurnChoice::Attack(objective) => battle::attack(table, after, seat, objective, true),
        TurnChoice::Settle(counter) => {
            colonising::settle(&mut next, seat, counter, &mut cx);
            appraise(&next, &after, seat)
        }
        TurnChoice::Pass => appraise(table, &after, seat),
        // It costs no action: what is best without it is still to be had after it.
        TurnChoice::Use(tile) => {
            otherwise() + use_of(table, clock, seat, tile) - appraise(table, &clock, seat) - KEPT
        }
        TurnChoice::EndTurn => appraise(table, &clock, seat),
    }
}

/// What the risk of a way costs.
fn storm(table: &Table, seat: Seat, from: Place, to: Space) -> i32 {
    let empire = &table.empires[seat];
    match to.place(empire.power) {
        Some(place) if voyage::needs_check(from, place) => {
            STORMS[usize::from(empire.tiles[Tile::Navigation] > 0)]
        }
        _ => 0,
    }
}

/// What a Move action leads to that begins with this move: a second unit may go the same way, or an army behind the navy.
fn moved(mut next: Table, after: Clock, seat: Seat, march: March) -> i32 {
    let storm_risk = step(&mut next, seat, march);
    let mut best = appraise(&next, &after, seat) - storm_risk + MORE_MOVES;
    let empire = &next.empires[seat];
    let mut try_more = |more: March| {
        let mut then = next.clone();
        let risk = storm_risk + step(&mut then, seat, more);
        best = best.max(appraise(&then, &after, seat) - risk);
    };
    let power = empire.power;
    let from = march.from.place(power);
    if from.is_some_and(|from| empire.units(march.unit)[from] > 0) && march.unit != Kind::Fort {
        try_more(march);
    }
    let colony = march.to.area().is_some_and(|area| crate::chart::chart().is_colony(area));
    if march.unit == Kind::Navy && colony {
        let open = entry::open_to(&next, seat, Kind::Army);
        for start in places(empire.armies.bits()) {
            if march.to.place(power).is_some_and(|to| to != start && open & to.bit() != 0) {
                try_more(March { unit: Kind::Army, from: start.space(power), to: march.to });
            }
        }
    }
    best
}

/// Carries a move out on a calm sea and says what the risk costs.
fn step(table: &mut Table, seat: Seat, march: March) -> i32 {
    let from = march.from.place(table.power(seat)).unwrap_or(Place::HOME);
    let risk = storm(table, seat, from, march.to);
    marching::go(table, seat, march, &mut Cx::silent(&mut Calm));
    risk
}

/// What a further move leads to.
pub fn marching(table: &Table, clock: Clock, seat: Seat, choice: MarchingChoice) -> i32 {
    match choice {
        MarchingChoice::Stop => appraise(table, &clock, seat),
        MarchingChoice::Move(march) => {
            let mut next = table.clone();
            let risk = step(&mut next, seat, march);
            appraise(&next, &clock, seat) - risk
        }
    }
}

/// The best place for a unit that has just been raised.
fn best_place(table: &Table, clock: Clock, seat: Seat, unit: Kind) -> i32 {
    let power = table.power(seat);
    let goals = places(entry::open_to(table, seat, unit));
    let worth = |place: Place| {
        let mut next = table.clone();
        next.empires[seat].units_mut(unit)[place] += 1;
        appraise(&next, &clock, seat) - storm(table, seat, Place::HOME, place.space(power))
    };
    goals.map(worth).max().unwrap_or(i32::MIN / 2)
}

/// The best that a tile could be used for.
fn use_of(table: &Table, clock: Clock, seat: Seat, tile: Tile) -> i32 {
    let mut next = table.clone();
    if tile != Tile::Blockade {
        next.empires[seat].used[tile] += 1;
    }
    // A little less than it is worth unused.
    let nothing = appraise(&next, &clock, seat) - POINT;
    match tile {
        Tile::Mercenaries => best_place(&next, clock, seat, Kind::Army),
        Tile::Pressgangs => best_place(&next, clock, seat, Kind::Navy),
        Tile::TrainedNatives => places(building::native_places(table, seat))
            .map(|place| {
                let mut raised = next.clone();
                raised.empires[seat].armies[place] += 1;
                appraise(&raised, &clock, seat)
            })
            .max()
            .unwrap_or(nothing),
        Tile::ImprovedAgriculture => {
            next.empires[seat].population =
                (next.empires[seat].population + 1).min(crate::data::limits().most_population);
            appraise(&next, &clock, seat)
        }
        Tile::WarOffice => {
            let mut best = nothing;
            targets::each(&next, seat, |objective| {
                best = best.max(battle::attack(&next, clock, seat, objective, false));
            });
            best
        }
        Tile::DiplomaticService => {
            let mut best = nothing;
            for ally in Tile::ALLIANCES {
                if table.display[*ally] > 0 {
                    best = best.max(taken(&next, clock, seat, *ally));
                }
            }
            best
        }
        tile if tile.is_company() => {
            let most = places(tile_card(tile).area_bits)
                .map(|place| next.empires[seat].tokens.0[place.index()])
                .max();
            next.empires[seat].gold += i16::from(most.unwrap_or(0));
            appraise(&next, &clock, seat)
        }
        // A Blockade is kept for the support at sea.
        _ => nothing,
    }
}

fn taken(table: &Table, clock: Clock, seat: Seat, tile: Tile) -> i32 {
    let mut next = table.clone();
    buying::take(&mut next, seat, tile, &mut Cx::silent(&mut Calm));
    appraise(&next, &clock, seat)
}

/// What a tile is used for.
pub fn free_action(table: &Table, clock: Clock, seat: Seat, tile: Tile, choice: FreeActionChoice) -> i32 {
    match choice {
        FreeActionChoice::Attack(objective) => battle::attack(table, clock, seat, objective, false),
        FreeActionChoice::Take(ally) => taken(table, clock, seat, ally),
        FreeActionChoice::Collect(area) => i32::from(table.empires[seat].tokens[area]),
        FreeActionChoice::Close(area) => {
            let worth = i32::from(table.empires[seat].tokens[area]) + i32::from(tile == Tile::Blockade);
            worth + i32::from(table.empires[seat].navies[area.place()])
        }
    }
}

/// Where a unit is raised.
pub fn building(table: &Table, clock: Clock, seat: Seat, building: &Building, choice: BuildingChoice) -> i32 {
    let BuildingChoice::To(to) = choice else { return appraise(table, &clock, seat) };
    let Some(place) = to.place(table.power(seat)) else { return i32::MIN / 2 };
    let unit = building.unit();
    let mut next = table.clone();
    let empire = &mut next.empires[seat];
    let mut from = Place::HOME;
    match building.builder() {
        Builder::Militia(_) => empire.population = empire.population.saturating_sub(1),
        Builder::NativesMove(start) => {
            empire.armies[start] = empire.armies[start].saturating_sub(1);
            from = start;
        }
        Builder::Natives => from = place,
        _ => {}
    }
    empire.units_mut(unit)[place] += 1;
    appraise(&next, &clock, seat) - storm(table, seat, from, to)
}

/// A unit of the set-up.
pub fn placing(table: &Table, clock: Clock, seat: Seat, choice: PlacingChoice) -> i32 {
    let mut next = table.clone();
    next.empires[seat].units_mut(choice.unit)[choice.area.place()] += 1;
    appraise(&next, &clock, seat)
}
