//! Time to think: a bank for each seat that runs while the seat is asked.
//!
//! What the clocks show is stored with every decision. While the server is down nobody's time runs, and the time
//! between the last stored decision and a crash is given back as well: a player loses no time for what is not
//! their fault.

use std::time::Duration;

use sandtable_engine::{Seat, SeatSet};
use sandtable_wire::{Clock, Clocks as Shown};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// The clocks of a match.
#[derive(Debug)]
pub struct Clocks {
    rule: Clock,
    /// Milliseconds left by seat, as of `since`.
    left: Vec<i64>,
    running: SeatSet,
    since: Instant,
}

/// What the clocks show, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptClocks {
    /// Milliseconds left by seat.
    pub left: Vec<i64>,
    /// When that was so, in milliseconds since 1970.
    pub at: i64,
}

impl Clocks {
    /// Clocks that nobody has used yet.
    pub fn full(rule: Clock, seats: usize, now: Instant) -> Self {
        Self { rule, left: vec![i64::from(rule.bank) * 1000; seats], running: SeatSet::NONE, since: now }
    }

    /// Clocks as they were stored. `away` is how long they went on running unseen: while the match was dormant, but not
    /// while the server was down.
    pub fn kept(rule: Clock, seats: usize, kept: &KeptClocks, now: Instant, away: Duration) -> Self {
        let mut left = kept.left.clone();
        left.resize(seats, i64::from(rule.bank) * 1000);
        Self { rule, left, running: SeatSet::NONE, since: now.checked_sub(away).unwrap_or(now) }
    }

    /// Runs for these seats from the time on at which they were last looked at. For a match that was dormant.
    pub fn resume(&mut self, asked: SeatSet) {
        self.running = asked;
    }

    /// Somebody has decided something, and now these seats are asked. Whoever has answered all that they were asked
    /// gets the increment.
    pub fn turn(&mut self, asked: SeatSet, now: Instant) {
        self.settle(now);
        for seat in self.running.iter().filter(|seat| !asked.contains(*seat)) {
            if let Some(left) = self.left.get_mut(seat.index()) {
                *left += i64::from(self.rule.increment) * 1000;
            }
        }
        self.running = asked;
    }

    /// Stops for all, without an increment: the match is over.
    pub fn stop(&mut self, now: Instant) {
        self.settle(now);
        self.running = SeatSet::NONE;
    }

    /// The seats whose time has run out.
    pub fn expired(&self, now: Instant) -> Vec<Seat> {
        let gone = self.gone(now);
        let out = |seat: &Seat| self.left.get(seat.index()).is_some_and(|left| *left <= gone);
        self.running.iter().filter(out).collect()
    }

    /// When the next seat's time runs out.
    pub fn next_expiry(&self) -> Option<Instant> {
        let least = self.running.iter().filter_map(|seat| self.left.get(seat.index())).min()?;
        Some(self.since + Duration::from_millis((*least).max(0) as u64))
    }

    /// As they are shown.
    pub fn shown(&self, now: Instant) -> Shown {
        let gone = self.gone(now);
        let left = self.left.iter().enumerate().map(|(number, left)| {
            let runs = self.running.contains(Seat(number as u8));
            if runs { (left - gone).max(0) } else { (*left).max(0) }
        });
        Shown { left: left.collect(), running: self.running.iter().map(|seat| seat.0).collect() }
    }

    /// As they are stored.
    pub fn keep(&self, now: Instant, at: i64) -> KeptClocks {
        KeptClocks { left: self.shown(now).left, at }
    }

    fn settle(&mut self, now: Instant) {
        let gone = self.gone(now);
        for seat in self.running.iter() {
            if let Some(left) = self.left.get_mut(seat.index()) {
                *left -= gone;
            }
        }
        self.since = now;
    }

    fn gone(&self, now: Instant) -> i64 {
        i64::try_from(now.saturating_duration_since(self.since).as_millis()).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use sandtable_wire::Expiry;

    use super::*;

    const RULE: Clock = Clock { bank: 60, increment: 5, expiry: Expiry::Loses };

    fn only(seat: u8) -> SeatSet {
        SeatSet::one(Seat(seat))
    }

    #[test]
    fn time_runs_for_those_who_are_asked_and_for_nobody_else() {
        let now = Instant::now();
        let mut clocks = Clocks::full(RULE, 2, now);
        clocks.turn(only(0), now);
        let now = now + Duration::from_secs(10);
        assert_eq!(clocks.shown(now).left, [50_000, 60_000]);
        clocks.turn(only(1), now);
        let shown = clocks.shown(now + Duration::from_secs(3));
        assert_eq!((shown.left, shown.running), (vec![55_000, 57_000], vec![1]));
    }

    #[test]
    fn the_increment_comes_when_all_is_answered() {
        let now = Instant::now();
        let mut clocks = Clocks::full(RULE, 2, now);
        clocks.turn(SeatSet::first(2), now);
        let now = now + Duration::from_secs(4);
        clocks.turn(SeatSet::first(2), now);
        assert_eq!(clocks.shown(now).left, [56_000, 56_000]);
        clocks.turn(only(1), now);
        assert_eq!(clocks.shown(now).left, [61_000, 56_000]);
        clocks.stop(now);
        assert_eq!(clocks.shown(now + Duration::from_secs(99)).left, [61_000, 56_000], "it is over");
    }

    #[test]
    fn time_runs_out_at_its_end_and_not_before() {
        let now = Instant::now();
        let mut clocks = Clocks::full(RULE, 2, now);
        assert_eq!(clocks.next_expiry(), None, "nobody is asked");
        clocks.turn(only(1), now);
        let end = clocks.next_expiry().expect("a clock runs");
        assert_eq!(end - now, Duration::from_mins(1));
        assert_eq!(clocks.expired(end - Duration::from_millis(1)), []);
        assert_eq!(clocks.expired(end), [Seat(1)]);
    }

    #[test]
    fn what_was_kept_goes_on_where_it_was_left() {
        let now = Instant::now() + Duration::from_secs(1000);
        let kept = KeptClocks { left: vec![20_000, 30_000], at: 0 };
        let mut awake = Clocks::kept(RULE, 2, &kept, now, Duration::ZERO);
        awake.resume(only(0));
        assert_eq!(awake.shown(now).left, [20_000, 30_000]);
        let mut slept = Clocks::kept(RULE, 2, &kept, now, Duration::from_secs(15));
        slept.resume(only(0));
        assert_eq!(slept.shown(now).left, [5_000, 30_000]);
    }
}
