//! The attack that is being fought out, as a page shows it.
