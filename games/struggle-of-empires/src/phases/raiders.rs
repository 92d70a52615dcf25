//! Pirates and Slave Revolt.
//!
//! Both attack an enemy at once, for the price of the tile alone (R53) and never an ally (R51). Pirates attack navies where navies lie, with
//! strength 2 (15.16a); a Slave Revolt attacks armies and forts with strength 3 (15.17a), only in the three American colonies (15.17b),
//! and a navy there supports the defender (R52). Neither can be declined (R65). If they win, the defender loses a unit, and a token of his there is replaced by the
//! tile, which stays like a counter with that number (15.16b, 15.17c); otherwise, and after a tie or a defeat, the tile leaves the
//! game (15.16c).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::StruggleOfEmpires;
use crate::data::tile_card;
use crate::ids::{Area, COUNTERS, CounterId, Power, Tile, places};
use crate::phases::attack::Attack;
use crate::table::{Part, Table};
use crate::{Event, phases};

/// Whom the raiders attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Raiders {
    seat: Seat,
    tile: Tile,
}

/// An area, and a power there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RaidersChoice {
    /// Where.
    pub area: Area,
    /// Whom.
    pub power: Power,
}

/// Whether a power has in an area what raiders attack: navies, or tokens in the Americas.
fn is_prey(table: &Table, victim: Seat, tile: Tile, area: Area) -> bool {
    let empire = &table.empires[victim];
    let there = if tile == Tile::Pirates { empire.navies[area.place()] > 0 } else { empire.tokens[area] > 0 };
    there && tile_card(tile).area_bits & area.bit() != 0
}

/// Whether there is anybody to attack.
#[inline]
pub fn any(table: &Table, seat: Seat, tile: Tile) -> bool {
    table.enemies_of(seat).iter().any(|enemy| {
        let empire = &table.empires[enemy];
        let here = if tile == Tile::Pirates { empire.navies.bits() } else { empire.tokens.bits() };
        here & tile_card(tile).area_bits != 0
    })
}

impl Raiders {
    /// Raiders let loose by a power.
    pub fn new(seat: Seat, tile: Tile) -> Self {
        Self { seat, tile }
    }

    /// Which raiders.
    pub fn tile(&self) -> Tile {
        self.tile
    }
}

impl Step<StruggleOfEmpires> for Raiders {
    type Choice = RaidersChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        match self.tile {
            Tile::Pirates => Prompt::new(rule!("15.16a"), "Whose navies do the pirates attack?"),
            _ => Prompt::new(rule!("15.17a"), "Against whom do the slaves rise?"),
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(RaidersChoice)) {
        for place in places(tile_card(self.tile).area_bits) {
            let Some(area) = place.area() else { continue };
            for other in table.all().filter(|other| *other != seat) {
                each(RaidersChoice { area, power: table.power(other) });
            }
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &RaidersChoice) -> Result<(), Refusal> {
        let &RaidersChoice { area, power } = choice;
        let enemy = table.seat_of(power).filter(|enemy| table.are_enemies(seat, *enemy));
        let Some(enemy) = enemy else {
            return Err(Refusal::new(rule!("R51"), "raiders attack a power of the other alliance"));
        };
        let pirates = self.tile == Tile::Pirates;
        let in_reach = tile_card(self.tile).area_bits & area.bit() != 0;
        require!(
            in_reach || pirates,
            "15.17b",
            "slaves rise in North America, South America and the Caribbean only"
        );
        require!(in_reach, "15.16a", "pirates go where navies lie");
        let prey = is_prey(table, enemy, self.tile, area);
        require!(prey || !pirates, "15.16a", "that power has no navy there");
        require!(prey, "15.17a", "that power has no token there");
        Ok(())
    }

    fn choose(
        self,
        table: &mut Table,
        seat: Seat,
        choice: RaidersChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let defender = table.seat_of(choice.power).expect("`check` knows the power");
        let (power, against) = (table.power(seat), choice.power);
        let (tile, area) = (self.tile, choice.area);
        let rule = if tile == Tile::Pirates { rule!("15.16a") } else { rule!("15.17a") };
        cx.log(rule, || Event::Raided { power, tile, area, against });
        Next::go(Attack::raid(table, seat, tile, area, defender))
    }
}

/// What becomes of the tile after its combat (15.16b, 15.16c, 15.17c).
pub fn settle(table: &mut Table, tile: Tile, cx: &mut Cx<StruggleOfEmpires>) {
    let assault = *table.assault();
    let Some(defender) = assault.defender else { return };
    let area = assault.area;
    let wins = assault.winner == Some(Part::Attacker);
    if !wins || table.empires[defender].tokens[area] == 0 {
        table.boxed[tile] += 1;
        cx.log(rule!("15.16c"), || Event::RaidersGone { tile, area });
        return;
    }
    let slots = if tile == Tile::Pirates { 0..2 } else { 2..3 };
    let Some(slot) = slots.into_iter().find(|slot| table.raiders[*slot].is_none()) else { return };
    table.raiders[slot] = Some(area);
    let counter = CounterId((COUNTERS + slot) as u8);
    table.open.0 |= counter.bit();
    let against = table.power(defender);
    phases::spoils::lose_token(table, defender, area);
    let rule = if tile == Tile::Pirates { rule!("15.16b") } else { rule!("15.17c") };
    cx.log(rule, || Event::RaidersStay { tile, area, against });
}
