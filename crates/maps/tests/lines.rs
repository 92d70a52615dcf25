//! Straight lines, against a plain clipping of the line by the six sides of every hex.

mod clipping;

use clipping::clipped;
use proptest::prelude::*;
use sandtable_maps::{
    Cube, FlatEvenLow, FlatOddLow, Grid, Hex, LineCell, Numbering, PointyEvenRight, PointyOddRight, Side,
    Touch, line, touch,
};

fn grid<N: Numbering>() -> Grid<N> {
    Grid::new(12, 12).expect("a small sheet")
}

fn hex<N: Numbering>((column, row): (u8, u8)) -> Hex<N> {
    Hex::at(column, row).expect("numbers from 1 to 99")
}

fn cells<N: Numbering>(from: Hex<N>, to: Hex<N>) -> Vec<LineCell<N>> {
    let mut cells = Vec::new();
    line(from, to, &mut |cell| cells.push(cell));
    cells
}

/// Every line from the hexes in the middle of the sheet to all others, for every hex.
fn touch_is_what_clipping_says<N: Numbering>() {
    for from in [(6, 6), (7, 6), (6, 7), (1, 1)].map(hex::<N>) {
        for to in grid::<N>().hexes() {
            for hex in grid::<N>().hexes() {
                assert_eq!(touch(from, to, hex), clipped(from, to, hex), "{from} to {to} at {hex}");
            }
        }
    }
}

fn line_meets_what_touch_says<N: Numbering>(from: Hex<N>, to: Hex<N>) -> Result<(), TestCaseError> {
    let (mut through, mut beside) = (Vec::new(), Vec::new());
    for cell in cells(from, to) {
        match cell {
            LineCell::Through(hex) => through.push(hex),
            LineCell::Between(left, right) => beside.extend([left, right]),
        }
    }
    through.sort_unstable();
    beside.sort_unstable();
    // The line may leave the sheet by half a hex where a column or row is shoved.
    let on_sheet =
        |hexes: Vec<Hex<N>>| hexes.into_iter().filter(|&hex| grid().contains(hex)).collect::<Vec<_>>();
    let touched = |how| grid().hexes().filter(|&hex| touch(from, to, hex) == how).collect::<Vec<_>>();
    prop_assert_eq!(on_sheet(through), touched(Touch::In));
    prop_assert_eq!(on_sheet(beside), touched(Touch::Along));
    Ok(())
}

fn line_is_continuous<N: Numbering>(from: Hex<N>, to: Hex<N>) -> Result<(), TestCaseError> {
    let cells = cells(from, to);
    prop_assert_eq!(cells.first(), Some(&LineCell::Through(from)));
    prop_assert_eq!(cells.last(), Some(&LineCell::Through(to)));
    for pair in cells.windows(2) {
        let joined = match (pair[0], pair[1]) {
            (LineCell::Through(one), LineCell::Through(other)) => one.distance(other) == 1,
            (LineCell::Through(hex), LineCell::Between(left, right))
            | (LineCell::Between(left, right), LineCell::Through(hex)) => {
                left.distance(right) == 1 && left.distance(hex) == 1 && right.distance(hex) == 1
            }
            (LineCell::Between(..), LineCell::Between(..)) => false,
        };
        prop_assert!(joined, "{:?} then {:?}", pair[0], pair[1]);
    }
    Ok(())
}

fn line_back_is_the_line_reversed<N: Numbering>(from: Hex<N>, to: Hex<N>) -> Result<(), TestCaseError> {
    let mut back = cells(to, from);
    back.reverse();
    for cell in &mut back {
        if let LineCell::Between(left, right) = *cell {
            *cell = LineCell::Between(right, left);
        }
    }
    prop_assert_eq!(cells(from, to), back);
    Ok(())
}

fn touch_is_symmetric<N: Numbering>(from: Hex<N>, to: Hex<N>, hex: Hex<N>) -> Result<(), TestCaseError> {
    prop_assert_eq!(touch(from, to, hex), touch(to, from, hex));
    let place = |way: Cube| {
        let found = Grid::<N>::new(40, 40).expect("a sheet").hexes().find(|&hex| from.difference(hex) == way);
        found.expect("a sheet large enough to turn the line on")
    };
    for heading in Side::ALL {
        let turned = |hex: Hex<N>| place(from.difference(hex).turned_back(heading));
        prop_assert_eq!(touch(from, turned(to), turned(hex)), touch(from, to, hex));
    }
    Ok(())
}

#[test]
fn touch_with_flat_tops() {
    touch_is_what_clipping_says::<FlatEvenLow>();
    touch_is_what_clipping_says::<FlatOddLow>();
}

#[test]
fn touch_with_pointy_tops() {
    touch_is_what_clipping_says::<PointyEvenRight>();
    touch_is_what_clipping_says::<PointyOddRight>();
}

fn near() -> impl Strategy<Value = (u8, u8)> {
    (1..=12_u8, 1..=12_u8)
}

fn central() -> impl Strategy<Value = (u8, u8)> {
    (16..=24_u8, 16..=24_u8)
}

fn anywhere() -> impl Strategy<Value = (u8, u8)> {
    (1..=99_u8, 1..=99_u8)
}

proptest! {
    #[test]
    fn line_agrees_with_touch(from in near(), to in near()) {
        line_meets_what_touch_says::<FlatEvenLow>(hex(from), hex(to))?;
        line_meets_what_touch_says::<FlatOddLow>(hex(from), hex(to))?;
        line_meets_what_touch_says::<PointyEvenRight>(hex(from), hex(to))?;
        line_meets_what_touch_says::<PointyOddRight>(hex(from), hex(to))?;
    }

    #[test]
    fn lines_are_continuous(from in anywhere(), to in anywhere()) {
        line_is_continuous::<FlatEvenLow>(hex(from), hex(to))?;
        line_is_continuous::<PointyOddRight>(hex(from), hex(to))?;
    }

    #[test]
    fn lines_go_back_as_they_came(from in anywhere(), to in anywhere()) {
        line_back_is_the_line_reversed::<FlatOddLow>(hex(from), hex(to))?;
        line_back_is_the_line_reversed::<PointyEvenRight>(hex(from), hex(to))?;
    }

    #[test]
    fn touch_has_the_symmetry_of_a_hex(from in central(), to in central(), at in central()) {
        touch_is_symmetric::<FlatEvenLow>(hex(from), hex(to), hex(at))?;
        touch_is_symmetric::<PointyOddRight>(hex(from), hex(to), hex(at))?;
    }
}
