//! What is done at a table by requests: whatever the socket can do, and films and records.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sandtable_engine::Seat;
use sandtable_engine::advice::Hint;
use sandtable_engine::odds::Forecast;
use sandtable_store::{Listed, MatchId, StoredMatch};
use sandtable_wire::{
    ChatLine, Decide, Fault, FaultKind, Film, MatchCard, Question, Refusals, Say, Status, TakeBack, View,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::{Answer, AtMatch, Failure, Json, Query};
use crate::limits::{Address, RECORD_BYTES};
use crate::lobby::{card, visible};
use crate::people::{Caller, Known, now};
use crate::rooms::{Act, Eye, Outcome, Past, Visitor, check_upload, film};
use crate::socket::Look;

/// Lines of the chat that are told at once.
const CHAT: u32 = 500;

/// The routes of tables.
pub fn routes() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new().routes(routes!(upload)).layer(DefaultBodyLimit::max(RECORD_BYTES));
    OpenApiRouter::new()
        .routes(routes!(view))
        .routes(routes!(decide))
        .routes(routes!(undo))
        .routes(routes!(resign))
        .routes(routes!(odds))
        .routes(routes!(why_not))
        .routes(routes!(hint))
        .routes(routes!(chat, say))
        .routes(routes!(watch_film))
        .routes(routes!(record))
        .merge(uploads)
}

/// What the caller sees of a match.
#[utoipa::path(
    get, path = "/api/matches/{id}/view", tag = "table", params(("id" = String, Path, description = "The match"), Look),
    responses((status = 200, body = View), (status = "default", body = Fault))
)]
async fn view(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    caller: Caller,
    Query(look): Query<Look>,
) -> Answer<axum::Json<View>> {
    seen(&app, &id, look.visitor(caller)).await
}

async fn seen(app: &App, id: &MatchId, visitor: Visitor) -> Answer<axum::Json<View>> {
    match app.hub.call(id, visitor, Act::View).await? {
        Outcome::View(view) => Ok(axum::Json(*view)),
        _ => Err(odd()),
    }
}

/// Decides something for one of the caller's seats. Answered when it is stored.
#[utoipa::path(
    post, path = "/api/matches/{id}/decide", tag = "table", params(("id" = String, Path, description = "The match")),
    request_body = Decide, responses((status = 200, body = View), (status = "default", body = Fault))
)]
async fn decide(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    Known(person): Known,
    Json(Decide { seat, question, choice }): Json<Decide>,
) -> Answer<axum::Json<View>> {
    let visitor = Visitor::person(person);
    app.hub.call(&id, visitor.clone(), Act::Decide { seat, question, choice }).await?;
    seen(&app, &id, visitor).await
}

/// Takes the last decision of one of the caller's seats back.
#[utoipa::path(
    post, path = "/api/matches/{id}/undo", tag = "table", params(("id" = String, Path, description = "The match")),
    request_body = TakeBack, responses((status = 200, body = View), (status = "default", body = Fault))
)]
async fn undo(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    Known(person): Known,
    Json(TakeBack { seat, question }): Json<TakeBack>,
) -> Answer<axum::Json<View>> {
    let visitor = Visitor::person(person);
    app.hub.call(&id, visitor.clone(), Act::Undo { seat, question }).await?;
    seen(&app, &id, visitor).await
}

/// Which seat gives up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Resign {
    /// It must be the caller's.
    seat: u8,
}

/// Gives up for one of the caller's seats. Of two seats the other wins; of more a bot plays on.
#[utoipa::path(
    post, path = "/api/matches/{id}/resign", tag = "table", params(("id" = String, Path, description = "The match")),
    request_body = Resign, responses((status = 200, body = MatchCard), (status = "default", body = Fault))
)]
async fn resign(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    Known(person): Known,
    Json(Resign { seat }): Json<Resign>,
) -> Answer<axum::Json<MatchCard>> {
    let viewer = person.id.clone();
    let visitor = Visitor::person(person);
    app.hub.call(&id, visitor, Act::Resign { seat }).await?;
    let listed = app.store.listed(&id).await?.ok_or_else(|| Failure::not_found("match"))?;
    Ok(axum::Json(card(&listed, Some(&viewer))))
}

/// What a choice may lead to, as far as its seat can know.
#[utoipa::path(
    post, path = "/api/matches/{id}/odds", tag = "table", params(("id" = String, Path, description = "The match")),
    request_body = Decide, responses((status = 200, body = Forecast), (status = "default", body = Fault))
)]
async fn odds(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    Known(person): Known,
    Json(Decide { seat, question, choice }): Json<Decide>,
) -> Answer<axum::Json<Forecast>> {
    match app.hub.call(&id, Visitor::person(person), Act::Odds { seat, question, choice }).await? {
        Outcome::Odds(forecast) => Ok(axum::Json(forecast)),
        _ => Err(odd()),
    }
}

/// What may not be chosen, and why.
#[utoipa::path(
    post, path = "/api/matches/{id}/why-not", tag = "table", params(("id" = String, Path, description = "The match")),
    request_body = Question, responses((status = 200, body = Refusals), (status = "default", body = Fault))
)]
async fn why_not(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    Known(person): Known,
    Json(Question { seat, question }): Json<Question>,
) -> Answer<axum::Json<Refusals>> {
    match app.hub.call(&id, Visitor::person(person), Act::WhyNot { seat, question }).await? {
        Outcome::Refusals(refusals) => Ok(axum::Json(refusals)),
        _ => Err(odd()),
    }
}

/// What a search would choose in the caller's place, from what the seat knows. Takes some seconds.
#[utoipa::path(
    post, path = "/api/matches/{id}/hint", tag = "table", params(("id" = String, Path, description = "The match")),
    request_body = Question, responses((status = 200, body = Hint), (status = "default", body = Fault))
)]
async fn hint(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    Known(person): Known,
    Json(Question { seat, question }): Json<Question>,
) -> Answer<axum::Json<Hint>> {
    match app.hub.call(&id, Visitor::person(person), Act::Hint { seat, question }).await? {
        Outcome::Hint(hint) => Ok(axum::Json(hint)),
        _ => Err(odd()),
    }
}

/// What was said at the table.
#[utoipa::path(
    get, path = "/api/matches/{id}/chat", tag = "table", params(("id" = String, Path, description = "The match"), Look),
    responses((status = 200, body = Vec<ChatLine>), (status = "default", body = Fault))
)]
async fn chat(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    caller: Caller,
    Query(look): Query<Look>,
) -> Answer<axum::Json<Vec<ChatLine>>> {
    let listed = app.store.listed(&id).await?;
    may_see(listed.as_ref(), &caller, look.invitation.as_deref())?;
    Ok(axum::Json(app.store.chat(&id, CHAT).await?))
}

/// Says something at the table.
#[utoipa::path(
    post, path = "/api/matches/{id}/chat", tag = "table", params(("id" = String, Path, description = "The match"), Look),
    request_body = Say, responses((status = 200, body = ChatLine), (status = "default", body = Fault))
)]
async fn say(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    caller: Caller,
    Query(look): Query<Look>,
    Json(Say { text }): Json<Say>,
) -> Answer<axum::Json<ChatLine>> {
    match app.hub.call(&id, look.visitor(caller), Act::Say { text }).await? {
        Outcome::Said(line) => Ok(axum::Json(line)),
        _ => Err(odd()),
    }
}

/// As whom to see a film.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Seats {
    /// `me`, `spectator`, and when the match is over also `umpire` or the number of a seat.
    #[serde(rename = "as", default = "me")]
    #[param(rename = "as", required = false)]
    eyes: String,
    /// Opens a private match for somebody who does not sit there.
    invitation: Option<String>,
}

fn me() -> String {
    "me".into()
}

/// The whole match, moment by moment, as one viewer has seen it.
#[utoipa::path(
    get, path = "/api/matches/{id}/film", tag = "table", params(("id" = String, Path, description = "The match"), Seats),
    responses((status = 200, body = Film), (status = "default", body = Fault))
)]
async fn watch_film(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    caller: Caller,
    Query(Seats { eyes, invitation }): Query<Seats>,
) -> Answer<Response> {
    let (stored, entries) = stored(&app, &id, &caller, invitation.as_deref()).await?;
    let viewer = caller.person.as_ref().map(|person| &person.id);
    let eye = eye(&stored.listed, Eye::of(&stored.listed.seats, viewer, None), &eyes)?;
    let card = card(&stored.listed, viewer);
    let text = app.hub.study(move || {
        let film = film(&Past::of(&stored, &entries)?, eye, card)?;
        Ok(serde_json::to_string(&film).expect("films have JSON"))
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], text.await?).into_response())
}

/// The eyes that a word means, if the caller may see with them.
fn eye(listed: &Listed, own: Option<Eye>, word: &str) -> Answer<Eye> {
    let over = listed.row.status == Status::Finished;
    let later = || {
        let message = "while the match is played, `as` is `me` or `spectator`; other eyes when it is over";
        Failure::new(FaultKind::NotYours, message)
    };
    let seat = word.parse().ok().filter(|seat: &u8| usize::from(*seat) < listed.seats.len());
    match (word, seat) {
        ("me", _) => Ok(own.unwrap_or(Eye::Spectator)),
        ("spectator", _) => Ok(Eye::Spectator),
        ("umpire", _) if over => Ok(Eye::Umpire),
        (_, Some(seat)) if over => Ok(Eye::Seat(Seat(seat))),
        // Somebody on several seats may look back as one of them.
        (_, Some(seat)) => match own {
            Some(Eye::Seat(own)) if own == Seat(seat) => Ok(Eye::Seat(own)),
            Some(Eye::Hot(own)) if own.contains(Seat(seat)) => Ok(Eye::Seat(Seat(seat))),
            _ => Err(later()),
        },
        ("umpire", None) => Err(later()),
        _ => Err(Failure::field("as", "`as` is `me`, `spectator`, `umpire` or the number of a seat")),
    }
}

/// The record of a match that is over, with the seed of its dice.
#[utoipa::path(
    get, path = "/api/matches/{id}/record", tag = "table", params(("id" = String, Path, description = "The match"), Look),
    responses((status = 200, content_type = "application/json", body = String), (status = "default", body = Fault))
)]
async fn record(
    State(app): State<App>,
    AtMatch(id): AtMatch,
    caller: Caller,
    Query(look): Query<Look>,
) -> Answer<Response> {
    let (stored, entries) = stored(&app, &id, &caller, look.invitation.as_deref()).await?;
    if stored.listed.row.status != Status::Finished {
        let message = "the record is told when the match is over: until then it holds secrets";
        return Err(Failure::new(FaultKind::NotYours, message));
    }
    let text = app.hub.study(move || {
        let past = Past::of(&stored, &entries)?;
        if stored.listed.row.uploaded {
            return Ok(past.record.write());
        }
        Ok(past.replay()?.closed_record().write())
    });
    let attached = format!("attachment; filename=\"sandtable-{id}.json\"");
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, attached)];
    Ok((headers, text.await?).into_response())
}

/// Keeps a record from elsewhere as a finished match of the caller. The whole record is played again and checked.
#[utoipa::path(
    post, path = "/api/records", tag = "table", request_body(content = String, content_type = "application/json"),
    responses((status = 200, body = MatchCard), (status = "default", body = Fault))
)]
async fn upload(
    State(app): State<App>,
    address: Address,
    Known(person): Known,
    body: Result<axum::body::Bytes, axum::extract::rejection::BytesRejection>,
) -> Answer<axum::Json<MatchCard>> {
    let body = body.map_err(|rejection| crate::faults::unread(&rejection))?;
    let origin = app.store.origin(address.0);
    let uploader = person.id.clone();
    let checked = app.hub.study(move || {
        let text = std::str::from_utf8(&body).map_err(|error| {
            Failure::new(FaultKind::Record, format!("a record is a text in UTF-8: {error}"))
        })?;
        check_upload(text, &uploader, origin, now())
    });
    let row = checked.await?.into_row();
    let id = row.row.id.clone();
    app.store.new_match(row).await?;
    let listed = app.store.listed(&id).await?.ok_or_else(|| Failure::not_found("match"))?;
    Ok(axum::Json(card(&listed, Some(&person.id))))
}

/// A match with its decisions, if the caller may see it.
pub async fn stored(
    app: &App,
    id: &MatchId,
    caller: &Caller,
    invitation: Option<&str>,
) -> Answer<(StoredMatch, Vec<String>)> {
    let stored = app.store.load_match(id).await?;
    may_see(stored.as_ref().map(|stored| &stored.listed), caller, invitation)?;
    let stored = stored.ok_or_else(|| Failure::not_found("match"))?;
    Ok((stored, app.store.entries(id).await?))
}

fn may_see(listed: Option<&Listed>, caller: &Caller, invitation: Option<&str>) -> Answer<()> {
    let viewer = caller.person.as_ref().map(|person| &person.id);
    let seen = listed.is_some_and(|listed| visible(listed, viewer, invitation));
    if seen { Ok(()) } else { Err(Failure::not_found("match")) }
}

/// A room that answers something else than it was asked.
fn odd() -> Failure {
    Failure::new(FaultKind::Unavailable, "the table gave no answer; try again")
}
