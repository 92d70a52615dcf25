//! What happens in fire, melee and events, for the log.

use sandtable_engine::{Annotation, Die, Seat};
use serde::Serialize;

use crate::data::{CardId, EventId, Kind, card, cell, event};
use crate::draw::Purpose;
use crate::elephants::Control;
use crate::events::Event;
use crate::ids::{HexId, LeaderId, UnitId, side_key};
use crate::offers::{leader_key, unit_key};
use crate::shot::Shot;
use crate::table::Table;

/// A line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightEvent {
    EventPlayed { side: Seat, card: CardId, on: Option<UnitId> },
    EventLost { side: Seat, card: CardId },
    DieChanged { side: Seat, purpose: Purpose, by: i8 },
    DrawnAgain { side: Seat, purpose: Purpose, card: CardId },
    Fired { shot: Shot },
    PanicFire { unit: UnitId },
    Disrupted { unit: UnitId },
    Eliminated { unit: UnitId, loss: u16 },
    Attacked { unit: Option<UnitId>, at: Option<UnitId> },
    Withdrew { unit: UnitId, to: HexId },
    Exerted { side: Seat, points: u8 },
    MeleeCards { unit: Option<UnitId>, at: Option<UnitId>, cards: [CardId; 2], strengths: [i8; 2] },
    FreshCard { side: Seat, card: CardId },
    Machina { totals: [i8; 2] },
    Checked { unit: UnitId, die: u8, total: i8, morale: u8, passed: bool },
    Advanced { unit: UnitId, to: HexId },
    Looted { unit: UnitId, camp: UnitId },
    GunTaken { gun: UnitId, by: Seat, new: UnitId },
    LeaderKilled { leader: LeaderId, die: u8 },
    LeaderDriven { leader: LeaderId, die: u8, back: u8 },
    LeaderUnhurt { leader: LeaderId, die: u8 },
    LeaderLoots { leader: LeaderId, die: u8, back: u8 },
    ElephantHeld { unit: UnitId, die: u8 },
    ElephantWild { unit: UnitId, die: u8, effect: Control },
    ElephantRuns { unit: UnitId, die: u8, to: HexId },
}

impl From<FightEvent> for Event {
    fn from(event: FightEvent) -> Self {
        Self::Fight(event)
    }
}

fn unit_or_leader(table: &Table, unit: Option<UnitId>) -> &str {
    unit.map_or("a leader", |unit| table.name(unit))
}

/// A camp and a cannon are one, all others are many.
fn are(table: &Table, unit: UnitId) -> &'static str {
    if matches!(table.units[unit].kind, Kind::Cp | Kind::Ay) { "is" } else { "are" }
}

/// A line in words.
pub fn narrate(table: &Table, event: &FightEvent) -> String {
    let name = |unit: UnitId| table.name(unit);
    let army = |side: Seat| table.army_name(side);
    match *event {
        FightEvent::EventPlayed { side, card, on } => match on {
            Some(unit) => format!("{} play {} on {}.", army(side), card.event().title(), name(unit)),
            None => format!("{} play {}.", army(side), card.event().title()),
        },
        FightEvent::EventLost { side, card } => format!("{} lose {}.", army(side), card.event().title()),
        FightEvent::DieChanged { side, purpose, by } => {
            format!("{} spend a point: {by:+} on the die for {}.", army(side), purpose.words())
        }
        FightEvent::DrawnAgain { side, purpose, .. } => {
            format!("{} give a card: the die for {} is drawn again.", army(side), purpose.words())
        }
        FightEvent::Fired { shot } => {
            let (own, other) = (name(shot.firer), name(shot.target));
            let outcome = if shot.hits() { "a hit" } else { "no effect" };
            format!("{own} shoot at {other}: {} against {}, {outcome}.", shot.value, shot.against)
        }
        FightEvent::PanicFire { unit } => format!("{} fire in haste before the melee.", name(unit)),
        FightEvent::Disrupted { unit } => format!("{} {} disrupted.", name(unit), are(table, unit)),
        FightEvent::Eliminated { unit, loss } => {
            format!("{} {} eliminated; {} lose {loss}.", name(unit), are(table, unit), army(unit.side()))
        }
        FightEvent::Attacked { unit, at } => {
            format!("{} attack {}.", unit_or_leader(table, unit), unit_or_leader(table, at))
        }
        FightEvent::Withdrew { unit, to } => format!("{} withdraw to {to}.", name(unit)),
        FightEvent::Exerted { side, points } => format!("{} spend {points} on the melee.", army(side)),
        FightEvent::MeleeCards { unit, at, cards, strengths } => {
            melee_cards(table, [unit, at], cards, strengths)
        }
        FightEvent::FreshCard { side, card: fresh } => {
            format!("{} turn over card {} instead.", army(side), fresh.0)
        }
        FightEvent::Machina { totals } => format!("ex Machina: {} against {}.", totals[0], totals[1]),
        FightEvent::Checked { unit, total, morale, passed, die } => {
            let outcome = if passed { "stand their morale check" } else { "fail their morale check" };
            match die {
                0 => format!("{} {outcome} without a card.", name(unit)),
                _ => format!("{} {outcome}: {total} against morale {morale}.", name(unit)),
            }
        }
        FightEvent::Advanced { unit, to } => format!("{} advance into {to}.", name(unit)),
        FightEvent::Looted { unit, camp } => {
            format!("{} loot {} for the rest of the battle.", name(unit), name(camp))
        }
        FightEvent::GunTaken { gun, by, .. } => format!("{} take {}.", army(by), name(gun)),
        FightEvent::LeaderKilled { leader, .. } => format!("{} is killed.", table.leader_name(leader)),
        FightEvent::LeaderDriven { leader, back, .. } => {
            format!("{} gets away and is back on turn {back}.", table.leader_name(leader))
        }
        FightEvent::LeaderUnhurt { leader, .. } => format!("{} is unhurt.", table.leader_name(leader)),
        FightEvent::LeaderLoots { leader, back, .. } => {
            format!("{} is busy with the loot until turn {back}.", table.leader_name(leader))
        }
        FightEvent::ElephantHeld { unit, .. } => format!("{} are kept in hand.", name(unit)),
        FightEvent::ElephantWild { unit, effect, .. } => {
            let what = match effect {
                Control::Calm => "are uneasy, no more",
                Control::Balks => "balk",
                Control::Frightened => "take fright",
                Control::Runs => "break out",
            };
            format!("{} {what}.", name(unit))
        }
        FightEvent::ElephantRuns { unit, to, .. } => format!("{} run towards {to}.", name(unit)),
    }
}

fn melee_cards(
    table: &Table,
    parties: [Option<UnitId>; 2],
    cards: [CardId; 2],
    strengths: [i8; 2],
) -> String {
    let says = |side: usize| {
        let printed = card(cards[side]);
        let what = if printed.event == EventId::ExMachina {
            event(EventId::ExMachina).title.clone()
        } else {
            cell(printed.chart, strengths[side]).to_string()
        };
        format!("{} at {:+}: {what}", unit_or_leader(table, parties[side]), strengths[side])
    };
    format!("Cards are turned over. {}; {}.", says(0), says(1))
}

/// What a page shows beside the words.
pub fn annotate(table: &Table, event: &FightEvent) -> Annotation {
    let mut notes = Annotation::default();
    let mut units: Vec<UnitId> = Vec::new();
    let mut side = None;
    match *event {
        FightEvent::EventPlayed { side: own, on, .. } => {
            side = Some(own);
            units.extend(on);
        }
        FightEvent::EventLost { side: own, .. }
        | FightEvent::DieChanged { side: own, .. }
        | FightEvent::DrawnAgain { side: own, .. }
        | FightEvent::FreshCard { side: own, .. }
        | FightEvent::Exerted { side: own, .. } => side = Some(own),
        FightEvent::Fired { shot } => {
            units.extend([shot.firer, shot.target]);
            let best = shot.dice.best();
            notes.dice = shot.dice.faces().iter().map(|face| Die::of(*face, *face == best)).collect();
            notes.dice.push(Die::of(shot.cover, !shot.hits()));
        }
        FightEvent::PanicFire { unit }
        | FightEvent::Disrupted { unit }
        | FightEvent::Eliminated { unit, .. }
        | FightEvent::Withdrew { unit, .. }
        | FightEvent::Advanced { unit, .. } => units.push(unit),
        FightEvent::Attacked { unit, at } | FightEvent::MeleeCards { unit, at, .. } => {
            units.extend(unit);
            units.extend(at);
        }
        FightEvent::Machina { .. } => {}
        FightEvent::Checked { unit, die, passed, .. } => {
            units.push(unit);
            if die > 0 {
                notes.dice.push(Die::of(die, passed));
            }
        }
        FightEvent::Looted { unit, camp } => units.extend([unit, camp]),
        FightEvent::GunTaken { gun, by, new } => {
            side = Some(by);
            units.extend([new, gun]);
        }
        FightEvent::LeaderKilled { leader, die } => leader_note(table, &mut notes, leader, die, false),
        FightEvent::LeaderDriven { leader, die, .. } | FightEvent::LeaderLoots { leader, die, .. } => {
            leader_note(table, &mut notes, leader, die, false);
        }
        FightEvent::LeaderUnhurt { leader, die } => leader_note(table, &mut notes, leader, die, true),
        FightEvent::ElephantHeld { unit, die } => {
            units.push(unit);
            notes.dice.push(Die::of(die, true));
        }
        FightEvent::ElephantWild { unit, die, .. } | FightEvent::ElephantRuns { unit, die, .. } => {
            units.push(unit);
            notes.dice.push(Die::of(die, false));
        }
    }
    if notes.side.is_none() {
        notes.side = side.or(units.first().map(|unit| unit.side())).map(|side| side_key(side).to_owned());
    }
    notes.pieces.extend(units.into_iter().map(|unit| unit_key(table, unit)));
    notes
}

fn leader_note(table: &Table, notes: &mut Annotation, leader: LeaderId, die: u8, good: bool) {
    notes.side = Some(side_key(leader.side()).to_owned());
    notes.pieces.push(leader_key(table, leader));
    if die > 0 {
        notes.dice.push(Die::of(die, good));
    }
}
