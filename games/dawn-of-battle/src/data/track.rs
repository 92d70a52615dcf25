//! The turn track: what a chit banked on a turn is worth (5.7) and the end values of 14.5.4, turn by turn H1, H2, H3, H4, H5, H6, H7, H8, H9
//! and H10; and the die that banked points need (13.5), rows B1, B2, B3, B4, B5 and B6.

use std::sync::OnceLock;

use serde::Deserialize;

use super::parse;

pub(super) const FILE: &str = include_str!("../../data/track.toml");

/// A box of the track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnBox {
    /// What each chit banked here is worth.
    pub handicap: u8,
    /// A die up to this ends the game; none before the end is looked for.
    pub end: Option<u8>,
    /// Where it comes from.
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BankRow {
    from: u16,
    die: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackFile {
    turn: Vec<TurnBox>,
    bank: Vec<BankRow>,
}

fn track() -> &'static TrackFile {
    static TRACK: OnceLock<TrackFile> = OnceLock::new();
    TRACK.get_or_init(|| parse("track.toml", FILE))
}

/// The box of a turn; the last box for turns beyond it.
pub fn turn_box(turn: u8) -> &'static TurnBox {
    let boxes = &track().turn;
    &boxes[usize::from(turn.max(1)).min(boxes.len()) - 1]
}

/// The highest die with which so many banked points earn a victory point (13.5); 0 with nothing banked.
pub fn bank_die(points: u16) -> u8 {
    track().bank.iter().rev().find(|row| points >= row.from).map_or(0, |row| row.die)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banked_points_need_their_die() {
        let points = [0, 1, 2, 3, 4, 6, 7, 10, 11, 15, 16, 20];
        assert_eq!(points.map(bank_die), [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
        assert_eq!(track().turn.len(), 10);
        assert_eq!((turn_box(1).handicap, turn_box(4).end, turn_box(5).end), (5, None, Some(2)));
    }
}
