//! What nobody friendly would send.

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{House, denmark_strait, me, open};
use crate::player::{Player, knock};

#[tokio::test]
async fn no_message_is_trusted() {
    let house = House::open().await;
    let (mut ann, mut bob, eve) = (house.guest().await, house.guest().await, house.guest().await);
    let id = &ann.sets_up(&denmark_strait(&json!([me(), open()]))).await;
    bob.post(&format!("/api/matches/{id}/join"), &json!({})).await.ok();
    let mut player = Player::sit(&ann, id).await;
    let mut stranger = Player::sit(&eve, id).await;
    let mut nobody = Player::sit(&house.visitor(), id).await;
    let good = player.decision(0);
    let kind = |answer: serde_json::Value| answer["fault"]["kind"].as_str().unwrap_or_default().to_owned();

    // The seat comes from the session.
    for (seat, wanted) in [(0, "not-yours"), (1, "not-yours"), (200, "not-yours")] {
        let mut message = good.clone();
        message["seat"] = json!(seat);
        assert_eq!(kind(stranger.ask(message.clone()).await), wanted);
        assert_eq!(kind(nobody.ask(message).await), "sign-in-first");
    }
    let mut foreign = good.clone();
    foreign["seat"] = json!(1);
    assert_eq!(kind(player.ask(foreign).await), "not-yours");
    for act in ["undo", "whyNot"] {
        let message = json!({ "type": act, "seat": 0, "question": good["question"] });
        assert_eq!(kind(stranger.ask(message).await), "not-yours");
    }
    assert_eq!(kind(stranger.ask(json!({ "type": "resign", "seat": 0 })).await), "not-yours");

    // Legality comes from the engine.
    for choice in [
        json!(null),
        json!(17),
        json!({}),
        json!({ "Fire": "everything" }),
        json!([[[[]]]]),
        json!("x".repeat(5000)),
    ] {
        let mut message = good.clone();
        message["do"] = choice;
        let kind = kind(player.ask(message).await);
        assert!(kind == "malformed" || kind == "refused", "{kind}");
    }
    let mut late = good.clone();
    late["question"] = json!(4_000_000_000_u32);
    assert_eq!(kind(player.ask(late).await), "stale");

    // What is not a message is answered, and the socket stays open.
    for text in
        ["", "{", "null", "[]", "{\"type\":\"destroy\",\"id\":1}", "{\"type\":\"decide\",\"id\":-1}", "\u{0}"]
    {
        player.send_raw(Message::text(text)).await;
        let answer = player.next().await;
        assert_eq!(
            (&answer["type"], &answer["fault"]["kind"]),
            (&json!("fault"), &json!("malformed")),
            "{text}"
        );
    }
    player.send_raw(Message::binary(vec![0, 159, 146, 150])).await;
    assert_eq!(player.next().await["fault"]["kind"], "malformed");
    let extra = json!({ "type": "ping", "id": 9, "admin": true });
    player.send_raw(Message::text(extra.to_string())).await;
    let answer = player.next().await;
    assert_eq!((&answer["id"], &answer["fault"]["kind"]), (&json!(9), &json!("malformed")));

    // After all that the match stands as it stood, and a decision counts once.
    assert_eq!(player.ask(good.clone()).await["type"], "done");
    assert_eq!(kind(player.ask(good).await), "stale", "the same message again");
    let view = ann.get(&format!("/api/matches/{id}/view")).await.ok();
    assert_eq!(view["moment"], player.sheet["moment"]);
    house.close().await;
}

#[tokio::test]
async fn a_giant_message_closes_the_socket_and_nothing_else() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let id = &ann.sets_up(&denmark_strait(&json!([me(), me()]))).await;
    let mut player = Player::sit(&ann, id).await;
    let mut other = Player::sit(&ann, id).await;
    let giant = json!({ "type": "say", "id": 1, "text": "x".repeat(100_000) });
    player.send_raw(Message::text(giant.to_string())).await;
    while player.heard().await.is_ok() {}
    assert_eq!(other.ask(json!({ "type": "ping" })).await["type"], "done");
    let long = other.ask(json!({ "type": "say", "text": "x".repeat(501) })).await;
    assert_eq!((&long["fault"]["kind"], &long["fault"]["field"]), (&json!("malformed"), &json!("text")));
    house.close().await;
}

#[tokio::test]
async fn whoever_talks_too_fast_is_slowed_down_and_then_dropped() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let id = &ann.sets_up(&denmark_strait(&json!([me(), me()]))).await;
    let mut player = Player::sit(&ann, id).await;
    let mut other = Player::sit(&ann, id).await;
    for number in 0..600 {
        let ping = json!({ "type": "ping", "id": number }).to_string();
        if futures_util::SinkExt::send(player.raw(), Message::text(ping)).await.is_err() {
            break;
        }
    }
    let mut slowed = 0;
    let farewell = loop {
        match player.heard().await {
            Ok(message) if message["fault"]["kind"] == "too-many" => slowed += 1,
            Ok(_) => {}
            Err(frame) => break frame,
        }
    };
    assert!(slowed > 0);
    assert!(farewell.is_none_or(|frame| u16::from(frame.code) == 1008));
    assert_eq!(other.ask(json!({ "type": "ping" })).await["type"], "done", "nobody else is held up");
    let lines = [0; 12].map(|_| json!({ "type": "say", "text": "again" }));
    let mut refused = 0;
    for line in lines {
        refused += usize::from(other.ask(line).await["fault"]["kind"] == "too-many");
    }
    assert_eq!(refused, 2, "ten lines in a while");
    house.close().await;
}

#[tokio::test]
async fn another_site_opens_no_socket_and_nobody_guesses_a_match() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let id = ann.sets_up(&denmark_strait(&json!([me(), me()]))).await;
    let path = format!("/api/matches/{id}/socket");
    assert_eq!(knock(&ann, &path, &[("origin", "https://evil.example")]).await.err(), Some(403));
    let ours = format!("http://{}", house.address);
    assert!(knock(&ann, &path, &[("origin", &ours)]).await.is_ok());
    for id in ["0000000000000000", "x", "..%2f..", "' OR 1=1"] {
        let path = format!("/api/matches/{}/socket", id.replace(' ', "%20").replace('\'', "%27"));
        assert_eq!(knock(&ann, &path, &[]).await.err(), Some(404), "{id}");
    }
    let foreign = crate::common::Visitor { token: Some("z".repeat(52)), cookie: None, ..ann.clone() };
    assert_eq!(knock(&foreign, &path, &[]).await.err(), Some(401));
    house.close().await;
}
