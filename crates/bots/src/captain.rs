//! The player that looks one choice ahead.

use sandtable_engine::Rules;
use sandtable_engine::chance::Fast;

use crate::glance::{Glance, Luck, Trial};
use crate::{Player, Question, Terms, Thought, pick};

/// How hard a captain thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptainEffort {
    /// Worlds in which every choice of the menu is tried after the first, each with its own dice.
    pub worlds: u32,
    /// Positions to judge in all, more or less: the better half of the choices is tried in more worlds, then the better half
    /// of that, until so many have been judged.
    pub positions: u32,
    /// Of so many choices one is overlooked; 0 for a captain who overlooks nothing.
    pub overlooks: u32,
}

impl CaptainEffort {
    /// The captain's own.
    pub const FULL: Self = Self { worlds: 2, positions: 60, overlooks: 0 };
}

/// Takes the choice after which the game's own judge likes the position best, on average over what may be hidden
/// and how the dice may fall. All choices are tried in the same worlds with the same dice.
#[derive(Clone, Debug)]
pub struct Captain {
    effort: CaptainEffort,
    glance: Glance,
}

impl Captain {
    /// A captain who thinks as hard as told.
    pub fn new(effort: CaptainEffort) -> Self {
        Self { effort, glance: Glance::default() }
    }

    /// The numbers of the choices that are looked at, one at least.
    fn noticed(&self, choices: usize, whim: &mut Fast) -> Vec<usize> {
        let all = 0..choices;
        if self.effort.overlooks == 0 {
            return all.collect();
        }
        let seen: Vec<usize> = all.filter(|_| whim.below(self.effort.overlooks) > 0).collect();
        if seen.is_empty() { vec![pick(whim, choices)] } else { seen }
    }

    /// All choices that were looked at, the one that is taken first, the others by what is thought of them.
    pub(crate) fn rank<G: Rules>(&mut self, question: &Question<G>, whim: &mut Fast) -> Vec<Trial> {
        let first = self.decide(question, whim);
        self.glance.ranking(first)
    }

    /// The number of the choice that is taken.
    fn decide<G: Rules>(&mut self, question: &Question<G>, whim: &mut Fast) -> usize {
        let menu = question.menu();
        let noticed = self.noticed(menu.len(), whim);
        self.glance.begin(noticed.iter().copied());
        let knowledge = question.knowledge();
        let CaptainEffort { mut worlds, positions, .. } = self.effort;
        let luck = self.glance.explore(&knowledge, menu, 1, whim);
        // Secrets that make no difference to the best choice are taken to make none at all.
        if luck == Luck::Secrets && self.glance.holds_elsewhere(&knowledge, menu, whim) {
            return self.glance.best(whim);
        }
        let mut judged = noticed.len() as u32;
        loop {
            let trials = &self.glance.trials;
            let settled = trials.iter().all(|trial| trial.certain.is_some());
            // One throw of the dice says little, even where all choices look alike.
            let tried = judged > noticed.len() as u32;
            let alike = tried && trials.iter().all(|trial| trial.total == trials[0].total);
            if settled || alike || judged >= positions {
                return self.glance.best(whim);
            }
            self.glance.explore(&knowledge, menu, worlds.max(1), whim);
            judged += worlds.max(1) * self.glance.trials.len() as u32;
            if self.glance.trials.len() > 2 {
                self.glance.halve();
            }
            worlds *= 2;
        }
    }
}

impl<G: Rules> Player<G> for Captain {
    fn think(&mut self, question: &Question<G>, terms: &Terms) -> Thought<G::Choice> {
        let menu = question.menu();
        let number = if menu.len() == 1 { 0 } else { self.decide(question, &mut Fast::new(terms.seed)) };
        Thought::quick(menu[number].clone())
    }
}
