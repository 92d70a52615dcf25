//! Records from elsewhere, checked as if they were played here.

use sandtable_catalog::find;
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::record::{Record, RecordError};
use sandtable_engine::{Grade, ScenarioSource, Viewer};
use sandtable_store::{Invitation, MatchId, MatchRow, NewMatchRow, NewSeat, NewSitter, Origin, PersonId};
use sandtable_wire::{Ending, FaultKind, Result as MatchResult, Status};

use super::film::played;
use super::kept::Kept;
use super::past::{guarded, seed_of};
use crate::faults::{Answer, Failure};

/// A record that was checked, ready to be kept as a finished match of whoever uploaded it.
pub struct Uploaded(NewMatchRow);

impl Uploaded {
    /// What is to be kept.
    pub fn into_row(self) -> NewMatchRow {
        self.0
    }
}

/// Reads a record and plays all of it again. What is wrong is told with the line or the decision.
pub fn check_upload(text: &str, uploader: &PersonId, origin: Origin, now: i64) -> Answer<Uploaded> {
    let record = Record::read(text).map_err(|(error, _)| damaged(&error))?;
    let game = find(&record.head.game).map_err(|error| {
        Failure::new(FaultKind::Record, format!("the record is of a game that is not here: {error}"))
    })?;
    let end = record.end.clone();
    let seed = end.as_ref().filter(|end| !end.seed.is_empty()).map(|end| {
        seed_of(&end.seed).ok_or_else(|| {
            Failure::new(FaultKind::Record, "the seed at the end of the record is not 64 hexadecimal digits")
        })
    });
    let seed = seed.transpose()?;
    let loaded = guarded(|| match seed {
        Some(seed) => game.replay_seeded(&record, seed),
        None => game.replay(&record, Box::new(Fast::new(0))),
    })?;
    let session = loaded.map_err(|(error, _)| damaged(&error))?;
    let outcome = session.outcome();
    if let Some(end) = &end
        && end.outcome.as_ref() != outcome
    {
        let message = "the record claims another outcome than its decisions lead to";
        return Err(Failure::new(FaultKind::Record, message));
    }
    let scene = guarded(|| session.scene(Viewer::Spectator))?;
    let seats: Vec<NewSeat> = scene
        .seated()
        .map(|side| NewSeat { side: side.key.clone(), name: side.name.clone(), sitter: NewSitter::Open })
        .collect();
    let result = match outcome {
        Some(outcome) => played(outcome, session.seats()),
        None => MatchResult {
            ending: Ending::Abandoned,
            winners: Vec::new(),
            grade: Grade::Draw,
            scores: vec![0; seats.len()],
        },
    };
    let scenario = match &record.head.setup.scenario {
        ScenarioSource::Shipped { id, .. } => Some(id.clone()),
        ScenarioSource::Own { .. } => None,
    };
    // A seed that is told must be the promised one; a record that promises none has none.
    let seed_hash = seed.map_or_else(|| record.head.seed_hash.clone(), |seed| Seeded::commitment(&seed));
    let kept = Kept { clocks: None, draws: record.head.draws.clone(), end };
    let entries = record
        .decisions
        .iter()
        .map(|entry| serde_json::to_string(entry).expect("entries have JSON"))
        .collect();
    let row = MatchRow {
        id: MatchId::random(),
        game: record.head.game.clone(),
        rules: record.head.rules,
        title: scene.title,
        scenario,
        options: record.head.setup.options.clone(),
        seed_hash,
        status: Status::Finished,
        maker: uploader.clone(),
        private: true,
        invitation: Invitation::random(),
        clock: None,
        waiting: 0,
        turn: scene.turn.map(|turn| turn.number),
        result: Some(result),
        made: now,
        touched: now,
        decisions: record.decisions.len() as u32,
        uploaded: true,
        hints: false,
    };
    Ok(Uploaded(NewMatchRow {
        row,
        origin,
        setup: record.head.setup,
        seed: seed.unwrap_or_default(),
        clocks: kept.write(),
        seats,
        entries,
    }))
}

fn damaged(error: &RecordError) -> Failure {
    Failure::new(FaultKind::Record, error.to_string())
}
