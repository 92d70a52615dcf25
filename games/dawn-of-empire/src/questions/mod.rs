//! Questions that several phases ask: pure functions of the table.

pub mod battle_line;
pub mod havens;
pub mod orders;
pub mod passage;
pub mod reach;
pub mod watch;
