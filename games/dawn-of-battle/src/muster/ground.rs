//! Ground by lot, laid out by the defender of an assault (17.3, 17.3.2).
//!
//! A die says how many features there are, and one more for each how many tiles it has. The tiles of a feature hang together; ground of
//! different kinds is never adjacent, and there is no water. In a meeting engagement the field is open.

use std::sync::Arc;

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::{MusterEvent, Preparation};
use crate::data::Terrain;
use crate::field::Country;
use crate::ids::{HexId, HexSet, SIDES};
use crate::table::Table;
use crate::{DawnOfBattle, Event};

/// What a feature may be: no water, and a church only where a scenario names it (R14).
const FEATURES: [Terrain; 4] = [Terrain::Hill, Terrain::Rough, Terrain::Town, Terrain::Woods];

/// The defender lays out the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GroundLaying {
    /// Features not begun.
    features: u8,
    /// The ground of the feature under way, and the tiles left of it.
    tiles: Option<(Terrain, u8)>,
    /// Tiles of the feature under way.
    #[serde(skip)]
    laid: HexSet,
}

/// What the defender does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroundLayingChoice {
    /// Begins a feature of this ground.
    Feature(Terrain),
    /// Lays a tile.
    Tile(HexId),
    /// The rest stays in the box.
    Enough,
}

/// Who lays the ground: the defender is side B (17.4).
const DEFENDER: Seat = SIDES[1];

impl GroundLaying {
    fn check_tile(&self, table: &Table, terrain: Terrain, hex: HexId) -> Result<(), Refusal> {
        let space = Thing::Space(hex.0);
        require!(table.map().contains(hex), "17.3.2", "there is no such hex on this field");
        require!(table.ground(hex) == Terrain::Clear, "17.3.2", "there is a tile already"; blocked space);
        let beside = table.map().around(hex).iter().filter(|next| next.exists());
        for next in beside.clone() {
            let ground = table.ground(*next);
            require!(ground == Terrain::Clear || ground == terrain, "17.3.2", "ground of another kind is adjacent"; blocked Thing::Space(next.0));
        }
        let hangs = self.laid.is_empty() || beside.clone().any(|next| self.laid.contains(*next));
        require!(hangs, "17.3.2", "the tiles of a feature hang together"; blocked space);
        Ok(())
    }

    /// Goes on to the next tile or feature, if there is one.
    fn go_on(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        if let Some((terrain, left)) = self.tiles {
            let room = || table.map().hexes().any(|hex| self.check_tile(table, terrain, hex).is_ok());
            if left > 0 && room() {
                return Next::ask(self);
            }
            self.tiles = None;
            self.laid = HexSet::NONE;
        }
        if self.features > 0 {
            return Next::ask(self);
        }
        Preparation::Ground.finish(table);
        Next::done(self)
    }
}

/// Makes a hex of the field this ground.
fn lay(table: &mut Table, hex: HexId, terrain: Terrain) {
    let ground = table.land.features().chain([(hex, terrain)]).collect::<Vec<_>>();
    let scenario = &table.scenario;
    table.land = Arc::new(Country::new(scenario.epic, ground, scenario.special.closed.iter().copied()));
}

impl Step<DawnOfBattle> for GroundLaying {
    type Choice = GroundLayingChoice;

    fn enter(mut self, _: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.features = cx.die(rule!("17.3.2"));
        let features = self.features;
        cx.log(rule!("17.3.2"), || Event::Muster(MusterEvent::Features { count: features }));
        Next::ask(self)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(DEFENDER)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        match self.tiles {
            None => Prompt::new(
                rule!("17.3.2"),
                format!("Features left: {}. What is the next?", self.features),
            )
            .hint("A die then says how many hexes it covers. Different kinds of ground are never adjacent."),
            Some((terrain, left)) => Prompt::new(
                rule!("17.3.2"),
                format!("Where does the {} lie? Hexes left: {left}.", terrain.word()),
            )
            .hint("Click a hex. The hexes of a feature hang together."),
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(GroundLayingChoice)) {
        if self.tiles.is_some() {
            table.map().hexes().map(GroundLayingChoice::Tile).for_each(&mut *each);
        } else {
            FEATURES.map(GroundLayingChoice::Feature).into_iter().for_each(&mut *each);
        }
        each(GroundLayingChoice::Enough);
    }

    fn check(&self, table: &Table, _: Seat, choice: &GroundLayingChoice) -> Result<(), Refusal> {
        match (*choice, self.tiles) {
            (GroundLayingChoice::Enough, _) => {}
            (GroundLayingChoice::Feature(terrain), None) => {
                require!(!terrain.is_water(), "17.3.2", "water is not laid by lot");
                require!(FEATURES.contains(&terrain), "R14", "this ground is only where a scenario has it");
            }
            (GroundLayingChoice::Tile(hex), Some((terrain, _))) => self.check_tile(table, terrain, hex)?,
            (GroundLayingChoice::Feature(_), Some(_)) => {
                require!(false, "17.3.2", "the feature under way has tiles left");
            }
            (GroundLayingChoice::Tile(_), None) => require!(false, "17.3.2", "say first what the feature is"),
        }
        Ok(())
    }

    fn canonical(&self, table: &Table, _: Seat, choice: &GroundLayingChoice) -> bool {
        match choice {
            // Programs want hills across the middle of their half.
            GroundLayingChoice::Feature(terrain) => *terrain == Terrain::Hill,
            GroundLayingChoice::Tile(hex) => {
                let middle = table.map().columns() / 2;
                hex.row() == 4 && hex.column().abs_diff(middle) < 5
            }
            GroundLayingChoice::Enough => true,
        }
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: GroundLayingChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            GroundLayingChoice::Feature(terrain) => {
                self.features -= 1;
                let tiles = cx.die(rule!("17.3.2"));
                self.tiles = Some((terrain, tiles));
                cx.log(rule!("17.3.2"), || Event::Muster(MusterEvent::Feature { terrain, tiles }));
            }
            GroundLayingChoice::Tile(hex) => {
                if let Some((terrain, left)) = &mut self.tiles {
                    lay(table, hex, *terrain);
                    *left -= 1;
                }
                self.laid.insert(hex);
            }
            GroundLayingChoice::Enough => {
                self.tiles = None;
                self.laid = HexSet::NONE;
                self.features = 0;
            }
        }
        self.go_on(table)
    }
}
