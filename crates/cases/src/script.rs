//! Dice laid out step by step: the match draws from a script that the case refills.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandtable_engine::RuleRef;
use sandtable_engine::chance::{Chance, Fast};

/// A handle on the draws of a match; the match holds another.
#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<Layout>>);

/// Where draws come from when none are laid out.
#[derive(Clone, Debug, Default)]
pub enum Otherwise {
    /// From nowhere: it is a fault.
    #[default]
    Fault,
    /// Everything shows 1.
    Ones,
    /// From a generator.
    Random(Fast),
}

#[derive(Default)]
struct Layout {
    faces: VecDeque<u32>,
    otherwise: Otherwise,
    drawn: Vec<String>,
    /// Draws that found nothing laid out; the match went on with 1.
    missing: Vec<String>,
    fault: Option<String>,
}

/// What became of the draws of a step.
pub enum Used {
    /// All were drawn.
    Up,
    /// One was missing or did not fit; the match has gone on with 1.
    Short(String),
    /// Some were not drawn.
    Over(String),
}

impl Script {
    /// Lays out faces, from 1, for the next step.
    pub fn lay_out(&self, faces: &[u32], otherwise: Otherwise) {
        *self.layout() = Layout { faces: faces.iter().copied().collect(), otherwise, ..Layout::default() };
    }

    /// What became of them.
    pub fn used(&self) -> Used {
        let layout = self.layout();
        let listed = |draws: &[String]| if draws.is_empty() { "none".to_owned() } else { draws.join(", ") };
        let drawn = listed(&layout.drawn);
        if let Some(fault) = &layout.fault {
            let missing = listed(&layout.missing);
            return Used::Short(format!(
                "{fault}\ndrawn: {drawn}\nmissing, with 1 in their place: {missing}"
            ));
        }
        if layout.faces.is_empty() {
            return Used::Up;
        }
        let left: Vec<String> = layout.faces.iter().map(ToString::to_string).collect();
        Used::Over(format!("left over: {}; drawn: {drawn}", left.join(", ")))
    }

    fn layout(&self) -> MutexGuard<'_, Layout> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Chance for Script {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        self.layout().draw(rule, sides)
    }
}

/// One of so many, at random.
pub fn any_of(count: usize, fast: &mut Fast) -> usize {
    fast.below(u32::try_from(count).unwrap_or(u32::MAX)) as usize
}

impl Layout {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        let fault = match (self.faces.pop_front(), &mut self.otherwise) {
            (Some(face), _) if (1..=sides).contains(&face) => {
                self.drawn.push(format!("{face} for {rule}"));
                return face - 1;
            }
            (Some(face), _) => format!("rule {rule} draws from 1 to {sides}, but {face} was laid out"),
            (None, Otherwise::Ones) => return 0,
            (None, Otherwise::Random(fast)) => return fast.draw(rule, sides),
            (None, Otherwise::Fault) => {
                self.missing.push(format!("1 to {sides} for {rule}"));
                format!("rule {rule} draws from 1 to {sides}, but no more faces were laid out")
            }
        };
        self.fault.get_or_insert(fault);
        0
    }
}

#[cfg(test)]
mod tests {
    use sandtable_engine::rule;

    use super::*;

    #[test]
    fn a_script_tells_what_is_missing_and_what_is_left() {
        let script = Script::default();
        let mut chance = script.clone();
        script.lay_out(&[6, 2, 3], Otherwise::Fault);
        assert_eq!(chance.draw(rule!("6.6"), 6), 5);
        assert!(matches!(script.used(), Used::Over(left) if left == "left over: 2, 3; drawn: 6 for 6.6"));
        chance.draw(rule!("6.6"), 6);
        chance.draw(rule!("6.6"), 6);
        assert!(matches!(script.used(), Used::Up));
        chance.draw(rule!("6.7"), 10);
        chance.draw(rule!("6.8"), 6);
        let Used::Short(fault) = script.used() else { panic!("two are missing") };
        assert!(fault.starts_with("rule 6.7 draws from 1 to 10, but no more"), "{fault}");
        assert!(
            fault.ends_with("missing, with 1 in their place: 1 to 10 for 6.7, 1 to 6 for 6.8"),
            "{fault}"
        );
        script.lay_out(&[7, 0], Otherwise::Ones);
        chance.draw(rule!("6.6"), 6);
        assert!(matches!(script.used(), Used::Short(fault) if fault.contains("7 was laid out")));
    }
}
