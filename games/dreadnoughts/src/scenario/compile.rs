//! Turns a scenario file into a scenario, or says all that is wrong with it.

use std::ops::Range;

use sandtable_engine::{NoteCard, OptionCard, OptionKind, Problem, Seat, Setup, SetupError};
use toml::Spanned;

use super::file::{
    ClausePart, EntryPart, RatingsPart, ScenarioFile, Selection, ShipPart, SpeedWord, StateOfShip, StoppedWord, Turns,
    VariantPart, VisibilityPart, Word,
};
use super::{
    AirAttacks, Award, Berth, Clause, Condition, Dice, Exit, Faces, Fleet, HoldFire, MistakenIdentity, Options,
    PowerFailure, Scenario, Sea, Signal, Span, Specials, Variant, Vessel, Victory, Visibility,
};
use crate::data::{self, Ratings};
use crate::ids::{Grid, Heading, Hex, Level, MOST_SHIPS, ShipId, ShipSet};

/// The layout of scenario files that this program reads.
const FORMAT: u32 = 1;

/// An error of the TOML reader as a problem with file, line and field.
pub fn toml_problem(file: &str, text: &str, error: &toml::de::Error) -> SetupError {
    let line = error.span().map(|span| line_of(text, &span));
    let mut problem = Problem::new(file, "", error.message().trim());
    problem.line = line;
    // What stands before the equals sign on that line is the field that is wrong.
    if let Some(written) = line.and_then(|line| text.lines().nth(line - 1)) {
        problem.field = written.split('=').next().unwrap_or_default().trim().to_owned();
    }
    SetupError::one(problem)
}

fn line_of(text: &str, span: &Range<usize>) -> usize {
    let end = span.start.min(text.len());
    text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Reads one file, collecting problems on the way.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
    notes: Vec<NoteCard>,
}

impl Reader<'_> {
    fn problem<T>(&mut self, at: &Spanned<T>, field: &str, what: &str) -> &mut Problem {
        let line = line_of(self.text, &at.span());
        self.problems.push(Problem::new(self.file, field, what).at_line(line));
        self.problems.last_mut().expect("it was just pushed")
    }

    /// Keeps what a special rule says in words, for people who set the battle up.
    fn remark(&mut self, rule: &str, words: [&String; 2]) {
        let words: Vec<&str> = words.into_iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
        if !words.is_empty() {
            self.notes.push(NoteCard { rule: rule.into(), text: words.join(" ") });
        }
    }

    fn plain_problem(&mut self, field: &str, what: &str) {
        self.problems.push(Problem::new(self.file, field, what));
    }

    fn hex(&mut self, grid: Grid, word: &Word, field: &str) -> Hex {
        match word.get_ref().parse::<Hex>() {
            Ok(hex) if grid.contains(hex) => hex,
            Ok(_) => {
                let what = format!("{} lies off the map", word.get_ref());
                let last = format!("0101 to {:02}{:02}", grid.columns(), grid.rows());
                self.problem(word, field, &what).allowed = vec![last];
                Hex::default()
            }
            Err(error) => {
                self.problem(word, field, &error.to_string());
                Hex::default()
            }
        }
    }
}

/// The names that selections may use.
struct Names<'a> {
    sides: [&'a str; 2],
    ships: Vec<(&'a str, Seat, &'a str)>,
}

impl Names<'_> {
    fn side(&self, reader: &mut Reader, word: &Word, field: &str) -> Seat {
        if let Some(seat) = self.sides.iter().position(|side| *side == word.get_ref()) {
            return Seat(seat as u8);
        }
        let what = format!("there is no side `{}`", word.get_ref());
        reader.problem(word, field, &what).allowed = self.sides.iter().map(|side| (*side).to_owned()).collect();
        Seat(0)
    }

    fn ship(&self, reader: &mut Reader, word: &Word, field: &str) -> ShipId {
        if let Some(ship) = self.ships.iter().position(|(id, ..)| *id == word.get_ref()) {
            return ShipId(ship as u8);
        }
        let what = format!("no ship of this scenario is called `{}`", word.get_ref());
        reader.problem(word, field, &what).allowed = self.ships.iter().map(|(id, ..)| (*id).to_owned()).collect();
        ShipId(0)
    }

    fn one_selection(&self, reader: &mut Reader, word: &Word, field: &str) -> ShipSet {
        let all = |fits: &dyn Fn(Seat, &str) -> bool| -> ShipSet {
            let fitting = self.ships.iter().enumerate().filter(|(_, (_, side, kind))| fits(*side, kind));
            fitting.map(|(number, _)| ShipId(number as u8)).collect()
        };
        let name = word.get_ref().as_str();
        if name == "any" {
            return all(&|_, _| true);
        }
        let (side_name, kind) = name.split_once(':').map_or((name, None), |(side, kind)| (side, Some(kind)));
        if let Some(seat) = self.sides.iter().position(|side| *side == side_name) {
            return all(&|side, of| side.index() == seat && kind.is_none_or(|kind| kind == of));
        }
        ShipSet::one(self.ship(reader, word, field))
    }

    fn selection(&self, reader: &mut Reader, words: &Selection, field: &str) -> ShipSet {
        words.iter().fold(ShipSet::NONE, |set, word| set.or(self.one_selection(reader, word, field)))
    }
}

impl Scenario {
    /// Reads a scenario file with the switches of a set-up.
    pub fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        let mut read: ScenarioFile = toml::from_str(text).map_err(|error| toml_problem(file, text, &error))?;
        let mut reader = Reader { file, text, problems: Vec::new(), notes: Vec::new() };
        check_options(&read, setup)?;
        let variants = apply_variants(&mut read, setup, &mut reader);
        let Some(sea) = sea(&mut reader, &read) else { return Err(SetupError { problems: reader.problems }) };
        let mut scenario = scenario(&mut reader, &read, sea, variants, setup)?;
        SetupError::unless_empty(reader.problems)?;
        scenario.work_out_sight();
        Ok(scenario)
    }
}

fn check_options(read: &ScenarioFile, setup: &Setup) -> Result<(), SetupError> {
    let mut cards = Options::cards();
    cards.extend(read.variant.iter().map(|variant| OptionCard {
        id: variant.id.get_ref().clone(),
        title: variant.title.clone(),
        meaning: variant.meaning.clone(),
        rule: "9.22".into(),
        kind: OptionKind::Switch { default: false },
    }));
    setup.check_options(&cards)
}

/// Puts the variants that are switched on into the file, as if it had been written so (9.22).
fn apply_variants(read: &mut ScenarioFile, setup: &Setup, reader: &mut Reader) -> Vec<Variant> {
    let variants = std::mem::take(&mut read.variant);
    let listed = variants.iter().map(|variant| Variant {
        id: variant.id.get_ref().clone(),
        title: variant.title.clone(),
        meaning: variant.meaning.clone(),
    });
    let listed = listed.collect();
    for variant in variants.into_iter().filter(|variant| setup.is_on(variant.id.get_ref())) {
        apply_variant(read, variant, reader);
    }
    listed
}

fn apply_variant(read: &mut ScenarioFile, variant: VariantPart, reader: &mut Reader) {
    reader.remark("9.22", [&variant.meaning, &variant.note]);
    for added in variant.ships {
        let Some(named) = &added.side else {
            reader.problem(&added.ship, "variant.ships.side", "a ship that a variant adds names its side");
            continue;
        };
        match read.side.iter_mut().find(|side| side.id.get_ref() == named.get_ref()) {
            Some(side) => side.ship.push(added),
            None => {
                let what = format!("there is no side `{}`", named.get_ref());
                reader.problem(named, "variant.ships.side", &what);
            }
        }
    }
    if let Some(turns) = variant.turns {
        read.turns = Spanned::new(read.turns.span(), turns);
    }
    let mut visibility: Vec<VisibilityPart> = variant.visibility;
    visibility.append(&mut read.visibility);
    read.visibility = visibility;
    let victory = &mut read.victory;
    victory.decisive += variant.shift_levels;
    victory.marginal += variant.shift_levels;
    victory.other_marginal += variant.shift_levels;
    victory.other_decisive += variant.shift_levels;
}

fn sea(reader: &mut Reader, read: &ScenarioFile) -> Option<Sea> {
    let map = &read.map;
    let Some(grid) = Grid::new(*map.columns.get_ref(), *map.rows.get_ref()) else {
        reader.problem(&map.columns, "map.columns", "a map has 1 to 99 columns and rows").allowed =
            vec!["1 to 99".into()];
        return None;
    };
    let north = *map.north.get_ref();
    if !(1..=6).contains(&north) {
        reader.problem(&map.north, "map.north", "north is one of the six hexsides").allowed = vec!["1 to 6".into()];
    }
    let mut land = vec![false; grid.len()];
    for word in &map.land {
        let hex = reader.hex(grid, word, "map.land");
        if let Some(index) = grid.index(hex) {
            land[index] = true;
        }
    }
    let is_land = |hex: Hex| grid.index(hex).is_some_and(|index| land[index]);
    let coast = grid.hexes().map(|hex| hex.neighbours().into_iter().any(is_land)).collect();
    let has_land = land.iter().any(|land| *land);
    Some(Sea { grid, north: north.saturating_sub(1) % 6, land, coast, has_land, shore: map.shore.clone() })
}

fn scenario(
    reader: &mut Reader,
    read: &ScenarioFile,
    sea: Sea,
    variants: Vec<Variant>,
    setup: &Setup,
) -> Result<Scenario, SetupError> {
    if *read.format.get_ref() != FORMAT {
        reader.problem(&read.format, "format", "this program does not know that layout").allowed =
            vec![FORMAT.to_string()];
    }
    let [first, second] = read.side.as_slice() else {
        reader.plain_problem("side", "a battle has two sides");
        return Err(SetupError { problems: std::mem::take(&mut reader.problems) });
    };
    let mut ships = Vec::new();
    for (seat, side) in [(Seat(0), first), (Seat(1), second)] {
        if side.ship.is_empty() {
            reader.problem(&side.id, "side.ship", "a side has at least one ship");
        }
        ships.extend(side.ship.iter().map(|part| vessel(reader, &sea, part, seat)));
    }
    if ships.len() > MOST_SHIPS {
        let what = format!("{} ships are too many", ships.len());
        reader.plain_problem("side.ship", &what);
        reader.problems.last_mut().expect("just pushed").allowed = vec![format!("at most {MOST_SHIPS}")];
        return Err(SetupError { problems: std::mem::take(&mut reader.problems) });
    }
    let parts = first.ship.iter().chain(&second.ship);
    for (number, part) in parts.enumerate() {
        if ships[..number].iter().any(|other: &Vessel| other.id == ships[number].id) {
            let what = format!("`{}` is here twice; give the second another id with `as`", ships[number].id);
            reader.problem(&part.ship, "side.ship.ship", &what);
        }
    }
    let names = Names {
        sides: [first.id.get_ref(), second.id.get_ref()],
        ships: ships.iter().map(|ship| (ship.id.as_str(), ship.side, ship.kind.as_str())).collect(),
    };
    let split = first.ship.len();
    let fleets = [ShipSet::range(0, split), ShipSet::range(split, split + second.ship.len())];
    let visibility = visibility(reader, &names, read);
    let specials = specials(reader, &names, read);
    let awards = awards(reader, &names, read);
    read.dice.iter().for_each(|part| reader.remark("9.2", [&part.why, &part.note]));
    read.exit.iter().for_each(|part| reader.remark("8.8", [&part.note, &String::new()]));
    read.value.iter().for_each(|part| reader.remark("9.21", [&part.note, &String::new()]));
    let dice = read.dice.iter().map(|part| Dice {
        ships: names.selection(reader, &part.ships, "dice.ships"),
        weapon: part.weapon,
        dice: part.dice,
        turns: part.turns.map_or(Span::ALWAYS, span),
        why: part.why.clone(),
    });
    let dice = dice.collect();
    let exits = read.exit.iter().map(|part| Exit {
        side: names.side(reader, &part.side, "exit.side"),
        edges: part.edges.clone(),
        from_turn: part.from_turn,
    });
    let exits = exits.collect();
    let victory = victory(reader, &names, read);
    let first_player = names.side(reader, &read.first_player, "first-player");
    let values: Vec<(ShipSet, i16)> = read
        .value
        .iter()
        .map(|part| (names.selection(reader, &part.ships, "value.ships"), part.points))
        .collect();
    for (set, points) in values {
        set.iter().for_each(|ship| ships[ship.index()].value = points);
    }
    let start = read.start.as_ref();
    let smoke = start.map_or(&[][..], |start| start.smoke.as_slice());
    let smoke = smoke.iter().map(|word| reader.hex(sea.grid, word, "start.smoke")).collect();
    let turns = *read.turns.get_ref();
    let first_turn = start.and_then(|start| start.turn.as_ref()).map_or(1, |turn| *turn.get_ref());
    if turns == 0 || first_turn == 0 || first_turn > turns {
        reader.problem(&read.turns, "turns", "the first turn must not come after the last");
    }
    Ok(Scenario {
        id: read.id.get_ref().clone(),
        title: read.title.clone(),
        date: read.date.clone(),
        minutes: minutes(reader, &read.time),
        place: read.map.place.clone(),
        introduction: read.introduction.trim().to_owned(),
        source: read.source.trim().to_owned(),
        confidence: read.confidence.clone(),
        notes: std::mem::take(&mut reader.notes),
        turns,
        first_turn,
        opens_with: read.opens_with,
        first_player,
        sea,
        smoke,
        torpedo_range: read.torpedoes.range,
        torpedo_far_from: read.torpedoes.far_from,
        sides: [(first, fleets[0]), (second, fleets[1])].map(|(side, ships)| Fleet {
            id: side.id.get_ref().clone(),
            name: side.name.clone(),
            ships,
        }),
        ships,
        visibility,
        sight_lines: Vec::new(),
        dice,
        exits,
        victory,
        awards,
        specials,
        options: Options::read(setup),
        variants,
    })
}

fn minutes(reader: &mut Reader, time: &Word) -> u16 {
    let parts = time.get_ref().split_once(':');
    let read = parts.and_then(|(hours, minutes)| Some((hours.parse::<u16>().ok()?, minutes.parse::<u16>().ok()?)));
    match read {
        Some((hours @ 0..24, minutes @ 0..60)) => hours * 60 + minutes,
        _ => {
            reader.problem(time, "time", "this is not a time of day").allowed = vec!["00:00 to 23:59".into()];
            0
        }
    }
}

fn vessel(reader: &mut Reader, sea: &Sea, part: &ShipPart, side: Seat) -> Vessel {
    let id = part.ship.get_ref();
    let card = data::ship(id);
    if card.is_none() {
        let near = data::ships().iter().map(|ship| ship.id.clone());
        let prefix = id.split('-').next().unwrap_or_default().to_owned();
        let what = format!("there is no ship `{id}` on the list");
        reader.problem(&part.ship, "side.ship.ship", &what).allowed =
            near.filter(|known| known.starts_with(&prefix)).take(30).collect();
    }
    let front = card.map_or_else(Ratings::default, |card| card.front);
    let berth = berth(reader, sea, part);
    Vessel {
        id: part.called.as_ref().map_or_else(|| id.clone(), |called| called.get_ref().clone()),
        name: part.name.clone().or_else(|| card.map(|card| plain_name(&card.name))).unwrap_or_default(),
        kind: card.map(|card| card.kind.clone()).unwrap_or_default(),
        side,
        front: with_changes(front, &part.ratings),
        back: card.and_then(|card| card.back).map(|back| with_changes(back, &part.back)),
        value: part.value.or_else(|| card.map(|card| card.value)).unwrap_or_default(),
        level: level(part, &berth),
        berth,
        starts: condition(reader, part),
    }
}

/// A ship's name without the year that tells it from a namesake on the list.
fn plain_name(name: &str) -> String {
    name.split(" (").next().unwrap_or(name).to_owned()
}

fn level(part: &ShipPart, berth: &Berth) -> Option<Level> {
    match (part.speed, berth) {
        // Ruling V7: a ship on the map of which nothing is said runs at standard speed.
        (SpeedWord::Any, Berth::At(..)) => Some(Level::Standard),
        (word, _) => word.level(),
    }
}

fn with_changes(mut ratings: Ratings, changes: &RatingsPart) -> Ratings {
    ratings.guns = changes.guns.unwrap_or(ratings.guns);
    ratings.weight = changes.weight.unwrap_or(ratings.weight);
    ratings.integrity = changes.integrity.unwrap_or(ratings.integrity);
    ratings.torpedoes = changes.torpedoes.unwrap_or(ratings.torpedoes);
    ratings.speed = changes.speed.unwrap_or(ratings.speed);
    ratings.manoeuvre = changes.manoeuvre.unwrap_or(ratings.manoeuvre);
    ratings.range = changes.range.unwrap_or(ratings.range);
    ratings
}

fn berth(reader: &mut Reader, sea: &Sea, part: &ShipPart) -> Berth {
    match (&part.hex, part.heading, &part.enters) {
        (Some(word), Some(heading), None) => {
            let hex = reader.hex(sea.grid, word, "side.ship.hex");
            if sea.is_land(hex) {
                reader.problem(word, "side.ship.hex", "this hex is land");
            }
            Berth::At(hex, heading)
        }
        (None, None, Some(entry)) => entry_berth(reader, sea, entry),
        _ => {
            let what = "a ship has either `hex` and `heading`, or `enters`";
            reader.problem(&part.ship, "side.ship", what);
            Berth::At(Hex::default(), Heading::N)
        }
    }
}

fn entry_berth(reader: &mut Reader, sea: &Sea, entry: &EntryPart) -> Berth {
    let from = reader.hex(sea.grid, &entry.from, "side.ship.enters.from");
    let to = reader.hex(sea.grid, &entry.to, "side.ship.enters.to");
    let columns = from.column().min(to.column())..=from.column().max(to.column());
    let rows = from.row().min(to.row())..=from.row().max(to.row());
    let hexes: Vec<Hex> = sea
        .grid
        .hexes()
        .filter(|hex| columns.contains(&hex.column()) && rows.contains(&hex.row()) && !sea.is_land(*hex))
        .collect();
    if hexes.len() > 40 || entry.headings.is_empty() {
        let what = "a ship enters by a row of at most 40 hexes, on at least one heading";
        reader.problem(&entry.from, "side.ship.enters", what);
    }
    Berth::Enters { turn: entry.turn, hexes, headings: entry.headings.clone() }
}

fn condition(reader: &mut Reader, part: &ShipPart) -> Condition {
    let starts: &StateOfShip = &part.starts;
    if starts.slowed_to > 2 || starts.waterline_hits > 2 || starts.fires > 9 || starts.jammed > 9 {
        let what = "a ship is slowed to 1 or 2, has at most 2 waterline hits and at most 9 fires or jammed turns";
        reader.problem(&part.ship, "side.ship.starts", what);
    }
    if starts.torpedo_attacks.is_some_and(|attacks| attacks > data::tables().torpedoes.attacks) {
        reader.problem(&part.ship, "side.ship.starts.torpedo-attacks", "a ship has at most two torpedo attacks");
    }
    let card = data::ship(part.ship.get_ref());
    if starts.heavily_damaged && card.is_some_and(|card| card.back.is_none()) {
        reader.problem(&part.ship, "side.ship.starts.heavily-damaged", "this counter has no back");
    }
    let integrity = card.map_or(0, |card| match (starts.heavily_damaged, card.back) {
        (true, Some(back)) => part.back.integrity.unwrap_or(back.integrity) - 1,
        _ => part.ratings.integrity.unwrap_or(card.front.integrity),
    });
    if i16::from(starts.hits) > i16::from(integrity) {
        let what = format!("this side of the counter bears at most {integrity} hits");
        reader.problem(&part.ship, "side.ship.starts.hits", &what);
    }
    Condition {
        heavily_damaged: starts.heavily_damaged,
        hits: starts.hits,
        waterline_hits: starts.waterline_hits,
        slowed_to: starts.slowed_to,
        stopped: starts.stopped.map(|stopped| stopped == StoppedWord::Permanent),
        fires: starts.fires,
        jammed: starts.jammed,
        evading: starts.evading,
        torpedo_attacks: starts.torpedo_attacks,
        hulk: starts.hulk,
        fired_guns_last_turn: starts.fired_guns_last_turn,
    }
}

const fn span(turns: Turns) -> Span {
    Span { first: turns[0], last: turns[1] }
}

fn faces(reader: &mut Reader, faces: &[u8], field: &str) -> Faces {
    if faces.iter().any(|face| !(1..=6).contains(face)) {
        reader.plain_problem(field, "a die has the faces 1 to 6");
        return Faces(0);
    }
    Faces(faces.iter().fold(0, |set, face| set | 1 << face))
}

fn visibility(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Vec<Visibility> {
    if read.visibility.len() > 100 {
        reader.plain_problem("visibility", "a scenario has at most 100 lines of visibility");
    }
    read.visibility.iter().for_each(|part| reader.remark("9.1", [&part.note, &String::new()]));
    let spotting = data::tables().gunnery.spotting;
    let lines = read.visibility.iter().map(|part| Visibility {
        turns: span(part.turns),
        spotters: names.selection(reader, &part.spotters, "visibility.spotters"),
        targets: names.selection(reader, &part.targets, "visibility.targets"),
        hexes: part.hexes.min(spotting),
        flash: part.flash.unwrap_or(0).min(spotting),
        burning: part.burning.unwrap_or(0).min(spotting),
        near_land: part.near_land.unwrap_or(u8::MAX),
    });
    lines.collect()
}

fn victory(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Victory {
    let part = &read.victory;
    reader.remark("9.21", [&part.note, &String::new()]);
    let levels = [part.other_decisive, part.other_marginal, part.marginal, part.decisive];
    if !(levels[0] <= levels[1] && levels[1] < levels[2] && levels[2] <= levels[3]) {
        let what = "the levels must rise from other-decisive over other-marginal and marginal to decisive";
        reader.problem(&part.measured_for, "victory", what);
    }
    Victory {
        measured_for: names.side(reader, &part.measured_for, "victory.for"),
        decisive: part.decisive,
        marginal: part.marginal,
        other_marginal: part.other_marginal,
        other_decisive: part.other_decisive,
    }
}

fn awards(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Vec<Award> {
    read.award.iter().for_each(|part| reader.remark("9.21", [&part.why, &part.note]));
    let awards = read.award.iter().map(|part| Award {
        to: names.side(reader, &part.to, "award.to"),
        points: part.points,
        ships: names.selection(reader, &part.ships, "award.ships"),
        any: part.any.iter().map(clause).collect(),
        per_hit: part.per_hit,
        why: part.why.clone(),
    });
    awards.collect()
}

fn clause(part: &ClausePart) -> Clause {
    Clause {
        status: part.status,
        heavily_damaged: part.heavily_damaged,
        slowed: part.slowed,
        stopped: part.stopped,
        hits_at_least: part.hits_at_least,
        no_enemy_within: part.no_enemy_within,
        row_at_least: part.row_at_least,
        edges: part.edges.clone(),
        after_turn: part.after_turn,
    }
}

fn specials(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Specials {
    let mut specials = Specials::default();
    for part in &read.flash {
        reader.remark("9.3", [&part.why, &part.note]);
        specials.flash = specials.flash.or(names.selection(reader, &part.ships, "flash.ships"));
    }
    for part in &read.hold_fire {
        reader.remark("9.4", [&part.why, &part.note]);
        specials.hold_fire.push(HoldFire {
            ships: names.selection(reader, &part.ships, "hold-fire.ships"),
            weapon: part.weapon,
            turns: span(part.turns),
            released_by: part.released_by,
        });
    }
    for part in &read.no_evasion {
        reader.remark("9.5", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "no-evasion.ships");
        specials.no_evasion.push((ships, span(part.turns)));
    }
    for part in &read.speed_cap {
        reader.remark("9.6", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "speed-cap.ships");
        specials.speed_caps.push((ships, part.odd.max(1), part.even.max(1)));
    }
    for part in &read.squadron {
        reader.remark("9.7", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "squadron.ships");
        specials.squadrons.push((ships, names.ship(reader, &part.leader, "squadron.leader")));
    }
    for part in &read.signal {
        reader.remark("9.8", [&part.why, &part.note]);
        specials.signals.push(Signal {
            flagship: names.ship(reader, &part.flagship, "signal.flagship"),
            ships: names.selection(reader, &part.ships, "signal.ships"),
            target: names.ship(reader, &part.target, "signal.target"),
            within: part.within,
        });
    }
    for part in &read.mistaken_identity {
        reader.remark("9.9", [&part.why, &part.note]);
        specials.mistaken.push(MistakenIdentity {
            ship: names.ship(reader, &part.ship, "mistaken-identity.ship"),
            target: names.ship(reader, &part.target, "mistaken-identity.target"),
            instead: names.ship(reader, &part.instead, "mistaken-identity.instead"),
            turns: span(part.turns),
            on: faces(reader, &part.on, "mistaken-identity.on"),
        });
    }
    for part in &read.teething {
        reader.remark("9.10", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "teething.ship");
        specials.teething.push((ship, faces(reader, &part.on, "teething.on"), part.dice));
    }
    for part in &read.power_failure {
        reader.remark("9.11", [&part.why, &part.note]);
        specials.power_failures.push(PowerFailure {
            ship: names.ship(reader, &part.ship, "power-failure.ship"),
            turn: part.turn,
            on: faces(reader, &part.on, "power-failure.on"),
            sight: part.sight,
            lasts: span(part.lasts),
        });
    }
    movement_specials(reader, names, read, &mut specials);
    air_specials(reader, names, read, &mut specials);
    if specials.hold_fire.len() > 8 || specials.signals.len() > 1 || specials.power_failures.len() > 8 {
        let what = "a scenario has at most 8 hold-fire groups, 8 power failures and 1 signal";
        reader.plain_problem("hold-fire", what);
    }
    specials
}

fn movement_specials(reader: &mut Reader, names: &Names, read: &ScenarioFile, specials: &mut Specials) {
    for part in &read.ammunition {
        reader.remark("9.12", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "ammunition.ships");
        specials.ammunition.push((ships, part.gun_attacks));
    }
    for part in &read.limit_line {
        reader.remark("9.13", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "limit-line.ships");
        specials.limit_lines.push((ships, part.last_row));
    }
    for part in &read.withdrawal {
        reader.remark("9.14", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "withdrawal.ship");
        specials.withdrawals.push((ship, part.after_turn));
    }
    for part in &read.rudder {
        reader.remark("9.15", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "rudder.ship");
        let port = faces(reader, &part.port, "rudder.port");
        specials.rudders.push((ship, port, faces(reader, &part.starboard, "rudder.starboard")));
    }
}

fn air_specials(reader: &mut Reader, names: &Names, read: &ScenarioFile, specials: &mut Specials) {
    if let Some(part) = &read.thin_hulls {
        reader.remark("9.16", [&part.why, &part.note]);
    }
    if let Some(part) = &read.air_attacks {
        reader.remark("9.17", [&part.why, &part.note]);
    }
    if let Some(part) = &read.harassment {
        reader.remark("9.18", [&part.why, &part.note]);
    }
    if let Some(part) = &read.recall {
        reader.remark("9.19", [&part.why, &part.note]);
    }
    specials.thin_hulls = read.thin_hulls.as_ref().map(|part| (part.weight, part.integrity));
    specials.air_attacks = read.air_attacks.as_ref().map(|part| AirAttacks {
        side: names.side(reader, &part.side, "air-attacks.side"),
        from_turn: part.from_turn,
        targets: part.targets.clamp(1, 8),
        dice: part.dice.min(8),
        weight: part.weight,
        carriers: names.one_selection(reader, &part.carriers, "air-attacks.carriers"),
        beyond: part.beyond,
    });
    specials.harassment = read.harassment.as_ref().map(|part| {
        let carriers = names.one_selection(reader, &part.carriers, "harassment.carriers");
        (names.side(reader, &part.side, "harassment.side"), part.from_turn, carriers)
    });
    specials.recall = read.recall.as_ref().map(|part| {
        let ships = names.selection(reader, &part.ships, "recall.ships");
        (part.from_turn, ships)
    });
}
