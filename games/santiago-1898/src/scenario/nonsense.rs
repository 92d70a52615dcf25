//! Scenario files that do not work are refused with the field and the reason.

use sandtable_engine::{ReadScenario, Setup};

use super::Scenario;

const HEAD: &str = "format = 1\nid = \"mine\"\ntitle = \"Mine\"\ndate = \"1898\"\nintroduction = \"Mine.\"\n";

fn complaint(rest: &str) -> String {
    let text = format!("{HEAD}{rest}");
    let read = Scenario::read("mine.toml", &text, &Setup::own("mine.toml", &text));
    read.err().map_or_else(|| panic!("this reads:\n{rest}"), |error| error.to_string())
}

#[test]
fn nonsense_is_refused_with_field_and_reason() {
    let cases = [
        ("turns = 16\n", "turns", "15"),
        ("turns = 2\nfirst-turn = 3\n", "turns", "first"),
        ("turns = 3\nbegins = \"tea\"\n", "begins", "unknown variant"),
        ("turns = 3\nbegins = \"set-up\"\n", "begins", "set-up = true"),
        ("turns = 3\nfirst-turn = 2\nset-up = true\n", "set-up", "turn 1"),
        ("turns = 3\n[at]\n\"1106\" = [\"4-tv\"]\n", "at.1106", "land"),
        ("turns = 3\n[at]\n\"9999\" = [\"4-tv\"]\n", "at.9999", "land"),
        ("turns = 3\n[at]\n\"1210\" = [\"5-tv\"]\n", "at.1210", "5-tv"),
        ("turns = 3\n[at]\n\"1210\" = [\"4-tv\"]\n\"1110\" = [\"4-tv\"]\n", "at.1210", "already"),
        ("turns = 3\nbase = \"0816\"\n[at]\n\"1210\" = [\"4-tv\", \"6-inf\"]\n", "at.1210", "5.1d"),
        (
            "turns = 3\n[at]\n\"1210\" = [\"4-tv\", \"1-prr\", \"bn\", \"1-tg\", \"2-tg\", \"vc\", \"19-t\"]\n",
            "at.1210",
            "5.1",
        ),
        ("turns = 3\n[at]\n\"1210\" = [\"6-inf\"]\n", "base", "10.1"),
        ("turns = 3\nbase = \"1308\"\n", "base", "0621"),
        ("turns = 3\nbase = \"0816\"\n[at]\n\"0816\" = [\"4-tv\"]\n", "base", "4.3c"),
        ("turns = 3\nlost = 99\n", "lost", "never had"),
        ("turns = 3\nreduced = [\"sd\"]\n", "reduced", "sd"),
        ("turns = 3\ndisorganised = [\"4-tv\"]\n", "disorganised", "on the map"),
        ("turns = 3\nafloat = [\"4-tv\"]\n", "afloat", "due"),
        ("turns = 3\ndue = [\"6-inf\"]\n", "due", "afloat"),
        ("turns = 3\nescario = 0\n", "escario", "15"),
        ("turns = 3\n[goal]\nhexes = [\"1210\"]\nneeded = 2\n", "goal.needed", "between"),
        ("turns = 3\n[control]\nus = [\"0505\"]\n", "control.us", "land"),
        ("turns = 3\nwine = \"red\"\n", "wine", "unknown field"),
    ];
    for (text, field, reason) in cases {
        let complaint = complaint(text);
        assert!(complaint.contains("mine.toml"), "{complaint}");
        assert!(complaint.contains(field) && complaint.contains(reason), "{text}\n{complaint}");
    }
}
