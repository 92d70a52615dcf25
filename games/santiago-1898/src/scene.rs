//! What a viewer sees: the province (1.0), a mile a hex and a day a turn (1.1), the counters with their figures (1.2) under their names (1.4). Nothing is hidden.

use sandtable_engine::State;
use sandtable_engine::scene::{
    Badge, Board, Fact, Group, Hexside, Marker, Phase as PhaseCard, Piece, Place, Scene, Side as SideCard,
    Space, Stroke, Table as SceneTable, Turn as TurnCard, Way,
};

use crate::data::{self, Comes, Kind, card, map, tables};
use crate::events::{day, list};
use crate::ids::{COLUMNS, FIRST_ROW, Force, HexId, HexSet, ROWS, UnitId, UnitSet};
use crate::phases::arrivals;
use crate::questions::control;
use crate::questions::reach::stands_fast;
use crate::questions::supply::Lines;
use crate::table::{Phase, Table};
use crate::{Frame, Santiago, battle_scene, victory};

/// The key of the board.
pub const BOARD: &str = "province";
/// The key of the base.
pub const BASE_KEY: &str = "base";

/// The key of the pieces of a force in a hex.
pub fn stack_key(hex: HexId, force: Force) -> String {
    format!("stack-{hex}-{}", force.key())
}

/// The scene; it is the same for everybody.
pub fn scene(state: &State<Santiago>) -> Scene {
    let table = &state.table;
    Scene {
        title: table.scenario.title.clone(),
        subtitle: format!("{} 1898", day(table.turn)),
        turn: Some(TurnCard {
            number: u16::from(table.turn),
            of: Some(u16::from(table.scenario.turns)),
            label: day(table.turn),
        }),
        phases: phases(table),
        facts: facts(table),
        sides: sides(table),
        boards: vec![board(table)],
        pieces: pieces(state),
        groups: groups(table),
        markers: markers(),
        lines: strokes(state),
        battles: battle_scene::battles(state),
        tables: battle_scene::column(state).into_iter().chain([objectives(table), losses(table)]).collect(),
        ..Scene::default()
    }
}

fn phases(table: &Table) -> Vec<PhaseCard> {
    let now = match table.phase {
        Phase::SetUp => 0,
        Phase::Administration => 1,
        Phase::CubanMovement | Phase::UsMovement => 2,
        Phase::CubanFire | Phase::UsFire => 3,
        Phase::CubanShock | Phase::UsShock => 4,
        Phase::SpanishMovement => 5,
        Phase::SpanishFire => 6,
        Phase::SpanishShock => 7,
    };
    let names = [
        "Set-up",
        "Administration",
        "Movement",
        "Fire",
        "Shock",
        "Spanish movement",
        "Spanish fire",
        "Spanish shock",
    ];
    // Setting up is over before the first turn.
    let first = usize::from(table.phase != Phase::SetUp);
    names
        .iter()
        .enumerate()
        .skip(first)
        .map(|(at, name)| PhaseCard { name: (*name).into(), now: at == now })
        .collect()
}

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact { name: name.into(), value: value.into() }
}

fn facts(table: &Table) -> Vec<Fact> {
    let mut facts = vec![
        fact("Landed today", format!("{} of {} steps", table.ashore, tables().landing.steps)),
        fact("Fever losses", table.fever.to_string()),
    ];
    if table.bad_weather {
        facts.push(fact("Weather", "bad"));
    }
    if let Some(goal) = &table.scenario.goal {
        facts.push(fact("Goal", format!("{} of {}", victory::goal_held(table), goal.needed)));
    }
    facts
}

fn sides(table: &Table) -> Vec<SideCard> {
    let card = |force: Force, colour: &str, score: Option<i16>| SideCard {
        key: force.key().into(),
        name: force.name().into(),
        seat: force.seat(),
        colour: colour.into(),
        score,
    };
    vec![
        card(Force::Us, "blue", Some(i16::from(control::objectives(table)))),
        card(Force::Es, "ochre", None),
        card(Force::Cu, "ivory", None),
    ]
}

fn is_work(hex: HexId) -> bool {
    let map = map();
    map.redoubts.contains(hex) || map.batteries.contains(hex) || map.entrenchments.contains(hex)
}

fn holder(table: &Table, hex: HexId) -> &'static str {
    if table.held.contains(hex) { Force::Us.key() } else { Force::Es.key() }
}

fn board(table: &Table) -> Board {
    let map = map();
    let spaces = HexId::all().map(|hex| {
        let ground = map.ground[hex.index()];
        let objective = map.objectives.contains(hex);
        let town = matches!(ground.word(), "town" | "city" | "beach");
        let goal = table.scenario.goal.is_some_and(|goal| goal.hexes.contains(hex));
        let mut figures = Vec::new();
        if objective {
            figures.push(fact("objective", "1"));
        }
        if goal {
            figures.push(fact("goal", "1"));
        }
        Space {
            key: hex.to_string(),
            terrain: ground.word().into(),
            name: map.names[hex.index()].clone(),
            figures,
            holder: (objective || goal || town || is_work(hex)).then(|| holder(table, hex).into()),
        }
    });
    let blown = table.scenario.options.blown_bridge;
    let side = |kind: &str, name: &str, (a, b): &(HexId, HexId)| Hexside {
        kind: kind.into(),
        name: name.into(),
        spaces: (a.to_string(), b.to_string()),
    };
    let rivers = map.courses.iter().flat_map(|river| {
        let sides = river.sides.iter();
        sides.map(|pair| side("river", &river.name, pair))
    });
    let closed = map.closed_sides.iter().map(|pair| side("closed", "", pair));
    Board::Hexes {
        key: BOARD.into(),
        name: "The province of Santiago".into(),
        columns: COLUMNS as u8,
        rows: FIRST_ROW - 1 + ROWS as u8,
        flat_top: false,
        even_shoved: true,
        row_first: true,
        lettered: false,
        rows_up: true,
        north: 1,
        spaces: spaces.collect(),
        shores: Vec::new(),
        ways: map.lines.iter().flat_map(|line| way(line.rail, &line.hexes, blown)).collect(),
        sides: rivers.chain(closed).collect(),
    }
}

/// A road or railway, cut in two where its bridge is blown (O4).
fn way(rail: bool, hexes: &[HexId], blown: bool) -> Vec<Way> {
    let (a, b) = map().bridge;
    let cut = hexes.windows(2).position(|pair| blown && (pair == [a, b] || pair == [b, a]));
    let parts = match cut {
        Some(at) => vec![&hexes[..=at], &hexes[at + 1..]],
        None => vec![hexes],
    };
    let kind = if rail { "rail" } else { "road" };
    let long = parts.into_iter().filter(|part| part.len() > 1);
    long.map(|part| Way { kind: kind.into(), spaces: part.iter().map(ToString::to_string).collect() })
        .collect()
}

fn markers() -> Vec<Marker> {
    let map = map();
    let works = |kind: &'static str, hexes: HexSet| {
        hexes.iter().map(move |hex| Marker {
            kind: kind.into(),
            board: BOARD.into(),
            space: hex.to_string(),
            count: 1,
            text: format!("{kind} at {}", map.place(hex)),
        })
    };
    works("entrenchment", map.entrenchments)
        .chain(works("redoubt", map.redoubts))
        .chain(works("battery", map.batteries))
        .collect()
}

fn on(hex: HexId) -> Place {
    Place::Space { board: BOARD.into(), space: hex.to_string() }
}

fn whereabouts(table: &Table, unit: UnitId) -> Place {
    if table.map.contains(unit) {
        return on(table.at[unit]);
    }
    if !table.due.contains(unit) {
        return Place::Gone { label: if unit.is_leader() { "lost" } else { "eliminated" }.into() };
    }
    let turn = arrivals::turn_of(table, unit);
    let label = match card(unit).comes {
        Comes::First | Comes::Second => "Afloat".into(),
        Comes::SetUp => "To be set up".into(),
        Comes::Event => "Waits for an event".into(),
        Comes::Escario => format!("Escario's column, due turn {}", turn.unwrap_or_default()),
        Comes::Turn | Comes::Sea | Comes::AfterEscario => {
            format!("Cubans, due turn {}", turn.unwrap_or_default())
        }
    };
    Place::Beside { label }
}

fn badge(kind: &str, text: &str) -> Badge {
    Badge { kind: kind.into(), count: None, text: text.into() }
}

fn badges(table: &Table, lines: &[Lines; 3], unit: UnitId) -> Vec<Badge> {
    let mut badges = Vec::new();
    if !table.map.contains(unit) {
        return badges;
    }
    if table.dis.contains(unit) {
        badges.push(badge("dis", "disorganised"));
    }
    if !lines[unit.force().index()].supply(table, unit) {
        badges.push(badge("out-of-supply", "out of supply"));
    }
    if stands_fast(table, unit) {
        badges.push(badge("frozen", "stands fast"));
    }
    if table.landed.contains(unit) {
        badges.push(badge("landed", "landed today"));
    }
    badges
}

fn pieces(state: &State<Santiago>) -> Vec<Piece> {
    let table = &state.table;
    let lines = Force::ALL.map(|force| Lines::of(table, force));
    let taking_part = table.map.or(table.due).or(table.lost);
    let units = data::pieces().filter(|unit| taking_part.contains(*unit));
    let mut pieces: Vec<Piece> = units.map(|unit| piece(state, &lines, unit)).collect();
    if table.base().exists() {
        pieces.push(Piece {
            key: BASE_KEY.into(),
            name: "Base".into(),
            side: Force::Us.key().into(),
            kind: "base".into(),
            face: "unit".into(),
            place: on(table.base()),
            facing: None,
            values: Vec::new(),
            face_down: false,
            reduced: false,
            done: false,
            badges: Vec::new(),
            damage: None,
            text: format!("American base at {}", map().place(table.base())),
        });
    }
    pieces
}

fn piece(state: &State<Santiago>, lines: &[Lines; 3], unit: UnitId) -> Piece {
    let table = &state.table;
    let card = card(unit);
    let left = table.steps[unit];
    let figures = data::figures(unit, if left == 0 { 1 } else { left });
    let leader = card.kind == Kind::Leader;
    let values = if leader {
        vec![fact("bonus", format!("+{}", card.bonus)), fact("move", figures.movement.to_string())]
    } else {
        vec![
            fact("fire", figures.fire.to_string()),
            fact("shock", figures.shock.to_string()),
            fact("move", figures.movement.to_string()),
            fact("size", card.size.clone()),
        ]
    };
    let badges = badges(table, lines, unit);
    let place = whereabouts(table, unit);
    let text = text_of(table, unit, &place, &badges);
    Piece {
        key: card.id.clone(),
        name: card.name.clone(),
        side: unit.force().key().into(),
        kind: card.kind.word().into(),
        face: if leader { "leader" } else { "unit" }.into(),
        place,
        facing: None,
        values,
        face_down: false,
        reduced: !leader && left < card.steps && left > 0,
        done: is_done(state, unit),
        badges,
        damage: (!leader).then_some((card.steps - left, card.steps)),
        text,
    }
}

/// Whether a piece has done its part in the phase that is under way.
fn is_done(state: &State<Santiago>, unit: UnitId) -> bool {
    let table = &state.table;
    let acting = table.map.contains(unit);
    acting
        && state.frames().iter().any(|frame| match frame {
            Frame::Movement(movement) => movement.force() == unit.force() && table.moved.contains(unit),
            Frame::Fire(fire) => fire.force() == unit.force() && table.fired.contains(unit),
            Frame::Shock(shock) => shock.force() == unit.force() && table.attacked.contains(unit),
            _ => false,
        })
}

/// Everything about a piece in one line.
fn text_of(table: &Table, unit: UnitId, place: &Place, badges: &[Badge]) -> String {
    let card = card(unit);
    let mut parts = vec![
        format!("{} ({})", card.name, card.title),
        format!("{} {}", unit.force().adjective(), card.kind.word()),
    ];
    match place {
        Place::Space { .. } => parts.push(format!("at {}", map().place(table.at[unit]))),
        Place::Beside { label } | Place::Gone { label } => parts.push(label.clone()),
    }
    let left = table.steps[unit];
    if card.kind == Kind::Leader {
        parts.push(format!("bonus {}", card.bonus));
    } else if left > 0 {
        let figures = table.figures(unit);
        parts.push(format!("fire {}, shock {}, move {}", figures.fire, figures.shock, figures.movement));
        parts.push(format!("{left} of {} steps", card.steps));
    }
    parts.extend(badges.iter().map(|badge| badge.text.clone()));
    parts.join(", ")
}

/// The pieces of each hex that has several.
fn groups(table: &Table) -> Vec<Group> {
    let mut groups = Vec::new();
    for force in Force::ALL {
        let ours = table.map.and(force.pieces());
        let hexes: HexSet = ours.iter().map(|unit| table.at[unit]).collect();
        for hex in hexes.iter() {
            let stack = table.among(force.pieces(), hex);
            if stack.len() < 2 {
                continue;
            }
            groups.push(group(table, force, hex, stack));
        }
    }
    groups
}

fn group(table: &Table, force: Force, hex: HexId, stack: UnitSet) -> Group {
    // Leaders never lie on top.
    let units = stack.and(force.units()).iter().chain(stack.and(force.leaders()).iter());
    let done = stack.and(table.moved) == stack;
    Group {
        key: stack_key(hex, force),
        name: format!("{} at {}", force.people(), map().name(hex)),
        side: force.key().into(),
        place: on(hex),
        pieces: units.map(|unit| card(unit).id.clone()).collect(),
        count: stack.len() as u8,
        tag: None,
        done,
        text: format!("{} at {}", list(stack), map().place(hex)),
    }
}

/// Who fires at whom, and who assaults.
fn strokes(state: &State<Santiago>) -> Vec<Stroke> {
    let table = &state.table;
    let mut strokes = Vec::new();
    let mut draw = |kind: &str, from: HexSet, to: HexId| {
        for hex in from.iter() {
            let text = format!("{kind} from {} at {}", map().place(hex), map().place(to));
            strokes.push(Stroke {
                kind: kind.into(),
                board: BOARD.into(),
                spaces: vec![hex.to_string(), to.to_string()],
                text,
            });
        }
    };
    let hexes =
        |units: UnitSet| -> HexSet { units.and(table.map).iter().map(|unit| table.at[unit]).collect() };
    for frame in state.frames() {
        match frame {
            Frame::Volley(volley) => draw("fire", hexes(volley.joined()), volley.target()),
            Frame::Assault(assault) => draw("assault", hexes(assault.joined()), assault.target()),
            Frame::DefensiveFire(fire) => {
                for (_, aim) in fire.aims().filter(|(_, aim)| aim.exists()) {
                    draw("fire", [fire.defended()].into_iter().collect(), aim);
                }
            }
            _ => {}
        }
    }
    strokes
}

fn objectives(table: &Table) -> SceneTable {
    let row = |hex: HexId| {
        let holder = if table.held.contains(hex) { Force::Us } else { Force::Es };
        vec![map().name(hex), holder.key().into()]
    };
    SceneTable {
        name: "Objectives".into(),
        columns: vec!["name".into(), "holder".into()],
        rows: map().objectives.iter().map(row).collect(),
    }
}

fn losses(table: &Table) -> SceneTable {
    let row = |force: Force| vec![force.name().to_owned(), table.losses[force.index()].to_string()];
    SceneTable {
        name: "Losses".into(),
        columns: vec!["side".into(), "steps".into()],
        rows: [Force::Us, Force::Cu, Force::Es].map(row).into(),
    }
}
