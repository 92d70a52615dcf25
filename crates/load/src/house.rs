//! The server's process: started, weighed, stopped.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, bail};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// A server in a process of its own.
pub struct House {
    address: SocketAddr,
    child: Child,
    program: PathBuf,
    data: PathBuf,
    arguments: Vec<String>,
    /// Kept so that the data are removed with it.
    folder: Option<TempDir>,
}

impl House {
    /// Starts a server without limits, with its data in a folder of its own.
    pub async fn open(program: &Path, within: Option<&Path>) -> anyhow::Result<Self> {
        let folder = match within {
            Some(within) => tempfile::tempdir_in(within),
            None => tempfile::tempdir(),
        };
        let folder = folder.context("no folder for the data")?;
        let data = folder.path().join("sandtable.db");
        let arguments = ["--no-limits", "--bot-pause", "0"].map(str::to_owned).to_vec();
        Self::start(program.into(), data, arguments, Some(folder)).await
    }

    /// Starts a server on a data file.
    pub async fn start(
        program: PathBuf,
        data: PathBuf,
        arguments: Vec<String>,
        folder: Option<TempDir>,
    ) -> anyhow::Result<Self> {
        let mut child = Command::new(&program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .args(&arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{} cannot be started", program.display()))?;
        let out = child.stdout.take().context("the server has an output")?;
        let mut lines = BufReader::new(out).lines();
        let found = async {
            while let Some(line) = lines.next_line().await? {
                if let Some((_, address)) = line.split_once("http://") {
                    return Ok(address.trim().trim_end_matches('/').parse()?);
                }
            }
            bail!("the server ended before it said where it listens")
        };
        let address = tokio::time::timeout(Duration::from_mins(1), found)
            .await
            .context("the server does not start")??;
        // Somebody must read what it goes on to say.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { address, child, program, data, arguments, folder })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The folder of its data.
    pub fn folder(&self) -> &Path {
        self.data.parent().unwrap_or(Path::new("."))
    }

    /// Kills it without a word, as a power cut does, and starts it again with the same data.
    pub async fn kill_and_reopen(mut self) -> anyhow::Result<Self> {
        self.child.kill().await.context("the server cannot be killed")?;
        Self::start(self.program, self.data, self.arguments, self.folder).await
    }

    /// Stops it.
    pub async fn close(mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("the server cannot be stopped")
    }

    fn process(&self, file: &str) -> anyhow::Result<String> {
        let id = self.child.id().context("the server has ended")?;
        let path = format!("/proc/{id}/{file}");
        std::fs::read_to_string(&path).with_context(|| format!("{path} cannot be read: this needs Linux"))
    }

    /// Bytes of memory that it holds.
    pub fn memory(&self) -> anyhow::Result<u64> {
        let status = self.process("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().context("VmRSS is a number")?;
        Ok(kilobytes * 1024)
    }

    /// Time that it has computed.
    pub fn computed(&self) -> anyhow::Result<Duration> {
        let stat = self.process("stat")?;
        let (_, fields) = stat.rsplit_once(") ").context("a process has a name")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        let ticks =
            |place: usize| fields.get(place).and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
        // User and system time, in hundredths of a second on every Linux there is.
        Ok(Duration::from_millis((ticks(11) + ticks(12)) * 10))
    }
}
