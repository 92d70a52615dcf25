//! What is wrong with a file is said with the file, the field, and what would be right.

use sandtable_engine::{ReadScenario, Setup};

use super::Scenario;

const TABLE: &str = r#"
format = 1
id = "table"
title = "A table"
introduction = "For tests."
powers = ["britain", "france", "spain"]
opens-with = "actions"
first-alliance = ["britain"]
second-alliance = ["france", "spain"]
turn = "france"
counters = ["bavaria"]
[empire.britain]
armies = { ger = 2, home = 1 }
navies = { med = 1 }
tokens = { ger = 1 }
tiles = ["war-office", "reserve"]
used = ["war-office"]
"#;

fn complaint(text: &str) -> String {
    let error = Scenario::read("mine.toml", text, &Setup::own("mine.toml", text));
    error.expect_err("it is nonsense").to_string()
}

#[test]
fn the_table_itself_is_sound() {
    let scenario = Scenario::read("mine.toml", TABLE, &Setup::own("mine.toml", TABLE)).expect("it is sound");
    assert_eq!(scenario.powers.len(), 3);
    assert_eq!(scenario.rounds, 6);
}

#[test]
fn nonsense_is_refused_with_file_field_and_fix() {
    for (written, instead, says) in [
        ("format = 1", "format = 2", "`format`: this program reads format 1"),
        ("\"spain\"]\nopens", "\"britain\"]\nopens", "mine.toml:6: `powers`: this power is named twice"),
        ("\"spain\"]\nopens", "\"utopia\"]\nopens", "unknown variant `utopia`"),
        (
            "turn = \"france\"",
            "turn = \"russia\"",
            "mine.toml:10: `turn`: nobody plays this power; allowed: britain",
        ),
        ("[\"france\", \"spain\"]", "[\"france\"]", "every power needs a place"),
        ("[\"france\", \"spain\"]", "[\"france\", \"spain\", \"britain\"]", "has an alliance already"),
        ("\"actions\"", "\"set-up\"", "the set-up draws counters"),
        (
            "counters = [\"bavaria\"]",
            "counters = [\"atlantis\"]",
            "mine.toml:11: `counters`: no country counter",
        ),
        ("counters = [\"bavaria\"]", "counters = [\"bavaria\", \"bavaria\"]", "named twice"),
        ("ger = 2", "ger = 20", "a power has 14 armies (1.8), not 21"),
        (
            "navies = { med = 1 }",
            "navies = { ott = 1 }",
            "mine.toml:14: `empire.navies`: no navy can lie there",
        ),
        ("navies = { med = 1 }", "navies = { moon = 1 }", "the map has no `moon`; allowed: ger"),
        ("tokens = { ger = 1 }", "tokens = { ger = 9 }", "German States has 9 counters"),
        ("\"reserve\"]", "\"industry\"]", "nobody holds this tile"),
        ("\"reserve\"]", "\"war-office\"]", "there are 1 of War Office, not 2"),
        ("used = [\"war-office\"]", "used = [\"mercenaries\"]", "holds no such tile"),
        ("used = [\"war-office\"]", "used = [\"militia\"]", "once a war"),
        (
            "used = [\"war-office\"]",
            "gold = -1",
            "mine.toml:17: `empire.gold`: -1 is out of bounds; allowed: 0 to 99",
        ),
        ("used = [\"war-office\"]", "money = 1", "unknown field `money`"),
        ("[empire.britain]", "[empire.russia]", "nobody plays Russia"),
        ("turn = \"france\"", "turn = \"france\"\nwar = 4", "`war`: 4 is out of bounds; allowed: 1 to 3"),
        ("turn = \"france\"", "turn = \"france\"\npirates = [\"ger\"]", "such raiders never come there"),
        (
            "turn = \"france\"",
            "turn = \"france\"\nblockade = { power = \"britain\", area = \"med\" }",
            "a Blockade lies under a navy",
        ),
    ] {
        assert!(TABLE.contains(written), "{written}");
        let said = complaint(&TABLE.replacen(written, instead, 1));
        assert!(said.contains(says), "{instead}: {said}");
    }
}
