#![doc = include_str!("../README.md")]

mod audit;
mod battle_scene;
pub mod data;
mod events;
pub mod ids;
mod judge;
pub mod map;
mod odds;
mod offers;
mod phases;
mod questions;
pub mod scenario;
mod scene;
mod sequence;
mod setup;
mod table;
mod victory;

use sandtable_engine::chance::Chance;
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Annotation, Cx, GameInfo, Offer, OptionCard, ReadScenario, Reckoning, Roll, Rules, ScenarioCard, Seat,
    Secret, Setup, SetupError, State, Thing, Viewer, frames,
};

use phases::advance::Advance;
use phases::defensive_fire::DefensiveFire;
use phases::deployment::Deployment;
use phases::events::Emplacement;
use phases::fire::{Fire, Volley};
use phases::hit::Hit;
use phases::landing::Landing;
use phases::losses::Losses;
use phases::march::March;
use phases::movement::Movement;
use phases::retreat::Retreat;
use phases::shock::{Assault, Shock};
use sequence::Turn;

pub use events::Event;
pub use table::Table;

/// The rules of Santiago Campaign 1898.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Santiago;

frames!(
    Santiago: Turn, Deployment, Emplacement, Landing, Movement, March, Fire, Volley, Hit, Losses, Shock, Assault,
    DefensiveFire, Retreat, Advance
);

static INFO: GameInfo = GameInfo {
    id: "santiago-1898",
    title: "Santiago Campaign 1898",
    summary: "June 1898: land an army in Cuba, march through the jungle and storm the hills before Santiago, or hold them.",
    introduction: include_str!("../data/introduction.txt"),
    seats: (2, 2),
    rules_version: 4,
    rules: include_str!("../rules.md"),
    rule_list: include_str!("../rules.toml"),
};

impl Rules for Santiago {
    type Table = Table;
    type Frame = Frame;
    type Choice = Choice;
    type Event = Event;

    const INFO: &'static GameInfo = &INFO;
    const ROUND: u16 = 2;

    fn options() -> Vec<OptionCard> {
        scenario::Options::cards()
    }

    fn scenarios() -> Vec<ScenarioCard> {
        scenario::SHELF.cards()
    }

    fn scenario_digest(id: &str) -> String {
        scenario::SHELF.digest(id)
    }

    fn read_scenario(file: &str, text: &str) -> Result<ScenarioCard, SetupError> {
        scenario::Scenario::check(file, text)
    }

    fn set_up(setup: &Setup, _: &mut Cx<Self>) -> Result<(Table, Frame), SetupError> {
        Ok((setup::lay_out(setup)?, Turn::default().into()))
    }

    fn seats(_: &Table) -> u8 {
        2
    }

    /// A day has a turn for either seat (2.1): Spain, who comes second, has to look at what the Americans do on the next day.
    fn turn(state: &State<Self>) -> u16 {
        let table = &state.table;
        2 * u16::from(table.turn) + u16::from(table.phase >= table::Phase::SpanishMovement)
    }

    fn scene(state: &State<Self>, _: Viewer) -> Scene {
        scene::scene(state)
    }

    fn offer(state: &State<Self>, _: Seat, choice: &Choice) -> Offer {
        offers::offer(state, choice)
    }

    fn reckoning(state: &State<Self>, _: Seat, choice: &Choice) -> Option<Reckoning> {
        odds::reckoning(state, choice)
    }

    fn key(_: &Table, thing: Thing) -> String {
        offers::key(thing)
    }

    fn narrate(table: &Table, event: &Event) -> String {
        events::narrate(table, event)
    }

    fn annotate(_: &Table, event: &Event) -> Annotation {
        events::annotate(event)
    }

    fn roll(_: &Table) -> Roll {
        Roll::new(data::pieces().map(|unit| data::card(unit).id.as_str()))
    }

    fn secrets(_: &mut Table, _: &mut dyn FnMut(&mut dyn Secret)) {}

    fn deal(_: &mut State<Self>, _: &mut dyn Chance) {}

    fn audit(state: &State<Self>) -> Result<(), String> {
        audit::audit(state)
    }

    fn universe(state: &State<Self>, _: Seat, each: &mut dyn FnMut(Choice)) {
        audit::universe(state, each);
    }

    fn judge(state: &State<Self>, seat: Seat) -> i32 {
        judge::judge(state, seat)
    }

    fn lead(table: &Table) -> i32 {
        judge::lead(table)
    }

    fn edge(table: &Table) -> i16 {
        scenario::SHELF.edge(&table.scenario.id).saturating_add(judge::outlook(table))
    }

    fn remarks(before: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str)) {
        odds::remarks(before, after, each);
    }
}
