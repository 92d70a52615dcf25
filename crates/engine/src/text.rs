//! Scenes as plain text.

use crate::scene::Scene;

/// The scene as text for a terminal or a screen reader.
pub fn render(scene: &Scene) -> String {
    scene.title.clone()
}
