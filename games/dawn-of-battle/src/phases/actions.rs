//! The action cycle (4.5, 5.0): the players take turns in spending action points until both have passed.
//!
//! An event is bought only where there is room (R54), and a chit is banked for an action each (R64).

use arrayvec::ArrayVec;
use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{CardId, Kind, Timing, turn_box};
use crate::events::Event;
use crate::hand::{self, Occasion, Window};
use crate::ids::{HexSet, LeaderId, SIDES, UnitId, UnitSet};
use crate::phases::activation::Activation;
use crate::phases::entry::{self, Entry};
use crate::phases::panic::Panic;
use crate::phases::points;
use crate::play::Play;
use crate::questions::formation::{Verb, able, command_area, commands, has_members};
use crate::scenario::Begins;
use crate::sequence::{may_roar, roar};
use crate::table::{Fate, Table};
use crate::{DawnOfBattle, Frame};

/// The action cycle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Actions {
    stage: Stage,
    /// Whose action it is.
    side: Seat,
    /// Whether all can see that he has nothing to choose from.
    open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// The holder of the initiative says who acts first.
    First,
    /// An action is to be chosen.
    Act,
    /// An event is being played before the action.
    Event,
    /// The action is complete; armies may have to panic (12.2).
    Acted,
    /// Events that follow an action.
    After,
}

/// An action (5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionsChoice {
    /// This seat spends the first point (4.5).
    First(Seat),
    /// A leader's formation does something (5.2).
    Formation {
        /// The leader.
        leader: LeaderId,
        /// What it does.
        verb: Verb,
    },
    /// A single unit does something, or the cannon of a hex (5.3).
    Single {
        /// The unit.
        unit: UnitId,
        /// What it does.
        verb: Verb,
    },
    /// Reinforcements enter the map (7.8).
    Enter,
    /// An event is bought (5.6), if there is room in the hand (R54).
    BuyEvent,
    /// A chit is banked for the end (5.7), one at a time (R64).
    Bank,
    /// An event is played (14.2); the action is still to come.
    Play(CardId),
    /// Barbarians charge this turn (15.4); the action is still to come.
    Roar,
    /// No more actions this turn (5.0, R5).
    Pass,
}

impl Actions {
    /// The cycle at its beginning.
    pub fn new(table: &Table) -> Self {
        let start = &table.scenario.start;
        let begun = start.begins == Begins::Actions && start.turn == table.turn;
        let (stage, side) = if begun { (Stage::Act, start.acts) } else { (Stage::First, table.initiative) };
        Self { stage, side, open: false }
    }

    /// Whose action it is.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Whether it is asked who acts first.
    pub fn asks_who_begins(&self) -> bool {
        self.stage == Stage::First
    }

    fn ask(mut self, stage: Stage, table: &Table) -> Next<DawnOfBattle> {
        self.stage = stage;
        let army = table.army(self.side);
        // Whether somebody who holds cards has one to play is his secret, and so is whom his leaders command.
        self.open = stage == Stage::First || (army.deck.held == 0 && army.points == 0);
        Next::ask(self)
    }

    /// The action of this side is complete, and with it what events did to its units: armies that have lost too much panic (12.2), then events may
    /// follow, then the other is to act.
    fn complete(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        table.effects.end_activation();
        for side in SIDES {
            if table.panic_due[side.index()] {
                self.stage = Stage::Acted;
                return Next::call(self, Panic::of(side));
            }
        }
        self.stage = Stage::After;
        Next::call(self.clone(), Window::open(self.side, Timing::ActionDone))
    }

    /// The next to act: the other, as long as he has not passed.
    fn alternate(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        let again = table.effects.extra_action.take() == Some(self.side);
        if !again && !table.army(self.side.opponent()).passed {
            self.side = self.side.opponent();
        }
        if table.army(self.side).passed {
            return Next::done(self);
        }
        self.ask(Stage::Act, table)
    }

    fn spend(&self, table: &mut Table) {
        table.army_mut(self.side).points -= 1;
    }

    fn has_point(&self, table: &Table) -> Result<(), Refusal> {
        require!(table.army(self.side).points > 0, "5.0", "you have no action point left");
        Ok(())
    }
}

/// What each unit of a side could do, as bits of the verbs.
fn abilities(table: &Table, side: Seat) -> ArrayVec<(UnitId, u8), { crate::ids::MOST_UNITS }> {
    let mut abilities = ArrayVec::new();
    for unit in table.units_of(side).iter() {
        let verbs = if table.units[unit].kind == Kind::Ay { &Verb::OF_GUNS } else { &Verb::OF_FORMATIONS };
        let bits = verbs.iter().fold(0, |bits, verb| {
            let has = |verb: Verb| bits >> verb as u8 & 1 != 0;
            let can = match verb {
                // Who can fire, and can move and fire, can do it the other way round: targets are not looked for again.
                Verb::FireMove => has(Verb::Fire) && has(Verb::MoveFire),
                verb => able(table, unit, *verb).is_ok(),
            };
            bits | u8::from(can) << *verb as u8
        });
        abilities.push((unit, bits));
    }
    abilities
}

impl Step<DawnOfBattle> for Actions {
    type Choice = ActionsChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        for side in SIDES {
            table.army_mut(side).passed = false;
        }
        let stage = self.stage;
        self.ask(stage, table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        if self.stage == Stage::First {
            return Prompt::new(rule!("4.5"), "Who spends the first action point?")
                .hint("You hold the initiative: act first, or let the enemy commit himself.");
        }
        let army = table.army(self.side);
        let points = army.points;
        let plural = if points == 1 { "" } else { "s" };
        let hint = if points == 0 {
            "Only what costs no point is left to do; then pass for the turn."
        } else if points::has_room_for_event(table, self.side) {
            "Pick a leader for his formation or a single unit, buy an event, bank a chit, or pass for the turn."
        } else {
            "Pick a leader for his formation or a single unit, bank a chit, or pass for the turn."
        };
        Prompt::new(rule!("5.0"), format!("Your action: {points} point{plural} left.")).hint(hint)
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(ActionsChoice)) {
        if self.stage == Stage::First {
            for seat in SIDES {
                each(ActionsChoice::First(seat));
            }
            return;
        }
        for leader in LeaderId::all_of(self.side) {
            if table.leaders[leader].fate == Fate::Ready {
                for verb in Verb::OF_FORMATIONS {
                    each(ActionsChoice::Formation { leader, verb });
                }
            }
        }
        for unit in table.units_of(self.side).iter() {
            let gun = table.units[unit].kind == Kind::Ay;
            let verbs = if gun { Verb::OF_GUNS } else { Verb::OF_FORMATIONS };
            for verb in verbs {
                each(ActionsChoice::Single { unit, verb });
            }
        }
        if !table.waiting.and(UnitSet::of(self.side)).is_empty() {
            each(ActionsChoice::Enter);
        }
        each(ActionsChoice::BuyEvent);
        each(ActionsChoice::Bank);
        table.army(self.side).deck.cards().iter().for_each(|card| each(ActionsChoice::Play(card)));
        if !table.scenario.special.sides[self.side.index()].barbarian.is_empty() {
            each(ActionsChoice::Roar);
        }
        each(ActionsChoice::Pass);
    }

    fn check(&self, table: &Table, _: Seat, choice: &ActionsChoice) -> Result<(), Refusal> {
        if self.stage == Stage::First {
            let begins = matches!(choice, ActionsChoice::First(seat) if SIDES.contains(seat));
            require!(begins, "4.5", "say who spends the first point");
            return Ok(());
        }
        let side = self.side;
        match *choice {
            ActionsChoice::First(_) => Err(Refusal::new(rule!("4.5"), "the first point has been spent")),
            ActionsChoice::Formation { leader, verb } => {
                commands(table, side, leader)?;
                require!(Verb::OF_FORMATIONS.contains(&verb), "5.3", "cannon belong to no formation");
                self.has_point(table)?;
                require!(
                    has_members(table, side, leader, verb),
                    "5.2",
                    "nobody within his reach can do that"
                );
                Ok(())
            }
            ActionsChoice::Single { unit, verb } => {
                let own = unit.exists() && unit.side() == side && table.field.contains(unit);
                require!(own, "5.3", "you have no such unit on the map");
                self.has_point(table)?;
                able(table, unit, verb)
            }
            ActionsChoice::Enter => {
                self.has_point(table)?;
                entry::may_enter(table, side)
            }
            ActionsChoice::BuyEvent => {
                self.has_point(table)?;
                require!(
                    points::has_room_for_event(table, side),
                    "5.6",
                    "you hold as many events as your morale allows"
                );
                Ok(())
            }
            ActionsChoice::Bank => self.has_point(table),
            ActionsChoice::Play(card) => hand::check(table, side, card, Occasion::Action),
            ActionsChoice::Roar => may_roar(table, side),
            ActionsChoice::Pass => Ok(()),
        }
    }

    /// What units can do is looked up once for all leaders.
    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(ActionsChoice)) {
        if self.stage == Stage::First {
            return self.candidates(table, seat, each);
        }
        let side = self.side;
        let has_point = table.army(side).points > 0;
        if has_point {
            let abilities = abilities(table, side);
            for leader in LeaderId::all_of(side) {
                let Ok(post) = commands(table, side, leader) else { continue };
                let (from, range) =
                    (table.posts[post].hex, table.leaders[leader].values.range + table.effects.range_plus);
                let mut area: Option<HexSet> = None;
                let mut bits = 0;
                for (unit, can) in &abilities {
                    let hex = table.units[*unit].hex;
                    let adds = can & !bits != 0 && table.units[*unit].kind != Kind::Ay;
                    if adds && from.distance(hex) <= range {
                        let area = area.get_or_insert_with(|| command_area(table, side, from, range));
                        if area.contains(hex) {
                            bits |= can;
                        }
                    }
                }
                for verb in Verb::OF_FORMATIONS {
                    if bits >> verb as u8 & 1 != 0 {
                        each(ActionsChoice::Formation { leader, verb });
                    }
                }
            }
            for (unit, can) in &abilities {
                let gun = table.units[*unit].kind == Kind::Ay;
                let verbs = if gun { &Verb::OF_GUNS } else { &Verb::OF_FORMATIONS };
                for verb in verbs {
                    if can >> *verb as u8 & 1 != 0 {
                        each(ActionsChoice::Single { unit: *unit, verb: *verb });
                    }
                }
            }
            if entry::may_enter(table, side).is_ok() {
                each(ActionsChoice::Enter);
            }
            if points::has_room_for_event(table, side) {
                each(ActionsChoice::BuyEvent);
            }
            each(ActionsChoice::Bank);
        }
        for card in table.army(side).deck.cards().iter() {
            if hand::check(table, side, card, Occasion::Action).is_ok() {
                each(ActionsChoice::Play(card));
            }
        }
        if may_roar(table, side).is_ok() {
            each(ActionsChoice::Roar);
        }
        each(ActionsChoice::Pass);
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(ActionsChoice)) {
        self.legal(table, seat, each);
    }

    fn automatic(&self) -> bool {
        self.open
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: ActionsChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let side = self.side;
        match choice {
            ActionsChoice::First(seat) => {
                self.side = seat;
                cx.log(rule!("4.5"), || Event::Begins { side: seat });
                self.ask(Stage::Act, table)
            }
            ActionsChoice::Formation { leader, verb } => {
                self.spend(table);
                self.stage = Stage::Acted;
                Next::call(self, Activation::formation(leader, verb))
            }
            ActionsChoice::Single { unit, verb } => {
                self.spend(table);
                self.stage = Stage::Acted;
                Next::call(self, Activation::single(unit, verb))
            }
            ActionsChoice::Enter => {
                self.spend(table);
                self.stage = Stage::Acted;
                Next::call(self, Entry::of(side))
            }
            ActionsChoice::BuyEvent => {
                points::buy_event(table, side, cx);
                self.complete(table)
            }
            ActionsChoice::Bank => {
                self.spend(table);
                let worth = u16::from(turn_box(table.turn).handicap);
                let army = table.army_mut(side);
                army.pool -= 1;
                army.banked += worth;
                cx.log(rule!("5.7"), || Event::Banked { side, worth });
                self.complete(table)
            }
            ActionsChoice::Play(card) => {
                self.stage = Stage::Event;
                Next::call(self, Play::new(side, card))
            }
            ActionsChoice::Roar => {
                roar(table, side, cx);
                self.ask(Stage::Act, table)
            }
            ActionsChoice::Pass => {
                table.army_mut(side).passed = true;
                cx.log(rule!("5.0"), || Event::Passes { side });
                self.alternate(table)
            }
        }
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match self.stage {
            Stage::First | Stage::Act | Stage::Event => self.ask(Stage::Act, table),
            Stage::Acted => self.complete(table),
            Stage::After => self.alternate(table),
        }
    }
}
