//! Every enforced rule is named where it is carried out.

use std::path::Path;

use sandtable_engine::Problem;

use crate::rule_list::{self, Rule, Status};

/// What is wrong with the files that a game's list of rules names; nothing where all is well.
///
/// `folder` is that of the game, with `rules.toml` and `src/`. For each enforced rule the file must be there and must
/// mention the number as a word of its own: 2.5 is neither in 2.5b nor in 12.5.
pub fn citations(folder: impl AsRef<Path>) -> Vec<Problem> {
    let folder = folder.as_ref();
    let path = folder.join("rules.toml");
    let list = path.display().to_string();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return vec![Problem::new(&list, "", &format!("cannot be read: {error}"))],
    };
    let rules = match rule_list::read(&list, &text) {
        Ok(rules) => rules,
        Err(problems) => return problems,
    };
    let enforced = rules.iter().filter(|rule| rule.status == Status::Enforced);
    let wrong = enforced.filter_map(|rule| {
        let what = complaint(&folder.join("src"), rule)?;
        Some(Problem::new(&list, "file", &what).at_line(rule.line))
    });
    wrong.collect()
}

fn complaint(sources: &Path, Rule { number, file, .. }: &Rule) -> Option<String> {
    if file.is_empty() {
        return Some(format!("rule {number} is enforced, but no file is named for it"));
    }
    match std::fs::read_to_string(sources.join(file)) {
        Ok(text) if mentions(&text, number) => None,
        Ok(_) => Some(format!("src/{file} does not mention rule {number}")),
        Err(error) => Some(format!("src/{file}, named for rule {number}, cannot be read: {error}")),
    }
}

/// Whether a number stands in a text and is no part of a longer one.
fn mentions(text: &str, number: &str) -> bool {
    let in_word = |character: char| character.is_alphanumeric() || character == '_';
    // A full stop joins only what stands right beside it: "2.5." ends a sentence, "2.5.1" is another rule.
    let goes_on = |mut beside: [Option<char>; 2]| {
        if beside[0] == Some('.') {
            beside[0] = beside[1];
        }
        beside[0].is_some_and(in_word)
    };
    text.match_indices(number).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + number.len()..]);
        let (mut before, mut after) = (before.chars().rev(), after.chars());
        !goes_on([before.next(), before.next()]) && !goes_on([after.next(), after.next()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_word_of_its_own() {
        for text in ["2.5", "/// Range (2.5, 2.5a).", "see 2.5. Or not", "rule!(\"2.5\")", "12.5 and 2.5"] {
            assert!(mentions(text, "2.5"), "{text}");
        }
        for text in ["", "2.5b", "12.5", "2.51", "2.5.1", "1.2.5", "C2.5", "r_2.5", "2.5_"] {
            assert!(!mentions(text, "2.5"), "{text}");
        }
        assert!(!mentions("C1.1, C12", "C1"));
    }
}
