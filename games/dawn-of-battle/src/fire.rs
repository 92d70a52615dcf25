//! Ranged combat (8.0): who can shoot at whom, and the box in which a unit shoots.
//!
//! Missile units have an attack and a range (8.1, 8.2) and shoot into their arc (8.3), camps and war wagons all round (11.2). Others of the same activation may
//! support (8.5.1, R18). Units with rapid fire shoot several times (8.6). Guns draw by their strength and the distance (8.7.1).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::casualties::Casualty;
use crate::data::{CardId, EventId, Terrain};
use crate::draw::MOST_DICE;
use crate::effects::Report;
use crate::field::Hex;
use crate::fight_events::FightEvent;
use crate::hand::{self, Occasion};
use crate::ids::{HexId, UnitId, UnitSet};
use crate::losses;
use crate::play::Play;
use crate::shot::Shot;
use crate::sight::{Screen, blocked, in_arc};
use crate::strength::Term;
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame};

/// The field as a line of sight meets it (8.4, 8.4.1): units that are not light stand in the way, a camp among them, and a cannon does not (R71).
struct Sighted<'a>(&'a Table);

impl Screen for Sighted<'_> {
    fn ground(&self, hex: Hex) -> Terrain {
        HexId::of(hex).map_or(Terrain::Clear, |hex| self.0.ground(hex))
    }

    fn crowd(&self, hex: Hex) -> bool {
        let unit = HexId::of(hex).and_then(|hex| self.0.troops_at(hex));
        unit.is_some_and(|unit| !self.0.units[unit].kind.card().is_light())
    }
}

/// Dice that a unit draws at a distance: its attack (8.5.2), or by gunpowder its strength less the distance, which is at least one (8.7.1).
#[inline]
pub fn draws(table: &Table, unit: UnitId, distance: u8) -> u8 {
    let figures = table.figures(unit);
    if table.units[unit].kind.card().gunpowder {
        figures.strength.saturating_sub(distance.max(1))
    } else {
        figures.attack
    }
}

/// Whether a unit can shoot at all, leaving aside at whom.
pub fn check_firer(table: &Table, unit: UnitId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    require!(unit.exists() && table.field.contains(unit), "8.1", "only units on the field fire");
    let card = table.units[unit].kind.card();
    require!(card.gunpowder || card.good.attack > 0, "8.1", "that unit has no missiles"; blocked piece);
    require!(card.gunpowder || table.figures(unit).attack > 0, "8.1", "disrupted, that unit does not shoot"; blocked piece);
    require!(!(table.guns.contains(unit) && table.units[unit].disrupted), "8.7.2.8", "a limbered cannon does not fire"; blocked piece);
    require!(!table.effects.empty_quivers.contains(unit), "E14", "that unit has shot its last this turn"; blocked piece);
    Ok(())
}

/// Whether a unit can shoot at another: an enemy that can be shot at (11.3, 8.7.2.5), in range (8.2), arc (8.3) and sight (8.4).
pub fn check_target(table: &Table, unit: UnitId, target: UnitId, over_heads: bool) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(target.0));
    require!(target.exists() && table.field.contains(target), "8.0", "that unit is not on the field");
    require!(target.side() != unit.side(), "8.3", "nobody shoots at his own side"; blocked piece);
    let (own, other) = (&table.units[unit], &table.units[target]);
    require!(!other.kind.is_camp(), "11.3", "camps and war wagons cannot be shot at"; blocked piece);
    require!(other.kind.card().exposed, "8.7.2.5", "a cannon cannot be shot at"; blocked piece);
    let distance = own.hex.distance(other.hex);
    let reach = reach(table, unit);
    require!(distance <= reach, "8.2", "the target is {0} hexes away, and the unit reaches {1}"; figures i16::from(distance), i16::from(reach));
    let all_round = own.kind.is_camp();
    require!(all_round || in_arc(own.hex.hex(), own.facing, other.hex.hex()), "8.3", "the target is not in the arc of fire"; blocked piece);
    if let Some(hex) = blocked(&Sighted(table), own.hex.hex(), other.hex.hex(), over_heads) {
        let at = HexId::of(hex).unwrap_or_default();
        return Err(
            Refusal::new(rule!("8.4"), "something blocks the line of sight").blocked_by(Thing::Space(at.0))
        );
    }
    Ok(())
}

/// How far a unit shoots (8.2), by gunpowder as long as a die is left (8.7.1).
#[inline]
fn reach(table: &Table, unit: UnitId) -> u8 {
    let card = table.units[unit].kind.card();
    if card.gunpowder { table.figures(unit).strength.saturating_sub(1) } else { card.range }
}

/// Whether a unit has somebody to shoot at.
pub fn may_fire(table: &Table, unit: UnitId) -> bool {
    check_firer(table, unit).is_ok() && has_target(table, unit, false)
}

fn has_target(table: &Table, unit: UnitId, over_heads: bool) -> bool {
    let (from, reach) = (table.units[unit].hex, reach(table, unit));
    let enemies = table.units_of(unit.side().opponent());
    let mut near = enemies.iter().filter(|target| from.distance(table.units[*target].hex) <= reach);
    near.any(|target| check_target(table, unit, target, over_heads).is_ok())
}

/// The most shots of one activation (8.6).
const MOST_SHOTS: usize = 4;

/// How far a unit's fire has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Rapid fire is split (8.6.1).
    Split,
    /// A target is chosen.
    Target,
    /// Supporters join (8.5.1).
    Support,
    /// The enemy may play an event.
    Reply,
    /// The shot is drawn for.
    Shot,
    /// It is over.
    Over,
}

/// A unit shoots, once or several times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Volley {
    lead: UnitId,
    /// Units of the same activation that may support.
    helpers: UnitSet,
    stage: Aim,
    /// Shots still to be split (8.6.1).
    unsplit: u8,
    /// How many shots are combined in each attack.
    sizes: [u8; MOST_SHOTS],
    /// How many attacks there are.
    attacks: u8,
    /// How many are over.
    made: u8,
    /// Whether a single shot has been made, after which only units with rapid fire support another (8.6.2).
    single_made: bool,
    target: Option<UnitId>,
    support: UnitSet,
    /// All that have fired.
    fired: UnitSet,
    /// More dice (E11).
    dense: u8,
    /// Over the heads of troops (E13).
    lofted: bool,
    /// What the wind takes (E12).
    wind: i8,
    /// The last shot, to be shown.
    last: Option<Shot>,
}

/// Steps of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolleyChoice {
    /// The next attack of rapid fire combines so many shots.
    Split(u8),
    /// Aim at a unit.
    Target(UnitId),
    /// A unit supports.
    Support(UnitId),
    /// An event.
    Card(CardId),
    /// Fire.
    Fire,
    /// Do not fire, or not again.
    Hold,
    /// Play no event.
    Pass,
}

impl Volley {
    /// A unit is to shoot; others of its activation may support. Nobody supports a unit that moves and fires (7.10).
    pub const fn by(lead: UnitId, helpers: UnitSet) -> Self {
        Self {
            lead,
            helpers,
            stage: Aim::Target,
            unsplit: 0,
            sizes: [1; MOST_SHOTS],
            attacks: 0,
            made: 0,
            single_made: false,
            target: None,
            support: UnitSet::NONE,
            fired: UnitSet::NONE,
            dense: 0,
            lofted: false,
            wind: 0,
            last: None,
        }
    }

    /// Who leads.
    pub const fn lead(&self) -> UnitId {
        self.lead
    }

    /// At whom it shoots.
    pub const fn target(&self) -> Option<UnitId> {
        self.target
    }

    /// Who supports.
    pub const fn support(&self) -> UnitSet {
        self.support
    }

    /// Who has fired; nobody if it was called off.
    pub const fn fired(&self) -> UnitSet {
        self.fired
    }

    /// How far it has come.
    pub const fn stage(&self) -> Aim {
        self.stage
    }

    /// The last shot.
    pub const fn last(&self) -> Option<&Shot> {
        self.last.as_ref()
    }

    const fn side(&self) -> Seat {
        self.lead.side()
    }

    /// Takes a target, to reckon with it.
    pub const fn aim_at(&mut self, target: UnitId) {
        self.target = Some(target);
    }

    /// Takes a supporter, to reckon with it.
    pub const fn joined_by(&mut self, unit: UnitId) {
        self.support.insert(unit);
    }

    /// How many shots the present attack combines (8.6.3).
    pub fn size(&self) -> u8 {
        self.sizes[usize::from(self.made).min(MOST_SHOTS - 1)]
    }

    /// The dice of the present attack at a target: multiplied if shots are combined (8.6.3), more by an event (E11).
    pub fn dice_at(&self, table: &Table, target: UnitId) -> u8 {
        let distance = table.units[self.lead].hex.distance(table.units[target].hex);
        (draws(table, self.lead, distance) * self.size() + self.dense).min(MOST_DICE as u8)
    }

    /// Calls `each` with what is added to the best die: one for each supporter (8.5.2), and what events take off (E12, E15).
    pub fn bonus_terms(&self, table: &Table, each: &mut impl FnMut(Term)) {
        let support = self.support.len() as i8;
        if support > 0 {
            each(("Support", support, rule!("8.5.2")));
        }
        if self.wind != 0 {
            each(("Gusting Wind", self.wind, rule!("E12")));
        }
        let rain = table.effects.downpour as i8 * EventId::SuddenDownpour.figure();
        if rain != 0 {
            // Wet powder is twice as bad.
            let powder = table.units[self.lead].kind.card().gunpowder;
            each(("Sudden Downpour", if powder { rain * 2 } else { rain }, rule!("E15")));
        }
    }

    /// What is added to the best die; a point of 5.4 changes this value once, not every die (R19).
    pub fn bonus(&self, table: &Table) -> i8 {
        let mut sum = 0;
        self.bonus_terms(table, &mut |(_, figure, _)| sum += figure);
        sum
    }

    /// Whether a unit may support the present attack: of the same activation (R18), able to shoot at the target itself (8.5.1), and after a first single shot of
    /// rapid fire only if it has rapid fire too (8.6.2).
    fn check_support(&self, table: &Table, unit: UnitId) -> Result<(), Refusal> {
        let piece = Thing::Piece(u16::from(unit.0));
        require!(unit != self.lead && self.helpers.contains(unit), "8.5.1", "only units of the same activation support"; blocked piece);
        require!(!self.support.contains(unit), "8.5.1", "that unit supports already"; blocked piece);
        require!(!self.fired.contains(unit) && table.units[unit].marker != Marker::Done, "8.5.5", "that unit has fired"; blocked piece);
        let rapid = shots(table, unit) > 1;
        require!(self.size() > 1 || !self.single_made || rapid, "8.6.2", "only the first shot is supported by units without rapid fire"; blocked piece);
        check_firer(table, unit)?;
        let target = self.target.expect("support is asked for once there is a target");
        check_target(table, unit, target, false)
    }

    /// The next attack, or the end.
    fn next(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        if self.made < self.attacks && table.field.contains(self.lead) && has_target(table, self.lead, false)
        {
            self.stage = Aim::Target;
            self.target = None;
            return Next::ask(self);
        }
        self.end(table)
    }

    fn end(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        self.stage = Aim::Over;
        if self.made > 0 && table.field.contains(self.lead) {
            table.units[self.lead].marker = Marker::Done;
        }
        Next::done(self)
    }

    /// Events of the shooting side before the shot: more dice, or a higher aim; not for guns (E11, E13).
    fn check_own_card(&self, table: &Table, card: CardId) -> Result<(), Refusal> {
        hand::holds(table, self.side(), card)?;
        let event = card.event();
        require!(
            matches!(event, EventId::DenseVolley | EventId::LoftedArrows),
            "14.2",
            "this event is not played on your own shot"
        );
        require!(!table.units[self.lead].kind.card().gunpowder, "14.2", "guns cannot use this event");
        require!(event != EventId::LoftedArrows || !self.lofted, "E13", "the arrows go high already");
        require!(
            event != EventId::LoftedArrows || self.stage == Aim::Target,
            "E13",
            "this event is played before the target is chosen"
        );
        Ok(())
    }

    fn shoot(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        let target = self.target.expect("a shot has a target");
        self.stage = Aim::Shot;
        let shot = Shot::new(self.lead, target, self.dice_at(table, target), self.bonus(table));
        Next::call(self, shot)
    }

    /// What a hit does: a good-order target is disrupted, a disrupted one eliminated (8.5.4). All who took part are Done! (8.5.5).
    fn settle(mut self, shot: Shot, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.last = Some(shot);
        table.effects.report = Some(Report::Shot(shot));
        self.fired = self.fired.or(self.support);
        self.fired.insert(self.lead);
        for unit in self.support.and(table.field).iter() {
            table.units[unit].marker = Marker::Done;
        }
        self.single_made |= self.size() == 1;
        self.made += 1;
        (self.support, self.dense, self.lofted, self.wind) = (UnitSet::NONE, 0, false, 0);
        let target = shot.target;
        let hex = table.units[target].hex;
        if hit(table, &shot, cx) && table.has_post(target.side(), hex) {
            return Next::call(self, Casualty::struck(target.side(), hex));
        }
        self.next(table)
    }
}

/// Carries out what a shot does to its target (8.5.4); says whether it did anything.
pub fn hit(table: &mut Table, shot: &Shot, cx: &mut Cx<DawnOfBattle>) -> bool {
    let target = shot.target;
    if !shot.hits() || !table.field.contains(target) {
        return false;
    }
    if table.units[target].disrupted {
        losses::eliminate_by(table, target, rule!("8.5.4"), cx);
    } else {
        losses::strike(table, target, rule!("8.5.4"), cx);
    }
    true
}

/// Shots of a unit when it is activated (8.6).
pub fn shots(table: &Table, unit: UnitId) -> u8 {
    let special = &table.scenario.special.sides[unit.side().index()];
    special.shots(table.units[unit].kind).clamp(1, MOST_SHOTS as u8)
}

impl Step<DawnOfBattle> for Volley {
    type Choice = VolleyChoice;

    fn enter(mut self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let shots = shots(table, self.lead);
        if shots > 1 {
            (self.stage, self.unsplit) = (Aim::Split, shots);
        } else {
            self.attacks = 1;
        }
        Next::ask(self)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(if self.stage == Aim::Reply { self.side().opponent() } else { self.side() })
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let name = table.name(self.lead);
        let prompt = match self.stage {
            Aim::Split => Prompt::new(
                rule!("8.6.1"),
                format!("{name}: how many shots are combined in attack {}?", self.attacks + 1),
            ),
            Aim::Target => Prompt::new(rule!("8.5.1"), format!("{name}: shoot at whom?")),
            Aim::Reply => {
                let target = self.target.map_or("nobody", |target| table.name(target));
                Prompt::new(rule!("14.2"), format!("{name} shoots at {target}: play an event?")).interrupt()
            }
            _ => Prompt::new(rule!("8.5.1"), format!("{name}: who supports the shot?")),
        };
        prompt.about(crate::offers::unit_key(table, self.lead))
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(VolleyChoice)) {
        let deck = &table.army(seat).deck;
        match self.stage {
            Aim::Split => (1..=self.unsplit).for_each(|size| each(VolleyChoice::Split(size))),
            Aim::Target => {
                let enemies = table.units_of(self.side().opponent());
                enemies.iter().for_each(|target| each(VolleyChoice::Target(target)));
                deck.cards().iter().for_each(|card| each(VolleyChoice::Card(card)));
                each(VolleyChoice::Hold);
            }
            Aim::Support => {
                self.helpers.and(table.field).iter().for_each(|unit| each(VolleyChoice::Support(unit)));
                deck.cards().iter().for_each(|card| each(VolleyChoice::Card(card)));
                each(VolleyChoice::Fire);
            }
            Aim::Reply => {
                deck.cards().iter().for_each(|card| each(VolleyChoice::Card(card)));
                each(VolleyChoice::Pass);
            }
            Aim::Shot | Aim::Over => {}
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &VolleyChoice) -> Result<(), Refusal> {
        match (self.stage, choice) {
            (Aim::Split, VolleyChoice::Split(size)) => {
                require!((1..=self.unsplit).contains(size), "8.6.1", "{0} shots are left to be split"; figures i16::from(self.unsplit), 0);
                Ok(())
            }
            (Aim::Target, VolleyChoice::Target(target)) => {
                check_firer(table, self.lead)?;
                check_target(table, self.lead, *target, self.lofted)
            }
            (Aim::Support, VolleyChoice::Support(unit)) => self.check_support(table, *unit),
            (Aim::Target | Aim::Support, VolleyChoice::Card(card)) => self.check_own_card(table, *card),
            (Aim::Reply, VolleyChoice::Card(card)) => {
                hand::holds(table, seat, *card)?;
                let event = card.event();
                require!(
                    matches!(event, EventId::GustingWind | EventId::SuddenDownpour),
                    "14.2",
                    "this event does not stop a shot"
                );
                hand::check(table, seat, *card, Occasion::Fire)
            }
            (Aim::Target, VolleyChoice::Hold)
            | (Aim::Support, VolleyChoice::Fire)
            | (Aim::Reply, VolleyChoice::Pass) => Ok(()),
            _ => Err(Refusal::new(rule!("8.5"), "the shot has not come to that")),
        }
    }

    fn canonical(&self, _: &Table, _: Seat, choice: &VolleyChoice) -> bool {
        // Supporters join in the order of their numbers.
        match choice {
            VolleyChoice::Support(unit) => self.support.iter().all(|joined| joined < *unit),
            _ => true,
        }
    }

    /// A shot that took itself would tell that no event is in hand.
    fn automatic(&self) -> bool {
        self.stage == Aim::Split
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: VolleyChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            VolleyChoice::Split(size) => {
                self.sizes[usize::from(self.attacks)] = size;
                self.attacks += 1;
                self.unsplit -= size;
                if self.unsplit == 0 {
                    self.stage = Aim::Target;
                }
            }
            VolleyChoice::Target(target) => {
                self.target = Some(target);
                self.stage = Aim::Support;
            }
            VolleyChoice::Support(unit) => self.support.insert(unit),
            VolleyChoice::Card(card) if self.stage == Aim::Reply && card.event() != EventId::GustingWind => {
                return Next::call(self, Play::new(seat, card));
            }
            VolleyChoice::Card(card) => {
                table.army_mut(seat).deck.discard(card);
                let event = card.event();
                cx.log(rule!("14.2"), || {
                    FightEvent::EventPlayed { side: seat, card, on: Some(self.lead) }.into()
                });
                match event {
                    EventId::DenseVolley => self.dense += event.figure() as u8,
                    EventId::LoftedArrows => self.lofted = true,
                    _ => self.wind += event.figure(),
                }
            }
            VolleyChoice::Fire => {
                if table.army(self.side().opponent()).deck.held == 0 {
                    return self.shoot(table);
                }
                self.stage = Aim::Reply;
            }
            VolleyChoice::Pass => return self.shoot(table),
            VolleyChoice::Hold => return self.end(table),
        }
        Next::ask(self)
    }

    fn resume(self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match child {
            Frame::Shot(shot) => self.settle(shot, table, cx),
            // The enemy has played an event and may play another.
            Frame::Play(_) => {
                if table.army(self.side().opponent()).deck.held > 0 {
                    Next::ask(self)
                } else {
                    self.shoot(table)
                }
            }
            _ => self.next(table),
        }
    }
}
