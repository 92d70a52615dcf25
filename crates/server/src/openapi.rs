//! The description of the API, made from the same lines that make the routes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use sandtable_wire::{Fault, FaultKind};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::Failure;
use crate::{games, lobby, metrics, people, reviews, socket, table};

/// All routes, and the document that describes them.
pub fn routes() -> (Router<App>, OpenApi) {
    let document = OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Sandtable")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(
                    "Everything that the page can do. Say who you are with the cookie that the first answer sets, \
                     or with a token in `Authorization: Bearer …`. Every answer that is not a success is a `Fault`.",
                ))
                .build(),
        )
        .components(Some(ways_in()))
        .build();
    OpenApiRouter::with_openapi(document)
        .merge(people::routes())
        .merge(games::routes())
        .merge(lobby::routes())
        .merge(table::routes())
        .merge(reviews::routes())
        .merge(socket::routes())
        .merge(metrics::routes())
        .merge(OpenApiRouter::new().routes(routes!(openapi)).routes(routes!(healthz)))
        .split_for_parts()
}

fn ways_in() -> Components {
    let mut components = Components::new();
    let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("token", SecurityScheme::Http(token));
    let cookie = ApiKey::Cookie(ApiKeyValue::new("sandtable"));
    components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
    components
}

/// The document as it is sent, written once.
#[derive(Clone)]
pub struct Document(pub Arc<str>);

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operation", responses((status = 200, content_type = "application/json", body = String)))]
async fn openapi(axum::Extension(Document(text)): axum::Extension<Document>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response()
}

/// Whether all is well.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// Whether the server and its database answer.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = Health), (status = "default", body = Fault)))]
async fn healthz(State(app): State<App>) -> Result<Json<Health>, Failure> {
    match app.store.check().await {
        Ok(()) => Ok(Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })),
        Err(error) => {
            tracing::error!(%error, "the database does not answer");
            Err(Failure::new(FaultKind::Unavailable, "the database does not answer"))
        }
    }
}
