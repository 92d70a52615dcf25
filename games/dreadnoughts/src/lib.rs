//! Dreadnoughts.
