//! What is wrong with a file, collected while it is read, with the lines where it stands.

use std::ops::Range;

use crate::{Problem, SetupError};

/// The faults of one file. Places are given as spans of bytes, as readers of TOML and JSON know them.
#[derive(Debug)]
pub struct Faults<'a> {
    file: &'a str,
    text: &'a str,
    /// What is wrong so far, in the order in which it was found.
    pub problems: Vec<Problem>,
}

impl<'a> Faults<'a> {
    /// No fault yet in a file of this name and text.
    pub const fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, problems: Vec::new() }
    }

    /// Notes a fault at a place; the caller may add what is allowed.
    pub fn at(&mut self, span: &Range<usize>, field: &str, what: &str) -> &mut Problem {
        let line = self.line_of(span);
        self.note(Problem::new(self.file, field, what).at_line(line))
    }

    /// Notes a fault that has no one place.
    pub fn anywhere(&mut self, field: &str, what: &str) -> &mut Problem {
        self.note(Problem::new(self.file, field, what))
    }

    /// The error of a file that cannot be read at all, with the reader's own message.
    pub fn unreadable(&self, span: Option<&Range<usize>>, message: &str) -> SetupError {
        let mut problem = Problem::new(self.file, "", message.trim());
        problem.line = span.map(|span| self.line_of(span));
        // What stands before the equals sign on that line is the field that is wrong.
        if let Some(written) = problem.line.and_then(|line| self.text.lines().nth(line - 1)) {
            problem.field = written.split('=').next().unwrap_or_default().trim().into();
        }
        SetupError::one(problem)
    }

    fn note(&mut self, problem: Problem) -> &mut Problem {
        self.problems.push(problem);
        self.problems.last_mut().expect("it was just pushed")
    }

    fn line_of(&self, span: &Range<usize>) -> usize {
        let end = span.start.min(self.text.len());
        self.text.as_bytes()[..end].split(|byte| *byte == b'\n').count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "format = 1\nturns = 40\nsides = [\n";

    #[test]
    fn a_fault_names_its_line() {
        let mut faults = Faults::new("own.toml", FILE);
        let turns = FILE.find("40").expect("it stands there");
        faults.at(&(turns..turns + 2), "turns", "too many").allowed = vec!["1 to 15".into()];
        faults.anywhere("sides", "nobody plays");
        let said: Vec<String> = faults.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            ["own.toml:2: `turns`: too many; allowed: 1 to 15", "own.toml: `sides`: nobody plays"]
        );
    }

    #[test]
    fn a_file_that_breaks_off_is_told_by_its_last_line() {
        let faults = Faults::new("own.toml", FILE);
        let end = FILE.len() - 1;
        let error = faults.unreadable(Some(&(end..end)), " the list does not end\n");
        assert_eq!(error.to_string(), "own.toml:3: `sides`: the list does not end");
        let nowhere = faults.unreadable(None, "not text");
        assert_eq!(nowhere.to_string(), "own.toml: not text");
    }
}
