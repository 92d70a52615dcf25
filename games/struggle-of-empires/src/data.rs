//! Counters, tiles and figures of the box, read and checked once. The board is in `chart.rs`.
//!
//! A country counter has a number, or says Pop or Slaves; one with a number may add gold and a point (4.3). The counters of an
//! area are the most tokens that can ever lie there (4.4).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ids::{AREAS, Area, COUNTERS, CounterId, RAIDERS, TILES, Tile};

const COUNTER_TEXT: &str = include_str!("../data/counters.toml");
const TILE_TEXT: &str = include_str!("../data/tiles.toml");
const LIMIT_TEXT: &str = include_str!("../data/limits.toml");

/// A digest of all data, which are part of what a scenario means.
pub fn digest() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in [crate::chart::TEXT, COUNTER_TEXT, TILE_TEXT, LIMIT_TEXT] {
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CounterKind {
    /// With a number, to be attacked.
    Neutral,
    /// To be colonised.
    Pop,
    /// To be enslaved.
    Slaves,
    /// A raider that stays on the map (15.16b).
    Pirates,
    /// The same of a Slave Revolt (15.17c).
    Revolt,
}

impl CounterKind {
    /// The word that scenes use.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Pop => "pop",
            Self::Slaves => "slaves",
            Self::Pirates => "pirates",
            Self::Revolt => "revolt",
        }
    }
}

/// A country counter (4.3).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the head of counters.toml explains them")]
pub struct CounterCard {
    pub id: String,
    pub name: String,
    pub area: Area,
    pub kind: CounterKind,
    #[serde(default)]
    pub strength: i16,
    #[serde(default)]
    pub gold: i16,
    #[serde(default)]
    pub points: i16,
    pub source: String,
}

/// When a tile works (7.2a to 7.2d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// A triangle.
    OnceAWar,
    /// No mark.
    Always,
    /// A square.
    AtOnce,
    /// Used once, then back to the display.
    OneUse,
}

impl Timing {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OnceAWar => "once a war",
            Self::Always => "always",
            Self::AtOnce => "at once",
            Self::OneUse => "one use",
        }
    }
}

/// A tile (7.1a).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the head of tiles.toml explains them")]
pub struct TileCard {
    pub id: Tile,
    pub name: String,
    pub text: String,
    pub count: u8,
    #[serde(default)]
    pub gold: i16,
    #[serde(default)]
    pub unrest: i16,
    #[serde(default)]
    pub population: u8,
    pub timing: Timing,
    #[serde(default)]
    pub areas: Vec<Area>,
    #[serde(default)]
    pub army: bool,
    #[serde(default)]
    pub navy: bool,
    #[serde(default)]
    pub strength: i16,
    pub source: String,
    /// The areas as a set of bits.
    #[serde(skip)]
    pub area_bits: u16,
    /// Its name in files, as scenes use it.
    #[serde(skip)]
    pub key: String,
}

/// Figures of the rules that belong to no counter, area or tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "limits.toml names the rule of each")]
pub struct Limits {
    pub start_gold: i16,
    pub start_population: u8,
    pub start_tokens: u8,
    pub start_units: u8,
    pub armies: u8,
    pub navies: u8,
    pub forts: u8,
    pub loan: i16,
    pub loan_banking: i16,
    pub wars: u8,
    pub most_wars: u8,
    pub rounds_few: u8,
    pub rounds_many: u8,
    pub few_powers: u8,
    pub counters_each_war: u8,
    pub actions: u8,
    pub moves: u8,
    pub sea_arrives: u8,
    pub sea_lost: u8,
    pub sea_back: u8,
    pub navigation: u8,
    pub attack_fee: i16,
    pub fort: i16,
    pub support: i16,
    pub support_blockade: i16,
    pub unlucky: u8,
    pub growth: u8,
    pub most_population: u8,
    pub revolution: i16,
    pub penalty_first: i16,
    pub penalty_second: i16,
    pub reform: i16,
    pub industry: i16,
    pub most_offer: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    counter: Vec<CounterCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileFile {
    improvement: Vec<TileCard>,
    company: Vec<TileCard>,
    alliance: Vec<TileCard>,
}

/// All counters, and sets of them.
#[derive(Debug)]
pub struct Counters {
    cards: Vec<CounterCard>,
    /// The counters of each area.
    pub of_area: [u128; AREAS],
    /// Those with a number, raiders included.
    pub neutral: u128,
    /// Those to be colonised.
    pub pop: u128,
    /// Those to be enslaved.
    pub slaves: u128,
    /// All 65 of the bag.
    pub all: u128,
}

static COUNTER_CARDS: LazyLock<Counters> = LazyLock::new(|| {
    let file: CounterFile = toml::from_str(COUNTER_TEXT).expect("counters.toml is tested");
    let mut cards = file.counter;
    assert_eq!(cards.len(), COUNTERS, "counters.toml has every counter");
    // Raiders that stay have the strength of their tile and no place of their own.
    for number in 0..RAIDERS {
        let (tile, kind, id) = match number {
            0 => (Tile::Pirates, CounterKind::Pirates, "pirates-1"),
            1 => (Tile::Pirates, CounterKind::Pirates, "pirates-2"),
            _ => (Tile::SlaveRevolt, CounterKind::Revolt, "revolt-1"),
        };
        let card = tile_card(tile);
        cards.push(CounterCard {
            id: id.into(),
            name: card.name.clone(),
            area: card.areas[0],
            kind,
            strength: card.strength,
            gold: 0,
            points: 0,
            source: card.source.clone(),
        });
    }
    let set = |fits: &dyn Fn(&CounterCard) -> bool| {
        cards.iter().enumerate().filter(|(_, card)| fits(card)).fold(0, |set, (at, _)| set | 1u128 << at)
    };
    let all = (1u128 << COUNTERS) - 1;
    let of_area = std::array::from_fn(|area| set(&|card| card.area.index() == area) & all);
    Counters {
        of_area,
        neutral: set(&|card| !matches!(card.kind, CounterKind::Pop | CounterKind::Slaves)),
        pop: set(&|card| card.kind == CounterKind::Pop),
        slaves: set(&|card| card.kind == CounterKind::Slaves),
        all,
        cards,
    }
});

static TILE_CARDS: LazyLock<Vec<TileCard>> = LazyLock::new(|| {
    let file: TileFile = toml::from_str(TILE_TEXT).expect("tiles.toml is tested");
    let mut cards: Vec<TileCard> =
        file.improvement.into_iter().chain(file.company).chain(file.alliance).collect();
    assert_eq!(cards.len(), TILES, "tiles.toml has every kind of tile");
    for (number, card) in cards.iter_mut().enumerate() {
        assert_eq!(card.id.index(), number, "tiles.toml lists the tiles in the order of their names");
        card.area_bits = card.areas.iter().fold(0, |bits, area| bits | area.bit());
        let areas: Vec<&str> =
            card.areas.iter().map(|area| crate::chart::chart().name(area.space())).collect();
        let symbol = match (card.army, card.navy) {
            (true, true) => "One army or navy",
            (false, true) => "One navy",
            _ => "One army",
        };
        card.text = card.text.replace("{areas}", &areas.join(" or ")).replace("{symbol}", symbol);
        card.key = word(card.id);
    }
    cards
});

static LIMITS: LazyLock<Limits> =
    LazyLock::new(|| toml::from_str(LIMIT_TEXT).expect("limits.toml is tested"));

/// The word by which files name a thing.
pub fn word<T: serde::Serialize>(thing: T) -> String {
    toml::Value::try_from(thing)
        .ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .expect("ids are written as words")
}

/// The figures of the rules.
#[inline]
pub fn limits() -> &'static Limits {
    &LIMITS
}

/// All counters, and sets of them.
#[inline]
pub fn counter_sets() -> &'static Counters {
    &COUNTER_CARDS
}

/// A counter.
#[inline]
pub fn counter(id: CounterId) -> &'static CounterCard {
    &COUNTER_CARDS.cards[id.index()]
}

/// All counters, raiders included.
pub fn all_counters() -> impl Iterator<Item = CounterId> {
    (0..(COUNTERS + RAIDERS) as u8).map(CounterId)
}

/// The counter of a name.
pub fn counter_of(name: &str) -> Option<CounterId> {
    all_counters().find(|id| counter(*id).id == name)
}

/// A tile.
#[inline]
pub fn tile_card(tile: Tile) -> &'static TileCard {
    &TILE_CARDS[tile.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::chart;

    #[test]
    fn the_box_is_whole() {
        let count = |range: &[Tile]| range.iter().map(|tile| u32::from(tile_card(*tile).count)).sum::<u32>();
        let (improvements, rest) = Tile::ALL.split_at(crate::ids::IMPROVEMENTS);
        let (companies, alliances) = rest.split_at(crate::ids::COMPANIES);
        assert_eq!([count(improvements), count(companies), count(alliances)], [52, 9, 11]);
        assert_eq!(counter_sets().all.count_ones(), 65);
        let each = Area::ALL.iter().map(|area| counter_sets().of_area[area.index()].count_ones());
        assert_eq!(each.collect::<Vec<_>>(), [9, 5, 6, 6, 4, 6, 7, 6, 3, 7, 6]);
    }

    #[test]
    fn counters_are_what_their_kind_says() {
        for id in all_counters() {
            let card = counter(id);
            let numbered = !matches!(card.kind, CounterKind::Pop | CounterKind::Slaves);
            assert_eq!(numbered, card.strength > 0, "{}", card.name);
            assert!(numbered || chart().is_colony(card.area), "{}", card.name);
            assert_eq!(counter_of(&card.id), Some(id));
        }
    }
}
