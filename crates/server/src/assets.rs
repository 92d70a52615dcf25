//! The embedded page.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sandtable_wire::FaultKind;

use crate::faults::Failure;

/// What `npm run build` made of `web/`, as it was when the server was built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

const INDEX: &str = "index.html";

/// The command that makes the page.
pub const BUILD_IT: &str = "npm ci && npm run build";

/// Whether the page was there when the server was built.
pub fn is_embedded() -> bool {
    Page::get(INDEX).is_some()
}

/// Answers whatever is not part of the API: a file of the page, or the page itself, which knows its own addresses.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        let message = "there is no such address in the API; see /api/openapi.json";
        return Failure::new(FaultKind::NotFound, message).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if let Some(file) = Page::get(path) {
        return send(path, file, request.headers());
    }
    // What is asked for by its hash and is not there is gone: an old page should notice.
    if path.starts_with("assets/") {
        return Failure::not_found("file").into_response();
    }
    match Page::get(INDEX) {
        Some(index) => send(INDEX, index, request.headers()),
        None => (StatusCode::OK, Html(WITHOUT_PAGE)).into_response(),
    }
}

fn send(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", blake3::hash(&file.data).to_hex());
    // Files in `assets` have the hash of their content in their names.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match (kind.type_().as_str(), kind.essence_str()) {
        ("text", essence) => format!("{essence}; charset=utf-8"),
        (_, essence) => essence.to_owned(),
    };
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // Compression makes a strong tag a weak one; both name the same file.
    if known.flat_map(|value| value.split(',')).any(|value| value.trim().trim_start_matches("W/") == tag) {
        let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, caching.into())];
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let headers =
        [(header::CONTENT_TYPE, kind), (header::ETAG, tag), (header::CACHE_CONTROL, caching.into())];
    (headers, Body::from(file.data.into_owned())).into_response()
}

const WITHOUT_PAGE: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Sandtable</title>
<h1>Sandtable is running, but its page is missing</h1>
<p>The program was built without the page. Build the page and then the program again:</p>
<pre>cd web
npm ci &amp;&amp; npm run build
cd ..
cargo run --release</pre>
<p>The <a href=\"/api/openapi.json\">API</a> works all the same.</p>
</html>
";
