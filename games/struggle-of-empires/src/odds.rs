//! Odds of a combat and of the sea, sums behind choices, and what a player would say of a difference.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_engine::chance::Scripted;
use sandtable_engine::odds::Likelihood;
use sandtable_engine::{Cx, Reckoning, Seat, State, Sum, rule};

use crate::chart::chart;
use crate::data::{self, limits};
use crate::ids::{Area, Kind, Tile};
use crate::narration::place;
use crate::phases::attack::planned;
use crate::phases::decision::{DecisionChoice, Query};
use crate::phases::free_actions::FreeActionChoice;
use crate::phases::turn::TurnChoice;
use crate::questions::strength::{Strength, field, strength, waters};
use crate::questions::targets::Objective;
use crate::table::{Assault, Part, Table};
use crate::{Choice, Frame, StruggleOfEmpires};

/// Faces of a die.
const FACES: usize = 6;

/// How many of the 36 throws of two dice have each difference.
fn differences() -> [u16; FACES] {
    let mut counts = [0; FACES];
    for first in 0..FACES {
        for second in 0..FACES {
            counts[first.abs_diff(second)] += 1;
        }
    }
    counts
}

/// How likely victory, tie and defeat of the attacker are, with so much more strength than the defender.
pub fn combat(margin: i16) -> [f64; 3] {
    let counts = differences();
    let mut odds = [0u32; 3];
    for (attack, ways) in counts.iter().enumerate() {
        for (defence, others) in counts.iter().enumerate() {
            let lead = margin + attack as i16 - defence as i16;
            let outcome = match lead.signum() {
                1 => 0,
                0 => 1,
                _ => 2,
            };
            odds[outcome] += u32::from(ways * others);
        }
    }
    let all = f64::from(odds.iter().sum::<u32>());
    odds.map(|ways| f64::from(ways) / all)
}

/// How likely a unit of a power arrives over the sea, turns back, is lost (9.5d, 9.5e).
pub fn landfall(table: &Table, seat: Seat) -> [f64; 3] {
    let limits = limits();
    let skill = if table.empires[seat].tiles[Tile::Navigation] > 0 { limits.navigation } else { 0 };
    let faces = FACES as u8;
    let die = f64::from(faces);
    let first_fails = f64::from(limits.sea_arrives - 1) / die;
    let mut second = [0.0; 3];
    for face in 1..=faces {
        let at = match face + skill {
            face if face <= limits.sea_lost => 2,
            face if face <= limits.sea_back => 1,
            _ => 0,
        };
        second[at] += first_fails / die;
    }
    [1.0 - first_fails + second[0], second[1], second[2]]
}

/// The strengths of both sides of an attack on land as they stand, where no fight at sea can come before it.
fn plan(table: &Table, seat: Seat, objective: Objective) -> Option<(Assault, [Strength; 2])> {
    let mut assault = planned(table, seat, objective)?;
    if !assault.on_land {
        return None;
    }
    let sea = waters(assault.area);
    let navies = |seat: Seat| sea.is_some_and(|sea| table.empires[seat].navies[sea.place()] > 0);
    assault.support = match (navies(seat), assault.defender.is_some_and(navies)) {
        (true, true) => return None,
        (true, false) => Some(Part::Attacker),
        (false, true) => Some(Part::Defender),
        (false, false) => None,
    };
    let sums = Part::BOTH.map(|part| strength(table, &assault, part, false));
    Some((assault, sums))
}

/// How an attack on land would end as things stand, without helpers: victory, tie, defeat.
pub fn outlook(table: &Table, seat: Seat, objective: Objective) -> Option<[f64; 3]> {
    let (_, [attack, defence]) = plan(table, seat, objective)?;
    Some(combat(attack.total() - defence.total()))
}

/// The name of one side of an attack.
pub fn side_name(table: &Table, assault: &Assault, part: Part) -> String {
    if let (Part::Attacker, Some(tile)) = (part, assault.raider) {
        return data::tile_card(tile).name.clone();
    }
    match (assault.seat(part), assault.counter) {
        (Some(seat), _) => chart().power(table.power(seat)).to_owned(),
        (None, Some(counter)) => data::counter(counter).name.clone(),
        (None, None) => String::new(),
    }
}

fn objective_of(choice: &Choice) -> Option<Objective> {
    match choice {
        Choice::Turn(TurnChoice::Attack(objective))
        | Choice::FreeAction(FreeActionChoice::Attack(objective)) => Some(*objective),
        _ => None,
    }
}

/// The sum of an attack before its dice, attacker's terms above nought and defender's below.
pub fn reckoning(state: &State<StruggleOfEmpires>, seat: Seat, choice: &Choice) -> Option<Reckoning> {
    let table = &state.table;
    let at_sea = *choice == Choice::Decision(DecisionChoice::Fight);
    let (assault, sums) = if at_sea {
        let assault = table.attack?;
        (assault, Part::BOTH.map(|part| strength(table, &assault, part, true)))
    } else {
        plan(table, seat, objective_of(choice)?)?
    };
    let mut terms = Vec::new();
    for (part, sum) in Part::BOTH.into_iter().zip(&sums) {
        let (name, sign) = (side_name(table, &assault, part), if part == Part::Attacker { 1 } else { -1 });
        for (what, figure, rule) in sum.terms(at_sea) {
            terms.push(Sum { what: format!("{name}: {}", what.to_lowercase()), figure: sign * figure, rule });
        }
    }
    let [win, tie, _] = combat(sums[0].total() - sums[1].total());
    let names = Part::BOTH.map(|part| side_name(table, &assault, part));
    let at = field(&assault, at_sea);
    Some(Reckoning {
        title: format!("{} against {}", names[0], names[1]),
        subtitle: format!("{} in {}", if at_sea { "at sea" } else { "on land" }, place(at.space())),
        total: terms.iter().map(|term| term.figure).sum(),
        terms,
        unit: "Attack less defence, before the dice".into(),
        footnote: format!(
            "Victory {:.0}%, tie {:.0}%{}. A seven costs its thrower a unit.",
            win * 100.0,
            tie * 100.0,
            // Who helps is settled before anybody fights at sea (R27).
            if at_sea { "" } else { ", before helpers" }
        ),
    })
}

/// Exact odds of accepting battle at sea where a fight on land follows at once: the dice of two combats are too many to try one by
/// one, but those at sea matter only by who wins and who throws a seven.
pub fn exact(state: &State<StruggleOfEmpires>, seat: Seat, choice: &Choice) -> Option<Vec<Likelihood>> {
    let Some(Frame::Decision(decision)) = state.frame() else { return None };
    let both = decision.query() == Query::Fight(Part::Defender)
        && *choice == Choice::Decision(DecisionChoice::Fight);
    if !both || !state.table.attack?.on_land {
        return None;
    }
    let mut chances: BTreeMap<String, f64> = BTreeMap::new();
    for (sea, weight) in sea_classes(&state.table) {
        let mut land = throws();
        let first = land.next()?;
        let (after, left) = played(state, seat, choice, sea, first);
        // Somebody is asked before the fight on land: its dice make no difference yet.
        if left == first.len() {
            note(state, &after, weight, &mut chances);
            continue;
        }
        let share = weight / all_throws();
        note(state, &after, share, &mut chances);
        for dice in land {
            note(state, &played(state, seat, choice, sea, dice).0, share, &mut chances);
        }
    }
    let lines = chances.into_iter().map(|(what, chance)| Likelihood { what, chance, error: 0.0 });
    Some(lines.collect())
}

/// How many throws of four dice there are.
fn all_throws() -> f64 {
    f64::from((FACES as u32).pow(4))
}

/// Every throw of four dice, from 0.
fn throws() -> impl Iterator<Item = [u32; 4]> {
    let faces = FACES as u32;
    (0..faces.pow(4)).map(move |n| std::array::from_fn(|die| n / faces.pow(die as u32) % faces))
}

/// Throws at sea that come out alike, each with one of them and their share of all.
fn sea_classes(table: &Table) -> Vec<([u32; 4], f64)> {
    let assault = table.assault();
    let lead = Part::BOTH.map(|part| strength(table, assault, part, true).total());
    let lead = lead[0] - lead[1];
    let mut classes: BTreeMap<(i16, bool, bool), ([u32; 4], u32)> = BTreeMap::new();
    for dice in throws() {
        let [a, b, c, d] = dice;
        let difference = lead + a.abs_diff(b) as i16 - c.abs_diff(d) as i16;
        // Dice count from 0 here, so that a seven is five.
        let seven = |one: u32, other: u32| one + other + 2 == u32::from(limits().unlucky);
        let class = (difference.signum(), seven(a, b), seven(c, d));
        classes.entry(class).or_insert((dice, 0)).1 += 1;
    }
    let all = all_throws();
    classes.into_values().map(|(dice, ways)| (dice, f64::from(ways) / all)).collect()
}

/// A choice played with these dice at sea and on land, and how many of them were left.
fn played(
    state: &State<StruggleOfEmpires>,
    seat: Seat,
    choice: &Choice,
    sea: [u32; 4],
    land: [u32; 4],
) -> (State<StruggleOfEmpires>, usize) {
    let mut after = state.clone();
    let mut dice = Scripted::new(sea.into_iter().chain(land));
    after.take(seat, choice.clone(), &mut Cx::silent(&mut dice));
    (after, dice.left())
}

/// Adds the weight of an outcome to everything that a player would say of it.
fn note(
    before: &State<StruggleOfEmpires>,
    after: &State<StruggleOfEmpires>,
    weight: f64,
    chances: &mut BTreeMap<String, f64>,
) {
    let mut said = BTreeSet::new();
    remarks(before, after, &mut |remark| {
        said.insert(remark.to_owned());
    });
    for remark in said {
        *chances.entry(remark).or_default() += weight;
    }
}

/// Areas won and lost, units lost, unrest, the end.
pub fn remarks(
    before: &State<StruggleOfEmpires>,
    after: &State<StruggleOfEmpires>,
    each: &mut dyn FnMut(&str),
) {
    let (was, is) = (&before.table, &after.table);
    for seat in was.all() {
        let (old, new) = (&was.empires[seat], &is.empires[seat]);
        let name = chart().power(old.power);
        for area in Area::ALL {
            let (had, has) = (old.tokens[*area], new.tokens[*area]);
            if has > had {
                each(&format!("{name} gains control in {}", place(area.space())));
            } else if has < had {
                each(&format!("{name} loses control in {}", place(area.space())));
            }
        }
        for kind in Kind::ALL {
            if new.units(*kind).total() < old.units(*kind).total() {
                each(&format!("{name} loses a unit: {}", kind.word()));
            }
        }
        if new.unrest > old.unrest && is.scenario.open_unrest {
            each(&format!("{name}: more unrest"));
        }
    }
    if is.attack.is_some() {
        each("The attack goes on");
    }
    if let Some(outcome) = after.outcome() {
        for seat in outcome.winners.iter() {
            each(&format!("{} wins the game", chart().power(is.power(seat))));
        }
    }
}

/// The chances of a combat as lines, by the names of the sides.
pub fn lines(table: &Table, assault: &Assault, margin: i16) -> Vec<Likelihood> {
    let names = Part::BOTH.map(|part| side_name(table, assault, part));
    let [win, tie, lose] = combat(margin);
    let line = |what: String, chance: f64| Likelihood { what, chance, error: 0.0 };
    let mut lines = vec![
        line(format!("{} wins", names[0]), win),
        line(format!("{} wins", names[1]), lose),
        line("A tie".into(), tie),
    ];
    lines.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    lines
}

/// The rule behind the dice of a tally.
pub fn dice_term(difference: i16) -> Sum {
    Sum { what: "Dice".into(), figure: difference, rule: rule!("10.7a") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_of_a_combat() {
        for (margin, win, tie) in [(0, 520, 256), (1, 776, 220), (3, 1148, 92), (-2, 148, 152), (5, 1284, 12)]
        {
            let odds = combat(margin).map(|chance| (chance * 1296.0).round() as u32);
            assert_eq!(odds, [win, tie, 1296 - win - tie], "{margin}");
        }
    }

    /// Both have navies and armies; the attacker has offered battle at sea.
    const TABLE: &str = r#"
format = 1
id = "table"
title = "A table"
introduction = "For tests."
powers = ["britain", "france"]
opens-with = "actions"
first-alliance = ["britain"]
second-alliance = ["france"]
[empire.britain]
armies = { nam = 3 }
navies = { nam = 2 }
[empire.france]
tokens = { nam = 1 }
armies = { nam = 2 }
navies = { nam = 2 }
"#;

    #[test]
    fn odds_of_two_combats_agree_with_trying() {
        let mut chance = sandtable_engine::chance::Fast::new(1759);
        let setup = sandtable_engine::Setup::own("table.toml", TABLE);
        let mut state =
            State::<StruggleOfEmpires>::begin(&setup, &mut Cx::silent(&mut chance)).expect("it is sound");
        let target = Objective::Power { area: Area::Nam, power: crate::ids::Power::France };
        state.take(Seat(0), Choice::Turn(TurnChoice::Attack(target)), &mut Cx::silent(&mut chance));
        let fight = Choice::Decision(DecisionChoice::Fight);
        state.take(Seat(0), fight.clone(), &mut Cx::silent(&mut chance));
        let lines = exact(&state, Seat(1), &fight).expect("two combats follow");
        let tries = 20_000;
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for _ in 0..tries {
            let mut after = state.clone();
            after.take(Seat(1), fight.clone(), &mut Cx::silent(&mut chance));
            note(&state, &after, 1.0 / f64::from(tries), &mut counts);
        }
        assert!(lines.len() > 4);
        for line in lines {
            let share = counts.remove(&line.what).unwrap_or_default();
            assert!((share - line.chance).abs() < 0.015, "{}: {} and {share}", line.what, line.chance);
        }
        assert!(counts.is_empty(), "{counts:?}");
    }
}
