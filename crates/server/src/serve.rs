//! Settings, start, stop.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit};
use axum::http::Request;
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use sandtable_store::{Store, StoreError};
use sandtable_wire::FaultKind;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::faults::Failure;
use crate::limits::{Bounds, Limits};
use crate::metrics::Figures;
use crate::openapi::Document;
use crate::people::now;
use crate::rooms::{Hub, Pace};
use crate::{App, assets, door, games, headers, openapi, passwords, reviews};

/// How long requests that are being answered may take when the server stops.
const LAST_REQUESTS: Duration = Duration::from_secs(10);

/// A public match that has not found its players after so many seconds is called off: thirty days.
const GATHERS_AT_MOST: i64 = 30 * 24 * 3600;

/// How often what is no longer needed is forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(30);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens; port 0 is any that is free.
    pub listen: SocketAddr,
    /// The data file; made if it is not there.
    pub data: PathBuf,
    /// Whether what a proxy says of addresses and https is believed.
    pub behind_proxy: bool,
    /// Whether the figures of `/metrics` are for everybody; else only for programs on the same machine.
    pub open_metrics: bool,
    /// How much is allowed.
    pub bounds: Bounds,
    /// How fast bots play.
    pub pace: Pace,
}

impl Settings {
    /// The usual settings with a data file.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: data.into(),
            behind_proxy: false,
            open_metrics: false,
            bounds: Bounds::default(),
            pace: Pace::default(),
        }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder of the data file cannot be made.
    #[error("the folder {} cannot be made: {reason}; name another place with --data", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// Something listens there already.
    #[error("the port {} is taken by another program: stop it, or choose another one with --listen {}:{}", .0.port(), .0.ip(), .0.port().saturating_add(1))]
    Taken(SocketAddr),
    /// It cannot listen there.
    #[error("cannot listen on {address}: {reason}; choose another address with --listen")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        reason: io::Error,
    },
}

/// A server that runs.
pub struct Running {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    listening: JoinHandle<()>,
}

impl Running {
    /// Where it really listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops: no new connections, the last requests are answered, the store is closed.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if let Err(error) = self.listening.await {
            tracing::error!(%error, "the server did not stop in order");
        }
    }
}

/// Opens the store, wakes the matches that go on by themselves, and listens.
pub async fn start(settings: Settings) -> Result<Running, StartError> {
    // First the port: a second server must not touch the data of the first.
    let listener = listen(settings.listen).await?;
    let address =
        listener.local_addr().map_err(|reason| StartError::Listen { address: settings.listen, reason })?;
    make_folder(&settings)?;
    let store = Store::open(&settings.data).await?;
    if !assets::is_embedded() {
        tracing::warn!(
            "the page is missing: this program was built without it. Run `{}` in web/ and build the program again",
            assets::BUILD_IT
        );
    }
    let app = App {
        hub: Hub::new(store.clone(), settings.pace),
        store,
        limits: Limits::new(settings.bounds.clone()),
        settings: Arc::new(settings),
        figures: Figures::start(),
        openings: games::Openings::default(),
        reviews: reviews::Reviews::default(),
    };
    tokio::task::spawn_blocking(|| {
        passwords::warm_up();
        games::game_cards();
    });
    app.hub.resume().await;
    let (stop, stopping) = watch::channel(false);
    let listening = tokio::spawn(run(app, listener, stopping));
    Ok(Running { address, stop, listening })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|reason| match reason.kind() {
        io::ErrorKind::AddrInUse => StartError::Taken(address),
        _ => StartError::Listen { address, reason },
    })
}

fn make_folder(settings: &Settings) -> Result<(), StartError> {
    match settings.data.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::create_dir_all(folder)
            .map_err(|reason| StartError::Folder { path: folder.into(), reason }),
        _ => Ok(()),
    }
}

/// All routes with all that every request passes, the outermost last.
fn router(app: &App) -> Router {
    let (routes, document) = openapi::routes();
    let document = document.to_json().expect("the document has JSON");
    routes
        .fallback(assets::page)
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(app.limits.bounds().body))
        .layer(axum::Extension(Document(document.into())))
        .layer(CatchPanicLayer::custom(|_| {
            Failure::new(
                FaultKind::Unavailable,
                "something went wrong in the server; nothing that was acknowledged is lost",
            )
            .into_response()
        }))
        .layer(axum::middleware::from_fn_with_state(app.clone(), door::pass))
        .layer(axum::middleware::from_fn(headers::add))
        .with_state(app.clone())
}

async fn run(app: App, listener: TcpListener, mut stopping: watch::Receiver<bool>) {
    let router = router(&app);
    let most = app.limits.bounds().connections;
    let places = Arc::new(Semaphore::new(most));
    let tidying = tokio::spawn(tidy(app.clone()));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => break,
        };
        match accepted {
            Ok((stream, address)) => welcome(&app, &router, &places, &stopping, stream, address),
            Err(error) => {
                // Usually too many open files: those who are here must go before others can come.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    tidying.abort();
    app.hub.close().await;
    // Whoever has all places is alone in the house.
    let alone = places.acquire_many(most as u32);
    if tokio::time::timeout(LAST_REQUESTS, alone).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    app.store.close().await;
    tracing::info!("stopped");
}

/// Serves a connection on a task of its own, so that a slow one holds nobody up.
fn welcome(
    app: &App,
    router: &Router,
    places: &Arc<Semaphore>,
    stopping: &watch::Receiver<bool>,
    stream: TcpStream,
    address: SocketAddr,
) {
    let Ok(place) = places.clone().try_acquire_owned() else {
        tracing::warn!("there are too many connections; one was turned away");
        return;
    };
    // Behind a proxy all connections come from its address, and it has limits of its own.
    let permit = if app.settings.behind_proxy {
        None
    } else {
        let Some(permit) = app.limits.connection(address.ip()) else { return };
        Some(permit)
    };
    // Answers are small and somebody waits for them.
    let _ = stream.set_nodelay(true);
    let router = router.clone();
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let router = router.clone();
        async move {
            Ok::<_, Infallible>(
                router.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}),
            )
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.limits.bounds().head_timeout)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut stopping = stopping.clone();
    metrics::gauge!("sandtable_connections").increment(1);
    tokio::spawn(async move {
        let mut connection = pin!(connection);
        let served = tokio::select! {
            served = connection.as_mut() => served,
            _ = stopping.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = served {
            // Mostly clients that went away; nothing that an operator could act on.
            tracing::debug!(%error, "a connection broke");
        }
        metrics::gauge!("sandtable_connections").decrement(1);
        drop((permit, place));
    });
}

/// Forgets what is no longer needed, again and again.
async fn tidy(app: App) {
    loop {
        match app.store.forget_expired(now()).await {
            Ok(0) => {}
            Ok(sessions) => tracing::info!(sessions, "expired sessions were forgotten"),
            Err(error) => tracing::warn!(%error, "expired sessions could not be forgotten"),
        }
        match app.store.call_off_older(now() - GATHERS_AT_MOST, now()).await {
            Ok(called) => called.iter().for_each(|id| app.hub.seats_changed(id)),
            Err(error) => tracing::warn!(%error, "old matches could not be called off"),
        }
        // An hour's worth of small tidying.
        for _ in 0..120 {
            tokio::time::sleep(TIDY_EVERY).await;
            app.limits.tidy();
            app.figures.tidy();
        }
    }
}
