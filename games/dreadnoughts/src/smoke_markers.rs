//! Smoke markers on the map (8.6).

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::ids::Hex;

/// Words of 64 hexes that cover a sheet of 99 columns and 99 rows.
const WORDS: usize = 10_000 / 64 + 1;
/// How many markers may lie on top of others.
const EXTRA: usize = 96;

/// The markers: one bit for each hex that holds any, and a list of those that lie on top of another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SmokeMarkers {
    held: [u64; WORDS],
    hexes: u16,
    extra: tinyvec::ArrayVec<[Hex; EXTRA]>,
}

/// The most markers on the sea at once (ruling K6).
pub const MOST_SMOKE: u16 = 384;

impl Default for SmokeMarkers {
    fn default() -> Self {
        Self { held: [0; WORDS], hexes: 0, extra: tinyvec::ArrayVec::new() }
    }
}

impl SmokeMarkers {
    /// Where the bit of a hex is: its printed number.
    #[inline]
    fn bit(hex: Hex) -> (usize, u32) {
        let (column, row) = hex.offset();
        let number = (column * 100 + row) as u16;
        (usize::from(number / 64), u32::from(number % 64))
    }

    /// Whether any marker lies in the hex. A line may graze hexes just off the sheet: their numbers are nobody else's.
    #[inline]
    pub fn in_hex(&self, hex: Hex) -> bool {
        let (word, bit) = Self::bit(hex);
        self.held.get(word).is_some_and(|held| held >> bit & 1 != 0)
    }

    /// Whether no marker lies anywhere.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.hexes == 0
    }

    /// How many markers lie on the sea.
    #[inline]
    pub fn len(&self) -> u16 {
        self.hexes + self.extra.len() as u16
    }

    /// Whether one more marker may lie in the hex (ruling K6).
    #[inline]
    pub fn has_room(&self, hex: Hex) -> bool {
        self.len() < MOST_SMOKE && (!self.in_hex(hex) || self.extra.len() < EXTRA)
    }

    /// Lays a marker.
    pub fn lay(&mut self, hex: Hex) {
        let (word, bit) = Self::bit(hex);
        if self.in_hex(hex) {
            let at = self.extra.iter().position(|other| *other > hex).unwrap_or(self.extra.len());
            self.extra.insert(at, hex);
        } else {
            self.held[word] |= 1 << bit;
            self.hexes += 1;
        }
    }

    /// How many markers lie in the hex.
    pub fn count(&self, hex: Hex) -> u8 {
        let on_top = self.extra.iter().filter(|other| **other == hex).count() as u8;
        u8::from(self.in_hex(hex)) + on_top
    }

    /// Keeps those markers for which `stays` says so. Each marker is asked for on its own (ruling K2), hex by hex
    /// in printed order.
    pub fn retain(&mut self, mut stays: impl FnMut(Hex) -> bool) {
        let on_top = std::mem::take(&mut self.extra);
        let mut on_top = on_top.iter().peekable();
        let mut unasked = self.hexes;
        for word in 0..WORDS {
            if unasked == 0 {
                return;
            }
            for hex in hexes_of(word, self.held[word]) {
                unasked -= 1;
                let mut stay = u8::from(stays(hex));
                while on_top.next_if(|other| **other == hex).is_some() {
                    stay += u8::from(stays(hex));
                }
                match stay {
                    0 => self.clear(hex),
                    some => (1..some).for_each(|_| self.extra.push(hex)),
                }
            }
        }
    }

    /// Takes the last marker out of a hex.
    fn clear(&mut self, hex: Hex) {
        let (word, bit) = Self::bit(hex);
        self.held[word] &= !(1 << bit);
        self.hexes -= 1;
    }

    /// The hexes that hold smoke, in printed order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let held = self.held;
        (0..WORDS).flat_map(move |word| hexes_of(word, held[word]))
    }
}

/// The hexes of a word, in printed order.
fn hexes_of(word: usize, mut left: u64) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let number = word * 64 + left.trailing_zeros() as usize;
        left &= left - 1;
        Hex::at((number / 100) as u8, (number % 100) as u8)
    })
}

impl std::fmt::Debug for SmokeMarkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.hexes()).entries(self.extra.iter()).finish()
    }
}

impl Serialize for SmokeMarkers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(usize::from(self.hexes) + self.extra.len()))?;
        for hex in self.hexes() {
            for _ in 0..self.count(hex) {
                list.serialize_element(&hex)?;
            }
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    #[test]
    fn markers_in_one_hex_are_counted_and_asked_for_one_by_one() {
        let mut smoke = SmokeMarkers::default();
        for text in ["0505", "0303", "0505", "9999", "0505"] {
            smoke.lay(hex(text));
        }
        assert_eq!(smoke.count(hex("0505")), 3);
        let mut asked = Vec::new();
        smoke.retain(|hex| {
            asked.push(hex.to_string());
            asked.len() % 2 == 0
        });
        assert_eq!(asked, ["0303", "0505", "0505", "0505", "9999"]);
        assert_eq!(smoke.hexes().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["0505"]);
        assert_eq!(smoke.count(hex("0505")), 2, "the second and the fourth that were asked for");
    }

    /// All around the largest sheet, where lines graze them.
    #[test]
    fn hexes_just_off_the_sheet_hold_no_smoke() {
        let mut smoke = SmokeMarkers::default();
        let sheet = crate::ids::Grid::new(99, 99).expect("a sheet");
        sheet.hexes().filter(|hex| hex.row() == 1 || hex.row() == 99).for_each(|hex| smoke.lay(hex));
        for hex in sheet.hexes() {
            for beyond in hex.neighbours().into_iter().filter(|beyond| !sheet.contains(*beyond)) {
                assert!(!smoke.in_hex(beyond), "{:?}", beyond.offset());
            }
        }
    }
}
