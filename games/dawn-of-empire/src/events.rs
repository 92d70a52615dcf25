//! What the log tells.

use sandtable_engine::{Annotation, Die, Seat, Stride, Worth};
use serde::{Serialize, Serializer};

use crate::data::{self, chart, tables};
use crate::ids::{LeaderId, OrderKind, ShipId, Side, Space};
use crate::scene::group_key;
use crate::table::Table;

/// How many faces of a throw are kept.
const SHOWN: usize = 32;

/// The faces of a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    faces: tinyvec::ArrayVec<[u8; SHOWN]>,
}

impl Dice {
    /// Adds a die.
    #[inline]
    pub fn add(&mut self, die: u8) {
        if self.faces.len() < SHOWN {
            self.faces.push(die);
        }
    }

    /// The faces.
    #[inline]
    pub fn faces(&self) -> &[u8] {
        &self.faces
    }

    fn count(&self, face: u8) -> usize {
        self.faces.iter().map(|other| usize::from(*other == face)).sum()
    }

    fn sum(&self) -> u8 {
        self.faces.iter().sum()
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.faces.as_slice().serialize(serializer)
    }
}

/// A die of an attack: a 6 hits, a 5 disables; at a port both hit (7.32, 7.5).
pub fn attack_die(face: u8, at_port: bool) -> Die {
    let gunnery = &tables().gunnery;
    let worth = match face {
        face if face == gunnery.hit => Worth::Full,
        face if face == gunnery.disabled && at_port => Worth::Full,
        face if face == gunnery.disabled => Worth::Part,
        _ => Worth::Nothing,
    };
    Die { face, worth }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "`narrate` says each in words")]
pub enum Event {
    Bids { first: u8, second: u8, winner: Seat },
    SideChosen { side: Side, points: u8 },
    Deploys { side: Side },
    Deployed { side: Side },
    Turn { turn: u8 },
    Arrived { ship: ShipId, at: Space },
    Sealed { side: Side },
    OrdersOpen,
    Moves { side: Side },
    Sailed { side: Side, stack: u8, count: u8, from: Space, to: Space },
    Stopped { side: Side, at: Space, by: Option<OrderKind> },
    Dropped { side: Side, at: Space },
    Joined { side: Side, at: Space },
    Combined { side: Side, at: Space },
    Interned { ship: ShipId, at: Space },
    NoCombat,
    Initiative { area: Space, us: u8, es: u8, dice: [u8; 2], winner: Side },
    NoSearch { area: Space, with: OrderKind, without: OrderKind },
    CoalingDisturbed { area: Space, side: Side, points: i16 },
    Searched { area: Space, side: Side, with: OrderKind, without: OrderKind, most: u8, die: u8, found: bool },
    BattleBegins { area: Space },
    Round { area: Space, round: u8 },
    Fired { ship: ShipId, at: ShipId, dice: Dice, harm: Dice },
    Damaged { ship: ShipId, points: u8 },
    Disabled { ship: ShipId },
    Sunk { ship: ShipId },
    Scuttled { ship: ShipId },
    LeaderAtRisk { leader: LeaderId, die: u8, dies: bool },
    LeaderKilled { leader: LeaderId },
    WentHome { ship: ShipId, port: Space, by_speed: bool },
    BreaksOff { side: Side, area: Space },
    Pursued { side: Side, speed: u8 },
    BattleOver { area: Space, winner: Option<Side> },
    PortAttack { side: Side, port: Space, raid: bool },
    FiredAtPort { ship: ShipId, port: Space, dice: Dice, harm: Dice },
    PortFired { port: Space, at: ShipId, raid: bool, dice: Dice, harm: Dice },
    PortDestroyed { side: Side, port: Space, points: i16 },
    PortHolds { port: Space, damage: u8 },
    PortInRuins { port: Space },
    PortMended { port: Space, points: u8 },
    AreaPoints { side: Side, areas: u8, points: i16 },
    LossPoints { side: Side, ships: i16, leaders: i16 },
    Standing { points: i16 },
    Repaired { ship: ShipId, points: u8 },
    Worn { ship: ShipId },
    End { points: i16, winner: Option<Side> },
}

/// A number with its noun.
pub fn counted(number: impl Into<i32>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Who leads, in words.
pub fn standing(points: i16) -> String {
    match points {
        0 => "level".into(),
        1.. => format!("United States +{points}"),
        _ => format!("Spain +{}", -points),
    }
}

/// The time that a turn stands for: a fortnight each from 22 April 1898.
pub fn fortnight(turn: u8) -> String {
    const DAYS: [u16; 5] = [30, 31, 30, 31, 31];
    const MONTHS: [&str; 5] = ["April", "May", "June", "July", "August"];
    let day = |after: u16| {
        let (mut month, mut day) = (0, 22 + after);
        while month + 1 < DAYS.len() && day > DAYS[month] {
            day -= DAYS[month];
            month += 1;
        }
        format!("{day} {}", MONTHS[month])
    };
    let first = 14 * u16::from(turn.saturating_sub(1));
    format!("{} to {}", day(first), day(first + 13))
}

/// `A Spanish`, `An American`.
fn one_of(side: Side) -> String {
    let article = if side == Side::Us { "An" } else { "A" };
    format!("{article} {}", side.adjective())
}

fn ship(ship: ShipId) -> &'static str {
    &data::ship(ship).name
}

fn place(space: Space) -> &'static str {
    chart().name(space)
}

/// An area or a port after `in` or `at`.
fn at(space: Space) -> String {
    if space.is_port() { format!("at {}", place(space)) } else { format!("in the {}", place(space)) }
}

fn salvo(dice: Dice, harm: Dice, at_port: bool) -> String {
    let gunnery = &tables().gunnery;
    let hits = dice.count(gunnery.hit) + if at_port { dice.count(gunnery.disabled) } else { 0 };
    let disables = if at_port { 0 } else { dice.count(gunnery.disabled) };
    match (hits, disables) {
        (0, 0) => "no hit".into(),
        (0, _) => "disabled".into(),
        (_, 0) => format!("{} for {} damage", counted(hits as i32, "hit", "hits"), harm.sum()),
        _ => format!("{} for {} damage, and disabled", counted(hits as i32, "hit", "hits"), harm.sum()),
    }
}

/// An event in words.
#[expect(clippy::too_many_lines, reason = "a sentence for each event")]
pub fn narrate(_: &Table, event: &Event) -> String {
    match *event {
        Event::Bids { first, second, winner } => {
            format!("The bids are {first} and {second}: seat {} chooses a side.", winner.0 + 1)
        }
        Event::SideChosen { side, points } => {
            format!("{} is taken; {} starts with {points} points.", side.name(), side.enemy().name())
        }
        Event::Deploys { side } => format!("{} places its ships.", side.name()),
        Event::Deployed { side } => format!("{} has placed its ships.", side.name()),
        Event::Turn { turn } => format!("Turn {turn}: {} 1898.", fortnight(turn)),
        Event::Arrived { ship: id, at: port } => format!("{} arrives at {}.", ship(id), place(port)),
        Event::Sealed { side } => format!("The {} orders are sealed.", side.adjective()),
        Event::OrdersOpen => "Both sides have their orders.".into(),
        Event::Moves { side } => format!("{} moves.", side.name()),
        Event::Sailed { side, count, from, to, .. } => {
            format!("{} sails from {} to {}.", sailors(side, count), place(from), place(to))
        }
        Event::Stopped { at: area, by: Some(order), .. } => {
            format!("It is stopped {} by a squadron with {} orders.", at(area), order.word())
        }
        Event::Stopped { at: area, .. } => format!("It must stop {}, which the enemy controls.", at(area)),
        Event::Dropped { side, at: area } => {
            format!("{} ship stays behind {}.", one_of(side), at(area))
        }
        Event::Joined { side, at: space } => {
            format!("{} ship joins the squadron {}.", one_of(side), at(space))
        }
        Event::Combined { side, at: space } => {
            format!("{} forces {} form one squadron.", side.adjective(), at(space))
        }
        Event::Interned { ship: id, at: port } => format!("{} is interned at {}.", ship(id), place(port)),
        Event::NoCombat => "No squadrons meet.".into(),
        Event::Initiative { area, us, es, winner, .. } => format!(
            "Squadrons meet {}: initiative {us} for the United States, {es} for Spain; {} has it.",
            at(area),
            winner.name()
        ),
        Event::NoSearch { area, with, without } => {
            format!(
                "{} against {} {}: they do not look for each other.",
                with.word(),
                without.word(),
                at(area)
            )
        }
        Event::CoalingDisturbed { area, side, points } => {
            format!("The {} blockade {} disturbs the coaling: {points} points.", side.adjective(), at(area))
        }
        Event::Searched { with, without, most, found, .. } => {
            let result = if found { "they meet" } else { "they miss each other" };
            format!("{} searches for {}, 1 to {most} finds: {result}.", with.word(), without.word())
        }
        Event::BattleBegins { area } => format!("Battle {}.", at(area)),
        Event::Round { area, round } => format!("Round {round} {}.", at(area)),
        Event::Fired { ship: id, at: target, dice, harm } => {
            format!("{} fires on {}: {}.", ship(id), ship(target), salvo(dice, harm, false))
        }
        Event::Damaged { ship: id, points } => {
            format!("{} takes {}.", ship(id), counted(points, "point of damage", "points of damage"))
        }
        Event::Disabled { ship: id } => format!("{} is disabled and leaves the line.", ship(id)),
        Event::Sunk { ship: id } => format!("{} goes down.", ship(id)),
        Event::Scuttled { ship: id } => format!("{} cannot reach a port and is scuttled.", ship(id)),
        Event::LeaderAtRisk { leader, dies: true, .. } => {
            format!("{} is hit on his bridge.", data::leader(leader).name)
        }
        Event::LeaderAtRisk { leader, .. } => format!("{} is unhurt.", data::leader(leader).name),
        Event::LeaderKilled { leader } => format!("{} is killed.", data::leader(leader).name),
        Event::WentHome { ship: id, port, by_speed: true } => {
            format!("{} breaks away to {}.", ship(id), place(port))
        }
        Event::WentHome { ship: id, port, .. } => format!("{} limps to {}.", ship(id), place(port)),
        Event::BreaksOff { side, area } => format!("{} breaks off {}.", side.name(), at(area)),
        Event::Pursued { side, speed } => {
            format!("{} ships go after the enemies of speed {speed}.", side.adjective())
        }
        Event::BattleOver { area, winner: Some(side) } => {
            format!("{} wins the battle {}.", side.name(), at(area))
        }
        Event::BattleOver { area, .. } => format!("Nobody is left {}.", at(area)),
        Event::PortAttack { side, port, raid } => {
            let how = if raid { "raid" } else { "blockade" };
            format!("The {} squadron opens its {how} of {}.", side.adjective(), place(port))
        }
        Event::FiredAtPort { ship: id, port, dice, harm } => {
            format!("{} fires on {}: {}.", ship(id), place(port), salvo(dice, harm, true))
        }
        Event::PortFired { port, at: target, raid, dice, harm } => {
            let what = if raid { "The mines of" } else { "The guns of" };
            format!("{what} {} answer {}: {}.", place(port), ship(target), salvo(dice, harm, false))
        }
        Event::PortDestroyed { side, port, points } => {
            format!("{} is destroyed: {points} points for {}.", place(port), side.name())
        }
        Event::PortInRuins { port } => {
            format!("{} has not been rebuilt since it was destroyed: no points.", place(port))
        }
        Event::PortHolds { port, damage: 0 } => format!("{} is unharmed.", place(port)),
        Event::PortHolds { port, damage } => {
            format!(
                "{} holds out with {}.",
                place(port),
                counted(damage, "point of damage", "points of damage")
            )
        }
        Event::PortMended { port, points } => {
            format!("{} repairs {} of its works.", place(port), counted(points, "point", "points"))
        }
        Event::AreaPoints { side, areas, points } => format!(
            "{} controls {}: {}.",
            side.name(),
            counted(areas, "area", "areas"),
            counted(points, "point", "points")
        ),
        Event::LossPoints { side, ships, leaders } => {
            format!("{} scores {ships} for enemy ships sunk and {leaders} for leaders.", side.name())
        }
        Event::Standing { points } => format!("The score is {}.", standing(points)),
        Event::Repaired { ship: id, points } => {
            format!("{} of damage of {} repaired.", counted(points, "point", "points"), ship(id))
        }
        Event::Worn { ship: id } => format!("The machinery of {} wears out: a point of damage.", ship(id)),
        Event::End { points, winner: Some(side) } => {
            format!("{} has won the war at sea: {}.", side.name(), standing(points))
        }
        Event::End { points, .. } => format!("A draw: {}.", standing(points)),
    }
}

/// What a page shows beside the words: who acted, which pieces it is about, the dice.
pub fn annotate(_: &Table, event: &Event) -> Annotation {
    let (pieces, side) = about(event);
    Annotation {
        side: side.map(|side| side.key().into()),
        pieces,
        dice: dice(event),
        heading: matches!(event, Event::Turn { .. }),
        step: match *event {
            Event::Sailed { side, stack, count, to, .. } => Some(Stride {
                mover: group_key(side, stack),
                name: sailors(side, count),
                to: place(to).into(),
            }),
            _ => None,
        },
    }
}

/// Ships that sail, as far as everybody sees them: `A Spanish squadron of 3`.
fn sailors(side: Side, count: u8) -> String {
    if count == 1 {
        format!("{} ship", one_of(side))
    } else {
        format!("{} squadron of {count}", one_of(side))
    }
}

/// The pieces that an event is about, and the side that acts.
fn about(event: &Event) -> (Vec<String>, Option<Side>) {
    let ships = |ids: &[ShipId]| ids.iter().map(|id| data::ship(*id).id.clone()).collect();
    match *event {
        Event::Arrived { ship, .. }
        | Event::Interned { ship, .. }
        | Event::Damaged { ship, .. }
        | Event::Disabled { ship }
        | Event::Sunk { ship }
        | Event::Scuttled { ship }
        | Event::WentHome { ship, .. }
        | Event::FiredAtPort { ship, .. }
        | Event::Repaired { ship, .. }
        | Event::Worn { ship } => (ships(&[ship]), Some(ship.side())),
        Event::PortFired { at, .. } => (ships(&[at]), Some(at.side().enemy())),
        Event::Fired { ship, at, .. } => (ships(&[ship, at]), Some(ship.side())),
        Event::LeaderAtRisk { leader, .. } | Event::LeaderKilled { leader } => {
            (vec![data::leader(leader).id.clone()], Some(leader.side()))
        }
        Event::SideChosen { side, .. }
        | Event::Deploys { side }
        | Event::Deployed { side }
        | Event::Sealed { side }
        | Event::Moves { side }
        | Event::Sailed { side, .. }
        | Event::Stopped { side, .. }
        | Event::Dropped { side, .. }
        | Event::Joined { side, .. }
        | Event::Combined { side, .. }
        | Event::CoalingDisturbed { side, .. }
        | Event::Searched { side, .. }
        | Event::BreaksOff { side, .. }
        | Event::Pursued { side, .. }
        | Event::PortAttack { side, .. }
        | Event::PortDestroyed { side, .. }
        | Event::AreaPoints { side, .. }
        | Event::LossPoints { side, .. } => (Vec::new(), Some(side)),
        Event::Initiative { winner, .. } => (Vec::new(), Some(winner)),
        Event::BattleOver { winner, .. } | Event::End { winner, .. } => (Vec::new(), winner),
        _ => (Vec::new(), None),
    }
}

/// The dice of an event.
fn dice(event: &Event) -> Vec<Die> {
    let throw = |dice: Dice, harm: Dice, at_port: bool| {
        let attack = dice.faces.into_iter().map(|face| attack_die(face, at_port));
        attack.chain(harm.faces.into_iter().map(|face| Die { face, worth: Worth::Full })).collect()
    };
    match *event {
        Event::Fired { dice, harm, .. } | Event::PortFired { dice, harm, .. } => throw(dice, harm, false),
        Event::FiredAtPort { dice, harm, .. } => throw(dice, harm, true),
        // Spain throws first (7.1).
        Event::Initiative { dice: [us, es], winner, .. } => {
            vec![Die::of(es, winner == Side::Es), Die::of(us, winner == Side::Us)]
        }
        Event::Searched { die, found, .. } => vec![Die::of(die, found)],
        Event::LeaderAtRisk { die, dies, .. } => vec![Die::of(die, dies)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_fortnights_from_the_outbreak() {
        assert_eq!(fortnight(1), "22 April to 5 May");
        assert_eq!(fortnight(3), "20 May to 2 June");
        assert_eq!(fortnight(6), "1 July to 14 July");
    }
}
