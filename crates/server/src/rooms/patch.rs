//! What differs between two scenes.

use sandtable_engine::scene::{Piece, Scene};
use sandtable_wire::ScenePatch;

/// What must be told to somebody who knows `before`, so that they know `after`. Every part that differs is told whole;
/// of the pieces those that differ.
pub fn patch(before: &Scene, after: &Scene) -> ScenePatch {
    fn part<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
        (before != after).then(|| after.clone())
    }
    let (pieces, gone) = pieces(&before.pieces, &after.pieces);
    ScenePatch {
        title: part(&before.title, &after.title),
        subtitle: part(&before.subtitle, &after.subtitle),
        turn: part(&before.turn, &after.turn).flatten(),
        phases: part(&before.phases, &after.phases),
        facts: part(&before.facts, &after.facts),
        sides: part(&before.sides, &after.sides),
        boards: part(&before.boards, &after.boards),
        pieces,
        gone,
        groups: part(&before.groups, &after.groups),
        markers: part(&before.markers, &after.markers),
        lines: part(&before.lines, &after.lines),
        shapes: part(&before.shapes, &after.shapes),
        tracks: part(&before.tracks, &after.tracks),
        hands: part(&before.hands, &after.hands),
        battles: part(&before.battles, &after.battles),
        tables: part(&before.tables, &after.tables),
    }
}

/// Pieces that are new or differ, and the keys of those that are no longer seen.
fn pieces(before: &[Piece], after: &[Piece]) -> (Option<Vec<Piece>>, Option<Vec<String>>) {
    // Pieces nearly always keep their places in the list.
    let same_places =
        before.len() == after.len() && before.iter().zip(after).all(|(old, new)| old.key == new.key);
    let some = |list: Vec<Piece>| (!list.is_empty()).then_some(list);
    if same_places {
        let differing = before.iter().zip(after).filter(|(old, new)| old != new);
        return (some(differing.map(|(_, new)| new.clone()).collect()), None);
    }
    let find = |list: &[Piece], key: &str| list.iter().position(|piece| piece.key == key);
    let differs = |new: &&Piece| find(before, &new.key).is_none_or(|place| before.get(place) != Some(*new));
    let changed = after.iter().filter(differs).cloned().collect();
    let gone: Vec<String> =
        before.iter().filter(|old| find(after, &old.key).is_none()).map(|old| old.key.clone()).collect();
    (some(changed), (!gone.is_empty()).then_some(gone))
}

#[cfg(test)]
mod tests {
    use sandtable_engine::scene::{Fact, Place};

    use super::*;

    fn piece(key: &str, hex: &str) -> Piece {
        Piece {
            key: key.into(),
            name: key.into(),
            side: "british".into(),
            kind: "BB".into(),
            face: "ship".into(),
            place: Place::Space { board: "sea".into(), space: hex.into() },
            facing: Some(1),
            values: Vec::new(),
            face_down: false,
            reduced: false,
            done: false,
            badges: Vec::new(),
            damage: None,
            text: String::new(),
        }
    }

    fn scene(pieces: &[(&str, &str)]) -> Scene {
        let pieces = pieces.iter().map(|(key, hex)| piece(key, hex)).collect();
        Scene { title: "Denmark Strait".into(), pieces, ..Scene::default() }
    }

    #[test]
    fn nothing_is_said_of_what_is_the_same() {
        let before = scene(&[("hood", "0101"), ("bismarck", "0909")]);
        assert_eq!(patch(&before, &before.clone()), ScenePatch::default());
    }

    #[test]
    fn only_the_piece_that_moved_is_told() {
        let before = scene(&[("hood", "0101"), ("bismarck", "0909")]);
        let after = scene(&[("hood", "0102"), ("bismarck", "0909")]);
        let told = patch(&before, &after);
        assert_eq!(told, ScenePatch { pieces: Some(vec![piece("hood", "0102")]), ..ScenePatch::default() });
    }

    #[test]
    fn pieces_come_and_go() {
        let before = scene(&[("hood", "0101"), ("bismarck", "0909")]);
        let after = scene(&[("suffolk", "0505"), ("bismarck", "0909")]);
        let told = patch(&before, &after);
        assert_eq!(told.gone, Some(vec!["hood".into()]));
        assert_eq!(told.pieces, Some(vec![piece("suffolk", "0505")]));
    }

    #[test]
    fn a_part_that_became_empty_is_told_as_empty() {
        let fact = Fact { name: "Sight".into(), value: "15 hexes".into() };
        let before = Scene { facts: vec![fact], ..scene(&[]) };
        let told = patch(&before, &scene(&[]));
        assert_eq!(told, ScenePatch { facts: Some(Vec::new()), ..ScenePatch::default() });
    }
}
