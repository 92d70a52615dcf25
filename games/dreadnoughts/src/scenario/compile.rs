//! Turns a scenario file into a scenario, or says all that is wrong with it.

use sandtable_engine::{
    Faults, OptionCard, OptionKind, Problem, ReadScenario, ScenarioCard, Seat, Setup, SetupError, SideCard,
};
use sandtable_maps::Side;

use super::file::{ClausePart, DicePart, ScenarioFile, SidePart, VariantPart, VisibilityPart, Word};
use super::limits;
use super::reader::{Names, Reader};
use super::ships::vessel;
use super::specials::specials;
use super::{
    Award, Clause, Dice, Exit, Fleet, Options, Scenario, Sea, Span, Variant, Vessel, Victory, Visibility,
};
use crate::data;
use crate::ids::{Grid, Heading, Hex, MOST_SHIPS, ShipSet};

/// The layout of scenario files that this program reads.
const FORMAT: i64 = 1;

/// The colours that counters may have; the sides take the first two unless they say otherwise.
const LIVERIES: [&str; 8] = ["blue", "stone", "ochre", "brick", "ivory", "black", "green", "lilac"];

impl ReadScenario for Scenario {
    fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        if text.len() > limits::BYTES {
            let problem = Problem::new(file, "", &format!("{} bytes are too many", text.len()));
            return Err(SetupError::one(problem.allowed([format!("at most {}", limits::BYTES)])));
        }
        let faults = Faults::new(file, text);
        let unreadable = |error: toml::de::Error| faults.unreadable(error.span().as_ref(), error.message());
        let mut read: ScenarioFile = toml::from_str(text).map_err(unreadable)?;
        let mut reader = Reader::new(faults);
        check_options(&read, setup)?;
        let variants = apply_variants(&mut read, setup, &mut reader);
        let Some(sea) = sea(&mut reader, &read) else {
            return Err(SetupError { problems: reader.faults.problems });
        };
        let mut scenario = scenario(&mut reader, &read, sea, variants, setup)?;
        SetupError::unless_empty(reader.faults.problems)?;
        scenario.work_out_sight();
        Ok(scenario)
    }

    fn card(&self) -> ScenarioCard {
        let options = self.variants.iter().map(|variant| OptionCard {
            id: variant.id.clone(),
            title: variant.title.clone(),
            meaning: variant.meaning.clone(),
            rule: "9.22".into(),
            kind: OptionKind::Switch { default: false },
        });
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            date: self.date.clone(),
            introduction: self.introduction.clone(),
            size: format!("{} turns, {} ships", self.turns, self.ships.len()),
            sides: self
                .sides
                .iter()
                .map(|side| SideCard { id: side.id.clone(), name: side.name.clone() })
                .collect(),
            options: options.collect(),
            notes: self.notes.clone(),
            source: format!("Confidence {}. {}", self.confidence, self.source),
            balance: None,
        }
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
    let listed: Vec<Variant> = listed.collect();
    check_variants(&variants, reader);
    for variant in variants.into_iter().filter(|variant| setup.is_on(variant.id.get_ref())) {
        apply_variant(read, variant, reader);
    }
    listed
}

/// Checks that the set-up can tell the variants apart.
fn check_variants(variants: &[VariantPart], reader: &mut Reader) {
    let cards = Options::cards();
    for (number, variant) in variants.iter().enumerate() {
        let id = variant.id.get_ref();
        let taken = cards.iter().any(|card| card.id == *id)
            || variants[..number].iter().any(|other| other.id.get_ref() == id);
        if taken {
            reader.problem(&variant.id, "variant.id", &format!("another option is called `{id}`"));
        }
    }
    if variants.len() > limits::VARIANTS {
        reader.faults.anywhere("variant", &format!("{} variants are too many", variants.len())).allowed =
            vec![format!("at most {}", limits::VARIANTS)];
    }
}

fn apply_variant(read: &mut ScenarioFile, variant: VariantPart, reader: &mut Reader) {
    reader.remark("9.22", [&variant.meaning, &variant.note]);
    for added in variant.ships {
        let Some(named) = &added.side else {
            reader.problem(&added.ship, "variant.ships.side", "a ship that a variant adds names its side");
            continue;
        };
        if let Some(side) = read.side.iter_mut().find(|side| side.id.get_ref() == named.get_ref()) {
            side.ship.push(added);
        } else {
            let what = format!("there is no side `{}`", named.get_ref());
            reader.problem(named, "variant.ships.side", &what);
        }
    }
    if let Some(turns) = variant.turns {
        read.turns = turns;
    }
    let mut visibility: Vec<VisibilityPart> = variant.visibility;
    visibility.append(&mut read.visibility);
    read.visibility = visibility;
    let shift: Option<i64> =
        reader.optional(variant.shift_levels.as_ref(), "variant.shift-levels", &limits::POINTS);
    let part = &mut read.victory;
    for level in [&mut part.decisive, &mut part.marginal, &mut part.other_marginal, &mut part.other_decisive]
    {
        *level.get_mut() = level.get_ref().saturating_add(shift.unwrap_or(0));
    }
}

fn sea(reader: &mut Reader, read: &ScenarioFile) -> Option<Sea> {
    let map = &read.map;
    let north: u8 = reader.number(&map.north, "map.north", &limits::HEXSIDE);
    let compass =
        Heading::ALL.map(|heading| Side::ALL[(usize::from(north.max(1)) - 1 + heading as usize) % 6]);
    let columns = reader.number(&map.columns, "map.columns", &limits::SHEET);
    let grid = Grid::new(columns, reader.number(&map.rows, "map.rows", &limits::SHEET))?;
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
    Some(Sea { grid, compass, land, coast, has_land, shore: map.shore.clone() })
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
        reader.faults.anywhere("side", &format!("a battle has two sides, not {}", read.side.len()));
        return Err(SetupError { problems: std::mem::take(&mut reader.faults.problems) });
    };
    check_lists(reader, read);
    if first.id.get_ref() == second.id.get_ref() {
        reader.problem(&second.id, "side.id", &format!("both sides are called `{}`", second.id.get_ref()));
    }
    let liveries = [livery(reader, first, LIVERIES[0]), livery(reader, second, LIVERIES[1])];
    let mut ships = fleets(reader, &sea, [first, second])?;
    let names = Names {
        sides: [first.id.get_ref(), second.id.get_ref()],
        ships: ships.iter().map(|ship| (ship.id.as_str(), ship.side, ship.kind.as_str())).collect(),
    };
    let split = first.ship.len();
    let sets = [ShipSet::range(0, split), ShipSet::range(split, split + second.ship.len())];
    let visibility = visibility(reader, &names, read);
    let specials = specials(reader, &names, read);
    let awards = awards(reader, &names, read);
    read.exit.iter().for_each(|part| reader.remark("8.8", [&part.note, &String::new()]));
    read.value.iter().for_each(|part| reader.remark("9.21", [&part.note, &String::new()]));
    let dice = dice(reader, &names, &read.dice);
    let exits = read.exit.iter().map(|part| Exit {
        side: names.side(reader, &part.side, "exit.side"),
        edges: part.edges.clone(),
        from_turn: reader.turn(&part.from_turn, "exit.from-turn"),
    });
    let exits = exits.collect();
    let victory = victory(reader, &names, read);
    let first_player = names.side(reader, &read.first_player, "first-player");
    let values: Vec<(ShipSet, i16)> = read
        .value
        .iter()
        .map(|part| {
            let ships = names.selection(reader, &part.ships, "value.ships");
            (ships, reader.number(&part.points, "value.points", &limits::VALUE))
        })
        .collect();
    for (set, points) in values {
        set.iter().for_each(|ship| ships[ship.index()].value = points);
    }
    let start = read.start.as_ref();
    let smoke = start.map_or(&[][..], |start| start.smoke.as_slice());
    let smoke = smoke.iter().map(|word| reader.hex(sea.grid, word, "start.smoke")).collect();
    let turns = reader.turn(&read.turns, "turns");
    let first_turn = start.and_then(|start| start.turn.as_ref());
    let first_turn = first_turn.map_or(1, |turn| reader.turn(turn, "start.turn"));
    if turns > 0 && first_turn > turns {
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
        torpedo_range: reader.number(&read.torpedoes.range, "torpedoes.range", &limits::RANGE),
        torpedo_far_from: reader.number(&read.torpedoes.far_from, "torpedoes.far-from", &limits::RANGE),
        sides: [(first, sets[0], liveries[0]), (second, sets[1], liveries[1])].map(
            |(side, ships, colour)| Fleet {
                id: side.id.get_ref().clone(),
                name: side.name.clone(),
                colour: colour.into(),
                ships,
            },
        ),
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

/// Checks that no part of the file goes on for ever.
fn check_lists(reader: &mut Reader, read: &ScenarioFile) {
    for (field, parts, most) in [
        ("visibility", read.visibility.len(), limits::SIGHT_LINES),
        ("dice", read.dice.len(), limits::LIST),
        ("exit", read.exit.len(), limits::LIST),
        ("award", read.award.len(), limits::LIST),
        ("award.any", read.award.iter().map(|award| award.any.len()).max().unwrap_or(0), limits::LIST),
        ("hold-fire", read.hold_fire.len(), limits::PARTS),
        ("no-evasion", read.no_evasion.len(), limits::LIST),
        ("speed-cap", read.speed_cap.len(), limits::LIST),
        ("squadron", read.squadron.len(), limits::PARTS),
        ("signal", read.signal.len(), 1),
        ("mistaken-identity", read.mistaken_identity.len(), limits::LIST),
        ("power-failure", read.power_failure.len(), limits::PARTS),
        ("ammunition", read.ammunition.len(), limits::LIST),
        ("limit-line", read.limit_line.len(), limits::LIST),
    ] {
        if parts > most {
            reader.faults.anywhere(field, &format!("{parts} such parts are too many")).allowed =
                vec![format!("at most {most}")];
        }
    }
}

/// The ships of both sides, the first side's first.
fn fleets(reader: &mut Reader, sea: &Sea, sides: [&SidePart; 2]) -> Result<Vec<Vessel>, SetupError> {
    let mut ships: Vec<Vessel> = Vec::new();
    for (seat, side) in [Seat(0), Seat(1)].into_iter().zip(sides) {
        if side.ship.is_empty() {
            reader.problem(&side.id, "side.ship", "a side has at least one ship");
        }
        for part in &side.ship {
            let ship = vessel(reader, sea, part, seat);
            if ships.iter().any(|other| other.id == ship.id) {
                let what = format!("`{}` is here twice; give the second another id with `as`", ship.id);
                reader.problem(&part.ship, "side.ship.ship", &what);
            }
            if sides.iter().any(|side| *side.id.get_ref() == ship.id) {
                reader.problem(&part.ship, "side.ship.ship", &format!("a side is called `{}`, too", ship.id));
            }
            ships.push(ship);
        }
    }
    if ships.len() > MOST_SHIPS {
        let what = format!("{} ships are too many", ships.len());
        reader.faults.anywhere("side.ship", &what).allowed = vec![format!("at most {MOST_SHIPS}")];
    }
    // The rest of the file speaks of ships: it cannot be read where there are none, or too many.
    if ships.len() > MOST_SHIPS || sides.iter().any(|side| side.ship.is_empty()) {
        return Err(SetupError { problems: std::mem::take(&mut reader.faults.problems) });
    }
    Ok(ships)
}

fn minutes(reader: &mut Reader, time: &Word) -> u16 {
    let parts = time.get_ref().split_once(':');
    let read =
        parts.and_then(|(hours, minutes)| Some((hours.parse::<u16>().ok()?, minutes.parse::<u16>().ok()?)));
    if let Some((hours @ 0..24, minutes @ 0..60)) = read {
        return hours * 60 + minutes;
    }
    reader.problem(time, "time", "this is not a time of day").allowed = vec!["00:00 to 23:59".into()];
    0
}

fn visibility(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Vec<Visibility> {
    read.visibility.iter().for_each(|part| reader.remark("9.1", [&part.note, &String::new()]));
    let spotting = data::tables().gunnery.spotting;
    let lines = read.visibility.iter().map(|part| {
        let mut hexes = |number, field| reader.optional(number, field, &limits::HEXES);
        let flash: Option<u8> = hexes(part.flash.as_ref(), "visibility.flash");
        let burning = hexes(part.burning.as_ref(), "visibility.burning");
        let near_land = hexes(part.near_land.as_ref(), "visibility.near-land");
        Visibility {
            turns: reader.span(&part.turns, "visibility.turns"),
            spotters: names.selection(reader, &part.spotters, "visibility.spotters"),
            targets: names.selection(reader, &part.targets, "visibility.targets"),
            hexes: reader.number::<u8>(&part.hexes, "visibility.hexes", &limits::HEXES).min(spotting),
            flash: flash.unwrap_or(0).min(spotting),
            burning: burning.unwrap_or(0).min(spotting),
            near_land: near_land.unwrap_or(u8::MAX),
        }
    });
    lines.collect()
}

/// Dice for some ships (9.2). A ship that many lines are about must not end up with absurd numbers.
fn dice(reader: &mut Reader, names: &Names, parts: &[DicePart]) -> Vec<Dice> {
    let mut lines: Vec<Dice> = Vec::new();
    for part in parts {
        reader.remark("9.2", [&part.why, &part.note]);
        let line = Dice {
            ships: names.selection(reader, &part.ships, "dice.ships"),
            weapon: part.weapon,
            dice: reader.number(&part.dice, "dice.dice", &limits::DICE),
            turns: part.turns.as_ref().map_or(Span::ALWAYS, |turns| reader.span(turns, "dice.turns")),
            why: part.why.clone(),
        };
        lines.push(line);
        let sum = |ship| {
            let about = lines.iter().filter(|line| line.ships.contains(ship));
            about.map(|line| i64::from(line.dice.abs())).sum()
        };
        let most: i64 = lines[lines.len() - 1].ships.iter().map(sum).max().unwrap_or(0);
        if !limits::DICE.contains(&most) {
            let what = format!("with this line there are {most} dice to add or take for one ship");
            reader.problem(&part.dice, "dice.dice", &what).allowed = vec![limits::words(&limits::DICE)];
        }
    }
    lines
}

fn victory(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Victory {
    let part = &read.victory;
    reader.remark("9.21", [&part.note, &String::new()]);
    let levels = [
        (&part.other_decisive, "victory.other-decisive"),
        (&part.other_marginal, "victory.other-marginal"),
        (&part.marginal, "victory.marginal"),
        (&part.decisive, "victory.decisive"),
    ];
    let levels: [i16; 4] = levels.map(|(level, field)| reader.number(level, field, &limits::POINTS));
    if !(levels[0] <= levels[1] && levels[1] < levels[2] && levels[2] <= levels[3]) {
        let what = "the levels must rise from other-decisive over other-marginal and marginal to decisive";
        reader.problem(&part.measured_for, "victory", what);
    }
    Victory {
        measured_for: names.side(reader, &part.measured_for, "victory.for"),
        decisive: levels[3],
        marginal: levels[2],
        other_marginal: levels[1],
        other_decisive: levels[0],
    }
}

/// The colour of a side's counters.
fn livery(reader: &mut Reader, side: &SidePart, unless_set: &'static str) -> &'static str {
    let Some(word) = &side.colour else { return unless_set };
    if let Some(known) = LIVERIES.iter().find(|livery| *livery == word.get_ref()) {
        return known;
    }
    let what = format!("counters are never `{}`", word.get_ref());
    reader.problem(word, "side.colour", &what).allowed = LIVERIES.map(str::to_owned).to_vec();
    unless_set
}

fn awards(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Vec<Award> {
    read.award.iter().for_each(|part| reader.remark("9.21", [&part.why, &part.note]));
    let awards = read.award.iter().map(|part| Award {
        to: names.side(reader, &part.to, "award.to"),
        points: reader.number(&part.points, "award.points", &limits::POINTS),
        ships: names.selection(reader, &part.ships, "award.ships"),
        any: part.any.iter().map(|part| clause(reader, part)).collect(),
        per_hit: part.per_hit,
        why: part.why.clone(),
    });
    awards.collect()
}

fn clause(reader: &mut Reader, part: &ClausePart) -> Clause {
    let mut figure = |number: &Option<_>, field, limits: &_| reader.optional(number.as_ref(), field, limits);
    Clause {
        status: part.status,
        heavily_damaged: part.heavily_damaged,
        slowed: part.slowed,
        stopped: part.stopped,
        hits_at_least: figure(&part.hits_at_least, "award.any.hits-at-least", &limits::INTEGRITY),
        no_enemy_within: figure(&part.no_enemy_within, "award.any.no-enemy-within", &limits::HEXES),
        row_at_least: figure(&part.row_at_least, "award.any.row-at-least", &limits::SHEET),
        edges: part.edges.clone(),
        after_turn: figure(&part.after_turn, "award.any.after-turn", &limits::TURN),
    }
}
