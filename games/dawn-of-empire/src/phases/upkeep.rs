//! Maintenance: worn machinery damages ships after repairs (11.C).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::DawnOfEmpire;
use crate::data::{self, Maintenance, tables};
use crate::events::Event;
use crate::ids::{ShipId, ShipSet, Side};
use crate::table::Table;

/// A side says which of its ships suffer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Upkeep {
    side: Side,
    /// The line of the table that is at work.
    line: u8,
    /// The points of it that are left.
    left: u8,
    /// Ships that have suffered this turn.
    suffered: ShipSet,
}

/// The ship that takes a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct UpkeepChoice(pub ShipId);

impl Upkeep {
    /// The upkeep of a side.
    pub fn of(side: Side) -> Self {
        Self { side, line: 0, left: 0, suffered: ShipSet::NONE }
    }

    /// Ships that have suffered.
    pub fn suffered(&self) -> ShipSet {
        self.suffered
    }

    fn rule(&self) -> Option<&'static Maintenance> {
        tables().maintenance.get(usize::from(self.line))
    }

    /// Ships that can take a point: of the right type, not in the turn before, and not one that it would sink.
    fn eligible(&self, table: &Table) -> ShipSet {
        let Some(rule) = self.rule() else { return ShipSet::NONE };
        let ours = table.fates.afloat.and(self.side.fleet()).minus(table.upkeep);
        let fits = |ship: &ShipId| {
            let card = data::ship(*ship);
            rule.types.contains(&card.kind) && table.damage[ship.index()] < card.defence
        };
        ours.iter().filter(fits).collect()
    }

    fn go_on(mut self, table: &mut Table) -> Next<DawnOfEmpire> {
        loop {
            if self.left > 0 && !self.eligible(table).is_empty() {
                return Next::ask(self);
            }
            self.line += 1;
            if !self.open_line(table) {
                return Next::done(self);
            }
        }
    }

    /// Takes up a line of the table; false behind the last.
    fn open_line(&mut self, table: &Table) -> bool {
        let Some(rule) = self.rule() else { return false };
        let now = rule.side == self.side && (rule.turns[0]..=rule.turns[1]).contains(&table.turn);
        self.left = if now { rule.points } else { 0 };
        true
    }
}

impl Step<DawnOfEmpire> for Upkeep {
    type Choice = UpkeepChoice;

    fn enter(mut self, table: &mut Table, _: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        self.open_line(table);
        self.go_on(table)
    }

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.seat(self.side))
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        let types = self.rule().map(|rule| {
            let words: Vec<&str> = rule.types.iter().map(|kind| kind.code()).collect();
            words.join(", ")
        });
        let ask = format!(
            "Worn machinery: {} to go. Which ship ({}) suffers?",
            self.left,
            types.unwrap_or_default()
        );
        Prompt::new(rule!("11.C"), ask).hint("Not a ship that suffered in the turn before.")
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(UpkeepChoice)) {
        self.eligible(table).iter().for_each(|ship| each(UpkeepChoice(ship)));
    }

    fn check(&self, table: &Table, _: Seat, choice: &UpkeepChoice) -> Result<(), Refusal> {
        let ship = choice.0;
        require!(ship.belongs_to(self.side), "11.C", "you choose among your own ships");
        let piece = Thing::Piece(u16::from(ship.0));
        require!(!table.upkeep.contains(ship), "11.C", "this ship suffered in the turn before"; blocked piece);
        require!(self.eligible(table).contains(ship), "11.C", "this ship cannot take this point"; blocked piece);
        Ok(())
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: UpkeepChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let ship = choice.0;
        table.damage[ship.index()] += 1;
        self.suffered.insert(ship);
        // Which ship it is only her owner knows (9.6).
        cx.log_for(table.told_of(ship.side()), rule!("11.C"), || Event::Worn { ship });
        self.left -= 1;
        self.go_on(table)
    }
}
