//! What went wrong, as an answer; and readers of requests that answer so.

use axum::extract::rejection::{BytesRejection, FailedToBufferBody, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sandtable_catalog::UnknownGame;
use sandtable_engine::SetupError;
use sandtable_store::{MatchId, StoreError};
use sandtable_wire::{Fault, FaultKind};
use serde::de::DeserializeOwned;

/// What went wrong, and when to come back. Every handler fails with this.
#[derive(Debug)]
pub struct Failure {
    /// What the caller is told.
    pub fault: Box<Fault>,
    /// After so many seconds it may work.
    pub retry_after: Option<u64>,
}

/// What every handler gives.
pub type Answer<T> = Result<T, Failure>;

impl Failure {
    /// A failure of a kind, in a sentence.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        let fault = Fault { kind, message: message.into(), field: None, refused: None, problems: Vec::new() };
        Self { fault: Box::new(fault), retry_after: None }
    }

    /// A field has a value that it may not have.
    pub fn field(field: &str, message: impl Into<String>) -> Self {
        let mut failure = Self::new(FaultKind::Malformed, message);
        failure.fault.field = Some(field.into());
        failure
    }

    /// There is no such thing, or it is not for the caller to know.
    pub fn not_found(what: &str) -> Self {
        Self::new(FaultKind::NotFound, format!("there is no such {what}"))
    }

    /// Nobody has said who they are.
    pub fn sign_in_first() -> Self {
        Self::new(
            FaultKind::SignInFirst,
            "say who you are first: POST /api/guest, sign in, or send a token in `Authorization: Bearer …`",
        )
    }

    /// Too much of something.
    pub fn too_many(message: impl Into<String>, seconds: u64) -> Self {
        Self { retry_after: Some(seconds.max(1)), ..Self::new(FaultKind::TooMany, message) }
    }

    /// More bytes than are allowed.
    pub fn too_large(most: usize) -> Self {
        Self::new(FaultKind::TooLarge, format!("a request may have {} KiB at most", most / 1024))
    }

    /// The status that says the same to programs.
    pub fn status(&self) -> StatusCode {
        match self.fault.kind {
            FaultKind::Malformed => StatusCode::BAD_REQUEST,
            FaultKind::SignInFirst | FaultKind::WrongCredentials => StatusCode::UNAUTHORIZED,
            FaultKind::NotYours => StatusCode::FORBIDDEN,
            FaultKind::NotFound => StatusCode::NOT_FOUND,
            FaultKind::NameTaken
            | FaultKind::Full
            | FaultKind::Stale
            | FaultKind::Over
            | FaultKind::NotBegun
            | FaultKind::TooSoon => StatusCode::CONFLICT,
            FaultKind::Refused | FaultKind::Setup | FaultKind::Record => StatusCode::UNPROCESSABLE_ENTITY,
            FaultKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            FaultKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            FaultKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status(), axum::Json(&*self.fault)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => Self::new(FaultKind::NameTaken, "somebody has that name"),
            StoreError::SeatTaken => Self::new(FaultKind::Full, "that seat is taken"),
            StoreError::Missing { what } => Self::not_found(what),
            other => {
                tracing::error!(error = %other, "the store failed");
                Self::new(
                    FaultKind::Unavailable,
                    "the server could not store or read that; nothing that was acknowledged is lost, try again",
                )
            }
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        let mut failure = Self::new(FaultKind::Setup, error.to_string());
        failure.fault.problems = error.problems;
        failure
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Self::new(FaultKind::NotFound, error.to_string())
    }
}

/// A body of JSON; what cannot be read is answered with what is wrong and where.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        match axum::Json::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(unreadable(rejection)),
        }
    }
}

fn unreadable(rejection: JsonRejection) -> Failure {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            Failure::new(FaultKind::Malformed, "send JSON, with the header `Content-Type: application/json`")
        }
        JsonRejection::BytesRejection(rejection) => unread(&rejection),
        other => {
            // The first line names the field, and the value's place in the text.
            let text = other.body_text();
            let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
            Failure::new(FaultKind::Malformed, format!("the message cannot be read: {reason}"))
        }
    }
}

/// A body that did not arrive: too large, or broken off.
pub fn unread(rejection: &BytesRejection) -> Failure {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Failure::new(FaultKind::TooLarge, "the message has more bytes than are allowed here")
        }
        other => Failure::new(FaultKind::Malformed, format!("the message broke off: {}", other.body_text())),
    }
}

/// What stands behind the question mark of an address.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let query: Result<axum::extract::Query<T>, QueryRejection> =
            axum::extract::Query::from_request_parts(parts, state).await;
        query.map(|axum::extract::Query(value)| Self(value)).map_err(|rejection| {
            Failure::new(
                FaultKind::Malformed,
                format!("the address cannot be read: {}", rejection.body_text()),
            )
        })
    }
}

/// The match that the address names (`{id}`). What cannot be the name of a match is not there.
#[derive(Debug)]
pub struct AtMatch(pub MatchId);

impl<S: Send + Sync> FromRequestParts<S> for AtMatch {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let path: Result<Path<String>, _> = Path::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| MatchId::parse(&text));
        id.map(Self).ok_or_else(|| Failure::not_found("match"))
    }
}
