//! Figures for operators, as Prometheus reads them.
//!
//! Handlers and rooms count with the macros of the `metrics` crate; this file says what the figures mean.

use std::sync::OnceLock;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use sandtable_wire::{Fault, FaultKind};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::faults::{Answer, Failure};
use crate::limits::Address;

/// Where the figures are read. A process has one set of figures, however many servers it starts.
#[derive(Clone)]
pub struct Figures(PrometheusHandle);

/// Upper bounds in seconds: from what a decision should take to what nobody should wait.
const SECONDS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

impl Figures {
    /// Begins to count, once.
    pub fn start() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            let builder = PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &SECONDS)
                .expect("there are bounds");
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("somebody else counts in this process; /metrics stays empty");
            }
            describe();
            handle
        });
        Self(handle.clone())
    }

    /// Keeps the figures small; to be called now and then.
    pub fn tidy(&self) {
        self.0.run_upkeep();
    }
}

fn describe() {
    describe_counter!("sandtable_requests_total", "Requests by route, method and status");
    describe_histogram!("sandtable_request_seconds", Unit::Seconds, "Time to answer a request, by route");
    describe_counter!("sandtable_guests_total", "Guests that were made");
    describe_counter!("sandtable_matches_total", "Matches that were made, by game");
    describe_counter!("sandtable_sign_ins_refused_total", "Wrong names or passwords");
    describe_counter!("sandtable_decisions_total", "Decisions that were stored, by who decided");
    describe_histogram!(
        "sandtable_decision_seconds",
        Unit::Seconds,
        "From a decision's receipt to its storage"
    );
    describe_gauge!("sandtable_sockets", "Open sockets");
    describe_gauge!("sandtable_rooms", "Matches in memory");
    describe_histogram!("sandtable_bot_seconds", Unit::Seconds, "Time that bots think, by bot");
    describe_gauge!("sandtable_connections", "Open connections");
}

/// The route of the figures.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(figures))
}

/// Figures for Prometheus, which tell how many people play: for programs on this machine, unless the operator opens them.
#[utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Fault)))]
async fn figures(State(app): State<App>, Address(address): Address) -> Answer<Response> {
    if !(app.settings.open_metrics || address.to_canonical().is_loopback()) {
        return Err(Failure::new(FaultKind::NotFound, "there is nothing here"));
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.figures.0.render()).into_response())
}
