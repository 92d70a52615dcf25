//! Tiles that are used outside the two actions.
//!
//! Using a tile is free, as often as there are tiles (6.2a), in one's own turn (R40); one with a triangle once a war (7.2b). War Office: an
//! attack more without the fee (15.1), by all other rules of attacks (R39). Mercenaries: an army (15.2), Pressgangs: a navy (15.3),
//! both without Population. Trained Natives: an army straight into a colony (15.4a) where a token or a unit is (15.4b), with a free move
//! afterwards (15.4c, R60). Diplomatic Service: an Alliance tile at its price (15.12) beside the one tile a round (R41). Improved
//! Agriculture: a Population (15.13), at nine without effect (R43). Companies: a gold for each token in their area (15.21a), in one of
//! two (15.21b). Blockade: laid under a navy in a colony (15.20a).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::chart::chart;
use crate::data::{limits, tile_card};
use crate::ids::{Area, Kind, Tile, counters, places};
use crate::phases::attack::Attack;
use crate::phases::building::{self, Builder, Building};
use crate::phases::buying;
use crate::questions::targets::{self, Objective};
use crate::table::Table;
use crate::{Event, Frame, StruggleOfEmpires};

/// The tiles that are used in this way.
pub const TILES: &[Tile] = &[
    Tile::WarOffice,
    Tile::Mercenaries,
    Tile::Pressgangs,
    Tile::TrainedNatives,
    Tile::DiplomaticService,
    Tile::ImprovedAgriculture,
    Tile::Blockade,
    Tile::EastIndiesCompany,
    Tile::LevantCompany,
    Tile::WestIndiesCompany,
    Tile::SouthSeaCompany,
    Tile::HudsonsBayCompany,
    Tile::RoyalAfricanCompany,
    Tile::EastlandCompany,
];

/// The question that a tile asks when it is used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FreeAction {
    seat: Seat,
    tile: Tile,
}

/// What the tile is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FreeActionChoice {
    /// War Office: attack this.
    Attack(Objective),
    /// Diplomatic Service: take this Alliance tile.
    Take(Tile),
    /// A Company: collect here.
    Collect(Area),
    /// Blockade: close this colony.
    Close(Area),
}

/// Whether a tile may be used now.
pub fn check(table: &Table, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    let empire = &table.empires[seat];
    require!(empire.tiles[tile] > 0, "6.2a", "you hold no such tile");
    require!(TILES.contains(&tile), "R40", "that tile is not used by an action of its own");
    require!(empire.ready(tile) > 0, "7.2b", "it has been used in this war");
    match tile {
        Tile::WarOffice => {
            require!(targets::any(table, seat), "15.1", "there is nothing that you could attack");
        }
        Tile::Mercenaries => require!(empire.spare(Kind::Army) > 0, "8.4", "all your armies are on the map"),
        Tile::Pressgangs => require!(empire.spare(Kind::Navy) > 0, "8.4", "all your navies are on the map"),
        Tile::TrainedNatives => {
            require!(empire.spare(Kind::Army) > 0, "8.4", "all your armies are on the map");
            let there = building::native_places(table, seat) != 0;
            require!(there, "15.4b", "you have neither a token nor a unit in any colony");
        }
        Tile::DiplomaticService => {
            let any = Tile::ALLIANCES.iter().any(|tile| table.display[*tile] > 0);
            require!(any, "15.12", "no Alliance tile is on display");
        }
        Tile::Blockade => {
            let navy = empire.navies.bits() & chart().colonies != 0;
            require!(navy, "15.20a", "it is laid under a navy of yours in a colony");
        }
        _ if tile.is_company() => {
            let tokens = empire.tokens.bits() & tile_card(tile).area_bits != 0;
            require!(tokens, "15.21a", "you have no token in its area");
        }
        _ => {}
    }
    Ok(())
}

/// Uses a tile up and says which box asks for the rest.
pub fn use_tile(table: &mut Table, seat: Seat, tile: Tile, cx: &mut Cx<StruggleOfEmpires>) -> Option<Frame> {
    let empire = &mut table.empires[seat];
    let power = empire.power;
    cx.log(rule!("6.2a"), || Event::Used { power, tile });
    if tile != Tile::Blockade {
        empire.used[tile] += 1;
    }
    let builder = match tile {
        Tile::Mercenaries => Builder::Mercenaries,
        Tile::Pressgangs => Builder::Pressgangs,
        Tile::TrainedNatives => Builder::Natives,
        Tile::ImprovedAgriculture => {
            empire.population = (empire.population + 1).min(limits().most_population);
            return None;
        }
        _ => return Some(FreeAction { seat, tile }.into()),
    };
    Some(Building::new(seat, builder).into())
}

impl FreeAction {
    /// Which tile asks.
    pub fn tile(&self) -> Tile {
        self.tile
    }
}

impl Step<StruggleOfEmpires> for FreeAction {
    type Choice = FreeActionChoice;

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.seat)
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        match self.tile {
            Tile::WarOffice => {
                Prompt::new(rule!("15.1"), "War Office: whom do you attack?").hint("No fee is due.")
            }
            Tile::DiplomaticService => {
                Prompt::new(rule!("15.12"), "Which Alliance tile do you take?").hint("Its price is due.")
            }
            Tile::Blockade => Prompt::new(rule!("15.20a"), "Which colony do you blockade?"),
            tile => Prompt::new(rule!("15.21b"), format!("Where does the {} collect?", tile_card(tile).name)),
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(FreeActionChoice)) {
        match self.tile {
            Tile::WarOffice => {
                let empire = &table.empires[seat];
                for place in places(empire.armies.bits() | empire.navies.bits()) {
                    let Some(area) = place.area() else { continue };
                    for other in table.enemies_of(seat).iter() {
                        let power = table.power(other);
                        each(FreeActionChoice::Attack(Objective::Power { area, power }));
                    }
                    counters(table.counters_in(area))
                        .for_each(|counter| each(FreeActionChoice::Attack(Objective::Country(counter))));
                }
            }
            Tile::DiplomaticService => {
                for tile in Tile::ALLIANCES {
                    each(FreeActionChoice::Take(*tile));
                }
            }
            Tile::Blockade => Area::ALL.iter().for_each(|area| each(FreeActionChoice::Close(*area))),
            tile => tile_card(tile).areas.iter().for_each(|area| each(FreeActionChoice::Collect(*area))),
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &FreeActionChoice) -> Result<(), Refusal> {
        let empire = &table.empires[seat];
        match *choice {
            FreeActionChoice::Attack(objective) => {
                require!(self.tile == Tile::WarOffice, "15.1", "only the War Office attacks like this");
                targets::check(table, seat, objective)
            }
            FreeActionChoice::Take(tile) => {
                require!(
                    self.tile == Tile::DiplomaticService,
                    "15.12",
                    "only the Diplomatic Service takes tiles like this"
                );
                require!(tile.is_alliance(), "15.12", "the Diplomatic Service takes Alliance tiles");
                buying::check(table, seat, tile)
            }
            FreeActionChoice::Collect(area) => {
                let here = self.tile.is_company() && tile_card(self.tile).area_bits & area.bit() != 0;
                require!(here, "15.21b", "the company has no business there");
                require!(empire.tokens[area] > 0, "15.21a", "you have no token there");
                Ok(())
            }
            FreeActionChoice::Close(area) => {
                require!(self.tile == Tile::Blockade, "15.20a", "only a Blockade closes a colony");
                require!(chart().is_colony(area), "15.20a", "only a colony can be blockaded");
                require!(empire.navies[area.place()] > 0, "15.20a", "no navy of yours lies there");
                Ok(())
            }
        }
    }

    fn choose(
        self,
        table: &mut Table,
        seat: Seat,
        choice: FreeActionChoice,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let power = table.power(seat);
        match choice {
            FreeActionChoice::Attack(objective) => {
                return Next::go(Attack::declare(table, seat, objective, false, cx));
            }
            FreeActionChoice::Take(tile) => buying::take(table, seat, tile, cx),
            FreeActionChoice::Collect(area) => {
                let empire = &mut table.empires[seat];
                let gold = i16::from(empire.tokens[area]);
                empire.gold += gold;
                cx.log(rule!("15.21a"), || Event::Collected { power, tile: self.tile, area, gold });
            }
            FreeActionChoice::Close(area) => {
                table.lay_cordon(seat, area);
                cx.log(rule!("15.20a"), || Event::Blockaded { power, area });
            }
        }
        Next::done(self)
    }
}
