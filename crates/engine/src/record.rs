//! Records: a match for ever, as one JSON document with one decision on each line.
//!
//! The writer puts the head on the first line and one decision on each line after it, so that a record can grow by
//! appending and a person can read it. The reader takes any layout of the same document. From a damaged or
//! truncated document it keeps every decision before the damage and says where it is.

use std::cell::RefCell;
use std::fmt::Write as _;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::chance::{Chance as _, Divergence, Draw, Seed, Seeded};
use crate::{BotNote, Outcome, Refused, Seat, Setup, SetupError, rule};

/// The version of the document's layout. Since 2 a decision may say with what a bot thought of it, since 3 also of which edition the bot was.
pub const FORMAT: u32 = 3;

/// The oldest version that is read.
const OLDEST_FORMAT: u32 = 1;

/// What stands before the first decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Head {
    /// The version of the document's layout.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Scenario and options.
    pub setup: Setup,
    /// The hash of the seed, published before the first draw; empty where the draws come from elsewhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seed_hash: String,
    /// The draws of the set-up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<Draw>,
}

/// One line of a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, try_from = "EntryFields")]
pub enum Entry {
    /// A decision with the draws that followed from it.
    Choice {
        /// Who decided.
        seat: Seat,
        /// What, as the game writes its choices.
        #[serde(rename = "do")]
        choice: Box<RawValue>,
        /// The draws that followed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        draws: Vec<Draw>,
        /// With what a bot thought of it.
        #[serde(default, rename = "bot", skip_serializing_if = "Option::is_none")]
        note: Option<Box<BotNote>>,
    },
    /// A seat took its last decision back.
    Undo {
        /// Who.
        undo: Seat,
    },
}

/// What the reader expects where it finds something else.
const A_DECISION: &str = "a decision is {\"seat\":…,\"do\":…,\"draws\":[…]} or {\"undo\":…}";

/// The fields of either kind of line: raw choices cannot be read through an untagged enum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFields {
    seat: Option<Seat>,
    #[serde(rename = "do")]
    choice: Option<Box<RawValue>>,
    #[serde(default)]
    draws: Vec<Draw>,
    #[serde(rename = "bot")]
    note: Option<Box<BotNote>>,
    undo: Option<Seat>,
}

impl TryFrom<EntryFields> for Entry {
    type Error = &'static str;

    fn try_from(fields: EntryFields) -> Result<Self, Self::Error> {
        match fields {
            EntryFields { seat: Some(seat), choice: Some(choice), draws, note, undo: None } => {
                Ok(Self::Choice { seat, choice, draws, note })
            }
            EntryFields { seat: None, choice: None, undo: Some(undo), draws, note: None }
                if draws.is_empty() =>
            {
                Ok(Self::Undo { undo })
            }
            _ => Err(A_DECISION),
        }
    }
}

/// What stands after the last decision of a finished match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The digest of the last position.
    pub hash: String,
    /// How the match ended, if it has.
    pub outcome: Option<Outcome>,
    /// The seed in hexadecimal digits, published after the last draw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seed: String,
}

/// A whole record, or what could be read of it.
#[derive(Clone, Debug)]
pub struct Record {
    /// What stands before the first decision.
    pub head: Head,
    /// The decisions.
    pub decisions: Vec<Entry>,
    /// What stands after them.
    pub end: Option<End>,
}

/// Why a record cannot be used, or only in part.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Not a record, or damaged: the decisions before the damage are kept.
    #[error("the record is damaged at line {line}, column {column}, after {kept} whole decisions: {reason}")]
    Damaged {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// Decisions that were read before.
        kept: usize,
        /// What the reader expected.
        reason: String,
    },
    /// A record of another game.
    #[error("the record is of the game `{found}`, not of `{wanted}`")]
    Game {
        /// What it says.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// A layout that this program does not know.
    #[error("the record has format {found}; this program reads formats {OLDEST_FORMAT} to {FORMAT}")]
    Format {
        /// What it says.
        found: u32,
    },
    /// Made under other rules.
    #[error(
        "the record was made under version {found} of the rules, this program has version {now}: replay it with the program of its time"
    )]
    Version {
        /// What it says.
        found: u32,
        /// What the game has now.
        now: u32,
    },
    /// The set-up cannot be made.
    #[error("the set-up of the record does not work: {0}")]
    Setup(#[from] SetupError),
    /// Made with other data of its scenario.
    #[error("the scenario `{id}` has changed since the record was made")]
    Scenario {
        /// Which.
        id: String,
    },
    /// A decision cannot be read.
    #[error("decision {decision} cannot be read: {reason}")]
    Malformed {
        /// Which, from 1.
        decision: usize,
        /// Why.
        reason: String,
    },
    /// A decision is not legal.
    #[error("decision {decision} is not allowed: {refused}")]
    Refused {
        /// Which, from 1.
        decision: usize,
        /// Why.
        refused: Refused,
    },
    /// The draws do not fit the rules.
    #[error("decision {decision} went differently: {divergence}")]
    Diverged {
        /// Which, from 1; 0 is the set-up.
        decision: usize,
        /// How.
        divergence: Divergence,
    },
    /// A seed that is not the one whose hash was published.
    #[error("the seed does not have the hash that was published before the first draw")]
    Seed,
    /// A draw that did not come from the seed.
    #[error("decision {decision} has a draw that did not come from the seed")]
    Dice {
        /// Which, from 1; 0 is the set-up.
        decision: usize,
    },
    /// The last position is not the one that the record names.
    #[error("the last position has the digest {found}, the record says {wanted}")]
    Hash {
        /// What replay gave.
        found: String,
        /// What the record says.
        wanted: String,
    },
}

impl Record {
    /// Reads a document. An error comes with all that stands before the damage, if the head could be read.
    #[expect(
        clippy::result_large_err,
        reason = "a record is read once, and what could be read of it comes along"
    )]
    pub fn read(text: &str) -> Result<Self, (RecordError, Option<Self>)> {
        let parts = RefCell::new(Parts::default());
        let mut reader = serde_json::Deserializer::from_str(text);
        let result = Document(&parts).deserialize(&mut reader).and_then(|()| reader.end());
        let Parts { head, begun, stray, decisions, end } = parts.into_inner();
        let kept = decisions.len();
        let head = head.finish();
        match (result, head) {
            (Ok(()), Ok(head)) => {
                let format = head.format;
                let record = Self { head, decisions, end };
                if (OLDEST_FORMAT..=FORMAT).contains(&format) {
                    Ok(record)
                } else {
                    Err((RecordError::Format { found: format }, Some(record)))
                }
            }
            (Ok(()), Err(reason)) => Err((RecordError::Damaged { line: 1, column: 1, kept, reason }, None)),
            (Err(error), head) => {
                // The reader notices a stray line only behind it.
                let (line, column) = match stray {
                    Some(stray) => place_of(stray, text),
                    None => (error.line(), error.column()),
                };
                let reason = if stray.is_some() { A_DECISION.into() } else { error.to_string() };
                let damaged = RecordError::Damaged { line, column, kept, reason };
                Err((damaged, head.ok().filter(|_| begun).map(|head| Self { head, decisions, end })))
            }
        }
    }

    /// Writes the document, one decision a line.
    pub fn write(&self) -> String {
        let mut text = self.opening();
        for (number, entry) in self.decisions.iter().enumerate() {
            text.push_str(if number == 0 { "\n" } else { ",\n" });
            text.push_str(&serde_json::to_string(entry).expect("entries are plain values"));
        }
        text.push_str("\n]");
        if let Some(end) = &self.end {
            let end = serde_json::to_string(end).expect("ends are plain values");
            write!(text, ",\n\"end\":{end}").expect("strings take all that is written");
        }
        text.push_str("}\n");
        text
    }

    /// The seed, once the end has published it.
    pub fn seed(&self) -> Option<Seed> {
        let digits = &self.end.as_ref()?.seed;
        blake3::Hash::from_hex(digits).ok().map(Into::into)
    }

    /// The stream of the seed after all draws of this record, so that the match can go on.
    ///
    /// An error if the seed is not the promised one or a draw did not come from it: this verifies the dice.
    pub fn stream(&self, seed: Seed) -> Result<Seeded, RecordError> {
        if Seeded::commitment(&seed) != self.head.seed_hash {
            return Err(RecordError::Seed);
        }
        let mut stream = Seeded::new(seed);
        let decided = self.decisions.iter().map(|entry| match entry {
            Entry::Choice { draws, .. } => draws.as_slice(),
            Entry::Undo { .. } => &[],
        });
        for (decision, draws) in std::iter::once(self.head.draws.as_slice()).chain(decided).enumerate() {
            for draw in draws {
                // A stream does not look at the rule; nothing can be drawn from no sides.
                if draw.sides == 0 || stream.draw(rule!("0"), draw.sides) != draw.value {
                    return Err(RecordError::Dice { decision });
                }
            }
        }
        Ok(stream)
    }

    /// The first line, up to the list of decisions.
    fn opening(&self) -> String {
        let head = serde_json::to_string(&self.head).expect("heads are plain values");
        let open = head.strip_suffix('}').expect("a head is an object");
        format!("{open},\"decisions\":[")
    }
}

/// Line and column, from 1, of a part of a text.
fn place_of(part: &str, text: &str) -> (usize, usize) {
    let offset = part.as_ptr().addr() - text.as_ptr().addr();
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, offset - line_start + 1)
}

/// The fields of the head as they come in; a document may list them in any order.
#[derive(Default)]
struct HeadParts(serde_json::Map<String, serde_json::Value>);

impl HeadParts {
    fn finish(self) -> Result<Head, String> {
        serde_json::from_value(serde_json::Value::Object(self.0))
            .map_err(|error| format!("in its head: {error}"))
    }
}

#[derive(Default)]
struct Parts<'t> {
    head: HeadParts,
    /// Whether the list of decisions was reached; before it the head may lack something.
    begun: bool,
    /// What stands in the place of a decision and is none.
    stray: Option<&'t str>,
    decisions: Vec<Entry>,
    end: Option<End>,
}

/// Reads the document into the parts as it goes, so that what was read survives an error further on.
struct Document<'a, 't>(&'a RefCell<Parts<'t>>);

impl<'de> DeserializeSeed<'de> for Document<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a record: an object with `format`, `game`, `rules`, `setup` and `decisions`")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "decisions" => {
                    self.0.borrow_mut().begun = true;
                    map.next_value_seed(Decisions(self.0))?;
                }
                "end" => {
                    let end = map.next_value()?;
                    self.0.borrow_mut().end = end;
                }
                "format" | "game" | "rules" | "setup" | "seed-hash" | "draws" => {
                    let value = map.next_value()?;
                    self.0.borrow_mut().head.0.insert(key, value);
                }
                other => {
                    return Err(M::Error::unknown_field(
                        other,
                        &["format", "game", "rules", "setup", "seed-hash", "draws", "decisions", "end"],
                    ));
                }
            }
        }
        Ok(())
    }
}

struct Decisions<'a, 't>(&'a RefCell<Parts<'t>>);

impl<'de> DeserializeSeed<'de> for Decisions<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Decisions<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a list of decisions")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
        while let Some(text) = seq.next_element::<&RawValue>()? {
            let entry = serde_json::from_str(text.get()).map_err(|_| {
                self.0.borrow_mut().stray = Some(text.get());
                S::Error::custom(A_DECISION)
            })?;
            self.0.borrow_mut().decisions.push(entry);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Record {
        let choice = RawValue::from_string("{\"bid\":3}".into()).expect("plain");
        let draws = vec![Draw { rule: "3.3".into(), sides: 2, value: 1 }];
        Record {
            head: Head {
                format: FORMAT,
                game: "toy".into(),
                rules: 1,
                setup: Setup::shipped("small"),
                seed_hash: String::new(),
                draws: Vec::new(),
            },
            decisions: vec![
                Entry::Choice { seat: Seat(0), choice, draws, note: None },
                Entry::Undo { undo: Seat(0) },
            ],
            end: Some(End { hash: "00".into(), outcome: None, seed: String::new() }),
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = sample().write();
        assert_eq!(text.lines().count(), 5, "{text}");
        let back = Record::read(&text).expect("it was just written");
        assert_eq!(back.write(), text);
        let value: serde_json::Value = serde_json::from_str(&text).expect("one JSON document");
        let pretty = serde_json::to_string_pretty(&value).expect("plain");
        assert_eq!(Record::read(&pretty).expect("any layout reads").decisions.len(), 2);
    }

    #[test]
    fn a_record_of_the_first_format_reads_and_says_nothing_of_bots() {
        let text = sample().write().replacen("\"format\":3", "\"format\":1", 1);
        let back = Record::read(&text).expect("old records read");
        assert!(matches!(&back.decisions[0], Entry::Choice { note: None, .. }));
        assert_eq!(back.write(), text);
    }

    #[test]
    fn what_a_bot_thought_with_reads_back() {
        let mut record = sample();
        let wanted = BotNote {
            name: "admiral".into(),
            edition: 4,
            seed: 1 << 60,
            rounds: 17,
            carried: true,
            saw: "0f".into(),
        };
        let Entry::Choice { note, .. } = &mut record.decisions[0] else { panic!("it is a choice") };
        *note = Some(Box::new(wanted.clone()));
        let back = Record::read(&record.write()).expect("it was just written");
        let Entry::Choice { note, .. } = &back.decisions[0] else { panic!("it is a choice") };
        assert_eq!(note.as_deref(), Some(&wanted));
    }

    #[test]
    fn a_bot_of_the_second_format_is_of_no_edition() {
        let mut record = sample();
        let Entry::Choice { note, .. } = &mut record.decisions[0] else { panic!("it is a choice") };
        let (name, saw) = ("captain".into(), "0f".into());
        *note = Some(Box::new(BotNote { name, edition: 7, seed: 1, rounds: 0, carried: false, saw }));
        let text = record.write();
        let old = text.replacen("\"format\":3", "\"format\":2", 1).replacen("\"edition\":7,", "", 1);
        assert_ne!(old, text);
        let back = Record::read(&old).expect("old records read");
        let Entry::Choice { note: Some(note), .. } = &back.decisions[0] else { panic!("a bot decided") };
        assert_eq!(note.edition, 0);
    }

    #[test]
    fn a_truncated_record_keeps_what_stands_before() {
        let text = sample().write();
        let cut = &text[..text.find("\"undo\"").expect("it has one")];
        let (error, kept) = Record::read(cut).expect_err("it is cut short");
        assert!(matches!(error, RecordError::Damaged { line: 3, kept: 1, .. }), "{error}");
        assert_eq!(kept.expect("the head was whole").decisions.len(), 1);
    }

    #[test]
    fn a_foreign_document_is_refused() {
        for text in [
            "",
            "[]",
            "{\"format\":1}",
            "{\"board\":[]}",
            "{\"format\":9,\"game\":\"x\",\"rules\":1,\"setup\":{\"scenario\":{\"shipped\":{\"id\":\"a\"}}},\"decisions\":[]}",
        ] {
            assert!(Record::read(text).is_err(), "{text}");
        }
    }
}
