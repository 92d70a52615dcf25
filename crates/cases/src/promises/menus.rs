//! Menus say exactly what is legal.

use sandtable_engine::{Frame, Refusal, Rules, Seat, Session, Setup, State};

use super::rulebook::Rulebook;
use super::walk::{seats, walk};
use super::{Broken, Kept, Trial};

/// The largest menu that a page, a person and a program can all take.
const LARGEST: usize = 512;
/// How often choices are written and read again.
const WRITTEN_EVERY: u32 = 16;

/// A menu is exactly what `check` allows of all that can be thought of; it is in a fixed order, without repeats,
/// never empty and never larger than 512; a box that says it has several choices has them. Search sees a part of it.
/// Refusals cite rules that there are.
pub fn menus<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let mut rulebook = None;
    let mut look = Look::<G> { menu: Vec::new(), other: Vec::new() };
    walk::<G>("menus say what is legal", setup, trial, |point| {
        let rulebook = match &mut rulebook {
            Some(rulebook) => rulebook,
            none => none.insert(Rulebook::of::<G>()?),
        };
        for seat in seats(point.session.state()) {
            let written = point.decision.is_multiple_of(WRITTEN_EVERY);
            look.at(point.session, seat, rulebook, written).map_err(|what| format!("{seat}: {what}"))?;
        }
        Ok(())
    })
}

/// Buffers for one look after the other.
struct Look<G: Rules> {
    menu: Vec<G::Choice>,
    other: Vec<G::Choice>,
}

impl<G: Rules> Look<G> {
    fn at(
        &mut self,
        session: &Session<G>,
        seat: Seat,
        rulebook: &mut Rulebook,
        written: bool,
    ) -> Result<(), String> {
        let state = session.state();
        self.menu.clear();
        state.menu(seat, &mut self.menu);
        if !state.waiting().contains(seat) {
            return if self.menu.is_empty() {
                Ok(())
            } else {
                Err("has a menu without being asked".to_owned())
            };
        }
        self.fits(state, seat, rulebook)?;
        self.is_what_is_sifted(session, seat, rulebook)?;
        if written {
            self.can_be_written(session, seat)?;
        }
        // Only now: the order has been looked at.
        self.menu.sort_unstable();
        self.is_what_is_legal(state, seat, rulebook)?;
        self.is_more_than_search_sees(state, seat)
    }

    /// Size, order and question.
    fn fits(&mut self, state: &State<G>, seat: Seat, rulebook: &Rulebook) -> Result<(), String> {
        if self.menu.is_empty() {
            return Err("is asked and has nothing to choose".to_owned());
        }
        let several = state.frame().is_some_and(|frame| frame.has_several(&state.table, seat));
        if several && self.menu.len() < 2 {
            return Err("says that it has several choices, and has one".to_owned());
        }
        if self.menu.len() > LARGEST {
            return Err(format!("the menu has {} choices, more than {LARGEST}", self.menu.len()));
        }
        self.other.clear();
        state.menu(seat, &mut self.other);
        if self.menu != self.other {
            return Err("the menu has another order when asked again".to_owned());
        }
        let prompt = state.prompt(seat).ok_or("is asked, but not what")?;
        if prompt.ask.trim().is_empty() || !rulebook.has(prompt.rule) {
            return Err(format!("the question is empty or cites a rule that the list lacks: {prompt:?}"));
        }
        Ok(())
    }

    /// The legal ones among the candidates are the menu, in the same order.
    fn is_what_is_sifted(
        &mut self,
        session: &Session<G>,
        seat: Seat,
        rulebook: &mut Rulebook,
    ) -> Result<(), String> {
        self.other.clear();
        let mut fault = None;
        session.state().sift(seat, |choice, verdict| match verdict {
            Ok(()) => self.other.push(choice),
            Err(refusal) => {
                // The keys of whatever is in the way must be there.
                session.refused(&refusal);
                note(&mut fault, &choice, &refusal, rulebook);
            }
        });
        match fault {
            Some(fault) => Err(fault),
            None if self.menu != self.other => {
                Err("what is legal among the candidates is not the menu".to_owned())
            }
            None => Ok(()),
        }
    }

    /// The legal ones among all that can be thought of are the menu.
    fn is_what_is_legal(
        &mut self,
        state: &State<G>,
        seat: Seat,
        rulebook: &mut Rulebook,
    ) -> Result<(), String> {
        let Self { menu, other: legal } = self;
        legal.clear();
        let mut fault = None;
        G::universe(state, seat, &mut |choice| match state.check(seat, &choice) {
            Ok(()) => legal.push(choice),
            Err(refusal) => note(&mut fault, &choice, &refusal, rulebook),
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        legal.sort_unstable();
        legal.dedup();
        if let Some([twice, _]) = menu.array_windows().find(|[one, next]| one == next) {
            return Err(format!("{twice:?} is in the menu twice"));
        }
        if let Some(missing) = legal.iter().find(|choice| menu.binary_search(choice).is_err()) {
            return Err(format!("{missing:?} is legal, but not in the menu"));
        }
        if let Some(surplus) = menu.iter().find(|choice| legal.binary_search(choice).is_err()) {
            return Err(format!("{surplus:?} is in the menu, but not in the universe"));
        }
        Ok(())
    }

    fn is_more_than_search_sees(&mut self, state: &State<G>, seat: Seat) -> Result<(), String> {
        let Self { menu, other: searched } = self;
        searched.clear();
        state.search_menu(seat, searched);
        if searched.is_empty() {
            return Err("search has nothing to choose".to_owned());
        }
        match searched.iter().find(|choice| menu.binary_search(choice).is_err()) {
            Some(surplus) => Err(format!("search looks at {surplus:?}, which is not in the menu")),
            None => Ok(()),
        }
    }

    /// Every choice has a label, and is the same after it was written and read.
    fn can_be_written(&self, session: &Session<G>, seat: Seat) -> Result<(), String> {
        for choice in &self.menu {
            if G::offer(session.state(), seat, choice).label.trim().is_empty() {
                return Err(format!("{choice:?} is offered without a label"));
            }
            let text = session.write_choice(choice);
            match session.read_choice(&text) {
                Ok(read) if read == *choice => {}
                Ok(read) => return Err(format!("{choice:?} is written as {text} and read as {read:?}")),
                Err(error) => {
                    return Err(format!("{choice:?} is written as {text}, which cannot be read: {error}"));
                }
            }
        }
        Ok(())
    }
}

/// Keeps the first refusal that is not in order.
fn note<C: std::fmt::Debug>(
    fault: &mut Option<String>,
    choice: &C,
    refusal: &Refusal,
    rulebook: &mut Rulebook,
) {
    if let Err(what) = rulebook.check_refusal(refusal) {
        fault.get_or_insert_with(|| format!("{choice:?}: {what}"));
    }
}
