//! What a seat is shown, asked and offered depends only on what it knows.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Knowledge, Line, Offer, Prompt, Reckoning, Refusal, Rules, Seat, SeatSet, Setup, State, Viewer,
};
use serde_json::Value as Json;

use super::walk::{Point, seats, walk};
use super::{Broken, Kept, Trial};
use crate::pattern::short;
use crate::play::panic_message;

/// Worlds that are imagined from each seat's knowledge.
const WORLDS: u32 = 2;
/// Of a menu, about this many choices have their offers and sums compared.
const COMPARED: usize = 16;

/// In worlds that differ only in what a seat does not know, the seat is shown, asked, offered and told the same;
/// and none of that needs to read what the seat does not know.
pub fn secrets<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let mut told = 0;
    walk::<G>("secrets stay secret", setup, trial, |point| {
        if point.decision == 0 {
            told = 0;
        }
        let from = if point.next.is_none() { 0 } else { told };
        for seat in seats(point.session.state()) {
            check_seat(point, seat, from).map_err(|what| format!("{seat}: {what}"))?;
        }
        told = point.session.log().len();
        let truth = point.session.state();
        let copy = truth.forgotten_by(Viewer::Spectator);
        if copy != *truth {
            let scene = |state| G::scene(state, Viewer::Spectator);
            same_scene(&scene(truth), &scene(&copy)).map_err(|what| format!("a spectator: {what}"))?;
        }
        Ok(())
    })
}

fn check_seat<G: Rules>(point: &mut Point<G>, seat: Seat, from: usize) -> Result<(), String> {
    let truth = point.session.state();
    let knowledge = Knowledge::of(seat, truth);
    let worlds: Vec<State<G>> = (0..WORLDS).map(|_| knowledge.imagine(point.luck)).collect();
    // A game without secrets has only one world, and there is nothing to compare.
    if knowledge.known() == truth && worlds.iter().all(|world| world == truth) {
        return Ok(());
    }
    let lines = &point.session.log()[from..];
    let seen = Seen::by(seat, truth, lines)?;
    Seen::by(seat, knowledge.known(), &[])
        .and_then(|known| seen.is_same(&known))
        .map_err(|what| format!("with all forgotten that it does not know, {what}"))?;
    for world in worlds.iter().filter(|world| *world != truth) {
        if world.forgotten_by(Viewer::Seat(seat)) != *knowledge.known() {
            return Err("a world was dealt that contradicts what it knows".to_owned());
        }
        G::audit(world).map_err(|fault| format!("a world was dealt that is not sound: {fault}"))?;
        Seen::by(seat, world, lines)
            .and_then(|other| seen.is_same(&other))
            .map_err(|what| format!("in a world that it cannot tell apart, {what}"))?;
    }
    Ok(())
}

/// All that reaches a seat.
struct Seen<G: Rules> {
    asked: SeatSet,
    scene: Scene,
    told: Vec<String>,
    prompt: Option<Prompt>,
    menu: Vec<G::Choice>,
    sifted: Vec<(G::Choice, Result<(), Refusal>)>,
    offers: Vec<(Offer, Option<Reckoning>)>,
}

impl<G: Rules> Seen<G> {
    /// Looks at everything. A breakdown on the way says what was being looked at.
    fn by(seat: Seat, state: &State<G>, lines: &[Line<G::Event>]) -> Result<Self, String> {
        let looking_at = Cell::new("");
        let look = || Self::look(seat, state, lines, &looking_at);
        catch_unwind(AssertUnwindSafe(look)).map_err(|panic| {
            format!("{} cannot be made out: {}", looking_at.get(), panic_message(panic.as_ref()))
        })
    }

    fn look(seat: Seat, state: &State<G>, lines: &[Line<G::Event>], looking_at: &Cell<&'static str>) -> Self {
        let viewer = Viewer::Seat(seat);
        looking_at.set("who is asked");
        let asked = state.waiting();
        looking_at.set("the scene");
        let scene = G::scene(state, viewer);
        looking_at.set("the log");
        let lines = lines.iter().filter(|line| line.seen_by.admits(viewer));
        let told = lines.map(|line| G::narrate(&state.table, &line.event)).collect();
        looking_at.set("the question");
        let prompt = state.prompt(seat);
        looking_at.set("the menu");
        let mut menu = Vec::new();
        state.menu(seat, &mut menu);
        looking_at.set("what is refused");
        let mut sifted = Vec::new();
        state.sift(seat, |choice, verdict| sifted.push((choice, verdict)));
        looking_at.set("an offer");
        let some = menu.iter().step_by(menu.len() / COMPARED + 1);
        let offers = some.map(|choice| (G::offer(state, seat, choice), G::reckoning(state, seat, choice)));
        let offers = offers.collect();
        Self { asked, scene, told, prompt, menu, sifted, offers }
    }

    fn is_same(&self, other: &Self) -> Result<(), String> {
        if self.asked != other.asked {
            return Err("others are asked".to_owned());
        }
        same_scene(&self.scene, &other.scene)?;
        if let Some((told, other)) = self.told.iter().zip(&other.told).find(|(told, other)| told != other) {
            return Err(format!("the log differs: {told:?} and {other:?}"));
        }
        if self.prompt != other.prompt {
            return Err(format!("the question differs: {:?} and {:?}", self.prompt, other.prompt));
        }
        if self.menu != other.menu {
            return Err("the menu differs".to_owned());
        }
        if self.sifted != other.sifted {
            return Err("what is refused differs, or why".to_owned());
        }
        let mut offers = self.offers.iter().zip(&other.offers);
        match offers.find(|(offer, other)| offer != other) {
            Some((offer, other)) => Err(format!("an offer or its sum differs: {offer:?} and {other:?}")),
            None => Ok(()),
        }
    }
}

fn same_scene(scene: &Scene, other: &Scene) -> Result<(), String> {
    if scene == other {
        return Ok(());
    }
    let json = |scene| serde_json::to_value(scene).unwrap_or_default();
    Err(format!("the scene differs: {}", difference(&json(scene), &json(other), "")))
}

/// The first place where two values differ.
fn difference(one: &Json, other: &Json, path: &str) -> String {
    let deeper = match (one, other) {
        (Json::Array(one), Json::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs
                .find(|(_, (one, other))| one != other)
                .map(|(at, (one, other))| (at.to_string(), one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            let mut pairs = one.iter().filter_map(|(key, value)| Some((key, value, other.get(key)?)));
            pairs.find(|(_, one, other)| one != other).map(|(key, one, other)| (key.clone(), one, other))
        }
        _ => None,
    };
    match deeper {
        Some((part, one, other)) => difference(one, other, &format!("{path}/{part}")),
        None => format!("{path} is {} and {}", short(one), short(other)),
    }
}
