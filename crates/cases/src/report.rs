//! What came of running cases.

use std::fmt;

use sandtable_engine::Problem;
use serde::Serialize;

/// One thing that was not as a case says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The file of the case.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What the case shows.
    pub title: String,
    /// The step, from 1; nothing for the set-up and for what is expected in the end.
    pub step: Option<usize>,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub came: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.title)?;
        if let Some(step) = self.step {
            write!(f, ", step {step}")?;
        }
        writeln!(f)?;
        writeln!(f, "  expected: {}", indented(&self.expected))?;
        write!(f, "  came:     {}", indented(&self.came))
    }
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n            ")
}

/// A case that was run.
#[derive(Clone, Debug, Serialize)]
pub struct Ran {
    /// The file.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// What it shows.
    pub title: String,
    /// The numbers of the rules it covers.
    pub rules: Vec<String>,
    /// What was not as the case says.
    pub failures: Vec<Failure>,
}

/// Files that cannot be read, and cases with what came of them, in the order in which they were run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// How many cases went as they say.
    pub passed: usize,
    /// How many did not; a file that cannot be read counts as one.
    pub failed: usize,
    /// What is wrong with files that cannot be read.
    pub problems: Vec<Problem>,
    /// The cases.
    pub cases: Vec<Ran>,
}

impl Report {
    pub(crate) fn new(problems: Vec<Problem>, cases: Vec<Ran>) -> Self {
        let passed = cases.iter().filter(|case| case.failures.is_empty()).count();
        let mut unread: Vec<&str> = problems.iter().map(|problem| problem.file.as_str()).collect();
        unread.dedup();
        Self { passed, failed: cases.len() - passed + unread.len(), problems, cases }
    }

    /// Whether every case went as it says.
    pub fn is_clean(&self) -> bool {
        self.failed == 0
    }

    /// Everything that was not as a case says.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.cases.iter().flat_map(|case| &case.failures)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        for failure in self.failures() {
            writeln!(f, "{failure}")?;
        }
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}
