//! Somebody who plays all seats of a match at random.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use sandtable_engine::chance::Fast;

use crate::client::{Client, Frame, Sheet, Socket};

/// What the seat that is asked may do.
#[derive(Clone, Debug)]
struct Asked {
    seat: u8,
    question: u32,
    choice: String,
    can_undo: bool,
}

/// What came of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// From sending to acknowledgement.
    pub took: Duration,
    /// Whether the match is over.
    pub over: bool,
}

/// Somebody on all seats of a match, with a socket.
pub struct HotSeat {
    socket: Socket,
    whim: Fast,
    next_id: u32,
    asked: Option<Asked>,
    over: bool,
    moment: u32,
}

impl HotSeat {
    /// Sits down at a match.
    pub async fn sit(client: &Client, id: &str, seed: u64) -> anyhow::Result<Self> {
        let mut socket = client.socket(id, "").await?;
        let first = socket.next().await?;
        let sheet = Frame::read(&first)?.sheet().context("the first message is a view")?;
        let mut player =
            Self { socket, whim: Fast::new(seed), next_id: 0, asked: None, over: false, moment: 0 };
        player.note(&sheet);
        Ok(player)
    }

    /// Makes a match and sits down at it.
    pub async fn begin(client: &mut Client, game: &str, scenario: &str, seed: u64) -> anyhow::Result<Self> {
        let id = client.hot_seat(game, scenario).await?;
        Self::sit(client, &id, seed).await
    }

    /// Whether the match is over.
    pub fn over(&self) -> bool {
        self.over
    }

    /// The number of the last thing that was seen to happen.
    pub fn moment(&self) -> u32 {
        self.moment
    }

    fn note(&mut self, sheet: &Sheet) {
        self.moment = sheet.moment;
        self.over = sheet.result.is_some();
        self.asked = sheet.asks.first().filter(|ask| !ask.menu.is_empty()).map(|ask| {
            let pick = self.whim.below(ask.menu.len() as u32) as usize;
            Asked {
                seat: ask.seat,
                question: ask.question,
                choice: ask.menu[pick].choice.get().to_owned(),
                can_undo: ask.can_undo,
            }
        });
    }

    /// Decides something at random.
    pub async fn decide(&mut self) -> anyhow::Result<Step> {
        let Asked { seat, question, choice, .. } = self.asked.take().context("nobody is asked")?;
        self.next_id += 1;
        let id = self.next_id;
        let message =
            format!(r#"{{"type":"decide","id":{id},"seat":{seat},"question":{question},"do":{choice}}}"#);
        self.exchange(id, message).await
    }

    /// Whether the last decision can be taken back.
    pub fn can_undo(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.can_undo)
    }

    /// Takes the last decision back.
    pub async fn undo(&mut self) -> anyhow::Result<Step> {
        let Asked { seat, question, .. } = self.asked.take().context("nobody is asked")?;
        self.next_id += 1;
        let id = self.next_id;
        let message = format!(r#"{{"type":"undo","id":{id},"seat":{seat},"question":{question}}}"#);
        self.exchange(id, message).await
    }

    /// Sends something and waits until it is acknowledged and the next question has come.
    async fn exchange(&mut self, id: u32, message: String) -> anyhow::Result<Step> {
        let sent = Instant::now();
        self.socket.send(message).await?;
        let (mut took, mut told) = (None, false);
        loop {
            if let (Some(took), true) = (took, told) {
                return Ok(Step { took, over: self.over });
            }
            let text = self.socket.next().await?;
            let frame = Frame::read(&text)?;
            match frame.kind {
                "done" if frame.id == Some(id) => took = Some(sent.elapsed()),
                "fault" => bail!("the server refuses: {text}"),
                "news" | "view" => {
                    let sheet = frame.sheet().context("news have a sheet")?;
                    self.note(&sheet);
                    told = true;
                }
                _ => {}
            }
        }
    }
}
