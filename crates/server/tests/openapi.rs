//! The description of the API names every route, and every route that it names is there.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use axum::http::Method;
use common::House;

/// Everything that the page can do, and so everything that a program with a token can do.
const ROUTES: &[&str] = &[
    "delete /api/tokens/{id}",
    "get /api/games",
    "get /api/games/{game}/rules",
    "get /api/games/{game}/scenarios/{scenario}/scene",
    "get /api/matches",
    "get /api/matches/{id}",
    "get /api/matches/{id}/chat",
    "get /api/matches/{id}/film",
    "get /api/matches/{id}/record",
    "get /api/matches/{id}/review",
    "get /api/matches/{id}/socket",
    "get /api/matches/{id}/view",
    "get /api/me",
    "get /api/openapi.json",
    "get /api/tokens",
    "get /healthz",
    "get /metrics",
    "post /api/accounts",
    "post /api/games/{game}/scenario",
    "post /api/guest",
    "post /api/matches",
    "post /api/matches/{id}/bot",
    "post /api/matches/{id}/cancel",
    "post /api/matches/{id}/chat",
    "post /api/matches/{id}/decide",
    "post /api/matches/{id}/hint",
    "post /api/matches/{id}/join",
    "post /api/matches/{id}/leave",
    "post /api/matches/{id}/odds",
    "post /api/matches/{id}/resign",
    "post /api/matches/{id}/undo",
    "post /api/matches/{id}/why-not",
    "post /api/records",
    "post /api/sign-in",
    "post /api/sign-out",
    "post /api/tokens",
];

#[tokio::test]
async fn every_route_is_described_and_every_described_route_is_there() {
    let house = House::open().await;
    let mut visitor = house.guest().await;
    let document = visitor.get("/api/openapi.json").await.ok();
    let paths = document["paths"].as_object().expect("paths");
    let mut described = BTreeSet::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("methods") {
            described.insert(format!("{method} {path}"));
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(!summary.is_empty(), "{method} {path} says what it does");
        }
    }
    let wanted: BTreeSet<String> = ROUTES.iter().map(|&route| route.to_owned()).collect();
    assert_eq!(described, wanted);
    for route in &described {
        let (method, path) = route.split_once(' ').expect("method and path");
        let path = path
            .replace("{game}", "dreadnoughts")
            .replace("{scenario}", "x")
            .replace("{id}", "0123456789abcdef");
        let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
        let reply = visitor.send(method, &path, &[("content-type", "application/json")], "{}").await;
        assert!(
            reply.status != 405 && !reply.text().contains("no such address"),
            "{route}: {}",
            reply.text()
        );
    }
    house.close().await;
}

#[tokio::test]
async fn what_the_document_refers_to_is_in_it() {
    let house = House::open().await;
    let document = house.visitor().get("/api/openapi.json").await.ok();
    let text = document.to_string();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().expect("a name");
        assert!(schemas.contains_key(name), "{name} is not described");
    }
    for name in ["Fault", "MatchCard", "View", "NewMatch", "Me"] {
        assert!(schemas.contains_key(name), "{name}");
    }
    house.close().await;
}

/// Routes that are made past the document would not be in it.
#[test]
fn no_route_is_made_past_the_document() {
    fn look(folder: &Path) {
        for entry in std::fs::read_dir(folder).expect("it can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                look(&path);
            } else {
                let text = std::fs::read_to_string(&path).expect("it can be read");
                for call in [".route(", ".nest(", ".route_service(", ".nest_service("] {
                    assert!(!text.contains(call), "{} uses {call}", path.display());
                }
            }
        }
    }
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
}
