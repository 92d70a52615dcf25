//! Free deployment (15.1, 17.4): one side sets up around its camp and puts down the camp of the other, who shifts it and sets up around it.
//!
//! The first is side B (15.1.1), in a meeting engagement whoever spent more; the other (15.1.2) has the initiative marker. War wagons take the
//! place of a camp. Reinforcements are set up with the rest, and their leaders are there. Where there is no room within three hexes, units stand as near as they can (R73).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::{MusterEvent, Preparation};
use crate::data::{Kind, limits};
use crate::ids::{Facing, HexId, LeaderId, UnitId, UnitSet, facing};
use crate::table::{Fate, Table};
use crate::{DawnOfBattle, Event};

/// What is being set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// The camp of the first.
    #[default]
    Camp,
    /// The units of the first.
    Units,
    /// The camp of the other, put down by the first.
    EnemyCamp,
    /// The other shifts his camp.
    Shift,
    /// The units of the other.
    OtherUnits,
}

/// Both armies are set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Deployment {
    stage: Stage,
    /// The unit that was picked to be set up next.
    picked: Option<UnitId>,
    /// The unit that was set up last and can be turned.
    last: Option<UnitId>,
}

/// A step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeploymentChoice {
    /// The camp goes here.
    Camp(HexId),
    /// This unit goes next.
    Pick(UnitId),
    /// The unit goes here.
    Place(HexId),
    /// The unit that was set up last faces this vertex.
    Face(Facing),
    /// A unit is taken up again.
    Lift(UnitId),
    /// All that are left are set up by themselves, toward the enemy.
    Rest,
    /// All stand where they should.
    Ready,
}

/// Who sets up first: side B (15.1.1).
pub(super) fn first(table: &Table) -> Seat {
    table.scenario.side_b
}

/// The camp or the war wagons of a side.
fn baggage(table: &Table, side: Seat) -> Option<UnitId> {
    table.field.or(table.waiting).and(UnitSet::of(side)).iter().find(|unit| table.units[*unit].kind.is_camp())
}

fn to_place(table: &Table, side: Seat) -> UnitSet {
    table.waiting.and(UnitSet::of(side))
}

/// Towards the middle of the field, or away from it: up the map for one in its lower half.
fn outlook(hex: HexId) -> Facing {
    facing(if hex.row() >= 7 { 1 } else { 4 }).expect("1 and 4 are facings")
}

/// Leaders of reinforcements are there from the start, like their units (15.1.2).
fn bring_leaders(table: &mut Table) {
    for leader in LeaderId::all() {
        if matches!(table.leaders[leader].fate, Fate::Due(_)) {
            table.leaders[leader].fate = Fate::Ready;
        }
    }
}

impl Deployment {
    /// Who sets up now.
    pub(super) fn side(self, table: &Table) -> Seat {
        match self.stage {
            Stage::Camp | Stage::Units | Stage::EnemyCamp => first(table),
            Stage::Shift | Stage::OtherUnits => first(table).opponent(),
        }
    }

    /// The unit that is set up next.
    pub(super) fn next_unit(self, table: &Table) -> Option<UnitId> {
        let left = to_place(table, self.side(table));
        self.picked.filter(|unit| left.contains(*unit)).or_else(|| left.first())
    }

    /// The unit that was set up last.
    pub(super) const fn last(self) -> Option<UnitId> {
        self.last
    }

    /// Whose camp is being placed.
    fn camp(self, table: &Table) -> Option<UnitId> {
        match self.stage {
            Stage::Camp => baggage(table, first(table)),
            Stage::EnemyCamp | Stage::Shift => baggage(table, first(table).opponent()),
            Stage::Units | Stage::OtherUnits => None,
        }
    }

    fn check_camp(self, table: &Table, hex: HexId) -> Result<(), Refusal> {
        let space = Thing::Space(hex.0);
        require!(
            table.map().contains(hex) && table.land.cost(hex).is_some(),
            "15.1",
            "nobody may enter that hex"
        );
        let deployment = &limits().deployment;
        match self.stage {
            Stage::Camp => {
                let edge = table.map().to_edge(hex);
                let fits = (deployment.camp_nearest..=deployment.camp_farthest).contains(&edge);
                require!(fits, "15.1.1", "the camp lies three to five hexes from the edge, not {0}"; figures edge.into(), 0);
            }
            Stage::Shift => {
                let from = self.camp(table).map_or(hex, |camp| table.units[camp].hex);
                require!(from.distance(hex) <= deployment.shift, "15.1.2", "the camp is shifted by at most three hexes"; blocked space);
            }
            _ => {}
        }
        let free = table.unit_at(hex).is_none_or(|unit| Some(unit) == self.camp(table));
        require!(free, "7.9", "there is a unit in that hex"; blocked space);
        Ok(())
    }

    /// How far from the camp units may stand: three hexes, or as many as it takes to find room (R73).
    fn reach(table: &Table, camp: HexId) -> u8 {
        let around = limits().deployment.around;
        let free = |hex: &HexId| table.land.cost(*hex).is_some() && table.unit_at(*hex).is_none();
        // There nearly always is room, and then there is no need to look at the whole field.
        if table.map().hexes().filter(|hex| hex.distance(camp) <= around).any(|hex| free(&hex)) {
            return around;
        }
        table.map().hexes().filter(free).map(|hex| hex.distance(camp)).min().unwrap_or(around)
    }

    /// Whether a hex is near enough to the camp.
    fn is_near(table: &Table, camp: HexId, hex: HexId) -> bool {
        let away = camp.distance(hex);
        away <= limits().deployment.around || away <= Self::reach(table, camp)
    }

    fn check_place(table: &Table, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
        let space = Thing::Space(hex.0);
        require!(
            table.map().contains(hex) && table.land.cost(hex).is_some(),
            "15.1",
            "nobody may enter that hex"
        );
        let (mut stands, mut guns) = (table.troops_at(hex), table.guns_at(hex));
        if table.units[unit].kind == Kind::Ay {
            // A light unit or another cannon may be there (8.7.2.6).
            stands = stands
                .filter(|other| !table.units[*other].kind.card().is_light() || other.side() != unit.side());
            if guns.len() == 1 && table.troops_at(hex).is_none() {
                guns = UnitSet::NONE;
            }
        } else if table.units[unit].kind.card().is_light() && guns.len() == 1 {
            guns = UnitSet::NONE;
        }
        require!(stands.is_none() && guns.is_empty(), "7.9", "there is a unit in that hex"; blocked space);
        if let Some(camp) = baggage(table, unit.side()) {
            let camp = table.units[camp].hex;
            require!(Self::is_near(table, camp, hex), "15.1", "units stand within three hexes of their camp, not {0} away"; figures camp.distance(hex).into(), 0);
        }
        Ok(())
    }

    fn put(table: &mut Table, unit: UnitId, hex: HexId, cx: &mut Cx<DawnOfBattle>) {
        table.put(unit, hex);
        table.units[unit].facing = outlook(hex);
        cx.log(rule!("15.1"), || Event::Muster(MusterEvent::Deployed { unit, hex }));
    }

    /// The hex that a program would choose: nearest to the enemy's camp, or to the middle of the field.
    fn best(table: &Table, unit: UnitId) -> Option<HexId> {
        let goal = baggage(table, unit.side().opponent())
            .map(|camp| table.units[camp].hex)
            .filter(|hex| hex.exists());
        let middle = HexId::new(table.map().columns() / 2, 7).expect("the middle lies on the field");
        let goal = goal.unwrap_or(middle);
        let open = table.map().hexes().filter(|hex| Self::check_place(table, unit, *hex).is_ok());
        open.min_by_key(|hex| (hex.distance(goal), *hex))
    }

    /// Goes on to the next stage when one is over.
    fn advance(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        (self.picked, self.last) = (None, None);
        self.stage = match self.stage {
            Stage::Camp => Stage::Units,
            Stage::Units => Stage::EnemyCamp,
            Stage::EnemyCamp => Stage::Shift,
            Stage::Shift => Stage::OtherUnits,
            Stage::OtherUnits => {
                table.stirred = UnitSet::NONE;
                bring_leaders(table);
                Preparation::Deployment.finish(table);
                return Next::done(self);
            }
        };
        if matches!(self.stage, Stage::EnemyCamp | Stage::Shift) && self.camp(table).is_none() {
            return self.advance(table);
        }
        Next::ask(self)
    }
}

impl Step<DawnOfBattle> for Deployment {
    type Choice = DeploymentChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        // In a battle of the box the armies stand in their places: they are taken up, reinforcements too.
        for unit in table.field.iter() {
            table.lift(unit);
            table.waiting.insert(unit);
        }
        if self.camp(table).is_none() { self.advance(table) } else { Next::ask(self) }
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(self.side(table))
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let left = to_place(table, seat).len();
        match self.stage {
            Stage::Camp => Prompt::new(rule!("15.1.1"), "Where is your camp?")
                .hint("Three to five hexes from the edge. Your army stands within three hexes of it."),
            Stage::EnemyCamp => Prompt::new(rule!("15.1.1"), "Where is the enemy's camp?")
                .hint("Anywhere; he may shift it by three hexes and sets up around it."),
            Stage::Shift => {
                Prompt::new(rule!("15.1.2"), "Shift your camp by up to three hexes, or leave it.")
            }
            Stage::Units | Stage::OtherUnits if left > 0 => {
                let prompt = Prompt::new(rule!("15.1"), format!("Set up your army: {left} to place. Where does this unit go?"))
                    .hint("Within three hexes of the camp. Pick another unit to place it first; one button sets up the rest.");
                match self.next_unit(table) {
                    Some(unit) => prompt.about(crate::offers::unit_key(table, unit)),
                    None => prompt,
                }
            }
            Stage::Units | Stage::OtherUnits => {
                Prompt::new(rule!("15.1"), "All are set up. Is the line as you want it?")
                    .hint("Click a unit to take it up again.")
            }
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(DeploymentChoice)) {
        if matches!(self.stage, Stage::Camp | Stage::EnemyCamp | Stage::Shift) {
            table.map().hexes().map(DeploymentChoice::Camp).for_each(each);
            return;
        }
        let left = to_place(table, seat);
        if let Some(next) = self.next_unit(table) {
            let camp = baggage(table, seat).map(|camp| table.units[camp].hex);
            let around = camp.map(|camp| (camp, Self::reach(table, camp)));
            let near = |hex: &HexId| around.is_none_or(|(camp, reach)| camp.distance(*hex) <= reach);
            table.map().hexes().filter(near).map(DeploymentChoice::Place).for_each(&mut *each);
            left.iter().filter(|unit| *unit != next).map(DeploymentChoice::Pick).for_each(&mut *each);
            each(DeploymentChoice::Rest);
        } else {
            each(DeploymentChoice::Ready);
        }
        if self.last.is_some() {
            (1..=6).filter_map(facing).map(DeploymentChoice::Face).for_each(&mut *each);
        }
        let up = table.units_of(seat).iter().filter(|unit| !table.units[*unit].kind.is_camp());
        up.map(DeploymentChoice::Lift).for_each(each);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &DeploymentChoice) -> Result<(), Refusal> {
        let units = matches!(self.stage, Stage::Units | Stage::OtherUnits);
        if let DeploymentChoice::Camp(hex) = *choice {
            require!(!units, "15.1", "the camp is in its place");
            return self.check_camp(table, hex);
        }
        require!(units, "15.1", "the camp comes first");
        let left = to_place(table, seat);
        match *choice {
            DeploymentChoice::Camp(_) => {}
            DeploymentChoice::Pick(unit) => {
                let waits = unit.exists() && left.contains(unit);
                require!(waits, "15.1", "that unit is not waiting to be set up");
                require!(self.next_unit(table) != Some(unit), "15.1", "that unit is in your hand");
            }
            DeploymentChoice::Place(hex) => {
                require!(!left.is_empty(), "15.1", "all units are set up");
                let unit = self.next_unit(table).expect("one is left");
                Self::check_place(table, unit, hex)?;
            }
            DeploymentChoice::Face(_) => require!(self.last.is_some(), "15.1", "set a unit up first"),
            DeploymentChoice::Lift(unit) => {
                let stands = unit.exists() && table.units_of(seat).contains(unit);
                require!(stands && !table.units[unit].kind.is_camp(), "15.1", "that unit cannot be taken up");
            }
            DeploymentChoice::Rest => require!(!left.is_empty(), "15.1", "all units are set up"),
            DeploymentChoice::Ready => {
                require!(left.is_empty(), "15.1", "{0} units are not set up"; figures left.len() as i16, 0);
            }
        }
        Ok(())
    }

    fn canonical(&self, table: &Table, seat: Seat, choice: &DeploymentChoice) -> bool {
        match choice {
            DeploymentChoice::Camp(hex) => {
                // Programs set up in the middle, side B above, and leave a camp where it was put.
                let (middle, camp) =
                    (table.map().columns() / 2, self.camp(table).map(|camp| table.units[camp].hex));
                match self.stage {
                    Stage::Shift => camp == Some(*hex),
                    Stage::EnemyCamp => hex.column() == middle && hex.row() == 11,
                    _ => hex.column() == middle && hex.row() == 3,
                }
            }
            DeploymentChoice::Rest => true,
            DeploymentChoice::Ready => to_place(table, seat).is_empty(),
            _ => false,
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: DeploymentChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            DeploymentChoice::Camp(hex) => {
                let camp = self.camp(table).expect("only a side with a camp is asked for its place");
                Self::put(table, camp, hex, cx);
                return self.advance(table);
            }
            DeploymentChoice::Pick(unit) => self.picked = Some(unit),
            DeploymentChoice::Place(hex) => {
                let unit = self.next_unit(table).expect("`check` refuses when none is left");
                Self::put(table, unit, hex, cx);
                (self.picked, self.last) = (None, Some(unit));
            }
            DeploymentChoice::Face(facing) => {
                if let Some(unit) = self.last {
                    table.units[unit].facing = facing;
                }
            }
            DeploymentChoice::Lift(unit) => {
                table.lift(unit);
                table.waiting.insert(unit);
                self.picked = Some(unit);
                self.last = self.last.filter(|last| *last != unit);
            }
            DeploymentChoice::Rest => {
                for unit in to_place(table, seat).iter() {
                    if let Some(hex) = Self::best(table, unit) {
                        Self::put(table, unit, hex, cx);
                    }
                }
                self.last = None;
            }
            DeploymentChoice::Ready => return self.advance(table),
        }
        Next::ask(self)
    }
}
