//! Reads case files.

use std::collections::BTreeMap;
use std::path::Path;

use sandtable_engine::{Grade, OptionValue, Problem};
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::DeTable;

use crate::case::{
    Case, Deed, Ending, Manner, Odds, Questions, Reckons, RefusalWanted, Run, Scenario, SeatName, Step, Until,
};
use crate::expectation::{Expectation, Looks};
use crate::fields::{Fields, Source, Value};

/// Reads a case file: its cases, or everything that is wrong with it.
pub fn read(file: &Path) -> Result<Vec<Case>, Vec<Problem>> {
    let name = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => read_text(&name, &text),
        Err(error) => Err(vec![Problem::new(&name, "", &format!("the file cannot be read: {error}"))]),
    }
}

/// Reads the text of a case file; `file` is what complaints call it, and where paths in it start from.
pub fn read_text(file: &str, text: &str) -> Result<Vec<Case>, Vec<Problem>> {
    let source = Source::new(file, text);
    let cases = match parse(&source, text) {
        None => Vec::new(),
        Some(table) => whole_file(file, Fields::new(&source, table.get_ref())),
    };
    let problems = source.into_problems();
    if problems.is_empty() { Ok(cases) } else { Err(problems) }
}

/// Reads the text as TOML.
pub(crate) fn parse<'a>(source: &Source, text: &'a str) -> Option<Spanned<DeTable<'a>>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let at = error.span().map_or(0, |span| span.start);
        source.complain(at, "", &format!("this is not TOML: {}", error.message()), &[]);
    }
    errors.is_empty().then_some(table)
}

/// One case, or a list of them below what they share.
fn whole_file(file: &str, mut fields: Fields) -> Vec<Case> {
    if !fields.has("case") {
        return case(file, fields, &Shared::default()).into_iter().collect();
    }
    let shared = Shared::read(&mut fields);
    let cases = fields.list("case");
    let cases = cases.iter().filter_map(|value| case(file, value.fields()?, &shared)).collect();
    fields.finish();
    cases
}

/// What stands above the first case and goes for all of them.
#[derive(Default)]
struct Shared {
    rules: Vec<String>,
    game: Option<String>,
    scenario: Option<Scenario>,
    options: BTreeMap<String, OptionValue>,
    setup_chance: Vec<u32>,
    steps: Vec<Step>,
}

impl Shared {
    fn read(fields: &mut Fields) -> Self {
        Self {
            rules: rules(fields),
            game: fields.get("game").and_then(|value| value.text()),
            scenario: fields.get("scenario").and_then(|value| scenario(&value)),
            options: fields.get("options").map(|value| options(&value)).unwrap_or_default(),
            setup_chance: fields.get("setup-chance").map(|value| value.faces()).unwrap_or_default(),
            steps: steps(fields),
        }
    }
}

fn case(file: &str, mut fields: Fields, shared: &Shared) -> Option<Case> {
    let line = fields.line();
    let title = fields.need("title").and_then(|value| value.text());
    let own = Shared::read(&mut fields);
    let expect: Vec<_> = fields.list("expect").iter().filter_map(expectation).collect();
    let outcome = fields.get("expect-outcome").and_then(|value| ending(&value));

    let rules = if own.rules.is_empty() { shared.rules.clone() } else { own.rules };
    if rules.is_empty() {
        fields.complain("", "names no rule: write `rule = \"6.6\"` or `rules = [\"6.6\", \"6.7\"]`", &[]);
    }
    let scenario = own.scenario.or_else(|| shared.scenario.clone());
    if scenario.is_none() && !fields.has("scenario") {
        fields.complain("scenario", "is missing", &["an id", "a path that ends in .toml", "a table"]);
    }
    let steps: Vec<Step> = shared.steps.iter().cloned().chain(own.steps).collect();
    if steps.is_empty() && expect.is_empty() && outcome.is_none() {
        fields.complain("", "checks nothing", &["step", "expect", "expect-outcome"]);
    }
    fields.finish();

    Some(Case {
        file: file.to_owned(),
        line,
        title: title?,
        rules,
        game: own.game.or_else(|| shared.game.clone()),
        scenario: scenario?,
        options: shared.options.clone().into_iter().chain(own.options).collect(),
        setup_chance: if own.setup_chance.is_empty() {
            shared.setup_chance.clone()
        } else {
            own.setup_chance
        },
        steps,
        expect,
        outcome,
    })
}

fn rules(fields: &mut Fields) -> Vec<String> {
    let one = fields.get("rule").and_then(|value| value.text());
    let several = fields.list("rules");
    one.into_iter().chain(several.iter().filter_map(Value::text)).collect()
}

fn scenario(value: &Value) -> Option<Scenario> {
    let line = value.line();
    if !value.is_text() {
        return Some(Scenario::Inline { text: value.document()?, line });
    }
    let name = value.text()?;
    let is_path = Path::new(&name).extension().is_some_and(|extension| extension == "toml");
    Some(if is_path { Scenario::File { path: name, line } } else { Scenario::Shipped { id: name, line } })
}

fn options(value: &Value) -> BTreeMap<String, OptionValue> {
    let Some(mut fields) = value.fields() else { return BTreeMap::new() };
    fields.rest().into_iter().filter_map(|(id, value)| Some((id, value.option()?))).collect()
}

fn expectation(value: &Value) -> Option<Expectation> {
    let mut fields = value.fields()?;
    let expectation = Expectation::read(&mut fields);
    let looks = fields.get("seen-by").and_then(|value| {
        Some(match seat(&value)? {
            SeatName::Side(id) if id == "spectator" => Looks::Spectator,
            seat => Looks::Seat(seat),
        })
    });
    fields.finish();
    let expectation = expectation?;
    Some(Expectation { looks: looks.unwrap_or(Looks::Position), ..expectation })
}

/// A side by its id, or a seat by its number.
fn seat(value: &Value) -> Option<SeatName> {
    if value.is_text() {
        return value.text().map(SeatName::Side);
    }
    value.number("the id of a side, or the number of a seat from 0").map(SeatName::Number)
}

fn seats(value: &Value) -> Vec<SeatName> {
    value.list().iter().filter_map(seat).collect()
}

fn jsons(fields: &mut Fields, key: &'static str) -> Vec<Json> {
    fields.list(key).iter().filter_map(Value::json).collect()
}

fn steps(fields: &mut Fields) -> Vec<Step> {
    fields.list("step").iter().filter_map(|value| step(value.fields()?)).collect()
}

/// What a step does, by the key that says so.
const DEEDS: [&str; 4] = ["do", "undo", "run", "until"];
/// What a step asks.
const QUESTIONS: [&str; 7] = ["legal", "offers", "lacks", "asks", "says", "reckons", "odds"];
/// What a step needs besides questions if it is to make sense.
const AFTERWARDS: [&str; 2] = ["waits", "expect"];

fn step(mut fields: Fields) -> Option<Step> {
    let line = fields.line();
    let seat = fields.get("seat").and_then(|value| seat(&value));
    let refused = refusal(&mut fields);
    let choice = fields.get("do").and_then(|value| value.json());
    let undo = fields.get("undo").is_some_and(|value| value.yes());
    let run = run(&mut fields);
    let questions = questions(&mut fields);
    let chance = fields.get("chance").map(|value| value.faces());
    let events = jsons(&mut fields, "events");
    let cites = fields.list("cites").iter().filter_map(Value::text).collect();
    let waits = fields.get("waits").map(|value| seats(&value));
    let expect = fields.list("expect").iter().filter_map(expectation).collect();
    let makes_sense = makes_sense(&fields);
    fields.finish();

    let deed = match (makes_sense, choice, run) {
        (false, ..) => return None,
        (_, Some(choice), _) => Deed::Choose { seat: seat?, choice, refused },
        (_, _, Some(run)) => Deed::Run(run),
        _ if undo => Deed::Undo { seat: seat?, refused },
        _ => Deed::Ask { seat, questions },
    };
    Some(Step { line, deed, chance, events, cites, waits, expect })
}

/// Complains about keys that do not go together.
fn makes_sense(fields: &Fields) -> bool {
    let deeds: Vec<&str> = DEEDS.into_iter().filter(|key| fields.has(key)).collect();
    let asked: Vec<&str> = QUESTIONS.into_iter().filter(|key| fields.has(key)).collect();
    let mut sense = true;
    let mut complain = |key: &str, what: &str, allowed: &[&str]| {
        fields.complain(key, what, allowed);
        sense = false;
    };
    match deeds.as_slice() {
        [] | [_] | ["run", "until"] => {}
        [first, second, ..] => complain(second, &format!("does not go with `{first}`: one deed a step"), &[]),
    }
    if let ([deed, ..], [question, ..]) = (deeds.as_slice(), asked.as_slice()) {
        complain(question, &format!("does not go with `{deed}`: ask in a step of its own"), &[]);
    }
    if deeds.is_empty() && asked.is_empty() && !AFTERWARDS.iter().any(|key| fields.has(key)) {
        let all: Vec<&str> = DEEDS.into_iter().chain(QUESTIONS).chain(AFTERWARDS).collect();
        complain("", "does nothing and asks nothing", &all);
    }
    let runs = fields.has("run") || fields.has("until");
    let needs_seat = fields.has("do") || fields.has("undo") || !asked.is_empty();
    if needs_seat && !fields.has("seat") {
        complain("seat", "is missing", &[]);
    }
    if runs && fields.has("seat") {
        complain("seat", "does not go with `run` and `until`: everyone decides there", &[]);
    }
    let acts = fields.has("do") || runs;
    for key in ["chance", "events", "cites"] {
        if fields.has(key) && (!acts || fields.has("refused")) {
            complain(key, "goes only with something that is done", &["do", "run", "until"]);
        }
    }
    if fields.has("refused") && !fields.has("do") && !fields.has("undo") {
        complain("refused", "goes only with something that is tried", &["do", "undo"]);
    }
    for key in ["because", "in-the-way"] {
        if fields.has(key) && !fields.has("refused") {
            complain(key, "goes only with `refused`", &["refused"]);
        }
    }
    for key in ["seed", "most"] {
        if fields.has(key) && !runs {
            complain(key, "goes only with `run` and `until`", &["run", "until"]);
        }
    }
    sense
}

fn refusal(fields: &mut Fields) -> Option<RefusalWanted> {
    let rule = fields.get("refused").and_then(|value| value.text());
    let because = fields.get("because").and_then(|value| value.text());
    let in_the_way = fields.list("in-the-way").iter().filter_map(Value::text).collect();
    Some(RefusalWanted { rule: rule?, because, in_the_way })
}

fn run(fields: &mut Fields) -> Option<Run> {
    let manner = fields.get("run").and_then(|value| value.word(&["closing", "first", "random"]));
    let until = fields.get("until").and_then(|value| until(&value));
    let seed = fields.get("seed").and_then(|value| value.number("a whole number from 0")).unwrap_or(1);
    let most = fields.get("most").and_then(|value| most_decisions(&value)).unwrap_or(500);
    if manner.is_none() && until.is_none() {
        return None;
    }
    let manner = match manner.as_deref() {
        Some("first") => Manner::First,
        Some("random") => Manner::Random { seed },
        _ => Manner::Closing,
    };
    Some(Run { manner, until: until.unwrap_or_default(), most })
}

/// So many decisions that no match needs them: without an end, bad luck with `run` would look like a program that hangs.
const MOST_DECISIONS: u32 = 100_000;

fn most_decisions(value: &Value) -> Option<u32> {
    let most = value.number("a whole number from 0")?;
    if most > MOST_DECISIONS {
        value.complain(&format!("{most} decisions are too many"), &["0 to 100000"]);
    }
    Some(most)
}

fn until(value: &Value) -> Option<Until> {
    let mut fields = value.fields()?;
    let over = fields.get("over").is_some_and(|value| value.yes());
    let until = Until {
        waits: fields.get("waits").map(|value| seats(&value)),
        offers: fields.get("offers").and_then(|value| value.json()),
        box_name: fields.get("box").and_then(|value| value.text()),
        holds: if fields.has("at") { Expectation::read(&mut fields) } else { None },
    };
    if over && !until.is_the_end() {
        fields.complain("over", "stands alone", &[]);
    }
    if !over && until.is_the_end() {
        fields.complain("", "says nothing of where to stop", &["waits", "offers", "box", "at", "over"]);
    }
    // Asked here so that a complaint about another key lists it.
    fields.get("at");
    fields.finish();
    Some(until)
}

fn questions(fields: &mut Fields) -> Questions {
    let has_legal = fields.has("legal");
    let legal = jsons(fields, "legal");
    Questions {
        legal: has_legal.then_some(legal),
        offers: jsons(fields, "offers"),
        lacks: jsons(fields, "lacks"),
        asks: fields.get("asks").and_then(|value| value.text()),
        says: fields.get("says").and_then(|value| value.text()),
        reckons: fields.get("reckons").and_then(|value| reckons(&value)),
        odds: fields.get("odds").and_then(|value| odds(&value)),
    }
}

fn reckons(value: &Value) -> Option<Reckons> {
    let mut fields = value.fields()?;
    let of = fields.need("of").and_then(|value| value.json());
    let total = fields.get("total").and_then(|value| value.number("a whole number"));
    let terms = fields.get("terms").and_then(|value| value.fields()).map(|mut terms| {
        let terms = terms.rest().into_iter();
        terms.filter_map(|(rule, value)| Some((rule, value.number("a whole number")?))).collect()
    });
    if !fields.has("total") && !fields.has("terms") {
        fields.complain("", "says nothing about the sum", &["total", "terms"]);
    }
    fields.finish();
    Some(Reckons { of: of?, total, terms: terms.unwrap_or_default() })
}

fn odds(value: &Value) -> Option<Odds> {
    let mut fields = value.fields()?;
    let of = fields.need("of").and_then(|value| value.json());
    let chances = fields.rest().into_iter().filter_map(|(what, value)| {
        let chance = value.fraction()?;
        if !(0.0..=1.0).contains(&chance) {
            value.complain("is a chance from 0 to 1", &[]);
        }
        Some((what, chance))
    });
    let chances: Vec<_> = chances.collect();
    if chances.is_empty() {
        fields.complain("", "says nothing of what may happen: write `\"Some damage\" = 0.376`", &[]);
    }
    Some(Odds { of: of?, chances })
}

fn ending(value: &Value) -> Option<Ending> {
    let line = value.line();
    let mut fields = value.fields()?;
    let winners = fields.get("winners").map(|value| seats(&value));
    let grade = fields.get("grade").and_then(|value| {
        let grade = value.word(&["draw", "marginal", "plain", "decisive"])?;
        serde_json::from_value::<Grade>(Json::from(grade)).ok()
    });
    let scores = fields.get("scores").and_then(|value| value.fields()).map(|mut scores| {
        let scores = scores.rest().into_iter();
        scores
            .filter_map(|(seat, value)| Some((seat_of_key(seat), value.number("a whole number")?)))
            .collect()
    });
    fields.finish();
    Some(Ending { line, winners, grade, scores: scores.unwrap_or_default() })
}

/// Keys are texts: one of digits is the number of a seat.
fn seat_of_key(key: String) -> SeatName {
    match key.parse() {
        Ok(number) => SeatName::Number(number),
        Err(_) => SeatName::Side(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let problems = read_text("a.toml", text).expect_err("something is wrong with it");
        problems.iter().map(ToString::to_string).collect()
    }

    const HEAD: &str = "title = \"One\"\nrule = \"1\"\nscenario = \"small\"\n";

    #[test]
    fn one_case_a_file_or_several() {
        let one =
            read_text("a.toml", &format!("{HEAD}[[expect]]\nat = \"/table\"\nis-not = 0\n")).expect("whole");
        assert_eq!((one.len(), one[0].line, one[0].rules.as_slice()), (1, 1, ["1".to_owned()].as_slice()));
        let text = "scenario = \"small\"\nrule = \"1\"\n[[step]]\nwaits = [0]\n\
            [[case]]\ntitle = \"a\"\n\
            [[case]]\ntitle = \"b\"\nrules = [\"2\", \"3\"]\n[[case.step]]\nseat = 0\ndo = \"pass\"\n";
        let two = read_text("a.toml", text).expect("whole");
        assert_eq!(two.iter().map(|case| case.steps.len()).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((two[0].rules.len(), two[1].rules.len(), two[1].line), (1, 2, 7));
    }

    #[test]
    fn complaints_name_file_line_field_and_what_is_allowed() {
        let found = problems(&format!("{HEAD}[[step]]\nseat = 0\ndoes = 1\nwaits = [0]\n"));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("a.toml:6: `step[1].does`: there is no such key here; allowed: "),
            "{found:?}"
        );
        assert!(found[0].contains("undo, run, until"), "{found:?}");

        let found = problems(&format!("{HEAD}[expect-outcome]\ngrade = \"huge\"\n"));
        assert_eq!(
            found,
            [
                "a.toml:5: `expect-outcome.grade`: `huge` is not allowed; allowed: draw, marginal, plain, decisive"
            ]
        );
        let found = problems("title = \n");
        assert!(found[0].starts_with("a.toml:1: this is not TOML"), "{found:?}");
    }

    #[test]
    fn keys_that_do_not_go_together_are_complained_about() {
        for (step, what) in [
            ("seat = 0\ndo = 1\nundo = true", "one deed a step"),
            ("seat = 0\ndo = 1\nlegal = []", "in a step of its own"),
            ("seat = 0", "does nothing"),
            ("do = 1", "`step[1].seat`: is missing"),
            ("seat = 0\nrun = \"first\"", "does not go with `run`"),
            ("seat = 0\noffers = [1]\nchance = [1]", "goes only with something that is done"),
            ("seat = 0\ndo = 1\nrefused = \"1\"\nchance = [1]", "goes only with something that is done"),
            ("seat = 0\ndo = 1\nbecause = \"x\"", "goes only with `refused`"),
            ("seat = 0\nundo = false", "is `true` or is left out"),
            ("until = {}", "says nothing of where to stop"),
            ("until = { over = true, box = \"turn\" }", "stands alone"),
            ("seat = 0\nreckons = { of = 1 }", "says nothing about the sum"),
            ("seat = 0\nodds = { of = 1, hit = 2 }", "from 0 to 1"),
            ("seat = 0\ndo = 1979-05-27", "a date"),
            ("seat = 999\ndo = 1", "the id of a side"),
            ("seat = 0\ndo = 1\nchance = [-1]", "a face of a die"),
            ("waits = [0]\nexpect = [{ at = \"/a\" }]", "says nothing about the place"),
            ("waits = [0]\nexpect = [{ at = \"a\", is = 1 }]", "must begin with"),
            ("waits = [0]\nmost = 3", "goes only with `run` and `until`"),
            ("run = \"first\"\nmost = 4000000000", "decisions are too many; allowed: 0 to 100000"),
        ] {
            let found = problems(&format!("{HEAD}[[step]]\n{step}\n"));
            assert!(found.iter().any(|problem| problem.contains(what)), "{step}: {found:?}");
        }
        assert!(problems(HEAD)[0].contains("checks nothing"));
        assert!(
            problems("title = \"a\"\nscenario = \"b\"\n[[step]]\nwaits = []\n")[0].contains("names no rule")
        );
    }

    #[test]
    fn a_scenario_may_stand_in_the_case() {
        let text = "title = \"a\"\nrule = \"1\"\n[[expect]]\nat = \"\"\nis = 1\n[scenario]\nid = \"x\"\n\
            [[scenario.side]]\nid = \"red\"\nships = [{ at = \"0101\" }]\n";
        let cases = read_text("a.toml", text).expect("whole");
        let Scenario::Inline { text, line } = &cases[0].scenario else { panic!("it stands in the case") };
        assert_eq!(*line, 6);
        let back: toml::Table = toml::from_str(text).expect("it was written as TOML");
        assert_eq!(back["side"][0]["ships"][0]["at"].as_str(), Some("0101"));
    }
}
