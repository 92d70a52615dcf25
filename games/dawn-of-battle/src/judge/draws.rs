//! Points spent on a die before it is drawn (5.4): what one more or one less is worth.

use sandtable_engine::{Seat, State};

use super::counted_for;
use super::odds::{self, CERTAIN};
use super::prospects::cell_harm;
use super::stand::Front;
use crate::draw::{Draw, DrawChoice, Purpose};
use crate::{DawnOfBattle, Frame};

/// What one more on a shot or on the cover changes the chance of a hit by, in thousandths. One face of six would be more; a point is
/// better kept for what units do.
const FACE: i32 = 22;
/// One more on a die of ex Machina.
const MACHINA: i32 = 320;
/// One more on a die that says whether an army tires.
const FATIGUE: i32 = 105;
/// Old Soldiers are worth more than a point: the card is gone.
const CARD: i32 = 63;

/// What a die promises a seat after a choice about it, the choice's price not counted.
pub fn outlook(
    state: &State<DawnOfBattle>,
    front: &Front,
    draw: &Draw,
    choice: DrawChoice,
    seat: Seat,
) -> i32 {
    let (change, excused) = match choice {
        DrawChoice::Raise => (1, false),
        DrawChoice::Lower => (-1, false),
        DrawChoice::Card(_) => (0, true),
        DrawChoice::Pass => (0, false),
    };
    let worth = promise(state, front, draw, draw.change() + change, excused);
    let worth = counted_for(seat, draw.side(), worth);
    if excused { worth - CARD } else { worth }
}

/// What a die promises the side that draws it.
fn promise(state: &State<DawnOfBattle>, front: &Front, draw: &Draw, change: i8, excused: bool) -> i32 {
    let table = front.table;
    match draw.purpose() {
        Purpose::Rally(unit) => {
            let odds = odds::check(draw.modifier() + change, front.morale(draw.side()));
            let odds = if excused { CERTAIN } else { odds };
            front.stakes.order(table, unit) * odds / CERTAIN
        }
        Purpose::Melee(unit) => {
            let melee = state.frames().iter().rev().find_map(|frame| match frame {
                Frame::Melee(melee) => Some(melee),
                _ => None,
            });
            // A check that is stood for certain is one that is made very much easier.
            let more = if excused { -9 } else { change };
            melee.map_or(0, |melee| {
                let at = usize::from(melee.attacker().unit() != Some(unit));
                -cell_harm(front, melee, unit, at, more)
            })
        }
        Purpose::Shot | Purpose::Cover => {
            let target = state.frames().iter().rev().find_map(|frame| match frame {
                Frame::Shot(shot) => Some(shot.target),
                _ => None,
            });
            let blow = target.map_or(0, |target| front.stakes.blow(table, target));
            i32::from(change) * FACE * blow / CERTAIN
        }
        Purpose::Machina => i32::from(change) * MACHINA,
        Purpose::Fatigue => i32::from(change) * FATIGUE,
        Purpose::Initiative
        | Purpose::Leader
        | Purpose::Death
        | Purpose::Loot
        | Purpose::Restraint
        | Purpose::End
        | Purpose::Bank => 0,
    }
}
