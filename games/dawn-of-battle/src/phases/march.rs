//! One unit moves (7.0): where to, and which vertex it faces there. Cannon that turn or are unlimbered choose a vertex too.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::casualties::Casualty;
use crate::data::Kind;
use crate::events::Event;
use crate::ids::{Facing, HexId, HexSet, UnitId, UnitSet};
use crate::impetuous::engages;
use crate::movement;
use crate::offers::unit_key;
use crate::questions::charge::{charge_trail, charges};
use crate::questions::reach::{Order, Reach, Zones, beside_enemy, facings, points, ridden_over, trail};
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame, withdrawal};

/// Why a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It was activated to move (7.5).
    Move,
    /// It moves and fires: it does not charge (7.10).
    MoveFire,
    /// A cannon turns or is unlimbered: any vertex will do (8.7.2.8, 8.7.2.9).
    Turn,
    /// It enters the map, with so many points spent before it is on the entry hex (7.8).
    Enter {
        /// The entry hex.
        at: HexId,
        /// Points for those who came before it.
        spent: u8,
    },
    /// It runs from the enemy (12.4).
    Panic,
    /// It withdraws before a melee (10.2.2).
    Withdraw,
    /// It has lost restraint and goes at the enemy (15.5.1).
    Impetuous,
    /// It has lost restraint and charges (15.5.1.5).
    Charge,
}

/// A unit that moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct March {
    unit: UnitId,
    why: Why,
    /// The hex that was chosen; a vertex is to be chosen there.
    goal: Option<HexId>,
    /// What is left of a move that has ended where a leader was alone.
    rest: Option<Rest>,
    /// Units that were disrupted because one had to go through the other; the leaders with them are in danger (6.4).
    shaken: UnitSet,
}

/// A move that may go on from where it has ridden over a leader (6.4): leaders halt nobody (R53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Rest {
    /// Where that was.
    at: HexId,
    /// Points spent so far.
    spent: u8,
    /// What enemy zones do to the whole move.
    zones: Zones,
}

/// Where a unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchChoice {
    /// To a hex, its own to turn there.
    Go(HexId),
    /// To a hex at the charge (7.11).
    Charge(HexId),
    /// Disrupts itself, to move better (7.2).
    SelfDisrupt,
    /// Faces a vertex there (7.3, 7.4).
    Face(Facing),
    /// Stays as it is.
    Stay,
}

impl March {
    /// A unit that moves.
    pub const fn new(unit: UnitId, why: Why) -> Self {
        Self { unit, why, goal: None, rest: None, shaken: UnitSet::NONE }
    }

    /// A unit whose hex is settled and whose vertex is not.
    pub const fn towards(unit: UnitId, why: Why, goal: HexId) -> Self {
        Self::new(unit, why).to(goal)
    }

    /// A unit that charges to a hex that is settled.
    pub const fn charging(unit: UnitId, goal: HexId) -> Self {
        Self::new(unit, Why::Charge).to(goal)
    }

    /// The same with its hex settled.
    pub const fn to(&self, goal: HexId) -> Self {
        Self { goal: Some(goal), ..*self }
    }

    /// Who moves.
    pub const fn unit(&self) -> UnitId {
        self.unit
    }

    /// The hex that was chosen.
    pub const fn goal(&self) -> Option<HexId> {
        self.goal
    }

    /// Whether a cannon only turns.
    pub const fn turns(&self) -> bool {
        matches!(self.why, Why::Turn)
    }

    /// The move as it is looked up.
    pub fn order(&self, table: &Table) -> Order {
        if let Some(Rest { spent, zones, .. }) = self.rest {
            let all = points(table, self.unit) * if self.enters() { 2 } else { 1 };
            return Order { spent, enters: true, ..Order::of(table, self.unit).with(all, zones) };
        }
        match self.why {
            Why::Enter { at, spent } => {
                let unit = self.unit;
                let cost = table.land.cost(at).unwrap_or(u8::MAX);
                Order {
                    unit,
                    from: at,
                    facing: table.units[unit].facing,
                    spent: spent.saturating_add(cost),
                    points: 2 * points(table, unit),
                    zones: Zones::Halt,
                    enters: true,
                    headlong: false,
                }
            }
            Why::Impetuous => Order::of(table, self.unit).headlong(),
            Why::Withdraw => withdrawal::order(table, self.unit),
            Why::Panic => Order::of(table, self.unit).with(points(table, self.unit), Zones::Shun),
            _ => Order::of(table, self.unit),
        }
    }

    /// Whether a move of some cost may end in a hex: who doubles his points on entering keeps away from the enemy (7.8).
    fn may_end(&self, table: &Table, hex: HexId, cost: u8) -> bool {
        !self.enters() || cost <= points(table, self.unit) || !beside_enemy(table, self.unit.side(), hex)
    }

    /// The vertices that may be faced in a hex, each with its cost.
    pub fn facings(&self, table: &Table, hex: HexId) -> [Option<u8>; 6] {
        let costs = self.affordable(table, hex);
        if self.why == Why::Impetuous { self.engaging(table, hex, costs) } else { costs }
    }

    /// The vertices for which its points suffice in a hex.
    fn affordable(&self, table: &Table, hex: HexId) -> [Option<u8>; 6] {
        if self.turns() {
            return [Some(0); 6];
        }
        let costs = facings(table, self.order(table), hex);
        costs.map(|cost| cost.filter(|cost| self.may_end(table, hex, *cost)))
    }

    /// Of some vertices those with an enemy before them, if there are any: who has lost restraint engages where he can (15.5.1).
    fn engaging(&self, table: &Table, hex: HexId, costs: [Option<u8>; 6]) -> [Option<u8>; 6] {
        let side = self.unit.side();
        let bold = Facing::ALL.map(|facing| {
            let cost = costs[usize::from(facing.index())];
            cost.filter(|_| engages(table, side, hex, facing))
        });
        if bold.iter().any(Option::is_some) { bold } else { costs }
    }

    fn may_self_disrupt(&self, table: &Table) -> Result<(), Refusal> {
        let at = &table.units[self.unit];
        require!(!at.disrupted, "7.2", "it is disrupted already");
        require!(self.rest.is_none(), "7.2", "it has moved already");
        let card = at.kind.card();
        require!(
            at.kind != Kind::Ay && card.disrupted.movement > card.good.movement,
            "7.2",
            "it would move no better"
        );
        require!(
            !matches!(self.why, Why::MoveFire | Why::Panic),
            "7.10",
            "it moves and fires in good order only"
        );
        if self.enters() {
            let mut after = table.clone();
            movement::disarray(&mut after, self.unit);
            require!(self.comes_in(&after), "7.8", "even so its movement would not take it onto the map");
        }
        Ok(())
    }

    /// Whether it enters the map in this move.
    const fn enters(&self) -> bool {
        matches!(self.why, Why::Enter { .. })
    }

    /// Whether it may leave it at where it stands: it is on the map and does not run.
    const fn may_stay(&self) -> bool {
        self.rest.is_some() || !matches!(self.why, Why::Enter { .. } | Why::Panic)
    }

    /// Whether it can go on from where it has ridden over a leader; elephants may have driven it from there meanwhile (15.8.3).
    fn can_go_on(&self, table: &Table) -> bool {
        let Some(Rest { at, .. }) = self.rest else { return false };
        table.units[self.unit].hex == at && Reach::new(table, self.order(table)).hexes().len() > 1
    }

    /// Whether there is a hex where it could end.
    fn comes_in(&self, table: &Table) -> bool {
        let reach = Reach::new(table, self.order(table));
        reach.hexes().iter().any(|hex| self.is_open(table, &reach, *hex))
    }

    /// Whether it may end in a hex that it can reach, whatever it faces there.
    fn is_open(&self, table: &Table, reach: &Reach, hex: HexId) -> bool {
        let may_end = |facing| reach.at(hex, facing).is_some_and(|cost| self.may_end(table, hex, cost));
        !self.enters() || Facing::ALL.into_iter().any(may_end)
    }

    /// The move is made: its marker (7.5, 7.6), and leaders who stood alone in the way (6.4). Where a player has named such a leader's hex the unit may go on.
    fn arrive(
        mut self,
        table: &mut Table,
        (goal, facing): (HexId, Facing),
        charge: bool,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let unit = self.unit;
        let side = unit.side();
        if self.turns() {
            table.units[unit].facing = facing;
            cx.log(rule!("8.7.2.9"), || Event::Turned { unit, facing });
            return Next::done(self);
        }
        let from = table.units[unit].hex;
        let enters = self.enters() && self.rest.is_none();
        let mut marker = if charge { Marker::Charge } else { Marker::Active };
        let order = self.order(table);
        if goal == from && !enters {
            table.units[unit].facing = facing;
            cx.log(rule!("7.4"), || Event::Turned { unit, facing });
        } else {
            let way =
                if charge { charge_trail(table, unit, goal) } else { trail(table, order, (goal, facing)) };
            let way = way.expect("check refuses a hex that cannot be reached");
            let left_zone =
                !enters && table.in_enemy_zone(side, from) && !table.effects.leave_free.contains(unit);
            if left_zone {
                marker = Marker::Done;
                if movement::before_a_charger(table, unit) && !table.units[unit].disrupted {
                    movement::disarray(table, unit);
                    cx.log(rule!("7.6"), || Event::Shaken { unit });
                }
            }
            let entry = enters.then(|| self.entry_hex());
            let ridden = ridden_over(table, side, entry.into_iter().chain(way.iter().map(|(hex, _)| *hex)));
            let stops = ridden.contains(goal) && !charge;
            let rest = stops.then(|| self.rest_of(table, order, (goal, facing))).flatten();
            let ordered = Self::in_order(table, side);
            if enters && way.is_empty() {
                table.put(unit, goal);
                table.units[unit].facing = facing;
            } else {
                if enters {
                    // Whoever stands on the entry hex is passed like any friend on the way (7.9).
                    movement::pass(table, unit, self.entry_hex(), cx);
                }
                movement::go(table, unit, &way, cx);
            }
            if self.is_forced() {
                self.shaken = ordered.minus(Self::in_order(table, side));
            }
            let hexes = way.iter().map(|(hex, _)| *hex);
            cx.log(if charge { rule!("7.11") } else { rule!("7.0") }, || Event::Moved {
                unit,
                from: if enters { HexId::NOWHERE } else { from },
                way: hexes.collect(),
                facing,
                charge,
            });
            if !ridden.is_empty() {
                self.mark(table, marker);
                let march = Self { goal: None, rest, ..self };
                return Next::call(march, Casualty::overrun(ridden, side));
            }
        }
        self.mark(table, marker);
        self.over(table)
    }

    /// The leaders with those who were run through are looked at (6.4); then the move goes on, or is done.
    fn over(mut self, table: &Table) -> Next<DawnOfBattle> {
        let side = self.unit.side();
        let shaken = std::mem::take(&mut self.shaken);
        let hexes: HexSet = shaken
            .iter()
            .map(|unit| table.units[unit].hex)
            .filter(|hex| table.has_post(side, *hex))
            .collect();
        if !hexes.is_empty() {
            return Next::call(self, Casualty::jostled(side, hexes));
        }
        if self.can_go_on(table) { Next::ask(self) } else { Next::done(self) }
    }

    /// The units of a side that are in good order.
    fn in_order(table: &Table, side: Seat) -> UnitSet {
        table.units_of(side).iter().filter(|unit| !table.units[*unit].disrupted).collect()
    }

    /// Whether it goes where its owner would not have it go: who is disrupted by that is so against his will (6.4).
    const fn is_forced(&self) -> bool {
        matches!(self.why, Why::Panic | Why::Impetuous | Why::Charge)
    }

    /// What is left of a move to a hex where a leader is alone. Who charges, runs or has lost restraint has only one way, which goes over all that lies on it.
    fn rest_of(&self, table: &Table, order: Order, (goal, facing): (HexId, Facing)) -> Option<Rest> {
        let guided = matches!(self.why, Why::Move | Why::MoveFire | Why::Enter { .. });
        let spent = facings(table, order, goal)[usize::from(facing.index())].filter(|_| guided)?;
        Some(Rest { at: goal, spent, zones: order.zones })
    }

    /// Lays the marker; running away leaves none, and a move that goes on keeps the one it has.
    fn mark(&self, table: &mut Table, marker: Marker) {
        if self.why == Why::Panic || self.rest.is_some() {
            return;
        }
        let gun = table.units[self.unit].kind == Kind::Ay;
        // A charge that was broken off on the way is no charge; guns that move are done (8.7.2.8), and who withdraws (10.2.2).
        table.units[self.unit].marker = match marker {
            _ if gun || self.why == Why::Withdraw => Marker::Done,
            Marker::Charge if table.units[self.unit].disrupted => Marker::Active,
            marker => marker,
        };
    }

    fn entry_hex(&self) -> HexId {
        match self.why {
            Why::Enter { at, .. } => at,
            _ => HexId::NOWHERE,
        }
    }

    /// Whether it may charge in this action: not as it enters the map (R78).
    pub fn may_charge(&self) -> bool {
        self.why == Why::Move && self.rest.is_none()
    }
}

impl Step<DawnOfBattle> for March {
    type Choice = MarchChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match (self.why, self.goal) {
            (Why::Charge, Some(goal)) => {
                let facing = table.units[self.unit].facing;
                self.arrive(table, (goal, facing), true, cx)
            }
            _ => Next::ask(self),
        }
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.unit.side())
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let name = table.name(self.unit);
        let prompt = match (self.goal, self.why) {
            (Some(_), _) => Prompt::new(rule!("7.4"), format!("Which way do {name} face?")),
            _ if self.rest.is_some() => Prompt::new(rule!("6.4"), format!("Where do {name} go on to?"))
                .hint("They have ridden over a leader. Each hex has its cost, with what was spent before."),
            (None, Why::Enter { .. }) => Prompt::new(
                rule!("7.8"),
                format!("Where do {name} go from the edge?"),
            )
            .hint("Each hex has its cost. With more than the usual points it must stay away from the enemy."),
            (None, _) => Prompt::new(rule!("7.0"), format!("Where do {name} go?"))
                .hint(format!("{} movement points; each hex has its cost.", points(table, self.unit))),
        };
        prompt.about(unit_key(table, self.unit))
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MarchChoice)) {
        if self.goal.is_some() {
            for facing in Facing::ALL {
                each(MarchChoice::Face(facing));
            }
            return;
        }
        self.legal(table, seat, each);
        // Near misses: where it would get with more points, and what it cannot do to get there.
        let order = self.order(table);
        let reach = Reach::new(table, order);
        let more = Reach::new(table, order.with(order.points + 1, order.zones));
        more.hexes().iter().filter(|hex| !reach.contains(**hex)).for_each(|hex| each(MarchChoice::Go(*hex)));
        if self.may_self_disrupt(table).is_err() {
            each(MarchChoice::SelfDisrupt);
        }
    }

    fn check(&self, table: &Table, _: Seat, choice: &MarchChoice) -> Result<(), Refusal> {
        if let Some(goal) = self.goal {
            let MarchChoice::Face(facing) = *choice else {
                return Err(Refusal::new(rule!("7.4"), "choose the vertex that it faces"));
            };
            let vertex = usize::from(facing.index());
            let affordable = self.affordable(table, goal)[vertex].is_some();
            require!(affordable, "7.4", "it has no point left to turn there");
            let engages = self.facings(table, goal)[vertex].is_some();
            require!(engages, "15.5.1", "it has lost restraint and must face the enemy");
            return Ok(());
        }
        match *choice {
            MarchChoice::Go(hex) => {
                require!(table.map().contains(hex), "7.7", "that is off the map");
                require!(table.land.cost(hex).is_some(), "2.4.3", "nobody may enter there"; blocked Thing::Space(hex.0));
                if let Some(enemy) = table.foe_at(self.unit.side(), hex) {
                    return Err(Refusal::new(rule!("7.9"), "an enemy is there")
                        .blocked_by(Thing::Piece(u16::from(enemy.0))));
                }
                let order = self.order(table);
                let costs = facings(table, order, hex);
                require!(
                    costs.iter().any(Option::is_some), "7.1", "its {0} movement points do not take it there";
                    figures i16::from(order.points), 0
                );
                let open = costs.iter().flatten().any(|cost| self.may_end(table, hex, *cost));
                require!(open, "7.8", "who doubles his movement on entering does not end beside an enemy");
                Ok(())
            }
            MarchChoice::Charge(hex) => {
                require!(self.may_charge(), "7.11", "it does not charge in this action");
                let kind = table.units[self.unit].kind;
                require!(kind.card().charges, "7.11", "its kind does not charge");
                require!(!table.units[self.unit].disrupted, "7.11", "a disrupted unit does not charge");
                require!(
                    charges(table, self.unit).contains(&hex),
                    "7.11",
                    "a charge goes straight on over clear ground, at least three hexes, and ends beside an enemy"
                );
                Ok(())
            }
            MarchChoice::SelfDisrupt => self.may_self_disrupt(table),
            MarchChoice::Face(_) => Err(Refusal::new(rule!("7.4"), "choose its hex first")),
            MarchChoice::Stay => {
                require!(self.may_stay(), "7.8", "it must come onto the map");
                Ok(())
            }
        }
    }

    fn legal(&self, table: &Table, _: Seat, each: &mut impl FnMut(MarchChoice)) {
        if let Some(goal) = self.goal {
            for (facing, cost) in Facing::ALL.into_iter().zip(self.facings(table, goal)) {
                if cost.is_some() {
                    each(MarchChoice::Face(facing));
                }
            }
            return;
        }
        let reach = Reach::new(table, self.order(table));
        let open = reach.hexes().iter().filter(|hex| self.is_open(table, &reach, **hex));
        open.for_each(|hex| each(MarchChoice::Go(*hex)));
        if self.may_charge() {
            charges(table, self.unit).into_iter().for_each(|hex| each(MarchChoice::Charge(hex)));
        }
        if self.may_self_disrupt(table).is_ok() {
            each(MarchChoice::SelfDisrupt);
        }
        if self.may_stay() {
            each(MarchChoice::Stay);
        }
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MarchChoice)) {
        self.legal(table, seat, each);
    }

    /// Who may stay may also turn where it stands. Whoever comes into a hex by its front has the choice of two vertices; only foot may
    /// have come sideways, with no point left to turn.
    fn has_several(&self, table: &Table, _: Seat) -> bool {
        match (self.why, self.goal) {
            (Why::Turn, _) | (Why::Move | Why::MoveFire, None) => true,
            (Why::Move | Why::MoveFire, Some(_)) => {
                !table.units[self.unit].kind.is_infantry() && points(table, self.unit) > 0
            }
            _ => false,
        }
    }

    fn choose(
        self,
        table: &mut Table,
        _: Seat,
        choice: MarchChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let unit = self.unit;
        match choice {
            MarchChoice::Go(hex) => Next::ask(self.to(hex)),
            MarchChoice::Charge(hex) => {
                let facing = table.units[unit].facing;
                self.arrive(table, (hex, facing), true, cx)
            }
            MarchChoice::SelfDisrupt => {
                movement::disarray(table, unit);
                cx.log(rule!("7.2"), || Event::SelfDisrupted { unit });
                Next::ask(self)
            }
            MarchChoice::Face(facing) => {
                let goal = self.goal.expect("a vertex is asked for in a hex");
                self.arrive(table, (goal, facing), false, cx)
            }
            MarchChoice::Stay => {
                self.mark(table, Marker::Active);
                Next::done(self)
            }
        }
    }

    /// The leaders who stood in the way have been seen to.
    fn resume(self, _: Frame, table: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.over(table)
    }
}
