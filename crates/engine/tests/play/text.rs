//! Scenes as text, kept as snapshots. `INSTA_UPDATE=always` writes them anew.

use insta::assert_snapshot;
use sandtable_engine::scene::{
    Badge, Board, Card, Fact, Hand, Marker, Phase, Piece, Place, Scene, Side, Space, Stroke, Table, Track,
    Turn,
};
use sandtable_engine::text::render;
use sandtable_engine::{Rules, Viewer};
use sandtable_toy::Toy;

use crate::table::*;

#[test]
fn the_toy_as_the_defender_sees_it() {
    let mut session = dealt(blue_first(), Ambush::Both, &[]);
    for (seat, choice) in [
        (BLUE, take(0)),
        (BLUE, step(3)),
        (BLUE, step(4)),
        (BLUE, DONE),
        (RED, take(2)),
        (RED, step(5)),
        (RED, step(4)),
    ] {
        session.submit(seat, choice).expect("legal");
    }
    assert_snapshot!(render(&Toy::scene(session.state(), Viewer::Seat(BLUE))));
}

fn fact(name: &str, value: &str) -> Fact {
    Fact { name: name.into(), value: value.into() }
}

fn ship(name: &str, side: &str, hex: &str, facing: u8) -> Piece {
    Piece {
        key: name.to_lowercase().replace(' ', "-"),
        name: name.into(),
        side: side.into(),
        kind: "BB".into(),
        face: "ship".into(),
        place: Place::Space { board: "sea".into(), space: hex.into() },
        facing: Some(facing),
        values: vec![fact("guns", "8"), fact("manoeuvre", "3"), fact("speed", "half")],
        face_down: false,
        reduced: false,
        done: false,
        badges: Vec::new(),
        damage: Some((0, 6)),
        text: String::new(),
    }
}

fn land(hex: &str) -> Space {
    terrain(hex, "land")
}

fn terrain(hex: &str, terrain: &str) -> Space {
    Space { key: hex.into(), terrain: terrain.into(), name: String::new(), figures: Vec::new(), holder: None }
}

fn smoke(hex: &str, count: u8) -> Marker {
    let text = format!("smoke at {hex}");
    Marker { kind: "smoke".into(), board: "sea".into(), space: hex.into(), count, text }
}

fn sea(columns: u8, rows: u8, flat_top: bool, spaces: Vec<Space>) -> Board {
    Board::Hexes {
        key: "sea".into(),
        name: "Denmark Strait".into(),
        columns,
        rows,
        flat_top,
        even_shoved: true,
        row_first: false,
        lettered: false,
        rows_up: false,
        north: 1,
        spaces,
        shores: Vec::new(),
        ways: Vec::new(),
        sides: Vec::new(),
    }
}

/// Two squadrons with everything that a scene can show of them.
fn battle() -> Scene {
    let mut hood = ship("Hood", "british", "0807", 2);
    hood.damage = Some((2, 5));
    hood.badges = vec![
        Badge { kind: "fire".into(), count: Some(2), text: "on fire (2)".into() },
        Badge { kind: "evading".into(), count: None, text: "evading".into() },
    ];
    let mut late = ship("Norfolk", "british", "", 1);
    late.place = Place::Beside { label: "enters turn 4".into() };
    let mut lost = ship("Hipper", "german", "", 1);
    lost.place = Place::Gone { label: "sunk".into() };
    lost.damage = Some((20, 20));
    let mut eugen = ship("Prinz Eugen", "german", "1409", 5);
    eugen.done = true;
    let side = |key: &str, name: &str, seat, score| Side {
        key: key.into(),
        name: name.into(),
        seat,
        colour: "blue".into(),
        score,
    };
    let phase = |name: &str, now| Phase { name: name.into(), now };
    Scene {
        title: "Denmark Strait".into(),
        subtitle: "24 May 1941".into(),
        turn: Some(Turn { number: 3, of: Some(12), label: "06:10".into() }),
        phases: vec![phase("Combat", true), phase("Orders", false), phase("Movement", false)],
        facts: vec![fact("Sight", "15 hexes"), fact("Wind", "NW")],
        sides: vec![side("british", "Royal Navy", BLUE, Some(2)), side("german", "Kriegsmarine", RED, None)],
        boards: vec![sea(
            45,
            36,
            true,
            vec![land("0606"), land("0607"), land("0704"), terrain("1408", "shoal")],
        )],
        pieces: vec![
            hood,
            ship("Prince of Wales", "british", "0808", 1),
            ship("Suffolk", "british", "1209", 6),
            late,
            ship("Bismarck", "german", "1406", 4),
            ship("Bremse", "german", "1409", 3),
            eugen,
            lost,
        ],
        groups: Vec::new(),
        markers: vec![smoke("0906", 1), smoke("0807", 2)],
        lines: vec![Stroke {
            kind: "fire".into(),
            board: "sea".into(),
            spaces: vec!["1406".into(), "0807".into()],
            text: "Bismarck fires on Hood".into(),
        }],
        shapes: Vec::new(),
        tracks: vec![Track {
            name: "Turns".into(),
            boxes: (1..=12).map(|turn| turn.to_string()).collect(),
            standing: vec![("now".into(), 2), ("Norfolk".into(), 3)],
        }],
        hands: vec![Hand {
            name: "Signals".into(),
            side: "british".into(),
            count: 3,
            cards: vec![Card {
                key: "z".into(),
                name: "Z flag".into(),
                kind: String::new(),
                text: "Adds a die.".into(),
                figures: vec![],
                count: 1,
                done: false,
            }],
        }],
        battles: Vec::new(),
        tables: vec![Table {
            name: "Range".into(),
            columns: vec!["Hexes".into(), "Dice".into()],
            rows: vec![vec!["1-5".into(), "+2".into()], vec!["6-12".into(), "0".into()]],
        }],
    }
}

#[test]
fn a_naval_battle_on_flat_tops() {
    assert_snapshot!(render(&battle()));
}

#[test]
fn a_naval_battle_on_pointed_tops() {
    let scene = battle();
    let boards = vec![sea(20, 12, false, vec![land("0606"), land("0607"), terrain("1408", "shoal")])];
    let text = render(&Scene { boards, tracks: Vec::new(), hands: Vec::new(), tables: Vec::new(), ..scene });
    assert_snapshot!(text);
}

#[test]
fn a_chase_too_long_for_the_screen_is_an_overview() {
    let scene = battle();
    let mut pieces = scene.pieces;
    pieces[0].place = Place::Space { board: "sea".into(), space: "4535".into() };
    let text = render(&Scene { pieces, tracks: Vec::new(), hands: Vec::new(), tables: Vec::new(), ..scene });
    assert_snapshot!(text);
}

#[test]
fn nothing_is_wider_than_the_screen() {
    let mut scene = battle();
    for (number, piece) in scene.pieces.iter_mut().enumerate() {
        let names = ["weight", "integrity", "torpedoes", "flank", "range"];
        piece.values.extend(names.map(|name| fact(name, "12")));
        piece.badges = vec![
            Badge {
                kind: "jammed".into(),
                count: None,
                text: "rudder jammed, steering by engines alone".into()
            };
            number
        ];
    }
    let text = render(&scene);
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|widest| (80..=100).contains(&widest)), "{widest:?}\n{text}");
    let mut roster = text.lines().skip_while(|line| *line != "Royal Navy").skip(1);
    let head = [roster.next(), roster.next()].map(Option::unwrap_or_default);
    let first = roster.next().unwrap_or_default();
    for (name, value) in [("guns", "8 "), ("manoeuvre", "3 "), ("speed", "half"), ("integrity", "12")] {
        let starts = head.iter().find_map(|line| line.find(name)).expect("a name in whole letters");
        assert!(first[starts..].starts_with(value), "{name} does not stand over its column:\n{text}");
    }
    scene.pieces[1].values[2] = fact("speed", "standard, ordered flank");
    let text = render(&scene);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn no_two_counters_have_the_same_letters() {
    let mut scene = battle();
    scene.pieces = (0..60)
        .map(|number| ship("Torpedo boat", "german", &format!("{:02}01", number % 40 + 1), 1))
        .collect();
    for (number, piece) in scene.pieces.iter_mut().enumerate() {
        piece.key = number.to_string();
    }
    let text = render(&scene);
    let rows = text.lines().filter(|line| line.contains("Torpedo boat"));
    let codes: std::collections::BTreeSet<String> =
        rows.map(|line| line.trim_start().chars().take(2).collect::<String>().to_lowercase()).collect();
    assert_eq!(codes.len(), 60);
}

#[test]
fn an_empty_scene_is_an_empty_text() {
    assert_eq!(render(&Scene::default()).trim(), "");
}

#[test]
fn a_sheet_with_rows_upward_and_numbered_first_is_drawn_that_way() {
    let mut scene = battle();
    scene.boards = vec![sea(6, 4, false, Vec::new())];
    let Board::Hexes { row_first, rows_up, .. } = &mut scene.boards[0] else { unreachable!("it is a sheet") };
    (*row_first, *rows_up) = (true, true);
    scene.pieces = vec![ship("Hood", "british", "0402", 2), ship("Bismarck", "german", "0105", 2)];
    let text = render(&scene);
    let line = |start: &str| text.lines().position(|line| line.starts_with(start)).expect("the row is drawn");
    assert!(line("04") < line("01"), "row 4 is above row 1\n{text}");
    assert!(
        text.lines().nth(line("04")).is_some_and(|line| line.contains("|HO ")),
        "Hood is in row 4\n{text}"
    );
}

#[test]
fn a_lettered_sheet_finds_its_hexes() {
    let mut scene = battle();
    scene.boards = vec![sea(32, 15, false, vec![terrain("AF15", "hill")])];
    let Board::Hexes { lettered, .. } = &mut scene.boards[0] else { unreachable!("it is a sheet") };
    *lettered = true;
    scene.pieces = vec![ship("Hood", "british", "Y2", 2), ship("Bismarck", "german", "AB4", 2)];
    let text = render(&scene);
    assert!(
        text.contains("columns W to AD of 32, rows 1 to 6 of 15"),
        "the part around the ships is shown\n{text}"
    );
    assert!(
        text.lines().any(|line| line.contains(" AA") && line.contains(" Z ")),
        "columns have letters\n{text}"
    );
    assert!(
        text.lines().any(|line| line.starts_with("02") && line.contains("|HO ")),
        "Hood is in row 2\n{text}"
    );
}
