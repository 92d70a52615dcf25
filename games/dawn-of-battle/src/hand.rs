//! The hand of events: how many may be held, when each may be played, and the windows in which players are asked (14.0 to 14.4).
//!
//! A hand holds as many events as the army has morale (14.0), and begins with that many (14.1). An event says when it may be played and beats the rules
//! (14.2, 14.4). Whether somebody is asked depends on what all can see: that he holds a card at all (R67).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{CardId, EventId, Timing};
use crate::ids::{UnitId, UnitSet};
use crate::play::Play;
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame};

/// When a player may play events outside of fire and melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// Before the draws for the initiative.
    Initiative,
    /// It is his turn to act.
    Action,
    /// His own activation has been declared.
    Own,
    /// The enemy's activation has been declared.
    Enemy,
    /// He has acted.
    ActionDone,
    /// A formation is about to rally, his or the enemy's.
    Rally,
    /// The enemy is about to shoot.
    Fire,
    /// It is his turn in the melee cycle.
    Melee,
}

impl Occasion {
    /// Whether events of a window may be played now.
    const fn admits(self, window: Timing) -> bool {
        match self {
            Self::Initiative => matches!(window, Timing::Initiative),
            Self::Action => matches!(window, Timing::Action | Timing::ActionOwn | Timing::Any),
            Self::Own => matches!(window, Timing::Activation | Timing::ActivationMove),
            Self::Enemy => matches!(window, Timing::EnemyActivation | Timing::Action | Timing::Any),
            Self::ActionDone => matches!(window, Timing::ActionDone),
            Self::Rally => matches!(window, Timing::Rally),
            Self::Fire => matches!(window, Timing::Fire | Timing::Action),
            Self::Melee => matches!(window, Timing::Any),
        }
    }
}

/// Whether a card is in the hand of the side.
pub fn holds(table: &Table, side: Seat, card: CardId) -> Result<(), Refusal> {
    require!(table.army(side).deck.cards().contains(card), "14.2", "that card is not in your hand");
    Ok(())
}

/// Whether a side may play a card now, target or no target (14.2).
pub fn check(table: &Table, side: Seat, card: CardId, occasion: Occasion) -> Result<(), Refusal> {
    holds(table, side, card)?;
    let event = card.event();
    require!(occasion.admits(event.window()), "14.2", "this event is not played at this moment");
    let (army, enemy) = (table.army(side), table.army(side.opponent()));
    let effects = &table.effects;
    match event {
        EventId::GustingWind if occasion == Occasion::Fire => {}
        EventId::DenseVolley | EventId::LoftedArrows | EventId::GustingWind => {
            require!(false, "14.2", "this event is played by those who shoot");
        }
        EventId::SwiftCouriers => {
            require!(army.points < army.pool, "E28", "all action chits are unspent already");
        }
        EventId::TangledOrders => {
            require!(enemy.points > 0, "E29", "the enemy has no unspent action point");
        }
        EventId::LooseTongues => {
            require!(enemy.deck.held > 0, "E34", "the enemy holds no event");
        }
        EventId::HardOnTheirHeels => {
            require!(army.points > 0, "E33", "no action point is left for another action");
        }
        EventId::TrumpetsCarry | EventId::LostMessenger => {
            require!(effects.formation, "5.2", "no formation has been declared");
        }
        EventId::QuickMarch | EventId::OpenFiles => {
            require!(effects.moves, "14.2", "the units of this activation do not move");
        }
        EventId::SteadyThere => {
            require!(effects.acting == Some(side), "E24", "this event steadies a rally of your own");
        }
        EventId::UglyRumours => {
            require!(effects.acting != Some(side), "E25", "this event is for a rally of the enemy");
        }
        _ => {}
    }
    if needs_unit(table, side, event) {
        let mut any = false;
        each_target(table, side, |unit| any |= may_target(table, side, event, unit).is_ok());
        require!(any, "14.2", "there is no unit that this event could be played on");
    }
    Ok(())
}

/// Whether an event is played on a unit.
pub fn needs_unit(table: &Table, side: Seat, event: EventId) -> bool {
    match event {
        EventId::EmptyQuivers
        | EventId::AboutFace
        | EventId::HiddenTrack
        | EventId::FeignedFlight
        | EventId::Spurs
        | EventId::BackToTheStandard => true,
        // A tired army shakes off fatigue; one that is not frees a unit (E27).
        EventId::SecondWind => table.army(side).fatigue == 0,
        _ => false,
    }
}

/// All units that an event could be thought to be played on.
pub fn each_target(table: &Table, _: Seat, each: impl FnMut(UnitId)) {
    table.field.iter().for_each(each);
}

/// Whether an event may be played on a unit.
pub fn may_target(table: &Table, side: Seat, event: EventId, unit: UnitId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    require!(unit.exists() && table.field.contains(unit), "14.2", "that unit is not on the field");
    let (own, state, card) = (unit.side() == side, &table.units[unit], table.units[unit].kind.card());
    let acts = table.effects.members.contains(unit);
    match event {
        EventId::EmptyQuivers => {
            require!(!own, "E14", "it is the enemy's quivers that are empty"; blocked piece);
            require!(card.good.attack > 0 && !card.gunpowder, "E14", "that unit has no bows and no javelins"; blocked piece);
            require!(!table.effects.empty_quivers.contains(unit), "E14", "that unit fires no more this turn already"; blocked piece);
        }
        EventId::AboutFace => {
            require!(own, "E17", "only your own units turn"; blocked piece);
            require!(state.marker != Marker::Charge, "E17", "a charging unit does not turn"; blocked piece);
            require!(!state.kind.is_camp(), "E17", "a camp has no front"; blocked piece);
        }
        EventId::HiddenTrack => {
            require!(own && acts && table.effects.moves, "E18", "only a unit that is about to move finds the track"; blocked piece);
        }
        EventId::FeignedFlight => {
            require!(own && acts && table.effects.moves, "E20", "only a unit that is about to move can feign flight"; blocked piece);
            require!(!state.disrupted, "E20", "a disrupted unit does not feign"; blocked piece);
            require!(table.in_enemy_zone(side, state.hex), "E20", "that unit is in no enemy zone"; blocked piece);
        }
        EventId::Spurs => {
            require!(own && acts && table.effects.moves, "E21", "only a unit that is about to move is spurred on"; blocked piece);
            require!(card.charges && !state.disrupted, "E21", "that unit cannot charge"; blocked piece);
        }
        EventId::BackToTheStandard => {
            require!(own, "E23", "only your own units come back to your standard"; blocked piece);
            require!(state.disrupted && !table.guns.contains(unit), "E23", "that unit is not disrupted"; blocked piece);
            require!(card.kind != crate::data::Kind::Cp, "9.6", "a camp does not rally"; blocked piece);
        }
        EventId::SecondWind => {
            require!(own, "E27", "only your own units get their breath back"; blocked piece);
            require!(state.marker == Marker::Done, "E27", "that unit does not bear Done!"; blocked piece);
        }
        _ => require!(false, "14.2", "this event is not played on a unit"; blocked piece),
    }
    Ok(())
}

/// A window: players who hold cards are asked, one after the other, whether they play some.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Window {
    /// Who acts; the order and the occasions follow from it.
    side: Seat,
    timing: Timing,
    /// How many of the seats have passed.
    passed: u8,
    /// Whether a formation was declared.
    formation: bool,
    /// The units that were activated.
    members: UnitSet,
}

/// Play or pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WindowChoice {
    /// An event.
    Card(CardId),
    /// None.
    Pass,
}

impl Window {
    /// A window around what a side is about to do or has just done: before the initiative and a rally both are asked, the holder of the initiative first
    /// (14.2); after an action only the side that acted.
    pub const fn open(side: Seat, timing: Timing) -> Self {
        Self { side, timing, passed: 0, formation: false, members: UnitSet::NONE }
    }

    /// The window after an activation has been declared: first its owner, then the enemy.
    pub const fn activation(side: Seat, formation: bool, moves: bool, members: UnitSet) -> Self {
        let timing = if moves { Timing::ActivationMove } else { Timing::Activation };
        Self { side, timing, passed: 0, formation, members }
    }

    /// Who is asked at a place in the order, and what for.
    fn asked(&self, table: &Table, place: u8) -> Option<(Seat, Occasion)> {
        let first = table.initiative;
        match (self.timing, place) {
            (Timing::Initiative, 0) => Some((first, Occasion::Initiative)),
            (Timing::Initiative, 1) => Some((first.opponent(), Occasion::Initiative)),
            (Timing::Rally, 0) => Some((first, Occasion::Rally)),
            (Timing::Rally, 1) => Some((first.opponent(), Occasion::Rally)),
            (Timing::ActionDone, 0) => Some((self.side, Occasion::ActionDone)),
            (Timing::Activation | Timing::ActivationMove, 0) => Some((self.side, Occasion::Own)),
            (Timing::Activation | Timing::ActivationMove, 1) => Some((self.side.opponent(), Occasion::Enemy)),
            _ => None,
        }
    }

    /// Goes on to the next who holds a card.
    fn next(mut self, table: &Table) -> Next<DawnOfBattle> {
        while let Some((seat, _)) = self.asked(table, self.passed) {
            if table.army(seat).deck.held > 0 {
                return Next::ask(self);
            }
            self.passed += 1;
        }
        Next::done(self)
    }

    fn occasion(&self, table: &Table) -> Occasion {
        self.asked(table, self.passed).map_or(Occasion::Melee, |(_, occasion)| occasion)
    }
}

impl Step<DawnOfBattle> for Window {
    type Choice = WindowChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match self.timing {
            Timing::Rally => table.effects.acting = Some(self.side),
            Timing::Activation | Timing::ActivationMove => {
                let moves = self.timing == Timing::ActivationMove;
                table.effects.begin_activation(self.side, self.formation, moves, self.members);
            }
            _ => {}
        }
        self.next(table)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        self.asked(table, self.passed).map_or(SeatSet::NONE, |(seat, _)| SeatSet::one(seat))
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let ask = match self.occasion(table) {
            Occasion::Initiative => "The initiative is drawn for: play an event first?",
            Occasion::Own => "Your units are activated: play an event on them?",
            Occasion::Enemy => "The enemy activates units: play an event?",
            Occasion::ActionDone => "You have acted: play an event to act again?",
            Occasion::Rally => "A formation is about to rally: play an event?",
            Occasion::Action | Occasion::Fire | Occasion::Melee => "Play an event?",
        };
        Prompt::new(rule!("14.2"), ask).interrupt()
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(WindowChoice)) {
        table.army(seat).deck.cards().iter().for_each(|card| each(WindowChoice::Card(card)));
        each(WindowChoice::Pass);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &WindowChoice) -> Result<(), Refusal> {
        match choice {
            WindowChoice::Pass => Ok(()),
            WindowChoice::Card(card) => check(table, seat, *card, self.occasion(table)),
        }
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: WindowChoice,
        _: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            WindowChoice::Card(card) => Next::call(self, Play::new(seat, card)),
            WindowChoice::Pass => {
                self.passed += 1;
                self.next(table)
            }
        }
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.next(table)
    }
}
