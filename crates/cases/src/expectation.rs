//! What must be found in a position, or in what a viewer sees of it.

use serde_json::Value as Json;

use crate::case::SeatName;
use crate::fields::{Fields, Value};
use crate::pattern::{fits, lookup, same, short};

/// One place and what must be found there.
#[derive(Clone, Debug)]
pub(crate) struct Expectation {
    pub line: usize,
    pub at: String,
    pub looks: Looks,
    pub checks: Vec<Check>,
}

/// Who looks.
#[derive(Clone, Debug)]
pub(crate) enum Looks {
    /// The whole position with all its secrets.
    Position,
    /// The scene as a seat sees it.
    Seat(SeatName),
    /// The scene as somebody sees it who looks on.
    Spectator,
}

#[derive(Clone, Debug)]
pub(crate) enum Check {
    Is(Json),
    IsNot(Json),
    AtLeast(f64),
    AtMost(f64),
    Contains(Json),
    Count(usize),
    Absent,
}

impl Expectation {
    /// Reads the place and its checks; complains where there is nothing to check.
    pub fn read(fields: &mut Fields) -> Option<Self> {
        let line = fields.line();
        let at = fields.need("at").and_then(|value| {
            let at = value.text()?;
            let whole = at.is_empty() || at.starts_with('/');
            if !whole {
                value.complain("must begin with a `/`", &[]);
            }
            whole.then_some(at)
        });
        let mut checks = Vec::new();
        checks.extend(fields.get("is").and_then(|value| value.json()).map(Check::Is));
        checks.extend(fields.get("is-not").and_then(|value| value.json()).map(Check::IsNot));
        checks.extend(fields.get("at-least").and_then(|value| value.fraction()).map(Check::AtLeast));
        checks.extend(fields.get("at-most").and_then(|value| value.fraction()).map(Check::AtMost));
        checks.extend(fields.get("contains").and_then(|value| value.json()).map(Check::Contains));
        checks.extend(fields.get("count").and_then(|value| value.number("a count")).map(Check::Count));
        checks.extend(fields.get("absent").filter(Value::yes).map(|_| Check::Absent));
        if !KEYS.iter().any(|key| fields.has(key)) {
            fields.complain("", "says nothing about the place", &KEYS);
        }
        Some(Self { line, at: at?, looks: Looks::Position, checks })
    }

    /// Every check that does not hold: what was expected, and what came.
    pub fn faults(&self, whole: &Json) -> Vec<(String, String)> {
        let found = lookup(whole, &self.at);
        let faults = self.checks.iter().filter(|check| !check.holds(found.as_ref().ok().copied()));
        let came = match &found {
            Ok(found) => short(found),
            Err(lost) => lost.clone(),
        };
        faults.map(|check| (format!("`{}` {}", self.at, check.words()), came.clone())).collect()
    }
}

const KEYS: [&str; 7] = ["is", "is-not", "at-least", "at-most", "contains", "count", "absent"];

impl Check {
    fn holds(&self, found: Option<&Json>) -> bool {
        let Some(found) = found else {
            return matches!(self, Self::Absent);
        };
        match self {
            Self::Is(wanted) => same(wanted, found),
            Self::IsNot(unwanted) => !same(unwanted, found),
            Self::AtLeast(least) => found.as_f64().is_some_and(|number| number >= *least),
            Self::AtMost(most) => found.as_f64().is_some_and(|number| number <= *most),
            Self::Contains(wanted) => contains(found, wanted),
            Self::Count(wanted) => count(found) == Some(*wanted),
            Self::Absent => found.is_null(),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Is(wanted) => format!("is {wanted}"),
            Self::IsNot(unwanted) => format!("is not {unwanted}"),
            Self::AtLeast(least) => format!("is at least {least}"),
            Self::AtMost(most) => format!("is at most {most}"),
            Self::Contains(wanted) => format!("contains {wanted}"),
            Self::Count(count) => format!("has {count} items"),
            Self::Absent => "is absent".to_owned(),
        }
    }
}

/// A list with an item that fits, a text with a part, a table with a key or with fields that fit.
fn contains(found: &Json, wanted: &Json) -> bool {
    match (found, wanted) {
        (Json::Array(items), wanted) => items.iter().any(|item| fits(wanted, item)),
        (Json::String(text), Json::String(part)) => text.contains(part.as_str()),
        (Json::Object(entries), Json::String(key)) => entries.contains_key(key),
        (Json::Object(_), Json::Object(_)) => fits(wanted, found),
        _ => false,
    }
}

fn count(found: &Json) -> Option<usize> {
    match found {
        Json::Array(items) => Some(items.len()),
        Json::Object(entries) => Some(entries.len()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn holds(check: &Check, found: &Json) -> bool {
        check.holds(Some(found))
    }

    #[test]
    fn each_check_can_hold_and_fail() {
        assert!(holds(&Check::Is(json!(2)), &json!(2)) && !holds(&Check::Is(json!(2)), &json!(3)));
        assert!(holds(&Check::IsNot(json!(2)), &json!(3)) && !holds(&Check::IsNot(json!(2)), &json!(2)));
        assert!(holds(&Check::AtLeast(2.0), &json!(2)) && !holds(&Check::AtLeast(2.0), &json!(1)));
        assert!(holds(&Check::AtMost(2.0), &json!(2)) && !holds(&Check::AtMost(2.0), &json!("2")));
        let list = json!(["smoke", {"hex": "0101", "turn": 2}]);
        assert!(holds(&Check::Contains(json!({"hex": "0101"})), &list));
        assert!(!holds(&Check::Contains(json!("fog")), &list));
        assert!(holds(&Check::Contains(json!("mok")), &json!("smoke")));
        assert!(holds(&Check::Count(2), &list) && !holds(&Check::Count(2), &json!(2)));
        assert!(holds(&Check::Absent, &Json::Null) && !holds(&Check::Absent, &json!(0)));
        assert!(Check::Absent.holds(None) && !Check::IsNot(json!(1)).holds(None));
    }
}
