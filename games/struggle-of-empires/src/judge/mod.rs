//! How good a position is, in hundredths of a victory point.
//!
//! For every power: points made, points that its tokens are likely to score in this war and the later ones (`standing.rs`), what its
//! units could win and what it could lose (`prospects.rs`), gold, Population and unrest (`purse.rs`), and tiles by what they can
//! still bring (`cabinet.rs`). A seat wants to be ahead of its best rival, and of the others too.
//!
//! Choices are foretold, so that dice need not be thrown: `actions.rs` for a power's turn, `battle.rs` for attacks,
//! `council.rs` for auctions, `help.rs` for allies.
//!
//! Most weights were found by letting captains with different ones play each other.

mod actions;
mod battle;
mod cabinet;
mod council;
mod help;
mod outlook;
mod prospects;
mod purse;
mod standing;

use sandtable_engine::chance::Chance;
use sandtable_engine::{RuleRef, Seat, State};

use crate::data::limits;
use crate::ids::POWERS;
use crate::phases::turn::TurnChoice;
use crate::table::Table;
use crate::{Choice, Frame, StruggleOfEmpires};
pub use outlook::outlook;
use standing::View;

/// A victory point.
pub const POINT: i32 = 100;
/// A gold while it can still be spent.
pub const GOLD: i32 = 31;
/// A unit that is lost in combat: itself, and the unrest that it leaves.
pub const UNIT_LOST: i32 = 125;
/// Shares and chances are counted in thousandths.
pub const CERTAIN: i32 = 1000;

/// What is left of the war: the actions of each power.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    actions: [i32; POWERS],
}

impl Clock {
    /// What is left where play stands.
    pub fn of(state: &State<StruggleOfEmpires>) -> Self {
        let table = &state.table;
        let each = i32::from(limits().actions);
        let rounds = i32::from(table.scenario.rounds.saturating_sub(table.round));
        let mut actions = [each * (rounds + 1); POWERS];
        let turn = state.frames().iter().find_map(|frame| match frame {
            Frame::Turn(turn) => Some((turn.seat(), turn.left())),
            _ => None,
        });
        if let Some((acting, left)) = turn {
            for seat in table.order() {
                if seat == acting {
                    actions[seat.index()] = each * rounds + i32::from(left);
                    break;
                }
                actions[seat.index()] = each * rounds;
            }
        }
        Self { actions }
    }

    /// The same after an action of a power.
    #[must_use]
    pub fn after_action(mut self, seat: Seat) -> Self {
        let left = &mut self.actions[seat.index()];
        *left = (*left - 1).max(0);
        self
    }

    /// The actions that a power has left.
    #[inline]
    pub fn left(&self, seat: Seat) -> i32 {
        self.actions[seat.index()]
    }
}

/// A sea that lets everybody arrive: its risk is reckoned apart.
pub struct Calm;

impl Chance for Calm {
    fn draw(&mut self, _: RuleRef, sides: u32) -> u32 {
        sides - 1
    }
}

/// How good the position is for a seat.
pub fn judge(state: &State<StruggleOfEmpires>, seat: Seat) -> i32 {
    if state.outcome().is_some() {
        let points = |seat: Seat| i32::from(state.table.empires[seat].points);
        let best = state.table.all().filter(|other| *other != seat).map(points).max();
        return POINT * (points(seat) - best.unwrap_or(0));
    }
    appraise(&state.table, &Clock::of(state), seat)
}

/// What each round that is still to come can turn around, and what hangs on dice in any case: fitted to games between captains of two,
/// three, four and seven powers, which agree.
const TURNS_AROUND: i32 = 200;
const HANGS_ON_DICE: i32 = 250;

/// What a lead counts for: the more, the fewer rounds are left, with the one that is played.
pub fn lead(table: &Table) -> i32 {
    let scenario = &table.scenario;
    let rounds = i32::from(scenario.rounds);
    let wars = i32::from(scenario.wars.saturating_sub(table.war));
    let left = wars * rounds + (rounds - i32::from(table.round)).max(0) + 1;
    HANGS_ON_DICE + TURNS_AROUND * left
}

/// Tells of one choice after the other what it leads to.
pub fn foresight(state: &State<StruggleOfEmpires>, seat: Seat) -> impl FnMut(&Choice) -> Option<i32> {
    let mut otherwise = None;
    move |choice| {
        let mut best = || *otherwise.get_or_insert_with(|| best_without_free_action(state, seat));
        forecast(state, seat, choice, &mut best)
    }
}

/// What the best choice of a turn leads to that is not a free action.
fn best_without_free_action(state: &State<StruggleOfEmpires>, seat: Seat) -> i32 {
    let mut menu = Vec::new();
    state.search_menu(seat, &mut menu);
    menu.retain(|choice| !matches!(choice, Choice::Turn(TurnChoice::Use(_))));
    let foretold = menu.iter().filter_map(|choice| forecast(state, seat, choice, &mut || 0));
    foretold.max().unwrap_or_else(|| judge(state, seat))
}

/// What a choice leads to, on average over its dice.
fn forecast(
    state: &State<StruggleOfEmpires>,
    seat: Seat,
    choice: &Choice,
    otherwise: &mut dyn FnMut() -> i32,
) -> Option<i32> {
    let frame = state.frame()?;
    let (table, clock) = (&state.table, Clock::of(state));
    let worth = match (frame, choice) {
        (Frame::Turn(_), Choice::Turn(choice)) => actions::in_turn(table, clock, seat, *choice, otherwise),
        (Frame::Marching(_), Choice::Marching(choice)) => actions::marching(table, clock, seat, *choice),
        (Frame::Building(building), Choice::Building(choice)) => {
            actions::building(table, clock, seat, building, *choice)
        }
        (Frame::FreeAction(free), Choice::FreeAction(choice)) => {
            actions::free_action(table, clock, seat, free.tile(), *choice)
        }
        (Frame::Placing(_), Choice::Placing(choice)) => actions::placing(table, clock, seat, *choice),
        (Frame::Raiders(raiders), Choice::Raiders(choice)) => {
            battle::raid(table, clock, seat, raiders.tile(), *choice)
        }
        (Frame::Auction(auction), Choice::Auction(choice)) => {
            council::auction(table, clock, seat, auction, *choice)
        }
        (Frame::Proposal(proposal), Choice::Proposal(choice)) => {
            council::proposal(table, clock, seat, proposal, *choice)
        }
        (Frame::Asking(asking), Choice::Asking(choice)) => {
            help::asking(table, clock, seat, asking.principal(), *choice)
        }
        (Frame::Answers(answers), Choice::Answers(choice)) => {
            help::answer(table, clock, seat, answers.principal(), *choice)
        }
        (Frame::Decision(decision), Choice::Decision(choice)) => {
            battle::decision(table, clock, seat, decision.query(), *choice)
        }
        (Frame::Losses(losses), Choice::Losses(choice)) => {
            battle::loss(table, clock, seat, losses.at_sea(), *choice)
        }
        _ => return None,
    };
    Some(worth)
}

/// How good a table is for a seat, with so much of the war left: better than the best rival, and than the others on average.
pub fn appraise(table: &Table, clock: &Clock, seat: Seat) -> i32 {
    let view = View::of(table, clock);
    let own = esteem(&view, seat);
    let (mut best, mut sum, mut count) = (i32::MIN, 0, 0);
    for rival in table.all().filter(|rival| *rival != seat) {
        let theirs = esteem(&view, rival);
        best = best.max(theirs);
        sum += theirs;
        count += 1;
    }
    if count == 0 {
        return own;
    }
    own - i32::midpoint(best, sum / count)
}

/// What a power has, made or in prospect.
fn esteem(view: &View, seat: Seat) -> i32 {
    let made = POINT * i32::from(view.table.empires[seat].points);
    let made = made + view.tokens(seat) + prospects::of(view, seat);
    // Of what a revolution would take away, all is lost.
    purse::tame(view, seat, made) + purse::of(view, seat) + cabinet::of(view, seat)
}

#[cfg(test)]
mod tests;
