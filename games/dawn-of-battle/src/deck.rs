//! An army's action deck: what is left of it, the discards, the events in hand (2.7, 14.0).
//!
//! The order of a deck is nobody's knowledge: a draw is a draw among the cards that are left, made when it happens (R65). The discards lie open; what is
//! left is the rest without the hand, which only its owner knows.

use sandtable_engine::chance::Chance;
use sandtable_engine::{Audience, Cx, Hidden, RuleRef, Seat, rule};
use serde::Serialize;

use crate::DawnOfBattle;
use crate::data::{CardId, CardSet, EventId};

/// An action deck with its discards and the hand of events that came from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Deck {
    /// Cards that have been turned over or played, open to all.
    pub discards: CardSet,
    /// Events in hand; only the owner knows them.
    pub hand: Hidden<CardSet>,
    /// How many events are in hand, as all can see.
    pub held: u8,
    /// Whose deck it is.
    owner: Seat,
}

impl Deck {
    /// A whole deck, shuffled, for a seat that holds nothing yet.
    pub const fn new(seat: Seat) -> Self {
        let hand = Hidden::known_to(CardSet::NONE, Audience::one(seat));
        Self { discards: CardSet::NONE, hand, held: 0, owner: seat }
    }

    /// The cards that can still be drawn. Only rules and the owner know them.
    #[inline]
    pub const fn left(&self) -> CardSet {
        CardSet::ALL.minus(self.discards).minus(*self.hand.truth())
    }

    /// The events in hand. That an empty hand is empty all can see.
    #[inline]
    pub fn cards(&self) -> CardSet {
        if self.held == 0 { CardSet::NONE } else { *self.hand.truth() }
    }

    /// How many cards can still be drawn.
    #[inline]
    pub const fn count(&self) -> u8 {
        (CardSet::ALL.len() - self.discards.len()) as u8 - self.held
    }

    /// Draws a card that goes nowhere yet.
    #[inline]
    fn take(&self, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) -> CardId {
        let left = self.left();
        let place = cx.draw(rule, left.len());
        left.nth(place).expect("a deck is shuffled anew before it is empty")
    }

    /// When the last card has been drawn, the discards are shuffled into a new deck at once (2.7.7).
    #[inline]
    fn renew(&mut self) {
        if self.count() == 0 {
            self.discards = CardSet::NONE;
        }
    }

    /// Turns a card over for all to see; it is discarded after use.
    #[inline]
    pub fn turn_over(&mut self, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) -> CardId {
        let card = self.take(rule, cx);
        self.discards.insert(card);
        self.renew();
        card
    }

    /// Draws an event into the hand (14.3).
    pub fn draw_event(&mut self, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) -> CardId {
        let card = self.take(rule, cx);
        let mut hand = *self.hand.truth();
        hand.insert(card);
        // What the enemy may have seen of the hand is no help any more: the new card is among them.
        self.hand = Hidden::known_to(hand, Audience::one(self.owner));
        self.held += 1;
        self.renew();
        card
    }

    /// Lays an event from the hand on the discards: it has been played or thrown away (14.2, 14.3).
    pub fn discard(&mut self, card: CardId) {
        self.hand.truth_mut().remove(card);
        self.held -= 1;
        self.discards.insert(card);
        self.renew();
    }

    /// Cards left and discards are shuffled together (14.5.2); the hand stays.
    pub const fn reshuffle(&mut self) {
        self.discards = CardSet::NONE;
    }

    /// Whether an event is in hand.
    #[inline]
    pub fn holds(&self, event: EventId) -> bool {
        self.hand.truth().iter().any(|card| card.event() == event)
    }

    /// Settles a forgotten hand: any of the cards that nobody has seen.
    pub fn imagine(&mut self, chance: &mut dyn Chance) {
        if !self.hand.is_forgotten() {
            return;
        }
        let mut unseen = CardSet::ALL.minus(self.discards);
        let mut hand = CardSet::NONE;
        for _ in 0..self.held {
            let place = chance.draw(rule!("14.0"), unseen.len());
            let card = unseen.nth(place).expect("a hand is smaller than the deck");
            unseen.remove(card);
            hand.insert(card);
        }
        self.hand.settle(hand);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_engine::Secret;
    use sandtable_engine::Viewer;
    use sandtable_engine::chance::{Fast, Scripted};

    #[test]
    fn a_card_is_drawn_by_its_place_among_those_left() {
        let mut deck = Deck::new(Seat(0));
        let mut script = Scripted::dice([5, 5, 71]);
        let mut cx = Cx::silent(&mut script);
        assert_eq!(deck.turn_over(rule!("2.7"), &mut cx), CardId(5));
        // Card 5 is gone: the fifth of the others is number 6.
        assert_eq!(deck.draw_event(rule!("14.3"), &mut cx), CardId(6));
        assert_eq!((deck.held, deck.count()), (1, 70));
        assert!(deck.holds(CardId(6).event()) && !deck.left().contains(CardId(6)));
        deck.discard(CardId(6));
        assert_eq!((deck.held, deck.discards.len(), deck.count()), (0, 2, 70));
    }

    #[test]
    fn r2_7_7_the_last_card_brings_the_discards_back() {
        let mut deck = Deck::new(Seat(0));
        let mut chance = Fast::new(1);
        let mut cx = Cx::silent(&mut chance);
        let kept = deck.draw_event(rule!("14.1"), &mut cx);
        for _ in 0..70 {
            deck.turn_over(rule!("2.7"), &mut cx);
        }
        assert_eq!(deck.count(), 1);
        deck.turn_over(rule!("2.7"), &mut cx);
        assert_eq!(deck.count(), 71);
        assert!(!deck.left().contains(kept));
    }

    #[test]
    fn a_forgotten_hand_is_dealt_from_what_nobody_has_seen() {
        let mut deck = Deck::new(Seat(0));
        let mut chance = Fast::new(7);
        let mut cx = Cx::silent(&mut chance);
        for _ in 0..3 {
            deck.draw_event(rule!("14.1"), &mut cx);
        }
        for _ in 0..40 {
            deck.turn_over(rule!("2.7"), &mut cx);
        }
        let (seen, count) = (deck.discards, deck.count());
        deck.hand.forget(Viewer::Seat(Seat(1)));
        assert_eq!(deck.count(), count, "how many are left is no secret");
        deck.imagine(&mut chance);
        assert_eq!(deck.hand.truth().len(), 3);
        assert!(deck.hand.truth().iter().all(|card| !seen.contains(card)));
    }
}
