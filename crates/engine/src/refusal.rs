//! Refusals: why something may not be done, as data.

use serde::Serialize;

use crate::{RuleRef, Thing};

/// Why a choice is not allowed. Small and without allocation, so that search can afford it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleRef,
    /// A sentence that teaches; `{0}` and `{1}` stand for the figures.
    pub why: &'static str,
    /// Numbers that the sentence mentions.
    pub figures: [i16; 2],
    /// Pieces and spaces in the way.
    pub in_the_way: [Option<Thing>; 2],
}

impl Refusal {
    /// A refusal that names a rule and the reason.
    #[inline]
    pub const fn new(rule: RuleRef, why: &'static str) -> Self {
        Self { rule, why, figures: [0; 2], in_the_way: [None; 2] }
    }

    /// The same with the figures of its sentence.
    #[inline]
    #[must_use]
    pub const fn figures(mut self, first: i16, second: i16) -> Self {
        self.figures = [first, second];
        self
    }

    /// The same with one more piece or space that is in the way.
    #[inline]
    #[must_use]
    pub const fn blocked_by(mut self, thing: Thing) -> Self {
        match self.in_the_way {
            [None, _] => self.in_the_way[0] = Some(thing),
            _ => self.in_the_way[1] = Some(thing),
        }
        self
    }

    /// The sentence with its figures filled in.
    pub fn sentence(&self) -> String {
        self.why.replace("{0}", &self.figures[0].to_string()).replace("{1}", &self.figures[1].to_string())
    }
}

/// A refusal as it leaves the engine: pieces and spaces by the keys that the scene uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refused {
    /// The rule that forbids it.
    pub rule: String,
    /// A sentence that teaches.
    pub why: String,
    /// Keys of pieces in the way.
    pub pieces: Vec<String>,
    /// Keys of spaces in the way.
    pub spaces: Vec<String>,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (rule {})", self.why, self.rule)
    }
}

/// Refuses unless the condition holds: `require!(dice > 0, "6.5b", "no dice are left to throw")`.
///
/// A refusal may carry figures, `; figures a, b`, and things in the way, `; blocked thing`.
#[macro_export]
macro_rules! require {
    ($condition:expr, $rule:literal, $why:literal) => {
        if !$condition {
            return Err($crate::Refusal::new($crate::rule!($rule), $why));
        }
    };
    ($condition:expr, $rule:literal, $why:literal; figures $first:expr, $second:expr) => {
        if !$condition {
            return Err($crate::Refusal::new($crate::rule!($rule), $why).figures($first, $second));
        }
    };
    ($condition:expr, $rule:literal, $why:literal; blocked $thing:expr) => {
        if !$condition {
            return Err($crate::Refusal::new($crate::rule!($rule), $why).blocked_by($thing));
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    fn within(range: i16) -> Result<(), Refusal> {
        require!(range <= 18, "6.2", "a ship at {0} hexes cannot be seen, {1} is the farthest"; figures range, 18);
        Ok(())
    }

    #[test]
    fn the_sentence_has_its_figures() {
        let refusal = within(20).expect_err("20 is too far");
        assert_eq!(refusal.sentence(), "a ship at 20 hexes cannot be seen, 18 is the farthest");
        assert_eq!(refusal.rule, rule!("6.2"));
        assert!(within(18).is_ok());
    }
}
