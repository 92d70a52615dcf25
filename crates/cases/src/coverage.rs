//! Which rules have cases.

use std::fmt;

use sandtable_engine::Problem;
use sandtable_engine::erased::AnyRules;
use serde::Serialize;

use crate::Case;
use crate::rule_list::{self, Status};

/// The enforced rules of a game with the cases that cover them.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// The game's id.
    pub game: String,
    /// The enforced rules, in the order of the game's list.
    pub rules: Vec<Covered>,
    /// What cases name and the list lacks: an error.
    pub strangers: Vec<Stranger>,
    /// How many of the enforced rules have a case, in hundredths.
    pub percentage: f64,
}

/// A rule with its cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Covered {
    /// The rule's number.
    pub number: String,
    /// Its title.
    pub title: String,
    /// The cases that name it: `file:line: title`.
    pub cases: Vec<String>,
}

/// A number that a case names and that is no rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stranger {
    /// The number.
    pub number: String,
    /// The case: `file:line: title`.
    pub case: String,
}

/// Holds the cases of a game against the list of its rules; cases of other games are left out.
///
/// A case that names rule 6.7 does not cover 6.7a. The error says what is wrong with the game's list.
pub fn coverage(game: &dyn AnyRules, cases: &[Case]) -> Result<Coverage, Vec<Problem>> {
    let info = game.info();
    let list = rule_list::read(&format!("{}/rules.toml", info.id), info.rule_list)?;
    let cases: Vec<&Case> =
        cases.iter().filter(|case| case.game.as_deref().is_none_or(|game| game == info.id)).collect();

    let enforced = list.iter().filter(|rule| rule.status == Status::Enforced);
    let rules: Vec<Covered> = enforced
        .map(|rule| {
            let cases = cases.iter().filter(|case| case.rules.contains(&rule.number));
            Covered {
                number: rule.number.clone(),
                title: rule.title.clone(),
                cases: cases.map(|case| place(case)).collect(),
            }
        })
        .collect();
    let named = cases.iter().flat_map(|case| case.rules.iter().map(move |number| (case, number)));
    let strangers = named.filter(|(_, number)| !list.iter().any(|rule| rule.number == **number));
    let strangers = strangers.map(|(case, number)| Stranger { number: number.clone(), case: place(case) });
    let covered = rules.iter().filter(|rule| !rule.cases.is_empty()).count();
    #[expect(clippy::cast_precision_loss, reason = "a game has a few hundred rules")]
    let percentage = if rules.is_empty() { 100.0 } else { 100.0 * covered as f64 / rules.len() as f64 };
    Ok(Coverage { game: info.id.to_owned(), strangers: strangers.collect(), percentage, rules })
}

fn place(case: &Case) -> String {
    format!("{}:{}: {}", case.file, case.line, case.title)
}

impl Coverage {
    /// Enforced rules without any case.
    pub fn bare(&self) -> impl Iterator<Item = &Covered> {
        self.rules.iter().filter(|rule| rule.cases.is_empty())
    }

    /// Whether every enforced rule has a case and every case names rules that there are.
    pub fn is_whole(&self) -> bool {
        self.strangers.is_empty() && self.bare().next().is_none()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rules.iter().map(|rule| rule.number.chars().count()).max().unwrap_or(0);
        for rule in &self.rules {
            let count = if rule.cases.is_empty() { "none".to_owned() } else { rule.cases.len().to_string() };
            writeln!(f, "{:width$}  {count:>4}  {}", rule.number, rule.title)?;
            for case in &rule.cases {
                writeln!(f, "{:width$}          {case}", "")?;
            }
        }
        for stranger in &self.strangers {
            writeln!(f, "{} is no rule of this game, but is named by {}", stranger.number, stranger.case)?;
        }
        let bare: Vec<&str> = self.bare().map(|rule| rule.number.as_str()).collect();
        if !bare.is_empty() {
            writeln!(f, "without cases: {}", bare.join(", "))?;
        }
        let covered = self.rules.len() - bare.len();
        let all = self.rules.len();
        write!(f, "{}: {covered} of {all} enforced rules have cases, {:.1} %", self.game, self.percentage)
    }
}
