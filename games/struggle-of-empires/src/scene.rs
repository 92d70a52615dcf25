//! What a viewer sees.
use sandtable_engine::scene::Scene;
use sandtable_engine::{State, Viewer};
use crate::StruggleOfEmpires;
pub fn scene(_: &State<StruggleOfEmpires>, _: Viewer) -> Scene { Scene::default() }
