//! Tiles in hand: which work always, which are used up, and where they go then.
//!
//! A tile without a mark works as long as it is held (7.2a). One of a single use goes back to the display when it has been
//! used (7.2d). Several Logistics, Militia, Agriculture, Mercenaries, Reserves, Trainings and Companies add up; a second
//! Banking or Navigation adds nothing (R37). A Blockade on the map lies there until the war ends or the last navy over it is
//! gone (15.20b).

use sandtable_engine::{Cx, Seat, rule};

use crate::ids::{Area, Tile};
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// Which bit of `spent` a tile of one use has.
const fn spent_bit(tile: Tile) -> u8 {
    match tile {
        Tile::FightingWithdrawal => 1,
        Tile::SurpriseAttack => 2,
        Tile::Blockade => 4,
        _ => 0,
    }
}

impl Table {
    /// Whether a power has used this tile of one use in this round (7.2e).
    #[inline]
    pub fn has_spent(&self, seat: Seat, tile: Tile) -> bool {
        self.empires[seat].spent & spent_bit(tile) != 0
    }

    /// A tile of one use goes from a power's hand back to the display (7.2d).
    pub fn spend(&mut self, seat: Seat, tile: Tile) {
        let empire = &mut self.empires[seat];
        empire.tiles[tile] -= 1;
        empire.spent |= spent_bit(tile);
        self.display[tile] += 1;
    }

    /// Lays the Blockade under the navies of a power in a colony (15.20a).
    pub fn lay_cordon(&mut self, seat: Seat, area: Area) {
        let empire = &mut self.empires[seat];
        empire.tiles[Tile::Blockade] -= 1;
        empire.spent |= spent_bit(Tile::Blockade);
        self.cordon = Some(crate::table::Cordon { seat, area });
    }

    /// The Blockade goes back to the display if no navy lies over it any more (15.20b).
    #[inline]
    pub fn see_to_cordon(&mut self, cx: &mut Cx<StruggleOfEmpires>) {
        if let Some(cordon) = self.cordon
            && self.empires[cordon.seat].navies[cordon.area.place()] == 0
        {
            self.lift_cordon(cx);
        }
    }

    /// The Blockade goes back to the display.
    pub fn lift_cordon(&mut self, cx: &mut Cx<StruggleOfEmpires>) {
        let Some(cordon) = self.cordon.take() else { return };
        self.display[Tile::Blockade] += 1;
        let power = self.power(cordon.seat);
        cx.log(rule!("15.20b"), || Event::BlockadeLifted { power, area: cordon.area });
    }
}
