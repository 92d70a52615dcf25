//! Names: of guests, who are given one, and of accounts, who choose one.

use crate::faults::{Answer, Failure};

/// Birds of the sea and the shore; guests are called after them.
const BIRDS: [&str; 48] = [
    "Albatross",
    "Auk",
    "Avocet",
    "Bittern",
    "Booby",
    "Coot",
    "Cormorant",
    "Crane",
    "Curlew",
    "Dunlin",
    "Egret",
    "Eider",
    "Fulmar",
    "Gannet",
    "Godwit",
    "Goldeneye",
    "Goosander",
    "Grebe",
    "Guillemot",
    "Gull",
    "Heron",
    "Ibis",
    "Jacana",
    "Kestrel",
    "Kittiwake",
    "Knot",
    "Lapwing",
    "Mallard",
    "Merganser",
    "Murre",
    "Noddy",
    "Osprey",
    "Oystercatcher",
    "Pelican",
    "Penguin",
    "Petrel",
    "Phalarope",
    "Plover",
    "Puffin",
    "Razorbill",
    "Sanderling",
    "Shearwater",
    "Skua",
    "Smew",
    "Tern",
    "Turnstone",
    "Whimbrel",
    "Wigeon",
];

/// How guests' names begin; no account may take one that begins so.
const GUEST: &str = "Guest ";

/// A friendly name for a guest. Two may share one; nothing depends on it.
pub fn guest_name() -> String {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    let number = u32::from_le_bytes(bytes) as usize;
    let bird = BIRDS[number % BIRDS.len()];
    format!("{GUEST}{bird} {}", 10 + number / BIRDS.len() % 90)
}

/// A name as it is compared: upper and lower case are the same.
pub fn key(name: &str) -> String {
    name.to_lowercase()
}

/// Whether an account may have that name; if not, which rule it breaks.
pub fn check_name(name: &str) -> Answer<()> {
    let count = name.chars().count();
    if !(2..=24).contains(&count) {
        return Err(Failure::field("name", format!("a name has 2 to 24 characters, this one has {count}")));
    }
    let allowed = |sign: char| sign.is_alphanumeric() || " -_.'".contains(sign);
    if let Some(wrong) = name.chars().find(|sign| !allowed(*sign)) {
        let wrong = wrong.escape_debug();
        let message = format!("a name has letters, digits, spaces, `-`, `_`, `.` and `'`, not `{wrong}`");
        return Err(Failure::field("name", message));
    }
    if name.starts_with(' ') || name.ends_with(' ') || name.contains("  ") {
        return Err(Failure::field("name", "a name has single spaces, and only between its words"));
    }
    if !name.chars().any(char::is_alphabetic) {
        return Err(Failure::field("name", "a name has at least one letter"));
    }
    if key(&format!("{name} ")).starts_with(&key(GUEST)) {
        return Err(Failure::field("name", "names that begin with `Guest` are given to guests"));
    }
    Ok(())
}

/// Whether a password may be used; if not, why.
pub fn check_password(password: &str) -> Answer<()> {
    let count = password.chars().count();
    if (8..=256).contains(&count) {
        return Ok(());
    }
    Err(Failure::field("password", format!("a password has 8 to 256 characters, this one has {count}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names_pass_and_bad_ones_are_told_why() {
        for good in ["Ann", "Jörg", "O'Brien", "Adm. J. R. Jellicoe", "李舜臣", "x-1_y"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("A", "2 to 24"),
            ("a name that is far too long for us", "2 to 24"),
            ("<b>bold</b>", "`<`"),
            ("new\nline", "\\n"),
            (" Ann", "single spaces"),
            ("A  B", "single spaces"),
            ("123", "one letter"),
            ("Guest Auk 10", "guests"),
            ("guest", "guests"),
            ("right\u{202e}left", "`"),
        ] {
            let failure = check_name(bad).expect_err(bad);
            assert_eq!(failure.fault.field.as_deref(), Some("name"));
            assert!(failure.fault.message.contains(why), "{bad}: {}", failure.fault.message);
        }
    }

    #[test]
    fn guests_have_friendly_names() {
        for _ in 0..200 {
            let name = guest_name();
            let words: Vec<&str> = name.split(' ').collect();
            assert!(matches!(words[..], ["Guest", bird, _] if BIRDS.contains(&bird)), "{name}");
            assert!(words[2].parse::<u8>().is_ok_and(|number| (10..100).contains(&number)), "{name}");
        }
    }
}
