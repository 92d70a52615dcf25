//! How choices look on the map.

use sandtable_engine::{Offer, State, Target, Thing};

use crate::data::{ODDS, card, map, tables};
use crate::events::{list, steps};
use crate::ids::{BASE, Force, HexId, UnitId, UnitSet};
use crate::phases::advance::AdvanceChoice;
use crate::phases::defensive_fire::DefensiveFireChoice;
use crate::phases::deployment::DeploymentChoice;
use crate::phases::fire::{FireChoice, Volley, VolleyChoice};
use crate::phases::landing::LandingChoice;
use crate::phases::march::{March, MarchChoice};
use crate::phases::movement::{Movement, MovementChoice};
use crate::phases::naval_fire;
use crate::phases::retreat::{Retreat, RetreatChoice};
use crate::phases::shock::{Assault, AssaultChoice, ShockChoice, Stage};
use crate::questions::fire_strength::sum;
use crate::questions::shock_odds::odds;
use crate::scene::{BASE_KEY, stack_key};
use crate::table::Table;
use crate::{Choice, Frame, Santiago};

/// The key of a piece or a space.
pub fn key(thing: Thing) -> String {
    match thing {
        Thing::Piece(BASE) => BASE_KEY.into(),
        Thing::Piece(number) => {
            u8::try_from(number).map_or_else(|_| String::new(), |number| piece_key(UnitId(number)))
        }
        Thing::Space(number) => HexId(number).to_string(),
    }
}

/// The key of a piece; anything may arrive from outside.
fn piece_key(unit: UnitId) -> String {
    if unit.exists() { card(unit).id.clone() } else { String::new() }
}

fn name(unit: UnitId) -> &'static str {
    if unit.exists() { &card(unit).name } else { "no unit" }
}

fn button(key: impl Into<String>) -> Target {
    Target::Button(key.into())
}

fn space(hex: HexId) -> Target {
    Target::Space(hex.to_string())
}

fn piece(unit: UnitId) -> Target {
    Target::Piece(piece_key(unit))
}

fn place(hex: HexId) -> String {
    map().place(hex)
}

/// A choice as people see it.
pub fn offer(state: &State<Santiago>, choice: &Choice) -> Offer {
    let table = &state.table;
    match (state.frame(), choice) {
        (_, Choice::Deployment(choice)) => deployment(*choice),
        (_, Choice::Emplacement(choice)) => {
            Offer::new(space(choice.0), format!("Machine guns to {}", place(choice.0)))
        }
        (_, Choice::Landing(choice)) => landing(table, *choice),
        (Some(Frame::Movement(movement)), Choice::Movement(choice)) => moving(table, movement, *choice),
        (Some(Frame::March(march)), Choice::March(choice)) => marching(table, march, *choice),
        (_, Choice::Fire(choice)) => firing(state, *choice),
        (Some(Frame::Volley(volley)), Choice::Volley(choice)) => joining(table, volley, *choice),
        (_, Choice::Shock(ShockChoice::Target(hex))) => {
            Offer::new(space(*hex), format!("Assault {}", place(*hex)))
        }
        (_, Choice::Shock(ShockChoice::End)) => {
            Offer::new(button("end-shock"), "End your assaults").closing()
        }
        (Some(Frame::Assault(assault)), Choice::Assault(choice)) => assaulting(table, assault, *choice),
        (_, Choice::DefensiveFire(choice)) => defending(*choice),
        (_, Choice::Losses(choice)) => {
            let unit = choice.0;
            let left = if unit.exists() { table.steps[unit] } else { 0 };
            let word = if left == 1 { "is eliminated" } else { "loses a step" };
            Offer::new(piece(unit), format!("{} {word}", name(unit))).figure(steps(left))
        }
        (Some(Frame::Retreat(retreat)), Choice::Retreat(choice)) => retreating(table, retreat, *choice),
        (Some(Frame::Advance(advance)), Choice::Advance(AdvanceChoice::Advance(unit))) => {
            Offer::new(space(advance.to()), format!("{} advances to {}", name(*unit), place(advance.to())))
                .by(piece_key(*unit))
        }
        (_, Choice::Advance(AdvanceChoice::NoMore)) => {
            Offer::new(button("no-more"), "Nobody else advances").closing()
        }
        // A choice of another box can be shown, but leads nowhere.
        (_, other) => Offer::new(button("none"), format!("{other:?}")),
    }
}

fn deployment(choice: DeploymentChoice) -> Offer {
    match choice {
        DeploymentChoice::Place { unit, at } => {
            Offer::new(space(at), format!("{} to {}", name(unit), place(at))).by(piece_key(unit))
        }
        DeploymentChoice::Historical => Offer::new(button("historical"), "All where history had them"),
    }
}

fn landing(table: &Table, choice: LandingChoice) -> Offer {
    match choice {
        LandingChoice::Land { unit, at } => {
            let offer =
                Offer::new(space(at), format!("{} lands at {}", name(unit), place(at))).by(piece_key(unit));
            let counts = unit.exists() && !unit.is_leader();
            if counts { offer.figure(steps(table.steps[unit])) } else { offer }
        }
        LandingChoice::Done => Offer::new(button("end-landing"), "End the landings").closing(),
    }
}

fn moving(table: &Table, movement: &Movement, choice: MovementChoice) -> Offer {
    match choice {
        MovementChoice::Take(unit) => Offer::new(piece(unit), format!("Move {}", name(unit))),
        MovementChoice::TakeStack(hex) => {
            let stack = if hex.exists() { movement.stack(table, hex) } else { UnitSet::NONE };
            Offer::new(
                Target::Group(stack_key(hex, movement.force())),
                format!("Move {} together", list(stack)),
            )
        }
        MovementChoice::BackAboard(unit) => Offer::new(
            button(format!("back-aboard-{}", piece_key(unit))),
            format!("{} goes back aboard", name(unit)),
        )
        .by(piece_key(unit)),
        MovementChoice::MoveBase(to) => {
            Offer::new(space(to), format!("Move the base to {}", place(to))).by(BASE_KEY)
        }
        MovementChoice::End => {
            Offer::new(button("end-movement"), format!("End {} movement", movement.force().adjective()))
                .closing()
        }
    }
}

fn marching(table: &Table, march: &March, choice: MarchChoice) -> Offer {
    let pieces = march.pieces();
    let actor = match pieces.first() {
        Some(only) if pieces.len() == 1 => piece_key(only),
        _ => stack_key(march.from(table), march.force()),
    };
    match choice {
        MarchChoice::Go(to) => {
            let offer = Offer::new(space(to), format!("{} to {}", list(pieces), place(to))).by(actor);
            match march.reach(table).cost(to) {
                Some(cost) => offer.figure(cost.to_string()),
                None => offer,
            }
        }
        MarchChoice::Stay => {
            let verb = if pieces.len() == 1 { "stays" } else { "stay" };
            Offer::new(button("stay"), format!("{} {verb}", list(pieces))).by(actor).closing()
        }
    }
}

fn firing(state: &State<Santiago>, choice: FireChoice) -> Offer {
    let force = match state.frame() {
        Some(Frame::Fire(fire)) => fire.force(),
        _ => Force::Us,
    };
    match choice {
        FireChoice::Target(hex) => Offer::new(space(hex), format!("Fire at {}", place(hex))),
        FireChoice::Bombard(hex) => {
            let who = if force == Force::Es { "Cervera's guns fire at" } else { "The ships bombard" };
            Offer::new(space(hex), format!("{who} {}", place(hex)))
                .figure(format!("{} factors", naval_fire::factors(force)))
        }
        FireChoice::End => {
            Offer::new(button("end-fire"), format!("End {} fire", force.adjective())).closing()
        }
    }
}

/// Factors and column of some units that fire together.
fn weight(table: &Table, units: UnitSet) -> String {
    let factors = sum(table, units);
    let fire = &tables().fire;
    format!("{factors} factors, column {}", fire.column_name(fire.column(factors)))
}

fn joining(table: &Table, volley: &Volley, choice: VolleyChoice) -> Offer {
    let target = volley.target();
    match choice {
        VolleyChoice::Join(unit) => {
            let alone =
                if unit.exists() && table.map.contains(unit) { sum(table, UnitSet::one(unit)) } else { 0 };
            Offer::new(space(target), format!("{} joins in", name(unit)))
                .by(piece_key(unit))
                .figure(alone.to_string())
        }
        VolleyChoice::Leave(unit) => {
            Offer::new(space(target), format!("{} stays out of it", name(unit))).by(piece_key(unit))
        }
        VolleyChoice::All => {
            let all = volley.joined().or(volley.willing(table));
            Offer::new(button("all"), "All who can fire").figure(weight(table, all))
        }
        VolleyChoice::Fire => Offer::new(button("fire"), "Fire").figure(weight(table, volley.joined())),
    }
}

fn assaulting(table: &Table, assault: &Assault, choice: AssaultChoice) -> Offer {
    let target = assault.target();
    match choice {
        AssaultChoice::Join(unit) => {
            let alone = if unit.exists() { table.figures(unit).shock } else { 0 };
            Offer::new(space(target), format!("{} joins in", name(unit)))
                .by(piece_key(unit))
                .figure(alone.to_string())
        }
        AssaultChoice::Leave(unit) => {
            Offer::new(space(target), format!("{} stays out of it", name(unit))).by(piece_key(unit))
        }
        AssaultChoice::All => {
            let all = odds(table, assault.joined().or(assault.willing(table)), target);
            Offer::new(button("all"), "All who can attack").figure(ODDS[usize::from(all.column)])
        }
        AssaultChoice::Assault => {
            let column = ODDS[usize::from(odds(table, assault.joined(), target).column)];
            let offer = Offer::new(button("assault"), format!("Assault at {column}")).figure(column);
            if assault.stage() == Stage::Join { offer.sealing() } else { offer }
        }
        AssaultChoice::CallOff => Offer::new(button("call-off"), "Call the assault off").closing(),
    }
}

fn defending(choice: DefensiveFireChoice) -> Offer {
    match choice {
        DefensiveFireChoice::Aim { unit, at } => {
            Offer::new(space(at), format!("{} fires at {}", name(unit), place(at))).by(piece_key(unit))
        }
        DefensiveFireChoice::All(at) => Offer::new(space(at), format!("All fire at {}", place(at))),
        DefensiveFireChoice::Guns(at) => {
            Offer::new(button(format!("guns-{at}")), format!("Cervera's guns join in against {}", place(at)))
                .figure(format!("{} factors", naval_fire::factors(Force::Es)))
        }
        DefensiveFireChoice::Done => Offer::new(button("hold-fire"), "That is all").closing(),
    }
}

fn retreating(table: &Table, retreat: &Retreat, choice: RetreatChoice) -> Offer {
    let unit = retreat.unit(table);
    match choice {
        RetreatChoice::To(hex) => {
            Offer::new(space(hex), format!("{} falls back to {}", name(unit), place(hex))).by(piece_key(unit))
        }
        RetreatChoice::WithLeader(hex) => {
            let label = format!("{} and the leader fall back to {}", name(unit), place(hex));
            Offer::new(button(format!("with-leader-{hex}")), label).by(piece_key(unit))
        }
        RetreatChoice::First(other) => {
            Offer::new(piece(other), format!("{} goes before {}", name(other), name(unit)))
        }
    }
}
