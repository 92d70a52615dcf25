//! Ground (2.4) and the terrain effects chart.
//!
//! Clear (2.4.1, T1), hills (2.4.2, T2), rivers, which nobody enters (2.4.3, T3) but by a bridge (2.4.3.1, T4) or a ford (2.4.3.2, T5), rough
//! ground (2.4.4, T6), streams (2.4.5, T7; one point, R15), structures, which the chart calls a town (2.4.6, T8, R14), the church (T9;
//! it blocks sight, R70) and woods, which hinder attacks into them only (2.4.7, T10, R13).

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::parse;

pub(super) const FILE: &str = include_str!("../../data/terrain.toml");

/// The ground of a hex (2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Terrain {
    #[default]
    Clear,
    Hill,
    River,
    Bridge,
    Ford,
    Rough,
    Stream,
    Town,
    Church,
    Woods,
}

/// A row of the terrain effects chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TerrainCard {
    /// Movement points to enter; none where nobody may.
    pub cost: Option<u8>,
    /// Whether a unit stops when it has entered.
    #[serde(default)]
    pub stops: bool,
    /// For the attacker, attacking into it.
    #[serde(default)]
    pub into: i8,
    /// For the attacker, attacking out of it.
    #[serde(default)]
    pub out_of: i8,
    /// For the defender inside.
    #[serde(default)]
    pub inside: i8,
    /// Added to missile defence.
    #[serde(default)]
    pub missile_defence: i8,
    /// Added to morale draws of a unit attacked inside.
    #[serde(default)]
    pub morale: i8,
    /// Whether sight ends here.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Where it comes from.
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    clear: TerrainCard,
    hill: TerrainCard,
    river: TerrainCard,
    bridge: TerrainCard,
    ford: TerrainCard,
    rough: TerrainCard,
    stream: TerrainCard,
    town: TerrainCard,
    church: TerrainCard,
    woods: TerrainCard,
}

impl Terrain {
    /// All kinds of ground.
    pub const ALL: [Self; 10] = [
        Self::Clear,
        Self::Hill,
        Self::River,
        Self::Bridge,
        Self::Ford,
        Self::Rough,
        Self::Stream,
        Self::Town,
        Self::Church,
        Self::Woods,
    ];

    /// Its word in scenes and files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Hill => "hill",
            Self::River => "river",
            Self::Bridge => "bridge",
            Self::Ford => "ford",
            Self::Rough => "rough",
            Self::Stream => "stream",
            Self::Town => "town",
            Self::Church => "church",
            Self::Woods => "woods",
        }
    }

    /// The ground of a word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.word() == word)
    }

    /// Its row of the chart.
    #[inline]
    pub fn card(self) -> &'static TerrainCard {
        &chart()[self as usize]
    }

    /// Water, which ad hoc ground has not (17.3.2).
    pub const fn is_water(self) -> bool {
        matches!(self, Self::River | Self::Bridge | Self::Ford | Self::Stream)
    }
}

fn chart() -> &'static [TerrainCard; 10] {
    static CHART: OnceLock<[TerrainCard; 10]> = OnceLock::new();
    CHART.get_or_init(|| {
        let file: TerrainFile = parse("terrain.toml", FILE);
        let TerrainFile { clear, hill, river, bridge, ford, rough, stream, town, church, woods } = file;
        [clear, hill, river, bridge, ford, rough, stream, town, church, woods]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_reads() {
        assert_eq!(Terrain::River.card().cost, None);
        assert_eq!((Terrain::Town.card().into, Terrain::Town.card().missile_defence), (-2, 2));
        assert!(Terrain::Stream.card().stops);
        for terrain in Terrain::ALL {
            assert_eq!(Terrain::read(terrain.word()), Some(terrain));
        }
    }
}
