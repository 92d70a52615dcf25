//! What those cost who do nothing: open sockets, matches in memory, matches that are dormant.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::Serialize;
use tokio::task::JoinSet;

use crate::client::{Client, Socket};
use crate::house::House;
use crate::report::Plan;

/// What idle sockets cost.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Idle {
    /// Open sockets, two at each match.
    pub sockets: usize,
    /// The part of one core that the server used, in percent.
    pub core_percent: f64,
    /// Over how many seconds, pings and their answers included.
    pub seconds: f64,
}

/// What matches cost that somebody looks at, and those that nobody looks at.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Memory {
    /// Matches with two sockets each.
    pub live_matches: usize,
    /// Kilobytes of memory for each of them, after some decisions.
    pub live_kilobytes: f64,
    /// Matches that were looked at and are dormant.
    pub dormant_matches: usize,
    /// Kilobytes of memory for each of them: what the server grows by when as many others are opened after them. What
    /// the allocator keeps for later is used for these, and so does not count.
    pub dormant_kilobytes: f64,
}

/// Opens many sockets and does nothing with them.
pub async fn idle(house: &House, plan: &Plan) -> anyhow::Result<Idle> {
    raise_open_files(plan.idle as u64 + 500)?;
    let client = Client::guest(house.address()).await?;
    let sockets = crowd(&client, plan, plan.idle / 2).await?;
    let count = sockets.len();
    let mut idling = JoinSet::new();
    for socket in sockets {
        idling.spawn(socket.idle());
    }
    // Rooms put away what they can make again.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (begun, before) = (Instant::now(), house.computed()?);
    // As long as every socket needs to be asked once whether it is still there.
    tokio::time::sleep(plan.span.max(Duration::from_secs(30))).await;
    let seconds = begun.elapsed().as_secs_f64();
    let used = house.computed()?.saturating_sub(before).as_secs_f64();
    idling.abort_all();
    Ok(Idle { sockets: count, core_percent: 100.0 * used / seconds, seconds })
}

/// Weighs the server with many matches open, and again with as many others after the first ones are dormant.
pub async fn memory(house: &House, plan: &Plan) -> anyhow::Result<Memory> {
    let client = Client::guest(house.address()).await?;
    // What is needed once, whatever the number of matches.
    drop(crowd(&client, plan, 20).await?);
    tokio::time::sleep(plan.dormant).await;
    let empty = house.memory()?;
    let sockets = crowd(&client, plan, plan.matches).await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let full = house.memory()?;
    drop(sockets);
    tokio::time::sleep(plan.dormant).await;
    let sockets = crowd(&client, plan, plan.matches).await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let again = house.memory()?;
    drop(sockets);
    let each = |bytes: u64| bytes as f64 / 1000.0 / plan.matches as f64;
    Ok(Memory {
        live_matches: plan.matches,
        live_kilobytes: each(full.saturating_sub(empty)),
        dormant_matches: plan.matches,
        dormant_kilobytes: each(again.saturating_sub(full)),
    })
}

/// Opens matches with two sockets each, one for each seat.
async fn crowd(client: &Client, plan: &Plan, matches: usize) -> anyhow::Result<Vec<Socket>> {
    let mut opening = JoinSet::new();
    let mut sockets = Vec::with_capacity(matches * 2);
    for _ in 0..matches {
        if opening.len() >= 16 {
            let opened: anyhow::Result<[Socket; 2]> =
                opening.join_next().await.context("some are opening")??;
            sockets.extend(opened?);
        }
        let (mut client, game, scenario) = (client.clone(), plan.game.clone(), plan.scenario.clone());
        opening.spawn(async move {
            let id = client.hot_seat(&game, &scenario).await?;
            let mut pair = [client.socket(&id, "?as=0").await?, client.socket(&id, "?as=1").await?];
            for socket in &mut pair {
                socket.next().await?;
            }
            Ok(pair)
        });
    }
    while let Some(opened) = opening.join_next().await {
        sockets.extend(opened??);
    }
    Ok(sockets)
}

/// Every socket is an open file.
fn raise_open_files(needed: u64) -> anyhow::Result<()> {
    let allowed = rlimit::increase_nofile_limit(needed).context("the limit of open files cannot be read")?;
    anyhow::ensure!(
        allowed >= needed,
        "{needed} open files are needed and {allowed} are allowed: raise the limit (`ulimit -Hn`), or ask for fewer with --idle"
    );
    Ok(())
}
