//! What rooms are asked, and how they answer.

use axum::extract::ws::Utf8Bytes;
use sandtable_engine::advice::Hint;
use sandtable_engine::odds::Forecast;
use sandtable_store::{Person, PersonId};
use sandtable_wire::{ChatLine, FromClient, FromServer, Refusals, View};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use super::bots::Thinking;
use crate::faults::{Answer, Failure};

/// Somebody who comes to a table.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Who they are; nobody has to say to look on.
    pub person: Option<Person>,
    /// The seat that they want to look as, if they have several.
    pub wanted: Option<u8>,
    /// Opens a private match.
    pub invitation: Option<String>,
}

impl Visitor {
    /// A person who acts at a table, with the first of their seats.
    pub fn person(person: Person) -> Self {
        Self { person: Some(person), wanted: None, invitation: None }
    }

    /// Who they are, if they said.
    pub fn id(&self) -> Option<&PersonId> {
        self.person.as_ref().map(|person| &person.id)
    }
}

/// What a room is asked to do.
#[derive(Debug)]
pub enum Act {
    /// All that the visitor may see.
    View,
    /// A decision.
    Decide {
        /// For which seat.
        seat: u8,
        /// Which question it answers.
        question: u32,
        /// What.
        choice: Box<RawValue>,
    },
    /// The last decision of a seat is taken back.
    Undo {
        /// Which seat.
        seat: u8,
        /// The question that it is asked now.
        question: u32,
    },
    /// A seat gives up.
    Resign {
        /// Which.
        seat: u8,
    },
    /// What a choice may lead to.
    Odds {
        /// For which seat.
        seat: u8,
        /// Which question it would answer.
        question: u32,
        /// What.
        choice: Box<RawValue>,
    },
    /// What may not be chosen, and why.
    WhyNot {
        /// Which seat.
        seat: u8,
        /// Which question.
        question: u32,
    },
    /// What a search would choose.
    Hint {
        /// Which seat.
        seat: u8,
        /// Which question.
        question: u32,
    },
    /// Something is said.
    Say {
        /// What.
        text: String,
    },
    /// Nothing: somebody wants to know whether the room is there.
    Ping,
}

/// What came of it.
pub enum Outcome {
    /// It is done, and stored.
    Done,
    /// All that the visitor may see.
    View(Box<View>),
    /// What a choice may lead to.
    Odds(Forecast),
    /// What may not be chosen, and why.
    Refusals(Refusals),
    /// What a search would choose.
    Hint(Hint),
    /// What was said.
    Said(ChatLine),
}

/// The client's own number of a message, and what it asks for.
pub fn read(message: FromClient) -> (u32, Act) {
    match message {
        FromClient::Decide { id, seat, question, choice } => (id, Act::Decide { seat, question, choice }),
        FromClient::Undo { id, seat, question } => (id, Act::Undo { seat, question }),
        FromClient::Resign { id, seat } => (id, Act::Resign { seat }),
        FromClient::Odds { id, seat, question, choice } => (id, Act::Odds { seat, question, choice }),
        FromClient::WhyNot { id, seat, question } => (id, Act::WhyNot { seat, question }),
        FromClient::Hint { id, seat, question } => (id, Act::Hint { seat, question }),
        FromClient::Say { id, text } => (id, Act::Say { text }),
        FromClient::Ping { id } => (id, Act::Ping),
    }
}

/// Something for a socket to send.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The last message, with the reason.
    Close(u16, &'static str),
}

/// What a socket has still to send. When it is full, the socket is dropped.
pub type Queue = mpsc::Sender<Out>;

/// Where an answer goes.
pub enum Reply {
    /// To a socket, with the client's own number.
    Socket {
        /// What it has still to send.
        queue: Queue,
        /// The client's own number.
        id: u32,
    },
    /// To whoever waits for it.
    Call(oneshot::Sender<Answer<Outcome>>),
}

impl Reply {
    /// Answers. Whoever asked may have gone.
    pub fn send(self, answer: Answer<Outcome>) {
        match self {
            Self::Call(call) => drop(call.send(answer)),
            Self::Socket { queue, id } => {
                let message = match answer {
                    Ok(Outcome::Done | Outcome::Said(_) | Outcome::View(_)) => FromServer::Done { id },
                    Ok(Outcome::Odds(forecast)) => FromServer::Odds { id, forecast },
                    Ok(Outcome::Refusals(refusals)) => FromServer::Refusals { id, refusals },
                    Ok(Outcome::Hint(hint)) => FromServer::Hint { id, hint },
                    Err(Failure { fault, .. }) => FromServer::Fault { id: Some(id), fault: *fault },
                };
                // A full queue is the room's business, which will notice with its next news.
                let _ = queue.try_send(Out::Text(text(&message)));
            }
        }
    }
}

/// A message as it is sent.
pub fn text(message: &FromServer) -> Utf8Bytes {
    // Most are news with a menu: growing to that size step by step would copy it several times.
    let mut bytes = Vec::with_capacity(4096);
    serde_json::to_writer(&mut bytes, message).expect("messages have JSON");
    bytes.shrink_to_fit();
    String::from_utf8(bytes).expect("JSON is a text").into()
}

/// What a room's task is told.
pub enum Command {
    /// A socket comes to the table; answered with its number at this table.
    Attach {
        /// Who.
        visitor: Visitor,
        /// Where its messages go.
        queue: Queue,
        /// Its number.
        reply: oneshot::Sender<Answer<u32>>,
    },
    /// A socket has gone.
    Detach {
        /// Its number.
        key: u32,
    },
    /// A socket says something.
    Message {
        /// Its number.
        key: u32,
        /// The client's own number.
        id: u32,
        /// What.
        act: Act,
    },
    /// Somebody calls without a socket.
    Call {
        /// Who.
        visitor: Visitor,
        /// What for.
        act: Act,
        /// Where the answer goes.
        reply: oneshot::Sender<Answer<Outcome>>,
    },
    /// A bot has thought.
    Thought {
        /// Its seat.
        seat: u8,
        /// The question that it was asked.
        question: u32,
        /// What came of it.
        thinking: Box<Thinking>,
    },
    /// Seats were taken or left, or the match began or was called off.
    SeatsChanged,
    /// Look after bots and clocks.
    Wake,
    /// The server stops.
    Close {
        /// Told when the room is closed.
        reply: oneshot::Sender<()>,
    },
}
