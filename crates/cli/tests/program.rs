//! The real program, run as people run it: each verb with its example, and what goes wrong.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What came of running the program.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).expect("one JSON document")
    }

    /// What went well, and said nothing on stderr.
    fn well(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The message of a run that failed as it should: one message, no panic.
    fn refusal(&self) -> &str {
        assert_eq!(self.code, 1, "{}{}", self.out, self.err);
        assert!(self.err.starts_with("error: ") && !self.err.contains("panicked"), "{}", self.err);
        &self.err
    }
}

fn run(arguments: &[&str]) -> Run {
    talk(arguments, "")
}

/// Runs the program in the root of the repository, with something typed into it.
fn talk(arguments: &[&str], input: &str) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().expect("the program starts");
    let mut stdin = program.stdin.take().expect("it is piped");
    // A program that ends before it has read everything breaks the pipe.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = program.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// The first game, and its first scenario.
fn first() -> (String, String) {
    let games = run(&["games", "--json"]).json();
    let word = |at: &str| games.pointer(at).and_then(Value::as_str).expect("it is there").to_owned();
    (word("/0/id"), word("/0/scenarios/0/id"))
}

/// A folder of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sandtable-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    fn write(&self, file: &str, text: &str) -> String {
        fs::write(self.0.join(file), text).expect("a file for the test");
        self.path(file)
    }

    /// The record of a whole match between bots.
    fn record(&self) -> String {
        let (game, _) = first();
        let file = self.path("match.json");
        run(&["play", &game, "--seat", "none", "--bot", "random", "--seed", "3", "--record", &file]).well();
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(file: &str) -> String {
    fs::read_to_string(file).expect("the file is there")
}

#[test]
fn every_verb_explains_itself_with_an_example() {
    let verbs = [
        "games",
        "rules",
        "cases",
        "play",
        "simulate",
        "ladder",
        "replay",
        "odds",
        "hint",
        "review",
        "verify",
        "audit",
        "calibrate",
        "bench",
        "dreadnoughts",
    ];
    let overview = run(&["--help"]).well();
    for verb in verbs {
        assert!(overview.contains(verb), "{overview}");
        let help = run(&[verb, "--help"]).well();
        assert!(help.contains("Example:\n  sandtable "), "{help}");
    }
}

#[test]
fn games_are_listed_with_their_scenarios_and_options() {
    let (game, scenario) = first();
    let list = run(&["games"]).well();
    assert!(list.contains(&game) && list.contains(&scenario) && list.contains("captain"), "{list}");
    let one = run(&["games", &game]).well();
    assert!(one.contains(&format!("scenario {scenario}: ")) && one.contains("sides: "), "{one}");
    assert_eq!(run(&["games", &game, "--json"]).json()["id"], game.as_str());
}

#[test]
fn a_measured_scenario_says_how_even_it_is() {
    let game = run(&["games", "dawn-of-battle", "--json"]).json();
    let scenario = &game["scenarios"][0];
    let first = scenario["balance"]["first"].as_f64().expect("its balance was measured");
    let (own, rest) = (first / 10.0, 100.0 - first / 10.0);
    let [one, other] =
        [0, 1].map(|side| scenario["sides"][side]["name"].as_str().expect("a side has a name"));
    let line = format!("captain against captain: {one} {own:.1} %, {other} {rest:.1} % of 1000 games");
    let said = run(&["games", "dawn-of-battle"]).well();
    assert!(said.contains(&line), "{line}\n{said}");
}

#[test]
fn rules_are_printed_whole_or_by_number() {
    let (game, _) = first();
    assert!(run(&["rules", &game]).well().starts_with("# "));
    let section = run(&["rules", &game, "1.1"]).well();
    assert!(section.starts_with("### 1.1 "), "{section}");
    assert_eq!(run(&["rules", &game, "1.1", "--json"]).json()["number"], "1.1");
    let unknown = run(&["rules", &game, "1.77"]);
    assert!(unknown.refusal().contains("near it are: 1."), "{}", unknown.err);
}

#[test]
fn a_series_gives_the_same_results_with_one_job_and_with_two() {
    let (game, scenario) = first();
    let results = |jobs: &str| {
        let plan = ["--bots", "random", "--games", "12", "--seed", "7", "--jobs", jobs, "--swap", "--json"];
        let mut report =
            run(&[&["simulate", "--game", &game, "--scenario", &scenario], &plan[..]].concat()).json();
        report.as_object_mut().expect("a report is an object").remove("pace");
        report
    };
    let one = results("1");
    assert_eq!(one["games"], 12);
    assert_eq!(one, results("2"));
}

#[test]
fn a_ladder_is_kept_and_goes_on_and_has_a_page() {
    let (game, _) = first();
    let folder = Folder::new("ladder");
    let (kept, page) = (folder.path("ladder.jsonl"), folder.path("ladder.html"));
    let ladder = |more: &[&str]| {
        let plan = ["ladder", "--game", &game, "--bots", "random,captain", "--keep", &kept];
        run(&[&plan[..], more].concat())
    };
    assert!(ladder(&["--games", "2"]).well().contains("captain over random"));
    let report = ladder(&["--games", "4", "--report", &page, "--json"]).json();
    assert_eq!(report["games"], 4);
    assert_eq!(report["grounds"][0]["pairs"][0]["games"], 4);
    assert!(read(&page).starts_with("<!doctype html>"));
    assert_eq!(read(&kept).lines().count(), 6, "the seed, the ground, four games");
    assert!(ladder(&["--seed", "2"]).refusal().contains("`seed` is 1 there and 2 here"));
    let cut = read(&kept);
    folder.write("ladder.jsonl", &cut[..cut.len() - 9]);
    let mended = ladder(&["--games", "4", "--minutes", "0", "--json"]);
    assert!(mended.err.contains("cut short"), "{}", mended.err);
    assert_eq!(mended.json()["games"], 3);
    assert!(run(&["ladder", "--scenario", "atlantis"]).refusal().contains("--game"));
    assert!(ladder(&["--minutes=-1"]).refusal().contains("--minutes"));
}

#[test]
fn a_series_keeps_records_that_verify() {
    let (game, _) = first();
    let folder = Folder::new("series");
    let records = folder.path("records");
    let plan = ["--bots", "random", "--games", "2", "--record", &records];
    let report = run(&[&["simulate", "--game", &game], &plan[..]].concat()).well();
    assert!(report.contains("share of victories"), "{report}");
    for entry in fs::read_dir(&records).expect("it was made") {
        let file = entry.expect("it can be read").path().display().to_string();
        let checked = run(&["verify", &file]).well();
        assert!(checked.contains("draws, all from the published seed"), "{checked}");
        let audited = run(&["audit", &file]).well();
        assert!(audited.contains("what their seats' knowledge leads to"), "{audited}");
        // The captain would have decided otherwise.
        let forged = read(&file).replace("\"name\":\"random\"", "\"name\":\"captain\"");
        let forged = run(&["audit", &folder.write("forged.json", &forged)]);
        assert!(forged.code == 1 && forged.out.contains("the captain at seat"), "{}", forged.out);
    }
}

#[test]
fn bots_play_in_the_terminal_the_same_way_for_a_seed() {
    let (game, _) = first();
    let play = || run(&["play", &game, "--seat", "none", "--bot", "random", "--seed", "5"]).well();
    assert_eq!(play(), play());
}

#[test]
fn a_person_plays_asks_takes_back_and_quits() {
    let (game, _) = first();
    let folder = Folder::new("person");
    let file = folder.path("person.json");
    let arguments = ["play", &game, "--seat", "all", "--seed", "5", "--record", &file];
    let told = talk(&arguments, "?\nw\no 1\no 9999\ns\nnonsense\n0\n\n1\nu\n1\nq\n").well();
    assert!(told.contains("takes your last decision back"), "{told}");
    assert!(told.contains("a number from 1 to "), "{told}");
    let checked = run(&["verify", &file]).well();
    assert!(checked.contains("published when the match is over"), "{checked}");
}

#[test]
fn the_end_of_input_ends_the_play() {
    let (game, _) = first();
    talk(&["play", &game, "--seed", "5"], "1\n").well();
}

#[test]
fn a_record_is_shown_at_any_step() {
    let folder = Folder::new("replay");
    let record = folder.record();
    let end = run(&["replay", &record]).well();
    assert!(end.contains(" decisions. "), "{end}");
    for seat in ["umpire", "spectator", "0", "1"] {
        let shown = run(&["replay", &record, "--at", "3", "--seat", seat, "--json"]).json();
        assert_eq!(shown["step"], 3);
        assert!(shown["outcome"].is_null());
    }
    assert!(run(&["replay", &record, "--at", "0"]).well().contains("0 decisions. Next: "));
    assert!(run(&["replay", &record, "--at", "999999"]).refusal().contains("there is no number 999999"));
    assert!(run(&["replay", &record, "--seat", "atlantis"]).refusal().contains("the seats are: "));
}

#[test]
fn a_damaged_record_shows_what_could_be_read() {
    let folder = Folder::new("damaged");
    let text = read(&folder.record());
    let cut = folder.write("cut.json", &text[..text.len() / 2]);
    let shown = run(&["replay", &cut]);
    assert!(shown.refusal().contains("damaged at line"), "{}", shown.err);
    assert!(shown.out.contains(" decisions. Next: "), "{}", shown.out);
    for verb in ["verify", "audit", "review", "replay"] {
        let refused = run(&[verb, &cut]);
        assert!(
            refused.refusal().starts_with(&format!("error: {cut}: the record is damaged at line")),
            "{}",
            refused.err
        );
    }
    let foreign = folder.write("foreign.json", "{\"board\": []}");
    assert_eq!(run(&["replay", &foreign]).refusal().lines().count(), 1);
}

#[test]
fn loaded_dice_are_found_out() {
    let folder = Folder::new("loaded");
    let record: Value = serde_json::from_str(&read(&folder.record())).expect("one JSON document");
    let mut other_seed = record.clone();
    other_seed["end"]["seed"] = "00".repeat(32).into();
    let file = folder.write("seed.json", &other_seed.to_string());
    assert!(run(&["verify", &file]).refusal().contains("hash"));
    let mut other_die = record;
    let set_up = other_die.pointer("/draws/0/value").map(|_| "/draws/0/value".to_owned());
    let mut places =
        set_up.into_iter().chain((0..).map(|number| format!("/decisions/{number}/draws/0/value")));
    let place = places.find(|place| other_die.pointer(place).is_some()).expect("something was drawn");
    let value = other_die.pointer_mut(&place).expect("it was just found");
    *value = i32::from(*value == 0).into();
    let file = folder.write("die.json", &other_die.to_string());
    run(&["verify", &file]).refusal();
}

#[test]
fn odds_are_shown_for_all_choices_or_for_one() {
    let folder = Folder::new("odds");
    let record = folder.record();
    let all = run(&["odds", &record, "--at", "2", "--json"]).json();
    let choices = all[0]["choices"].as_array().expect("a list");
    assert!(choices.len() > 1, "{all}");
    let one = run(&["odds", &record, "--at", "2", "--choice", "1"]).well();
    assert!(one.contains("   1  "), "{one}");
    assert!(run(&["odds", &record, "--at", "2", "--choice", "999"]).refusal().contains("choices 1 to "));
    assert!(run(&["odds", &record]).refusal().contains("--at"));
}

#[test]
fn cases_are_run_and_counted() {
    let (game, _) = first();
    let folder = Folder::new("cases");
    let wrong = folder.write("wrong.toml", "title = 3\n");
    let report = run(&["cases", &wrong]);
    assert_eq!(report.code, 1, "{}", report.err);
    assert!(report.out.contains("wrong.toml") && report.out.contains("1 failed"), "{}", report.out);
    let empty = folder.path("");
    fs::remove_file(&wrong).expect("it was just written");
    assert_eq!(run(&["cases", &empty, "--json"]).json()["failed"], 0);
    let coverage = run(&["cases", "--coverage", &game, &empty, "--json"]).json();
    assert_eq!(coverage["game"], game.as_str());
    if Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games")).join(&game).join("cases").is_dir() {
        assert_eq!(run(&["cases", "--coverage", &game, "--json"]).json()["game"], game.as_str());
    }
}

#[test]
fn a_bench_prints_its_figures() {
    let (game, scenario) = first();
    let arguments = ["bench", "--game", &game, "--scenario", &scenario, "--seconds", "0.02", "--json"];
    let reports = run(&arguments).json();
    assert!(reports[0]["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{reports}");
    for seconds in ["nan", "inf", "0", "soon"] {
        let refused = run(&["bench", "--seconds", seconds]);
        assert!(refused.code == 2 && refused.err.contains("from 0.01 to 60"), "{}", refused.err);
    }
}

#[test]
fn chances_are_held_against_results() {
    let (game, scenario) = first();
    let asked = ["calibrate", "--game", &game, "--scenarios", &scenario, "--bot", "random", "--games", "6"];
    let said = run(&asked).well();
    assert!(said.contains(&scenario) && said.contains("leads should count for"), "{said}");
    let found = run(&[&asked[..], &["--json"]].concat()).json();
    assert_eq!(found["grounds"][0]["scenario"], scenario.as_str());
    let unknown = run(&["calibrate", "--game", &game, "--scenarios", "nowhere"]);
    let refusal = unknown.refusal();
    assert!(
        refusal.contains("no scenario `nowhere`") && refusal.contains("the scenarios are: "),
        "{refusal}"
    );
}

#[test]
fn errors_are_one_message_and_an_exit_code() {
    let (game, _) = first();
    assert!(run(&["games", "atlantis"]).refusal().contains(&game));
    assert!(run(&["rules", "atlantis"]).refusal().contains("the games are: "));
    let simulate = |more: &[&str]| run(&[&["simulate", "--game", &game, "--games", "1"], more].concat());
    assert!(simulate(&["--scenario", "atlantis"]).refusal().contains("the scenarios are: "));
    assert!(simulate(&["--option", "atlantis=1"]).refusal().contains("no option `atlantis`"));
    assert!(simulate(&["--option", "atlantis"]).refusal().contains("NAME=VALUE"));
    assert!(simulate(&["--bots", "midshipman"]).refusal().contains("the bots are: random, ensign, captain"));
    assert!(simulate(&["--bots", "random,random,random"]).refusal().contains("seats"));
    assert!(run(&["play", &game, "--seat", "atlantis"]).refusal().contains("the seats are: "));
    assert!(run(&["verify", "/nowhere.json"]).refusal().contains("/nowhere.json"));
    for usage in [&["fly"][..], &["simulate"], &["replay"], &["simulate", "--game", &game, "--games", "many"]]
    {
        assert_eq!(run(usage).code, 2, "{usage:?}");
    }
}

#[test]
fn a_series_has_a_game_at_least_and_an_end() {
    let (game, _) = first();
    for verb in ["simulate", "ladder", "calibrate"] {
        for games in ["0", "1000001", "4294967295"] {
            let refused = run(&[verb, "--game", &game, "--games", games]);
            assert!(refused.code == 2 && refused.err.contains("1..=1000000"), "{}", refused.err);
        }
        let refused = run(&[verb, "--game", &game, "--jobs", "100000"]);
        assert!(refused.code == 2 && refused.err.contains("--jobs"), "{}", refused.err);
    }
}

#[test]
fn a_bad_value_of_an_option_is_answered_with_the_allowed_ones() {
    let (game, _) = first();
    let card = run(&["games", &game, "--json"]).json();
    let options = card["options"].as_array().expect("a list");
    let Some(option) = options.first().and_then(|option| option["id"].as_str()) else { return };
    let value = format!("{option}=atlantis");
    let refused = run(&["simulate", "--game", &game, "--option", &value]);
    assert!(refused.refusal().contains("allowed: "), "{}", refused.err);
}

#[test]
fn a_scenario_of_ones_own_is_read_from_its_file() {
    let (game, _) = first();
    let folder = Folder::new("own");
    let file = folder.write("own.toml", "nonsense =");
    let refused = run(&["simulate", "--game", &game, "--scenario", &file]);
    assert!(refused.refusal().contains("own.toml"), "{}", refused.err);
}

#[test]
fn a_reader_that_has_heard_enough_is_no_error() {
    let (game, _) = first();
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.args(["rules", &game]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().expect("the program starts");
    drop(program.stdout.take());
    let output = program.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_ship_is_rated_from_her_history() {
    let folder = Folder::new("ship");
    let ship = "name = \"Example\"\n[history]\ndisplacement = 42000.0\nbelt = 12.0\ndeck = 3.0\nknots = 31.0\n\
        broadside-guns = 8.0\nweighted-guns = 8.0\ncalibre-length = 42.0\nshell = 1920.0\ngun-range = 30000.0\n\
        tubes = 4\nfire-control = 0\ntorpedo-protection = true\noxygen-torpedoes = false\nmerchant-hull = false\n";
    let file = folder.write("ship.toml", ship);
    let counter = run(&["dreadnoughts", "rate", &file]).well();
    assert!(counter.starts_with("Example\n") && counter.contains("integrity"), "{counter}");
    assert_eq!(run(&["dreadnoughts", "rate", &file, "--json"]).json()["front"]["speed"], 5);
    let sunk = folder.write("sunk.toml", &ship.replace("knots = 31.0", "knots = -1.0"));
    assert!(run(&["dreadnoughts", "rate", &sunk]).refusal().contains("history.knots"));
}
