//! Pure functions that several phases ask.

pub mod range;
pub mod sector;
pub mod sight;
pub mod smoke;
pub mod speed;
