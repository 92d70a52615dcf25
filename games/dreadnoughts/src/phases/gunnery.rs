//! Gunnery: who may fire at what, and with how many dice (chapter 6, chart C2).

use sandtable_engine::{Cx, Refusal, RuleRef, Sum, Thing, require, rule};
use serde::Serialize;

use super::damage::{self, Shot};
use super::torpedoes;
use crate::Dreadnoughts;
use crate::data::tables;
use crate::events::{Event, Throw};
use crate::ids::{Level, ShipId, ShipSet};
use crate::questions::range::{Bracket, bracket, by_sea, range};
use crate::questions::sector::{Sector, sector};
use crate::questions::{sight, smoke, speed};
use crate::scenario::{Faces, Release, Weapon};
use crate::table::Table;

/// Takes down the terms of a sum, or just adds them up.
pub trait Ledger {
    /// Notes a term; the words are made only where somebody reads them.
    fn note(&mut self, figure: i8, rule: RuleRef, what: impl FnOnce() -> String);
}

/// Adds up and tells nobody.
pub struct Silent;

impl Ledger for Silent {
    #[inline]
    fn note(&mut self, _: i8, _: RuleRef, _: impl FnOnce() -> String) {}
}

impl Ledger for Vec<Sum> {
    fn note(&mut self, figure: i8, rule: RuleRef, what: impl FnOnce() -> String) {
        self.push(Sum { what: what(), figure: i16::from(figure), rule });
    }
}

/// When guns are fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// In the combat phase.
    Combat,
    /// At a ship that comes close (8.4).
    Reaction,
}

/// Whether a ship may attack at all with a weapon, whatever the target (6.10, 9.4, 9.11, 9.12).
#[inline]
pub fn check_firer(table: &Table, firer: ShipId, weapon: Weapon, occasion: Occasion) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(firer.0));
    require!(table.fleet.afloat.contains(firer), "2.17", "only a ship that is afloat on the map attacks"; blocked piece);
    require!(!table.burning.contains(firer), "6.10", "a ship with a fire on board cannot attack"; blocked piece);
    let specials = &table.scenario.specials;
    for (number, hold) in specials.hold_fire.iter().enumerate() {
        let held = hold.ships.contains(firer)
            && hold.turns.holds(table.turn)
            && table.released >> number & 1 == 0
            && (hold.weapon == Weapon::All || hold.weapon == weapon)
            && (occasion == Occasion::Combat || !hold.combat_alone);
        require!(!held, "9.4", "the scenario tells this ship to hold its fire for now"; blocked piece);
    }
    if table.powerless != 0 {
        let powered = sight::without_power(table, firer).is_none();
        require!(powered, "9.11", "the ship is without power"; blocked piece);
    }
    if weapon == Weapon::Guns {
        for (ships, attacks) in &specials.ammunition {
            let spent = ships.contains(firer) && table.ships[firer].gun_attacks >= *attacks;
            require!(!spent, "9.12", "the ship has fired its {0} allotted attacks"; figures i16::from(*attacks), 0);
        }
    }
    Ok(())
}

/// Whether a ship may be attacked by another (6.0, ruling H1).
#[inline]
pub fn check_target(table: &Table, firer: ShipId, target: ShipId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(target.0));
    require!(table.enemies_of(firer).contains(target), "6.0", "ships do not attack their own side"; blocked piece);
    require!(!table.fleet.hulks.contains(target), "H1", "a hulk is not worth a shell: it cannot be attacked"; blocked piece);
    require!(table.fleet.afloat.contains(target), "6.1", "that ship is not on the map"; blocked piece);
    Ok(())
}

/// A ship that is to attack, with what is the same for every target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Battery {
    /// The ship.
    pub ship: ShipId,
    /// Ships beside it that may stand in its way (6.2b).
    pub beside: ShipSet,
    /// The dice of its guns before the target counts.
    own_dice: i8,
    /// Whether it may use its guns at all.
    pub guns_ready: bool,
    /// Whether it may use its tubes at all.
    pub tubes_ready: bool,
}

impl Battery {
    /// The guns and tubes of a ship as it is now.
    #[inline]
    pub fn of(table: &Table, ship: ShipId) -> Self {
        Self {
            ship,
            beside: sight::beside(table, ship),
            own_dice: own_dice(table, ship, &mut Silent),
            guns_ready: check_firer(table, ship, Weapon::Guns, Occasion::Combat).is_ok(),
            tubes_ready: torpedoes::check_tubes(table, ship).is_ok(),
        }
    }

    /// The dice of a gun attack, if it is allowed (6.1 to 6.5); an attack without dice is none (6.5b, ruling F2).
    #[inline]
    pub fn check_guns(&self, table: &Table, target: ShipId) -> Result<i8, Refusal> {
        let firer = self.ship;
        if !self.guns_ready {
            check_firer(table, firer, Weapon::Guns, Occasion::Combat)?;
        }
        check_target(table, firer, target)?;
        let range = range(table, firer, target);
        let longest = table.ratings(firer).range;
        require!(
            range <= longest, "2.5c", "the target is {0} hexes away and the guns reach {1}";
            figures i16::from(range), i16::from(longest)
        );
        sight::check_line(table, firer, self.beside, target, range)?;
        check_signal(table, firer, target)?;
        let dice = self.gun_dice(table, target);
        require!(
            dice > 0, "6.5b", "the modifiers leave {0} dice, and no fire is possible with fewer than one";
            figures i16::from(dice), 0
        );
        Ok(dice)
    }

    /// The dice of a gun attack, allowed or not.
    #[inline]
    pub fn gun_dice(&self, table: &Table, target: ShipId) -> i8 {
        self.own_dice + target_dice(table, self.ship, target, &mut Silent)
    }
}

/// The dice of an attack on a ship that comes close, if it is allowed (8.4).
pub fn check_reaction(table: &Table, firer: ShipId, target: ShipId) -> Result<i8, Refusal> {
    let guns_ready = check_firer(table, firer, Weapon::Guns, Occasion::Reaction).is_ok();
    Battery { guns_ready, ..Battery::of(table, firer) }.check_guns(table, target)
}

/// A misread signal binds ships to one target for the turn after the flagship was crippled (9.8, ruling D2). One that
/// is gone by then hoists none.
#[inline]
pub fn check_signal(table: &Table, firer: ShipId, target: ShipId) -> Result<(), Refusal> {
    if table.flagship_crippled == 0 || table.turn != table.flagship_crippled + 1 {
        return Ok(());
    }
    for signal in &table.scenario.specials.signals {
        let bound = signal.ships.contains(firer)
            && table.fleet.afloat.contains(signal.flagship)
            && table.fleet.afloat.contains(signal.target)
            && by_sea(table, table.hex(firer), table.hex(signal.target)) <= signal.within;
        require!(
            !bound || target == signal.target, "9.8", "the signal is read as an order to fire on another ship";
            blocked Thing::Piece(u16::from(signal.target.0))
        );
    }
    Ok(())
}

/// The number of dice of the firing throw (6.1b, 6.5a, chart C2). Each term goes to the ledger with its rule.
pub fn dice(table: &Table, firer: ShipId, target: ShipId, ledger: &mut impl Ledger) -> i8 {
    own_dice(table, firer, ledger) + target_dice(table, firer, target, ledger)
}

/// The terms that are the same for every target: rating, speed (8.1b, C2.4 to C2.6), own evasion (8.5c, C2.9), turrets
/// that have failed (9.10).
fn own_dice(table: &Table, firer: ShipId, ledger: &mut impl Ledger) -> i8 {
    let chart = &tables().gunnery;
    let from = &table.ships[firer];
    let mut dice = table.ratings(firer).guns;
    ledger.note(dice, rule!("2.9"), || format!("Gun rating of {}", table.name(firer)));
    let mut add = |figure: i8, rule: RuleRef, what: &str| {
        dice += figure;
        ledger.note(figure, rule, || what.to_owned());
    };
    // A slowed or stopped ship takes this once and no term for its level (rulings V3, W7).
    if from.damage.is_slowed() || from.damage.is_stopped() {
        add(chart.firer_slowed, rule!("C2.4"), "The firer is slowed or stopped");
    } else {
        match from.level {
            Level::Flank => add(chart.flank, rule!("C2.5"), "Flank speed"),
            Level::Cruise if from.damage.heavily_damaged => {
                add(0, rule!("8.1b"), "Cruise speed, but heavily damaged");
            }
            Level::Cruise => add(chart.cruise, rule!("C2.6"), "Cruise speed"),
            Level::Standard => add(0, rule!("8.1"), "Standard speed"),
        }
    }
    if table.evading.contains(firer) {
        add(chart.firer_evading, rule!("C2.9"), "The firer is evading");
    }
    if table.failed_turrets.contains(firer)
        && let Some((_, cost)) = table.scenario.specials.teething_of(firer)
    {
        add(cost, rule!("9.10"), "Turrets have failed this turn");
    }
    for line in &table.scenario.dice {
        let fits =
            line.ships.contains(firer) && line.turns.holds(table.turn) && line.weapon != Weapon::Torpedoes;
        if fits {
            add(line.dice, rule!("9.2"), &line.why);
        }
    }
    dice
}

/// The terms that depend on the target: range (2.7, C2.1; 2.8a, C2.2), sector (6.4b, C2.7), its stop (C2.3) and
/// evasion (8.5c, C2.8), smoke (C2.10), earlier gunfire (C2.11, ruling F1).
#[inline]
fn target_dice(table: &Table, firer: ShipId, target: ShipId, ledger: &mut impl Ledger) -> i8 {
    let chart = &tables().gunnery;
    let at = &table.ships[target];
    let mut dice = 0;
    let mut add = |figure: i8, rule: RuleRef, what: &dyn Fn() -> String| {
        dice += figure;
        ledger.note(figure, rule, what);
    };
    match bracket(table.ratings(firer).range, range(table, firer, target)) {
        Bracket::Close => add(chart.close, rule!("2.8"), &|| "Close range".into()),
        Bracket::Effective => add(0, rule!("2.6"), &|| "Effective range".into()),
        Bracket::Long => add(chart.long, rule!("2.7"), &|| "Long range".into()),
    }
    let sector = sector(table, firer, target);
    add(sector_dice(sector), rule!("6.4"), &|| match sector {
        Sector::Broadside => "Broadside".into(),
        Sector::Bow => "Over the bow".into(),
        Sector::Stern => "Over the stern".into(),
    });
    if at.damage.is_stopped() {
        add(chart.target_stopped, rule!("C2.3"), &|| format!("{} is dead in the water", table.name(target)));
    }
    if table.evading.contains(target) {
        let manoeuvre = speed::manoeuvre(table, target);
        add(-manoeuvre, rule!("C2.8"), &|| format!("{} is evading", table.name(target)));
    }
    let smoke = smoke::on_line(table, table.hex(firer), table.hex(target));
    if smoke > 0 {
        add(chart.smoke_hex * smoke, rule!("8.6"), &|| format!("Smoke hexes on the line: {smoke}"));
    }
    if at.fired_at > 0 {
        let attacks = if table.scenario.options.cumulative_concentration { at.fired_at as i8 } else { 1 };
        add(chart.already_fired_at * attacks, rule!("6.0"), &|| {
            format!("{} has been fired at this turn", table.name(target))
        });
    }
    dice
}

/// The dice that a firer's heading gives: all turrets bear on the broadside (6.4b, C2.7).
#[inline]
pub fn sector_dice(sector: Sector) -> i8 {
    match sector {
        Sector::Broadside => tables().gunnery.broadside,
        Sector::Bow | Sector::Stern => 0,
    }
}

/// What a hit of these guns is measured with (6.7): the weight of fire of the side that shows (2.10), one higher at
/// close range (2.8b, C4.4); nothing else changes it (ruling X7).
#[inline]
pub fn shot(table: &Table, firer: ShipId, target: ShipId) -> Shot {
    let ratings = table.ratings(firer);
    let close = bracket(ratings.range, range(table, firer, target)) == Bracket::Close;
    let weight = ratings.weight + if close { tables().gunnery.close_weight } else { 0 };
    damage::shot_at(table, target, weight)
}

/// Fires guns: the firing throw and the damage throws (6.5 to 6.7). Marks the target as fired at (6.0).
pub fn fire(table: &mut Table, firer: ShipId, target: ShipId, dice: i8, cx: &mut Cx<Dreadnoughts>) {
    let range = range(table, firer, target);
    let shot = shot(table, firer, target);
    table.ships[target].fired_at = table.ships[target].fired_at.saturating_add(1);
    table.ships[firer].gun_attacks = table.ships[firer].gun_attacks.saturating_add(1);
    release_held_fire(table, firer, target, Weapon::Guns);
    let throw = throw(dice, cx, rule!("6.6"));
    cx.log(rule!("6.5"), || Event::Guns { ship: firer, at: target, range, dice: throw });
    damage::resolve(table, target, shot, throw.hits(), cx);
}

/// On which faces the turrets of a ship will fail when it fires, and the dice that it costs; none once it has thrown
/// for them this turn (9.10).
#[inline]
pub fn untried_turrets(table: &Table, ship: ShipId) -> Option<(Faces, i8)> {
    if table.tried_turrets.contains(ship) { None } else { table.scenario.specials.teething_of(ship) }
}

/// Dice that it costs a ship that is to fire if its turrets fail now. They stay so for the turn: from the next attack on
/// the loss is among the ship's own dice (9.10).
pub fn teething(table: &mut Table, ship: ShipId, cx: &mut Cx<Dreadnoughts>) -> i8 {
    let Some((on, cost)) = untried_turrets(table, ship) else { return 0 };
    let die = cx.die(rule!("9.10"));
    table.tried_turrets.insert(ship);
    let fails = on.contains(die);
    if fails {
        table.failed_turrets.insert(ship);
    }
    let lost = if fails { cost } else { 0 };
    cx.log(rule!("9.10"), || Event::Teething { ship, die, dice: lost });
    lost
}

/// The firing throw, which tells only misses from possible hits (6.1c, 6.5c, 6.6, ruling X6).
#[inline]
pub fn throw(dice: i8, cx: &mut Cx<Dreadnoughts>, rule: RuleRef) -> Throw {
    let mut throw = Throw::default();
    for _ in 0..dice.max(0) {
        throw.add(cx.die(rule));
    }
    throw
}

/// Fire may release ships that were told to hold theirs (9.4), like all its effects at the end of the phase (5.2a).
pub fn release_held_fire(table: &mut Table, firer: ShipId, target: ShipId, weapon: Weapon) {
    for (number, hold) in table.scenario.specials.hold_fire.iter().enumerate() {
        let released = match hold.released_by {
            Some(Release::BeingFiredOn) => hold.ships.contains(target),
            Some(Release::EnemyGunfire) => {
                weapon == Weapon::Guns && !hold.ships.and(table.enemies_of(firer)).is_empty()
            }
            None => false,
        };
        if released {
            table.releasing |= 1 << number;
        }
    }
}
