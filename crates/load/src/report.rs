//! What was measured, beside what is wanted.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::crowds::{Idle, Memory, idle, memory};
use crate::house::House;
use crate::lengths::{Long, Stored, long, stored};
use crate::rates::{Steady, Throughput, steady, throughput};

/// What is measured, and with how many.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program that serves.
    pub program: PathBuf,
    /// Where the data lie while it runs; the disk of this folder is what is measured.
    pub folder: Option<PathBuf>,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// How long the busy parts last.
    pub span: Duration,
    /// Busy clients.
    pub clients: usize,
    /// Connections at a steady rate.
    pub connections: usize,
    /// That rate, in decisions a second.
    pub rate: u32,
    /// Idle sockets.
    pub idle: usize,
    /// Matches that are weighed.
    pub matches: usize,
    /// Matches in a full store.
    pub stored: usize,
    /// After this long nobody's matches are dormant for certain.
    pub dormant: Duration,
    /// The parts to measure; all if none is named.
    pub parts: Vec<String>,
}

/// The names of the parts.
pub const PARTS: [&str; 6] = ["throughput", "steady", "idle", "memory", "long", "stored"];

impl Plan {
    fn wants(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|wanted| wanted == part)
    }
}

/// What was measured.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// The scenario that was played.
    pub scenario: String,
    /// As many decisions as the server takes.
    pub throughput: Option<Throughput>,
    /// Decisions at a steady rate.
    pub steady: Option<Steady>,
    /// Idle sockets.
    pub idle: Option<Idle>,
    /// The weight of matches.
    pub memory: Option<Memory>,
    /// Early and late decisions.
    pub long: Option<Long>,
    /// Few and many stored matches.
    pub stored: Option<Stored>,
}

/// Measures all parts of a plan, each with a server of its own.
pub async fn run(plan: &Plan, mut told: impl FnMut(&str)) -> anyhow::Result<Report> {
    for part in &plan.parts {
        anyhow::ensure!(
            PARTS.contains(&part.as_str()),
            "there is no part `{part}`; the parts are: {}",
            PARTS.join(", ")
        );
    }
    let mut report = Report { scenario: plan.scenario.clone(), ..Report::default() };
    macro_rules! measure {
        ($part:ident) => {
            if plan.wants(stringify!($part)) {
                told(stringify!($part));
                let house = House::open(&plan.program, plan.folder.as_deref()).await?;
                report.$part = Some($part(&house, plan).await?);
                house.close().await?;
            }
        };
    }
    measure!(throughput);
    measure!(steady);
    measure!(idle);
    measure!(memory);
    measure!(long);
    measure!(stored);
    Ok(report)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "scenario {}", self.scenario)?;
        if let Some(part) = &self.throughput {
            writeln!(
                f,
                "{} busy clients: {:.0} decisions a second (wanted: 5000 where the disk syncs 10000 times, else 10 for each sync)\n  \
                 the disk by itself: {:.0} syncs a second; {:.1} decisions for each\n  \
                 acknowledged after {:.2} ms, 99 of 100 within {:.2} ms; the server used {:.2} cores",
                part.clients,
                part.decisions_a_second,
                part.disk_syncs_a_second,
                part.decisions_for_each_sync,
                part.latency.p50_ms,
                part.latency.p99_ms,
                part.server_cores
            )?;
        }
        if let Some(part) = &self.steady {
            writeln!(
                f,
                "{:.0} decisions a second over {} connections: {:.2} ms, 99 of 100 within {:.2} ms (wanted: 10)\n  \
                 the disk by itself: {:.2} ms, 99 of 100 within {:.2} ms",
                part.decisions_a_second,
                part.connections,
                part.latency.p50_ms,
                part.latency.p99_ms,
                part.disk.p50_ms,
                part.disk.p99_ms
            )?;
        }
        if let Some(part) = &self.idle {
            writeln!(
                f,
                "{} idle sockets: {:.2} % of a core over {:.0} s (wanted: under 2)",
                part.sockets, part.core_percent, part.seconds
            )?;
        }
        if let Some(part) = &self.memory {
            writeln!(
                f,
                "{} live matches with two sockets: {:.1} kB each (wanted: at most 100); dormant: {:.1} kB each (wanted: none)",
                part.live_matches, part.live_kilobytes, part.dormant_kilobytes
            )?;
        }
        if let Some(part) = &self.long {
            writeln!(
                f,
                "decision 1000: {:.2} ms, decision 10: {:.2} ms, {:.2} times as long (wanted: at most 1.3)",
                part.late.p50_ms, part.early.p50_ms, part.ratio
            )?;
        }
        if let Some(part) = &self.stored {
            writeln!(
                f,
                "with {} stored matches: {:.2} ms, with {}: {:.2} ms, {:.2} times as long (wanted: at most 1.5)",
                part.many, part.with_many.p50_ms, part.few, part.with_few.p50_ms, part.ratio
            )?;
        }
        Ok(())
    }
}
