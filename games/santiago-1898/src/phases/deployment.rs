//! Setting up before the first turn: Spain, then the Cubans (3.1, 3.2, 3.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::Santiago;
use crate::data::card;
use crate::events::Event;
use crate::ids::{Force, HexId, UnitId};
use crate::questions::{control, stacking};
use crate::setup::{places, shy, to_place};
use crate::table::Table;

/// A force sets up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Deployment {
    force: Force,
}

/// Where a piece is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeploymentChoice {
    /// A piece to one of its hexes.
    Place {
        /// The piece.
        unit: UnitId,
        /// The hex.
        at: HexId,
    },
    /// All that are left go where history had them.
    Historical,
}

impl Deployment {
    /// The set-up of a force.
    pub fn of(force: Force) -> Self {
        Self { force }
    }

    /// Who sets up.
    pub fn force(&self) -> Force {
        self.force
    }

    fn place(table: &mut Table, unit: UnitId, at: HexId, cx: &mut Cx<Santiago>) {
        control::enter(table, unit, at, cx);
        table.put(unit, at);
        cx.log(rule!("3.1"), || Event::Placed { unit, hex: at });
    }

    fn go_on(self, table: &Table) -> Next<Santiago> {
        if to_place(table, self.force).is_empty() { Next::done(self) } else { Next::ask(self) }
    }
}

impl Step<Santiago> for Deployment {
    type Choice = DeploymentChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force.seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let left = to_place(table, self.force).len();
        let (rule, ask) = match self.force {
            Force::Es => (rule!("3.2"), "Set up the Spanish garrison. Which unit goes where?"),
            _ => (rule!("3.3"), "Set up the Cubans who are there from the first day. Which unit goes where?"),
        };
        let hint = format!(
            "{left} to place. Each unit has its own hexes; one button puts all where history had them."
        );
        Prompt::new(rule, ask).hint(hint)
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(DeploymentChoice)) {
        for unit in to_place(table, self.force).iter() {
            card(unit).places.iter().for_each(|at| each(DeploymentChoice::Place { unit, at }));
        }
        each(DeploymentChoice::Historical);
    }

    fn check(&self, table: &Table, _: Seat, choice: &DeploymentChoice) -> Result<(), Refusal> {
        let DeploymentChoice::Place { unit, at } = *choice else { return Ok(()) };
        let here = unit.exists() && to_place(table, self.force).contains(unit);
        require!(here, "3.1", "this piece is not among those that you set up now");
        let listed = card(unit).places.contains(at);
        require!(listed || self.force == Force::Es, "3.3", "this column begins elsewhere");
        require!(listed, "3.2", "this unit sets up in other hexes"; blocked Thing::Space(at.0));
        require!(!shy(table, unit, at), "3.3c", "the column does not begin beside a Spanish unit"; blocked Thing::Space(at.0));
        require!(!table.enemy_in(self.force, at), "8.1c", "an enemy unit stands there"; blocked Thing::Space(at.0));
        stacking::check_room(table, self.force, u8::from(!unit.is_leader()), at)
    }

    fn canonical(&self, table: &Table, _: Seat, choice: &DeploymentChoice) -> bool {
        match choice {
            DeploymentChoice::Place { unit, .. } => to_place(table, self.force).first() == Some(*unit),
            DeploymentChoice::Historical => true,
        }
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: DeploymentChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        match choice {
            DeploymentChoice::Place { unit, at } => Self::place(table, unit, at, cx),
            DeploymentChoice::Historical => {
                for unit in to_place(table, self.force).iter() {
                    let open = places(table, unit);
                    let home = card(unit).home;
                    let at = if open.contains(home) { Some(home) } else { open.iter().next() };
                    Self::place(
                        table,
                        unit,
                        at.expect("the places of a unit have room for all that are set up there"),
                        cx,
                    );
                }
            }
        }
        self.go_on(table)
    }
}
