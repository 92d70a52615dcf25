//! Placing leaders (4.4): face down, anywhere but where an enemy is. Under the code of honour they ride instead (15.12.1).

use sandtable_engine::{
    Audience, Cx, Hidden, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule,
};
use serde::{Deserialize, Serialize};

use crate::data::limits;
use crate::events::Event;
use crate::ids::{HexId, HexSet, LeaderId, PostId};
use crate::offers::leader_key;
use crate::table::{Fate, Post, Table};
use crate::{DawnOfBattle, Frame};

/// A side places its leaders, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Placement {
    side: Seat,
    /// Who is in hand; nobody once all are placed.
    leader: Option<LeaderId>,
}

/// Where a leader goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlacementChoice {
    /// The leader in hand goes here.
    Place(HexId),
    /// Take another leader first, or one that was placed already.
    Take(LeaderId),
    /// All stand where they should.
    Placed,
}

impl Placement {
    /// The leaders of a side.
    pub const fn of(side: Seat) -> Self {
        Self { side, leader: None }
    }

    /// Who is in hand.
    pub const fn leader(&self) -> Option<LeaderId> {
        self.leader
    }

    /// The table with the leader in hand in a hex.
    pub fn placed(&self, table: &Table, hex: HexId) -> Table {
        let mut after = table.clone();
        if let Some(leader) = self.leader {
            self.place(&mut after, leader, hex);
        }
        after
    }

    /// The next leader that is not on the map yet. Under the code of honour everybody may be moved once, so nobody is asked by himself but newcomers.
    fn unplaced(table: &Table, side: Seat) -> Option<LeaderId> {
        LeaderId::all_of(side)
            .find(|leader| table.leaders[*leader].fate == Fate::Ready && table.post_of(*leader).is_none())
    }

    /// How far a leader may ride under the code of honour; anywhere before he is on the map (15.12.1).
    fn leash(table: &Table, leader: LeaderId) -> Option<HexId> {
        if !table.scenario.options.honour {
            return None;
        }
        // One who came onto the map in this very step has no home to ride from.
        table.post_of(leader).map(|post| table.posts[post].home).filter(|home| home.exists())
    }

    fn may_stand(&self, table: &Table, leader: LeaderId, hex: HexId) -> Result<(), Refusal> {
        require!(table.map().contains(hex), "4.4", "that hex is not on the field");
        let enemy = self.side.opponent();
        if let Some(unit) = table.foe_at(self.side, hex) {
            return Err(Refusal::new(rule!("4.4"), "an enemy unit is there")
                .blocked_by(Thing::Piece(u16::from(unit.0))));
        }
        require!(!table.has_post(enemy, hex), "4.4", "an enemy leader is there"; blocked Thing::Space(hex.0));
        if let Some(home) = Self::leash(table, leader) {
            let far = home.distance(hex);
            require!(
                far <= limits().honour_ride, "15.12.1", "he rides {1} hexes at most, and that is {0} away";
                figures i16::from(far), i16::from(limits().honour_ride)
            );
        }
        Ok(())
    }

    fn place(&self, table: &mut Table, leader: LeaderId, hex: HexId) {
        if let Some(post) = table.post_of(leader) {
            table.posts[post].hex = hex;
            if !table.scenario.options.honour {
                table.posts[post].home = hex;
            }
            return;
        }
        let free = PostId::all_of(self.side).find(|post| !table.posts[*post].hex.exists());
        let post = free.expect("there is a counter for every leader");
        // A leader whom the code of honour leaves on the map was shown once and stays so; counters are laid face down.
        table.posts[post] = Post::at(hex, Hidden::known_to(leader, Audience::one(self.side)));
    }

    /// The hexes of enemy units and leaders.
    fn closed(&self, table: &Table) -> HexSet {
        let enemy = self.side.opponent();
        let units = table.units_of(enemy).iter().map(|unit| table.units[unit].hex);
        let posts = PostId::all_of(enemy).map(|post| table.posts[post].hex);
        units.filter(|hex| table.foe_at(self.side, *hex).is_some()).chain(posts).collect()
    }

    /// What there is besides hexes: other leaders, and the end.
    fn others(&self, table: &Table, each: &mut impl FnMut(PlacementChoice)) {
        for leader in LeaderId::all_of(self.side) {
            if Some(leader) != self.leader && table.leaders[leader].fate == Fate::Ready {
                each(PlacementChoice::Take(leader));
            }
        }
        if self.leader.is_none() {
            each(PlacementChoice::Placed);
        }
    }

    /// Where somebody is worth placing: with a unit, or nowhere near one.
    fn sensible(&self, table: &Table, hex: HexId) -> bool {
        table.troops_at(hex).is_some_and(|unit| unit.side() == self.side)
    }
}

impl Step<DawnOfBattle> for Placement {
    type Choice = PlacementChoice;

    fn enter(mut self, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.leader = Self::unplaced(table, self.side);
        let rides = table.scenario.options.honour
            && PostId::all_of(self.side).any(|post| table.posts[post].hex.exists());
        if self.leader.is_none() && !rides {
            return Next::done(self);
        }
        Next::ask(self)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let Some(leader) = self.leader else {
            return Prompt::new(rule!("4.4"), "Are your leaders placed?")
                .hint("Pick one to move him, or go on.");
        };
        let values = table.leaders[leader].values;
        let name = table.leader_name(leader);
        let hint = if table.leaders[leader].dummy {
            "A dummy: the enemy cannot tell it from a leader until it is turned over.".to_owned()
        } else {
            format!(
                "Command {}, range {}, combat {}. Face down, with a unit or alone, not where an enemy is.",
                values.command, values.range, values.combat
            )
        };
        Prompt::new(rule!("4.4"), format!("Where does {name} go?"))
            .hint(hint)
            .about(leader_key(table, leader))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(PlacementChoice)) {
        if self.leader.is_some() {
            table.map().hexes().for_each(|hex| each(PlacementChoice::Place(hex)));
        }
        self.others(table, each);
    }

    fn check(&self, table: &Table, _: Seat, choice: &PlacementChoice) -> Result<(), Refusal> {
        match *choice {
            PlacementChoice::Place(hex) => {
                let Some(leader) = self.leader else {
                    return Err(Refusal::new(rule!("4.4"), "take a leader first"));
                };
                self.may_stand(table, leader, hex)
            }
            PlacementChoice::Take(leader) => {
                let own = leader.exists() && leader.side() == self.side;
                require!(
                    own && table.leaders[leader].fate == Fate::Ready,
                    "4.4",
                    "that leader is not available"
                );
                require!(Some(leader) != self.leader, "4.4", "he is in your hand");
                Ok(())
            }
            PlacementChoice::Placed => {
                let waits = Self::unplaced(table, self.side);
                require!(
                    waits.is_none() && self.leader.is_none(),
                    "4.4",
                    "a leader still waits to be placed"
                );
                Ok(())
            }
        }
    }

    /// Enemies are looked up once for all hexes, and so is the leader's home.
    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(PlacementChoice)) {
        if let Some(leader) = self.leader {
            let closed = self.closed(table);
            let home = Self::leash(table, leader);
            let rides = |hex| home.is_none_or(|home| home.distance(hex) <= limits().honour_ride);
            let open = table.map().hexes().filter(|hex| !closed.contains(*hex) && rides(*hex));
            open.for_each(|hex| each(PlacementChoice::Place(hex)));
        }
        self.others(table, &mut |choice| {
            if self.check(table, seat, &choice).is_ok() {
                each(choice);
            }
        });
    }

    /// Taking leaders in another order changes nothing; they belong with troops.
    fn canonical(&self, table: &Table, _: Seat, choice: &PlacementChoice) -> bool {
        match *choice {
            PlacementChoice::Place(hex) => self.sensible(table, hex),
            PlacementChoice::Take(leader) => {
                // Under the code of honour each may ride once; nobody would be asked otherwise.
                table.scenario.options.honour
                    && self.leader.is_none()
                    && table.post_of(leader).is_some_and(|post| {
                        table.posts[post].home == table.posts[post].hex && table.posts[post].home.exists()
                    })
            }
            PlacementChoice::Placed => true,
        }
    }

    /// Where no own unit is left, anywhere will do.
    fn canonical_candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(PlacementChoice)) {
        let mut any = false;
        if let Some(leader) = self.leader {
            for unit in table.units_of(self.side).minus(table.guns).iter() {
                let hex = table.units[unit].hex;
                if self.may_stand(table, leader, hex).is_ok() {
                    any = true;
                    each(PlacementChoice::Place(hex));
                }
            }
            if any {
                return;
            }
        }
        self.candidates(table, seat, &mut |choice| {
            let placed = self.leader.is_some() && matches!(choice, PlacementChoice::Place(_));
            if placed || self.canonical(table, seat, &choice) {
                each(choice);
            }
        });
    }

    /// That a side has nobody to move is no secret, but which choice it has left could be.
    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: PlacementChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let side = self.side;
        match choice {
            PlacementChoice::Place(hex) => {
                let leader = self.leader.expect("check asks for a leader in hand");
                let stays = table.post_of(leader).is_some_and(|post| table.posts[post].hex == hex);
                self.place(table, leader, hex);
                // Who is only put back where he was taken up is no news.
                if !stays {
                    cx.log_for(Audience::one(side), rule!("4.4"), || Event::Placed { leader, at: hex });
                }
                self.leader = Self::unplaced(table, side);
                Next::ask(self)
            }
            PlacementChoice::Take(leader) => {
                self.leader = Some(leader);
                Next::ask(self)
            }
            PlacementChoice::Placed => {
                let count = PostId::all_of(side).filter(|post| table.posts[*post].hex.exists()).count() as u8;
                cx.log(rule!("4.4"), || Event::LeadersPlaced { side, count });
                Next::done(self)
            }
        }
    }

    fn resume(self, _: Frame, _: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        unreachable!("placing leaders calls no other box")
    }
}

#[cfg(test)]
mod tests {
    use sandtable_engine::chance::Fast;
    use sandtable_engine::{Setup, State};

    use super::*;
    use crate::ids::SIDES;

    /// A program that took up one leader after the other instead would never come to an end.
    #[test]
    fn who_has_lost_all_units_places_the_leader_in_hand() {
        let mut dice = Fast::new(5);
        let begun = State::<DawnOfBattle>::begin(&Setup::shipped("fornham"), &mut Cx::silent(&mut dice));
        let mut table = begun.expect("it is shipped").table;
        for side in SIDES {
            table.units_of(side).iter().for_each(|unit| table.lift(unit));
            let leader = LeaderId::all_of(side).find(|leader| table.leaders[*leader].fate == Fate::Ready);
            let placement = Placement { side, leader };
            let mut choices = Vec::new();
            placement.canonical_candidates(&table, side, &mut |choice| choices.push(choice));
            let on_a_hex = |choice: &PlacementChoice| matches!(choice, PlacementChoice::Place(_));
            assert!(leader.is_some() && !choices.is_empty() && choices.iter().all(on_a_hex), "{choices:?}");
        }
    }
}
