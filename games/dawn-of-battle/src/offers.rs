//! How choices look on the field.

use sandtable_engine::{Offer, Seat, State, Target, Thing};

use crate::data::{CardId, card};
use crate::events::{unit_at, vertex};
use crate::ids::{Facing, HexId, LeaderId, UnitId};
use crate::muster::show;
use crate::phases::actions::{Actions, ActionsChoice};
use crate::phases::activation::{Activation, ActivationChoice};
use crate::phases::entry::EntryChoice;
use crate::phases::initiative::InitiativeChoice;
use crate::phases::march::{March, MarchChoice};
use crate::phases::panic::PanicChoice;
use crate::phases::placement::{Placement, PlacementChoice};
use crate::phases::rally::RallyChoice;
use crate::phases::restraint::{Restraint, RestraintChoice};
use crate::phases::storm::StormChoice;
use crate::phases::turn_end::TurnEndChoice;
use crate::questions::reach::{Reach, trail};
use crate::table::Table;
use crate::{Choice, DawnOfBattle, Frame, fight_offers};

pub use crate::names::{leader_key, post_key, unit_key};

/// The key of a piece or a space.
pub fn key(table: &Table, thing: Thing) -> String {
    match thing {
        Thing::Piece(number) => {
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            let leader = LeaderId(number);
            if leader.exists() { leader_key(table, leader) } else { unit_key(table, UnitId(number)) }
        }
        Thing::Space(number) => HexId(number).to_string(),
    }
}

/// The key of a card.
pub fn card_key(card: CardId) -> String {
    format!("card-{}", card.0)
}

/// The title of a card's event; anything may arrive from outside.
pub fn card_title(id: CardId) -> &'static str {
    if id.exists() { card(id).event.title() } else { "no card" }
}

/// What a choice costs that does not say so itself.
pub const A_POINT: &str = "1 point";

fn button(key: impl Into<String>) -> Target {
    Target::Button(key.into())
}

fn space(hex: HexId) -> Target {
    Target::Space(hex.to_string())
}

fn piece(table: &Table, unit: UnitId) -> Target {
    Target::Piece(unit_key(table, unit))
}

fn name(table: &Table, unit: UnitId) -> &str {
    if unit.exists() { table.name(unit) } else { "no unit" }
}

fn facing_offer(facing: Facing, cost: Option<u8>) -> Offer {
    let offer =
        Offer::new(button(format!("face-{}", facing.index() + 1)), format!("Face {}", vertex(facing)));
    match cost {
        Some(cost) => offer.figure(cost.to_string()),
        None => offer,
    }
}

/// A choice as people see it.
pub fn offer(state: &State<DawnOfBattle>, seat: Seat, choice: &Choice) -> Offer {
    let table = &state.table;
    match (state.frame(), choice) {
        (_, Choice::Initiative(InitiativeChoice::Bid)) => {
            Offer::new(button("bid"), "Spend a point for the initiative")
        }
        (_, Choice::Initiative(InitiativeChoice::Cede)) => {
            Offer::new(button("cede"), "Leave it to them").closing()
        }
        (Some(Frame::Placement(placement)), Choice::Placement(choice)) => placing(table, placement, *choice),
        (Some(Frame::Restraint(restraint)), Choice::Restraint(choice)) => {
            restraining(table, restraint, *choice)
        }
        (Some(Frame::Actions(actions)), Choice::Actions(choice)) => acting(table, actions, *choice),
        (Some(Frame::Activation(activation)), Choice::Activation(choice)) => {
            activating(table, activation, *choice)
        }
        (Some(Frame::March(march)), Choice::March(choice)) => marching(table, march, *choice),
        (_, Choice::Rally(RallyChoice::Encourage)) => {
            Offer::new(button("encourage"), "Spend a point: one off every draw")
        }
        (_, Choice::Rally(RallyChoice::Plain)) => Offer::new(button("rally"), "Rally without it").closing(),
        (_, Choice::Entry(EntryChoice::Take(unit))) => {
            Offer::new(piece(table, *unit), format!("{} enter", name(table, *unit)))
        }
        (_, Choice::Entry(EntryChoice::Lead(unit))) => {
            Offer::new(piece(table, *unit), format!("The leaders are with {}", name(table, *unit)))
        }
        (_, Choice::Entry(EntryChoice::Done)) => Offer::new(button("done"), "The others wait").closing(),
        (_, Choice::Storm(StormChoice::Lead(leader))) => {
            let who = if leader.exists() { table.leader_name(*leader) } else { "nobody" };
            Offer::new(Target::Piece(leader_key(table, *leader)), format!("{who} goes with them"))
        }
        (_, Choice::Storm(StormChoice::Attack)) => Offer::new(button("attack"), "Attack").closing(),
        (Some(Frame::Panic(panic)), Choice::Panic(PanicChoice(hex))) => {
            let unit = panic.unit();
            Offer::new(space(*hex), format!("{} run to {hex}", name(table, unit))).by(unit_key(table, unit))
        }
        (_, Choice::TurnEnd(TurnEndChoice::Discard(card))) => {
            Offer::new(Target::Card(card_key(*card)), format!("Throw {} away", card_title(*card)))
        }
        (_, Choice::TurnEnd(TurnEndChoice::Buy)) => {
            Offer::new(button("buy-event"), "Buy an event").figure(A_POINT)
        }
        (_, Choice::TurnEnd(TurnEndChoice::Done)) => Offer::new(button("done"), "End the turn").closing(),
        (_, Choice::Bids(choice)) => show::bids_offer(*choice),
        (_, Choice::Mustering(choice)) => show::mustering_offer(*choice),
        (_, Choice::GroundLaying(choice)) => show::ground_offer(*choice),
        (_, Choice::Dismounting(choice)) => show::dismounting_offer(table, *choice),
        (Some(Frame::Deployment(deployment)), Choice::Deployment(choice)) => {
            show::deployment_offer(table, *deployment, *choice)
        }
        // A choice of another box can be shown, but leads nowhere.
        (_, other) => fight_offers::offer(state, seat, other)
            .unwrap_or_else(|| Offer::new(button("none"), format!("{other:?}"))),
    }
}

fn placing(table: &Table, placement: &Placement, choice: PlacementChoice) -> Offer {
    match choice {
        PlacementChoice::Place(hex) => match placement.leader() {
            Some(leader) => Offer::new(space(hex), format!("{} to {hex}", table.leader_name(leader)))
                .by(leader_key(table, leader)),
            None => Offer::new(space(hex), format!("To {hex}")),
        },
        PlacementChoice::Take(leader) => {
            let name = if leader.exists() { table.leader_name(leader) } else { "no leader" };
            let there = leader.exists() && table.post_of(leader).is_some();
            let label = if there { format!("Move {name}") } else { format!("Place {name} first") };
            Offer::new(Target::Piece(leader_key(table, leader)), label)
        }
        PlacementChoice::Placed => Offer::new(button("placed"), "Leaders are placed").sealing(),
    }
}

fn restraining(table: &Table, restraint: &Restraint, choice: RestraintChoice) -> Offer {
    let unit = restraint.unit();
    let who = name(table, unit);
    match choice {
        RestraintChoice::Spend => Offer::new(button("spend"), "Spend a point: one off the draw"),
        RestraintChoice::Check => Offer::new(button("check"), "Draw for restraint").closing(),
        RestraintChoice::Ride(hex) => {
            Offer::new(space(hex), format!("{who} go to {hex}")).by(unit_key(table, unit))
        }
        RestraintChoice::Charge(hex) => {
            Offer::new(space(hex), format!("Charge to {hex}")).by(unit_key(table, unit))
        }
        RestraintChoice::Fire => {
            Offer::new(button("fire"), format!("{who} fire first")).by(unit_key(table, unit))
        }
    }
}

fn acting(table: &Table, actions: &Actions, choice: ActionsChoice) -> Offer {
    match choice {
        ActionsChoice::First(seat) if seat == actions.side() => Offer::new(button("first"), "I act first"),
        ActionsChoice::First(_) => Offer::new(button("second"), "The enemy acts first"),
        ActionsChoice::Formation { leader, verb } => {
            let name = if leader.exists() { table.leader_name(leader) } else { "no leader" };
            Offer::new(
                Target::Piece(leader_key(table, leader)),
                format!("{name}'s formation: {}", verb.words()),
            )
        }
        ActionsChoice::Single { unit, verb } => {
            Offer::new(piece(table, unit), format!("{}: {}", name(table, unit), verb.words()))
        }
        ActionsChoice::Enter => Offer::new(button("enter"), "Reinforcements enter"),
        ActionsChoice::BuyEvent => Offer::new(button("buy-event"), "Buy an event").figure(A_POINT),
        ActionsChoice::Bank => {
            let worth = crate::data::turn_box(table.turn).handicap;
            Offer::new(button("bank"), format!("Bank a chit worth {worth}")).figure(A_POINT)
        }
        ActionsChoice::Play(card) => {
            Offer::new(Target::Card(card_key(card)), format!("Play {}", card_title(card)))
        }
        ActionsChoice::Roar => Offer::new(button("roar"), "Barbarian charge this turn"),
        ActionsChoice::Pass => Offer::new(button("pass"), "Pass for this turn").sealing(),
    }
}

fn activating(table: &Table, activation: &Activation, choice: ActivationChoice) -> Offer {
    match choice {
        ActivationChoice::Take(unit) => {
            let label = if unit.exists() { unit_at(table, unit) } else { "no unit".into() };
            let offer = Offer::new(piece(table, unit), format!("{label}: {}", activation.verb().words()));
            match activation.leader() {
                Some(leader) => offer.by(leader_key(table, leader)),
                None => offer,
            }
        }
        ActivationChoice::Done => Offer::new(button("done"), "End the activation").closing(),
    }
}

/// Whether a way is made of sidesteps alone (7.12).
fn sidesteps(table: &Table, march: &March, hex: HexId) -> bool {
    let at = &table.units[march.unit()];
    if !at.kind.is_infantry() || !at.hex.exists() || hex == at.hex {
        return false;
    }
    let order = march.order(table);
    let reach = Reach::new(table, order);
    if reach.at(hex, at.facing).is_none() || reach.at(hex, at.facing) != reach.cost(hex) {
        return false;
    }
    let Some(way) = trail(table, order, (hex, at.facing)) else { return false };
    let mut from = at.hex;
    way.iter().all(|(to, facing)| {
        let aside = *facing == at.facing && table.map().flanks(from, at.facing).contains(to);
        from = *to;
        aside
    })
}

fn marching(table: &Table, march: &March, choice: MarchChoice) -> Offer {
    let unit = march.unit();
    let who = name(table, unit);
    let offer = match choice {
        MarchChoice::Go(hex) => {
            let known = table.map().contains(hex);
            let label = if known && hex == table.units[unit].hex {
                format!("{who} turn in {hex}")
            } else if known && sidesteps(table, march, hex) {
                format!("Sidestep to {hex}")
            } else {
                format!("{who} to {hex}")
            };
            let offer = Offer::new(space(hex), label);
            let cost = known.then(|| Reach::new(table, march.order(table)).cost(hex)).flatten();
            match cost {
                Some(cost) => offer.figure(cost.to_string()),
                None => offer,
            }
        }
        MarchChoice::Charge(hex) => {
            let far = table.units[unit].hex;
            let figure = if far.exists() && hex.exists() { far.distance(hex) } else { 0 };
            Offer::new(space(hex), format!("Charge to {hex}")).figure(figure.to_string())
        }
        MarchChoice::SelfDisrupt => {
            let better = table.units[unit].kind.card().disrupted.movement;
            Offer::new(button("self-disrupt"), format!("Disrupt it to move {better}"))
        }
        MarchChoice::Face(facing) => {
            let cost = march.goal().and_then(|goal| march.facings(table, goal)[usize::from(facing.index())]);
            facing_offer(facing, cost)
        }
        MarchChoice::Stay => Offer::new(button("stay"), format!("{who} stay as they are")).closing(),
    };
    offer.by(unit_key(table, unit))
}
