//! How a decision travels: the seat is the caller's, the rules allow it, it is stored, everybody hears of it.

use std::sync::Arc;
use std::time::Duration;

use sandtable_engine::erased::AnySession;
use sandtable_engine::odds::Effort;
use sandtable_engine::{BotNote, Refused, Seat, SubmitError, Viewer};
use sandtable_store::{Decision, NewChat};
use sandtable_wire::{FaultKind, FromServer, Refusals, Status, Unavailable};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::film::played;
use super::own_seats;
use super::past::guarded;
use super::requests::{Act, Outcome, Reply, Visitor, text};
use super::room::Room;
use super::watch::Seen;
use crate::faults::{Answer, Failure};

/// How often somebody may say something: so many times in so long.
const SAYINGS: (usize, Duration) = (10, Duration::from_secs(20));

/// How much is worked out for one table at the same time; a page asks for one thing after the other.
const STUDIES: usize = 8;

/// How much may be said at once, in characters.
const LONGEST_SAYING: usize = 500;

impl Room {
    /// Does what a visitor asks for, and answers.
    pub(super) async fn act(&mut self, visitor: Visitor, act: Act, reply: Reply) {
        let answer = match act {
            Act::Ping => Ok(Outcome::Done),
            Act::View => self.view(&visitor).await.map(|view| Outcome::View(Box::new(view))),
            Act::Decide { seat, question, choice } => match self.own(&visitor, seat) {
                Ok(()) => self.decide(seat, question, &choice, None).await.map(|()| Outcome::Done),
                Err(failure) => Err(failure),
            },
            Act::Undo { seat, question } => match self.own(&visitor, seat) {
                Ok(()) => self.undo(seat, question).await.map(|()| Outcome::Done),
                Err(failure) => Err(failure),
            },
            Act::Resign { seat } => match self.own(&visitor, seat) {
                Ok(()) => self.resign(seat).await.map(|()| Outcome::Done),
                Err(failure) => Err(failure),
            },
            Act::Say { text } => self.say(&visitor, &text).await,
            Act::Odds { seat, question, choice } => {
                let asked = self.own(&visitor, seat).and_then(|()| self.asked(seat, question));
                match asked {
                    Ok(()) => return self.work_out_odds(seat, choice, reply),
                    Err(failure) => Err(failure),
                }
            }
            Act::WhyNot { seat, question } => {
                let asked = self.own(&visitor, seat).and_then(|()| self.asked(seat, question));
                match asked {
                    Ok(()) => return self.work_out_refusals(seat, question, reply),
                    Err(failure) => Err(failure),
                }
            }
            Act::Hint { seat, question } => {
                let asked = self.own(&visitor, seat).and_then(|()| self.asked(seat, question));
                match asked.and_then(|()| self.allow_hint(&visitor, Seat(seat))) {
                    Ok(advice) => return self.work_out_hint(Seat(seat), question, advice, reply),
                    Err(failure) => Err(failure),
                }
            }
        };
        reply.send(answer);
    }

    /// Whether a seat is the visitor's, and the match is played.
    fn own(&self, visitor: &Visitor, seat: u8) -> Answer<()> {
        if visitor.person.is_none() {
            return Err(Failure::sign_in_first());
        }
        if !own_seats(&self.listed.seats, visitor.id()).contains(Seat(seat)) {
            return Err(Failure::new(FaultKind::NotYours, "that seat is not yours"));
        }
        match self.listed.row.status {
            Status::Playing => Ok(()),
            Status::Gathering => Err(Failure::new(
                FaultKind::NotBegun,
                "the match has not begun: it begins when the last seat is taken",
            )),
            Status::Finished => Err(Failure::new(FaultKind::Over, "the match is over")),
        }
    }

    /// Whether a seat is asked a question.
    fn asked(&self, seat: u8, question: u32) -> Answer<()> {
        let now = self.session.question(Seat(seat));
        if now != question {
            return Err(stale(now));
        }
        if self.waiting().contains(Seat(seat)) {
            return Ok(());
        }
        Err(Failure::new(FaultKind::Stale, "that seat is not asked anything now; wait for its turn"))
    }

    /// Takes a decision of a seat whose owner was checked, stores it and tells it. A bot says with what it thought.
    pub(super) async fn decide(
        &mut self,
        seat: u8,
        question: u32,
        choice: &RawValue,
        note: Option<BotNote>,
    ) -> Answer<()> {
        let begun = Instant::now();
        self.asked(seat, question)?;
        self.look()?;
        let submitted = guarded(|| self.session.submit(Seat(seat), question, choice));
        match submitted {
            Ok(Ok(())) => note.into_iter().for_each(|note| self.session.sign(note)),
            Ok(Err(error)) => return Err(refusal(error)),
            Err(panicked) => {
                self.fallen = true;
                return Err(panicked);
            }
        }
        self.settle(seat, false).await?;
        let person = self.bot(Seat(seat)).is_none();
        self.bench.see(person, self.listed.row.turn);
        let by = if person { "person" } else { "bot" };
        metrics::counter!("sandtable_decisions_total", "by" => by).increment(1);
        metrics::histogram!("sandtable_decision_seconds").record(begun.elapsed().as_secs_f64());
        Ok(())
    }

    async fn undo(&mut self, seat: u8, question: u32) -> Answer<()> {
        self.asked(seat, question)?;
        self.look()?;
        match guarded(|| self.session.undo(Seat(seat))) {
            Ok(Ok(())) => self.settle(seat, true).await,
            Ok(Err(refused)) => Err(forbidden(refused)),
            Err(panicked) => {
                self.fallen = true;
                Err(panicked)
            }
        }
    }

    /// Remembers what everybody sees, before something changes.
    pub(super) fn look(&mut self) -> Answer<()> {
        for watched in &mut self.watched {
            let looked = guarded(|| watched.watch.look(&*self.session).pieces.len());
            if let Err(failure) = looked {
                self.fallen = true;
                return Err(failure);
            }
        }
        Ok(())
    }

    /// Stores the last entry of the session, and then tells everybody who can see a difference.
    async fn settle(&mut self, seat: u8, undone: bool) -> Answer<()> {
        let news = match guarded(|| self.see(undone)) {
            Ok(news) => news,
            Err(failure) => {
                self.fallen = true;
                return Err(failure);
            }
        };
        let number = self.session.step() - 1;
        let entry = self.session.entry_at(number).expect("an entry was just made");
        let entry = serde_json::to_string(&entry).expect("entries have JSON");
        self.stand();
        let decision = Decision { number: number as u32, entry, after: self.after() };
        let (store, id) = (self.hub.store().clone(), self.id.clone());
        // Menus and messages are made while the disk works; nobody hears of them before it is done.
        let (stored, messages) =
            tokio::join!(store.append(&id, decision), async { guarded(|| self.messages(seat, news)) });
        if let Err(error) = stored {
            return Err(self.fall(&error));
        }
        match messages {
            Ok(messages) => self.send_news(messages),
            // The decision stands; those who look get it when they come again.
            Err(_) => self.fallen = true,
        }
        Ok(())
    }

    /// What each pair of eyes sees of what just happened.
    fn see(&mut self, undone: bool) -> Vec<Option<Seen>> {
        let session = &*self.session;
        let news = self.watched.iter_mut().map(|watched| watched.watch.advance(session, undone)).collect();
        let row = &mut self.listed.row;
        row.turn = match self.watched.first_mut() {
            Some(watched) => watched.watch.look(session).turn.as_ref().map(|turn| turn.number),
            None => session.scene(Viewer::Spectator).turn.map(|turn| turn.number),
        };
        news
    }

    /// Notes where the match stands after an entry.
    fn stand(&mut self) {
        let row = &mut self.listed.row;
        row.decisions = self.session.step() as u32;
        if let Some(outcome) = self.session.outcome() {
            row.status = Status::Finished;
            row.result = Some(played(outcome, self.session.seats()));
        }
        let waiting = self.waiting();
        self.listed.row.waiting = waiting.iter().fold(0, |bits, seat| bits | 1 << seat.0);
        let timed = self.timed();
        if let Some(clocks) = &mut self.clocks {
            clocks.turn(timed, Instant::now());
        }
    }

    async fn say(&mut self, visitor: &Visitor, said: &str) -> Answer<Outcome> {
        let Some(person) = &visitor.person else { return Err(Failure::sign_in_first()) };
        let said = said.trim();
        let length = said.chars().count();
        if !(1..=LONGEST_SAYING).contains(&length)
            || said.chars().any(|sign| sign.is_control() && sign != '\n')
        {
            let message =
                format!("`text` has 1 to {LONGEST_SAYING} printable characters, this one has {length}");
            return Err(Failure::field("text", message));
        }
        let (most, span) = SAYINGS;
        self.said.retain(|(_, at)| at.elapsed() < span);
        let before = self.said.iter().filter(|(who, _)| *who == person.id).count();
        if before >= most {
            let message = format!("at most {most} lines in {} seconds; wait a moment", span.as_secs());
            return Err(Failure::too_many(message, span.as_secs()));
        }
        self.said.push((person.id.clone(), Instant::now()));
        let new = NewChat {
            person: person.id.clone(),
            name: person.name.clone(),
            seat: own_seats(&self.listed.seats, visitor.id()).lowest().map(|seat| seat.0),
            text: said.into(),
            at: self.hub.now() / 1000,
        };
        let line = self.hub.store().say(&self.id, new).await?;
        self.send_to_all(&text(&FromServer::Chat { line: line.clone() }));
        Ok(Outcome::Said(line))
    }

    fn work_out_odds(&mut self, seat: u8, choice: Box<RawValue>, reply: Reply) {
        self.work_out(reply, move |position| {
            let odds = guarded(|| position.odds(Seat(seat), &choice, Effort::default()))?;
            odds.map(Outcome::Odds).map_err(refusal)
        });
    }

    fn work_out_refusals(&mut self, seat: u8, question: u32, reply: Reply) {
        self.work_out(reply, move |position| {
            let refused = guarded(|| position.refused(Seat(seat)))?;
            let refusals =
                refused.into_iter().map(|(offer, refused)| Unavailable { offer, refused }).collect();
            Ok(Outcome::Refusals(Refusals { question, refusals }))
        });
    }

    /// Works something out beside the room, on a copy of the position.
    fn work_out(
        &mut self,
        reply: Reply,
        work: impl FnOnce(Box<dyn AnySession>) -> Answer<Outcome> + Send + 'static,
    ) {
        if Arc::strong_count(&self.studies) > STUDIES {
            let message = "the server still works out what this table asked before; wait for it";
            return reply.send(Err(Failure::too_many(message, 1)));
        }
        let position = match guarded(|| self.session.aside()) {
            Ok(position) => position,
            Err(failure) => return reply.send(Err(failure)),
        };
        let (hub, study) = (self.hub.clone(), self.studies.clone());
        tokio::spawn(async move {
            let answer = hub.study(move || work(position)).await;
            drop(study);
            reply.send(answer);
        });
    }
}

fn refusal(error: SubmitError) -> Failure {
    match error {
        SubmitError::Malformed(error) => {
            Failure::field("do", format!("the choice cannot be read: {error}; send one of the menu as it is"))
        }
        SubmitError::Refused(refused) => forbidden(refused),
        SubmitError::Stale { now } => stale(now),
    }
}

fn forbidden(refused: Refused) -> Failure {
    let mut failure = Failure::new(FaultKind::Refused, refused.to_string());
    failure.fault.refused = Some(refused);
    failure
}

fn stale(now: u32) -> Failure {
    let message =
        format!("that question has been answered or has gone; the seat is asked question {now} now");
    Failure::new(FaultKind::Stale, message)
}
