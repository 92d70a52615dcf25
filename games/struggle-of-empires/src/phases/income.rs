//! Income, maintenance, growth.
//!
//! First everybody takes a gold for each Population (12.1a) and for each token on the map (12.1b), those on tracks not counted (R55). Then a gold
//! is due for each unit (12.2a), at home too (R54); none may be given up instead (12.2b). Then Population grows by five (12.3a), to nine
//! at most (12.3b).

use sandtable_engine::{Cx, rule};

use crate::data::limits;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires, treasury};

/// The end of a war's actions: gold in, gold out, new Population.
pub fn settle(table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
    for seat in table.all() {
        let empire = &mut table.empires[seat];
        let gold = i16::from(empire.population) + i16::from(empire.tokens.total());
        empire.gold += gold;
        let (power, upkeep) = (empire.power, i16::from(empire.strength()));
        cx.log(rule!("12.1a"), || Event::Income { power, gold, upkeep });
        treasury::pay(table, seat, upkeep, rule!("12.2a"), cx);
        let empire = &mut table.empires[seat];
        let before = empire.population;
        empire.population = (before + limits().growth).min(limits().most_population);
        let grown = empire.population - before;
        cx.log(rule!("12.3a"), || Event::Grew { power, population: grown });
    }
}
