//! What units could win where they stand or can go, and what a power could lose.

use std::sync::LazyLock;

use sandtable_engine::Seat;

use super::standing::View;
use super::{CERTAIN, GOLD, POINT, UNIT_LOST};
use crate::data::{self, limits};
use crate::ids::{AREAS, Area, Kind, Place, Tile, counters, places};
use crate::odds;
use crate::questions::entry;
use crate::questions::strength::waters;

/// Margins beyond this make no difference.
const MOST_MARGIN: i32 = 10;
/// Shares of what chances are worth, the best first: not all of them will be taken.
const SHARES: [i32; 6] = [650, 650, 500, 350, 300, 200];
/// The share of an attack for which armies must come first.
const TO_COME: i32 = 325;
/// Armies that a Move action brings.
const REINFORCEMENTS: i32 = 2;
/// The share of what could be lost that is taken for lost.
const DANGER: i32 = 750;
/// The share of a second counter in the same area.
const SECOND: i32 = 500;
/// What a power that has no alliance yet counts for as an enemy.
const PERHAPS: i32 = 950;
/// The share of a chance that waits for the next war.
const NEXT_WAR: i32 = 40;
/// The share of a token that can be had for colonising.
const SETTLING: i32 = 360;
/// Units as such, with a whole war to come.
const ARMY: i32 = 35;
const NAVY: i32 = 55;
const FORT: i32 = 25;
/// An army that guards tokens which somebody could attack some day.
const GUARD: i32 = 14;

/// Chances of victory, tie and defeat by margin, in thousandths.
static ODDS: LazyLock<[[i32; 3]; 2 * MOST_MARGIN as usize + 1]> = LazyLock::new(|| {
    std::array::from_fn(|at| {
        odds::combat(at as i16 - MOST_MARGIN as i16)
            .map(|chance| (chance * f64::from(CERTAIN)).round() as i32)
    })
});

/// Chances of victory, tie and defeat of an attacker with so much more strength.
#[inline]
pub fn chances(margin: i32) -> [i32; 3] {
    ODDS[(margin.clamp(-MOST_MARGIN, MOST_MARGIN) + MOST_MARGIN) as usize]
}

/// The best few chances, in order.
#[derive(Default)]
struct Best {
    worth: [i32; SHARES.len()],
}

impl Best {
    fn add(&mut self, mut worth: i32) {
        if worth <= self.worth[SHARES.len() - 1] {
            return;
        }
        for held in &mut self.worth {
            if worth > *held {
                std::mem::swap(held, &mut worth);
            }
        }
    }

    fn total(&self, count: usize) -> i32 {
        self.worth.iter().zip(SHARES).take(count).map(|(worth, share)| worth * share).sum::<i32>() / CERTAIN
    }
}

/// What a power could win, less what it could lose; units count as such, too.
pub fn of(view: &View, seat: Seat) -> i32 {
    let actions = view.clock.left(seat);
    let mut best = Best::default();
    gather(view, seat, &mut best);
    let count = match (actions, view.later) {
        (0, 0) => 0,
        (0, _) => 3,
        (left, _) => 1 + left as usize / 2,
    };
    let mut won = best.total(count.min(SHARES.len()));
    if actions == 0 {
        won = won * NEXT_WAR / CERTAIN;
    }
    won - dangers(view, seat) + units(view, seat)
}

fn units(view: &View, seat: Seat) -> i32 {
    let empire = &view.table.empires[seat];
    let all = i32::from(limits().actions) * i32::from(view.table.scenario.rounds);
    let time = (CERTAIN * view.clock.left(seat) / all.max(1) + 600 * view.later).min(CERTAIN);
    let of = |kind: Kind, worth: i32| i32::from(empire.units(kind).total()) * worth;
    let mut worth = of(Kind::Army, ARMY) + of(Kind::Navy, NAVY) + of(Kind::Fort, FORT);
    for area in Area::ALL {
        let tokens = i32::from(empire.tokens[*area]);
        let held = i32::from(empire.armies[area.place()]) + 2 * i32::from(empire.forts[area.place()]);
        worth += GUARD * tokens.min(held).min(3);
        // A fort without a token guards nothing.
        if tokens == 0 {
            worth -= FORT * i32::from(empire.forts[area.place()]);
        }
    }
    worth * time / CERTAIN
}

/// What a power adds on land to its armies, but for what hangs on the enemy.
fn land_bonus(view: &View, seat: Seat, area: Area) -> i32 {
    i32::from(view.allies[seat.index()][area.index()])
}

/// Whether a power has navies in the waters of an area.
fn afloat(view: &View, seat: Seat, area: Area) -> i32 {
    waters(area).map_or(0, |sea| i32::from(view.table.empires[seat].navies[sea.place()]))
}

/// One for who is better trained (10.6c).
pub fn trained(view: &View, seat: Seat, against: Option<Seat>) -> i32 {
    let tiles = |seat: Seat| view.table.empires[seat].tiles[Tile::ArmyTraining];
    i32::from(tiles(seat) > against.map_or(0, tiles))
}

/// What a side with more navies may expect of the support at sea.
fn support(own: i32, theirs: i32) -> i32 {
    match (own, theirs) {
        (0, 0) => 0,
        (_, 0) => 1,
        (0, _) => -1,
        (own, theirs) => (own - theirs).signum(),
    }
}

/// The margin of an attack of so many armies on a power.
fn margin(view: &View, attacker: Seat, armies: i32, defender: Seat, area: Area) -> i32 {
    let empire = &view.table.empires[defender];
    let place = area.place();
    let (stand, forts) = (i32::from(empire.armies[place]), i32::from(empire.forts[place]));
    let guards = stand + i32::from(limits().fort) * forts;
    let taught = if guards > 0 { trained(view, defender, Some(attacker)) } else { 0 };
    armies
        + land_bonus(view, attacker, area)
        + trained(view, attacker, Some(defender))
        + support(afloat(view, attacker, area), afloat(view, defender, area))
        - (guards + land_bonus(view, defender, area) + taught)
}

/// How much of an enemy another power is, in thousandths.
fn enmity(view: &View, seat: Seat, other: Seat) -> i32 {
    let placed = |seat: Seat| view.table.row_of(seat).is_some();
    if view.table.are_enemies(seat, other) {
        CERTAIN
    } else if placed(seat) && placed(other) {
        0
    } else {
        PERHAPS
    }
}

/// What an attack is worth before its dice.
fn attack(margin: i32, prize: i32) -> i32 {
    let [win, tie, lose] = chances(margin);
    // A seven in six throws costs a unit, whoever wins.
    let losses = (tie + lose + CERTAIN / 6) * UNIT_LOST;
    (win * prize - losses) / CERTAIN - GOLD * i32::from(limits().attack_fee)
}

/// All chances of a power: attacks from where its armies are, attacks after a move, counters to settle.
fn gather(view: &View, seat: Seat, best: &mut Best) {
    let table = view.table;
    let empire = &table.empires[seat];
    let open = entry::open_to(table, seat, Kind::Army);
    let idle = (i32::from(empire.armies.total()) - 1).clamp(0, REINFORCEMENTS);
    let here = empire.armies.bits();
    for place in places((here | open) & !Place::HOME.bit()) {
        let Some(area) = place.area() else { continue };
        let armies = i32::from(empire.armies[place]);
        let moved = if open & place.bit() != 0 { idle } else { 0 };
        if armies + moved == 0 {
            continue;
        }
        let own = land_bonus(view, seat, area)
            + trained(view, seat, None)
            + i32::from(afloat(view, seat, area) > 0);
        let mut add = |margin: i32, prize: i32, share: i32| {
            let now = if armies > 0 { attack(margin, prize) } else { 0 };
            let then = if moved > 0 { attack(margin + moved, prize) * TO_COME / CERTAIN } else { 0 };
            best.add(now.max(then) * share / CERTAIN);
        };
        for (number, counter) in counters(table.counters_in(area) & data::counter_sets().neutral).enumerate()
        {
            let card = data::counter(counter);
            let prize = view.gain(area, seat) + POINT * i32::from(card.points) + GOLD * i32::from(card.gold);
            // The second counter in the same area rarely adds as much as the first.
            add(armies + own - i32::from(card.strength), prize, if number == 0 { CERTAIN } else { SECOND });
        }
        for rival in table.all().filter(|rival| *rival != seat && view.count(area, *rival) > 0) {
            let enmity = enmity(view, seat, rival);
            if enmity > 0 {
                let prize = view.prize(area, seat, rival);
                add(margin(view, seat, armies, rival, area), prize, enmity);
            }
        }
    }
    let mut settle = 0;
    if empire.population > 0 {
        settle |= data::counter_sets().pop;
    }
    if empire.navies[Area::Afr.place()] > 0 {
        settle |= data::counter_sets().slaves;
    }
    for counter in counters(table.open.0 & settle) {
        let area = data::counter(counter).area;
        best.add(view.gain(area, seat) * SETTLING / SHARES[0].max(1));
    }
}

/// What enemies in the same areas could take.
fn dangers(view: &View, seat: Seat) -> i32 {
    let table = view.table;
    let mut worst = [0; AREAS];
    for rival in table.all().filter(|rival| *rival != seat) {
        let enmity = enmity(view, seat, rival);
        if enmity == 0 || (view.clock.left(rival) == 0 && view.later == 0) {
            continue;
        }
        let empire = &table.empires[rival];
        for place in places(empire.armies.bits()) {
            let Some(area) = place.area() else { continue };
            if view.count(area, seat) == 0 {
                continue;
            }
            let margin = margin(view, rival, i32::from(empire.armies[place]), seat, area);
            let loss = view.loss(area, rival, seat);
            let [win, ..] = chances(margin);
            let danger = win * loss / CERTAIN * enmity / CERTAIN;
            worst[area.index()] = danger.max(worst[area.index()]);
        }
    }
    worst.iter().sum::<i32>() * DANGER / CERTAIN
}
