//! Bots play on by themselves.

use std::time::Duration;

use sandtable_catalog::bot_whim;
use sandtable_engine::BotNote;
use sandtable_engine::record::Entry;
use sandtable_lab::audit;
use sandtable_server::rooms::{Pace, Past};
use sandtable_store::{MatchId, NewSitter};
use sandtable_wire::Status;

use crate::table::{House, brisk};

fn bot(name: &str) -> NewSitter {
    NewSitter::Bot(name.into())
}

/// Holds every decision of a stored match of bots against what its seat knew, and its seed against the match's. With what they thought.
async fn audited(house: &House, id: &MatchId) -> Vec<BotNote> {
    let Past { game, record, seed } = house.past(id).await;
    let seed = seed.expect("it was played here");
    let found = audit(game, &record).expect("it can be played again");
    assert_eq!(found.faults().next(), None, "{found}");
    assert_eq!(
        (found.audited.len(), found.unsigned),
        (record.decisions.len(), 0),
        "the room chose for nobody"
    );
    let mut notes = Vec::new();
    let replayed = game.replay_watched(&record, &mut |session, entry| {
        let Entry::Choice { seat, note: Some(note), .. } = entry else { panic!("bots decided") };
        assert_eq!(note.seed, bot_whim(&seed, *seat, session.question(*seat)), "{seat}");
        notes.push(BotNote::clone(note));
    });
    assert!(replayed.is_ok());
    notes
}

#[tokio::test]
async fn an_admiral_who_is_cut_short_decides_the_same_again() {
    // With no time at all he says what comes to mind; with a little he gets as far as the machine lets him.
    for last_round in [Duration::ZERO, Duration::from_millis(30)] {
        let house = House::open(Pace { last_round, ..brisk() }).await;
        let id = house.begin([5; 32], [bot("admiral"), bot("random")], None).await;
        let mut looker = house.sit(&id, None).await;
        while looker.sheet["result"].is_null() {
            looker.next().await;
        }
        let notes = audited(&house, &id).await;
        assert!(notes.iter().any(|note| note.name == "admiral"));
        assert!(last_round > Duration::ZERO || notes.iter().all(|note| note.rounds == 0));
    }
}

#[tokio::test]
async fn a_bot_that_thinks_for_too_long_says_what_comes_to_mind_and_signs_it() {
    let house = House::open(Pace { longest_thought: Duration::ZERO, ..brisk() }).await;
    let id = house.begin([5; 32], [bot("admiral"), bot("admiral")], None).await;
    let mut looker = house.sit(&id, None).await;
    while looker.sheet["moment"].as_u64() < Some(3) {
        looker.next().await;
    }
    let notes = audited(&house, &id).await;
    assert!(notes.iter().all(|note| note.rounds == 0), "{notes:?}");
}

#[tokio::test]
async fn a_match_of_bots_ends_by_itself_and_its_record_holds() {
    let house = House::open(brisk()).await;
    let id = house.begin([5; 32], [bot("random"), bot("captain")], None).await;
    let mut looker = house.sit(&id, None).await;
    while looker.sheet["result"].is_null() {
        looker.next().await;
    }
    assert_eq!(looker.sheet["result"]["ending"]["kind"], "played");
    let listed = house.store.listed(&id).await.expect("it reads").expect("it is there");
    assert_eq!(listed.row.status, Status::Finished);
    let house = house.reopen(brisk()).await;
    assert_eq!(house.view(&id, None).await["moment"], looker.sheet["moment"]);
}

#[tokio::test]
async fn a_restarted_server_resumes_the_turns_of_bots() {
    let patient = Pace { bot: Duration::from_hours(1), idle_bot: Duration::from_hours(1), ..Pace::default() };
    let house = House::open(patient).await;
    let id = house.begin([5; 32], [bot("random"), bot("random")], None).await;
    house.hub.seats_changed(&id);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let decided = |house: &House| {
        let (store, id) = (house.store.clone(), id.clone());
        async move { store.listed(&id).await.expect("it reads").expect("it is there").row.decisions }
    };
    assert_eq!(decided(&house).await, 0, "they wait an hour");
    let house = house.reopen(brisk()).await;
    for _ in 0..2000 {
        if decided(&house).await > 20 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody touched the match, and it stands still");
}

#[tokio::test]
async fn a_room_that_nobody_needs_is_given_up_and_opened_again() {
    let pace = Pace { dormant: Duration::from_millis(50), rest: Duration::from_millis(20), ..brisk() };
    let house = House::open(pace).await;
    let (ann, id, mut player) = house.alone("Ann", [5; 32]).await;
    player.decide(0).await;
    let moment = player.sheet["moment"].clone();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(house.hub.open_rooms(), 1, "somebody looks");
    player.decide(0).await;
    assert_ne!(player.sheet["moment"], moment, "a room that rested still tells what is new");
    drop(player);
    for _ in 0..2000 {
        if house.hub.open_rooms() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(house.hub.open_rooms(), 0, "nobody looks, and nothing is to be done");
    let mut again = house.sit(&id, Some(&ann)).await;
    assert_eq!(again.sheet["moment"], 2, "two decisions were seen");
    again.decide(0).await;
}
