//! 7 Points and victory.

use sandtable_engine::{Grade, Outcome, Seat, SeatSet};

use crate::Table;

/// The outcome after the last turn, 7.2 and 7.3.
pub fn final_outcome(table: &mut Table) -> Outcome {
    for seat in [Seat(0), Seat(1)] {
        table.points[seat.index()] += table.beyond(seat);
    }
    let [blue, red] = table.points;
    let winners = match blue - red {
        0 => SeatSet::NONE,
        1.. => SeatSet::one(Seat(0)),
        _ => SeatSet::one(Seat(1)),
    };
    let grade = match blue.abs_diff(red) {
        0 => Grade::Draw,
        1 => Grade::Marginal,
        _ => Grade::Plain,
    };
    outcome(table, winners, grade)
}

/// The outcome once a side has no unit left, 7.4.
pub fn annihilation(table: &Table) -> Option<Outcome> {
    let loser = [Seat(0), Seat(1)].into_iter().find(|seat| table.strength(*seat) == 0)?;
    Some(outcome(table, SeatSet::one(loser.opponent()), Grade::Decisive))
}

fn outcome(table: &Table, winners: SeatSet, grade: Grade) -> Outcome {
    let mut scores = [0; Seat::MOST];
    scores[..2].copy_from_slice(&table.points);
    Outcome { winners, grade, scores }
}
