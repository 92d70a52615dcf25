//! What a player is, and what it is asked.

use sandtable_engine::{Knowledge, Rules, Seat, State};

/// A program that plays one seat.
pub trait Player<G: Rules>: Send {
    /// One of the choices of the menu.
    fn choose(&mut self, question: &Question<G>) -> G::Choice;
}

/// A decision that a seat is asked for: the menu, and what the seat may know.
///
/// The true position stays out of reach. Forgetting costs a copy of the position, which is made only on request:
/// a player that looks at nothing but the menu pays nothing.
pub struct Question<'a, G: Rules> {
    seat: Seat,
    truth: &'a State<G>,
    menu: &'a [G::Choice],
}

impl<'a, G: Rules> Question<'a, G> {
    /// Asks a seat, with its menu in the caller's buffer. `None` where the seat has nothing to decide.
    pub fn put(truth: &'a State<G>, seat: Seat, buffer: &'a mut Vec<G::Choice>) -> Option<Self> {
        buffer.clear();
        truth.search_menu(seat, buffer);
        if buffer.is_empty() {
            // A box may call a choice a repetition of one that has since become illegal.
            truth.menu(seat, buffer);
        }
        if buffer.is_empty() { None } else { Some(Self { seat, truth, menu: buffer }) }
    }

    /// Who is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The legal choices without mere repetitions; there is at least one.
    pub fn menu(&self) -> &'a [G::Choice] {
        self.menu
    }

    /// The position with all that the seat does not know forgotten.
    pub fn knowledge(&self) -> Knowledge<G> {
        Knowledge::of(self.seat, self.truth)
    }
}
