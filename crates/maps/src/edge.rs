//! The four edges of a sheet.

use serde::{Deserialize, Serialize};

/// An edge of a sheet that lies with its top to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The top of the sheet.
    North,
    /// The right of the sheet.
    East,
    /// The bottom of the sheet.
    South,
    /// The left of the sheet.
    West,
}
