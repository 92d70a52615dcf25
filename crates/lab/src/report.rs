//! What a series came to.

use std::fmt;

use serde::Serialize;

use crate::tally::{Span, Standing, Tally, VICTORY};
use crate::{Mean, Plan, Share, real};

/// What a series came to. Everything but `pace` is the same for the same plan on every machine.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub scenario: String,
    /// The seed of the series.
    pub seed: u64,
    /// Whether the bots took the seats in turn.
    pub swap: bool,
    /// How many games were played.
    pub games: u64,
    /// How many of them were broken off because they would not end; they count nowhere else.
    pub unfinished: u64,
    /// Results in the order of the seats.
    pub seats: Vec<SeatResult>,
    /// Results in the order in which the bots were named.
    pub bots: Vec<BotResult>,
    /// Decisions in a game.
    pub decisions: Option<Lengths>,
    /// The turn in which games ended, where the game counts turns.
    pub turns: Option<Lengths>,
    /// How long it took.
    pub pace: Pace,
}

/// What a seat came to.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeatResult {
    /// The seat.
    pub seat: u8,
    /// The side's name.
    pub side: String,
    /// Games won, alone or with others.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The share of victories; a draw is split among all seats.
    pub share: Share,
    /// The mean of its points, with its interval.
    pub score: Mean,
}

/// What a bot came to.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BotResult {
    /// Its name.
    pub bot: String,
    /// Games won, alone or with others.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The share of victories; a draw is split among all seats.
    pub share: Share,
    /// The mean of its points, with its interval.
    pub score: Mean,
}

/// How long games were.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// On average.
    pub mean: f64,
    /// The shortest.
    pub least: u64,
    /// The longest.
    pub most: u64,
}

/// How long a series took.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pace {
    /// Games played at the same time.
    pub jobs: usize,
    /// From the first move to the last.
    pub seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Decisions a second.
    pub decisions_per_second: f64,
}

impl Report {
    pub(crate) fn of(
        plan: &Plan,
        game: &str,
        (scenario, sides): (String, Vec<String>),
        bots: &[&str],
        tally: &Tally,
        (jobs, seconds): (usize, f64),
    ) -> Self {
        let seats = sides.into_iter().zip(&tally.seats).zip(0..);
        let seats = seats.map(|((side, standing), seat)| SeatResult {
            seat,
            side,
            wins: standing.wins,
            draws: standing.draws,
            share: share(standing),
            score: score(standing),
        });
        let bots = bots.iter().zip(&tally.bots).map(|(bot, standing)| BotResult {
            bot: (*bot).into(),
            wins: standing.wins,
            draws: standing.draws,
            share: share(standing),
            score: score(standing),
        });
        Self {
            game: game.into(),
            scenario,
            seed: plan.seed,
            swap: plan.swap,
            games: u64::from(plan.games),
            unfinished: tally.unfinished,
            seats: seats.collect(),
            bots: bots.collect(),
            decisions: Lengths::of(&tally.decisions),
            turns: Lengths::of(&tally.turns),
            pace: Pace {
                jobs,
                seconds,
                games_per_second: f64::from(plan.games) / seconds,
                decisions_per_second: real(tally.decisions.sum) / seconds,
            },
        }
    }
}

fn share(standing: &Standing) -> Share {
    Share::wilson(real(standing.shares) / real(VICTORY), real(standing.games))
}

fn score(standing: &Standing) -> Mean {
    let size = real(standing.score.unsigned_abs());
    let sum = if standing.score < 0 { -size } else { size };
    Mean::of(sum, real(standing.squares), real(standing.games))
}

impl Lengths {
    fn of(span: &Span) -> Option<Self> {
        let mean = real(span.sum) / real(span.count);
        (span.count > 0).then_some(Self { mean, least: span.least, most: span.most })
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ({} to {})", self.mean, self.least, self.most)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games of {}, {}, seed {}", self.games, self.game, self.scenario, self.seed)?;
        if self.unfinished > 0 {
            writeln!(f, "{} games would not end and count nowhere", self.unfinished)?;
        }
        let heads = ["wins", "draws", "share of victories, 95 %", "mean score, 95 %"];
        let [wins, draws, share, score] = heads;
        writeln!(f, "\n{:<28}{wins:>8}{draws:>8}  {share:<26}{score}", "seat")?;
        for seat in &self.seats {
            let name = format!("{} {}", seat.seat, seat.side);
            row(f, &name, seat.wins, seat.draws, seat.share, seat.score)?;
        }
        writeln!(f, "\n{:<28}{wins:>8}{draws:>8}  {share:<26}{score}", "bot")?;
        for (number, bot) in self.bots.iter().enumerate() {
            let name = format!("{} {}", number + 1, bot.bot);
            row(f, &name, bot.wins, bot.draws, bot.share, bot.score)?;
        }
        writeln!(f)?;
        if let Some(decisions) = &self.decisions {
            writeln!(f, "decisions in a game  {decisions}")?;
        }
        if let Some(turns) = &self.turns {
            writeln!(f, "last turn            {turns}")?;
        }
        let Pace { jobs, seconds, games_per_second, decisions_per_second } = self.pace;
        write!(
            f,
            "{seconds:.2} s with {jobs} jobs: {games_per_second:.1} games and {decisions_per_second:.0} decisions a second"
        )
    }
}

fn row(f: &mut fmt::Formatter, name: &str, wins: u64, draws: u64, share: Share, score: Mean) -> fmt::Result {
    // Shares are formatted first: padding applies to the whole.
    writeln!(f, "{name:<28}{wins:>8}{draws:>8}  {:<26}{score}", share.to_string())
}
