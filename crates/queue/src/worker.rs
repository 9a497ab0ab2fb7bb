//! The side that works: `galet worker`, on any machine.
//!
//! It takes questions from the queues, the most urgent first, as long as its own scheduler has room for them, and says
//! what it finds to whoever asked. A question leaves its queue only after its answer has been sent: if this worker falls
//! before that, another one gets it.

mod askers;
mod cancelled;
mod figures;
mod job;
mod room;
mod watched;

use crate::message::{Cancel, Priority, Sign, random};
use crate::net::{NatsError, Net};
use crate::terms::{Nats, Terms};
use askers::Askers;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use cancelled::Cancelled;
pub use figures::WorkerFigures;
use futures_util::StreamExt;
use galet_core::TimeSource;
use galet_scheduler::Scheduler;
use room::Room;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
pub use watched::serve_figures;

/// What can be set about a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// What this worker and those who ask agree on.
    pub terms: Terms,
    /// What it is called in logs.
    pub name: String,
    /// How many engines think at a time.
    pub threads: usize,
}

/// Takes questions from NATS and answers them.
pub struct EngineWorker {
    shop: Arc<Shop>,
}

/// What all parts of a worker share.
struct Shop {
    net: Net,
    terms: Terms,
    name: String,
    number: u64,
    threads: usize,
    scheduler: Scheduler,
    room: Room,
    cancelled: Mutex<Cancelled>,
    askers: Mutex<Askers>,
    /// Becomes true when the worker is to end.
    stopping: watch::Sender<bool>,
    figures: Arc<WorkerFigures>,
}

/// How long a queue is asked for the next question before it is asked anew.
const PULL: Duration = Duration::from_secs(2);
/// So long an end waits for moves that are being thought about.
const FAREWELL: Duration = Duration::from_secs(15);

impl EngineWorker {
    /// Connects with NATS, now or whenever it can be reached. Its engines go by this clock.
    pub async fn connect(
        nats: &Nats,
        settings: WorkerSettings,
        time: Arc<dyn TimeSource>,
    ) -> Result<EngineWorker, NatsError> {
        let WorkerSettings { terms, name, threads } = settings;
        let threads = threads.max(1);
        // What it takes on is bounded by its room, and how much one client may ask by whoever asks for them.
        let unbounded = galet_scheduler::Settings {
            max_waiting: usize::MAX,
            max_per_client: usize::MAX,
            ..galet_scheduler::Settings::default()
        };
        let scheduler = Scheduler::new(unbounded, time);
        scheduler.start_threads(threads).expect("the system has room for the engine's threads");
        let inbox = Some(terms.worker_inbox());
        let net = Net::connect(nats, &format!("galet worker {name}"), &terms, inbox).await?;
        let shop = Shop {
            net,
            terms,
            name,
            number: random(),
            threads,
            scheduler,
            room: Room::new(threads),
            cancelled: Mutex::default(),
            askers: Mutex::new(Askers::new()),
            stopping: watch::Sender::new(false),
            figures: Arc::default(),
        };
        Ok(EngineWorker { shop: Arc::new(shop) })
    }

    /// What it counts.
    pub fn figures(&self) -> Arc<WorkerFigures> {
        Arc::clone(&self.shop.figures)
    }

    /// Works until `stop` is done. Then it takes nothing more, finishes moves that it is thinking about, and gives
    /// everything else back at once.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let shop = self.shop;
        let (name, threads) = (&shop.name, shop.threads);
        tracing::info!(name, threads, "a worker begins");
        let mut tasks = vec![
            tokio::spawn(hear_cancels(Arc::clone(&shop))),
            tokio::spawn(hear_askers(Arc::clone(&shop))),
            tokio::spawn(show_signs(Arc::clone(&shop))),
        ];
        for priority in Priority::ALL {
            tasks.push(tokio::spawn(take_all(Arc::clone(&shop), priority)));
        }
        stop.await;
        tracing::info!(name, "a worker ends: it finishes its moves and gives the rest back");
        shop.stopping.send_replace(true);
        let _ = timeout(FAREWELL, shop.room.is_empty()).await;
        shop.scheduler.close();
        shop.show_sign().await;
        for task in tasks {
            task.abort();
        }
        let _ = timeout(shop.terms.published, shop.net.client.flush()).await;
    }
}

impl Shop {
    fn cancelled(&self) -> MutexGuard<'_, Cancelled> {
        // Nothing that could fail runs while it is held.
        self.cancelled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn askers(&self) -> MutexGuard<'_, Askers> {
        self.askers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    async fn stops(&self) {
        // It cannot be closed while this is here.
        let _ = self.stopping.subscribe().wait_for(|stopping| *stopping).await;
    }

    async fn show_sign(&self) {
        if self.net.is_connected() {
            let (name, threads) = (self.name.clone(), self.threads as u32);
            let sign = Sign { worker: self.number, name, threads, leaving: self.is_stopping() };
            let payload = serde_json::to_vec(&sign).unwrap_or_default();
            self.net.tell(self.terms.signs(), payload).await;
        }
    }
}

/// Says that it is there, all day, and whenever somebody asks.
async fn show_signs(shop: Arc<Shop>) {
    let Ok(mut calls) = shop.net.client.subscribe(shop.terms.roll_calls()).await else { return };
    let mut connected = shop.net.connected.clone();
    let mut ticks = interval(shop.terms.sign);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        shop.show_sign().await;
        tokio::select! {
            _ = ticks.tick() => {}
            Ok(()) = connected.changed() => {}
            Some(_) = calls.next() => {}
        }
    }
}

/// Hears for what nobody waits any more, all day.
async fn hear_cancels(shop: Arc<Shop>) {
    let Ok(mut cancels) = shop.net.client.subscribe(shop.terms.cancels()).await else { return };
    while let Some(message) = cancels.next().await {
        if let Ok(cancel) = serde_json::from_slice::<Cancel>(&message.payload) {
            shop.cancelled().cancel(cancel);
        }
    }
}

/// Hears who waits for answers, all day.
async fn hear_askers(shop: Arc<Shop>) {
    let Ok(mut waiting) = shop.net.client.subscribe(shop.terms.askers()).await else { return };
    let mut connected = shop.net.connected.clone();
    loop {
        tokio::select! {
            Ok(()) = connected.changed() => shop.askers().listen(),
            Some(message) = waiting.next() => shop.askers().hear(&message.payload),
            else => return,
        }
    }
}

/// Takes the questions of one priority, one after the other, while there is room.
async fn take_all(shop: Arc<Shop>, priority: Priority) {
    let (mut consumer, queue, mut failed) = (None, priority.name(), false);
    while !shop.is_stopping() {
        tokio::select! {
            () = shop.stops() => return,
            () = shop.room.wait_for(priority) => {}
        }
        let taken = take_next(&shop, priority, &mut consumer).await;
        if taken.is_ok() && std::mem::take(&mut failed) {
            tracing::info!(queue, "the queue gives questions again");
        }
        match taken {
            Ok(Some(message)) if shop.is_stopping() => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
            }
            Ok(Some(message)) => {
                let place = shop.room.take(priority);
                tokio::spawn(job::answer(Arc::clone(&shop), priority, message, place));
            }
            Ok(None) => {}
            Err(error) => {
                if shop.net.is_connected() {
                    failed = true;
                    tracing::warn!(queue, %error, "a queue gives no questions: tried again");
                }
                consumer = None;
                tokio::select! {
                    () = shop.stops() => return,
                    () = sleep(shop.terms.sign) => {}
                }
            }
        }
    }
}

/// The next question of a queue, if there is one soon.
async fn take_next(
    shop: &Shop,
    priority: Priority,
    consumer: &mut Option<PullConsumer>,
) -> Result<Option<Message>, async_nats::Error> {
    // What was asked of a server that is gone is never answered.
    let mut connected = shop.net.connected.clone();
    connected.mark_unchanged();
    let from = match consumer {
        Some(from) => from,
        None => consumer.insert(shop.net.consumer(&shop.terms, priority).await?),
    };
    let mut batch = from.batch().max_messages(1).expires(PULL).messages().await?;
    tokio::select! {
        next = timeout(PULL * 2, batch.next()) => next.ok().flatten().transpose(),
        _ = connected.changed() => Ok(None),
        () = shop.stops() => Ok(None),
    }
}
