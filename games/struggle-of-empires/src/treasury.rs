//! Gold and the unrest that it costs.
//!
//! Costs are paid from gold in hand (2.1). Who is short takes two gold for each point of unrest (2.2a, 2.3a), three with Banking
//! (15.10): as often as the payment needs and no oftener (2.2b). What is left over stays, and unrest cannot be bought back
//! (2.2c). Population is never borrowed (2.2d).

use sandtable_engine::{Cx, RuleRef, Seat, rule};

use crate::data::limits;
use crate::ids::Tile;
use crate::table::{Empire, Table};
use crate::{Event, StruggleOfEmpires};

/// Gold for a point of unrest (2.2a, 15.10).
#[inline]
pub fn rate(empire: &Empire) -> i16 {
    if empire.tiles[Tile::Banking] > 0 { limits().loan_banking } else { limits().loan }
}

/// The points of unrest that a payment costs (2.2a, 2.2b).
#[inline]
pub fn loans(empire: &Empire, cost: i16) -> i16 {
    let short = (cost - empire.gold).max(0);
    let rate = rate(empire);
    (short + rate - 1) / rate
}

/// Pays, on credit where gold is short.
pub fn pay(table: &mut Table, seat: Seat, cost: i16, why: RuleRef, cx: &mut Cx<StruggleOfEmpires>) {
    let empire = &mut table.empires[seat];
    let loans = loans(empire, cost);
    let borrowed = loans * rate(empire);
    empire.gold += borrowed - cost;
    empire.unrest += loans;
    let power = empire.power;
    if cost > 0 {
        cx.log(why, || Event::Paid { power, gold: cost });
    }
    if loans > 0 {
        cx.log(rule!("2.2a"), || Event::Borrowed { power, gold: borrowed, unrest: loans });
    }
}

/// The most that a power could pay without coming to the brink of revolution (R5).
#[inline]
pub fn means(empire: &Empire) -> i16 {
    empire.gold + rate(empire) * (limits().revolution - 1 - empire.unrest).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loans_cover_the_cost_and_no_more() {
        let mut empire = Empire { gold: 1, ..Empire::default() };
        assert_eq!(loans(&empire, 2), 1);
        empire.gold = 0;
        assert_eq!(loans(&empire, 5), 3);
        empire.tiles[Tile::Banking] = 2;
        assert_eq!(loans(&empire, 5), 2);
        empire.gold = 7;
        assert_eq!(loans(&empire, 7), 0);
    }
}
