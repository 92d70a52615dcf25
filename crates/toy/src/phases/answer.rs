//! 5 The answer to an assault.

use sandtable_engine::{Audience, Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::{Card, Event, Table, Toy};

/// The defender may play an ambush.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    defender: Seat,
    played: bool,
}

/// What the defender may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerChoice {
    /// The ambush.
    Play,
    /// Nothing.
    Pass,
}

impl Answer {
    /// The question to a defender.
    pub fn of(defender: Seat) -> Self {
        Self { defender, played: false }
    }

    /// Whether an ambush was played.
    pub fn played(&self) -> bool {
        self.played
    }
}

impl Step<Toy> for Answer {
    type Choice = AnswerChoice;

    // Asked whether or not the card is held: being asked must tell nothing (5.1).
    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.defender)
    }

    // For the same reason nobody passes for a seat that holds no ambush.
    fn automatic(&self) -> bool {
        false
    }

    fn prompt(&self, _: &Table, _: Seat) -> Prompt {
        Prompt::new(rule!("5.1"), "Do you play an ambush?").hint("It adds 2 to your defence.")
    }

    fn candidates(&self, _: &Table, _: Seat, each: &mut impl FnMut(AnswerChoice)) {
        [AnswerChoice::Play, AnswerChoice::Pass].into_iter().for_each(each);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &AnswerChoice) -> Result<(), Refusal> {
        let held = || *table.hands[seat.index()].truth() == Card::Ambush;
        require!(*choice == AnswerChoice::Pass || held(), "5.2", "you hold no ambush");
        Ok(())
    }

    fn choose(mut self, table: &mut Table, seat: Seat, choice: AnswerChoice, cx: &mut Cx<Toy>) -> Next<Toy> {
        self.played = choice == AnswerChoice::Play;
        if self.played {
            cx.reveal(&mut table.hands[seat.index()], Audience::Everyone);
            cx.log(rule!("5.2"), || Event::Ambushed { seat });
        }
        Next::done(self)
    }
}
