//! Rooms without a network: who is told what, when time runs out, how bots go on.

mod bots;
mod clocks;
mod failures;
mod films;
mod hints;
mod reviews;
mod secrets;
mod seven;
mod table;
