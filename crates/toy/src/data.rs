//! Ids, cards and shipped scenarios.

use serde::{Deserialize, Serialize};

sandtable_engine::piece_id!(
    /// A unit.
    UnitId(u8)
);

/// One of the seven spaces of the ridge, by its printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Space(pub u8);

impl Space {
    /// How many there are.
    pub const COUNT: u8 = 7;
    /// The one in the middle.
    pub const MIDDLE: Self = Self(4);

    /// All of them, from Blue's end to Red's.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT).map(Self)
    }

    /// Whether the ridge has such a space.
    pub fn exists(self) -> bool {
        (1..=Self::COUNT).contains(&self.0)
    }

    /// Whether the two lie side by side.
    pub fn touches(self, other: Self) -> bool {
        self.0.abs_diff(other.0) == 1
    }
}

/// A card of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Card {
    /// Adds 2 to a defence, 5.2.
    Ambush,
    /// Does nothing.
    Blank,
}

impl Card {
    /// All cards, 2.2: one for each hand, two laid aside.
    pub const DECK: [Self; 4] = [Self::Ambush, Self::Ambush, Self::Blank, Self::Blank];
}

/// The scenarios that come with the game.
pub const SHIPPED: [(&str, &str); 2] = [
    ("small", include_str!("../data/scenarios/small.txt")),
    ("long", include_str!("../data/scenarios/long.txt")),
];

/// The text of a shipped scenario.
pub fn shipped(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}
