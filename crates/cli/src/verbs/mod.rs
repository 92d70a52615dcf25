//! The verbs, a file each: the arguments, and what is done with them.

pub mod bench;
pub mod cases;
pub mod dreadnoughts;
pub mod games;
pub mod ladder;
pub mod load;
pub mod odds;
pub mod play;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod simulate;
pub mod verify;
