//! Clients that play against a server, and what it costs: rates, latencies, memory.
//!
//! | file | what is in it |
//! |---|---|
//! | `client` | requests and sockets |
//! | `hot_seat` | somebody who plays all seats of a match at random |
//! | `house` | the server's process: started, weighed, stopped |
//! | `disk` | what the disk itself can do |
//! | `spread` | middle and tail of many times |
//! | `rates`, `crowds`, `lengths` | the measurements |
//! | `report` | what was measured, beside what is wanted |

#![expect(clippy::cast_precision_loss, reason = "counts and bytes of a load test are far below 2 to the 52")]

mod client;
mod crowds;
mod disk;
mod hot_seat;
mod house;
mod lengths;
mod rates;
mod report;
mod spread;

pub use client::{Client, Frame, Reply, Sheet, Socket};
pub use hot_seat::{HotSeat, Step};
pub use house::House;
pub use report::{PARTS, Plan, Report, run};
