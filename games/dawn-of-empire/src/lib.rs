#![doc = include_str!("../README.md")]

mod audit;
mod battle_scene;
pub mod chart;
pub mod data;
mod events;
mod gunnery;
pub mod ids;
mod judge;
mod knowledge;
mod melee;
mod odds;
mod offers;
mod phases;
mod questions;
pub mod scenario;
mod scene;
mod sequence;
mod setup;
mod stacks;
mod table;
mod victory;

use sandtable_engine::chance::Chance;
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Annotation, Cx, GameInfo, Offer, OptionCard, ReadScenario, Reckoning, Roll, Rules, ScenarioCard, Seat,
    Secret, Setup, SetupError, State, Thing, Viewer, frames,
};

use phases::battle::Battle;
use phases::bidding::Bidding;
use phases::bombardment::Bombardment;
use phases::combat::Combat;
use phases::deployment::Deployment;
use phases::engagement::Engagement;
use phases::gather::Gather;
use phases::homing::Homing;
use phases::movement::Movement;
use phases::orders::Orders;
use phases::pursuit::Pursuit;
use phases::repair::Repair;
use phases::upkeep::Upkeep;
use phases::voyage::Voyage;
use sequence::Turn;

pub use events::Event;
pub use table::Table;

/// The rules of Dawn of Empire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DawnOfEmpire;

frames!(
    DawnOfEmpire: Turn, Bidding, Deployment, Orders, Movement, Voyage, Gather, Combat, Engagement, Battle, Pursuit,
    Homing, Bombardment, Repair, Upkeep
);

static INFO: GameInfo = GameInfo {
    id: "dawn-of-empire",
    title: "Dawn of Empire",
    summary: "The war of 1898 at sea: secret orders for squadrons from Cádiz to Havana, and battles where they meet.",
    introduction: include_str!("../data/introduction.txt"),
    seats: (2, 2),
    rules_version: 4,
    rules: include_str!("../rules.md"),
    rule_list: include_str!("../rules.toml"),
};

impl Rules for DawnOfEmpire {
    type Table = Table;
    type Frame = Frame;
    type Choice = Choice;
    type Event = Event;

    const INFO: &'static GameInfo = &INFO;

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

    fn turn(state: &State<Self>) -> u16 {
        u16::from(state.table.turn)
    }

    fn scene(state: &State<Self>, viewer: Viewer) -> Scene {
        scene::scene(state, viewer)
    }

    fn offer(state: &State<Self>, seat: Seat, choice: &Choice) -> Offer {
        offers::offer(state, seat, choice)
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

    fn annotate(table: &Table, event: &Event) -> Annotation {
        events::annotate(table, event)
    }

    fn roll(_: &Table) -> Roll {
        let ships = data::ships().map(|ship| data::ship(ship).id.as_str());
        Roll::new(ships.chain(data::leaders().map(|leader| data::leader(leader).id.as_str())))
    }

    fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
        table.fleets.iter_mut().for_each(|fleet| each(fleet));
    }

    fn deal(state: &mut State<Self>, chance: &mut dyn Chance) {
        knowledge::deal(state, chance);
    }

    fn audit(state: &State<Self>) -> Result<(), String> {
        audit::audit(state)
    }

    fn universe(state: &State<Self>, seat: Seat, each: &mut dyn FnMut(Choice)) {
        audit::universe(state, seat, each);
    }

    fn judge(state: &State<Self>, seat: Seat) -> i32 {
        judge::judge(state, seat)
    }

    fn outlook(state: &State<Self>, seat: Seat) -> i32 {
        judge::outlook(state, seat)
    }

    fn lead(table: &Table) -> i32 {
        judge::lead(table)
    }

    fn edge(table: &Table) -> i16 {
        scenario::SHELF.edge(&table.scenario.id)
    }

    fn remarks(before: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str)) {
        odds::remarks(before, after, each);
    }
}
