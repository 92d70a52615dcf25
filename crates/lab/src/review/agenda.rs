//! Which decisions of a match are weighed, where there is no time for all of them.

use std::time::Duration;

use sandtable_catalog::Game;
use sandtable_engine::Seat;
use sandtable_engine::record::{Entry, Record, RecordError};

use super::turn;

/// The decisions that stood and had an alternative, and what a captain holds against each: the more, the sooner it is weighed.
pub(super) struct Agenda {
    /// By entry of the record.
    doubts: Vec<Option<f64>>,
    /// How many have been weighed, and how long that took.
    weighed: u32,
    spent: Duration,
}

impl Agenda {
    /// Looks through a record. The first decision of each turn comes before all others: from it the chances by turn are told.
    pub(super) fn draw_up(game: &dyn Game, record: &Record) -> Result<Self, RecordError> {
        let mut doubts = vec![None; record.decisions.len()];
        // The decisions of each seat that have not been taken back.
        let mut standing: Vec<Vec<usize>> = vec![Vec::new(); Seat::MOST];
        let mut turns = Vec::with_capacity(doubts.len());
        let mut step = 0;
        let replayed = game.replay_watched(record, &mut |session, entry| {
            turns.push(turn(session));
            match entry {
                Entry::Choice { seat, choice, .. } => {
                    doubts[step] = game.doubt(session, *seat, choice);
                    standing[seat.index()].push(step);
                }
                Entry::Undo { undo } => {
                    if let Some(undone) = standing[undo.index()].pop() {
                        doubts[undone] = None;
                    }
                }
            }
            step += 1;
        });
        replayed.map_err(|(error, _)| error)?;
        open_turns(&mut doubts, &turns);
        Ok(Self { doubts, weighed: 0, spent: Duration::ZERO })
    }

    /// Whether an entry of the record is on it.
    pub(super) fn names(&self, step: usize) -> bool {
        self.doubts[step].is_some()
    }

    /// How many entries from this one on are on it.
    pub(super) fn rest(&self, step: usize) -> u32 {
        self.doubts[step..].iter().flatten().count() as u32
    }

    /// Whether a decision is among the most doubtful ones that can still be weighed in the time that is left.
    pub(super) fn affords(&self, step: usize, left: Duration) -> bool {
        let Some(doubt) = self.doubts[step] else { return false };
        let each = self.spent.checked_div(self.weighed).unwrap_or_default();
        let room = left.as_nanos() / each.as_nanos().max(1);
        let before = self.doubts[step + 1..].iter().flatten().filter(|other| **other > doubt).count();
        (before as u128) < room
    }

    /// Notes how long a decision took.
    pub(super) fn spend(&mut self, took: Duration) {
        self.weighed += 1;
        self.spent += took;
    }
}

/// Puts the first decision of each turn that stood before all others.
fn open_turns(doubts: &mut [Option<f64>], turns: &[Option<u16>]) {
    let mut told = None;
    for (doubt, turn) in doubts.iter_mut().zip(turns) {
        if let Some(doubt) = doubt
            && told != Some(*turn)
        {
            told = Some(*turn);
            *doubt = f64::INFINITY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_is_told_from_its_first_decision_that_stood() {
        // The first one of the second turn was taken back.
        let mut doubts = [Some(1.0), Some(2.0), None, Some(3.0), Some(4.0), Some(5.0)];
        open_turns(&mut doubts, &[Some(1), Some(1), Some(2), Some(2), Some(2), None]);
        let told: Vec<usize> = (0..6).filter(|step| doubts[*step] == Some(f64::INFINITY)).collect();
        assert_eq!(told, [0, 3, 5]);
    }

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn where_time_is_short_the_most_doubtful_are_weighed() {
        let doubts = vec![Some(9.0), None, Some(0.0), Some(3.0), Some(5.0), Some(0.0)];
        let mut agenda = Agenda { doubts, weighed: 0, spent: Duration::ZERO };
        assert_eq!((agenda.rest(0), agenda.rest(3)), (5, 3));
        assert!(agenda.affords(0, seconds(30)), "nothing is known yet of how long one takes");
        assert!(!agenda.affords(1, seconds(30)), "nothing was decided");
        agenda.spend(seconds(10));
        assert!(!agenda.affords(2, seconds(20)), "two are more doubtful, and there is time for two");
        assert!(agenda.affords(2, seconds(30)));
        assert!(agenda.affords(3, seconds(20)) && !agenda.affords(3, seconds(10)));
        assert!(agenda.affords(4, seconds(10)) && !agenda.affords(4, seconds(9)));
    }
}
