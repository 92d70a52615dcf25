//! The sums of a series. Whole numbers only: they come out the same in whatever order the games end.

use sandtable_catalog::Played;
use sandtable_engine::Seat;

/// A victory in parts that up to eight winners or seats can share evenly.
pub(crate) const VICTORY: u64 = 840;

/// What one seat or one bot has come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    /// In parts of a [`VICTORY`].
    pub shares: u64,
    pub score: i64,
    /// The sum of the squares of the scores.
    pub squares: u64,
}

impl Standing {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.shares += other.shares;
        self.score += other.score;
        self.squares += other.squares;
    }
}

/// Least, most and sum of a length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    pub count: u64,
    pub sum: u64,
    pub least: u64,
    pub most: u64,
}

impl Span {
    fn one(length: u64) -> Self {
        Self { count: 1, sum: length, least: length, most: length }
    }

    fn add(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.least = if self.count == 0 { other.least } else { self.least.min(other.least) };
        self.most = self.most.max(other.most);
        self.count += other.count;
        self.sum += other.sum;
    }
}

/// The sums of a series.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub unfinished: u64,
    pub seats: [Standing; Seat::MOST],
    pub bots: [Standing; Seat::MOST],
    pub decisions: Span,
    pub turns: Span,
}

impl Tally {
    /// The sums of one game; `bot_at` has the number of the bot at each seat.
    pub fn one(played: &Played, bot_at: &[usize]) -> Self {
        let mut tally = Self::default();
        tally.decisions.add(&Span::one(u64::from(played.decisions)));
        let Some(outcome) = &played.outcome else {
            tally.unfinished = 1;
            return tally;
        };
        if let Some(turn) = played.turn {
            tally.turns.add(&Span::one(u64::from(turn)));
        }
        for (seat, bot) in bot_at.iter().enumerate() {
            let won = outcome.winners.iter().any(|winner| winner.index() == seat);
            let winners = u64::from(outcome.winners.len());
            let shares = match winners {
                0 => VICTORY / bot_at.len() as u64,
                _ if won => VICTORY / winners,
                _ => 0,
            };
            let score = i64::from(outcome.scores[seat]);
            let standing = Standing {
                games: 1,
                wins: u64::from(won),
                draws: u64::from(winners == 0),
                shares,
                score,
                squares: score.unsigned_abs().pow(2),
            };
            tally.seats[seat].add(&standing);
            tally.bots[*bot].add(&standing);
        }
        tally
    }

    /// The sums of both.
    pub fn and(mut self, other: &Self) -> Self {
        self.unfinished += other.unfinished;
        self.decisions.add(&other.decisions);
        self.turns.add(&other.turns);
        for (standing, more) in self.seats.iter_mut().zip(&other.seats) {
            standing.add(more);
        }
        for (standing, more) in self.bots.iter_mut().zip(&other.bots) {
            standing.add(more);
        }
        self
    }
}
