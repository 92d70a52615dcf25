//! Finds a rule by its number in a game's `rules.md`.

use std::fmt;

use anyhow::bail;
use serde::Serialize;

/// A part of the rules under its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The number of its heading.
    pub number: String,
    /// The title of its heading.
    pub title: String,
    /// The clause that was asked for, if the number names one.
    pub clause: Option<String>,
    /// Everything under the heading, the heading included; lines of the clause are marked.
    pub text: String,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A heading with a number: `### 6.7 Damage`.
struct Heading<'a> {
    line: usize,
    level: usize,
    number: &'a str,
    title: &'a str,
}

/// The section of a number. `6.7c` is clause c of 6.7, and `C1.3` is a line of C1 unless it has its own heading.
pub fn section(rules: &str, wanted: &str) -> anyhow::Result<Section> {
    let headings: Vec<Heading> = rules.lines().enumerate().filter_map(heading).collect();
    if let Some(heading) = headings.iter().find(|heading| heading.number == wanted) {
        return Ok(cut(rules, heading, None));
    }
    for (parent, mark) in parents(wanted) {
        let Some(heading) = headings.iter().find(|heading| heading.number == parent) else { continue };
        let section = cut(rules, heading, Some((wanted, &mark)));
        if section.clause.is_some() {
            return Ok(section);
        }
    }
    bail!("there is no rule {wanted}; near it are: {}", near(&headings, wanted).join(", "));
}

/// The part of a number before its last letter or its last dot, with what the lines of the part begin with.
fn parents(wanted: &str) -> Vec<(&str, String)> {
    let mut parents = Vec::new();
    if let Some((last, letter)) =
        wanted.char_indices().last().filter(|(_, letter)| letter.is_ascii_alphabetic())
    {
        parents.push((&wanted[..last], format!("- **{letter})**")));
    }
    if let Some((parent, _)) = wanted.rsplit_once('.') {
        parents.push((parent, format!("| {wanted} |")));
    }
    parents
}

fn heading((line, text): (usize, &str)) -> Option<Heading<'_>> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    let (number, title) = rest.trim().split_once(' ')?;
    let numbered = number.contains(|letter: char| letter.is_ascii_digit());
    (level > 0 && numbered).then_some(Heading { line, level, number, title })
}

/// The lines from a heading to the next one that is not below it.
fn cut(rules: &str, heading: &Heading, clause: Option<(&str, &str)>) -> Section {
    let level_of = |text: &str| text.len() - text.trim_start_matches('#').len();
    let mut after = rules.lines().skip(heading.line + 1);
    let end = after.position(|text| (1..=heading.level).contains(&level_of(text)));
    let lines = rules.lines().skip(heading.line).take(end.map_or(usize::MAX, |end| end + 1));
    let (mut text, mut found, mut inside) = (String::new(), false, false);
    for line in lines {
        inside = match clause {
            Some((_, mark)) if line.starts_with(mark) => true,
            // A clause goes on as long as its lines are indented.
            _ => inside && line.starts_with("  "),
        };
        found |= inside;
        text.push_str(if inside { "=> " } else { "" });
        text.push_str(line);
        text.push('\n');
    }
    Section {
        number: heading.number.into(),
        title: heading.title.into(),
        clause: clause.filter(|_| found).map(|(number, _)| number.into()),
        text: text.trim_end().into(),
    }
}

/// Numbers that begin as the wanted one does, as far as any do.
fn near<'a>(headings: &[Heading<'a>], wanted: &str) -> Vec<&'a str> {
    let alike = |number: &str| number.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    let most = headings.iter().map(|heading| alike(heading.number)).max().unwrap_or(0);
    headings
        .iter()
        .filter(|heading| alike(heading.number) == most)
        .map(|heading| heading.number)
        .take(12)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::section;

    const RULES: &str = "# The rules\n\n## 6 Gunnery\n\n### 6.7 Damage\n\nThrow a die.\n\n- **a)** Nothing.\n\
        - **b)** A hit,\n  and more.\n- **c)** Two.\n\n### 6.8 Critical hits\n\nSee C1.\n\n## Charts\n\n### C1 Hits\n\n\
        | C1.1 | jam |\n| C1.2 | fire |\n";

    #[test]
    fn a_number_gives_its_section_and_nothing_else() {
        let found = section(RULES, "6.7").expect("it is there");
        assert!(found.text.starts_with("### 6.7 Damage") && found.text.ends_with("Two."), "{}", found.text);
    }

    #[test]
    fn a_chapter_holds_its_sections() {
        let found = section(RULES, "6").expect("it is there");
        assert!(found.text.contains("6.8") && !found.text.contains("Charts"), "{}", found.text);
    }

    #[test]
    fn a_clause_is_marked_in_its_section() {
        let found = section(RULES, "6.7b").expect("it is there");
        assert!(found.text.contains("\n=> - **b)** A hit,\n=>   and more.\n- **c)**"), "{}", found.text);
        assert_eq!(found.clause.as_deref(), Some("6.7b"));
        assert!(section(RULES, "C1.2").expect("it is there").text.contains("=> | C1.2 |"));
    }

    #[test]
    fn an_unknown_number_is_answered_with_near_ones() {
        let error = section(RULES, "6.9").expect_err("it is not there").to_string();
        assert!(error.contains("6.7, 6.8"), "{error}");
        let error = section(RULES, "6.7x").expect_err("it is not there").to_string();
        assert!(error.ends_with("near it are: 6.7"), "{error}");
    }
}
