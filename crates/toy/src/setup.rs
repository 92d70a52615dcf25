//! 2 Scenarios, options, and how the table is laid out.

use arrayvec::{ArrayString, ArrayVec};
use sandtable_engine::{
    Audience, Cx, Hidden, OptionCard, OptionKind, Problem, ScenarioCard, ScenarioSource, Seat, SeatSet,
    Setup, SetupError, SideCard, rule,
};

use crate::data::{self, Card, Space};
use crate::table::{FirstMarch, STACK, Table, UNITS, Unit, side_key, side_name};
use crate::{Event, Frame, Toy, Turn};

/// What a scenario file says.
#[derive(Default)]
struct Scenario {
    title: ArrayString<40>,
    turns: u8,
    units: [ArrayVec<Space, UNITS>; 2],
}

/// The switches of every scenario.
pub fn options() -> Vec<OptionCard> {
    let card = |id: &str, title: &str, meaning: &str, rule: &str, kind| OptionCard {
        id: id.into(),
        title: title.into(),
        meaning: meaning.into(),
        rule: rule.into(),
        kind,
    };
    let words = ["bid", "blue", "red"].map(String::from).to_vec();
    vec![
        card("blizzard", "Blizzard", "Units march one space.", "4.2", OptionKind::Switch { default: false }),
        card("first", "First march", "Who marches first.", "3.4", OptionKind::Words { words }),
    ]
}

/// The switches of one scenario alone: the long one may be cut short.
fn own_options(id: &str) -> Vec<OptionCard> {
    let turns = OptionCard {
        id: "turns".into(),
        title: "Turns".into(),
        meaning: "How many turns are played.".into(),
        rule: "1.2".into(),
        kind: OptionKind::Number { least: 1, most: 9, default: 6 },
    };
    if id == "long" { vec![turns] } else { Vec::new() }
}

/// The scenarios that come with the game.
pub fn scenarios() -> Vec<ScenarioCard> {
    let cards = data::SHIPPED.iter().map(|(id, text)| read_scenario(id, text));
    cards.map(|card| card.expect("shipped scenarios are tested")).collect()
}

/// Reads a scenario file into what people choose from.
pub fn read_scenario(file: &str, text: &str) -> Result<ScenarioCard, SetupError> {
    let scenario = parse(file, text)?;
    let id = file.strip_suffix(".txt").unwrap_or(file);
    let [blue, red] = scenario.units.map(|units| units.len());
    Ok(ScenarioCard {
        id: id.into(),
        title: scenario.title.to_string(),
        date: String::new(),
        introduction: "Whoever holds more of the other's end of the ridge wins.".into(),
        size: format!("{} turns, {} units", scenario.turns, blue + red),
        sides: [Seat(0), Seat(1)]
            .map(|seat| SideCard { id: side_key(seat).into(), name: side_name(seat).into() })
            .into(),
        options: own_options(id),
        notes: Vec::new(),
        source: "made up".into(),
        balance: None,
    })
}

/// Reads lines of `field = value`; a line that begins with `#` is a remark.
fn parse(file: &str, text: &str) -> Result<Scenario, SetupError> {
    let mut scenario = Scenario::default();
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (field, value) = line.split_once('=').unwrap_or((line, ""));
        if let Err(problem) = scenario.read(file, field.trim(), value.trim()) {
            problems.push(problem.at_line(number + 1));
        }
    }
    SetupError::unless_empty(problems)?;
    scenario.check(file)?;
    Ok(scenario)
}

impl Scenario {
    fn read(&mut self, file: &str, field: &str, value: &str) -> Result<(), Problem> {
        let wrong = |what: &str| Problem::new(file, field, what);
        match field {
            "title" => self.title = ArrayString::from(value).map_err(|_| wrong("40 letters are enough"))?,
            "turns" => {
                let turns = value.parse().ok().filter(|turns| (1..=9).contains(turns));
                self.turns =
                    turns.ok_or_else(|| wrong("not a number of turns").allowed(["1 to 9".to_owned()]))?;
            }
            "blue" | "red" => {
                let spaces = value.split_whitespace().map(|word| word.parse().ok().map(Space));
                let units = &mut self.units[usize::from(field == "red")];
                units.clear();
                for space in spaces {
                    let space = space.filter(|space| space.exists());
                    let space = space.ok_or_else(|| wrong("not a space").allowed(["1 to 7".to_owned()]))?;
                    units.try_push(space).map_err(|_| wrong("a side has at most four units"))?;
                }
            }
            _ => {
                return Err(
                    wrong("unknown field").allowed(["title", "turns", "blue", "red"].map(String::from))
                );
            }
        }
        Ok(())
    }

    fn check(&self, file: &str) -> Result<(), SetupError> {
        let mut problems = Vec::new();
        if self.turns == 0 {
            problems.push(Problem::new(file, "turns", "missing"));
        }
        for (field, units) in ["blue", "red"].into_iter().zip(&self.units) {
            if units.is_empty() {
                problems.push(Problem::new(file, field, "a side needs a unit"));
            }
            if Space::all().any(|space| units.iter().filter(|at| **at == space).count() > STACK.into()) {
                problems.push(Problem::new(file, field, "at most two units fit into a space"));
            }
        }
        if self.units[0].iter().any(|space| self.units[1].contains(space)) {
            problems.push(Problem::new(file, "red", "the sides cannot begin in the same space"));
        }
        SetupError::unless_empty(problems)
    }
}

/// Lays out the units and deals the cards, 2.1 and 2.2.
pub fn set_up(setup: &Setup, cx: &mut Cx<Toy>) -> Result<(Table, Frame), SetupError> {
    let (file, text) = match &setup.scenario {
        ScenarioSource::Own { file, text } => (file.as_str(), text.as_str()),
        ScenarioSource::Shipped { id, .. } => {
            let known = data::SHIPPED.iter().map(|(known, _)| (*known).to_owned());
            let unknown = || Problem::new(id, "", "there is no such scenario").allowed(known);
            (id.as_str(), data::shipped(id).ok_or_else(|| SetupError::one(unknown()))?)
        }
    };
    let scenario = parse(file, text)?;
    setup.check_options(&[options(), own_options(file)].concat())?;
    let mut deck = Card::DECK;
    cx.shuffle(rule!("2.2"), &mut deck);
    let [blue, red, aside @ ..] = deck;
    let hand = |seat, card| Hidden::known_to(card, Audience::one(seat));
    for (seat, card) in [(Seat(0), blue), (Seat(1), red)] {
        cx.log_for(Audience::one(seat), rule!("2.2"), || Event::Dealt { seat, card });
    }
    let sides = [Seat(0), Seat(1)].into_iter().zip(&scenario.units);
    let table = Table {
        title: scenario.title,
        turn: 0,
        turns: setup
            .number("turns", scenario.turns.into())
            .try_into()
            .expect("`check_options` keeps it below 10"),
        blizzard: setup.is_on("blizzard"),
        first_march: match setup.word("first", "bid") {
            "blue" => FirstMarch::Always(Seat(0)),
            "red" => FirstMarch::Always(Seat(1)),
            _ => FirstMarch::Bid,
        },
        units: sides
            .flat_map(|(side, at)| at.iter().map(move |at| Unit { side, at: Some(*at), marched: false }))
            .collect(),
        hands: [hand(Seat(0), blue), hand(Seat(1), red)],
        aside: aside.map(|card| Hidden::known_to(card, Audience::Only(SeatSet::NONE))),
        points: [0, 0],
    };
    Ok((table, Turn::default().into()))
}
