//! Sectors and ranges of the ship that is to fire, as a scene draws them.

use sandtable_engine::State;
use sandtable_engine::scene::Shape;

use crate::data::tables;
use crate::ids::ShipId;
use crate::questions::range;
use crate::scenario::SectorModel;
use crate::table::Table;
use crate::{Dreadnoughts, Frame};

/// The shapes around the ship that is asked for a target; none while nobody fires.
pub fn shapes(state: &State<Dreadnoughts>, board: &str) -> Vec<Shape> {
    let table = &state.table;
    let Some(Frame::Fire(fire)) = state.frame() else { return Vec::new() };
    let ship = fire.ship();
    let mut shapes = sectors(table, ship, board);
    shapes.extend(rings(table, ship, board));
    shapes
}

/// Bow, broadsides and stern (6.4), as the scenario's model has them. A spine is a line of hexes: nothing to fill.
fn sectors(table: &Table, ship: ShipId, board: &str) -> Vec<Shape> {
    // Degrees off the bow at which the bow sector ends and the stern sector begins.
    let (bow, stern) = match table.scenario.options.sectors {
        SectorModel::Cone | SectorModel::StrictCone => (30, 150),
        SectorModel::Wide => (90, 150),
        SectorModel::Spine => return Vec::new(),
    };
    let keel = 60 * u16::from(table.scenario.sea.side(table.ships[ship].heading).index());
    let bearing = |off_bow: u16| (keel + off_bow) % 360;
    let sector = |from: u16, to: u16, lit, text: String| Shape::Sector {
        board: board.into(),
        space: table.hex(ship).to_string(),
        from: bearing(from),
        to: bearing(to),
        lit,
        text,
    };
    let broadside = || format!("broadside: {:+} dice", tables().gunnery.broadside);
    vec![
        sector(360 - bow, bow, false, "bow, no bonus".into()),
        sector(bow, stern, true, broadside()),
        sector(stern, 360 - stern, false, "stern, no bonus".into()),
        sector(360 - stern, 360 - bow, true, broadside()),
    ]
}

/// Close and effective range, and where the guns or the eyes end (2.6 to 2.8, 6.2).
fn rings(table: &Table, ship: ShipId, board: &str) -> Vec<Shape> {
    let (longest, gunnery) = (table.ratings(ship).range, &tables().gunnery);
    let (close, effective) = (range::close(longest), range::effective(longest));
    let ring =
        |radius, text| Shape::Ring { board: board.into(), space: table.hex(ship).to_string(), radius, text };
    let mut rings = vec![
        ring(close, format!("close to {close}: {:+} die", gunnery.close)),
        ring(effective, format!("effective to {effective}")),
    ];
    if longest > effective {
        rings.push(ring(longest, format!("long to {longest}: {:+} die", gunnery.long)));
    }
    rings
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{Cx, Seat, Setup, State, Viewer};

    use super::*;
    use crate::Choice;
    use crate::phases::combat::CombatChoice;

    #[test]
    fn arcs_are_drawn_around_the_ship_that_fires_and_only_then() {
        let mut dice = Fast::new(1);
        let mut cx = Cx::silent(&mut dice);
        let mut state: State<Dreadnoughts> =
            State::begin(&Setup::shipped("denmark-strait-1941"), &mut cx).expect("it is shipped");
        assert!(shapes(&state, "sea").is_empty());
        let seat = state.waiting().lowest().unwrap_or(Seat(0));
        let mut menu = Vec::new();
        state.menu(seat, &mut menu);
        let Some(Choice::Combat(CombatChoice::Name(ship))) = menu.first().cloned() else {
            panic!("{menu:?}")
        };
        state.submit(seat, menu[0].clone(), &mut cx).expect("it is on the menu");
        let shapes = crate::scene::scene(&state, Viewer::Spectator).shapes;
        let hex = state.table.hex(ship).to_string();
        let lit = shapes.iter().filter(|shape| matches!(shape, Shape::Sector { lit: true, .. })).count();
        let here = |shape: &Shape| match shape {
            Shape::Sector { space, .. } | Shape::Ring { space, .. } => *space == hex,
        };
        assert_eq!(lit, 2, "two broadsides");
        assert!(shapes.iter().all(here));
    }
}
