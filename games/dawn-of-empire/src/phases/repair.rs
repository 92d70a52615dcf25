//! Repairs in port (4.0E, 10.0, 11.B).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::DawnOfEmpire;
use crate::data::{self, Nation, chart};
use crate::events::Event;
use crate::ids::{AREAS, ShipId, ShipSet, Side, Space};
use crate::table::Table;

/// A side repairs its ships, port by port.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Repair {
    side: Side,
    /// The port that is at work.
    port: Space,
    /// The points that it has left.
    left: u8,
}

/// The ship that a point of damage is taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RepairChoice(pub ShipId);

impl Repair {
    /// The repairs of a side.
    pub fn of(side: Side) -> Self {
        Self { side, port: Space(AREAS as u8), left: 0 }
    }

    /// Who repairs.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The damaged ships that the port can work on: Caracas works on Germans only (11.L, ruling R47), and with delayed repair only those
    /// that lay there all turn (11.B).
    fn patients(&self, table: &Table) -> ShipSet {
        let fleet = table.fleet(self.side);
        let delayed = table.scenario.options.delayed_repair;
        let neutral = chart().is_neutral(self.port);
        let here = table.fates.afloat.and(self.side.fleet()).iter();
        here.filter(|ship| {
            fleet.berth(*ship).at == self.port
                && table.damage[ship.index()] > 0
                && (!delayed || fleet.stayed.contains(*ship))
                && (!neutral || data::ship(*ship).nation == Nation::De)
        })
        .collect()
    }

    /// What the port can do for ships this turn.
    fn ability(&self, table: &Table) -> u8 {
        let port = chart().port(self.port);
        match port.owner {
            Some(owner) if owner == self.side => yard(table, self.port),
            None => port.german_repair,
            Some(_) => 0,
        }
    }

    fn heal(table: &mut Table, ship: ShipId, points: u8, cx: &mut Cx<DawnOfEmpire>) {
        table.damage[ship.index()] -= points;
        // Which ships lie in a port only their owner knows (9.6).
        cx.log_for(table.told_of(ship.side()), rule!("10.0"), || Event::Repaired { ship, points });
    }

    /// Goes from port to port; where there is enough for all, nobody is asked.
    fn go_on(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        loop {
            if self.left > 0 && !self.patients(table).is_empty() {
                let patients = self.patients(table);
                let need: u32 = patients.iter().map(|ship| u32::from(table.damage[ship.index()])).sum();
                if need > u32::from(self.left) && patients.len() > 1 {
                    return Next::ask(self);
                }
                for ship in patients.iter() {
                    let points = table.damage[ship.index()].min(self.left);
                    Self::heal(table, ship, points, cx);
                }
            }
            self.port = Space(self.port.0 + 1);
            if !self.port.exists() {
                return Next::done(self);
            }
            self.left = self.ability(table);
        }
    }
}

/// What a port of a side can do for ships this turn: nothing if it is damaged (7.5, 10.0, ruling R24). With delayed repair it has
/// what its own damage leaves over, but nothing in the turn in which it was damaged (11.B, ruling R52).
fn yard(table: &Table, port: Space) -> u8 {
    let (repair, damage) = (chart().port(port).repair, table.port_damage[port.port()]);
    let fresh = table.shelled >> port.0 & 1 != 0;
    let delayed = table.scenario.options.delayed_repair;
    if fresh || (table.disrupted(port) && !delayed) { 0 } else { repair.saturating_sub(damage) }
}

/// Damaged ports work on themselves first (11.B, ruling R52).
pub fn mend_ports(table: &mut Table, cx: &mut Cx<DawnOfEmpire>) {
    for port in Space::ports() {
        let damage = table.port_damage[port.port()];
        if damage > 0 {
            let points = damage.min(chart().port(port).repair);
            table.port_damage[port.port()] -= points;
            cx.log(rule!("11.B"), || Event::PortMended { port, points });
        }
    }
}

impl Step<DawnOfEmpire> for Repair {
    type Choice = RepairChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        // What is repaired depends on where only the owner knows his ships to be.
        let owner = table.owner(self.side);
        cx.reveal(&mut table.fleets[self.side.index()], owner);
        self.left = self.ability(table);
        self.go_on(table, cx)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let ask = format!("{} can repair {} more. Which ship?", chart().name(self.port), self.left);
        Prompt::new(rule!("10.0"), ask).hint("One point of damage at a time.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(RepairChoice)) {
        self.patients(table).iter().for_each(|ship| each(RepairChoice(ship)));
    }

    fn check(&self, table: &Table, _: Seat, choice: &RepairChoice) -> Result<(), Refusal> {
        let ship = choice.0;
        require!(ship.belongs_to(self.side), "10.0", "you repair your own ships");
        let piece = Thing::Piece(u16::from(ship.0));
        let here = self.patients(table).contains(ship);
        require!(here, "10.0", "only damaged ships in this port are repaired here"; blocked piece);
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: RepairChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        Self::heal(table, choice.0, 1, cx);
        self.left -= 1;
        self.go_on(table, cx)
    }
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{OptionValue, Session, Setup, Viewer};

    use super::*;

    const TEXAS_AND_BROOKLYN: &str = r#"
        format = 1
        id = "table"
        title = "A table for tests"
        date = "1898"
        introduction = "For tests."
        turns = 6
        begins = "combat"
        damage = { texas = 1 }
        force = [{ at = "hr", ships = ["texas", "brooklyn"], order = "anchor" }]
    "#;

    /// Whether a side reads in the log that Texas was repaired.
    fn reads_of_texas(setup: Setup, reader: Side) -> bool {
        let session = Session::<DawnOfEmpire>::begin(setup, Box::new(Fast::new(0))).expect("it reads");
        let log = session.log_for(Viewer::Seat(session.state().table.seat(reader)), 0);
        log.iter().any(|line| line.rule == "10.0" && line.text.contains("Texas"))
    }

    #[test]
    fn r9_6_only_the_owner_is_told_which_ship_was_repaired() {
        let face_down = || Setup::own("table.toml", TEXAS_AND_BROOKLYN);
        assert!(reads_of_texas(face_down(), Side::Us));
        assert!(!reads_of_texas(face_down(), Side::Es));
        let face_up = face_down().with("face-up", OptionValue::Switch(true));
        assert!(reads_of_texas(face_up, Side::Es));
    }
}
