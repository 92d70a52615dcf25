//! The melee cycle (4.6, 10.0, 10.2): players attack in turn, the holder of the initiative first, until both have passed.
//!
//! Active! markers go first, Charge and Done! stay (10.1). A pass is final (R6). A charging unit with an enemy before it must attack, whomever it rode at first (7.11.1, 7.11.4), and so must units that have lost
//! restraint in a cycle of their own (15.5.1.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::contest::{Party, can_attack, check_attack, defender_of};
use crate::data::CardId;
use crate::hand::{self, Occasion};
use crate::ids::{HexId, PostId, SIDES, UnitId, UnitSet};
use crate::impetuous::is_unleashed;
use crate::melee::{Melee, check_double};
use crate::phases::entry::{enters_by, stormers};
use crate::phases::panic::Panic;
use crate::phases::storm::{self, Storm};
use crate::play::Play;
use crate::table::{Marker, Phase, Table};
use crate::{DawnOfBattle, Frame};

/// A melee cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MeleeCycle {
    /// Only for units that have lost restraint (15.5.1.3).
    impetuous: bool,
    /// Who these are.
    engaged: UnitSet,
    asked: Seat,
    passed: [bool; 2],
    /// Whether the one who is asked holds cards, as all can see.
    cards: bool,
    /// Reinforcements that have attacked their entry hex, one of those who enter there (7.8).
    stormed: UnitSet,
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
    /// A unit beside the map attacks whoever blocks its entry (7.8).
    Storm(UnitId),
    /// An event.
    Card(CardId),
    /// No more attacks.
    Pass,
}

impl MeleeCycle {
    /// The cycle of a turn; [`impetuous`](Self::impetuous) for the one before the actions.
    pub const fn new(table: &Table) -> Self {
        Self {
            impetuous: false,
            engaged: UnitSet::NONE,
            asked: table.initiative,
            passed: [false; 2],
            cards: false,
            stormed: UnitSet::NONE,
        }
    }

    /// The cycle of units that have lost restraint and have engaged the enemy.
    pub const fn impetuous(table: &Table, engaged: UnitSet) -> Self {
        Self { impetuous: true, engaged, ..Self::new(table) }
    }

    /// Whether a unit may attack in this cycle at all.
    fn admits(&self, table: &Table, unit: UnitId) -> bool {
        !self.impetuous || self.engaged.contains(unit) && is_unleashed(table, unit)
    }

    /// A unit that must attack before its side may pass.
    fn bound(&self, table: &Table, side: Seat) -> Option<UnitId> {
        table.units_of(side).iter().find(|unit| {
            let must = if self.impetuous {
                self.admits(table, *unit)
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

    /// One unit a turn may attack an entry hex from beside the map (7.8).
    fn check_storm(&self, table: &Table, seat: Seat, unit: UnitId) -> Result<HexId, Refusal> {
        require!(
            !self.impetuous && unit.exists() && unit.side() == seat,
            "7.8",
            "only your own reinforcements attack from beside the map"
        );
        let found = stormers(table, seat).find(|(stormer, _)| *stormer == unit);
        let Some((_, hex)) = found else {
            return Err(Refusal::new(rule!("7.8"), "no enemy blocks the entry of that unit"));
        };
        let attacked = self.stormed.iter().any(|other| enters_by(table, other, hex));
        require!(!attacked, "7.8", "this entry has been attacked this turn"; blocked Thing::Space(hex.0));
        Ok(hex)
    }

    /// A leader alone may attack a unit or a leader beside him, once a turn (15.12.2).
    fn check_duel(&self, table: &Table, seat: Seat, post: PostId, at: HexId) -> Result<(), Refusal> {
        require!(table.scenario.options.honour, "15.12.2", "leaders do not fight alone");
        require!(
            post.exists() && post.side() == seat && table.posts[post].hex.exists(),
            "15.12.2",
            "that leader is not on the field"
        );
        let hex = table.posts[post].hex;
        require!(
            !self.impetuous && table.unit_at(hex).is_none(),
            "15.12.2",
            "only a leader alone in his hex fights like a unit"
        );
        require!(!table.posts[post].done, "10.2.8", "that leader has fought");
        require!(table.map().around(hex).contains(&at), "10.2.1", "the enemy is not beside him");
        require!(defender_of(table, seat, at).is_some(), "10.2.1", "there is no enemy to attack");
        Ok(())
    }
}

impl Step<DawnOfBattle> for MeleeCycle {
    type Choice = MeleeCycleChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if !self.impetuous {
            table.phase = Phase::Melee;
            for unit in table.field.iter() {
                if table.units[unit].marker == Marker::Active {
                    table.units[unit].marker = Marker::None;
                }
            }
        }
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
        if !self.impetuous {
            stormers(table, seat).for_each(|(unit, _)| each(MeleeCycleChoice::Storm(unit)));
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
        table.army(seat).deck.cards().iter().for_each(|card| each(MeleeCycleChoice::Card(card)));
        each(MeleeCycleChoice::Pass);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &MeleeCycleChoice) -> Result<(), Refusal> {
        match *choice {
            MeleeCycleChoice::Attack { unit, at } => {
                require!(unit.exists() && unit.side() == seat, "10.2.1", "only your own units attack");
                check_attack(table, unit, at)?;
                require!(
                    self.admits(table, unit),
                    "15.5.1.3",
                    "only units that have lost restraint attack now"
                );
            }
            MeleeCycleChoice::Double(unit) => {
                require!(unit.exists() && unit.side() == seat, "10.2.1", "only your own units attack");
                check_double(table, unit)?;
                require!(
                    self.admits(table, unit),
                    "15.5.1.3",
                    "only units that have lost restraint attack now"
                );
            }
            MeleeCycleChoice::Duel { post, at } => self.check_duel(table, seat, post, at)?,
            MeleeCycleChoice::Storm(unit) => drop(self.check_storm(table, seat, unit)?),
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
                let melee = Melee::attack(table, Party::Leader(post), at);
                Next::call(self, melee)
            }
            MeleeCycleChoice::Storm(unit) => {
                let hex = self.check_storm(table, seat, unit).expect("`check` allowed it");
                self.stormed.insert(unit);
                Next::call(self, Storm::new(unit, hex))
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

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        storm::settle(table, cx);
        self.next(table)
    }
}
