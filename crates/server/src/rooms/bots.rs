//! Bots think on threads of their own, beside the room.

use std::time::{Duration, Instant};

use sandtable_bots::{Allowance, AnyPlayer, EDITION, Patience, Terms};
use sandtable_catalog::Game;
use sandtable_engine::erased::AnySession;
use sandtable_engine::{BotNote, Seat};
use sandtable_store::{MatchId, Sitter};
use serde_json::value::RawValue;

use super::Hub;
use super::past::guarded;
use super::requests::Command;
use super::room::Room;

/// The bots of a room. They live as long as it does, so that they can go on from what they thought before.
#[derive(Default)]
pub struct Bench {
    /// The question that the bot of a seat thinks about.
    thoughts: [Option<u32>; Seat::MOST],
    /// The bots that do not think now, with their names.
    players: [Option<(String, Box<dyn AnyPlayer>)>; Seat::MOST],
    allowance: Allowance,
    turn: Option<u16>,
}

impl Bench {
    /// Whether nobody thinks.
    pub fn is_silent(&self) -> bool {
        self.thoughts.iter().all(Option::is_none)
    }

    /// A decision was taken: where a person took it or a turn begins, bots have their whole time again.
    pub fn see(&mut self, person: bool, turn: Option<u16>) {
        if person || turn != self.turn {
            self.allowance.renew();
        }
        self.turn = turn;
    }

    /// The player of a seat, if it is the one that sits there now.
    fn call(&mut self, seat: Seat, bot: &str) -> Option<Box<dyn AnyPlayer>> {
        let (name, player) = self.players[seat.index()].take()?;
        (name == bot).then_some(player)
    }
}

impl Room {
    /// Has bots think that are asked.
    pub(super) fn go_on(&mut self) {
        if self.fallen {
            return;
        }
        let asked: Vec<Seat> = self.waiting().iter().filter(|seat| self.bot(*seat).is_some()).collect();
        let together = asked.len() as u32;
        for seat in asked {
            let Some(bot) = self.bot(seat).map(str::to_owned) else { continue };
            let question = self.session.question(seat);
            if self.bench.thoughts[seat.index()] == Some(question) {
                continue;
            }
            let Ok(position) = guarded(|| self.session.aside()) else {
                self.fallen = true;
                return;
            };
            self.bench.thoughts[seat.index()] = Some(question);
            let people = self.listed.seats.iter().any(|row| matches!(row.sitter, Sitter::Person(_)));
            let idle = !people && self.present.is_empty();
            let pace = self.hub.pace();
            let puzzle = Puzzle {
                id: self.id.clone(),
                game: self.game,
                player: self.bench.call(seat, &bot),
                patience: self.bench.allowance.for_one(&bot).shared_by(together),
                bot,
                seat,
                question,
                position,
                pause: if idle { pace.idle_bot } else { pace.bot },
                idle,
            };
            puzzle.hand_to(&self.hub);
        }
    }

    /// A bot has made up its mind.
    pub(super) async fn hear_bot(&mut self, seat: u8, question: u32, mind: Option<Box<Mind>>) {
        let place = Seat(seat);
        if self.bench.thoughts.get(place.index()) == Some(&Some(question)) {
            self.bench.thoughts[place.index()] = None;
        }
        let answer = mind.map(|mind| {
            let Mind { player, choice, note, spent } = *mind;
            self.bench.allowance.spend(spent, note.rounds);
            self.bench.players[place.index()] = Some((note.name.clone(), player));
            (choice, note)
        });
        let asked = self.waiting().contains(place) && self.session.question(place) == question;
        if !asked || self.bot(place).is_none() {
            return;
        }
        if let Some((choice, note)) = answer {
            let Ok(sight) = guarded(|| self.session.sight(place)) else {
                self.fallen = true;
                return;
            };
            if sight != note.saw {
                // The seat knows more by now: others have decided meanwhile. It is asked again.
                return;
            }
            let Err(failure) = self.decide(seat, question, &choice, Some(note)).await else { return };
            if self.fallen {
                return;
            }
            tracing::warn!(id = %self.id, seat, question, failure = failure.fault.message, "a bot's choice is refused");
        }
        // The match must go on, with whatever is legal.
        let Ok(Some(first)) = guarded(|| self.session.menu(place).into_iter().next()) else {
            self.fallen = true;
            return;
        };
        if let Err(failure) = self.decide(seat, question, &first.choice, None).await {
            tracing::error!(id = %self.id, seat, question, failure = failure.fault.message, "a choice of the menu is refused");
            self.fallen = true;
        }
    }
}

/// A question for a bot.
struct Puzzle {
    id: MatchId,
    game: &'static dyn Game,
    /// The bot's name.
    bot: String,
    /// The bot itself, if it has thought in this room before.
    player: Option<Box<dyn AnyPlayer>>,
    seat: Seat,
    question: u32,
    /// The position, without the past.
    position: Box<dyn AnySession>,
    /// How long to wait before thinking, so that people can follow.
    pause: Duration,
    /// How long to think.
    patience: Patience,
    /// Whether nobody waits for the answer: then it comes after everybody else's.
    idle: bool,
}

/// A bot that has made up its mind.
pub struct Mind {
    /// The bot, which keeps what it thought.
    player: Box<dyn AnyPlayer>,
    choice: Box<RawValue>,
    /// With what it thought.
    note: BotNote,
    /// How long it thought.
    spent: Duration,
}

impl Puzzle {
    /// Has the bot think, and tells the room. A bot that takes too long, or fails, has the room choose for it.
    fn hand_to(self, hub: &Hub) {
        let hub = hub.clone();
        tokio::spawn(async move {
            tokio::time::sleep(self.pause).await;
            let (id, seat, question) = (self.id.clone(), self.seat.0, self.question);
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
            let mind = thought.ok().and_then(Result::ok).flatten().map(Box::new);
            // A room that was closed meanwhile will ask again when it is opened.
            let _ = hub.tell(&id, Command::Thought { seat, question, mind }).await;
        });
    }

    fn think(mut self) -> Option<Mind> {
        let begun = Instant::now();
        let mut player = self.player.take().or_else(|| self.game.player(&self.bot).ok())?;
        let terms = Terms { seed: self.whim(), go_on: &|done| self.patience.lasts(done, begun.elapsed()) };
        // A player that panicked is not asked again.
        let thought = guarded(|| player.think(&*self.position, self.seat, &terms)).ok().flatten()?;
        let spent = begun.elapsed();
        let note = BotNote {
            name: self.bot.clone(),
            edition: EDITION,
            seed: terms.seed,
            rounds: thought.rounds,
            carried: thought.carried,
            saw: guarded(|| self.position.sight(self.seat)).ok()?,
        };
        metrics::histogram!("sandtable_bot_seconds", "bot" => self.bot).record(spent.as_secs_f64());
        Some(Mind { player, choice: thought.choice, note, spent })
    }

    /// What the bot's whims come from.
    fn whim(&self) -> u64 {
        whim("sandtable whims of bots 1", &self.id, self.seat, self.question)
    }
}

/// Whims for a purpose: they come from the place in the match, and from nothing that is secret.
pub fn whim(purpose: &str, id: &MatchId, seat: Seat, question: u32) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key(purpose);
    hasher.update(id.as_str().as_bytes());
    hasher.update(&[seat.0]);
    hasher.update(&question.to_le_bytes());
    u64::from_le_bytes(*hasher.finalize().as_bytes().first_chunk().expect("a hash has 32 bytes"))
}
