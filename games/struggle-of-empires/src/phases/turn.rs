//! A power's turn in a round.
//!
//! Each power in play order performs two actions (6.1a), both in one go (R1), in any combination (6.1b): a tile (once a round, 6.1c), a
//! unit, moves, an attack, colonising or enslaving (once a round, 6.1d), or passing, which closes nothing for later rounds (6.1e).
//! Tiles are used before, between and after the actions (6.2b).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::chart::chart;
use crate::data::limits;
use crate::ids::{AREAS, CounterId, Kind, POWERS, Space, Tile, counters, places};
use crate::phases::attack::Attack;
use crate::phases::building::{self, Builder, Building};
use crate::phases::marching::{self, March, Marching};
use crate::phases::raiders::Raiders;
use crate::phases::{buying, colonising, free_actions};
use crate::questions::entry;
use crate::questions::targets::{self, Objective};
use crate::table::Table;
use crate::{Event, Frame, StruggleOfEmpires};

/// A power acts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Turn {
    seat: Seat,
    left: u8,
    bought: bool,
    settled: bool,
}

/// An action, a free action, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnChoice {
    /// Take a tile from the display.
    Buy(Tile),
    /// Build a unit and send it to a space, or leave it at home.
    Build {
        /// What.
        unit: Kind,
        /// Where to.
        to: Space,
    },
    /// Destroy a unit to build it elsewhere.
    Destroy {
        /// What.
        unit: Kind,
        /// Where it is.
        at: Space,
    },
    /// Move a unit; others may follow.
    Move(March),
    /// Attack a power or a counter.
    Attack(Objective),
    /// Colonise or enslave a counter.
    Settle(CounterId),
    /// Let an action pass.
    Pass,
    /// Use a tile, which is free.
    Use(Tile),
    /// The next power's turn.
    EndTurn,
}

impl Turn {
    /// A turn with all its actions.
    pub fn of(seat: Seat) -> Self {
        Self { seat, left: limits().actions, bought: false, settled: false }
    }

    /// The same with fewer actions left, for scenarios that begin in mid-turn.
    #[must_use]
    pub fn with_actions(self, left: u8) -> Self {
        Self { left, ..self }
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Actions that are left.
    pub fn left(&self) -> u8 {
        self.left
    }

    fn check_action(&self) -> Result<(), Refusal> {
        require!(self.left > 0, "6.1a", "both actions are done");
        Ok(())
    }

    /// Calls the box that finishes an action, or asks on.
    fn then(self, child: Option<impl Into<Frame>>) -> Next<StruggleOfEmpires> {
        match child {
            Some(child) => Next::call(self, child),
            None => Next::ask(self),
        }
    }

    fn build(
        self,
        table: &mut Table,
        unit: Kind,
        to: Space,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        building::build(table, self.seat, unit, to, cx);
        let militia = Building::militia(table, self.seat);
        self.then(militia)
    }
}

impl Step<StruggleOfEmpires> for Turn {
    type Choice = TurnChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    // With an action left there is always more than one thing to do.
    #[inline]
    fn automatic(&self) -> bool {
        self.left == 0
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        match self.left {
            0 => Prompt::new(rule!("6.2b"), "Both actions are done: use a tile, or end your turn."),
            1 => Prompt::new(rule!("6.1a"), "One action is left: buy, build, move, attack, settle or pass."),
            _ => Prompt::new(rule!("6.1a"), "You have two actions: buy, build, move, attack, settle or pass.")
                .hint("Pick a unit to move it, to attack, or to build it anew elsewhere; a tile to buy it; a counter of your supply to build it."),
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(TurnChoice)) {
        let power = table.power(seat);
        let stranger = Space::ALL[AREAS + (power.index() + 1) % POWERS];
        for tile in Tile::ALL {
            each(TurnChoice::Buy(*tile));
        }
        for unit in Kind::ALL {
            let goals = Space::ALL[..AREAS].iter().copied().chain([power.home(), stranger]);
            goals.for_each(|to| each(TurnChoice::Build { unit: *unit, to }));
        }
        for unit in Kind::ALL {
            for place in places(table.empires[seat].units(*unit).bits()) {
                each(TurnChoice::Destroy { unit: *unit, at: place.space(power) });
            }
        }
        marching::candidates(table, seat, |march| each(TurnChoice::Move(march)));
        let land = table.empires[seat].armies.bits() | table.empires[seat].navies.bits();
        for place in places(land) {
            let Some(area) = place.area() else { continue };
            for other in table.enemies_of(seat).iter() {
                each(TurnChoice::Attack(Objective::Power { area, power: table.power(other) }));
            }
            let there = counters(table.counters_in(area));
            there.for_each(|counter| each(TurnChoice::Attack(Objective::Country(counter))));
        }
        counters(table.open.0).for_each(|counter| each(TurnChoice::Settle(counter)));
        each(TurnChoice::Pass);
        for tile in Tile::ALL {
            if table.empires[seat].tiles[*tile] > 0 {
                each(TurnChoice::Use(*tile));
            }
        }
        each(TurnChoice::EndTurn);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &TurnChoice) -> Result<(), Refusal> {
        match choice {
            TurnChoice::Use(tile) => return free_actions::check(table, seat, *tile),
            TurnChoice::EndTurn => {
                require!(self.left == 0, "6.1a", "there are actions left: act, or pass");
                return Ok(());
            }
            _ => self.check_action()?,
        }
        match choice {
            TurnChoice::Buy(tile) => {
                require!(!self.bought, "6.1c", "one tile a round");
                buying::check(table, seat, *tile)
            }
            TurnChoice::Build { unit, to } => {
                building::check_means(table, seat, *unit)?;
                entry::check(table, seat, *unit, *to).map(|_| ())
            }
            TurnChoice::Destroy { unit, at } => building::check_destroy(table, seat, *unit, *at),
            TurnChoice::Move(march) => marching::check(table, seat, *march).map(|_| ()),
            TurnChoice::Attack(objective) => targets::check(table, seat, *objective),
            TurnChoice::Settle(counter) => {
                require!(!self.settled, "6.1d", "colonising and enslaving are done once a round");
                colonising::check(table, seat, *counter)
            }
            TurnChoice::Pass | TurnChoice::Use(_) | TurnChoice::EndTurn => Ok(()),
        }
    }

    #[inline]
    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(TurnChoice)) {
        let empire = &table.empires[seat];
        let power = empire.power;
        if self.left > 0 {
            if !self.bought {
                for tile in Tile::ALL {
                    if buying::check(table, seat, *tile).is_ok() {
                        each(TurnChoice::Buy(*tile));
                    }
                }
            }
            if empire.population > 0 {
                for unit in Kind::ALL {
                    if empire.spare(*unit) > 0 {
                        building::each_goal(table, seat, *unit, |to| {
                            each(TurnChoice::Build { unit: *unit, to });
                        });
                    }
                }
                for unit in Kind::ALL {
                    for place in places(empire.units(*unit).bits()) {
                        each(TurnChoice::Destroy { unit: *unit, at: place.space(power) });
                    }
                }
            }
            marching::each(table, seat, |march| each(TurnChoice::Move(march)));
            targets::each(table, seat, |objective| each(TurnChoice::Attack(objective)));
            if !self.settled {
                colonising::each(table, seat, |counter| each(TurnChoice::Settle(counter)));
            }
            each(TurnChoice::Pass);
        }
        for tile in free_actions::TILES {
            if empire.tiles[*tile] > 0 && free_actions::check(table, seat, *tile).is_ok() {
                each(TurnChoice::Use(*tile));
            }
        }
        if self.left == 0 {
            each(TurnChoice::EndTurn);
        }
    }

    #[inline]
    fn canonical_candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(TurnChoice)) {
        self.legal(table, seat, each);
    }

    #[inline]
    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(TurnChoice)) {
        self.legal(table, seat, each);
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: TurnChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        match choice {
            TurnChoice::Use(tile) => {
                let child = free_actions::use_tile(table, seat, tile, cx);
                return self.then(child);
            }
            TurnChoice::EndTurn => return Next::done(self),
            _ => self.left -= 1,
        }
        match choice {
            TurnChoice::Buy(tile) => {
                self.bought = true;
                buying::take(table, seat, tile, cx);
                let raiders = tile.is_raider().then(|| Raiders::new(seat, tile));
                self.then(raiders)
            }
            TurnChoice::Build { unit, to } => self.build(table, unit, to, cx),
            TurnChoice::Destroy { unit, at } => {
                building::destroy(table, seat, unit, at, cx);
                Next::call(self, Building::new(seat, Builder::Rebuild(unit)))
            }
            TurnChoice::Move(march) => {
                marching::go(table, seat, march, cx);
                let left = marching::allowance(table, seat) - 1;
                Next::call(self, Marching::new(seat, left))
            }
            TurnChoice::Attack(objective) => {
                let attack = Attack::declare(table, seat, objective, true, cx);
                Next::call(self, attack)
            }
            TurnChoice::Settle(counter) => {
                self.settled = true;
                colonising::settle(table, seat, counter, cx);
                Next::ask(self)
            }
            TurnChoice::Pass | TurnChoice::Use(_) | TurnChoice::EndTurn => {
                let power = table.power(seat);
                cx.log(rule!("6.1e"), || Event::Passed { power });
                Next::ask(self)
            }
        }
    }

    fn resume(self, _: Frame, _: &mut Table, _: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        Next::ask(self)
    }
}

/// The name of a power for prompts.
pub fn name_of(table: &Table, seat: Seat) -> &'static str {
    chart().power(table.power(seat))
}
