//! Hints: for one's own question, where the match allows them.

use sandtable_store::NewSitter;
use serde_json::{Value, json};

use crate::table::{House, Player, brisk};

async fn ask(player: &mut Player, seat: &Value, question: &Value) -> Value {
    player.ask(json!({ "type": "hint", "seat": seat, "question": question })).await
}

#[tokio::test]
async fn a_hint_names_choices_of_the_question_that_is_asked() {
    let house = House::open(brisk()).await;
    let (_, _, mut player) = house.alone("Ann", [5; 32]).await;
    let asked = player.sheet["asks"][0].clone();
    let answer = ask(&mut player, &asked["seat"], &asked["question"]).await;
    assert_eq!(answer["type"], "hint", "{answer}");
    let suggestions = answer["hint"]["suggestions"].as_array().expect("suggestions");
    assert!((1..=3).contains(&suggestions.len()));
    let menu = asked["menu"].as_array().expect("a menu");
    for suggestion in suggestions {
        assert!(menu.iter().any(|offered| offered["do"] == suggestion["do"]), "{suggestion}");
        let chance = suggestion["chance"].as_f64().expect("a chance");
        assert!((0.0..=1.0).contains(&chance));
    }
    let late = ask(&mut player, &asked["seat"], &json!(99)).await;
    assert_eq!(late["fault"]["kind"], "stale");
}

#[tokio::test]
async fn a_hint_that_is_asked_for_again_is_the_same_and_costs_nothing() {
    let house = House::open(brisk()).await;
    let (_, _, mut player) = house.alone("Ann", [5; 32]).await;
    let asked = player.sheet["asks"][0].clone();
    let first = ask(&mut player, &asked["seat"], &asked["question"]).await;
    for _ in 0..50 {
        let again = ask(&mut player, &asked["seat"], &asked["question"]).await;
        assert_eq!(again["hint"], first["hint"]);
    }
    player.decide(0).await;
    let asked = player.sheet["asks"][0].clone();
    let other = ask(&mut player, &asked["seat"], &asked["question"]).await;
    assert_eq!(other["type"], "hint", "{other}");
    assert_ne!(other["hint"], first["hint"], "it is another question");
}

#[tokio::test]
async fn a_match_without_hints_gives_none_and_nobody_asks_for_another() {
    let house = House::open(brisk()).await;
    let (ann, bea) = (house.person("Ann").await, house.person("Bea").await);
    let sitters = || [NewSitter::Person(ann.id.clone()), NewSitter::Person(bea.id.clone())];
    for hints in [false, true] {
        let id = house.begin_with([5; 32], sitters(), None, |row| row.hints = hints).await;
        let waiting = house.view(&id, None).await["waiting"][0].clone();
        let (own, other) = if waiting == 0 { (&ann, &bea) } else { (&bea, &ann) };
        let mut player = house.sit(&id, Some(own)).await;
        let question = player.sheet["asks"][0]["question"].clone();
        if !hints {
            let answer = ask(&mut player, &waiting, &question).await;
            assert_eq!(answer["fault"]["kind"], "not-yours", "{answer}");
        }
        let mut stranger = house.sit(&id, Some(other)).await;
        let answer = ask(&mut stranger, &waiting, &question).await;
        assert_eq!(answer["fault"]["kind"], "not-yours", "{answer}");
    }
}
