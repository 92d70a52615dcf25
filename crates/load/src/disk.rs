//! What the disk itself can do.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a second the disk brings a page to rest: append and fdatasync, again and again.
pub fn syncs_a_second(folder: &Path, span: Duration) -> anyhow::Result<f64> {
    let path = folder.join("sync-probe");
    let mut file = File::create(&path)?;
    let page = [7; 4096];
    let (begun, mut count) = (Instant::now(), 0_u32);
    while begun.elapsed() < span {
        file.write_all(&page)?;
        file.sync_data()?;
        count += 1;
    }
    let rate = f64::from(count) / begun.elapsed().as_secs_f64();
    std::fs::remove_file(path)?;
    Ok(rate)
}
