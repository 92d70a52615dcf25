//! How preparations look: offers, the cards of the muster, facts for the top bar.

use sandtable_engine::scene::{Card, Fact, Hand};
use sandtable_engine::{Offer, Seat, State, Target, Viewer};

use super::bids::BidsChoice;
use super::deployment::{Deployment, DeploymentChoice};
use super::dismounting::DismountingChoice;
use super::draft::{Draft, Ware};
use super::ground::GroundLayingChoice;
use super::market::{Mustering, MusteringChoice, budget};
use crate::data::Kind;
use crate::ids::{SIDES, side_key};
use crate::offers::unit_key;
use crate::table::Table;
use crate::{DawnOfBattle, Frame};

fn button(key: impl Into<String>, label: impl Into<String>) -> Offer {
    Offer::new(Target::Button(key.into()), label)
}

/// A choice of [`Mustering`] as people see it.
pub fn mustering_offer(choice: MusteringChoice) -> Offer {
    match (choice, choice.ware()) {
        (_, Some((ware, true))) => {
            let label = format!("Buy: {}", ware.name());
            Offer::new(Target::Card(format!("buy-{}", ware.key())), label).figure(ware.cost().to_string())
        }
        (_, Some((ware, false))) => {
            button(format!("dismiss-{}", ware.key()), format!("Dismiss: {}", ware.name()))
        }
        (MusteringChoice::Usual, None) => button("usual-army", "Take the usual army"),
        (_, None) => button("ready", "The army is ready").sealing(),
    }
}

/// A choice of [`super::bids::Bids`] as people see it.
pub fn bids_offer(choice: BidsChoice) -> Offer {
    match choice {
        BidsChoice::Bid(0) => button("bid-0", "Bid nothing").sealing(),
        BidsChoice::Bid(bid) => button(format!("bid-{bid}"), format!("Bid {bid}")).sealing(),
        BidsChoice::Keep => button("keep", "Keep your army").closing(),
        BidsChoice::Change => button("change", "Change armies"),
    }
}

/// A choice of [`super::ground::GroundLaying`] as people see it.
pub fn ground_offer(choice: GroundLayingChoice) -> Offer {
    match choice {
        GroundLayingChoice::Feature(terrain) => {
            button(format!("feature-{}", terrain.word()), capitals(terrain.word()))
        }
        GroundLayingChoice::Tile(hex) => {
            Offer::new(Target::Space(hex.to_string()), format!("Lay a tile at {hex}"))
        }
        GroundLayingChoice::Enough => button("enough", "Enough ground").closing(),
    }
}

/// A choice of [`super::dismounting::Dismounting`] as people see it.
pub fn dismounting_offer(table: &Table, choice: DismountingChoice) -> Offer {
    match choice {
        DismountingChoice::Dismount { unit, into } => {
            let label = format!("Dismount as {}", into.card().name.to_lowercase());
            Offer::new(Target::Piece(unit_key(table, unit)), label)
        }
        DismountingChoice::Ready => button("ready", "The others stay mounted").closing(),
    }
}

/// A choice of [`Deployment`] as people see it.
pub fn deployment_offer(table: &Table, box_: Deployment, choice: DeploymentChoice) -> Offer {
    let by = |offer: Offer, unit: Option<crate::ids::UnitId>| match unit {
        Some(unit) => offer.by(unit_key(table, unit)),
        None => offer,
    };
    match choice {
        DeploymentChoice::Camp(hex) => Offer::new(Target::Space(hex.to_string()), format!("Camp at {hex}")),
        DeploymentChoice::Pick(unit) => {
            Offer::new(Target::Piece(unit_key(table, unit)), "Set this unit up next")
        }
        DeploymentChoice::Place(hex) => {
            by(Offer::new(Target::Space(hex.to_string()), format!("Set up at {hex}")), box_.next_unit(table))
        }
        DeploymentChoice::Face(facing) => {
            let number = facing.index() + 1;
            by(
                button(format!("face-{number}"), format!("Face {}", VERTICES[usize::from(facing.index())])),
                box_.last(),
            )
        }
        DeploymentChoice::Lift(unit) => Offer::new(Target::Piece(unit_key(table, unit)), "Take it up again"),
        DeploymentChoice::Rest => button("rest", "Set up the rest"),
        DeploymentChoice::Ready => button("ready", "The line stands").closing(),
    }
}

/// The vertices by name (7.3).
const VERTICES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

fn capitals(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn fact(name: &str, value: &dyn ToString) -> Fact {
    Fact { name: name.into(), value: value.to_string() }
}

/// A ware as a card of the muster.
fn card(draft: &Draft, ware: Ware) -> Card {
    let mut figures = vec![fact("cost", &ware.cost())];
    let (kind, text) = match ware {
        Ware::Unit(kind) => {
            let (card, good) = (kind.card(), kind.card().good);
            if kind != Kind::El {
                figures.push(fact("strength", &good.strength));
            }
            figures.push(fact("move", &good.movement));
            if good.attack > 0 {
                figures.push(fact("missile", &good.attack));
                figures.push(fact("range", &card.range));
            }
            if card.exposed {
                figures.push(fact("defence", &format_args!("{:+}", good.defence)));
            }
            if let Some(size) = card.size {
                figures.push(fact("size", &size.letter()));
            }
            let mut traits = Vec::new();
            if card.charges {
                traits.push("charges");
            }
            if card.moves_and_fires {
                traits.push("moves and fires");
            }
            if card.gunpowder {
                traits.push("gunpowder");
            }
            ("unit", traits.join(", "))
        }
        Ware::Gun(firepower) => {
            figures.push(fact("strength", &firepower));
            ("unit", "gunpowder; limbers to move".to_owned())
        }
        Ware::Leader(values) => {
            figures.push(fact("command", &values.command));
            figures.push(fact("range", &values.range));
            figures.push(fact("combat", &values.combat));
            ("leader", String::new())
        }
    };
    Card {
        key: format!("buy-{}", ware.key()),
        name: ware.name(),
        kind: kind.into(),
        text,
        figures,
        count: draft.count(ware),
        done: false,
    }
}

fn mustering(state: &State<DawnOfBattle>) -> Option<&Mustering> {
    state.frames().iter().find_map(|frame| match frame {
        Frame::Mustering(mustering) => Some(mustering),
        _ => None,
    })
}

/// The market as the hand of a viewer who builds his army.
pub fn hands(state: &State<DawnOfBattle>, viewer: Viewer) -> Vec<Hand> {
    let Some(mustering) = mustering(state) else { return Vec::new() };
    let seen = |side: Seat| mustering.draft(side).seen_by(viewer);
    let list = |draft: &Draft| Ware::all().map(|ware| card(draft, ware)).collect();
    SIDES
        .into_iter()
        .map(|side| {
            let cards: Vec<Card> = seen(side).map(list).unwrap_or_default();
            Hand { name: "Muster".into(), side: side_key(side).into(), count: cards.len() as u8, cards }
        })
        .filter(|hand| !hand.cards.is_empty())
        .collect()
}

/// Build points spent by a viewer who builds his army.
pub fn facts(state: &State<DawnOfBattle>, viewer: Viewer) -> Vec<Fact> {
    let Some(mustering) = mustering(state) else { return Vec::new() };
    let mut facts = Vec::new();
    for side in SIDES {
        if let Some(draft) = mustering.draft(side).seen_by(viewer) {
            let points = budget(&state.table, side);
            facts.push(fact("Build points", &format_args!("{} of {points}", draft.cost())));
            facts.push(fact("Panic level", &draft.panic_level()));
        }
    }
    facts
}
