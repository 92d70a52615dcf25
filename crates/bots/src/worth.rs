//! What a position is worth to a seat, and what that says of its chance to win.

use sandtable_engine::chance::{Chance, Fast};
use sandtable_engine::{Cx, Foresight, RuleRef, Rules, Seat, State};

/// What winning counts for; the shares of up to eight seats divide it. A judge that knows how likely victory is speaks in
/// the same measure, so that a small risk of losing at once does not outweigh everything else.
const VICTORY: i64 = 840 * 119;

/// What the choices of a seat lead to.
pub(crate) struct Prospects<'a, G: Rules> {
    world: &'a State<G>,
    seat: Seat,
    foresight: Option<Foresight<'a, G::Choice>>,
}

impl<'a, G: Rules> Prospects<'a, G> {
    /// In a world in which nothing is hidden.
    pub fn new(world: &'a State<G>, seat: Seat) -> Self {
        Self { world, seat, foresight: G::forecast(world, seat) }
    }

    /// What the game foretells of a choice, or the worth of the position after it.
    pub fn of(&mut self, choice: &G::Choice, chance: &mut dyn Chance) -> i64 {
        if let Some(foretold) = self.foresight.as_mut().and_then(|foresight| foresight(choice)) {
            return i64::from(foretold);
        }
        let mut after = self.world.clone();
        after.take(self.seat, choice.clone(), &mut Cx::silent(chance));
        worth(&after, self.seat)
    }
}

/// What a position is worth to a seat: what the judge says, and above all who has won.
fn worth<G: Rules>(state: &State<G>, seat: Seat) -> i64 {
    let judged = i64::from(G::judge(state, seat));
    let Some(outcome) = state.outcome() else { return judged };
    let even = VICTORY / i64::from(G::seats(&state.table));
    let share = match i64::from(outcome.winners.len()) {
        0 => even,
        winners if outcome.winners.contains(seat) => VICTORY / winners,
        _ => 0,
    };
    judged + share - even
}

/// The chance of each seat to win, as the game's judge sees it; a draw is split among all. They add up to 1.
pub fn chances<G: Rules>(state: &State<G>) -> [f64; Seat::MOST] {
    let seats = G::seats(&state.table);
    let mut chances = [0.0; Seat::MOST];
    let all = || (0..seats).map(Seat);
    if let Some(outcome) = state.outcome() {
        all().for_each(|seat| chances[seat.index()] = outcome.share(seat, seats));
        return chances;
    }
    let lead = f64::from(G::lead(&state.table));
    all().for_each(|seat| chances[seat.index()] = f64::from(G::outlook(state, seat)) / lead);
    chances[0] += f64::from(G::edge(&state.table)) / 1_000.0;
    let ahead = all().map(|seat| chances[seat.index()]).fold(f64::MIN, f64::max);
    let mut sum = 0.0;
    for seat in all() {
        let chance = (chances[seat.index()] - ahead).exp();
        chances[seat.index()] = chance;
        sum += chance;
    }
    chances.map(|chance| chance / sum)
}

/// What a lead of one by the judge is worth to a seat with this chance to win. A lead of one seat is mostly the loss of the others.
pub(crate) fn slope<G: Rules>(table: &G::Table, chance: f64) -> f64 {
    let seats = f64::from(G::seats(table));
    chance * (1.0 - chance) * seats / (seats - 1.0).max(1.0) / f64::from(G::lead(table))
}

/// Chance that knows whether it was asked.
pub(crate) struct Dealer {
    pub source: Fast,
    pub dealt: bool,
}

impl Dealer {
    pub const fn new(seed: u64) -> Self {
        Self { source: Fast::new(seed), dealt: false }
    }
}

impl Chance for Dealer {
    fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        self.dealt = true;
        self.source.draw(rule, sides)
    }
}
