//! Bots think on threads of their own, beside the room.

use std::time::{Duration, Instant};

use sandtable_bots::{Allowance, AnyPlayer, EDITION, Patience, Terms};
use sandtable_catalog::{Game, bot_whim};
use sandtable_engine::erased::AnySession;
use sandtable_engine::{BotNote, Seat};
use sandtable_store::{MatchId, Sitter};
use serde_json::value::RawValue;

use super::past::guarded;
use super::requests::Command;
use super::room::Room;
use super::{Hub, Pace};

/// A bot that is to say what comes to mind, and takes longer than this, has the room choose for it.
const LONGEST_GLANCE: Duration = Duration::from_secs(20);

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
            let Ok([position, spare]) = guarded(|| [self.session.aside(), self.session.aside()]) else {
                self.fallen = true;
                return;
            };
            self.bench.thoughts[seat.index()] = Some(question);
            let people = self.listed.seats.iter().any(|row| matches!(row.sitter, Sitter::Person(_)));
            let idle = !people && self.present.is_empty();
            let pace = self.hub.pace();
            let seed = bot_whim(&self.seed, seat, question);
            let puzzle = |position| Puzzle { game: self.game, bot: bot.clone(), seat, seed, position };
            let order = Order {
                id: self.id.clone(),
                question,
                puzzle: puzzle(position),
                spare: puzzle(spare),
                player: self.bench.call(seat, &bot),
                patience: self.bench.allowance.for_one(&bot).shared_by(together),
                pause: if idle { pace.idle_bot } else { pace.bot },
                idle,
            };
            order.hand_to(&self.hub);
        }
    }

    /// A bot has thought.
    pub(super) async fn hear_bot(&mut self, seat: u8, question: u32, thinking: Thinking) {
        let place = Seat(seat);
        if self.bench.thoughts.get(place.index()) == Some(&Some(question)) {
            self.bench.thoughts[place.index()] = None;
        }
        let Thinking { spent, rounds, mind } = thinking;
        self.bench.allowance.spend(spent, rounds);
        let answer = mind.map(|Mind { player, choice, note }| {
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

/// What a bot is asked.
struct Puzzle {
    game: &'static dyn Game,
    /// The bot's name.
    bot: String,
    seat: Seat,
    /// What its whims come from.
    seed: u64,
    /// The position, without the past.
    position: Box<dyn AnySession>,
}

/// A puzzle on its way to a bot.
struct Order {
    id: MatchId,
    question: u32,
    puzzle: Puzzle,
    /// The same once more, for when the first is thought about for too long.
    spare: Puzzle,
    /// The bot itself, if it has thought in this room before.
    player: Option<Box<dyn AnyPlayer>>,
    /// How long to think.
    patience: Patience,
    /// How long to wait before thinking, so that people can follow.
    pause: Duration,
    /// Whether nobody waits for the answer: then it comes after everybody else's.
    idle: bool,
}

/// What came of having a bot think.
pub struct Thinking {
    /// How long it thought.
    spent: Duration,
    /// In how many rounds. One that did not end in time counts, so that no other is begun that would take as long.
    rounds: u32,
    /// What it came to; nothing if it could not.
    mind: Option<Mind>,
}

/// A bot that has made up its mind.
struct Mind {
    /// The bot, which keeps what it thought.
    player: Box<dyn AnyPlayer>,
    choice: Box<RawValue>,
    /// With what it thought.
    note: BotNote,
}

impl Order {
    /// Has the bot think, and tells the room.
    fn hand_to(self, hub: &Hub) {
        let hub = hub.clone();
        tokio::spawn(async move {
            tokio::time::sleep(self.pause).await;
            let (id, seat, question) = (self.id.clone(), self.puzzle.seat.0, self.question);
            let Some(thinking) = self.carry_out(&hub).await else { return };
            // A room that was closed meanwhile will ask again when it is opened.
            let _ = hub.tell(&id, Command::Thought { seat, question, thinking: Box::new(thinking) }).await;
        });
    }

    /// Has the bot think. One that takes too long, or fails, is asked once more, for what comes to mind; nothing if the server stops.
    async fn carry_out(self, hub: &Hub) -> Option<Thinking> {
        let Self { id, question, puzzle, spare, player, patience, idle, .. } = self;
        let (seat, Pace { last_round, longest_thought, .. }) = (puzzle.seat, *hub.pace());
        let turn = hub.turn_to_think(idle).await?;
        // A thread that thinks for too long cannot be stopped. It holds nobody up who waits: the turn is over with the answer. Where nobody
        // waits, the only thread there is keeps the turn until it is free.
        let (until_answered, on_thread) = if idle { (None, Some(turn)) } else { (Some(turn), None) };
        let threads = hub.clone();
        let thought = within(longest_thought, move || {
            let _turn = on_thread;
            let watch = |done, spent| spent < last_round && patience.lasts(done, spent);
            threads.think(idle, || puzzle.think(player, &watch))
        });
        let overrun = Thinking { spent: longest_thought, rounds: 1, mind: None };
        let mut thinking = thought.await.unwrap_or(overrun);
        if thinking.mind.is_none() {
            tracing::warn!(%id, %seat, question, "a bot has no answer in time; it is asked for what comes to mind");
            let glance = within(LONGEST_GLANCE, move || spare.think(None, &|_, _| false)).await;
            thinking.spent += glance.as_ref().map_or(LONGEST_GLANCE, |glance| glance.spent);
            thinking.mind = glance.and_then(|glance| glance.mind);
        }
        if thinking.mind.is_none() {
            tracing::error!(%id, %seat, question, "nothing comes to a bot's mind; the room chooses for it");
        }
        drop(until_answered);
        Some(thinking)
    }
}

/// Runs something on a thread of its own; `None` if that takes longer.
async fn within<T: Send + 'static>(
    longest: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let worked = tokio::time::timeout(longest, tokio::task::spawn_blocking(work));
    worked.await.ok()?.ok()
}

impl Puzzle {
    /// Has the bot think while the watch, which is told the rounds and the time so far, says that there is time for another round.
    fn think(
        self,
        player: Option<Box<dyn AnyPlayer>>,
        watch: &(dyn Fn(u32, Duration) -> bool + Sync),
    ) -> Thinking {
        let begun = Instant::now();
        let mind = self.answer(player, &|done| watch(done, begun.elapsed()));
        let spent = begun.elapsed();
        metrics::histogram!("sandtable_bot_seconds", "bot" => self.bot).record(spent.as_secs_f64());
        Thinking { spent, rounds: mind.as_ref().map_or(0, |mind| mind.note.rounds), mind }
    }

    fn answer(
        &self,
        player: Option<Box<dyn AnyPlayer>>,
        go_on: &(dyn Fn(u32) -> bool + Sync),
    ) -> Option<Mind> {
        let mut player = player.or_else(|| self.game.player(&self.bot).ok())?;
        let terms = Terms { seed: self.seed, go_on };
        // A player that panicked is not asked again.
        let thought = guarded(|| player.think(&*self.position, self.seat, &terms)).ok().flatten()?;
        let note = BotNote {
            name: self.bot.clone(),
            edition: EDITION,
            seed: self.seed,
            rounds: thought.rounds,
            carried: thought.carried,
            saw: guarded(|| self.position.sight(self.seat)).ok()?,
        };
        Some(Mind { player, choice: thought.choice, note })
    }
}
