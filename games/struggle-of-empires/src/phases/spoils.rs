//! What the winner on land gains.
//!
//! A token of the defender in the area becomes one of the attacker (10.11a), a Fighting Withdrawal notwithstanding (15.18b); without one
//! there is nothing to gain (10.11b). A beaten counter becomes a token (10.11c), with the gold in its circle (10.11d) and the point in
//! its box (10.11e). Helpers gain nothing (10.11f). Tokens never run out (R59).

use sandtable_engine::{Cx, Seat, rule};

use crate::data;
use crate::ids::{Area, Tile};
use crate::table::{Part, Table};
use crate::{Event, StruggleOfEmpires};

/// A power loses a token in an area.
pub fn lose_token(table: &mut Table, seat: Seat, area: Area) {
    table.empires[seat].tokens[area] -= 1;
}

/// Gives the attacker what a won fight on land brings.
pub fn award(table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
    let assault = *table.assault();
    if assault.at_sea || assault.dice[0] == 0 || assault.winner != Some(Part::Attacker) {
        return;
    }
    let (attacker, area) = (assault.attacker, assault.area);
    let power = table.power(attacker);
    if let Some(defender) = assault.defender {
        if table.empires[defender].tokens[area] > 0 {
            lose_token(table, defender, area);
            table.empires[attacker].tokens[area] += 1;
            let from = table.power(defender);
            cx.log(rule!("10.11a"), || Event::Seized { power, from, area });
        }
    } else if let Some(counter) = assault.counter {
        let card = data::counter(counter);
        table.remove_counter(counter);
        if counter.raider().is_some() {
            let tile =
                if card.kind == data::CounterKind::Pirates { Tile::Pirates } else { Tile::SlaveRevolt };
            table.boxed[tile] += 1;
        }
        let empire = &mut table.empires[attacker];
        empire.tokens[area] += 1;
        empire.gold += card.gold;
        empire.points += card.points;
        let (gold, points) = (card.gold, card.points);
        cx.log(rule!("10.11c"), || Event::Conquered { power, counter, area, gold, points });
    }
}
