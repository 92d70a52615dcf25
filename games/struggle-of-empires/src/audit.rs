//! For tests.
use sandtable_engine::State;
use crate::{Choice, StruggleOfEmpires};
pub fn audit(_: &State<StruggleOfEmpires>) -> Result<(), String> { Ok(()) }
pub fn universe(_: &State<StruggleOfEmpires>, _: &mut dyn FnMut(Choice)) {}
