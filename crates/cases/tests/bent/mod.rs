//! A game of a few lines that breaks one promise at a time, or none.
//!
//! Two seats hold a secret number each. In each of three rounds a seat puts up chips, up to four of them, and
//! throws a die.

use std::cell::Cell;

use sandtable_engine::chance::Chance;
use sandtable_engine::odds::Likelihood;
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    Audience, Cx, GameInfo, Grade, Hidden, Never, Next, Offer, OptionCard, Outcome, Prompt, Reckoning,
    Refusal, Roll, Rules, ScenarioCard, Seat, SeatSet, Secret, Setup, SetupError, State, Step, Target, Thing,
    Viewer, frames, rule,
};
use serde::{Deserialize, Serialize};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    None,
    // Menus.
    Omits,
    Repeats,
    Empty,
    Huge,
    Unsteady,
    Boasts,
    SearchesNothing,
    CitesNoRule,
    Speechless,
    ForgetsInUniverse,
    AsksNothing,
    OffersNothing,
    // Endings.
    Unsound,
    Endless,
    BreaksDown,
    WonDraw,
    LogsNoRule,
    TurnsBack,
    // Records and twins.
    Whimsical,
    Peeks,
    PeeksQuietly,
    // Secrets.
    ShowsCard,
    AsksCard,
    OffersCard,
    WeighsCard,
    WaitsForCard,
    TellsCard,
    Misdeals,
    // Odds.
    NoChance,
    WrongChance,
    SumsNoRule,
}

impl Fault {
    pub fn setup(self) -> Setup {
        Setup::own("bent.toml", &serde_json::to_string(&self).expect("a word"))
    }
}

thread_local! {
    static WHIM: Cell<u8> = const { Cell::new(0) };
}

/// Something outside the position that changes all the time: no game may look at such a thing.
fn whim() -> u8 {
    WHIM.replace(1 - WHIM.get())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bent;

frames!(Bent: Round, Stake);

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    pub fault: Fault,
    pub round: u8,
    pub cards: [Hidden<u8>; 2],
    pub last: u8,
    pub score: [i16; 2],
}

impl Table {
    fn card(&self, seat: Seat) -> u8 {
        *self.cards[seat.index()].truth()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round;

impl Step<Bent> for Round {
    type Choice = Never;

    fn enter(self, table: &mut Table, _: &mut Cx<Bent>) -> Next<Bent> {
        table.round = table.round.saturating_add(1);
        Next::call(self, Stake { seat: Seat(0), placed: 0 })
    }

    fn resume(self, child: Frame, table: &mut Table, _: &mut Cx<Bent>) -> Next<Bent> {
        match child {
            Frame::Stake(stake) if stake.seat == Seat(0) => {
                Next::call(self, Stake { seat: Seat(1), placed: 0 })
            }
            _ if table.round < 3 || table.fault == Fault::Endless => Next::go(self),
            _ => Next::Over(outcome(table)),
        }
    }
}

fn outcome(table: &Table) -> Outcome {
    let [first, second] = table.score;
    let mut scores = [0; Seat::MOST];
    scores[..2].copy_from_slice(&[first, second]);
    let (winners, grade) = match first.cmp(&second) {
        std::cmp::Ordering::Greater => (SeatSet::one(Seat(0)), Grade::Plain),
        std::cmp::Ordering::Less => (SeatSet::one(Seat(1)), Grade::Plain),
        std::cmp::Ordering::Equal => (SeatSet::NONE, Grade::Draw),
    };
    let grade = if table.fault == Fault::WonDraw { Grade::Draw } else { grade };
    Outcome { winners, grade, scores }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stake {
    seat: Seat,
    placed: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StakeChoice {
    Put(u16),
    Done,
}

impl Step<Bent> for Stake {
    type Choice = StakeChoice;

    fn waiting(&self, table: &Table) -> SeatSet {
        let seats = SeatSet::one(self.seat);
        if table.fault == Fault::WaitsForCard && table.card(Seat(1)) > 2 {
            seats.with(Seat(1))
        } else {
            seats
        }
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        match table.fault {
            Fault::AsksNothing => Prompt::default(),
            Fault::AsksCard => {
                Prompt::new(rule!("1"), format!("Can you beat {}?", table.card(seat.opponent())))
            }
            _ => Prompt::new(rule!("1"), "How many chips?"),
        }
    }

    fn candidates(&self, table: &Table, _: Seat, each: &mut impl FnMut(StakeChoice)) {
        match table.fault {
            Fault::Empty => return,
            Fault::Omits => (1..=2).map(StakeChoice::Put).for_each(&mut *each),
            Fault::Huge => (1..=600).map(StakeChoice::Put).for_each(&mut *each),
            Fault::Unsteady if whim() == 0 => (1..=4).rev().map(StakeChoice::Put).for_each(&mut *each),
            _ => (1..=4).map(StakeChoice::Put).for_each(&mut *each),
        }
        each(StakeChoice::Done);
        if table.fault == Fault::Repeats {
            each(StakeChoice::Done);
        }
    }

    fn check(&self, table: &Table, seat: Seat, choice: &StakeChoice) -> Result<(), Refusal> {
        let StakeChoice::Put(chips) = *choice else { return Ok(()) };
        let limit = match table.fault {
            Fault::Huge => 600,
            Fault::OffersCard => u16::from(table.card(seat.opponent())),
            _ => 3,
        };
        if (1..=limit).contains(&chips) && self.placed + chips <= limit + 1 {
            return Ok(());
        }
        Err(match table.fault {
            Fault::CitesNoRule => Refusal::new(rule!("99"), "up to three chips"),
            Fault::Speechless => Refusal::new(rule!("2"), " "),
            _ => Refusal::new(rule!("2"), "up to three chips at once, and four in all"),
        })
    }

    fn canonical(&self, table: &Table, _: Seat, _: &StakeChoice) -> bool {
        table.fault != Fault::SearchesNothing
    }

    fn has_several(&self, table: &Table, _: Seat) -> bool {
        table.fault == Fault::Boasts
    }

    fn choose(mut self, table: &mut Table, seat: Seat, choice: StakeChoice, cx: &mut Cx<Bent>) -> Next<Bent> {
        match table.fault {
            Fault::BreaksDown if table.round == 2 => panic!("bent"),
            Fault::Whimsical => table.score[0] += i16::from(whim()),
            Fault::Peeks => table.score[0] += i16::from(table.card(seat.opponent())),
            // What it finds stays in the box and is gone with it.
            Fault::PeeksQuietly if !table.cards[seat.opponent().index()].is_forgotten() => table.last = 7,
            _ => {}
        }
        match choice {
            StakeChoice::Put(chips) => {
                self.placed += chips;
                Next::ask(self)
            }
            StakeChoice::Done => {
                table.last = cx.die(rule!("3"));
                table.score[self.seat.index()] += i16::from(table.last);
                let rule = if table.fault == Fault::LogsNoRule { rule!("99") } else { rule!("3") };
                cx.log(rule, || Event::Thrown { die: table.last });
                Next::done(self)
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    Thrown { die: u8 },
}

impl Rules for Bent {
    type Table = Table;
    type Frame = Frame;
    type Choice = Choice;
    type Event = Event;

    const INFO: &'static GameInfo = &GameInfo {
        id: "bent",
        title: "Bent",
        summary: "Breaks a promise.",
        introduction: "Bid, march, fight.",
        seats: (2, 2),
        rules_version: 1,
        rules: "",
        rule_list: "[[rule]]\nnumber = \"1\"\ntitle = \"Chips\"\nstatus = \"enforced\"\n\
            [[rule]]\nnumber = \"2\"\ntitle = \"Limits\"\nstatus = \"enforced\"\n\
            [[rule]]\nnumber = \"3\"\ntitle = \"Dice\"\nstatus = \"enforced\"\n\
            [[rule]]\nnumber = \"4\"\ntitle = \"Chips are plastic\"\nstatus = \"physical\"\n",
    };

    fn options() -> Vec<OptionCard> {
        Vec::new()
    }

    fn scenarios() -> Vec<ScenarioCard> {
        Vec::new()
    }

    fn scenario_digest(_: &str) -> String {
        String::new()
    }

    fn read_scenario(_: &str, _: &str) -> Result<ScenarioCard, SetupError> {
        Err(SetupError { problems: Vec::new() })
    }

    fn set_up(setup: &Setup, cx: &mut Cx<Self>) -> Result<(Table, Frame), SetupError> {
        let sandtable_engine::ScenarioSource::Own { text, .. } = &setup.scenario else {
            return Err(SetupError { problems: Vec::new() });
        };
        let fault = serde_json::from_str(text).expect("the tests write it");
        let mut card = |seat| Hidden::known_to(cx.die(rule!("3")).min(3), Audience::one(seat));
        let cards = [card(Seat(0)), card(Seat(1))];
        Ok((Table { fault, round: 0, cards, last: 0, score: [0, 0] }, Round.into()))
    }

    fn seats(_: &Table) -> u8 {
        2
    }

    fn turn(state: &State<Self>) -> u16 {
        let table = &state.table;
        match table.fault {
            Fault::TurnsBack if table.round == 2 => 0,
            _ => table.round.into(),
        }
    }

    fn scene(state: &State<Self>, viewer: Viewer) -> Scene {
        let table = &state.table;
        let seen = |card: &Hidden<u8>| match table.fault {
            Fault::ShowsCard if card.is_forgotten() => Some(0),
            Fault::ShowsCard => Some(*card.truth()),
            _ => card.seen_by(viewer).copied(),
        };
        let cards = table.cards.each_ref().map(seen);
        Scene { title: format!("{cards:?} {:?}", table.score), ..Scene::default() }
    }

    fn offer(state: &State<Self>, _: Seat, choice: &Choice) -> Offer {
        let label =
            if state.table.fault == Fault::OffersNothing { String::new() } else { format!("{choice:?}") };
        Offer::new(Target::Button("chips".into()), label)
    }

    fn reckoning(state: &State<Self>, seat: Seat, _: &Choice) -> Option<Reckoning> {
        let rule = if state.table.fault == Fault::SumsNoRule { rule!("99") } else { rule!("3") };
        let figure = match state.table.fault {
            Fault::WeighsCard if state.table.cards[seat.opponent().index()].is_forgotten() => 0,
            Fault::WeighsCard => state.table.card(seat.opponent()),
            _ => 1,
        };
        let term = sandtable_engine::Sum { what: "Dice".into(), figure: figure.into(), rule };
        Some(Reckoning { terms: vec![term], total: figure.into(), ..Reckoning::default() })
    }

    fn key(_: &Table, _: Thing) -> String {
        String::new()
    }

    fn narrate(table: &Table, event: &Event) -> String {
        match table.fault {
            Fault::TellsCard => format!("{event:?} against {:?}", table.cards),
            _ => format!("{event:?}"),
        }
    }

    fn roll(_: &Table) -> Roll {
        Roll::default()
    }

    fn secrets(table: &mut Table, each: &mut dyn FnMut(&mut dyn Secret)) {
        table.cards.iter_mut().for_each(|card| each(card));
    }

    fn deal(state: &mut State<Self>, chance: &mut dyn Chance) {
        let misdeals = state.table.fault == Fault::Misdeals;
        for card in &mut state.table.cards {
            let value = [1, 2, 3, 3, 3, 3][chance.draw(rule!("3"), 6) as usize];
            if misdeals || card.is_forgotten() {
                card.settle(value);
            }
        }
    }

    fn audit(state: &State<Self>) -> Result<(), String> {
        match state.table.fault {
            Fault::Unsound if state.table.round == 2 => Err("a chip is missing".to_owned()),
            _ => Ok(()),
        }
    }

    fn universe(state: &State<Self>, _: Seat, each: &mut dyn FnMut(Choice)) {
        (0..700).map(StakeChoice::Put).map(Choice::Stake).for_each(&mut *each);
        if state.table.fault != Fault::ForgetsInUniverse {
            each(Choice::Stake(StakeChoice::Done));
        }
    }

    fn judge(state: &State<Self>, seat: Seat) -> i32 {
        i32::from(state.table.score[seat.index()])
    }

    fn lead(_: &Table) -> i32 {
        100
    }

    fn remarks(_: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str)) {
        if after.table.last == 6 {
            each("A six");
        }
    }

    fn exact_odds(state: &State<Self>, _: Seat, choice: &Choice) -> Option<Vec<Likelihood>> {
        let chance = match state.table.fault {
            Fault::NoChance => 1.5,
            Fault::WrongChance => 0.5,
            _ => 1.0 / 6.0,
        };
        let done = *choice == Choice::Stake(StakeChoice::Done);
        done.then(|| vec![Likelihood { what: "A six".into(), chance, error: 0.0 }])
    }
}
