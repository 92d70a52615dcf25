//! The player that takes any choice.

use sandtable_engine::Rules;
use sandtable_engine::chance::Fast;

use crate::{Player, Question, Terms, Thought};

/// Takes any choice of the menu, each as likely.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Rules> Player<G> for Random {
    fn think(&mut self, question: &Question<G>, terms: &Terms) -> Thought<G::Choice> {
        let menu = question.menu();
        Thought::quick(menu[pick(&mut Fast::new(terms.seed), menu.len())].clone())
    }
}

/// Any number below `count`, each as likely.
#[inline]
pub fn pick(whim: &mut Fast, count: usize) -> usize {
    whim.below(u32::try_from(count).expect("menus are short")) as usize
}
