//! What ships can be expected to do to each other in the turns that are left.

use super::stakes::Harm;
use crate::data::tables;
use crate::ids::{Level, ShipId, ShipSet};
use crate::phases::damage::{Shot, shot_at};
use crate::phases::gunnery::{self, Silent, check_firer, dice};
use crate::phases::torpedoes;
use crate::questions::range::{Bracket, bracket, close, effective, range};
use crate::questions::{sector, sight, speed};
use crate::scenario::Weapon;
use crate::table::Table;

/// How a side may mean to fight: keep the distance, or go as near as guns are best.
pub const PLANS: usize = 2;

/// The fire of one ship at another until the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Barrage {
    /// All of it.
    pub harm: Harm,
    /// What one die more or less in every gun attack would change.
    pub die: Harm,
}

/// A ship that attacks, with what is the same for all her targets.
pub struct Attacker<'a> {
    table: &'a Table,
    ship: ShipId,
    /// Whether she moves before guns speak again.
    to_move: bool,
    beside: ShipSet,
    /// Her gun dice at standard speed before the target counts.
    dice: f32,
    /// The same for the speed and evasion that are ordered.
    next_dice: f32,
    /// Hexes that she comes nearer in her next move, and in those that follow.
    ways: [u8; 2],
    /// Gun attacks that the ammunition allows, torpedo attacks that are left.
    rounds: u8,
    tubes: u8,
    /// The chance that she burns no longer when guns speak next.
    able: f32,
    combats: u8,
    /// Dice that she gains at cruise.
    at_leisure: f32,
}

/// What is left of a move towards an enemy abeam, for ships that turn well and for others.
const AGILE: f32 = 0.65;
const CLUMSY: f32 = 0.45;

/// Hexes of a move that do not bring a ship nearer, since she keeps her guns to bear.
const ZIGZAG: u8 = 1;

/// Dice for the broadside of a ship that chooses her course, on average: while she closes, and when she is near enough.
const CLOSING_BROADSIDE: f32 = 1.0;
const BROADSIDE: f32 = 1.7;

impl<'a> Attacker<'a> {
    /// The ship on the table as it will be when guns speak next.
    pub fn new(table: &'a Table, ship: ShipId, to_move: bool) -> Self {
        let (state, scenario) = (&table.ships[ship], &table.scenario);
        let damage = &state.damage;
        let spent = |most: &u8| most.saturating_sub(state.gun_attacks);
        let ammunition = scenario.specials.ammunition.iter().filter(|(ships, _)| ships.contains(ship));
        let rounds = ammunition.map(|(_, most)| spent(most)).min().unwrap_or(u8::MAX);
        let mut dice = f32::from(table.ratings(ship).guns);
        for line in &scenario.dice {
            let fits = line.ships.contains(ship) && line.turns.holds(table.turn + 1);
            if fits && line.weapon != Weapon::Torpedoes {
                dice += f32::from(line.dice);
            }
        }
        let crippled = damage.is_slowed() || damage.is_stopped();
        if crippled {
            dice -= 1.0;
        }
        let evading = table.evading.contains(ship);
        let pace = match state.level {
            _ if crippled => 0.0,
            Level::Cruise if !damage.heavily_damaged => 1.0,
            Level::Flank => -1.0,
            _ => 0.0,
        };
        let ways = if speed::under_way(table, ship) {
            [
                speed::band(table, ship, state.level, evading).most,
                speed::band(table, ship, Level::Standard, false).most,
            ]
        } else {
            [0, 0]
        };
        Self {
            table,
            ship,
            to_move,
            beside: sight::beside(table, ship),
            dice,
            next_dice: dice + pace - if evading { 1.0 } else { 0.0 },
            ways,
            rounds,
            tubes: if table.ratings(ship).torpedoes > 0 { damage.torpedo_attacks } else { 0 },
            able: [1.0, 0.5, 0.25, 0.125][usize::from(damage.fires.min(3))],
            combats: last_turn(table, ship) - table.turn,
            at_leisure: if crippled || damage.heavily_damaged {
                0.0
            } else {
                f32::from(tables().gunnery.cruise)
            },
        }
    }

    /// What the ship may do to an enemy if she attacks no other, by either plan.
    pub fn barrage(&self, enemy: ShipId) -> [Barrage; PLANS] {
        let table = self.table;
        let ratings = table.ratings(self.ship);
        let hexes = range(table, self.ship, enemy);
        let reach = ratings.range.min(sight::spotting_distance(table, self.ship, enemy));
        let nearness = Harm { hits: 0.0004 * (80.0 - f32::from(hexes)), blasts: 0.0, leaks: 0.0 };
        let mut fire = Fire {
            rounds: self.rounds,
            tubes: self.tubes,
            total: Barrage { harm: nearness, die: Harm::default() },
        };
        if u16::from(hexes) > u16::from(reach) + u16::from(self.combats) * u16::from(self.ways[1]) + 1 {
            return [fire.total; PLANS];
        }
        let far = harm_of(shot_at(table, enemy, ratings.weight));
        let near = harm_of(shot_at(table, enemy, ratings.weight + tables().gunnery.close_weight));
        let [half, quarter] = [effective(ratings.range), close(ratings.range)];
        let mut combats = self.combats;
        if !self.to_move && combats > 0 {
            // Nothing but the enemy's move comes between this position and the next attack.
            if hexes <= reach && sight::check_line(table, self.ship, self.beside, enemy, hexes).is_ok() {
                let guns = f32::from(dice(table, self.ship, enemy, &mut Silent));
                let run = self.torpedo_dice_now(enemy, hexes);
                fire.add(guns, if hexes <= quarter { near } else { far }, run, self.able);
            }
            combats -= 1;
        }
        let stopped = if table.ships[enemy].damage.is_stopped() { 1.0 } else { 0.0 };
        let dodges = f32::from(speed::manoeuvre(table, enemy));
        let dodge = if speed::check_evasion(table, enemy).is_ok() { 0.5 * dodges } else { 0.0 };
        let run = f32::from(ratings.torpedoes) + stopped - dodge;
        let best = quarter.min(hexes).max(1);
        let agile = if speed::manoeuvre(table, self.ship) >= 2 { AGILE } else { CLUMSY };
        let turn_in = agile + (1.0 - agile) * sector::ahead(table, self.ship, enemy);
        [false, true].map(|closes| {
            let mut fire = fire;
            let mut hexes = hexes;
            let mut distance = f32::from(hexes);
            let mut first = true;
            let mut next = self.to_move;
            for _ in 0..combats {
                let way = self.ways[usize::from(!next)];
                let way = if next { way } else { way.saturating_sub(ZIGZAG).max(way.min(1)) };
                let closing = closes && hexes > best;
                if closing {
                    let gained = if first { f32::from(way) * turn_in } else { f32::from(way) };
                    distance = (distance - gained).max(f32::from(best));
                    hexes = (distance + 0.5) as u8;
                }
                first = false;
                if hexes <= reach {
                    let mut guns = stopped + if closing { CLOSING_BROADSIDE } else { BROADSIDE };
                    // Near enough, she need not hurry.
                    if !next && !closing && hexes <= best {
                        guns += self.at_leisure;
                    }
                    guns += if next { self.next_dice } else { self.dice };
                    guns -= if !next {
                        dodge
                    } else if table.evading.contains(enemy) {
                        dodges
                    } else {
                        0.0
                    };
                    guns += if hexes <= quarter {
                        1.0
                    } else if hexes <= half {
                        0.0
                    } else {
                        -1.0
                    };
                    let holds = next && table.evading.contains(self.ship);
                    let run = match hexes {
                        _ if holds || hexes > table.scenario.torpedo_range => 0.0,
                        _ if hexes >= table.scenario.torpedo_far_from => run - 1.0,
                        _ => run,
                    };
                    let able = if next { self.able } else { 0.5 + 0.5 * self.able };
                    fire.add(guns, if hexes <= quarter { near } else { far }, run, able);
                }
                next = false;
            }
            fire.total
        })
    }

    /// The attack that she has yet to make in this phase.
    pub fn attack_now(&self, enemy: ShipId) -> Harm {
        let (table, ratings) = (self.table, self.table.ratings(self.ship));
        let hexes = range(table, self.ship, enemy);
        let barred = hexes > ratings.range
            || check_firer(table, self.ship, Weapon::Guns).is_err()
            || sight::check_line(table, self.ship, self.beside, enemy, hexes).is_err();
        if barred {
            return Harm::default();
        }
        let near = bracket(ratings.range, hexes) == Bracket::Close;
        let weight = ratings.weight + if near { tables().gunnery.close_weight } else { 0 };
        let guns = f32::from(dice(table, self.ship, enemy, &mut Silent)).max(0.0);
        harm_of(shot_at(table, enemy, weight)).times(guns)
    }

    fn torpedo_dice_now(&self, enemy: ShipId, hexes: u8) -> f32 {
        let ready = self.tubes > 0
            && hexes <= self.table.scenario.torpedo_range
            && !self.table.evading.contains(self.ship);
        if ready { f32::from(torpedoes::dice(self.table, self.ship, enemy, &mut Silent)) } else { 0.0 }
    }
}

/// The last turn in which a ship is there to fight (9.14).
fn last_turn(table: &Table, ship: ShipId) -> u8 {
    let mut leaving = table.scenario.specials.withdrawals.iter().filter(|(leaver, _)| *leaver == ship);
    leaving.next().map_or(table.scenario.turns, |(_, turn)| (*turn).clamp(table.turn, table.scenario.turns))
}

/// What a salvo that is allowed does on average. Turrets that may fail count as they do on average (9.10).
pub fn salvo(table: &Table, ship: ShipId, target: ShipId) -> Harm {
    let mut guns = f32::from(dice(table, ship, target, &mut Silent));
    for (_, on, cost) in table.scenario.specials.teething.iter().filter(|(troubled, ..)| *troubled == ship) {
        guns += f32::from(*cost) * f32::from(on.count() as u8) / 6.0;
    }
    harm_of(gunnery::shot(table, ship, target)).times(guns.max(0.0))
}

/// What a spread of torpedoes that is allowed does on average.
pub fn spread(table: &Table, ship: ShipId, target: ShipId) -> Harm {
    TORPEDO.times(f32::from(torpedoes::dice(table, ship, target, &mut Silent)).max(0.0))
}

/// What aircraft do to a ship on average (9.17).
pub fn bombs(table: &Table, target: ShipId, extra: u8) -> Harm {
    let attacks = table.scenario.specials.air_attacks.as_ref();
    attacks.map_or(Harm::default(), |attacks| {
        harm_of(shot_at(table, target, attacks.weight)).times(f32::from(attacks.dice + extra))
    })
}

/// Attacks that are added up, as long as there is something to fire.
#[derive(Clone, Copy)]
struct Fire {
    rounds: u8,
    tubes: u8,
    total: Barrage,
}

impl Fire {
    /// One more attack with guns or torpedoes, whichever does more harm.
    fn add(&mut self, guns: f32, by_die: Harm, run: f32, able: f32) {
        let (gunfire, torpedoes) = (by_die.times(guns.max(0.0)), TORPEDO.times(run.max(0.0)));
        if self.tubes > 0 && (self.rounds == 0 || torpedoes.weight() > gunfire.weight()) {
            self.tubes -= 1;
            self.total.harm = self.total.harm.plus(torpedoes.times(able));
        } else if self.rounds > 0 && guns > 0.0 {
            self.rounds -= 1;
            self.total.harm = self.total.harm.plus(gunfire.times(able));
            self.total.die = self.total.die.plus(by_die.times(able));
        }
    }
}

/// What critical hits other than catastrophes count for, in structural hits.
const CRITICAL: f32 = 0.3;

/// What one die of torpedoes does on average (7.1).
const TORPEDO: Harm = Harm { hits: (6.0 + 5.0 * CRITICAL) / 108.0, blasts: 1.0 / 108.0, leaks: 2.0 / 108.0 };

/// What one die of guns does on average (6.6, 6.7): a third of the dice are possible hits.
pub fn harm_of(shot: Shot) -> Harm {
    let (hits, criticals, blasts, leaks) = match (shot.difference, shot.critical_modifier) {
        (..=-2, _) => (0.0, 0.0, 0.0, 0.0),
        (-1, _) => (6.0, 0.0, 0.0, 0.0),
        (_, 0) => (6.0, 5.0, 1.0, 2.0),
        _ => (8.0, 4.0, 0.0, 1.0),
    };
    Harm { hits: (hits + CRITICAL * criticals) / 108.0, blasts: blasts / 108.0, leaks: leaks / 108.0 }
}
