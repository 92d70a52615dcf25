//! Orders: both sides make up their squadrons and order them in secret (4.0A, 5.0).
//!
//! Each side rearranges a draft that only it can see. All ships in a port begin as one squadron at anchor (5.1), so that a
//! player takes out only those that are to sail. When both have sealed, the stacks are laid on the chart, face down.

use sandtable_engine::chance::Chance;
use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Thing, require, rule};
use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::ids::{LeaderId, MOST, Order, OrderKind, ShipId, ShipSet, Side, Space};
use crate::phases::order_menu;
use crate::questions::orders::{Draft, MOST_STACKS, Squad};
use crate::questions::watch;
use crate::table::{Fleet, NO_STACK, Table, each_stack};
use crate::{DawnOfEmpire, knowledge, stacks};

/// Both sides write.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Orders {
    /// Seats that still write.
    writing: SeatSet,
}

/// A step of composing, or the end of it. Squadrons are named by their leading ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrdersChoice {
    /// A ship goes to the end of a stack in the same place.
    Join {
        /// The ship.
        ship: ShipId,
        /// The leading ship of the stack.
        squadron: ShipId,
    },
    /// A ship leaves its squadron and is by itself.
    Detach(ShipId),
    /// A ship goes to the front of its squadron; later lines are formed only where ships come together (ruling R53).
    Lead(ShipId),
    /// A leader goes aboard a stack in the same place.
    Board {
        /// The leader.
        leader: LeaderId,
        /// The leading ship of the stack.
        squadron: ShipId,
    },
    /// A squadron gets an order.
    Give {
        /// The leading ship of the squadron.
        squadron: ShipId,
        /// The order.
        order: OrderKind,
        /// The port that it is aimed at.
        target: Option<Space>,
    },
    /// All orders stand.
    Seal,
}

/// The order of a choice.
fn order_of(order: OrderKind, target: Option<Space>) -> Order {
    Order { kind: order, target: target.unwrap_or(Space::NOWHERE) }
}

/// Makes the draft that a side starts from: one squadron at anchor in each port, the others as they are.
fn begin_draft(table: &mut Table, side: Side) {
    let mut fleet = *table.fleet(side);
    fleet.placed = ShipSet::NONE;
    fleet.seated = 0;
    fleet.ordered = ShipSet::NONE;
    for port in Space::ports() {
        let here: ShipSet = ships_at(&fleet, side, port);
        let Some(first) = here.first() else { continue };
        let number = fleet.berth(first).stack;
        let mut before = 0u64;
        for (rank, ship) in here.iter().enumerate() {
            let berth = fleet.berth_mut(ship);
            before |= 1 << berth.stack;
            berth.stack = number;
            berth.rank = rank as u8;
        }
        for leader in &mut fleet.leaders {
            if *leader != NO_STACK && before >> *leader & 1 != 0 {
                *leader = number;
            }
        }
    }
    for berth in &mut fleet.berths.0 {
        berth.order = Order::default();
    }
    // What has no choice needs no thought.
    let afloat: ShipSet = side.fleet().iter().filter(|ship| fleet.berth(*ship).stack != NO_STACK).collect();
    for ship in afloat.iter() {
        if ships_at(&fleet, side, fleet.berth(ship).at).len() == 1 {
            fleet.placed.insert(ship);
        }
    }
    table.fleets[side.index()].settle(fleet);
    stand(table, side);
}

/// Gives each squadron of the draft whose order does not hold the one that it takes by itself.
fn stand(table: &mut Table, side: Side) {
    let mut draft = Draft::of(table, side);
    let mut given = tinyvec::ArrayVec::<[(ShipSet, Order); MOST]>::new();
    let mut left = draft.squadrons;
    while let Some(number) =
        each_stack(left).find(|number| draft.check(*number, draft.order(*number)).is_err())
    {
        let order = draft.standing_order(number);
        draft.give(number, order);
        given.push((draft.squad(number).ships, order));
        left &= !(1 << number);
    }
    table.with_fleet(side, |fleet| {
        for (ships, order) in given {
            ships.iter().for_each(|ship| fleet.berth_mut(ship).order = order);
        }
    });
}

/// The ships of a side in a place, by the draft.
fn ships_at(fleet: &Fleet, side: Side, place: Space) -> ShipSet {
    side.fleet()
        .iter()
        .filter(|ship| fleet.berth(*ship).at == place && fleet.berth(*ship).stack != NO_STACK)
        .collect()
}

/// A draft that an enemy may have written: the squadrons as they lie, each with any order that it may have.
pub fn imagine(table: &mut Table, side: Side, chance: &mut dyn Chance) {
    begin_draft(table, side);
    let numbers = table.fleet(side).stacks();
    for number in each_stack(numbers) {
        let draft = Draft::of(table, side);
        if draft.squad(number).count < 2 {
            continue;
        }
        let mut legal = 0;
        draft.each_legal_order(number, &mut |_| legal += 1);
        if legal == 0 {
            continue;
        }
        let mut left = chance.draw(rule!("5.0"), legal);
        let mut picked = Order::default();
        draft.each_legal_order(number, &mut |order| {
            if left == 0 {
                picked = order;
            }
            left = left.wrapping_sub(1);
        });
        table.with_fleet(side, |fleet| stacks::give(fleet, side, number, picked));
    }
}

impl Orders {
    /// Both sides are to write.
    pub fn new() -> Self {
        Self { writing: SeatSet::first(2) }
    }

    /// Seats that still write.
    pub fn writing(&self) -> SeatSet {
        self.writing
    }

    /// The next squadron that must be made smaller before orders are sealed (6.5).
    pub fn next_to_part(draft: &Draft) -> Option<u8> {
        draft.squadrons().find(|number| draft.must_part(*number) && draft.has_room(draft.place(*number)))
    }

    fn check_join(draft: &Draft, ship: ShipId, squadron: ShipId) -> Result<(), Refusal> {
        check_own(draft, ship)?;
        check_front(draft, squadron)?;
        let (from, to) = (draft.fleet.berth(ship), draft.fleet.berth(squadron));
        let piece = Thing::Piece(u16::from(squadron.0));
        require!(from.at == to.at, "6.2", "a squadron takes in only ships that lie in the same place"; blocked piece);
        if from.stack == to.stack {
            let placed = draft.fleet.placed.contains(ship);
            require!(!placed, "6.2", "she is with that squadron already"; blocked piece);
            return Ok(());
        }
        let few = draft.stacks_at(to.at).take(MOST_STACKS).any(|number| number == to.stack);
        require!(few, "R64", "this table parts the ships of a place into {0} stacks at most: join one of the first"; figures MOST_STACKS as i16, 0);
        let common = draft.has_common_future(to.stack, ship);
        require!(common, "5.0", "no order could follow what all these ships did in the turn before"; blocked piece);
        Ok(())
    }

    fn check_detach(draft: &Draft, ship: ShipId) -> Result<(), Refusal> {
        check_own(draft, ship)?;
        let berth = draft.fleet.berth(ship);
        require!(draft.squad(berth.stack).count > 1, "6.3", "this ship is by itself already");
        require!(draft.has_room(berth.at), "R64", "this table parts the ships of a place into {0} stacks at most"; figures MOST_STACKS as i16, 0);
        Ok(())
    }

    fn check_seal(draft: &Draft) -> Result<(), Refusal> {
        for number in draft.squadrons() {
            if let Err(refusal) = draft.check(number, draft.order(number))
                && draft.has_an_order(number)
            {
                let front = draft.front(number);
                return Err(refusal.blocked_by(Thing::Piece(u16::from(front.0))));
            }
        }
        if let Some(number) = Self::next_to_part(draft) {
            let piece = Thing::Piece(u16::from(draft.front(number).0));
            return Err(Refusal::new(
                rule!("6.5"),
                "too many to coal together: take some out of this squadron",
            )
            .blocked_by(piece));
        }
        Ok(())
    }

    /// Both have sealed: squadrons at anchor in one port become one (5.1, ruling R13), and the stacks are laid on the chart.
    fn open(self, table: &mut Table, cx: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        watch::note_watched_ports(table);
        for side in Side::BOTH {
            // Whoever sealed last now sees how the other's ships are stacked.
            let owner = table.owner(side);
            cx.reveal(&mut table.fleets[side.index()], owner);
            finish(table, side);
            stacks::rebuild(table, side);
            if table.scenario.options.face_up {
                knowledge::lay_open(table, side);
            }
        }
        cx.log(rule!("4.0"), || Event::OrdersOpen);
        Next::done(self)
    }
}

/// Puts a draft in order for the turn.
fn finish(table: &mut Table, side: Side) {
    let mut fleet = *table.fleet(side);
    let mut draft = Draft::of(table, side);
    let mut at_anchor = [NO_STACK; crate::data::SPACES];
    for number in each_stack(draft.stacks) {
        let Squad { place, mut order, count, .. } = *draft.squad(number);
        // A squadron for which no counter is left lies at anchor without one (ruling R41), and a single ship does so until it
        // moves (ruling R28).
        if count < 2 || draft.check(number, order).is_err() {
            order = Order::default();
            draft.give(number, order);
        }
        stacks::give(&mut fleet, side, number, order);
        if count < 2 || order.kind != OrderKind::Anchor || !place.is_port() {
            continue;
        }
        let first = at_anchor[place.index()];
        if first == NO_STACK {
            at_anchor[place.index()] = number;
            continue;
        }
        for ship in fleet.line(side, number) {
            fleet.append(ship, first);
        }
        for leader in &mut fleet.leaders {
            if *leader == number {
                *leader = first;
            }
        }
    }
    fleet.stayed = side
        .fleet()
        .iter()
        .filter(|ship| fleet.berth(*ship).stack != NO_STACK && fleet.berth(*ship).at.is_port())
        .collect();
    fleet.from_neutral = ShipSet::NONE;
    fleet.placed = ShipSet::NONE;
    fleet.seated = 0;
    fleet.ordered = ShipSet::NONE;
    table.fleets[side.index()].settle(fleet);
}

fn check_own(draft: &Draft, ship: ShipId) -> Result<(), Refusal> {
    let own = ship.belongs_to(draft.side) && draft.fleet.berth(ship).stack != NO_STACK;
    require!(own, "5.0", "you give orders to your own ships on the chart");
    Ok(())
}

fn check_front(draft: &Draft, ship: ShipId) -> Result<(), Refusal> {
    check_own(draft, ship)?;
    require!(draft.fleet.leads(ship), "6.2", "name a squadron by its leading ship");
    Ok(())
}

impl Step<DawnOfEmpire> for Orders {
    type Choice = OrdersChoice;

    fn enter(self, table: &mut Table, _: &mut Cx<DawnOfEmpire>) -> Next<DawnOfEmpire> {
        for side in Side::BOTH {
            begin_draft(table, side);
        }
        Next::ask(self)
    }

    #[inline]
    fn waiting(&self, _: &Table) -> SeatSet {
        self.writing
    }

    /// Sealing by itself would tell the other side that nothing was left to decide.
    #[inline]
    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let ask = if table.side(seat) == Side::Us {
            "Form your squadrons, give each an order, and seal them."
        } else {
            "Form your squadrons, give each an order, and seal them when you are done."
        };
        Prompt::new(rule!("5.0"), ask).hint(
            "Ships that stay in port need nothing: they lie at anchor. To send some out, take them from the port's squadron and \
             give the new squadron an order. Spain moves first; your enemy sees how many ships sail, not which.",
        )
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(OrdersChoice)) {
        order_menu::all(&Draft::of(table, table.side(seat)), each);
    }

    // All checks of a menu share one look at the draft.
    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(OrdersChoice)) {
        order_menu::all_legal(&Draft::of(table, table.side(seat)), each);
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(OrdersChoice)) {
        let draft = Draft::of(table, table.side(seat));
        order_menu::canonical(&draft, &mut |choice| {
            if check(&draft, choice).is_ok() {
                each(choice);
            }
        });
    }

    fn check(&self, table: &Table, seat: Seat, choice: &OrdersChoice) -> Result<(), Refusal> {
        check(&Draft::of(table, table.side(seat)), *choice)
    }

    /// Search thinks of each ship once, then of each leader, then of each order, and seals.
    fn canonical_candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(OrdersChoice)) {
        order_menu::canonical(&Draft::of(table, table.side(seat)), each);
    }

    fn canonical(&self, table: &Table, seat: Seat, choice: &OrdersChoice) -> bool {
        let mut found = false;
        self.canonical_candidates(table, seat, &mut |other| found |= other == *choice);
        found
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: OrdersChoice,
        cx: &mut Cx<DawnOfEmpire>,
    ) -> Next<DawnOfEmpire> {
        let side = table.side(seat);
        match choice {
            OrdersChoice::Join { ship, squadron } => {
                if table.with_fleet(side, |fleet| join(fleet, side, ship, squadron)) {
                    stand(table, side);
                }
            }
            OrdersChoice::Detach(ship) => {
                table.with_fleet(side, |fleet| {
                    let from = fleet.berth(ship).stack;
                    let number = fleet.free_stack();
                    fleet.append(ship, number);
                    fleet.berth_mut(ship).order = Order::default();
                    fleet.close_up(side, from);
                    fleet.placed.insert(ship);
                });
                stand(table, side);
            }
            OrdersChoice::Lead(ship) => table.with_fleet(side, |fleet| {
                let number = fleet.berth(ship).stack;
                for other in fleet.line(side, number) {
                    fleet.berth_mut(other).rank += 1;
                }
                fleet.berth_mut(ship).rank = 0;
                fleet.close_up(side, number);
                fleet.placed.insert(ship);
            }),
            OrdersChoice::Board { leader, squadron } => table.with_fleet(side, |fleet| {
                fleet.leaders[leader.local()] = fleet.berth(squadron).stack;
                fleet.seated |= 1 << leader.local();
            }),
            OrdersChoice::Give { squadron, order, target } => table.with_fleet(side, |fleet| {
                let number = fleet.berth(squadron).stack;
                stacks::give(fleet, side, number, order_of(order, target));
                fleet.ordered.insert(squadron);
            }),
            OrdersChoice::Seal => {
                self.writing = self.writing.without(seat);
                cx.log(rule!("5.0"), || Event::Sealed { side });
                if self.writing.is_empty() {
                    return self.open(table, cx);
                }
            }
        }
        Next::ask(self)
    }
}

/// Puts a ship at the end of a squadron; leaders whose last ship it was go with it. False if it was there already.
fn join(fleet: &mut Fleet, side: Side, ship: ShipId, squadron: ShipId) -> bool {
    fleet.placed.insert(ship);
    let (from, to) = (fleet.berth(ship).stack, fleet.berth(squadron).stack);
    if from == to {
        return false;
    }
    let order = fleet.berth(squadron).order;
    fleet.append(ship, to);
    fleet.berth_mut(ship).order = order;
    fleet.close_up(side, from);
    if fleet.count(from) == 0 {
        for leader in &mut fleet.leaders {
            if *leader == from {
                *leader = to;
            }
        }
    }
    true
}

/// Whether a step is allowed in a draft.
fn check(draft: &Draft, choice: OrdersChoice) -> Result<(), Refusal> {
    match choice {
        OrdersChoice::Join { ship, squadron } => Orders::check_join(draft, ship, squadron),
        OrdersChoice::Detach(ship) => Orders::check_detach(draft, ship),
        OrdersChoice::Lead(ship) => {
            check_own(draft, ship)?;
            let count = draft.squad(draft.fleet.berth(ship).stack).count;
            require!(count > 1, "6.3", "this ship is by itself");
            require!(!draft.fleet.leads(ship), "7.31", "this ship leads already");
            Ok(())
        }
        OrdersChoice::Board { leader, squadron } => {
            let own = leader.belongs_to(draft.side) && draft.table.has_leader(leader);
            require!(own, "7.4", "you give orders to your own leaders");
            check_front(draft, squadron)?;
            let place = draft.place(draft.fleet.leaders[leader.local()]);
            let same = draft.fleet.berth(squadron).at == place;
            require!(same, "6.2", "a leader goes aboard a ship where he is");
            Ok(())
        }
        OrdersChoice::Give { squadron, order, target } => {
            check_front(draft, squadron)?;
            require!(target != Some(Space::NOWHERE), "7.5", "that is no port");
            draft.check(draft.fleet.berth(squadron).stack, order_of(order, target))
        }
        OrdersChoice::Seal => Orders::check_seal(draft),
    }
}
