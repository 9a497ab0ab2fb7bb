//! What a node does all day: hear workers, and see to it that the queues are there.

use super::Shared;
use crate::message::Priority;
use crate::parts::Parts;
use futures_util::StreamExt;
use std::sync::Arc;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// Hears what workers say, all day.
pub(super) async fn listen(shared: Arc<Shared>) {
    let client = shared.net.client.clone();
    let heard = client.subscribe(shared.answer.clone()).await;
    let signs = client.subscribe(shared.terms.signs()).await;
    let (Ok(mut heard), Ok(mut signs)) = (heard, signs) else {
        tracing::error!("answers of workers cannot be heard");
        return;
    };
    let mut parts = Parts::default();
    let mut connected = shared.net.connected.clone();
    let mut ticks = interval(shared.terms.sign);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    shared.call_roll().await;
    loop {
        tokio::select! {
            _ = ticks.tick() => shared.say_that_it_waits().await,
            Ok(()) = connected.changed() => shared.call_roll().await,
            Some(message) = heard.next() => {
                if let Some(whole) = parts.take(message.headers.as_ref(), &message.payload) {
                    shared.hear(&whole);
                }
            }
            Some(message) = signs.next() => shared.hear_sign(&message),
            else => return,
        }
    }
}

/// Sees to it that the queues are there: they can be lost, and nobody is harmed by it.
pub(super) async fn keep_queues(shared: Arc<Shared>) {
    let (mut connected, mut ready) = (shared.net.connected.clone(), shared.ready.subscribe());
    let mut failed = false;
    loop {
        if shared.net.is_connected() && !*shared.ready.borrow() {
            match make_queues(&shared).await {
                Ok(()) => {
                    shared.ready.send_replace(true);
                    if std::mem::take(&mut failed) {
                        tracing::info!("the queues are there now");
                    }
                }
                Err(error) => {
                    failed = true;
                    tracing::warn!(%error, "the queues cannot be made");
                    sleep(shared.terms.sign).await;
                }
            }
        }
        ready.mark_unchanged();
        if shared.net.is_connected() && !*shared.ready.borrow() {
            continue;
        }
        tokio::select! {
            changed = connected.changed() => {
                if changed.is_err() {
                    return;
                }
            }
            changed = ready.changed() => if changed.is_err() { return },
        }
    }
}

async fn make_queues(shared: &Shared) -> Result<(), async_nats::Error> {
    for priority in Priority::ALL {
        shared.net.queue(&shared.terms, priority).await?;
    }
    Ok(())
}
