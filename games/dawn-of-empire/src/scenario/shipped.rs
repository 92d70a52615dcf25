//! The scenarios of the box.

use sandtable_engine::{Shelf, shelf_files};

use super::Scenario;
use super::balance::BALANCE;
use crate::data;

/// The scenarios of the box, in the order shown to people.
pub static SHELF: Shelf<Scenario> =
    Shelf::new(shelf_files!["campaign", "santiago-sortie", "free-deployment"], data::digest)
        .measured(BALANCE);
