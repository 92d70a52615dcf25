//! Guests, accounts, sessions and tokens.

mod common;

use common::{House, bot, denmark_strait, me};
use serde_json::json;

#[tokio::test]
async fn a_newcomer_is_nobody_then_a_guest_then_an_account_with_the_same_matches() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    assert_eq!(visitor.get("/api/me").await.ok(), json!({ "person": null }));
    let made = visitor.post("/api/matches", &denmark_strait(&json!([me(), bot()]))).await;
    let card = made.ok();
    let cookie = made.header("set-cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "plain http cannot keep a secure cookie: {cookie}");
    let guest = visitor.get("/api/me").await.ok();
    assert_eq!(guest["person"]["guest"], true);
    let old_cookie = visitor.cookie.clone();
    let account = visitor.post("/api/accounts", &json!({ "name": "Ann", "password": "correct horse" })).await;
    let account = account.ok();
    assert_eq!(account["person"]["id"], guest["person"]["id"]);
    assert_eq!((&account["person"]["name"], &account["person"]["guest"]), (&json!("Ann"), &json!(false)));
    assert_ne!(visitor.cookie, old_cookie, "a cookie is changed with what it opens");
    let mine = visitor.get("/api/matches?list=mine").await.ok();
    assert_eq!(mine["matches"][0]["id"], card["id"]);
    let mut thief = house.visitor();
    thief.cookie = old_cookie;
    assert_eq!(thief.get("/api/me").await.ok(), json!({ "person": null }), "the old cookie is over");
    house.close().await;
}

#[tokio::test]
async fn signing_in_needs_the_right_password_and_tells_nothing_else() {
    let house = House::open().await;
    let mut ann = house.visitor();
    ann.post("/api/accounts", &json!({ "name": "Ann Lee", "password": "correct horse" })).await.ok();
    ann.post("/api/sign-out", &json!({})).await.ok();
    assert_eq!(ann.cookie, None);
    let wrong = ann.post("/api/sign-in", &json!({ "name": "Ann Lee", "password": "wrong horse" })).await;
    let unknown = ann.post("/api/sign-in", &json!({ "name": "Bea", "password": "correct horse" })).await;
    assert_eq!(wrong.fault(401), ("wrong-credentials".into(), String::new()));
    assert_eq!(wrong.body, unknown.body, "nobody learns which names there are");
    let signed = ann.post("/api/sign-in", &json!({ "name": "ANN lee", "password": "correct horse" })).await;
    assert_eq!(signed.ok()["person"]["name"], "Ann Lee", "upper and lower case are the same name");
    let taken =
        house.visitor().post("/api/accounts", &json!({ "name": "ann LEE", "password": "another one" })).await;
    assert_eq!(taken.fault(409), ("name-taken".into(), "name".into()));
    house.close().await;
}

#[tokio::test]
async fn a_bad_name_or_password_is_refused_with_its_field() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    for (name, password, field) in [
        ("A", "correct horse", "name"),
        ("<script>", "correct horse", "name"),
        ("Guest Auk 11", "correct horse", "name"),
        ("Ann", "short", "password"),
    ] {
        let reply = visitor.post("/api/accounts", &json!({ "name": name, "password": password })).await;
        assert_eq!(reply.fault(400), ("malformed".into(), field.into()), "{name}");
    }
    let long = "x".repeat(10_000);
    let reply = visitor.post("/api/sign-in", &json!({ "name": long, "password": long })).await;
    assert_eq!(reply.fault(401).0, "wrong-credentials");
    let strange =
        visitor.post("/api/accounts", &json!({ "name": "Ann", "password": "12345678", "admin": true })).await;
    assert_eq!(strange.fault(400).0, "malformed");
    assert!(strange.text().contains("admin"), "{}", strange.text());
    assert_eq!(visitor.cookie, None, "nobody was made");
    house.close().await;
}

#[tokio::test]
async fn tokens_open_the_api_until_they_are_taken_back() {
    let house = House::open().await;
    let mut owner = house.guest().await;
    assert_eq!(house.visitor().get("/api/tokens").await.fault(401).0, "sign-in-first");
    let made = owner.post("/api/tokens", &json!({ "label": "my bot" })).await.ok();
    let mut program = house.visitor();
    program.token = made["token"].as_str().map(str::to_owned);
    assert_eq!(program.get("/api/me").await.ok(), owner.get("/api/me").await.ok());
    let card = program.post("/api/matches", &denmark_strait(&json!([me(), bot()]))).await;
    assert!(card.headers.get("set-cookie").is_none(), "a program has no cookie");
    card.ok();
    let list = owner.get("/api/tokens").await;
    assert_eq!(list.ok()["tokens"][0]["label"], "my bot");
    assert!(!list.text().contains(program.token.as_deref().expect("a token")), "its secret is told once");
    let path = format!("/api/tokens/{}", made["id"].as_str().expect("an id"));
    assert_eq!(house.guest().await.delete(&path).await.fault(404).0, "not-found", "only its owner");
    assert_eq!(owner.delete(&path).await.status, 204);
    assert_eq!(program.get("/api/me").await.fault(401).0, "sign-in-first");
    assert_eq!(owner.post("/api/tokens", &json!({ "label": "" })).await.fault(400).1, "label");
    house.close().await;
}

#[tokio::test]
async fn a_foreign_or_made_up_token_opens_nothing() {
    let house = House::open().await;
    let mut stranger = house.visitor();
    for token in ["", "x", &"0".repeat(52), "0123456789 0123456789"] {
        stranger.token = Some(token.into());
        let reply = stranger.post("/api/matches", &denmark_strait(&json!([me(), bot()]))).await;
        assert_eq!(reply.fault(401).0, "sign-in-first", "a wrong token is no guest: {token}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_guest_who_signs_in_takes_matches_along() {
    let house = House::open().await;
    let mut ann = house.visitor();
    ann.post("/api/accounts", &json!({ "name": "Ann", "password": "correct horse" })).await.ok();
    let mut guest = house.visitor();
    let card = guest.post("/api/matches", &denmark_strait(&json!([me(), bot()]))).await.ok();
    guest.post("/api/sign-in", &json!({ "name": "Ann", "password": "correct horse" })).await.ok();
    let mine = ann.get("/api/matches?list=mine").await.ok();
    assert_eq!(mine["matches"][0]["id"], card["id"]);
    assert_eq!(mine["matches"][0]["seats"][0]["yours"], true);
    house.close().await;
}

#[tokio::test]
async fn sessions_outlive_the_server_and_secrets_are_not_in_its_file() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let before = visitor.get("/api/me").await.ok();
    let token = visitor.post("/api/tokens", &json!({ "label": "bot" })).await.ok();
    let house = house.reopen().await;
    visitor.address = house.address;
    assert_eq!(visitor.get("/api/me").await.ok(), before);
    let data = house.data().to_owned();
    let mut bytes = std::fs::read(&data).expect("it can be read");
    bytes.extend(std::fs::read(data.with_extension("db-wal")).unwrap_or_default());
    for secret in [visitor.cookie.as_deref().expect("a cookie"), token["token"].as_str().expect("a token")] {
        let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "whoever reads the file cannot sign in with it");
    }
    house.close().await;
}

#[tokio::test]
async fn behind_a_proxy_the_cookie_is_secure_and_a_forged_header_elsewhere_is_not_believed() {
    let secure = [("x-forwarded-proto", "https"), ("content-type", "application/json")];
    for behind_proxy in [true, false] {
        let house = House::open_with(|settings| settings.behind_proxy = behind_proxy).await;
        let reply = house.visitor().send(axum::http::Method::POST, "/api/guest", &secure, "{}").await;
        assert_eq!(reply.header("set-cookie").contains("; Secure"), behind_proxy);
        house.close().await;
    }
}
