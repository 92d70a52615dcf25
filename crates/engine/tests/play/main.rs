//! What the engine promises, shown with the toy.

mod door;
mod erased;
mod knowledge;
mod leaks;
mod odds;
mod records;
mod table;
mod text;
mod undo;
