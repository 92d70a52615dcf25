//! Two people over the network.

use serde_json::json;

use crate::common::{House, bot, denmark_strait, me, open};
use crate::player::{Player, knock};

#[tokio::test]
async fn two_people_meet_play_talk_and_see_each_other_come_and_go() {
    let house = House::open().await;
    let (mut ann, mut bob) = (house.guest().await, house.guest().await);
    let id = &ann.sets_up(&denmark_strait(&json!([me(), open()]))).await;
    let mut first = Player::sit(&ann, id).await;
    assert_eq!(first.sheet["match"]["status"], "gathering");
    assert!(!first.asked(), "nobody is asked before the match begins");
    assert!(
        first.sheet["scene"]["pieces"].as_array().is_some_and(|pieces| !pieces.is_empty()),
        "set up already"
    );
    let early = first.ask(json!({ "type": "decide", "seat": 0, "question": 0, "do": "x" })).await;
    assert_eq!(early["fault"]["kind"], "not-begun");
    bob.post(&format!("/api/matches/{id}/join"), &json!({})).await.ok();
    while first.sheet["match"]["status"] != "playing" {
        first.next().await;
    }
    assert!(first.asked(), "the match begins by itself");
    let mut second = Player::sit(&bob, id).await;
    loop {
        let message = first.next().await;
        if message["type"] == "present" {
            assert_eq!(message["names"].as_array().map(Vec::len), Some(2));
            break;
        }
    }
    let said = second.ask(json!({ "type": "say", "text": "  Good morning. " })).await;
    assert_eq!(said["type"], "done");
    loop {
        let message = first.next().await;
        if message["type"] == "chat" {
            assert_eq!(
                (&message["line"]["text"], &message["line"]["seat"]),
                (&json!("Good morning."), &json!(1))
            );
            break;
        }
    }
    for number in 0..30 {
        let player = if first.asked() { &mut first } else { &mut second };
        player.decide(number).await;
        // Both are asked through the same door that a program uses.
        let views = [
            ann.get(&format!("/api/matches/{id}/view")).await.ok(),
            bob.get(&format!("/api/matches/{id}/view")).await.ok(),
        ];
        first.until(|sheet| sheet["moment"] == views[0]["moment"]).await;
        second.until(|sheet| sheet["moment"] == views[1]["moment"]).await;
        assert_eq!(first.sheet["asks"], views[0]["asks"]);
        assert_eq!(second.sheet["asks"], views[1]["asks"]);
    }
    drop(second);
    loop {
        let message = first.next().await;
        if message["type"] == "present" {
            assert_eq!(message["names"].as_array().map(Vec::len), Some(1));
            break;
        }
    }
    house.close().await;
}

#[tokio::test]
async fn a_restart_asks_everybody_to_come_again_and_loses_nothing() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let id = ann.sets_up(&denmark_strait(&json!([me(), me()]))).await;
    let mut player = Player::sit(&ann, &id).await;
    for number in 0..10 {
        player.decide(number).await;
    }
    let view = ann.get(&format!("/api/matches/{id}/view")).await.ok();
    let house = house.reopen().await;
    let farewell = loop {
        if let Err(frame) = player.heard().await {
            break frame.expect("a reason");
        }
    };
    assert_eq!(u16::from(farewell.code), 1012);
    ann.address = house.address;
    let again = Player::sit(&ann, &id).await;
    for part in ["scene", "log", "waiting", "asks", "moment"] {
        assert_eq!(again.sheet[part], view[part], "{part}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_private_table_is_for_those_with_the_invitation() {
    let house = House::open().await;
    let (mut ann, stranger) = (house.guest().await, house.guest().await);
    let mut new = denmark_strait(&json!([me(), bot()]));
    new["private"] = json!(true);
    let card = ann.post("/api/matches", &new).await.ok();
    let id = card["id"].as_str().expect("an id");
    let path = format!("/api/matches/{id}/socket");
    assert_eq!(knock(&stranger, &path, &[]).await.err(), Some(404));
    assert_eq!(knock(&house.visitor(), &path, &[]).await.err(), Some(404));
    assert_eq!(knock(&stranger, &format!("{path}?invitation=000000000000"), &[]).await.err(), Some(404));
    let invitation = card["invitation"].as_str().expect("for those who sit there");
    let looker = Player::sit_as(&stranger, id, &format!("?invitation={invitation}")).await;
    assert!(!looker.asked());
    assert_eq!(looker.sheet["match"]["invitation"], json!(null), "whoever looks on cannot invite");
    for path in ["view", "film", "chat"] {
        stranger.clone().get(&format!("/api/matches/{id}/{path}")).await.fault(404);
    }
    house.close().await;
}

#[tokio::test]
async fn on_several_seats_one_looks_as_one_of_them() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let id = &ann.sets_up(&denmark_strait(&json!([me(), me()]))).await;
    let mut second = Player::sit_as(&ann, id, "?as=1").await;
    assert_eq!(knock(&ann, &format!("/api/matches/{id}/socket?as=2"), &[]).await.err(), Some(403));
    assert_eq!(
        knock(&house.visitor(), &format!("/api/matches/{id}/socket?as=0"), &[]).await.err(),
        Some(403)
    );
    let mut player = Player::sit(&ann, id).await;
    let mut seats = std::collections::BTreeSet::new();
    for number in 0..40 {
        seats.insert(player.sheet["asks"][0]["seat"].as_u64().expect("a seat"));
        player.decide(number).await;
        let view = ann.get(&format!("/api/matches/{id}/view?as=1")).await.ok();
        second.until(|sheet| sheet["moment"] == view["moment"]).await;
        let waits = view["waiting"].as_array().expect("a list").contains(&json!(1));
        let asks = second.sheet["asks"].as_array().expect("a list");
        assert_eq!(asks.len(), usize::from(waits), "asked for that seat and no other");
        assert!(asks.iter().all(|ask| ask["seat"] == 1));
    }
    assert_eq!(seats.len(), 2, "the one that is asked is shown");
    house.close().await;
}
