//! What the log tells.

use sandtable_engine::{Annotation, Die, Grade, Seat, Stride};
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

    fn dice(&self) -> Vec<Die> {
        let hit_from = crate::data::tables().gunnery.hit_from;
        self.faces.iter().map(|face| Die::of(*face, *face >= hit_from)).collect()
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
            let hits = dice.hits();
            let result = if hits == 0 { "no hit".into() } else { format!("{hits} on target") };
            format!("{} fires on {} at {range} hexes: {result}.", name(ship), name(at))
        }
        Event::Torpedoes { ship, at, range, dice } => {
            let hits = dice.hits();
            let result = if hits == 0 { "all miss".into() } else { format!("{hits} run true") };
            format!("{} launches torpedoes at {}, {range} hexes off: {result}.", name(ship), name(at))
        }
        Event::Air { at, dice } if dice.hits() == 0 => format!("Aircraft attack {} and miss.", name(at)),
        Event::Air { at, dice } => format!("Aircraft attack {}: {} hit.", name(at), dice.hits()),
        Event::Held { ship } => format!("{} holds her fire.", name(ship)),
        Event::Mistaken { ship, meant, at, .. } => {
            format!("{} takes {} for {}.", name(ship), name(at), name(meant))
        }
        Event::Recognised { ship, at, .. } => format!("{} picks out {}.", name(ship), name(at)),
        Event::Teething { ship, dice, .. } if dice < 0 => {
            format!("Turrets of {} fail: {} dice fewer.", name(ship), -dice)
        }
        Event::Teething { ship, .. } => format!("The turrets of {} work.", name(ship)),
        Event::Shrugged { ship } => format!("The armour of {} shrugs the shell off.", name(ship)),
        Event::NoEffect { ship, .. } => format!("A hit on {} does no harm.", name(ship)),
        Event::Hit { ship, .. } => format!("{} is hit.", name(ship)),
        Event::Critical { ship, effect, .. } => {
            format!("A critical hit on {}: {}.", name(ship), effect_word(effect))
        }
        Event::Redundant { ship, .. } => {
            format!("It adds nothing new: {} takes a plain hit instead.", name(ship))
        }
        Event::Jammed { ship, turns, .. } => match turns {
            0 => format!("The rudder of {} is freed at once.", name(ship)),
            1 => format!("The rudder of {} is jammed for a turn.", name(ship)),
            _ => format!("The rudder of {} is jammed for {turns} turns.", name(ship)),
        },
        Event::HeavilyDamaged { ship } => format!("{} is heavily damaged.", name(ship)),
        Event::Hulk { ship } => format!("{} is a burning hulk.", name(ship)),
        Event::Sunk { ship } => format!("{} goes down.", name(ship)),
        Event::Repair { ship, repaired: true, .. } => format!("{} is under way again.", name(ship)),
        Event::Repair { ship, .. } => format!("The engines of {} stay dead.", name(ship)),
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
        Event::Yaws { ship, heading, .. } => format!("{} yaws, heading {heading}.", name(ship)),
        Event::HulkCheck { ship, sinks: true, .. } => {
            format!("The hulk of {} goes down.", name(ship))
        }
        Event::HulkCheck { ship, .. } => format!("The hulk of {} stays afloat.", name(ship)),
        Event::SmokeCheck { hex, lifts: true, .. } => format!("Smoke lifts at {hex}."),
        Event::SmokeCheck { hex, .. } => format!("Smoke hangs on at {hex}."),
        Event::FireCheck { ship, out: true, .. } => format!("A fire on {} is out.", name(ship)),
        Event::FireCheck { ship, .. } => format!("{} burns on.", name(ship)),
        Event::Power { ship, fails: true, .. } => format!("{} loses power.", name(ship)),
        Event::Power { ship, .. } => format!("{} keeps her power.", name(ship)),
        Event::Withdraws { ship } => format!("{} breaks off and goes home.", name(ship)),
        Event::Recall { crippled, ends: true, .. } => {
            format!("{crippled} ships crippled: the force is recalled.")
        }
        Event::Recall { crippled, .. } => {
            format!("{crippled} ships crippled: they press on.")
        }
        Event::End { margin, winner, grade } => match (winner, grade) {
            (Some(seat), Grade::Decisive) => format!("A decisive {} victory, margin {margin}.", side(seat)),
            (Some(seat), _) => format!("A marginal {} victory, margin {margin}.", side(seat)),
            (None, _) => format!("A draw, margin {margin}."),
        },
    }
}

/// What a page shows beside the words: who acted, which ships it is about, the dice.
pub fn annotate(table: &Table, event: &Event) -> Annotation {
    let (ships, seat) = about(event);
    let seat = seat.or_else(|| ships.first().map(|ship| table.side(*ship)));
    Annotation {
        side: seat.map(|seat| table.scenario.sides[seat.index()].id.clone()),
        pieces: ships.iter().map(|ship| table.vessel(*ship).id.clone()).collect(),
        dice: dice(event),
        heading: matches!(event, Event::Turn { .. }),
        step: match *event {
            Event::Enters { ship, hex, .. } | Event::Moves { ship, hex, .. } => Some(Stride {
                mover: table.vessel(ship).id.clone(),
                name: table.vessel(ship).name.clone(),
                to: hex.to_string(),
            }),
            _ => None,
        },
    }
}

/// The ships that an event is about, the one that acts first, and the side of one that is about no ship.
fn about(event: &Event) -> (Vec<ShipId>, Option<Seat>) {
    match *event {
        Event::Guns { ship, at, .. }
        | Event::Torpedoes { ship, at, .. }
        | Event::Recognised { ship, at, .. }
        | Event::Reaction { ship, at } => (vec![ship, at], None),
        Event::Mistaken { ship, meant, at, .. } => (vec![ship, at, meant], None),
        Event::Air { at: ship, .. }
        | Event::Held { ship }
        | Event::Teething { ship, .. }
        | Event::Shrugged { ship }
        | Event::NoEffect { ship, .. }
        | Event::Hit { ship, .. }
        | Event::Critical { ship, .. }
        | Event::Redundant { ship, .. }
        | Event::Jammed { ship, .. }
        | Event::HeavilyDamaged { ship }
        | Event::Hulk { ship }
        | Event::Sunk { ship }
        | Event::Repair { ship, .. }
        | Event::Harassed { ship }
        | Event::Evades { ship }
        | Event::Steadies { ship }
        | Event::Speed { ship, .. }
        | Event::Enters { ship, .. }
        | Event::Waits { ship }
        | Event::Moves { ship, .. }
        | Event::Halts { ship, .. }
        | Event::Exits { ship, .. }
        | Event::Eliminated { ship, .. }
        | Event::Yaws { ship, .. }
        | Event::HulkCheck { ship, .. }
        | Event::FireCheck { ship, .. }
        | Event::Power { ship, .. }
        | Event::Withdraws { ship } => (vec![ship], None),
        Event::Sealed { side } => (Vec::new(), Some(side)),
        Event::Initiative { winner, .. } | Event::End { winner, .. } => (Vec::new(), winner),
        Event::Turn { .. } | Event::SmokeCheck { .. } | Event::Recall { .. } => (Vec::new(), None),
    }
}

/// The dice of an event; those that change something count.
fn dice(event: &Event) -> Vec<Die> {
    let one = |face, counts| vec![Die::of(face, counts)];
    match *event {
        Event::Guns { dice, .. } | Event::Torpedoes { dice, .. } | Event::Air { dice, .. } => dice.dice(),
        Event::Mistaken { die, .. }
        | Event::Hit { die, .. }
        | Event::Critical { die, .. }
        | Event::Yaws { die, .. } => one(die, true),
        Event::Recognised { die, .. } | Event::NoEffect { die, .. } => one(die, false),
        Event::Teething { die, dice, .. } => one(die, dice < 0),
        Event::Jammed { die, turns, .. } => one(die, turns > 0),
        Event::Repair { die, repaired, .. } => one(die, repaired),
        Event::HulkCheck { die, sinks, .. } => one(die, sinks),
        Event::SmokeCheck { die, lifts, .. } => one(die, lifts),
        Event::FireCheck { die, out, .. } => one(die, out),
        Event::Power { die, fails, .. } => one(die, fails),
        Event::Recall { die, ends, .. } => one(die, ends),
        _ => Vec::new(),
    }
}
