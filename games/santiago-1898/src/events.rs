//! Lines of the log, and how they read.

use sandtable_engine::{Annotation, Die, Worth};
use serde::Serialize;

use crate::data::{FireResult, Happening, ODDS, ShockResult, Surrender, card, map, tables};
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::table::Table;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    Surrender,
    Withdrawal,
    Base,
    Goal,
    Time,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it, and `narrate` says it in full")]
pub enum Event {
    Turn {
        turn: u8,
    },
    Placed {
        unit: UnitId,
        hex: HexId,
    },
    Landed {
        unit: UnitId,
        hex: HexId,
    },
    Aboard {
        unit: UnitId,
    },
    Base {
        hex: HexId,
    },
    Arrived {
        units: UnitSet,
        to: HexId,
    },
    Moved {
        units: UnitSet,
        from: HexId,
        to: HexId,
        cost: u8,
    },
    Captured {
        piece: UnitId,
        hex: HexId,
        by: UnitId,
    },
    Taken {
        hex: HexId,
        by: Force,
    },
    Fired {
        force: Force,
        units: UnitSet,
        target: HexId,
        factors: u8,
        die: u8,
        modified: i8,
        result: FireResult,
        defensive: bool,
    },
    Bombarded {
        force: Force,
        target: HexId,
        die: u8,
        modified: i8,
        result: FireResult,
    },
    Disorganised {
        hex: HexId,
        units: UnitSet,
    },
    LostStep {
        unit: UnitId,
        eliminated: bool,
    },
    LeaderLost {
        leader: UnitId,
        hex: HexId,
    },
    Assaulted {
        force: Force,
        units: UnitSet,
        target: HexId,
        die: u8,
        modified: i8,
        column: u8,
        result: ShockResult,
    },
    CalledOff {
        force: Force,
        target: HexId,
    },
    Retreated {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    Scattered {
        unit: UnitId,
        hex: HexId,
    },
    Stood {
        unit: UnitId,
        hex: HexId,
    },
    Advanced {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    SurrenderCheck {
        die: u8,
        modified: u8,
        objectives: u8,
        result: Surrender,
    },
    FleetLeaves,
    WithdrawalCheck {
        die: u8,
        lost: u8,
        wins: bool,
    },
    Fever {
        die: u8,
        modified: u8,
        steps: u8,
    },
    Happened {
        die: u8,
        what: Happening,
        effect: bool,
    },
    Over {
        winner: Force,
        how: End,
    },
}

/// The day of a turn: `22 June`.
pub fn day(turn: u8) -> String {
    let day = tables().first_day + turn - 1;
    if day <= 30 { format!("{day} June") } else { format!("{} July", day - 30) }
}

/// Names of pieces: `8 Inf and Roosevelt`.
pub fn list(pieces: UnitSet) -> String {
    let names: Vec<&str> = pieces.iter().map(|unit| card(unit).name.as_str()).collect();
    match names.as_slice() {
        [] => "nobody".into(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `1 step`, `2 steps`.
pub fn steps(count: u8) -> String {
    if count == 1 { "1 step".into() } else { format!("{count} steps") }
}

fn name(unit: UnitId) -> &'static str {
    &card(unit).name
}

fn place(hex: HexId) -> String {
    map().place(hex)
}

fn effect(result: FireResult) -> String {
    match (result.steps, result.dis) {
        (0, false) => "no effect".into(),
        (0, true) => "the stack is disorganised".into(),
        (lost, false) => format!("{} lost", steps(lost)),
        (lost, true) => format!("{} lost, and the stack is disorganised", steps(lost)),
    }
}

fn sign(modified: i8, die: u8) -> String {
    match modified - die as i8 {
        0 => String::new(),
        change => format!(" ({change:+} on the die)").replace('-', "\u{2212}"),
    }
}

/// A line in words.
pub fn narrate(table: &Table, event: &Event) -> String {
    match event {
        Event::Turn { turn } => format!("Turn {turn}, {}", day(*turn)),
        Event::Placed { unit, hex } => format!("{} is placed at {}", name(*unit), place(*hex)),
        Event::Landed { unit, hex } => format!("{} lands at {}", name(*unit), place(*hex)),
        Event::Aboard { unit } => format!("{} goes back aboard", name(*unit)),
        Event::Base { hex } => format!("The American base is at {}", place(*hex)),
        Event::Arrived { units, to } => {
            format!("{} comes onto the map and marches to {}", list(*units), place(*to))
        }
        Event::Moved { units, from, to, cost } => {
            let go = if units.len() == 1 { "marches" } else { "march" };
            format!("{} {go} from {} to {} for {cost}", list(*units), place(*from), place(*to))
        }
        Event::Captured { piece, hex, by } => {
            format!("{} is overrun at {} by {}", name(*piece), place(*hex), name(*by))
        }
        Event::Taken { hex, by } => match by {
            Force::Es => format!("Spain takes {}", place(*hex)),
            _ => format!("The {} take {}", by.people(), place(*hex)),
        },
        Event::Fired { units, target, factors, die, modified, result, defensive, .. } => {
            let what = if *defensive { "fires in defence at" } else { "fires at" };
            let what = if units.len() == 1 { what.to_owned() } else { what.replacen("fires", "fire", 1) };
            let word = if *factors == 1 { "factor" } else { "factors" };
            format!(
                "{} {what} {} with {factors} {word}{}: {}",
                list(*units),
                place(*target),
                sign(*modified, *die),
                effect(*result)
            )
        }
        Event::Bombarded { force, target, die, modified, result } => {
            let who =
                if *force == Force::Us { "The American ships bombard" } else { "Cervera's guns fire at" };
            format!("{who} {}{}: {}", place(*target), sign(*modified, *die), effect(*result))
        }
        Event::Disorganised { units, hex } => {
            let verb = if units.len() == 1 { "is" } else { "are" };
            format!("{} {verb} disorganised at {}", list(*units), place(*hex))
        }
        Event::LostStep { unit, eliminated: true } => format!("{} is eliminated", name(*unit)),
        Event::LostStep { unit, .. } => format!("{} loses a step", name(*unit)),
        Event::LeaderLost { leader, hex } => {
            format!("{} falls with his men at {}", name(*leader), place(*hex))
        }
        Event::Assaulted { units, target, die, modified, column, result, .. } => {
            let verb = if units.len() == 1 { "assaults" } else { "assault" };
            format!(
                "{} {verb} {} at {}{}: {}",
                list(*units),
                place(*target),
                ODDS[usize::from(*column)],
                sign(*modified, *die),
                result.word()
            )
        }
        Event::CalledOff { target, .. } => format!("The assault on {} is called off", place(*target)),
        Event::Retreated { unit, from, to } => {
            format!("{} falls back from {} to {}", name(*unit), place(*from), place(*to))
        }
        Event::Scattered { unit, hex } => {
            format!("{} has nowhere to go at {} and is lost", name(*unit), place(*hex))
        }
        Event::Stood { unit, hex } => format!("{} stands its ground at {}", name(*unit), place(*hex)),
        Event::Advanced { unit, to, .. } => format!("{} advances to {}", name(*unit), place(*to)),
        Event::SurrenderCheck { objectives, result, .. } => {
            let what = match result {
                Surrender::Nothing => "Santiago holds out",
                Surrender::FleetLeaves if table.fleet_left > 0 && table.fleet_left < table.turn => {
                    "Santiago holds out"
                }
                Surrender::FleetLeaves => "the fleet has to leave",
                Surrender::Capitulation => "Santiago surrenders",
            };
            format!("With {objectives} objectives in American hands, {what}")
        }
        Event::FleetLeaves => "Cervera's fleet leaves the harbour; its guns are gone".into(),
        Event::WithdrawalCheck { lost, wins, .. } => {
            let what = if *wins { "calls the army home" } else { "stands fast" };
            format!("After {} lost, Washington {what}", steps(*lost))
        }
        Event::Fever { steps: 0, .. } => "No losses by yellow fever today".into(),
        Event::Fever { steps: lost, .. } => format!("Yellow fever takes {} of the Americans", steps(*lost)),
        Event::Happened { what, effect, .. } => happened(*what, *effect),
        Event::Over { winner, how } => ending(*winner, *how),
    }
}

fn happened(what: Happening, effect: bool) -> String {
    let text = match what {
        Happening::Heroic => "Heroic Cubans: their assaults gain one on the die today",
        Happening::Delayed if effect => "Escario is delayed by a day",
        Happening::Delayed => "Escario cannot be delayed any more",
        Happening::Weather => "Bad weather: off the roads clear ground and jungle cost one more today",
        Happening::Released if effect => "The garrisons of the Morro and the Socapa are released",
        Happening::Released => "The garrisons have been released before",
        Happening::MachineGuns if effect => "Machine guns reach the garrison of Santiago",
        Happening::MachineGuns => "The machine guns have come before",
    };
    text.into()
}

fn ending(winner: Force, how: End) -> String {
    match how {
        End::Surrender => "Santiago surrenders: the United States win".into(),
        End::Withdrawal => "The expedition is called home: Spain wins".into(),
        End::Base => "The American base is taken: Spain wins".into(),
        End::Goal if winner == Force::Us => "The goal is reached: the United States win".into(),
        End::Goal => "The goal is not reached: Spain wins".into(),
        End::Time => "Santiago has held out: Spain wins".into(),
    }
}

fn die(face: u8, full: bool, part: bool) -> Die {
    let worth = if full {
        Worth::Full
    } else if part {
        Worth::Part
    } else {
        Worth::Nothing
    };
    Die { face, worth }
}

/// What a page shows beside the words.
pub fn annotate(event: &Event) -> Annotation {
    let keys = |units: UnitSet| units.iter().map(|unit| card(unit).id.clone()).collect::<Vec<_>>();
    let of = |unit: UnitId| Annotation {
        side: Some(unit.force().key().into()),
        pieces: keys(UnitSet::one(unit)),
        ..Annotation::default()
    };
    let several = |units: UnitSet| Annotation {
        side: units.first().map(|unit| unit.force().key().into()),
        pieces: keys(units),
        ..Annotation::default()
    };
    let side = |force: Force| Annotation { side: Some(force.key().into()), ..Annotation::default() };
    match event {
        Event::Turn { .. } => Annotation { heading: true, ..Annotation::default() },
        Event::Placed { unit, .. }
        | Event::Landed { unit, .. }
        | Event::Aboard { unit }
        | Event::LostStep { unit, .. }
        | Event::Retreated { unit, .. }
        | Event::Scattered { unit, .. }
        | Event::Stood { unit, .. }
        | Event::Advanced { unit, .. } => of(*unit),
        Event::LeaderLost { leader, .. } => of(*leader),
        Event::Captured { piece, by, .. } => Annotation {
            pieces: keys(UnitSet::one(*by)).into_iter().chain(keys(UnitSet::one(*piece))).collect(),
            ..of(*by)
        },
        Event::Arrived { units, .. } | Event::Moved { units, .. } | Event::Disorganised { units, .. } => {
            several(*units)
        }
        Event::Fired { units, die: face, result, .. } => {
            Annotation { dice: vec![die(*face, result.steps > 0, result.dis)], ..several(*units) }
        }
        Event::Bombarded { force, die: face, result, .. } => {
            Annotation { dice: vec![die(*face, result.steps > 0, result.dis)], ..side(*force) }
        }
        Event::Assaulted { units, die: face, result, .. } => {
            let good = result.defender.steps > 0 || result.defender.retreat;
            let bad = result.attacker.steps > 0 || result.attacker.retreat;
            Annotation { dice: vec![die(*face, good && !bad, good)], ..several(*units) }
        }
        Event::Base { .. } => side(Force::Us),
        Event::Taken { by, .. } => side(*by),
        Event::CalledOff { force, .. } => side(*force),
        Event::SurrenderCheck { die: face, result, .. } => {
            let won = *result == Surrender::Capitulation;
            Annotation { dice: vec![die(*face, won, *result == Surrender::FleetLeaves)], ..side(Force::Us) }
        }
        Event::FleetLeaves => side(Force::Es),
        Event::WithdrawalCheck { die: face, wins, .. } => {
            Annotation { dice: vec![die(*face, *wins, false)], ..side(Force::Es) }
        }
        Event::Fever { die: face, steps, .. } => {
            Annotation { dice: vec![die(*face, *steps > 1, *steps > 0)], ..side(Force::Us) }
        }
        Event::Happened { die: face, effect, .. } => {
            Annotation { dice: vec![die(*face, *effect, false)], ..Annotation::default() }
        }
        Event::Over { winner, .. } => side(*winner),
    }
}
