//! Sums behind choices, and what a player would say of a difference. One die decides fire and assault, so that the engine weighs its six faces exactly.

use sandtable_engine::odds::Likelihood;
use sandtable_engine::{Reckoning, State, Sum, rule};

use crate::data::{FireResult, ODDS, ShockResult, card, map, tables};
use crate::events::steps;
use crate::ids::{Force, HexId, UnitSet};
use crate::phases::defensive_fire::DefensiveFireChoice;
use crate::phases::fire::{FireChoice, VolleyChoice};
use crate::phases::naval_fire;
use crate::phases::shock::{AssaultChoice, Stage};
use crate::questions::fire_strength::{factors, ground_terms, modifier, sum, terms};
use crate::questions::shock_odds::{die_bonus, odds, result, shifts};
use crate::questions::supply::Lines;
use crate::table::Table;
use crate::{Choice, Frame, Santiago};

/// The sum of a fire or an assault.
pub fn reckoning(state: &State<Santiago>, choice: &Choice) -> Option<Reckoning> {
    let table = &state.table;
    match (state.frame()?, choice) {
        (Frame::Volley(volley), Choice::Volley(choice)) => {
            let mut units = volley.joined();
            match choice {
                VolleyChoice::Join(unit) if table.map.contains(*unit) => units.insert(*unit),
                VolleyChoice::Leave(unit) if unit.exists() => units.remove(*unit),
                VolleyChoice::All => units = units.or(volley.willing(table)),
                _ => {}
            }
            Some(fire(table, units, 0, volley.target()))
        }
        (Frame::Fire(phase), Choice::Fire(FireChoice::Bombard(hex))) if hex.exists() => {
            Some(bombardment(phase.force(), *hex))
        }
        (Frame::Assault(assault), Choice::Assault(choice)) => {
            let mut units = assault.joined();
            match choice {
                AssaultChoice::Join(unit) if table.map.contains(*unit) => units.insert(*unit),
                AssaultChoice::Leave(unit) if unit.exists() => units.remove(*unit),
                AssaultChoice::All => units = units.or(assault.willing(table)),
                AssaultChoice::CallOff => return None,
                _ => {}
            }
            Some(assault_sum(table, units, assault.target()))
        }
        (Frame::DefensiveFire(fire_back), Choice::DefensiveFire(choice)) => {
            let mut units: UnitSet = UnitSet::NONE;
            let (at, more) = match choice {
                DefensiveFireChoice::All(at) | DefensiveFireChoice::Aim { at, .. } => (*at, 0),
                DefensiveFireChoice::Guns(at) => (*at, naval_fire::factors(Force::Es)),
                DefensiveFireChoice::Done => return None,
            };
            for (unit, aim) in fire_back.aims() {
                let joins = match choice {
                    DefensiveFireChoice::All(_) => !aim.exists(),
                    DefensiveFireChoice::Aim { unit: picked, .. } => *picked == unit,
                    _ => false,
                };
                if aim == at || joins {
                    units.insert(unit);
                }
            }
            at.exists().then(|| fire(table, units, more, at))
        }
        _ => None,
    }
}

fn term(what: impl Into<String>, figure: i8, rule: sandtable_engine::RuleRef) -> Sum {
    Sum { what: what.into(), figure: i16::from(figure), rule }
}

/// The terms of fire: the factors of each, which change nothing on the die, and what does.
pub fn fire_terms(table: &Table, units: UnitSet, more: u8, target: HexId) -> Vec<Sum> {
    let mut list = Vec::new();
    if let Some(first) = units.first() {
        let lines = Lines::of(table, first.force());
        for unit in units.iter() {
            let own = factors(table, &lines, unit);
            let halved = if lines.supply(table, unit) { "" } else { ", out of supply" };
            list.push(term(format!("{}: {own} factors{halved}", card(unit).name), 0, rule!("9.1h")));
        }
    }
    if more > 0 {
        list.push(term(format!("Cervera's guns: {more} factors"), 0, rule!("6.3b")));
    }
    terms(table, units, target, &mut |(what, figure, rule)| list.push(term(what, figure, rule)));
    list
}

fn fire(table: &Table, units: UnitSet, more: u8, target: HexId) -> Reckoning {
    let total = sum(table, units).saturating_add(more);
    let chart = &tables().fire;
    Reckoning {
        title: format!("Fire at {}", map().place(target)),
        subtitle: format!("{total} factors, column {}", chart.column_name(chart.column(total))),
        terms: fire_terms(table, units, more, target),
        unit: "On the die".into(),
        total: i16::from(modifier(table, units, target)),
        footnote: String::new(),
    }
}

fn bombardment(force: Force, target: HexId) -> Reckoning {
    let factors = naval_fire::factors(force);
    let chart = &tables().fire;
    let rule = if force == Force::Us { rule!("6.2") } else { rule!("6.3") };
    let mut terms = vec![term(format!("Ships: {factors} factors"), 0, rule)];
    ground_terms(target, &mut |(what, figure, rule)| terms.push(term(what, figure, rule)));
    Reckoning {
        title: format!("Bombardment of {}", map().place(target)),
        subtitle: format!("{factors} factors, column {}", chart.column_name(chart.column(factors))),
        total: terms.iter().map(|term| term.figure).sum(),
        terms,
        unit: "On the die".into(),
        footnote: "Only what the target stands in changes the die.".into(),
    }
}

/// The terms of an assault: the odds as a column, and all shifts.
pub fn assault_terms(table: &Table, units: UnitSet, target: HexId) -> Vec<Sum> {
    let sum = odds(table, units, target);
    let what = format!("Shock {} against {}, {}", sum.attack, sum.defence, ODDS[usize::from(sum.plain)]);
    let mut list = vec![term(what, sum.plain as i8, rule!("9.3c"))];
    shifts(table, units, target, &mut |(what, figure, rule)| list.push(term(what, figure, rule)));
    list
}

fn assault_sum(table: &Table, units: UnitSet, target: HexId) -> Reckoning {
    let sum = odds(table, units, target);
    let bonus = units.first().map_or(0, |unit| die_bonus(table, unit.force()));
    Reckoning {
        title: format!("Assault on {}", map().place(target)),
        subtitle: format!("Shock {} against {}", sum.attack, sum.defence),
        terms: assault_terms(table, units, target),
        unit: "Column".into(),
        total: i16::from(sum.column),
        footnote: match bonus {
            0 => format!("Column {}", ODDS[usize::from(sum.column)]),
            bonus => format!("Column {}; heroic Cubans: {bonus:+} on the die", ODDS[usize::from(sum.column)]),
        },
    }
}

/// What each face brings to those who fire.
pub fn fire_faces(table: &Table, units: UnitSet, more: u8, target: HexId) -> [FireResult; 6] {
    let chart = &tables().fire;
    let column = chart.column(sum(table, units).saturating_add(more));
    let change = modifier(table, units, target);
    std::array::from_fn(|face| chart.result(face as i8 + 1 + change, column))
}

/// What each face brings to those who assault.
pub fn assault_faces(table: &Table, units: UnitSet, target: HexId) -> [ShockResult; 6] {
    let column = odds(table, units, target).column;
    let bonus = units.first().map_or(0, |unit| die_bonus(table, unit.force()));
    std::array::from_fn(|face| result(face as i8 + 1 + bonus, column))
}

/// The chances of six faces, the likeliest first.
pub fn chances<W: AsRef<str>>(faces: &[W; 6]) -> Vec<Likelihood> {
    let mut list: Vec<Likelihood> = Vec::new();
    for face in faces {
        match list.iter_mut().find(|known| known.what == face.as_ref()) {
            Some(known) => known.chance += 1.0 / 6.0,
            None => list.push(Likelihood { what: face.as_ref().to_owned(), chance: 1.0 / 6.0, error: 0.0 }),
        }
    }
    list.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    list
}

/// What is decided, though not yet carried out: steps to lose by force, who will be disorganised, who will fall back.
#[derive(Default)]
struct Pending {
    steps: [u8; 3],
    dis: bool,
    attacker: bool,
    defender: bool,
}

fn pending(position: &State<Santiago>) -> Pending {
    let mut pending = Pending::default();
    for frame in position.frames() {
        match frame {
            Frame::Losses(losses) => pending.steps[losses.force().index()] += losses.left(),
            Frame::Hit(hit) => pending.dis |= hit.result().dis,
            Frame::Assault(assault) => {
                let (stage, result) = (assault.stage(), assault.result());
                pending.defender |= result.defender.retreat && stage <= Stage::DefenderRetreats;
                pending.attacker |= result.attacker.retreat && stage <= Stage::AttackerRetreats;
                if stage < Stage::DefenderLoses {
                    let defender = position.table.owner(assault.target()).unwrap_or_default();
                    pending.steps[defender.index()] += result.defender.steps;
                }
            }
            _ => {}
        }
    }
    pending
}

/// Steps lost, disorganisation, retreats, places taken, the end.
pub fn remarks(before: &State<Santiago>, after: &State<Santiago>, each: &mut dyn FnMut(&str)) {
    let (was, is) = (&before.table, &after.table);
    let (open_then, open) = (pending(before), pending(after));
    let mut silent = true;
    let mut say = |text: &str| {
        silent = false;
        each(text);
    };
    for force in Force::ALL {
        let then = was.losses[force.index()] + open_then.steps[force.index()];
        let now = is.losses[force.index()] + open.steps[force.index()];
        if now > then {
            say(&format!("The {} lose {}", force.people(), steps(now - then)));
        }
        let shaken = is.dis.and(force.units()).minus(was.dis);
        if !shaken.is_empty() {
            say(&format!("{} are disorganised", force.people()));
        }
        let lost = is.lost.and(force.leaders()).minus(was.lost);
        lost.iter().for_each(|leader| say(&format!("{} is lost", card(leader).name)));
    }
    if open.dis && !open_then.dis {
        say("The stack will be disorganised");
    }
    if open.defender && !open_then.defender || fell_back(before, after, false) {
        say("The defenders fall back");
    }
    if open.attacker && !open_then.attacker || fell_back(before, after, true) {
        say("The attackers fall back");
    }
    for hex in map().objectives.iter() {
        match (was.held.contains(hex), is.held.contains(hex)) {
            (false, true) => say(&format!("{} is taken", map().name(hex))),
            (true, false) => say(&format!("{} is lost to Spain", map().name(hex))),
            _ => {}
        }
    }
    if let Some(winner) = after.outcome().and_then(|outcome| outcome.winners.only()) {
        let winner = if winner == Force::Us.seat() { "The United States win" } else { "Spain wins" };
        say(winner);
    }
    if silent && is.thrown != was.thrown {
        each("No effect");
    }
}

/// Whether a side of the assault that was decided has left its hexes for others.
fn fell_back(before: &State<Santiago>, after: &State<Santiago>, attackers: bool) -> bool {
    let Some(Frame::Assault(assault)) =
        before.frames().iter().find(|frame| matches!(frame, Frame::Assault(_)))
    else {
        return false;
    };
    let (was, is) = (&before.table, &after.table);
    let still = after.frames().iter().any(|frame| matches!(frame, Frame::Assault(_)));
    let units =
        if attackers { assault.joined() } else { was.among(assault.force().enemy_units(), assault.target()) };
    let moved = units.iter().any(|unit| {
        is.map.contains(unit)
            && is.at[unit] != was.at[unit]
            && !(attackers && is.at[unit] == assault.target())
    });
    moved && (attackers || still || is.count(assault.target()) == 0)
}
