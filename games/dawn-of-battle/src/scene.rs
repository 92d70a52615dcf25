//! What a viewer sees: the field, the counters with their figures, armies and tracks (2.2, 2.3).

use std::fmt::Display;

use sandtable_engine::scene::{
    Badge, Board, Card, Fact, Hand, Phase as PhaseCard, Piece, Place, Scene, Side as SideCard, Space, Stroke,
    Table as SceneTable, Track, Turn as TurnCard,
};
use sandtable_engine::{Seat, State, Viewer};

use crate::battle_scene;
use crate::data::{CardId, Kind, Size, card, event, limits, turn_box};
use crate::ids::{HexId, LeaderId, PostId, SIDES, UnitId, side_key};
use crate::impetuous::is_unleashed;
use crate::muster::show;
use crate::names::{leader_key, post_key, unit_key};
use crate::offers::card_key;
use crate::scenario::Station;
use crate::table::{Fate, Marker, Phase, Roar, Table};
use crate::{DawnOfBattle, Frame, victory};

/// The key of the board.
pub const BOARD: &str = "field";

/// The scene of a viewer.
pub fn scene(state: &State<DawnOfBattle>, viewer: Viewer) -> Scene {
    let table = &state.table;
    let setting_up = table.phase == Phase::SetUp;
    let mut hands = hands(table, viewer);
    hands.extend(show::hands(state, viewer));
    let mut facts = show::facts(state, viewer);
    facts.extend(self::facts(table));
    let mut tables = battle_scene::tables(state, viewer);
    tables.push(armies(table));
    tables.push(points(table));
    Scene {
        title: table.scenario.title.clone(),
        subtitle: table.scenario.date.clone(),
        turn: (!setting_up).then(|| TurnCard {
            number: u16::from(table.turn),
            of: Some(u16::from(limits().turns)),
            label: String::new(),
        }),
        phases: phases(table),
        facts,
        sides: sides(table),
        boards: vec![board(table)],
        pieces: pieces(table, viewer),
        lines: strokes(state),
        tracks: tracks(table),
        hands,
        battles: battle_scene::battles(state, viewer),
        tables,
        ..Scene::default()
    }
}

fn phases(table: &Table) -> Vec<PhaseCard> {
    let names = [
        (Phase::SetUp, "Set-up"),
        (Phase::Leaders, "Leaders"),
        (Phase::Points, "Points"),
        (Phase::Initiative, "Initiative"),
        (Phase::Restraint, "Restraint"),
        (Phase::Actions, "Actions"),
        (Phase::Melee, "Melee"),
        (Phase::TurnEnd, "Turn end"),
    ];
    // Setting up is over before the first turn.
    let first = usize::from(table.phase != Phase::SetUp);
    let impetuous = table.scenario.special.sides.iter().any(|side| !side.impetuous.is_empty());
    let cards = names.into_iter().skip(first).filter(|(phase, _)| *phase != Phase::Restraint || impetuous);
    cards.map(|(phase, name)| PhaseCard { name: name.into(), now: phase == table.phase }).collect()
}

fn fact(name: &str, value: impl Display) -> Fact {
    Fact { name: name.into(), value: value.to_string() }
}

fn facts(table: &Table) -> Vec<Fact> {
    let both = |figure: &dyn Fn(Seat) -> u8| format!("{} / {}", figure(Seat(0)), figure(Seat(1)));
    vec![
        fact("Action points", both(&|side| table.army(side).points)),
        fact("Morale", both(&|side| table.morale(side))),
        fact("Initiative", format!("{}, box {}", table.army_name(table.initiative), table.held)),
    ]
}

fn sides(table: &Table) -> Vec<SideCard> {
    let card = |side: Seat| SideCard {
        key: side_key(side).into(),
        name: table.army_name(side).into(),
        seat: side,
        colour: if side.0 == 0 { "brick" } else { "ivory" }.into(),
        score: Some(victory::points(table, side)),
    };
    SIDES.map(card).into()
}

fn board(table: &Table) -> Board {
    let name_of = |hex: HexId| {
        let named = table.scenario.names.iter().find(|(at, _)| *at == hex);
        named.map_or_else(String::new, |(_, name)| name.clone())
    };
    let hexes = table
        .map()
        .hexes()
        .filter(|hex| table.ground(*hex) != crate::data::Terrain::Clear || !name_of(*hex).is_empty());
    let spaces = hexes.map(|hex| Space {
        key: hex.to_string(),
        terrain: table.ground(hex).word().into(),
        name: name_of(hex),
        figures: Vec::new(),
        holder: None,
    });
    Board::Hexes {
        key: BOARD.into(),
        name: table.scenario.title.clone(),
        columns: table.map().columns() as u8,
        rows: limits().rows,
        flat_top: false,
        even_shoved: true,
        row_first: false,
        lettered: true,
        rows_up: false,
        north: 1,
        spaces: spaces.collect(),
        shores: Vec::new(),
        ways: Vec::new(),
        sides: Vec::new(),
    }
}

fn on(hex: HexId) -> Place {
    Place::Space { board: BOARD.into(), space: hex.to_string() }
}

fn badge(kind: &str, text: &str) -> Badge {
    Badge { kind: kind.into(), count: None, text: text.into() }
}

fn pieces(table: &Table, viewer: Viewer) -> Vec<Piece> {
    let units = table.field.or(table.waiting).or(table.dead).or(table.gone);
    let mut pieces: Vec<Piece> = units.iter().map(|unit| formation(table, unit)).collect();
    for side in SIDES {
        let posts = PostId::all_of(side).filter(|post| table.posts[*post].hex.exists());
        pieces.extend(posts.map(|post| counter(table, post, viewer)));
        pieces.extend(LeaderId::all_of(side).filter_map(|leader| aside(table, leader, viewer)));
    }
    pieces
}

fn whereabouts(table: &Table, unit: UnitId) -> Place {
    if table.field.contains(unit) {
        return on(table.units[unit].hex);
    }
    if table.dead.contains(unit) {
        return Place::Gone { label: "eliminated".into() };
    }
    if table.gone.contains(unit) {
        let camp = table.units[unit].kind != Kind::Ay;
        return Place::Gone { label: if camp { "left the field" } else { "taken" }.into() };
    }
    let line = table.scenario.armies[unit.side().index()].units.get(unit.place());
    let label = match line.map(|line| line.station) {
        Some(Station::Enters(turn, hex)) if turn > table.turn => format!("Enters on turn {turn} at {hex}"),
        Some(Station::Enters(_, hex)) => format!("May enter at {hex}"),
        Some(Station::Placed(turn, _)) => format!("Enters on turn {turn}"),
        _ => "To be set up".into(),
    };
    Place::Beside { label }
}

fn values(table: &Table, unit: UnitId) -> Vec<Fact> {
    let at = &table.units[unit];
    let card = at.kind.card();
    let figures = table.figures(unit);
    let strength = if at.kind == Kind::El { "?".into() } else { figures.strength.to_string() };
    let mut values = vec![fact("strength", strength), fact("move", figures.movement)];
    if card.good.attack > 0 {
        values.push(fact("missile", figures.attack));
        values.push(fact("range", card.range));
    }
    if card.exposed {
        values.push(fact("defence", format!("{:+}", figures.defence)));
    }
    if let Some(size) = card.size {
        values.push(fact("size", size.letter()));
    }
    values
}

fn unit_badges(table: &Table, unit: UnitId) -> Vec<Badge> {
    let at = &table.units[unit];
    let mut badges = Vec::new();
    match at.marker {
        Marker::None => {}
        Marker::Active => badges.push(badge("active", "Active!: has acted, may attack")),
        Marker::Done => badges.push(badge("done", "Done!: has acted, may not attack")),
        Marker::Charge => badges.push(badge("charge", "charging")),
    }
    if at.kind == Kind::Ay && at.disrupted {
        badges.push(badge("limbered", "limbered"));
    }
    if table.field.contains(unit) && is_unleashed(table, unit) {
        badges.push(badge("impetuous", "has lost restraint"));
    }
    badges
}

fn formation(table: &Table, unit: UnitId) -> Piece {
    let at = &table.units[unit];
    let card = at.kind.card();
    let place = whereabouts(table, unit);
    let badges = unit_badges(table, unit);
    let reduced = at.disrupted && at.kind != Kind::Ay;
    let mut parts =
        vec![format!("{}, {}", table.name(unit), card.name), table.army_name(unit.side()).to_owned()];
    match &place {
        Place::Space { space, .. } => parts.push(format!("at {space}")),
        Place::Beside { label } | Place::Gone { label } => parts.push(label.clone()),
    }
    if !at.kind.is_camp() && table.field.contains(unit) {
        parts.push(format!("facing {}", crate::events::vertex(at.facing)));
    }
    let figures = table.figures(unit);
    parts.push(if at.kind == Kind::El {
        format!("strength of its enemy, move {}", figures.movement)
    } else {
        format!("strength {}, move {}", figures.strength, figures.movement)
    });
    if card.good.attack > 0 {
        parts.push(format!("missiles {} to {} hexes", figures.attack, card.range));
    }
    if let Some(size) = card.size {
        parts.push(match size {
            Size::Light => "light".into(),
            Size::Medium => "medium".into(),
            Size::Heavy => "heavy".into(),
        });
    }
    if reduced {
        parts.push("disrupted".into());
    }
    parts.extend(badges.iter().map(|badge| badge.text.clone()));
    Piece {
        key: unit_key(table, unit),
        name: table.name(unit).into(),
        side: side_key(unit.side()).into(),
        kind: at.kind.key().into(),
        face: "formation".into(),
        place,
        facing: (!at.kind.is_camp()).then(|| at.facing.index() + 1),
        values: values(table, unit),
        face_down: false,
        reduced,
        done: at.marker == Marker::Done,
        badges,
        damage: None,
        text: parts.join(", "),
    }
}

fn leader_values(table: &Table, leader: LeaderId) -> Vec<Fact> {
    let values = table.leaders[leader].values;
    if table.leaders[leader].dummy {
        return Vec::new();
    }
    vec![fact("command", values.command), fact("range", values.range), fact("combat", values.combat)]
}

/// A leader's counter on the map: who does not know who lies there sees its back (2.5.1).
fn counter(table: &Table, id: PostId, viewer: Viewer) -> Piece {
    let post = &table.posts[id];
    let side = id.side();
    let army = table.army_name(side);
    let known = post.who.seen_by(viewer).copied();
    let open = post.who.audience() == sandtable_engine::Audience::Everyone;
    let mut badges = Vec::new();
    if known.is_some() && !open {
        badges.push(badge("hidden", "face down for the enemy"));
    }
    let spent = known.is_some_and(|leader| table.is_spent(id, leader));
    if spent {
        badges.push(badge("spent", "out of his range, forms nothing more this turn"));
    }
    if post.done {
        badges.push(badge("done", "Done!: has fought alone this turn"));
    }
    let (name, text) = match known {
        Some(leader) if table.leaders[leader].dummy => {
            ("Dummy".to_owned(), format!("Dummy leader, {army}, at {}", post.hex))
        }
        Some(leader) => {
            let (name, values) = (table.leader_name(leader), table.leaders[leader].values);
            let text = format!(
                "{name}, leader, {army}, at {}, command {}, range {}, combat {}",
                post.hex, values.command, values.range, values.combat
            );
            (name.to_owned(), text)
        }
        None => ("Leader".to_owned(), format!("A leader face down, {army}, at {}", post.hex)),
    };
    Piece {
        key: post_key(table, id, viewer),
        name,
        side: side_key(side).into(),
        kind: "leader".into(),
        face: "leader".into(),
        place: on(post.hex),
        facing: None,
        values: known.map(|leader| leader_values(table, leader)).unwrap_or_default(),
        face_down: known.is_none(),
        reduced: false,
        done: spent,
        badges,
        damage: None,
        text,
    }
}

/// A leader who is not on the map. Who of the enemy's is still to be placed would tell who was, so only those who are away for all to see are
/// shown to him.
fn aside(table: &Table, leader: LeaderId, viewer: Viewer) -> Option<Piece> {
    if table.post_of(leader).is_some() {
        return None;
    }
    let state = &table.leaders[leader];
    let own = viewer == Viewer::Umpire || viewer == Viewer::Seat(leader.side());
    let place = match state.fate {
        Fate::Ready if own => Place::Beside { label: "To be placed".into() },
        Fate::Absent | Fate::Ready => return None,
        Fate::Due(turn) => Place::Beside { label: format!("Enters on turn {turn}") },
        Fate::Away(turn) => Place::Beside { label: format!("Returns on turn {turn}") },
        Fate::Dead if state.dummy => Place::Gone { label: "dummy".into() },
        Fate::Dead => Place::Gone { label: "killed".into() },
    };
    let label = match &place {
        Place::Beside { label } | Place::Gone { label } => label.clone(),
        Place::Space { .. } => String::new(),
    };
    let name = table.leader_name(leader);
    Some(Piece {
        key: leader_key(table, leader),
        name: name.into(),
        side: side_key(leader.side()).into(),
        kind: "leader".into(),
        face: "leader".into(),
        place,
        facing: None,
        values: leader_values(table, leader),
        face_down: false,
        reduced: false,
        done: false,
        badges: Vec::new(),
        damage: None,
        text: format!("{name}, leader, {}, {label}", table.army_name(leader.side())),
    })
}

/// A card of a hand in words.
pub fn event_card(id: CardId) -> Card {
    let printed = card(id);
    let event = event(printed.event);
    Card {
        key: card_key(id),
        name: event.title.clone(),
        kind: event.window.words().into(),
        text: event.text.clone(),
        figures: vec![fact("card", id.0), fact("command", printed.command), fact("die", printed.die)],
        count: 1,
        done: false,
    }
}

/// One hand a side: its owner sees the cards, all see how many there are.
fn hands(table: &Table, viewer: Viewer) -> Vec<Hand> {
    let hand = |side: Seat| {
        let deck = &table.army(side).deck;
        let cards = deck.hand.seen_by(viewer);
        Hand {
            name: "Events".into(),
            side: side_key(side).into(),
            count: deck.held,
            cards: cards.map(|cards| cards.iter().map(event_card).collect()).unwrap_or_default(),
        }
    };
    SIDES.map(hand).into()
}

/// Who commands whom while a formation acts.
fn strokes(state: &State<DawnOfBattle>) -> Vec<Stroke> {
    let table = &state.table;
    let mut strokes = Vec::new();
    for frame in state.frames() {
        let Frame::Activation(activation) = frame else { continue };
        let Some(post) = activation.leader().and_then(|leader| table.post_of(leader)) else { continue };
        let from = table.posts[post].hex;
        for unit in activation.members().and(table.field).iter() {
            let to = table.units[unit].hex;
            if to == from {
                continue;
            }
            strokes.push(Stroke {
                kind: "command".into(),
                board: BOARD.into(),
                spaces: vec![from.to_string(), to.to_string()],
                text: format!("{} may act with this leader", table.name(unit)),
            });
        }
    }
    strokes
}

fn tracks(table: &Table) -> Vec<Track> {
    let turns = 1..=limits().turns;
    let name = |turn: u8| {
        let values = turn_box(turn);
        match values.end {
            Some(end) => format!("{turn} (bank {}, end {end})", values.handicap),
            None => format!("{turn} (bank {})", values.handicap),
        }
    };
    let boxes: Vec<String> = (0..=limits().turns).map(|number| number.to_string()).collect();
    vec![
        Track {
            name: "Turn".into(),
            boxes: turns.map(name).collect(),
            standing: vec![("Turn".into(), u16::from(table.turn.max(1) - 1))],
        },
        Track {
            name: "Initiative".into(),
            boxes,
            standing: vec![(table.army_name(table.initiative).into(), u16::from(table.held))],
        },
    ]
}

/// The armies side by side.
fn armies(table: &Table) -> SceneTable {
    let row = |side: Seat| {
        let army = table.army(side);
        let mut notes = Vec::new();
        if army.panicked {
            notes.push("panicked");
        }
        if army.pillaged {
            notes.push("camp lost");
        }
        if army.unleashed {
            notes.push("restraint lost");
        }
        match army.roar {
            Roar::Now => notes.push("barbarian charge"),
            Roar::Saved | Roar::Spent => {}
        }
        let fatigue = if army.fatigue > 0 { format!(" (+{} fatigue)", army.fatigue) } else { String::new() };
        vec![
            table.army_name(side).to_owned(),
            army.losses.to_string(),
            army.panic_level.to_string(),
            format!("{}{fatigue}", table.morale(side)),
            army.deck.held.to_string(),
            format!("{} of {}", army.points, army.pool),
            army.banked.to_string(),
            army.deck.count().to_string(),
            notes.join(", "),
        ]
    };
    SceneTable {
        name: "Armies".into(),
        columns: ["army", "losses", "panic level", "morale", "events", "points", "banked", "deck", "state"]
            .map(str::to_owned)
            .into(),
        rows: SIDES.map(row).into(),
    }
}

/// Victory points as things stand (13.0).
fn points(table: &Table) -> SceneTable {
    let mut rows = Vec::new();
    for side in SIDES {
        victory::awards(table, side, &mut |what, points, rule| {
            rows.push(vec![
                table.army_name(side).to_owned(),
                what.to_owned(),
                points.to_string(),
                rule.to_string(),
            ]);
        });
    }
    SceneTable {
        name: "Victory points".into(),
        columns: ["army", "for", "points", "rule"].map(str::to_owned).into(),
        rows,
    }
}
