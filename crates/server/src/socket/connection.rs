//! One connection: reading, pinging, ending.

use super::outbox::{Outbox, Queue};
use super::{LONGEST, questions};
use crate::App;
use crate::error::ApiError;
use crate::log::Seldom;
use crate::people::Identity;
use crate::store::health::storage_message;
use crate::tables::keeper::Watcher;
use crate::visitor::Visitor;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use galet_scheduler::WorkHandle;
use galet_table::GuestId;
use galet_wire::socket::{Answer, Ask, Message};
use serde::Deserialize;
use std::collections::{HashMap, HashSet, VecDeque};
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
    /// Who the browser is: it can become a guest and be signed out meanwhile.
    identity: watch::Receiver<Identity>,
    /// Whom the tables that are watched know it as.
    known: Option<GuestId>,
    pub(super) outbox: Outbox,
    /// The tables that are watched.
    pub(super) watching: HashSet<String>,
    /// The analysis under way; dropping it cancels it.
    pub(super) analysis: Option<WorkHandle>,
    /// Other work of the engine, by the number of the question.
    pub(super) work: HashMap<u32, WorkHandle>,
    /// Tells of work that is done, and whether it was answered.
    pub(super) done: mpsc::UnboundedSender<(u32, bool)>,
    /// When it was last told that the engine takes longer than usual.
    pub(super) slow_told: Arc<Seldom>,
    /// When the browser last answered a ping.
    ponged: Option<Instant>,
}

/// How often the browser is asked whether it is there.
const PING: Duration = Duration::from_secs(25);
/// After so long a silence it is not.
const SILENCE: Duration = Duration::from_secs(80);
/// A browser that takes no whole message for so long while much waits for it is cut off.
const STANDSTILL: Duration = Duration::from_secs(20);
/// A browser that is told to go has so long to hear it.
const FAREWELL: Duration = Duration::from_secs(1);

/// How the connections of a browser that was signed out end: its page is loaded anew.
const SIGNED_OUT: u16 = 4001;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// Serves a connection until it ends.
pub(super) async fn run(app: Arc<App>, visitor: Visitor, socket: WebSocket) {
    let (sink, stream) = socket.split();
    let (outbox, queue) = Outbox::new();
    let mut sender = tokio::spawn(send_all(app.clone(), sink, queue));
    let (done, mut finished) = mpsc::unbounded_channel();
    let (number, token) = (NUMBERS.fetch_add(1, Ordering::Relaxed), visitor.hash());
    let mut connection = Connection {
        number,
        identity: app.people.connected(token, number, outbox.clone()),
        known: None,
        watching: HashSet::new(),
        analysis: None,
        work: HashMap::new(),
        done,
        slow_told: Arc::default(),
        ponged: None,
        app: app.clone(),
        visitor,
        outbox,
    };
    // What only happens at times has room only then: thousands of connections are idle.
    let (shown, came) = (connection.visitor.shown_hash(), connection.visitor.came());
    Box::pin(app.recognising(shown, came, connection.introduce())).await;
    if let Some((fault, _)) = app.store.health.get().fault {
        connection.outbox.send(&storage_message(Some(fault)));
    }
    let mut down = app.down.subscribe();
    // What happens once is waited for once, not anew with each message.
    let mut goes_down = std::pin::pin!(goes_down(&mut down));
    let mut was_cut = std::pin::pin!(connection.outbox.was_cut());
    let mut sends_away = app.nodes.sends_away();
    let mut ending = close_code::NORMAL;
    let mut clock = interval(PING / 5);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    // How much had been sent, and since when it is no more.
    let mut flow = (0, Instant::now());
    // What the sender gave back, if it ended by itself: a task can be asked only once.
    let mut given_back = None;
    let mut frames = Frames { stream, ahead: VecDeque::new() };
    loop {
        tokio::select! {
            // Who does not read the answers waits with the questions.
            frame = frames.next(), if connection.outbox.has_room() => match frame {
                Some(Ok(frame)) => {
                    heard = Instant::now();
                    let closes = connection.closes();
                    let outbox = connection.outbox.clone();
                    let closes = move || {
                        closes();
                        outbox.drop_what_waits();
                    };
                    let hears = Box::pin(connection.hear(frame));
                    if !frames.come_in_while(hears, closes).await { break }
                }
                Some(Err(_)) | None => break,
            },
            () = connection.outbox.drains(), if !connection.outbox.has_room() => {}
            Some((number, answered)) = finished.recv() => {
                // Work that never began was refused already.
                if connection.work.remove(&number).is_some() && !answered {
                    connection.refuse(number, ApiError::busy());
                }
            }
            Ok(()) = connection.identity.changed() => {
                if !Box::pin(connection.learn()).await { break }
            }
            () = &mut was_cut => {
                app.metrics.slow_readers.add(1);
                ending = close_code::AGAIN;
                break;
            }
            Ok(()) = sends_away.changed() => {
                connection.outbox.send(&Message::Goodbye);
                ending = close_code::RESTART;
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
            // What came before a goodbye is carried out, though nothing can be sent any more.
            sink = &mut sender, if frames.ahead.is_empty() || !connection.outbox.has_room() => {
                given_back = Some(sink.ok());
                break;
            }
        }
    }
    if *connection.identity.borrow() == Identity::SignedOut {
        ending = SIGNED_OUT;
    }
    connection.closes()();
    // Where the server ends it, what waits is sent first: why it does.
    if ending == close_code::NORMAL {
        connection.outbox.drop_what_waits();
    }
    for table in &connection.watching {
        Box::pin(app.tables.leave(table, connection.number)).await;
    }
    // Without outboxes the sender sends what waits, says goodbye and ends.
    drop(connection);
    let sink = match given_back {
        Some(sink) => sink,
        None => timeout(FAREWELL, &mut sender).await.ok().and_then(Result::ok),
    };
    if let Some(sink) = sink {
        let _ = timeout(FAREWELL, Box::pin(close(sink, frames.stream, ending))).await;
    }
    sender.abort();
}

/// What a browser sends, or that it sends no more.
type Arrived = Option<Result<Frame, axum::Error>>;

/// What a browser sends, in order.
struct Frames {
    stream: SplitStream<WebSocket>,
    /// What came in while something before it was dealt with.
    ahead: VecDeque<Arrived>,
}

/// So much is read while something before it is dealt with.
const AHEAD: usize = 4;

impl Frames {
    async fn next(&mut self) -> Arrived {
        match self.ahead.pop_front() {
            Some(arrived) => arrived,
            None => self.stream.next().await,
        }
    }

    /// Does something that may take long, and reads on meanwhile: that the browser closes the connection is noticed at
    /// once. What it asked for is carried out all the same.
    async fn come_in_while<T>(
        &mut self,
        done: impl Future<Output = T> + Unpin,
        closes: impl FnOnce(),
    ) -> T {
        let (mut done, mut closes) = (done, Some(closes));
        loop {
            let reads = closes.is_some() && self.ahead.len() < AHEAD;
            tokio::select! {
                done = &mut done => return done,
                arrived = self.stream.next(), if reads => {
                    if matches!(arrived, None | Some(Err(_) | Ok(Frame::Close(_))))
                        && let Some(closes) = closes.take()
                    {
                        closes();
                    }
                    self.ahead.push_back(arrived);
                }
            }
        }
    }
}

/// Waits until the server goes down.
async fn goes_down(down: &mut watch::Receiver<bool>) {
    let _ = down.wait_for(|down| *down).await;
}

/// Sends everything that waits; pings now and then. Gives the sink back when nothing will come, and when
/// nothing can be sent any more: a browser that has said goodbye is still to be answered.
async fn send_all(
    app: Arc<App>,
    mut sink: SplitSink<WebSocket, Frame>,
    queue: Queue,
) -> SplitSink<WebSocket, Frame> {
    let _ = send_while_possible(&app, &mut sink, queue).await;
    sink
}

async fn send_while_possible(
    app: &App,
    sink: &mut SplitSink<WebSocket, Frame>,
    mut queue: Queue,
) -> Result<(), axum::Error> {
    let mut unwanted = std::pin::pin!(queue.is_unwanted());
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut texts = Vec::with_capacity(16);
    loop {
        tokio::select! {
            count = queue.take(&mut texts, 16) => {
                if count == 0 {
                    return Ok(());
                }
                // What is said to several comes in several parts: the rest is on its way, and goes
                // out together.
                tokio::task::yield_now().await;
                queue.take_waiting(&mut texts, 16);
                let (count, mut bytes) = (texts.len() as u64, 0);
                for text in texts.drain(..) {
                    bytes += text.len();
                    sink.feed(Frame::Text(text)).await?;
                }
                sink.flush().await?;
                app.metrics.messages_out.add(count);
                app.metrics.bytes_out.add(bytes as u64);
                queue.sent(bytes);
            }
            // The goodbye is answered, however long the rest of it takes.
            () = &mut unwanted => return sink.flush().await,
            _ = ping.tick() => sink.send(Frame::Ping(Default::default())).await?,
        }
    }
}

async fn close(
    mut sink: SplitSink<WebSocket, Frame>,
    mut stream: SplitStream<WebSocket>,
    code: u16,
) {
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    // Where the browser said goodbye first this is refused: the answer waits already, and goes out with the next look.
    let _ = sink.send(Frame::Close(Some(frame))).await;
    while let Some(Ok(_)) = stream.next().await {}
}

impl Connection {
    /// The visitor as tables know them; `None` for somebody who is no guest.
    pub(super) fn guest(&self) -> Option<GuestId> {
        self.visitor.guest_id()
    }

    pub(super) fn watcher(&self) -> Watcher {
        let (connection, token) = (self.number, self.visitor.hash());
        Watcher { connection, token, guest: self.guest(), outbox: self.outbox.clone() }
    }

    /// What is to be done at once when the connection ends, also while something is dealt with.
    fn closes(&self) -> impl FnOnce() + use<> {
        let (app, outbox) = (self.app.clone(), self.outbox.clone());
        let (token, number) = (self.visitor.hash(), self.number);
        // Nobody else is there to be told, as a rule.
        let tables = app.nodes.shared().then(|| self.watching.iter().cloned().collect());
        move || {
            outbox.close();
            app.page_is_gone(token, number, tables.unwrap_or_default());
        }
    }

    /// Finds out who the browser is, now that it hears of every change.
    async fn introduce(&mut self) {
        let (people, token) = (&self.app.people, self.visitor.hash());
        // Since the request came, it may have become a guest or been signed out.
        let guest = match self.app.store.holder_of(token).await {
            Ok(holder) => holder.map(|holder| holder.guest),
            Err(_) => self.guest(),
        };
        match (guest, self.guest()) {
            (Some(guest), _) => {
                self.app.became_here(token, guest);
                people.count(&self.app.store, guest).await;
                self.visitor.is_now(guest);
                self.known = Some(guest);
            }
            (None, Some(_)) => people.signed_out(token),
            (None, None) => {}
        }
    }

    /// Takes on who the browser has become meanwhile; `false` if it was signed out.
    pub(super) async fn learn(&mut self) -> bool {
        let identity = *self.identity.borrow_and_update();
        match identity {
            Identity::SignedOut => return false,
            Identity::Guest(guest) if self.known != Some(guest) => {
                self.known = Some(guest);
                self.visitor.is_now(guest);
                for table in &self.watching {
                    self.app.tables.became(table, self.number, guest).await;
                }
                if let Some(turns) = self.app.people.count(&self.app.store, guest).await {
                    self.outbox.send(&Message::Turns { turns });
                }
            }
            Identity::Guest(_) | Identity::Nobody => {}
        }
        true
    }

    /// Answers a question.
    pub(super) fn answer(&self, to: u32, answer: Answer) {
        if matches!(answer, Answer::Refused { .. }) {
            self.app.metrics.refused.add(1);
        }
        self.outbox.send(&Message::Answer { to, answer });
    }

    /// Counts something that came; whether it is too much at once for the address or the visitor.
    fn is_too_fast(&self, weight: u32) -> bool {
        let (app, now) = (&self.app, self.app.clock.now());
        let network = self.visitor.network;
        let fast = network.is_some_and(|net| !app.address_buckets.take_some(net, weight, now))
            || !app.guest_buckets.take_some(self.visitor.key(), weight, now);
        if fast {
            app.note_refusal(&ApiError::too_fast(), network);
        }
        fast
    }

    /// Whether a pong may be the answer to a ping of ours: more of them are the browser's own idea.
    fn is_awaited_pong(&mut self) -> bool {
        let awaited = self.ponged.is_none_or(|at| at.elapsed() >= PING / 2);
        if awaited {
            self.ponged = Some(Instant::now());
        }
        awaited
    }

    fn refuse(&self, to: u32, error: ApiError) {
        self.answer(to, Answer::Refused { error: error.info });
    }

    /// Hears a frame; `false` ends the connection. Every frame counts, whatever it is, and large
    /// ones for more.
    async fn hear(&mut self, frame: Frame) -> bool {
        // What changed before this frame came counts for it.
        if !self.learn().await {
            return false;
        }
        let length = match &frame {
            Frame::Text(text) => text.len(),
            Frame::Binary(bytes) | Frame::Ping(bytes) | Frame::Pong(bytes) => bytes.len(),
            Frame::Close(_) => return false,
        };
        if matches!(frame, Frame::Pong(_)) && self.is_awaited_pong() {
            return true;
        }
        let fast = self.is_too_fast(1 + (length / LONGEST) as u32);
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Binary(_) if fast => {
                self.refuse(0, ApiError::too_fast());
                return true;
            }
            Frame::Binary(_) => {
                self.refuse(0, ApiError::malformed("messages are text, not bytes"));
                return true;
            }
            // Nobody needs so many of these.
            _ => return !fast,
        };
        self.app.metrics.messages_in.add(1);
        if fast {
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
