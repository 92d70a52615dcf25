//! The events of the action cards: titles, windows and figures (2.7.5, 14.0).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

pub(super) const TEXT: &str = include_str!("../../data/events.toml");

/// How many titles there are.
pub const EVENTS: usize = 36;

/// The event of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "events.toml says what each does")]
pub enum EventId {
    ChampionsHour,
    WornBlades,
    DriveHome,
    LockedShields,
    FreshHand,
    PressOn,
    DigInHeels,
    NoQuarter,
    FightingBlind,
    LineRelief,
    DenseVolley,
    GustingWind,
    LoftedArrows,
    EmptyQuivers,
    SuddenDownpour,
    QuickMarch,
    AboutFace,
    HiddenTrack,
    OpenFiles,
    FeignedFlight,
    Spurs,
    SharpenedStakes,
    BackToTheStandard,
    SteadyThere,
    UglyRumours,
    OldSoldiers,
    SecondWind,
    SwiftCouriers,
    TangledOrders,
    SeizeTheMoment,
    TrumpetsCarry,
    LostMessenger,
    HardOnTheirHeels,
    LooseTongues,
    HouseholdGuard,
    ExMachina,
}

/// When an event may be played (14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Before the draws for the initiative.
    Initiative,
    /// When one's own units are activated to move.
    ActivationMove,
    /// When one's own leader activates a formation.
    Activation,
    /// When the enemy has declared a formation.
    EnemyActivation,
    /// In the action cycle, when it is one's own turn.
    ActionOwn,
    /// In the action cycle.
    Action,
    /// After one's own action.
    ActionDone,
    /// Before a shot is drawn for.
    Fire,
    /// Before a formation rallies.
    Rally,
    /// Before a morale check of one's own unit.
    Check,
    /// When a melee has been declared.
    MeleeDeclared,
    /// Before the melee cards are turned over.
    Melee,
    /// After the melee cards have been turned over.
    MeleeCards,
    /// After a melee.
    MeleeDone,
    /// Before a leader is checked.
    Leader,
    /// Whenever one is asked in the action or the melee cycle.
    Any,
}

impl Timing {
    /// In words, as a card says it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Initiative => "Before the initiative",
            Self::ActivationMove => "Your units are to move",
            Self::Activation => "Your leader activates",
            Self::EnemyActivation => "An enemy formation is declared",
            Self::ActionOwn => "Your action",
            Self::Action => "Action cycle",
            Self::ActionDone => "After your action",
            Self::Fire => "Before a shot",
            Self::Rally => "Before a rally",
            Self::Check => "Before a morale check",
            Self::MeleeDeclared => "A melee is declared",
            Self::Melee => "Before the melee cards",
            Self::MeleeCards => "After the melee cards",
            Self::MeleeDone => "After a melee",
            Self::Leader => "A leader is in danger",
            Self::Any => "Any time",
        }
    }
}

/// What is printed about an event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventCard {
    /// Which one.
    pub id: EventId,
    /// Its title.
    pub title: String,
    /// When it may be played.
    pub window: Timing,
    /// Its figure: what it adds, how many it allows.
    pub figure: i8,
    /// What it does.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    event: Vec<EventCard>,
}

static EVENT_CARDS: LazyLock<Vec<EventCard>> = LazyLock::new(|| {
    let file: File = toml::from_str(TEXT).expect("events.toml is tested");
    file.event
});

/// What is printed about an event.
#[inline]
pub fn event(id: EventId) -> &'static EventCard {
    &EVENT_CARDS[id as usize]
}

impl EventId {
    /// Its figure.
    #[inline]
    pub fn figure(self) -> i8 {
        event(self).figure
    }

    /// When it may be played.
    #[inline]
    pub fn window(self) -> Timing {
        event(self).window
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        &event(self).title
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_stand_in_the_order_of_their_names() {
        assert_eq!(EVENT_CARDS.len(), EVENTS);
        for (at, card) in EVENT_CARDS.iter().enumerate() {
            assert_eq!(card.id as usize, at, "{}", card.title);
            assert!(!card.text.is_empty() && !card.title.is_empty());
        }
    }

    #[test]
    fn r10_2_4_2_the_two_events_of_the_example_have_its_figures() {
        assert_eq!(EventId::ChampionsHour.figure(), 2);
        assert_eq!(EventId::WornBlades.figure(), -1);
        assert_eq!(EventId::ExMachina.window(), Timing::Melee);
    }
}
