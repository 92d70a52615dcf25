//! `sandtable games`: what there is to play.

use std::io::Write;

use sandtable_bots::BOTS;
use sandtable_catalog::{GAMES, Game, find};
use sandtable_engine::{Balance, OptionCard, OptionValue, ScenarioCard};
use serde::Serialize;

use crate::common::{Verdict, json};

/// Lists the games, or shows one with its scenarios and options.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable games dreadnoughts")]
pub struct Args {
    /// The game to show in detail.
    game: Option<String>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// A game as programs read it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    id: &'static str,
    title: &'static str,
    summary: &'static str,
    seats: (u8, u8),
    rules_version: u32,
    scenarios: Vec<ScenarioCard>,
    options: Vec<OptionCard>,
    bots: Vec<&'static str>,
}

impl Shown {
    fn of(game: &dyn Game) -> Self {
        let info = game.info();
        Self {
            id: info.id,
            title: info.title,
            summary: info.summary,
            seats: info.seats,
            rules_version: info.rules_version,
            scenarios: game.scenarios(),
            options: game.options(),
            bots: BOTS.iter().map(|bot| bot.id).collect(),
        }
    }

    fn seats(&self) -> String {
        match self.seats {
            (least, most) if least == most => format!("{most} seats"),
            (least, most) => format!("{least} to {most} seats"),
        }
    }

    /// All in a few lines.
    fn brief(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}: {}, {}", self.id, self.title, self.seats())?;
        writeln!(out, "  {}", self.summary)?;
        for scenario in &self.scenarios {
            writeln!(out, "  scenario {:<28} {}", scenario.id, scenario.title)?;
        }
        self.options.iter().try_for_each(|option| write_option(out, "  ", option))
    }

    /// All there is to say.
    fn full(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(
            out,
            "{} ({}), {}, rules version {}",
            self.title,
            self.id,
            self.seats(),
            self.rules_version
        )?;
        writeln!(out, "{}", self.summary)?;
        for scenario in &self.scenarios {
            let sides: Vec<String> =
                scenario.sides.iter().map(|side| format!("{} ({})", side.name, side.id)).collect();
            let about: Vec<&str> = [scenario.date.as_str(), &scenario.size]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect();
            writeln!(out, "\nscenario {}: {}", scenario.id, scenario.title)?;
            writeln!(out, "  {}", about.join("; "))?;
            writeln!(out, "  sides: {}", sides.join(", "))?;
            writeln!(out, "  {}", scenario.introduction.trim().replace('\n', "\n  "))?;
            if let (Some(Balance { games, first, .. }), [one, other]) =
                (scenario.balance, &scenario.sides[..])
            {
                let (own, rest) = (f64::from(first) / 10.0, f64::from(1_000 - first) / 10.0);
                writeln!(
                    out,
                    "  captain against captain: {} {own:.1} %, {} {rest:.1} % of {games} games",
                    one.name, other.name
                )?;
            }
            for note in &scenario.notes {
                writeln!(out, "  [{}] {}", note.rule, note.text)?;
            }
            if !scenario.source.is_empty() {
                writeln!(out, "  source: {}", scenario.source.trim())?;
            }
            scenario.options.iter().try_for_each(|option| write_option(out, "  ", option))?;
        }
        writeln!(out)?;
        self.options.iter().try_for_each(|option| write_option(out, "", option))
    }
}

fn write_option(out: &mut dyn Write, indent: &str, option: &OptionCard) -> std::io::Result<()> {
    let OptionCard { id, meaning, rule, kind, .. } = option;
    let default = match kind.default() {
        // As it is set, not as it is shown in a form.
        OptionValue::Switch(on) => on.to_string(),
        other => other.to_string(),
    };
    let allowed = kind.allowed().join(", ");
    let rule = if rule.is_empty() { String::new() } else { format!(" (rule {rule})") };
    writeln!(out, "{indent}option {id} = {allowed}; {default} unless set{rule}")?;
    writeln!(out, "{indent}  {meaning}")
}

impl Args {
    /// Prints what was asked for.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        if let Some(id) = &self.game {
            let shown = Shown::of(find(id)?);
            if self.json {
                json(out, &shown)?;
            } else {
                shown.full(out)?;
            }
            return Ok(Verdict::Good);
        }
        let shown: Vec<Shown> = GAMES.iter().map(|game| Shown::of(*game)).collect();
        if self.json {
            json(out, &shown)?;
            return Ok(Verdict::Good);
        }
        for game in &shown {
            game.brief(out)?;
            writeln!(out)?;
        }
        for bot in BOTS {
            writeln!(out, "bot {:<14} {}", bot.id, bot.description)?;
        }
        Ok(Verdict::Good)
    }
}
