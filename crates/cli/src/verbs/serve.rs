//! `sandtable serve`: the table in the browser.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use sandtable_server::limits::Bounds;
use sandtable_server::logging::{self, LogStyle};
use sandtable_server::rooms::Pace;
use sandtable_server::serve::{Settings, start};

use crate::common::Verdict;

/// Opens the tables: serves the page and the API until it is stopped. This is what happens without a verb.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sandtable serve --listen 0.0.0.0:8080 --data /var/lib/sandtable/sandtable.db"
)]
pub struct Args {
    /// Where to listen; port 0 is any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The data file; `sandtable/sandtable.db` in the user's data directory unless given.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// How the log is written; the environment variable `RUST_LOG` says how much of it.
    #[arg(long, value_enum, default_value = "pretty")]
    log: Log,
    /// Believes what a proxy says of addresses and https; only for a server that nobody reaches past the proxy.
    #[arg(long)]
    behind_proxy: bool,
    /// Shows the figures of `/metrics` to every address, not only to programs on this machine.
    #[arg(long)]
    open_metrics: bool,
    /// Lifts all limits on numbers, for load tests on one's own machine.
    #[arg(long, hide = true)]
    no_limits: bool,
    /// Milliseconds that a bot waits before it decides, so that people can follow.
    #[arg(long, hide = true, value_name = "MS")]
    bot_pause: Option<u64>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Log {
    /// For people.
    Pretty,
    /// One JSON object a line.
    Json,
}

impl Args {
    /// Serves until a signal comes.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        logging::start(match self.log {
            Log::Pretty => LogStyle::Pretty,
            Log::Json => LogStyle::Json,
        });
        // Every socket is an open file, and the usual limit is for programs that open a few.
        if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
            eprintln!("the number of open files stays limited: {error}");
        }
        let runtime = tokio::runtime::Runtime::new().context("the runtime cannot be started")?;
        runtime.block_on(self.serve(out))
    }

    async fn serve(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let settings = self.settings()?;
        // Before anything is promised: a signal that comes early must not be lost.
        let stopped = stopped()?;
        let running = start(settings).await?;
        writeln!(out, "Sandtable is at http://{}", running.address())?;
        out.flush()?;
        stopped.await;
        running.stop().await;
        Ok(Verdict::Good)
    }

    fn settings(self) -> anyhow::Result<Settings> {
        let data = self.data.map_or_else(default_data, Ok)?;
        let usual = Settings::new(data);
        let pause = self.bot_pause.map(Duration::from_millis);
        Ok(Settings {
            listen: self.listen,
            behind_proxy: self.behind_proxy,
            open_metrics: self.open_metrics,
            bounds: if self.no_limits { Bounds::for_load_tests() } else { usual.bounds },
            pace: pause.map_or(usual.pace, |bot| Pace { bot, ..Pace::default() }),
            ..usual
        })
    }
}

/// The data file in the user's data directory.
fn default_data() -> anyhow::Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // A relative XDG path is to be ignored, says its specification.
    let folder = set("XDG_DATA_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("LOCALAPPDATA"))
        .context("there is no home directory to keep the data in: name a file with --data")?;
    Ok(folder.join("sandtable").join("sandtable.db"))
}

/// Waits for somebody to stop the program: Ctrl-C, or `kill`.
#[cfg(unix)]
fn stopped() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt()).context("signals cannot be heard")?;
    let mut terminate = signal(SignalKind::terminate()).context("signals cannot be heard")?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Waits for somebody to stop the program: Ctrl-C.
#[cfg(not(unix))]
fn stopped() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
