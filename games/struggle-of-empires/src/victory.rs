//! Points for areas, and the end of the game.
//!
//! In each area the most tokens score its first value and the next most the next (13.1), equals the same (13.2); a tie above takes no value
//! away (13.3, R45). Colonies have two values, areas of Europe three (13.4). Only tokens count (13.5), and at least one (R46). At the
//! end twenty unrest is a revolution and leaves no points (14.3). Of the others the highest unrest costs seven (14.4a), the
//! second highest four (14.4b), equals the same (14.4c), but none costs nothing (R46); with two powers as well (R47). Points may
//! fall below nought (R48). Most points win (14.5), then less unrest, then more gold, or the victory is shared (R49).

use std::cmp::Reverse;

use sandtable_engine::{Cx, Grade, Outcome, Seat, SeatSet, rule};

use crate::chart::chart;
use crate::data::limits;
use crate::ids::{Area, POWERS};
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// What the tokens in an area are worth to each seat (13.1 to 13.5).
pub fn worth(table: &Table, area: Area) -> [i16; POWERS] {
    let mut counts = [0; POWERS];
    for (count, empire) in counts.iter_mut().zip(table.empires.iter()) {
        *count = empire.tokens[area];
    }
    rank(counts, area)
}

/// What so many tokens by seat are worth in an area.
pub fn rank(counts: [u8; POWERS], area: Area) -> [i16; POWERS] {
    let mut points = [0; POWERS];
    let mut above = u8::MAX;
    for value in &chart().points[area.index()] {
        // The most tokens below those that have scored.
        let most = counts.iter().copied().filter(|count| *count < above).max();
        let Some(most) = most.filter(|most| *most > 0) else { break };
        for (points, count) in points.iter_mut().zip(counts) {
            if count == most {
                *points = *value;
            }
        }
        above = most;
    }
    points
}

/// Scores every area.
pub fn score(table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
    for area in Area::ALL {
        let points = worth(table, *area);
        for seat in table.all().filter(|seat| points[seat.index()] > 0) {
            let points = points[seat.index()];
            table.empires[seat].points += points;
            let power = table.power(seat);
            cx.log(rule!("13.1"), || Event::Scored { power, area: *area, points });
        }
    }
}

/// What unrest costs each seat if the game ended now; `None` is a revolution (14.3 to 14.4c).
pub fn penalties(table: &Table) -> [Option<i16>; POWERS] {
    let mut penalties = [Some(0); POWERS];
    let mut above = limits().revolution;
    for seat in table.all().filter(|seat| table.empires[*seat].unrest >= above) {
        penalties[seat.index()] = None;
    }
    for penalty in [limits().penalty_first, limits().penalty_second] {
        let most = table.empires.iter().map(|empire| empire.unrest).filter(|unrest| *unrest < above).max();
        let Some(most) = most.filter(|most| *most > 0) else { break };
        for seat in table.all().filter(|seat| table.empires[*seat].unrest == most) {
            penalties[seat.index()] = Some(penalty);
        }
        above = most;
    }
    penalties
}

/// The end: penalties are taken, and the best score wins (14.5, R49).
pub fn outcome(table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Outcome {
    let penalties = penalties(table);
    let mut scores = [0; Seat::MOST];
    for seat in table.all() {
        let empire = &mut table.empires[seat];
        let power = empire.power;
        match penalties[seat.index()] {
            None => {
                empire.points = 0;
                cx.log(rule!("14.3"), || Event::Revolution { power });
            }
            Some(0) => {}
            Some(points) => {
                empire.points -= points;
                let highest = points == limits().penalty_first;
                let rule = if highest { rule!("14.4a") } else { rule!("14.4b") };
                cx.log(rule, || Event::Penalty { power, points });
            }
        }
        scores[seat.index()] = empire.points;
    }
    let rank = |seat: Seat| {
        let empire = &table.empires[seat];
        (empire.points, Reverse(empire.unrest), empire.gold)
    };
    let best = table.all().map(rank).max();
    let winners: SeatSet = table.all().filter(|seat| Some(rank(*seat)) == best).collect();
    Outcome { winners, grade: Grade::Plain, scores }
}
