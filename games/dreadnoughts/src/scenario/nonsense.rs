//! Files that a careless or a hostile hand might write: each is refused at its line, with the field and what is allowed.

use sandtable_engine::{OptionValue, ReadScenario, Seat, Setup};

use super::Scenario;
use crate::setup::lay_out;
use crate::victory::{margin, points};

const FILE: &str = r#"format = 1
id = "small"
title = "Small"
date = "1914"
time = "09:00"
turns = 6
opens-with = "combat"
first-player = "red"
map = { columns = 12, rows = 12, north = 1, land = ["0505"] }
torpedoes = { range = 6, far-from = 4 }
side = [
    { id = "red", name = "Red", ship = [
        { ship = "km-bismarck", hex = "0303", heading = "N", speed = "standard" },
    ] },
    { id = "blue", name = "Blue", ship = [
        { ship = "hms-hood", hex = "0909", heading = "N", speed = "standard" },
        { ship = "ijn-urakaze", as = "boat", hex = "0808", heading = "N", speed = "standard" },
    ] },
]
visibility = [{ turns = [1, 6], spotters = ["any"], targets = ["any"], hexes = 18 }]
victory = { for = "red", decisive = 9, marginal = 3, other-marginal = -3, other-decisive = -9 }
"#;

/// What is said of the file with one passage in place of another.
fn said(old: &str, new: &str) -> Vec<String> {
    assert_eq!(FILE.matches(old).count(), 1, "{old}");
    let text = FILE.replace(old, new);
    match Scenario::check("small.toml", &text) {
        Ok(_) => Vec::new(),
        Err(error) => error.problems.iter().map(ToString::to_string).collect(),
    }
}

/// What is said of the file with one more line, the 21st.
fn said_with(line: &str) -> Vec<String> {
    said("victory = {", &format!("{line}\nvictory = {{"))
}

#[test]
fn the_file_itself_is_in_order() {
    assert_eq!(said("turns = 6", "turns = 99"), [""; 0]);
}

#[test]
fn figures_out_of_bounds_are_named_with_line_field_and_limits() {
    for (old, new, expected) in [
        ("turns = 6", "turns = 0", "small.toml:6: `turns`: 0 is out of bounds; allowed: 1 to 99"),
        ("turns = 6", "turns = 300", "small.toml:6: `turns`: 300 is out of bounds; allowed: 1 to 99"),
        (
            "columns = 12",
            "columns = 100",
            "small.toml:9: `map.columns`: 100 is out of bounds; allowed: 1 to 99",
        ),
        ("north = 1", "north = 7", "small.toml:9: `map.north`: 7 is out of bounds; allowed: 1 to 6"),
        (
            "range = 6",
            "range = -1",
            "small.toml:10: `torpedoes.range`: -1 is out of bounds; allowed: 0 to 40",
        ),
        (
            "name = \"Red\"",
            "name = \"Red\", colour = \"red\"",
            "small.toml:12: `side.colour`: counters are never `red`; \
             allowed: blue, stone, ochre, brick, ivory, black, green, lilac",
        ),
        (
            "hexes = 18",
            "hexes = 256",
            "small.toml:20: `visibility.hexes`: 256 is out of bounds; allowed: 0 to 99",
        ),
        (
            "[1, 6]",
            "[0, 6]",
            "small.toml:20: `visibility.turns`: no game has the turns 0 to 6; allowed: 1 to 99",
        ),
        (
            "[1, 6]",
            "[5, 2]",
            "small.toml:20: `visibility.turns`: the first turn must not come after the last",
        ),
        (
            "decisive = 9",
            "decisive = 32767",
            "small.toml:21: `victory.decisive`: 32767 is out of bounds; allowed: -9999 to 9999",
        ),
    ] {
        let said = said(old, new);
        assert_eq!(said.first().map(String::as_str), Some(expected), "{new}: {said:?}");
    }
}

#[test]
fn ratings_are_within_what_the_tables_know() {
    for (ratings, expected) in [
        ("ratings = { weight = 127 }", "`side.ship.ratings.weight`: 127 is out of bounds; allowed: 0 to 15"),
        ("ratings = { guns = 128 }", "`side.ship.ratings.guns`: 128 is out of bounds; allowed: -20 to 20"),
        (
            "ratings = { integrity = -1 }",
            "`side.ship.ratings.integrity`: -1 is out of bounds; allowed: 0 to 20",
        ),
        ("back = { integrity = 0 }", "`side.ship.back.integrity`: 0 is out of bounds; allowed: 1 to 20"),
        (
            "back = { integrity = -128 }",
            "`side.ship.back.integrity`: -128 is out of bounds; allowed: 1 to 20",
        ),
        ("ratings = { speed = 0 }", "`side.ship.ratings.speed`: 0 is out of bounds; allowed: 1 to 9"),
        ("ratings = { range = 255 }", "`side.ship.ratings.range`: 255 is out of bounds; allowed: 0 to 40"),
        ("value = 32767", "`side.ship.value`: 32767 is out of bounds; allowed: 0 to 99"),
    ] {
        let said = said("hex = \"0909\",", &format!("hex = \"0909\", {ratings},"));
        assert_eq!(said.first(), Some(&format!("small.toml:16: {expected}")), "{said:?}");
    }
}

#[test]
fn ships_begin_only_as_they_could_be() {
    for (old, new, expected) in [
        ("hex = \"0909\"", "hex = \"0505\"", "`side.ship.hex`: this hex is land"),
        ("hex = \"0909\"", "hex = \"1213\"", "`side.ship.hex`: 1213 lies off the map; allowed: 0101 to 1212"),
        (
            "hex = \"0909\",",
            "hex = \"0909\", starts = { hits = 200 },",
            "`side.ship.starts.hits`: 200 is out of bounds; allowed: 0 to 5",
        ),
        (
            "hex = \"0909\",",
            "hex = \"0909\", starts = { fires = 10 },",
            "`side.ship.starts.fires`: 10 is out of bounds; allowed: 0 to 9",
        ),
        (
            "hex = \"0909\",",
            "hex = \"0909\", starts = { evading = true, hulk = true },",
            "`side.ship.starts.evading`: a ship that is heavily damaged, stopped, jammed or a hulk takes no \
             evasive action",
        ),
    ] {
        let said = said(old, new);
        assert_eq!(said, [format!("small.toml:16: {expected}")]);
    }
    let hood = "hex = \"0909\", heading = \"N\"";
    let burning =
        "enters = { turn = 2, from = \"0101\", to = \"0301\", headings = [\"S\"] }, starts = { fires = 1 }";
    assert!(said(hood, burning)[0].contains("enters later neither evades nor burns"));
    let nowhere = "enters = { turn = 2, from = \"0505\", to = \"0505\", headings = [\"S\"] }";
    assert!(said(hood, nowhere)[0].contains("these are 0; allowed: 1 to 40 hexes"));
    let often = "enters = { turn = 2, from = \"0101\", to = \"0301\", headings = [\"S\", \"S\"] }";
    assert!(said(hood, often)[0].contains("several different ones; allowed: N, NE, SE, S, SW, NW"));
}

#[test]
fn names_are_told_apart_and_exist() {
    assert!(said("id = \"blue\"", "id = \"red\"")[0].contains("`side.id`: both sides are called `red`"));
    assert!(said("as = \"boat\"", "as = \"red\"")[0].contains("a side is called `red`, too"));
    assert!(said("as = \"boat\"", "as = \"hms-hood\"")[0].contains("`hms-hood` is here twice"));
    assert!(
        said("spotters = [\"any\"]", "spotters = []")[0].contains("`visibility.spotters`: no ship is named")
    );
    let kinds = "there is no type of ship `CV`; allowed: AMC, B, BB, BC, CA, CL, CVE, DD, DE";
    assert!(said("spotters = [\"any\"]", "spotters = [\"red:CV\"]")[0].contains(kinds));
}

#[test]
fn parts_are_counted_where_the_table_counts_them() {
    let nine = |part: &str| format!("[{}]", [part; 9].join(", "));
    let squadron = nine("{ ships = [\"boat\"], leader = \"hms-hood\" }");
    assert!(
        said_with(&format!("squadron = {squadron}"))[0]
            .contains("9 such parts are too many; allowed: at most 8")
    );
    let variant = |id: &str| format!("{{ id = \"{id}\", title = \"\", meaning = \"\" }}");
    let taken = said_with(&format!("variant = [{}]", variant("reaction-fire")));
    assert_eq!(taken, ["small.toml:21: `variant.id`: another option is called `reaction-fire`"]);
    let seven = "{ ships = [\"boat\"], weapon = \"guns\", dice = 7 }";
    let dice = said_with(&format!("dice = [{seven}, {seven}, {seven}]"));
    assert!(
        dice[0].contains("with this line there are 21 dice to add or take for one ship; allowed: -20 to 20")
    );
    let twice = "{ ship = \"boat\", on = [1], dice = -1 }";
    assert!(said_with(&format!("teething = [{twice}, {twice}]"))[0].contains("teething troubles already"));
}

#[test]
fn a_battle_without_ships_is_refused_whatever_the_rest_speaks_of() {
    let start = FILE.find("side = [").expect("it has sides");
    let end = FILE.find("visibility = ").expect("it has visibility");
    let empty = "side = [{ id = \"red\", name = \"Red\" }, { id = \"blue\", name = \"Blue\" }]\n\
        value = [{ ships = [\"nobody\"], points = 1 }]\n";
    let text = format!("{}{empty}{}", &FILE[..start], &FILE[end..]);
    let error = Scenario::check("small.toml", &text).expect_err("nobody fights");
    assert_eq!(error.problems.len(), 2, "{error}");
    assert!(error.problems.iter().all(|problem| problem.what == "a side has at least one ship"));
}

/// A variant that does not work is found when the file is read, not when somebody switches it on.
#[test]
fn variants_are_read_before_anybody_plays_them() {
    let variant =
        |rest: &str| format!("variant = [{{ id = \"late\", title = \"\", meaning = \"\", {rest} }}]");
    assert_eq!(said_with(&variant("turns = 24, shift-levels = -6")), [""; 0]);
    assert!(said_with(&variant("turns = 0"))[0].contains("`turns`: 0 is out of bounds"));
    assert!(said_with(&variant("shift-levels = 32767"))[0].contains("`variant.shift-levels`: 32767"));
    let text = FILE.replace("victory = {", &format!("{}\nvictory = {{", variant("shift-levels = 9999")));
    let setup = Setup::own("small.toml", &text).with("late", OptionValue::Switch(true));
    let error = Scenario::read("small.toml", &text, &setup).expect_err("levels beyond all points");
    assert_eq!(error.problems[0].field, "victory.marginal", "{error}");
}

#[test]
fn generous_awards_end_at_the_most_points_there_are() {
    let award = "{ to = \"red\", points = 9999, ships = [\"any\"], any = [{}] }";
    let awards = format!("award = [{award}, {award}, {award}]\nvictory = {{");
    let table = lay_out(&Setup::own("small.toml", &FILE.replace("victory = {", &awards))).expect("in order");
    assert_eq!((points(&table, Seat(0)), points(&table, Seat(1)), margin(&table)), (9999, 0, 9999));
}
