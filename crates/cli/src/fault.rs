//! Faults of the program itself: told in one message like every other error.

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Runs the work; a panic becomes an error that says where it came from.
///
/// Whoever sets `RUST_BACKTRACE` gets the usual message and backtrace as well.
pub fn caught<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            usual(info);
        }
        let place = info.location().map_or(String::new(), |place| format!(" at {place}"));
        let what = info.payload_as_str().unwrap_or("no reason given");
        if let Ok(mut last) = LAST.lock() {
            *last = Some(format!("{what}{place}"));
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let last = LAST.lock().ok().and_then(|mut last| last.take());
        let what = last.unwrap_or_else(|| "no reason given".into());
        Err(anyhow::anyhow!("this is a fault of the program, not of what you asked: {what}"))
    })
}
