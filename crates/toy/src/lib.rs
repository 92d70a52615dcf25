//! The smallest game that uses every part of the engine: a ridge of seven spaces, two sides, a card each.
//!
//! It is no game to play but one to test with: sealed bids, cut-up movement, a reaction, dice, hidden cards,
//! forced choices, options, points. Start reading at `sequence.rs`; `rules.md` has the rules.

mod audit;
mod data;
mod events;
mod judge;
mod offers;
mod phases;
mod scene;
mod secrets;
mod sequence;
mod setup;
mod table;
mod victory;

pub use data::{Card, Space, UnitId};
pub use events::Event;
pub use phases::{Answer, AnswerChoice, Assault, Bid, Losses, March, MarchChoice, Moving};
pub use sequence::Turn;
pub use table::{FirstMarch, Table, Unit};

use sandtable_engine::chance::Chance;
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Cx, GameInfo, Offer, OptionCard, Reckoning, Roll, Rules, ScenarioCard, Seat, Secret, Setup, SetupError,
    State, Thing, Viewer, frames,
};

/// The rules of the toy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toy;

frames!(Toy: Turn, Bid, March, Assault, Answer, Losses);

impl Rules for Toy {
    type Table = Table;
    type Frame = Frame;
    type Choice = Choice;
    type Event = Event;

    const INFO: &'static GameInfo = &GameInfo {
        id: "toy",
        title: "The Ridge",
        summary: "Two sides bid for the first march and fight for a ridge of seven spaces.",
        introduction: "Bid, march, fight.",
        seats: (2, 2),
        rules_version: 1,
        rules: include_str!("../rules.md"),
        rule_list: include_str!("../rules.toml"),
    };

    fn options() -> Vec<OptionCard> {
        setup::options()
    }

    fn scenarios() -> Vec<ScenarioCard> {
        setup::scenarios()
    }

    fn scenario_digest(id: &str) -> String {
        data::shipped(id)
            .map(|text| blake3::hash(text.as_bytes()).to_hex()[..16].to_owned())
            .unwrap_or_default()
    }

    fn read_scenario(file: &str, text: &str) -> Result<ScenarioCard, SetupError> {
        setup::read_scenario(file, text)
    }

    fn set_up(setup: &Setup, cx: &mut Cx<Self>) -> Result<(Table, Frame), SetupError> {
        setup::set_up(setup, cx)
    }

    fn seats(_: &Table) -> u8 {
        2
    }

    fn turn(state: &State<Self>) -> u16 {
        state.table.turn.into()
    }

    fn scene(state: &State<Self>, viewer: Viewer) -> Scene {
        scene::scene(state, viewer)
    }

    fn offer(state: &State<Self>, _: Seat, choice: &Choice) -> Offer {
        offers::offer(state, choice)
    }

    fn reckoning(state: &State<Self>, _: Seat, choice: &Choice) -> Option<Reckoning> {
        offers::reckoning(state, choice)
    }

    fn key(table: &Table, thing: Thing) -> String {
        match thing {
            Thing::Piece(number) => table.names().nth(number.into()).unwrap_or_default(),
            Thing::Space(number) => number.to_string(),
        }
    }

    fn narrate(table: &Table, event: &Event) -> String {
        events::narrate(table, event)
    }

    fn roll(table: &Table) -> Roll {
        Roll::new(table.names())
    }

    fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
        secrets::secrets(table, each);
    }

    fn deal(state: &mut State<Self>, chance: &mut dyn Chance) {
        secrets::deal(state, chance);
    }

    fn audit(state: &State<Self>) -> Result<(), String> {
        audit::audit(state)
    }

    fn universe(state: &State<Self>, _: Seat, each: &mut dyn FnMut(Choice)) {
        audit::universe(state, each);
    }

    fn judge(state: &State<Self>, seat: Seat) -> i32 {
        judge::judge(state, seat)
    }

    fn lead(_: &Table) -> i32 {
        100
    }

    fn remarks(before: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str)) {
        judge::remarks(before, after, each);
    }
}
