//! Turns a scenario file into a scenario, or says all that is wrong with it.

use sandtable_engine::{OptionCard, OptionKind, Seat, Setup, SetupError};
use toml::Spanned;

use super::file::{ClausePart, ScenarioFile, SidePart, VariantPart, VisibilityPart, Word};
use super::reader::{Names, Reader, toml_problem};
use super::ships::vessel;
use super::specials::specials;
use super::{
    Award, Clause, Dice, Exit, Fleet, Options, Scenario, Sea, Span, Variant, Vessel, Victory, Visibility,
};
use crate::data;
use crate::ids::{Grid, Hex, MOST_SHIPS, ShipSet};

/// The layout of scenario files that this program reads.
const FORMAT: u32 = 1;

impl Scenario {
    /// Reads a scenario file with the switches of a set-up.
    pub fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        let mut read: ScenarioFile =
            toml::from_str(text).map_err(|error| toml_problem(file, text, &error))?;
        let mut reader = Reader::new(file, text);
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
        if let Some(side) = read.side.iter_mut().find(|side| side.id.get_ref() == named.get_ref()) {
            side.ship.push(added);
        } else {
            let what = format!("there is no side `{}`", named.get_ref());
            reader.problem(named, "variant.ships.side", &what);
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
        reader.problem(&map.north, "map.north", "north is one of the six hexsides").allowed =
            vec!["1 to 6".into()];
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
    read.dice.iter().for_each(|part| reader.remark("9.2", [&part.why, &part.note]));
    read.exit.iter().for_each(|part| reader.remark("8.8", [&part.note, &String::new()]));
    read.value.iter().for_each(|part| reader.remark("9.21", [&part.note, &String::new()]));
    let dice = read.dice.iter().map(|part| Dice {
        ships: names.selection(reader, &part.ships, "dice.ships"),
        weapon: part.weapon,
        dice: part.dice,
        turns: part.turns.map_or(Span::ALWAYS, Span::of),
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
        sides: [(first, sets[0]), (second, sets[1])].map(|(side, ships)| Fleet {
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
            ships.push(ship);
        }
    }
    if ships.len() > MOST_SHIPS {
        let what = format!("{} ships are too many", ships.len());
        reader.plain_problem("side.ship", &what);
        reader.problems.last_mut().expect("just pushed").allowed = vec![format!("at most {MOST_SHIPS}")];
        return Err(SetupError { problems: std::mem::take(&mut reader.problems) });
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
    if read.visibility.len() > 100 {
        reader.plain_problem("visibility", "a scenario has at most 100 lines of visibility");
    }
    read.visibility.iter().for_each(|part| reader.remark("9.1", [&part.note, &String::new()]));
    let spotting = data::tables().gunnery.spotting;
    let lines = read.visibility.iter().map(|part| Visibility {
        turns: Span::of(part.turns),
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
