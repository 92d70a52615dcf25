//! Requests and sockets, as small as they can be: what is measured is the server.

use std::net::SocketAddr;

use anyhow::{Context as _, bail, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Somebody who sends requests and keeps the cookie.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    cookie: Option<String>,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Reply {
    /// 200 and the like.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl Reply {
    /// The body of a success as JSON.
    pub fn json(&self) -> anyhow::Result<Value> {
        ensure!(self.status == 200, "the server answers {}: {}", self.status, self.body);
        Ok(serde_json::from_str(&self.body)?)
    }
}

impl Client {
    /// Somebody who has not said who they are.
    pub fn new(address: SocketAddr) -> Self {
        Self { address, cookie: None }
    }

    /// A new guest.
    pub async fn guest(address: SocketAddr) -> anyhow::Result<Self> {
        let mut client = Self::new(address);
        client.post("/api/guest", "{}").await?.json()?;
        Ok(client)
    }

    /// The same person at a server that listens elsewhere by now.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, cookie: self.cookie.clone() }
    }

    /// Reads something.
    pub async fn get(&mut self, path: &str) -> anyhow::Result<Reply> {
        self.send("GET", path, "").await
    }

    /// Sends JSON.
    pub async fn post(&mut self, path: &str, body: &str) -> anyhow::Result<Reply> {
        self.send("POST", path, body).await
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) -> anyhow::Result<Reply> {
        let mut stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let cookie = self.cookie.as_ref().map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{cookie}\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + body).as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8(answer).context("the answer is not a text")?;
        let (head, body) = answer.split_once("\r\n\r\n").context("the answer broke off")?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.context("the answer has no status")?;
        for line in head.lines() {
            if let Some((name, value)) = line.split_once(": ")
                && name.eq_ignore_ascii_case("set-cookie")
            {
                self.cookie = value.split(';').next().map(str::to_owned);
            }
            ensure!(!line.eq_ignore_ascii_case("transfer-encoding: chunked"), "chunks cannot be read here");
        }
        Ok(Reply { status, body: body.to_owned() })
    }

    /// Makes a match in which the caller has all of two seats; gives its id.
    pub async fn hot_seat(&mut self, game: &str, scenario: &str) -> anyhow::Result<String> {
        self.new_match(game, scenario, &[r#"{"kind":"me"}"#, r#"{"kind":"me"}"#]).await
    }

    /// Makes a match with seats as the API writes them; gives its id.
    pub async fn new_match(&mut self, game: &str, scenario: &str, seats: &[&str]) -> anyhow::Result<String> {
        let seats = seats.join(",");
        let body = format!(
            r#"{{"game":"{game}","scenario":{{"shipped":{{"id":"{scenario}"}}}},"seats":[{seats}],"private":true}}"#
        );
        let card = self.post("/api/matches", &body).await?.json()?;
        Ok(card["id"].as_str().context("a match has an id")?.to_owned())
    }

    /// Opens the socket of a match. `query` stands behind the address, with its question mark.
    pub async fn socket(&self, id: &str, query: &str) -> anyhow::Result<Socket> {
        let address = format!("ws://{}/api/matches/{id}/socket{query}", self.address);
        let mut request = address.into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", HeaderValue::from_str(cookie)?);
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(socket))
    }
}

/// An open socket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Sends a message.
    pub async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next text.
    pub async fn next(&mut self) -> anyhow::Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the socket is closed")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the socket is closed: {frame:?}"),
                Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Answers pings and nothing else, until the socket is closed.
    pub async fn idle(mut self) {
        while self.next().await.is_ok() {}
    }
}

/// A message of the server, as far as a player looks at it.
#[derive(Debug, Deserialize)]
pub struct Frame<'a> {
    /// What kind.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// The number of the message that it answers.
    pub id: Option<u32>,
    /// Everything.
    #[serde(borrow)]
    pub view: Option<Sheet<'a>>,
    /// What is new.
    #[serde(borrow)]
    pub news: Option<Sheet<'a>>,
    /// What went wrong.
    #[serde(borrow)]
    pub fault: Option<&'a RawValue>,
}

/// What a player is asked.
#[derive(Debug, Deserialize)]
pub struct Sheet<'a> {
    /// Counts what was seen to happen.
    pub moment: u32,
    /// The questions.
    #[serde(borrow)]
    pub asks: Vec<Ask<'a>>,
    /// Whether the match is over.
    #[serde(borrow)]
    pub result: Option<&'a RawValue>,
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ask<'a> {
    /// Who is asked.
    pub seat: u8,
    /// The question's number.
    pub question: u32,
    /// What may be chosen.
    #[serde(borrow)]
    pub menu: Vec<Item<'a>>,
    /// Whether the last decision can be taken back.
    pub can_undo: bool,
}

/// A choice.
#[derive(Debug, Deserialize)]
pub struct Item<'a> {
    /// As it is sent back.
    #[serde(rename = "do", borrow)]
    pub choice: &'a RawValue,
}

impl<'a> Frame<'a> {
    /// Reads a message.
    pub fn read(text: &'a str) -> anyhow::Result<Self> {
        serde_json::from_str(text).with_context(|| format!("cannot read {text}"))
    }

    /// What a player is asked, if the message says so.
    pub fn sheet(self) -> Option<Sheet<'a>> {
        self.view.or(self.news)
    }
}
