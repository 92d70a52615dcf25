//! How many decisions a second reach the disk: `cargo test --release -p sandtable-store --test speed -- --ignored --nocapture`.

mod common;

use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

use common::{decision, playing, store};

/// How often a second this disk brings a small write to rest.
fn disk_rate(folder: &std::path::Path) -> f64 {
    let mut file = File::create(folder.join("probe")).expect("a file can be made");
    let started = Instant::now();
    let mut syncs = 0;
    while started.elapsed() < Duration::from_secs(1) {
        file.write_all(&[0; 4096]).expect("it is written");
        file.sync_data().expect("it is on the disk");
        syncs += 1;
    }
    f64::from(syncs) / started.elapsed().as_secs_f64()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures; run it alone"]
async fn sixty_four_matches_at_once() {
    let (folder, store) = store().await;
    let disk = disk_rate(folder.path());
    let mut players = Vec::new();
    let started = Instant::now();
    for _ in 0..64 {
        let (store, id) = (store.clone(), playing(&store).await);
        players.push(tokio::spawn(async move {
            let (began, mut slowest, mut count) = (Instant::now(), Duration::ZERO, 0);
            while began.elapsed() < Duration::from_secs(5) {
                let asked = Instant::now();
                store.append(&id, decision(count)).await.expect("it is kept");
                slowest = slowest.max(asked.elapsed());
                count += 1;
            }
            (count, slowest)
        }));
    }
    let (mut total, mut slowest) = (0, Duration::ZERO);
    for player in players {
        let (count, longest) = player.await.expect("it ends");
        total += count;
        slowest = slowest.max(longest);
    }
    let rate = f64::from(total) / started.elapsed().as_secs_f64();
    println!("{rate:.0} decisions a second, slowest {slowest:?}; the disk syncs {disk:.0} times a second");
    let wanted = if disk >= 10_000.0 { 5_000.0 } else { (10.0 * disk).min(5_000.0) };
    assert!(rate >= wanted, "{rate:.0} decisions a second, {wanted:.0} are wanted");
}
