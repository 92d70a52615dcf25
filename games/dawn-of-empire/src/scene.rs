//! What a viewer sees.

use sandtable_engine::scene::{
    Badge, Board, Fact, Group, Pairing, Phase as PhaseCard, Piece, Place, Scene, Side as SideCard,
    Space as SpaceCard, Table as SceneTable, Throw, Track, Turn,
};
use sandtable_engine::{State, Viewer};

use crate::data::{self, chart, tables};
use crate::events::{attack_die, counted, fortnight, standing};
use crate::ids::{LeaderId, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::knowledge;
use crate::questions::orders::Draft;
use crate::table::{Fleet, NO_STACK, Phase, Table, each_stack};
use crate::{DawnOfEmpire, Frame, battle_scene};

/// The key of the board.
pub const BOARD: &str = "chart";

/// The scene of a viewer.
pub fn scene(state: &State<DawnOfEmpire>, viewer: Viewer) -> Scene {
    let table = &state.table;
    Scene {
        title: table.scenario.title.clone(),
        subtitle: format!("{} 1898", fortnight(table.turn)),
        turn: Some(Turn {
            number: u16::from(table.turn),
            of: Some(u16::from(table.scenario.turns)),
            label: fortnight(table.turn),
        }),
        phases: phases(table),
        facts: facts(table),
        sides: sides(table),
        boards: vec![board(table)],
        pieces: pieces(table, viewer),
        groups: Side::BOTH.into_iter().flat_map(|side| groups(table, side, viewer)).collect(),
        battles: battle_scene::battles(state),
        tracks: tracks(table),
        tables: counters(state, viewer).into_iter().collect(),
        ..Scene::default()
    }
}

/// Whether a viewer knows what only a side knows.
pub fn knows(table: &Table, side: Side, viewer: Viewer) -> bool {
    table.owner(side).admits(viewer)
}

fn phases(table: &Table) -> Vec<PhaseCard> {
    let phases = [
        ("Orders", Phase::Orders),
        ("Movement", Phase::Movement),
        ("Combat", Phase::Combat),
        ("Control", Phase::Control),
        ("Repairs", Phase::Repair),
    ];
    phases.map(|(name, phase)| PhaseCard { name: name.into(), now: table.phase == phase }).into()
}

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact { name: name.into(), value: value.into() }
}

fn facts(table: &Table) -> Vec<Fact> {
    let verdict = match crate::victory::winner(table) {
        Some(side) => format!("{} wins", side.name()),
        None => "a draw".into(),
    };
    vec![fact("Score", standing(table.points)), fact("If it ended now", verdict)]
}

fn sides(table: &Table) -> Vec<SideCard> {
    let card = |side: Side| SideCard {
        key: side.key().into(),
        name: side.name().into(),
        seat: table.seat(side),
        colour: if side == Side::Us { "blue" } else { "ochre" }.into(),
        score: Some(if side == Side::Us { table.points } else { -table.points }),
    };
    let mut sides: Vec<SideCard> = Side::BOTH.map(card).into();
    sides.sort_by_key(|side| side.seat);
    sides
}

fn board(table: &Table) -> Board {
    let spaces = Space::all().map(|space| {
        let (figures, holder) = if space.is_area() {
            let area = chart().area(space);
            let figures = vec![
                fact("cost", area.cost.to_string()),
                fact("us", area.us.to_string()),
                fact("es", area.es.to_string()),
            ];
            (figures, table.control[space.index()])
        } else {
            (port_figures(table, space), chart().owner(space))
        };
        SpaceCard {
            key: chart().code(space).into(),
            terrain: if space.is_area() { "sea" } else { "port" }.into(),
            name: chart().name(space).into(),
            figures,
            holder: holder.map(|side| side.key().into()),
        }
    });
    let code = |space: Space| chart().code(space).to_owned();
    Board::Areas {
        key: BOARD.into(),
        name: "The Atlantic and the Caribbean".into(),
        spaces: spaces.collect(),
        borders: chart().borders.iter().map(|(a, b)| (code(*a), code(*b))).collect(),
    }
}

fn port_figures(table: &Table, space: Space) -> Vec<Fact> {
    let port = chart().port(space);
    let mut figures = Vec::new();
    if port.owner.is_some() {
        figures.push(fact("attack", port.attack.to_string()));
        figures.push(fact("defence", port.defence.to_string()));
        figures.push(fact("repair", port.repair.to_string()));
        figures.push(fact("mine", port.mine.to_string()));
    } else if table.scenario.options.germans && port.german_repair > 0 {
        figures.push(fact("repair", port.german_repair.to_string()));
    }
    if table.port_damage[space.port()] > 0 {
        figures.push(fact("damage", table.port_damage[space.port()].to_string()));
    }
    figures
}

/// On a space of the chart.
fn on(space: Space) -> Place {
    Place::Space { board: BOARD.into(), space: chart().code(space).into() }
}

/// Where a viewer sees a ship.
fn ship_place(table: &Table, ship: ShipId, viewer: Viewer) -> Place {
    let side = ship.side();
    let fates = &table.fates;
    if fates.sunk.contains(ship) {
        return Place::Gone { label: "sunk".into() };
    }
    if fates.interned.contains(ship) {
        return Place::Gone { label: "interned".into() };
    }
    if fates.due.contains(ship) {
        let due = table.scenario.due.iter().find(|due| due.ship == ship);
        let label = due.map_or_else(
            || "to come".into(),
            |due| format!("arrives turn {} at {}", due.turn, chart().name(due.at)),
        );
        return Place::Beside { label };
    }
    let seen = if knows(table, side, viewer) {
        Some(table.fleet(side).berth(ship).at)
    } else {
        seen_at(table, ship)
    };
    match seen {
        Some(space) if space.exists() => on(space),
        Some(_) => Place::Beside { label: "to be placed".into() },
        None => Place::Beside { label: "at sea or in port, unseen".into() },
    }
}

/// Where everybody knows a ship to be: it lies in a stack of which all ships are known.
fn seen_at(table: &Table, ship: ShipId) -> Option<Space> {
    let side = ship.side();
    let mut stacks = table.stacks_of(side).filter(|(_, stack)| stack.could.contains(ship));
    let (_, stack) = stacks.next()?;
    let certain = stacks.next().is_none() && knowledge::known_ships(stack).is_some();
    certain.then_some(stack.place)
}

fn pieces(table: &Table, viewer: Viewer) -> Vec<Piece> {
    let ships = data::ships().filter(|ship| !table.fates.absent.contains(*ship));
    let leaders = data::leaders()
        .filter(|leader| table.has_leader(*leader) || table.killed >> leader.number() & 1 != 0);
    ships
        .map(|ship| ship_piece(table, ship, viewer))
        .chain(leaders.map(|leader| leader_piece(table, leader, viewer)))
        .collect()
}

fn badge(kind: &str, text: &str) -> Badge {
    Badge { kind: kind.into(), count: None, text: text.into() }
}

fn ship_piece(table: &Table, ship: ShipId, viewer: Viewer) -> Piece {
    let card = data::ship(ship);
    let damage = table.damage[ship.index()];
    let mut badges = Vec::new();
    if table.melee.sunk.contains(ship) {
        badges.push(badge("sunk", "sunk in this battle"));
    } else if table.melee.disabled.contains(ship) {
        badges.push(badge("disabled", "disabled in this battle"));
    }
    if table.fates.interned.contains(ship) {
        badges.push(badge("interned", "interned"));
    }
    if table.upkeep.contains(ship) {
        badges.push(badge("maintenance", "worn in the turn before"));
    }
    let sunk = table.fates.sunk.contains(ship);
    let (attack, movement) =
        if sunk { (card.attack, card.movement) } else { (table.attack(ship), table.movement(ship)) };
    Piece {
        key: card.id.clone(),
        name: card.name.clone(),
        side: ship.side().key().into(),
        kind: card.kind.code().into(),
        face: "ship-profile".into(),
        place: ship_place(table, ship, viewer),
        facing: None,
        values: vec![
            fact("attack", attack.to_string()),
            fact("defence", card.defence.to_string()),
            fact("move", movement.to_string()),
        ],
        face_down: false,
        reduced: damage > 0,
        done: false,
        badges,
        damage: Some((damage, card.defence)),
        text: format!(
            "{}, {}, attack {attack}, defence {}, movement {movement}, damage {damage}",
            card.name,
            card.kind.word(),
            card.defence
        ),
    }
}

fn leader_piece(table: &Table, leader: LeaderId, viewer: Viewer) -> Piece {
    let card = data::leader(leader);
    let side = leader.side();
    let place = if table.has_leader(leader) {
        let seen = if knows(table, side, viewer) {
            let fleet = table.fleet(side);
            let number = fleet.leaders[leader.local()];
            Some(leader_place(table, fleet, side, number))
        } else {
            let mut stacks =
                table.stacks_of(side).filter(|(_, stack)| stack.leaders >> leader.local() & 1 != 0);
            match (stacks.next(), stacks.next()) {
                (Some((_, stack)), None) if knowledge::known_ships(stack).is_some() => Some(stack.place),
                _ => None,
            }
        };
        match seen {
            Some(space) if space.exists() => on(space),
            Some(_) => Place::Beside { label: "to be placed".into() },
            None => Place::Beside { label: "at sea or in port, unseen".into() },
        }
    } else {
        Place::Gone { label: "killed".into() }
    };
    Piece {
        key: card.id.clone(),
        name: card.name.clone(),
        side: side.key().into(),
        kind: "leader".into(),
        face: "leader".into(),
        place,
        facing: None,
        values: vec![fact("stars", card.stars.to_string())],
        face_down: false,
        reduced: false,
        done: false,
        badges: Vec::new(),
        damage: None,
        text: format!(
            "{}, {} of the {} Squadron",
            card.name,
            counted(card.stars, "star", "stars"),
            card.squadron
        ),
    }
}

/// Where a leader's stack is; while ships are placed freely, the number of the stack is that of the space.
fn leader_place(table: &Table, fleet: &Fleet, side: Side, number: u8) -> Space {
    if number == NO_STACK {
        return Space::NOWHERE;
    }
    if table.phase == Phase::Setup && fleet.count(number) == 0 {
        return Space(number);
    }
    fleet.front(side, number).map_or(Space::NOWHERE, |ship| fleet.berth(ship).at)
}

/// The key of a stack.
pub fn group_key(side: Side, number: u8) -> String {
    format!("{}-squadron-{}", side.key(), number + 1)
}

/// An order in words.
pub fn order_words(order: Order) -> String {
    if order.kind.has_target() && order.target.exists() {
        format!("{} {}", order.kind.word(), chart().name(order.target))
    } else {
        order.kind.word().into()
    }
}

/// How a squadron is called by those who know it.
pub fn squadron_name(fleet: &Fleet, side: Side, number: u8) -> String {
    if let Some(leader) = fleet.leader(side, number) {
        return format!("{}'s squadron", data::leader(leader).name);
    }
    fleet
        .front(side, number)
        .map_or_else(|| "squadron".into(), |ship| format!("{}'s squadron", data::ship(ship).name))
}

/// The stacks of a side: the owner sees them as they are written, others as they lie.
fn groups(table: &Table, side: Side, viewer: Viewer) -> Vec<Group> {
    if knows(table, side, viewer) {
        let fleet = table.fleet(side);
        let squadrons = each_stack(fleet.stacks()).filter(|number| fleet.count(*number) > 1);
        squadrons.map(|number| own_group(table, fleet, side, number)).collect()
    } else {
        let unseen = table
            .stacks_of(side)
            .filter(|(_, stack)| stack.count > 1 || knowledge::known_ships(stack).is_none());
        unseen.map(|(number, _)| seen_group(table, side, number)).collect()
    }
}

fn own_group(table: &Table, fleet: &Fleet, side: Side, number: u8) -> Group {
    let line = fleet.line(side, number);
    let place = fleet.berth(line[0]).at;
    let leaders = side.leaders().filter(|leader| fleet.leaders[leader.local()] == number);
    let leaders = leaders.map(|leader| data::leader(leader).id.clone());
    let order = order_words(fleet.berth(line[0]).order);
    let name = squadron_name(fleet, side, number);
    let tag = (table.phase != Phase::Setup).then(|| order.clone());
    Group {
        key: group_key(side, number),
        side: side.key().into(),
        place: on(place),
        pieces: leaders.chain(line.iter().map(|ship| data::ship(*ship).id.clone())).collect(),
        count: line.len() as u8,
        done: table.phase == Phase::Movement && table.stack(side, number).moved,
        text: format!("{name} at {}, {} ships, {order}", chart().name(place), line.len()),
        tag,
        name,
    }
}

/// A stack as it lies: face down (9.6), its order too until it has been shown (3.42).
fn seen_group(table: &Table, side: Side, number: u8) -> Group {
    let stack = table.stack(side, number);
    let ships = knowledge::known_ships(stack).unwrap_or(ShipSet::NONE);
    let certain = |leader: &LeaderId| {
        let bit = 1 << leader.local();
        stack.leaders & bit != 0
            && !table.stacks_of(side).any(|(other, seen)| other != number && seen.leaders & bit != 0)
    };
    let leaders =
        side.leaders().filter(|leader| table.has_leader(*leader) && !ships.is_empty() && certain(leader));
    let name = if stack.count > 1 {
        format!("{} squadron", side.adjective())
    } else {
        format!("{} ship", side.adjective())
    };
    let tag = stack.shown.map(order_words);
    let words = tag.clone().unwrap_or_else(|| "orders unknown".into());
    Group {
        key: group_key(side, number),
        side: side.key().into(),
        place: on(stack.place),
        pieces: leaders
            .map(|leader| data::leader(leader).id.clone())
            .chain(ships.iter().map(|ship| data::ship(ship).id.clone()))
            .collect(),
        count: stack.count,
        done: table.phase == Phase::Movement && stack.moved,
        text: format!(
            "{name} at {}, {}, {words}",
            chart().name(stack.place),
            counted(stack.count, "ship", "ships")
        ),
        tag,
        name,
    }
}

fn tracks(table: &Table) -> Vec<Track> {
    let turns = (1..=table.scenario.turns).map(|turn| turn.to_string()).collect();
    vec![Track {
        name: "Turn".into(),
        boxes: turns,
        standing: vec![("turn".into(), u16::from(table.turn.saturating_sub(1)))],
    }]
}

/// The order counters of a side, for its owner: how many are in use (5.0).
fn counters(state: &State<DawnOfEmpire>, viewer: Viewer) -> Option<SceneTable> {
    let table = &state.table;
    let Viewer::Seat(seat) = viewer else { return None };
    if seat.index() > 1 || !matches!(state.frame(), Some(Frame::Orders(_))) {
        return None;
    }
    let side = table.side(seat);
    let draft = Draft::of(table, side);
    let row = |kind: OrderKind| {
        let used = draft.squadrons().filter(|number| draft.order(*number).kind == kind).count();
        vec![kind.word().to_owned(), used.to_string(), tables().counters(side, kind).to_string()]
    };
    Some(SceneTable {
        name: "Order counters".into(),
        columns: ["Order", "In use", "Of"].map(String::from).into(),
        rows: OrderKind::ALL.map(row).into(),
    })
}

/// The pairing of two lines as a page draws it; throws are added by those who know them.
pub fn pairing(left: Vec<String>, right: Vec<String>, now: bool) -> Pairing {
    Pairing { left, right, now, ..Pairing::default() }
}

/// A throw as a page draws it.
pub fn throw(side: Side, dice: &[u8], at_port: bool) -> Throw {
    Throw {
        side: side.key().into(),
        count: dice.len() as u8,
        dice: dice.iter().map(|face| attack_die(*face, at_port)).collect(),
    }
}
