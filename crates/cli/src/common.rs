//! What several verbs need: scenarios and options from the command line, records, seats, JSON.

use std::fmt::Display;
use std::fs;
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::TypedValueParser;
use clap::value_parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sandtable_catalog::{Game, find};
use sandtable_engine::chance::Fast;
use sandtable_engine::erased::AnySession;
use sandtable_engine::record::{Record, RecordError};
use sandtable_engine::scene::Side;
use sandtable_engine::{
    Grade, OptionCard, OptionKind, OptionValue, Outcome, ScenarioCard, Seat, Setup, Viewer,
};
use serde::Serialize;

/// Whether what was looked at is as it should be; decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exit code 0.
    Good,
    /// Exit code 1, though the verb did its work.
    Bad,
}

/// Scenario and options, for verbs that set a match up.
#[derive(Debug, clap::Args)]
pub struct SetupArgs {
    /// A scenario by its id, or a path to a scenario file of your own; the game's first one unless given.
    #[arg(long, value_name = "ID|FILE")]
    pub scenario: Option<String>,
    /// Sets an option of the game or the scenario; `sandtable games GAME` lists them.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl SetupArgs {
    /// The setup that these arguments mean for a game.
    pub fn setup(&self, game: &dyn Game) -> anyhow::Result<Setup> {
        let (mut setup, card) = scenario(game, self.scenario.as_deref())?;
        let cards = [game.options(), card.options].concat();
        for text in &self.options {
            let (name, value) =
                text.split_once('=').with_context(|| format!("`{text}` is not NAME=VALUE"))?;
            setup = setup.with(name, option_value(&cards, name, value)?);
        }
        setup.check_options(&cards)?;
        Ok(setup)
    }
}

/// How many games are played, for verbs that play series.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SeriesArgs {
    /// How many games; of each scenario, where there are several.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = game_count())]
    pub games: u32,
    /// The seed of the series.
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
    /// Games played at the same time; 0 for one on each core.
    #[arg(long, value_name = "J", default_value_t = 0, value_parser = jobs())]
    pub jobs: u16,
}

/// How many games a series may have.
pub fn game_count() -> impl TypedValueParser<Value = u32> {
    value_parser!(u32).range(1..=1_000_000)
}

/// How many games may be played at the same time: each has a thread.
pub fn jobs() -> impl TypedValueParser<Value = u16> {
    value_parser!(u16).range(..=1_000)
}

/// A bar on stderr, where somebody is looking.
pub fn progress(games: u32) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} to go");
    let bar = ProgressBar::with_draw_target(Some(u64::from(games)), ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style.expect("the template is tested by running it"))
}

/// A shipped scenario, or a file.
pub fn scenario(game: &dyn Game, wanted: Option<&str>) -> anyhow::Result<(Setup, ScenarioCard)> {
    let cards = game.scenarios();
    let shipped = match wanted {
        None => cards.first().cloned(),
        Some(id) => cards.iter().find(|card| card.id == id).cloned(),
    };
    if let Some(card) = shipped {
        return Ok((Setup::shipped(&card.id), card));
    }
    let wanted = wanted.with_context(|| format!("{} has no scenarios", game.info().id))?;
    let path = Path::new(wanted);
    if !path.exists() {
        let ids: Vec<&str> = cards.iter().map(|card| card.id.as_str()).collect();
        let (game, ids) = (game.info().id, ids.join(", "));
        bail!("{game} has no scenario `{wanted}`, and there is no such file; the scenarios are: {ids}");
    }
    let text = read(path)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let card = game.read_scenario(&file, &text)?;
    Ok((Setup::own(&file, &text), card))
}

/// Reads a value as the option's kind wants it. What is not of the kind is kept as a word, and refused later
/// together with everything else that is wrong.
fn option_value(cards: &[OptionCard], name: &str, value: &str) -> anyhow::Result<OptionValue> {
    let Some(card) = cards.iter().find(|card| card.id == name) else {
        let ids: Vec<&str> = cards.iter().map(|card| card.id.as_str()).collect();
        bail!("there is no option `{name}`; the options are: {}", ids.join(", "));
    };
    let word = OptionValue::Word(value.into());
    Ok(match card.kind {
        OptionKind::Switch { .. } => match value {
            "true" | "on" | "yes" => OptionValue::Switch(true),
            "false" | "off" | "no" => OptionValue::Switch(false),
            _ => word,
        },
        OptionKind::Number { .. } => value.parse().map_or(word, OptionValue::Number),
        OptionKind::Words { .. } => word,
    })
}

/// A whole text file.
pub fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A record for verbs that look at one.
#[derive(Debug, clap::Args)]
pub struct RecordArgs {
    /// The record, as `play --record` and `simulate --record` write it.
    pub record: PathBuf,
}

/// A match as far as its record could be played, and what is wrong with the rest.
pub struct Opened {
    /// The record, or what could be read of it.
    pub record: Record,
    /// The match at the wanted step, or as near to it as the record goes.
    pub session: Box<dyn AnySession>,
    /// What is wrong with the record.
    pub fault: Option<RecordError>,
}

impl RecordArgs {
    /// Plays the record up to the entry `at`, or to its end. Fails only if nothing at all can be shown.
    pub fn open(&self, at: Option<usize>) -> anyhow::Result<Opened> {
        let context = || self.name();
        let (mut record, damage) = match Record::read(&read(&self.record)?) {
            Ok(record) => (record, None),
            Err((error, Some(part))) => (part, Some(error)),
            Err((error, None)) => return Err(error).with_context(context),
        };
        let entries = record.decisions.len();
        if let Some(at) = at.filter(|at| *at < entries) {
            record.decisions.truncate(at);
            record.end = None;
        } else if let Some(at) = at.filter(|at| *at > entries && damage.is_none()) {
            bail!("{} has {entries} decisions; there is no number {at}", self.name());
        }
        let game = find(&record.head.game).with_context(context)?;
        match game.replay(&record, Box::new(Fast::new(0))) {
            Ok(session) => Ok(Opened { record, session, fault: damage }),
            Err((error, Some(session))) => {
                Ok(Opened { record, session, fault: Some(damage.unwrap_or(error)) })
            }
            Err((error, None)) => Err(error).with_context(context),
        }
    }

    /// The same for a record in which nothing may be wrong.
    pub fn open_sound(&self, at: Option<usize>) -> anyhow::Result<Opened> {
        let opened = self.open(at)?;
        match opened.fault {
            Some(fault) => Err(fault).with_context(|| self.name()),
            None => Ok(opened),
        }
    }

    /// What a message about the record begins with.
    pub fn name(&self) -> String {
        self.record.display().to_string()
    }
}

/// The seat that a word means: a side's name or key, or a number.
pub fn seat(session: &dyn AnySession, word: &str) -> anyhow::Result<Seat> {
    let sides = sides(session);
    let named = sides.iter().find(|side| {
        side.key.eq_ignore_ascii_case(word)
            || side.name.eq_ignore_ascii_case(word)
            || side.seat.0.to_string() == word
    });
    let known: Vec<String> = sides.iter().map(|side| format!("{} ({})", side.key, side.seat.0)).collect();
    match named {
        Some(side) => Ok(side.seat),
        None => bail!("there is no seat `{word}`; the seats are: {}", known.join(", ")),
    }
}

/// Whose eyes a word means: a seat, or `spectator`, or `umpire`.
pub fn viewer(session: &dyn AnySession, word: &str) -> anyhow::Result<Viewer> {
    match word {
        "umpire" => Ok(Viewer::Umpire),
        "spectator" => Ok(Viewer::Spectator),
        _ => seat(session, word).map(Viewer::Seat),
    }
}

/// The sides in the order of their seats.
pub fn sides(session: &dyn AnySession) -> Vec<Side> {
    session.scene(Viewer::Spectator).seated().cloned().collect()
}

/// The name of a seat's side.
pub fn side_name(session: &dyn AnySession, seat: Seat) -> String {
    let side = sides(session).into_iter().find(|side| side.seat == seat);
    side.map_or_else(|| seat.to_string(), |side| side.name)
}

/// How a match ended, in words.
pub fn outcome_text(session: &dyn AnySession, outcome: &Outcome) -> String {
    let winners: Vec<String> = outcome.winners.iter().map(|seat| side_name(session, seat)).collect();
    let result = match (winners.as_slice(), outcome.grade) {
        ([], _) => "A draw".into(),
        (_, Grade::Marginal) => format!("A marginal victory for {}", winners.join(" and ")),
        (_, Grade::Decisive) => format!("A decisive victory for {}", winners.join(" and ")),
        (_, Grade::Draw | Grade::Plain) => format!("A victory for {}", winners.join(" and ")),
    };
    let sides = sides(session).into_iter();
    let scores: Vec<String> =
        sides.map(|side| format!("{} {}", side.name, outcome.scores[side.seat.index()])).collect();
    format!("{result}: {}", scores.join(", "))
}

/// Prints a report: for people, or for programs.
pub fn print(out: &mut dyn Write, as_json: bool, report: &(impl Serialize + Display)) -> anyhow::Result<()> {
    if as_json {
        return json(out, report);
    }
    writeln!(out, "{report}")?;
    Ok(())
}

/// Prints a value for programs.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
