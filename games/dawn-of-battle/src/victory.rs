//! Victory points (13.0) and what they make of the battle (13.6), also of one that players designed (17.6).
//!
//! Points for panic are settled at the end (R58). There is no point for slaughter without any (R37).

use sandtable_engine::{Grade, RuleRef, Seat, rule};

use crate::data::limits;
use crate::table::Table;

/// Losses with those for dead leaders (13.3).
pub const fn slaughter(table: &Table, side: Seat) -> u16 {
    let army = table.army(side);
    army.losses + army.leader_losses
}

/// Whether the enemy has lost twice as much (13.3). One who has lost nothing was not slaughtered (R37).
pub const fn slaughters(table: &Table, side: Seat) -> bool {
    let (lost, killed) = (slaughter(table, side), slaughter(table, side.opponent()));
    killed > 0 && 2 * lost <= killed
}

/// Calls `each` with every point that a side would have if the battle ended now, without the draw for banked chits.
pub fn awards(table: &Table, side: Seat, each: &mut impl FnMut(&'static str, i16, RuleRef)) {
    let (own, enemy) = (table.army(side), table.army(side.opponent()));
    if enemy.panicked && !own.panicked {
        each("The enemy has panicked", 1, rule!("13.1"));
    }
    if enemy.pillaged && !own.pillaged {
        each("The enemy's camp is taken", 1, rule!("13.2"));
    }
    if table.scenario.options.heads {
        if own.heads > enemy.heads {
            each("More heads taken", 1, rule!("15.11"));
        }
    } else if slaughters(table, side) {
        each("Slaughter", 1, rule!("13.3"));
    }
    let given = i16::from(table.scenario.armies[side.index()].victory_points);
    if given != 0 {
        each("Given by the scenario", given, rule!("13.4"));
    }
    for ground in &table.scenario.special.ground {
        let holds = |side: Seat| ground.hexes.iter().any(|hex| table.own_at(side, *hex).is_some());
        if ground.side == side && holds(side) && !holds(side.opponent()) {
            each("Ground held", i16::from(ground.points), rule!("S7"));
        }
    }
}

/// The victory points of a side as things stand.
pub fn points(table: &Table, side: Seat) -> i16 {
    let mut sum = 0;
    awards(table, side, &mut |_, points, _| sum += points);
    sum
}

/// Who has won, and how clearly (13.6). Where there are to be no draws side B has half a point more (15.15).
pub fn level(table: &Table, points: [i16; 2]) -> (Option<Seat>, Grade) {
    let mut halves = points.map(|points| 2 * points);
    halves[table.scenario.side_b.index()] += i16::from(table.scenario.options.no_draws);
    let margin = halves[0] - halves[1];
    let winner = match margin {
        0 => None,
        margin => Some(Seat(u8::from(margin < 0))),
    };
    // Half a point decides, but makes no victory larger.
    let whole = margin.abs() / 2;
    let grade = match whole {
        _ if margin == 0 => Grade::Draw,
        whole if whole >= i16::from(limits().decisive) => Grade::Decisive,
        whole if whole >= i16::from(limits().substantial) => Grade::Plain,
        _ => Grade::Marginal,
    };
    (winner, grade)
}

/// The level in words (13.6).
pub const fn words(grade: Grade) -> &'static str {
    match grade {
        Grade::Draw => "a draw",
        Grade::Marginal => "a marginal victory",
        Grade::Plain => "a substantial victory",
        Grade::Decisive => "a decisive victory",
    }
}
