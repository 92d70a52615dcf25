//! The lines of the log.

use sandtable_engine::{Annotation, Die, Grade, Seat};
use serde::Serialize;

use crate::data::{CardId, Icon, card};
use crate::fight_events::{self, FightEvent};
use crate::ids::{Facing, HexId, LeaderId, UnitId, side_key};
use crate::muster::MusterEvent;
use crate::names::{leader_key, unit_key};
use crate::questions::formation::Verb;
use crate::table::Table;
use crate::victory;

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it, and `narrate` says them")]
pub enum Event {
    Turn { turn: u8 },
    Returns { leader: LeaderId },
    Arrives { unit: UnitId, at: HexId },
    Points { side: Seat, card: CardId, points: u8 },
    DrewEvent { side: Seat },
    Event { side: Seat, card: CardId },
    InitiativeDrawn { side: Seat },
    Bid { side: Seat },
    Initiative { side: Seat, held: u8 },
    Placed { leader: LeaderId, at: HexId },
    LeadersPlaced { side: Seat, count: u8 },
    Unleashed { side: Seat },
    Scattered { unit: UnitId },
    Begins { side: Seat },
    Formation { leader: LeaderId, verb: Verb },
    Single { unit: UnitId, verb: Verb },
    Banked { side: Seat, worth: u16 },
    Roars { side: Seat },
    Passes { side: Seat },
    Moved { unit: UnitId, from: HexId, way: Vec<HexId>, facing: Facing, charge: bool },
    Turned { unit: UnitId, facing: Facing },
    Jostled { unit: UnitId, friend: UnitId, at: HexId },
    Shaken { unit: UnitId },
    SelfDisrupted { unit: UnitId },
    Limbered { unit: UnitId },
    Unlimbered { unit: UnitId },
    Encouraged { side: Seat },
    Rallied { unit: UnitId },
    FailedRally { unit: UnitId },
    Panics { side: Seat },
    Routed { unit: UnitId },
    Discarded { side: Seat, card: CardId },
    Omen { side: Seat, card: CardId, icon: Option<Icon> },
    Reshuffled { side: Seat },
    Tires { side: Seat },
    Weary,
    NightFalls,
    BankDrawn { side: Seat, banked: u16, die: u8, paid: bool },
    SuddenDeath { side: Seat },
    Over { winner: Option<Seat>, grade: Grade, points: [i16; 2] },
    Fight(FightEvent),
    Muster(MusterEvent),
}

impl From<MusterEvent> for Event {
    fn from(event: MusterEvent) -> Self {
        Self::Muster(event)
    }
}

/// A vertex in words (7.3).
pub const fn vertex(facing: Facing) -> &'static str {
    match facing.index() {
        0 => "N",
        1 => "NE",
        2 => "SE",
        3 => "S",
        4 => "SW",
        _ => "NW",
    }
}

/// A unit with its hex: `Flemish mercenaries at F5`.
pub fn unit_at(table: &Table, unit: UnitId) -> String {
    let hex = table.units[unit].hex;
    let name = table.name(unit);
    if hex.exists() { format!("{name} at {hex}") } else { name.to_owned() }
}

const fn icon_words(icon: Option<Icon>) -> &'static str {
    match icon {
        Some(Icon::Panic) => "panic",
        Some(Icon::Reshuffle) => "reshuffle",
        Some(Icon::Fatigue) => "fatigue",
        Some(Icon::EndOfGame) => "the end of the battle",
        Some(Icon::Elephant) => "an elephant, which means nothing now",
        None => "nothing",
    }
}

/// A line of the log in words.
pub fn narrate(table: &Table, event: &Event) -> String {
    let army = |side: &Seat| table.army_name(*side);
    let unit_name = |unit: &UnitId| table.name(*unit);
    match event {
        Event::Turn { turn } => format!("Turn {turn}."),
        Event::Returns { leader } => format!("{} is back with the army.", table.leader_name(*leader)),
        Event::Arrives { unit, at } => format!("{} come up at {at}.", unit_name(unit)),
        Event::Points { side, card, points } => {
            format!("{} have {points} action points (card {}).", army(side), card.0)
        }
        Event::DrewEvent { side } => format!("{} draw an event.", army(side)),
        Event::Event { card: drawn, .. } => format!("You have drawn {}.", card(*drawn).event.title()),
        Event::InitiativeDrawn { side } => format!("{} win the draw for the initiative.", army(side)),
        Event::Bid { side } => format!("{} spend a point for the initiative.", army(side)),
        Event::Initiative { side, held: 0 } => format!("{} have the initiative.", army(side)),
        Event::Initiative { side, held } => format!("{} keep the initiative, box {held}.", army(side)),
        Event::Placed { leader, at } => format!("{} goes to {at}.", table.leader_name(*leader)),
        Event::LeadersPlaced { side, count: 1 } => format!("{} have placed their leader.", army(side)),
        Event::LeadersPlaced { side, count } => format!("{} have placed {count} leaders.", army(side)),
        Event::Unleashed { side } => format!("Impetuous units of the {} lose restraint.", army(side)),
        Event::Scattered { unit } => {
            format!("{} come upon no enemy and are disrupted.", unit_at(table, *unit))
        }
        Event::Begins { side } => format!("{} act first.", army(side)),
        Event::Formation { leader, verb } => {
            format!("{}'s formation is to {}.", table.leader_name(*leader), verb.words())
        }
        Event::Single { unit, verb } => format!("{} are to {}.", unit_at(table, *unit), verb.words()),
        Event::Banked { side, worth } => format!("{} bank a chit worth {worth}.", army(side)),
        Event::Roars { side } => format!("The barbarians of the {} charge this turn.", army(side)),
        Event::Passes { side } => format!("{} pass.", army(side)),
        Event::Moved { unit, from, way, facing, charge } => {
            let verb = if *charge { "charge" } else { "move" };
            let way: Vec<String> = way.iter().map(ToString::to_string).collect();
            let start = if from.exists() { format!("from {from} ") } else { "onto the field ".into() };
            let by = if way.is_empty() { String::new() } else { format!("by {}", way.join(", ")) };
            format!("{} {verb} {start}{by}, facing {}.", unit_name(unit), vertex(*facing))
        }
        Event::Turned { unit, facing } => {
            format!("{} turn to face {}.", unit_at(table, *unit), vertex(*facing))
        }
        Event::Jostled { unit, friend, at } => {
            format!("{} push through {} at {at}: both are disrupted.", unit_name(unit), unit_name(friend))
        }
        Event::Shaken { unit } => format!("{} are disrupted as they turn from a charge.", unit_name(unit)),
        Event::SelfDisrupted { unit } => format!("{} loosen their ranks to move.", unit_at(table, *unit)),
        Event::Limbered { unit } => format!("{} are limbered.", unit_at(table, *unit)),
        Event::Unlimbered { unit } => format!("{} are unlimbered.", unit_at(table, *unit)),
        Event::Encouraged { side } => format!("{} spend a point on the rally.", army(side)),
        Event::Rallied { unit } => format!("{} rally.", unit_at(table, *unit)),
        Event::FailedRally { unit } => format!("{} do not rally.", unit_at(table, *unit)),
        Event::Panics { side } => format!("{} panic!", army(side)),
        Event::Routed { unit } => format!("{} have no way out and are lost.", unit_at(table, *unit)),
        Event::Discarded { side, card: thrown } => {
            format!("{} throw {} away.", army(side), card(*thrown).event.title())
        }
        Event::Omen { side, icon, .. } => format!("{} turn up {}.", army(side), icon_words(*icon)),
        Event::Reshuffled { side } => format!("The deck of the {} is shuffled.", army(side)),
        Event::Tires { side } => format!("{} grow tired: one more on every morale draw.", army(side)),
        Event::Weary => "Both armies are weary: the turn marker moves on.".into(),
        Event::NightFalls => "The battle is broken off.".into(),
        Event::BankDrawn { side, banked, paid, .. } => {
            let outcome = if *paid { "earn a victory point" } else { "earn nothing" };
            format!("{} draw for {banked} banked points and {outcome}.", army(side))
        }
        Event::SuddenDeath { side } => format!("The enemy breaks while the {} stand firm.", army(side)),
        Event::Over { winner: None, points, .. } => format!("A draw, {} to {}.", points[0], points[1]),
        Event::Over { winner: Some(side), grade, points } => format!(
            "{} win {}, {} to {} victory points.",
            army(side),
            victory::words(*grade),
            points[side.index()],
            points[side.opponent().index()]
        ),
        Event::Fight(event) => fight_events::narrate(table, event),
        Event::Muster(event) => event.narrate(table),
    }
}

/// What a page shows beside the words.
pub fn annotate(table: &Table, event: &Event) -> Annotation {
    let of_side = |side: &Seat| Annotation { side: Some(side_key(*side).into()), ..Annotation::default() };
    let of_unit = |unit: &UnitId| Annotation {
        side: Some(side_key(unit.side()).into()),
        pieces: vec![unit_key(table, *unit)],
        ..Annotation::default()
    };
    let of_leader = |leader: &LeaderId| Annotation {
        side: Some(side_key(leader.side()).into()),
        pieces: vec![leader_key(table, *leader)],
        ..Annotation::default()
    };
    match event {
        Event::Turn { .. } => Annotation { heading: true, ..Annotation::default() },
        Event::Points { side, .. }
        | Event::DrewEvent { side }
        | Event::Event { side, .. }
        | Event::InitiativeDrawn { side }
        | Event::Bid { side }
        | Event::Initiative { side, .. }
        | Event::LeadersPlaced { side, .. }
        | Event::Unleashed { side }
        | Event::Begins { side }
        | Event::Banked { side, .. }
        | Event::Roars { side }
        | Event::Passes { side }
        | Event::Encouraged { side }
        | Event::Panics { side }
        | Event::Discarded { side, .. }
        | Event::Omen { side, .. }
        | Event::Reshuffled { side }
        | Event::Tires { side }
        | Event::SuddenDeath { side }
        | Event::Over { winner: Some(side), .. } => of_side(side),
        Event::BankDrawn { side, die, paid, .. } => {
            Annotation { dice: vec![Die::of(*die, *paid)], ..of_side(side) }
        }
        Event::Arrives { unit, .. }
        | Event::Scattered { unit }
        | Event::Single { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Turned { unit, .. }
        | Event::Shaken { unit }
        | Event::SelfDisrupted { unit }
        | Event::Limbered { unit }
        | Event::Unlimbered { unit }
        | Event::Rallied { unit }
        | Event::FailedRally { unit }
        | Event::Routed { unit } => of_unit(unit),
        Event::Jostled { unit, friend, .. } => {
            let mut both = of_unit(unit);
            both.pieces.push(unit_key(table, *friend));
            both
        }
        Event::Returns { leader } | Event::Placed { leader, .. } | Event::Formation { leader, .. } => {
            of_leader(leader)
        }
        Event::Weary | Event::NightFalls | Event::Over { winner: None, .. } => Annotation::default(),
        Event::Fight(event) => fight_events::annotate(table, event),
        Event::Muster(event) => event.side().as_ref().map_or_else(Annotation::default, of_side),
    }
}
