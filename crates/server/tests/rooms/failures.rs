//! What goes wrong stays where it is.

use std::time::Duration;

use sandtable_server::rooms::{Act, Out, Visitor};
use sandtable_store::{After, Decision, NewSitter};
use sandtable_wire::{Ending, FaultKind, Status};
use serde_json::json;
use tokio::sync::mpsc;

use crate::table::{House, brisk};

#[tokio::test]
async fn whoever_reads_too_slowly_is_dropped_and_holds_nobody_up() {
    let house = House::open(brisk()).await;
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Person(bob.id.clone())];
    let id = house.begin([1; 32], sitters, None).await;
    let visitor = Visitor { person: Some(bob.clone()), wanted: None, invitation: None };
    let (queue, mut slow) = mpsc::channel(3);
    let _table = house.hub.attach(&id, visitor, queue).await.expect("the table is open");
    let mut player = house.sit(&id, Some(&ann)).await;
    for _ in 0..6 {
        let answer = player.ask(json!({ "type": "say", "text": "Anybody there?" })).await;
        assert_eq!(answer["type"], "done", "nobody else is held up");
    }
    let mut heard = 0;
    while let Some(out) = slow.recv().await {
        assert!(matches!(out, Out::Text(_)));
        heard += 1;
    }
    assert_eq!(heard, 3, "what was in the queue, and then its end");
}

#[tokio::test]
async fn a_decision_that_is_not_stored_is_not_seen_and_the_room_opens_anew() {
    let house = House::open(brisk()).await;
    let ann = house.person("Ann").await;
    let sitters = || [NewSitter::Person(ann.id.clone()), NewSitter::Person(ann.id.clone())];
    let id = house.begin([1; 32], sitters(), None).await;
    let mut player = house.sit(&id, Some(&ann)).await;
    // Somebody else has written the first decision: ours cannot be stored.
    let twin = house.begin([1; 32], sitters(), None).await;
    house.sit(&twin, Some(&ann)).await.decide(1).await;
    let entry = house.store.entries(&twin).await.expect("they read").pop().expect("one");
    let after =
        After { waiting: 1, turn: None, clocks: None, status: Status::Playing, result: None, touched: 0 };
    house.store.append(&id, Decision { number: 0, entry, after }).await.expect("it is stored");
    let before = player.frames.len();
    let ask = player.sheet["asks"][0].clone();
    let message = json!({
        "type": "decide", "seat": ask["seat"], "question": ask["question"], "do": ask["menu"][0]["do"],
    });
    let answer = player.ask(message).await;
    assert_eq!(answer["fault"]["kind"], "unavailable", "{answer}");
    assert_eq!(player.frames.len(), before + 1, "nothing was told but that");
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut again = house.sit(&id, Some(&ann)).await;
    assert_eq!(again.sheet["moment"], 1, "the stored decision is there");
    again.decide(0).await;
    assert_eq!(house.store.entries(&id).await.expect("they read").len(), 2);
}

#[tokio::test]
async fn a_match_of_other_rules_is_over_and_says_why() {
    let house = House::open(brisk()).await;
    let ann = house.person("Ann").await;
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Bot("random".into())];
    let id = house.begin_with([1; 32], sitters, None, |row| row.rules = 999).await;
    let visitor = || Visitor { person: Some(ann.clone()), wanted: None, invitation: None };
    for _ in 0..2 {
        let Err(failure) = house.hub.call(&id, visitor(), Act::View).await else {
            panic!("it cannot be shown")
        };
        assert_eq!(failure.fault.kind, FaultKind::Record);
        assert!(failure.fault.message.contains("version 999"), "{}", failure.fault.message);
    }
    let listed = house.store.listed(&id).await.expect("it reads").expect("it is there");
    assert_eq!(listed.row.status, Status::Finished);
    assert_eq!(listed.row.result.map(|result| result.ending), Some(Ending::Abandoned));
}
