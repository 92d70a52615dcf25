//! What shelling a port is worth before the dice fall (7.5).

use std::sync::LazyLock;

use super::{POINT, ship_worth};
use crate::data::{self, chart, tables};
use crate::ids::{Order, OrderKind, ShipSet, Side};
use crate::table::Table;

/// More dice or more defence than this make no difference.
const MOST_DICE: usize = 48;
const MOST_DEFENCE: usize = 15;

/// Chances are counted in thousandths.
const CERTAIN: i32 = 1000;

/// Of a thousand throws of so many dice, in how many the damage is greater than a defence.
type Chances = [[i32; MOST_DEFENCE + 1]; MOST_DICE + 1];

/// Dice that hit on one face in six (ships) and on two (ports).
static ON_SHIPS: LazyLock<Box<Chances>> = LazyLock::new(|| chances(1.0 / 6.0));
static ON_PORTS: LazyLock<Box<Chances>> = LazyLock::new(|| chances(1.0 / 3.0));

/// Each die hits with a likelihood, and a hit does one to six points of damage (7.32).
fn chances(hit: f64) -> Box<Chances> {
    let mut table = Box::new([[0; MOST_DEFENCE + 1]; MOST_DICE + 1]);
    // How likely each amount of damage is; all that is beyond every defence is left out.
    let mut damage = [0.0; MOST_DEFENCE + 1];
    damage[0] = 1.0;
    for row in &mut table[1..] {
        let mut next = [0.0; MOST_DEFENCE + 1];
        for (amount, likely) in damage.iter().enumerate() {
            next[amount] += likely * (1.0 - hit);
            for face in 1..=6 {
                if let Some(more) = next.get_mut(amount + face) {
                    *more += likely * hit / 6.0;
                }
            }
        }
        damage = next;
        let mut within = 0.0;
        for (defence, chance) in row.iter_mut().enumerate() {
            within += damage[defence];
            *chance = ((1.0 - within) * f64::from(CERTAIN)) as i32;
        }
    }
    table
}

fn chance(of: &Chances, dice: usize, defence: u8) -> i32 {
    of[dice.min(MOST_DICE)][usize::from(defence).min(MOST_DEFENCE)]
}

/// What an attack on a port is likely to bring, less what its guns or mines are likely to sink (7.5).
pub fn attack(table: &Table, side: Side, ships: ShipSet, order: Order) -> i32 {
    let port = chart().port(order.target);
    if port.owner != Some(side.enemy()) || ships.is_empty() {
        return 0;
    }
    let count = ships.len() as usize;
    let all: usize = ships.iter().map(|ship| usize::from(table.attack(ship))).sum();
    let gunnery = &tables().gunnery;
    let (step, guns) = if order.kind == OrderKind::Raid {
        (usize::from(gunnery.raid_step), port.mine)
    } else {
        (usize::from(gunnery.blockade_step), port.attack)
    };
    let exposed = count.div_ceil(step);
    // On a raid only those fire that the port may fire at (ruling R3).
    let dice = if order.kind == OrderKind::Raid { all * exposed / count } else { all };
    let prize = POINT * (i32::from(tables().points.port) + i32::from(port.defence));
    let risk: i32 = ships
        .iter()
        .map(|ship| {
            let left = data::ship(ship).defence.saturating_sub(table.damage[ship.index()]);
            ship_worth(ship) * chance(&ON_SHIPS, usize::from(guns), left) / CERTAIN
        })
        .sum();
    prize * chance(&ON_PORTS, dice, port.defence) / CERTAIN - risk * exposed as i32 / count as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_die_beats_a_defence_of_three_half_of_the_times_that_it_hits() {
        assert_eq!(chance(&ON_PORTS, 1, 3), 166);
        assert_eq!(chance(&ON_SHIPS, 1, 0), 166);
        assert_eq!(chance(&ON_PORTS, 0, 0), 0);
    }

    #[test]
    fn more_dice_are_better_and_more_defence_is_worse() {
        for dice in 1..20 {
            for defence in 1..10 {
                assert!(chance(&ON_PORTS, dice + 1, defence) >= chance(&ON_PORTS, dice, defence));
                assert!(chance(&ON_PORTS, dice, defence) <= chance(&ON_PORTS, dice, defence - 1));
            }
        }
    }
}
