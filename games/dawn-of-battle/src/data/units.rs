//! The types of units: infantry (3.1), cavalry (3.2) and others (3.3), with the figures of both sides (2.6).
//!
//! Foot: light infantry (3.1.1), medium (3.1.2), heavy (3.1.3), phalanx (3.1.4), pikemen (3.1.5), mixed missiles (3.1.6), light archers
//! (3.1.7), heavy archers (3.1.8), light gunners (3.1.9), heavy gunners (3.1.10). Horse: light (3.2.1), heavy (3.2.2), mounted archers
//! (3.2.3), cataphracts (3.2.4), knights (3.2.5), camels (3.2.6), chariots (3.2.7), battle chariots (3.2.8). Others: elephants (3.3.1),
//! camp (3.3.2, a unit and no ground, 2.4.8), war wagons (3.3.3), cannon (3.3.4).

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::parse;

pub(super) const FILE: &str = include_str!("../../data/units.toml");

/// Makes the list of types from their codes.
macro_rules! types {
    ($($(#[$doc:meta])* $kind:ident $code:literal $key:literal,)*) => {
        /// The type of a unit (3.0), in the order of the charts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $key)] $kind,)*
        }

        impl Kind {
            /// All types.
            pub const ALL: [Self; Kind::COUNT] = [$(Self::$kind),*];
            /// How many types there are.
            pub const COUNT: usize = [$($code),*].len();

            /// The two letters on the counter (2.6.1).
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$kind => $code,)*
                }
            }

            /// The letters in keys: `hi`.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$kind => $key,)*
                }
            }
        }
    };
}

types! {
    /// Light infantry.
    Li "LI" "li",
    /// Medium infantry.
    Mi "MI" "mi",
    /// Heavy infantry.
    Hi "HI" "hi",
    /// Phalanx.
    Px "PX" "px",
    /// Pikemen.
    Pk "PK" "pk",
    /// Mixed missiles.
    Mm "MM" "mm",
    /// Light archers.
    La "LA" "la",
    /// Heavy archers.
    Ha "HA" "ha",
    /// Light gunners.
    Lg "LG" "lg",
    /// Heavy gunners.
    Hg "HG" "hg",
    /// Light cavalry.
    Lc "LC" "lc",
    /// Heavy cavalry.
    Hc "HC" "hc",
    /// Mounted archers.
    Ma "MA" "ma",
    /// Cataphracts.
    Ct "CT" "ct",
    /// Heavy cataphracts.
    Ht "HT" "ht",
    /// Knights.
    Kt "KT" "kt",
    /// Camelry.
    Cc "CC" "cc",
    /// Chariots.
    Ch "CH" "ch",
    /// Battle chariots.
    Bc "BC" "bc",
    /// Elephants.
    El "EL" "el",
    /// Camp.
    Cp "CP" "cp",
    /// War wagons.
    Ww "WW" "ww",
    /// Cannon.
    Ay "AY" "ay",
}

/// The colour of a counter's code (2.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Category {
    Infantry,
    Cavalry,
    Other,
}

/// How large a unit is (2.6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Size {
    #[serde(rename = "L")]
    Light,
    #[serde(rename = "M")]
    Medium,
    #[serde(rename = "H")]
    Heavy,
}

impl Size {
    /// The letter on the counter.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Light => "L",
            Self::Medium => "M",
            Self::Heavy => "H",
        }
    }
}

/// What one side of a counter shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Combat strength (2.6.3); 0 for an elephant, which has that of its enemy, and for a cannon, which has its firepower.
    pub strength: u8,
    /// Movement points (2.6.5).
    pub movement: u8,
    /// Missile defence (2.6.6); 0 for a unit that cannot be shot at.
    pub defence: i8,
    /// Draws of a missile attack (2.6.7); 0 for a unit without missiles.
    pub attack: u8,
}

/// A type with its figures.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words say it")]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark on the counter")]
pub struct TypeCard {
    pub kind: Kind,
    pub name: String,
    pub category: Category,
    /// None for a camp and a cannon (R71).
    pub size: Option<Size>,
    /// The side in good order, of a cannon the unlimbered one.
    pub good: Figures,
    /// The disrupted side, of a cannon the limbered one.
    pub disrupted: Figures,
    /// How far its missiles reach (2.6.8); 0 without missiles and for gunpowder.
    pub range: u8,
    /// Whether it can be shot at (11.3, 8.7.2.5).
    pub exposed: bool,
    /// Whether it may charge (2.6.2).
    pub charges: bool,
    /// Whether it moves and fires (2.6.5).
    pub moves_and_fires: bool,
    pub gunpowder: bool,
    /// Build points (17.2.1); none for what is free or priced by firepower.
    pub cost: Option<u8>,
    /// What its army loses with it (12.1, 15.8.2); 0 for a cannon, whose firepower is lost.
    pub loss: u8,
    /// The paragraph of the rulebook.
    pub rule: String,
    /// Which figures the rulebook gives; the others are reconstruction.
    pub printed: Vec<String>,
}

impl TypeCard {
    /// The figures of a side.
    #[inline]
    pub const fn figures(&self, disrupted: bool) -> Figures {
        if disrupted { self.disrupted } else { self.good }
    }

    /// Whether it is a light unit.
    #[inline]
    pub const fn is_light(&self) -> bool {
        matches!(self.size, Some(Size::Light))
    }
}

impl Kind {
    /// The figures of the type.
    #[inline]
    pub fn card(self) -> &'static TypeCard {
        &types()[self as usize]
    }

    /// Foot soldiers (3.1).
    #[inline]
    pub fn is_infantry(self) -> bool {
        self.card().category == Category::Infantry
    }

    /// Horse, camels and chariots (3.2).
    #[inline]
    pub fn is_cavalry(self) -> bool {
        self.card().category == Category::Cavalry
    }

    /// A camp or war wagons (11.0).
    #[inline]
    pub const fn is_camp(self) -> bool {
        matches!(self, Self::Cp | Self::Ww)
    }

    /// A type by its letters, large or small.
    pub fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code().eq_ignore_ascii_case(code))
    }
}

/// A set of types, for special rules of scenarios.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindSet(u32);

impl KindSet {
    /// No type.
    pub const NONE: Self = Self(0);
    /// Every type.
    pub const ALL: Self = Self((1 << Kind::COUNT) - 1);

    /// Whether the type is one of them.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The types, in the order of the charts.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u32))
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TypeFile {
    code: String,
    rule: String,
    name: String,
    category: Category,
    size: Option<Size>,
    strength: [u8; 2],
    #[serde(rename = "move")]
    movement: [u8; 2],
    defence: Option<[i8; 2]>,
    #[serde(default)]
    attack: [u8; 2],
    #[serde(default)]
    range: u8,
    #[serde(default)]
    charges: bool,
    #[serde(default)]
    moves_and_fires: bool,
    #[serde(default)]
    gunpowder: bool,
    cost: Option<u8>,
    loss: u8,
    printed: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    r#type: Vec<TypeFile>,
}

fn types() -> &'static [TypeCard] {
    static TYPES: OnceLock<Vec<TypeCard>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let file: UnitsFile = parse("units.toml", FILE);
        let codes: Vec<&str> = file.r#type.iter().map(|unit| unit.code.as_str()).collect();
        assert_eq!(codes, Kind::ALL.map(Kind::code), "units.toml has the types in another order");
        file.r#type.into_iter().zip(Kind::ALL).map(|(unit, kind)| card(kind, unit)).collect()
    })
}

fn card(kind: Kind, unit: TypeFile) -> TypeCard {
    let side = |at: usize| Figures {
        strength: unit.strength[at],
        movement: unit.movement[at],
        defence: unit.defence.map_or(0, |defence| defence[at]),
        attack: unit.attack[at],
    };
    TypeCard {
        kind,
        good: side(0),
        disrupted: side(1),
        exposed: unit.defence.is_some(),
        name: unit.name,
        category: unit.category,
        size: unit.size,
        range: unit.range,
        charges: unit.charges,
        moves_and_fires: unit.moves_and_fires,
        gunpowder: unit.gunpowder,
        cost: unit.cost,
        loss: unit.loss,
        rule: unit.rule,
        printed: unit.printed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_read_in_their_order() {
        for kind in Kind::ALL {
            assert_eq!(kind.card().kind, kind);
            assert_eq!(Kind::read(kind.key()), Some(kind));
        }
        assert_eq!(Kind::Px.card().good.strength, 6);
        assert!(!Kind::Cp.card().exposed && Kind::Kt.card().charges);
    }
}
