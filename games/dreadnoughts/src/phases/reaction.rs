//! Reaction fire at a ship that comes close (8.4, by option).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use super::damage;
use super::gunnery::{check_reaction, fire, teething};
use crate::Dreadnoughts;
use crate::data::tables;
use crate::events::Event;
use crate::ids::{Hex, MOST_SHIPS, ShipId, ShipSet};
use crate::questions::range::by_sea;
use crate::table::Table;

/// Enemies that may fire at a moving ship, one after the other, in the order that their player likes (6.0).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reaction {
    mover: ShipId,
    /// Ships that may still fire.
    firers: ShipSet,
    /// Ships that have fired.
    fired: ShipSet,
}

/// Fire or let it pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReactionChoice {
    /// A ship fires guns at the moving one.
    Fire(ShipId),
    /// No more ships do.
    Hold,
}

impl Reaction {
    /// The reaction that a step draws: from enemies that can fire and whose two-hex circle was just entered (ruling
    /// R1), each once in a move. Behind a cape a ship is outside as long as it is so by sea (ruling L3). A ship that
    /// comes onto the map close to them draws it too (ruling R4). Who can fire, with how many dice, is as in combat: not
    /// a burning ship, at the speed last shown (ruling R3), with a die less at a ship that was fired at in this turn's
    /// combat (ruling R2).
    pub fn drawn_by(table: &Table, mover: ShipId, from: Option<Hex>, done: ShipSet) -> Option<Self> {
        let options = &table.scenario.options;
        if !options.reaction_fire {
            return None;
        }
        let reach = tables().checks.reaction_range;
        let to = table.hex(mover);
        let enemies = table.enemies_of(mover).and(table.fleet.afloat).minus(done);
        let firers: ShipSet = enemies
            .iter()
            .filter(|firer| {
                let own = table.hex(*firer);
                let was_outside = || from.is_none_or(|from| by_sea(table, own, from) > reach);
                own.distance(to) <= reach
                    && (options.reaction_at_any_step || was_outside())
                    && check_reaction(table, *firer, mover).is_ok()
            })
            .collect();
        (!firers.is_empty()).then_some(Self { mover, firers, fired: ShipSet::NONE })
    }

    /// The ships that have fired.
    pub const fn fired(&self) -> ShipSet {
        self.fired
    }

    /// The ship that moves.
    pub const fn mover(&self) -> ShipId {
        self.mover
    }

    /// Ships whose dice are used up by earlier fire, or whose target is gone, are passed over.
    fn next(mut self, table: &Table) -> Next<Dreadnoughts> {
        let able = |firer: &ShipId| check_reaction(table, *firer, self.mover).is_ok();
        self.firers = self.firers.iter().filter(able).collect();
        if self.firers.is_empty() { Next::done(self) } else { Next::ask(self) }
    }
}

impl Step<Dreadnoughts> for Reaction {
    type Choice = ReactionChoice;

    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.side(self.mover).opponent())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let mover = table.name(self.mover);
        let mut firers = self.firers.iter();
        match (firers.next(), firers.next()) {
            (Some(firer), None) => {
                let ask = format!("{mover} comes within two hexes of {}: fire?", table.name(firer));
                Prompt::new(rule!("8.4"), ask).about(table.vessel(firer).id.clone())
            }
            _ => Prompt::new(rule!("8.4"), format!("{mover} comes within two hexes: who fires next?"))
                .hint("Pick the ship that fires, or let the others hold their fire.")
                .about(table.vessel(self.mover).id.clone()),
        }
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(ReactionChoice)) {
        self.firers.iter().for_each(|firer| each(ReactionChoice::Fire(firer)));
        each(ReactionChoice::Hold);
    }

    fn check(&self, table: &Table, _: Seat, choice: &ReactionChoice) -> Result<(), Refusal> {
        match choice {
            ReactionChoice::Fire(firer) => {
                require!(
                    firer.index() < MOST_SHIPS && self.firers.contains(*firer),
                    "8.4",
                    "the moving ship has not come within two hexes of that one, or it has fired"
                );
                check_reaction(table, *firer, self.mover).map(drop)
            }
            ReactionChoice::Hold => Ok(()),
        }
    }

    /// The attack takes effect at once (8.4). A ship so close is not mistaken for another (ruling D3).
    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: ReactionChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let mover = self.mover;
        let ReactionChoice::Fire(firer) = choice else { return Next::done(self) };
        let dice = check_reaction(table, firer, mover).expect("`check` allowed it");
        cx.log(rule!("8.4"), || Event::Reaction { ship: firer, at: mover });
        self.firers.remove(firer);
        self.fired.insert(firer);
        let dice = dice + teething(table, firer, cx);
        // Ruling F2: without dice there is no attack.
        if dice > 0 {
            fire(table, firer, mover, dice, cx);
            damage::settle(table, ShipSet::one(mover), cx);
        }
        self.next(table)
    }
}
