//! The log: lines on standard error, for people or for programs.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogStyle {
    /// For people.
    Pretty,
    /// One JSON object a line, for programs.
    Json,
}

/// Begins to write the log. `RUST_LOG` says how much; what happens and what goes wrong unless it is set.
pub fn start(style: LogStyle) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let begun = match style {
        LogStyle::Pretty => {
            subscriber.with_target(false).with_ansi(std::io::stderr().is_terminal()).try_init()
        }
        LogStyle::Json => subscriber.json().flatten_event(true).try_init(),
    };
    // Somebody who starts two servers in one process has one log.
    drop(begun);
}
