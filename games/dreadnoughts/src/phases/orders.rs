//! Orders: both sides secretly set speed levels and evasion (8.1, 8.5).
//!
//! Every ship under way starts with the order to go on as it does, so that a player changes only what should change.
//! Each side may set its ships in any order and change its mind until it seals its orders.

use sandtable_engine::chance::Chance;
use sandtable_engine::{
    Audience, Cx, Hidden, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule,
};
use serde::{Deserialize, Serialize};

use crate::Dreadnoughts;
use crate::events::Event;
use crate::ids::{Level, MOST_SHIPS, ShipId, ShipSet};
use crate::questions::speed;
use crate::table::Table;

/// Both sides write their orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Orders {
    /// Ships that have a choice.
    open: ShipSet,
    /// Ships for which an order has been given.
    given: ShipSet,
    /// Sides that still write.
    writing: SeatSet,
}

/// An order for a ship, or the end of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrdersChoice {
    /// The level of a ship, and whether it evades.
    Set {
        /// The ship.
        ship: ShipId,
        /// Its level.
        speed: Level,
        /// Whether it takes evasive action; more than that there is not (8.5a).
        evade: bool,
    },
    /// All orders stand.
    Seal,
}

/// Whether a ship gets an order this turn: it is under way, or may enter. Hulks and stopped ships have no speed and do
/// not move or turn (8.1f).
#[inline]
fn takes_orders(table: &Table, ship: ShipId) -> bool {
    speed::under_way(table, ship) || speed::may_enter(table, ship)
}

/// The orders that a ship may get, as level and evasion.
#[inline]
fn each_order(table: &Table, ship: ShipId, each: &mut impl FnMut(Level, bool)) {
    for level in Level::ALL {
        if speed::check_level(table, ship, level).is_ok() {
            for evade in [false, true] {
                if check_evade(table, ship, evade).is_ok() {
                    each(level, evade);
                }
            }
        }
    }
}

/// Whether a ship may be ordered to evade, or not to (8.5, 9.18).
#[inline]
fn check_evade(table: &Table, ship: ShipId, evade: bool) -> Result<(), Refusal> {
    if evade {
        return speed::check_evasion(table, ship);
    }
    let piece = Thing::Piece(u16::from(ship.0));
    require!(!table.harassed.contains(ship), "9.18", "aircraft force the ship to evade this turn"; blocked piece);
    Ok(())
}

impl Orders {
    /// Sides that still write.
    pub fn writing(&self) -> SeatSet {
        self.writing
    }

    /// The ship of a side that got the latest order, where they are given in the order in which search gives them.
    pub fn latest(&self, table: &Table, seat: Seat) -> Option<ShipId> {
        self.given.and(table.fleet_of(seat)).iter().last()
    }

    /// The first ship of a side that waits for an order.
    #[inline]
    fn next_ship(&self, table: &Table, seat: Seat) -> Option<ShipId> {
        self.open.minus(self.given).and(table.fleet_of(seat)).first()
    }

    /// The order to go on as before, as far as that is allowed, and how many a ship may get.
    fn standing_order(table: &Table, ship: ShipId) -> ((Level, bool), u8) {
        let (level, evading) = (table.ships[ship].level, table.evading.contains(ship));
        let (mut nearest, mut order, mut choices) = (i8::MAX, (level, false), 0);
        each_order(table, ship, &mut |to, evade| {
            choices += 1;
            let nearness = (to as i8 - level as i8).abs() * 2 + i8::from(evade != evading);
            if nearness < nearest {
                (nearest, order) = (nearness, (to, evade));
            }
        });
        (order, choices)
    }

    /// All orders are in: evasion is shown at once (ruling E1), levels when a ship moves, unless speeds are open (ruling
    /// V8).
    fn open_orders(self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        for ship in table.scenario.ids() {
            if !takes_orders(table, ship) {
                continue;
            }
            cx.reveal(&mut table.ships[ship].to_evade, Audience::Everyone);
            if table.scenario.options.open_speeds {
                show_speed(table, ship, cx);
            }
            let evade = *table.ships[ship].to_evade.truth();
            if evade && !table.evading.contains(ship) {
                table.evading.insert(ship);
                cx.log(rule!("8.5"), || Event::Evades { ship });
            } else if !evade && table.evading.contains(ship) {
                table.evading.remove(ship);
                cx.log(rule!("8.5e"), || Event::Steadies { ship });
            }
        }
        Next::done(self)
    }
}

impl Step<Dreadnoughts> for Orders {
    type Choice = OrdersChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        for ship in table.scenario.ids() {
            if !takes_orders(table, ship) {
                continue;
            }
            let ((level, evade), choices) = Self::standing_order(table, ship);
            let owner = Audience::one(table.side(ship));
            table.ships[ship].ordered = Hidden::known_to(level, owner);
            table.ships[ship].to_evade = Hidden::known_to(evade, owner);
            if choices > 1 {
                self.open.insert(ship);
                self.writing = self.writing.with(table.side(ship));
            }
        }
        if self.writing.is_empty() { self.open_orders(table, cx) } else { Next::ask(self) }
    }

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        self.writing
    }

    /// Sealing by itself would tell the other side that nothing is left to change.
    #[inline]
    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let ask = "Set speeds and evasive action, then seal your orders.";
        let hint = if table.scenario.options.open_speeds {
            "Your enemy sees speeds and evasion when both have sealed."
        } else {
            "Your enemy sees who evades when both have sealed, and each speed when the ship moves."
        };
        let prompt = Prompt::new(rule!("8.1"), ask).hint(hint);
        match self.next_ship(table, seat) {
            Some(ship) => prompt.about(table.vessel(ship).id.clone()),
            None => prompt,
        }
    }

    #[inline]
    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(OrdersChoice)) {
        for ship in self.open.and(table.fleet_of(seat)).iter() {
            for speed in Level::ALL {
                for evade in [false, true] {
                    each(OrdersChoice::Set { ship, speed, evade });
                }
            }
        }
        each(OrdersChoice::Seal);
    }

    #[inline]
    fn check(&self, table: &Table, seat: Seat, choice: &OrdersChoice) -> Result<(), Refusal> {
        let OrdersChoice::Set { ship, speed, evade } = *choice else { return Ok(()) };
        let own = ship.index() < MOST_SHIPS && table.fleet_of(seat).contains(ship);
        require!(own, "8.1", "you give orders to your own ships");
        let piece = Thing::Piece(u16::from(ship.0));
        require!(takes_orders(table, ship), "8.0a", "only ships under way get orders"; blocked piece);
        speed::check_level(table, ship, speed)?;
        check_evade(table, ship, evade)?;
        require!(self.open.contains(ship), "8.1", "this ship has no choice this turn"; blocked piece);
        Ok(())
    }

    #[inline]
    fn canonical_candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(OrdersChoice)) {
        let Some(ship) = self.next_ship(table, seat) else { return each(OrdersChoice::Seal) };
        for speed in Level::ALL {
            each(OrdersChoice::Set { ship, speed, evade: false });
            each(OrdersChoice::Set { ship, speed, evade: true });
        }
    }

    /// Search sets the ships one after the other and then seals.
    #[inline]
    fn canonical(&self, table: &Table, seat: Seat, choice: &OrdersChoice) -> bool {
        match (self.next_ship(table, seat), choice) {
            (Some(next), OrdersChoice::Set { ship, .. }) => next == *ship,
            (None, OrdersChoice::Seal) => true,
            _ => false,
        }
    }

    fn choose(
        self,
        table: &mut Table,
        seat: Seat,
        choice: OrdersChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        match choice {
            OrdersChoice::Set { ship, speed, evade } => {
                let owner = Audience::one(seat);
                table.ships[ship].ordered = Hidden::known_to(speed, owner);
                table.ships[ship].to_evade = Hidden::known_to(evade, owner);
                Next::ask(Self { given: self.given.or(ShipSet::one(ship)), ..self })
            }
            OrdersChoice::Seal => {
                let sealed = Self { writing: self.writing.without(seat), ..self };
                cx.log(rule!("8.1"), || Event::Sealed { side: seat });
                if sealed.writing.is_empty() { sealed.open_orders(table, cx) } else { Next::ask(sealed) }
            }
        }
    }
}

/// Shows the level that a ship was ordered to; from then on it is in force (rulings R3, V8).
pub fn show_speed(table: &mut Table, ship: ShipId, cx: &mut Cx<Dreadnoughts>) -> Level {
    let state = &mut table.ships[ship];
    cx.reveal(&mut state.ordered, Audience::Everyone);
    state.level = *state.ordered.truth();
    state.level
}

/// Settles forgotten orders: any that the ship could have been given, each as likely.
pub fn deal(table: &mut Table, chance: &mut dyn Chance) {
    for ship in table.scenario.ids() {
        let state = &table.ships[ship];
        let (no_level, no_evasion) = (state.ordered.is_forgotten(), state.to_evade.is_forgotten());
        if no_level {
            let mut levels = tinyvec::ArrayVec::<[Level; 3]>::new();
            levels.extend(
                Level::ALL.into_iter().filter(|level| speed::check_level(table, ship, *level).is_ok()),
            );
            let level = match levels.len() as u32 {
                0 => table.ships[ship].level,
                several => levels[chance.draw(rule!("8.1"), several) as usize],
            };
            table.ships[ship].ordered.settle(level);
        }
        if no_evasion {
            let may = speed::check_evasion(table, ship).is_ok();
            let must = table.harassed.contains(ship);
            let evade = may && (must || chance.draw(rule!("8.5"), 2) == 1);
            table.ships[ship].to_evade.settle(evade);
        }
    }
}
