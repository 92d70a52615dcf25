//! Sockets as clients meet them: two people over the network, and those who mean no good.

#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod player;
mod records;
mod reviews;
mod two;
