//! Sets up the match of a case.

use std::path::Path;

use sandtable_engine::erased::AnyRules;
use sandtable_engine::{ScenarioCard, Setup, SetupError};

use super::{Failures, Table};
use crate::Case;
use crate::case::Scenario;
use crate::script::{Otherwise, Script, Used};

impl<'a> Table<'a> {
    /// The match up to its first question, unless something is wrong with the set-up.
    pub(super) fn set_up(
        case: &'a Case,
        games: &[&dyn AnyRules],
        failures: &'a Failures<'a>,
    ) -> Option<Self> {
        let fail = |expected: &str, why: &str| {
            failures.add(expected, why);
            None
        };
        let game = match the_game(case, games) {
            Ok(game) => game,
            Err(why) => return fail("the game of the case is known", &why),
        };
        let (setup, card) = match the_scenario(case, game) {
            Ok(found) => found,
            Err((line, why)) => {
                failures.progress.line.set(line);
                return fail("the scenario of the case can be read", &why);
            }
        };
        let setup = Setup { options: case.options.clone(), ..setup };
        let script = Script::default();
        script.lay_out(&case.setup_chance, Otherwise::Fault);
        let session = match game.begin(setup, Box::new(script.clone())) {
            Ok(session) => session,
            Err(error) => return fail("the match can be set up", &error.to_string()),
        };
        match script.used() {
            Used::Up => {}
            Used::Over(left) => failures.add("every face of `setup-chance` is drawn", &left),
            Used::Short(fault) => return fail("`setup-chance` lays out what the set-up draws", &fault),
        }
        Some(Self { case, failures, session, script, sides: card.sides })
    }
}

fn the_game<'g>(case: &Case, games: &[&'g dyn AnyRules]) -> Result<&'g dyn AnyRules, String> {
    let ids: Vec<&str> = games.iter().map(|game| game.info().id).collect();
    match (&case.game, games) {
        (None, [only]) => Ok(*only),
        (None, _) => Err(format!("the case has no `game`; allowed: {}", ids.join(", "))),
        (Some(id), games) => {
            let game = games.iter().find(|game| game.info().id == *id).copied();
            game.ok_or_else(|| format!("there is no game `{id}`; allowed: {}", ids.join(", ")))
        }
    }
}

/// The scenario and its card, or the line of the case that names it and what is wrong.
fn the_scenario(case: &Case, game: &dyn AnyRules) -> Result<(Setup, ScenarioCard), (usize, String)> {
    match &case.scenario {
        Scenario::Shipped { id, line } => {
            let cards = game.scenarios();
            let ids: Vec<&str> = cards.iter().map(|card| card.id.as_str()).collect();
            let unknown = format!("there is no scenario `{id}`; allowed: {}", ids.join(", "));
            let card = cards.into_iter().find(|card| card.id == *id).ok_or((*line, unknown))?;
            Ok((Setup::shipped(id), card))
        }
        Scenario::File { path, line } => {
            let path = Path::new(&case.file).parent().unwrap_or(Path::new("")).join(path);
            let file = path.display().to_string();
            let text = std::fs::read_to_string(&path).map_err(|error| (*line, format!("{file}: {error}")))?;
            let card = game.read_scenario(&file, &text).map_err(|error| (*line, error.to_string()))?;
            Ok((Setup::own(&file, &text), card))
        }
        Scenario::Inline { text, line } => {
            let card = game.read_scenario(&case.file, text).map_err(|error| (*line, without_lines(error)))?;
            Ok((Setup::own(&case.file, text), card))
        }
    }
}

/// The scenario was written out anew, so its lines are not those of the case file.
fn without_lines(mut error: SetupError) -> String {
    for problem in &mut error.problems {
        problem.line = None;
        problem.field = format!("scenario.{}", problem.field);
    }
    error.to_string()
}
