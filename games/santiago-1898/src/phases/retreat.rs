//! Units fall back (9.4); attackers from their own hexes (9.4e).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{card, map};
use crate::events::Event;
use crate::ids::{Force, HexId, UnitId, UnitSet};
use crate::phases::losses::orphans;
use crate::questions::{control, retreat, stacking};
use crate::table::Table;
use crate::{Santiago, victory};

/// Some units fall back, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Retreat {
    left: UnitSet,
    /// Who was told to go before the others.
    ahead: Option<UnitId>,
}

/// Where the unit goes that is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatChoice {
    /// To a hex.
    To(HexId),
    /// To a hex, and the leader of its stack goes along (5.2e, R50).
    WithLeader(HexId),
    /// This unit goes first instead, where there is not room for all (R54).
    First(UnitId),
}

impl Retreat {
    /// The retreat of these units.
    pub fn of(units: UnitSet) -> Self {
        Self { left: units, ahead: None }
    }

    /// The unit that is next: of several hexes those nearest to their source go first, and make room for those behind them (R54).
    pub fn unit(&self, table: &Table) -> UnitId {
        let distance = |unit: &UnitId| retreat::to_source(table, unit.force(), table.at[*unit]);
        self.ahead.or_else(|| self.left.iter().min_by_key(distance)).unwrap_or_default()
    }

    /// Those who could go first instead: others who want the same hexes, if not all find room there (R54).
    fn rivals(&self, table: &Table) -> UnitSet {
        let unit = self.unit(table);
        if self.ahead.is_some() {
            return UnitSet::NONE;
        }
        let hexes = retreat::hexes(table, unit);
        let wants_them = |other: UnitId| {
            retreat::holds_by(table, other).is_none()
                && retreat::hexes(table, other).iter().any(|hex| hexes.contains(hex))
        };
        let others = self.left.iter().filter(|other| *other != unit && wants_them(*other));
        let others: UnitSet = others.collect();
        let room: u32 = hexes.iter().map(|hex| stacking::room(table, unit.force(), hex)).map(u32::from).sum();
        if others.len() >= room { others } else { UnitSet::NONE }
    }

    /// Says whether the base fell by that (4.3c).
    fn fall_back(table: &mut Table, unit: UnitId, to: HexId, leaders: bool, cx: &mut Cx<Santiago>) -> bool {
        let (force, from) = (unit.force(), table.at[unit]);
        cx.log(rule!("9.4"), || Event::Retreated { unit, from, to });
        control::enter(table, unit, to, cx);
        table.put(unit, to);
        if leaders || table.units_in(force, from).is_empty() {
            table.leaders_in(force, from).iter().for_each(|leader| table.put(leader, to));
        }
        victory::base_is_taken(table, force, UnitSet::one(unit), to)
    }

    /// A unit that has nowhere to go is lost (9.4d), with all its steps.
    fn scatter(table: &mut Table, unit: UnitId, cx: &mut Cx<Santiago>) {
        let (force, hex) = (unit.force(), table.at[unit]);
        cx.log(rule!("9.4d"), || Event::Scattered { unit, hex });
        while !table.lose_step(unit) {}
        orphans(table, force, hex, cx);
    }

    fn go_on(mut self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        while !self.left.is_empty() {
            let unit = self.unit(table);
            if let Some(rule) = retreat::holds_by(table, unit) {
                cx.log(rule, || Event::Stood { unit, hex: table.at[unit] });
            } else {
                let hexes = retreat::hexes(table, unit);
                let with_leader = Self::has_choice_of_leader(table, unit);
                match hexes.len() {
                    0 => Self::scatter(table, unit, cx),
                    1 if !with_leader && self.rivals(table).is_empty() => {
                        let to = hexes.iter().next().expect("there is one");
                        if Self::fall_back(table, unit, to, false, cx) {
                            return victory::base_falls(table, cx);
                        }
                    }
                    _ => return Next::ask(self),
                }
            }
            self.left.remove(unit);
            self.ahead = None;
        }
        Next::done(self)
    }

    /// Whether a leader is there who could go along before the last unit (R50).
    fn has_choice_of_leader(table: &Table, unit: UnitId) -> bool {
        let (force, hex) = (unit.force(), table.at[unit]);
        table.count(hex) > 1 && !table.leaders_in(force, hex).is_empty()
    }

    fn force(&self) -> Force {
        self.left.first().unwrap_or_default().force()
    }
}

impl Step<Santiago> for Retreat {
    type Choice = RetreatChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        self.go_on(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.force().seat())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let card = card(self.unit(table));
        let hint = if self.rivals(table).is_empty() {
            "One hex, nearer to the source of its supply."
        } else {
            "There is not room for all: pick another unit to let it go first (R54)."
        };
        Prompt::new(rule!("9.4"), format!("{} must fall back. Where to?", card.name))
            .hint(hint)
            .about(card.id.clone())
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(RetreatChoice)) {
        let unit = self.unit(table);
        let leader = Self::has_choice_of_leader(table, unit);
        for hex in map().beside(table.at[unit]) {
            each(RetreatChoice::To(hex));
            if leader {
                each(RetreatChoice::WithLeader(hex));
            }
        }
        self.left.iter().filter(|other| *other != unit).for_each(|other| each(RetreatChoice::First(other)));
    }

    fn check(&self, table: &Table, _: Seat, choice: &RetreatChoice) -> Result<(), Refusal> {
        let unit = self.unit(table);
        let to = match *choice {
            RetreatChoice::To(to) | RetreatChoice::WithLeader(to) => to,
            RetreatChoice::First(other) => {
                require!(self.rivals(table).contains(other), "R54", "it is not in question who goes first");
                return Ok(());
            }
        };
        let space = Thing::Space(to.0);
        let (at, force) = (table.at[unit], unit.force());
        require!(to.exists() && map().side(at, to).is_some(), "9.4", "a retreat is one hex");
        require!(map().passable(at, to), "9.4c", "nobody retreats over water"; blocked space);
        require!(!retreat::is_taken(table, force, to), "9.4c", "an enemy stands there"; blocked space);
        let nearer = retreat::to_source(table, force, to) < retreat::to_source(table, force, at);
        require!(nearer, "9.4", "this hex is not nearer to the source of supply"; blocked space);
        require!(stacking::unmixed(table, force, to), "5.1d", "Americans and Cubans do not end in one hex"; blocked space);
        require!(retreat::hexes(table, unit).contains(to), "9.4b", "there is no room"; blocked space);
        if matches!(choice, RetreatChoice::WithLeader(_)) {
            let leader = Self::has_choice_of_leader(table, unit);
            require!(leader, "R50", "no leader can go along before the last unit");
        }
        Ok(())
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: RetreatChoice,
        cx: &mut Cx<Santiago>,
    ) -> Next<Santiago> {
        let unit = self.unit(table);
        let to = match choice {
            RetreatChoice::To(to) | RetreatChoice::WithLeader(to) => to,
            RetreatChoice::First(other) => {
                self.ahead = Some(other);
                return self.go_on(table, cx);
            }
        };
        if Self::fall_back(table, unit, to, matches!(choice, RetreatChoice::WithLeader(_)), cx) {
            return victory::base_falls(table, cx);
        }
        self.left.remove(unit);
        self.ahead = None;
        self.go_on(table, cx)
    }
}
