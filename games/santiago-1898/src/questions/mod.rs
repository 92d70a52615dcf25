//! Pure functions that several phases ask.

pub mod control;
pub mod fire_strength;
pub mod reach;
pub mod retreat;
pub mod shock_odds;
pub mod stacking;
pub mod supply;
