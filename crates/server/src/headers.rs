//! What browsers are told with every answer.

use axum::extract::Request;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const SAID_ALWAYS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // Addresses hold invitations; no other site shall see one.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
    ),
];

/// Adds the headers to every answer.
pub async fn add(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_owned);
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in SAID_ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, policy(host.as_deref()));
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The page runs only its own scripts and talks only to its own server.
fn policy(host: Option<&str>) -> HeaderValue {
    // Some browsers do not count sockets to the same host as `'self'`.
    let plain =
        |host: &&str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
    let sockets = host.filter(plain).map(|host| format!(" ws://{host} wss://{host}")).unwrap_or_default();
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'{sockets}; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    );
    HeaderValue::try_from(policy).expect("a plain host makes a plain header")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_cannot_write_policy() {
        let hostile = policy(Some("evil.example; script-src *"));
        assert!(!hostile.to_str().expect("plain").contains("evil"));
        let honest = policy(Some("table.example:8080"));
        assert!(
            honest.to_str().expect("plain").contains("ws://table.example:8080 wss://table.example:8080;")
        );
    }
}
