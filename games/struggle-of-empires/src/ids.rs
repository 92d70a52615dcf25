//! Names of the box: powers, areas, spaces, kinds of unit, tiles, country counters.

use sandtable_engine::piece_id;
use serde::{Deserialize, Serialize};

/// How many powers there are.
pub const POWERS: usize = 7;
/// How many areas score.
pub const AREAS: usize = 11;
/// Where a power's units can be: the areas, and its home.
pub const PLACES: usize = AREAS + 1;
/// Kinds of tile.
pub const TILES: usize = 38;
/// Kinds of improvement tile; companies follow.
pub const IMPROVEMENTS: usize = 20;
/// Kinds of company tile; alliances follow.
pub const COMPANIES: usize = 7;
/// Country counters of the box.
pub const COUNTERS: usize = 65;
/// Raiders that may stay on the map like a country counter: two of Pirates, one Slave Revolt (15.16b, 15.17c).
pub const RAIDERS: usize = 3;

macro_rules! names {
    ($(#[$doc:meta])* $name:ident: $first:ident $($item:ident)*) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the data files say what each is")]
        pub enum $name { #[default] $first, $($item),* }

        impl $name {
            /// All of them, in the order of the data files.
            pub const ALL: &[Self] = &[Self::$first, $(Self::$item),*];

            /// The number as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

names!(
    /// One of the seven great powers.
    Power: Britain France Spain Russia Austria Prussia Provinces
);

names!(
    /// An area that scores.
    Area: Ger Bal Ceu Med Ott Nam Car Sam Afr Ind Ein
);

names!(
    /// A space of the board: an area, or the home of a power.
    Space: Ger Bal Ceu Med Ott Nam Car Sam Afr Ind Ein Britain France Spain Russia Austria Prussia Provinces
);

names!(
    /// A kind of unit.
    Kind: Army Navy Fort
);

names!(
    /// A kind of tile: improvements, companies, alliances.
    Tile:
        WarOffice Mercenaries Pressgangs TrainedNatives Militia Logistics ArmyTraining NavalTraining Reserve Banking
        Navigation DiplomaticService ImprovedAgriculture GovernmentReform Industry Pirates SlaveRevolt
        FightingWithdrawal SurpriseAttack Blockade
        EastIndiesCompany LevantCompany WestIndiesCompany SouthSeaCompany HudsonsBayCompany RoyalAfricanCompany
        EastlandCompany
        AllianceBavaria AllianceSaxony AllianceNorthAmericanIndians AllianceOttomanEmpire AlliancePortugal
        AllianceSweden AlliancePoland AllianceSavoy AllianceMahrattas AllianceMataram AllianceMaroons
);

piece_id!(
    /// A country counter, or a raider that stays on the map like one.
    CounterId(u8)
);

impl Power {
    /// Its home.
    #[inline]
    pub const fn home(self) -> Space {
        Space::ALL[AREAS + self as usize]
    }
}

impl Area {
    /// The area as a space.
    #[inline]
    pub const fn space(self) -> Space {
        Space::ALL[self as usize]
    }

    /// The area as a place of units.
    #[inline]
    pub const fn place(self) -> Place {
        Place(self as u8)
    }

    /// Its bit in a set of areas or places.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl Space {
    /// The area, unless it is a home.
    #[inline]
    pub const fn area(self) -> Option<Area> {
        let number = self as usize;
        if number < AREAS { Some(Area::ALL[number]) } else { None }
    }

    /// The power that is at home here.
    #[inline]
    pub const fn owner(self) -> Option<Power> {
        let number = self as usize;
        if number < AREAS { None } else { Some(Power::ALL[number - AREAS]) }
    }

    /// The space as a place of a power's units; nothing for another power's home.
    #[inline]
    pub fn place(self, power: Power) -> Option<Place> {
        match self.area() {
            Some(area) => Some(area.place()),
            None if self == power.home() => Some(Place::HOME),
            None => None,
        }
    }
}

/// Where units of a power are: an area, or its own home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place(pub u8);

impl Place {
    /// The power's own home.
    pub const HOME: Self = Self(AREAS as u8);

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its bit in a set of places.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The area, unless it is the home.
    #[inline]
    pub const fn area(self) -> Option<Area> {
        if self.index() < AREAS { Some(Area::ALL[self.index()]) } else { None }
    }

    /// The space on the board for units of a power.
    #[inline]
    pub const fn space(self, power: Power) -> Space {
        match self.area() {
            Some(area) => area.space(),
            None => power.home(),
        }
    }
}

/// The places of a set of bits, in order.
#[inline]
pub fn places(mut bits: u16) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let place = Place(bits.trailing_zeros() as u8);
        bits &= bits - 1;
        Some(place)
    })
}

impl Kind {
    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Army => "army",
            Self::Navy => "navy",
            Self::Fort => "fort",
        }
    }

    /// In words, several of them.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Army => "armies",
            Self::Navy => "navies",
            Self::Fort => "forts",
        }
    }
}

impl Tile {
    /// Whether it is a company.
    #[inline]
    pub const fn is_company(self) -> bool {
        let number = self as usize;
        number >= IMPROVEMENTS && number < IMPROVEMENTS + COMPANIES
    }

    /// Whether it is an alliance.
    #[inline]
    pub const fn is_alliance(self) -> bool {
        self as usize >= IMPROVEMENTS + COMPANIES
    }

    /// Whether it attacks somebody when it is bought (7.2g).
    #[inline]
    pub const fn is_raider(self) -> bool {
        matches!(self, Self::Pirates | Self::SlaveRevolt)
    }

    /// All alliances.
    pub const ALLIANCES: &[Self] = Self::ALL.split_at(IMPROVEMENTS + COMPANIES).1;
}

impl CounterId {
    /// The bit in a set of counters.
    #[inline]
    pub const fn bit(self) -> u128 {
        if self.0 < 128 { 1 << self.0 } else { 0 }
    }

    /// Whether there is such a counter.
    #[inline]
    pub const fn exists(self) -> bool {
        self.index() < COUNTERS + RAIDERS
    }

    /// Which raider it is, if it is one.
    #[inline]
    pub const fn raider(self) -> Option<usize> {
        if self.index() >= COUNTERS && self.exists() { Some(self.index() - COUNTERS) } else { None }
    }
}

/// The counters of a set of bits, in order.
#[inline]
pub fn counters(mut bits: u128) -> impl Iterator<Item = CounterId> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let counter = CounterId(bits.trailing_zeros() as u8);
        bits &= bits - 1;
        Some(counter)
    })
}
