//! The movement phase: ships move one by one, the sides in turn (5.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::helm::Helm;
use crate::events::Event;
use crate::ids::{ShipId, ShipSet};
use crate::questions::speed;
use crate::table::Table;
use crate::victory::side_is_gone;
use crate::{Dreadnoughts, Frame};

/// Who moves next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Movement {
    /// Ships that have yet to move: the phase ends when none is left (5.3b).
    unmoved: ShipSet,
    /// The side that moves a ship now.
    side: Seat,
    /// Moves left in this pair, under rolled initiative.
    pair: u8,
}

/// Which ship moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovementChoice {
    /// This one.
    Name(ShipId),
}

impl Movement {
    /// Ships that have yet to move.
    pub fn unmoved(&self) -> ShipSet {
        self.unmoved
    }

    fn left(&self, table: &Table, side: Seat) -> ShipSet {
        self.unmoved.and(table.fleet_of(side))
    }

    /// The sides alternate; what one side has more of moves at the end (ruling M1).
    fn next(mut self, table: &Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        // A ship that was sunk or stopped by reaction fire does not move any more (ruling M3).
        self.unmoved = self
            .unmoved
            .iter()
            .filter(|ship| speed::under_way(table, *ship) || speed::may_enter(table, *ship))
            .collect();
        // 9.21: the battle ends as soon as a side has nothing left.
        if self.unmoved.is_empty() || side_is_gone(table) {
            return Next::done(self);
        }
        if self.left(table, self.side).is_empty() {
            self.side = self.side.opponent();
        } else if table.scenario.options.initiative
            && self.pair == 0
            && !self.left(table, self.side.opponent()).is_empty()
        {
            // A throw decides between two sides that both have ships left to move.
            self.side = roll_initiative(table, cx);
            self.pair = 2;
        }
        Next::ask(self)
    }
}

/// Both sides throw a die, the first player adds one; equal throws are repeated (5.3, ruling M2).
fn roll_initiative(table: &Table, cx: &mut Cx<Dreadnoughts>) -> Seat {
    let first_player = table.scenario.first_player;
    loop {
        let first = cx.die(rule!("5.3")) + 1;
        let second = cx.die(rule!("5.3"));
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(first_player),
            std::cmp::Ordering::Less => Some(first_player.opponent()),
            std::cmp::Ordering::Equal => None,
        };
        cx.log(rule!("5.3"), || Event::Initiative { first, second, winner });
        if let Some(winner) = winner {
            return winner;
        }
    }
}

impl Step<Dreadnoughts> for Movement {
    type Choice = MovementChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        let moving = |ship: &ShipId| speed::under_way(table, *ship) || speed::may_enter(table, *ship);
        self.unmoved = table.fleet.afloat.or(table.fleet.due).iter().filter(moving).collect();
        self.side = table.scenario.first_player;
        self.next(table, cx)
    }

    /// The first player names every ship; under rolled initiative each side names its own (ruling M1, M2).
    #[inline]
    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(if table.scenario.options.initiative { self.side } else { table.scenario.first_player })
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let side = &table.scenario.sides[self.side.index()].name;
        let prompt = Prompt::new(rule!("5.3"), format!("Which {side} ship moves next?"));
        if table.scenario.options.initiative {
            prompt.hint("Pick one of your ships; each moves once a turn.")
        } else {
            prompt.hint("As first player you name the ships of both sides in turns; each moves once.")
        }
    }

    #[inline]
    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        table.fleet.afloat.or(self.unmoved).iter().map(MovementChoice::Name).for_each(each);
    }

    /// Ships that can no longer move were left out when the question was put.
    #[inline]
    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(MovementChoice)) {
        self.left(table, self.side).iter().map(MovementChoice::Name).for_each(each);
    }

    #[inline]
    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MovementChoice)) {
        self.legal(table, seat, each);
    }

    #[inline]
    fn has_several(&self, table: &Table, _: Seat) -> bool {
        self.left(table, self.side).len() > 1
    }

    #[inline]
    fn check(&self, table: &Table, _: Seat, choice: &MovementChoice) -> Result<(), Refusal> {
        let MovementChoice::Name(ship) = *choice;
        require!(ship.index() < table.scenario.ships.len(), "5.3", "there is no such ship");
        let piece = Thing::Piece(u16::from(ship.0));
        let able = speed::under_way(table, ship) || speed::may_enter(table, ship);
        require!(able, "8.0a", "only ships under way move"; blocked piece);
        require!(self.unmoved.contains(ship), "5.3a", "that ship has moved this turn"; blocked piece);
        require!(self.left(table, self.side).contains(ship), "5.3", "the other side moves a ship now"; blocked piece);
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: MovementChoice,
        _: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let MovementChoice::Name(ship) = choice;
        self.unmoved.remove(ship);
        self.side = table.side(ship).opponent();
        self.pair = self.pair.saturating_sub(1);
        Next::call(self, Helm::new(table, ship, self.unmoved))
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        self.next(table, cx)
    }
}
