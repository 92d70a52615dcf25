//! What nobody friendly would send, and what operators look at.

mod common;

use std::time::Duration;

use axum::http::Method;
use common::{House, bot, denmark_strait, me};
use sandtable_server::limits::Rate;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn giant_bodies_are_refused() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let giant = format!(r#"{{"game":"{}"}}"#, "x".repeat(300 * 1024));
    let reply = visitor.send(Method::POST, "/api/matches", &[JSON], giant).await;
    assert_eq!(reply.fault(413).0, "too-large");
    house.close().await;
}

#[tokio::test]
async fn malformed_json_is_answered_with_what_is_wrong() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let deep = "[".repeat(100_000);
    for body in ["", "{", "null", "[]", "{\"game\":1}", "\u{0}", "{\"game\":\"dreadnoughts\"", &deep] {
        for path in ["/api/matches", "/api/sign-in", "/api/accounts", "/api/tokens"] {
            let reply = visitor.send(Method::POST, path, &[JSON], body.to_owned()).await;
            assert_eq!(reply.fault(400).0, "malformed", "{path}: {body:.20}");
        }
    }
    let bytes = vec![0xff, 0xfe, 0x00];
    assert_eq!(visitor.send(Method::POST, "/api/matches", &[JSON], bytes).await.fault(400).0, "malformed");
    house.close().await;
}

#[tokio::test]
async fn other_sites_cannot_send_requests_with_our_cookie() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let evil = ("origin", "https://evil.example");
    for headers in [&[JSON, evil][..], &[JSON, ("origin", "null")]] {
        let reply = visitor.send(Method::POST, "/api/sign-out", headers, "{}").await;
        assert_eq!(reply.fault(403).0, "not-yours");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let reply = visitor.send(Method::POST, "/api/sign-out", &[("content-type", kind)], "{}").await;
        assert_eq!(reply.fault(400).0, "malformed", "{kind}");
    }
    assert!(visitor.get("/api/me").await.ok()["person"].is_object(), "still signed in");
    let ours = format!("http://{}", house.address);
    let reply = visitor.send(Method::POST, "/api/sign-out", &[JSON, ("origin", &ours)], "{}").await;
    reply.ok();
    let reply = visitor.get("/api/me").await;
    assert!(reply.headers.get("access-control-allow-origin").is_none(), "no other site may read");
    house.close().await;
}

#[tokio::test]
async fn match_ids_cannot_be_guessed() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let id = &visitor.sets_up(&denmark_strait(&json!([me(), bot()]))).await;
    assert!(id.len() >= 16, "{id}");
    let next: String = id.chars().rev().collect();
    for guess in ["0", "1", &next, "../../etc/passwd", "%2e%2e", "'%20OR%201=1", &"x".repeat(4000)] {
        assert_eq!(visitor.get(&format!("/api/matches/{guess}")).await.status, 404, "{guess:.30}");
    }
    house.close().await;
}

#[tokio::test]
async fn whoever_sends_too_much_is_told_to_wait() {
    let house = House::open_with(|settings| {
        settings.bounds.requests_by_address = Rate { burst: 20, every: Duration::from_mins(1) };
    })
    .await;
    let mut visitor = house.visitor();
    for _ in 0..20 {
        visitor.get("/api/me").await.ok();
    }
    let reply = visitor.get("/api/me").await;
    assert_eq!(reply.fault(429).0, "too-many");
    let seconds: u64 = reply.header("retry-after").parse().expect("seconds");
    assert!((1..=61).contains(&seconds));
    house.close().await;
}

#[tokio::test]
async fn a_person_who_sends_too_much_from_many_places_is_told_to_wait() {
    let house = House::open_with(|settings| {
        settings.bounds.requests_by_person = Rate { burst: 5, every: Duration::from_mins(1) };
    })
    .await;
    let mut visitor = house.guest().await;
    let mut last = visitor.get("/api/me").await;
    for _ in 0..5 {
        last = visitor.get("/api/me").await;
    }
    assert_eq!(last.fault(429).0, "too-many");
    house.guest().await.get("/api/me").await.ok();
    house.close().await;
}

#[tokio::test]
async fn an_account_has_more_matches_than_a_guest_and_not_any_number() {
    let house = House::open_with(|settings| {
        settings.bounds.matches_of_guest = 1;
        settings.bounds.matches_of_account = 2;
    })
    .await;
    let new = denmark_strait(&json!([me(), bot()]));
    let mut visitor = house.guest().await;
    visitor.post("/api/matches", &new).await.ok();
    assert_eq!(visitor.post("/api/matches", &new).await.fault(429).0, "too-many");
    visitor.post("/api/accounts", &json!({ "name": "Ann", "password": "correct horse" })).await.ok();
    visitor.post("/api/matches", &new).await.ok();
    assert_eq!(visitor.post("/api/matches", &new).await.fault(429).0, "too-many");
    house.close().await;
}

#[tokio::test]
async fn a_request_whose_body_never_comes_is_given_up() {
    let house =
        House::open_with(|settings| settings.bounds.request_timeout = Duration::from_millis(300)).await;
    let mut stream = TcpStream::connect(house.address).await.expect("it listens");
    let head = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(head).await.expect("it is sent");
    let mut answer = [0; 16];
    let read = tokio::time::timeout(Duration::from_mins(1), stream.read(&mut answer)).await;
    let length = read.expect("it is answered in time").expect("it can be read");
    assert!(answer[..length].starts_with(b"HTTP/1.1 503"), "{}", String::from_utf8_lossy(&answer));
    house.visitor().get("/api/me").await.ok();
    house.close().await;
}

#[tokio::test]
async fn figures_are_for_the_operator() {
    let from_afar = [("x-forwarded-for", "203.0.113.7")];
    for (open, status) in [(false, 404), (true, 200)] {
        let house = House::open_with(|settings| {
            settings.behind_proxy = true;
            settings.open_metrics = open;
        })
        .await;
        let mut visitor = house.visitor();
        assert_eq!(visitor.send(Method::GET, "/metrics", &from_afar, Vec::new()).await.status, status);
        assert_eq!(visitor.get("/metrics").await.status, 200);
        house.close().await;
    }
}

#[tokio::test]
async fn passwords_cannot_be_tried_for_ever() {
    let house = House::open_with(|settings| {
        settings.bounds.sign_ins_by_name = Rate { burst: 3, every: Duration::from_mins(10) };
    })
    .await;
    let mut visitor = house.visitor();
    let attempt = json!({ "name": "Ann", "password": "guess guess" });
    for _ in 0..3 {
        assert_eq!(visitor.post("/api/sign-in", &attempt).await.fault(401).0, "wrong-credentials");
    }
    assert_eq!(visitor.post("/api/sign-in", &attempt).await.fault(429).0, "too-many");
    let other = json!({ "name": "Bea", "password": "guess guess" });
    assert_eq!(visitor.post("/api/sign-in", &other).await.fault(401).0, "wrong-credentials");
    house.close().await;
}

#[tokio::test]
async fn guests_cannot_be_made_for_ever() {
    let house = House::open_with(|settings| {
        settings.bounds.newcomers_by_address = Rate { burst: 2, every: Duration::from_mins(10) };
    })
    .await;
    house.guest().await;
    house.guest().await;
    let reply = house.visitor().post("/api/guest", &json!({})).await;
    assert_eq!(reply.fault(429).0, "too-many");
    house.close().await;
}

#[tokio::test]
async fn a_slow_client_holds_nobody_up_and_is_sent_away() {
    let house = House::open_with(|settings| settings.bounds.head_timeout = Duration::from_millis(300)).await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(house.address).await.expect("it listens");
        stream.write_all(b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.expect("it is sent");
        slow.push(stream);
    }
    house.visitor().get("/api/me").await.ok();
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_mins(1), slow[0].read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "the head never came, so the connection is closed");
    house.close().await;
}

#[tokio::test]
async fn an_address_has_only_so_many_connections() {
    let house = House::open_with(|settings| settings.bounds.connections_by_address = 3).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(house.address).await.expect("it listens"));
    }
    // All three must be served before the fourth comes.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut fourth = TcpStream::connect(house.address).await.expect("it listens");
    let _ = fourth.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_mins(1), fourth.read_to_end(&mut answer)).await;
    assert!(answer.is_empty(), "it is turned away");
    drop(held);
    tokio::time::sleep(Duration::from_millis(200)).await;
    house.visitor().get("/healthz").await.ok();
    house.close().await;
}

#[tokio::test]
async fn browsers_are_told_what_the_page_may_do() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    for path in ["/", "/match/0123456789abcdef", "/api/me", "/api/nonsense", "/assets/gone.js"] {
        let reply = visitor.get(path).await;
        let policy = reply.header("content-security-policy");
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
        assert!(!policy.contains("script-src 'self' 'unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(reply.header("referrer-policy"), "no-referrer");
        assert!(!reply.header("permissions-policy").is_empty());
        assert_eq!(reply.header("x-request-id").len(), 16);
    }
    assert_eq!(visitor.get("/api/me").await.header("cache-control"), "no-store");
    house.close().await;
}

#[tokio::test]
async fn unknown_addresses_are_the_pages_except_in_the_api() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    for path in ["/", "/lobby", "/games/dreadnoughts/rules", "/join/0123456789abcdef/0123456789ab"] {
        let reply = visitor.get(path).await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.header("content-type").starts_with("text/html"), "{path}");
        assert!(reply.text().contains("Sandtable"), "{path}");
    }
    assert_eq!(visitor.get("/api/nonsense").await.fault(404).0, "not-found");
    assert_eq!(visitor.get("/assets/gone.js").await.status, 404);
    assert_eq!(visitor.send(Method::PUT, "/", &[], Vec::new()).await.status, 405);
    for path in ["/../Cargo.toml", "/assets/../../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        assert!(!visitor.get(path).await.text().contains("[package]"), "{path}");
    }
    house.close().await;
}

#[tokio::test]
async fn operators_see_health_and_figures() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    visitor.post("/api/matches", &denmark_strait(&json!([me(), bot()]))).await.ok();
    let health = visitor.get("/healthz").await.ok();
    assert_eq!(health["status"], "ok");
    let figures = visitor.get("/metrics").await;
    assert!(figures.header("content-type").starts_with("text/plain"));
    let text = figures.text();
    for figure in [
        "sandtable_requests_total{route=\"/api/matches\",method=\"POST\",status=\"200\"}",
        "sandtable_request_seconds_bucket",
        "sandtable_matches_total{game=\"dreadnoughts\"}",
        "sandtable_guests_total",
        "sandtable_connections",
    ] {
        assert!(text.contains(figure), "{figure} is not in:\n{text}");
    }
    assert!(!text.contains(visitor.cookie.as_deref().expect("a cookie")));
    house.close().await;
}
