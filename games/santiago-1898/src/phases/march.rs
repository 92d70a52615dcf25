//! A piece or a stack on the march (8.1).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{card, map};
use crate::events::{Event, list};
use crate::ids::{Force, HexId, HexSet, UnitId, UnitSet};
use crate::phases::arrivals;
use crate::phases::movement::{STAYS, pass};
use crate::questions::reach::{self, Reach, is_barred, is_light};
use crate::questions::stacking;
use crate::table::Table;
use crate::{Santiago, victory};

/// Pieces that have been taken up together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct March {
    pieces: UnitSet,
}

/// Where they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchChoice {
    /// To a hex, by the cheapest way.
    Go(HexId),
    /// They stay where they are, for the whole phase.
    Stay,
}

impl March {
    /// The march of these pieces.
    pub fn of(pieces: UnitSet) -> Self {
        Self { pieces }
    }

    /// Who marches.
    pub fn pieces(&self) -> UnitSet {
        self.pieces
    }

    /// For whom.
    pub fn force(&self) -> Force {
        self.pieces.first().map_or(Force::Us, UnitId::force)
    }

    /// The hex in which they stand; nowhere for those who come onto the map.
    pub fn from(&self, table: &Table) -> HexId {
        self.pieces.first().map_or(HexId::NOWHERE, |unit| table.at[unit])
    }

    /// Where they get to.
    pub fn reach(&self, table: &Table) -> Reach {
        self.reach_to(table, None)
    }

    /// The same, with a goal no farther than needed to know the way there.
    fn reach_to(&self, table: &Table, goal: Option<HexId>) -> Reach {
        let (march, from) = self.departure(table);
        reach::reach(table, &march, &from, goal)
    }

    /// What they have for the march, and where it begins.
    fn departure(&self, table: &Table) -> (reach::March, HexSet) {
        let at = self.from(table);
        let mut march = reach::march(table, self.pieces);
        let mut from = HexSet::NONE;
        if at.exists() {
            from.insert(at);
        } else if let Some(unit) = self.pieces.first()
            && let Some(entry) = arrivals::entry(table, unit)
        {
            from = entry.hexes;
            march.points = table.figures(unit).movement;
            march.least_move = false;
            march.entry = entry.cost;
            if entry.by_sea {
                march.points /= 2;
            }
        }
        (march, from)
    }

    /// How many of them count for stacking (5.1b).
    fn units(&self) -> u8 {
        self.pieces.and(self.force().units()).len() as u8
    }
}

impl Step<Santiago> for March {
    type Choice = MarchChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force().seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let who = list(self.pieces);
        let march = reach::march(table, self.pieces);
        let points = march.points.min(march.light_points);
        let first = self.pieces.first().expect("somebody was taken up");
        let hint = if self.from(table).exists() {
            format!("{points} movement points left. The figure in a hex is what it costs to get there.")
        } else {
            "It comes onto the map; the figure in a hex is what it costs to get there.".to_owned()
        };
        Prompt::new(rule!("8.1"), format!("{who} on the march: where to?"))
            .hint(hint)
            .about(card(first).id.clone())
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(MarchChoice)) {
        let reach = self.reach(table);
        let mut near = reach.set;
        for hex in reach.set.iter() {
            map().beside(hex).for_each(|beside| near.insert(beside));
        }
        let at = self.from(table);
        near.iter().filter(|hex| *hex != at).for_each(|hex| each(MarchChoice::Go(hex)));
        each(MarchChoice::Stay);
    }

    fn check(&self, table: &Table, _: Seat, choice: &MarchChoice) -> Result<(), Refusal> {
        let MarchChoice::Go(to) = *choice else { return Ok(()) };
        let space = Thing::Space(to.0);
        require!(to.exists() && to != self.from(table), "8.1", "this is no hex to go to");
        require!(map().is_land(to), "T10", "sea and harbour are closed to troops"; blocked space);
        let (at, force) = (self.from(table), self.force());
        let barred = is_barred(table, force, self.units() == 0, to);
        require!(!barred || !table.enemy_in(force, to), "8.1c", "an enemy unit stands there"; blocked space);
        require!(!barred, "8.1c", "an enemy leader stands there"; blocked space);
        let reached = self.reach_to(table, Some(to)).cost(to).is_some();
        let over_water = map().side(at, to).is_some() && !map().passable(at, to);
        require!(reached || !over_water, "T10", "the harbour mouth is closed to troops"; blocked space);
        require!(reached, "8.1a", "the movement points do not suffice"; blocked space);
        stacking::check_room(table, force, self.units(), to)
    }

    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(MarchChoice)) {
        let reach = self.reach(table);
        let (at, force, units) = (self.from(table), self.force(), self.units());
        for hex in reach.set.iter() {
            if hex != at && stacking::has_room_for(table, force, units, hex) {
                each(MarchChoice::Go(hex));
            }
        }
        each(MarchChoice::Stay);
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MarchChoice)) {
        self.legal(table, seat, each);
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: MarchChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        table.moved = table.moved.or(self.pieces);
        let MarchChoice::Go(to) = choice else {
            if self.from(table).exists() {
                self.pieces.iter().for_each(|unit| table.spent[unit] = STAYS);
            }
            return Next::done(self);
        };
        let (march, starts) = self.departure(table);
        let reach = reach::reach(table, &march, &starts, Some(to));
        let (from, cost, pieces) = (self.from(table), reach.cost(to).unwrap_or_default(), self.pieces);
        let by_sea = !from.exists()
            && pieces.first().and_then(|unit| arrivals::entry(table, unit)).is_some_and(|entry| entry.by_sea);
        let force = self.force();
        table.strained = table.strained.or(march.strained);
        let mut at_the_base = false;
        if from.exists() {
            cx.log(rule!("8.1"), || Event::Moved { units: pieces, from, to, cost });
        } else {
            let rule = if force == Force::Es { rule!("7.1a") } else { rule!("3.3") };
            cx.log(rule, || Event::Arrived { units: pieces, to });
        }
        reach.way(to, |hex| {
            if hex != from {
                pass(table, pieces, hex, cx);
                at_the_base |= victory::base_is_taken(table, force, pieces, hex);
            }
        });
        for unit in pieces.iter() {
            table.put(unit, to);
            let price = if is_light(table, unit) { reach.light_cost(to) } else { cost };
            table.spent[unit] = table.spent[unit].saturating_add(price);
            if !from.exists() {
                table.arrived[unit] = table.turn;
            }
            if by_sea {
                table.landed.insert(unit);
            }
        }
        if at_the_base {
            return victory::base_falls(table, cx);
        }
        Next::done(self)
    }
}
