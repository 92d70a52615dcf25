//! What the cards that are left promise: exact chances of dice, shots and melees (2.7, R65).

use crate::data::{CardId, CardSet, Cell, Chart, Harm, card, cell, machina, machina_outcome};

/// How many cards of a pool show each face; face 0 is unused.
type Faces = [u32; 7];

fn faces(pool: CardSet) -> Faces {
    let mut count = [0; 7];
    pool.iter().for_each(|id| count[usize::from(card(id).die)] += 1);
    count
}

/// The chance of each face, for one draw.
pub fn one_die(pool: CardSet) -> [f64; 7] {
    let total = f64::from(pool.len().max(1));
    faces(pool).map(|count| f64::from(count) / total)
}

/// The chance that the best of so many draws is each face (8.5.2). Cards are drawn one after the other and not put back.
pub fn best_of(pool: CardSet, draws: u8) -> [f64; 7] {
    let count = faces(pool);
    let all: u32 = count.iter().sum();
    // The chance that all draws are at most a face.
    let mut up_to = [0.0; 7];
    let mut low = 0;
    for face in 1..=6 {
        low += count[face];
        up_to[face] = (0..u32::from(draws))
            .map(|drawn| f64::from(low.saturating_sub(drawn)) / f64::from(all.saturating_sub(drawn).max(1)))
            .product();
    }
    std::array::from_fn(|face| if face == 0 { 0.0 } else { up_to[face] - up_to[face - 1] })
}

/// The chance that a shot hits: its best die and what is added against a die and what is added (8.5.4).
pub fn hit(attack: (CardSet, u8, i8), defence: (CardSet, i8)) -> f64 {
    let (shots, guard) = (best_of(attack.0, attack.1), one_die(defence.0));
    let mut chance = 0.0;
    for (face, shot) in shots.iter().enumerate().skip(1) {
        for (other, cover) in guard.iter().enumerate().skip(1) {
            if face as i8 + attack.2 > other as i8 + defence.1 {
                chance += shot * cover;
            }
        }
    }
    chance
}

/// One side of a melee, as far as its odds go.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The cards that it may draw.
    pub pool: CardSet,
    /// Its melee strength.
    pub strength: i8,
    /// What a morale check must not exceed (9.1).
    pub morale: i8,
    /// What is added to its checks besides the cell's own: fatigue, the church.
    pub checks: i8,
    /// Whether the unit is disrupted.
    pub disrupted: bool,
}

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Nothing.
    Unhurt,
    /// It is turned over.
    Disrupted,
    /// It is gone.
    Eliminated,
}

/// What a result does to a unit.
pub const fn fate(harm: Harm, disrupted: bool) -> Fate {
    if harm.kills(disrupted) {
        Fate::Eliminated
    } else if harm.disrupts(disrupted) {
        Fate::Disrupted
    } else {
        Fate::Unhurt
    }
}

/// The chance to stand a check with a card drawn from a pool that has lost one card (9.1).
fn passing(count: &Faces, without: CardId, modifier: i8, morale: i8) -> f64 {
    let gone = usize::from(card(without).die);
    let all: u32 = count.iter().sum::<u32>() - 1;
    let good: u32 = (1..=6)
        .filter(|face| passes(*face as u8, modifier, morale))
        .map(|face| count[face] - u32::from(face == gone))
        .sum();
    f64::from(good) / f64::from(all.max(1))
}

/// Whether a draw stands a morale check: a natural one always does (9.1).
#[inline]
pub const fn passes(die: u8, modifier: i8, morale: i8) -> bool {
    die == 1 || die as i8 + modifier <= morale
}

/// The chances of every pair of fates, attacker's first (10.2.5, 14.6): over all pairs of cards, and the checks that they call for.
pub fn melee(attacker: Side, defender: Side, machina_played: bool) -> [[f64; 3]; 3] {
    let counts = [faces(attacker.pool), faces(defender.pool)];
    let weight = 1.0 / (f64::from(attacker.pool.len().max(1)) * f64::from(defender.pool.len().max(1)));
    let mut table = [[0.0; 3]; 3];
    for own in attacker.pool.iter() {
        for other in defender.pool.iter() {
            if machina_played || card(own).chart == Chart::X || card(other).chart == Chart::X {
                by_machina(&mut table, weight, [attacker, defender], &counts, [own, other]);
                continue;
            }
            let on_defender = cell(card(own).chart, attacker.strength);
            let on_attacker = cell(card(other).chart, defender.strength);
            let struck = outcomes(on_attacker, &attacker, &counts[0], own);
            let hit = outcomes(on_defender, &defender, &counts[1], other);
            for (attackers_fate, chance) in struck {
                for (defenders_fate, other_chance) in hit {
                    table[attackers_fate as usize][defenders_fate as usize] += weight * chance * other_chance;
                }
            }
        }
    }
    table
}

/// The two ways a cell can turn out, with their chances.
fn outcomes(cell: Cell, side: &Side, count: &Faces, drawn: CardId) -> [(Fate, f64); 2] {
    let better = fate(cell.after(true), side.disrupted);
    match cell.check {
        Some(modifier) if cell.matters(side.disrupted) => {
            let pass = passing(count, drawn, modifier + side.checks, side.morale);
            [(better, pass), (fate(cell.after(false), side.disrupted), 1.0 - pass)]
        }
        _ => [(better, 1.0), (better, 0.0)],
    }
}

fn by_machina(
    table: &mut [[f64; 3]; 3],
    weight: f64,
    sides: [Side; 2],
    counts: &[Faces; 2],
    drawn: [CardId; 2],
) {
    let chance = |side: usize, face: usize| {
        let count = &counts[side];
        let left = count[face] - u32::from(usize::from(card(drawn[side]).die) == face);
        f64::from(left) / f64::from((count.iter().sum::<u32>() - 1).max(1))
    };
    for own in 1..=6 {
        for other in 1..=6 {
            let (on_attacker, on_defender) = machina_outcome(
                own as i8 + machina(sides[0].strength),
                other as i8 + machina(sides[1].strength),
            );
            let fates = [fate(on_attacker, sides[0].disrupted), fate(on_defender, sides[1].disrupted)];
            table[fates[0] as usize][fates[1] as usize] += weight * chance(0, own) * chance(1, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn the_best_of_two_is_drawn_without_putting_back() {
        let best = best_of(CardSet::ALL, 2);
        assert!(near(best.iter().sum::<f64>(), 1.0));
        // Both ones: 12 of 72, then 11 of 71.
        assert!(near(best[1], 12.0 / 72.0 * 11.0 / 71.0));
        assert!(near(best[6], 1.0 - 60.0 / 72.0 * 59.0 / 71.0));
        assert!(near(best_of(CardSet::ALL, 1)[3], 1.0 / 6.0));
    }

    #[test]
    fn a_shot_of_one_die_hits_an_equal_defence_in_fifteen_of_thirty_six() {
        assert!(near(hit((CardSet::ALL, 1, 0), (CardSet::ALL, 0)), 15.0 / 36.0));
        assert!(near(hit((CardSet::ALL, 1, 9), (CardSet::ALL, 0)), 1.0));
        // Two draws against nothing: 58 in a hundred, as the figures were worked out from.
        assert!((hit((CardSet::ALL, 2, 0), (CardSet::ALL, 0)) - 0.58).abs() < 0.005);
    }

    #[test]
    fn melee_chances_sum_to_one_and_favour_the_stronger() {
        let side =
            |strength, disrupted| Side { pool: CardSet::ALL, strength, morale: 3, checks: 0, disrupted };
        let even = melee(side(0, false), side(0, false), false);
        assert!(near(even.iter().flatten().sum::<f64>(), 1.0));
        assert!(near(even[0][1], even[1][0]));
        let strong = melee(side(6, false), side(-6, true), false);
        let dead: f64 = strong.iter().map(|row| row[2]).sum();
        // 83 in a hundred with normal cards; ex Machina changes little.
        assert!((dead - 0.83).abs() < 0.03, "{dead}");
        let machina = melee(side(0, false), side(0, false), true);
        assert!(near(machina.iter().flatten().sum::<f64>(), 1.0));
        assert!(near(machina[0][0], 0.0), "ex Machina always disrupts somebody in good order");
    }

    #[test]
    fn r9_1_a_natural_one_always_passes() {
        assert!(passes(1, 2, 0) && !passes(2, 0, 1) && passes(4, -1, 3));
    }
}
