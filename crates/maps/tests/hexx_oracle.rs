//! Compares hexes with those of the crate `hexx`, for every numbering.

use hexx::{EdgeDirection, HexOrientation, OffsetHexMode};
use proptest::prelude::*;
use sandtable_maps::{
    FlatEvenLow, FlatOddLow, Hex, Numbering, PointyEvenRight, PointyOddRight, Shoved, Side, Top,
};

fn orientation<N: Numbering>() -> HexOrientation {
    match N::TOP {
        Top::Flat => HexOrientation::Flat,
        Top::Pointy => HexOrientation::Pointy,
    }
}

fn mode<N: Numbering>() -> OffsetHexMode {
    match N::SHOVED {
        Shoved::Even => OffsetHexMode::Even,
        Shoved::Odd => OffsetHexMode::Odd,
    }
}

fn first_side<N: Numbering>() -> EdgeDirection {
    match N::TOP {
        Top::Flat => EdgeDirection::FLAT_NORTH,
        Top::Pointy => EdgeDirection::POINTY_NORTH_EAST,
    }
}

fn ours<N: Numbering>((column, row): (u8, u8)) -> Hex<N> {
    Hex::at(column, row).expect("numbers from 1 to 99")
}

fn theirs<N: Numbering>((column, row): (u8, u8)) -> hexx::Hex {
    hexx::Hex::from_offset_coordinates([column.into(), row.into()], mode::<N>(), orientation::<N>())
}

fn offset_of<N: Numbering>(hex: hexx::Hex) -> (i16, i16) {
    let [column, row] = hex.to_offset_coordinates(mode::<N>(), orientation::<N>());
    (column.try_into().expect("a small number"), row.try_into().expect("a small number"))
}

fn agrees_on_coordinates<N: Numbering>(at: (u8, u8)) -> Result<(), TestCaseError> {
    let (x, y, z) = ours::<N>(at).cube();
    prop_assert_eq!([i32::from(x), i32::from(z), i32::from(y)], theirs::<N>(at).to_cubic_array());
    prop_assert_eq!((ours::<N>(at).column(), ours::<N>(at).row()), at);
    Ok(())
}

fn agrees_on_neighbours<N: Numbering>(at: (u8, u8)) -> Result<(), TestCaseError> {
    for side in Side::ALL {
        let neighbour = ours::<N>(at).step(side);
        let direction = first_side::<N>().rotate_cw(side.index());
        prop_assert_eq!(neighbour.offset(), offset_of::<N>(theirs::<N>(at).neighbor(direction)));
        prop_assert_eq!(ours::<N>(at).side_towards(neighbour), Some(side));
        prop_assert_eq!(neighbour.step(side.opposite()), ours::<N>(at));
        prop_assert_eq!(ours::<N>(at).neighbours()[usize::from(side.index())], neighbour);
    }
    Ok(())
}

fn agrees_on_distance<N: Numbering>(from: (u8, u8), to: (u8, u8)) -> Result<(), TestCaseError> {
    let distance = ours::<N>(from).distance(ours::<N>(to));
    prop_assert_eq!(u32::from(distance), theirs::<N>(from).unsigned_distance_to(theirs::<N>(to)));
    Ok(())
}

fn agrees_on_rotation<N: Numbering>(
    from: (u8, u8),
    to: (u8, u8),
    heading: Side,
) -> Result<(), TestCaseError> {
    let seen = ours::<N>(from).difference(ours::<N>(to)).turned_back(heading);
    let turned = (theirs::<N>(to) - theirs::<N>(from)).rotate_ccw(heading.index().into());
    prop_assert_eq!([i32::from(seen.x), i32::from(seen.z), i32::from(seen.y)], turned.to_cubic_array());
    Ok(())
}

fn numbers() -> impl Strategy<Value = (u8, u8)> {
    (1..=99_u8, 1..=99_u8)
}

proptest! {
    #[test]
    fn coordinates(at in numbers()) {
        agrees_on_coordinates::<FlatEvenLow>(at)?;
        agrees_on_coordinates::<FlatOddLow>(at)?;
        agrees_on_coordinates::<PointyEvenRight>(at)?;
        agrees_on_coordinates::<PointyOddRight>(at)?;
    }

    #[test]
    fn neighbours(at in numbers()) {
        agrees_on_neighbours::<FlatEvenLow>(at)?;
        agrees_on_neighbours::<FlatOddLow>(at)?;
        agrees_on_neighbours::<PointyEvenRight>(at)?;
        agrees_on_neighbours::<PointyOddRight>(at)?;
    }

    #[test]
    fn distance(from in numbers(), to in numbers()) {
        agrees_on_distance::<FlatEvenLow>(from, to)?;
        agrees_on_distance::<FlatOddLow>(from, to)?;
        agrees_on_distance::<PointyEvenRight>(from, to)?;
        agrees_on_distance::<PointyOddRight>(from, to)?;
    }

    #[test]
    fn rotation(from in numbers(), to in numbers(), heading in prop::sample::select(&Side::ALL[..])) {
        agrees_on_rotation::<FlatEvenLow>(from, to, heading)?;
        agrees_on_rotation::<FlatOddLow>(from, to, heading)?;
        agrees_on_rotation::<PointyEvenRight>(from, to, heading)?;
        agrees_on_rotation::<PointyOddRight>(from, to, heading)?;
    }
}
