//! What a melee is made of: its steps, an attack on one hex, the decisions (10.2).

use serde::{Deserialize, Serialize};

use crate::contest::Party;
use crate::data::{CardId, Cell, Chart, Harm, card};
use crate::ids::{HexId, UnitId};
use crate::strength::Played;

/// The steps of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The defender may be relieved (E10).
    Declared,
    /// A cannon alone is taken or destroyed (8.7.2.10).
    Cannon,
    /// The defender may withdraw (10.2.2).
    Withdrawal,
    /// Guns fire first (8.7.2), and by option bows (15.9).
    Gunfire,
    /// The enemy of who fires may play an event on the shot (E12).
    Aimed,
    /// Light gunners who have fired may withdraw (8.7.2.4).
    AfterFire,
    /// An attacker whom panic fire has disrupted may break off (15.9).
    BreakOff,
    /// The attacker spends points (10.2.3.6).
    Exertion,
    /// The defender does.
    Resistance,
    /// Events before the cards (10.2.4.2).
    Events,
    /// The cards are turned over.
    Cards,
    /// Events after the cards.
    Replies,
    /// ex Machina: the attacker's die, then the defender's (14.6).
    Machina,
    /// The defender's morale check.
    CheckDefender,
    /// The attacker's morale check.
    CheckAttacker,
    /// The harm is done.
    Harm,
    /// Leaders of a disrupted attacker are checked.
    Leaders,
    /// The attacker advances (10.2.6).
    Advance,
    /// Leaders in the hex of the defender are checked.
    Overrun,
    /// Cannon in the hex are taken or destroyed (8.7.2.5).
    Capture,
    /// A charging attacker may fight on (10.2.7).
    Continuance,
    /// An event after the melee (E6).
    Afterwards,
    /// It is over.
    Over,
}

impl Stage {
    /// Whether it asks for events alone.
    pub const fn asks_for_events(self) -> bool {
        matches!(self, Self::Declared | Self::Aimed | Self::Events | Self::Replies | Self::Afterwards)
    }
}

/// One attack on one hex.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bout {
    /// Who is attacked.
    pub target: Party,
    /// Where.
    pub hex: HexId,
    /// Points that attacker and defender spent.
    pub exertion: [u8; 2],
    /// Events.
    pub played: Played,
    /// The melee cards of attacker and defender.
    pub cards: [Option<CardId>; 2],
    /// What the cards do to attacker and defender.
    pub cells: [Cell; 2],
    /// Melee strengths of attacker and defender when the cards were turned over.
    pub strengths: [i8; 2],
    /// Totals by ex Machina.
    pub totals: [i8; 2],
    /// What becomes of attacker and defender.
    pub harm: [Harm; 2],
    /// Whether the defender has withdrawn.
    pub withdrew: bool,
    /// Whether the defender was in the hex as troops and is dead.
    pub killed: bool,
}

impl Bout {
    /// An attack on somebody in a hex.
    pub const fn new(target: Party, hex: HexId) -> Self {
        let none = Cell::plain(Harm::Nothing);
        Self {
            target,
            hex,
            exertion: [0; 2],
            played: Played {
                champion: [0; 2],
                worn: [0; 2],
                drive: 0,
                locked: false,
                stakes: 0,
                blind: false,
                machina: false,
            },
            cards: [None; 2],
            cells: [none; 2],
            strengths: [0; 2],
            totals: [0; 2],
            harm: [Harm::Nothing; 2],
            withdrew: false,
            killed: false,
        }
    }

    /// Whether ex Machina settles it: drawn by one side or played (14.6.1).
    pub fn by_machina(&self) -> bool {
        self.played.machina || self.cards.iter().flatten().any(|id| card(*id).chart == Chart::X)
    }
}

/// Decisions of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeleeChoice {
    /// Line Relief: the card, and the unit that comes up (E10).
    Relief {
        /// The card.
        card: CardId,
        /// Who comes up.
        unit: UnitId,
    },
    /// Withdraw to a hex.
    Withdraw(HexId),
    /// Stand and fight.
    Stand,
    /// Fire before the melee.
    Shoot,
    /// Do not fire.
    HoldFire,
    /// Go on with the attack.
    GoOn,
    /// Break it off.
    BreakOff,
    /// Spend so many points.
    Exert(u8),
    /// Play an event.
    Card(CardId),
    /// Barbarians charge this turn (15.4).
    Roar,
    /// Play none.
    Pass,
    /// Advance into a hex.
    Advance(HexId),
    /// Stay, or do not fight on.
    Stay,
    /// Take the cannon for a point.
    Capture,
    /// Destroy it.
    Destroy,
    /// Fight on against the enemy in a hex.
    Continue(HexId),
}
