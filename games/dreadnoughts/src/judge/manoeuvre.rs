//! A move that is under way, or has just been ordered, is judged by the best end that it may have.

use sandtable_engine::{Seat, State};

use super::gunfire::{Aim, Attacker, Opening, harm_of};
use super::stakes::{Harm, Stakes};
use super::{CAUTION, course, fleet, reckoned};
use crate::ids::{ShipId, ShipSet};
use crate::phases::damage::shot_at;
use crate::phases::gunnery::{self, Silent, sector_dice};
use crate::phases::helm::{End, Helm};
use crate::questions::range::range;
use crate::questions::{sector, sight};
use crate::table::Table;
use crate::{Dreadnoughts, Frame, victory};

/// How many enemies a ship looks at when she seeks a place.
const WATCHED: usize = 6;

/// Of what a campaign to the end may gain, what counts where a ship seeks her place for a turn.
const OF_A_CAMPAIGN: f32 = 0.2;

/// Hexes in which a move may end, and beginnings of campaigns, are rarely more.
const OFTEN: usize = 64;

/// The move that a seat has in hand: of the ship that it steers, or of the one that it has just given an order.
pub fn in_hand(state: &State<Dreadnoughts>, table: &Table, seat: Seat) -> Option<Helm> {
    match state.frame()? {
        Frame::Helm(helm) if table.side(helm.ship()) == seat => Some(*helm),
        Frame::Orders(orders) => {
            let ship = orders.latest(table, seat)?;
            Some(Helm::new(table, ship, ShipSet::NONE))
        }
        _ => None,
    }
}

/// Puts the ship where her move had best end; none if there is nowhere to go.
pub fn complete(helm: Helm, table: &mut Table, seat: Seat, stakes: &[Stakes]) -> Option<End> {
    let ship = helm.ship();
    let mut lookout = Lookout::new(table, ship, seat, stakes);
    let mut best: Option<(f32, End)> = None;
    helm.outlook(table, &mut |table, end| {
        if let Some(appeal) = lookout.appeal(table)
            && best.is_none_or(|(most, _)| appeal > most)
        {
            best = Some((appeal, end));
        }
    });
    let (_, end) = best?;
    end.reach(table, ship);
    Some(end)
}

/// The enemies that a ship looks at when she seeks a place: the nearest few.
fn nearest(table: &Table, ship: ShipId) -> ShipSet {
    let mut left = table.enemies_of(ship).and(table.fleet.afloat);
    let mut nearest = ShipSet::NONE;
    for _ in 0..WATCHED {
        let Some(enemy) = left.iter().min_by_key(|enemy| range(table, ship, *enemy)) else { break };
        left.remove(enemy);
        nearest.insert(enemy);
    }
    nearest
}

/// A ship that seeks a place, with what she need not reckon anew for each.
struct Lookout<'a> {
    ship: ShipId,
    seat: Seat,
    attacker: Attacker,
    enemies: Vec<Watched<'a>>,
    own: &'a Stakes,
    /// Headings that were looked at off the map, a bit for each.
    off_map: u8,
    views: Vec<View>,
    /// From each view in turn the distance of each enemy, and the attack on her but for the dice of the sector.
    sights: Vec<(u8, Option<Opening>)>,
    /// Which view is that of a hex, from 1; 0 where she has not been.
    view_of: Vec<u16>,
}

/// An enemy who is watched.
struct Watched<'a> {
    ship: ShipId,
    aim: Aim,
    stakes: &'a Stakes,
    /// What campaigns against her gain, by the way they begin: those that begin alike go on alike.
    begun: Vec<u32>,
    gains: Vec<f32>,
}

/// How a campaign begins, which says how it goes on: at which distance, with which attack, and where the first move leads.
#[derive(Clone, Copy)]
struct Campaign {
    hexes: u8,
    opening: Option<Opening>,
    nearer: Option<u8>,
}

impl Campaign {
    /// A number of its own for each: no sheet is 255 hexes wide, and no salvo lacks 128 dice.
    fn key(self) -> u32 {
        let Opening { guns, run } = self.opening.unwrap_or(Opening { guns: i8::MIN, run: 0 });
        u32::from_le_bytes([self.hexes, self.nearer.unwrap_or(u8::MAX), guns as u8, run as u8])
    }
}

/// What a ship sees from a hex, whatever her heading.
struct View {
    /// Headings that were looked at, a bit for each.
    looked: u8,
    held: f32,
    /// What her enemies there may do to her.
    loss: f32,
    way_out: i32,
}

impl<'a> Lookout<'a> {
    fn new(table: &Table, ship: ShipId, seat: Seat, stakes: &'a [Stakes]) -> Self {
        let attacker = Attacker::new(table, ship, false);
        let watched = |enemy: ShipId| Watched {
            ship: enemy,
            aim: attacker.aim(table, enemy),
            stakes: &stakes[enemy.index()],
            begun: Vec::with_capacity(OFTEN),
            gains: Vec::with_capacity(OFTEN),
        };
        let view_of = vec![0; table.scenario.sea.grid.len()];
        let own = &stakes[ship.index()];
        let enemies: Vec<Watched> = nearest(table, ship).iter().map(watched).collect();
        let (views, sights) = (Vec::with_capacity(OFTEN), Vec::with_capacity(OFTEN * enemies.len()));
        Self { ship, seat, attacker, enemies, own, off_map: 0, views, sights, view_of }
    }

    /// What the place where the ship is on the table is worth to her, in points: what she can do from there and in the turns
    /// after, what may be done to her there, and where it leads. None if she has been there before.
    fn appeal(&mut self, table: &Table) -> Option<f32> {
        let ship = self.ship;
        let heading = 1 << table.ships[ship].heading as u8;
        let Some(index) = table.scenario.sea.grid.index(table.hex(ship)) else {
            let known = self.off_map & heading != 0;
            self.off_map |= heading;
            return (!known).then(|| f32::from(victory::stake(table, ship, self.seat)));
        };
        if self.view_of[index] == 0 {
            self.look_round(table);
            self.view_of[index] = self.views.len() as u16;
        }
        let number = usize::from(self.view_of[index]) - 1;
        let view = &mut self.views[number];
        if view.looked & heading != 0 {
            return None;
        }
        view.looked |= heading;
        let sights = &self.sights[number * self.enemies.len()..];
        let mut gain: f32 = 0.0;
        for (enemy, (hexes, opening)) in self.enemies.iter_mut().zip(sights) {
            let (hexes, mut opening) = (*hexes, *opening);
            if let Some(opening) = &mut opening {
                opening.guns += sector_dice(sector::sector(table, ship, enemy.ship));
            }
            gain = gain.max(enemy.gain(&self.attacker, Campaign { hexes, opening, nearer: None }));
            if self.attacker.may_close(&enemy.aim, hexes) {
                let ahead = sector::ahead(table, ship, enemy.ship);
                let nearer = Some(self.attacker.nearer(&enemy.aim, hexes, ahead));
                gain = gain.max(enemy.gain(&self.attacker, Campaign { hexes, opening, nearer }));
            }
        }
        Some(view.held + OF_A_CAMPAIGN * gain + view.loss + course::from(view.way_out, table, ship))
    }

    /// Notes the view from the hex where the ship is on the table.
    fn look_round(&mut self, table: &Table) {
        let ship = self.ship;
        let beside = sight::beside(table, ship);
        let mut suffered = Harm::default();
        for enemy in &self.enemies {
            let hexes = range(table, ship, enemy.ship);
            let mut opening = self.attacker.opening(table, beside, &enemy.aim, hexes);
            if let Some(opening) = &mut opening {
                opening.guns -= sector_dice(sector::sector(table, ship, enemy.ship));
            }
            self.sights.push((hexes, opening));
            let ratings = table.ratings(enemy.ship);
            if hexes <= ratings.range.min(sight::spotting_distance(table, enemy.ship, ship)) {
                let dice = f32::from(gunnery::dice(table, enemy.ship, ship, &mut Silent)).max(0.0);
                suffered = suffered.plus(harm_of(shot_at(table, ship, ratings.weight)).times(dice));
            }
        }
        self.views.push(View {
            looked: 0,
            held: f32::from(victory::stake(table, ship, self.seat)),
            loss: self.own.under(suffered.times(reckoned(CAUTION, fleet(table, self.seat)))) - self.own.now(),
            way_out: course::way_out(table, ship),
        });
    }
}

impl Watched<'_> {
    /// What a campaign against her gains, in points.
    fn gain(&mut self, attacker: &Attacker, campaign: Campaign) -> f32 {
        let key = campaign.key();
        if let Some(known) = self.begun.iter().position(|begun| *begun == key) {
            return self.gains[known];
        }
        let Campaign { hexes, opening, nearer } = campaign;
        let barrage = attacker.campaign(&self.aim, hexes, opening, nearer);
        let gain = self.stakes.under(barrage.harm) - self.stakes.now();
        self.begun.push(key);
        self.gains.push(gain);
        gain
    }
}
