//! The boxes of the sequence of play, and the chapters of the administration.

pub mod advance;
pub mod arrivals;
pub mod base;
pub mod defensive_fire;
pub mod deployment;
pub mod events;
pub mod fever;
pub mod fire;
pub mod hit;
pub mod landing;
pub mod losses;
pub mod march;
pub mod movement;
pub mod naval_fire;
pub mod retreat;
pub mod shock;
pub mod surrender;
pub mod withdrawal;
