//! The outermost box: the turn (4.0). Ten of them at most; after the set-up the first begins (16.8).

use sandtable_engine::{Cx, Never, Next, Refusal, Seat, Step, require, rule};
use serde::Serialize;

use crate::data::limits;
use crate::events::Event;
use crate::ids::{HexId, LeaderId, PostId, SIDES, UnitId};
use crate::melee_cycle::MeleeCycle;
use crate::phases::actions::Actions;
use crate::phases::initiative::Initiative;
use crate::phases::panic::Panic;
use crate::phases::placement::Placement;
use crate::phases::points;
use crate::phases::restraint::Restraint;
use crate::phases::score::Score;
use crate::phases::turn_end::TurnEnd;
use crate::questions::reach::has_room;
use crate::scenario::{Begins, Station};
use crate::table::{Fate, Marker, Phase, Post, Roar, Table};
use crate::{DawnOfBattle, Frame, muster};

/// A turn, with the step that is being made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Turn {
    step: TurnStep,
}

/// The steps of a turn, and what comes before the first (4.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum TurnStep {
    #[default]
    SetUp,
    /// 4.1.
    Remove,
    /// 4.2.
    Points,
    /// 4.3.
    Initiative,
    /// 4.4, who has not the initiative.
    PlaceFirst,
    /// 4.4, who has it.
    PlaceSecond,
    /// 12.3.
    Leaderless(u8),
    /// 15.5.
    Restraint,
    /// 4.5.
    Actions,
    /// 4.6.
    Melee,
    /// 4.7.
    End,
}

impl TurnStep {
    const fn of(begins: Begins) -> Self {
        match begins {
            Begins::Turn => Self::Remove,
            Begins::Initiative => Self::Initiative,
            Begins::Leaders => Self::PlaceFirst,
            Begins::Restraint => Self::Restraint,
            Begins::Actions => Self::Actions,
            Begins::Melee => Self::Melee,
            Begins::TurnEnd => Self::End,
        }
    }

    const fn next(self) -> Self {
        match self {
            Self::SetUp | Self::End => Self::Remove,
            Self::Remove => Self::Points,
            Self::Points => Self::Initiative,
            Self::Initiative => Self::PlaceFirst,
            Self::PlaceFirst => Self::PlaceSecond,
            Self::PlaceSecond => Self::Leaderless(0),
            Self::Leaderless(0) => Self::Leaderless(1),
            Self::Leaderless(_) => Self::Restraint,
            Self::Restraint => Self::Actions,
            Self::Actions => Self::Melee,
            Self::Melee => Self::End,
        }
    }

    const fn phase(self) -> Phase {
        match self {
            Self::SetUp => Phase::SetUp,
            Self::Remove | Self::PlaceFirst | Self::PlaceSecond | Self::Leaderless(_) => Phase::Leaders,
            Self::Points => Phase::Points,
            Self::Initiative => Phase::Initiative,
            Self::Restraint => Phase::Restraint,
            Self::Actions => Phase::Actions,
            Self::Melee => Phase::Melee,
            Self::End => Phase::TurnEnd,
        }
    }
}

impl Turn {
    /// Makes steps until a box has to be asked.
    fn from(
        mut self,
        mut step: TurnStep,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        loop {
            self.step = step;
            table.phase = step.phase();
            let child: Option<Frame> = match step {
                TurnStep::SetUp => muster::next_box(table),
                TurnStep::Remove => {
                    remove_leaders(table, cx);
                    arrive(table, cx);
                    None
                }
                TurnStep::Points => {
                    points::receive(table, cx);
                    None
                }
                TurnStep::Initiative => Some(Initiative::new(table).into()),
                TurnStep::PlaceFirst => Some(Placement::of(table.initiative.opponent()).into()),
                TurnStep::PlaceSecond => Some(Placement::of(table.initiative).into()),
                TurnStep::Leaderless(number) => leaderless(table, SIDES[usize::from(number)]),
                TurnStep::Restraint => Restraint::needed(table).then(|| Restraint::default().into()),
                TurnStep::Actions => Some(Actions::new(table).into()),
                TurnStep::Melee => Some(MeleeCycle::new(table).into()),
                TurnStep::End => Some(TurnEnd::new(table).into()),
            };
            if let Some(child) = child {
                return Next::call(self, child);
            }
            if step == TurnStep::SetUp {
                step = open_battle(table, cx);
            } else {
                step = step.next();
            }
        }
    }

    /// The marker goes to the next turn (4.7); after the last the battle is over (R60).
    fn advance(table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if table.turn >= limits().turns {
            return Next::go(Score::at_the_end());
        }
        table.turn += 1;
        cx.log(rule!("4.7"), || Event::Turn { turn: table.turn });
        Self::default().from(TurnStep::Remove, table, cx)
    }
}

/// Deals the events (14.1, 16.7) and says where play begins.
fn open_battle(table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> TurnStep {
    for side in SIDES {
        let fixed = table.scenario.armies[side.index()].hand.is_some();
        let hand = if fixed { 0 } else { table.morale(side) };
        for _ in 0..hand {
            let card = table.army_mut(side).deck.draw_event(rule!("14.1"), cx);
            points::tell_event(side, card, rule!("14.1"), cx);
        }
    }
    cx.log(rule!("4.0"), || Event::Turn { turn: table.turn });
    TurnStep::of(table.scenario.start.begins)
}

/// Leaders are taken off the map, and those whose turn has come are available again (4.1). Under the code of honour they stay (15.12.1).
fn remove_leaders(table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
    let turn = table.turn;
    for leader in LeaderId::all() {
        if let Fate::Away(until) = table.leaders[leader].fate
            && until <= turn
        {
            table.leaders[leader].fate = Fate::Ready;
            cx.log(rule!("4.1"), || Event::Returns { leader });
        }
    }
    for side in SIDES {
        for post in PostId::all_of(side) {
            if table.scenario.options.honour && table.posts[post].hex.exists() {
                let here = table.posts[post].hex;
                (table.posts[post].home, table.posts[post].strayed) = (here, 0);
            } else {
                table.posts[post] = Post::NONE;
            }
        }
        let army = table.army_mut(side);
        army.unleashed = false;
        if army.roar == Roar::Now {
            army.roar = Roar::Spent;
        }
    }
}

/// Units that a special rule puts on the field on this turn: in their hex, or the nearest that is empty (S6).
fn arrive(table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
    for unit in table.waiting.iter() {
        let lines = &table.scenario.armies[unit.side().index()].units;
        let Some(Station::Placed(turn, hex)) = lines.get(unit.place()).map(|line| line.station) else {
            continue;
        };
        if turn > table.turn {
            continue;
        }
        if let Some(free) = nearest_free(table, unit, hex) {
            table.put(unit, free);
            cx.log(rule!("S6"), || Event::Arrives { unit, at: free });
        }
    }
    for leader in LeaderId::all() {
        // A leader whose column has no units left to bring him comes on his own.
        if let Fate::Due(turn) = table.leaders[leader].fate
            && turn <= table.turn
            && crate::phases::entry::column(table, leader.side()).is_empty()
        {
            table.leaders[leader].fate = Fate::Ready;
        }
    }
}

/// The nearest hex in which a unit can be put down.
fn nearest_free(table: &Table, unit: UnitId, hex: HexId) -> Option<HexId> {
    let free = table.map().hexes().filter(|at| {
        table.land.cost(*at).is_some()
            && table.unit_at(*at).is_none()
            && has_room(table, unit, *at)
            && !table.has_post(unit.side().opponent(), *at)
    });
    free.min_by_key(|at| (at.distance(hex), at.0))
}

/// An army that can place no leader panics if it has reached its level (12.3). A dummy is nobody (15.13).
fn leaderless(table: &Table, side: Seat) -> Option<Frame> {
    let led = LeaderId::all_of(side)
        .map(|leader| &table.leaders[leader])
        .any(|leader| leader.fate == Fate::Ready && !leader.dummy);
    let army = table.army(side);
    (!led && army.losses >= army.panic_level).then(|| Panic::of(side).into())
}

/// Takes Done!, Active! and Charge markers off (4.7).
pub fn clear_markers(table: &mut Table) {
    for unit in table.field.iter() {
        table.units[unit].marker = Marker::None;
    }
    for side in SIDES {
        PostId::all_of(side).for_each(|post| table.posts[post].done = false);
    }
}

/// Whether a unit bears the strength of barbarians this turn (15.4).
pub fn roars(table: &Table, unit: UnitId) -> bool {
    let side = unit.side();
    let kinds = table.scenario.special.sides[side.index()].barbarian;
    table.army(side).roar == Roar::Now && kinds.contains(table.units[unit].kind)
}

/// Whether a side may still call its barbarian charge (15.4): whenever it likes, once in the battle, unless its units are impetuous.
pub fn may_roar(table: &Table, side: Seat) -> Result<(), Refusal> {
    let special = &table.scenario.special.sides[side.index()];
    require!(!special.barbarian.is_empty(), "15.4", "there are no barbarians in your army");
    require!(special.impetuous.is_empty(), "15.4", "impetuous barbarians charge when they lose restraint");
    require!(table.army(side).roar == Roar::Saved, "15.4", "they have charged already");
    Ok(())
}

/// The barbarians of a side charge this turn (15.4).
pub fn roar(table: &mut Table, side: Seat, cx: &mut Cx<DawnOfBattle>) {
    table.army_mut(side).roar = Roar::Now;
    cx.log(rule!("15.4"), || Event::Roars { side });
}

impl Step<DawnOfBattle> for Turn {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.from(TurnStep::SetUp, table, cx)
    }

    /// A step is complete: an army that has thrown a 1 in it panics before the next (15.3.1, 12.2).
    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if let Some(side) = SIDES.into_iter().find(|side| table.panic_due[side.index()]) {
            return Next::call(self, Panic::of(side));
        }
        match self.step {
            TurnStep::SetUp => self.from(TurnStep::SetUp, table, cx),
            TurnStep::End => Self::advance(table, cx),
            step => self.from(step.next(), table, cx),
        }
    }
}
