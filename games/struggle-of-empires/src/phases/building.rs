//! New units.
//!
//! A Build action puts one unit into the home for one Population (8.1), none without Population (8.2) or without a spare counter (8.4, R9).
//! The unit may go on at once (8.3a) as the rules of movement allow, the check at sea included (8.3b); a fort goes like an army (8.3c)
//! and lies at home if it turns back (8.3d). A unit on the map may be destroyed and built again elsewhere (8.5a): the same action, the
//! same Population, and a point of unrest (8.5b, 2.3d), whether or not counters are left (R8). Militia adds an army for its
//! Population to a Build action (15.5a), never to Mercenaries, Pressgangs or Trained Natives (15.5b, R38); those need a spare counter,
//! for only the action rebuilds (R61).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::chart::chart;
use crate::ids::{AREAS, Kind, POWERS, Place, Space, Tile, places};
use crate::phases::voyage;
use crate::questions::entry;
use crate::table::Table;
use crate::{Event, StruggleOfEmpires};

/// Why a unit is built outside the plain Build action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Builder {
    /// A unit that was destroyed rises elsewhere.
    Rebuild(Kind),
    /// An army more with a Build action; so many may still come.
    Militia(u8),
    /// An army of Mercenaries.
    Mercenaries,
    /// A navy of Pressgangs.
    Pressgangs,
    /// An army of natives in a colony.
    Natives,
    /// The free move of that army.
    NativesMove(Place),
}

/// Where a unit is built.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Building {
    seat: Seat,
    builder: Builder,
}

/// Where the new unit goes, or that none is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BuildingChoice {
    /// To this space.
    To(Space),
    /// No more, or no further.
    Stop,
}

/// Whether a power may build a unit of a kind (8.1, 8.2, 8.4).
pub fn check_means(table: &Table, seat: Seat, unit: Kind) -> Result<(), Refusal> {
    let empire = &table.empires[seat];
    require!(empire.population > 0, "8.2", "there is no Population left to build with");
    require!(empire.spare(unit) > 0, "8.4", "all counters of that kind are on the map");
    Ok(())
}

/// Pays a Population for a unit, puts it into the home and sends it on (8.1, 8.3a).
pub fn build(table: &mut Table, seat: Seat, unit: Kind, to: Space, cx: &mut Cx<StruggleOfEmpires>) {
    table.empires[seat].population -= 1;
    raise(table, seat, unit, to, cx);
}

/// Puts a unit into the home and sends it on.
fn raise(table: &mut Table, seat: Seat, unit: Kind, to: Space, cx: &mut Cx<StruggleOfEmpires>) {
    let empire = &mut table.empires[seat];
    let power = empire.power;
    empire.units_mut(unit)[Place::HOME] += 1;
    cx.log(rule!("8.1"), || Event::Built { power, unit });
    let place = to.place(power).expect("`check` knows the place");
    if place != Place::HOME {
        voyage::send(table, seat, unit, [Place::HOME, place], cx);
    }
}

/// Whether a unit may be destroyed to be built again (8.5a).
pub fn check_destroy(table: &Table, seat: Seat, unit: Kind, at: Space) -> Result<(), Refusal> {
    let empire = &table.empires[seat];
    let there = at.place(empire.power).is_some_and(|place| empire.units(unit)[place] > 0);
    require!(there, "8.5a", "you have no such unit there");
    require!(empire.population > 0, "8.2", "there is no Population left to build with");
    Ok(())
}

/// Takes a unit off the map for a point of unrest and pays for its successor (8.5a, 8.5b, R8).
pub fn destroy(table: &mut Table, seat: Seat, unit: Kind, at: Space, cx: &mut Cx<StruggleOfEmpires>) {
    let empire = &mut table.empires[seat];
    let power = empire.power;
    let place = at.place(power).expect("`check_destroy` knows the place");
    empire.units_mut(unit)[place] -= 1;
    empire.population -= 1;
    empire.unrest += 1;
    cx.log(rule!("8.5b"), || Event::Destroyed { power, unit, at });
    if unit == Kind::Navy {
        table.see_to_cordon(cx);
    }
}

/// Every space that a new unit may go to.
#[inline]
pub fn each_goal(table: &Table, seat: Seat, unit: Kind, mut each: impl FnMut(Space)) {
    let power = table.power(seat);
    places(entry::open_to(table, seat, unit)).for_each(|place| each(place.space(power)));
}

/// The colonies where natives may be raised: a token or any unit must be there (15.4b).
pub fn native_places(table: &Table, seat: Seat) -> u16 {
    let empire = &table.empires[seat];
    let here = empire.tokens.bits() | empire.armies.bits() | empire.navies.bits() | empire.forts.bits();
    here & chart().colonies
}

impl Building {
    /// A unit built in one of the special ways.
    pub fn new(seat: Seat, builder: Builder) -> Self {
        Self { seat, builder }
    }

    /// The way it is built.
    pub fn builder(&self) -> Builder {
        self.builder
    }

    /// Militia after a Build action, if there is any that could come (15.5a).
    pub fn militia(table: &Table, seat: Seat) -> Option<Self> {
        let tiles = table.empires[seat].tiles[Tile::Militia];
        (tiles > 0 && check_means(table, seat, Kind::Army).is_ok())
            .then(|| Self::new(seat, Builder::Militia(tiles)))
    }

    /// What is built.
    pub fn unit(&self) -> Kind {
        match self.builder {
            Builder::Rebuild(unit) => unit,
            Builder::Pressgangs => Kind::Navy,
            _ => Kind::Army,
        }
    }

    fn may_stop(&self) -> bool {
        matches!(self.builder, Builder::Militia(_) | Builder::NativesMove(_))
    }
}

impl Step<StruggleOfEmpires> for Building {
    type Choice = BuildingChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let word = self.unit().word();
        match self.builder {
            Builder::Rebuild(_) => Prompt::new(rule!("8.5a"), format!("Where does the new {word} go?")),
            Builder::Militia(_) => {
                Prompt::new(rule!("15.5a"), "Militia: another army for a Population? Where to?")
            }
            Builder::Mercenaries => Prompt::new(rule!("15.2"), "Where do the Mercenaries go?"),
            Builder::Pressgangs => Prompt::new(rule!("15.3"), "Where does the new navy go?"),
            Builder::Natives => Prompt::new(rule!("15.4a"), "In which colony do you raise natives?"),
            Builder::NativesMove(_) => {
                Prompt::new(rule!("15.4c"), "The natives may move on: where to?").hint("Or they stay.")
            }
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(BuildingChoice)) {
        let power = table.power(self.seat);
        Space::ALL[..AREAS].iter().for_each(|space| each(BuildingChoice::To(*space)));
        each(BuildingChoice::To(power.home()));
        each(BuildingChoice::To(Space::ALL[AREAS + (power.index() + 1) % POWERS]));
        if self.may_stop() {
            each(BuildingChoice::Stop);
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &BuildingChoice) -> Result<(), Refusal> {
        let BuildingChoice::To(to) = *choice else {
            require!(self.may_stop(), "8.1", "the unit has to be placed");
            return Ok(());
        };
        if self.builder == Builder::Natives {
            let place = to.place(table.power(seat)).map_or(0, Place::bit);
            let colony = to.area().is_some_and(|area| chart().is_colony(area));
            require!(colony, "15.4a", "natives are raised in a colony");
            let there = native_places(table, seat) & place != 0;
            require!(there, "15.4b", "you have neither a token nor a unit in that colony");
            return Ok(());
        }
        let goal = entry::check(table, seat, self.unit(), to)?;
        if let Builder::NativesMove(from) = self.builder {
            require!(goal != from, "15.4c", "they are already there");
        }
        Ok(())
    }

    fn choose(
        self,
        table: &mut Table,
        seat: Seat,
        choice: BuildingChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let BuildingChoice::To(to) = choice else { return Next::done(self) };
        match self.builder {
            Builder::Militia(left) => {
                build(table, seat, Kind::Army, to, cx);
                if left > 1 && check_means(table, seat, Kind::Army).is_ok() {
                    return Next::ask(Self::new(seat, Builder::Militia(left - 1)));
                }
            }
            Builder::Natives => {
                let power = table.power(seat);
                let place = to.place(power).expect("`check` knows the place");
                table.empires[seat].armies[place] += 1;
                if let Some(area) = place.area() {
                    cx.log(rule!("15.4a"), || Event::Raised { power, area });
                }
                return Next::ask(Self::new(seat, Builder::NativesMove(place)));
            }
            Builder::NativesMove(from) => {
                let goal = to.place(table.power(seat)).expect("`check` knows the place");
                voyage::send(table, seat, Kind::Army, [from, goal], cx);
            }
            Builder::Rebuild(unit) => {
                raise(table, seat, unit, to, cx);
                if let Some(militia) = Self::militia(table, seat) {
                    return Next::ask(militia);
                }
            }
            Builder::Mercenaries | Builder::Pressgangs => raise(table, seat, self.unit(), to, cx),
        }
        Next::done(self)
    }
}
