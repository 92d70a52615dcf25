//! A store with a match whose dice are known, and people at the table.

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use sandtable_catalog::find;
use sandtable_engine::chance::{Seed, Seeded};
use sandtable_engine::{Setup, Viewer};
use sandtable_server::rooms::{Act, Command, Hub, Out, Outcome, Pace, Past, Table, Visitor, read};
use sandtable_store::{
    Invitation, MatchId, MatchRow, NewMatchRow, NewSeat, NewSitter, Person, Secret, Store, StoredMatch,
};
use sandtable_wire::{Clock, Status};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// What is played.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    pub game: &'a str,
    pub scenario: &'a str,
}

/// The usual small match.
const DENMARK: Plan<'static> = Plan { game: "dreadnoughts", scenario: "denmark-strait-1941" };

/// A store with its rooms.
pub struct House {
    pub store: Store,
    pub hub: Hub,
    folder: TempDir,
}

pub fn brisk() -> Pace {
    Pace { bot: Duration::ZERO, idle_bot: Duration::ZERO, ..Pace::default() }
}

impl House {
    pub async fn open(pace: Pace) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, hub) = Self::start(folder.path(), pace).await;
        Self { store, hub, folder }
    }

    async fn start(folder: &Path, pace: Pace) -> (Store, Hub) {
        let store = Store::open(&folder.join("data.db")).await.expect("a store");
        let hub = Hub::new(store.clone(), pace);
        hub.resume().await;
        (store, hub)
    }

    /// Stops in order and starts again.
    pub async fn reopen(self, pace: Pace) -> Self {
        self.hub.close().await;
        self.store.close().await;
        let (store, hub) = Self::start(self.folder.path(), pace).await;
        Self { store, hub, folder: self.folder }
    }

    pub async fn person(&self, name: &str) -> Person {
        let secret = Secret::random();
        self.store.new_guest(name, secret.hash(), 0, i64::MAX).await.expect("a guest")
    }

    /// A match that is being played, with these sitters and these dice.
    pub async fn begin(&self, seed: Seed, sitters: [NewSitter; 2], clock: Option<Clock>) -> MatchId {
        self.begin_with(seed, sitters, clock, |_| {}).await
    }

    /// The same with something changed.
    pub async fn begin_with(
        &self,
        seed: Seed,
        sitters: [NewSitter; 2],
        clock: Option<Clock>,
        change: impl FnOnce(&mut MatchRow),
    ) -> MatchId {
        self.begin_plan(DENMARK, seed, sitters, clock, change).await
    }

    /// The same of any game.
    pub async fn begin_plan(
        &self,
        plan: Plan<'_>,
        seed: Seed,
        sitters: impl IntoIterator<Item = NewSitter>,
        clock: Option<Clock>,
        change: impl FnOnce(&mut MatchRow),
    ) -> MatchId {
        let game = find(plan.game).expect("the game");
        let session = game.begin_seeded(Setup::shipped(plan.scenario), seed).expect("it can be set up");
        let scene = session.scene(Viewer::Spectator);
        let sitters: Vec<NewSitter> = sitters.into_iter().collect();
        let maker = sitters.iter().find_map(|sitter| match sitter {
            NewSitter::Person(person) => Some(person.clone()),
            NewSitter::Open | NewSitter::Bot(_) => None,
        });
        let maker = match maker {
            Some(maker) => maker,
            None => self.person("maker").await.id,
        };
        let seats = scene.sides.iter().zip(sitters);
        let mut new = NewMatchRow {
            row: MatchRow {
                id: MatchId::random(),
                game: plan.game.into(),
                rules: game.info().rules_version,
                title: scene.title.clone(),
                scenario: Some(plan.scenario.into()),
                options: std::collections::BTreeMap::default(),
                seed_hash: Seeded::commitment(&seed),
                status: Status::Playing,
                maker,
                private: false,
                invitation: Invitation::random(),
                clock,
                waiting: session.waiting().iter().fold(0, |bits, seat| bits | 1 << seat.0),
                turn: None,
                result: None,
                made: 0,
                touched: 0,
                decisions: 0,
                uploaded: false,
                hints: true,
            },
            origin: self.store.origin(IpAddr::from([127, 0, 0, 1])),
            setup: session.record().head.setup,
            seed,
            clocks: None,
            seats: seats
                .map(|(side, sitter)| NewSeat { side: side.key.clone(), name: side.name.clone(), sitter })
                .collect(),
            entries: Vec::new(),
        };
        change(&mut new.row);
        let id = new.row.id.clone();
        self.store.new_match(new).await.expect("it can be stored");
        id
    }

    /// A match that somebody plays on both sides, at the table.
    pub async fn alone(&self, name: &str, seed: Seed) -> (Person, MatchId, Player) {
        let person = self.person(name).await;
        let sitters = [NewSitter::Person(person.id.clone()), NewSitter::Person(person.id.clone())];
        let id = self.begin(seed, sitters, None).await;
        let player = self.sit(&id, Some(&person)).await;
        (person, id, player)
    }

    /// A match as it is stored, with its entries.
    pub async fn stored(&self, id: &MatchId) -> (StoredMatch, Vec<String>) {
        let stored = self.store.load_match(id).await.expect("it reads").expect("it is there");
        (stored, self.store.entries(id).await.expect("they read"))
    }

    /// A stored match, ready to be played again.
    pub async fn past(&self, id: &MatchId) -> Past {
        let (stored, entries) = self.stored(id).await;
        Past::of(&stored, &entries).expect("it can be played again")
    }

    pub async fn sit(&self, id: &MatchId, person: Option<&Person>) -> Player {
        let visitor = Visitor { person: person.cloned(), wanted: None, invitation: None };
        let (queue, messages) = mpsc::channel(64);
        let (table, key) = self.hub.attach(id, visitor, queue).await.expect("the table is open");
        let mut player =
            Player { table: Some(table), key, messages, frames: Vec::new(), sheet: Value::Null, next_id: 0 };
        player.next().await;
        player
    }

    pub async fn view(&self, id: &MatchId, person: Option<&Person>) -> Value {
        let visitor = Visitor { person: person.cloned(), wanted: None, invitation: None };
        match self.hub.call(id, visitor, Act::View).await.expect("a view") {
            Outcome::View(view) => serde_json::to_value(view).expect("JSON"),
            _ => panic!("a view was asked for"),
        }
    }
}

/// Somebody at the table, with all that they were sent.
pub struct Player {
    table: Option<Table>,
    key: u32,
    messages: mpsc::Receiver<Out>,
    pub frames: Vec<String>,
    /// The last view or news.
    pub sheet: Value,
    next_id: u32,
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            table.leave(self.key);
        }
    }
}

impl Player {
    /// The next message.
    pub async fn next(&mut self) -> Value {
        let out = timeout(Duration::from_mins(2), self.messages.recv()).await.expect("a message in time");
        match out.expect("the table is open") {
            Out::Text(text) => self.note(text.as_str()),
            Out::Close(code, why) => panic!("closed: {code} {why}"),
        }
    }

    /// What has come without waiting.
    pub fn pending(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Ok(Out::Text(text)) = self.messages.try_recv() {
            all.push(self.note(text.as_str()));
        }
        all
    }

    fn note(&mut self, text: &str) -> Value {
        self.frames.push(text.to_owned());
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["type"].as_str() {
            Some("view") => self.sheet = message["view"].clone(),
            Some("news") => self.sheet = message["news"].clone(),
            _ => {}
        }
        message
    }

    /// Sends something and gives the answer to it.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        self.next_id += 1;
        message["id"] = json!(self.next_id);
        let message = serde_json::from_value(message).expect("a message");
        let (id, act) = read(message);
        let table = self.table.as_ref().expect("the player sits");
        assert!(table.tell(Command::Message { key: self.key, id, act }).await);
        loop {
            let answer = self.next().await;
            if answer["id"] == json!(id) {
                return answer;
            }
        }
    }

    /// Whether the seat is asked something.
    pub fn asked(&self) -> bool {
        !self.sheet["asks"].as_array().is_none_or(Vec::is_empty)
    }

    /// Takes the choice of that place in the menu, counted round and round.
    pub async fn decide(&mut self, place: usize) -> Value {
        let ask = self.sheet["asks"][0].clone();
        let menu = ask["menu"].as_array().expect("a menu");
        let choice = menu[place % menu.len()]["do"].clone();
        let (seat, question) = (ask["seat"].clone(), ask["question"].clone());
        let answer =
            self.ask(json!({ "type": "decide", "seat": seat, "question": question, "do": choice })).await;
        assert_eq!(answer["type"], "done", "{answer}");
        answer
    }
}
