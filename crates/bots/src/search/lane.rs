//! Playouts: along the trees, then by a quick player, up to the horizon.

use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Knowledge, Rules, Seat, State};

use super::contest::Course;
use super::tree::{Sign, Tree};
use super::{SearchEffort, seats};
use crate::pick;
use crate::player::list;
use crate::worth::{Dealer, Prospects, chances};

/// The trees of all seats, and the buffers that playouts use again and again.
pub struct Lane<G: Rules> {
    trees: Vec<Tree<G::Choice>>,
    /// Where the question stands in each tree.
    roots: [usize; Seat::MOST],
    /// The seats' own decisions of a playout, as far as their trees reach: seat, node, branch.
    path: Vec<(Seat, usize, usize)>,
    menu: Vec<G::Choice>,
}

impl<G: Rules> Default for Lane<G> {
    fn default() -> Self {
        Self {
            trees: Vec::new(),
            roots: [Tree::<G::Choice>::ROOT; Seat::MOST],
            path: Vec::new(),
            menu: Vec::new(),
        }
    }
}

impl<G: Rules> Lane<G> {
    /// Forgets everything.
    pub fn clear(&mut self, seats: usize) {
        self.trees.clear();
        self.trees.resize_with(seats, Tree::new);
        self.roots = [Tree::<G::Choice>::ROOT; Seat::MOST];
    }

    /// Moves the question on by a decision that its seat has taken.
    pub fn advance(&mut self, seat: Seat, choice: &G::Choice) {
        for (tree, root) in self.trees.iter_mut().zip(&mut self.roots) {
            *root = tree.step(*root, Sign::Open(seat, choice.clone()));
        }
    }

    /// Plays a world on from a choice up to the horizon; gives the chance of the seat there, and how much of it is luck on the way.
    pub fn playout(
        &mut self,
        mut state: State<G>,
        asked: Seat,
        first: &G::Choice,
        seed: u64,
        effort: &SearchEffort,
    ) -> Course {
        let mut places: [Option<usize>; Seat::MOST] = self.roots.map(Some);
        let (mut seat, mut choice) = (asked, first.clone());
        let last = G::turn(&state).saturating_add(effort.rounds.saturating_mul(G::ROUND));
        let (mut decisions, mut luck) = (0_u32, 0.0);
        self.path.clear();
        loop {
            // Dice and whims of their own for each decision: those of later ones stay the same when an earlier one throws more dice.
            let mut whim = Fast::new(seed ^ u64::from(decisions) << 32);
            let (mut dice, mut others) = (Dealer::new(whim.word()), Fast::new(whim.word()));
            self.follow(&state, seat, &choice, &mut places);
            let before = (effort.throws > 0).then(|| state.clone());
            let together = Together::of(&state);
            state.take(seat, choice.clone(), &mut Cx::silent(&mut dice));
            if dice.dealt
                && let Some(before) = before
            {
                let usual = usually(&before, (seat, &choice), asked, effort.throws, &mut others);
                luck += chances(&state)[asked.index()] - usual;
            }
            let Some(next) = state.waiting().lowest() else { break };
            decisions += 1;
            if decisions >= effort.horizon || G::turn(&state) >= last {
                break;
            }
            seat = next;
            let tree = &mut self.trees[seat.index()];
            let again = places[seat.index()]
                .and_then(|node| tree.select(node, seat, |choice| state.check(seat, choice).is_ok()));
            choice = again.unwrap_or_else(|| {
                let sight = together.goes_on(&state).then(|| Knowledge::of(seat, &state).imagine(&mut whim));
                self.improvise(sight.as_ref().unwrap_or(&state), seat, effort.tries, &mut whim)
            });
        }
        let there = chances(&state);
        for (seat, node, branch) in self.path.drain(..) {
            self.trees[seat.index()].learn(node, branch, there[seat.index()]);
        }
        Course { chance: there[asked.index()], luck }
    }

    /// Moves on in all trees that reach so far. Others do not see a choice that is made together with theirs, nor one in a box whose
    /// very question is a secret.
    fn follow(
        &mut self,
        state: &State<G>,
        chooser: Seat,
        choice: &G::Choice,
        places: &mut [Option<usize>; Seat::MOST],
    ) {
        let open = state.is_open();
        for seat in seats(state) {
            let Some(node) = places[seat.index()] else { continue };
            let own = seat == chooser;
            let sign = if own || open { Sign::Open(chooser, choice.clone()) } else { Sign::Covered(chooser) };
            let (branch, next) = self.trees[seat.index()].follow(node, sign);
            places[seat.index()] = next;
            if own {
                self.path.push((seat, node, branch));
            }
        }
    }

    /// The quick player: judges some choices of the menu and takes the best of them.
    fn improvise(&mut self, state: &State<G>, seat: Seat, tries: usize, whim: &mut Fast) -> G::Choice {
        let menu = &mut self.menu;
        list(state, seat, menu);
        if tries <= 1 || menu.len() == 1 {
            let number = pick(whim, menu.len());
            return menu.swap_remove(number);
        }
        let few = tries.min(menu.len());
        for number in 0..few {
            let other = number + pick(whim, menu.len() - number);
            menu.swap(number, other);
        }
        let dice = whim.word();
        let mut prospects = Prospects::new(state, seat);
        let mut judge = |choice: &G::Choice| prospects.of(choice, &mut Fast::new(dice));
        let best = (0..few).max_by_key(|number| judge(&menu[*number])).expect("a menu has a choice");
        menu.swap_remove(best)
    }
}

/// A box in which several seats decide at once, or one whose very question is a secret: what was chosen there lies face down, and
/// whoever answers next does so without sight of it.
struct Together {
    /// How many boxes were open, this one included; none for a box in which all see what is decided.
    boxes: Option<usize>,
}

impl Together {
    fn of<G: Rules>(state: &State<G>) -> Self {
        Self { boxes: (!state.is_open()).then(|| state.frames().len()) }
    }

    /// Whether that box is still open after a choice.
    fn goes_on<G: Rules>(&self, state: &State<G>) -> bool {
        self.boxes == Some(state.frames().len())
    }
}

/// The chance of the seat that is asked after a choice with dice, on average over so many throws.
fn usually<G: Rules>(
    before: &State<G>,
    (chooser, choice): (Seat, &G::Choice),
    asked: Seat,
    throws: u32,
    dice: &mut Fast,
) -> f64 {
    let try_once = |_| {
        let mut state = before.clone();
        state.take(chooser, choice.clone(), &mut Cx::silent(dice));
        chances(&state)[asked.index()]
    };
    (0..throws).map(try_once).sum::<f64>() / f64::from(throws)
}

#[cfg(test)]
mod tests {
    use sandtable_engine::Setup;
    use sandtable_toy::{Choice, Toy};

    use super::*;

    /// The toy begins with a bid of both seats at the same time.
    fn bidding() -> State<Toy> {
        let mut dice = Fast::new(1);
        State::begin(&Setup::shipped("small"), &mut Cx::silent(&mut dice)).expect("it is shipped")
    }

    fn bid(state: &mut State<Toy>, seat: Seat, points: u8) {
        state.take(seat, Choice::Bid(points), &mut Cx::silent(&mut Fast::new(2)));
    }

    #[test]
    fn who_decides_together_with_others_does_not_see_what_they_have_chosen() {
        let mut lane = Lane::<Toy>::default();
        let mut answers = [Vec::new(), Vec::new()];
        for points in 0..=3 {
            let mut state = bidding();
            let together = Together::of(&state);
            bid(&mut state, Seat(0), points);
            assert!(together.goes_on(&state));
            let sight = Knowledge::of(Seat(1), &state).imagine(&mut Fast::new(3));
            for (answers, state) in answers.iter_mut().zip([&sight, &state]) {
                answers.push(lane.improvise(state, Seat(1), usize::MAX, &mut Fast::new(4)));
            }
            let last = Together::of(&state);
            bid(&mut state, Seat(1), 0);
            assert!(!last.goes_on(&state), "the bids are open");
        }
        let [fair, clairvoyant] = answers;
        assert!(fair.iter().all(|answer| *answer == fair[0]), "{fair:?}");
        assert!(clairvoyant.iter().any(|answer| *answer != clairvoyant[0]), "{clairvoyant:?}");
    }
}
