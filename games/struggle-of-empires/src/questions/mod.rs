//! Pure functions that several phases ask.

pub mod entry;
pub mod strength;
pub mod targets;
