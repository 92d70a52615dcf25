//! What one seat knows of a position, and the worlds it can imagine.

use crate::chance::Chance;
use crate::{Rules, Seat, State, Viewer};

/// A position with all that a seat does not know forgotten. A program that plays gets this and nothing else.
#[derive(Clone, Debug)]
pub struct Knowledge<G: Rules> {
    seat: Seat,
    known: State<G>,
}

impl<G: Rules> Knowledge<G> {
    /// What the seat knows of the true position.
    pub fn of(seat: Seat, truth: &State<G>) -> Self {
        Self { seat, known: truth.forgotten_by(Viewer::Seat(seat)) }
    }

    /// Whose knowledge it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as far as it is known. Reading a forgotten fact panics; menus and prompts never do.
    pub fn known(&self) -> &State<G> {
        &self.known
    }

    /// A digest of all that the seat knows and may choose: whoever thought with more cannot have seen this.
    pub fn digest(&self) -> String {
        let mut menu = Vec::new();
        self.known.menu(self.seat, &mut menu);
        let bytes =
            postcard::to_stdvec(&(&self.known, menu)).expect("positions and choices are plain values");
        blake3::hash(&bytes).to_hex()[..32].to_owned()
    }

    /// A whole position that agrees with all that is known, dealt at random.
    pub fn imagine(&self, chance: &mut dyn Chance) -> State<G> {
        let mut world = self.known.clone();
        G::deal(&mut world, chance);
        world
    }
}
