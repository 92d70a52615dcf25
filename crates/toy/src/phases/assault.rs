//! 6 The assault: an answer, two dice, a loss.

use std::cmp::Ordering;

use sandtable_engine::{Cx, Never, Next, Seat, Step, rule};
use serde::Serialize;

use crate::data::{Space, UnitId};
use crate::{Answer, Event, Frame, Losses, Table, Toy, victory};

/// What an ambush adds, 5.2.
const AMBUSH: u8 = 2;

/// A unit has marched into a space that the enemy holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assault {
    attacker: Seat,
    unit: UnitId,
    from: Space,
    at: Space,
}

impl Assault {
    /// An assault on a space from the one beside it.
    pub fn new(attacker: Seat, unit: UnitId, from: Space, at: Space) -> Self {
        Self { attacker, unit, from, at }
    }

    /// Who attacks.
    pub fn attacker(&self) -> Seat {
        self.attacker
    }

    /// The unit that attacks.
    pub fn unit(&self) -> UnitId {
        self.unit
    }

    /// Where it comes from.
    pub fn from(&self) -> Space {
        self.from
    }

    /// The space that is fought for.
    pub fn at(&self) -> Space {
        self.at
    }

    /// Both throw a die and add their units, 6.1; the lower one takes a loss, 6.2.
    fn fight(self, ambush: bool, table: &mut Table, cx: &mut Cx<Toy>) -> Next<Toy> {
        let defender = self.attacker.opponent();
        let units = table.count_at(defender, self.at);
        let attack = cx.die(rule!("6.1")) + 1;
        let defence = cx.die(rule!("6.1")) + units + if ambush { AMBUSH } else { 0 };
        cx.log(rule!("6.1"), || Event::Fought { attack, defence });
        match attack.cmp(&defence) {
            Ordering::Greater => {
                let losses = Losses::new(defender, self.at);
                Next::call(self, losses)
            }
            Ordering::Less => {
                let losses = Losses::new(self.attacker, self.at);
                Next::call(self, losses)
            }
            Ordering::Equal => self.settle(table, cx),
        }
    }

    /// An attacker that does not have the space to itself falls back, 6.3.
    fn settle(self, table: &mut Table, cx: &mut Cx<Toy>) -> Next<Toy> {
        let held = table.units_at(self.attacker.opponent(), self.at).next().is_some();
        let unit = table.unit_mut(self.unit);
        if held && unit.at.is_some() {
            unit.at = Some(self.from);
            cx.log(rule!("6.3"), || Event::FellBack { unit: self.unit, to: self.from });
        }
        match victory::annihilation(table) {
            Some(outcome) => Next::Over(outcome),
            None => Next::done(self),
        }
    }
}

impl Step<Toy> for Assault {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<Toy>) -> Next<Toy> {
        let defender = self.attacker.opponent();
        // Everybody has seen a card that was played: there is nothing left to ask (5.3).
        if table.card_is_spent(defender) {
            return self.fight(false, table, cx);
        }
        Next::call(self, Answer::of(defender))
    }

    fn resume(self, child: Frame, table: &mut Table, cx: &mut Cx<Toy>) -> Next<Toy> {
        match child {
            Frame::Answer(answer) => self.fight(answer.played(), table, cx),
            _ => self.settle(table, cx),
        }
    }
}
