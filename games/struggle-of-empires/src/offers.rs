//! How choices look.
use sandtable_engine::{Offer, Seat, State, Target, Thing};
use crate::{Choice, StruggleOfEmpires};
pub fn key(_: Thing) -> String { String::new() }
pub fn offer(_: &State<StruggleOfEmpires>, _: Seat, choice: &Choice) -> Offer { Offer::new(Target::Button("x".into()), format!("{choice:?}")) }
