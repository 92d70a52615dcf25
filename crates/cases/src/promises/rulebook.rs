//! Every number that a game cites stands in the list of its rules.

use std::collections::{BTreeSet, HashSet};

use sandtable_engine::{Refusal, RuleRef, Rules};

use crate::rule_list;

/// The numbers of a game's rules.
pub struct Rulebook {
    numbers: BTreeSet<String>,
    /// Refusals that have been looked at: the same few come again and again.
    known: HashSet<(RuleRef, &'static str)>,
}

impl Rulebook {
    pub fn of<G: Rules>() -> Result<Self, String> {
        let rules = rule_list::read("rules.toml", G::INFO.rule_list)
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
        Ok(Self { numbers: rules.into_iter().map(|rule| rule.number).collect(), known: HashSet::new() })
    }

    /// Rule 0 is the kernel's own.
    pub fn has(&self, rule: RuleRef) -> bool {
        rule.0 == "0" || self.numbers.contains(rule.0)
    }

    /// A refusal cites a rule of the game and says something.
    pub fn check_refusal(&mut self, refusal: &Refusal) -> Result<(), String> {
        if !self.known.insert((refusal.rule, refusal.why)) {
            return Ok(());
        }
        if !self.has(refusal.rule) {
            return Err(format!("a refusal cites rule {}, which the list of rules lacks", refusal.rule));
        }
        let sentence = refusal.sentence();
        if sentence.trim().is_empty() || sentence.contains('{') {
            return Err(format!("a refusal by rule {} gives no proper reason: {sentence:?}", refusal.rule));
        }
        Ok(())
    }
}
