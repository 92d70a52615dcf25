//! Odds.
use sandtable_engine::odds::Likelihood;
use sandtable_engine::{Reckoning, Seat, State};
use crate::{Choice, StruggleOfEmpires};
pub fn reckoning(_: &State<StruggleOfEmpires>, _: Seat, _: &Choice) -> Option<Reckoning> { None }
pub fn remarks(_: &State<StruggleOfEmpires>, _: &State<StruggleOfEmpires>, _: &mut dyn FnMut(&str)) {}
pub fn exact(_: &State<StruggleOfEmpires>, _: Seat, _: &Choice) -> Option<Vec<Likelihood>> { None }
