//! The melee cycle (4.6, 10.2): players attack in turn, the holder of the initiative first, until both have passed.
//!
//! Active! markers go first, Charge and Done! stay (10.1). A pass is final (R6). A charging unit with an enemy before it must attack (7.11.4), and so must units that have lost
//! restraint in a cycle of their own (15.5.1.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::contest::{Party, can_attack, check_attack, defender_of};
use crate::data::CardId;
use crate::hand::{self, Occasion};
use crate::ids::{HexId, PostId, SIDES, UnitId};
use crate::impetuous::is_unleashed;
use crate::melee::{Melee, check_double};
use crate::phases::panic::Panic;
use crate::play::Play;
use crate::table::{Marker, Phase, Table};
use crate::{DawnOfBattle, Frame};

/// A melee cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MeleeCycle {
    /// Only for units that have lost restraint (15.5.1.3).
    impetuous: bool,
    asked: Seat,
    passed: [bool; 2],
    /// Whether the one who is asked holds cards, as all can see.
    cards: bool,
    /// Leaders that have attacked alone, a bit each (15.12.2).
    dueled: u16,
}

/// Attack or pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeleeCycleChoice {
    /// A unit attacks the enemy in a hex.
    Attack {
        /// Who.
        unit: UnitId,
        /// Where.
        at: HexId,
    },
    /// A unit attacks both front hexes (15.7).
    Double(UnitId),
    /// A leader alone attacks a hex beside him (15.12.2).
    Duel {
        /// His counter.
        post: PostId,
        /// Where.
        at: HexId,
    },
    /// An event.
    Card(CardId),
    /// No more attacks.
    Pass,
}

impl MeleeCycle {
    /// The cycle of a turn; [`impetuous`](Self::impetuous) for the one before the actions.
    pub const fn new() -> Self {
        Self { impetuous: false, asked: Seat(0), passed: [false; 2], cards: false, dueled: 0 }
    }

    /// The cycle of units that have lost restraint.
    pub const fn impetuous() -> Self {
        Self { impetuous: true, ..Self::new() }
    }

    /// Whether a unit may attack in this cycle at all.
    fn admits(&self, table: &Table, unit: UnitId) -> bool {
        !self.impetuous || is_unleashed(table, unit)
    }

    /// A unit that must attack before its side may pass.
    fn bound(&self, table: &Table, side: Seat) -> Option<UnitId> {
        table.units_of(side).iter().find(|unit| {
            let must = if self.impetuous {
                is_unleashed(table, *unit)
            } else {
                table.units[*unit].marker == Marker::Charge
            };
            must && can_attack(table, *unit)
        })
    }

    /// Panic first (12.2), then the next who has not passed.
    fn next(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        if let Some(side) = SIDES.into_iter().find(|side| table.panic_due[side.index()]) {
            return Next::call(self, Panic::of(side));
        }
        if self.passed == [true; 2] {
            return self.end(table);
        }
        if self.passed[self.asked.index()] {
            self.asked = self.asked.opponent();
        }
        self.cards = table.army(self.asked).deck.held > 0;
        Next::ask(self)
    }

    /// Charges that found nobody are over (R17).
    fn end(self, table: &mut Table) -> Next<DawnOfBattle> {
        if !self.impetuous {
            for unit in table.field.iter() {
                if table.units[unit].marker == Marker::Charge {
                    table.units[unit].marker = Marker::None;
                }
            }
        }
        Next::done(self)
    }

    /// A leader alone may attack a unit or a leader beside him, once a turn (15.12.2).
    fn check_duel(&self, table: &Table, seat: Seat, post: PostId, at: HexId) -> Result<(), Refusal> {
        require!(table.scenario.options.honour, "15.12.2", "leaders do not fight alone");
        require!(post.exists() && post.side() == seat && table.posts[post].hex.exists(), "15.12.2", "that leader is not on the field");
        let hex = table.posts[post].hex;
        require!(!self.impetuous && table.unit_at(hex).is_none(), "15.12.2", "only a leader alone in his hex fights like a unit");
        require!(self.dueled >> post.index() & 1 == 0, "10.2.8", "that leader has fought");
        require!(table.map().around(hex).contains(&at), "10.2.1", "the enemy is not beside him");
        require!(defender_of(table, seat, at).is_some(), "10.2.1", "there is no enemy to attack");
        Ok(())
    }
}

impl Default for MeleeCycle {
    fn default() -> Self {
        Self::new()
    }
}

impl Step<DawnOfBattle> for MeleeCycle {
    type Choice = MeleeCycleChoice;

    fn enter(mut self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if !self.impetuous {
            table.phase = Phase::Melee;
            for unit in table.field.iter() {
                if table.units[unit].marker == Marker::Active {
                    table.units[unit].marker = Marker::None;
                }
            }
        }
        self.asked = table.initiative;
        self.next(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.asked)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        if let Some(unit) = self.bound(table, seat) {
            let ask = format!("Which unit attacks whom? {} must attack.", table.name(unit));
            return Prompt::new(rule!("7.11.4"), ask);
        }
        Prompt::new(rule!("10.2.1"), "Which unit attacks whom?").hint("A pass is final.")
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MeleeCycleChoice)) {
        for unit in table.units_of(seat).iter() {
            if !self.admits(table, unit) {
                continue;
            }
            let front = crate::melee_checks::front(table, unit);
            let mut foes = 0;
            for at in front {
                if at.exists() && defender_of(table, seat, at).is_some() {
                    foes += 1;
                    each(MeleeCycleChoice::Attack { unit, at });
                }
            }
            if foes == 2 && table.scenario.options.double_attack {
                each(MeleeCycleChoice::Double(unit));
            }
        }
        if table.scenario.options.honour {
            for post in PostId::all_of(seat) {
                let hex = table.posts[post].hex;
                if hex.exists() && table.unit_at(hex).is_none() {
                    for at in table.map().around(hex) {
                        if at.exists() && defender_of(table, seat, *at).is_some() {
                            each(MeleeCycleChoice::Duel { post, at: *at });
                        }
                    }
                }
            }
        }
        table.army(seat).deck.hand.truth().iter().for_each(|card| each(MeleeCycleChoice::Card(card)));
        each(MeleeCycleChoice::Pass);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &MeleeCycleChoice) -> Result<(), Refusal> {
        match *choice {
            MeleeCycleChoice::Attack { unit, at } => {
                require!(unit.exists() && unit.side() == seat, "10.2.1", "only your own units attack");
                check_attack(table, unit, at)?;
                require!(self.admits(table, unit), "15.5.1.3", "only units that have lost restraint attack now");
            }
            MeleeCycleChoice::Double(unit) => {
                require!(unit.exists() && unit.side() == seat, "10.2.1", "only your own units attack");
                check_double(table, unit)?;
                require!(self.admits(table, unit), "15.5.1.3", "only units that have lost restraint attack now");
            }
            MeleeCycleChoice::Duel { post, at } => self.check_duel(table, seat, post, at)?,
            MeleeCycleChoice::Card(card) => hand::check(table, seat, card, Occasion::Melee)?,
            MeleeCycleChoice::Pass => {
                if let Some(unit) = self.bound(table, seat) {
                    let piece = Thing::Piece(u16::from(unit.0));
                    require!(self.impetuous, "7.11.4", "a charging unit must attack an enemy before it"; blocked piece);
                    require!(false, "15.5.1.3", "a unit that has lost restraint must attack"; blocked piece);
                }
            }
        }
        Ok(())
    }

    /// With cards in hand a pass that took itself would tell that none of them can be played.
    fn automatic(&self) -> bool {
        !self.cards
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: MeleeCycleChoice,
        _: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        self.asked = seat.opponent();
        match choice {
            MeleeCycleChoice::Attack { unit, at } => {
                let melee = Melee::attack(table, Party::Unit(unit), at);
                Next::call(self, melee)
            }
            MeleeCycleChoice::Double(unit) => {
                let melee = Melee::double(table, unit);
                Next::call(self, melee)
            }
            MeleeCycleChoice::Duel { post, at } => {
                self.dueled |= 1 << post.index();
                let melee = Melee::attack(table, Party::Leader(post), at);
                Next::call(self, melee)
            }
            MeleeCycleChoice::Card(card) => {
                self.asked = seat;
                Next::call(self, Play::new(seat, card))
            }
            MeleeCycleChoice::Pass => {
                self.passed[seat.index()] = true;
                self.next(table)
            }
        }
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.next(table)
    }
}
