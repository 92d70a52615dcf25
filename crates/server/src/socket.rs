//! The socket of a table: one for each page that looks at a match.
//!
//! A socket has one task and small buffers. What it has still to send waits in a short queue; whoever reads too slowly to keep it
//! from filling is dropped and comes again, and nobody else waits for them.

use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use sandtable_wire::{Fault, FaultKind, FromClient, FromServer};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::{Answer, AtMatch, Failure, Query};
use crate::limits::{Address, SocketPermit};
use crate::people::Caller;
use crate::rooms::{Command, Out, Table, Visitor, read, text};

/// Messages that wait to be sent at most.
const QUEUE: usize = 64;

/// Messages that are sent together at most.
const TOGETHER: usize = 16;

/// Bytes of a message from a client at most.
const LARGEST: usize = 64 * 1024;

/// Bytes that are read at once. Messages of players are short, and most of the time there is none.
const READ_BUFFER: usize = 2 * 1024;

/// Bytes that are gathered before they are written without being told to.
const WRITE_BUFFER: usize = 16 * 1024;

/// How often a silent client is asked whether it is still there.
const BEAT: Duration = Duration::from_secs(30);

/// After so long a silence it is not.
const SILENCE: Duration = Duration::from_secs(90);

/// A client that takes longer than this to read what was sent is given up.
const SLOWEST: Duration = Duration::from_secs(20);

/// Messages above the rate that are answered with a fault; after these the socket is closed.
const PATIENCE: u32 = 200;

/// As whom to look at a match.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// One of the caller's own seats, if they have several; the one that is asked unless named.
    #[serde(rename = "as")]
    #[param(rename = "as")]
    pub seat: Option<u8>,
    /// Opens a private match for somebody who does not sit there.
    pub invitation: Option<String>,
}

impl Look {
    /// The caller as a visitor of a table.
    pub fn visitor(self, caller: Caller) -> Visitor {
        Visitor { person: caller.person, wanted: self.seat, invitation: self.invitation }
    }
}

/// The route of the socket.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open))
}

/// Opens the socket of a match: a view first, then news as they happen. Messages are JSON texts.
#[utoipa::path(
    get, path = "/api/matches/{id}/socket", tag = "table",
    params(("id" = String, Path, description = "The match"), Look),
    responses((status = 101, description = "The socket is open"), (status = "default", body = Fault))
)]
async fn open(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    address: Address,
    caller: Caller,
    Query(look): Query<Look>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let upgrade = upgrade.map_err(|rejection| {
        let message = format!("this is the address of a socket: {}", rejection.body_text());
        Failure::new(FaultKind::Malformed, message)
    })?;
    let visitor = look.visitor(caller);
    let permit = app.limits.socket(address.0, visitor.id())?;
    let (queue, messages) = mpsc::channel(QUEUE);
    // Whoever may not look is told before there is a socket.
    let (table, key) = app.hub.attach(&id, visitor, queue).await?;
    let gate = app.limits.messages().map(Gate::new);
    let chair = Chair { table: Some(table), key, _permit: permit };
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .on_upgrade(move |socket| Box::pin(serve(socket, chair, messages, gate))))
}

/// A place at the table, which is given back whatever happens.
struct Chair {
    table: Option<Table>,
    key: u32,
    _permit: SocketPermit,
}

impl Drop for Chair {
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            table.leave(self.key);
        }
    }
}

/// How fast a client may talk.
struct Gate {
    limiter: DefaultDirectRateLimiter,
    refused: u32,
}

impl Gate {
    fn new(quota: Quota) -> Self {
        Self { limiter: RateLimiter::direct(quota), refused: 0 }
    }
}

/// What comes of a message.
enum Heard {
    /// It was handed to the room.
    Passed,
    /// It is answered here.
    Answer(Utf8Bytes),
    /// The socket is closed.
    Close(u16, &'static str),
}

async fn serve(
    mut socket: WebSocket,
    chair: Chair,
    mut messages: mpsc::Receiver<Out>,
    mut gate: Option<Gate>,
) {
    metrics::gauge!("sandtable_sockets").increment(1);
    let mut beat = interval_at(together(Instant::now() + BEAT), BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard_at = Instant::now();
    let mut outs = Vec::new();
    loop {
        tokio::select! {
            count = messages.recv_many(&mut outs, TOGETHER) => {
                if count == 0 {
                    close(&mut socket, close_code::POLICY, "you read too slowly; come again").await;
                    break;
                }
                if !send(&mut socket, &mut outs).await {
                    break;
                }
            }
            message = socket.next() => {
                heard_at = Instant::now();
                let heard = match message {
                    Some(Ok(Message::Text(said))) => hear(&chair, said.as_str(), &mut gate).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Passed,
                    Some(Ok(Message::Binary(_))) => Heard::Answer(unreadable("", "send texts, not bytes")),
                    Some(Ok(Message::Close(_))) | None => break,
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a socket broke off");
                        // It may have sent more than is allowed; whoever only lost the line does not hear this.
                        Heard::Close(close_code::SIZE, "a message has 64 KiB at most")
                    }
                };
                match heard {
                    Heard::Passed => {}
                    Heard::Answer(text) => {
                        outs.push(Out::Text(text));
                        if !send(&mut socket, &mut outs).await {
                            break;
                        }
                    }
                    Heard::Close(code, why) => {
                        close(&mut socket, code, why).await;
                        break;
                    }
                }
            }
            _ = beat.tick() => {
                let silent = heard_at.elapsed() > SILENCE;
                if silent || !sent(socket.send(Message::Ping(Vec::new().into()))).await {
                    break;
                }
            }
        }
    }
    metrics::gauge!("sandtable_sockets").decrement(1);
}

/// The next whole second, counted from the first socket on: thousands of idle sockets are asked in a few large batches,
/// which costs a fraction of waking up for each of them.
fn together(at: Instant) -> Instant {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = *FIRST.get_or_init(Instant::now);
    first + Duration::from_secs(at.saturating_duration_since(first).as_secs() + 1)
}

/// Reads a message and hands it to the room.
async fn hear(chair: &Chair, said: &str, gate: &mut Option<Gate>) -> Heard {
    if let Some(gate) = gate
        && gate.limiter.check().is_err()
    {
        gate.refused += 1;
        if gate.refused > PATIENCE {
            return Heard::Close(close_code::POLICY, "too many messages; come again later");
        }
        let failure = Failure::too_many("you send messages too fast; wait a moment", 1);
        return Heard::Answer(text(&FromServer::Fault { id: own_number(said), fault: *failure.fault }));
    }
    let message: FromClient = match serde_json::from_str(said) {
        Ok(message) => message,
        Err(error) => return Heard::Answer(unreadable(said, &error.to_string())),
    };
    let (id, act) = read(message);
    let command = Command::Message { key: chair.key, id, act };
    let told = match &chair.table {
        Some(table) => table.tell(command).await,
        None => false,
    };
    // The room says good-bye through the queue; there is nothing to add.
    if told {
        Heard::Passed
    } else {
        Heard::Close(close_code::RESTART, "the table is opened anew; come again")
    }
}

/// The client's own number of a message that may be wrong otherwise.
fn own_number(said: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str::<Numbered>(said).ok().map(|message| message.id)
}

fn unreadable(said: &str, why: &str) -> Utf8Bytes {
    let failure = Failure::new(FaultKind::Malformed, format!("the message cannot be read: {why}"));
    text(&FromServer::Fault { id: own_number(said), fault: *failure.fault })
}

/// Sends what waits, all at once; false if the socket is done.
async fn send(socket: &mut WebSocket, outs: &mut Vec<Out>) -> bool {
    let sending = async {
        for out in outs.drain(..) {
            match out {
                Out::Text(text) => socket.feed(Message::Text(text)).await?,
                Out::Close(code, why) => {
                    socket.send(farewell(code, why)).await?;
                    return Ok(false);
                }
            }
        }
        socket.flush().await?;
        Ok::<_, axum::Error>(true)
    };
    matches!(timeout(SLOWEST, sending).await, Ok(Ok(true)))
}

async fn close(socket: &mut WebSocket, code: u16, why: &'static str) {
    sent(socket.send(farewell(code, why))).await;
}

fn farewell(code: u16, why: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(why) }))
}

async fn sent(sending: impl Future<Output = Result<(), axum::Error>>) -> bool {
    matches!(timeout(SLOWEST, sending).await, Ok(Ok(())))
}
