//! Who is calling: guests, accounts, sessions in cookies, tokens for programs.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sandtable_store::{Person, Secret, TokenId};
use sandtable_wire::{Credentials, Fault, FaultKind, Me, NewToken, TokenCard, TokenList, TokenMade};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::{Answer, Failure, Json};
use crate::limits::Address;
use crate::names::{check_name, check_password, guest_name, key};
use crate::passwords;

/// The name of the cookie.
const COOKIE: &str = "sandtable";

/// How long a session lasts after it was last used: a year.
const LASTS: i64 = 365 * 24 * 3600;

/// A session's use is noted once a day: often enough for its year, and no write with every request.
const NOTED_EVERY: i64 = 24 * 3600;

/// Now, in seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// A person as others see them.
pub fn shown(person: &Person) -> sandtable_wire::Person {
    sandtable_wire::Person { id: person.id.to_string(), name: person.name.clone(), guest: person.guest }
}

/// Who is calling, if they say so: by a cookie, or by a token.
#[derive(Debug)]
pub struct Caller {
    /// Who; nobody if there is neither cookie nor token, or the cookie has expired.
    pub person: Option<Person>,
    /// The cookie's secret, if it is by a cookie.
    session: Option<Secret>,
    /// Whether the request came by https.
    secure: bool,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let secure = app.settings.behind_proxy
            && parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        let caller = if let Some(authorization) = parts.headers.get(header::AUTHORIZATION) {
            let person = bearer(app, authorization).await?;
            Self { person: Some(person), session: None, secure }
        } else if let Some(secret) = cookie(&parts.headers) {
            let person = by_session(app, &secret).await?;
            let session = person.is_some().then_some(secret);
            Self { person, session, secure }
        } else {
            Self { person: None, session: None, secure }
        };
        if let Some(person) = &caller.person {
            app.limits.request_by(&person.id)?;
        }
        Ok(caller)
    }
}

async fn bearer(app: &App, authorization: &HeaderValue) -> Answer<Person> {
    let text = authorization.to_str().unwrap_or_default();
    let token = text.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let secret = token.and_then(|(_, token)| Secret::parse(token.trim()));
    let person = match secret {
        Some(secret) => app.store.bearer(secret.hash()).await?,
        None => None,
    };
    person.ok_or_else(|| {
        Failure::new(
            FaultKind::SignInFirst,
            "the token is not known: it is `Authorization: Bearer TOKEN`, and may have been taken back",
        )
    })
}

fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let ours = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    ours.filter(|(name, _)| *name == COOKIE).find_map(|(_, value)| Secret::parse(value))
}

async fn by_session(app: &App, secret: &Secret) -> Answer<Option<Person>> {
    let now = now();
    let Some(session) = app.store.session(secret.hash(), now).await? else { return Ok(None) };
    if now - session.seen >= NOTED_EVERY {
        app.store.renew_session(secret.hash(), now, now + LASTS).await?;
    }
    Ok(Some(session.person))
}

impl Caller {
    /// Who is calling; a fault if nobody has said so.
    pub fn known(&self) -> Answer<&Person> {
        self.person.as_ref().ok_or_else(Failure::sign_in_first)
    }

    /// Who is calling; somebody who has not said so becomes a guest, with a cookie for the answer.
    pub async fn or_guest(self, app: &App, address: Address) -> Answer<(Person, Option<Cookie>)> {
        if let Some(person) = self.person {
            return Ok((person, None));
        }
        app.limits.newcomer_from(address.0)?;
        let secret = Secret::random();
        let now = now();
        let guest = app.store.new_guest(&guest_name(), secret.hash(), now, now + LASTS).await?;
        metrics::counter!("sandtable_guests_total").increment(1);
        Ok((guest, Some(Cookie::set(&secret, self.secure))))
    }
}

/// Somebody who has said who they are.
#[derive(Debug)]
pub struct Known(pub Person);

impl FromRequestParts<App> for Known {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let caller = Caller::from_request_parts(parts, app).await?;
        caller.person.map(Self).ok_or_else(Failure::sign_in_first)
    }
}

/// A cookie to be set with an answer: `(cookie, Json(…))`.
#[derive(Debug)]
pub struct Cookie(HeaderValue);

impl Cookie {
    fn set(secret: &Secret, secure: bool) -> Self {
        Self::of(secret.reveal(), LASTS, secure)
    }

    fn clear(secure: bool) -> Self {
        Self::of("", 0, secure)
    }

    fn of(value: &str, age: i64, secure: bool) -> Self {
        let secure = if secure { "; Secure" } else { "" };
        let text = format!("{COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}");
        let mut value = HeaderValue::try_from(text).expect("secrets are letters and digits");
        value.set_sensitive(true);
        Self(value)
    }

    /// The answer with this cookie.
    pub fn with(cookie: Option<Self>, answer: impl IntoResponse) -> Response {
        let mut response = answer.into_response();
        if let Some(Self(value)) = cookie {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
        response
    }
}

/// No fields: the request says all.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The routes of people.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me))
        .routes(routes!(guest))
        .routes(routes!(make_account))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(list_tokens, make_token))
        .routes(routes!(drop_token))
}

fn is(person: &Person) -> axum::Json<Me> {
    axum::Json(Me { person: Some(shown(person)) })
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "people", responses((status = 200, body = Me), (status = "default", body = Fault)))]
async fn me(caller: Caller) -> Response {
    // A browser forgets the cookie after a year; whoever comes back before that has another year.
    let cookie = caller.session.as_ref().map(|secret| Cookie::set(secret, caller.secure));
    Cookie::with(cookie, axum::Json(Me { person: caller.person.as_ref().map(shown) }))
}

/// Makes a guest, unless the caller is somebody already.
#[utoipa::path(post, path = "/api/guest", tag = "people", request_body = Nothing, responses((status = 200, body = Me), (status = "default", body = Fault)))]
async fn guest(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    Json(Nothing {}): Json<Nothing>,
) -> Answer<Response> {
    let (person, cookie) = caller.or_guest(&app, address).await?;
    Ok(Cookie::with(cookie, is(&person)))
}

/// Makes an account. A guest who makes one keeps all matches.
#[utoipa::path(post, path = "/api/accounts", tag = "people", request_body = Credentials, responses((status = 200, body = Me), (status = "default", body = Fault)))]
async fn make_account(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    Json(Credentials { name, password }): Json<Credentials>,
) -> Answer<Response> {
    check_name(&name)?;
    check_password(&password)?;
    app.limits.newcomer_from(address.0)?;
    let name_key = key(&name);
    if app.store.account(&name_key).await?.is_some() {
        return Err(taken());
    }
    let hash = passwords::hash(password).await?;
    let guest = caller.person.as_ref().filter(|person| person.guest).map(|person| &person.id);
    // Whoever comes with a token has no cookie and gets none. A cookie is changed with what it opens.
    let by_token = caller.person.is_some() && caller.session.is_none();
    let secret = (!by_token).then(Secret::random);
    let now = now();
    let made = app
        .store
        .new_account(guest, (&name, &name_key, &hash), secret.as_ref().map(Secret::hash), now, now + LASTS)
        .await;
    let person = made.map_err(|error| match error {
        sandtable_store::StoreError::NameTaken => taken(),
        other => other.into(),
    })?;
    if let Some(old) = &caller.session {
        app.store.end_session(old.hash()).await?;
    }
    tracing::info!(person = %person.id, was_guest = guest.is_some(), "an account was made");
    let cookie = secret.as_ref().map(|secret| Cookie::set(secret, caller.secure));
    Ok(Cookie::with(cookie, is(&person)))
}

fn taken() -> Failure {
    let mut failure = Failure::new(FaultKind::NameTaken, "somebody has that name; choose another one");
    failure.fault.field = Some("name".into());
    failure
}

/// Signs in. A guest's matches come along.
#[utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = Credentials, responses((status = 200, body = Me), (status = "default", body = Fault)))]
async fn sign_in(
    State(app): State<App>,
    address: Address,
    caller: Caller,
    Json(Credentials { name, password }): Json<Credentials>,
) -> Answer<Response> {
    let name_key = key(&name);
    // Longer ones cannot be right; they are not worth the time to hash them.
    let possible = name_key.chars().count() <= 64 && password.chars().count() <= 256;
    app.limits.sign_in(address.0, if possible { &name_key } else { "" })?;
    let account = if possible { app.store.account(&name_key).await? } else { None };
    let password = if possible { password } else { String::new() };
    let hash = account.as_ref().map(|account| account.password.clone());
    let good = passwords::verify(password, hash).await?;
    let Some(account) = account.filter(|_| good) else {
        metrics::counter!("sandtable_sign_ins_refused_total").increment(1);
        return Err(Failure::new(FaultKind::WrongCredentials, "name or password is wrong"));
    };
    let secret = Secret::random();
    let now = now();
    app.store.new_session(&account.person.id, secret.hash(), now, now + LASTS).await?;
    if let Some(guest) = caller.person.as_ref().filter(|person| person.guest) {
        for id in app.store.adopt(&guest.id, &account.person.id).await? {
            app.hub.seats_changed(&id);
        }
    }
    if let Some(old) = &caller.session {
        app.store.end_session(old.hash()).await?;
    }
    Ok(Cookie::with(Some(Cookie::set(&secret, caller.secure)), is(&account.person)))
}

/// Signs out: the session is over.
#[utoipa::path(post, path = "/api/sign-out", tag = "people", request_body = Nothing, responses((status = 200, body = Me), (status = "default", body = Fault)))]
async fn sign_out(
    State(app): State<App>,
    caller: Caller,
    Json(Nothing {}): Json<Nothing>,
) -> Answer<Response> {
    if let Some(session) = &caller.session {
        app.store.end_session(session.hash()).await?;
    }
    Ok(Cookie::with(Some(Cookie::clear(caller.secure)), axum::Json(Me { person: None })))
}

/// The caller's tokens, without their secrets.
#[utoipa::path(get, path = "/api/tokens", tag = "people", responses((status = 200, body = TokenList), (status = "default", body = Fault)))]
async fn list_tokens(State(app): State<App>, Known(person): Known) -> Answer<axum::Json<TokenList>> {
    let tokens = app.store.tokens(&person.id).await?.into_iter();
    let tokens = tokens
        .map(|token| TokenCard { id: token.id.to_string(), label: token.label, made: token.made })
        .collect();
    Ok(axum::Json(TokenList { tokens }))
}

/// Makes a token: whoever has it can do all that the caller can do at the tables.
#[utoipa::path(post, path = "/api/tokens", tag = "people", request_body = NewToken, responses((status = 200, body = TokenMade), (status = "default", body = Fault)))]
async fn make_token(
    State(app): State<App>,
    Known(person): Known,
    Json(NewToken { label }): Json<NewToken>,
) -> Answer<axum::Json<TokenMade>> {
    let label = label.trim();
    let count = label.chars().count();
    if !(1..=40).contains(&count) || label.chars().any(char::is_control) {
        let message = format!("a label has 1 to 40 characters on one line, this one has {count}");
        return Err(Failure::field("label", message));
    }
    let secret = Secret::random();
    let most = app.limits.bounds().tokens_of_person;
    let token = app.store.new_token(&person.id, label, secret.hash(), now(), most).await?;
    let token = token.ok_or_else(|| {
        Failure::too_many(format!("you have {most} tokens, which is all you may have; take one back"), 60)
    })?;
    Ok(axum::Json(TokenMade {
        id: token.id.to_string(),
        label: token.label,
        token: secret.reveal().to_owned(),
    }))
}

/// Takes a token back: it opens nothing any more.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "people", params(("id" = String, Path, description = "the token's id")), responses((status = 204), (status = "default", body = Fault)))]
async fn drop_token(
    State(app): State<App>,
    Known(person): Known,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let id = TokenId::parse(&id).ok_or_else(|| Failure::not_found("token"))?;
    app.store.drop_token(&person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
