//! Reviews without a network.

use std::time::Duration;

use sandtable_server::reviews::{Progress, Reviews};
use sandtable_store::{MatchId, NewSitter};

use crate::table::{House, brisk};

async fn ask(house: &House, reviews: &Reviews, id: &MatchId) -> Progress {
    let stored = house.store.load_match(id).await.expect("it reads").expect("it is there");
    let entries = house.store.entries(id).await.expect("they read");
    reviews.ask(&house.hub, id, stored, entries).await.expect("there is room for one")
}

#[tokio::test]
async fn a_review_is_worked_out_though_whoever_asked_has_gone() {
    let house = House::open(brisk()).await;
    let ann = house.person("Ann").await;
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Person(ann.id.clone())];
    let id = house.begin([5; 32], sitters, None).await;
    let mut player = house.sit(&id, Some(&ann)).await;
    player.decide(0).await;
    player.decide(0).await;
    let reviews = Reviews::default();
    let stored = house.store.load_match(&id).await.expect("it reads").expect("it is there");
    let entries = house.store.entries(&id).await.expect("they read");
    tokio::select! {
        biased;
        _ = reviews.ask(&house.hub, &id, stored, entries) => panic!("it takes longer than a moment"),
        () = std::future::ready(()) => {}
    }
    for _ in 0..2_000 {
        match ask(&house, &reviews, &id).await {
            Progress::Working { .. } => tokio::time::sleep(Duration::from_millis(50)).await,
            Progress::Ready(review) => return assert_eq!(review.decisions, 2),
            Progress::Failed(why) => panic!("{why}"),
        }
    }
    panic!("there is no review after minutes");
}
