//! Offers.
use crate::{Choice, Santiago};
use sandtable_engine::{Offer, State, Target, Thing};
/// Key.
pub fn key(_: Thing) -> String {
    String::new()
}
/// Offer.
pub fn offer(_: &State<Santiago>, choice: &Choice) -> Offer {
    Offer::new(Target::Button("none".into()), format!("{choice:?}"))
}
