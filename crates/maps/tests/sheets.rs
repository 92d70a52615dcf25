//! Sheets, their edges, sight across them, and how far a move gets on them.

use sandtable_maps::{
    Digits, Edge, Ends, FlatEvenLow, Grid, Hex, Numbering, Reach, Reached, Rows, Shoved, Side, Sight, Top,
    sight,
};

fn hex(text: &str) -> Hex<FlatEvenLow> {
    text.parse().expect("four digits")
}

fn grid(columns: u8, rows: u8) -> Grid<FlatEvenLow> {
    Grid::new(columns, rows).expect("a small sheet")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RowsUpward;

impl Numbering for RowsUpward {
    const TOP: Top = Top::Pointy;
    const SHOVED: Shoved = Shoved::Even;
    const DIGITS: Digits = Digits::RowColumn;
    const ROWS: Rows = Rows::Up;
}

fn hexes_are_numbered_in_order<N: Numbering>() {
    let grid = Grid::<N>::new(3, 5).expect("a small sheet");
    let hexes: Vec<_> = grid.hexes().collect();
    assert_eq!(hexes.len(), grid.len());
    assert!(hexes.is_sorted_by(|one, other| one < other));
    for (place, &hex) in hexes.iter().enumerate() {
        assert!(grid.contains(hex));
        assert_eq!(grid.index(hex), Some(place));
        assert_eq!(grid.leaves_by(hex), None);
    }
}

#[test]
fn every_hex_has_its_place() {
    hexes_are_numbered_in_order::<FlatEvenLow>();
    hexes_are_numbered_in_order::<RowsUpward>();
    assert_eq!(grid(27, 18).len(), 486);
}

#[test]
fn a_sheet_has_one_to_ninety_nine_columns_and_rows() {
    for (columns, rows) in [(0, 1), (1, 0), (100, 1), (1, 100)] {
        assert_eq!(Grid::<FlatEvenLow>::new(columns, rows), None);
    }
    assert_eq!((grid(27, 18).columns(), grid(27, 18).rows()), (27, 18));
}

#[test]
fn leaving_the_sheet_crosses_an_edge() {
    let grid = grid(27, 18);
    for (outside, edge) in
        [("0500", Edge::North), ("0519", Edge::South), ("0005", Edge::West), ("2805", Edge::East)]
    {
        assert!(!grid.contains(hex(outside)));
        assert_eq!(grid.index(hex(outside)), None);
        assert_eq!(grid.leaves_by(hex(outside)), Some(edge));
    }
    assert_eq!(grid.leaves_by(hex("0019")), Some(Edge::South));
    assert_eq!(grid.leaves_by(hex("0101").step(Side::ALL[5]).step(Side::ALL[4])), Some(Edge::West));
}

#[test]
fn rows_that_grow_upward_begin_at_the_south_edge() {
    let grid = Grid::<RowsUpward>::new(20, 20).expect("a small sheet");
    assert_eq!(grid.leaves_by("0005".parse().expect("four digits")), Some(Edge::South));
    assert_eq!(grid.leaves_by("2105".parse().expect("four digits")), Some(Edge::North));
    assert_eq!(grid.leaves_by("0521".parse().expect("four digits")), Some(Edge::East));
}

fn sight_past(blocking: &[&str], from: &str, to: &str, ends: Ends) -> Sight {
    let blocking: Vec<_> = blocking.iter().map(|text| hex(text)).collect();
    sight(hex(from), hex(to), ends, |hex| blocking.contains(&hex))
}

#[test]
fn a_hex_on_the_line_blocks_sight() {
    assert_eq!(sight_past(&[], "0505", "0807", Ends::Exempt), Sight::Clear);
    assert_eq!(sight_past(&["0706"], "0505", "0807", Ends::Exempt), Sight::Blocked);
    assert_eq!(sight_past(&["0705", "0607"], "0505", "0807", Ends::Exempt), Sight::Clear);
}

#[test]
fn a_line_along_a_side_is_blocked_only_from_both_sides() {
    assert_eq!(sight_past(&["0604"], "0505", "0705", Ends::Exempt), Sight::Clear);
    assert_eq!(sight_past(&["0605"], "0505", "0705", Ends::Exempt), Sight::Clear);
    assert_eq!(sight_past(&["0604", "0605"], "0505", "0705", Ends::Exempt), Sight::Blocked);
}

#[test]
fn the_ends_block_only_when_counted() {
    for end in ["0505", "0807"] {
        assert_eq!(sight_past(&[end], "0505", "0807", Ends::Exempt), Sight::Clear);
        assert_eq!(sight_past(&[end], "0505", "0807", Ends::Counted), Sight::Blocked);
    }
}

#[test]
fn reach_on_open_water_is_distance() {
    let (grid, from) = (grid(12, 12), hex("0505"));
    let mut reach = Reach::new();
    grid.reach(from, |_, _, _| Some(1), 4, &mut reach);
    let mut expected: Vec<_> = grid.hexes().map(|hex| (from.distance(hex), hex)).collect();
    expected.retain(|&(distance, _)| distance <= 4);
    expected.sort_unstable();
    let reached: Vec<_> = reach.reached().iter().map(|reached| (reached.cost, reached.space)).collect();
    assert_eq!(reached, expected);
}

#[test]
fn reach_finds_the_cheaper_way_round() {
    let swamp = hex("0504");
    let cost = |_, to, _| Some(if to == swamp { 5 } else { 1 });
    let mut reach = Reach::new();
    grid(12, 12).reach(hex("0505"), cost, 5, &mut reach);
    assert_eq!(reach.cost(swamp), Some(5));
    assert_eq!(reach.cost(hex("0503")), Some(3), "round the swamp, not through it");
}

#[test]
fn reach_names_a_hex_once_when_a_cheaper_way_is_found_later() {
    let cliff = |_, to, side: Side| Some(if to == hex("0504") && side.index() == 0 { 5 } else { 1 });
    let mut reach = Reach::new();
    grid(12, 12).reach(hex("0505"), cliff, 9, &mut reach);
    let ways: Vec<_> = reach.reached().iter().filter(|reached| reached.space == hex("0504")).collect();
    assert_eq!(ways, [&Reached { space: hex("0504"), cost: 2 }]);
}

#[test]
fn reach_stops_at_forbidden_sides_and_edges() {
    let cost = |_, _, side: Side| (side.index() == 0).then_some(2);
    let mut reach = Reach::new();
    grid(12, 12).reach(hex("0503"), cost, 20, &mut reach);
    let reached: Vec<_> =
        reach.reached().iter().map(|reached| (reached.space.to_string(), reached.cost)).collect();
    assert_eq!(reached, [("0503".to_owned(), 0), ("0502".to_owned(), 2), ("0501".to_owned(), 4)]);
}

#[test]
fn reach_spends_no_more_than_the_limit() {
    let mut reach = Reach::new();
    grid(12, 12).reach(hex("0505"), |_, _, _| Some(3), 5, &mut reach);
    assert_eq!(reach.reached().len(), 7);
    grid(12, 12).reach(hex("0505"), |_, _, _| Some(200), 255, &mut reach);
    assert_eq!(reach.reached().len(), 7, "a second step of 200 would be more than any limit");
}

#[test]
fn reach_from_off_the_sheet_is_nothing() {
    let mut reach = Reach::new();
    grid(12, 12).reach(hex("0505"), |_, _, _| Some(1), 5, &mut reach);
    grid(12, 12).reach(hex("1305"), |_, _, _| Some(1), 5, &mut reach);
    assert_eq!(reach.reached(), []);
}
