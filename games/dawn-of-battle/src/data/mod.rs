//! The data of the box, read once: counters, ground, track, figures.

pub mod cards;
pub mod charts;
pub mod clash;
pub mod events;
pub mod leaders;
pub mod limits;
pub mod terrain;
pub mod track;
pub mod units;

pub use cards::{CARDS, Card, CardId, CardSet, Colour, Icon, card};
pub use charts::{Cell, Chart, Harm, cell, machina, machina_outcome};
pub use clash::clash;
pub use events::{EVENTS, EventCard, EventId, Timing, event};
pub use leaders::{LeaderCounter, LeaderValues, leader_counters};
pub use limits::{BuildLimits, DeploymentLimits, Limits, limits};
pub use terrain::{Terrain, TerrainCard};
pub use track::{TurnBox, bank_die, turn_box};
pub use units::{Category, Figures, Kind, KindSet, Size, TypeCard};

/// A digest of everything in the box that a scenario draws upon.
pub fn digest() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let files = [
        cards::TEXT,
        charts::TEXT,
        clash::TEXT,
        events::TEXT,
        leaders::FILE,
        limits::FILE,
        terrain::FILE,
        track::FILE,
        units::FILE,
    ];
    for text in files {
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

/// Reads a file of the box; that it reads is what a test sees to.
fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("{file} does not read: {error}"))
}
