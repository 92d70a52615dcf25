//! The end of a turn (4.7): events are thrown away and bought, then each army turns a card over for random events (14.5).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{CardId, Icon, card, turn_box};
use crate::draw::{Draw, Purpose};
use crate::events::Event;
use crate::ids::SIDES;
use crate::phases::panic::Panic;
use crate::phases::points;
use crate::phases::score::Score;
use crate::sequence::clear_markers;
use crate::table::Table;
use crate::{DawnOfBattle, Frame};

/// The end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TurnEnd {
    stage: Stage,
    /// Who is at it: the holder of the initiative first.
    side: Seat,
    /// Icons of the cards that were turned over.
    icons: [Option<Icon>; 2],
    /// Whether all can see what the side could choose: it holds no cards.
    open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Hand,
    /// The icon of a side is being carried out.
    Icon,
}

/// What is done with the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnEndChoice {
    /// An event is thrown away (14.3).
    Discard(CardId),
    /// An event is bought (5.6).
    Buy,
    /// That is all.
    Done,
}

impl TurnEnd {
    /// The end of a turn at its beginning.
    pub fn new(table: &Table) -> Self {
        Self { stage: Stage::Hand, side: table.initiative, icons: [None; 2], open: false }
    }

    /// Asks the side for its hand, if it has one or could have.
    fn hands(
        mut self,
        side: Option<Seat>,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let mut next = side;
        while let Some(side) = next {
            self.side = side;
            let army = table.army(side);
            let asks = army.deck.held > 0 || (army.points > 0 && points::has_room_for_event(table, side));
            if asks {
                self.open = army.deck.held == 0;
                return Next::ask(self);
            }
            next = self.other(table);
        }
        self.turn_over(table, cx)
    }

    /// The second of the two, if this is the first.
    fn other(&self, table: &Table) -> Option<Seat> {
        (self.side == table.initiative).then(|| self.side.opponent())
    }

    /// Both armies turn a card over (14.5).
    fn turn_over(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.stage = Stage::Icon;
        for side in [table.initiative, table.initiative.opponent()] {
            let drawn = table.army_mut(side).deck.turn_over(rule!("14.5"), cx);
            let icon = card(drawn).icon;
            self.icons[side.index()] = icon;
            cx.log(rule!("14.5"), || Event::Omen { side, card: drawn, icon });
        }
        let both = |icon: Icon| self.icons == [Some(icon); 2];
        if both(Icon::EndOfGame) && turn_box(table.turn).end.is_some() {
            cx.log(rule!("14.5.4"), || Event::NightFalls);
            return Next::go(Score::at_the_end());
        }
        if both(Icon::Fatigue) {
            // The marker moves at once, and once more when the turn ends (14.5.3, R39).
            table.turn += 1;
            self.icons = [None; 2];
            cx.log(rule!("14.5.3"), || Event::Weary);
        }
        let first = table.initiative;
        self.icon(Some(first), table, cx)
    }

    /// Carries out what a side has turned over, then the other's.
    fn icon(
        mut self,
        side: Option<Seat>,
        table: &mut Table,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let mut next = side;
        while let Some(side) = next {
            self.side = side;
            let army = table.army(side);
            match self.icons[side.index()] {
                // 14.5.1.
                Some(Icon::Panic) if army.losses >= army.panic_level => {
                    return Next::call(self, Panic::of(side));
                }
                // 14.5.2.
                Some(Icon::Reshuffle) => {
                    table.army_mut(side).deck.reshuffle();
                    cx.log(rule!("14.5.2"), || Event::Reshuffled { side });
                }
                Some(Icon::Fatigue) => return Next::call(self, Draw::die(side, Purpose::Fatigue)),
                Some(Icon::EndOfGame) if turn_box(table.turn).end.is_some() => {
                    return Next::call(self, Draw::die(side, Purpose::End));
                }
                _ => {}
            }
            next = self.other(table);
        }
        self.close(table)
    }

    /// Points that were not spent are lost (5.0).
    fn close(self, table: &mut Table) -> Next<DawnOfBattle> {
        for side in SIDES {
            let army = table.army_mut(side);
            army.points = 0;
            army.unleashed = false;
        }
        table.effects.end_turn();
        Next::done(self)
    }
}

impl Step<DawnOfBattle> for TurnEnd {
    type Choice = TurnEndChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        clear_markers(table);
        let first = self.side;
        self.hands(Some(first), table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let (held, morale) = (table.army(seat).deck.held, table.morale(seat));
        Prompt::new(rule!("4.7"), "The turn ends. Throw events away, or buy some?")
            .hint(format!("You hold {held} events and may hold {morale}; points that are left are lost."))
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(TurnEndChoice)) {
        table.army(self.side).deck.cards().iter().for_each(|card| each(TurnEndChoice::Discard(card)));
        each(TurnEndChoice::Buy);
        each(TurnEndChoice::Done);
    }

    fn check(&self, table: &Table, _: Seat, choice: &TurnEndChoice) -> Result<(), Refusal> {
        let army = table.army(self.side);
        match *choice {
            TurnEndChoice::Discard(card) => {
                require!(
                    card.exists() && army.deck.cards().contains(card),
                    "14.3",
                    "you do not hold that card"
                );
                Ok(())
            }
            TurnEndChoice::Buy => {
                require!(army.points > 0, "5.6", "you have no action point left");
                require!(
                    points::has_room_for_event(table, self.side),
                    "5.6",
                    "you hold as many events as your morale allows; throw one away first"
                );
                Ok(())
            }
            TurnEndChoice::Done => Ok(()),
        }
    }

    fn automatic(&self) -> bool {
        self.open
    }

    fn choose(
        mut self,
        table: &mut Table,
        _: Seat,
        choice: TurnEndChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        let side = self.side;
        match choice {
            TurnEndChoice::Discard(card) => {
                table.army_mut(side).deck.discard(card);
                cx.log(rule!("14.3"), || Event::Discarded { side, card });
                Next::ask(self)
            }
            TurnEndChoice::Buy => {
                points::buy_event(table, side, cx);
                self.open = false;
                Next::ask(self)
            }
            TurnEndChoice::Done => {
                let next = self.other(table);
                self.hands(next, table, cx)
            }
        }
    }

    fn resume(self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let side = self.side;
        if let Frame::Draw(draw) = child {
            match self.icons[side.index()] {
                // 14.5.3: the army grows tired for good (R38).
                Some(Icon::Fatigue) if draw.total() <= table.turn as i8 => {
                    table.army_mut(side).fatigue += 1;
                    cx.log(rule!("14.5.3"), || Event::Tires { side });
                }
                // 14.5.4.
                Some(Icon::EndOfGame)
                    if turn_box(table.turn).end.is_some_and(|end| draw.total() <= end as i8) =>
                {
                    cx.log(rule!("14.5.4"), || Event::NightFalls);
                    return Next::go(Score::at_the_end());
                }
                _ => {}
            }
        }
        let next = self.other(table);
        self.icon(next, table, cx)
    }
}
