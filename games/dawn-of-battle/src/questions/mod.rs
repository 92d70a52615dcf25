//! Pure functions that several boxes ask.

pub mod charge;
pub mod formation;
pub mod reach;
