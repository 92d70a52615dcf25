//! Neighbours, distances and lines that can be checked by looking at a printed sheet.

use sandtable_maps::{
    Corner, Digits, FlatEvenLow, FlatOddLow, Grid, Hex, LineCell, Numbering, PointyEvenRight, PointyOddRight,
    Rows, Shoved, Side, Top, Touch, line, touch,
};

fn hex<N: Numbering>(text: &str) -> Hex<N> {
    text.parse().expect("four digits")
}

fn sea(text: &str) -> Hex<FlatEvenLow> {
    hex(text)
}

fn neighbours_of<N: Numbering>(text: &str) -> [String; 6] {
    hex::<N>(text).neighbours().map(|neighbour| neighbour.to_string())
}

/// The sheet of Santiago Campaign: row before column, rows growing to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RowsUpward;

impl Numbering for RowsUpward {
    const TOP: Top = Top::Pointy;
    const SHOVED: Shoved = Shoved::Even;
    const DIGITS: Digits = Digits::RowColumn;
    const ROWS: Rows = Rows::Up;
}

#[test]
fn a_hex_is_two_bytes() {
    assert_eq!(size_of::<Hex<FlatEvenLow>>(), 2);
}

#[test]
fn flat_tops_with_even_columns_low() {
    assert_eq!(neighbours_of::<FlatEvenLow>("0911"), ["0910", "1010", "1011", "0912", "0811", "0810"]);
    assert_eq!(neighbours_of::<FlatEvenLow>("1010"), ["1009", "1110", "1111", "1011", "0911", "0910"]);
}

#[test]
fn flat_tops_with_odd_columns_low() {
    assert_eq!(neighbours_of::<FlatOddLow>("0911"), ["0910", "1011", "1012", "0912", "0812", "0811"]);
    assert_eq!(neighbours_of::<FlatOddLow>("1010"), ["1009", "1109", "1110", "1011", "0910", "0909"]);
}

#[test]
fn pointy_tops_with_even_rows_right() {
    assert_eq!(neighbours_of::<PointyEvenRight>("0911"), ["0910", "1011", "0912", "0812", "0811", "0810"]);
    assert_eq!(neighbours_of::<PointyEvenRight>("1010"), ["1109", "1110", "1111", "1011", "0910", "1009"]);
}

#[test]
fn pointy_tops_with_odd_rows_right() {
    assert_eq!(neighbours_of::<PointyOddRight>("0911"), ["1010", "1011", "1012", "0912", "0811", "0910"]);
    assert_eq!(neighbours_of::<PointyOddRight>("1010"), ["1009", "1110", "1011", "0911", "0910", "0909"]);
}

#[test]
fn rows_that_grow_upward_and_come_first() {
    assert_eq!(neighbours_of::<RowsUpward>("1210"), ["1311", "1211", "1111", "1110", "1209", "1310"]);
    assert_eq!(neighbours_of::<RowsUpward>("1110"), ["1210", "1111", "1010", "1009", "1109", "1209"]);
    let santiago = hex::<RowsUpward>("1210");
    assert_eq!((santiago.column(), santiago.row()), (10, 12));
}

#[test]
fn hexes_off_the_sheet_are_still_hexes() {
    let [north, .., south_west, north_west] = sea("0101").neighbours();
    assert_eq!(north.offset(), (1, 0));
    assert_eq!(south_west.offset(), (0, 1));
    assert_eq!(north_west.offset(), (0, 0));
    let farther = north_west.step(Side::ALL[5]);
    assert_eq!(farther.offset(), (-1, 0));
    assert_eq!((farther.column(), farther.row()), (0, 0));
    assert_eq!(sea("9999").step(Side::ALL[2]).offset(), (100, 99));
    assert_eq!(Hex::<FlatEvenLow>::default(), north_west);
}

#[test]
fn stepping_never_panics() {
    for side in Side::ALL {
        let mut wanderer = sea("9901");
        for _ in 0..1000 {
            wanderer = wanderer.step(side);
            wanderer.column();
            wanderer.row();
            wanderer.distance(sea("0101"));
        }
    }
}

#[test]
fn only_printed_numbers_make_a_hex() {
    assert_eq!(Hex::<FlatEvenLow>::at(9, 11), Some(sea("0911")));
    for (column, row) in [(0, 1), (1, 0), (100, 1), (1, 100)] {
        assert_eq!(Hex::<FlatEvenLow>::at(column, row), None);
    }
}

#[test]
fn distances() {
    assert_eq!(sea("1110").distance(sea("1118")), 8);
    assert_eq!(sea("0505").distance(sea("0705")), 2);
    assert_eq!(sea("0505").distance(sea("0807")), 4);
    assert_eq!(sea("0101").distance(sea("9999")), 147);
}

#[test]
fn hexes_are_in_printed_order() {
    assert!(sea("0199") < sea("0201"));
    assert!(sea("0201") < sea("0202"));
    assert!(hex::<RowsUpward>("0199") < hex::<RowsUpward>("0201"));
}

#[test]
fn side_towards_a_neighbour() {
    assert_eq!(sea("0911").side_towards(sea("1011")), Some(Side::ALL[2]));
    assert_eq!(sea("0911").side_towards(sea("0911")), None);
    assert_eq!(sea("0911").side_towards(sea("0909")), None);
}

#[test]
fn sides_turn_clockwise() {
    let north_east = Side::ALL[1];
    assert_eq!(north_east.turn(2).index(), 3);
    assert_eq!(north_east.turn(-2).index(), 5);
    assert_eq!(north_east.turn(-128), north_east.turn(4));
    assert_eq!(north_east.opposite().index(), 4);
    assert_eq!(Side::new(6), None);
}

#[test]
fn corner_of_flat_tops_begins_at_the_upper_right() {
    let front = |corner: Corner| corner.front::<FlatEvenLow>().map(|side| sea("0911").step(side).to_string());
    assert_eq!(front(Corner::ALL[0]), ["0910", "1010"]);
    assert_eq!(front(Corner::ALL[1]), ["1010", "1011"]);
    assert_eq!(front(Corner::ALL[5]), ["0810", "0910"]);
}

#[test]
fn corner_of_pointy_tops_begins_at_the_top() {
    let home = hex::<PointyEvenRight>("0911");
    let front = |corner: Corner| corner.front::<PointyEvenRight>().map(|side| home.step(side).to_string());
    assert_eq!(front(Corner::ALL[0]), ["0810", "0910"]);
    assert_eq!(front(Corner::ALL[1]), ["0910", "1011"]);
    assert_eq!(front(Corner::ALL[3]), ["0912", "0812"]);
}

#[test]
fn corners_turn_and_lie_between_their_sides() {
    for corner in Corner::ALL {
        let [left, right] = corner.front::<FlatOddLow>();
        assert_eq!(Corner::from_sides::<FlatOddLow>(left, right), Some(corner));
        assert_eq!(Corner::from_sides::<FlatOddLow>(right, left), Some(corner));
        assert_eq!(Corner::from_sides::<PointyOddRight>(left, right), Some(corner.turn(1)));
        assert_eq!(corner.opposite().front::<FlatOddLow>(), [left.opposite(), right.opposite()]);
    }
    assert_eq!(Corner::from_sides::<FlatOddLow>(Side::ALL[0], Side::ALL[2]), None);
    assert_eq!(Corner::new(6), None);
}

#[test]
fn a_target_dead_ahead_stays_dead_ahead_whatever_the_heading() {
    let ship = sea("0911");
    for heading in Side::ALL {
        let target = ship.step(heading).step(heading).step(heading.turn(1));
        let seen = ship.difference(target).turned_back(heading);
        assert_eq!((seen.x, seen.y, seen.z), (1, 2, -3));
        assert_eq!(seen.length(), 3);
    }
}

#[test]
fn a_line_along_a_side_touches_both_hexes() {
    assert_eq!(touch(sea("0505"), sea("0705"), sea("0604")), Touch::Along);
    assert_eq!(touch(sea("0505"), sea("0705"), sea("0605")), Touch::Along);
    let mut cells = Vec::new();
    line(sea("0505"), sea("0705"), &mut |cell| cells.push(cell));
    let side = LineCell::Between(sea("0604"), sea("0605"));
    assert_eq!(cells, [LineCell::Through(sea("0505")), side, LineCell::Through(sea("0705"))]);
}

#[test]
fn a_line_of_range_four_through_six_hexes() {
    let mut cells = Vec::new();
    line(sea("0505"), sea("0807"), &mut |cell| cells.push(cell));
    let through = ["0505", "0605", "0606", "0706", "0707", "0807"].map(|text| LineCell::Through(sea(text)));
    assert_eq!(cells, through);
}

#[test]
fn a_corner_alone_is_not_touched() {
    assert_eq!(touch(sea("0505"), sea("0609"), sea("0508")), Touch::No);
    assert_eq!(touch(sea("0505"), sea("0609"), sea("0606")), Touch::No);
}

#[test]
fn a_line_ends_at_its_ends() {
    assert_eq!(touch(sea("0505"), sea("0507"), sea("0508")), Touch::No);
    assert_eq!(touch(sea("0505"), sea("0507"), sea("0504")), Touch::No);
    assert_eq!(touch(sea("0505"), sea("0505"), sea("0506")), Touch::No);
    assert_eq!(touch(sea("0505"), sea("0505"), sea("0505")), Touch::In);
}

#[test]
fn beside_are_just_the_neighbours() {
    let grid = Grid::<FlatEvenLow>::new(12, 12).expect("a sheet");
    let hex: Hex<FlatEvenLow> = "0606".parse().expect("a hex");
    for other in grid.hexes() {
        assert_eq!(hex.is_beside(other), hex.distance(other) == 1, "{other}");
    }
}
