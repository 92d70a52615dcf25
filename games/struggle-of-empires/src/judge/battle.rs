//! What an attack is worth before its dice, and the questions within it.

use sandtable_engine::{Cx, Seat, rule};

use super::prospects::chances;
use super::{CERTAIN, Calm, Clock, UNIT_LOST, appraise};
use crate::data::{self, limits, tile_card};
use crate::ids::{Area, Kind, Tile, places};
use crate::phases::attack::planned;
use crate::phases::decision::{DecisionChoice, Query};
use crate::phases::losses::LossesChoice;
use crate::phases::raiders::RaidersChoice;
use crate::questions::strength::{strength, waters};
use crate::questions::targets::Objective;
use crate::table::{Assault, Part, Table};
use crate::treasury;

/// What a tile of one use is kept for.
const KEPT: i32 = 30;
/// An answer that is better by a little.
const RATHER: i32 = 15;

/// How the stage at sea goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtSea {
    /// It is over, or as both sides think best.
    Open,
    /// Both fight.
    Fought,
    /// This side has the support.
    Ceded(Part),
}

/// What an attack is worth to a seat, with or without its fee.
pub fn attack(table: &Table, clock: Clock, seat: Seat, objective: Objective, fee: bool) -> i32 {
    let mut table = table.clone();
    if fee {
        treasury::pay(&mut table, seat, limits().attack_fee, rule!("10.2"), &mut Cx::silent(&mut Calm));
    }
    match planned(&table, seat, objective) {
        Some(assault) => fight(&table, clock, seat, &assault),
        None => appraise(&table, &clock, seat),
    }
}

/// What an attack with all its stages is worth to a seat, whoever attacks.
pub fn fight(table: &Table, clock: Clock, seat: Seat, assault: &Assault) -> i32 {
    fought(table, clock, seat, assault, AtSea::Open)
}

fn margin(table: &Table, assault: &Assault, at_sea: bool) -> i32 {
    let [attack, defence] = Part::BOTH.map(|part| strength(table, assault, part, at_sea).total());
    i32::from(attack - defence)
}

fn fought(table: &Table, clock: Clock, seat: Seat, assault: &Assault, sea: AtSea) -> i32 {
    let mut assault = *assault;
    let navies =
        |seat: Seat| waters(assault.area).is_some_and(|sea| table.empires[seat].navies[sea.place()] > 0);
    let meet = assault.raider.is_none()
        && !assault.sea_settled
        && navies(assault.attacker)
        && assault.defender.is_some_and(navies);
    if assault.raider == Some(Tile::Pirates) || !assault.on_land {
        return match sea {
            AtSea::Ceded(_) => appraise(table, &clock, seat),
            _ => stage(table, clock, seat, &assault, chances(margin(table, &assault, true)), true),
        };
    }
    let mut toll = 0;
    // The chances that the attacker has the support, nobody, the defender.
    let supported = if assault.sea_settled {
        None
    } else if meet {
        let at_sea = margin(table, &assault, true);
        let side = match sea {
            AtSea::Ceded(part) => Some(part),
            AtSea::Open if at_sea < 0 => Some(Part::Defender),
            AtSea::Open if at_sea > 1 => Some(Part::Attacker),
            AtSea::Open | AtSea::Fought => None,
        };
        Some(match side {
            Some(Part::Attacker) => [CERTAIN, 0, 0],
            Some(Part::Defender) => [0, 0, CERTAIN],
            None => {
                let odds = chances(at_sea);
                let [win, tie, lose] = odds;
                // What navies are lost matters to both sides, and to others a little.
                let harm = |own: i32| (own + CERTAIN / 6) * UNIT_LOST / CERTAIN;
                if seat == assault.attacker {
                    toll = harm(lose + tie) - harm(win + tie) / 3;
                } else if assault.defender == Some(seat) {
                    toll = harm(win + tie) - harm(lose + tie) / 3;
                }
                odds
            }
        })
    } else {
        let attacks = navies(assault.attacker);
        let defends = assault.defender.is_some_and(navies);
        Some(match (attacks, defends) {
            (true, _) => [CERTAIN, 0, 0],
            (false, true) => [0, 0, CERTAIN],
            (false, false) => [0, CERTAIN, 0],
        })
    };
    let odds = match supported {
        None => chances(margin(table, &assault, false)),
        Some(shares) => {
            let mut odds = [0; 3];
            for (share, part) in shares.into_iter().zip([Some(Part::Attacker), None, Some(Part::Defender)]) {
                if share == 0 {
                    continue;
                }
                assault.support = part;
                let land = chances(margin(table, &assault, false));
                for (sum, chance) in odds.iter_mut().zip(land) {
                    *sum += share * chance / CERTAIN;
                }
            }
            odds
        }
    };
    stage(table, clock, seat, &assault, odds, false) - toll
}

/// What a combat is worth with these chances of victory, tie and defeat.
fn stage(table: &Table, clock: Clock, seat: Seat, assault: &Assault, odds: [i32; 3], at_sea: bool) -> i32 {
    let mut worth = 0;
    let mut sum = 0;
    for (chance, winner) in odds.into_iter().zip([Some(Part::Attacker), None, Some(Part::Defender)]) {
        if chance > 0 {
            worth += i64::from(settled(table, clock, seat, assault, winner, at_sea)) * i64::from(chance);
            sum += i64::from(chance);
        }
    }
    // Sevens.
    let own = assault.attacker == seat && assault.raider.is_none() || assault.defender == Some(seat);
    let seven = if own { UNIT_LOST / 6 } else { 0 };
    (worth / sum.max(1)) as i32 - seven
}

/// What a combat is worth that has ended like this.
fn settled(
    table: &Table,
    clock: Clock,
    seat: Seat,
    assault: &Assault,
    winner: Option<Part>,
    at_sea: bool,
) -> i32 {
    let mut table = table.clone();
    table.attack = None;
    let area = if at_sea { waters(assault.area).unwrap_or(assault.area) } else { assault.area };
    for part in Part::BOTH {
        if winner == Some(part) || (part == Part::Attacker && assault.raider.is_some()) {
            continue;
        }
        if part == Part::Defender && assault.withdrawn {
            continue;
        }
        if let Some(loser) = assault.seat(part) {
            lose_unit(&mut table, loser, area, at_sea, part == Part::Defender && winner.is_some());
        }
    }
    if winner == Some(Part::Attacker) && (!at_sea || assault.raider.is_some()) {
        win_token(&mut table, assault);
    }
    appraise(&table, &clock, seat)
}

fn lose_unit(table: &mut Table, seat: Seat, area: Area, at_sea: bool, forts: bool) {
    let empire = &mut table.empires[seat];
    let kind = if at_sea { Kind::Navy } else { Kind::Army };
    let place = area.place();
    if empire.units(kind)[place] > 0 {
        empire.units_mut(kind)[place] -= 1;
        empire.unrest += 1;
    } else if !at_sea && forts && empire.forts[place] > 0 {
        empire.forts[place] -= 1;
        empire.unrest += 1;
    }
}

fn win_token(table: &mut Table, assault: &Assault) {
    let area = assault.area;
    if let Some(defender) = assault.defender {
        if table.empires[defender].tokens[area] > 0 {
            table.empires[defender].tokens[area] -= 1;
            if assault.raider.is_none() {
                table.empires[assault.attacker].tokens[area] += 1;
            }
        }
    } else if let Some(counter) = assault.counter {
        let card = data::counter(counter);
        table.remove_counter(counter);
        let empire = &mut table.empires[assault.attacker];
        empire.tokens[area] += 1;
        empire.gold += card.gold;
        empire.points += card.points;
    }
}

/// What a raid is worth.
pub fn raid(table: &Table, clock: Clock, seat: Seat, tile: Tile, choice: RaidersChoice) -> i32 {
    let Some(defender) = table.seat_of(choice.power) else { return appraise(table, &clock, seat) };
    let at_sea = tile == Tile::Pirates;
    let empire = &table.empires[defender];
    let guards = if at_sea {
        i32::from(empire.navies[choice.area.place()])
    } else {
        let place = choice.area.place();
        i32::from(empire.armies[place])
            + i32::from(limits().fort) * i32::from(empire.forts[place])
            + i32::from(empire.navies[place] > 0)
    };
    let odds = chances(i32::from(tile_card(tile).strength) - guards);
    let target = Objective::Power { area: choice.area, power: choice.power };
    let Some(plan) = planned(table, seat, target) else { return appraise(table, &clock, seat) };
    let assault = Assault { raider: Some(tile), on_land: !at_sea, sea_settled: !at_sea, ..plan };
    stage(table, clock, seat, &assault, odds, at_sea)
}

/// The best raid that a tile could do.
pub fn best_raid(table: &Table, clock: Clock, seat: Seat, tile: Tile) -> i32 {
    let mut best = i32::MIN / 2;
    for place in places(tile_card(tile).area_bits) {
        let Some(area) = place.area() else { continue };
        for enemy in table.enemies_of(seat).iter() {
            let empire = &table.empires[enemy];
            let prey = if tile == Tile::Pirates { empire.navies[place] > 0 } else { empire.tokens[area] > 0 };
            if prey {
                let choice = RaidersChoice { area, power: empire.power };
                best = best.max(raid(table, clock, seat, tile, choice));
            }
        }
    }
    best
}

/// What an answer within an attack is worth.
pub fn decision(table: &Table, clock: Clock, seat: Seat, query: Query, choice: DecisionChoice) -> i32 {
    let mut assault = *table.assault();
    let fight = |assault: &Assault| fight(table, clock, seat, assault);
    match (query, choice) {
        // Whoever could help the defender is kept out.
        (Query::Surprise, DecisionChoice::Surprise) => fight(&assault) + RATHER,
        (Query::Symbol(part), symbol) => {
            assault.as_navy[part.index()] = symbol == DecisionChoice::AsNavy;
            fight(&assault)
        }
        (Query::Fight(_), DecisionChoice::Fight) => fought(table, clock, seat, &assault, AtSea::Fought),
        (Query::Fight(part), _) => fought(table, clock, seat, &assault, AtSea::Ceded(part.other())),
        (Query::Blockade, DecisionChoice::Blockade) => {
            assault.blockade = true;
            fight(&assault) - KEPT
        }
        (Query::Reserve(_), DecisionChoice::Reserve) => {
            let mut table = table.clone();
            table.empires[seat].used[Tile::Reserve] += 1;
            let odds = chances(margin(&table, &assault, assault.at_sea));
            stage(&table, clock, seat, &assault, odds, assault.at_sea)
        }
        (Query::Reserve(_), _) => settled(table, clock, seat, &assault, assault.winner, assault.at_sea),
        (Query::Withdraw, DecisionChoice::Withdraw) => RATHER,
        (Query::Withdraw, _) => 0,
        _ => fight(&assault),
    }
}

/// What is left after a loss.
pub fn loss(table: &Table, clock: Clock, seat: Seat, at_sea: bool, choice: LossesChoice) -> i32 {
    let area = table.attack.map(|assault| assault.area);
    let mut table = table.clone();
    if let (Some(owner), Some(area)) = (table.seat_of(choice.power), area) {
        let place = if at_sea { waters(area).unwrap_or(area) } else { area }.place();
        let empire = &mut table.empires[owner];
        let units = empire.units_mut(choice.unit);
        units[place] = units[place].saturating_sub(1);
        empire.unrest += 1;
    }
    appraise(&table, &clock, seat)
}
