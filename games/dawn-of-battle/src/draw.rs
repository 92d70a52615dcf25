//! One die result: a point may change it before it is drawn (5.4), of several dice the value that counts (R19), and a card may repeat it afterwards (15.3.2).
//!
//! Every die result of the game comes through this box, so that both players are asked in the same way: the one who draws first, then the other, in turn,
//! until one leaves it at that; a modifier of the rally comes on top (R20). Morale checks of units can also be stood by an event. A symbol of elephants in the action cycle halts the action (15.8.3).

use sandtable_engine::{Cx, Next, Prompt, Refusal, RuleRef, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::DawnOfBattle;
use crate::Frame;
use crate::chances::passes;
use crate::data::{CardId, Colour, EventId, Icon, card};
use crate::elephants::Stampede;
use crate::fight_events::FightEvent;
use crate::ids::UnitId;
use crate::table::Table;

/// The most dice of one shot.
pub const MOST_DICE: usize = 12;

/// What a die result is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The initiative (4.3).
    Initiative,
    /// Ranged fire (8.5.2).
    Shot,
    /// Against ranged fire (8.5.3).
    Cover,
    /// Rallying (9.1).
    Rally(UnitId),
    /// The check that a melee result calls for (10.2.5).
    Melee(UnitId),
    /// ex Machina (14.6.3).
    Machina,
    /// A leader in danger (6.4).
    Leader,
    /// The colour that says whether he is dead (6.4).
    Death,
    /// A leader among looters (11.4).
    Loot,
    /// Restraint (15.5).
    Restraint,
    /// Fatigue at the end of the turn (14.5.3).
    Fatigue,
    /// The end of the battle (14.5.4).
    End,
    /// Banked points (13.5).
    Bank,
}

impl Purpose {
    /// The rule that asks for it.
    pub const fn rule(self) -> RuleRef {
        match self {
            Self::Initiative => rule!("4.3"),
            Self::Shot => rule!("8.5.2"),
            Self::Cover => rule!("8.5.3"),
            Self::Rally(_) => rule!("9.1"),
            Self::Melee(_) => rule!("10.2.5"),
            Self::Machina => rule!("14.6.3"),
            Self::Leader | Self::Death => rule!("6.4"),
            Self::Loot => rule!("11.4"),
            Self::Restraint => rule!("15.5"),
            Self::Fatigue => rule!("14.5.3"),
            Self::End => rule!("14.5.4"),
            Self::Bank => rule!("13.5"),
        }
    }

    /// What it is, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Initiative => "the initiative",
            Self::Shot => "the shot",
            Self::Cover => "the defence against the shot",
            Self::Rally(_) => "the rally",
            Self::Melee(_) => "the morale check",
            Self::Machina => "the melee by ex Machina",
            Self::Leader => "the leader in danger",
            Self::Death => "the leader's life",
            Self::Loot => "the leader among the looters",
            Self::Restraint => "restraint",
            Self::Fatigue => "fatigue",
            Self::End => "the end of the battle",
            Self::Bank => "the banked points",
        }
    }

    /// Whether it is a morale check, so that fatigue is added (9.1, R38).
    const fn is_check(self) -> bool {
        matches!(self, Self::Rally(_) | Self::Melee(_) | Self::Loot | Self::Restraint)
    }

    /// Whether only the colour counts, so that there is nothing to change (5.4).
    const fn is_colour(self) -> bool {
        matches!(self, Self::Death)
    }

    /// Whether Old Soldiers can stand it: the morale check of a unit.
    const fn is_check_of_a_unit(self) -> bool {
        matches!(self, Self::Rally(_) | Self::Melee(_))
    }
}

/// Dice as they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dice {
    count: u8,
    faces: [u8; MOST_DICE],
}

impl Dice {
    fn add(&mut self, face: u8) {
        if let Some(place) = self.faces.get_mut(usize::from(self.count)) {
            *place = face;
            self.count += 1;
        }
    }

    /// All of them, in the order in which they were drawn.
    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }

    /// The best; 0 before the first.
    pub fn best(&self) -> u8 {
        self.faces().iter().copied().max().unwrap_or_default()
    }

    /// The worst; 0 before the first.
    fn worst(&self) -> u8 {
        self.faces().iter().copied().min().unwrap_or_default()
    }

    /// Puts a new face in place of an old one.
    fn replace(&mut self, old: u8, face: u8) {
        if let Some(place) = self.faces.iter_mut().find(|place| **place == old) {
            *place = face;
        }
    }
}

/// Symbols that have come up with a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Symbols {
    /// Whether the last card bore the one of panic: only single dice look for it (R32), and of these the last counts (15.3.2).
    panic: bool,
    /// Whether any card bore the one of elephants, be it one that was drawn again (15.8.3).
    elephants: bool,
}

impl Symbols {
    fn note(&mut self, icon: Option<Icon>) {
        self.panic = icon == Some(Icon::Panic);
        self.elephants |= icon == Some(Icon::Elephant);
    }
}

/// How far the draw has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// It may be changed (5.4).
    Change,
    /// It lies there and may be repeated (15.3.2).
    Repeat,
    /// It counts.
    Over,
}

/// A die result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Draw {
    seat: Seat,
    purpose: Purpose,
    about: Option<UnitId>,
    stage: Stage,
    /// How many dice are drawn; the best counts.
    count: u8,
    /// What the rules add.
    modifier: i8,
    /// What points have added (5.4).
    change: i8,
    /// Who is asked.
    asked: Seat,
    /// Passes since a point or a card was last spent; before that, one pass alone ends nothing.
    passes: u8,
    /// Whether a point or a card has been spent.
    contested: bool,
    /// Whether Old Soldiers stand the check.
    excused: bool,
    /// Whether a morale check was stood.
    passed: bool,
    dice: Dice,
    card: Option<CardId>,
    colour: Option<Colour>,
    symbols: Symbols,
}

/// What may be done about a die result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawChoice {
    /// A point for one more.
    Raise,
    /// A point for one less.
    Lower,
    /// An event: Old Soldiers before the draw, any card for a new draw after it.
    Card(CardId),
    /// Leave it.
    Pass,
}

impl Draw {
    fn new(seat: Seat, purpose: Purpose, count: u8, modifier: i8) -> Self {
        Self {
            seat,
            purpose,
            about: match purpose {
                Purpose::Rally(unit) | Purpose::Melee(unit) => Some(unit),
                _ => None,
            },
            stage: Stage::Change,
            count: count.min(MOST_DICE as u8),
            modifier,
            change: 0,
            asked: seat,
            passes: 0,
            contested: false,
            excused: false,
            passed: false,
            dice: Dice::default(),
            card: None,
            colour: None,
            symbols: Symbols::default(),
        }
    }

    /// One die for a side.
    pub fn die(seat: Seat, purpose: Purpose) -> Self {
        Self::new(seat, purpose, 1, 0)
    }

    /// Several dice for a side, of which the best counts (8.5.2).
    pub fn dice(seat: Seat, purpose: Purpose, count: u8) -> Self {
        Self::new(seat, purpose, count, 0)
    }

    /// A morale check with what the rules add to it; fatigue is added by itself (9.1, R38).
    pub fn check(seat: Seat, modifier: i8, purpose: Purpose) -> Self {
        Self::new(seat, purpose, 1, modifier)
    }

    /// The same about a unit.
    #[must_use]
    pub const fn about(mut self, unit: UnitId) -> Self {
        self.about = Some(unit);
        self
    }

    /// Whose deck it comes from.
    pub const fn side(&self) -> Seat {
        self.seat
    }

    /// What it is for.
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The unit that it is about.
    pub const fn subject(&self) -> Option<UnitId> {
        self.about
    }

    /// The dice as they lie.
    pub const fn thrown(&self) -> &Dice {
        &self.dice
    }

    /// The face that counts.
    pub fn face(&self) -> u8 {
        self.dice.best()
    }

    /// Whether it is not drawn yet, so that points may still change it (5.4).
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Change
    }

    /// What the rules add.
    pub const fn modifier(&self) -> i8 {
        self.modifier
    }

    /// What points have changed so far.
    pub const fn change(&self) -> i8 {
        self.change
    }

    /// The face with all that is added.
    pub fn total(&self) -> i8 {
        self.dice.best() as i8 + self.modifier + self.change
    }

    /// Whether a morale check has been stood (9.1): not above the army's morale, or a natural one, or by an event.
    pub const fn passed(&self) -> bool {
        self.passed
    }

    /// The card that was turned over; none with real dice (15.3.1) or where an event stood the check.
    pub const fn card(&self) -> Option<CardId> {
        self.card
    }

    /// Whether an event stood the check, so that there is no die.
    pub const fn excused(&self) -> bool {
        self.excused
    }

    /// The colour of the die that counts.
    pub fn colour(&self) -> Colour {
        self.colour.unwrap_or(Colour::Gray)
    }

    /// Whether the symbol of panic was on the card that counts (14.5.1).
    pub const fn panic_icon(&self) -> bool {
        self.symbols.panic
    }

    /// The die that a card of a seat has drawn again: of several the one who drew them gives up the worst, his enemy takes the best (15.3.2).
    fn repeated(&self, seat: Seat) -> u8 {
        if seat == self.seat { self.dice.worst() } else { self.dice.best() }
    }

    /// Whether a seat is asked now: it has a point to change the die with, or cards to stand the check or repeat the draw with. All can see that (R67).
    fn can_ask(&self, table: &Table, seat: Seat) -> bool {
        let army = table.army(seat);
        match self.stage {
            Stage::Change => {
                let stands = self.purpose.is_check_of_a_unit() && seat == self.seat && army.deck.held > 0;
                army.points > 0 && !self.purpose.is_colour() || stands
            }
            Stage::Repeat => army.deck.held > 0,
            Stage::Over => false,
        }
    }

    /// Asks the next who can be asked, or goes on.
    fn go_on(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        loop {
            let settled = if self.contested { 1 } else { 2 };
            if self.passes >= settled {
                match self.stage {
                    Stage::Change => return self.throw(table, cx),
                    Stage::Repeat | Stage::Over => return self.end(table),
                }
            }
            if self.can_ask(table, self.asked) {
                return Next::ask(self);
            }
            self.pass();
        }
    }

    fn pass(&mut self) {
        self.passes += 1;
        self.asked = self.asked.opponent();
    }

    fn spend(&mut self) {
        self.contested = true;
        self.passes = 0;
        self.asked = self.asked.opponent();
    }

    /// Turns over a card, or throws a die (15.3.1).
    fn one(&mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> u8 {
        let result = die_result(table, self.seat, self.purpose.rule(), cx);
        (self.colour, self.card) = (Some(result.colour), result.card);
        self.symbols.note(result.icon);
        result.face
    }

    fn throw(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        for _ in 0..self.count {
            let face = self.one(table, cx);
            self.dice.add(face);
        }
        if !table.scenario.options.redraws {
            return self.end(table);
        }
        // The holder of the initiative is asked first (15.3.2).
        self.stage = Stage::Repeat;
        (self.asked, self.passes, self.contested) = (table.initiative, 0, false);
        self.go_on(table, cx)
    }

    /// The result stands. A thrown 1, whatever for, is panic for an army at its level, once the action is complete (15.3.1, 12.2); elephants may
    /// halt the action before it goes on.
    fn end(mut self, table: &mut Table) -> Next<DawnOfBattle> {
        self.stage = Stage::Over;
        let army = table.army(self.seat);
        let thrown_one = table.scenario.options.real_dice && self.dice.faces().contains(&1);
        if thrown_one && army.losses >= army.panic_level {
            table.panic_due[self.seat.index()] = true;
        }
        let added = self.modifier + self.change;
        self.passed = self.excused || passes(self.face(), added, table.morale(self.seat) as i8);
        // When banked points are drawn for, the battle is over.
        if self.symbols.elephants
            && self.purpose != Purpose::Bank
            && let Some(stampede) = Stampede::alarm(table)
        {
            return Next::call(self, stampede);
        }
        Next::done(self)
    }
}

/// A die result as it comes from a card or a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Result6 {
    /// One to six.
    pub face: u8,
    /// The colour of the die on the card.
    pub colour: Colour,
    /// The symbol of the card.
    pub icon: Option<Icon>,
    /// The card; none for a real die.
    pub card: Option<CardId>,
}

/// Turns over a card of a side's deck for its die. With real dice (15.3.1) a die is thrown: odd faces stand for black, and a natural one for the symbol of
/// panic.
pub fn die_result(table: &mut Table, seat: Seat, rule: RuleRef, cx: &mut Cx<DawnOfBattle>) -> Result6 {
    if table.scenario.options.real_dice {
        let face = cx.die(rule);
        let colour = if face % 2 == 1 { Colour::Black } else { Colour::Gray };
        return Result6 { face, colour, icon: (face == 1).then_some(Icon::Panic), card: None };
    }
    let id = table.army_mut(seat).deck.turn_over(rule, cx);
    let drawn = card(id);
    Result6 { face: drawn.die, colour: drawn.colour, icon: drawn.icon, card: Some(id) }
}

impl Step<DawnOfBattle> for Draw {
    type Choice = DrawChoice;

    fn enter(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if self.purpose.is_check() {
            self.modifier += table.weariness(self.seat);
        }
        self.go_on(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.asked)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        let what = self.purpose.words();
        let ask = match self.stage {
            Stage::Change if seat == self.seat => {
                format!("A die is drawn for {what}: change it for a point?")
            }
            Stage::Change => format!("The enemy draws a die for {what}: change it for a point?"),
            _ => {
                let shown = match self.colour() {
                    Colour::Black if self.purpose.is_colour() => "black".into(),
                    Colour::Gray if self.purpose.is_colour() => "gray".into(),
                    _ => self.repeated(seat).to_string(),
                };
                format!("A die for {what} shows {shown}: give a card to have it drawn again?")
            }
        };
        let rule = if self.stage == Stage::Change { rule!("5.4") } else { rule!("15.3.2") };
        let mut prompt = Prompt::new(rule, ask).interrupt();
        if self.change != 0 {
            prompt = prompt.hint(format!("So far: {:+}.", self.change));
        }
        match self.about {
            Some(unit) => prompt.about(crate::offers::unit_key(table, unit)),
            None => prompt,
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(DrawChoice)) {
        if self.stage == Stage::Change {
            each(DrawChoice::Raise);
            each(DrawChoice::Lower);
        }
        if self.stage == Stage::Repeat || self.purpose.is_check_of_a_unit() && seat == self.seat {
            table.army(seat).deck.cards().iter().for_each(|card| each(DrawChoice::Card(card)));
        }
        each(DrawChoice::Pass);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &DrawChoice) -> Result<(), Refusal> {
        let army = table.army(seat);
        match choice {
            DrawChoice::Raise | DrawChoice::Lower => {
                require!(self.stage == Stage::Change, "2.7.4", "a die is changed before it is drawn");
                require!(army.points > 0, "5.4", "no action point is left");
                let change = self.change + if *choice == DrawChoice::Raise { 1 } else { -1 };
                require!(change.abs() <= 1, "5.4", "a die is changed by one at most");
            }
            DrawChoice::Card(card) => {
                require!(army.deck.cards().contains(*card), "14.2", "that card is not in your hand");
                if self.stage == Stage::Change {
                    require!(
                        card.event() == EventId::OldSoldiers,
                        "14.2",
                        "this event is of no use before a morale check"
                    );
                    require!(
                        self.purpose.is_check_of_a_unit() && seat == self.seat,
                        "E26",
                        "Old Soldiers stand checks of your own units"
                    );
                }
            }
            DrawChoice::Pass => {}
        }
        Ok(())
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: DrawChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            DrawChoice::Pass => self.pass(),
            DrawChoice::Raise | DrawChoice::Lower => {
                let by = if choice == DrawChoice::Raise { 1 } else { -1 };
                table.army_mut(seat).points -= 1;
                self.change += by;
                cx.log(rule!("5.4"), || {
                    FightEvent::DieChanged { side: seat, purpose: self.purpose, by }.into()
                });
                self.spend();
            }
            DrawChoice::Card(card) if self.stage == Stage::Change => {
                table.army_mut(seat).deck.discard(card);
                cx.log(rule!("E26"), || FightEvent::EventPlayed { side: seat, card, on: self.about }.into());
                self.excused = true;
                return self.end(table);
            }
            DrawChoice::Card(card) => {
                table.army_mut(seat).deck.discard(card);
                cx.log(rule!("15.3.2"), || {
                    FightEvent::DrawnAgain { side: seat, purpose: self.purpose, card }.into()
                });
                let old = self.repeated(seat);
                let face = self.one(table, cx);
                self.dice.replace(old, face);
                self.spend();
            }
        }
        self.go_on(table, cx)
    }

    fn resume(self, _: Frame, _: &mut Table, _: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        Next::done(self)
    }
}
