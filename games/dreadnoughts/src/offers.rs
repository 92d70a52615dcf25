//! How choices look on the board.

use sandtable_engine::{Offer, State, Target, Thing, Viewer};

use crate::ids::{Hex, Level, ShipId};
use crate::phases::air::{AirChoice, HarassmentChoice};
use crate::phases::combat::CombatChoice;
use crate::phases::fire::FireChoice;
use crate::phases::gunnery::{Silent, dice as gun_dice};
use crate::phases::helm::{Helm, HelmChoice};
use crate::phases::movement::MovementChoice;
use crate::phases::orders::OrdersChoice;
use crate::phases::reaction::ReactionChoice;
use crate::phases::torpedoes::dice as torpedo_dice;
use crate::table::Table;
use crate::{Choice, Dreadnoughts, Frame};

/// The key of a piece or a space.
pub fn key(table: &Table, thing: Thing) -> String {
    match thing {
        Thing::Piece(number) => {
            table.scenario.ships.get(usize::from(number)).map(|ship| ship.id.clone()).unwrap_or_default()
        }
        Thing::Space(number) => format!("{number:04}"),
    }
}

/// The target of a click on a ship.
fn piece(table: &Table, ship: ShipId) -> Target {
    Target::Piece(key(table, Thing::Piece(u16::from(ship.0))))
}

fn name(table: &Table, ship: ShipId) -> &str {
    table.scenario.ships.get(ship.index()).map_or("no ship", |ship| &ship.name)
}

fn dice_word(dice: i8) -> String {
    format!("{} {}", dice.max(0), if dice == 1 { "die" } else { "dice" })
}

/// A choice as people see it.
pub fn offer(state: &State<Dreadnoughts>, choice: &Choice) -> Offer {
    let table = &state.table;
    match (state.frame(), choice) {
        (_, Choice::Combat(CombatChoice::Name(ship))) => {
            Offer::new(piece(table, *ship), format!("{} fires next", name(table, *ship)))
        }
        (_, Choice::Movement(MovementChoice::Name(ship))) => {
            Offer::new(piece(table, *ship), format!("{} moves next", name(table, *ship)))
        }
        (Some(Frame::Fire(fire)), Choice::Fire(choice)) => fire_offer(table, fire.ship(), *choice),
        (_, Choice::AirStrike(AirChoice::Attack { at, extra })) => {
            let label = format!("Attack {}", name(table, *at));
            let label = if *extra > 0 { format!("{label} with {extra} more dice") } else { label };
            Offer::new(piece(table, *at), label)
        }
        (_, Choice::Harassment(HarassmentChoice::Name(ship))) => {
            Offer::new(piece(table, *ship), format!("Harass {}", name(table, *ship)))
        }
        (_, Choice::Harassment(HarassmentChoice::Enough)) => {
            Offer::new(Target::Button("enough".into()), "No more").closing()
        }
        (_, Choice::Orders(OrdersChoice::Set { ship, speed, evade })) => {
            let stands = order_stands(table, *ship, *speed, *evade);
            let evade = if *evade { ", evading" } else { "" };
            let label = format!("{}: {} speed{evade}", name(table, *ship), speed.word());
            let offer = Offer::new(piece(table, *ship), label);
            if stands { offer.figure("ordered now") } else { offer }
        }
        (_, Choice::Orders(OrdersChoice::Seal)) => {
            Offer::new(Target::Button("seal".into()), "Seal the orders").sealing()
        }
        (Some(Frame::Helm(helm)), Choice::Helm(choice)) => helm_offer(table, helm, *choice),
        (Some(Frame::Reaction(reaction)), Choice::Reaction(ReactionChoice::Fire(firer)))
            if firer.index() < table.scenario.ships.len() =>
        {
            let (firer, mover) = (*firer, reaction.mover());
            let dice = dice_word(gun_dice(table, firer, mover, &mut Silent));
            let label = format!("{} fires on {}, {dice}", name(table, firer), name(table, mover));
            Offer::new(piece(table, firer), label).by(table.vessel(firer).id.clone())
        }
        (_, Choice::Reaction(_)) => Offer::new(Target::Button("hold".into()), "Hold fire").closing(),
        // A choice of another box can be shown, but leads nowhere.
        (_, other) => Offer::new(Target::Button("none".into()), format!("{other:?}")),
    }
}

/// Whether an order is the one that its owner has given; nobody else is told.
fn order_stands(table: &Table, ship: ShipId, speed: Level, evade: bool) -> bool {
    if ship.index() >= table.scenario.ships.len() {
        return false;
    }
    let owner = Viewer::Seat(table.side(ship));
    let state = &table.ships[ship];
    state.ordered.seen_by(owner) == Some(&speed) && state.to_evade.seen_by(owner) == Some(&evade)
}

fn fire_offer(table: &Table, ship: ShipId, choice: FireChoice) -> Offer {
    let actor = table.vessel(ship).id.clone();
    let on_map =
        |target: ShipId| target.index() < table.scenario.ships.len() && table.fleet.afloat.contains(target);
    match choice {
        FireChoice::Guns(target) if on_map(target) => {
            let dice = dice_word(gun_dice(table, ship, target, &mut Silent));
            let label = format!("Fire on {}, {dice}", name(table, target));
            Offer::new(piece(table, target), label).by(actor).figure(dice)
        }
        FireChoice::Torpedoes(target) if on_map(target) => {
            let dice = dice_word(torpedo_dice(table, ship, target, &mut Silent));
            let label = format!("Torpedoes at {}, {dice}", name(table, target));
            Offer::new(piece(table, target), label).by(actor).figure(dice)
        }
        FireChoice::Guns(target) => {
            Offer::new(piece(table, target), format!("Fire on {}", name(table, target))).by(actor)
        }
        FireChoice::Torpedoes(target) => {
            Offer::new(piece(table, target), format!("Torpedoes at {}", name(table, target))).by(actor)
        }
        FireChoice::Hold => Offer::new(Target::Button("hold".into()), "Hold fire").by(actor).closing(),
    }
}

fn helm_offer(table: &Table, helm: &Helm, choice: HelmChoice) -> Offer {
    let ship = helm.ship();
    let actor = table.vessel(ship).id.clone();
    let space = |hex: Hex| Target::Space(hex.to_string());
    let offer = match choice {
        HelmChoice::Ahead { turn, smoke } => {
            let heading = table.ships[ship].heading.turned(turn.clamp(-6, 6));
            let hex = table.hex(ship).step(table.scenario.sea.side(heading));
            let course = match turn {
                0 => "Ahead".to_owned(),
                ..0 => format!("Port to {heading}"),
                1.. => format!("Starboard to {heading}"),
            };
            let smoke = if smoke { ", making smoke" } else { "" };
            let on_map = table.scenario.sea.grid.contains(hex);
            let label = if on_map {
                format!("{course} to {hex}{smoke}")
            } else {
                format!("{course}, off the map{smoke}")
            };
            Offer::new(if on_map { space(hex) } else { Target::Button("leave".into()) }, label)
        }
        HelmChoice::Stop => Offer::new(Target::Button("stop".into()), "End the move here").closing(),
        HelmChoice::Steady => Offer::new(Target::Button("steady".into()), "End evasive action"),
        HelmChoice::Enter { hex, heading } => {
            Offer::new(space(hex), format!("Enter at {hex}, heading {heading}"))
        }
        HelmChoice::Wait => Offer::new(Target::Button("wait".into()), "Wait outside").closing(),
    };
    offer.by(actor)
}
