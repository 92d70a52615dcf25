//! What a seat is sent does not depend on what the other has decided in secret.

use sandtable_engine::chance::Seed;
use sandtable_store::NewSitter;
use serde_json::{Value, json};

use crate::table::{House, Player, brisk};

/// Two people at a match with known dice.
struct Duel {
    ann: Player,
    bob: Player,
    spectator: Player,
}

async fn duel(house: &House, seed: Seed) -> Duel {
    let (ann, bob) = (house.person("Ann").await, house.person("Bob").await);
    let sitters = [NewSitter::Person(ann.id.clone()), NewSitter::Person(bob.id.clone())];
    let id = house.begin(seed, sitters, None).await;
    Duel {
        ann: house.sit(&id, Some(&ann)).await,
        bob: house.sit(&id, Some(&bob)).await,
        spectator: house.sit(&id, None).await,
    }
}

impl Duel {
    fn both_are_asked(&self) -> bool {
        self.ann.asked() && self.bob.asked()
    }

    /// One decision of whoever is asked, the same in every world.
    async fn step(&mut self, number: usize) {
        let player = if self.ann.asked() { &mut self.ann } else { &mut self.bob };
        assert!(player.asked(), "somebody is asked");
        player.decide(number * 7).await;
        self.ann.pending();
        self.bob.pending();
        self.spectator.pending();
    }

    /// Bob gives orders without saying that he is done: everything that he can change in secret.
    async fn bob_in_secret(&mut self, place: usize) -> usize {
        let mut decided = 0;
        for round in 0..4 {
            let ask = &self.bob.sheet["asks"][0];
            let menu = ask["menu"].as_array().expect("a menu");
            // The orders of ships are about pieces; what ends the phase is a button.
            let orders: Vec<usize> = (0..menu.len()).filter(|at| is_order(&menu[*at])).collect();
            if orders.is_empty() {
                break;
            }
            self.bob.decide(orders[(place + round) % orders.len()]).await;
            decided += 1;
        }
        decided
    }
}

fn is_order(item: &Value) -> bool {
    item["do"].to_string().contains("give") || item["offer"]["target"]["kind"] == "piece"
}

/// Frames without what differs from match to match: ids of matches and people, times, seeds.
fn plain(frames: &[String]) -> Vec<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["id", "invitation", "seedHash", "made", "touched"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let read = |frame: &String| {
        let mut value = serde_json::from_str(frame).expect("JSON");
        strip(&mut value);
        value
    };
    frames.iter().map(read).collect()
}

#[tokio::test]
async fn the_frames_of_a_seat_are_the_same_whatever_the_other_orders_in_secret() {
    let house = House::open(brisk()).await;
    let mut phases = 0;
    for before in [0_usize, 1, 12, 30, 55] {
        let mut worlds = Vec::new();
        let mut secret_decisions = 0;
        for world in 0..2_usize {
            let mut duel = duel(&house, [7; 32]).await;
            let mut number = 0;
            // Both worlds are the same up to here, and then go on until both are asked at once.
            while number < before || !duel.both_are_asked() {
                duel.step(number).await;
                number += 1;
                assert!(number < 400, "both are asked again and again");
            }
            let shown = duel.ann.frames.len();
            let moment = duel.ann.sheet["moment"].clone();
            secret_decisions += duel.bob_in_secret(world * 3).await;
            let ask = duel.ann.sheet["asks"][0].clone();
            let (seat, question) = (ask["seat"].clone(), ask["question"].clone());
            let choice = ask["menu"][0]["do"].clone();
            // Whatever Ann asks now is answered alike.
            duel.ann.ask(json!({ "type": "whyNot", "seat": seat, "question": question })).await;
            duel.ann.ask(json!({ "type": "odds", "seat": seat, "question": question, "do": choice })).await;
            duel.ann.ask(json!({ "type": "ping" })).await;
            assert_eq!(duel.ann.sheet["moment"], moment, "what is secret makes no news");
            assert_eq!(duel.ann.frames.len(), shown + 3, "only the answers came");
            // Her own decision is told with what she may see.
            duel.ann.decide(0).await;
            duel.spectator.pending();
            worlds.push((plain(&duel.ann.frames), plain(&duel.spectator.frames), plain(&duel.bob.frames)));
        }
        assert!(secret_decisions > 0, "there is something secret to decide");
        let [(ann, looker, bob), (other_ann, other_looker, other_bob)] = &worlds[..] else { unreachable!() };
        assert_eq!(ann, other_ann, "after {before} decisions");
        assert_eq!(looker, other_looker, "after {before} decisions");
        assert_ne!(bob, other_bob, "the worlds differ for whoever made them differ");
        phases += 1;
    }
    assert_eq!(phases, 5);
}
