//! The player that takes any choice.

use sandtable_engine::Rules;
use sandtable_engine::chance::Fast;

use crate::{Player, Question};

/// Takes any choice of the menu, each as likely.
#[derive(Clone, Debug)]
pub struct Random {
    whim: Fast,
}

impl Random {
    /// The player of a seed.
    pub const fn new(seed: u64) -> Self {
        Self { whim: Fast::new(seed) }
    }
}

impl<G: Rules> Player<G> for Random {
    fn choose(&mut self, question: &Question<G>) -> G::Choice {
        let menu = question.menu();
        menu[pick(&mut self.whim, menu.len())].clone()
    }
}

/// Any number below `count`, each as likely.
#[inline]
pub fn pick(whim: &mut Fast, count: usize) -> usize {
    whim.below(u32::try_from(count).expect("menus are short")) as usize
}
