//! How choices of fire, melee and events look on the field.

use sandtable_engine::{Offer, Seat, State, Target, Viewer};

use crate::bout::MeleeChoice;
use crate::casualties::CasualtyChoice;
use crate::contest::{Party, defender_of};
use crate::data::CardId;
use crate::draw::DrawChoice;
use crate::fire::{Volley, VolleyChoice};
use crate::hand::WindowChoice;
use crate::ids::{HexId, UnitId};
use crate::melee::Melee;
use crate::melee_checks;
use crate::melee_cycle::MeleeCycleChoice;
use crate::offers::{A_POINT, card_key, card_title, post_key, unit_key};
use crate::play::PlayChoice;
use crate::table::Table;
use crate::{Choice, DawnOfBattle, Frame};

fn button(key: &str, label: impl Into<String>) -> Offer {
    Offer::new(Target::Button(key.into()), label)
}

fn event_offer(id: CardId) -> Offer {
    Offer::new(Target::Card(card_key(id)), format!("Play {}", card_title(id)))
}

fn pass() -> Offer {
    button("pass", "No event").closing()
}

fn name(table: &Table, unit: UnitId) -> &str {
    if unit.exists() { table.name(unit) } else { "no unit" }
}

/// A choice of these boxes as people see it.
pub fn offer(state: &State<DawnOfBattle>, seat: Seat, choice: &Choice) -> Option<Offer> {
    let table = &state.table;
    Some(match (state.frame(), choice) {
        (Some(Frame::Draw(draw)), Choice::Draw(choice)) => match *choice {
            DrawChoice::Raise => button("raise", "One more on the die").figure(A_POINT),
            DrawChoice::Lower => button("lower", "One less on the die").figure(A_POINT),
            DrawChoice::Card(id) if draw.face() > 0 => {
                Offer::new(Target::Card(card_key(id)), format!("Give {} for another draw", card_title(id)))
            }
            DrawChoice::Card(id) => event_offer(id),
            DrawChoice::Pass => button("pass", "Leave it").closing(),
        },
        (_, Choice::Casualty(CasualtyChoice::Card(id)) | Choice::Window(WindowChoice::Card(id))) => {
            event_offer(*id)
        }
        (_, Choice::Casualty(CasualtyChoice::Pass) | Choice::Window(WindowChoice::Pass)) => pass(),
        (_, Choice::Play(choice)) => match *choice {
            PlayChoice::Unit(unit) => {
                Offer::new(Target::Piece(unit_key(table, unit)), name(table, unit).to_owned())
            }
            PlayChoice::Face(facing) => {
                let vertex = crate::events::vertex(facing);
                button(&format!("face-{}", facing.index() + 1), format!("Face {vertex}"))
            }
            PlayChoice::Card(id) => {
                Offer::new(Target::Card(card_key(id)), format!("They lose {}", card_title(id)))
            }
        },
        (Some(Frame::Volley(volley)), Choice::Volley(choice)) => volley_offer(table, volley, *choice),
        (Some(Frame::Melee(melee)), Choice::Melee(choice)) => melee_offer(table, melee, *choice),
        (_, Choice::MeleeCycle(choice)) => cycle_offer(table, seat, *choice),
        _ => return None,
    })
}

fn volley_offer(table: &Table, volley: &Volley, choice: VolleyChoice) -> Offer {
    let lead = unit_key(table, volley.lead());
    match choice {
        VolleyChoice::Split(1) => button("split-1", "A single shot"),
        VolleyChoice::Split(size) => button(&format!("split-{size}"), format!("{size} shots as one")),
        VolleyChoice::Target(target) => {
            let offer = Offer::new(
                Target::Piece(unit_key(table, target)),
                format!("Shoot at {}", name(table, target)),
            );
            let offer = offer.by(lead);
            if target.exists() && table.field.contains(target) {
                offer.figure(volley.dice_at(table, target).to_string())
            } else {
                offer
            }
        }
        VolleyChoice::Support(unit) => {
            Offer::new(Target::Piece(unit_key(table, unit)), format!("{} support", name(table, unit)))
                .figure("+1")
        }
        VolleyChoice::Card(id) => event_offer(id),
        VolleyChoice::Fire => button("fire", "Fire").by(lead).closing(),
        VolleyChoice::Hold => button("hold", "Hold fire").closing(),
        VolleyChoice::Pass => pass(),
    }
}

/// Who is attacked in a hex, as a target.
fn foe(table: &Table, seat: Seat, hex: HexId) -> (Target, String) {
    if !hex.exists() {
        return (Target::Space(hex.to_string()), "nobody".into());
    }
    match defender_of(table, seat, hex) {
        Some(Party::Unit(unit)) => (Target::Piece(unit_key(table, unit)), table.name(unit).to_owned()),
        Some(Party::Leader(post)) => {
            (Target::Piece(post_key(table, post, Viewer::Seat(seat))), "the leader alone".into())
        }
        None => (Target::Space(hex.to_string()), format!("whoever is in {hex}")),
    }
}

fn melee_offer(table: &Table, melee: &Melee, choice: MeleeChoice) -> Offer {
    let attacker = melee.attacker().unit().map(|unit| unit_key(table, unit)).unwrap_or_default();
    let defender = melee.bout().target.unit().map(|unit| unit_key(table, unit)).unwrap_or_default();
    let own = melee_checks::name(table, melee.attacker());
    let other = melee_checks::name(table, melee.bout().target);
    match choice {
        MeleeChoice::Relief { card, unit } => {
            let label = format!("{}: {} take over", card_title(card), name(table, unit));
            Offer::new(Target::Piece(unit_key(table, unit)), label)
        }
        MeleeChoice::Withdraw(hex) => {
            Offer::new(Target::Space(hex.to_string()), format!("{other} withdraw to {hex}")).by(defender)
        }
        MeleeChoice::Stand => button("stand", "Stand").by(defender).closing(),
        MeleeChoice::Shoot => button("fire", "Fire"),
        MeleeChoice::HoldFire => button("hold", "Hold fire").closing(),
        MeleeChoice::GoOn => button("go-on", "Go on with the attack").by(attacker),
        MeleeChoice::BreakOff => button("break-off", "Break off").closing(),
        MeleeChoice::Exert(0) => button("exert-0", "No points").closing(),
        MeleeChoice::Exert(1) => button("exert-1", "+1 for a point").figure("1"),
        MeleeChoice::Exert(points) => {
            let count = number(points);
            button(&format!("exert-{points}"), format!("+{points} for {count} points"))
                .figure(points.to_string())
        }
        MeleeChoice::Card(id) => event_offer(id),
        MeleeChoice::Roar => button("roar", "Barbarian charge this turn"),
        MeleeChoice::Pass => pass(),
        MeleeChoice::Advance(hex) => {
            Offer::new(Target::Space(hex.to_string()), format!("{own} advance into {hex}")).by(attacker)
        }
        MeleeChoice::Stay => button("stay", "Stay").by(attacker).closing(),
        MeleeChoice::Capture => button("capture", "Take the cannon").figure(A_POINT),
        MeleeChoice::Destroy => button("destroy", "Destroy the cannon").closing(),
        MeleeChoice::Continue(hex) => {
            let (target, who) = foe(table, melee.attacker().side(), hex);
            Offer::new(target, format!("Charge on against {who}")).by(attacker)
        }
    }
}

/// A small number in words.
fn number(count: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    words.get(usize::from(count)).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn cycle_offer(table: &Table, seat: Seat, choice: MeleeCycleChoice) -> Offer {
    match choice {
        MeleeCycleChoice::Attack { unit, at } => {
            let (target, who) = foe(table, seat, at);
            Offer::new(target, format!("{} attack {who}", name(table, unit))).by(unit_key(table, unit))
        }
        MeleeCycleChoice::Double(unit) => {
            let label = format!("{} attack both hexes before them", name(table, unit));
            button(&format!("double-{}", unit_key(table, unit)), label).by(unit_key(table, unit))
        }
        MeleeCycleChoice::Duel { post, at } => {
            let (target, who) = foe(table, seat, at);
            let key = if post.exists() { post_key(table, post, Viewer::Seat(seat)) } else { String::new() };
            Offer::new(target, format!("The leader attacks {who}")).by(key)
        }
        MeleeCycleChoice::Storm(unit) => Offer::new(
            Target::Piece(unit_key(table, unit)),
            format!("{} attack from beside the map", name(table, unit)),
        ),
        MeleeCycleChoice::Card(id) => event_offer(id),
        MeleeCycleChoice::Pass => button("pass", "No more attacks").closing(),
    }
}
