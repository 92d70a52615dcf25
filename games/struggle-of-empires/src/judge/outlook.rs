//! How likely a power is to win, for whoever weighs chances instead of choosing an action.
//!
//! A captain counts all that a power has in one measure. Who is going to win is told better with weights of their own, by how much of the war
//! and of the game is left. Tokens count for most when a war is about to score, gold while it can be spent, and tiles late: at the outset
//! they tell nothing, since all the others will have theirs. The weights were fitted to 4,500 games between captains of two, three, four,
//! five and seven powers, at the beginnings of their turns, and agree.

use sandtable_engine::{Seat, State};

use super::standing::View;
use super::{CERTAIN, Clock, POINT, cabinet, lead, prospects, purse};
use crate::StruggleOfEmpires;

/// What a thousand of something add to the logarithm of a power's odds, before the wars that are left thin it out.
struct Weight {
    settled: f64,
    /// With the whole war to come.
    war: f64,
    /// With the whole game to come.
    game: f64,
}

/// Points made, but for those that a revolution would take away.
const MADE: Weight = Weight { settled: 0.481, war: 0.106, game: 0.225 };
const TOKENS: Weight = Weight { settled: 0.569, war: -0.215, game: -0.070 };
const PROSPECTS: Weight = Weight { settled: 0.360, war: -0.121, game: 0.146 };
const PURSE: Weight = Weight { settled: 0.405, war: 0.076, game: 0.312 };
const CABINET: Weight = Weight { settled: 0.848, war: 0.062, game: -1.034 };

/// Wars of a whole game (2.0).
const WARS: f64 = 3.0;

/// What dice decide even when nothing else is left, as a part of a game.
const DICE: f64 = 0.1;

/// How a power stands: the logarithm of its odds, in leads.
pub fn outlook(state: &State<StruggleOfEmpires>, seat: Seat) -> i32 {
    let (table, clock) = (&state.table, Clock::of(state));
    let view = View::of(table, &clock);
    let (tokens, prospects) = (view.tokens(seat), prospects::of(&view, seat));
    let scored = POINT * i32::from(table.empires[seat].points);
    let spoilt = scored + tokens + prospects;
    let made = scored + purse::tame(&view, seat, spoilt) - spoilt;
    let war = f64::from(view.open) / f64::from(CERTAIN);
    let game = (f64::from(view.later) + war) / WARS;
    let counts = |weight: &Weight, of: i32| {
        f64::from(of) / 1_000.0 * (weight.settled + weight.war * war + weight.game * game)
    };
    let odds = counts(&MADE, made)
        + counts(&TOKENS, tokens)
        + counts(&PROSPECTS, prospects)
        + counts(&PURSE, purse::of(&view, seat))
        + counts(&CABINET, cabinet::of(&view, seat));
    (odds / (DICE + game) * f64::from(lead(table))) as i32
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{Cx, Setup};

    use super::*;

    fn begin() -> State<StruggleOfEmpires> {
        let setup = Setup::shipped("four-powers");
        State::begin(&setup, &mut Cx::silent(&mut Fast::new(1))).expect("it is shipped")
    }

    /// The logarithm of the odds of the first power.
    fn odds(state: &State<StruggleOfEmpires>) -> f64 {
        f64::from(outlook(state, Seat(0))) / f64::from(lead(&state.table))
    }

    /// What a change brings the first power.
    fn brings(mut state: State<StruggleOfEmpires>, change: impl FnOnce(&mut crate::table::Empire)) -> f64 {
        let before = odds(&state);
        change(&mut state.table.empires[Seat(0)]);
        odds(&state) - before
    }

    #[test]
    fn points_count_for_more_in_the_last_war_than_in_the_first() {
        let first = brings(begin(), |empire| empire.points += 5);
        let mut last = begin();
        last.table.war = last.table.scenario.wars;
        let last = brings(last, |empire| empire.points += 5);
        assert!(first > 0.0 && last > 2.0 * first, "{first} in the first war, {last} in the last");
    }

    #[test]
    fn points_that_a_revolution_takes_away_are_no_points() {
        let calm = brings(begin(), |empire| empire.points += 5);
        let mut restless = begin();
        restless.table.empires[Seat(0)].unrest = crate::data::limits().revolution as _;
        restless.table.war = restless.table.scenario.wars;
        let lost = brings(restless, |empire| empire.points += 5);
        assert!(lost.abs() < calm, "{calm} in peace, {lost} on the brink");
    }
}
