//! What a viewer sees: built from nothing, field by field.
//!
//! Everything on the table is open but unrest, which lies face down (2.4): its sum is shown to its owner alone, to everybody with the
//! switch for open unrest (R44), and to all when the game is over.

use sandtable_engine::scene::{
    Board, Card, Fact, Hand, Marker, Phase as ScenePhase, Piece, Place as ScenePlace, Scene, Side,
    Space as SceneSpace, Table as SceneTable, Track, Turn as SceneTurn,
};
use sandtable_engine::{Seat, State, Viewer};

use crate::attack_scene;
use crate::chart::chart;
use crate::data::{self, Timing, tile_card};
use crate::ids::{Area, CounterId, Kind, Place, Power, Space, Tile, counters, places};
use crate::narration::place;
use crate::offers::{control_key, counter_key, held_key, pile_key, supply_key};
use crate::table::{Phase, Table};
use crate::{Frame, StruggleOfEmpires};

/// The key of the one board.
pub const BOARD: &str = "world";

/// The six phases of a war (3.1).
const PHASES: [&str; 6] = [
    "Country counters",
    "Alliances",
    "Actions",
    "Income and maintenance",
    "Victory points",
    "End of the war",
];

/// Boxes of the two rows of the alliance display.
const ROWS: [(&str, [&str; 4]); 2] =
    [("First alliance", ["1st", "3rd", "5th", "7th"]), ("Second alliance", ["2nd", "4th", "6th", "8th"])];

/// All that a viewer sees.
pub fn scene(state: &State<StruggleOfEmpires>, viewer: Viewer) -> Scene {
    let table = &state.table;
    Scene {
        title: table.scenario.title.clone(),
        subtitle: subtitle(table),
        turn: Some(SceneTurn {
            number: table.war.into(),
            of: Some(table.scenario.wars.into()),
            label: match table.phase {
                Phase::Actions => format!("Round {} of {}", table.round, table.scenario.rounds),
                Phase::SetUp => "Set-up".into(),
                Phase::Alliances => "Auctions".into(),
                Phase::Over => "Over".into(),
            },
        }),
        phases: phases(table),
        facts: facts(state),
        sides: table.all().map(|seat| side(table, seat)).collect(),
        boards: vec![board(table)],
        pieces: pieces(table),
        groups: Vec::new(),
        markers: table.cordon.iter().map(|cordon| blockade(table, cordon.seat, cordon.area)).collect(),
        lines: Vec::new(),
        shapes: Vec::new(),
        tracks: tracks(state),
        hands: hands(table),
        battles: attack_scene::battle(state).into_iter().collect(),
        tables: vec![powers(table, viewer)],
    }
}

fn subtitle(table: &Table) -> String {
    let names = [
        "The first war",
        "The second war",
        "The third war",
        "The fourth war",
        "The fifth war",
        "The sixth war",
    ];
    match table.phase {
        Phase::Over => "The game is over".into(),
        _ if table.scenario.wars == 1 => "The only war".into(),
        _ => names[usize::from(table.war - 1).min(names.len() - 1)].into(),
    }
}

fn phases(table: &Table) -> Vec<ScenePhase> {
    let now = match table.phase {
        Phase::SetUp => None,
        Phase::Alliances => Some(1),
        Phase::Actions => Some(2),
        Phase::Over => Some(5),
    };
    let phase = |(at, name): (usize, &str)| ScenePhase { name: name.into(), now: now == Some(at) };
    PHASES.into_iter().enumerate().map(phase).collect()
}

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact { name: name.into(), value: value.into() }
}

fn facts(state: &State<StruggleOfEmpires>) -> Vec<Fact> {
    let table = &state.table;
    let mut facts = Vec::new();
    for frame in state.frames() {
        match frame {
            Frame::Auction(auction) => {
                let high = auction.high();
                facts.push(fact("Bid", high.map_or("none".to_owned(), |bid| format!("{} gold", bid.gold))));
                if let Some(bid) = high {
                    facts.push(fact("Bidder", chart().power(table.power(bid.seat))));
                }
            }
            Frame::Turn(turn) => {
                facts.push(fact("Acts", chart().power(table.power(turn.seat()))));
                facts.push(fact("Actions left", turn.left().to_string()));
            }
            _ => {}
        }
    }
    facts
}

fn side(table: &Table, seat: Seat) -> Side {
    let empire = &table.empires[seat];
    Side {
        key: chart().power_key(empire.power).into(),
        name: chart().power(empire.power).into(),
        seat,
        colour: chart().colour(empire.power).into(),
        score: Some(empire.points),
    }
}

/// The power that is alone in front in an area.
fn leader(table: &Table, area: Area) -> Option<Power> {
    let most = table.empires.iter().map(|empire| empire.tokens[area]).max().filter(|most| *most > 0)?;
    let mut leaders = table.empires.iter().filter(|empire| empire.tokens[area] == most);
    let first = leaders.next()?;
    leaders.next().is_none().then_some(first.power)
}

fn board(table: &Table) -> Board {
    let chart = chart();
    let key = |space: Space| chart.key(space).to_owned();
    let space = |space: &Space| {
        let (terrain, figures, holder) = match space.area() {
            Some(area) => {
                let terrain = match (chart.is_colony(area), chart.has_navies(area)) {
                    (true, _) => "colony",
                    (false, true) => "coast",
                    (false, false) => "land",
                };
                let values = ["first", "second", "third"].into_iter().zip(chart.points[area.index()]);
                let figures = values.filter(|(_, points)| *points > 0);
                let figures = figures.map(|(name, points)| fact(name, points.to_string())).collect();
                (terrain, figures, leader(table, area))
            }
            None => ("home", Vec::new(), space.owner().filter(|power| table.seat_of(*power).is_some())),
        };
        SceneSpace {
            key: key(*space),
            terrain: terrain.into(),
            name: chart.name(*space).into(),
            figures,
            holder: holder.map(|power| chart.power_key(power).to_owned()),
        }
    };
    let mut borders = Vec::new();
    for area in Area::ALL {
        let later = chart.touches[area.index()] >> (area.index() + 1) << (area.index() + 1);
        borders.extend(places(later).map(|other| (key(area.space()), key(Space::ALL[other.index()]))));
    }
    for power in Power::ALL {
        let beside = places(chart.beside_home[power.index()]);
        borders.extend(beside.map(|area| (key(power.home()), key(Space::ALL[area.index()]))));
    }
    Board::Areas {
        key: BOARD.into(),
        name: "Europe and the world".into(),
        spaces: Space::ALL.iter().map(space).collect(),
        borders,
    }
}

/// A pile or a counter, before what is special about it.
fn piece(key: String, name: String, kind: &str, place: ScenePlace) -> Piece {
    Piece {
        key,
        name,
        side: String::new(),
        kind: kind.into(),
        face: kind.into(),
        place,
        facing: None,
        values: Vec::new(),
        face_down: false,
        reduced: false,
        done: false,
        badges: Vec::new(),
        damage: None,
        text: String::new(),
    }
}

fn on_board(space: Space) -> ScenePlace {
    ScenePlace::Space { board: BOARD.into(), space: chart().key(space).into() }
}

fn pieces(table: &Table) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for empire in table.empires.iter() {
        let power = empire.power;
        let (people, side) = (chart().people(power), chart().power_key(power));
        for area in Area::ALL.iter().filter(|area| empire.tokens[**area] > 0) {
            let count = empire.tokens[*area];
            let name = format!("{people} control");
            let mut pile = piece(control_key(power, *area), name, "control", on_board(area.space()));
            pile.text = format!("{people} control in {}: {count}", place(area.space()));
            pile.values = vec![fact("count", count.to_string())];
            pile.side = side.into();
            pieces.push(pile);
        }
        for kind in Kind::ALL {
            let units = empire.units(*kind);
            for at in (0..crate::ids::PLACES as u8).map(Place).filter(|at| units[*at] > 0) {
                let space = at.space(power);
                let name = format!("{people} {}", kind.words());
                let mut pile = piece(pile_key(power, *kind, space), name, kind.word(), on_board(space));
                pile.text = format!("{people} {} in {}: {}", kind.words(), place(space), units[at]);
                pile.values = vec![fact("count", units[at].to_string())];
                pile.side = side.into();
                pieces.push(pile);
            }
            let spare = empire.spare(*kind);
            let name = format!("{people} {} in supply", kind.words());
            let supply = ScenePlace::Beside { label: "Supply".into() };
            let mut pile = piece(supply_key(power, *kind), name, kind.word(), supply);
            pile.text = format!("{people} {} that can still be built: {spare}", kind.words());
            pile.values = vec![fact("count", spare.to_string())];
            pile.side = side.into();
            pieces.push(pile);
        }
    }
    pieces.extend(counters(table.open.0).map(|counter| country(table, counter)));
    pieces
}

fn country(table: &Table, counter: CounterId) -> Piece {
    let card = data::counter(counter);
    let area = table.area_of(counter).unwrap_or(card.area);
    let mut piece = piece(counter_key(counter), card.name.clone(), card.kind.key(), on_board(area.space()));
    piece.face = "country".into();
    let values = [("strength", card.strength), ("gold", card.gold), ("points", card.points)];
    let values = values.into_iter().filter(|(_, value)| *value > 0);
    piece.values = values.map(|(name, value)| fact(name, value.to_string())).collect();
    let use_of = match card.kind {
        data::CounterKind::Pop => ", to be colonised".to_owned(),
        data::CounterKind::Slaves => ", to be enslaved".to_owned(),
        _ => format!(", strength {}", card.strength),
    };
    let gold = if card.gold > 0 { format!(", {} gold", card.gold) } else { String::new() };
    let points = if card.points > 0 { format!(", {} victory point", card.points) } else { String::new() };
    piece.text = format!("{} in {}{use_of}{gold}{points}", card.name, place(area.space()));
    piece
}

fn blockade(table: &Table, seat: Seat, area: Area) -> Marker {
    let people = chart().people(table.power(seat));
    Marker {
        kind: "blockade".into(),
        board: BOARD.into(),
        space: chart().key(area.space()).into(),
        count: 1,
        text: format!("{people} blockade of {}", place(area.space())),
    }
}

fn tracks(state: &State<StruggleOfEmpires>) -> Vec<Track> {
    let table = &state.table;
    let numbers = |most: u8| (1..=most).map(|number| number.to_string()).collect();
    let track = |name: &str, most: u8, at: u8| Track {
        name: name.into(),
        boxes: numbers(most),
        standing: vec![(name.to_lowercase(), u16::from(at - 1))],
    };
    let key = |seat: Seat| chart().power_key(table.power(seat)).to_owned();
    let mut tracks = vec![
        track("War", table.scenario.wars, table.war),
        track("Round", table.scenario.rounds, table.round),
    ];
    for (row, (name, boxes)) in ROWS.iter().enumerate() {
        let held = table.rows[row].iter().enumerate().filter(|(_, seat)| **seat != crate::alliances::EMPTY);
        tracks.push(Track {
            name: (*name).into(),
            boxes: boxes.map(String::from).into(),
            standing: held.map(|(at, seat)| (key(Seat(*seat)), at as u16)).collect(),
        });
    }
    let mut proposed = None;
    for frame in state.frames() {
        match frame {
            Frame::Auction(auction) => {
                proposed = Some(auction.high().map(|bid| [bid.first, bid.second]).unwrap_or_default());
            }
            Frame::Proposal(proposal) => {
                let bid = proposal.bid();
                proposed = Some([bid.first, bid.second]);
            }
            _ => {}
        }
    }
    if let Some(boxes) = proposed {
        let standing = boxes.into_iter().enumerate().filter_map(|(at, seat)| Some((key(seat?), at as u16)));
        tracks.push(Track {
            name: "Proposal".into(),
            boxes: ["A", "B"].map(String::from).into(),
            standing: standing.collect(),
        });
    }
    tracks
}

/// A tile as a card.
fn card(tile: Tile, key: String, count: u8, done: bool) -> Card {
    let card = tile_card(tile);
    let costs = [("gold", card.gold), ("unrest", card.unrest), ("population", card.population.into())];
    let mut figures: Vec<Fact> = costs
        .into_iter()
        .filter(|(_, cost)| *cost > 0)
        .map(|(name, cost)| fact(name, cost.to_string()))
        .collect();
    figures.push(fact("timing", card.timing.words()));
    if tile.is_company() || tile.is_alliance() {
        let names: Vec<&str> = card.areas.iter().map(|area| chart().name(area.space())).collect();
        figures.push(fact("areas", names.join(", ")));
    }
    Card {
        key,
        name: card.name.clone(),
        kind: if tile.is_alliance() {
            "alliance"
        } else if tile.is_company() {
            "company"
        } else {
            "improvement"
        }
        .into(),
        text: card.text.clone(),
        figures,
        count,
        done,
    }
}

fn hands(table: &Table) -> Vec<Hand> {
    let shown = |tile: &Tile| card(*tile, tile_card(*tile).key.clone(), table.display[*tile], false);
    let mut hands = vec![Hand {
        name: "Tiles on display".into(),
        side: String::new(),
        count: table.display.0.iter().sum(),
        cards: Tile::ALL.iter().map(shown).collect(),
    }];
    for empire in table.empires.iter() {
        let held = Tile::ALL.iter().filter(|tile| empire.tiles[**tile] > 0);
        let cards: Vec<Card> = held
            .map(|tile| {
                let done = tile_card(*tile).timing == Timing::OnceAWar && empire.ready(*tile) == 0;
                card(*tile, held_key(empire.power, *tile), empire.tiles[*tile], done)
            })
            .collect();
        hands.push(Hand {
            name: format!("Tiles of {}", chart().power(empire.power)),
            side: chart().power_key(empire.power).into(),
            count: empire.tiles.0.iter().sum(),
            cards,
        });
    }
    hands
}

/// Whether a viewer sees the unrest of a power (2.4, R44).
fn sees_unrest(table: &Table, viewer: Viewer, seat: Seat) -> bool {
    table.scenario.open_unrest
        || table.phase == Phase::Over
        || viewer == Viewer::Umpire
        || viewer == Viewer::Seat(seat)
}

fn powers(table: &Table, viewer: Viewer) -> SceneTable {
    let columns = ["Power", "Points", "Gold", "Population", "Unrest", "Armies", "Navies", "Tokens"];
    let row = |seat: Seat| {
        let empire = &table.empires[seat];
        let unrest = if sees_unrest(table, viewer, seat) { empire.unrest.to_string() } else { "?".into() };
        vec![
            chart().power(empire.power).to_owned(),
            empire.points.to_string(),
            empire.gold.to_string(),
            empire.population.to_string(),
            unrest,
            empire.armies.total().to_string(),
            empire.navies.total().to_string(),
            empire.tokens.total().to_string(),
        ]
    };
    let ordered = table.order().chain(table.all().filter(|seat| table.row_of(*seat).is_none()));
    SceneTable {
        name: "Powers".into(),
        columns: columns.map(String::from).into(),
        rows: ordered.map(row).collect(),
    }
}
