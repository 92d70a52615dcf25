//! Reviews without a network.

use std::time::Duration;

use sandtable_server::reviews::{Progress, Reviews};
use sandtable_store::MatchId;

use crate::table::{House, brisk};

async fn ask(house: &House, reviews: &Reviews, id: &MatchId) -> Progress {
    let (stored, entries) = house.stored(id).await;
    reviews.ask(&house.hub, id, stored, entries).await.expect("there is room for one")
}

#[tokio::test]
async fn a_review_is_worked_out_though_whoever_asked_has_gone() {
    let house = House::open(brisk()).await;
    let (_, id, mut player) = house.alone("Ann", [5; 32]).await;
    player.decide(0).await;
    player.decide(0).await;
    let reviews = Reviews::default();
    let (stored, entries) = house.stored(&id).await;
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
