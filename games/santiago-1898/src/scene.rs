//! Scene.
use crate::Santiago;
use sandtable_engine::State;
use sandtable_engine::scene::Scene;
/// Scene.
pub fn scene(_: &State<Santiago>) -> Scene {
    Scene::default()
}
