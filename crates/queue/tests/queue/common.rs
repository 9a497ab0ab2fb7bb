//! A NATS server for all tests, workers that can be killed, and whoever asks.

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use galet_core::random::SplitMix64;
use galet_core::{Level, MonotonicTime};
use galet_games::{AnyProgress, SetupText};
use galet_queue::{Asking, EngineWorker, Nats, Settings, Terms, WorkerFigures, WorkerSettings};
use galet_scheduler::{ClientId, Executor, Figure, OnSlow, Scheduler, WorkHandle};
use galet_wire::study::AnalysisView;
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

pub(crate) const SAFETY_NET: Duration = Duration::from_secs(120);

/// One server for all tests; each has queues of its own.
pub(crate) fn server() -> Nats {
    static SERVER: OnceLock<galet_services::Nats> = OnceLock::new();
    let server = SERVER.get_or_init(|| galet_services::Nats::start(1).expect("a NATS server"));
    Nats::at(&server.urls())
}

/// The terms of a test: as for people, with less patience.
pub(crate) fn terms(test: &str) -> Terms {
    let millis = Duration::from_millis;
    Terms {
        prefix: format!("test-{test}"),
        ack_wait: millis(1_000),
        sign: millis(200),
        silence: millis(3_000),
        untaken: [millis(20_000); 3],
        slow: Duration::ZERO,
        ..Terms::default()
    }
}

/// A node whose analyses are short.
pub(crate) async fn node(nats: &Nats, terms: &Terms) -> Arc<Asking> {
    node_analysing(nats, terms, Duration::from_millis(400)).await
}

/// A node whose analyses go on for so long.
pub(crate) async fn node_analysing(nats: &Nats, terms: &Terms, analysis: Duration) -> Arc<Asking> {
    let local = Scheduler::new(engine_settings(), Arc::new(MonotonicTime));
    local.start_threads(1).expect("room for a thread");
    let settings =
        Settings { terms: terms.clone(), max_per_client: 32, analysis, ..Settings::default() };
    Asking::connect(nats, settings, local).await.expect("an address")
}

pub(crate) fn engine_settings() -> galet_scheduler::Settings {
    galet_scheduler::Settings { max_per_client: 1_000, ..galet_scheduler::Settings::default() }
}

/// A worker as a program has it: with a runtime of its own, so that it can be killed.
pub(crate) struct Worker {
    pub(crate) figures: Arc<WorkerFigures>,
    stop: Option<oneshot::Sender<()>>,
    ended: watch::Receiver<bool>,
    runtime: Option<Runtime>,
}

pub(crate) async fn worker(nats: &Nats, terms: &Terms, name: &str) -> Worker {
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    let runtime = threads.worker_threads(1).enable_all().build().expect("a runtime");
    let settings = WorkerSettings { terms: terms.clone(), name: name.to_owned(), threads: 1 };
    let (nats, (stop, stopped), (end, ended)) =
        (nats.clone(), oneshot::channel(), watch::channel(false));
    let (tell, figures) = oneshot::channel();
    runtime.spawn(async move {
        let time = Arc::new(MonotonicTime);
        let worker = EngineWorker::connect(&nats, settings, time).await.expect("an address");
        let _ = tell.send(worker.figures());
        worker.run(async { drop(stopped.await) }).await;
        end.send_replace(true);
    });
    let figures = figures.await.expect("it begins");
    Worker { figures, stop: Some(stop), ended, runtime: Some(runtime) }
}

impl Worker {
    /// Asks it to end.
    pub(crate) fn stop(&mut self) {
        self.stop.take();
    }

    pub(crate) async fn ended(&mut self) {
        let ended = timeout(SAFETY_NET, self.ended.wait_for(|ended| *ended)).await;
        drop(ended.expect("it ends").expect("it says so"));
    }

    pub(crate) fn count(&self, name: &str) -> u64 {
        count_in(&self.figures.all(), &format!("galet_worker_{name}_total"))
    }
}

impl Drop for Worker {
    /// Without a farewell.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A question that was asked.
pub(crate) struct Asked<T> {
    pub(crate) work: WorkHandle,
    pub(crate) told: mpsc::UnboundedReceiver<T>,
    slow: watch::Receiver<bool>,
}

impl<T> Asked<T> {
    pub(crate) async fn next(&mut self) -> T {
        self.end_or_next().await.expect("an answer")
    }

    /// What is told next; nothing when no more can come.
    pub(crate) async fn end_or_next(&mut self) -> Option<T> {
        timeout(SAFETY_NET, self.told.recv()).await.expect("the machine has not stopped")
    }

    pub(crate) fn was_slow(&self) -> bool {
        *self.slow.borrow()
    }
}

fn slowly() -> (OnSlow, watch::Receiver<bool>) {
    let (tell, slow) = watch::channel(false);
    let on_slow = move || {
        tell.send_replace(true);
    };
    (Box::new(on_slow), slow)
}

pub(crate) fn ask_move(
    node: &dyn Executor,
    game: Box<dyn AnyProgress>,
    level: u8,
) -> Asked<String> {
    let (tell, told) = mpsc::unbounded_channel();
    let (on_slow, slow) = slowly();
    let done = Box::new(move |text| drop(tell.send(text)));
    let level = Level::new(level).expect("a level");
    let work = node.play(game, level, None, 7, done, on_slow).expect("room");
    Asked { work, told, slow }
}

pub(crate) fn ask_analysis(
    node: &dyn Executor,
    client: u64,
    game: Box<dyn AnyProgress>,
) -> Asked<AnalysisView> {
    let (tell, told) = mpsc::unbounded_channel();
    let (on_slow, slow) = slowly();
    let tell = Box::new(move |view| drop(tell.send(view)));
    let work = node.analyse(ClientId(client), game, 2, 1, tell, on_slow).expect("room");
    Asked { work, told, slow }
}

/// A figure of a node.
pub(crate) fn count(node: &Asking, name: &str) -> u64 {
    count_in(&node.figures(), &format!("galet_queue_{name}"))
}

fn count_in(figures: &[Figure], name: &str) -> u64 {
    figures.iter().find(|figure| figure.name == name).expect("such a figure").value as u64
}

/// Waits until something is so that nobody tells of.
pub(crate) async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let wait = async {
        while !is_so().await {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(SAFETY_NET, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// Waits until a node knows that there is a worker.
pub(crate) async fn meet(node: &Asking) {
    until("a worker is heard of", async || count(node, "workers") >= 1).await;
}

pub(crate) fn start(game: &str) -> Box<dyn AnyProgress> {
    galet_games::find(game).expect("a game").start(&SetupText::default()).expect("its start")
}

/// A game after so many random plies, or over before that.
pub(crate) fn random_game(game: &str, plies: usize, seed: u64) -> Box<dyn AnyProgress> {
    let mut game = start(game);
    let mut random = SplitMix64::new(seed);
    while game.plies() < plies && game.outcome().is_none() {
        let moves = game.legal_moves(500).texts;
        game.play(&moves[random.below(moves.len())]).expect("a legal move");
    }
    game
}

/// A worker that does everything by hand, but says by itself that it is there.
pub(crate) struct Hand {
    pub(crate) client: async_nats::Client,
    pub(crate) jetstream: async_nats::jetstream::Context,
    terms: Terms,
    signs: JoinHandle<()>,
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.signs.abort();
    }
}

impl Hand {
    pub(crate) async fn new(nats: &Nats, terms: &Terms) -> Hand {
        let client = async_nats::connect(&nats.servers[0]).await.expect("a connection");
        let jetstream = async_nats::jetstream::new(client.clone());
        let (heard, shown) = oneshot::channel();
        let signs = tokio::spawn(show_signs(client.clone(), terms.clone(), heard));
        shown.await.expect("it is there");
        Hand { client, jetstream, terms: terms.clone(), signs }
    }

    pub(crate) fn stream(&self, queue: &str) -> String {
        format!("{}_{queue}", self.terms.prefix).to_uppercase()
    }

    /// How many questions a queue holds, taken or not.
    pub(crate) async fn held(&self, queue: &str) -> u64 {
        let stream = self.jetstream.get_stream(self.stream(queue)).await.expect("a queue");
        stream.cached_info().state.messages
    }

    /// Takes the next question.
    pub(crate) async fn take(&self, queue: &str) -> (async_nats::jetstream::Message, Value) {
        let config = async_nats::jetstream::consumer::pull::Config {
            durable_name: Some("workers".to_owned()),
            ack_wait: self.terms.ack_wait,
            max_deliver: self.terms.deliveries,
            ..Default::default()
        };
        let stream = self.jetstream.get_stream(self.stream(queue)).await.expect("a queue");
        let consumer: PullConsumer =
            stream.get_or_create_consumer("workers", config).await.expect("a consumer");
        let batch = consumer.batch().max_messages(1).expires(SAFETY_NET).messages();
        let message = batch.await.expect("a batch").next().await.expect("one").expect("a message");
        let question = serde_json::from_slice(&message.payload).expect("a question");
        (message, question)
    }

    /// Says something to a question.
    pub(crate) async fn say(&self, question: &Value, said: &Value) {
        let report = serde_json::json!({
            "version": 1,
            "number": question["number"],
            "attempt": question["attempt"],
            "position": question["position"],
            "worker": "by hand",
            "said": said,
        });
        self.say_report(question, &report).await;
    }

    pub(crate) async fn say_report(&self, question: &Value, report: &Value) {
        let subject = question["answer"].as_str().expect("a subject").to_owned();
        self.client.publish(subject, report.to_string().into()).await.expect("it is sent");
    }

    /// Puts something into a queue that need not be a question.
    pub(crate) async fn put(&self, queue: &str, payload: Vec<u8>) {
        let subject = format!("{}.work.{queue}", self.terms.prefix);
        let sent = self.jetstream.publish(subject, payload.into()).await.expect("it is sent");
        sent.await.expect("it is queued");
    }
}

async fn show_signs(client: async_nats::Client, terms: Terms, heard: oneshot::Sender<()>) {
    let sign = serde_json::json!({ "worker": 1, "name": "hand", "threads": 1, "leaving": false });
    let mut heard = Some(heard);
    loop {
        let subject = format!("{}.workers", terms.prefix);
        client.publish(subject, sign.to_string().into()).await.expect("it is sent");
        client.flush().await.expect("it is heard");
        heard.take().map(|heard| heard.send(()));
        sleep(terms.sign).await;
    }
}
