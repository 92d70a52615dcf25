//! The phases of a turn, one file a chapter or box of the sequence of play.

pub mod administration;
pub mod air;
pub mod combat;
pub mod critical;
pub mod damage;
pub mod fire;
pub mod gunnery;
pub mod helm;
pub mod movement;
pub mod orders;
pub mod reaction;
pub mod torpedoes;
