//! Numbers of rules.

use std::fmt;

use serde::Serialize;

/// The number of a rule as the rulebook prints it, such as `6.7c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RuleRef(pub &'static str);

impl fmt::Display for RuleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Names a rule: `rule!("6.6")`.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {
        $crate::RuleRef($number)
    };
}
