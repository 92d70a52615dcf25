//! Reads a scenario file and says everything that is wrong with it.

use sandtable_engine::{Faults, NoteCard, Problem, ReadScenario, ScenarioCard, Setup, SetupError, SideCard};
use toml::Spanned;

use super::file::{ScenarioFile, Word};
use super::{Goal, Options, Scenario};
use crate::data::{self, Comes, card, map, tables};
use crate::ids::{Force, HexId, HexSet, LEADERS, UnitId, UnitSet};
use crate::table::Phase;

/// The format of the files that this program reads.
const FORMAT: u32 = 1;
/// More steps than the Americans have in the box cannot be lost.
const MOST_LOST: u8 = 61;

struct Reader<'a> {
    faults: Faults<'a>,
    /// Pieces that have a place.
    named: UnitSet,
}

impl Reader<'_> {
    fn problem<T>(&mut self, at: &Spanned<T>, field: &str, what: &str) -> &mut Problem {
        self.faults.at(&at.span(), field, what)
    }

    /// A piece of the box, named anywhere.
    fn piece(&mut self, word: &Word, field: &str) -> Option<UnitId> {
        let found = data::piece_of(word.get_ref());
        if found.is_none() {
            let what = format!("no unit or leader is called `{}`", word.get_ref());
            self.problem(word, field, &what).allowed =
                data::pieces().map(|unit| card(unit).id.clone()).collect();
        }
        found
    }

    /// A piece that is given its one place.
    fn placed(&mut self, word: &Word, field: &str) -> Option<UnitId> {
        let unit = self.piece(word, field)?;
        if self.named.contains(unit) {
            let what = format!("`{}` has a place already", word.get_ref());
            self.problem(word, field, &what);
            return None;
        }
        self.named.insert(unit);
        Some(unit)
    }

    fn pieces(&mut self, words: &[Word], field: &str) -> UnitSet {
        words.iter().filter_map(|word| self.placed(word, field)).collect()
    }

    fn land(&mut self, word: &Word, field: &str) -> Option<HexId> {
        let found = HexId::read(word.get_ref()).filter(|hex| map().is_land(*hex));
        if found.is_none() {
            let what =
                format!("`{}` is no hex of land: four digits, row 05 to 17, column 01 to 23", word.get_ref());
            self.problem(word, field, &what);
        }
        found
    }

    /// The pieces on the map, at most six units of one force in a hex (5.1).
    fn positions(&mut self, read: &ScenarioFile) -> Vec<(UnitId, HexId)> {
        let mut list = Vec::new();
        for (number, words) in &read.at {
            let field = format!("at.{number}");
            let Some(hex) = HexId::read(number).filter(|hex| map().is_land(*hex)) else {
                self.faults
                    .anywhere(&field, "this is no hex of land: four digits, row 05 to 17, column 01 to 23");
                continue;
            };
            let here: Vec<UnitId> = words.iter().filter_map(|word| self.placed(word, &field)).collect();
            let units = here.iter().filter(|unit| !unit.is_leader()).count();
            if units > usize::from(tables().stacking) {
                self.faults.anywhere(&field, "more units than may stand in a hex (5.1)");
            }
            let mut forces: Vec<Force> = here.iter().map(|unit| unit.force()).collect();
            forces.dedup();
            if forces.len() > 1 {
                self.faults
                    .anywhere(&field, "pieces of one hex are all American, all Cuban or all Spanish (5.1d)");
            }
            list.extend(here.into_iter().map(|unit| (unit, hex)));
        }
        list
    }

    fn goal(&mut self, read: &ScenarioFile) -> Option<Goal> {
        let goal = read.goal.as_ref()?;
        let hexes: HexSet = goal.hexes.iter().filter_map(|word| self.land(word, "goal.hexes")).collect();
        let needed = *goal.needed.get_ref();
        if needed == 0 || u32::from(needed) > hexes.len() {
            self.problem(&goal.needed, "goal.needed", "between 1 and the number of hexes of the goal");
        }
        Some(Goal { hexes, needed })
    }

    /// Who shows his reduced side, and who is disorganised.
    fn states(&mut self, read: &ScenarioFile, named: UnitSet, at: &[(UnitId, HexId)]) -> (UnitSet, UnitSet) {
        let reduced: UnitSet = read.reduced.iter().filter_map(|word| self.piece(word, "reduced")).collect();
        if let Some(whole) = reduced.iter().find(|unit| card(*unit).steps < 2 || !named.contains(*unit)) {
            let what = format!("`{}` is not in the game or has no reduced side", card(whole).id);
            self.faults.anywhere("reduced", &what);
        }
        let disorganised: UnitSet =
            read.disorganised.iter().filter_map(|word| self.piece(word, "disorganised")).collect();
        if let Some(absent) =
            disorganised.iter().find(|unit| unit.is_leader() || !at.iter().any(|(placed, _)| placed == unit))
        {
            let what = format!("`{}` is no unit on the map", card(absent).id);
            self.faults.anywhere("disorganised", &what);
        }
        (reduced, disorganised)
    }

    /// The base on its beach (10.1), and American losses.
    fn base(&mut self, read: &ScenarioFile, at: &[(UnitId, HexId)]) -> HexId {
        let base = match &read.base {
            Some(word) => {
                let hex = self.land(word, "base").unwrap_or_default();
                if hex.exists() && !map().beaches.contains(&hex) {
                    self.problem(word, "base", "the base lies on a beach").allowed =
                        map().beaches.map(|beach| beach.to_string()).into();
                }
                if at.iter().any(|(unit, place)| Force::Es.units().contains(*unit) && *place == hex) {
                    self.problem(
                        word,
                        "base",
                        "a Spanish unit in the hex of the base has won already (4.3c)",
                    );
                }
                hex
            }
            None => HexId::NOWHERE,
        };
        let beside_base = at.iter().filter(|(unit, place)| *place == base && !unit.is_leader()).count();
        if base.exists() && beside_base >= usize::from(tables().stacking) {
            self.faults.anywhere(
                "base",
                "the base counts as a unit, and there are more than may stand in a hex (5.1a)",
            );
        }
        if read.lost > MOST_LOST {
            self.faults.anywhere("lost", "so many steps the Americans never had");
        }
        let ashore = at.iter().any(|(unit, _)| Force::Us.units().contains(*unit));
        if ashore && !base.exists() {
            self.faults.anywhere("base", "American units are ashore, and so is their base (10.1)");
        }
        base
    }

    /// The two lists afloat, and those who come later.
    fn reserves(&mut self, read: &ScenarioFile) -> UnitSet {
        let afloat = self.pieces(&read.afloat, "afloat");
        if let Some(stranger) = afloat.minus(Force::Us.pieces()).first() {
            let what =
                format!("`{}` does not come with the American fleet; name it under `due`", card(stranger).id);
            self.faults.anywhere("afloat", &what);
        }
        let due = self.pieces(&read.due, "due");
        for unit in
            due.iter().filter(|unit| matches!(card(*unit).comes, Comes::SetUp | Comes::First | Comes::Second))
        {
            let what = format!(
                "`{}` has no day on which it comes; give it a hex, or name it under `afloat`",
                card(unit).id
            );
            self.faults.anywhere("due", &what);
        }
        afloat.or(due)
    }
}

/// The default start of a turn: the first has no administration (2.1a).
fn first_phase(turn: u8) -> Phase {
    if turn == 1 { Phase::CubanMovement } else { Phase::Administration }
}

/// Everybody in the box, for a campaign from its first day (3.1).
fn whole_box(options: Options) -> UnitSet {
    data::pieces().filter(|unit| options.further_leaders || !card(*unit).optional).collect()
}

/// With option O2 the further leaders join where they belong, if those they come with are still to come or stand in their places (R41).
fn further(
    options: Options,
    due: UnitSet,
    at: &[(UnitId, HexId)],
    named: UnitSet,
) -> (UnitSet, Vec<(UnitId, HexId)>) {
    let mut more = UnitSet::NONE;
    let mut placed = Vec::new();
    if !options.further_leaders {
        return (more, placed);
    }
    for leader in LEADERS.iter().filter(|leader| card(*leader).optional && !named.contains(*leader)) {
        let card = card(leader);
        let comes_with = |unit: &UnitId| {
            !unit.is_leader() && unit.force() == leader.force() && data::card(*unit).comes == card.comes
        };
        if card.comes == Comes::SetUp {
            let own = at.iter().filter(|(unit, _)| unit.force() == leader.force() && !unit.is_leader());
            let mut hexes: Vec<HexId> =
                own.map(|(_, hex)| *hex).filter(|hex| card.places.contains(*hex)).collect();
            hexes.sort_by_key(|hex| (*hex != card.home, *hex));
            placed.extend(hexes.first().map(|hex| (leader, *hex)));
        } else if due.iter().any(|unit| comes_with(&unit)) {
            more.insert(leader);
        }
    }
    (more, placed)
}

impl ReadScenario for Scenario {
    fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        let faults = Faults::new(file, text);
        let unreadable = |error: toml::de::Error| faults.unreadable(error.span().as_ref(), error.message());
        let read: ScenarioFile = toml::from_str(text).map_err(unreadable)?;
        let options = Options::read(setup)?;
        let mut reader = Reader { faults, named: UnitSet::NONE };
        if read.format != FORMAT {
            reader.faults.anywhere("format", "this program reads format 1");
        }
        let last = *read.turns.get_ref();
        if read.first_turn == 0 || last < read.first_turn || last > tables().turns {
            reader.problem(&read.turns, "turns", "the last turn lies between the first and 15");
        }
        let begins =
            read.begins.as_ref().map_or_else(|| first_phase(read.first_turn), |begins| *begins.get_ref());
        if let Some(written) = read.begins.as_ref().filter(|_| begins == Phase::SetUp) {
            reader.problem(
                written,
                "begins",
                "say `set-up = true` for a campaign that begins with setting up",
            );
        }
        let mut at = reader.positions(&read);
        let mut due = reader.reserves(&read);
        if read.set_up {
            if !reader.named.is_empty() || read.first_turn != 1 {
                reader
                    .faults
                    .anywhere("set-up", "a free set-up is for turn 1, and no piece has a place before it");
            }
            due = whole_box(options);
        }
        let named = reader.named;
        let (more, placed) = further(options, due, &at, named);
        due = due.or(more);
        at.extend(placed);
        let (reduced, disorganised) = reader.states(&read, named, &at);
        let base = reader.base(&read, &at);
        let mut control: HexSet =
            read.control.us.iter().filter_map(|word| reader.land(word, "control.us")).collect();
        for (unit, hex) in &at {
            // Whoever stands in a hex holds it (4.1, 4.1b).
            match unit.force() {
                _ if unit.is_leader() => {}
                Force::Us => control.insert(*hex),
                Force::Cu if !map().objectives.contains(*hex) => control.insert(*hex),
                Force::Cu => {}
                Force::Es => control.remove(*hex),
            }
        }
        if let Some(turn) =
            read.escario.as_ref().filter(|turn| !(1..=tables().turns).contains(turn.get_ref()))
        {
            reader.problem(turn, "escario", "a turn from 1 to 15");
        }
        let goal = reader.goal(&read);
        SetupError::unless_empty(reader.faults.problems)?;
        Ok(Self {
            id: read.id,
            title: read.title,
            date: read.date,
            introduction: read.introduction.trim().to_owned(),
            source: read.source,
            notes: read.note.into_iter().map(|note| (note.rule, note.text)).collect(),
            first_turn: read.first_turn,
            turns: last,
            begins,
            set_up: read.set_up,
            options,
            at,
            reduced,
            disorganised,
            due,
            base,
            escario: read.escario.map(Spanned::into_inner),
            control,
            lost: read.lost,
            fleet_left: read.fleet_left,
            released: read.released,
            delayed: read.delayed,
            heroic: read.heroic,
            bad_weather: read.bad_weather,
            goal,
        })
    }

    fn card(&self) -> ScenarioCard {
        let units = self.at.len() + self.due.len() as usize;
        let turns = self.turns + 1 - self.first_turn;
        let word = if turns == 1 { "turn" } else { "turns" };
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            date: self.date.clone(),
            introduction: self.introduction.clone(),
            size: format!("{turns} {word}, {units} counters"),
            sides: [Force::Us, Force::Es]
                .map(|side| SideCard { id: side.key().into(), name: side.name().into() })
                .into(),
            options: Vec::new(),
            notes: self
                .notes
                .iter()
                .map(|(rule, text)| NoteCard { rule: rule.clone(), text: text.clone() })
                .collect(),
            source: self.source.clone(),
            balance: None,
        }
    }
}
