//! What ships can be expected to do to each other in the turns that are left.

use super::stakes::Harm;
use crate::data::tables;
use crate::ids::{Level, ShipId, ShipSet};
use crate::phases::damage::{Shot, shot_at};
use crate::phases::gunnery::{self, Occasion, Silent, check_firer, dice};
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

/// A ship that attacks, with what is the same for all her targets and wherever she is.
pub struct Attacker {
    ship: ShipId,
    /// Whether she moves before guns speak again.
    to_move: bool,
    /// Her gun dice at standard speed before the target counts.
    dice: f32,
    /// The same for the speed and evasion that are ordered.
    next_dice: f32,
    /// Hexes that she comes nearer in her next move, and in those that follow.
    ways: [u8; 2],
    /// Hexes of a move at standard speed.
    stride: u8,
    evading: bool,
    /// Gun attacks that the ammunition allows, torpedo attacks that are left.
    rounds: u8,
    tubes: u8,
    /// The chance that she burns no longer when guns speak next.
    able: f32,
    combats: u8,
}

/// An enemy as an attacker sees her, wherever the attacker is.
pub struct Aim {
    enemy: ShipId,
    /// How far she can be fired on.
    reach: u8,
    /// The longest effective and close ranges.
    half: u8,
    quarter: u8,
    /// What a die does to her, at close range and beyond.
    near: Harm,
    far: Harm,
    /// Dice that she gives when dead in the water.
    stopped: f32,
    /// Dice that she costs when she evades: in the next combat, and in those that follow, if she can.
    dodges_next: f32,
    dodge: f32,
    /// Dice of torpedoes at her.
    run: f32,
    torpedo_range: u8,
    torpedo_far_from: u8,
}

/// The first attack, where nothing but the enemy's move comes before it: dice of guns and of torpedoes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    pub guns: i8,
    pub run: i8,
}

/// What is left of a move towards an enemy abeam.
const ABEAM: f32 = 0.4;

/// Hexes of a move that do not bring a ship nearer, since she keeps her guns to bear.
const ZIGZAG: u8 = 2;

/// Dice for the broadside of a ship that chooses her course, on average.
const BROADSIDE: f32 = 1.0;

/// What an attack counts beside the one a turn before: the later, the more may have come between.
const LATER: f32 = 0.92;

impl Attacker {
    /// The ship on the table as it will be when guns speak next.
    pub fn new(table: &Table, ship: ShipId, to_move: bool) -> Self {
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
        let (next, stride) = if speed::under_way(table, ship) {
            let most = |level, evading| speed::band(table, ship, level, evading).most;
            (most(state.level, evading), most(Level::Standard, false))
        } else {
            (0, 0)
        };
        Self {
            ship,
            to_move,
            dice,
            next_dice: dice + pace - if evading { 1.0 } else { 0.0 },
            ways: [next, stride.saturating_sub(ZIGZAG).max(stride.min(1))],
            stride,
            evading,
            rounds,
            tubes: if table.ratings(ship).torpedoes > 0 { damage.torpedo_attacks } else { 0 },
            able: [1.0, 0.5, 0.25, 0.125][usize::from(damage.fires.min(3))],
            combats: last_turn(table, ship) - table.turn,
        }
    }

    /// What she knows of an enemy before she looks where both are.
    pub fn aim(&self, table: &Table, enemy: ShipId) -> Aim {
        let ratings = table.ratings(self.ship);
        let stopped = if table.ships[enemy].damage.is_stopped() { 1.0 } else { 0.0 };
        let dodges = f32::from(speed::manoeuvre(table, enemy));
        let dodge = if speed::check_evasion(table, enemy).is_ok() { dodges } else { 0.0 };
        Aim {
            enemy,
            reach: ratings.range.min(sight::spotting_distance(table, self.ship, enemy)),
            half: effective(ratings.range),
            quarter: close(ratings.range),
            near: harm_of(shot_at(table, enemy, ratings.weight + tables().gunnery.close_weight)),
            far: harm_of(shot_at(table, enemy, ratings.weight)),
            stopped,
            dodges_next: if table.evading.contains(enemy) { dodges } else { 0.0 },
            dodge,
            run: f32::from(ratings.torpedoes) + stopped - dodge,
            torpedo_range: table.scenario.torpedo_range,
            torpedo_far_from: table.scenario.torpedo_far_from,
        }
    }

    /// The attack that she makes from where she is, if nothing bars the line.
    pub fn opening(&self, table: &Table, beside: ShipSet, aim: &Aim, hexes: u8) -> Option<Opening> {
        let open = !self.to_move
            && self.combats > 0
            && hexes <= aim.reach
            && sight::check_line(table, self.ship, beside, aim.enemy, hexes).is_ok();
        open.then(|| Opening {
            guns: dice(table, self.ship, aim.enemy, &mut Silent),
            run: if self.tubes > 0 && hexes <= aim.torpedo_range && !self.evading {
                torpedoes::dice(table, self.ship, aim.enemy, &mut Silent)
            } else {
                0
            },
        })
    }

    /// How near her first move brings her to an enemy whose bearing has this cosine.
    pub fn nearer(&self, aim: &Aim, hexes: u8, ahead: f32) -> u8 {
        let turn_in = ABEAM + (1.0 - ABEAM) * ahead;
        let gained = f32::from(self.ways[usize::from(!self.to_move)]) * turn_in;
        let distance = (f32::from(hexes) - gained).max(f32::from(aim.best(hexes)));
        (distance + 0.5) as u8
    }

    /// What the ship may do to an enemy if she attacks no other, by either plan.
    pub fn barrage(&self, table: &Table, beside: ShipSet, enemy: ShipId) -> [Barrage; PLANS] {
        let hexes = range(table, self.ship, enemy);
        let aim = self.aim(table, enemy);
        let opening = self.opening(table, beside, &aim, hexes);
        let waits = self.campaign(&aim, hexes, opening, None);
        if !self.may_close(&aim, hexes) {
            return [waits; PLANS];
        }
        let nearer = self.nearer(&aim, hexes, sector::ahead(table, self.ship, enemy));
        [waits, self.campaign(&aim, hexes, opening, Some(nearer))]
    }

    /// Whether it makes a difference to go nearer.
    pub fn may_close(&self, aim: &Aim, hexes: u8) -> bool {
        hexes > aim.best(hexes) && self.comes_to_fire(aim, hexes)
    }

    /// Whether she may come within reach before the end.
    fn comes_to_fire(&self, aim: &Aim, hexes: u8) -> bool {
        u16::from(hexes) <= u16::from(aim.reach) + u16::from(self.combats) * u16::from(self.stride) + 1
    }

    /// All her attacks until the end: from the distance that she has, or from ever nearer after a first move to `nearer` hexes.
    pub fn campaign(&self, aim: &Aim, hexes: u8, opening: Option<Opening>, nearer: Option<u8>) -> Barrage {
        let nearness = Harm { hits: 0.0004 * (80.0 - f32::from(hexes)), blasts: 0.0, leaks: 0.0 };
        let total = Barrage { harm: nearness, die: Harm::default() };
        let mut fire = Fire { rounds: self.rounds, tubes: self.tubes, total };
        if !self.comes_to_fire(aim, hexes) {
            return fire.total;
        }
        if let Some(Opening { guns, run }) = opening {
            fire.add(&Attack::new(f32::from(guns), aim.by_die(hexes), f32::from(run), self.able), 1.0);
        }
        let combats = if self.to_move { self.combats } else { self.combats.saturating_sub(1) };
        let best = aim.best(hexes);
        let mut step = Step { hexes, next: self.to_move };
        let mut first_move = nearer;
        // From some day on every attack is like the one before.
        let mut last: Option<(Step, Attack)> = None;
        let mut weight = 1.0;
        for _ in 0..combats {
            if nearer.is_some() && step.hexes > best {
                step.hexes =
                    first_move.take().unwrap_or_else(|| step.hexes.saturating_sub(self.ways[1]).max(best));
            }
            if step.hexes <= aim.reach {
                let attack = match last {
                    Some((before, attack)) if before == step => attack,
                    _ => self.attack(aim, step),
                };
                fire.add(&attack, weight);
                last = Some((step, attack));
            }
            step.next = false;
            weight *= LATER;
        }
        fire.total
    }

    /// One attack of a campaign.
    fn attack(&self, aim: &Aim, Step { hexes, next }: Step) -> Attack {
        let mut guns = aim.stopped + BROADSIDE;
        guns += if next { self.next_dice } else { self.dice };
        guns -= if next { aim.dodges_next } else { aim.dodge };
        guns += if hexes <= aim.quarter {
            1.0
        } else if hexes <= aim.half {
            0.0
        } else {
            -1.0
        };
        let holds = next && self.evading;
        let run = match hexes {
            _ if holds || hexes > aim.torpedo_range => 0.0,
            _ if hexes >= aim.torpedo_far_from => aim.run - 1.0,
            _ => aim.run,
        };
        let able = if next { self.able } else { 0.5 + 0.5 * self.able };
        Attack::new(guns, aim.by_die(hexes), run, able)
    }
}

impl Aim {
    /// The distance that guns like best, of those up to the present one.
    fn best(&self, hexes: u8) -> u8 {
        self.quarter.min(hexes).max(1)
    }

    /// What a die of guns does at a distance.
    fn by_die(&self, hexes: u8) -> Harm {
        if hexes <= self.quarter { self.near } else { self.far }
    }
}

/// A combat of a campaign: at which distance, and whether the ship has only just got her orders.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    hexes: u8,
    next: bool,
}

/// The attack that a ship has yet to make in this phase, on each of her enemies in turn.
pub fn attacks_now(table: &Table, ship: ShipId, enemies: ShipSet) -> impl Iterator<Item = Harm> {
    let ratings = table.ratings(ship);
    let beside = sight::beside(table, ship);
    let silent = check_firer(table, ship, Weapon::Guns, Occasion::Combat).is_err();
    enemies.iter().map(move |enemy| {
        let hexes = range(table, ship, enemy);
        let barred =
            silent || hexes > ratings.range || sight::check_line(table, ship, beside, enemy, hexes).is_err();
        if barred {
            return Harm::default();
        }
        let near = bracket(ratings.range, hexes) == Bracket::Close;
        let weight = ratings.weight + if near { tables().gunnery.close_weight } else { 0 };
        let guns = f32::from(dice(table, ship, enemy, &mut Silent)).max(0.0);
        harm_of(shot_at(table, enemy, weight)).times(guns)
    })
}

/// The last turn in which a ship is there to fight (9.14).
fn last_turn(table: &Table, ship: ShipId) -> u8 {
    let mut leaving = table.scenario.specials.withdrawals.iter().filter(|(leaver, _)| *leaver == ship);
    leaving.next().map_or(table.scenario.turns, |(_, turn)| (*turn).clamp(table.turn, table.scenario.turns))
}

/// What a salvo that is allowed does on average. Turrets that may fail count as they do on average (9.10).
pub fn salvo(table: &Table, ship: ShipId, target: ShipId) -> Harm {
    let mut guns = f32::from(dice(table, ship, target, &mut Silent));
    if let Some((on, cost)) = gunnery::untried_turrets(table, ship) {
        guns += f32::from(cost) * f32::from(on.count() as u8) / 6.0;
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
    /// One more attack of such a weight with guns or torpedoes, whichever does more harm.
    #[inline]
    fn add(&mut self, attack: &Attack, weight: f32) {
        if self.tubes > 0 && (self.rounds == 0 || attack.torpedoes_first) {
            self.tubes -= 1;
            self.total.harm = self.total.harm.plus(attack.spread.times(weight));
        } else if self.rounds > 0 && attack.has_guns {
            self.rounds -= 1;
            self.total.harm = self.total.harm.plus(attack.salvo.times(weight));
            self.total.die = self.total.die.plus(attack.die.times(weight));
        }
    }
}

/// What an attack does on average, with guns or with torpedoes.
#[derive(Clone, Copy)]
struct Attack {
    salvo: Harm,
    /// One die of the salvo.
    die: Harm,
    spread: Harm,
    has_guns: bool,
    torpedoes_first: bool,
}

impl Attack {
    fn new(guns: f32, by_die: Harm, run: f32, able: f32) -> Self {
        let (gunfire, torpedoes) = (by_die.times(guns.max(0.0)), TORPEDO.times(run.max(0.0)));
        Self {
            salvo: gunfire.times(able),
            die: by_die.times(able),
            spread: torpedoes.times(able),
            has_guns: guns > 0.0,
            torpedoes_first: torpedoes.weight() > gunfire.weight(),
        }
    }
}

/// What critical hits other than catastrophes count for, in structural hits.
const CRITICAL: f32 = 0.1;

/// What the chance of a catastrophe counts for: nothing can be done about one, and something about most other harm.
const CATASTROPHE: f32 = 1.5;

/// What one die of torpedoes does on average (7.1).
const TORPEDO: Harm =
    Harm { hits: (6.0 + 5.0 * CRITICAL) / 108.0, blasts: CATASTROPHE / 108.0, leaks: 2.0 / 108.0 };

/// What one die of guns does on average (6.6, 6.7): a third of the dice are possible hits.
pub fn harm_of(shot: Shot) -> Harm {
    let (hits, criticals, blasts, leaks) = match (shot.difference, shot.critical_modifier) {
        (..=-2, _) => (0.0, 0.0, 0.0, 0.0),
        (-1, _) => (6.0, 0.0, 0.0, 0.0),
        (_, 0) => (6.0, 5.0, 1.0, 2.0),
        _ => (8.0, 4.0, 0.0, 1.0),
    };
    Harm {
        hits: (hits + CRITICAL * criticals) / 108.0,
        blasts: CATASTROPHE * blasts / 108.0,
        leaks: leaks / 108.0,
    }
}
