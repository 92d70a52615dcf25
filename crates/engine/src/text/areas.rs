//! The list of an area board.

use crate::scene::{Board, Place, Scene, Space};
use crate::text::layout::table;

/// Every area with its holder, who is there, and its neighbours.
pub fn list(scene: &Scene, board: &Board) -> Vec<String> {
    let Board::Areas { key, name, spaces, borders } = board else { return Vec::new() };
    let called = |wanted: &str| {
        let space = spaces.iter().find(|space| space.key == wanted);
        space.map_or_else(|| wanted.to_owned(), |space| name_of(space).to_owned())
    };
    let row = |space: &Space| {
        let near = borders.iter().filter_map(|(a, b)| match (*a == space.key, *b == space.key) {
            (true, _) => Some(called(b)),
            (_, true) => Some(called(a)),
            _ => None,
        });
        let figures = space.figures.iter().map(|figure| format!("{} {}", figure.name, figure.value));
        vec![
            name_of(space).to_owned(),
            space.terrain.clone(),
            figures.collect::<Vec<_>>().join(", "),
            holder(scene, space),
            occupants(scene, key, space),
            near.collect::<Vec<_>>().join(", "),
        ]
    };
    let rows: Vec<Vec<String>> = spaces.iter().map(row).collect();
    let mut lines = vec![name.clone()];
    lines.extend(table(&["Area", "Terrain", "Figures", "Holder", "There", "Next to"], &rows));
    lines
}

fn name_of(space: &Space) -> &str {
    if space.name.is_empty() { &space.key } else { &space.name }
}

fn holder(scene: &Scene, space: &Space) -> String {
    let Some(holder) = &space.holder else { return String::new() };
    let side = scene.sides.iter().find(|side| side.key == *holder);
    side.map_or_else(|| holder.clone(), |side| side.name.clone())
}

/// Pieces and markers in an area.
fn occupants(scene: &Scene, board: &str, space: &Space) -> String {
    let is_here = |place: &Place| matches!(place, Place::Space { board: on, space: at } if on == board && *at == space.key);
    let pieces = scene.pieces.iter().filter(|piece| is_here(&piece.place)).map(|piece| piece.name.clone());
    let markers = scene.markers.iter().filter(|marker| marker.board == board && marker.space == space.key);
    pieces.chain(markers.map(|marker| marker.kind.clone())).collect::<Vec<_>>().join(", ")
}
