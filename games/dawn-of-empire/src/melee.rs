//! The battle that is being fought, as it lies on the battle display (7.3).

use serde::Serialize;

use crate::ids::{LeaderId, ShipId, ShipSet, Side, Space};
use crate::table::{Line, NO_STACK, Row};

/// What becomes of a gun duel, for the battle display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Throw {
    /// Who fires.
    pub side: Side,
    /// The place in the line that the fire goes to or comes from, from 0.
    pub pairing: u8,
    /// How many dice.
    pub count: u8,
}

/// How many dice the battle display remembers.
pub const SHOWN_DICE: usize = 96;

/// The battle that is being fought (7.3). Everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Melee {
    /// Where; nowhere if there is none.
    pub area: Space,
    /// The stacks of the two sides.
    pub stacks: [u8; 2],
    /// The rounds that have been fought.
    pub round: u8,
    /// Who has the initiative.
    pub initiative: Side,
    /// The leading ship of each side's leader, if he has one; his dice follow the line (ruling R57).
    pub flagships: [Option<ShipId>; 2],
    /// The leader in command on each side.
    pub commanders: [Option<LeaderId>; 2],
    /// Ships sunk in this battle.
    pub sunk: ShipSet,
    /// Ships disabled in this battle.
    pub disabled: ShipSet,
    /// The lines as they stand, from the front.
    pub now: [Line; 2],
    /// The lines as they stood in the last round.
    pub fought: [Line; 2],
    /// The throws of the last round.
    pub throws: Row<Throw, 48>,
    /// How many throws there were.
    pub thrown: u8,
    /// Their dice, one after the other.
    pub dice: Row<u8, SHOWN_DICE>,
    /// How many dice there were.
    pub dice_thrown: u8,
}

impl Default for Melee {
    fn default() -> Self {
        Self {
            area: Space::NOWHERE,
            stacks: [NO_STACK; 2],
            round: 0,
            initiative: Side::Us,
            flagships: [None; 2],
            commanders: [None; 2],
            sunk: ShipSet::NONE,
            disabled: ShipSet::NONE,
            now: [Line::new(); 2],
            fought: [Line::new(); 2],
            throws: Row::default(),
            thrown: 0,
            dice: Row::default(),
            dice_thrown: 0,
        }
    }
}

impl Melee {
    /// The ships of a side that are in the battle.
    #[inline]
    pub fn members(&self, side: Side) -> ShipSet {
        self.now[side.index()].iter().copied().collect()
    }

    /// Takes a ship out of its line.
    pub fn strike_off(&mut self, ship: ShipId) {
        let line = &mut self.now[ship.side().index()];
        if let Some(place) = line.iter().position(|other| *other == ship) {
            line.remove(place);
        }
    }

    /// Forgets the throws of the round before.
    pub fn clear_throws(&mut self) {
        self.thrown = 0;
        self.dice_thrown = 0;
    }

    /// Keeps a throw for the display, as far as there is room.
    pub fn keep_throw(&mut self, side: Side, pairing: usize, dice: &[u8]) {
        let (at, from) = (usize::from(self.thrown), usize::from(self.dice_thrown));
        if at >= self.throws.0.len() || from + dice.len() > SHOWN_DICE {
            return;
        }
        self.throws[at] = Throw { side, pairing: pairing as u8, count: dice.len() as u8 };
        self.dice.0[from..from + dice.len()].copy_from_slice(dice);
        self.thrown += 1;
        self.dice_thrown += dice.len() as u8;
    }
}
