//! One shot: the attacker's dice against the defender's (8.5.2 to 8.5.4), for bows, guns and gunfire before a melee alike.

use sandtable_engine::{Cx, Never, Next, RuleRef, Seat, Step, rule};
use serde::Serialize;

use crate::data::{Terrain, limits};
use crate::draw::{Dice, Draw, Purpose};
use crate::fight_events::FightEvent;
use crate::ids::UnitId;
use crate::impetuous::is_unleashed;
use crate::strength::Term;
use crate::table::Table;
use crate::{DawnOfBattle, Frame};

/// One shot at one unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shot {
    /// Who fires, or leads.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// How many dice are drawn.
    pub draws: u8,
    /// What is added to the best of them.
    pub bonus: i8,
    /// The attacker's dice.
    pub dice: Dice,
    /// The attack value, once drawn.
    pub value: i8,
    /// The defender's die, once drawn.
    pub cover: u8,
    /// The defence value, once drawn.
    pub against: i8,
    /// Whether the first dice lie.
    drawn: bool,
}

impl Shot {
    /// A shot that is about to be drawn for.
    pub fn new(firer: UnitId, target: UnitId, draws: u8, bonus: i8) -> Self {
        Self {
            firer,
            target,
            draws,
            bonus,
            dice: Dice::default(),
            value: 0,
            cover: 0,
            against: 0,
            drawn: false,
        }
    }

    /// Whether it has hit: more than the defence (8.5.4).
    pub const fn hits(&self) -> bool {
        self.value > self.against
    }

    /// Whether the attacker's dice lie.
    pub const fn is_drawn(&self) -> bool {
        self.drawn
    }
}

/// Calls `each` with what is added to a target's die: its missile defence, and less if it is impetuous (15.5.1.2), and the ground (8.5.3),
/// which is clear beside the map (7.8).
pub fn cover_terms(table: &Table, target: UnitId, each: &mut impl FnMut(Term)) {
    each(("Missile defence", table.figures(target).defence, rule!("8.5.3")));
    let hex = table.units[target].hex;
    let ground = if hex.exists() { table.ground(hex) } else { Terrain::Clear }.card().missile_defence;
    if ground != 0 {
        each(("Ground", ground, rule!("8.5.3")));
    }
    if is_unleashed(table, target) {
        each(("Impetuous", limits().impetuous, rule!("15.5.1.2")));
    }
}

/// What is added to a target's die.
pub fn cover(table: &Table, target: UnitId) -> i8 {
    let mut sum = 0;
    cover_terms(table, target, &mut |(_, figure, _)| sum += figure);
    sum
}

/// Who draws for a unit: its own side.
const fn seat_of(unit: UnitId) -> Seat {
    unit.side()
}

impl Step<DawnOfBattle> for Shot {
    type Choice = Never;

    fn enter(self, _: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let draw = Draw::dice(seat_of(self.firer), Purpose::Shot, self.draws).about(self.firer);
        Next::call(self, draw)
    }

    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let Frame::Draw(draw) = child else { unreachable!("a shot draws dice and nothing else") };
        // Elephants may have trampled one of them while the dice lay. Reinforcements fight from beside the map (7.8).
        let there = table.field.or(table.waiting);
        if !there.contains(self.target) || !there.contains(self.firer) {
            (self.value, self.against) = (0, 0);
            return Next::done(self);
        }
        if !self.drawn {
            (self.dice, self.drawn) = (*draw.thrown(), true);
            self.value = draw.total() + self.bonus;
            let defence = Draw::die(seat_of(self.target), Purpose::Cover).about(self.target);
            return Next::call(self, defence);
        }
        self.cover = draw.face();
        self.against = draw.total() + cover(table, self.target);
        let rule: RuleRef = rule!("8.5.4");
        cx.log(rule, || FightEvent::Fired { shot: self }.into());
        Next::done(self)
    }
}
