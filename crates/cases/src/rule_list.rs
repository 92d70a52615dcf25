//! The list of a game's rules, `rules.toml`.

use sandtable_engine::Problem;

use crate::fields::{Fields, Source, Value};

/// One numbered rule.
#[derive(Clone, Debug)]
pub struct Rule {
    pub number: String,
    pub title: String,
    /// The source file that carries it out, from `src/`; empty where none is named.
    pub file: String,
    /// Where the list names that file, or the rule.
    pub line: usize,
    pub status: Status,
}

/// What a program does with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It sees to it.
    Enforced,
    /// It only shows it.
    Display,
    /// Nothing: the rule is about cardboard and paper.
    Physical,
}

/// Every numbered rule, in the order of the list.
pub fn read(file: &str, text: &str) -> Result<Vec<Rule>, Vec<Problem>> {
    let source = Source::new(file, text);
    let rules = match crate::read::parse(&source, text) {
        None => Vec::new(),
        Some(table) => {
            let mut fields = Fields::new(&source, table.get_ref());
            let mut rules: Vec<Rule> = Vec::new();
            for value in fields.list("rule") {
                let Some(rule) = value.fields().and_then(rule) else { continue };
                if rules.iter().any(|known| known.number == rule.number) {
                    value.complain(&format!("rule {} is listed twice", rule.number), &[]);
                }
                rules.push(rule);
            }
            rules
        }
    };
    let problems = source.into_problems();
    if problems.is_empty() { Ok(rules) } else { Err(problems) }
}

fn rule(mut fields: Fields) -> Option<Rule> {
    let number = fields.need("number").and_then(|value| value.text());
    let title = fields.need("title").and_then(|value| value.text());
    let file = fields.get("file");
    let line = file.as_ref().map_or(fields.line(), Value::line);
    let file = file.and_then(|value| value.text()).unwrap_or_default();
    let status = fields.need("status").and_then(|value| value.word(&["enforced", "display", "physical"]));
    let status = match status?.as_str() {
        "enforced" => Status::Enforced,
        "display" => Status::Display,
        _ => Status::Physical,
    };
    Some(Rule { number: number?, title: title?, file, line, status })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_out_of_order_says_where() {
        let rule = "[[rule]]\nnumber = \"1\"\ntitle = \"a\"\nstatus = \"enforced\"\n";
        assert_eq!(read("rules.toml", rule).expect("in order").len(), 1);
        let twice = read("rules.toml", &rule.repeat(2)).expect_err("listed twice");
        assert_eq!(twice[0].to_string(), "rules.toml:5: `rule[2]`: rule 1 is listed twice");
        let status = read("rules.toml", &rule.replace("enforced", "kept")).expect_err("no such status");
        assert_eq!(status[0].allowed, ["enforced", "display", "physical"]);
    }
}
