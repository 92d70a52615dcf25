//! Games on offer, matches made, joined, left and called off.

mod common;

use common::{House, bot, denmark_strait, me, open};
use serde_json::{Value, json};

fn at(card: &Value, rest: &str) -> String {
    format!("/api/matches/{}{rest}", card["id"].as_str().expect("an id"))
}

#[tokio::test]
async fn games_are_on_offer_with_scenarios_rules_and_pictures() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let games = visitor.get("/api/games").await.ok();
    let game = &games[0];
    assert_eq!(game["id"], "dreadnoughts");
    assert!(game["introduction"].as_str().is_some_and(|text| text.len() > 200));
    assert_eq!(game["bots"][0]["id"], "random");
    for scenario in game["scenarios"].as_array().expect("scenarios") {
        let id = scenario["id"].as_str().expect("an id");
        let scene = visitor.get(&format!("/api/games/dreadnoughts/scenarios/{id}/scene")).await.ok();
        assert!(scene["boards"].as_array().is_some_and(|boards| !boards.is_empty()), "{id}");
    }
    let rules = visitor.get("/api/games/dreadnoughts/rules").await;
    assert!(rules.header("content-type").starts_with("text/markdown"));
    assert!(rules.text().contains("6.7"));
    for path in ["/api/games/chess/rules", "/api/games/dreadnoughts/scenarios/midway/scene"] {
        assert_eq!(visitor.get(path).await.fault(404).0, "not-found");
    }
    assert_eq!(visitor.cookie, None, "looking makes nobody a guest");
    house.close().await;
}

#[tokio::test]
async fn a_match_against_a_bot_is_played_at_once() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let card = visitor.post("/api/matches", &denmark_strait(&json!([me(), bot()]))).await.ok();
    assert_eq!(card["status"], "playing");
    assert_eq!(card["seats"][0]["yours"], true);
    assert_eq!(card["seats"][1]["sitter"], json!({ "kind": "bot", "bot": "captain" }));
    assert_eq!(card["seedHash"].as_str().map(str::len), Some(64));
    assert_eq!(card["turn"], 1);
    assert!(card["waiting"].as_array().is_some_and(|seats| !seats.is_empty()), "{card}");
    assert_eq!(visitor.get(&at(&card, "")).await.ok()["id"], card["id"]);
    house.close().await;
}

#[tokio::test]
async fn hints_are_for_those_who_meet_no_other_person_unless_the_maker_says_so() {
    let house = House::open().await;
    let mut ann = house.guest().await;
    let plans = [
        (json!([me(), bot()]), json!(null), true),
        (json!([me(), me()]), json!(null), true),
        (json!([me(), open()]), json!(null), false),
        (json!([me(), open()]), json!(true), true),
        (json!([me(), bot()]), json!(false), false),
    ];
    for (seats, hints, wanted) in plans {
        let mut new = denmark_strait(&seats);
        new["hints"] = hints;
        let card = ann.post("/api/matches", &new).await.ok();
        assert_eq!(card["hints"], wanted, "{new}");
    }
    house.close().await;
}

#[tokio::test]
async fn two_people_gather_and_the_match_begins() {
    let house = House::open().await;
    let (mut ann, mut bea) = (house.guest().await, house.visitor());
    let card = ann.post("/api/matches", &denmark_strait(&json!([me(), open()]))).await.ok();
    assert_eq!((&card["status"], &card["waiting"]), (&json!("gathering"), &json!([])));
    let listed = bea.get("/api/matches?list=open").await.ok();
    assert_eq!(listed["matches"][0]["id"], card["id"]);
    assert_eq!(listed["matches"][0]["invitation"], Value::Null, "invitations are for those who sit there");
    assert_eq!(bea.post(&at(&card, "/join"), &json!({ "seat": 0 })).await.fault(409).0, "full");
    assert_eq!(bea.post(&at(&card, "/join"), &json!({ "seat": 9 })).await.fault(400).1, "seat");
    let joined = bea.post(&at(&card, "/join"), &json!({})).await.ok();
    assert_eq!((&joined["status"], &joined["seats"][1]["yours"]), (&json!("playing"), &json!(true)));
    let again = bea.post(&at(&card, "/join"), &json!({})).await.ok();
    assert_eq!(again["seats"], joined["seats"], "a request that was sent twice does no harm");
    assert_eq!(house.guest().await.post(&at(&card, "/join"), &json!({})).await.fault(409).0, "full");
    assert_eq!(bea.get("/api/matches?list=open").await.ok()["matches"], json!([]));
    assert_eq!(bea.get("/api/matches?list=playing").await.ok()["matches"][0]["id"], card["id"]);
    assert_eq!(ann.post(&at(&card, "/leave"), &json!({})).await.fault(403).0, "not-yours");
    assert_eq!(ann.post(&at(&card, "/cancel"), &json!({})).await.fault(403).0, "not-yours");
    house.close().await;
}

#[tokio::test]
async fn a_private_match_is_for_the_invited() {
    let house = House::open().await;
    let (mut ann, mut bea) = (house.guest().await, house.guest().await);
    let mut new = denmark_strait(&json!([me(), open()]));
    new["private"] = json!(true);
    let card = ann.post("/api/matches", &new).await.ok();
    let code = card["invitation"].as_str().expect("an invitation").to_owned();
    assert_eq!(bea.get("/api/matches?list=open").await.ok()["matches"], json!([]));
    for path in [at(&card, ""), at(&card, "?invitation=0000"), at(&card, "?invitation=")] {
        assert_eq!(bea.get(&path).await.fault(404).0, "not-found");
    }
    for body in [json!({}), json!({ "invitation": "wrong" })] {
        assert_eq!(bea.post(&at(&card, "/join"), &body).await.fault(404).0, "not-found");
    }
    let seen = bea.get(&at(&card, &format!("?invitation={code}"))).await.ok();
    assert_eq!(seen["invitation"], Value::Null, "whoever has it need not be told");
    bea.post(&at(&card, "/join"), &json!({ "invitation": code })).await.ok();
    assert_eq!(bea.get(&at(&card, "")).await.ok()["status"], "playing");
    let missing = house.guest().await.get("/api/matches/0123456789abcdef").await;
    let hidden = house.guest().await.get(&at(&card, "")).await;
    assert_eq!(missing.body, hidden.body, "a hidden match looks like none");
    house.close().await;
}

#[tokio::test]
async fn only_the_maker_gives_seats_to_bots_and_calls_off() {
    let house = House::open().await;
    let (mut ann, mut bea) = (house.guest().await, house.guest().await);
    let card = ann.post("/api/matches", &denmark_strait(&json!([me(), open()]))).await.ok();
    let give = json!({ "seat": 1, "bot": "captain" });
    assert_eq!(bea.post(&at(&card, "/bot"), &give).await.fault(403).0, "not-yours");
    assert_eq!(bea.post(&at(&card, "/cancel"), &json!({})).await.fault(403).0, "not-yours");
    assert_eq!(bea.post(&at(&card, "/leave"), &json!({})).await.fault(403).0, "not-yours");
    assert_eq!(house.visitor().post(&at(&card, "/cancel"), &json!({})).await.fault(401).0, "sign-in-first");
    let wrong = json!({ "seat": 1, "bot": "deep-thought" });
    assert_eq!(ann.post(&at(&card, "/bot"), &wrong).await.fault(400).1, "bot");
    let taken = json!({ "seat": 0, "bot": "captain" });
    assert_eq!(ann.post(&at(&card, "/bot"), &taken).await.fault(409).0, "full");
    assert_eq!(ann.post(&at(&card, "/bot"), &give).await.ok()["status"], "playing");

    let other = ann.post("/api/matches", &denmark_strait(&json!([me(), open()]))).await.ok();
    let left = ann.post(&at(&other, "/leave"), &json!({})).await.ok();
    assert_eq!(left["seats"][0]["sitter"]["kind"], "open");
    let called = ann.post(&at(&other, "/cancel"), &json!({})).await.ok();
    assert_eq!(
        (&called["status"], &called["result"]["ending"]["kind"]),
        (&json!("finished"), &json!("abandoned"))
    );
    assert_eq!(bea.post(&at(&other, "/join"), &json!({})).await.fault(409).0, "over");
    house.close().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_new_match_is_named() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let good = denmark_strait(&json!([me(), bot()]));
    let cases = [
        ("game", json!("chess"), 400, "malformed", "game"),
        ("seats", json!([me()]), 400, "malformed", "seats"),
        ("seats", json!([me(), { "kind": "bot", "bot": "x" }]), 400, "malformed", "seats[1].bot"),
        ("clock", json!({ "bank": 5, "increment": 0, "expiry": "loses" }), 400, "malformed", "clock.bank"),
        (
            "clock",
            json!({ "bank": 60, "increment": 9_999_999, "expiry": "bot" }),
            400,
            "malformed",
            "clock.increment",
        ),
        ("scenario", json!({ "shipped": { "id": "midway" } }), 422, "setup", ""),
        ("scenario", json!({ "own": { "file": "x.toml", "text": "turns = \"many\"" } }), 422, "setup", ""),
        ("options", json!({ "no-such-option": true }), 422, "setup", ""),
        ("unknown", json!(1), 400, "malformed", ""),
    ];
    for (name, value, status, kind, field) in cases {
        let mut new = good.clone();
        new[name] = value;
        let reply = visitor.post("/api/matches", &new).await;
        assert_eq!(reply.fault(status), (kind.into(), field.into()), "{name}: {}", reply.text());
        if kind == "setup" {
            assert!(reply.json()["problems"][0]["what"].is_string(), "{}", reply.text());
        }
    }
    assert_eq!(visitor.get("/api/matches?list=mine").await.ok()["matches"], json!([]));
    house.close().await;
}

#[tokio::test]
async fn a_scenario_of_ones_own_is_checked_and_played() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let text = r#"
format = 1
id = "duel"
title = "A duel at dawn"
date = "1941-05-24"
time = "06:00"
turns = 6
opens-with = "combat"
first-player = "british"
map = { columns = 27, rows = 18, north = 1 }
torpedoes = { range = 6, far-from = 4 }
visibility = []
victory = { for = "british", decisive = 20, marginal = 10, other-marginal = -10, other-decisive = -20 }
[[side]]
id = "british"
name = "British"
ship = [{ ship = "hms-hood", hex = "0610", heading = "NE", speed = "standard" }]
[[side]]
id = "german"
name = "German"
ship = [{ ship = "km-bismarck", hex = "1406", heading = "SW", speed = "standard" }]
"#;
    let path = "/api/games/dreadnoughts/scenario";
    let card = visitor.post(path, &json!({ "file": "duel.toml", "text": text })).await.ok();
    assert_eq!((&card["title"], &card["sides"][1]["id"]), (&json!("A duel at dawn"), &json!("german")));
    let broken = text.replace("\"standard\" }]", "\"fast\" }]");
    let reply = visitor.post(path, &json!({ "file": "duel.toml", "text": broken })).await;
    assert_eq!(reply.fault(422).0, "setup");
    assert!(reply.json()["problems"][0]["line"].is_number(), "{}", reply.text());
    let mut new = denmark_strait(&json!([me(), me()]));
    new["scenario"] = json!({ "own": { "file": "duel.toml", "text": text } });
    let made = visitor.post("/api/matches", &new).await.ok();
    assert_eq!((&made["title"], &made["scenario"]), (&json!("A duel at dawn"), &Value::Null));
    house.close().await;
}

#[tokio::test]
async fn mine_to_move_come_first_and_pages_follow_each_other() {
    let house = House::open_with(|settings| settings.bounds.matches_of_guest = 100).await;
    let mut visitor = house.guest().await;
    let mut made = std::collections::BTreeSet::new();
    for number in 0..53 {
        let seats = if number % 2 == 0 { json!([me(), open()]) } else { json!([me(), me()]) };
        made.insert(visitor.sets_up(&denmark_strait(&seats)).await);
    }
    let first = visitor.get("/api/matches?list=mine").await.ok();
    let cards = first["matches"].as_array().expect("matches");
    assert_eq!(cards.len(), 50);
    let turns: Vec<bool> = cards.iter().map(|card| card["yourTurn"] == true).collect();
    assert!(turns[..26].iter().all(|turn| *turn) && turns[26..].iter().all(|turn| !turn), "{turns:?}");
    let next = first["next"].as_str().expect("there is more");
    let second = visitor.get(&format!("/api/matches?list=mine&after={next}")).await.ok();
    assert_eq!((second["matches"].as_array().map(Vec::len), &second["next"]), (Some(3), &Value::Null));
    for card in cards.iter().chain(second["matches"].as_array().expect("matches")) {
        assert!(made.remove(card["id"].as_str().expect("an id")), "each comes once");
    }
    assert!(made.is_empty(), "none is left out");
    assert_eq!(visitor.get("/api/matches?list=mine&after=nonsense").await.fault(400).1, "after");
    assert_eq!(visitor.get("/api/matches?list=everybodys").await.fault(400).0, "malformed");
    assert_eq!(visitor.get("/api/matches").await.fault(400).0, "malformed");
    house.close().await;
}

#[tokio::test]
async fn a_guest_has_only_so_many_matches() {
    let house = House::open_with(|settings| {
        settings.bounds.matches_of_guest = 2;
        settings.bounds.matches_by_address = 3;
    })
    .await;
    let new = denmark_strait(&json!([me(), open()]));
    let mut visitor = house.guest().await;
    let first = visitor.post("/api/matches", &new).await.ok();
    visitor.post("/api/matches", &new).await.ok();
    let third = visitor.post("/api/matches", &new).await;
    assert_eq!(third.fault(429).0, "too-many");
    assert!(!third.header("retry-after").is_empty());
    visitor.post(&at(&first, "/cancel"), &json!({})).await.ok();
    visitor.post("/api/matches", &new).await.ok();
    let mut other = house.guest().await;
    other.post("/api/matches", &new).await.ok();
    assert_eq!(other.post("/api/matches", &new).await.fault(429).0, "too-many", "three from one address");
    house.close().await;
}
