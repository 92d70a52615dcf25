#![doc = include_str!("../README.md")]

mod arcs;
mod audit;
pub mod data;
mod events;
pub mod ids;
mod judge;
mod odds;
mod offers;
mod phases;
mod questions;
pub mod rating;
pub mod scenario;
mod scene;
mod sequence;
mod setup;
mod smoke_markers;
mod table;
mod victory;

use sandtable_engine::chance::Chance;
use sandtable_engine::odds::Likelihood;
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Annotation, Cx, Foresight, GameInfo, Offer, OptionCard, ReadScenario, Reckoning, Roll, Rules,
    ScenarioCard, Seat, Secret, Setup, SetupError, State, Thing, Viewer, frames,
};

use phases::air::{AirStrike, Harassment};
use phases::combat::Combat;
use phases::fire::Fire;
use phases::helm::Helm;
use phases::movement::Movement;
use phases::orders::Orders;
use phases::reaction::Reaction;
use sequence::Turn;

pub use events::Event;
pub use table::Table;

/// The rules of Dreadnoughts & Battlewagons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dreadnoughts;

// The tag fills a word, so that boxes begin and end at one: a box is read soon after it was moved, and a read that straddles two pieces of
// the move has to wait for both.
frames!(#[repr(u64)] Dreadnoughts: Turn, Combat, Fire, AirStrike, Harassment, Orders, Movement, Helm, Reaction);

static INFO: GameInfo = GameInfo {
    id: "dreadnoughts",
    title: "Dreadnoughts & Battlewagons",
    summary: "Big-gun ships fight it out at sea, one nautical mile to the hex, from Coronel to Samar.",
    introduction: include_str!("../data/introduction.txt"),
    seats: (2, 2),
    rules_version: 4,
    rules: include_str!("../rules.md"),
    rule_list: include_str!("../rules.toml"),
};

impl Rules for Dreadnoughts {
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
        Ok((setup::lay_out(setup)?, Turn.into()))
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

    fn offer(state: &State<Self>, _: Seat, choice: &Choice) -> Offer {
        offers::offer(state, choice)
    }

    fn reckoning(state: &State<Self>, _: Seat, choice: &Choice) -> Option<Reckoning> {
        odds::reckoning(state, choice)
    }

    fn key(table: &Table, thing: Thing) -> String {
        offers::key(table, thing)
    }

    fn narrate(table: &Table, event: &Event) -> String {
        events::narrate(table, event)
    }

    fn annotate(table: &Table, event: &Event) -> Annotation {
        events::annotate(table, event)
    }

    fn roll(table: &Table) -> Roll {
        Roll::new(table.scenario.ships.iter().map(|ship| ship.id.as_str()))
    }

    fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
        for ship in table.scenario.ids() {
            let ship = &mut table.ships[ship];
            each(&mut ship.ordered);
            each(&mut ship.to_evade);
        }
    }

    fn deal(state: &mut State<Self>, chance: &mut dyn Chance) {
        phases::orders::deal(&mut state.table, chance);
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

    fn forecast(state: &State<Self>, seat: Seat) -> Option<Foresight<'_, Choice>> {
        Some(Box::new(move |choice| judge::forecast(state, seat, choice)))
    }

    fn outlook(state: &State<Self>, seat: Seat) -> i32 {
        judge::outlook(state, seat)
    }

    fn lead(_: &Table) -> i32 {
        judge::LEAD.into()
    }

    fn edge(table: &Table) -> i16 {
        scenario::SHELF.edge(&table.scenario.id).saturating_add(judge::still_to_come(table))
    }

    fn remarks(before: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str)) {
        odds::remarks(before, after, each);
    }

    fn exact_odds(state: &State<Self>, _: Seat, choice: &Choice) -> Option<Vec<Likelihood>> {
        odds::exact_odds(state, choice)
    }
}
