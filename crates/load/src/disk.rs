//! What the disk itself can do.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the disk takes to bring a page to rest: append and fdatasync, again and again.
pub fn syncs(folder: &Path, span: Duration) -> anyhow::Result<Vec<Duration>> {
    let path = folder.join("sync-probe");
    let mut file = File::create(&path)?;
    let page = [7; 4096];
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < span {
        let sent = Instant::now();
        file.write_all(&page)?;
        file.sync_data()?;
        times.push(sent.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(times)
}

/// How often a second the disk can do that.
pub fn syncs_a_second(folder: &Path, span: Duration) -> anyhow::Result<f64> {
    let times = syncs(folder, span)?;
    Ok(times.len() as f64 / times.iter().sum::<Duration>().as_secs_f64())
}
