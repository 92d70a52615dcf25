//! Odds.
use crate::{Choice, Santiago};
use sandtable_engine::odds::Likelihood;
use sandtable_engine::{Reckoning, State};
/// The sum.
pub fn reckoning(_: &State<Santiago>, _: &Choice) -> Option<Reckoning> {
    None
}
/// Remarks.
pub fn remarks(_: &State<Santiago>, _: &State<Santiago>, _: &mut dyn FnMut(&str)) {}
/// Exact.
pub fn exact(_: &State<Santiago>, _: &Choice) -> Option<Vec<Likelihood>> {
    None
}
