//! Victory (2.0, 9.5, 11.G).

use sandtable_engine::{Grade, Outcome, Seat, SeatSet};

use crate::data::tables;
use crate::ids::Side;
use crate::table::Table;

/// Who would win with the points as they are: six ahead, or nobody (9.5).
pub fn winner(table: &Table) -> Option<Side> {
    let needed = tables().points.victory;
    match table.points {
        points if points >= needed => Some(Side::Us),
        points if points <= -needed => Some(Side::Es),
        _ => None,
    }
}

/// The outcome at the end of a turn: after the last one (9.5), or with a lead that ends the game at once (11.G).
pub fn outcome(table: &Table) -> Option<Outcome> {
    let automatic =
        table.scenario.options.automatic_victory && table.points.abs() >= tables().points.automatic;
    if table.turn < table.scenario.turns && !automatic {
        return None;
    }
    let winner = winner(table);
    let mut scores = [0; Seat::MOST];
    scores[table.seat(Side::Us).index()] = table.points;
    scores[table.seat(Side::Es).index()] = -table.points;
    Some(Outcome {
        winners: winner.map_or(SeatSet::NONE, |side| SeatSet::one(table.seat(side))),
        grade: if winner.is_some() { Grade::Plain } else { Grade::Draw },
        scores,
    })
}
