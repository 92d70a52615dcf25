//! The map as its file is written.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ids::HexId;

/// The map file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct MapFile {
    pub first_row: u8,
    pub columns: u8,
    pub ground: Vec<String>,
    pub closed: Vec<(HexId, HexId)>,
    pub names: BTreeMap<String, String>,
    pub objectives: ObjectivesFile,
    pub landing: LandingFile,
    pub sources: SourcesFile,
    pub works: WorksFile,
    pub road: Vec<LineFile>,
    pub rail: Vec<LineFile>,
    pub bridge: BridgeFile,
    pub river: Vec<RiverFile>,
}

/// The hexes that decide the campaign.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct ObjectivesFile {
    pub hexes: Vec<HexId>,
    pub el_caney: HexId,
}

/// The beaches.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct LandingFile {
    pub first: HexId,
    pub second: HexId,
}

/// The sources of supply that never move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct SourcesFile {
    pub spain: HexId,
}

/// Works.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct WorksFile {
    pub redoubt: Vec<HexId>,
    pub battery: Vec<HexId>,
    pub entrenchment: Vec<HexId>,
}

/// A road or a railway.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct LineFile {
    pub name: String,
    pub hexes: Vec<HexId>,
}

/// The bridge of option O4.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct BridgeFile {
    pub sides: (HexId, HexId),
}

/// A river.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct RiverFile {
    pub name: String,
    pub sides: Vec<(HexId, HexId)>,
}
