//! `sandtable dreadnoughts`: what this game has for itself.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;

use sandtable_dreadnoughts::data::Ratings;
use sandtable_dreadnoughts::rating::rate_file;
use serde::Serialize;

use crate::common::{Verdict, print, read};

/// Tools for Dreadnoughts & Battlewagons.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable dreadnoughts rate ship.toml")]
pub struct Args {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, clap::Subcommand)]
enum Tool {
    Rate(RateArgs),
}

/// Works out the ratings of a ship from her history.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sandtable dreadnoughts rate ship.toml --json")]
struct RateArgs {
    /// The ship: a `name` and a `history` table as in the game's data/ships.toml.
    file: PathBuf,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Runs the tool.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let Tool::Rate(args) = self.tool;
        args.run(out)
    }
}

impl RateArgs {
    fn run(self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let file = self.file.file_name().unwrap_or_default().to_string_lossy();
        let (name, rated) = rate_file(&file, &read(&self.file)?)?;
        let counter = Counter {
            name,
            front: Face::of(rated.front),
            back: rated.back.map(Face::of),
            value: rated.value,
        };
        print(out, self.json, &counter)?;
        Ok(Verdict::Good)
    }
}

/// A counter with both its sides.
#[derive(Serialize)]
struct Counter {
    name: String,
    front: Face,
    back: Option<Face>,
    value: i16,
}

/// One side of a counter, in the order of rules 2.5 and 2.9 to 2.14.
#[derive(Serialize)]
struct Face {
    range: u8,
    guns: i8,
    weight: i8,
    integrity: i8,
    torpedoes: i8,
    speed: u8,
    manoeuvre: i8,
}

impl Face {
    fn of(ratings: Ratings) -> Self {
        let Ratings { guns, weight, integrity, torpedoes, speed, manoeuvre, range } = ratings;
        Self { range, guns, weight, integrity, torpedoes, speed, manoeuvre }
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        writeln!(
            f,
            "{:8}{:>6}{:>6}{:>8}{:>11}{:>11}{:>7}{:>11}",
            "", "range", "guns", "weight", "integrity", "torpedoes", "speed", "manoeuvre"
        )?;
        let faces = [("front", Some(&self.front)), ("back", self.back.as_ref())];
        for (name, face) in faces {
            let Some(face) = face else {
                writeln!(f, "{name:8}blank")?;
                continue;
            };
            let Face { range, guns, weight, integrity, torpedoes, speed, manoeuvre } = face;
            writeln!(
                f,
                "{name:8}{range:>6}{guns:>6}{weight:>8}{integrity:>11}{torpedoes:>11}{speed:>7}{manoeuvre:>11}"
            )?;
        }
        write!(f, "{} points if she is lost", self.value)
    }
}
