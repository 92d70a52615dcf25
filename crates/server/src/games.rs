//! Games on offer: their cards, rules, scenarios and opening positions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sandtable_bots::BOTS;
use sandtable_catalog::{GAMES, Game, find};
use sandtable_engine::chance::Seeded;
use sandtable_engine::scene::Scene;
use sandtable_engine::{ScenarioCard, Setup, Viewer};
use sandtable_wire::{BotInfo, Fault, FaultKind, GameCard};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::{Answer, Failure, Json};

/// Pictures of openings do not change while the program runs; browsers may keep them for ten minutes.
const KEPT: &str = "public, max-age=600";

/// A game and one of its scenarios.
type Opening = (&'static str, String);

/// Opening positions that somebody has asked for, by game and scenario. There are as many as scenarios are shipped.
#[derive(Clone, Default)]
pub struct Openings(Arc<Mutex<BTreeMap<Opening, Arc<str>>>>);

impl Openings {
    /// The opening of a shipped scenario as JSON, worked out when it is first asked for.
    async fn get(&self, game: &'static dyn Game, scenario: String) -> Answer<Arc<str>> {
        let key = (game.info().id, scenario);
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(text) = kept {
            return Ok(text);
        }
        let setup = Setup::shipped(&key.1);
        let text: Arc<str> = aside(move || opening(game, setup)).await??.into();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, text.clone());
        Ok(text)
    }
}

/// The routes of games.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(rules))
        .routes(routes!(scene))
        .routes(routes!(check_scenario))
}

fn game_card(game: &dyn Game) -> GameCard {
    let info = game.info();
    GameCard {
        id: info.id.into(),
        title: info.title.into(),
        summary: info.summary.into(),
        introduction: info.introduction.into(),
        fewest_seats: info.seats.0,
        most_seats: info.seats.1,
        rules_version: info.rules_version,
        scenarios: game.scenarios(),
        options: game.options(),
        bots: BOTS.iter().map(|bot| BotInfo { id: bot.id.into(), description: bot.introduction() }).collect(),
    }
}

/// The cards of all games, in the order shown to people.
pub fn game_cards() -> &'static [GameCard] {
    static CARDS: OnceLock<Vec<GameCard>> = OnceLock::new();
    CARDS.get_or_init(|| GAMES.iter().map(|game| game_card(*game)).collect())
}

/// Runs what may take a while, reading scenarios among it, where it holds nobody up.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work on a scenario broke off");
        Failure::new(FaultKind::Unavailable, "the server could not work that out")
    })
}

/// All games with their scenarios, options and bots.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameCard>)))]
async fn games() -> axum::Json<&'static [GameCard]> {
    axum::Json(game_cards())
}

/// The rules of a game in our own words, with a heading for each number.
#[utoipa::path(get, path = "/api/games/{game}/rules", tag = "games", params(("game" = String, Path, description = "the game's id")), responses((status = 200, content_type = "text/markdown", body = String), (status = "default", body = Fault)))]
async fn rules(Path(game): Path<String>) -> Answer<Response> {
    let rules = find(&game)?.info().rules;
    let headers = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::CACHE_CONTROL, KEPT)];
    Ok((headers, rules).into_response())
}

/// The opening position of a shipped scenario, as somebody sees it who looks on.
#[utoipa::path(get, path = "/api/games/{game}/scenarios/{scenario}/scene", tag = "games", params(("game" = String, Path, description = "the game's id"), ("scenario" = String, Path, description = "the scenario's id")), responses((status = 200, body = Scene), (status = "default", body = Fault)))]
async fn scene(State(app): State<App>, Path((game, scenario)): Path<(String, String)>) -> Answer<Response> {
    let game = find(&game)?;
    let known = |card: &GameCard| {
        card.id == game.info().id && card.scenarios.iter().any(|known| known.id == scenario)
    };
    if !game_cards().iter().any(known) {
        return Err(Failure::not_found("scenario"));
    }
    let text = app.openings.get(game, scenario).await?;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, KEPT)];
    Ok((headers, text.to_string()).into_response())
}

fn opening(game: &dyn Game, setup: Setup) -> Answer<String> {
    // Any dice will do: what is thrown before the first decision differs from match to match.
    let session = game.begin(setup, Box::new(Seeded::new([0; 32])))?;
    let scene = session.scene(Viewer::Spectator);
    Ok(serde_json::to_string(&scene).expect("scenes have JSON"))
}

/// A scenario file of one's own.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ScenarioFile {
    /// What the file is called.
    file: String,
    /// All of it.
    text: String,
}

/// Checks a scenario file of one's own: what it is, or what is wrong with it and where.
#[utoipa::path(post, path = "/api/games/{game}/scenario", tag = "games", request_body = ScenarioFile, params(("game" = String, Path, description = "the game's id")), responses((status = 200, body = ScenarioCard), (status = "default", body = Fault)))]
async fn check_scenario(
    Path(game): Path<String>,
    Json(ScenarioFile { file, text }): Json<ScenarioFile>,
) -> Answer<axum::Json<ScenarioCard>> {
    let game = find(&game)?;
    let card = aside(move || {
        let card = game.read_scenario(&file, &text)?;
        // A file that reads may still not set up.
        game.begin(Setup::own(&file, &text), Box::new(Seeded::new([0; 32])))?;
        Ok::<_, Failure>(card)
    });
    Ok(axum::Json(card.await??))
}
