//! What the log tells.

use sandtable_engine::{Grade, Seat};
use serde::{Serialize, Serializer};

use crate::data::Effect;
use crate::ids::{Heading, Hex, Level, ShipId};
use crate::scenario::SheetEdge;
use crate::table::Table;

/// How many faces of a throw the log shows; the hits of any further dice still count.
const SHOWN_DICE: usize = 24;

/// The faces of a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throw {
    faces: tinyvec::ArrayVec<[u8; SHOWN_DICE]>,
    hits: u8,
}

impl Throw {
    /// Adds a die; a 5 or a 6 is a possible hit (6.6).
    #[inline]
    pub fn add(&mut self, die: u8) {
        self.hits += u8::from(die >= crate::data::tables().gunnery.hit_from);
        if self.faces.len() < SHOWN_DICE {
            self.faces.push(die);
        }
    }

    /// How many dice are possible hits.
    #[inline]
    pub const fn hits(&self) -> u8 {
        self.hits
    }

    fn words(&self) -> String {
        self.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Serialize for Throw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.faces.as_slice().serialize(serializer)
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "`narrate` says each in words")]
pub enum Event {
    Turn { turn: u8 },
    Guns { ship: ShipId, at: ShipId, range: u8, dice: Throw },
    Torpedoes { ship: ShipId, at: ShipId, range: u8, dice: Throw },
    Air { at: ShipId, dice: Throw },
    Held { ship: ShipId },
    Mistaken { ship: ShipId, meant: ShipId, at: ShipId, die: u8 },
    Recognised { ship: ShipId, at: ShipId, die: u8 },
    Teething { ship: ShipId, die: u8, dice: i8 },
    Shrugged { ship: ShipId },
    NoEffect { ship: ShipId, die: u8 },
    Hit { ship: ShipId, die: u8 },
    Critical { ship: ShipId, die: u8, effect: Effect },
    Redundant { ship: ShipId, effect: Effect },
    Jammed { ship: ShipId, die: u8, turns: u8 },
    HeavilyDamaged { ship: ShipId },
    Hulk { ship: ShipId },
    Sunk { ship: ShipId },
    Repair { ship: ShipId, die: u8, repaired: bool },
    Harassed { ship: ShipId },
    Sealed { side: Seat },
    Evades { ship: ShipId },
    Steadies { ship: ShipId },
    Initiative { first: u8, second: u8, winner: Option<Seat> },
    Speed { ship: ShipId, level: Level },
    Enters { ship: ShipId, hex: Hex, heading: Heading },
    Waits { ship: ShipId },
    Moves { ship: ShipId, hex: Hex, heading: Heading, smoke: bool },
    Halts { ship: ShipId, hex: Hex },
    Exits { ship: ShipId, edge: SheetEdge },
    Eliminated { ship: ShipId, edge: SheetEdge },
    Reaction { ship: ShipId, at: ShipId },
    Yaws { ship: ShipId, die: u8, heading: Heading },
    HulkCheck { ship: ShipId, die: u8, sinks: bool },
    SmokeCheck { hex: Hex, die: u8, lifts: bool },
    FireCheck { ship: ShipId, die: u8, out: bool },
    Power { ship: ShipId, die: u8, fails: bool },
    Withdraws { ship: ShipId },
    Recall { die: u8, crippled: u8, ends: bool },
    End { margin: i16, grade: Grade, winner: Option<Seat> },
}

/// The time of day at which a turn begins.
pub fn clock(table: &Table, turn: u8) -> String {
    let minutes = table.scenario.minutes + 10 * u16::from(turn.saturating_sub(1));
    format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
}

/// A critical hit in words.
pub fn effect_word(effect: Effect) -> &'static str {
    match effect {
        Effect::Steering => "the steering is hit",
        Effect::Equipment => "equipment is smashed",
        Effect::Waterline => "she is holed at the waterline",
        Effect::Fire => "fire breaks out",
        Effect::Stopped => "the engines stop",
        Effect::Catastrophe => "a catastrophic explosion",
    }
}

fn edge_word(edge: SheetEdge) -> &'static str {
    match edge {
        SheetEdge::N => "northern",
        SheetEdge::E => "eastern",
        SheetEdge::S => "southern",
        SheetEdge::W => "western",
    }
}

/// An event in words.
pub fn narrate(table: &Table, event: &Event) -> String {
    let name = |ship: ShipId| table.name(ship);
    let side = |seat: Seat| table.scenario.sides[seat.index()].name.as_str();
    match *event {
        Event::Turn { turn } => format!("Turn {turn}, {}.", clock(table, turn)),
        Event::Guns { ship, at, range, dice } => {
            let (hits, faces) = (dice.hits(), dice.words());
            let result = if hits == 0 { "no hit".into() } else { format!("{hits} on target") };
            format!("{} fires on {} at {range} hexes: {faces}, {result}.", name(ship), name(at))
        }
        Event::Torpedoes { ship, at, range, dice } => {
            let (hits, faces) = (dice.hits(), dice.words());
            let result = if hits == 0 { "all miss".into() } else { format!("{hits} run true") };
            format!(
                "{} launches torpedoes at {}, {range} hexes off: {faces}, {result}.",
                name(ship),
                name(at)
            )
        }
        Event::Air { at, dice } => format!("Aircraft attack {}: {}.", name(at), dice.words()),
        Event::Held { ship } => format!("{} holds her fire.", name(ship)),
        Event::Mistaken { ship, meant, at, die } => {
            format!("{} takes {} for {} ({die}).", name(ship), name(at), name(meant))
        }
        Event::Recognised { ship, at, die } => format!("{} picks out {} ({die}).", name(ship), name(at)),
        Event::Teething { ship, die, dice } if dice < 0 => {
            format!("Turrets of {} fail ({die}): {} dice fewer.", name(ship), -dice)
        }
        Event::Teething { ship, die, .. } => format!("The turrets of {} work ({die}).", name(ship)),
        Event::Shrugged { ship } => format!("The armour of {} shrugs the shell off.", name(ship)),
        Event::NoEffect { ship, die } => format!("A hit on {} does no harm ({die}).", name(ship)),
        Event::Hit { ship, die } => format!("{} is hit ({die}).", name(ship)),
        Event::Critical { ship, die, effect } => {
            format!("A critical hit on {} ({die}): {}.", name(ship), effect_word(effect))
        }
        Event::Redundant { ship, .. } => {
            format!("It adds nothing new: {} takes a plain hit instead.", name(ship))
        }
        Event::Jammed { ship, die, turns } => match turns {
            0 => format!("The rudder of {} is freed at once ({die}).", name(ship)),
            1 => format!("The rudder of {} is jammed for a turn ({die}).", name(ship)),
            _ => format!("The rudder of {} is jammed for {turns} turns ({die}).", name(ship)),
        },
        Event::HeavilyDamaged { ship } => format!("{} is heavily damaged.", name(ship)),
        Event::Hulk { ship } => format!("{} is a burning hulk.", name(ship)),
        Event::Sunk { ship } => format!("{} goes down.", name(ship)),
        Event::Repair { ship, die, repaired: true } => format!("{} is under way again ({die}).", name(ship)),
        Event::Repair { ship, die, .. } => format!("The engines of {} stay dead ({die}).", name(ship)),
        Event::Harassed { ship } => format!("Aircraft make {} zigzag.", name(ship)),
        Event::Sealed { side: seat } => format!("The {} orders are given.", side(seat)),
        Event::Evades { ship } => format!("{} takes evasive action.", name(ship)),
        Event::Steadies { ship } => format!("{} steadies on her course.", name(ship)),
        Event::Initiative { first, second, winner } => match winner {
            Some(seat) => format!("Initiative {first} against {second}: {} moves first.", side(seat)),
            None => format!("Initiative {first} against {second}: thrown again."),
        },
        Event::Speed { ship, level } => format!("{} at {} speed.", name(ship), level.word()),
        Event::Enters { ship, hex, heading } => {
            format!("{} comes in at {hex}, heading {heading}.", name(ship))
        }
        Event::Waits { ship } => format!("{} waits outside.", name(ship)),
        Event::Moves { ship, hex, heading, smoke } => {
            let smoke = if smoke { ", making smoke" } else { "" };
            format!("{} to {hex}, heading {heading}{smoke}.", name(ship))
        }
        Event::Halts { ship, hex } => format!("{} ends her move at {hex}.", name(ship)),
        Event::Exits { ship, edge } => format!("{} leaves by the {} edge.", name(ship), edge_word(edge)),
        Event::Eliminated { ship, edge } => {
            format!("{} runs off the {} edge and is out of the battle.", name(ship), edge_word(edge))
        }
        Event::Reaction { ship, at } => format!("{} fires as {} comes close.", name(ship), name(at)),
        Event::Yaws { ship, die, heading } => format!("{} yaws ({die}), heading {heading}.", name(ship)),
        Event::HulkCheck { ship, die, sinks: true } => {
            format!("The hulk of {} goes down ({die}).", name(ship))
        }
        Event::HulkCheck { ship, die, .. } => format!("The hulk of {} stays afloat ({die}).", name(ship)),
        Event::SmokeCheck { hex, die, lifts: true } => format!("Smoke lifts at {hex} ({die})."),
        Event::SmokeCheck { hex, die, .. } => format!("Smoke hangs on at {hex} ({die})."),
        Event::FireCheck { ship, die, out: true } => format!("A fire on {} is out ({die}).", name(ship)),
        Event::FireCheck { ship, die, .. } => format!("{} burns on ({die}).", name(ship)),
        Event::Power { ship, die, fails: true } => format!("{} loses power ({die}).", name(ship)),
        Event::Power { ship, die, .. } => format!("{} keeps her power ({die}).", name(ship)),
        Event::Withdraws { ship } => format!("{} breaks off and goes home.", name(ship)),
        Event::Recall { die, crippled, ends: true } => {
            format!("{crippled} ships crippled, {die} thrown: the force is recalled.")
        }
        Event::Recall { die, crippled, .. } => {
            format!("{crippled} ships crippled, {die} thrown: they press on.")
        }
        Event::End { margin, winner, grade } => match (winner, grade) {
            (Some(seat), Grade::Decisive) => format!("A decisive {} victory, margin {margin}.", side(seat)),
            (Some(seat), _) => format!("A marginal {} victory, margin {margin}.", side(seat)),
            (None, _) => format!("A draw, margin {margin}."),
        },
    }
}
