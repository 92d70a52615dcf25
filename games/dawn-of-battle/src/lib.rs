#![doc = include_str!("../README.md")]

mod advance;
mod audit;
mod battle_scene;
mod bout;
mod casualties;
mod chances;
mod contest;
pub mod data;
mod deck;
mod draw;
mod effects;
mod elephants;
#[cfg(test)]
mod event_tests;
mod events;
pub mod field;
mod fight_audit;
mod fight_events;
mod fight_odds;
mod fight_offers;
#[cfg(test)]
mod fight_tests;
mod fire;
mod gunpowder;
mod hand;
pub mod ids;
mod impetuous;
mod judge;
mod knowledge;
mod losses;
mod melee;
mod melee_cards;
mod melee_checks;
mod melee_cycle;
mod movement;
mod muster;
mod names;
mod offers;
mod phases;
mod play;
mod questions;
pub mod scenario;
mod scene;
mod sequence;
mod setup;
mod shot;
mod sight;
mod strength;
mod table;
mod victory;
mod withdrawal;

use sandtable_engine::chance::Chance;
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Annotation, Cx, Foresight, GameInfo, Offer, OptionCard, ReadScenario, Reckoning, Roll, Rules,
    ScenarioCard, Seat, Secret, Setup, SetupError, State, Thing, Viewer, frames,
};

use casualties::Casualty;
use draw::Draw;
use elephants::Stampede;
use fire::Volley;
use hand::Window;
use melee::Melee;
use melee_cycle::MeleeCycle;
use muster::bids::Bids;
use muster::deployment::Deployment;
use muster::dismounting::Dismounting;
use muster::ground::GroundLaying;
use muster::market::Mustering;
use phases::actions::Actions;
use phases::activation::Activation;
use phases::entry::Entry;
use phases::initiative::Initiative;
use phases::march::March;
use phases::panic::Panic;
use phases::placement::Placement;
use phases::rally::Rally;
use phases::restraint::Restraint;
use phases::score::Score;
use phases::storm::Storm;
use phases::turn_end::TurnEnd;
use play::Play;
use sequence::Turn;
use shot::Shot;

pub use events::Event;
pub use table::{Phase, Table};

/// The rules of Dawn of Battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DawnOfBattle;

frames!(
    DawnOfBattle: Turn, Bids, Mustering, GroundLaying, Dismounting, Deployment, Initiative, Placement, Restraint, Actions,
    Activation, March, Rally, Entry, Panic, TurnEnd, Score, Draw, Shot, Volley, Casualty, Window, Play, Melee,
    MeleeCycle, Storm, Stampede
);

static INFO: GameInfo = GameInfo {
    id: "dawn-of-battle",
    title: "Dawn of Battle",
    summary: "Three thousand years of battles: lines of foot, charging horse, leaders in the thick of it, and an army that may break.",
    introduction: include_str!("../data/introduction.txt"),
    seats: (2, 2),
    rules_version: 6,
    rules: include_str!("../rules.md"),
    rule_list: include_str!("../rules.toml"),
};

impl Rules for DawnOfBattle {
    type Table = Table;
    type Frame = Frame;
    type Choice = Choice;
    type Event = Event;

    const INFO: &'static GameInfo = &INFO;
    const DOUBT: u16 = 10;

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
        Ok((setup::lay_out(scenario::SHELF.take(setup)?), Turn::default().into()))
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

    fn reckoning(state: &State<Self>, seat: Seat, choice: &Choice) -> Option<Reckoning> {
        fight_odds::reckoning(state, seat, choice)
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
        names::roll(table)
    }

    fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
        knowledge::secrets(table, each);
    }

    fn deal(state: &mut State<Self>, chance: &mut dyn Chance) {
        knowledge::deal(state, chance);
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

    fn forecast(state: &State<Self>, seat: Seat) -> Option<Foresight<'_, Choice>> {
        Some(judge::forecast(state, seat))
    }

    fn outlook(state: &State<Self>, seat: Seat) -> i32 {
        judge::outlook(state, seat)
    }

    fn lead(_: &Table) -> i32 {
        judge::LEAD
    }

    fn edge(table: &Table) -> i16 {
        scenario::SHELF.edge(&table.scenario.id)
    }

    fn remarks(before: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str)) {
        fight_odds::remarks(before, after, each);
    }
}
