//! Battles.
