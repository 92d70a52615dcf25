//! The odds of melees, shots and checks with whole decks, worked out once. A prospect need not know which cards are gone.

use std::sync::OnceLock;

use crate::chances::{Fate, fate, passes};
use crate::data::{CardId, Chart, card, cell};

/// Rows of a melee chart, from -6 to +6.
const ROWS: usize = 13;
/// Morale from -4, less fatigue and more by a church, to 9; beyond that nothing changes.
const MORALES: usize = 14;
const LOWEST_MORALE: i8 = -4;
/// Dice of a shot.
const DICE: usize = 9;
/// What is added to a shot less what is added to the cover, from -8 to 8.
const LEADS: usize = 17;
const LOWEST_LEAD: i8 = -8;
/// Chances are in thousandths.
pub const CERTAIN: i32 = 1_000;

struct Odds {
    /// Chances to be disrupted and to be eliminated, by the enemy's strength, own morale, own disorder.
    harm: [[[[i32; 2]; 2]; MORALES]; ROWS],
    /// The chance of a hit, by dice and lead.
    hit: [[i32; LEADS]; DICE],
}

fn odds() -> &'static Odds {
    static ODDS: OnceLock<Odds> = OnceLock::new();
    ODDS.get_or_init(|| {
        let mut odds = Odds { harm: [[[[0; 2]; 2]; MORALES]; ROWS], hit: [[0; LEADS]; DICE] };
        for (row, by_morale) in odds.harm.iter_mut().enumerate() {
            for (morale, by_order) in by_morale.iter_mut().enumerate() {
                for (order, chances) in by_order.iter_mut().enumerate() {
                    *chances = harm_of(row as i8 - 6, morale as i8 + LOWEST_MORALE, order == 1);
                }
            }
        }
        for (dice, by_lead) in odds.hit.iter_mut().enumerate() {
            for (lead, chance) in by_lead.iter_mut().enumerate() {
                *chance = hit_of(dice as u32, lead as i32 + i32::from(LOWEST_LEAD));
            }
        }
        odds
    })
}

/// How many of six faces stand a check.
fn faces(modifier: i8, morale: i8) -> i32 {
    (1..=6).filter(|die| passes(*die, modifier, morale)).count() as i32
}

fn harm_of(strength: i8, morale: i8, disrupted: bool) -> [i32; 2] {
    let (mut all, mut harmed) = (0, [0; 2]);
    for id in CardId::all().filter(|id| card(*id).chart != Chart::X) {
        all += 6;
        let cell = cell(card(id).chart, strength);
        let pass = cell.check.map_or(6, |modifier| faces(modifier, morale));
        for (weight, passed) in [(pass, true), (6 - pass, false)] {
            match fate(cell.after(passed), disrupted) {
                Fate::Unhurt => {}
                Fate::Disrupted => harmed[0] += weight,
                Fate::Eliminated => harmed[1] += weight,
            }
        }
    }
    harmed.map(|cases| cases * CERTAIN / all.max(1))
}

fn hit_of(dice: u32, lead: i32) -> i32 {
    let all = 6i32.pow(dice);
    let mut chance = 0;
    for best in 1..=6i32 {
        let ways = best.pow(dice) - (best - 1).pow(dice);
        let beaten = (best + lead - 1).clamp(0, 6);
        chance += i64::from(ways) * i64::from(beaten) * i64::from(CERTAIN) / 6;
    }
    if dice == 0 { 0 } else { (chance / i64::from(all)) as i32 }
}

/// The chances, in thousandths, that a unit is disrupted and that it is eliminated by an enemy of a melee strength (10.2.5).
#[inline]
pub fn harm(strength: i8, morale: i8, disrupted: bool) -> [i32; 2] {
    let morale = (morale - LOWEST_MORALE).clamp(0, MORALES as i8 - 1) as usize;
    odds().harm[(strength.clamp(-6, 6) + 6) as usize][morale][usize::from(disrupted)]
}

/// The chance of a hit, in thousandths (8.5.4).
#[inline]
pub fn hit(dice: u8, lead: i8) -> i32 {
    odds().hit[usize::from(dice).min(DICE - 1)][(lead - LOWEST_LEAD).clamp(0, LEADS as i8 - 1) as usize]
}

/// The chance to stand a check, in thousandths (9.1).
#[inline]
pub fn check(modifier: i8, morale: i8) -> i32 {
    faces(modifier, morale) * CERTAIN / 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_shot_hits_in_fifteen_of_thirty_six_and_more_dice_hit_more() {
        assert_eq!(hit(1, 0), 416);
        assert!(hit(2, 0) > hit(1, 0) && hit(1, 1) > hit(1, 0) && hit(0, 3) == 0);
    }

    #[test]
    fn the_stronger_does_more_harm_and_bad_morale_suffers_more() {
        let sum = |[disrupted, dead]: [i32; 2]| disrupted + 2 * dead;
        assert!(sum(harm(3, 3, false)) > sum(harm(0, 3, false)));
        assert!(sum(harm(0, 0, false)) > sum(harm(0, 5, false)));
        assert_eq!(check(0, 3), 500);
    }
}
