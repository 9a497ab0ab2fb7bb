//! Whoever does the engine's work for this server.

use crate::server::ServeError;
use crate::settings::Settings;
use crate::store::Store;
use galet_core::MonotonicTime;
use galet_scheduler::{Executor, Scheduler};
use std::sync::Arc;
use std::time::Duration;

/// Workers on other machines where NATS connects them, else threads of this program.
pub(crate) async fn executor(
    settings: &Settings,
    store: &Store,
) -> Result<Arc<dyn Executor>, ServeError> {
    let shares = galet_scheduler::Settings {
        max_per_client: settings.limits.analyses as usize,
        analysis: Duration::from_secs(settings.limits.analysis_seconds.into()),
        ..galet_scheduler::Settings::default()
    };
    #[cfg(feature = "cluster")]
    if !settings.nats.is_empty() {
        return workers(settings, store, shares).await;
    }
    let _ = store;
    Ok(Arc::new(threads(shares, settings.engine_threads)))
}

fn threads(settings: galet_scheduler::Settings, count: usize) -> Scheduler {
    let scheduler = Scheduler::new(settings, Arc::new(MonotonicTime));
    let threads = scheduler.start_threads(count.max(1));
    threads.expect("the system has room for the engine's threads");
    scheduler
}

/// Workers, and one thread of this program for what they do not answer.
#[cfg(feature = "cluster")]
async fn workers(
    settings: &Settings,
    store: &Store,
    shares: galet_scheduler::Settings,
) -> Result<Arc<dyn Executor>, ServeError> {
    use crate::bus::BusError;
    use galet_queue::{Asking, Secret, Terms};
    // A queue that is kept three times survives the loss of one server; two would survive no more than one.
    let replicas = if settings.nats.len() < 3 { 1 } else { 3 };
    let usual = Terms::default();
    let untaken = settings.patience.workers.map_or(usual.untaken, |patience| [patience; 3]);
    let asking = galet_queue::Settings {
        terms: Terms { replicas, untaken, ..usual },
        max_waiting: shares.max_waiting,
        max_per_client: shares.max_per_client,
        analysis: shares.analysis,
        secret: Secret::new(store.secret(crate::token::secret()).await?),
    };
    // Whoever asks keeps the bounds.
    let unbounded =
        galet_scheduler::Settings { max_waiting: usize::MAX, max_per_client: usize::MAX, ..shares };
    let asking = Asking::connect(&nats(settings), asking, threads(unbounded, 1)).await;
    Ok(asking.map_err(|error| BusError::Unreachable(error.to_string()))?)
}

/// How NATS is reached.
#[cfg(feature = "cluster")]
pub(crate) fn nats(settings: &Settings) -> galet_queue::Nats {
    galet_queue::Nats {
        servers: settings.nats.clone(),
        credentials: settings.nats_credentials.clone(),
        certificates: settings.nats_certificates.clone(),
    }
}
