//! The file in which a ladder is kept: a line for each finished game, so that a ladder that was stopped goes on where it was.
//!
//! The first line has the seed and the edition of the bots. A line with a ground stands before the first game on it. Games stand in
//! the order in which they ended; which game a line is, it says itself.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sandtable_bots::EDITION;
use sandtable_engine::{Seat, Setup};
use serde::{Deserialize, Serialize};

use super::LadderError;
use super::clock::ThinkingTime;

/// The version of the file's layout.
const FORMAT: u32 = 2;

/// A line of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Ladder {
        format: u32,
        seed: u64,
        /// The edition of the bots; 0 before there were any.
        #[serde(default)]
        edition: u32,
    },
    Ground(Conditions),
    Game(Entry),
}

/// What was played: games on other conditions are not to be added to these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conditions {
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Scenario, with a digest of its data, and options.
    pub setup: Setup,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Entry {
    pub game: String,
    pub higher: String,
    pub lower: String,
    /// Its number among those of the two; decides seats and dice.
    pub number: u32,
    /// Who won; several share a victory, nobody means a draw. `None` if it was broken off because it would not end.
    pub winners: Option<Vec<Seat>>,
    /// What the dice gave the stronger bot, in millionths of a victory.
    pub luck: i32,
    /// How long the stronger bot thought.
    pub higher_time: ThinkingTime,
    /// How long all of the weaker one did.
    pub lower_time: ThinkingTime,
}

/// The open file of a ladder.
pub(super) struct Book {
    path: PathBuf,
    file: File,
}

/// What was found in a file.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub entries: Vec<Entry>,
    /// Whether the last line was cut short, and is gone.
    pub cut_short: bool,
    conditions: Vec<Conditions>,
}

impl Book {
    /// Opens a file, or begins it. Refuses one with games of another seed, by other bots or on other conditions.
    pub fn open(path: &Path, seed: u64, conditions: &[Conditions]) -> Result<(Self, Found), LadderError> {
        let failed = |error| LadderError::Keep { path: path.into(), error };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut book = Self { path: path.into(), file: options.map_err(failed)? };
        match book.file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(LadderError::Busy { path: path.into() }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Ok(()) => {}
        }
        // Bytes: what was cut short may end within a letter.
        let mut bytes = Vec::new();
        book.file.read_to_end(&mut bytes).map_err(failed)?;
        let first = Line::Ladder { format: FORMAT, seed, edition: EDITION };
        let head = written(&first);
        // Only a head that is being written may be without an end; everything else of one line is somebody else's file.
        let unfinished = bytes.len() < head.len() && head.as_bytes().starts_with(&bytes);
        let begun = if unfinished { &[] } else { bytes.as_slice() };
        let whole = begun.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole == 0 && !begun.is_empty() {
            return Err(book.damaged(1, "this is not the file of a ladder"));
        }
        let mut found = book.read(&begun[..whole], seed)?;
        found.cut_short = whole < bytes.len();
        let mut new = Vec::new();
        for ours in conditions {
            match found.conditions.iter().find(|theirs| theirs.game == ours.game) {
                Some(theirs) => book.compare(theirs, ours)?,
                None => new.push(Line::Ground(ours.clone())),
            }
        }
        // Everything agrees: from here on the file may be touched.
        book.file.set_len(whole as u64).map_err(failed)?;
        book.file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            book.write(&first)?;
        }
        new.iter().try_for_each(|line| book.write(line))?;
        Ok((book, found))
    }

    /// Adds a finished game.
    pub fn add(&mut self, entry: &Entry) -> Result<(), LadderError> {
        self.write(&Line::Game(entry.clone()))
    }

    /// Reads whole lines.
    fn read(&self, lines: &[u8], seed: u64) -> Result<Found, LadderError> {
        let mut found = Found::default();
        for (number, line) in lines.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let line = serde_json::from_slice(line);
            match line.map_err(|error| self.damaged(number + 1, &error.to_string()))? {
                Line::Ladder { format, seed: theirs, edition } => {
                    self.same("format", &format, &FORMAT)?;
                    self.same("seed", &theirs, &seed)?;
                    self.same("edition of the bots", &edition, &EDITION)?;
                }
                _ if number == 0 => return Err(self.damaged(1, "the first line has no seed")),
                Line::Ground(conditions) => found.conditions.push(conditions),
                Line::Game(entry) => found.entries.push(entry),
            }
        }
        Ok(found)
    }

    fn compare(&self, theirs: &Conditions, ours: &Conditions) -> Result<(), LadderError> {
        let game = &ours.game;
        self.same(&format!("rules version of {game}"), &theirs.rules, &ours.rules)?;
        let scenario = |conditions: &Conditions| plain(&conditions.setup.scenario);
        self.same(&format!("scenario of {game}"), &scenario(theirs), &scenario(ours))?;
        let options = |conditions: &Conditions| plain(&conditions.setup.options);
        self.same(&format!("options of {game}"), &options(theirs), &options(ours))
    }

    fn same<T: PartialEq + ToString>(&self, field: &str, theirs: &T, ours: &T) -> Result<(), LadderError> {
        if theirs == ours {
            return Ok(());
        }
        let (path, field) = (self.path.clone(), field.into());
        Err(LadderError::Other { path, field, found: theirs.to_string(), wanted: ours.to_string() })
    }

    fn damaged(&self, line: usize, why: &str) -> LadderError {
        LadderError::Damaged { path: self.path.clone(), line, why: why.into() }
    }

    /// A line goes out in one piece, so that nothing but the last can be cut short.
    fn write(&mut self, line: &Line) -> Result<(), LadderError> {
        let written = self.file.write_all(written(line).as_bytes());
        written.map_err(|error: io::Error| LadderError::Keep { path: self.path.clone(), error })
    }
}

fn written(line: &Line) -> String {
    plain(line) + "\n"
}

fn plain(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written")
}
