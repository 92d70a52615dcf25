//! Reviews of matches that are over.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{House, Visitor, denmark_strait, me};
use crate::player::Player;

/// Asks until the review is there; says how often that was.
async fn review(visitor: &mut Visitor, id: &str) -> (Value, u32) {
    for asked in 1..2_000 {
        let state = visitor.get(&format!("/api/matches/{id}/review")).await.ok();
        if state["kind"] == "ready" {
            return (state["review"].clone(), asked);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("there is no review after minutes")
}

#[tokio::test]
async fn a_review_is_worked_out_once_and_outlives_the_server() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let id = &ann.sets_up(&denmark_strait(&json!([me(), me()]))).await;
    let mut player = Player::sit(&ann, id).await;
    for number in 0..4 {
        player.decide(number).await;
    }
    assert_eq!(ann.get(&format!("/api/matches/{id}/review")).await.fault(409).0, "too-soon");
    ann.post(&format!("/api/matches/{id}/resign"), &json!({ "seat": 0 })).await.ok();
    let (first, _) = review(&mut ann, id).await;
    assert_eq!(first["decisions"], 4, "{first}");
    let house = house.reopen().await;
    ann.address = house.address;
    let (again, asked) = review(&mut ann, id).await;
    assert_eq!((again, asked), (first, 1), "it is there at once");
    house.close().await;
}
