//! The outermost box: the wars.
//!
//! The game is three wars of six phases (3.1): counters, alliances, actions, income and maintenance, points, the end of the war. A war has six
//! rounds with two to four powers and five with more (3.2). After the last power of a round the next one begins, after the last round
//! comes the income (6.1f).

use sandtable_engine::{Cx, Never, Next, Seat, State, Step, rule};
use serde::{Deserialize, Serialize};

use crate::ids::POWERS;
use crate::phases::auction::Auction;
use crate::phases::placing::Placing;
use crate::phases::turn::Turn;
use crate::phases::{counters, income, war_end};
use crate::table::{Phase, Table};
use crate::{Event, Frame, StruggleOfEmpires, victory};

/// What a round adds to the number of the [turn] within the game: more than there are powers, so that it is the same for any number of them.
pub const ROUND: u16 = POWERS as u16 + 1;

/// The number of the turn that is played, counted over rounds and wars. Before the first power of a war acts, it is that of no power.
pub fn turn(state: &State<StruggleOfEmpires>) -> u16 {
    let acting = match state.frames().first() {
        Some(Frame::Campaign(campaign)) => u16::from(campaign.turn),
        // When all is over, everybody has acted.
        _ => ROUND - 1,
    };
    let rounds = u16::from(state.table.war) * MOST_ROUNDS + u16::from(state.table.round);
    rounds * ROUND + acting
}

/// Rounds that a war has at most, with room for the turns of a war's last round to look past its end.
const MOST_ROUNDS: u16 = 16;

/// Where a scenario begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// With the draws of the set-up.
    #[default]
    SetUp,
    /// With the first units, tokens and counters lying as the file says.
    Placing,
    /// With the auctions.
    Auction,
    /// With the actions.
    Actions,
    /// With the end of a war.
    WarEnd,
}

/// The wars, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Campaign {
    opening: Opening,
    /// The number of the power in play order whose turn it is.
    turn: u8,
    /// How many actions the first turn has.
    actions: u8,
    /// How many units each power places.
    units: u8,
}

impl Campaign {
    /// Play from an opening; the turn is the number of a power in play order, and that power has so many actions.
    pub fn new(opening: Opening, turn: u8, actions: u8, units: u8) -> Self {
        Self { opening, turn, actions, units }
    }

    /// The first auction of a war (5.1a, 5.1b).
    fn begin_war(self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        let war = table.war;
        table.phase = Phase::Alliances;
        cx.log(rule!("3.1"), || Event::War { war });
        if table.unallied().is_empty() {
            return self.begin_actions(table, cx);
        }
        let first = table.first;
        Next::call(self, Auction::opened_by(first))
    }

    fn begin_actions(self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        table.phase = Phase::Actions;
        let (war, round) = (table.war, table.round);
        cx.log(rule!("6.1a"), || Event::Round { war, round });
        self.next_turn(None, table, cx)
    }

    /// The next power's turn, or the next round, or the end of the war (6.1f).
    fn next_turn(
        mut self,
        actions: Option<u8>,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        if let Some(seat) = table.in_order(self.turn) {
            self.turn += 1;
            let power = table.power(seat);
            cx.log(rule!("6.1a"), || Event::Acts { power });
            let turn = Turn::of(seat);
            return Next::call(self, actions.map_or(turn.clone(), |left| turn.with_actions(left)));
        }
        if table.round >= table.scenario.rounds {
            return self.end_war(table, cx);
        }
        table.round += 1;
        table.empires.iter_mut().for_each(|empire| empire.spent = 0);
        self.turn = 0;
        self.begin_actions(table, cx)
    }

    /// Income, points, and the next war or the end (3.1, 3.3).
    fn end_war(mut self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        income::settle(table, cx);
        victory::score(table, cx);
        war_end::close(table, cx);
        if table.war >= table.scenario.wars {
            table.phase = Phase::Over;
            war_end::reveal(table, cx);
            return Next::Over(victory::outcome(table, cx));
        }
        table.war += 1;
        table.round = 1;
        counters::lay_out(table, rule!("4.1"), cx);
        self.turn = 0;
        self.begin_war(table, cx)
    }
}

impl Step<StruggleOfEmpires> for Campaign {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        match self.opening {
            Opening::SetUp | Opening::Placing => {
                let placing = Placing::new(table.first, self.units, table.seats());
                Next::call(self, placing)
            }
            Opening::Auction => self.begin_war(table, cx),
            Opening::Actions => {
                table.phase = Phase::Actions;
                let (war, round) = (table.war, table.round);
                cx.log(rule!("6.1a"), || Event::Round { war, round });
                let actions = self.actions;
                self.next_turn(Some(actions), table, cx)
            }
            Opening::WarEnd => self.end_war(table, cx),
        }
    }

    fn resume(
        self,
        child: Frame,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        match child {
            Frame::Auction(auction) => {
                if table.unallied().is_empty() {
                    return self.begin_actions(table, cx);
                }
                let next: Seat = table.left_of(auction.opener());
                Next::call(self, Auction::opened_by(next))
            }
            Frame::Turn(_) => self.next_turn(None, table, cx),
            _ => self.begin_war(table, cx),
        }
    }
}
