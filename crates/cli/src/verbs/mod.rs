//! The verbs, a file each: the arguments, and what is done with them.

pub mod audit;
pub mod bench;
pub mod calibrate;
pub mod cases;
pub mod dreadnoughts;
pub mod games;
pub mod hint;
pub mod ladder;
pub mod load;
pub mod odds;
pub mod play;
pub mod replay;
pub mod review;
pub mod rules;
pub mod serve;
pub mod simulate;
pub mod verify;
