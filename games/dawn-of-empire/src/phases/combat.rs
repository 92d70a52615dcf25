//! Combat, area by area in the order that Spain likes (4.0C, 7.1, ruling R16).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{Spaces, chart, each_space};
use crate::events::Event;
use crate::ids::{Order, OrderKind, Side, Space};
use crate::phases::engagement::Engagement;
use crate::table::Table;
use crate::{DawnOfEmpire, Frame};

/// The combat phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Combat {
    /// Areas in which something is to be resolved.
    areas: Spaces,
}

/// The next area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CombatChoice(pub Space);

/// The order of a stack.
pub fn order_of(table: &Table, side: Side, number: u8) -> Order {
    let fleet = table.fleet(side);
    fleet.front(side, number).map_or_else(Order::default, |ship| fleet.berth(ship).order)
}

/// The ports of an area in which a squadron of a side coals; only such are searched (ruling R14). Against neutral ports a raid
/// or a blockade does nothing (6.1b).
pub fn coaling_ports(table: &Table, side: Side, area: Space) -> Spaces {
    let enemy = side.enemy();
    let hunters = table.squadron_at(enemy, area).map(|number| order_of(table, enemy, number).kind);
    let respects = hunters.is_some_and(OrderKind::has_target);
    let ports = each_space(chart().around(area)).filter(|space| space.is_port());
    let ports = ports.filter(|port| !(respects && chart().is_neutral(*port)));
    let coals = |number| order_of(table, side, number).kind == OrderKind::Coal;
    ports
        .filter(|port| table.squadron_at(side, *port).is_some_and(coals))
        .fold(0, |set, port| set | 1 << port.0)
}

/// The port that a squadron at sea here is to attack (7.5, rulings R2 and R7).
pub fn target_here(table: &Table, side: Side, area: Space) -> Option<(u8, Order)> {
    let number = table.squadron_at(side, area)?;
    let order = order_of(table, side, number);
    (order.kind.has_target() && chart().touches(area, order.target)).then_some((number, order))
}

/// Whether anything is to be resolved in an area (7.0). Single ships take no part, at sea or in port (7.24, ruling R44).
fn is_open(table: &Table, area: Space) -> bool {
    let at_sea = Side::BOTH.map(|side| table.squadron_at(side, area).is_some());
    match at_sea {
        [true, true] => true,
        [false, false] => false,
        [us, _] => {
            let side = if us { Side::Us } else { Side::Es };
            coaling_ports(table, side.enemy(), area) != 0 || target_here(table, side, area).is_some()
        }
    }
}

impl Step<DawnOfEmpire> for Combat {
    type Choice = CombatChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        // From here on orders are laid open where they meet, so that nobody can go back behind this.
        for side in Side::BOTH {
            let owner = table.owner(side);
            cx.reveal(&mut table.fleets[side.index()], owner);
        }
        let open = Space::areas().filter(|area| is_open(table, *area));
        self.areas = open.fold(0, |set, area| set | 1 << area.0);
        if self.areas == 0 {
            cx.log(rule!("4.0"), || Event::NoCombat);
            return Next::done(self);
        }
        Next::ask(self)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(Side::Es))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("4.0"), "Where is combat resolved next?")
            .hint("Spain chooses the order; every area in which squadrons meet or a port is attacked will have its turn.")
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(CombatChoice)) {
        each_space(self.areas).for_each(|area| each(CombatChoice(area)));
    }

    fn check(&self, _: &Table, _: Seat, choice: &CombatChoice) -> Result<(), Refusal> {
        let open = choice.0.is_area() && self.areas >> choice.0.0 & 1 != 0;
        require!(open, "7.1", "nothing is to be resolved there");
        Ok(())
    }

    /// The order of areas does not matter (7.1).
    fn canonical(&self, _: &Table, _: Seat, choice: &CombatChoice) -> bool {
        choice.0.0 == self.areas.trailing_zeros() as u8
    }

    fn choose(
        mut self,
        _: &mut Table,
        _: Seat,
        choice: CombatChoice,
        _: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        self.areas &= !(1 << choice.0.0);
        Next::call(self, Engagement::at(choice.0))
    }

    fn resume(self, _: Frame, _: &mut Table, _: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        if self.areas == 0 { Next::done(self) } else { Next::ask(self) }
    }
}
