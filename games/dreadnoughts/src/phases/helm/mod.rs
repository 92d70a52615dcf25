//! One ship's move, hex by hex, the way its bow points (2.16, 8.0 to 8.3, 8.6, 8.8).
//!
//! A leg is: turn in the hex where the ship is, leave smoke there, go ahead one hex. A ship thus never turns in the
//! last hex that it enters (8.2c), and smoke never lies there (8.6a).

mod entry;
mod outlook;

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use super::damage::note_crippled;
use super::orders::show_speed;
use super::reaction::Reaction;
use crate::events::Event;
use crate::ids::{Heading, Hex, Level, ShipId, ShipSet};
use crate::questions::speed::{self, Band};
use crate::scenario::{Berth, SheetEdge};
use crate::table::{Stopped, Table};
use crate::{Dreadnoughts, Frame};

pub use outlook::End;

/// One ship's move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Helm {
    ship: ShipId,
    /// Hexes entered so far (2.13a); those moved outside the map count too (8.8a).
    moved: u8,
    /// Whether it turned in its starting hex.
    turned_at_start: bool,
    /// Whether the last hex it entered ends its move (8.3).
    halted: bool,
    /// Enemies that have fired at it during this move (8.4).
    reacted: ShipSet,
    /// The hexes that it must and can move in all, reckoned anew whenever the box asks.
    band: Band,
    /// Ships that found no room in an earlier turn and have yet to come on: they are first in the queue (ruling N1).
    ahead: ShipSet,
}

/// A leg of the move, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HelmChoice {
    /// Turn by so many hexsides (to port if negative), perhaps leave smoke, go ahead one hex.
    Ahead {
        /// Hexsides to starboard.
        turn: i8,
        /// Whether smoke is left in the hex that the ship leaves.
        smoke: bool,
    },
    /// The move ends here.
    Stop,
    /// No more evasive action (8.5e).
    Steady,
    /// Come onto the map (8.8).
    Enter {
        /// The hex.
        hex: Hex,
        /// The heading.
        heading: Heading,
    },
    /// Stay outside this turn.
    Wait,
}

/// Turns that a ship could try in a hex, from the least: where one is not allowed, neither is a wider one.
const TURNS: [i8; 5] = [0, -1, 1, -2, 2];

/// Where a leg would lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// To a hex of sea.
    Sea(Hex),
    /// Off the map where that is allowed.
    Exit(SheetEdge),
    /// Off the map where it is not.
    Edge(SheetEdge),
    /// Against land or shore (9.20).
    Land,
    /// Beyond the scenario's limit (9.13).
    Limit,
}

impl Helm {
    /// The move of a ship; `unmoved` are those that move after it.
    pub fn new(table: &Table, ship: ShipId, unmoved: ShipSet) -> Self {
        let band = Band { least: 1, most: 1 };
        let ahead = entry::first_in_the_queue(table, ship, unmoved);
        Self { ship, moved: 0, turned_at_start: false, halted: false, reacted: ShipSet::NONE, band, ahead }
    }

    /// Whose move it is.
    pub const fn ship(&self) -> ShipId {
        self.ship
    }

    /// Whether the ship has yet to leave the hex where it was.
    pub const fn is_at_start(&self) -> bool {
        self.moved == 0
    }

    /// Asks for the next leg, with the band of this moment.
    fn ask(self, table: &Table) -> Next<Dreadnoughts> {
        Next::ask(Self { band: self.band_now(table), ..self })
    }

    fn band_now(&self, table: &Table) -> Band {
        let (level, evading) = (table.ships[self.ship].level, table.evading.contains(self.ship));
        self.after_turning(speed::band(table, self.ship, level, evading))
    }

    /// Ruling T2: a slowed ship that turns where it starts moves one hex.
    #[inline]
    fn after_turning(&self, band: Band) -> Band {
        if self.turned_at_start { Band { most: 1, ..band } } else { band }
    }

    /// Whether the ship may turn by so many hexsides where it is (8.2, C1.1, rulings T1 to T3).
    #[inline]
    fn check_turn(&self, table: &Table, turn: i8) -> Result<(), Refusal> {
        if turn == 0 {
            return Ok(());
        }
        let state = &table.ships[self.ship];
        require!(state.damage.jammed == 0, "C1.1", "the steering is jammed: the ship cannot turn");
        let wanders = table.scenario.specials.wanders(self.ship);
        require!(!wanders, "9.15", "the rudder is jammed: the sea turns this ship, not its captain");
        let most = if speed::manoeuvre(table, self.ship) >= 2 { 2 } else { 1 };
        require!(
            turn.abs() <= most, "8.2b", "the ship turns at most {0} hexsides in a hex";
            figures i16::from(most), 0
        );
        if self.moved == 0 {
            let slow = state.damage.is_slowed() || state.damage.stopped == Stopped::Repaired;
            let cruising = slow || state.level == Level::Cruise;
            require!(cruising, "8.2c", "only at cruise speed does a ship turn in the hex it starts from");
        }
        Ok(())
    }

    /// Whether smoke may be left in the hex where the ship is (8.6, C1.2, rulings K1, K6).
    #[inline]
    fn check_smoke(&self, table: &Table) -> Result<(), Refusal> {
        let at_start = self.moved == 0;
        require!(
            !at_start || table.scenario.options.smoke_start_hex,
            "8.6a",
            "smoke is laid from the first hex that the ship enters, not in the hex it starts from"
        );
        let working = !table.ships[self.ship].damage.equipment;
        require!(working, "C1.2", "its equipment is damaged: the ship makes no smoke this turn");
        require!(table.smoke.has_room(table.hex(self.ship)), "K6", "no more smoke markers are left");
        Ok(())
    }

    /// Where a leg on a heading leads: across the bow (2.16c, 8.2a), or against what bars the way (8.8, 9.13, 9.20).
    #[inline]
    fn way(&self, table: &Table, turn: i8) -> Way {
        let sea = &table.scenario.sea;
        let hex = self.across_the_bow(table, turn);
        if !sea.grid.contains(hex) {
            return self.way_off(table, hex);
        }
        if sea.is_land(hex) {
            return Way::Land;
        }
        let from = table.hex(self.ship);
        let mut limits = table.scenario.specials.limit_lines.iter();
        if limits
            .any(|(ships, last)| ships.contains(self.ship) && hex.row() > *last && hex.row() > from.row())
        {
            return Way::Limit;
        }
        Way::Sea(hex)
    }

    /// The hex across the bow after a turn (2.16c), on the map or off it.
    #[inline]
    fn across_the_bow(&self, table: &Table, turn: i8) -> Hex {
        let side = table.scenario.sea.side(table.ships[self.ship].heading.turned(turn));
        table.hex(self.ship).step(side)
    }

    /// The way to a hex off the map (8.8). Over a corner it leads by whichever of the two edges the ship may cross (ruling
    /// G3).
    #[cold]
    fn way_off(&self, table: &Table, hex: Hex) -> Way {
        let sea = &table.scenario.sea;
        let mut edges = sea.edges_crossed(hex).filter(|edge| !sea.shore.contains(edge));
        let Some(edge) = edges.clone().next() else { return Way::Land };
        let side = table.side(self.ship);
        let allowed = |edge: &SheetEdge| {
            let mut exits = table.scenario.exits.iter();
            exits.any(|exit| exit.side == side && exit.from_turn <= table.turn && exit.edges.contains(edge))
        };
        edges.find(allowed).map_or(Way::Edge(edge), Way::Exit)
    }

    /// The ways that the ship may try, among which it finds none that is free (rulings G1, G2); one that is jammed has
    /// only the way ahead (ruling J3).
    fn trapped(&self, table: &Table) -> Option<Trap> {
        let mut trap = Trap::Edge;
        for turn in TURNS.into_iter().filter(|turn| self.check_turn(table, *turn).is_ok()) {
            match self.way(table, turn) {
                Way::Sea(_) | Way::Exit(_) => return None,
                Way::Land | Way::Limit => trap = Trap::Land,
                Way::Edge(_) => {}
            }
        }
        Some(trap)
    }

    fn check_ahead(&self, table: &Table, turn: i8, smoke: bool) -> Result<(), Refusal> {
        require!((-3..=3).contains(&turn), "8.2b", "a ship turns by hexsides, to port or to starboard");
        let band = self.band;
        require!(
            self.moved < band.most, "8.0b", "the ship has moved the {0} hexes that its speed allows";
            figures i16::from(band.most), 0
        );
        self.check_turn(table, turn)?;
        if smoke {
            self.check_smoke(table)?;
        }
        self.check_way(table, self.way(table, turn))
    }

    /// Whether the ship may go that way.
    #[inline]
    fn check_way(&self, table: &Table, way: Way) -> Result<(), Refusal> {
        match way {
            Way::Sea(_) | Way::Exit(_) => Ok(()),
            Way::Land => Err(Refusal::new(rule!("9.20"), "ships cannot enter land or cross a shore")),
            Way::Limit => {
                Err(Refusal::new(rule!("9.13"), "the scenario does not let this ship go farther south"))
            }
            Way::Edge(_) => {
                let forced = self.moved < self.band.least && self.trapped(table) == Some(Trap::Edge);
                require!(
                    forced,
                    "8.8a",
                    "ships leave the map only where the scenario allows it, or when they cannot help it"
                );
                Ok(())
            }
        }
    }

    /// Whether the move may end here: at standard speed anywhere within the band (8.0b, ruling V2).
    fn check_stop(&self, table: &Table) -> Result<(), Refusal> {
        let band = self.band;
        if self.moved >= band.least || self.trapped(table) == Some(Trap::Land) {
            return Ok(());
        }
        Err(Refusal::new(rule!("8.0b"), "at this speed the ship must move at least {0} hexes")
            .figures(i16::from(band.least), 0))
    }

    fn check_steady(&self, table: &Table) -> Result<(), Refusal> {
        require!(table.evading.contains(self.ship), "8.5e", "the ship takes no evasive action");
        require!(self.moved == 0, "8.5e", "evasive action ends at the beginning of a move");
        require!(!table.harassed.contains(self.ship), "9.18", "aircraft force the ship to evade this turn");
        Ok(())
    }

    /// The ship has entered a hex: other ships stop it, enemies may fire, or it goes on.
    fn entered(
        mut self,
        table: &mut Table,
        came_from: Option<Hex>,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let hex = table.hex(self.ship);
        // 8.3: entering another ship's hex ends the move, and only a further leg could turn (ruling T5).
        if !table.afloat_in(hex).minus(ShipSet::one(self.ship)).is_empty() {
            self.halted = true;
        }
        match Reaction::drawn_by(table, self.ship, came_from, self.reacted) {
            Some(reaction) => Next::call(self, reaction),
            // Nobody has fired: the ship is as fast as it was.
            None => self.go_on(self.after_turning(self.band), table, cx),
        }
    }

    /// The next leg, within a band, or the end of the move.
    #[inline]
    fn go_on(self, band: Band, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        if self.halted || self.moved >= band.most {
            self.finish(table, cx)
        } else {
            Next::ask(Self { band, ..self })
        }
    }

    fn finish(self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        let ship = self.ship;
        if speed::under_way(table, ship) {
            let hex = table.hex(ship);
            cx.log(rule!("8.0"), || Event::Halts { ship, hex });
            wander(table, ship, cx);
        }
        Next::done(self)
    }

    fn go_ahead(
        mut self,
        table: &mut Table,
        turn: i8,
        smoke: bool,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let ship = self.ship;
        let from = table.hex(ship);
        let to = self.across_the_bow(table, turn);
        let heading = table.ships[ship].heading.turned(turn);
        table.ships[ship].heading = heading;
        self.turned_at_start |= self.moved == 0 && turn != 0;
        if smoke {
            table.smoke.lay(from);
        }
        self.moved += 1;
        // `check` refuses land and limits: the way leads to a hex of sea or off the map.
        if !table.scenario.sea.grid.contains(to) {
            match self.way_off(table, to) {
                Way::Exit(edge) => leave(table, ship, edge, true, cx),
                Way::Edge(edge) => leave(table, ship, edge, false, cx),
                Way::Sea(_) | Way::Land | Way::Limit => unreachable!("`check` refuses a shore"),
            }
            return Next::done(self);
        }
        table.hexes[ship.index()] = to;
        cx.log(rule!("8.2"), || Event::Moves { ship, hex: to, heading, smoke });
        self.entered(table, Some(from), cx)
    }
}

/// What hems a ship in on every side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trap {
    /// Land or a limit on some side: it stops there (ruling G1).
    Land,
    /// Nothing but the edge of the map: it runs off (ruling G2).
    Edge,
}

/// A ship leaves the map (8.8b, 8.8c, ruling N3).
fn leave(table: &mut Table, ship: ShipId, edge: SheetEdge, allowed: bool, cx: &mut Cx<Dreadnoughts>) {
    table.remove(ship);
    table.ships[ship].left = Some((edge, table.turn));
    if allowed {
        table.fleet.exited.insert(ship);
        cx.log(rule!("8.8c"), || Event::Exits { ship, edge });
    } else {
        table.fleet.eliminated.insert(ship);
        cx.log(rule!("8.8b"), || Event::Eliminated { ship, edge });
    }
    note_crippled(table, ship);
}

/// A ship with a jammed rudder is turned by the sea after its move (9.15).
fn wander(table: &mut Table, ship: ShipId, cx: &mut Cx<Dreadnoughts>) {
    let rudder = table.scenario.specials.rudders.iter().find(|(wandering, ..)| *wandering == ship);
    let Some((_, port, starboard)) = rudder.copied() else { return };
    let die = cx.die(rule!("9.15"));
    let turn = if port.contains(die) { -1 } else { i8::from(starboard.contains(die)) };
    let heading = table.ships[ship].heading.turned(turn);
    table.ships[ship].heading = heading;
    cx.log(rule!("9.15"), || Event::Yaws { ship, die, heading });
}

impl Step<Dreadnoughts> for Helm {
    type Choice = HelmChoice;

    /// The ship's level is shown when it is named to move (ruling V8).
    fn enter(self, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        let ship = self.ship;
        let level = show_speed(table, ship, cx);
        cx.log(rule!("8.1"), || Event::Speed { ship, level });
        self.ask(table)
    }

    #[inline]
    fn waiting(&self, table: &Table) -> SeatSet {
        SeatSet::one(table.side(self.ship))
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let name = table.name(self.ship);
        let band = self.band;
        let about = table.vessel(self.ship).id.clone();
        if self.is_outside(table) {
            return Prompt::new(rule!("8.8"), format!("Where does {name} come on?"))
                .hint("Click one of the lit hexes at the edge, or let her wait for a later turn.")
                .about(about);
        }
        let ask = if band.least == band.most {
            format!("Move {name}: {} of {} hexes done.", self.moved, band.most)
        } else {
            format!("Move {name}: {} to {} hexes, {} done.", band.least, band.most, self.moved)
        };
        Prompt::new(rule!("8.0"), ask)
            .hint("Click the hex ahead or a hex to turn to; smoke is left in the hex that she leaves.")
            .about(about)
    }

    #[inline]
    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(HelmChoice)) {
        if self.is_outside(table) {
            if let Berth::Enters { hexes, headings, .. } = &table.vessel(self.ship).berth {
                for &hex in hexes {
                    for &heading in headings {
                        each(HelmChoice::Enter { hex, heading });
                    }
                }
            }
            return each(HelmChoice::Wait);
        }
        for turn in TURNS {
            each(HelmChoice::Ahead { turn, smoke: false });
            each(HelmChoice::Ahead { turn, smoke: true });
        }
        each(HelmChoice::Stop);
        each(HelmChoice::Steady);
    }

    /// Legs have much in common: how far the ship may turn, where that leads, and whether it may make smoke.
    #[inline]
    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(HelmChoice)) {
        if self.is_outside(table) {
            return self.candidates(table, seat, &mut |choice| {
                if self.check(table, seat, &choice).is_ok() {
                    each(choice);
                }
            });
        }
        if self.moved < self.band.most {
            let smoke = self.check_smoke(table).is_ok();
            for turn in TURNS {
                if self.check_turn(table, turn).is_err() {
                    break;
                }
                if self.check_way(table, self.way(table, turn)).is_ok() {
                    each(HelmChoice::Ahead { turn, smoke: false });
                    if smoke {
                        each(HelmChoice::Ahead { turn, smoke: true });
                    }
                }
            }
        }
        if self.check_stop(table).is_ok() {
            each(HelmChoice::Stop);
        }
        if self.check_steady(table).is_ok() {
            each(HelmChoice::Steady);
        }
    }

    #[inline]
    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(HelmChoice)) {
        self.legal(table, seat, each);
    }

    /// A ship that may go ahead often has a second choice that is as quickly seen: to stop, or to make smoke.
    #[inline]
    fn has_several(&self, table: &Table, _: Seat) -> bool {
        !self.is_outside(table)
            && self.moved < self.band.most
            && (self.moved >= self.band.least || self.check_smoke(table).is_ok())
            && matches!(self.way(table, 0), Way::Sea(_))
    }

    #[inline]
    fn check(&self, table: &Table, _: Seat, choice: &HelmChoice) -> Result<(), Refusal> {
        let outside = self.is_outside(table);
        match *choice {
            HelmChoice::Enter { hex, heading } => {
                require!(outside, "8.8", "the ship is on the map already");
                self.check_enter(table, hex, heading)
            }
            HelmChoice::Wait => {
                require!(outside, "8.0", "a ship under way must move"; blocked Thing::Piece(u16::from(self.ship.0)));
                Ok(())
            }
            _ if outside => Err(Refusal::new(rule!("8.8"), "the ship has yet to come onto the map")),
            HelmChoice::Ahead { turn, smoke } => self.check_ahead(table, turn, smoke),
            HelmChoice::Stop => self.check_stop(table),
            HelmChoice::Steady => self.check_steady(table),
        }
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: HelmChoice,
        cx: &mut Cx<Dreadnoughts>,
    ) -> Next<Dreadnoughts> {
        let ship = self.ship;
        match choice {
            HelmChoice::Ahead { turn, smoke } => self.go_ahead(table, turn, smoke, cx),
            HelmChoice::Stop => self.finish(table, cx),
            HelmChoice::Steady => {
                table.evading.remove(ship);
                cx.log(rule!("8.5e"), || Event::Steadies { ship });
                // Asking reckons the band anew: the ship has its full move (ruling E3).
                self.ask(table)
            }
            HelmChoice::Enter { hex, heading } => self.come_on(table, hex, heading, cx),
            HelmChoice::Wait => {
                if self.finds_no_room(table) {
                    table.crowded_out.insert(ship);
                } else {
                    table.crowded_out.remove(ship);
                }
                cx.log(rule!("8.8"), || Event::Waits { ship });
                Next::done(self)
            }
        }
    }

    /// Each enemy fires at a moving ship once (8.4).
    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<Dreadnoughts>) -> Next<Dreadnoughts> {
        if let Frame::Reaction(reaction) = child {
            self.reacted = self.reacted.or(reaction.fired());
        }
        if !speed::under_way(table, self.ship) {
            return self.finish(table, cx);
        }
        self.go_on(self.band_now(table), table, cx)
    }
}
