//! Matches as people see them in lists.

use sandtable_store::{Listed, Person, PersonId, Sitter};
use sandtable_wire::{MatchCard, SeatCard, Status};

use crate::people::shown;

/// Whether somebody sits on one of the seats.
fn is_seated(listed: &Listed, person: &PersonId) -> bool {
    listed.seats.iter().any(|seat| sits(&seat.sitter, person))
}

fn sits(sitter: &Sitter, person: &PersonId) -> bool {
    matches!(sitter, Sitter::Person(Person { id, .. }) if id == person)
}

/// Whether somebody may know of a match: a private one is only for its maker, its players and the invited.
pub fn visible(listed: &Listed, viewer: Option<&PersonId>, invitation: Option<&str>) -> bool {
    !listed.row.private
        || viewer.is_some_and(|viewer| listed.row.maker == *viewer || is_seated(listed, viewer))
        || invitation.is_some_and(|code| code == listed.row.invitation.as_str())
}

/// A match as somebody sees it. The invitation is for those alone who sit there, or made it.
pub fn card(listed: &Listed, viewer: Option<&PersonId>) -> MatchCard {
    let row = &listed.row;
    let yours = viewer.is_some_and(|viewer| row.maker == *viewer);
    let seats: Vec<SeatCard> = listed
        .seats
        .iter()
        .map(|seat| SeatCard {
            seat: seat.seat,
            side: seat.side.clone(),
            name: seat.name.clone(),
            sitter: match &seat.sitter {
                Sitter::Open => sandtable_wire::Sitter::Open,
                Sitter::Person(person) => sandtable_wire::Sitter::Person { person: shown(person) },
                Sitter::Bot(bot) => sandtable_wire::Sitter::Bot { bot: bot.clone() },
            },
            yours: viewer.is_some_and(|viewer| sits(&seat.sitter, viewer)),
        })
        .collect();
    let waiting: Vec<u8> = seats.iter().map(|seat| seat.seat).filter(|seat| row.asks(*seat)).collect();
    let seated = seats.iter().any(|seat| seat.yours);
    let game_title = sandtable_catalog::find(&row.game).map_or(row.game.as_str(), |game| game.info().title);
    MatchCard {
        id: row.id.to_string(),
        game: row.game.clone(),
        game_title: game_title.into(),
        title: row.title.clone(),
        scenario: row.scenario.clone(),
        options: row.options.clone(),
        status: row.status,
        private: row.private,
        yours,
        invitation: (yours || seated).then(|| row.invitation.to_string()),
        clock: row.clock,
        hints: row.hints,
        your_turn: row.status == Status::Playing
            && seats.iter().any(|seat| seat.yours && waiting.contains(&seat.seat)),
        waiting,
        turn: row.turn,
        result: row.result.clone(),
        seed_hash: row.seed_hash.clone(),
        made: row.made,
        touched: row.touched,
        seats,
    }
}
