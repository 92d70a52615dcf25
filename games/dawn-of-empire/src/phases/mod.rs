//! The boxes of the sequence of play, a file a chapter.

pub mod battle;
pub mod bidding;
pub mod bombardment;
pub mod combat;
pub mod control;
pub mod deployment;
pub mod engagement;
pub mod gather;
pub mod homing;
pub mod movement;
pub mod new_forces;
pub mod order_menu;
pub mod orders;
pub mod pursuit;
pub mod repair;
pub mod upkeep;
pub mod voyage;
