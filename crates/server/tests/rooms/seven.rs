//! A table of seven: several to act at once, somebody who never comes, bots among people.

use sandtable_store::{NewSitter, Sitter};
use sandtable_wire::{Clock, Expiry};
use serde_json::Value;

use crate::table::{House, Plan, brisk};

const SEVEN: Plan<'static> = Plan { game: "struggle-of-empires", scenario: "seven-powers" };

fn bots(number: usize) -> impl Iterator<Item = NewSitter> {
    (0..number).map(|_| NewSitter::Bot("random".into()))
}

fn several_wait(frame: &str) -> bool {
    let message: Value = serde_json::from_str(frame).expect("JSON");
    message["news"]["waiting"].as_array().is_some_and(|seats| seats.len() > 1)
}

/// A match of seven to its end, with two people who choose by turns of the menu; how often several were asked at once.
async fn play(house: &House, seed: u8) -> usize {
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let people = [&ann, &bob].map(|person| NewSitter::Person(person.id.clone()));
    let id = house.begin_plan(SEVEN, [seed; 32], people.into_iter().chain(bots(5)), None, |_| {}).await;
    let mut players = [house.sit(&id, Some(&ann)).await, house.sit(&id, Some(&bob)).await];
    let mut place = 1;
    while players[0].sheet["result"].is_null() {
        for player in &mut players {
            player.pending();
            if player.asked() {
                place = place * 31 % 997;
                player.decide(place).await;
            }
        }
        tokio::task::yield_now().await;
    }
    let sides = players[0].sheet["result"]["scores"].as_array().map(Vec::len);
    assert_eq!(sides, Some(7), "{}", players[0].sheet["result"]);
    players[0].frames.iter().filter(|frame| several_wait(frame)).count()
}

#[tokio::test]
async fn two_people_and_five_bots_play_to_the_end_and_answer_at_the_same_time() {
    let house = House::open(brisk()).await;
    // Who is asked for help depends on who answers first, so that now and then a match goes by without it.
    for seed in 0..12 {
        if play(&house, seed).await > 0 {
            return;
        }
    }
    panic!("in none of twelve matches were several asked at once");
}

#[tokio::test]
async fn a_bot_stands_in_for_whoever_never_comes() {
    let house = House::open(brisk()).await;
    let absent = house.person("Absent").await;
    let sitters = [NewSitter::Person(absent.id.clone())].into_iter().chain(bots(6));
    let clock = Clock { bank: 1, increment: 0, expiry: Expiry::Bot };
    let id = house.begin_plan(SEVEN, [8; 32], sitters, Some(clock), |_| {}).await;
    house.hub.seats_changed(&id);
    let mut looker = house.sit(&id, None).await;
    while looker.sheet["result"].is_null() {
        looker.next().await;
    }
    assert_eq!(looker.sheet["result"]["ending"]["kind"], "played");
    let listed = house.store.listed(&id).await.expect("it reads").expect("it is there");
    assert!(matches!(&listed.seats[0].sitter, Sitter::Bot(_)), "{:?}", listed.seats[0].sitter);
}
