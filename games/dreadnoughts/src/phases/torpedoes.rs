//! Torpedo attacks (chapter 7, chart C3).

use sandtable_engine::{Cx, Refusal, RuleRef, Thing, require, rule};

use super::damage::{self, Shot};
use super::gunnery::{self, Battery, Ledger, Silent};
use crate::Dreadnoughts;
use crate::data::tables;
use crate::events::Event;
use crate::ids::ShipId;
use crate::questions::range::range;
use crate::questions::{sight, smoke, speed};
use crate::scenario::Weapon;
use crate::table::Table;

/// Whether a ship may launch torpedoes at all, whatever the target: it has a rating on the side that shows (7.2a,
/// ruling P5) and an attack left (7.3), and does not evade (7.1, 8.5d).
#[inline]
pub fn check_tubes(table: &Table, firer: ShipId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(firer.0));
    require!(table.ratings(firer).torpedoes > 0, "7.2a", "the ship has no torpedoes to launch"; blocked piece);
    let left = table.ships[firer].damage.torpedo_attacks;
    require!(left > 0, "7.3", "the ship is out of torpedoes"; blocked piece);
    require!(!table.evading.contains(firer), "7.1", "a ship cannot launch torpedoes while it evades"; blocked piece);
    gunnery::check_firer(table, firer, Weapon::Torpedoes, gunnery::Occasion::Combat)
}

/// The dice of a torpedo attack, if it is allowed (7.1 to 7.3); without dice it is none, and none is spent (ruling
/// P4). How far torpedoes run is for the scenario to say: less in the First World War (7.2b, C3.6).
#[inline]
pub fn check_torpedoes(table: &Table, battery: &Battery, target: ShipId) -> Result<i8, Refusal> {
    let firer = battery.ship;
    if !battery.tubes_ready {
        check_tubes(table, firer)?;
    }
    gunnery::check_target(table, firer, target)?;
    let (range, longest) = (range(table, firer, target), table.scenario.torpedo_range);
    require!(
        range <= longest, "7.2b", "the target is {0} hexes away and torpedoes run {1}";
        figures i16::from(range), i16::from(longest)
    );
    // Ruling P3: torpedoes need spotting and a free line as guns do.
    sight::check_line(table, firer, battery.beside, target, range)?;
    // Ruling D4: a signal binds torpedoes as it binds guns.
    gunnery::check_signal(table, firer, target)?;
    let dice = dice(table, firer, target, &mut Silent);
    require!(
        dice > 0, "7.2", "the modifiers leave {0} dice, and no attack is possible with fewer than one";
        figures i16::from(dice), 0
    );
    Ok(dice)
}

/// The number of dice of a torpedo attack: the rating (2.12, 7.2a), less for a long run (7.2c, C3.1), smoke (C3.2),
/// the launcher's stop (C3.3) and the target's evasion (7.2d, C3.4), more for the target's stop (C3.5). Chart C3 is
/// all there is: heading, speed and gunfire play no part (7.1, rulings P2 and F10).
pub fn dice(table: &Table, firer: ShipId, target: ShipId, ledger: &mut impl Ledger) -> i8 {
    let chart = &tables().torpedoes;
    let mut dice = 0;
    let mut add = |figure: i8, rule: RuleRef, what: &dyn Fn() -> String| {
        dice += figure;
        ledger.note(figure, rule, what);
    };
    add(table.ratings(firer).torpedoes, rule!("7.2a"), &|| {
        format!("Torpedo rating of {}", table.name(firer))
    });
    if range(table, firer, target) >= table.scenario.torpedo_far_from {
        add(chart.far, rule!("7.2c"), &|| "A long run".into());
    }
    let smoke = smoke::on_line(table, table.hex(firer), table.hex(target));
    if smoke > 0 {
        add(chart.smoke_hex * smoke, rule!("8.6"), &|| format!("Smoke hexes on the line: {smoke}"));
    }
    if table.ships[firer].damage.is_stopped() {
        add(chart.firer_stopped, rule!("C3.3"), &|| format!("{} is dead in the water", table.name(firer)));
    }
    if table.evading.contains(target) {
        add(-speed::manoeuvre(table, target), rule!("7.2d"), &|| {
            format!("{} is evading", table.name(target))
        });
    }
    if table.ships[target].damage.is_stopped() {
        add(chart.target_stopped, rule!("C3.5"), &|| format!("{} is dead in the water", table.name(target)));
    }
    for line in &table.scenario.dice {
        let fits = line.ships.contains(firer) && line.turns.holds(table.turn) && line.weapon != Weapon::Guns;
        if fits {
            add(line.dice, rule!("9.2"), &|| line.why.clone());
        }
    }
    dice
}

/// What a torpedo hit is measured with: integrity never nullifies it (7.1, ruling P1).
#[inline]
pub fn shot(table: &Table, target: ShipId) -> Shot {
    damage::torpedo_at(table, target)
}

/// Launches torpedoes and spends one of the two attacks (7.3).
pub fn launch(table: &mut Table, firer: ShipId, target: ShipId, dice: i8, cx: &mut Cx<Dreadnoughts>) {
    let range = range(table, firer, target);
    let shot = shot(table, target);
    table.ships[firer].damage.torpedo_attacks -= 1;
    let struck = &mut table.ships[firer].struck;
    struck.torpedo_attacks = struck.torpedo_attacks.saturating_sub(1);
    gunnery::release_held_fire(table, firer, target, Weapon::Torpedoes);
    let throw = gunnery::throw(dice, cx, rule!("7.2"));
    cx.log(rule!("7.0"), || Event::Torpedoes { ship: firer, at: target, range, dice: throw });
    damage::resolve(table, target, shot, throw.hits(), cx);
}
