//! The lines of the log.

use sandtable_engine::Seat;
use serde::Serialize;

use crate::data::{Card, Space, UnitId};
use crate::table::{Table, side_name};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Event {
    /// A seat got its card; only that seat reads it.
    Dealt { seat: Seat, card: Card },
    /// A turn began.
    Turn { turn: u8 },
    /// The bids were opened.
    Bids { blue: u8, red: u8, winner: Seat },
    /// A unit went to a space.
    Marched { unit: UnitId, to: Space },
    /// A seat played its ambush.
    Ambushed { seat: Seat },
    /// The sums of an assault.
    Fought { attack: u8, defence: u8 },
    /// An attacker went back.
    FellBack { unit: UnitId, to: Space },
    /// A unit is lost.
    Lost { unit: UnitId },
}

/// A line in words.
pub fn narrate(table: &Table, event: &Event) -> String {
    match *event {
        Event::Dealt { seat, card } => format!("{} is dealt {card:?}.", side_name(seat)),
        Event::Turn { turn } => format!("Turn {turn} begins."),
        Event::Bids { blue, red, winner } => {
            format!("Blue bids {blue}, Red bids {red}: {} marches first.", side_name(winner))
        }
        Event::Marched { unit, to } => format!("{} marches to space {}.", table.name(unit), to.0),
        Event::Ambushed { seat } => format!("{} springs an ambush.", side_name(seat)),
        Event::Fought { attack, defence } => format!("The attack has {attack}, the defence {defence}."),
        Event::FellBack { unit, to } => format!("{} falls back to space {}.", table.name(unit), to.0),
        Event::Lost { unit } => format!("{} is lost.", table.name(unit)),
    }
}
