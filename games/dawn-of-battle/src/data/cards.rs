//! The 72 cards of an action deck (2.7), each with an event (2.7.5) and perhaps a symbol (2.7.6).

use std::sync::LazyLock;

use sandtable_engine::piece_set;
use serde::{Deserialize, Serialize};

use super::charts::Chart;
use super::events::EventId;

pub(super) const TEXT: &str = include_str!("../../data/cards.toml");

/// How many cards a deck has.
pub const CARDS: u8 = 72;

/// A card by its printed number, 1 to 72.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(pub u8);

impl CardId {
    /// Whether there is such a card.
    #[inline]
    pub const fn exists(self) -> bool {
        1 <= self.0 && self.0 <= CARDS
    }

    /// All cards, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=CARDS).map(Self)
    }

    /// Its event.
    #[inline]
    pub fn event(self) -> EventId {
        card(self).event
    }
}

/// The colour of the die on a card (2.7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "two colours")]
pub enum Colour {
    Black,
    Gray,
}

/// The symbol of a random event (2.7.6, 14.5, 15.8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    /// 14.5.1.
    Panic,
    /// 14.5.2.
    Reshuffle,
    /// 14.5.3.
    Fatigue,
    /// 14.5.4.
    EndOfGame,
    /// 15.8.3.
    Elephant,
}

/// What is printed on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its event.
    pub event: EventId,
    /// Action points, added to those of the leaders (2.7.1).
    pub command: u8,
    /// The face of the die (2.7.2).
    pub die: u8,
    /// Its colour.
    pub colour: Colour,
    /// The icon, if it has one.
    pub icon: Option<Icon>,
    /// The melee chart (2.7.3).
    pub chart: Chart,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    card: Vec<Card>,
}

static DECK: LazyLock<Vec<Card>> = LazyLock::new(|| {
    let file: File = toml::from_str(TEXT).expect("cards.toml is tested");
    assert_eq!(file.card.len(), usize::from(CARDS), "a deck has 72 cards");
    file.card
});

/// What is printed on a card.
#[inline]
pub fn card(id: CardId) -> &'static Card {
    &DECK[usize::from(id.0 - 1)]
}

piece_set!(
    /// Some cards of a deck.
    CardSet(CardId): u128
);

impl CardSet {
    /// The whole deck.
    pub const ALL: Self = Self::range(1, CARDS as usize + 1);

    /// The card that stands at a place among them, in the order of their numbers, from 0.
    #[inline]
    pub fn nth(self, place: u32) -> Option<CardId> {
        let mut left = self;
        for _ in 0..place {
            left.0 &= left.0.wrapping_sub(1);
        }
        left.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::charts::copies;

    fn count(fits: impl Fn(&Card) -> bool) -> usize {
        CardId::all().filter(|id| fits(card(*id))).count()
    }

    #[test]
    fn r2_7_2_every_face_stands_on_twelve_cards() {
        for face in 1..=6 {
            assert_eq!(count(|card| card.die == face), 12, "face {face}");
        }
    }

    #[test]
    fn r2_7_1_commands_are_one_to_three_and_ex_machina_has_none() {
        let commands: Vec<usize> = (0..=3).map(|value| count(|card| card.command == value)).collect();
        assert_eq!(commands, [2, 24, 30, 16]);
        for number in [71, 72] {
            let machina = card(CardId(number));
            assert_eq!((machina.event, machina.command, machina.chart), (EventId::ExMachina, 0, Chart::X));
        }
    }

    #[test]
    fn r14_5_icons_are_counted_and_black() {
        let icons = [Icon::Panic, Icon::EndOfGame, Icon::Fatigue, Icon::Reshuffle, Icon::Elephant];
        let counts = icons.map(|icon| count(|card| card.icon == Some(icon)));
        assert_eq!(counts, [12, 8, 6, 6, 4]);
        assert_eq!(count(|card| card.icon.is_some() == (card.colour == Colour::Black)), 72);
        assert_eq!(count(|card| (card.icon == Some(Icon::Panic)) == (card.die == 1)), 72);
    }

    #[test]
    fn r2_7_charts_and_events_are_dealt_as_their_files_say() {
        for chart in
            [Chart::A, Chart::B, Chart::C, Chart::D, Chart::E, Chart::F, Chart::G, Chart::H, Chart::I]
        {
            assert_eq!(count(|card| card.chart == chart), usize::from(copies(chart)), "{chart:?}");
        }
        for number in 1..=35 {
            assert_eq!(card(CardId(number)).event, card(CardId(number + 35)).event);
            assert_eq!(card(CardId(number)).event as u8, number - 1);
        }
    }

    #[test]
    fn a_set_finds_its_cards_by_place() {
        let set: CardSet = [3, 40, 72].map(CardId).into_iter().collect();
        assert_eq!((set.nth(0), set.nth(2), set.nth(3)), (Some(CardId(3)), Some(CardId(72)), None));
        assert_eq!(CardSet::ALL.len(), u32::from(CARDS));
        assert_eq!(CardSet::ALL.minus(set).len(), u32::from(CARDS) - 3);
        assert!(!set.contains(CardId(0)) && !set.contains(CardId(200)));
    }
}
