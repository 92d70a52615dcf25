//! Historic events (7.2): one die a turn from the second on.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::Santiago;
use crate::data::{Comes, Happening, card, map, tables};
use crate::events::Event;
use crate::ids::{Force, HexId, HexSet, UnitId};
use crate::questions::{control, stacking};
use crate::table::Table;

/// Throws for the event of the turn; says whether the machine guns have to be placed.
///
/// Heroic Cubans (H1) and bad weather (H3) may come any number of times. Escario is delayed once and in time only (H2; not with his historical date, R40), the
/// garrisons are released once (H4), the machine guns come once (H6); a second time they are nothing (7.2a).
pub fn check(table: &mut Table, cx: &mut Cx<Santiago>) -> Option<Emplacement> {
    let events = &tables().events;
    if table.turn < events.from_turn {
        return None;
    }
    let die = cx.die(rule!("7.2"));
    let what = events.faces[usize::from(die) - 1];
    let effect = match what {
        Happening::Heroic => {
            table.heroic = true;
            true
        }
        Happening::Delayed => {
            let dated = table.scenario.options.historical_escario || table.scenario.escario.is_some();
            let in_time = table.turn <= tables().escario.turn && !dated;
            let news = in_time && !table.delayed;
            table.delayed |= news;
            news
        }
        Happening::Weather => {
            table.bad_weather = true;
            true
        }
        Happening::Released => !std::mem::replace(&mut table.released, true),
        Happening::MachineGuns => machine_guns(table).is_some(),
    };
    cx.log(rule!("7.2"), || Event::Happened { die, what, effect });
    match machine_guns(table) {
        Some(unit) if what == Happening::MachineGuns => Some(Emplacement { unit }),
        _ => None,
    }
}

/// The machine guns, while they wait for their event.
fn machine_guns(table: &Table) -> Option<UnitId> {
    table.due.and(Force::Es.units()).iter().find(|unit| card(*unit).comes == Comes::Event)
}

/// The machine guns are placed (H6).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Emplacement {
    unit: UnitId,
}

/// Where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EmplacementChoice(pub HexId);

impl Emplacement {
    /// What is placed.
    pub fn unit(&self) -> UnitId {
        self.unit
    }

    /// Santiago, or a hex beside it that Spain holds, with room.
    fn places(&self, table: &Table) -> HexSet {
        let near = card(self.unit).places.iter();
        near.filter(|hex| {
            !table.held.contains(*hex)
                && !table.enemy_in(Force::Es, *hex)
                && stacking::has_room(table, self.unit, *hex)
        })
        .collect()
    }
}

impl Step<Santiago> for Emplacement {
    type Choice = EmplacementChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<Santiago>) -> Next<Santiago> {
        // Where nothing is left of the city there is no place for them.
        if self.places(table).is_empty() { Next::done(self) } else { Next::ask(self) }
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(Force::Es.seat())
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("H6"), "Machine guns reach the garrison. Where are they placed?")
            .hint("In Santiago or in a hex beside it that Spain holds.")
            .about(card(self.unit).id.clone())
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(EmplacementChoice)) {
        card(self.unit).places.iter().for_each(|hex| each(EmplacementChoice(hex)));
    }

    fn check(&self, table: &Table, _: Seat, choice: &EmplacementChoice) -> Result<(), Refusal> {
        let hex = choice.0;
        let space = Thing::Space(hex.0);
        require!(
            hex.exists() && card(self.unit).places.contains(hex),
            "H6",
            "they are placed in Santiago or beside it"
        );
        let spanish = !table.held.contains(hex) && !table.enemy_in(Force::Es, hex);
        require!(spanish, "H6", "Spain does not hold this hex"; blocked space);
        require!(map().is_land(hex), "T10", "sea and harbour are closed to troops");
        stacking::check_room(table, Force::Es, 1, hex)
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: EmplacementChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        let unit = self.unit;
        control::enter(table, unit, choice.0, cx);
        table.put(unit, choice.0);
        table.arrived[unit] = table.turn;
        cx.log(rule!("H6"), || Event::Placed { unit, hex: choice.0 });
        Next::done(self)
    }
}
