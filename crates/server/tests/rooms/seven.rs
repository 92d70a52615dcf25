//! A table of seven: somebody who never comes, bots among people.

use sandtable_store::{NewSitter, Sitter};
use sandtable_wire::{Clock, Expiry};

use crate::table::{House, Plan, brisk};

const SEVEN: Plan<'static> = Plan { game: "struggle-of-empires", scenario: "seven-powers" };

fn bots(number: usize) -> impl Iterator<Item = NewSitter> {
    (0..number).map(|_| NewSitter::Bot("random".into()))
}

#[tokio::test]
async fn two_people_and_five_bots_play_to_the_end() {
    let house = House::open(brisk()).await;
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let people = [&ann, &bob].map(|person| NewSitter::Person(person.id.clone()));
    let id = house.begin_plan(SEVEN, [1; 32], people.into_iter().chain(bots(5)), None, |_| {}).await;
    let mut players = [house.sit(&id, Some(&ann)).await, house.sit(&id, Some(&bob)).await];
    // The two choose by turns of the menu.
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
