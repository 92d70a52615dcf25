//! The scenarios of the box.

use sandtable_engine::{Shelf, shelf_files};

use super::Scenario;
use super::balance::BALANCE;
use crate::data;

/// The scenarios of the box, in the order shown to people: the one to learn with first, then by their dates, then the battles that players design.
pub static SHELF: Shelf<Scenario> = Shelf::new(
    shelf_files![
        "fornham",
        "kadesh",
        "marathon",
        "gaugamela",
        "hydaspes",
        "cannae",
        "zama",
        "carrhae",
        "hastings",
        "bannockburn",
        "agincourt",
        "kutna-hora",
        "cerignola",
        "raphia",
        "meeting",
        "assault"
    ],
    data::digest,
)
.measured(BALANCE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scenario_reads_under_its_own_id() {
        let read: Vec<&str> = SHELF.plain().iter().map(|scenario| scenario.id.as_str()).collect();
        let named: Vec<&str> = SHELF.files().iter().map(|(id, _)| *id).collect();
        assert_eq!(read, named);
    }

    #[test]
    fn every_battle_has_been_measured() {
        for card in SHELF.cards() {
            assert!(card.balance.is_some_and(|balance| balance.games >= 1_000), "{}", card.id);
        }
    }
}
