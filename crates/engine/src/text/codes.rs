//! Two letters for each counter on a hex board.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{Board, Piece, Place, Scene};

/// The codes of a scene's pieces, by their keys. The first side has capitals, the second small letters.
pub struct Codes(BTreeMap<String, String>);

impl Codes {
    /// Gives every piece on a hex board its code; no two are alike, read aloud.
    pub fn of(scene: &Scene) -> Self {
        let mut taken = BTreeSet::new();
        let mut codes = BTreeMap::new();
        for piece in scene.pieces.iter().filter(|piece| is_on_hexes(scene, piece)) {
            let code =
                candidates(&piece.name).find(|code| !taken.contains(code)).unwrap_or_else(|| "??".into());
            let cased = match scene.sides.iter().position(|side| side.key == piece.side) {
                Some(0) => code.to_uppercase(),
                Some(1) => code.clone(),
                _ => code[..1].to_uppercase() + &code[1..],
            };
            taken.insert(code);
            codes.insert(piece.key.clone(), cased);
        }
        Self(codes)
    }

    /// The code of a piece, if it has one.
    pub fn get(&self, piece: &Piece) -> Option<&str> {
        self.0.get(&piece.key).map(String::as_str)
    }

    /// Whether no piece has a code.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn is_on_hexes(scene: &Scene, piece: &Piece) -> bool {
    let Place::Space { board: on, .. } = &piece.place else { return false };
    scene.boards.iter().any(|board| matches!(board, Board::Hexes { key, .. } if key == on))
}

/// Pairs of letters from the name, the likeliest first; then a letter and a digit; then numbers.
fn candidates(name: &str) -> impl Iterator<Item = String> {
    let mut letters: Vec<char> =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    if letters.is_empty() {
        letters.push('x');
    }
    let first = letters[0];
    let pairs = (1..letters.len()).map(|second| format!("{first}{}", letters[second])).collect::<Vec<_>>();
    let digits = (1..10).map(move |digit| format!("{first}{digit}"));
    pairs.into_iter().chain(digits).chain((0..100).map(|number| format!("{number:02}")))
}
