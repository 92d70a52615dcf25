//! The attack that is being fought out, as a page shows it: its steps, both sides with their terms, dice and chances.

use sandtable_engine::scene::{Battle, Pairing, Phase, Tally, Throw};
use sandtable_engine::{Die, Seat, State, Sum, rule};

use crate::chart::chart;
use crate::ids::{Kind, Tile};
use crate::narration::place;
use crate::odds::{self, side_name};
use crate::offers::{control_key, counter_key, pile_key};
use crate::phases::decision::Query;
use crate::questions::strength::{field, strength, waters};
use crate::table::{Assault, Fight, Part, Table};
use crate::{Frame, StruggleOfEmpires};

/// The steps of an attack.
const STEPS: [&str; 7] = ["Fee", "Surprise", "Helpers", "Alliance tiles", "At sea", "On land", "Losses"];

/// The number of the step that play stands in.
fn step(frame: Option<&Frame>, assault: &Assault) -> usize {
    match frame {
        Some(Frame::Asking(_) | Frame::Answers(_)) => 2,
        Some(Frame::Losses(_)) => 6,
        Some(Frame::Decision(decision)) => match decision.query() {
            Query::Surprise => 1,
            Query::Symbol(_) => 3,
            Query::Fight(_) => 4,
            Query::Reserve(_) if assault.at_sea => 4,
            Query::Blockade | Query::Reserve(_) => 5,
            Query::Withdraw => 6,
        },
        _ => 0,
    }
}

/// The attack on the table, if there is one.
pub fn battle(state: &State<StruggleOfEmpires>) -> Option<Battle> {
    let table = &state.table;
    let assault = table.attack.as_ref()?;
    let now = step(state.frame(), assault);
    let names = Part::BOTH.map(|part| side_name(table, assault, part));
    let at_sea = meets_at_sea(table, assault);
    let mut pairings = Vec::new();
    let settling = now == 6;
    if at_sea {
        pairings.push(pairing(table, assault, true, settling));
    }
    if assault.on_land {
        pairings.push(pairing(table, assault, false, settling));
    }
    let text = match (assault.support.and_then(|part| assault.seat(part)), assault.surprise) {
        (Some(seat), _) => format!("{} has naval support", chart().power(table.power(seat))),
        (None, true) => "An attack by surprise: nobody helps the defender".into(),
        (None, false) => String::new(),
    };
    Some(Battle {
        name: format!("{} against {} in {}", names[0], names[1], place(assault.area.space())),
        space: chart().key(assault.area.space()).into(),
        text,
        steps: STEPS
            .into_iter()
            .enumerate()
            .map(|(at, name)| Phase { name: name.into(), now: at == now })
            .collect(),
        pairings,
    })
}

/// Whether navies of both sides can fight, or have fought.
fn meets_at_sea(table: &Table, assault: &Assault) -> bool {
    let (Some(sea), Some(defender)) = (waters(assault.area), assault.defender) else { return false };
    let navies = |seat: Seat| table.empires[seat].navies[sea.place()] > 0;
    let fought = assault.sea.is_some() || (assault.dice[0] > 0 && assault.at_sea);
    match assault.raider {
        Some(tile) => tile == Tile::Pirates,
        None => fought || (navies(assault.attacker) && navies(defender)),
    }
}

/// The piles that fight on one side, the principal's first.
fn row(table: &Table, assault: &Assault, part: Part, at_sea: bool) -> Vec<String> {
    if part == Part::Attacker && assault.raider.is_some() {
        return Vec::new();
    }
    let Some(seat) = assault.seat(part) else {
        return assault.counter.map(counter_key).into_iter().collect();
    };
    let area = field(assault, at_sea);
    let (kind, committed) =
        if at_sea { (Kind::Navy, &assault.navies) } else { (Kind::Army, &assault.armies) };
    let mut row = Vec::new();
    let mut add = |seat: Seat, kind: Kind| {
        let empire = &table.empires[seat];
        if empire.units(kind)[area.place()] > 0 {
            row.push(pile_key(empire.power, kind, area.space()));
        }
    };
    add(seat, kind);
    if !at_sea && part == Part::Defender {
        add(seat, Kind::Fort);
    }
    for ally in table.allies_of(seat).iter().filter(|ally| committed[ally.index()] > 0) {
        add(ally, kind);
    }
    if row.is_empty() && table.empires[seat].tokens[area] > 0 {
        row.push(control_key(table.power(seat), area));
    }
    row
}

fn pairing(table: &Table, assault: &Assault, at_sea: bool, settling: bool) -> Pairing {
    let lies = assault.fight().filter(|_| assault.at_sea == at_sea);
    // What was thrown at sea is told until the attack is over, whatever falls on land.
    let fight = lies.or(assault.sea.filter(|_| at_sea));
    let declined = at_sea && assault.sea_settled && fight.is_none();
    let over = at_sea && assault.sea.is_some();
    let sums = Part::BOTH.map(|part| strength(table, assault, part, at_sea));
    let margin = sums[0].total() - sums[1].total();
    let dice = |fight: Fight, part: Part| {
        let [a, b, c, d] = fight.dice;
        [[a, b], [c, d]][part.index()]
    };
    let tally = |part: Part| {
        let difference = fight.map(|fight| {
            let [one, other] = dice(fight, part);
            i16::from(one.abs_diff(other))
        });
        let mut terms: Vec<Sum> = match (fight, difference) {
            // Units have been taken off: what they were worth at the throw is kept in one figure.
            (Some(fight), Some(difference)) if settling || over => {
                let figure = fight.totals[part.index()] - difference;
                vec![Sum { what: "Strength".into(), figure, rule: rule!("10.6a") }]
            }
            _ => {
                let terms = sums[part.index()].terms(at_sea);
                terms.map(|(what, figure, rule)| Sum { what: what.into(), figure, rule }).collect()
            }
        };
        terms.extend(difference.map(odds::dice_term));
        let total = terms.iter().map(|term| term.figure).sum();
        Tally { side: side_key(table, assault, part), terms, total }
    };
    let throw = |part: Part| Throw {
        side: side_key(table, assault, part),
        count: 2,
        dice: fight.map_or_else(Vec::new, |fight| {
            let good = fight.winner == Some(part);
            dice(fight, part).into_iter().map(|face| Die::of(face, good)).collect()
        }),
    };
    let text = match fight.map(|fight| fight.winner) {
        None if declined => "Over".into(),
        None => String::new(),
        Some(None) => "A tie".into(),
        Some(Some(part)) => format!("{} wins", side_name(table, assault, part)),
    };
    let [left, right] = Part::BOTH.map(|part| row(table, assault, part, at_sea));
    Pairing {
        left,
        right,
        throws: if declined { Vec::new() } else { Part::BOTH.map(throw).into() },
        tallies: Part::BOTH.map(tally).into(),
        chances: if fight.is_some() || declined { Vec::new() } else { odds::lines(table, assault, margin) },
        now: at_sea != assault.sea_settled,
        text,
    }
}

fn side_key(table: &Table, assault: &Assault, part: Part) -> String {
    assault.seat(part).map_or(String::new(), |seat| chart().power_key(table.power(seat)).to_owned())
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{Cx, Setup};

    use super::*;
    use crate::ids::{Area, Power};
    use crate::phases::decision::DecisionChoice;
    use crate::phases::turn::TurnChoice;
    use crate::questions::targets::Objective;
    use crate::{Choice, StruggleOfEmpires};

    /// Both have navies and armies, and the defender a Reserve: it is asked for after each throw.
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
navies = { nam = 1 }
[empire.france]
tokens = { nam = 1 }
armies = { nam = 2 }
navies = { nam = 1 }
tiles = ["reserve"]
"#;

    #[test]
    fn dice_at_sea_are_told_until_those_on_land_have_fallen() {
        let mut chance = Fast::new(1759);
        let mut cx = Cx::silent(&mut chance);
        let setup = Setup::own("table.toml", TABLE);
        let mut state = State::<StruggleOfEmpires>::begin(&setup, &mut cx).expect("it is sound");
        let target = Objective::Power { area: Area::Nam, power: Power::France };
        state.take(Seat(0), Choice::Turn(TurnChoice::Attack(target)), &mut cx);
        state.take(Seat(0), Choice::Decision(DecisionChoice::Fight), &mut cx);
        state.take(Seat(1), Choice::Decision(DecisionChoice::Fight), &mut cx);
        let at_sea = battle(&state).expect("France is asked for her Reserve").pairings[0].clone();
        state.take(Seat(1), Choice::Decision(DecisionChoice::Decline), &mut cx);

        let told = battle(&state).expect("France is asked once more, on land").pairings;
        let faces = |pairing: &Pairing| -> Vec<usize> {
            pairing.throws.iter().map(|throw| throw.dice.len()).collect()
        };
        assert_eq!(told.iter().map(faces).collect::<Vec<_>>(), [[2, 2], [2, 2]]);
        assert_eq!(told[0].throws, at_sea.throws);
        assert_eq!(told[0].text, at_sea.text);
        let totals =
            |pairing: &Pairing| -> Vec<i16> { pairing.tallies.iter().map(|side| side.total).collect() };
        assert_eq!(totals(&told[0]), totals(&at_sea));
    }
}
