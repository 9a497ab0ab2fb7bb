//! For those who watch over the server.

use crate::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// `GET /health`: the server answers, and its database can be read and written.
pub(super) async fn health(
    State(app): State<Arc<App>>,
) -> Result<Json<serde_json::Value>, ApiError> {
    if *app.down.borrow() {
        return Err(ApiError::going_down());
    }
    app.store.heartbeat().await?;
    let condition = app.store.health.get();
    if let Some((fault, _)) = condition.fault {
        return Err(ApiError::failing(fault));
    }
    if condition.damaged {
        return Err(ApiError::damaged());
    }
    Ok(Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") })))
}

/// `GET /metrics`, as Prometheus reads it.
pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let disk = app.store.writer.stats();
    let engine = app.scheduler.stats();
    let read = |number: &std::sync::atomic::AtomicU64| number.load(Ordering::Relaxed) as f64;
    let mut figures = vec![
        (
            "galet_connections",
            "gauge",
            "Open connections, WebSockets included.",
            app.connections.count() as f64,
        ),
        ("galet_commits_total", "counter", "Transactions on disk.", read(&disk.commits)),
        (
            "galet_failed_transactions_total",
            "counter",
            "Transactions that failed.",
            read(&disk.failures),
        ),
        (
            "galet_writes_failing",
            "gauge",
            "1 while nothing can be written, 0 otherwise.",
            f64::from(u8::from(app.store.health.is_failing())),
        ),
        (
            "galet_bus_working",
            "gauge",
            "1 while other nodes can be told what happens here, 0 otherwise.",
            f64::from(u8::from(app.bus.works())),
        ),
        ("galet_changes_total", "counter", "Changes in them.", read(&disk.changes)),
        (
            "galet_commit_seconds_total",
            "counter",
            "Time spent on them.",
            read(&disk.microseconds) / 1e6,
        ),
        ("galet_import_bytes", "gauge", "Imports at work.", app.work.large_bytes() as f64),
        (
            "galet_imports_stopped_total",
            "counter",
            "Imports whose client has gone.",
            app.work.stopped.get() as f64,
        ),
        ("galet_engine_waiting", "gauge", "Questions that wait.", engine.waiting as f64),
        ("galet_engine_running", "gauge", "Questions being answered.", engine.running as f64),
        ("galet_engine_finished_total", "counter", "Questions answered.", engine.finished as f64),
        (
            "galet_engine_cancelled_total",
            "counter",
            "Questions cancelled.",
            engine.cancelled as f64,
        ),
    ];
    let more = app.scheduler.figures();
    figures.extend(more.iter().map(|more| (more.name, more.kind, more.help, more.value)));
    let text = app.metrics.text(&figures);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
