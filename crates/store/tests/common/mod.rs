//! A store in a folder of its own, with people and matches.
#![allow(dead_code, reason = "not every test uses all of it")]

use sandtable_engine::Setup;
use sandtable_store::{
    After, Decision, Invitation, MatchId, MatchRow, NewMatchRow, NewSeat, NewSitter, Person, Secret, Store,
};
use sandtable_wire::Status;
use tempfile::TempDir;

pub async fn store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = Store::open(&folder.path().join("data.db")).await.expect("it opens");
    (folder, store)
}

pub async fn guest(store: &Store) -> Person {
    store.new_guest("Guest Auk 10", Secret::random().hash(), 0, i64::MAX).await.expect("it is made")
}

/// A match whose seat 0 is asked first; it gathers players if a seat is open.
pub fn new_match(store: &Store, maker: &Person, sitters: [NewSitter; 2]) -> NewMatchRow {
    let open = sitters.contains(&NewSitter::Open);
    let setup = Setup::shipped("somewhere");
    let row = MatchRow {
        id: MatchId::random(),
        game: "some-game".into(),
        rules: 3,
        title: "Somewhere".into(),
        scenario: Some("somewhere".into()),
        options: setup.options.clone(),
        seed_hash: "hash".into(),
        status: if open { Status::Gathering } else { Status::Playing },
        maker: maker.id.clone(),
        private: false,
        invitation: Invitation::random(),
        clock: None,
        waiting: 1,
        turn: Some(1),
        result: None,
        made: 1,
        touched: 1,
        decisions: 0,
        uploaded: false,
        hints: true,
    };
    let sides = ["british", "german"];
    let seats = sides.into_iter().zip(sitters).map(|(side, sitter)| NewSeat {
        side: side.into(),
        name: side.to_uppercase(),
        sitter,
    });
    let origin = store.origin(std::net::IpAddr::from([192, 0, 2, 7]));
    NewMatchRow {
        row,
        origin,
        setup,
        seed: [7; 32],
        clocks: None,
        seats: seats.collect(),
        entries: Vec::new(),
    }
}

pub async fn playing(store: &Store) -> MatchId {
    let maker = guest(store).await;
    let me = NewSitter::Person(maker.id.clone());
    let new = new_match(store, &maker, [me.clone(), me]);
    let id = new.row.id.clone();
    store.new_match(new).await.expect("it is kept");
    id
}

pub fn after(number: u32) -> After {
    After {
        waiting: if number.is_multiple_of(2) { 2 } else { 1 },
        turn: Some(1 + number as u16 / 10),
        clocks: Some(format!("{{\"left\":[{number},0]}}")),
        status: Status::Playing,
        result: None,
        touched: 100 + i64::from(number),
    }
}

/// A decision about as long as those of a real match, with signs that JSON must escape.
pub fn decision(number: u32) -> Decision {
    let entry = format!(
        r#"{{"seat":{},"do":{{"fire":{{"guns":"hms-hood","say":"“Ö\"\\"}}}},"draws":[{{"rule":"6.5","sides":6,"value":{}}},{{"rule":"6.7","sides":6,"value":3}}]}}"#,
        number % 2,
        number % 6
    );
    Decision { number, entry, after: after(number) }
}
