//! How likely a power is to win, for whoever weighs chances instead of choosing an action.
//!
//! A captain counts all that a power has in one measure. Who is going to win is told better with weights of their own, by how much of the war
//! and of the game is left. Tokens count for most when a war is about to score, gold while it can be spent, and tiles late: early they tell
//! little, since all the others will have theirs. Training is another matter, early more than late: it only asks who has more, and whoever
//! has wins a little more of all that is fought over. The weights were fitted to 2,600 games between captains of four powers, at one in three
//! beginnings of their turns, and tell more in games of two, three, five and seven powers, too.

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
const MADE: Weight = Weight { settled: 0.487, war: 0.106, game: 0.170 };
const TOKENS: Weight = Weight { settled: 0.490, war: -0.283, game: -0.211 };
const PROSPECTS: Weight = Weight { settled: 0.400, war: -0.180, game: -0.150 };
const PURSE: Weight = Weight { settled: 0.387, war: 0.108, game: -0.240 };
const CABINET: Weight = Weight { settled: 0.502, war: 0.102, game: -0.294 };
/// Better trained armies than all rivals; as much less than worse trained ones.
const TRAINING: Weight = Weight { settled: -0.007, war: -0.041, game: 0.665 };
/// Ten tokens, wherever they lie: places to grow from, whatever they score.
const FOOTHOLDS: Weight = Weight { settled: 0.047, war: 0.332, game: 0.702 };

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
        + counts(&CABINET, cabinet::of(&view, seat))
        + counts(&TRAINING, training(&view, seat))
        + counts(&FOOTHOLDS, CERTAIN / 10 * i32::from(table.empires[seat].tokens.total()));
    (odds / (DICE + game) * f64::from(lead(table))) as i32
}

/// Rivals whose armies are worse trained, less those whose armies are better trained, in thousandths of all rivals.
fn training(view: &View, seat: Seat) -> i32 {
    let rivals = || view.table.all().filter(|rival| *rival != seat);
    let ahead =
        |rival| prospects::trained(view, seat, Some(rival)) - prospects::trained(view, rival, Some(seat));
    CERTAIN * rivals().map(ahead).sum::<i32>() / (rivals().count() as i32).max(1)
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{Cx, Setup};

    use super::*;
    use crate::ids::Tile;

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
    fn training_only_asks_who_has_more() {
        let trained = |tiles: [u8; 4]| {
            let mut state = begin();
            for (seat, tiles) in tiles.into_iter().enumerate() {
                state.table.empires[Seat(seat as u8)].tiles[Tile::ArmyTraining] = tiles;
            }
            training(&View::of(&state.table, &Clock::of(&state)), Seat(0))
        };
        assert_eq!(trained([2, 2, 2, 2]), 0);
        assert_eq!(trained([2, 1, 2, 3]), 0);
        assert_eq!(trained([2, 1, 1, 1]), CERTAIN);
        assert_eq!(trained([4, 1, 1, 1]), CERTAIN, "a second more adds nothing");
        assert_eq!(trained([0, 3, 0, 0]), -CERTAIN / 3);
        let first = brings(begin(), |empire| empire.tiles[Tile::ArmyTraining] = 1);
        let second = brings(begin(), |empire| empire.tiles[Tile::ArmyTraining] = 2) - first;
        assert!(first > 0.4 && second < first / 4.0, "{first}, then {second}");
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
