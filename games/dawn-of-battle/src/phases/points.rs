//! Action points (4.2): from the leaders and a card, as many as there are chits (2.3.4).

use sandtable_engine::{Audience, Cx, RuleRef, Seat, rule};

use crate::DawnOfBattle;
use crate::data::{CardId, card};
use crate::events::Event;
use crate::ids::SIDES;
use crate::table::Table;

/// Both armies receive their points: the command of their leaders and that of a card (4.2), at most the chits that are left (R52).
pub fn receive(table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
    for side in SIDES {
        let morale = table.morale(side);
        let army = table.army_mut(side);
        let drawn = army.deck.turn_over(rule!("4.2"), cx);
        army.points = (morale + card(drawn).command).min(army.pool);
        let points = army.points;
        cx.log(rule!("4.2"), || Event::Points { side, card: drawn, points });
    }
}

/// Says that an event was drawn: which one is for its owner alone.
pub fn tell_event(side: Seat, card: CardId, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) {
    cx.log(rule, || Event::DrewEvent { side });
    cx.log_for(Audience::one(side), rule, || Event::Event { side, card });
}

/// Whether an army has room for another event (14.0, 5.6).
pub fn has_room_for_event(table: &Table, side: Seat) -> bool {
    table.army(side).deck.held < table.morale(side)
}

/// Buys an event for a point (5.6, 14.3). The card is a secret, and its symbol does not count (R80).
pub fn buy_event(table: &mut Table, side: Seat, cx: &mut Cx<DawnOfBattle>) {
    let army = table.army_mut(side);
    army.points -= 1;
    let card = army.deck.draw_event(rule!("14.3"), cx);
    tell_event(side, card, rule!("5.6"), cx);
}
