//! The log as people read it.

use std::fmt;

use serde::Serialize;

/// A line of the log without its type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogLine {
    /// The rule that made it happen.
    pub rule: String,
    /// What happened, for programs.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub event: serde_json::Value,
    /// What happened, for people.
    pub text: String,
    /// What a page shows beside the words.
    #[serde(flatten)]
    pub notes: Annotation,
}

impl fmt::Display for LogLine {
    /// The words, and the dice behind them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if !self.notes.dice.is_empty() {
            let faces: Vec<String> = self.notes.dice.iter().map(|die| die.face.to_string()).collect();
            write!(f, " ({})", faces.join(" "))?;
        }
        Ok(())
    }
}

/// What a page shows beside the words of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Annotation {
    /// The key of the side that acted.
    pub side: Option<String>,
    /// Keys of the pieces that it is about, the one that acted first.
    pub pieces: Vec<String>,
    /// Dice that were thrown; the words do not repeat them.
    pub dice: Vec<Die>,
    /// Whether it begins a turn, so that what follows stands under it.
    pub heading: bool,
    /// Where it is a step of a longer move, so that a page can tell the move in one line.
    pub step: Option<Stride>,
}

/// A step of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stride {
    /// The key of the piece or of the group that moves.
    pub mover: String,
    /// What everybody calls it.
    pub name: String,
    /// The space that it comes to, in words.
    pub to: String,
}

/// A die that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Die {
    /// What it shows.
    pub face: u8,
    /// What that does.
    pub worth: Worth,
}

/// What a die does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Worth {
    /// All that it can: a hit.
    Full,
    /// Some of it.
    Part,
    /// Nothing.
    Nothing,
}

impl Die {
    /// A die that hits or does nothing.
    pub fn of(face: u8, hits: bool) -> Self {
        Self { face, worth: if hits { Worth::Full } else { Worth::Nothing } }
    }
}
