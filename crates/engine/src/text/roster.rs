//! The pieces of each side.

use crate::scene::{Board, Piece, Place, Scene};
use crate::text::codes::Codes;
use crate::text::layout::{WIDTH, table_rows, width, wrap};

/// The sides of a hex, or the corners of one that has a corner on top, from north clockwise.
const COMPASS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
/// More boxes than this are told as figures.
const MOST_BOXES: u8 = 12;

/// A table for each side; pieces of no side come last.
pub fn rosters(scene: &Scene, codes: &Codes) -> Vec<Vec<String>> {
    let sides = scene.sides.iter().map(|side| (side.name.as_str(), Some(side.key.as_str())));
    sides.chain([("Others", None)]).map(|(name, key)| roster(scene, codes, name, key)).collect()
}

fn roster(scene: &Scene, codes: &Codes, name: &str, key: Option<&str>) -> Vec<String> {
    let belongs = |piece: &&Piece| match key {
        Some(key) => piece.side == key,
        None => scene.sides.iter().all(|side| side.key != piece.side),
    };
    let pieces: Vec<&Piece> = scene.pieces.iter().filter(belongs).collect();
    let Some(first) = pieces.first() else { return Vec::new() };
    let alike = |piece: &&Piece| {
        piece.values.iter().map(|fact| &fact.name).eq(first.values.iter().map(|fact| &fact.name))
    };
    let mut columns = vec![if codes.is_empty() { "Key" } else { "" }, "Name", "Kind", "Place", "Faces"];
    // The same values for all: a column each. Otherwise they are told in words.
    let by_column = pieces.iter().all(alike);
    if by_column {
        columns.extend(first.values.iter().map(|value| value.name.as_str()));
    } else {
        columns.push("Values");
    }
    columns.push("Damage");
    let row = |piece: &&Piece| {
        let code = if codes.is_empty() { Some(piece.key.as_str()) } else { codes.get(piece) };
        let mut row = vec![
            code.unwrap_or_default().to_owned(),
            piece.name.clone(),
            piece.kind.clone(),
            place(scene, piece),
            facing(scene, piece),
        ];
        if by_column {
            row.extend(piece.values.iter().map(|value| value.value.clone()));
        } else {
            let values = piece.values.iter().map(|value| format!("{} {}", value.name, value.value));
            row.push(values.collect::<Vec<_>>().join(", "));
        }
        row.push(damage(piece));
        row
    };
    let rows: Vec<Vec<String>> = pieces.iter().map(row).collect();
    let mut lines = vec![name.to_owned()];
    let mut table = table_rows(&columns, &rows).into_iter();
    lines.extend(table.next().unwrap_or_default());
    for (row, piece) in table.zip(&pieces) {
        lines.extend(with_states(row, &states(piece)));
    }
    lines
}

/// States at the end of their piece's row, or below it where the line is full.
fn with_states(mut row: Vec<String>, states: &str) -> Vec<String> {
    match row.last_mut() {
        Some(line) if !states.is_empty() && width(line) + 2 + width(states) <= WIDTH => {
            line.push_str("  ");
            line.push_str(states);
        }
        _ => row.extend(wrap(states, 6)),
    }
    row
}

fn place(scene: &Scene, piece: &Piece) -> String {
    match &piece.place {
        Place::Space { board, space } if scene.boards.len() > 1 => format!("{board} {space}"),
        Place::Space { space, .. } => space.clone(),
        Place::Beside { label } | Place::Gone { label } => label.clone(),
    }
}

fn facing(scene: &Scene, piece: &Piece) -> String {
    let (Some(facing), Place::Space { board: on, .. }) = (piece.facing, &piece.place) else {
        return String::new();
    };
    let north = scene.boards.iter().find_map(|board| match board {
        Board::Hexes { key, north, .. } if key == on => Some(*north),
        _ => None,
    });
    let north = usize::from(north.unwrap_or(1)) % 6;
    COMPASS[(usize::from(facing) + 6 - north) % 6].to_owned()
}

/// Boxes with those crossed out that are gone: `xx...`.
fn damage(piece: &Piece) -> String {
    match piece.damage {
        None => String::new(),
        Some((gone, all)) if all > MOST_BOXES => format!("{gone} of {all}"),
        Some((gone, all)) => "x".repeat(gone.min(all).into()) + &".".repeat(all.saturating_sub(gone).into()),
    }
}

/// What is true of the piece, in words.
fn states(piece: &Piece) -> String {
    let plain = [(piece.face_down, "face down"), (piece.reduced, "reduced"), (piece.done, "done")];
    let plain = plain.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word);
    plain.chain(piece.badges.iter().map(|badge| badge.text.as_str())).collect::<Vec<_>>().join(", ")
}
