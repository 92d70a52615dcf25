//! How many decisions a second, and how long each takes when there is room to breathe.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::client::Client;
use crate::disk::{syncs, syncs_a_second};
use crate::hot_seat::HotSeat;
use crate::house::House;
use crate::report::Plan;
use crate::spread::Spread;

/// How many decisions a second many busy clients get through.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Throughput {
    /// How many clients.
    pub clients: usize,
    /// Decisions a second, each stored before it was acknowledged.
    pub decisions_a_second: f64,
    /// What the disk does by itself, measured before and after.
    pub disk_syncs_a_second: f64,
    /// Decisions for each of those.
    pub decisions_for_each_sync: f64,
    /// From sending to acknowledgement.
    pub latency: Spread,
    /// How many cores the server used.
    pub server_cores: f64,
}

/// Many clients, each at a match of its own, as fast as they can.
pub async fn throughput(house: &House, plan: &Plan) -> anyhow::Result<Throughput> {
    let disk = |span| {
        let folder = house.folder().to_path_buf();
        tokio::task::spawn_blocking(move || syncs_a_second(&folder, span))
    };
    let before = disk(Duration::from_secs(2)).await??;
    let mut players = Vec::new();
    for seed in 0..plan.clients {
        let client = Client::guest(house.address()).await?;
        players.push((client, seed as u64));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for (client, seed) in players {
        playing.spawn(play_on(client, plan.game.clone(), plan.scenario.clone(), seed, stop.clone()));
    }
    let (begun, computed) = (Instant::now(), house.computed()?);
    tokio::time::sleep(plan.span).await;
    stop.store(true, Ordering::Relaxed);
    let (span, computed) = (begun.elapsed().as_secs_f64(), house.computed()?.saturating_sub(computed));
    let mut times = Vec::new();
    while let Some(played) = playing.join_next().await {
        times.extend(played??);
    }
    let after = disk(Duration::from_secs(2)).await??;
    let rate = times.len() as f64 / span;
    let disk = f64::midpoint(before, after);
    Ok(Throughput {
        clients: plan.clients,
        decisions_a_second: rate,
        disk_syncs_a_second: disk,
        decisions_for_each_sync: rate / disk,
        latency: Spread::of(times),
        server_cores: computed.as_secs_f64() / span,
    })
}

/// Plays match after match until told to stop.
async fn play_on(
    mut client: Client,
    game: String,
    scenario: String,
    seed: u64,
    stop: Arc<AtomicBool>,
) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for round in 0.. {
        let mut player = HotSeat::begin(&mut client, &game, &scenario, seed * 1000 + round).await?;
        while !player.over() {
            if stop.load(Ordering::Relaxed) {
                return Ok(times);
            }
            times.push(player.decide().await?.took);
        }
    }
    Ok(times)
}

/// How long decisions take at a steady rate.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Steady {
    /// Open sockets, each at a match of its own.
    pub connections: usize,
    /// Decisions a second that were asked for.
    pub wanted_a_second: u32,
    /// Decisions a second that there were.
    pub decisions_a_second: f64,
    /// From sending to acknowledgement.
    pub latency: Spread,
    /// How long the disk takes by itself to bring a page to rest, measured right after.
    pub disk: Spread,
}

/// So many decisions a second, spread over many connections.
pub async fn steady(house: &House, plan: &Plan) -> anyhow::Result<Steady> {
    let mut client = Client::guest(house.address()).await?;
    let (told, mut times) = mpsc::unbounded_channel();
    let mut tables = Vec::new();
    for seed in 0..plan.connections {
        let (go, mut going) = mpsc::channel::<()>(1);
        let mut player = HotSeat::begin(&mut client, &plan.game, &plan.scenario, seed as u64).await?;
        let (told, mut client) = (told.clone(), client.clone());
        let (game, scenario) = (plan.game.clone(), plan.scenario.clone());
        tokio::spawn(async move {
            while going.recv().await.is_some() {
                if player.over() {
                    player = HotSeat::begin(&mut client, &game, &scenario, seed as u64).await?;
                }
                let _ = told.send(player.decide().await?.took);
            }
            anyhow::Ok(())
        });
        tables.push(go);
    }
    drop(told);
    let mut beat = tokio::time::interval(Duration::from_secs(1) / plan.rate);
    beat.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let begun = Instant::now();
    for table in tables.iter().cycle() {
        beat.tick().await;
        if begun.elapsed() >= plan.span {
            break;
        }
        // A table that is still busy is passed over; the rate that comes out says so.
        let _ = table.try_send(());
    }
    let span = begun.elapsed().as_secs_f64();
    drop(tables);
    let mut all = Vec::new();
    while let Some(time) = times.recv().await {
        all.push(time);
    }
    let folder = house.folder().to_path_buf();
    let disk = tokio::task::spawn_blocking(move || syncs(&folder, Duration::from_secs(3))).await??;
    Ok(Steady {
        connections: plan.connections,
        wanted_a_second: plan.rate,
        decisions_a_second: all.len() as f64 / span,
        latency: Spread::of(all),
        disk: Spread::of(disk),
    })
}

/// The time of the middle one of some decisions of a match that nobody disturbs.
pub async fn quiet_latency(house: &House, plan: &Plan, decisions: usize) -> anyhow::Result<Spread> {
    let mut client = Client::guest(house.address()).await?;
    let mut times = Vec::new();
    let mut seed = 0;
    while times.len() < decisions {
        let mut player =
            HotSeat::begin(&mut client, &plan.game, &plan.scenario, seed).await.context("a match")?;
        seed += 1;
        while !player.over() && times.len() < decisions {
            times.push(player.decide().await?.took);
        }
    }
    Ok(Spread::of(times))
}
