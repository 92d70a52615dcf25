//! What a player is, what it is asked, and what it answers.

use sandtable_engine::{Knowledge, Rules, Seat, State};

/// A program that plays one seat.
pub trait Player<G: Rules>: Send {
    /// Thinks about a question and answers it with a choice of its menu.
    fn think(&mut self, question: &Question<G>, terms: &Terms) -> Thought<G::Choice>;

    /// Forgets what it has kept of earlier questions: the next answer hangs on the question and the terms alone.
    fn forget(&mut self) {}
}

/// The terms on which a player thinks. Players have no clock and no chance of their own.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// All whims of the answer come from it: the same question, seed and number of rounds give the same answer.
    pub seed: u64,
    /// Asked before each round of thought, with the number of those that are done: whether there is time for one more. Who has none
    /// for the first says what came to mind.
    pub go_on: &'a (dyn Fn(u32) -> bool + Sync),
}

impl Terms<'_> {
    /// As many rounds as the player wants.
    pub const fn untimed(seed: u64) -> Self {
        Self { seed, go_on: &|_| true }
    }
}

/// What a player came to think of a question.
#[derive(Clone, Debug)]
pub struct Thought<C> {
    /// The answer.
    pub choice: C,
    /// How many rounds it thought; players that do not think in rounds say 0.
    pub rounds: u32,
    /// Whether it went on from what it had thought about earlier questions.
    pub carried: bool,
    /// What it thinks of the choices that it looked at closely, the best first.
    pub weighed: Vec<Weighed<C>>,
}

/// What a player thinks of one choice.
#[derive(Clone, Debug)]
pub struct Weighed<C> {
    /// The choice.
    pub choice: C,
    /// The chance of victory after it, from 0 to 1; a shared victory counts in part.
    pub chance: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// The standard error of its distance to the choice that all are compared with: 0 for that one.
    pub apart: f64,
    /// In how many imagined continuations it was tried.
    pub playouts: u32,
}

impl<C> Weighed<C> {
    /// The same of a choice that is written in another way.
    pub fn map<D>(self, written: impl FnOnce(C) -> D) -> Weighed<D> {
        let Self { choice, chance, error, apart, playouts } = self;
        Weighed { choice: written(choice), chance, error, apart, playouts }
    }

    /// The standard error of the difference between two.
    pub fn apart_from<D>(&self, other: &Weighed<D>) -> f64 {
        self.apart.hypot(other.apart)
    }
}

impl<C> Thought<C> {
    /// An answer that took no weighing.
    pub const fn quick(choice: C) -> Self {
        Self { choice, rounds: 0, carried: false, weighed: Vec::new() }
    }
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
        list(truth, seat, buffer);
        if buffer.is_empty() { None } else { Some(Self { seat, truth, menu: buffer }) }
    }

    /// Asks a seat to choose among a few choices of its menu.
    pub fn among(truth: &'a State<G>, seat: Seat, few: &'a [G::Choice]) -> Self {
        debug_assert!(few.iter().all(|choice| truth.check(seat, choice).is_ok()), "they are of its menu");
        Self { seat, truth, menu: few }
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

/// Lists the choices that a player looks at.
pub(crate) fn list<G: Rules>(state: &State<G>, seat: Seat, menu: &mut Vec<G::Choice>) {
    menu.clear();
    state.search_menu(seat, menu);
    if menu.is_empty() {
        // A box may call a choice a repetition of one that has since become illegal.
        state.menu(seat, menu);
    }
}
