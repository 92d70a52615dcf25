//! Films, records, uploads.

use axum::http::Method;
use sandtable_server::rooms::Pace;
use serde_json::{Value, json};

use crate::common::{House, Visitor, bot, denmark_strait, me};
use crate::player::Player;

const JSON: (&str, &str) = ("content-type", "application/json");

async fn brisk() -> House {
    House::open_with(|settings| {
        settings.pace = Pace { bot: std::time::Duration::ZERO, ..Pace::default() };
    })
    .await
}

async fn make(visitor: &mut Visitor, seats: Value) -> String {
    visitor.sets_up(&denmark_strait(&seats)).await
}

#[tokio::test]
async fn while_it_is_played_nobody_sees_more_than_their_own() {
    let house = brisk().await;
    let mut ann = house.guest().await;
    let id = make(&mut ann, json!([me(), bot()])).await;
    let mut player = Player::sit(&ann, &id).await;
    for number in 0..6 {
        player.until(|sheet| sheet["asks"].as_array().is_some_and(|asks| !asks.is_empty())).await;
        player.decide(number).await;
    }
    // From here on the bot has nothing to do, so that two looks at the film are looks at the same film.
    player.until(|sheet| sheet["waiting"] == json!([0])).await;
    let path = |eyes: &str| format!("/api/matches/{id}/film?as={eyes}");
    for eyes in ["umpire", "1"] {
        assert_eq!(ann.get(&path(eyes)).await.fault(403).0, "not-yours");
    }
    assert_eq!(ann.get(&path("everything")).await.fault(400).1, "as");
    assert_eq!(ann.get(&format!("/api/matches/{id}/record")).await.fault(403).0, "not-yours");
    let own = ann.get(&path("me")).await.ok();
    assert_eq!(own, ann.get(&path("0")).await.ok());
    let moments = own["news"].as_array().expect("news").len();
    assert!(moments > 0);
    let stranger = house.guest().await.get(&path("me")).await.ok();
    assert_eq!(stranger["news"], house.visitor().get(&path("spectator")).await.ok()["news"]);
    house.close().await;
}

#[tokio::test]
async fn the_record_of_a_match_that_is_over_can_be_taken_away_and_brought_back() {
    let house = brisk().await;
    let mut ann = house.guest().await;
    let id = make(&mut ann, json!([me(), bot()])).await;
    let mut player = Player::sit(&ann, &id).await;
    for number in 0..25 {
        player.until(|sheet| sheet["asks"].as_array().is_some_and(|asks| !asks.is_empty())).await;
        player.decide(number).await;
    }
    let card = ann.post(&format!("/api/matches/{id}/resign"), &json!({ "seat": 0 })).await.ok();
    assert_eq!(card["result"]["ending"], json!({ "kind": "resigned", "seat": 0 }));
    assert_eq!(card["status"], "finished");
    for eyes in ["me", "spectator", "umpire", "0", "1"] {
        let film = ann.get(&format!("/api/matches/{id}/film?as={eyes}")).await.ok();
        let last = film["news"].as_array().and_then(|news| news.last()).cloned().expect("news");
        assert_eq!(last["result"]["ending"]["kind"], "resigned", "{eyes}");
    }
    let reply = ann.get(&format!("/api/matches/{id}/record")).await;
    assert!(reply.header("content-disposition").starts_with("attachment"));
    let text = reply.text();
    let record: Value = reply.json();
    assert_eq!(record["end"]["seed"].as_str().map(str::len), Some(64), "the seed is told");
    assert_eq!(record["seed-hash"], card["seedHash"]);

    let mut bob = house.guest().await;
    let uploaded = bob.send(Method::POST, "/api/records", &[JSON], text.clone()).await.ok();
    assert_eq!((&uploaded["status"], &uploaded["private"]), (&json!("finished"), &json!(true)));
    let copy = uploaded["id"].as_str().expect("an id");
    let again = bob.get(&format!("/api/matches/{copy}/record")).await.text();
    assert_eq!(again, text);
    let film = bob.get(&format!("/api/matches/{copy}/film?as=umpire")).await.ok();
    let original = ann.get(&format!("/api/matches/{id}/film?as=umpire")).await.ok();
    let (film, original) =
        (film["news"].as_array().expect("news"), original["news"].as_array().expect("news"));
    assert_eq!(film[..film.len() - 1], original[..original.len() - 1]);
    bob.get(&format!("/api/matches/{copy}/view")).await.ok();
    ann.get(&format!("/api/matches/{copy}/film")).await.fault(404);
    house.close().await;
}

#[tokio::test]
async fn a_damaged_record_is_refused_with_its_place() {
    let house = brisk().await;
    let mut ann = house.guest().await;
    let id = make(&mut ann, json!([me(), me()])).await;
    let mut player = Player::sit(&ann, &id).await;
    for number in 0..20 {
        player.decide(number).await;
    }
    ann.post(&format!("/api/matches/{id}/resign"), &json!({ "seat": 1 })).await.ok();
    let text = ann.get(&format!("/api/matches/{id}/record")).await.text();
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..8].join("\n");
    let mut swapped = lines.clone();
    swapped.swap(2, 12);
    let loaded = text.replacen("\"value\":0", "\"value\":1", 1);
    let seed = text.replacen("\"seed\":\"", "\"seed\":\"00", 1);
    for (damaged, place) in [
        (cut.as_str(), "line"),
        ("", "line"),
        ("[]", "line"),
        (&swapped.join("\n"), "decision"),
        (&text.replacen("dreadnoughts", "chess", 1), "chess"),
        (&text.replacen("\"rules\":", "\"rules\":9", 1), "version"),
        (&loaded, "decision"),
        (&seed, "seed"),
    ] {
        if damaged == text {
            continue;
        }
        let reply = ann.send(Method::POST, "/api/records", &[JSON], damaged.to_owned()).await;
        assert_eq!(reply.fault(422).0, "record", "{place}");
        assert!(reply.text().contains(place), "{place}: {}", reply.text());
    }
    house.visitor().send(Method::POST, "/api/records", &[JSON], text).await.fault(401);
    house.close().await;
}
