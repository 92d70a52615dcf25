//! Playing an event: its target, and what it does (14.2, 14.4).
//!
//! Events of shots, checks, leaders and melees (E1 to E13, E22, E26, E35, E36) take effect where these are settled: `fire.rs`, `draw.rs`, `casualties.rs` and `melee.rs`.
//! Here are all others. On units: E14 takes the arrows, E17 turns, E18, E20 and E21 help one to move, E23 rallies, E27 frees. On an activation: E16, E19, E31, and E32 against
//! the enemy's. On a rally: E24, E25. On the armies: E15 rain, E28 and E29 points, E30 the initiative, E33 another action, E34 the enemy's hand.

use sandtable_engine::{Audience, Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::DawnOfBattle;
use crate::data::{CardId, EventId};
use crate::fight_events::FightEvent;
use crate::hand::{each_target, may_target, needs_unit};
use crate::ids::{Facing, UnitId};
use crate::names::unit_key;
use crate::table::{Marker, Table};

/// An event that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Play {
    seat: Seat,
    card: CardId,
    unit: Option<UnitId>,
}

/// What an event is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayChoice {
    /// A unit.
    Unit(UnitId),
    /// The vertex that it is turned to (E17).
    Face(Facing),
    /// A card of the enemy's hand (E34).
    Card(CardId),
}

impl Play {
    /// A side plays a card; whoever calls this has asked [`check`](crate::hand::check).
    pub const fn new(seat: Seat, card: CardId) -> Self {
        Self { seat, card, unit: None }
    }

    /// The event.
    pub fn event(self) -> EventId {
        self.card.event()
    }

    /// Who plays it.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// The unit that it has been played on so far.
    pub const fn unit(self) -> Option<UnitId> {
        self.unit
    }

    /// Carries out what needs no further question.
    fn carry_out(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let (seat, enemy, event) = (self.seat, self.seat.opponent(), self.event());
        let figure = event.figure();
        let more = figure.unsigned_abs();
        cx.log(rule!("14.2"), || {
            FightEvent::EventPlayed { side: seat, card: self.card, on: self.unit }.into()
        });
        match (event, self.unit) {
            (EventId::EmptyQuivers, Some(unit)) => table.effects.empty_quivers.insert(unit),
            (EventId::SuddenDownpour, _) => table.effects.downpour += more,
            (EventId::QuickMarch, _) => table.effects.move_plus += more,
            (EventId::HiddenTrack, Some(unit)) => table.effects.terrain_one.insert(unit),
            (EventId::OpenFiles, _) => table.effects.pass_free = true,
            (EventId::FeignedFlight, Some(unit)) => table.effects.leave_free.insert(unit),
            (EventId::Spurs, Some(unit)) => table.effects.runup.insert(unit),
            (EventId::BackToTheStandard, Some(unit)) => {
                table.units[unit].disrupted = false;
                table.army_mut(enemy).heads -= 1;
            }
            (EventId::SteadyThere, _) => table.effects.rally[seat.index()] += figure,
            (EventId::UglyRumours, _) => table.effects.rally[enemy.index()] += figure,
            (EventId::SecondWind, Some(unit)) => table.units[unit].marker = Marker::None,
            (EventId::SecondWind, None) => {
                let army = table.army_mut(seat);
                army.fatigue = army.fatigue.saturating_sub(more);
            }
            (EventId::SwiftCouriers, _) => {
                let army = table.army_mut(seat);
                army.points = (army.points + more).min(army.pool);
            }
            (EventId::TangledOrders, _) => {
                let army = table.army_mut(enemy);
                army.points = army.points.saturating_sub(more);
            }
            (EventId::SeizeTheMoment, _) => table.effects.initiative[seat.index()] += figure,
            (EventId::TrumpetsCarry, _) => table.effects.range_plus += more,
            (EventId::LostMessenger, _) => table.effects.cap = Some(more),
            (EventId::HardOnTheirHeels, _) => table.effects.extra_action = Some(seat),
            _ => {}
        }
        Next::done(self)
    }
}

impl Step<DawnOfBattle> for Play {
    type Choice = PlayChoice;

    /// The card leaves the hand; an event that needs a target asks for it.
    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        table.army_mut(self.seat).deck.discard(self.card);
        if self.event() == EventId::LooseTongues {
            // Seen until the enemy draws another event.
            let both = Audience::Only(SeatSet::first(2));
            cx.reveal(&mut table.army_mut(self.seat.opponent()).deck.hand, both);
            cx.log(rule!("E34"), || {
                FightEvent::EventPlayed { side: self.seat, card: self.card, on: None }.into()
            });
            return Next::ask(self);
        }
        if needs_unit(table, self.seat, self.event()) { Next::ask(self) } else { self.carry_out(table, cx) }
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let title = self.event().title();
        let ask = match (self.event(), self.unit) {
            (EventId::LooseTongues, _) => format!("{title}: which event does the enemy lose?"),
            (EventId::AboutFace, Some(_)) => format!("{title}: where does it face?"),
            _ => format!("{title}: which unit?"),
        };
        let prompt = Prompt::new(rule!("14.2"), ask);
        match self.unit {
            Some(unit) => prompt.about(unit_key(table, unit)),
            None => prompt,
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(PlayChoice)) {
        match (self.event(), self.unit) {
            (EventId::LooseTongues, _) => {
                let deck = &table.army(seat.opponent()).deck;
                deck.cards().iter().for_each(|card| each(PlayChoice::Card(card)));
            }
            (EventId::AboutFace, Some(_)) => {
                for facing in Facing::ALL {
                    each(PlayChoice::Face(facing));
                }
            }
            _ => each_target(table, seat, |unit| each(PlayChoice::Unit(unit))),
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &PlayChoice) -> Result<(), Refusal> {
        let event = self.event();
        let facing = event == EventId::AboutFace && self.unit.is_some();
        match choice {
            PlayChoice::Card(card) => {
                require!(event == EventId::LooseTongues, "14.2", "this event takes no card away");
                let deck = &table.army(seat.opponent()).deck;
                require!(deck.cards().contains(*card), "E34", "the enemy does not hold that card");
            }
            PlayChoice::Face(_) => require!(facing, "E17", "no unit is being turned"),
            PlayChoice::Unit(unit) => {
                require!(
                    event != EventId::LooseTongues && !facing,
                    "14.2",
                    "this event is not played on a unit now"
                );
                may_target(table, seat, event, *unit)?;
            }
        }
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: PlayChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            PlayChoice::Unit(unit) => {
                self.unit = Some(unit);
                if self.event() == EventId::AboutFace { Next::ask(self) } else { self.carry_out(table, cx) }
            }
            PlayChoice::Face(facing) => {
                if let Some(unit) = self.unit {
                    table.units[unit].facing = facing;
                }
                self.carry_out(table, cx)
            }
            PlayChoice::Card(card) => {
                table.army_mut(self.seat.opponent()).deck.discard(card);
                cx.log(rule!("E34"), || FightEvent::EventLost { side: self.seat.opponent(), card }.into());
                Next::done(self)
            }
        }
    }
}
