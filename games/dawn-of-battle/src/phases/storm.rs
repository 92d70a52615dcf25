//! A reinforcement attacks whoever blocks its entry, and leaders who are to come may be with it (7.8).
//!
//! Their counters lie on the hex that is attacked, face up (R50), until the melee is over: they help (10.2.4.1) and are in danger (6.4) as with any
//! attacker. Then those whose unit has come in are there with it, and the others wait with the column again (R76).

use sandtable_engine::{Cx, Hidden, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::DawnOfBattle;
use crate::events::Event;
use crate::ids::{HexId, LeaderId, UnitId};
use crate::melee::Melee;
use crate::offers::unit_key;
use crate::phases::entry::{is_due, lay_counter};
use crate::table::{Fate, Table};

/// A unit beside the map that is to attack.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Storm {
    unit: UnitId,
    /// The entry hex that it attacks.
    hex: HexId,
}

/// Who goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StormChoice {
    /// This leader too.
    Lead(LeaderId),
    /// Nobody else: it attacks.
    Attack,
}

/// Whether a leader of the column goes with a unit that attacks.
fn goes_along(table: &Table, leader: LeaderId) -> bool {
    is_due(table, leader) && table.post_of(leader).is_some()
}

/// After a melee: leaders whose unit has come in are on the field, the others wait beside it (7.8, R76).
pub fn settle(table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
    for leader in LeaderId::all() {
        let Some(post) = table.post_of(leader).filter(|_| is_due(table, leader)) else { continue };
        if table.own_at(leader.side(), table.posts[post].hex).is_some() {
            table.leaders[leader].fate = Fate::Ready;
            cx.log(rule!("7.8"), || Event::Returns { leader });
        } else {
            table.lift_post(post);
        }
    }
}

impl Storm {
    /// A unit that is to attack its entry hex.
    pub const fn new(unit: UnitId, hex: HexId) -> Self {
        Self { unit, hex }
    }
}

impl Step<DawnOfBattle> for Storm {
    type Choice = StormChoice;

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.unit.side())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let name = table.name(self.unit);
        Prompt::new(rule!("7.8"), format!("{name} attack from beside the map: which leaders go with them?"))
            .hint("They help in the melee and are in danger in it.")
            .about(unit_key(table, self.unit))
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(StormChoice)) {
        let waiting =
            LeaderId::all_of(seat).filter(|leader| matches!(table.leaders[*leader].fate, Fate::Due(_)));
        waiting.map(StormChoice::Lead).for_each(&mut *each);
        each(StormChoice::Attack);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &StormChoice) -> Result<(), Refusal> {
        let StormChoice::Lead(leader) = *choice else { return Ok(()) };
        let own = leader.exists() && leader.side() == seat;
        require!(own && is_due(table, leader), "7.8", "only leaders who are to come now go with it");
        require!(!goes_along(table, leader), "7.8", "he goes with it already");
        Ok(())
    }

    /// In whatever order leaders are named, it is the same attack.
    fn canonical(&self, table: &Table, seat: Seat, choice: &StormChoice) -> bool {
        let StormChoice::Lead(leader) = *choice else { return true };
        !LeaderId::all_of(seat).any(|other| other > leader && goes_along(table, other))
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: StormChoice,
        _: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            StormChoice::Lead(leader) => {
                lay_counter(table, Hidden::open(leader), self.hex);
                Next::ask(self)
            }
            StormChoice::Attack => Next::go(Melee::from_edge(table, self.unit, self.hex)),
        }
    }
}
