//! Whether length costs: of a match, and of the list of matches.

use std::time::Duration;

use anyhow::ensure;
use serde::Serialize;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::hot_seat::HotSeat;
use crate::house::House;
use crate::rates::quiet_latency;
use crate::report::Plan;
use crate::spread::Spread;

/// An early and a late decision of a long match, in the same position.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Long {
    /// Entries 10 to 110.
    pub early: Spread,
    /// Entries 1,000 to 1,100.
    pub late: Spread,
    /// The middle of the late ones for that of the early ones.
    pub ratio: f64,
}

/// Decisions with few and with many matches in the store.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stored {
    /// How many matches were stored at first.
    pub few: usize,
    /// How many then.
    pub many: usize,
    /// With few.
    pub with_few: Spread,
    /// With many.
    pub with_many: Spread,
    /// The middle with many for that with few.
    pub ratio: f64,
}

/// Decides and takes back, again and again: the record grows and the position stays the same.
pub async fn long(house: &House, plan: &Plan) -> anyhow::Result<Long> {
    let mut client = Client::guest(house.address()).await?;
    let mut player = HotSeat::begin(&mut client, &plan.game, &plan.scenario, 1).await?;
    let mut tries = 0;
    loop {
        player.decide().await?;
        if player.can_undo() {
            break;
        }
        tries += 1;
        ensure!(tries < 200 && !player.over(), "nothing can be taken back in this scenario");
    }
    let (mut early, mut late) = (Vec::new(), Vec::new());
    for number in tries..1100 {
        let took = if player.can_undo() { player.undo().await?.took } else { player.decide().await?.took };
        match number {
            10..110 => early.push(took),
            1000.. => late.push(took),
            _ => {}
        }
    }
    let (early, late) = (Spread::of(early), Spread::of(late));
    Ok(Long { early, late, ratio: late.p50_ms / early.p50_ms })
}

/// The same decisions with a hundred times as many matches in the store.
pub async fn stored(house: &House, plan: &Plan) -> anyhow::Result<Stored> {
    let decisions = 400;
    fill(house, plan, plan.stored / 100).await?;
    let with_few = quiet_latency(house, plan, decisions).await?;
    fill(house, plan, plan.stored - plan.stored / 100).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let with_many = quiet_latency(house, plan, decisions).await?;
    let ratio = with_many.p50_ms / with_few.p50_ms;
    Ok(Stored { few: plan.stored / 100, many: plan.stored, with_few, with_many, ratio })
}

/// Stores matches of a few decisions each.
async fn fill(house: &House, plan: &Plan, matches: usize) -> anyhow::Result<()> {
    let client = Client::guest(house.address()).await?;
    let mut filling = JoinSet::new();
    for seed in 0..matches {
        if filling.len() >= 32
            && let Some(filled) = filling.join_next().await
        {
            let filled: anyhow::Result<()> = filled?;
            filled?;
        }
        let (mut client, game, scenario) = (client.clone(), plan.game.clone(), plan.scenario.clone());
        filling.spawn(async move {
            let mut player = HotSeat::begin(&mut client, &game, &scenario, seed as u64).await?;
            for _ in 0..10 {
                player.decide().await?;
            }
            Ok(())
        });
    }
    while let Some(filled) = filling.join_next().await {
        filled??;
    }
    Ok(())
}
