//! Bots think on threads of their own, beside the room.

use std::time::{Duration, Instant};

use sandtable_bots::Terms;
use sandtable_catalog::Game;
use sandtable_engine::Seat;
use sandtable_engine::erased::AnySession;
use sandtable_store::MatchId;
use serde_json::value::RawValue;

use super::Hub;
use super::past::guarded;
use super::requests::Command;

/// A question for a bot.
pub struct Puzzle {
    /// The match.
    pub id: MatchId,
    /// Its game.
    pub game: &'static dyn Game,
    /// The bot's name.
    pub bot: String,
    /// Its seat.
    pub seat: u8,
    /// The number of the question.
    pub question: u32,
    /// The position, without the past.
    pub position: Box<dyn AnySession>,
    /// How long to wait before thinking, so that people can follow.
    pub pause: Duration,
    /// Whether nobody waits for the answer: then it comes after everybody else's.
    pub idle: bool,
}

impl Puzzle {
    /// Has the bot think, and tells the room. A bot that takes too long, or fails, has the room choose for it.
    pub fn hand_to(self, hub: &Hub) {
        let hub = hub.clone();
        tokio::spawn(async move {
            tokio::time::sleep(self.pause).await;
            let (id, seat, question) = (self.id.clone(), self.seat, self.question);
            let thinkers = if self.idle { hub.idlers() } else { hub.thinkers() };
            let Ok(permit) = thinkers.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                self.think()
            });
            let thought = tokio::time::timeout(hub.pace().longest_thought, thought).await;
            if thought.is_err() {
                tracing::warn!(%id, seat, question, "a bot thought for too long; the room chooses for it");
            }
            let choice = thought.ok().and_then(Result::ok).flatten();
            // A room that was closed meanwhile will ask again when it is opened.
            let _ = hub.tell(&id, Command::Thought { seat, question, choice }).await;
        });
    }

    fn think(self) -> Option<Box<RawValue>> {
        let begun = Instant::now();
        let mut player = self.game.player(&self.bot).ok()?;
        let terms = Terms::untimed(self.whim());
        let thought = guarded(|| player.think(&*self.position, Seat(self.seat), &terms)).ok().flatten();
        let choice = thought.map(|thought| thought.choice);
        metrics::histogram!("sandtable_bot_seconds", "bot" => self.bot).record(begun.elapsed().as_secs_f64());
        choice
    }

    /// What the bot's whims come from: the place in the match, and nothing that is secret.
    fn whim(&self) -> u64 {
        let mut hasher = blake3::Hasher::new_derive_key("sandtable whims of bots 1");
        hasher.update(self.id.as_str().as_bytes());
        hasher.update(&[self.seat]);
        hasher.update(&self.question.to_le_bytes());
        u64::from_le_bytes(*hasher.finalize().as_bytes().first_chunk().expect("a hash has 32 bytes"))
    }
}
