//! Changes of a chance as they are printed: in points, with their sign.

use std::cmp::Ordering;

/// A change of a chance in points; what rounds to nothing has no sign.
pub fn points(change: f64) -> String {
    match (rise(change), format!("{:.1}", 100.0 * change.abs())) {
        (Ordering::Less, figure) => format!("−{figure}"),
        (Ordering::Equal, figure) => figure,
        (Ordering::Greater, figure) => format!("+{figure}"),
    }
}

/// The same of what is not a change: only what is below nought has a sign.
pub(super) fn in_points(chance: f64) -> String {
    points(chance).trim_start_matches('+').to_owned()
}

/// Whether a change is one up or down, as far as it is printed.
pub(super) fn rise(change: f64) -> Ordering {
    (1_000.0 * change).round().partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        let changes = [(0.051, "+5.1"), (-0.051, "−5.1"), (0.0004, "0.0"), (-0.0004, "0.0")];
        for (change, printed) in changes {
            assert_eq!(points(change), printed);
            assert_eq!(in_points(change), printed.trim_start_matches('+'));
            assert_eq!(rise(change) == Ordering::Equal, printed == "0.0", "{change}");
        }
    }
}
