//! One connection: reading, pinging, ending.

use super::outbox::{Outbox, Queue, text_of};
use super::{LONGEST, questions};
use crate::App;
use crate::error::ApiError;
use crate::limits;
use crate::store::health::storage_message;
use crate::tables::keeper::{LONG, Watcher};
use crate::visitor::Visitor;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use galet_scheduler::WorkHandle;
use galet_table::GuestId;
use galet_wire::socket::{Answer, Ask, Message};
use galet_wire::table::TableView;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// One connection of one browser.
pub(super) struct Connection {
    pub(super) app: Arc<App>,
    pub(super) number: u64,
    pub(super) visitor: Visitor,
    pub(super) outbox: Outbox,
    /// The tables that are watched.
    pub(super) watching: HashSet<String>,
    /// The analysis under way; dropping it cancels it.
    pub(super) analysis: Option<WorkHandle>,
    /// Other work of the engine, by the number of the question.
    pub(super) work: HashMap<u32, WorkHandle>,
    /// Tells of work that is done.
    pub(super) done: mpsc::UnboundedSender<u32>,
}

/// How often the browser is asked whether it is there.
const PING: Duration = Duration::from_secs(25);
/// After so long a silence it is not.
const SILENCE: Duration = Duration::from_secs(80);
/// A browser that takes nothing for so long while much waits for it is cut off.
const STANDSTILL: Duration = Duration::from_secs(20);
/// A browser that is told to go has so long to hear it.
const FAREWELL: Duration = Duration::from_secs(1);

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// Serves a connection until it ends.
pub(super) async fn run(app: Arc<App>, visitor: Visitor, socket: WebSocket) {
    let (sink, mut stream) = socket.split();
    let (outbox, queue) = Outbox::new();
    let mut sender = tokio::spawn(send_all(app.clone(), sink, queue));
    let (done, mut finished) = mpsc::unbounded_channel();
    let mut connection = Connection {
        number: NUMBERS.fetch_add(1, Ordering::Relaxed),
        watching: HashSet::new(),
        analysis: None,
        work: HashMap::new(),
        done,
        app: app.clone(),
        visitor,
        outbox,
    };
    let guest = connection.guest();
    app.people.connected(guest, connection.number, connection.outbox.clone());
    app.people.count(&app.store, guest).await;
    if let Some((fault, _)) = app.store.health.get().fault {
        connection.outbox.send(&storage_message(Some(fault)));
    }
    let mut down = app.down.subscribe();
    // What happens once is waited for once, not anew with each message.
    let mut goes_down = std::pin::pin!(goes_down(&mut down));
    let mut was_cut = std::pin::pin!(connection.outbox.was_cut());
    let mut ending = close_code::NORMAL;
    let mut clock = interval(PING / 5);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    // How much had been sent, and since when it is no more.
    let mut flow = (0, Instant::now());
    // What the sender gave back, if it ended by itself: a task can be asked only once.
    let mut sent = None;
    loop {
        tokio::select! {
            // Who does not read the answers waits with the questions.
            frame = stream.next(), if connection.outbox.has_room() => match frame {
                Some(Ok(frame)) => {
                    heard = Instant::now();
                    if !connection.hear(frame).await { break }
                }
                Some(Err(_)) | None => break,
            },
            () = connection.outbox.drains(), if !connection.outbox.has_room() => {}
            Some(number) = finished.recv() => { connection.work.remove(&number); }
            () = &mut was_cut => {
                app.metrics.slow_readers.add(1);
                ending = close_code::AGAIN;
                break;
            }
            () = &mut goes_down => {
                connection.outbox.send(&Message::Goodbye);
                ending = close_code::RESTART;
                break;
            }
            _ = clock.tick() => {
                let sent = connection.outbox.sent();
                if sent != flow.0 || connection.outbox.has_room() {
                    flow = (sent, Instant::now());
                }
                if flow.1.elapsed() > STANDSTILL {
                    connection.outbox.cut();
                }
                // Who is not listened to is not silent.
                if !connection.outbox.has_room() {
                    heard = Instant::now();
                }
                if heard.elapsed() > SILENCE { break }
            },
            given = &mut sender => {
                sent = Some(given.ok().flatten());
                break;
            }
        }
    }
    app.people.gone(guest, connection.number);
    for table in &connection.watching {
        app.tables.leave(table, connection.number).await;
    }
    // Without outboxes the sender sends what waits, says goodbye and ends.
    drop(connection);
    let sink = match sent {
        Some(sink) => sink,
        None => timeout(FAREWELL, &mut sender).await.ok().and_then(Result::ok).flatten(),
    };
    if let Some(sink) = sink {
        let _ = timeout(FAREWELL, close(sink, stream, ending)).await;
    }
    sender.abort();
}

/// Waits until the server goes down.
async fn goes_down(down: &mut watch::Receiver<bool>) {
    let _ = down.wait_for(|down| *down).await;
}

/// Sends everything that waits; pings now and then. Gives the sink back when nothing will come.
async fn send_all(
    app: Arc<App>,
    mut sink: SplitSink<WebSocket, Frame>,
    mut queue: Queue,
) -> Option<SplitSink<WebSocket, Frame>> {
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut texts = Vec::with_capacity(16);
    loop {
        tokio::select! {
            count = queue.take(&mut texts, 16) => {
                if count == 0 {
                    return Some(sink);
                }
                // What is said to several comes in several parts: the rest is on its way, and goes
                // out together.
                tokio::task::yield_now().await;
                queue.take_waiting(&mut texts, 16);
                let (count, mut bytes) = (texts.len() as u64, 0);
                for text in texts.drain(..) {
                    bytes += text.len();
                    sink.feed(Frame::Text(text)).await.ok()?;
                }
                sink.flush().await.ok()?;
                app.metrics.messages_out.add(count);
                app.metrics.bytes_out.add(bytes as u64);
                queue.sent(bytes);
            }
            _ = ping.tick() => sink.send(Frame::Ping(Default::default())).await.ok()?,
        }
    }
}

async fn close(
    mut sink: SplitSink<WebSocket, Frame>,
    mut stream: SplitStream<WebSocket>,
    code: u16,
) {
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    if sink.send(Frame::Close(Some(frame))).await.is_ok() {
        while let Some(Ok(_)) = stream.next().await {}
    }
}

impl Connection {
    /// The visitor as tables know them. Who is no guest yet has a number, too: the one they will
    /// be known under once there is something to remember.
    pub(super) fn guest(&self) -> GuestId {
        self.visitor.number()
    }

    pub(super) fn watcher(&self) -> Watcher {
        let (connection, guest) = (self.number, self.guest());
        Watcher { connection, guest, outbox: self.outbox.clone() }
    }

    /// Answers a question.
    pub(super) fn answer(&self, to: u32, answer: Answer) {
        if matches!(answer, Answer::Refused { .. }) {
            self.app.metrics.refused.add(1);
        }
        self.outbox.send(&Message::Answer { to, answer });
    }

    /// Answers with a table; a long one is put into words elsewhere.
    pub(super) async fn show(&self, to: u32, view: TableView) {
        let long = view.moves.len() > LONG as usize;
        let message = Message::Answer { to, answer: Answer::Table { view } };
        let text = if long {
            self.app.work.aside(move || text_of(&message)).await
        } else {
            text_of(&message)
        };
        self.outbox.push(text);
    }

    fn refuse(&self, to: u32, error: ApiError) {
        self.answer(to, Answer::Refused { error: error.info });
    }

    /// Hears a frame; `false` ends the connection.
    async fn hear(&mut self, frame: Frame) -> bool {
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => return true,
            Frame::Close(_) => return false,
            Frame::Binary(_) => {
                self.refuse(0, ApiError::malformed("messages are text, not bytes"));
                return true;
            }
        };
        self.app.metrics.messages_in.add(1);
        let network = limits::network_of(self.visitor.address);
        let now = self.app.clock.now();
        let address_waits = network.is_some_and(|net| !self.app.address_buckets.take(net, now));
        if address_waits || !self.app.guest_buckets.take(self.guest().0, now) {
            self.app.metrics.refused_fast.add(1);
            self.refuse(number_in(&text), ApiError::too_fast());
            return true;
        }
        if text.len() > LONGEST {
            self.refuse(0, ApiError::too_large());
            return true;
        }
        match serde_json::from_str::<Ask>(&text) {
            Ok(ask) => {
                if let Err(error) = questions::handle(self, ask.id, ask.what).await {
                    self.refuse(ask.id, error);
                }
            }
            Err(error) => self.refuse(number_in(&text), ApiError::malformed(&error.to_string())),
        }
        true
    }
}

/// The number of a question that cannot be read otherwise; 0 if even that cannot.
fn number_in(text: &str) -> u32 {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    if text.len() > LONGEST {
        return 0;
    }
    serde_json::from_str::<Numbered>(text).map_or(0, |numbered| numbered.id)
}
