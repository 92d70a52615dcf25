//! What is kept comes back, what fails fails alone, and nothing is acknowledged before it is on the disk.

mod common;

use common::{after, decision, guest, new_match, store};
use sandtable_engine::advice::{Moment, Review};
use sandtable_store::{
    After, Cursor, List, MatchId, NewChat, NewSitter, PersonId, Secret, Sitter, Store, StoreError,
};
use sandtable_wire::{Ending, Status};

#[tokio::test]
async fn a_match_comes_back_as_it_was_kept() {
    let (_folder, store) = store().await;
    let maker = guest(&store).await;
    let new =
        new_match(&store, &maker, [NewSitter::Person(maker.id.clone()), NewSitter::Bot("captain".into())]);
    let (row, seed) = (new.row.clone(), new.seed);
    store.new_match(new).await.expect("it is kept");
    let found = store.load_match(&row.id).await.expect("it is read").expect("it is there");
    assert_eq!(found.listed.row, row);
    assert_eq!(found.seed, seed);
    assert_eq!(found.listed.seats[0].sitter, Sitter::Person(maker));
    assert_eq!(found.listed.seats[1].sitter, Sitter::Bot("captain".into()));
    assert_eq!(store.load_match(&MatchId::random()).await.expect("it is looked for"), None);
}

#[tokio::test]
async fn decisions_come_back_in_order_and_say_where_the_match_stands() {
    let (_folder, store) = store().await;
    let id = common::playing(&store).await;
    for number in 0..12 {
        store.append(&id, decision(number)).await.expect("it is kept");
    }
    let entries = store.entries(&id).await.expect("they are read");
    let wanted: Vec<String> = (0..12).map(|number| decision(number).entry).collect();
    assert_eq!(entries, wanted);
    let found = store.load_match(&id).await.expect("it is read").expect("it is there");
    assert_eq!(found.listed.row.decisions, 12);
    assert_eq!((found.listed.row.waiting, found.listed.row.turn), (after(11).waiting, after(11).turn));
    assert_eq!(found.clocks, after(11).clocks);
}

#[tokio::test]
async fn the_last_decision_ends_the_match_with_its_result() {
    let (_folder, store) = store().await;
    let (id, other) = (common::playing(&store).await, common::playing(&store).await);
    let mut last = decision(0);
    let result = sandtable_wire::Result {
        ending: Ending::Played,
        winners: vec![1],
        grade: sandtable_engine::Grade::Decisive,
        scores: vec![3, 21],
    };
    last.after = After { status: Status::Finished, waiting: 0, result: Some(result.clone()), ..last.after };
    let (ended, goes_on) = tokio::join!(store.append(&id, last), store.append(&other, decision(0)));
    ended.expect("it is kept");
    goes_on.expect("it is kept");
    let found = store.listed(&id).await.expect("it is read").expect("it is there");
    assert_eq!((found.row.status, found.row.result), (Status::Finished, Some(result)));
    let found = store.listed(&other).await.expect("it is read").expect("it is there");
    assert_eq!((found.row.status, found.row.result), (Status::Playing, None));
}

#[tokio::test]
async fn a_number_is_kept_once_and_only_its_sender_hears_of_it() {
    let (_folder, store) = store().await;
    let id = common::playing(&store).await;
    store.append(&id, decision(0)).await.expect("it is kept");
    // All of these stand in one group: one twice, one without a match, the others fine.
    let stranger = MatchId::random();
    let (again, lost, next, said) = tokio::join!(
        store.append(&id, decision(0)),
        store.append(&stranger, decision(0)),
        store.append(&id, decision(1)),
        store.set_seat(&id, 7, NewSitter::Open),
    );
    assert!(matches!(again, Err(StoreError::Duplicate { number: 0 })), "{again:?}");
    assert!(matches!(lost, Err(StoreError::Missing { what: "match" })), "{lost:?}");
    assert!(matches!(said, Err(StoreError::Missing { what: "seat" })), "{said:?}");
    next.expect("others are not held up");
    assert_eq!(store.entries(&id).await.expect("they are read").len(), 2);
}

#[tokio::test]
async fn what_was_acknowledged_is_in_the_files() {
    let (folder, store) = store().await;
    let id = common::playing(&store).await;
    store.append(&id, decision(0)).await.expect("it is kept");
    // A copy of the files as they are now, with the store still open, is what a crash leaves behind.
    let crashed = tempfile::tempdir().expect("a folder can be made");
    for name in ["data.db", "data.db-wal"] {
        std::fs::copy(folder.path().join(name), crashed.path().join(name)).expect("it is copied");
    }
    let other = Store::open(&crashed.path().join("data.db")).await.expect("it opens");
    assert_eq!(other.entries(&id).await.expect("they are read"), [decision(0).entry]);
}

#[tokio::test]
async fn one_process_at_a_time_uses_a_file() {
    let (folder, store) = store().await;
    let path = folder.path().join("data.db");
    let second = Store::open(&path).await;
    assert!(matches!(&second, Err(StoreError::Open { reason, .. }) if reason.contains("--data")));
    store.close().await;
    Store::open(&path).await.expect("it is free again");
    #[cfg(unix)]
    {
        let mode =
            std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).expect("a file").permissions());
        assert_eq!(mode & 0o077, 0, "nobody else on the machine reads it");
    }
}

#[tokio::test]
async fn after_closing_nothing_is_taken_any_more() {
    let (_folder, store) = store().await;
    let id = common::playing(&store).await;
    let (kept, ()) = tokio::join!(store.append(&id, decision(0)), store.close());
    kept.expect("what was queued is written");
    assert!(matches!(store.append(&id, decision(1)).await, Err(StoreError::Closed)));
}

#[tokio::test]
async fn two_who_reach_for_a_seat_do_not_both_get_it() {
    let (_folder, store) = store().await;
    let people = [guest(&store).await, guest(&store).await, guest(&store).await];
    let new = new_match(&store, &people[0], [NewSitter::Person(people[0].id.clone()), NewSitter::Open]);
    let id = new.row.id.clone();
    store.new_match(new).await.expect("it is kept");
    let take = |person: &PersonId| {
        let (store, id, sitter) = (store.clone(), id.clone(), NewSitter::Person(person.clone()));
        async move { store.take_seat(&id, None, sitter, 5).await }
    };
    let (one, other) = tokio::join!(take(&people[1].id), take(&people[2].id));
    assert_eq!([one.is_ok(), other.is_ok()].iter().filter(|ok| **ok).count(), 1, "{one:?} {other:?}");
    let found = store.listed(&id).await.expect("it is read").expect("it is there");
    assert_eq!((found.row.status, found.row.touched), (Status::Playing, 5), "the last seat begins the match");
    assert!(matches!(store.leave_seats(&id, &people[0].id).await, Err(StoreError::Missing { .. })));
    assert!(matches!(store.call_off(&id, 6).await, Err(StoreError::Missing { .. })));
}

#[tokio::test]
async fn a_match_that_gathers_can_be_left_and_called_off() {
    let (_folder, store) = store().await;
    let maker = guest(&store).await;
    let new = new_match(&store, &maker, [NewSitter::Person(maker.id.clone()), NewSitter::Open]);
    let id = new.row.id.clone();
    store.new_match(new).await.expect("it is kept");
    assert!(matches!(
        store.take_seat(&id, Some(0), NewSitter::Bot("captain".into()), 1).await,
        Err(StoreError::SeatTaken)
    ));
    store.leave_seats(&id, &maker.id).await.expect("the maker gets up");
    let found = store.listed(&id).await.expect("it is read").expect("it is there");
    assert!(found.seats.iter().all(|seat| seat.sitter == Sitter::Open));
    store.call_off(&id, 9).await.expect("it is called off");
    let found = store.listed(&id).await.expect("it is read").expect("it is there");
    assert_eq!(found.row.status, Status::Finished);
    assert_eq!(found.row.result.map(|result| result.ending), Some(Ending::Abandoned));
}

#[tokio::test]
async fn old_public_matches_that_found_nobody_are_called_off() {
    let (_folder, store) = store().await;
    let maker = guest(&store).await;
    let mut called = Vec::new();
    for (made, private, open) in [(10, false, true), (10, true, true), (10, false, false), (30, false, true)]
    {
        let other = if open { NewSitter::Open } else { NewSitter::Bot("captain".into()) };
        let mut new = new_match(&store, &maker, [NewSitter::Person(maker.id.clone()), other]);
        (new.row.made, new.row.private) = (made, private);
        if (made, private, open) == (10, false, true) {
            called.push(new.row.id.clone());
        }
        store.new_match(new).await.expect("it is kept");
    }
    assert_eq!(store.call_off_older(20, 40).await.expect("they are called off"), called);
    assert_eq!(store.unfinished_of(&maker.id).await.expect("they are counted"), 3);
}

#[tokio::test]
async fn bots_that_are_asked_and_clocks_are_found_after_a_restart() {
    let (_folder, store) = store().await;
    let maker = guest(&store).await;
    let bot = || NewSitter::Bot("captain".into());
    let me = || NewSitter::Person(maker.id.clone());
    let asked_bot = new_match(&store, &maker, [bot(), me()]);
    let idle_bot = new_match(&store, &maker, [me(), bot()]);
    let mut timed = new_match(&store, &maker, [me(), me()]);
    timed.row.clock =
        Some(sandtable_wire::Clock { bank: 60, increment: 0, expiry: sandtable_wire::Expiry::Loses });
    let mut finished = new_match(&store, &maker, [bot(), me()]);
    finished.row.status = Status::Finished;
    let mut wanted = vec![asked_bot.row.id.clone(), timed.row.id.clone()];
    wanted.sort();
    for new in [asked_bot, idle_bot, timed, finished] {
        store.new_match(new).await.expect("it is kept");
    }
    let mut live = store.live_matches().await.expect("they are read");
    live.sort();
    assert_eq!(live, wanted);
}

#[tokio::test]
async fn lists_have_pages_and_mine_begin_with_those_where_i_am_asked() {
    let (_folder, store) = store().await;
    let maker = guest(&store).await;
    for number in 0..7_i64 {
        let asked = number % 2 == 0;
        let me = NewSitter::Person(maker.id.clone());
        let bot = NewSitter::Bot("captain".into());
        // Seat 0 is asked in the opening.
        let mut new = new_match(&store, &maker, if asked { [me, bot] } else { [bot, me] });
        (new.row.made, new.row.touched) = (number, 100 + number);
        store.new_match(new).await.expect("it is kept");
    }
    let mut seen = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = store.list(List::Mine(&maker.id), cursor.as_ref(), 3).await.expect("it is read");
        seen.extend(page.matches.iter().map(|listed| listed.row.touched));
        let Some(next) = page.next else { break };
        cursor = Some(Cursor::parse(&next.to_string()).expect("what is written can be read"));
    }
    assert_eq!(seen, [106, 104, 102, 100, 105, 103, 101]);
    let playing = store.list(List::Playing, None, 50).await.expect("it is read");
    assert_eq!(
        playing.matches.iter().map(|listed| listed.row.made).collect::<Vec<_>>(),
        [6, 5, 4, 3, 2, 1, 0]
    );
    assert!(store.list(List::Open, None, 50).await.expect("it is read").matches.is_empty());
    let stranger = PersonId::random();
    assert!(store.list(List::Mine(&stranger), None, 50).await.expect("it is read").matches.is_empty());
    for wrong in ["", "1", "2.0.x", "1.x.0123456789abcdef", "1.0.short"] {
        assert_eq!(Cursor::parse(wrong), None, "{wrong}");
    }
}

#[tokio::test]
async fn private_matches_are_in_no_public_list() {
    let (_folder, store) = store().await;
    let maker = guest(&store).await;
    for (private, open) in [(true, true), (true, false), (false, true), (false, false)] {
        let other = if open { NewSitter::Open } else { NewSitter::Bot("captain".into()) };
        let mut new = new_match(&store, &maker, [NewSitter::Person(maker.id.clone()), other]);
        new.row.private = private;
        new.row.status = if open { Status::Gathering } else { Status::Playing };
        store.new_match(new).await.expect("it is kept");
    }
    for list in [List::Open, List::Playing] {
        let page = store.list(list, None, 50).await.expect("it is read");
        assert_eq!(page.matches.len(), 1);
        assert!(!page.matches[0].row.private);
    }
    assert_eq!(store.list(List::Mine(&maker.id), None, 50).await.expect("it is read").matches.len(), 4);
    assert_eq!(store.unfinished_of(&maker.id).await.expect("they are counted"), 4);
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_stays_the_same_person() {
    let (_folder, store) = store().await;
    let guest = guest(&store).await;
    let account = ("Ann", "ann", "$hash");
    let person = store.new_account(Some(&guest.id), account, None, 1, 2).await.expect("it is made");
    assert_eq!((person.id, person.guest), (guest.id.clone(), false));
    let found = store.account("ann").await.expect("it is read").expect("it is there");
    assert_eq!((found.person.name.as_str(), found.password.as_str()), ("Ann", "$hash"));
    assert!(matches!(store.new_account(None, account, None, 1, 2).await, Err(StoreError::NameTaken)));
    let twice = store.new_account(Some(&guest.id), ("Bea", "bea", "$hash"), None, 1, 2).await;
    assert!(matches!(twice, Err(StoreError::Missing { .. })), "an account is no guest any more: {twice:?}");
}

#[tokio::test]
async fn whoever_signs_in_takes_the_guests_matches_along_but_not_those_played_against_oneself() {
    let (_folder, store) = store().await;
    let ann = store.new_account(None, ("Ann", "ann", "$hash"), None, 1, 2).await.expect("it is made");
    let guest = guest(&store).await;
    let bot = NewSitter::Bot("captain".into());
    let alone = new_match(&store, &guest, [NewSitter::Person(guest.id.clone()), bot]);
    let against =
        new_match(&store, &guest, [NewSitter::Person(guest.id.clone()), NewSitter::Person(ann.id.clone())]);
    let (alone_id, against_id) = (alone.row.id.clone(), against.row.id.clone());
    store.new_match(alone).await.expect("it is kept");
    store.new_match(against).await.expect("it is kept");
    assert_eq!(store.adopt(&guest.id, &ann.id).await.expect("they move"), std::slice::from_ref(&alone_id));
    let alone = store.listed(&alone_id).await.expect("it is read").expect("it is there");
    assert_eq!((&alone.seats[0].sitter, &alone.row.maker), (&Sitter::Person(ann.clone()), &ann.id));
    let against = store.listed(&against_id).await.expect("it is read").expect("it is there");
    assert_eq!(against.seats[0].sitter, Sitter::Person(guest));
}

#[tokio::test]
async fn sessions_end_and_expire_and_tokens_are_taken_back() {
    let (_folder, store) = store().await;
    let secret = Secret::random();
    let guest = store.new_guest("Guest Auk 10", secret.hash(), 100, 200).await.expect("it is made");
    let who = |now| {
        let (store, hash) = (store.clone(), secret.hash());
        async move { store.session(hash, now).await.expect("it is read").map(|session| session.person) }
    };
    assert_eq!(who(199).await, Some(guest.clone()));
    assert_eq!(who(200).await, None, "it has expired");
    store.renew_session(secret.hash(), 150, 300).await.expect("it is noted");
    assert_eq!(who(250).await, Some(guest.clone()));
    assert_eq!(store.forget_expired(301).await.expect("they go"), 1);
    assert_eq!(who(250).await, None);

    let token = Secret::random();
    let made = store.new_token(&guest.id, "my bot", token.hash(), 5, 1).await.expect("it is made");
    let made = made.expect("one is allowed");
    assert_eq!(store.new_token(&guest.id, "more", Secret::random().hash(), 6, 1).await.expect("asked"), None);
    assert_eq!(store.bearer(token.hash()).await.expect("it is read"), Some(guest.clone()));
    assert_eq!(store.tokens(&guest.id).await.expect("they are read"), std::slice::from_ref(&made));
    let foreign = store.drop_token(&PersonId::random(), &made.id).await;
    assert!(matches!(foreign, Err(StoreError::Missing { .. })), "only its owner takes it back");
    store.drop_token(&guest.id, &made.id).await.expect("it is taken back");
    assert_eq!(store.bearer(token.hash()).await.expect("it is read"), None);
}

#[tokio::test]
async fn chat_is_numbered_within_its_match() {
    let (_folder, store) = store().await;
    let id = common::playing(&store).await;
    let speaker = guest(&store).await;
    let say = |text: &str| {
        let new = NewChat {
            person: speaker.id.clone(),
            name: speaker.name.clone(),
            seat: None,
            text: text.into(),
            at: 1,
        };
        let (store, id) = (store.clone(), id.clone());
        async move { store.say(&id, new).await }
    };
    for text in ["one", "two", "three"] {
        say(text).await.expect("it is kept");
    }
    let last = store.chat(&id, 2).await.expect("it is read");
    let last: Vec<_> = last.iter().map(|line| (line.number, line.text.as_str())).collect();
    assert_eq!(last, [(2, "two"), (3, "three")]);
}

#[tokio::test]
async fn a_state_is_set_without_a_decision() {
    let (_folder, store) = store().await;
    let id = common::playing(&store).await;
    let over = After { status: Status::Finished, waiting: 0, ..after(3) };
    store.set_state(&id, over).await.expect("it is set");
    let found = store.listed(&id).await.expect("it is read").expect("it is there");
    assert_eq!((found.row.status, found.row.decisions), (Status::Finished, 0));
    assert!(matches!(store.set_state(&MatchId::random(), after(0)).await, Err(StoreError::Missing { .. })));
}

#[tokio::test]
async fn addresses_are_counted_and_not_kept() {
    let (folder, store) = store().await;
    let address = std::net::IpAddr::from([192, 0, 2, 7]);
    let maker = guest(&store).await;
    let new = new_match(&store, &maker, [NewSitter::Open, NewSitter::Open]);
    store.new_match(new).await.expect("it is kept");
    assert_eq!(store.unfinished_from(store.origin(address)).await.expect("they are counted"), 1);
    store.close().await;
    let again = Store::open(&folder.path().join("data.db")).await.expect("it opens again");
    assert_eq!(again.unfinished_from(again.origin(address)).await.expect("they are counted"), 1);
    let bytes = std::fs::read(folder.path().join("data.db")).expect("it can be read");
    assert!(!bytes.windows(9).any(|window| window == b"192.0.2.7"));
}

#[tokio::test]
async fn a_review_comes_back_as_it_was_kept_and_a_later_one_takes_its_place() {
    let (_folder, store) = store().await;
    let id = common::playing(&store).await;
    assert_eq!(store.review(&id).await.expect("it is looked for"), None);
    for decisions in [3, 7] {
        let moment = Moment { step: 2, turn: None, seat: Some(1), chances: vec![0.1 + 0.2, 0.7] };
        let review = Review {
            title: "Somewhere".into(),
            seats: Vec::new(),
            moments: vec![moment],
            mistakes: Vec::new(),
            throws: Vec::new(),
            decisions,
            passed: 0,
            playouts: 128,
        };
        store.keep_review(&id, &review).await.expect("it is kept");
        assert_eq!(store.review(&id).await.expect("it is read"), Some(review));
    }
    let review = store.review(&id).await.expect("it is read").expect("it is there");
    let lost = store.keep_review(&MatchId::random(), &review).await;
    assert!(matches!(lost, Err(StoreError::Missing { what: "match" })), "{lost:?}");
}
