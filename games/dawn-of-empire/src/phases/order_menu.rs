//! The menu of the orders phase: every step worth a look, those that are allowed, and those that search looks at (4.0A, 5.0).
//!
//! What is allowed is judged by the box itself; here it is asked for a whole menu at once.

use crate::ids::{LeaderId, ShipId, Side};
use crate::phases::orders::{Orders, OrdersChoice};
use crate::questions::orders::{Draft, Squad};
use crate::table::{Fleet, NO_STACK, each_stack};

/// Every step worth a look.
pub fn all(draft: &Draft, each: &mut impl FnMut(OrdersChoice)) {
    for number in each_stack(draft.stacks) {
        let squad = draft.squad(number);
        for ship in squad.ships.iter() {
            for other in draft.stacks_at(squad.place) {
                each(OrdersChoice::Join { ship, squadron: draft.front(other) });
            }
            if squad.count > 1 {
                each(OrdersChoice::Detach(ship));
                each(OrdersChoice::Lead(ship));
            }
        }
    }
    for leader in draft.side.leaders().filter(|leader| draft.table.has_leader(*leader)) {
        boards(draft, leader, each);
    }
    for number in draft.squadrons() {
        gives(draft, number, each);
    }
    each(OrdersChoice::Seal);
}

/// Every step that is allowed, in the order of `all`.
pub fn all_legal(draft: &Draft, each: &mut impl FnMut(OrdersChoice)) {
    let (mut known, mut open) = (None, 0);
    for number in each_stack(draft.stacks) {
        let squad = draft.squad(number);
        let room = draft.has_room(squad.place);
        for ship in squad.ships.iter() {
            // Ships of one place that did the same in the turn before may join the same stacks.
            let asked = (squad.place, draft.fleet.berth(ship).last);
            if known != Some(asked) {
                known = Some(asked);
                open = draft.open_to(asked.0, asked.1);
            }
            let stays = u64::from(!draft.fleet.placed.contains(ship)) << number;
            for other in each_stack(open & !(1 << number) | stays) {
                each(OrdersChoice::Join { ship, squadron: draft.front(other) });
            }
            if squad.count > 1 {
                if room {
                    each(OrdersChoice::Detach(ship));
                }
                if ship != squad.front {
                    each(OrdersChoice::Lead(ship));
                }
            }
        }
    }
    for leader in draft.side.leaders().filter(|leader| draft.table.has_leader(*leader)) {
        boards(draft, leader, each);
    }
    // A squadron may keep its order if that is legal, or if none is (ruling R41).
    let mut ready = true;
    for number in draft.squadrons() {
        let Squad { front: squadron, order: given, .. } = *draft.squad(number);
        let (mut any, mut stands) = (false, false);
        draft.each_legal_order(number, &mut |order| {
            any = true;
            stands |= order == given;
            let target = order.kind.has_target().then_some(order.target);
            each(OrdersChoice::Give { squadron, order: order.kind, target });
        });
        ready &= stands || !any;
    }
    if ready && Orders::next_to_part(draft).is_none() {
        each(OrdersChoice::Seal);
    }
}

/// The steps that search looks at.
pub fn canonical(draft: &Draft, each: &mut impl FnMut(OrdersChoice)) {
    let (side, fleet) = (draft.side, draft.fleet);
    if let Some(ship) = next_ship(fleet, side) {
        let berth = fleet.berth(ship);
        for number in draft.stacks_at(berth.at) {
            each(OrdersChoice::Join { ship, squadron: draft.front(number) });
        }
        if draft.squad(berth.stack).count > 1 {
            each(OrdersChoice::Detach(ship));
        }
    } else if let Some(leader) = next_leader(draft) {
        boards(draft, leader, each);
    } else if let Some(number) = next_squadron(draft) {
        gives(draft, number, each);
    } else if let Some(number) = Orders::next_to_part(draft) {
        let last = fleet.line(side, number).last().copied();
        each(OrdersChoice::Detach(last.expect("a squadron has ships")));
    } else {
        each(OrdersChoice::Seal);
    }
}

/// The stacks that a leader can go to.
fn boards(draft: &Draft, leader: LeaderId, each: &mut impl FnMut(OrdersChoice)) {
    let place = draft.place(draft.fleet.leaders[leader.local()]);
    for number in draft.stacks_at(place) {
        each(OrdersChoice::Board { leader, squadron: draft.front(number) });
    }
}

/// The orders that a squadron could be given.
fn gives(draft: &Draft, number: u8, each: &mut impl FnMut(OrdersChoice)) {
    let squadron = draft.front(number);
    draft.each_order(&mut |order| {
        let target = order.kind.has_target().then_some(order.target);
        each(OrdersChoice::Give { squadron, order: order.kind, target });
    });
}

/// The next ship whose place in a squadron has not been thought of.
fn next_ship(fleet: &Fleet, side: Side) -> Option<ShipId> {
    let here = side.fleet().iter().filter(|ship| fleet.berth(*ship).stack != NO_STACK);
    here.filter(|ship| !fleet.placed.contains(*ship)).find(|_| true)
}

/// The next leader of whom the same holds, where there is more than one stack to go to.
fn next_leader(draft: &Draft) -> Option<LeaderId> {
    draft.side.leaders().find(|leader| {
        let number = draft.fleet.leaders[leader.local()];
        let waits = draft.table.has_leader(*leader) && draft.fleet.seated >> leader.local() & 1 == 0;
        waits && draft.stacks_at(draft.place(number)).count() > 1
    })
}

/// The next squadron that waits for an order.
fn next_squadron(draft: &Draft) -> Option<u8> {
    draft.squadrons().find(|number| {
        let waits = !draft.fleet.ordered.contains(draft.front(*number))
            || draft.check(*number, draft.order(*number)).is_err();
        waits && draft.has_an_order(*number)
    })
}
