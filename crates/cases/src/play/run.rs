//! Lets a match run by itself up to a point.

use sandtable_engine::chance::Fast;

use super::{Table, Then};
use crate::case::{Manner, Run, Step, Until};
use crate::pattern::fits;
use crate::script::{Otherwise, any_of};

impl Table<'_> {
    /// Decides for everyone until the match stands where the case wants it.
    pub(super) fn run(&mut self, step: &Step, run: &Run) -> Then {
        let mut player = match run.manner {
            Manner::Random { seed } => Some(Fast::new(seed)),
            Manner::Closing | Manner::First => None,
        };
        let otherwise = match (&step.chance, &player) {
            (Some(_), _) => Otherwise::Fault,
            (None, Some(_)) => Otherwise::Random(Fast::new(step.line as u64)),
            (None, None) => Otherwise::Ones,
        };
        self.script.lay_out(step.chance.as_deref().unwrap_or_default(), otherwise);
        for _ in 0..run.most {
            match self.stands(&run.until) {
                None => return Then::Stop,
                Some(true) => return self.script_is_used_up(),
                Some(false) => {}
            }
            if self.session.outcome().is_some() {
                self.fail("the match runs up to the point named", &self.asked_now());
                return Then::Stop;
            }
            if self.decide(run.manner, player.as_mut()) == Then::Stop {
                return Then::Stop;
            }
        }
        match self.stands(&run.until) {
            Some(true) => return self.script_is_used_up(),
            Some(false) => {
                let came = format!("it is still not there\n{}", self.asked_now());
                self.fail(&format!("the match gets to the point named within {} decisions", run.most), &came);
            }
            None => {}
        }
        Then::Stop
    }

    /// Makes one decision for the first seat that is asked.
    fn decide(&mut self, manner: Manner, player: Option<&mut Fast>) -> Then {
        let Some(seat) = self.session.waiting().lowest() else { return Then::Stop };
        let mut menu = self.session.menu(seat);
        let at = match (manner, player) {
            (Manner::Random { .. }, Some(player)) => any_of(menu.len(), player),
            (Manner::Closing, _) => menu.iter().position(|item| item.offer.closing).unwrap_or(0),
            _ => 0,
        };
        if at >= menu.len() {
            self.fail("whoever is asked has a choice", &self.asked_now());
            return Then::Stop;
        }
        let choice = menu.swap_remove(at).choice;
        match self.session.submit(seat, self.session.question(seat), &choice) {
            Ok(()) => Then::GoOn,
            Err(error) => {
                self.fail(&format!("{choice} stands in the menu and is taken"), &error.to_string());
                Then::Stop
            }
        }
    }

    /// Whether the match stands where it is to stop; nothing where the case names a side that is not there.
    fn stands(&self, until: &Until) -> Option<bool> {
        if until.is_the_end() {
            return Some(self.session.outcome().is_some());
        }
        if let Some(seats) = &until.waits
            && self.session.waiting() != self.seats(seats)?
        {
            return Some(false);
        }
        if let Some(pattern) = &until.offers {
            let mut seats = self.session.waiting().iter();
            if !seats.any(|seat| self.menu(seat).iter().any(|choice| fits(pattern, choice))) {
                return Some(false);
            }
        }
        if until.box_name.is_none() && until.holds.is_none() {
            return Some(true);
        }
        let position = self.session.position();
        let in_box = until.box_name.as_ref().is_none_or(|wanted| {
            let innermost = position["stack"].as_array().and_then(|stack| stack.last());
            innermost.is_some_and(|frame| frame.get(wanted).is_some() || frame == wanted.as_str())
        });
        let holds = until.holds.as_ref().is_none_or(|expectation| expectation.faults(&position).is_empty());
        Some(in_box && holds)
    }
}
