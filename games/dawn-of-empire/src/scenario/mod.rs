//! Scenarios: what a file means once it is read.

mod balance;
mod file;
mod options;
mod read;
mod shipped;

use crate::ids::{AREAS, LeaderId, Order, OrderKind, PORTS, ShipId, Side, Space};

pub use file::Begins;
pub use options::Options;
pub use shipped::SHELF;

/// Ships in one place with one history.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Force {
    pub side: Side,
    pub at: Space,
    pub ships: Vec<ShipId>,
    pub leaders: Vec<LeaderId>,
    pub last: OrderKind,
    pub transits: u8,
    pub since: u8,
    pub order: Option<Order>,
}

/// A ship that comes later (6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Due {
    pub ship: ShipId,
    pub turn: u8,
    pub at: Space,
}

/// A scenario with its switches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    pub introduction: String,
    pub source: String,
    pub notes: Vec<(String, String)>,
    /// The last turn.
    pub turns: u8,
    pub first_turn: u8,
    pub begins: Begins,
    /// Whether both sides place their ships first (11.K).
    pub free_deployment: bool,
    pub points: i16,
    pub options: Options,
    pub forces: Vec<Force>,
    pub due: Vec<Due>,
    pub damage: Vec<(ShipId, u8)>,
    pub control: [Option<Side>; AREAS],
    pub port_damage: [u8; PORTS],
}
