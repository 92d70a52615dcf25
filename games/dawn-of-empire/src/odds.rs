//! Sums behind choices, and what a player would say of a difference.

use sandtable_engine::{Reckoning, State, Sum, rule};

use crate::data::{self, chart};
use crate::ids::Side;
use crate::phases::battle::BattleChoice;
use crate::{Choice, DawnOfEmpire, Frame};

/// The dice of a round of battle or of a port attack.
pub fn reckoning(state: &State<DawnOfEmpire>, choice: &Choice) -> Option<Reckoning> {
    match (state.frame(), choice) {
        (Some(Frame::Battle(_)), Choice::Battle(BattleChoice::Fire)) => Some(round(state)),
        (Some(Frame::Bombardment(attack)), Choice::Bombardment(_)) => {
            let engaged = attack.engaged(&state.table);
            let mut terms: Vec<Sum> = engaged
                .iter()
                .map(|ship| Sum {
                    what: data::ship(*ship).name.clone(),
                    figure: i16::from(state.table.attack(*ship)),
                    rule: rule!("7.5"),
                })
                .collect();
            if let Some(leader) = state.table.melee.commanders[attack.side().index()] {
                let card = data::leader(leader);
                let dice = usize::from(card.stars).min(engaged.len());
                terms.push(Sum { what: card.name.clone(), figure: dice as i16, rule: rule!("7.4") });
            }
            let port = chart().port(attack.port());
            Some(Reckoning {
                title: format!("Attack on {}", port.name),
                subtitle: format!("defence {}", port.defence),
                total: terms.iter().map(|term| term.figure).sum(),
                terms,
                unit: "Dice, 5 and 6 hit".into(),
                footnote: "The port falls to more damage than its defence.".into(),
            })
        }
        _ => None,
    }
}

fn round(state: &State<DawnOfEmpire>) -> Reckoning {
    let table = &state.table;
    let melee = &table.melee;
    let mut terms = Vec::new();
    for side in [melee.initiative, melee.initiative.enemy()] {
        let sign = if side == melee.initiative { 1 } else { -1 };
        for ship in &melee.now[side.index()] {
            let figure = sign * i16::from(table.attack(*ship));
            terms.push(Sum { what: data::ship(*ship).name.clone(), figure, rule: rule!("7.32") });
        }
        if let Some(leader) = melee.commanders[side.index()] {
            let card = data::leader(leader);
            let dice = usize::from(card.stars).min(melee.now[side.index()].len()) as i16;
            terms.push(Sum { what: card.name.clone(), figure: sign * dice, rule: rule!("7.4") });
        }
    }
    Reckoning {
        title: format!("Round {} in the {}", melee.round + 1, chart().name(melee.area)),
        subtitle: format!(
            "{} ships against {}",
            melee.now[melee.initiative.index()].len(),
            melee.now[melee.initiative.enemy().index()].len()
        ),
        total: terms.iter().map(|term| term.figure).sum(),
        terms,
        unit: format!("Dice more for {}", melee.initiative.name()),
        footnote: "6 hits for a die of damage, 5 disables.".into(),
    }
}

/// Ships sunk, disabled or hurt, leaders killed, ports destroyed, points, the end.
pub fn remarks(before: &State<DawnOfEmpire>, after: &State<DawnOfEmpire>, each: &mut dyn FnMut(&str)) {
    let (was, is) = (&before.table, &after.table);
    for ship in was.fates.afloat.iter() {
        let name = &data::ship(ship).name;
        if is.fates.sunk.contains(ship) {
            each(&format!("{name} sinks"));
        } else if is.damage[ship.index()] > was.damage[ship.index()] {
            each(&format!("{name} is damaged"));
        }
        if is.fates.interned.contains(ship) {
            each(&format!("{name} is interned"));
        }
    }
    for leader in data::leaders() {
        if is.killed & !was.killed & 1 << leader.number() != 0 {
            each(&format!("{} is killed", data::leader(leader).name));
        }
    }
    for side in Side::BOTH {
        let lead = if side == Side::Us { is.points - was.points } else { was.points - is.points };
        if lead > 0 {
            each(&format!("{} gains points", side.name()));
        }
    }
    let (fought, fights) = (was.melee.area.exists(), is.melee.area.exists());
    if fights && !fought {
        each("A battle begins");
    }
    if fought && !fights {
        each("The battle is over");
    }
    if let Some(outcome) = after.outcome() {
        match outcome.winners.only() {
            Some(seat) => each(&format!("{} wins", is.side(seat).name())),
            None => each("A draw"),
        }
    }
}
