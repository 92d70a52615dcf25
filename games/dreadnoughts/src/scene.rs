//! What a viewer sees.

use sandtable_engine::scene::{Badge, Board, Fact, Marker, Phase, Piece, Place, Scene, Side, Space, Turn};
use sandtable_engine::{Seat, State, Viewer};

use crate::events::clock;
use crate::ids::{Heading, ShipId};
use crate::questions::speed;
use crate::scenario::{Berth, SheetEdge};
use crate::table::{Stopped, Table};
use crate::victory;
use crate::{Dreadnoughts, Frame};

const BOARD: &str = "sea";

/// The scene of a viewer.
pub fn scene(state: &State<Dreadnoughts>, viewer: Viewer) -> Scene {
    let table = &state.table;
    let scenario = &table.scenario;
    Scene {
        title: scenario.title.clone(),
        subtitle: format!("{}, {}", scenario.date, clock(table, table.turn)),
        turn: Some(Turn {
            number: u16::from(table.turn),
            of: Some(u16::from(scenario.turns)),
            label: clock(table, table.turn),
        }),
        phases: phases(state),
        facts: facts(table),
        sides: sides(table),
        boards: vec![board(table)],
        pieces: scenario.ids().map(|ship| piece(state, ship, viewer)).collect(),
        markers: markers(table),
        shapes: crate::arcs::shapes(state, BOARD),
        ..Scene::default()
    }
}

fn phases(state: &State<Dreadnoughts>) -> Vec<Phase> {
    let frames = state.frames();
    let within = |fits: fn(&Frame) -> bool| frames.iter().any(fits);
    let combat = within(|frame| matches!(frame, Frame::Combat(_)));
    let orders = within(|frame| matches!(frame, Frame::Orders(_) | Frame::Harassment(_)));
    let movement = within(|frame| matches!(frame, Frame::Movement(_)));
    [("Combat", combat), ("Orders", orders), ("Movement", movement), ("Administration", false)]
        .map(|(name, now)| Phase { name: name.into(), now })
        .into()
}

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact { name: name.into(), value: value.into() }
}

fn facts(table: &Table) -> Vec<Fact> {
    let margin = victory::margin(table);
    let side = table.scenario.victory.measured_for;
    let ahead = if margin < 0 { side.opponent() } else { side };
    let name = &table.scenario.sides[ahead.index()].name;
    let standing = match victory::judged(table, margin) {
        (Some(winner), grade) => {
            let grade = if grade == sandtable_engine::Grade::Decisive { "decisive" } else { "marginal" };
            format!("{} {grade}", table.scenario.sides[winner.index()].name)
        }
        (None, _) => "drawn".into(),
    };
    vec![
        fact("Margin", if margin == 0 { "level".into() } else { format!("{name} {}", margin.abs()) }),
        fact("If it ended now", standing),
    ]
}

fn sides(table: &Table) -> Vec<Side> {
    let sides = table.scenario.sides.iter().enumerate();
    sides
        .map(|(number, side)| Side {
            key: side.id.clone(),
            name: side.name.clone(),
            seat: Seat(number as u8),
            colour: side.colour.clone(),
            score: Some(victory::points(table, Seat(number as u8))),
        })
        .collect()
}

fn board(table: &Table) -> Board {
    let sea = &table.scenario.sea;
    let land = sea.land().map(|hex| Space {
        key: hex.to_string(),
        terrain: "land".into(),
        name: String::new(),
        figures: Vec::new(),
        holder: None,
    });
    let edge = |edge: &SheetEdge| format!("{edge:?}");
    Board::Hexes {
        key: BOARD.into(),
        name: table.scenario.place.clone(),
        columns: sea.grid.columns(),
        rows: sea.grid.rows(),
        flat_top: true,
        even_shoved: true,
        row_first: false,
        lettered: false,
        rows_up: false,
        north: sea.side(Heading::N).index() + 1,
        spaces: land.collect(),
        shores: sea.shore.iter().map(edge).collect(),
        ways: Vec::new(),
        sides: Vec::new(),
    }
}

fn markers(table: &Table) -> Vec<Marker> {
    let smoke = table.smoke.hexes().map(|hex| Marker {
        kind: "smoke".into(),
        board: BOARD.into(),
        space: hex.to_string(),
        count: table.smoke.count(hex),
        text: format!("smoke at {hex}"),
    });
    smoke.collect()
}

fn place(table: &Table, ship: ShipId) -> Place {
    let fleet = &table.fleet;
    let gone = |label: &str| Place::Gone { label: label.into() };
    if fleet.afloat.or(fleet.hulks).contains(ship) {
        return Place::Space { board: BOARD.into(), space: table.hex(ship).to_string() };
    }
    if let (true, Berth::Enters { turn, .. }) = (fleet.due.contains(ship), &table.vessel(ship).berth) {
        let label = if *turn <= table.turn { "may enter".into() } else { format!("enters turn {turn}") };
        return Place::Beside { label };
    }
    if fleet.exited.contains(ship) {
        gone("left the battle")
    } else if fleet.withdrawn.contains(ship) {
        gone("withdrawn")
    } else if fleet.eliminated.contains(ship) {
        gone("off the map, eliminated")
    } else {
        gone("sunk")
    }
}

fn badge(kind: &str, count: Option<u8>, text: impl Into<String>) -> Badge {
    Badge { kind: kind.into(), count, text: text.into() }
}

fn badges(table: &Table, ship: ShipId) -> Vec<Badge> {
    let damage = &table.ships[ship].damage;
    let mut badges = Vec::new();
    if table.fleet.hulks.contains(ship) {
        badges.push(badge("hulk", None, "hulk"));
        return badges;
    }
    if !table.fleet.afloat.contains(ship) {
        return badges;
    }
    if table.evading.contains(ship) {
        badges.push(badge("evading", None, "evading"));
    }
    if damage.fires > 0 {
        badges.push(badge("fire", Some(damage.fires), format!("on fire ({})", damage.fires)));
    }
    match damage.stopped {
        Stopped::No => {}
        Stopped::Repaired => badges.push(badge("repaired", None, "under way again")),
        Stopped::Repairable { .. } => badges.push(badge("stopped", None, "dead in the water, under repair")),
        Stopped::Permanent => badges.push(badge("stopped", None, "dead in the water")),
    }
    if damage.is_slowed() {
        badges.push(badge("slowed", Some(damage.slowed_to), format!("slowed to {}", damage.slowed_to)));
    }
    if damage.jammed > 0 {
        badges.push(badge("jammed", Some(damage.jammed), format!("rudder jammed ({})", damage.jammed)));
    }
    if damage.equipment {
        badges.push(badge("equipment", None, "equipment damaged"));
    }
    if table.ratings(ship).torpedoes > 0 {
        match damage.torpedo_attacks {
            0 => badges.push(badge("torpedoes", Some(0), "torpedoes out")),
            1 => badges.push(badge("torpedoes", Some(1), "torpedoes fired once")),
            _ => {}
        }
    }
    badges
}

/// The speed that a viewer sees: the ordered level if it is known, else the one in force.
fn speed_word(table: &Table, ship: ShipId, viewer: Viewer) -> String {
    let state = &table.ships[ship];
    let level = state.level.word();
    match state.ordered.seen_by(viewer) {
        Some(ordered) if *ordered != state.level => format!("{level}, ordered {}", ordered.word()),
        _ => level.to_owned(),
    }
}

/// Orders that only their owner sees, as a badge.
fn order_badge(table: &Table, ship: ShipId, viewer: Viewer) -> Option<Badge> {
    let evade = *table.ships[ship].to_evade.seen_by(viewer)?;
    let news = evade != table.evading.contains(ship);
    news.then(|| badge("order", None, if evade { "ordered to evade" } else { "ordered to steady" }))
}

fn piece(state: &State<Dreadnoughts>, ship: ShipId, viewer: Viewer) -> Piece {
    let table = &state.table;
    let (vessel, ratings) = (table.vessel(ship), table.ratings(ship));
    let damage = &table.ships[ship].damage;
    let afloat = table.fleet.afloat.contains(ship);
    let in_orders = matches!(state.frame(), Some(Frame::Orders(_)));
    let mut badges = badges(table, ship);
    if in_orders && afloat {
        badges.extend(order_badge(table, ship, viewer));
    }
    let speed = if afloat { speed_word(table, ship, viewer) } else { String::new() };
    let values = vec![
        fact("guns", ratings.guns.to_string()),
        fact("weight", ratings.weight.to_string()),
        fact("integrity", ratings.integrity.to_string()),
        fact("torpedoes", ratings.torpedoes.to_string()),
        fact("flank", speed::flank(table, ship).to_string()),
        fact("manoeuvre", ratings.manoeuvre.to_string()),
        fact("range", ratings.range.to_string()),
        fact("speed", speed.clone()),
    ];
    let bears = if damage.heavily_damaged { ratings.integrity } else { ratings.integrity + 1 };
    let place = place(table, ship);
    let text = text_of(table, ship, &place, &speed, &badges);
    Piece {
        key: vessel.id.clone(),
        name: vessel.name.clone(),
        side: table.scenario.sides[vessel.side.index()].id.clone(),
        kind: vessel.kind.clone(),
        face: "ship".into(),
        place,
        facing: (afloat || table.fleet.hulks.contains(ship))
            .then(|| table.scenario.sea.side(table.ships[ship].heading).index() + 1),
        values,
        face_down: false,
        reduced: damage.heavily_damaged,
        done: is_done(state, ship),
        badges,
        damage: Some((damage.hits, bears.max(0) as u8)),
        text,
    }
}

/// Whether a ship has fired or moved in the phase that is under way.
fn is_done(state: &State<Dreadnoughts>, ship: ShipId) -> bool {
    let acting = |frame: &Frame| match frame {
        Frame::Fire(fire) => fire.ship() == ship,
        Frame::Helm(helm) => helm.ship() == ship,
        _ => false,
    };
    let frames = state.frames();
    let done = frames.iter().any(|frame| match frame {
        Frame::Combat(combat) => !combat.unnamed().contains(ship),
        Frame::Movement(movement) => !movement.unmoved().contains(ship),
        _ => false,
    });
    done && !frames.iter().any(acting) && state.table.fleet.afloat.contains(ship)
}

/// Everything about a ship in one line.
fn text_of(table: &Table, ship: ShipId, place: &Place, speed: &str, badges: &[Badge]) -> String {
    let (vessel, ratings, damage) = (table.vessel(ship), table.ratings(ship), &table.ships[ship].damage);
    let mut parts = vec![vessel.name.clone()];
    match place {
        Place::Space { space, .. } => {
            parts.push(format!("{} at {space}", vessel.kind));
            parts.push(format!("heading {}", table.ships[ship].heading));
        }
        Place::Beside { label } | Place::Gone { label } => parts.extend([vessel.kind.clone(), label.clone()]),
    }
    if !speed.is_empty() {
        parts.push(format!("{speed} speed"));
    }
    parts.push(format!("guns {}", ratings.guns));
    parts.push(format!("weight {}", ratings.weight));
    parts.push(format!("integrity {}", ratings.integrity));
    if ratings.torpedoes > 0 {
        parts.push(format!("torpedoes {}", ratings.torpedoes));
    }
    if damage.heavily_damaged {
        parts.push("heavily damaged".into());
    }
    if damage.hits > 0 {
        parts.push(format!("{} hits", damage.hits));
    }
    parts.extend(badges.iter().map(|badge| badge.text.clone()));
    parts.join(", ")
}
