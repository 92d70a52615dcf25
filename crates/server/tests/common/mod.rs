//! A server of its own for each test, and visitors who come to it.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
use sandtable_server::serve::{Running, Settings, start};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;

/// A server with its data in a folder of its own.
pub struct House {
    pub address: SocketAddr,
    running: Running,
    folder: TempDir,
    settings: Settings,
}

impl House {
    pub async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    pub async fn open_with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut settings = Settings::new(folder.path().join("data.db"));
        settings.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        change(&mut settings);
        let running = start(settings.clone()).await.expect("it starts");
        Self { address: running.address(), running, folder, settings }
    }

    /// Stops in order and starts again with the same data, at another port.
    pub async fn reopen(self) -> Self {
        self.running.stop().await;
        let running = start(self.settings.clone()).await.expect("it starts again");
        Self { address: running.address(), running, folder: self.folder, settings: self.settings }
    }

    pub async fn close(self) {
        self.running.stop().await;
    }

    pub fn data(&self) -> &std::path::Path {
        &self.settings.data
    }

    /// Somebody who has not said who they are.
    pub fn visitor(&self) -> Visitor {
        Visitor { address: self.address, cookie: None, token: None }
    }

    /// A guest with a session.
    pub async fn guest(&self) -> Visitor {
        let mut visitor = self.visitor();
        visitor.post("/api/guest", &json!({})).await.ok();
        visitor
    }
}

/// Somebody who sends requests and keeps the cookie, as a browser does.
#[derive(Clone)]
pub struct Visitor {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    pub token: Option<String>,
}

impl Visitor {
    pub async fn get(&mut self, path: &str) -> Reply {
        self.send(Method::GET, path, &[], Vec::new()).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, &[("content-type", "application/json")], body.to_string()).await
    }

    pub async fn delete(&mut self, path: &str) -> Reply {
        self.send(Method::DELETE, path, &[], Vec::new()).await
    }

    /// Sets up a match; its id.
    pub async fn sets_up(&mut self, new: &Value) -> String {
        let card = self.post("/api/matches", new).await.ok();
        card["id"].as_str().expect("an id").to_owned()
    }

    /// Anything at all.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header(header::HOST, self.address.to_string());
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, format!("sandtable={cookie}"));
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).expect("a request");
        let stream = TcpStream::connect(self.address).await.expect("the server listens");
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("it speaks HTTP");
        tokio::spawn(connection);
        let response = sender.send_request(request).await.expect("it answers");
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("the answer is whole").to_bytes().to_vec();
        for value in parts.headers.get_all(header::SET_COOKIE) {
            let text = value.to_str().expect("a plain cookie");
            let secret = text.trim_start_matches("sandtable=").split(';').next().unwrap_or_default();
            self.cookie = Some(secret.to_owned()).filter(|secret| !secret.is_empty());
        }
        Reply { status: parts.status, headers: parts.headers, body }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The answer of a request that must succeed.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The kind and the field of a fault; the request must fail with this status.
    #[track_caller]
    pub fn fault(&self, status: u16) -> (String, String) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let fault = self.json();
        let message = fault["message"].as_str().unwrap_or_default();
        assert!(message.len() > 8, "a fault says what is wrong: {fault}");
        let text = |field: &str| fault[field].as_str().unwrap_or_default().to_owned();
        (text("kind"), text("field"))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// A match of the newcomers' scenario with these seats.
pub fn denmark_strait(seats: &Value) -> Value {
    json!({
        "game": "dreadnoughts",
        "scenario": { "shipped": { "id": "denmark-strait-1941" } },
        "seats": seats,
    })
}

pub fn me() -> Value {
    json!({ "kind": "me" })
}

pub fn open() -> Value {
    json!({ "kind": "open" })
}

pub fn bot() -> Value {
    json!({ "kind": "bot", "bot": "captain" })
}
