//! The scenarios of the box.

use sandtable_engine::{Shelf, shelf_files};

use super::Scenario;
use crate::data;

/// The scenarios of the box, in the order shown to people.
pub static SHELF: Shelf<Scenario> = Shelf::new(
    shelf_files![
        "four-powers",
        "one-war",
        "two-powers",
        "three-powers",
        "five-powers",
        "six-powers",
        "seven-powers"
    ],
    data::digest,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scenario_reads_under_its_own_id() {
        let read: Vec<&str> = SHELF.plain().iter().map(|scenario| scenario.id.as_str()).collect();
        let named: Vec<&str> = SHELF.files().iter().map(|(id, _)| *id).collect();
        assert_eq!(read, named);
    }
}
