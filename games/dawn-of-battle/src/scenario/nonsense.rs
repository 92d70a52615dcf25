//! Scenario files that do not work are refused with the field, the reason and what would be right.

use sandtable_engine::{ReadScenario, Setup};

use super::Scenario;

/// A file that reads, in parts that a test can spoil.
const HEAD: &str = "format = 1\nid = \"mine\"\ntitle = \"Mine\"\ndate = \"1173\"\nintroduction = \"Mine.\"\n";
const A: &str = "[a]\nname = \"Ours\"\npanic = 5\nunits = [{ type = \"HI\", at = [\"F7\"] }]\n";
const B: &str = "[b]\nname = \"Theirs\"\npanic = 5\nunits = [{ type = \"HC\", at = [\"F9\"] }]\n";

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read("mine.toml", text, &Setup::own("mine.toml", text)).map_err(|error| error.to_string())
}

#[test]
fn the_file_reads_before_it_is_spoiled() {
    let scenario = read(&format!("{HEAD}{A}{B}")).expect("it reads");
    assert_eq!(Some(scenario.armies[1].units[0].facing), crate::ids::facing(4));
}

#[test]
fn nonsense_is_refused_with_field_and_reason() {
    let unit = |unit: &str| format!("{HEAD}{B}[a]\nname = \"Ours\"\npanic = 5\nunits = [{unit}]\n");
    let rest = |rest: &str| format!("{HEAD}{A}{B}{rest}");
    let cases = [
        (unit("{ type = \"HX\", at = [\"F7\"] }"), "a.units.type", "allowed: LI, MI"),
        (unit("{ type = \"HI\", at = [\"Q7\"] }"), "a.units.at", "A1 to P15"),
        (unit("{ type = \"HI\", at = [\"F9\"] }"), "units.at", "7.9"),
        (unit("{ type = \"HI\", at = [\"F7\", \"F7\"] }"), "a.units.at", "7.9"),
        (unit("{ type = \"HI\" }"), "a.units.at", "no hex"),
        (unit("{ type = \"HI\", at = [\"F7\"], facing = 7 }"), "a.units.facing", "1 to 6"),
        (unit("{ type = \"HI\", at = [\"F7\"], firepower = 2 }"), "a.units.firepower", "only a cannon"),
        (unit("{ type = \"AY\", at = [\"F7\"] }"), "a.units.firepower", "1 to 5"),
        (unit("{ type = \"HI\", at = [\"F7\"], limbered = true }"), "a.units.limbered", "cannon"),
        (unit("{ type = \"HI\", at = [\"F7\"], marker = \"charge\" }"), "a.units.marker", "7.11"),
        (unit("{ type = \"HI\", at = [\"F7\"], marker = \"asleep\" }"), "units", "unknown variant"),
        (unit("{ type = \"HI\", at = [\"F7\"], enters = 3 }"), "a.units.at", "edge"),
        (unit("{ type = \"HI\", at = [\"A7\"], enters = 11 }"), "a.units.enters", "1 to 10"),
        (unit("{ type = \"HI\", at = [\"A7\"], enters = 3, placed = 3 }"), "a.units.enters", "not both"),
        (unit("{ type = \"HI\", at = [\"F7\"], colour = \"red\" }"), "units", "unknown field"),
        (
            format!("{HEAD}{A}[b]\nname = \"Theirs\"\nunits = [{{ type = \"HC\", at = [\"F9\"] }}]\n"),
            "b.panic",
            "12.0",
        ),
        (format!("{HEAD}{A}[b]\nname = \"Theirs\"\npanic = 3\n"), "b.units", "has units"),
        (format!("{HEAD}{A}{B}points = 9\n"), "b.points", "0 to 7"),
        (format!("{HEAD}{A}{B}hand = [3, 3]\n"), "b.hand", "twice"),
        (format!("{HEAD}{A}{B}hand = [73]\n"), "b.hand", "1 to 72"),
        (
            format!("{HEAD}{A}{B}leaders = [{{ name = \"I\", values = [9, 1, 1] }}]\n"),
            "b.leaders.values",
            "command",
        ),
        (
            format!(
                "{HEAD}{A}{B}leaders = [{{ name = \"I\", values = [1, 1, 1] }}, {{ name = \"i\", values = [1, 1, 1] }}]\n"
            ),
            "b.leaders.name",
            "of his own",
        ),
        (
            format!(
                "{HEAD}{A}{B}leaders = [{{ name = \"I\", values = [1, 1, 1], dead = true, returns = 3 }}]\n"
            ),
            "b.leaders.dead",
            "nowhere",
        ),
        (rest("[terrain]\nswamp = [\"A1\"]\n"), "swamp", "unknown variant"),
        (rest("[terrain]\nhill = [\"A1\"]\nwoods = [\"A1\"]\n"), "terrain.woods", "hill already"),
        (rest("[terrain]\nriver = [\"F7\"]\n"), "a.units.at", "nobody may enter"),
        (rest("[names]\nZ9 = \"Nowhere\"\n"), "names.Z9", "no such hex"),
        (rest("[[rule]]\nkind = \"rain\"\ntext = \"\"\n"), "kind", "unknown variant"),
        (rest("[[rule]]\nkind = \"barbarian\"\ntext = \"\"\n"), "rule.side", "allowed: a, b"),
        (rest("[[rule]]\nkind = \"barbarian\"\nside = \"a\"\ntext = \"\"\n"), "rule.types", "types"),
        (rest("[[rule]]\nkind = \"no-entry\"\ntext = \"\"\n"), "rule.hexes", "hexes"),
        (rest("[[rule]]\nkind = \"no-crossing\"\ntext = \"\"\n"), "rule.terrain", "terrain"),
        (rest("[[rule]]\nkind = \"ground\"\ntext = \"\"\n"), "rule", "points"),
        (
            rest("[[rule]]\nkind = \"rapid-fire\"\nside = \"a\"\ntypes = [\"LA\"]\nshots = 9\ntext = \"\"\n"),
            "rule",
            "2 or 3",
        ),
        (rest("[switches]\nmagic = true\n"), "switches.magic", "allowed: free-deployment"),
        (rest("[switches]\nheads = \"a\"\n"), "switches.heads", "allowed: true, false"),
        (rest("[build]\nkind = \"meeting\"\npoints = 3\n"), "build.points", "30 to 400"),
        (rest("[start]\nturn = 12\n"), "start.turn", "1 to 10"),
        (rest("[start]\nbegins = \"tea\"\n"), "begins", "unknown variant"),
        (format!("{HEAD}{A}"), "", "missing field `b`"),
    ];
    for (text, field, reason) in cases {
        let complaint = read(&text).err().unwrap_or_else(|| panic!("this reads:\n{text}"));
        assert!(complaint.contains("mine.toml"), "{complaint}");
        assert!(complaint.contains(field) && complaint.contains(reason), "{text}\n{complaint}");
    }
}

#[test]
fn r17_2_a_proposed_army_is_one_that_can_be_bought() {
    let usual = |points: u16, army: &str| {
        let build = format!("[build]\nkind = \"meeting\"\npoints = {points}\n");
        let sides = "[a]\nname = \"Ours\"\n[b]\nname = \"Theirs\"\n[b.usual]\nname = \"Many\"\n";
        read(&format!("{HEAD}{build}{sides}{army}\n"))
    };
    usual(100, "units = { HI = 5, CP = 1 }\nleaders = []").expect("it can be paid for");
    let cases = [
        (400, "units = { LI = 100, CP = 1 }\nleaders = []", "R69"),
        (100, "units = { KT = 35, CP = 1 }\nleaders = []", "and there are 100"),
        (100, "units = { CP = 1 }\nleaders = [[2, 3, 2], [2, 2, 2], [1, 2, 1]]", "17.2.3"),
        (100, "units = { HI = 2, CP = 2 }\nleaders = []", "one camp"),
    ];
    for (points, army, reason) in cases {
        let complaint = usual(points, army).expect_err("it is refused");
        assert!(complaint.contains("`b.usual`") && complaint.contains(reason), "{army}\n{complaint}");
    }
}
