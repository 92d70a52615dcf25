//! The critical hit table (6.8 to 6.10, chart C1).

use sandtable_engine::{Cx, rule};

use crate::Dreadnoughts;
use crate::data::Effect;
use crate::events::Event;
use crate::ids::ShipId;
use crate::table::{Damage, Stopped, Table};

/// What criticals ask of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hull {
    /// The printed speed of the side that shows (ruling W5).
    pub speed: u8,
    /// The turn.
    pub turn: u8,
    /// Whether the rudder is jammed for good (9.15).
    pub wanders: bool,
}

/// What criticals ask of a ship of the table.
#[inline]
pub fn hull(table: &Table, ship: ShipId) -> Hull {
    let wanders = table.scenario.specials.wanders(ship);
    Hull { speed: table.ratings(ship).speed, turn: table.turn, wanders }
}

/// Applies a row of the table; one that changes nothing becomes a plain hit (6.8). A catastrophe makes a hulk when the
/// phase ends (C1.6).
pub fn apply(struck: &mut Damage, ship: ShipId, effect: Effect, hull: Hull, cx: &mut Cx<Dreadnoughts>) {
    let taken = match effect {
        Effect::Steering => jam_steering(struck, ship, hull, cx),
        Effect::Equipment => damage_equipment(struck),
        Effect::Waterline => waterline_hit(struck, hull),
        Effect::Fire => start_fire(struck),
        Effect::Stopped => stop(struck, hull),
        Effect::Catastrophe => !std::mem::replace(&mut struck.catastrophe, true),
    };
    if !taken {
        struck.hits = struck.hits.saturating_add(1);
        cx.log(rule!("6.8"), || Event::Redundant { ship, effect });
    }
}

/// C1.1: the ship neither turns nor evades for half a die of turns, this one included (ruling J2). A jam that still
/// runs makes it redundant, and so does a rudder that is jammed for good (9.15); a throw of no turns simply has no effect
/// (ruling J1).
fn jam_steering(struck: &mut Damage, ship: ShipId, hull: Hull, cx: &mut Cx<Dreadnoughts>) -> bool {
    if struck.jammed > 0 || hull.wanders {
        return false;
    }
    let die = cx.die(rule!("C1.1"));
    struck.jammed = die / 2;
    cx.log(rule!("C1.1"), || Event::Jammed { ship, die, turns: die / 2 });
    true
}

/// C1.2: no evasion and no smoke for the rest of the turn, no torpedoes ever again (rulings Q1, Q2).
fn damage_equipment(struck: &mut Damage) -> bool {
    struck.torpedo_attacks = 0;
    !std::mem::replace(&mut struck.equipment, true)
}

/// C1.3, as 6.9 has it (ruling W3): the first slows the ship (6.9a), the second stops it for good, any more are plain
/// hits (6.9b). On a ship that is stopped but may be repaired, the second makes it permanent (ruling W6 for the
/// first).
fn waterline_hit(struck: &mut Damage, hull: Hull) -> bool {
    match struck.waterline {
        0 => {
            struck.waterline = 1;
            struck.slowed_to = slowed_to(hull.speed);
            true
        }
        1 => {
            struck.waterline = 2;
            let useful = struck.stopped != Stopped::Permanent;
            struck.stopped = Stopped::Permanent;
            useful
        }
        _ => false,
    }
}

/// The limit of a slowed ship: 2 hexes, or 1 for a ship of printed speed 2 or less (6.9a, rulings W4, W5).
pub const fn slowed_to(speed: u8) -> u8 {
    if speed <= 2 { 1 } else { 2 }
}

/// C1.4, 6.10: one more fire marker on the ship (6.10a: they add up, ruling B1).
fn start_fire(struck: &mut Damage) -> bool {
    struck.fires = struck.fires.saturating_add(1);
    true
}

/// C1.5: dead in the water, with a chance of repair next turn (ruling W1).
fn stop(struck: &mut Damage, hull: Hull) -> bool {
    if struck.is_stopped() {
        return false;
    }
    struck.stopped = Stopped::Repairable { since: hull.turn };
    true
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Scripted;

    use super::*;

    fn applied(struck: &mut Damage, effect: Effect, speed: u8, dice: &[u32]) {
        let mut chance = Scripted::dice(dice.iter().copied());
        apply(
            struck,
            ShipId(0),
            effect,
            Hull { speed, turn: 3, wanders: false },
            &mut Cx::silent(&mut chance),
        );
        assert_eq!((chance.left(), chance.fault), (0, None));
    }

    #[test]
    fn c1_1_a_jam_lasts_half_the_die() {
        for (die, turns) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
            let mut struck = Damage::default();
            applied(&mut struck, Effect::Steering, 5, &[die]);
            assert_eq!((struck.jammed, struck.hits), (turns, 0), "die {die}");
        }
    }

    #[test]
    fn r6_9_slowed_then_stopped_then_hit() {
        let mut struck = Damage::default();
        applied(&mut struck, Effect::Waterline, 5, &[]);
        assert_eq!((struck.slowed_to, struck.hits), (2, 0));
        applied(&mut struck, Effect::Waterline, 5, &[]);
        assert_eq!((struck.stopped, struck.hits), (Stopped::Permanent, 0));
        applied(&mut struck, Effect::Waterline, 5, &[]);
        assert_eq!(struck.hits, 1);
    }

    #[test]
    fn w4_a_slow_ship_is_slowed_to_one() {
        for speed in [1, 2] {
            let mut struck = Damage::default();
            applied(&mut struck, Effect::Waterline, speed, &[]);
            assert_eq!(struck.slowed_to, 1);
        }
    }

    #[test]
    fn r6_8_a_second_jam_or_stop_is_a_hit() {
        let mut struck = Damage { jammed: 1, stopped: Stopped::Repairable { since: 2 }, ..Damage::default() };
        applied(&mut struck, Effect::Steering, 5, &[]);
        applied(&mut struck, Effect::Stopped, 5, &[]);
        assert_eq!(struck.hits, 2);
        applied(&mut struck, Effect::Fire, 5, &[]);
        applied(&mut struck, Effect::Fire, 5, &[]);
        assert_eq!((struck.fires, struck.hits), (2, 2), "6.10a: fires add up");
    }
}
