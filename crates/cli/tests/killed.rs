//! A server that is killed at random moments loses nothing that it acknowledged.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sandtable_engine::chance::Fast;
use sandtable_load::{Client, HotSeat, House};
use serde_json::Value;
use tokio::task::JoinHandle;

const PROGRAM: &str = env!("CARGO_BIN_EXE_sandtable");
const KILLS: u64 = 20;
const PLAYERS: u64 = 4;

/// Somebody who plays a match, and what the server has acknowledged.
struct Game {
    client: Client,
    id: String,
    /// Every decision on all seats of a match is one moment for whoever has them all.
    acknowledged: Arc<AtomicU32>,
    /// The log as it was last seen.
    log: Vec<Value>,
    whim: u64,
}

impl Game {
    async fn begin(house: &House, whim: u64) -> Self {
        let mut client = Client::guest(house.address()).await.expect("a guest");
        let id = client.hot_seat("dreadnoughts", "denmark-strait-1941").await.expect("a match");
        Self { client, id, acknowledged: Arc::default(), log: Vec::new(), whim }
    }

    /// Plays until the server is gone or the match is over; true if it is over.
    fn play(&mut self, house: &House) -> JoinHandle<bool> {
        self.client = self.client.at(house.address());
        self.whim += 1000;
        let (client, id, whim) = (self.client.clone(), self.id.clone(), self.whim);
        let acknowledged = self.acknowledged.clone();
        tokio::spawn(async move {
            let Ok(mut player) = HotSeat::sit(&client, &id, whim).await else { return false };
            while !player.over() {
                if player.decide().await.is_err() {
                    return false;
                }
                acknowledged.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(4)).await;
            }
            true
        })
    }

    /// Compares what is there with what was acknowledged.
    async fn check(&mut self, house: &House) {
        self.client = self.client.at(house.address());
        let view = self.client.get(&format!("/api/matches/{}/view", self.id)).await.expect("an answer");
        let view = view.json().expect("a view");
        let found = u32::try_from(view["moment"].as_u64().expect("a number")).expect("small");
        let known = self.acknowledged.load(Ordering::SeqCst);
        // One decision may have been stored and not yet acknowledged.
        assert!(found == known || found == known + 1, "{known} were acknowledged, {found} are there");
        self.acknowledged.store(found, Ordering::SeqCst);
        let log = view["log"].as_array().expect("a log").clone();
        assert!(log.starts_with(&self.log), "what was in the log stands");
        self.log = log;
        let asked = !view["asks"].as_array().expect("a list").is_empty();
        assert!(asked || !view["result"].is_null(), "play goes on, or is over");
    }

    /// Ends the match, and has the program verify the record.
    async fn verify(&mut self, folder: &Path) {
        // A match that is over already cannot be resigned, and need not be.
        let _ = self.client.post(&format!("/api/matches/{}/resign", self.id), r#"{"seat":0}"#).await;
        let reply = self.client.get(&format!("/api/matches/{}/record", self.id)).await.expect("an answer");
        assert_eq!(reply.status, 200, "{}", reply.body);
        let file = folder.join(format!("{}.json", self.id));
        std::fs::write(&file, &reply.body).expect("it can be written");
        let checked = Command::new(PROGRAM).arg("verify").arg(&file).output().expect("the program runs");
        let said = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
        assert!(said.contains("all from the published seed"), "{said}");
        let decisions = self.acknowledged.load(Ordering::SeqCst);
        assert!(said.starts_with(&format!("{decisions} decisions")), "{decisions} acknowledged: {said}");
    }
}

#[tokio::test]
async fn twenty_kills_lose_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut house = House::open(Path::new(PROGRAM), None).await.expect("it starts");
    let mut games = Vec::new();
    for whim in 0..PLAYERS {
        games.push(Game::begin(&house, whim).await);
    }
    let mut finished = Vec::new();
    let mut chance = Fast::new(20_26);
    for round in 0..KILLS {
        let playing: Vec<_> = games.iter_mut().map(|game| game.play(&house)).collect();
        tokio::time::sleep(Duration::from_millis(30 + u64::from(chance.below(300)))).await;
        house = house.kill_and_reopen().await.expect("it starts again");
        for (number, playing) in playing.into_iter().enumerate() {
            let over = playing.await.expect("the player did not fail");
            games[number].check(&house).await;
            if over {
                let next = Game::begin(&house, round * 10 + number as u64).await;
                finished.push(std::mem::replace(&mut games[number], next));
            }
        }
    }
    let played: u32 =
        games.iter().chain(&finished).map(|game| game.acknowledged.load(Ordering::SeqCst)).sum();
    assert!(played > 100, "only {played} decisions were played between the kills");
    for game in games.iter_mut().chain(&mut finished) {
        game.client = game.client.at(house.address());
        game.verify(folder.path()).await;
    }
    house.close().await.expect("it ends");
}
