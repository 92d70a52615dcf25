//! Gunpowder (8.7): fire before a melee (8.7.2), and by option panic fire of bows (15.9).
//!
//! Gunpowder units that are not Done! fire at no distance, with their full strength (8.7.1), attackers as well as defenders (R21), and a cannon beside the defender for itself
//! (8.7.2.3). A cannon alone fires too, before it is taken or destroyed (8.7.2, 8.7.2.10). Events may be played on a shot (E11, E12). All shots are fired before any takes effect (8.7.2.1). Missile defence works against guns too (R24).

use sandtable_engine::{Cx, Next, Seat, rule};
use serde::Serialize;

use crate::DawnOfBattle;
use crate::bout::Stage;
use crate::casualties::Casualty;
use crate::data::{CardId, EventId, limits};
use crate::fight_events::FightEvent;
use crate::ids::UnitId;
use crate::losses;
use crate::melee::Melee;
use crate::shot::Shot;
use crate::table::{Marker, Table};

/// How many may fire before a melee: the attacker, the defender, two cannon with him.
const SHOOTERS: u8 = 4;

/// How far the fire before a melee has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Guns {
    /// Who is asked: attacker, defender, cannon.
    at: u8,
    /// Who has fired, a bit each.
    fired: u8,
    /// Hits on attacker and defender that have not taken effect.
    hits: [u8; 2],
    /// Whether panic fire has disrupted the attacker (15.9).
    panic: bool,
    /// Leaders to be checked: the attacker's 1, the defender's 2.
    leaders: u8,
    /// More dice for the shot that is asked for (E11).
    dense: u8,
    /// What the wind takes from it (E12).
    wind: i8,
}

impl Guns {
    /// Nobody has fired.
    pub const NONE: Self =
        Self { at: 0, fired: 0, hits: [0; 2], panic: false, leaders: 0, dense: 0, wind: 0 };

    /// Goes on to the next who may fire.
    pub const fn next(&mut self) {
        self.at += 1;
        (self.dense, self.wind) = (0, 0);
    }

    /// Whether the defender has fired, so that light gunners may go (8.7.2.4).
    pub const fn defender_fired(self) -> bool {
        self.fired & 2 != 0
    }

    /// Whether panic fire has disrupted the attacker (15.9).
    pub const fn panic_hit(self) -> bool {
        self.panic
    }

    /// For the second hex of a double attack: the attacker does not fire again.
    #[must_use]
    pub const fn next_bout(self) -> Self {
        Self { fired: self.fired & 1, ..Self::NONE }
    }
}

/// A shot before a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opportunity {
    /// Who may fire.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// Dice.
    pub draws: u8,
    /// Added to the best.
    pub bonus: i8,
    /// Whether it is panic fire (15.9).
    pub panic: bool,
}

impl Melee {
    /// The shot that is to be asked for now.
    pub fn opportunity(&self, table: &Table) -> Option<Opportunity> {
        let (attacker, defender) = (self.attacker.unit()?, self.bout().target.unit()?);
        let Guns { at, fired, dense, wind, .. } = self.guns;
        if at == 0 && fired & 1 != 0 {
            return None;
        }
        let (firer, target) = match at {
            0 => (attacker, defender),
            1 => (defender, attacker),
            _ => (table.guns_at(self.bout().hex).iter().nth(usize::from(at) - 2)?, attacker),
        };
        let state = &table.units[firer];
        let card = state.kind.card();
        let exposed = table.units[target].kind.card().exposed;
        if state.marker == Marker::Done || !exposed || at > 1 && firer == defender {
            return None;
        }
        let rain = table.effects.downpour as i8 * EventId::SuddenDownpour.figure();
        if card.gunpowder {
            let limbered = table.guns.contains(firer) && state.disrupted;
            let draws = table.figures(firer).strength;
            return (!limbered && draws > 0).then_some(Opportunity {
                firer,
                target,
                draws,
                bonus: rain * 2 + wind,
                panic: false,
            });
        }
        let draws = table.figures(firer).attack + dense;
        let bows = at == 1
            && table.scenario.options.panic_fire
            && table.figures(firer).attack > 0
            && !table.effects.empty_quivers.contains(firer);
        let bonus = limits().panic_fire + rain + wind;
        bows.then_some(Opportunity { firer, target, draws, bonus, panic: true })
    }

    /// Asks the next who may fire; when all have been asked, the shots take effect.
    pub(crate) fn gunfire(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        while self.guns.at < SHOOTERS {
            if self.opportunity(table).is_some() {
                self.asked = self.seats[usize::from(self.guns.at > 0)];
                return Next::ask(self);
            }
            self.guns.next();
        }
        self.take_effect(table, cx);
        if self.guns.leaders != 0 {
            let attackers = self.guns.leaders & 1 != 0;
            self.guns.leaders &= if attackers { !1 } else { !2 };
            let (side, hex): (Seat, _) = if attackers {
                (self.attacker.side(), self.leaders_at(table))
            } else {
                (self.bout().target.side(), self.bout().hex)
            };
            if table.has_post(side, hex) {
                return Next::call(self, Casualty::struck(side, hex));
            }
            return self.run(table, cx);
        }
        let defender = self.bout().target;
        self.bout_mut().killed = !defender.lives(table);
        if self.bout().killed || !self.attacker.lives(table) {
            return self.at(Stage::Harm).run(table, cx);
        }
        let cannon = defender.unit().is_some_and(|unit| table.guns.contains(unit));
        self.at(if cannon { Stage::Cannon } else { Stage::AfterFire }).run(table, cx)
    }

    /// Hits take effect, one after the other: a good-order unit may be disrupted and then eliminated (8.7.2.3).
    fn take_effect(&mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        let units = [self.attacker.unit(), self.bout().target.unit()];
        for (side, unit) in units.into_iter().enumerate() {
            let Some(unit) = unit else { continue };
            for _ in 0..std::mem::take(&mut self.guns.hits[side]) {
                if !table.field.contains(unit) && !table.waiting.contains(unit) {
                    break;
                }
                if table.units[unit].disrupted {
                    losses::eliminate_by(table, unit, rule!("8.7.2.2"), cx);
                    // A dead defender's leaders are looked at once it is clear whether the enemy comes in.
                    self.guns.leaders =
                        if side == 0 { self.guns.leaders | 1 } else { self.guns.leaders & !2 };
                } else if losses::strike(table, unit, rule!("8.7.2.2"), cx) {
                    self.guns.leaders |= 1 << side;
                }
            }
        }
        self.guns.panic &= self.attacker.lives(table);
    }

    /// Before the shot is drawn for the enemy may play an event on it, if he holds any (E12, R67).
    pub(crate) fn aimed(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let enemy = self.seats[usize::from(self.guns.at == 0)];
        if table.army(enemy).deck.held == 0 {
            return self.shoot(table, cx);
        }
        (self.stage, self.asked) = (Stage::Aimed, enemy);
        Next::ask(self)
    }

    /// An event on the shot that is asked for: more dice for bows (E11), or wind against it (E12).
    pub(crate) fn play_on_shot(
        &mut self,
        seat: Seat,
        card: CardId,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) {
        table.army_mut(seat).deck.discard(card);
        let on = self.opportunity(table).map(|shot| shot.firer);
        cx.log(rule!("14.2"), || FightEvent::EventPlayed { side: seat, card, on }.into());
        let figure = card.event().figure();
        match card.event() {
            EventId::DenseVolley => self.guns.dense += figure as u8,
            _ => self.guns.wind += figure,
        }
    }

    /// Somebody fires. A cannon is Done! with it (8.5.5) and has no shot before the next melee; gunners are when the melee is over (10.2.8), for light ones may still go (8.7.2.4).
    pub(crate) fn shoot(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.stage = Stage::Gunfire;
        let Some(shot) = self.opportunity(table) else { return self.run(table, cx) };
        self.guns.fired |= 1 << self.guns.at;
        if shot.panic || table.guns.contains(shot.firer) {
            table.units[shot.firer].marker = Marker::Done;
        }
        if shot.panic {
            cx.log(rule!("15.9"), || FightEvent::PanicFire { unit: shot.firer }.into());
        }
        Next::call(self, Shot::new(shot.firer, shot.target, shot.draws, shot.bonus))
    }

    /// The shot has been drawn for; what it does waits for the others (8.7.2.1).
    pub(crate) fn shot(
        mut self,
        shot: Shot,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let side = usize::from(Some(shot.target) != self.attacker.unit());
        if shot.hits() {
            self.guns.hits[side] += 1;
            let bows = !table.units[shot.firer].kind.card().gunpowder;
            self.guns.panic |= bows && side == 0 && !self.attacker.disrupted(table);
        }
        self.guns.next();
        self.run(table, cx)
    }
}
