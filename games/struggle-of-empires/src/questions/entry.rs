//! Where a unit may go.
//!
//! Navies go to the colonies, the Baltic and the Mediterranean (9.1a), never to the German States, Central Europe or the Ottoman
//! Empire (9.1b); every home has them (R10). Armies, and forts that are still at home (9.6b), go into a colony where an own navy
//! lies (9.2a), not a neighbouring one (9.2b), and not past a Blockade of an enemy with as many navies (15.20a): allies are not
//! hindered, units that are built there are (R35). Into Europe one of five ways must be open (9.3): a token there (9.3a), a token
//! next to it (9.3b), the own home next to it (9.3c), a navy there (9.3d), or for the Ottoman Empire one in the Mediterranean
//! (9.3e). The own home is always open (9.4b), another's never (9.4a). A fort in an area does not move (9.6a).

use sandtable_engine::{Refusal, Seat, Thing, require};

use crate::chart::chart;
use crate::ids::{Area, Kind, Place, Space, places};
use crate::table::Table;

/// The places that units of a kind may be sent to, as bits.
#[inline]
pub fn open_to(table: &Table, seat: Seat, kind: Kind) -> u16 {
    let chart = chart();
    if kind == Kind::Navy {
        return chart.navies | Place::HOME.bit();
    }
    let empire = &table.empires[seat];
    let navies = empire.navies.bits();
    let tokens = empire.tokens.bits();
    let mut europe = tokens | chart.beside_home[empire.power.index()] | navies & chart.navies;
    for place in places(tokens & !chart.colonies) {
        europe |= chart.touches[place.index()];
    }
    if navies & Area::Med.bit() != 0 {
        europe |= Area::Ott.bit();
    }
    let mut open = europe & !chart.colonies | navies & chart.colonies | Place::HOME.bit();
    if let Some(area) = closed(table, seat) {
        open &= !area.bit();
    }
    open
}

/// The colony that an enemy's Blockade closes to a power's armies (15.20a, R35).
#[inline]
fn closed(table: &Table, seat: Seat) -> Option<Area> {
    let cordon = table.cordon?;
    let navies = |seat: Seat| table.empires[seat].navies[cordon.area.place()];
    let hindered = table.are_enemies(seat, cordon.seat) && navies(seat) <= navies(cordon.seat);
    hindered.then_some(cordon.area)
}

/// Whether a unit may be sent to a space, and why not.
pub fn check(table: &Table, seat: Seat, kind: Kind, to: Space) -> Result<Place, Refusal> {
    let Some(place) = to.place(table.power(seat)) else {
        return Err(refusal_of_home(to));
    };
    if open_to(table, seat, kind) & place.bit() != 0 {
        return Ok(place);
    }
    let Some(area) = place.area() else { return Ok(place) };
    require!(kind != Kind::Navy, "9.1b", "no navy can lie there");
    if chart().is_colony(area) {
        let navy = table.empires[seat].navies[place] > 0;
        require!(navy, "9.2a", "an army goes to a colony only where a navy of yours lies"; blocked Thing::Space(to as u16));
        require!(false, "15.20a", "a Blockade closes that colony: you need more navies there than its owner"; blocked Thing::Space(to as u16));
    }
    require!(
        false, "9.3", "no way is open: neither a token there or next to it, nor your home, nor a navy";
        blocked Thing::Space(to as u16)
    );
    Ok(place)
}

fn refusal_of_home(to: Space) -> Refusal {
    Refusal::new(sandtable_engine::rule!("9.4a"), "nobody enters another power's home")
        .blocked_by(Thing::Space(to as u16))
}

/// Whether a unit may leave a place: forts only their home (9.6a, 9.6b).
#[inline]
pub fn may_leave(kind: Kind, from: Place) -> bool {
    kind != Kind::Fort || from == Place::HOME
}
