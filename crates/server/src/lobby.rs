//! Matches before and around play: listed, made, joined, left, called off.

use axum::extract::State;
use axum::response::Response;
use sandtable_bots::BOTS;
use sandtable_catalog::{Game, find};
use sandtable_engine::chance::{Seed, Seeded};
use sandtable_engine::{ScenarioSource, Seat, Setup, Viewer};
use sandtable_store::{
    Cursor, Invitation, List, Listed, MatchId, MatchRow, NewMatchRow, NewSeat, NewSitter, Person, PersonId,
};
use sandtable_wire::{
    Clock, Fault, FaultKind, GiveSeat, Join, ListKind, MatchCard, MatchList, NewMatch, SeatPlan, Status,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use crate::cards::{card, visible};

use crate::App;
use crate::faults::{Answer, AtMatch, Failure, Json, Query};
use crate::games::aside;
use crate::limits::Address;
use crate::people::{Caller, Cookie, Known, Nothing, now};

/// How many matches a page has.
const PAGE: usize = 50;

/// The routes of the lobby.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(show))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(give_to_bot))
        .routes(routes!(call_off))
}

/// Which matches, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Which matches.
    #[param(inline)]
    list: ListKind,
    /// The end of the page before: its `next`.
    after: Option<String>,
}

/// A page of matches.
#[utoipa::path(get, path = "/api/matches", tag = "lobby", params(Wanted), responses((status = 200, body = MatchList), (status = "default", body = Fault)))]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(Wanted { list, after }): Query<Wanted>,
) -> Answer<axum::Json<MatchList>> {
    let viewer = caller.person.as_ref().map(|person| &person.id);
    let cursor = |text: String| {
        Cursor::parse(&text)
            .ok_or_else(|| Failure::field("after", "`after` is the `next` of the page before, unchanged"))
    };
    let after = after.map(cursor).transpose()?;
    let list = match (list, viewer) {
        (ListKind::Open, _) => List::Open,
        (ListKind::Playing, _) => List::Playing,
        (ListKind::Mine, Some(viewer)) => List::Mine(viewer),
        (ListKind::Finished, Some(viewer)) => List::Finished(viewer),
        // Nobody has no matches.
        (ListKind::Mine | ListKind::Finished, None) => {
            return Ok(axum::Json(MatchList { matches: Vec::new(), next: None }));
        }
    };
    let page = app.store.list(list, after.as_ref(), PAGE).await?;
    let matches = page.matches.iter().map(|listed| card(listed, viewer)).collect();
    Ok(axum::Json(MatchList { matches, next: page.next.map(|next| next.to_string()) }))
}

/// What setting a match up has shown.
struct Laid {
    setup: Setup,
    title: String,
    sides: Vec<(String, String)>,
    waiting: u8,
    turn: Option<u16>,
}

/// Makes a match. A caller without a session becomes a guest.
#[utoipa::path(post, path = "/api/matches", tag = "lobby", request_body = NewMatch, responses((status = 200, body = MatchCard), (status = "default", body = Fault)))]
async fn make(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    Json(new): Json<NewMatch>,
) -> Answer<Response> {
    let game = find(&new.game).map_err(|error| Failure::field("game", error.to_string()))?;
    new.clock.map_or(Ok(()), check_clock)?;
    check_bots(&new.seats)?;
    let mut seed: Seed = [0; 32];
    getrandom::fill(&mut seed).expect("the operating system has randomness");
    let setup = Setup { scenario: new.scenario, options: new.options };
    let laid = aside(move || lay_out(game, setup, seed)).await??;
    if new.seats.len() != laid.sides.len() {
        let message =
            format!("the scenario has {} seats, but {} are named", laid.sides.len(), new.seats.len());
        return Err(Failure::field("seats", message));
    }
    let (maker, cookie) = caller.or_guest(&app, address).await?;
    check_number(&app, &maker, address).await?;
    let now = now();
    let full = !new.seats.contains(&SeatPlan::Open);
    let row = MatchRow {
        id: MatchId::random(),
        game: game.info().id.into(),
        rules: game.info().rules_version,
        title: laid.title,
        scenario: match &laid.setup.scenario {
            ScenarioSource::Shipped { id, .. } => Some(id.clone()),
            ScenarioSource::Own { .. } => None,
        },
        options: laid.setup.options.clone(),
        seed_hash: Seeded::commitment(&seed),
        status: if full { Status::Playing } else { Status::Gathering },
        maker: maker.id.clone(),
        private: new.private,
        invitation: Invitation::random(),
        clock: new.clock,
        waiting: laid.waiting,
        turn: laid.turn,
        result: None,
        made: now,
        touched: now,
        decisions: 0,
        uploaded: false,
        // Between people a hint is help that the other side does not have, unless whoever makes the match allows it.
        hints: new.hints.unwrap_or(full),
    };
    let seats = laid.sides.into_iter().zip(new.seats).map(|((side, name), plan)| NewSeat {
        side,
        name,
        sitter: match plan {
            SeatPlan::Me => NewSitter::Person(maker.id.clone()),
            SeatPlan::Open => NewSitter::Open,
            SeatPlan::Bot { bot } => NewSitter::Bot(bot),
        },
    });
    let (id, seats) = (row.id.clone(), seats.collect());
    let origin = app.store.origin(address.0);
    let setup = laid.setup;
    app.store
        .new_match(NewMatchRow { row, origin, setup, seed, clocks: None, seats, entries: Vec::new() })
        .await?;
    metrics::counter!("sandtable_matches_total", "game" => game.info().id).increment(1);
    app.hub.seats_changed(&id);
    let made = now_at(&app, &id, Some(&maker.id)).await?;
    Ok(Cookie::with(cookie, axum::Json(made)))
}

/// Sets the match up, to see whether it can be, and how it begins.
fn lay_out(game: &'static dyn Game, setup: Setup, seed: Seed) -> Answer<Laid> {
    let scenario = match &setup.scenario {
        ScenarioSource::Shipped { id, .. } => {
            let mut scenarios = game.scenarios();
            let found = scenarios.iter().position(|scenario| scenario.id == *id);
            found.map(|place| scenarios.swap_remove(place))
        }
        ScenarioSource::Own { file, text } => Some(game.read_scenario(file, text)?),
    };
    // Only what the engine says counts: it names what is wrong with scenario and options.
    let session = game.begin_seeded(setup, seed)?;
    let scenario = scenario.ok_or_else(|| Failure::not_found("scenario"))?;
    let waiting = session.waiting();
    let waiting = (0..8).filter(|seat| waiting.contains(Seat(*seat))).fold(0, |mask, seat| mask | 1 << seat);
    Ok(Laid {
        // With the digest of the scenario's data, which keeps the record honest.
        setup: session.record().head.setup,
        title: scenario.title,
        sides: scenario.sides.into_iter().map(|side| (side.id, side.name)).collect(),
        waiting,
        turn: session.scene(Viewer::Spectator).turn.map(|turn| turn.number),
    })
}

fn check_clock(clock: Clock) -> Answer<()> {
    if !(30..=2_592_000).contains(&clock.bank) {
        return Err(Failure::field("clock.bank", "a bank has 30 to 2592000 seconds (thirty days)"));
    }
    if clock.increment > 604_800 {
        return Err(Failure::field("clock.increment", "an increment has 0 to 604800 seconds (a week)"));
    }
    Ok(())
}

fn check_bots(seats: &[SeatPlan]) -> Answer<()> {
    for (number, plan) in seats.iter().enumerate() {
        if let SeatPlan::Bot { bot } = plan {
            check_bot(bot, &format!("seats[{number}].bot"))?;
        }
    }
    Ok(())
}

fn check_bot(name: &str, field: &str) -> Answer<()> {
    if BOTS.iter().any(|bot| bot.id == name) {
        return Ok(());
    }
    let unknown = sandtable_bots::UnknownBot { name: name.into() };
    Err(Failure::field(field, unknown.to_string()))
}

/// Whether somebody may make another match.
async fn check_number(app: &App, maker: &Person, address: Address) -> Answer<()> {
    let most = app.limits.matches_of(maker);
    if app.store.unfinished_of(&maker.id).await? >= most {
        let more = if maker.guest { ", or make an account" } else { "" };
        let message = format!("you have {most} matches that are not over; finish or call off one{more}");
        return Err(Failure::too_many(message, 60));
    }
    let most = app.limits.bounds().matches_by_address;
    if app.store.unfinished_from(app.store.origin(address.0)).await? >= most {
        let message = format!("{most} matches that are not over were made from your address; finish one");
        return Err(Failure::too_many(message, 60));
    }
    Ok(())
}

/// The match as it is now.
async fn now_at(app: &App, id: &MatchId, viewer: Option<&PersonId>) -> Answer<MatchCard> {
    let listed = app.store.listed(id).await?.ok_or_else(|| Failure::not_found("match"))?;
    Ok(card(&listed, viewer))
}

/// A match that the caller may know of.
async fn at(app: &App, id: &MatchId, viewer: Option<&PersonId>, invitation: Option<&str>) -> Answer<Listed> {
    let listed = app.store.listed(id).await?;
    listed.filter(|listed| visible(listed, viewer, invitation)).ok_or_else(|| Failure::not_found("match"))
}

/// What somebody brings to a private match.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Invited {
    /// The invitation; shows a private match to whoever has it.
    invitation: Option<String>,
}

/// A match.
#[utoipa::path(get, path = "/api/matches/{id}", tag = "lobby", params(("id" = String, Path, description = "the match"), Invited), responses((status = 200, body = MatchCard), (status = "default", body = Fault)))]
async fn show(
    State(app): State<App>,
    caller: Caller,
    AtMatch(id): AtMatch,
    Query(Invited { invitation }): Query<Invited>,
) -> Answer<axum::Json<MatchCard>> {
    let viewer = caller.person.as_ref().map(|person| &person.id);
    let listed = at(&app, &id, viewer, invitation.as_deref()).await?;
    Ok(axum::Json(card(&listed, viewer)))
}

/// Takes an open seat. A caller without a session becomes a guest.
#[utoipa::path(post, path = "/api/matches/{id}/join", tag = "lobby", request_body = Join, params(("id" = String, Path, description = "the match")), responses((status = 200, body = MatchCard), (status = "default", body = Fault)))]
async fn join(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    AtMatch(id): AtMatch,
    Json(Join { seat, invitation }): Json<Join>,
) -> Answer<Response> {
    let viewer = caller.person.as_ref().map(|person| &person.id);
    let listed = at(&app, &id, viewer, invitation.as_deref()).await?;
    let shown = card(&listed, viewer);
    let asked_again = match seat {
        None => shown.seats.iter().any(|seat| seat.yours),
        Some(seat) => shown.seats.iter().any(|card| card.seat == seat && card.yours),
    };
    if asked_again {
        // Whoever sits there already is where they want to be: a request that was sent twice does no harm.
        return Ok(Cookie::with(None, axum::Json(shown)));
    }
    check_seat(&listed, seat)?;
    check_gathering(&listed)?;
    let (person, cookie) = caller.or_guest(&app, address).await?;
    app.store.take_seat(&id, seat, NewSitter::Person(person.id.clone()), now()).await?;
    app.hub.seats_changed(&id);
    let joined = now_at(&app, &id, Some(&person.id)).await?;
    Ok(Cookie::with(cookie, axum::Json(joined)))
}

fn check_seat(listed: &Listed, seat: Option<u8>) -> Answer<()> {
    match seat {
        Some(seat) if listed.seats.iter().all(|row| row.seat != seat) => {
            let message = format!("the match has seats 0 to {}", listed.seats.len().saturating_sub(1));
            Err(Failure::field("seat", message))
        }
        _ => Ok(()),
    }
}

fn check_gathering(listed: &Listed) -> Answer<()> {
    match listed.row.status {
        Status::Gathering => Ok(()),
        Status::Playing => Err(Failure::new(FaultKind::Full, "all seats of the match are taken")),
        Status::Finished => Err(Failure::new(FaultKind::Over, "the match is over")),
    }
}

/// Gets up from all seats, while the match gathers players.
#[utoipa::path(post, path = "/api/matches/{id}/leave", tag = "lobby", request_body = Nothing, params(("id" = String, Path, description = "the match")), responses((status = 200, body = MatchCard), (status = "default", body = Fault)))]
async fn leave(
    State(app): State<App>,
    Known(person): Known,
    AtMatch(id): AtMatch,
    Json(Nothing {}): Json<Nothing>,
) -> Answer<axum::Json<MatchCard>> {
    let listed = at(&app, &id, Some(&person.id), None).await?;
    if listed.row.status == Status::Playing {
        return Err(Failure::new(FaultKind::NotYours, "the match has begun; you can resign, not leave"));
    }
    check_gathering(&listed)?;
    if !card(&listed, Some(&person.id)).seats.iter().any(|seat| seat.yours) {
        return Err(Failure::new(FaultKind::NotYours, "you have no seat at this match"));
    }
    app.store.leave_seats(&id, &person.id).await?;
    app.hub.seats_changed(&id);
    // Told as to somebody who has the invitation: whoever leaves a private match sees it once more.
    Ok(axum::Json(now_at(&app, &id, Some(&person.id)).await?))
}

/// Gives an open seat to a bot; only whoever made the match can.
#[utoipa::path(post, path = "/api/matches/{id}/bot", tag = "lobby", request_body = GiveSeat, params(("id" = String, Path, description = "the match")), responses((status = 200, body = MatchCard), (status = "default", body = Fault)))]
async fn give_to_bot(
    State(app): State<App>,
    Known(person): Known,
    AtMatch(id): AtMatch,
    Json(GiveSeat { seat, bot }): Json<GiveSeat>,
) -> Answer<axum::Json<MatchCard>> {
    let listed = at(&app, &id, Some(&person.id), None).await?;
    check_maker(&listed, &person, "give its seats to bots")?;
    check_bot(&bot, "bot")?;
    check_seat(&listed, Some(seat))?;
    check_gathering(&listed)?;
    app.store.take_seat(&id, Some(seat), NewSitter::Bot(bot), now()).await?;
    app.hub.seats_changed(&id);
    Ok(axum::Json(now_at(&app, &id, Some(&person.id)).await?))
}

fn check_maker(listed: &Listed, person: &Person, what: &str) -> Answer<()> {
    if listed.row.maker == person.id {
        return Ok(());
    }
    Err(Failure::new(FaultKind::NotYours, format!("only whoever made the match can {what}")))
}

/// Calls a match off while it gathers players; only whoever made it can.
#[utoipa::path(post, path = "/api/matches/{id}/cancel", tag = "lobby", request_body = Nothing, params(("id" = String, Path, description = "the match")), responses((status = 200, body = MatchCard), (status = "default", body = Fault)))]
async fn call_off(
    State(app): State<App>,
    Known(person): Known,
    AtMatch(id): AtMatch,
    Json(Nothing {}): Json<Nothing>,
) -> Answer<axum::Json<MatchCard>> {
    let listed = at(&app, &id, Some(&person.id), None).await?;
    check_maker(&listed, &person, "call it off")?;
    if listed.row.status == Status::Playing {
        return Err(Failure::new(
            FaultKind::NotYours,
            "the match has begun; you can resign, not call it off",
        ));
    }
    check_gathering(&listed)?;
    app.store.call_off(&id, now()).await?;
    app.hub.seats_changed(&id);
    Ok(axum::Json(now_at(&app, &id, Some(&person.id)).await?))
}
