//! The attack on a port by a raid or a blockade (7.5). Lying off a port earns nothing by itself (ruling R8).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, rule};
use serde::{Deserialize, Serialize};

use crate::data::{self, chart, tables};
use crate::events::Event;
use crate::gunnery::{self, Toll};
use crate::ids::{Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::melee::Melee;
use crate::phases::battle::lay_out;
use crate::phases::homing::Homing;
use crate::table::{Line, NO_STACK, Table};
use crate::{DawnOfEmpire, Frame};

/// A squadron attacks a port.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bombardment {
    side: Side,
    stack: u8,
    port: Space,
    raid: bool,
}

/// The attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BombardmentChoice {
    /// The guns open fire.
    Bombard,
}

impl Bombardment {
    /// An attack by a stack.
    pub fn new(side: Side, stack: u8, port: Space, raid: bool) -> Self {
        Self { side, stack, port, raid }
    }

    /// The port.
    pub fn port(&self) -> Space {
        self.port
    }

    /// Who attacks.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Ships that engage, with their place among all: in a raid every third, in a blockade all (ruling R3).
    pub fn engaged(&self, table: &Table) -> Line {
        let step = if self.raid { usize::from(tables().gunnery.raid_step) } else { 1 };
        let mut engaged = Line::new();
        for ship in table.melee.now[self.side.index()].iter().step_by(step) {
            engaged.push(*ship);
        }
        engaged
    }

    /// The dice that the port throws at the engaged ship of a number: mines at every raider, guns at every other blockader.
    fn answer(&self, number: usize) -> u8 {
        let port = chart().port(self.port);
        if self.raid {
            port.mine
        } else if number.is_multiple_of(usize::from(tables().gunnery.blockade_step)) {
            port.attack
        } else {
            0
        }
    }

    /// Whether the port has been destroyed and not been rebuilt: it does not fire, and is not destroyed again (9.4, 11.B, ruling R5).
    fn in_ruins(&self, table: &Table) -> bool {
        table.port_damage[self.port.port()] > chart().port(self.port).defence
    }

    /// Ship by ship: each fires, and the port fires back at once; it ends when the port is destroyed (7.5, rulings R4, R5, R30).
    fn attack(&self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> ShipSet {
        let engaged = self.engaged(table);
        let (port, raid, side) = (self.port, self.raid, self.side);
        cx.log(rule!("7.5"), || Event::PortAttack { side, port, raid });
        let defence = chart().port(self.port).defence;
        let in_ruins = self.in_ruins(table);
        let mut leaving = ShipSet::NONE;
        table.melee.clear_throws();
        for (number, ship) in engaged.iter().enumerate() {
            if self.duel(table, number, *ship, &mut leaving, cx) {
                break;
            }
        }
        let damage = table.port_damage[self.port.port()];
        let remain = !table.melee.now[self.side.index()].is_empty();
        if in_ruins {
            // Only a port that has been rebuilt is destroyed another time (9.4, 11.B).
            cx.log(rule!("9.4"), || Event::PortInRuins { port });
        } else if damage > defence && remain {
            let points = tables().points.port + i16::from(defence);
            table.points += if self.side == Side::Us { points } else { -points };
            cx.log(rule!("9.4"), || Event::PortDestroyed { side, port, points });
        } else {
            cx.log(rule!("7.5"), || Event::PortHolds { port, damage });
        }
        leaving
    }

    /// One ship against the port; true if that destroys it.
    fn duel(
        &self,
        table: &mut Table,
        number: usize,
        ship: ShipId,
        leaving: &mut ShipSet,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> bool {
        let port = self.port;
        let stars = table.melee.commanders[self.side.index()].map_or(0, |leader| data::leader(leader).stars);
        let dice = table.attack(ship) + u8::from(number < usize::from(stars));
        let salvo = gunnery::fire(dice, true, rule!("7.5"), cx);
        // The port fires at the ship that destroys it, but not from ruins.
        let answer = if self.in_ruins(table) { 0 } else { self.answer(number) };
        let damage = &mut table.port_damage[port.port()];
        *damage = damage.saturating_add(salvo.damage);
        let destroyed = self.in_ruins(table);
        if salvo.damage > 0 {
            table.shelled |= 1 << port.0;
        }
        table.melee.keep_throw(self.side, number, salvo.dice.faces());
        cx.log(rule!("7.5"), || Event::FiredAtPort { ship, port, dice: salvo.dice, harm: salvo.harm });
        if answer > 0 {
            let salvo = gunnery::fire(answer, false, rule!("7.5"), cx);
            let raid = self.raid;
            cx.log(rule!("7.5"), || Event::PortFired {
                port,
                at: ship,
                raid,
                dice: salvo.dice,
                harm: salvo.harm,
            });
            table.melee.keep_throw(self.side.enemy(), number, salvo.dice.faces());
            let mut toll = Toll::default();
            toll.add(ship, &salvo);
            *leaving = leaving.or(gunnery::apply(table, &toll, cx));
        }
        destroyed
    }
}

impl Step<DawnOfEmpire> for Bombardment {
    type Choice = BombardmentChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let mut stacks = [NO_STACK; 2];
        stacks[self.side.index()] = self.stack;
        let area = table.stack(self.side, self.stack).place;
        lay_out(table, area, stacks, self.side, cx);
        let kind = if self.raid { OrderKind::Raid } else { OrderKind::Blockade };
        table.stack_mut(self.side, self.stack).shown = Some(Order { kind, target: self.port });
        Next::ask(self)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    /// Begun by hand, so that both can look at it.
    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let port = chart().name(self.port);
        let what = if self.raid { "Raid on" } else { "Blockade of" };
        let hint = if self.in_ruins(table) {
            "The port lies in ruins: it does not answer, and there are no points for it."
        } else if self.raid {
            "Every third ship engages; the port's mines answer. 5 and 6 hit."
        } else {
            "All ships engage; the port's guns answer the first, third, fifth. 5 and 6 hit."
        };
        Prompt::new(rule!("7.5"), format!("{what} {port}: open fire.")).hint(hint)
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(BombardmentChoice)) {
        each(BombardmentChoice::Bombard);
    }

    fn check(&self, _: &Table, _: Seat, _: &BombardmentChoice) -> Result<(), Refusal> {
        Ok(())
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        _: BombardmentChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let leaving = self.attack(table, cx);
        Next::call(self, Homing::disabled(leaving.and(table.fates.afloat)))
    }

    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        let (count, bit) = (table.stack(self.side, self.stack).count, 1 << table.melee.area.0);
        // A squadron whose last ship went down or home has been driven off (9.1E).
        if count == 0 {
            table.driven[self.side.index()] |= bit;
        }
        // A pursuit makes good what was lost in it, and not what is lost here (ruling R65).
        if count < 2 {
            table.pursued[self.side.index()] &= !bit;
        }
        table.melee = Melee::default();
        Next::done(self)
    }
}
