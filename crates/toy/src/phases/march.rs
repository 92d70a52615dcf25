//! 4 The march, cut up into small choices.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{Space, UnitId};
use crate::table::STACK;
use crate::{Assault, Event, Frame, Table, Toy};

/// One seat marches its units, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct March {
    seat: Seat,
    moving: Option<Moving>,
}

/// The unit on the march.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Moving {
    /// Which.
    pub unit: UnitId,
    /// Spaces it has marched.
    pub gone: u8,
}

/// What may be decided on the march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchChoice {
    /// This unit marches next.
    Take(UnitId),
    /// It goes to this space.
    Step(Space),
    /// The unit stays where it is; or, between units, the march is over.
    Done,
}

impl March {
    /// A seat's march before its first unit.
    pub fn of(seat: Seat) -> Self {
        Self { seat, moving: None }
    }

    /// Who marches.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The unit on the march.
    pub fn moving(&self) -> Option<Moving> {
        self.moving
    }

    /// Whether a unit of this seat may go from one space to another, 4.3 and 4.4.
    fn check_step(&self, table: &Table, from: Space, to: Space) -> Result<(), Refusal> {
        require!(to.exists() && from.touches(to), "4.3", "a unit marches to the space beside its own");
        let full = table.count_at(self.seat, to) >= STACK;
        require!(!full, "4.4", "two units are already there"; blocked Thing::Space(to.0.into()));
        Ok(())
    }

    /// The unit has marched; the next may follow.
    fn end_unit(mut self, table: &mut Table) -> Self {
        if let Some(moving) = self.moving.take() {
            table.unit_mut(moving.unit).marched = true;
        }
        self
    }
}

/// Where a unit on the march stands.
fn place(table: &Table, moving: Moving) -> Space {
    table.units[moving.unit.index()].at.expect("a lost unit does not march")
}

/// How far a unit marches, 4.2.
fn allowance(table: &Table) -> u8 {
    if table.blizzard { 1 } else { 2 }
}

impl Step<Toy> for March {
    type Choice = MarchChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        match self.moving {
            None => Prompt::new(rule!("4.1"), "Which unit marches?"),
            Some(moving) => {
                let name = table.name(moving.unit);
                Prompt::new(rule!("4.2"), format!("Where does {name} go?"))
                    .hint(format!("{} to go.", allowance(table) - moving.gone))
                    .about(name.to_lowercase().replace(' ', "-"))
            }
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MarchChoice)) {
        match self.moving {
            None => table.ids().map(MarchChoice::Take).for_each(&mut *each),
            Some(moving) => {
                let at = place(table, moving);
                [at.0 - 1, at.0 + 1].map(Space).map(MarchChoice::Step).into_iter().for_each(&mut *each);
            }
        }
        each(MarchChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &MarchChoice) -> Result<(), Refusal> {
        match (*choice, self.moving) {
            (MarchChoice::Take(id), None) => {
                let unit = table.unit(id).filter(|unit| unit.side == self.seat);
                let Some(unit) = unit else {
                    return Err(Refusal::new(rule!("4.1"), "you march your own units"));
                };
                let Some(at) = unit.at else { return Err(Refusal::new(rule!("6.2"), "that unit is lost")) };
                require!(!unit.marched, "4.1", "a unit marches once a turn");
                let room = Space::all().any(|to| self.check_step(table, at, to).is_ok());
                require!(room, "4.4", "that unit has nowhere to go");
                Ok(())
            }
            (MarchChoice::Take(_), Some(moving)) => {
                let busy = Refusal::new(rule!("4.1"), "another unit is on the march");
                Err(busy.blocked_by(Thing::Piece(moving.unit.0.into())))
            }
            (MarchChoice::Step(_), None) => Err(Refusal::new(rule!("4.1"), "take up a unit first")),
            (MarchChoice::Step(to), Some(moving)) => self.check_step(table, place(table, moving), to),
            (MarchChoice::Done, Some(moving)) => {
                require!(moving.gone > 0, "4.6", "a unit that was taken up marches at least one space");
                Ok(())
            }
            (MarchChoice::Done, None) => Ok(()),
        }
    }

    /// Of two units in one space that may march it is enough to look at the first.
    fn canonical(&self, table: &Table, _: Seat, choice: &MarchChoice) -> bool {
        let MarchChoice::Take(id) = *choice else { return true };
        let Some(at) = table.unit(id).and_then(|unit| unit.at) else { return true };
        table.units_at(self.seat, at).find(|other| !table.units[other.index()].marched) == Some(id)
    }

    fn choose(mut self, table: &mut Table, _: Seat, choice: MarchChoice, cx: &mut Cx<Toy>) -> Next<Toy> {
        match (choice, self.moving) {
            (MarchChoice::Take(unit), _) => {
                self.moving = Some(Moving { unit, gone: 0 });
                Next::ask(self)
            }
            (MarchChoice::Step(to), Some(moving)) => {
                let from = place(table, moving);
                table.unit_mut(moving.unit).at = Some(to);
                cx.log(rule!("4.3"), || Event::Marched { unit: moving.unit, to });
                // 4.5: among enemies the march ends in an assault.
                if table.units_at(self.seat.opponent(), to).next().is_some() {
                    let assault = Assault::new(self.seat, moving.unit, from, to);
                    return Next::call(self.end_unit(table), assault);
                }
                let gone = moving.gone + 1;
                self.moving = Some(Moving { gone, ..moving });
                Next::ask(if gone < allowance(table) { self } else { self.end_unit(table) })
            }
            (MarchChoice::Done, Some(_)) => Next::ask(self.end_unit(table)),
            (MarchChoice::Done, None) => Next::done(self),
            (MarchChoice::Step(_), None) => unreachable!("`check` wants a unit first"),
        }
    }

    fn resume(self, _: Frame, _: &mut Table, _: &mut Cx<Toy>) -> Next<Toy> {
        Next::ask(self)
    }
}
