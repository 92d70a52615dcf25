//! What every request passes: limits, forged requests, deadlines, the log line.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sandtable_wire::FaultKind;
use tracing::Instrument as _;

use crate::App;
use crate::faults::{Answer, Failure};
use crate::limits::Address;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Lets a request in or turns it away, counts it and writes its line into the log.
///
/// The line has the route, not the address: addresses hold invitations and the names of private matches.
pub async fn pass(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let id = request_id();
    let span = tracing::info_span!("request", %id, %method, route);
    let mut response = admit(&app, request, next).instrument(span.clone()).await;
    let (status, took) = (response.status(), started.elapsed());
    span.in_scope(|| {
        let ms = took.as_secs_f64() * 1000.0;
        if status.is_server_error() {
            tracing::warn!(status = status.as_u16(), ms, "failed");
        } else if route == "page" || route == "/metrics" || route == "/healthz" {
            tracing::debug!(status = status.as_u16(), ms, "answered");
        } else {
            tracing::info!(status = status.as_u16(), ms, "answered");
        }
    });
    metrics::histogram!("sandtable_request_seconds", "route" => route.clone()).record(took.as_secs_f64());
    let method = method_label(&method);
    let status = status.as_u16().to_string();
    metrics::counter!("sandtable_requests_total", "route" => route, "method" => method, "status" => status)
        .increment(1);
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

fn request_id() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    format!("{:016x}", u64::from_le_bytes(bytes))
}

/// A method for the figures; whatever else somebody makes up is one.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

async fn admit(app: &App, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let checked = check_rate(app, &parts)
        .and_then(|()| check_forgery(&parts.method, &parts.uri, &parts.headers, app.settings.behind_proxy));
    if let Err(failure) = checked {
        return failure.into_response();
    }
    let limit = app.limits.bounds().request_timeout;
    let answer = tokio::time::timeout(limit, next.run(Request::from_parts(parts, body))).await;
    answer.unwrap_or_else(|_| {
        let message = format!("the request took longer than {} s and was given up", limit.as_secs());
        Failure::new(FaultKind::Unavailable, message).into_response()
    })
}

fn check_rate(app: &App, parts: &axum::http::request::Parts) -> Answer<()> {
    let address = Address::of(parts, app.settings.behind_proxy);
    address.map_or(Ok(()), |Address(address)| app.limits.request_from(address))
}

/// Turns away what another site makes a browser send with our cookie.
///
/// Whatever changes something must be JSON, which a form cannot send, and must not come from another origin. Browsers do
/// not ask before they open a socket, so that sockets are held to the same rule.
fn check_forgery(method: &Method, uri: &Uri, headers: &HeaderMap, behind_proxy: bool) -> Answer<()> {
    let harmless = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if harmless && !headers.contains_key(header::UPGRADE) {
        return Ok(());
    }
    if !is_same_origin(headers, behind_proxy) {
        return Err(Failure::new(FaultKind::NotYours, "the request comes from another site"));
    }
    let json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("application/json"));
    if *method == Method::POST && uri.path().starts_with("/api/") && !json {
        return Err(Failure::new(
            FaultKind::Malformed,
            "send JSON, with the header `Content-Type: application/json`",
        ));
    }
    Ok(())
}

/// Whether a request comes from our own page, or from no page at all.
fn is_same_origin(headers: &HeaderMap, behind_proxy: bool) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let forwarded = headers.get("x-forwarded-host").filter(|_| behind_proxy);
    let host = forwarded.or_else(|| headers.get(header::HOST)).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    match (origin, host) {
        (Some(("http" | "https", origin)), Some(host)) => origin.eq_ignore_ascii_case(host),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(method: &Method, headers: &[(&'static str, &str)], behind_proxy: bool) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().expect("a header"));
        }
        check_forgery(method, &Uri::from_static("/api/guest"), &map, behind_proxy).is_ok()
    }

    #[test]
    fn what_changes_something_comes_from_our_page_and_is_json() {
        let json = ("content-type", "application/json; charset=utf-8");
        let host = ("host", "table.example");
        assert!(verdict(&Method::POST, &[host, json], false), "programs send no origin");
        assert!(verdict(&Method::POST, &[host, json, ("origin", "https://table.example")], false));
        assert!(!verdict(&Method::POST, &[host, json, ("origin", "https://evil.example")], false));
        assert!(!verdict(
            &Method::POST,
            &[host, json, ("origin", "https://table.example.evil.example")],
            false
        ));
        assert!(!verdict(&Method::POST, &[host, json, ("origin", "null")], false));
        assert!(!verdict(&Method::POST, &[host, ("content-type", "text/plain")], false));
        assert!(!verdict(&Method::POST, &[host], false));
        assert!(!verdict(&Method::DELETE, &[host, ("origin", "https://evil.example")], false));
        assert!(verdict(&Method::GET, &[host, ("origin", "https://evil.example")], false));
    }

    #[test]
    fn sockets_are_held_to_the_same_origin() {
        let socket = [("host", "table.example"), ("upgrade", "websocket")];
        assert!(verdict(&Method::GET, &socket, false));
        assert!(!verdict(&Method::GET, &[socket[0], socket[1], ("origin", "https://evil.example")], false));
    }

    #[test]
    fn a_proxy_is_believed_only_where_there_is_one() {
        let headers = [
            ("host", "127.0.0.1:8080"),
            ("x-forwarded-host", "table.example"),
            ("origin", "https://table.example"),
            ("content-type", "application/json"),
        ];
        assert!(verdict(&Method::POST, &headers, true));
        assert!(!verdict(&Method::POST, &headers, false));
    }
}
