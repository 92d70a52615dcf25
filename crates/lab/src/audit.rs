//! Whether the bots of a record decided as they say: each of them thinks again, from what its seat knew.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_bots::{AnyPlayer, EDITION, Terms};
use sandtable_catalog::{Game, bot_whim, whim};
use sandtable_engine::chance::{Fast, Seed, Seeded};
use sandtable_engine::erased::AnySession;
use sandtable_engine::record::{Entry, Record, RecordError};
use sandtable_engine::{BotNote, Seat};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// Why a record cannot be audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// It cannot be played again.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It has nothing to audit.
    #[error(
        "the record says of no decision with what a bot thought: people made them all, or a program from before such notes"
    )]
    NoNotes,
}

/// What came of having a bot think again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Finding {
    /// From the same sight it chooses the same.
    Same,
    /// What its seat knew and could choose has another digest: it thought with something else.
    OtherSight {
        /// The digest of what its seat knew.
        found: String,
    },
    /// It does not think as many rounds, or does not go on from what it thought before, as it says.
    OtherThought {
        /// How many rounds it thinks.
        rounds: u32,
        /// Whether it goes on from what it thought before.
        carried: bool,
    },
    /// Its whims did not come from the seed of the match: somebody may have looked for some that lead to what he wanted.
    OtherSeed,
    /// It chooses something else.
    OtherChoice {
        /// What, as records write it.
        choice: Value,
    },
    /// There is no bot of that name.
    UnknownBot,
    /// Bots thought otherwise when it decided: only a program of that time can have it think again.
    OtherEdition {
        /// The edition of the bot.
        edition: u32,
    },
}

/// A decision of a bot that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Audited {
    /// Its number in the record, from 1.
    pub decision: usize,
    /// The bot's seat.
    pub seat: Seat,
    /// The bot.
    pub bot: String,
    /// What came of it.
    pub finding: Finding,
}

impl Audited {
    fn out_of_reach(&self) -> bool {
        matches!(self.finding, Finding::OtherEdition { .. })
    }
}

/// What was found of the bots of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Audit {
    /// The decisions of bots.
    pub audited: Vec<Audited>,
    /// Decisions that say nothing of a bot: people made them, or the table where a bot could not.
    pub unsigned: usize,
    /// Whether the record has published the seed that whims come from. Where it has not, those that it names are taken as they are.
    pub seeded: bool,
}

impl Audit {
    /// The decisions that a bot would not take again.
    pub fn faults(&self) -> impl Iterator<Item = &Audited> {
        self.audited.iter().filter(|one| one.finding != Finding::Same && !one.out_of_reach())
    }

    /// How many decisions cannot be judged, since bots think otherwise by now.
    pub fn out_of_reach(&self) -> usize {
        self.audited.iter().filter(|one| one.out_of_reach()).count()
    }
}

/// Plays a record again and has every bot think again where it decided, for as many rounds as it did.
pub fn audit(game: &dyn Game, record: &Record) -> Result<Audit, AuditError> {
    let mut players = BTreeMap::new();
    let mut whims = Whims::of(record);
    let mut audit = Audit { audited: Vec::new(), unsigned: 0, seeded: whims.is_some() };
    let mut decision = 0;
    let replayed = game.replay_watched(record, &mut |session, entry| {
        decision += 1;
        let Entry::Choice { seat, choice, note, .. } = entry else { return };
        let Some(note) = note else {
            audit.unsigned += 1;
            return;
        };
        let bot = note.name.clone();
        let player = players.entry((*seat, bot.clone())).or_insert_with(|| game.player(&bot).ok());
        let own = whims.as_mut().is_none_or(|whims| whims.has(note.seed, *seat, session.question(*seat)));
        let finding = match player {
            Some(player) => match look_at(player.as_mut(), session, *seat, choice, note) {
                Finding::Same if !own => Finding::OtherSeed,
                other => other,
            },
            None => Finding::UnknownBot,
        };
        audit.audited.push(Audited { decision, seat: *seat, bot, finding });
    });
    replayed.map_err(|(error, _)| error)?;
    if audit.audited.is_empty() { Err(AuditError::NoNotes) } else { Ok(audit) }
}

/// What the whims of a match's bots come from, where its record has published the seed.
struct Whims {
    seed: Seed,
    /// In a match between bots, and at a terminal, each seat has a stream of them.
    streams: [Fast; Seat::MOST],
}

impl Whims {
    fn of(record: &Record) -> Option<Self> {
        let seed = record.seed().filter(|seed| Seeded::commitment(seed) == record.head.seed_hash)?;
        Some(Self { seed, streams: std::array::from_fn(|seat| whim(&seed, seat)) })
    }

    /// Whether a bot's next decision may have this one: by the stream of its seat, or at a table by its question.
    fn has(&mut self, one: u64, seat: Seat, question: u32) -> bool {
        let streamed = self.streams.get_mut(seat.index()).map(Fast::word);
        streamed == Some(one) || bot_whim(&self.seed, seat, question) == one
    }
}

fn look_at(
    player: &mut dyn AnyPlayer,
    session: &dyn AnySession,
    seat: Seat,
    choice: &RawValue,
    note: &BotNote,
) -> Finding {
    let found = session.sight(seat);
    if found != note.saw {
        return Finding::OtherSight { found };
    }
    if note.edition != EDITION {
        return Finding::OtherEdition { edition: note.edition };
    }
    if !note.carried {
        player.forget();
    }
    let terms = Terms { seed: note.seed, go_on: &|done| done < note.rounds };
    let Some(thought) = player.think(session, seat, &terms) else {
        return Finding::OtherThought { rounds: 0, carried: false };
    };
    if (thought.rounds, thought.carried) != (note.rounds, note.carried) {
        return Finding::OtherThought { rounds: thought.rounds, carried: thought.carried };
    }
    // A record may be laid out in another way than we write it.
    let [chosen, again] =
        [choice, &*thought.choice].map(|text| serde_json::from_str::<Value>(text.get()).ok());
    if chosen == again { Finding::Same } else { Finding::OtherChoice { choice: again.unwrap_or_default() } }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("decides the same again"),
            Self::OtherSight { found } => {
                write!(f, "saw something else than its seat knew, whose digest is {found}")
            }
            Self::OtherThought { rounds, carried } => {
                let from = if *carried { ", going on from before" } else { "" };
                write!(f, "thinks {rounds} rounds{from}, and not as the record says")
            }
            Self::OtherSeed => f.write_str(
                "decides the same again, but by whims that do not come from the seed of the match",
            ),
            Self::OtherChoice { choice } => write!(f, "chooses {choice} from what its seat knew"),
            Self::UnknownBot => f.write_str("is no bot of this program"),
            Self::OtherEdition { edition } => {
                write!(f, "is of edition {edition}, and the bots of this program are of edition {EDITION}")
            }
        }
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Audited { decision, seat, bot, finding } in self.faults() {
            writeln!(f, "decision {decision}: the {bot} at seat {seat} {finding}")?;
        }
        let (all, bad, past) = (self.audited.len(), self.faults().count(), self.out_of_reach());
        let others = self.unsigned;
        write!(
            f,
            "{} of {all} decisions of bots are what their seats' knowledge leads to",
            all - bad - past
        )?;
        if past > 0 {
            write!(
                f,
                "; {past} are of other editions than {EDITION}: their sight is right, and whether they follow from it only the \
                 program of their time can tell"
            )?;
        }
        if others > 0 {
            write!(f, "; {others} decisions were not bots'")?;
        }
        if !self.seeded {
            write!(
                f,
                "; the record has not published its seed, so whether their whims come from it cannot be told"
            )?;
        }
        Ok(())
    }
}
