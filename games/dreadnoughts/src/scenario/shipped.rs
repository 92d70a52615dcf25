//! The scenarios of the box.

use sandtable_engine::{Shelf, shelf_files};

use super::Scenario;
use super::balance::BALANCE;
use crate::data;

/// The scenarios of the box, in the order shown to people.
pub static SHELF: Shelf<Scenario> = Shelf::new(
    shelf_files![
        "denmark-strait-1941",
        "river-plate-1939",
        "coronel-1914",
        "falklands-1914",
        "dogger-bank-1915",
        "jutland-run-south-1916",
        "bismarck-last-1941",
        "second-guadalcanal-1942",
        "north-cape-1943",
        "surigao-strait-1944",
        "samar-1944"
    ],
    data::digest_of_ships,
)
.measured(BALANCE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c3_6_torpedoes_of_the_first_world_war_run_four_hexes() {
        let chart = &crate::data::tables().torpedoes;
        for scenario in SHELF.plain() {
            let early = scenario.date.as_str() < "1919";
            let printed =
                if early { (chart.early_range, chart.early_far_from) } else { (chart.range, chart.far_from) };
            assert_eq!((scenario.torpedo_range, scenario.torpedo_far_from), printed, "{}", scenario.id);
        }
    }
}
