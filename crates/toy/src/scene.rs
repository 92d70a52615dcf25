//! What a viewer sees.

use sandtable_engine::scene::{
    Battle, Board, Card as SceneCard, Fact, Hand, Marker, Pairing, Phase, Piece, Place, Scene, Side,
    Space as SceneSpace, Stroke, Table as SceneTable, Track, Turn as SceneTurn,
};
use sandtable_engine::{Frame as _, Seat, State, Viewer};

use crate::data::{Card, Space, UnitId};
use crate::table::{side_key, side_name};
use crate::{Frame, Table, Toy};

const BOARD: &str = "ridge";
const SIDES: [Seat; 2] = [Seat(0), Seat(1)];

/// Built from nothing, field by field.
pub fn scene(state: &State<Toy>, viewer: Viewer) -> Scene {
    let table = &state.table;
    Scene {
        title: table.title.to_string(),
        subtitle: "Seven spaces in a row".into(),
        turn: Some(SceneTurn {
            number: table.turn.into(),
            of: Some(table.turns.into()),
            label: String::new(),
        }),
        phases: phases(state),
        facts: vec![fact("Weather", if table.blizzard { "blizzard" } else { "clear" })],
        sides: SIDES.map(|seat| side(table, seat)).into(),
        boards: vec![board(table)],
        pieces: table.ids().map(|id| piece(table, id)).collect(),
        markers: vec![Marker {
            kind: "crest".into(),
            board: BOARD.into(),
            space: Space::MIDDLE.0.to_string(),
            count: 1,
            text: "The crest of the ridge".into(),
        }],
        lines: assault(state).map(|(from, at, text)| stroke(from, at, text)).into_iter().collect(),
        shapes: Vec::new(),
        tracks: vec![Track {
            name: "Turns".into(),
            boxes: (1..=table.turns).map(|turn| turn.to_string()).collect(),
            standing: vec![("turn".into(), u16::from(table.turn.max(1)) - 1)],
        }],
        hands: SIDES.map(|seat| hand(table, seat, viewer)).into(),
        groups: Vec::new(),
        battles: battle(state).into_iter().collect(),
        tables: vec![points(table)],
    }
}

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact { name: name.into(), value: value.into() }
}

/// A bid and two marches, the present one marked.
fn phases(state: &State<Toy>) -> Vec<Phase> {
    let now = |name| state.frames().iter().any(|frame| frame.name() == name);
    ["Bid", "March"].map(|name| Phase { name: name.into(), now: now(name) }).into()
}

fn side(table: &Table, seat: Seat) -> Side {
    let score = Some(table.points[seat.index()]);
    let colour = ["blue", "brick"][seat.index()].into();
    Side { key: side_key(seat).into(), name: side_name(seat).into(), seat, colour, score }
}

fn board(table: &Table) -> Board {
    let space = |space: Space| SceneSpace {
        key: space.0.to_string(),
        terrain: if space == Space::MIDDLE { "crest" } else { "slope" }.into(),
        name: format!("Space {}", space.0),
        figures: Vec::new(),
        holder: SIDES
            .into_iter()
            .find(|side| table.units_at(*side, space).next().is_some())
            .map(|side| side_key(side).into()),
    };
    Board::Areas {
        key: BOARD.into(),
        name: "The ridge".into(),
        spaces: Space::all().map(space).collect(),
        borders: (1..Space::COUNT).map(|at| (at.to_string(), (at + 1).to_string())).collect(),
    }
}

fn piece(table: &Table, id: UnitId) -> Piece {
    let unit = table.units[id.index()];
    let name = table.name(id);
    Piece {
        key: name.to_lowercase().replace(' ', "-"),
        side: side_key(unit.side).into(),
        kind: "infantry".into(),
        face: "unit".into(),
        place: match unit.at {
            Some(space) => Place::Space { board: BOARD.into(), space: space.0.to_string() },
            None => Place::Gone { label: "lost".into() },
        },
        facing: None,
        values: Vec::new(),
        face_down: false,
        reduced: false,
        done: unit.marched,
        badges: Vec::new(),
        damage: None,
        text: match unit.at {
            Some(space) => format!("{name}, infantry, in space {}", space.0),
            None => format!("{name}, infantry, lost"),
        },
        name,
    }
}

/// One card: its face for those who know it.
fn hand(table: &Table, seat: Seat, viewer: Viewer) -> Hand {
    let seen = table.hands[seat.index()].seen_by(viewer).map(|card| match card {
        Card::Ambush => ("ambush", "Ambush", "Adds 2 to a defence."),
        Card::Blank => ("blank", "Blank", "Does nothing."),
    });
    let card = |(key, name, text): (&str, &str, &str)| SceneCard {
        key: key.into(),
        name: name.into(),
        kind: String::new(),
        text: text.into(),
        figures: Vec::new(),
        count: 1,
        done: false,
    };
    Hand {
        name: format!("{}'s card", side_name(seat)),
        side: side_key(seat).into(),
        count: 1,
        cards: seen.map(card).into_iter().collect(),
    }
}

/// From where, to where, and in words, while an assault is on.
fn assault(state: &State<Toy>) -> Option<(Space, Space, String)> {
    state.frames().iter().find_map(|frame| match frame {
        Frame::Assault(assault) => {
            let text = format!("{} attacks space {}", state.table.name(assault.unit()), assault.at().0);
            Some((assault.from(), assault.at(), text))
        }
        _ => None,
    })
}

fn stroke(from: Space, at: Space, text: String) -> Stroke {
    let spaces = [from, at].map(|space| space.0.to_string()).into();
    Stroke { kind: "attack".into(), board: BOARD.into(), spaces, text }
}

fn battle(state: &State<Toy>) -> Option<Battle> {
    let (_, at, text) = assault(state)?;
    let keys: Vec<String> = state.table.names().collect();
    let row = |side: Seat| state.table.units_at(side, at).map(|id| keys[id.index()].clone()).collect();
    let [left, right] = SIDES.map(row);
    let pairings = vec![Pairing { left, right, now: true, ..Pairing::default() }];
    Some(Battle {
        name: format!("Space {}", at.0),
        space: at.0.to_string(),
        text,
        pairings,
        ..Battle::default()
    })
}

fn points(table: &Table) -> SceneTable {
    let row = |seat: Seat| {
        let figures = [table.points[seat.index()].to_string(), table.beyond(seat).to_string()];
        [side_name(seat).to_owned()].into_iter().chain(figures).collect()
    };
    let columns = ["Side", "Points", "Beyond the crest"].map(String::from).into();
    SceneTable { name: "Points".into(), columns, rows: SIDES.map(row).into() }
}
