//! How what a case names is held against what a match shows.

use serde_json::Value as Json;

/// Whether two values are the same; `1` and `1.0` are.
pub fn same(wanted: &Json, found: &Json) -> bool {
    match (wanted, found) {
        (Json::Number(wanted), Json::Number(found)) => wanted == found || wanted.as_f64() == found.as_f64(),
        (Json::Array(wanted), Json::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(wanted, found)| same(wanted, found))
        }
        (Json::Object(wanted), Json::Object(found)) => {
            wanted.len() == found.len()
                && wanted.iter().all(|(key, wanted)| found.get(key).is_some_and(|found| same(wanted, found)))
        }
        _ => wanted == found,
    }
}

/// Whether everything that the pattern names is so; fields that it does not name are free.
pub fn fits(pattern: &Json, found: &Json) -> bool {
    match (pattern, found) {
        (Json::Array(pattern), Json::Array(found)) => {
            pattern.len() == found.len()
                && pattern.iter().zip(found).all(|(pattern, found)| fits(pattern, found))
        }
        (Json::Object(pattern), Json::Object(found)) => {
            pattern.iter().all(|(key, pattern)| found.get(key).is_some_and(|found| fits(pattern, found)))
        }
        _ => same(pattern, found),
    }
}

/// The value at a pointer such as `/table/ships/hood/hits`, or how far the pointer leads.
///
/// In a list a part of the pointer is a number from 0, or `field=value` for the first item with that field.
pub fn lookup<'a>(whole: &'a Json, pointer: &str) -> Result<&'a Json, String> {
    let mut found = whole;
    let mut path = String::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        let Some(next) = child(found, &part) else {
            let place = if path.is_empty() { "the top".to_owned() } else { format!("`{path}`") };
            return Err(format!("{place} has no `{part}`; {}", contents(found)));
        };
        path = format!("{path}/{part}");
        found = next;
    }
    Ok(found)
}

fn child<'a>(value: &'a Json, part: &str) -> Option<&'a Json> {
    match value {
        Json::Object(entries) => entries.get(part),
        Json::Array(items) => match part.split_once('=') {
            None => items.get(part.parse::<usize>().ok()?),
            Some((field, wanted)) => items.iter().find(|item| match item.get(field) {
                Some(Json::String(text)) => text == wanted,
                Some(other) => *wanted == *other.to_string(),
                None => false,
            }),
        },
        _ => None,
    }
}

/// What a place holds, for somebody who looked for something else there.
fn contents(value: &Json) -> String {
    match value {
        Json::Object(entries) => {
            let keys: Vec<&str> = entries.keys().take(40).map(String::as_str).collect();
            let more = entries.len().saturating_sub(keys.len());
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            format!("it has {}{more}", keys.join(", "))
        }
        Json::Array(items) => {
            let first =
                items.first().map(|item| format!(", the first is {}", short(item))).unwrap_or_default();
            format!("it is a list of {}{first}", items.len())
        }
        other => format!("it is {}", short(other)),
    }
}

/// A value as text, cut where it gets too long to read.
pub fn short(value: &Json) -> String {
    const MOST: usize = 400;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        None => text,
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_that_are_not_named_are_free() {
        let event = json!({"hit": {"ship": "hood", "dice": [5, 6]}});
        assert!(fits(&json!({"hit": {}}), &event));
        assert!(fits(&json!({"hit": {"dice": [5.0, 6]}}), &event));
        assert!(!fits(&json!({"hit": {"dice": [5]}}), &event));
        assert!(!fits(&json!({"hit": {"turn": 1}}), &event));
        assert!(!same(&json!({"hit": {}}), &event));
    }

    #[test]
    fn a_pointer_that_leads_nowhere_says_what_is_there() {
        let position = json!({"table": {"ships": [{"id": "hood", "hits": 2}]}});
        assert_eq!(lookup(&position, "/table/ships/0/hits"), Ok(&json!(2)));
        assert_eq!(lookup(&position, "/table/ships/id=hood/hits"), Ok(&json!(2)));
        assert_eq!(lookup(&position, ""), Ok(&position));
        let lost = lookup(&position, "/table/shops").expect_err("there are none");
        assert_eq!(lost, "`/table` has no `shops`; it has ships");
        assert!(lookup(&position, "/table/ships/7").is_err());
        assert!(lookup(&position, "/table/ships/0/hits/deeper").is_err());
    }
}
