//! For tests: every choice of fire, melee and events that could be thought of.

use sandtable_engine::State;

use crate::bout::MeleeChoice;
use crate::casualties::CasualtyChoice;
use crate::data::CardId;
use crate::draw::DrawChoice;
use crate::fire::VolleyChoice;
use crate::hand::WindowChoice;
use crate::ids::{Facing, HexId, PostId, SIDES, UNITS, UnitId};
use crate::melee_cycle::MeleeCycleChoice;
use crate::play::PlayChoice;
use crate::{Choice, DawnOfBattle, Frame};

fn cards() -> impl Iterator<Item = CardId> + Clone {
    (0..=CardId::all().count() as u8 + 1).chain([u8::MAX]).map(CardId)
}

fn units() -> impl Iterator<Item = UnitId> + Clone {
    (0..UNITS as u8 + 2).chain([u8::MAX]).map(UnitId)
}

fn hexes() -> impl Iterator<Item = HexId> + Clone {
    HexId::all().chain([HexId::NOWHERE, HexId(4000)])
}

/// Every choice of the box that asks, legal or not, and one of every other.
pub fn universe(state: &State<DawnOfBattle>, each: &mut dyn FnMut(Choice)) {
    let table = &state.table;
    each(Choice::Draw(DrawChoice::Pass));
    each(Choice::Casualty(CasualtyChoice::Pass));
    each(Choice::Window(WindowChoice::Pass));
    each(Choice::Volley(VolleyChoice::Pass));
    each(Choice::Melee(MeleeChoice::Pass));
    each(Choice::MeleeCycle(MeleeCycleChoice::Pass));
    each(Choice::Play(PlayChoice::Unit(UnitId(0))));
    match state.frame() {
        Some(Frame::Draw(_)) => {
            each(Choice::Draw(DrawChoice::Raise));
            each(Choice::Draw(DrawChoice::Lower));
            cards().for_each(|card| each(Choice::Draw(DrawChoice::Card(card))));
        }
        Some(Frame::Casualty(_)) => {
            cards().for_each(|card| each(Choice::Casualty(CasualtyChoice::Card(card))));
        }
        Some(Frame::Window(_)) => cards().for_each(|card| each(Choice::Window(WindowChoice::Card(card)))),
        Some(Frame::Play(_)) => {
            cards().for_each(|card| each(Choice::Play(PlayChoice::Card(card))));
            units().skip(1).for_each(|unit| each(Choice::Play(PlayChoice::Unit(unit))));
            for facing in Facing::ALL {
                each(Choice::Play(PlayChoice::Face(facing)));
            }
        }
        Some(Frame::Volley(_)) => {
            (0..6).for_each(|size| each(Choice::Volley(VolleyChoice::Split(size))));
            cards().for_each(|card| each(Choice::Volley(VolleyChoice::Card(card))));
            for unit in units() {
                each(Choice::Volley(VolleyChoice::Target(unit)));
                each(Choice::Volley(VolleyChoice::Support(unit)));
            }
            each(Choice::Volley(VolleyChoice::Fire));
            each(Choice::Volley(VolleyChoice::Hold));
        }
        Some(Frame::Melee(_)) => {
            (0..12).for_each(|points| each(Choice::Melee(MeleeChoice::Exert(points))));
            cards().for_each(|card| each(Choice::Melee(MeleeChoice::Card(card))));
            for card in [1, 10, 45, 72, 0].map(CardId) {
                units().for_each(|unit| each(Choice::Melee(MeleeChoice::Relief { card, unit })));
            }
            for hex in hexes() {
                each(Choice::Melee(MeleeChoice::Withdraw(hex)));
                each(Choice::Melee(MeleeChoice::Advance(hex)));
                each(Choice::Melee(MeleeChoice::Continue(hex)));
            }
            for choice in [
                MeleeChoice::Stand,
                MeleeChoice::Shoot,
                MeleeChoice::HoldFire,
                MeleeChoice::GoOn,
                MeleeChoice::BreakOff,
                MeleeChoice::Roar,
                MeleeChoice::Stay,
                MeleeChoice::Capture,
                MeleeChoice::Destroy,
            ] {
                each(Choice::Melee(choice));
            }
        }
        Some(Frame::MeleeCycle(_)) => {
            cards().for_each(|card| each(Choice::MeleeCycle(MeleeCycleChoice::Card(card))));
            for unit in units() {
                each(Choice::MeleeCycle(MeleeCycleChoice::Double(unit)));
                each(Choice::MeleeCycle(MeleeCycleChoice::Storm(unit)));
                each(Choice::MeleeCycle(MeleeCycleChoice::Attack { unit, at: HexId::NOWHERE }));
                if unit.exists() && table.field.contains(unit) {
                    let hex = table.units[unit].hex;
                    let around = table.map().around(hex).iter().copied().filter(|hex| hex.exists());
                    for at in around.chain([hex]) {
                        each(Choice::MeleeCycle(MeleeCycleChoice::Attack { unit, at }));
                    }
                }
            }
            for post in SIDES.into_iter().flat_map(PostId::all_of).chain([PostId(77)]) {
                each(Choice::MeleeCycle(MeleeCycleChoice::Duel { post, at: HexId::NOWHERE }));
                if post.exists() && table.posts[post].hex.exists() {
                    let around = table.map().around(table.posts[post].hex).iter().copied();
                    for at in around.filter(|hex| hex.exists()) {
                        each(Choice::MeleeCycle(MeleeCycleChoice::Duel { post, at }));
                    }
                }
            }
        }
        _ => {}
    }
}
