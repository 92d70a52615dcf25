//! Chapter 2, 2.5a to 2.5c, and a figure of 12.5: rule two and a half is not among them.

/// Which hexes count (2.5b).
fn range() {}
