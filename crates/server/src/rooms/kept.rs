//! What a room keeps beside the decisions: clocks, and what a record from elsewhere says beyond them.

use sandtable_engine::chance::Draw;
use sandtable_engine::record::End;
use serde::{Deserialize, Serialize};

use super::clocks::KeptClocks;

/// What a room keeps beside the decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What the clocks show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<KeptClocks>,
    /// The draws of the set-up of an uploaded record, which may have come from anywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<Draw>,
    /// The end of an uploaded record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

impl Kept {
    /// Reads what was stored; what cannot be read counts as nothing, and the log says so.
    pub fn read(text: Option<&str>) -> Self {
        let Some(text) = text else { return Self::default() };
        serde_json::from_str(text).unwrap_or_else(|error| {
            tracing::error!(%error, "what a room kept cannot be read; its clocks begin anew");
            Self::default()
        })
    }

    /// As it is stored; nothing if there is nothing to keep.
    pub fn write(&self) -> Option<String> {
        (*self != Self::default()).then(|| serde_json::to_string(self).expect("plain values have JSON"))
    }
}
