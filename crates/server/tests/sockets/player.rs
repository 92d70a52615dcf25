//! Somebody with a socket.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::common::Visitor;

pub struct Player {
    socket: WebSocketStream<TcpStream>,
    /// The last view or news.
    pub sheet: Value,
    pub frames: Vec<Value>,
    next_id: u32,
}

/// Opens a socket; the status if there is none.
pub async fn knock(
    visitor: &Visitor,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<WebSocketStream<TcpStream>, u16> {
    let mut request = format!("ws://{}{path}", visitor.address).into_client_request().expect("an address");
    if let Some(cookie) = &visitor.cookie {
        let cookie = format!("sandtable={cookie}").parse().expect("a header");
        request.headers_mut().insert("cookie", cookie);
    }
    if let Some(token) = &visitor.token {
        let token = format!("Bearer {token}").parse().expect("a header");
        request.headers_mut().insert("authorization", token);
    }
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a header"));
    }
    let stream = TcpStream::connect(visitor.address).await.expect("the server listens");
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

impl Player {
    pub async fn sit(visitor: &Visitor, id: &str) -> Self {
        Self::sit_as(visitor, id, "").await
    }

    pub async fn sit_as(visitor: &Visitor, id: &str, query: &str) -> Self {
        let socket = knock(visitor, &format!("/api/matches/{id}/socket{query}"), &[]).await;
        let socket = socket.unwrap_or_else(|status| panic!("no socket: {status}"));
        let mut player = Self { socket, sheet: Value::Null, frames: Vec::new(), next_id: 0 };
        assert_eq!(player.next().await["type"], "view");
        player
    }

    pub async fn send_raw(&mut self, message: Message) {
        self.socket.send(message).await.expect("the socket is open");
    }

    pub fn raw(&mut self) -> &mut WebSocketStream<TcpStream> {
        &mut self.socket
    }

    /// The next message, or how the socket was closed.
    pub async fn heard(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            let message =
                timeout(Duration::from_mins(2), self.socket.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    match message["type"].as_str() {
                        Some("view") => self.sheet = message["view"].clone(),
                        Some("news") => self.sheet = message["news"].clone(),
                        _ => {}
                    }
                    self.frames.push(message.clone());
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.heard().await.unwrap_or_else(|frame| panic!("closed: {frame:?}"))
    }

    /// Sends something and gives the answer to it.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        self.next_id += 1;
        message["id"] = json!(self.next_id);
        self.send_raw(Message::text(message.to_string())).await;
        loop {
            let answer = self.next().await;
            if answer["id"] == message["id"] {
                return answer;
            }
        }
    }

    pub fn asked(&self) -> bool {
        !self.sheet["asks"].as_array().is_none_or(Vec::is_empty)
    }

    /// The message that decides with the choice of that place in the menu.
    pub fn decision(&self, place: usize) -> Value {
        let ask = &self.sheet["asks"][0];
        let menu = ask["menu"].as_array().expect("a menu");
        let choice = &menu[place % menu.len()]["do"];
        json!({ "type": "decide", "seat": ask["seat"], "question": ask["question"], "do": choice })
    }

    pub async fn decide(&mut self, place: usize) {
        let answer = self.ask(self.decision(place)).await;
        assert_eq!(answer["type"], "done", "{answer}");
    }

    /// Waits until the moment is at least this.
    pub async fn until(&mut self, done: impl Fn(&Value) -> bool) {
        while !done(&self.sheet) {
            self.next().await;
        }
    }
}
