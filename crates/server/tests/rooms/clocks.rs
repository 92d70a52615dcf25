//! Time that runs out.

use std::time::Duration;

use sandtable_store::{NewSitter, Sitter};
use sandtable_wire::{Clock, Expiry};
use serde_json::json;

use crate::table::{House, brisk};

const SHORT: Clock = Clock { bank: 1, increment: 0, expiry: Expiry::Loses };

#[tokio::test]
async fn whose_time_runs_out_loses_even_if_nobody_looks() {
    let house = House::open(brisk()).await;
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let sitters = || [NewSitter::Person(ann.id.clone()), NewSitter::Person(bob.id.clone())];
    let id = house.begin([1; 32], sitters(), Some(SHORT)).await;
    let unseen = house.begin([2; 32], sitters(), Some(SHORT)).await;
    house.hub.seats_changed(&unseen);
    let mut player = house.sit(&id, Some(&ann)).await;
    assert_eq!(
        player.sheet["clocks"]["running"], player.sheet["waiting"],
        "time runs for those who are asked"
    );
    while player.sheet["result"].is_null() {
        player.next().await;
    }
    assert_eq!(player.sheet["result"]["ending"]["kind"], "expired");
    assert_eq!(player.sheet["clocks"]["running"], json!([]));
    tokio::time::sleep(Duration::from_millis(300)).await;
    let listed = house.store.listed(&unseen).await.expect("it reads").expect("it is there");
    assert!(listed.row.result.is_some(), "a clock runs without anybody at the table");
}

#[tokio::test]
async fn a_bot_plays_on_for_whose_time_has_run_out() {
    let house = House::open(brisk()).await;
    let ann = house.person("Ann").await;
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Bot("random".into())];
    let clock = Clock { expiry: Expiry::Bot, ..SHORT };
    let id = house.begin([1; 32], sitters, Some(clock)).await;
    let mut player = house.sit(&id, Some(&ann)).await;
    loop {
        let message = player.next().await;
        if message["type"] == "seats" {
            assert_eq!(message["match"]["seats"][0]["sitter"]["kind"], "bot");
            break;
        }
    }
    let listed = house.store.listed(&id).await.expect("it reads").expect("it is there");
    assert_eq!(listed.seats[0].sitter, Sitter::Bot("captain".into()));
    // She has no seat any more, and looks on.
    while player.sheet["moment"].as_u64() < Some(5) {
        player.next().await;
    }
    assert!(!player.asked());
}

#[tokio::test]
async fn while_the_server_is_down_nobodys_time_runs() {
    let house = House::open(brisk()).await;
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Person(bob.id.clone())];
    let clock = Clock { bank: 60, increment: 0, expiry: Expiry::Loses };
    let id = house.begin([1; 32], sitters, Some(clock)).await;
    let mut player = house.sit(&id, Some(&ann)).await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    player.decide(0).await;
    let left = |view: &serde_json::Value| view["clocks"]["left"][0].as_i64().expect("a number");
    let before = left(&house.view(&id, Some(&ann)).await);
    assert!((58_000..59_000).contains(&before), "{before}");
    house.hub.close().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let house = house.reopen(brisk()).await;
    let after = left(&house.view(&id, Some(&ann)).await);
    assert!((before - 700..=before).contains(&after), "{before} {after}");
}
