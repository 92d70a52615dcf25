//! The boxes of the sequence of play, a file each, and what they share.

pub mod answers;
pub mod asking;
pub mod attack;
pub mod auction;
pub mod building;
pub mod buying;
pub mod colonising;
pub mod combat;
pub mod counters;
pub mod decision;
pub mod free_actions;
pub mod income;
pub mod losses;
pub mod marching;
pub mod placing;
pub mod proposal;
pub mod raiders;
pub mod sea_fight;
pub mod spoils;
pub mod turn;
pub mod voyage;
pub mod war_end;
