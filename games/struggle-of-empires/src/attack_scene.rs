//! The attack that is being fought out, as a page shows it: its steps, both sides with their terms, dice and chances.

use sandtable_engine::scene::{Battle, Pairing, Phase, Tally, Throw};
use sandtable_engine::{Die, Seat, State, Sum, rule};

use crate::chart::chart;
use crate::ids::{Area, Kind, Tile};
use crate::narration::place;
use crate::odds::{self, side_name};
use crate::offers::{control_key, counter_key, pile_key};
use crate::phases::decision::Query;
use crate::questions::strength::{strength, waters};
use crate::table::{Assault, Part, Table};
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
    match assault.raider {
        Some(tile) => tile == Tile::Pirates,
        None => (assault.dice[0] > 0 && assault.at_sea) || (navies(assault.attacker) && navies(defender)),
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

/// Where navies or armies meet.
fn field(assault: &Assault, at_sea: bool) -> Area {
    if at_sea { waters(assault.area).unwrap_or(assault.area) } else { assault.area }
}

fn pairing(table: &Table, assault: &Assault, at_sea: bool, settling: bool) -> Pairing {
    let thrown = assault.dice[0] > 0 && assault.at_sea == at_sea;
    let over = at_sea && assault.sea_settled && !thrown;
    let sums = Part::BOTH.map(|part| strength(table, assault, part, at_sea));
    let margin = sums[0].total() - sums[1].total();
    let tally = |part: Part| {
        let dice = &assault.dice[2 * part.index()..2 * part.index() + 2];
        let difference = if thrown { i16::from(dice[0].abs_diff(dice[1])) } else { 0 };
        let mut terms: Vec<Sum> = if settling && thrown {
            // Units are being taken off: what they were worth at the throw is kept in one figure.
            let figure = assault.totals[part.index()] - difference;
            vec![Sum { what: "Strength".into(), figure, rule: rule!("10.6a") }]
        } else {
            let terms = sums[part.index()].terms(at_sea);
            terms.map(|(what, figure, rule)| Sum { what: what.into(), figure, rule }).collect()
        };
        if thrown {
            terms.push(odds::dice_term(difference));
        }
        let total = terms.iter().map(|term| term.figure).sum();
        Tally { side: side_key(table, assault, part), terms, total }
    };
    let throw = |part: Part| {
        let dice = &assault.dice[2 * part.index()..2 * part.index() + 2];
        let good = assault.winner == Some(part);
        Throw {
            side: side_key(table, assault, part),
            count: 2,
            dice: if thrown { dice.iter().map(|face| Die::of(*face, good)).collect() } else { Vec::new() },
        }
    };
    let text = match (thrown, assault.winner) {
        (false, _) if over => "Over".into(),
        (false, _) => String::new(),
        (true, None) => "A tie".into(),
        (true, Some(part)) => format!("{} wins", side_name(table, assault, part)),
    };
    let [left, right] = Part::BOTH.map(|part| row(table, assault, part, at_sea));
    Pairing {
        left,
        right,
        throws: if over { Vec::new() } else { Part::BOTH.map(throw).into() },
        tallies: Part::BOTH.map(tally).into(),
        chances: if thrown || over { Vec::new() } else { odds::lines(table, assault, margin) },
        now: at_sea != assault.sea_settled,
        text,
    }
}

fn side_key(table: &Table, assault: &Assault, part: Part) -> String {
    assault.seat(part).map_or(String::new(), |seat| chart().power_key(table.power(seat)).to_owned())
}
