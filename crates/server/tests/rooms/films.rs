//! What is told piece by piece adds up to what is told at once, and moments have the same numbers live and in films.

use sandtable_engine::record::Entry;
use sandtable_server::rooms::{Eye, film};
use sandtable_store::{MatchId, NewSitter, Person};
use sandtable_wire::MatchCard;
use serde_json::{Value, json};

use crate::table::{House, Player, brisk};

/// A page that keeps its scene and log by what it is told.
#[derive(Default)]
struct Page {
    scene: Value,
    log: Vec<Value>,
    moments: Vec<u64>,
    read: usize,
}

impl Page {
    fn catch_up(&mut self, player: &Player) {
        for frame in &player.frames[self.read..] {
            let message: Value = serde_json::from_str(frame).expect("JSON");
            if message["type"] == "view" {
                self.scene = message["view"]["scene"].clone();
                self.log.clone_from(message["view"]["log"].as_array().expect("a log"));
            } else if message["type"] == "news" {
                self.apply(&message["news"]);
            }
        }
        self.read = player.frames.len();
    }

    fn apply(&mut self, news: &Value) {
        self.moments.push(news["moment"].as_u64().expect("a number"));
        for (name, part) in news["scene"].as_object().expect("a patch") {
            match name.as_str() {
                "pieces" => {
                    let pieces = self.scene["pieces"].as_array_mut().expect("pieces");
                    for piece in part.as_array().expect("pieces") {
                        match pieces.iter_mut().find(|old| old["key"] == piece["key"]) {
                            Some(old) => *old = piece.clone(),
                            None => pieces.push(piece.clone()),
                        }
                    }
                }
                "gone" => {
                    let gone = part.as_array().expect("keys");
                    self.scene["pieces"]
                        .as_array_mut()
                        .expect("pieces")
                        .retain(|piece| !gone.contains(&piece["key"]));
                }
                _ => self.scene[name] = part.clone(),
            }
        }
        if let Some(from) = news["log"]["from"].as_u64() {
            self.log.truncate(usize::try_from(from).expect("small"));
            self.log.extend(news["log"]["lines"].as_array().expect("lines").iter().cloned());
        }
    }

    /// Two scenes are the same if their pieces are, in whatever order.
    fn check(&self, view: &Value) {
        let sorted = |scene: &Value| {
            let mut scene = scene.clone();
            scene["pieces"].as_array_mut().expect("pieces").sort_by_key(|piece| piece["key"].to_string());
            scene
        };
        assert_eq!(sorted(&self.scene), sorted(&view["scene"]));
        assert_eq!(json!(self.log), view["log"]);
    }
}

async fn film_of(house: &House, id: &MatchId, eye: Eye, card: MatchCard) -> Value {
    serde_json::to_value(film(&house.past(id).await, eye, card).expect("a film")).expect("JSON")
}

fn card_of(stored: &sandtable_store::StoredMatch) -> MatchCard {
    let row = &stored.listed.row;
    MatchCard {
        id: row.id.to_string(),
        game: row.game.clone(),
        game_title: String::new(),
        title: row.title.clone(),
        scenario: row.scenario.clone(),
        options: row.options.clone(),
        status: row.status,
        seats: Vec::new(),
        private: row.private,
        hints: row.hints,
        yours: false,
        invitation: None,
        clock: row.clock,
        waiting: Vec::new(),
        your_turn: false,
        turn: row.turn,
        result: row.result.clone(),
        seed_hash: row.seed_hash.clone(),
        made: row.made,
        touched: row.touched,
    }
}

async fn duel(house: &House) -> (MatchId, Person, Person) {
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Person(bob.id.clone())];
    (house.begin([3; 32], sitters, None).await, ann, bob)
}

#[tokio::test]
async fn news_add_up_to_the_view_and_moments_have_the_numbers_of_the_film() {
    let house = House::open(brisk()).await;
    let (id, ann, bob) = duel(&house).await;
    let mut players = [house.sit(&id, Some(&ann)).await, house.sit(&id, Some(&bob)).await];
    let mut looker = house.sit(&id, None).await;
    let mut pages = [Page::default(), Page::default(), Page::default()];
    let (mut undone, mut number) = (0, 0_usize);
    while number < 150 && players[0].sheet["result"].is_null() {
        let turn = usize::from(!players[0].asked() || number % 3 == 0 && players[1].asked());
        let player = &mut players[turn];
        let ask = player.sheet["asks"][0].clone();
        if ask["canUndo"] == true && number % 5 == 0 {
            let (seat, question) = (ask["seat"].clone(), ask["question"].clone());
            let answer = player.ask(json!({ "type": "undo", "seat": seat, "question": question })).await;
            assert_eq!(answer["type"], "done", "{answer}");
            undone += 1;
        } else {
            player.decide(number * 11).await;
        }
        for player in &mut players {
            drop(player.pending());
        }
        looker.pending();
        number += 1;
    }
    assert!(undone > 0, "something was taken back");
    for (player, page) in players.iter().chain([&looker]).zip(&mut pages) {
        page.catch_up(player);
    }
    for (person, page) in [Some(&ann), Some(&bob), None].into_iter().zip(&pages) {
        let view = house.view(&id, person).await;
        page.check(&view);
        assert_eq!(view["moment"].as_u64(), page.moments.last().copied());
        let counted: Vec<u64> = (1..=page.moments.len() as u64).collect();
        assert_eq!(page.moments, counted, "moments count up by one");
    }
    let stored = house.store.load_match(&id).await.expect("it reads").expect("it is there");
    let record = house.past(&id).await.record;
    let seats = &stored.listed.seats;
    for (person, (player, page)) in
        [Some(&ann), Some(&bob), None].into_iter().zip(players.iter().chain([&looker]).zip(&pages))
    {
        let eye = Eye::of(seats, person.map(|person| &person.id), None).expect("own eyes");
        let shown = film_of(&house, &id, eye, card_of(&stored)).await;
        let news = shown["news"].as_array().expect("news");
        let live: Vec<Value> = player
            .frames
            .iter()
            .map(|frame| serde_json::from_str::<Value>(frame).expect("JSON"))
            .filter(|message| message["type"] == "news")
            .map(|message| message["news"].clone())
            .collect();
        assert_eq!(news.len(), live.len());
        for (shown, live) in news.iter().zip(&live) {
            for part in ["moment", "by", "scene", "log", "waiting", "result"] {
                assert_eq!(shown[part], live[part], "{part} of moment {}", live["moment"]);
            }
        }
        assert_eq!(page.moments.len(), news.len());
        // The entry that led to each moment is the last one that it counts.
        let entries: Vec<usize> = serde_json::from_value(shown["entries"].clone()).expect("numbers");
        assert_eq!((entries[0], entries.len()), (0, news.len() + 1));
        assert!(entries.is_sorted_by(|before, after| before < after), "{entries:?}");
        for (count, news) in entries[1..].iter().zip(news) {
            let maker = match &record.decisions[count - 1] {
                Entry::Choice { seat, .. } => *seat,
                Entry::Undo { undo } => *undo,
            };
            assert_eq!(news["by"], maker.0);
        }
    }
}

#[tokio::test]
async fn whoever_comes_again_finds_the_same_moment_and_misses_nothing() {
    let house = House::open(brisk()).await;
    let (id, ann, bob) = duel(&house).await;
    let mut stays = house.sit(&id, Some(&ann)).await;
    let mut goes = house.sit(&id, Some(&bob)).await;
    for number in 0..40_usize {
        let player = if stays.asked() { &mut stays } else { &mut goes };
        player.decide(number * 5).await;
        stays.pending();
        goes.pending();
    }
    let before = goes.sheet["moment"].clone();
    drop(goes);
    let house = house.reopen(brisk()).await;
    let again = house.sit(&id, Some(&bob)).await;
    assert_eq!(again.sheet["moment"], before, "counted anew after a restart");
    let mut stays = house.sit(&id, Some(&ann)).await;
    assert_eq!(again.sheet["waiting"], stays.sheet["waiting"]);
    if stays.asked() {
        stays.decide(1).await;
    }
}

#[tokio::test]
async fn a_resigned_match_has_one_moment_more_live_and_in_the_film() {
    let house = House::open(brisk()).await;
    let (id, ann, bob) = duel(&house).await;
    let mut winner = house.sit(&id, Some(&ann)).await;
    let mut loser = house.sit(&id, Some(&bob)).await;
    winner.decide(0).await;
    let before = winner.sheet["moment"].as_u64().expect("a number");
    let answer = loser.ask(json!({ "type": "resign", "seat": 1 })).await;
    assert_eq!(answer["type"], "done", "{answer}");
    while winner.sheet["result"].is_null() {
        winner.next().await;
    }
    assert_eq!(winner.sheet["result"]["ending"], json!({ "kind": "resigned", "seat": 1 }));
    assert_eq!(winner.sheet["result"]["winners"], json!([0]));
    assert_eq!(winner.sheet["moment"], before + 1);
    assert_eq!(winner.sheet["waiting"], json!([]));
    let answer = winner.ask(json!({ "type": "resign", "seat": 0 })).await;
    assert_eq!(answer["fault"]["kind"], "over");
    let stored = house.store.load_match(&id).await.expect("it reads").expect("it is there");
    let shown = film_of(&house, &id, Eye::Umpire, card_of(&stored)).await;
    let last = shown["news"].as_array().and_then(|news| news.last()).expect("news").clone();
    assert_eq!(last["result"]["ending"]["kind"], "resigned");
    let house = house.reopen(brisk()).await;
    assert_eq!(house.view(&id, Some(&ann)).await["moment"], before + 1, "counted anew");
}
