//! Pure functions that several boxes ask.

pub mod formation;
pub mod reach;
