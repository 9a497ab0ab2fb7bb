//! Some nodes for one test.

use galet_server::{Limits, Running, Settings, serve};
use galet_services::{Nats, Postgres};
use galet_table::Event;
use galet_test_client::{Client, Connection};
use galet_wire::socket::{Answer, Message};
use galet_wire::table::{Act, ClockTerms, NewTable, SeatRequest, TableState};
use std::net::SocketAddr;
use std::sync::{Mutex, OnceLock, mpsc};
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// One NATS server for all tests that do not harm it: tables have names of their own.
fn nats() -> &'static Mutex<Nats> {
    static NATS: OnceLock<Mutex<Nats>> = OnceLock::new();
    NATS.get_or_init(|| Mutex::new(Nats::start(1).expect("a NATS server")))
}

/// A node, on threads of its own.
pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    /// Missing once it has ended.
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    ended: oneshot::Receiver<()>,
}

/// Nodes on one database.
pub(crate) struct Club {
    database: String,
    nats: Vec<String>,
    _folder: TempDir,
}

impl Club {
    pub(crate) fn open() -> Club {
        let urls = nats().lock().expect("nobody failed").urls();
        Club::with_nats(urls)
    }

    pub(crate) fn with_nats(nats: Vec<String>) -> Club {
        // What goes wrong stands in the output of the test that fails.
        let _ = galet_server::start_logging(galet_server::LogFormat::Text, "warn");
        let postgres = Postgres::shared().expect("a PostgreSQL server");
        let database = postgres.new_database().expect("a database");
        Club { database, nats, _folder: tempfile::tempdir().expect("a folder") }
    }

    /// The database, asked directly.
    pub(crate) fn query(&self, sql: &str) -> String {
        let name = self.database.rsplit('/').next().expect("it has a name");
        let name = name.split('?').next().expect("it has a beginning");
        Postgres::shared().expect("it runs").query(name, sql).expect("an answer")
    }

    /// Keeps everybody from a table of the database for so many seconds; the thread ends when it is over.
    pub(crate) fn locks(&self, table: &str, seconds: u32) -> std::thread::JoinHandle<()> {
        let lock = format!(
            "BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep({seconds}); COMMIT"
        );
        let url = self.database.clone();
        std::thread::spawn(move || drop(galet_services::query(&url, &lock).expect("it is locked")))
    }

    /// The events of a table, as they are stored.
    pub(crate) fn events(&self, table: &str) -> Vec<Event> {
        let bodies =
            self.query(&format!("SELECT body FROM events WHERE tab = '{table}' ORDER BY seq"));
        bodies.lines().map(|body| Event::from_json(body).expect("an event")).collect()
    }

    pub(crate) fn node(&self, name: &str) -> Node {
        self.node_with(name, |_| {})
    }

    pub(crate) fn node_with(&self, name: &str, change: impl FnOnce(&mut Settings)) -> Node {
        let mut settings = Settings {
            port: 0,
            data: self._folder.path().into(),
            database: Some(self.database.clone()),
            nats: self.nats.clone(),
            node: name.to_owned(),
            engine_threads: 1,
            limits: Limits { guest_rate: 100_000, ..Limits::default() },
            ..Settings::default()
        };
        change(&mut settings);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("threads");
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let (end, ended) = oneshot::channel();
        runtime.spawn(async move {
            let started = |running: &Running| {
                let port = running.here.rsplit(':').next().and_then(|port| port.parse().ok());
                let port: u16 = port.expect("an address ends with its port");
                tell.send(port).expect("somebody waits");
            };
            let stop = async {
                let _ = stopped.await;
            };
            serve(settings, started, stop).await.expect("the node runs");
            let _ = end.send(());
        });
        let port = told.recv().expect("the node starts");
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        Node { address, runtime: Some(runtime), stop: Some(stop), ended }
    }
}

impl Node {
    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// The same browser, at this node.
    pub(crate) fn takes(&self, client: &Client) -> Client {
        let mut here = self.client();
        here.cookie.clone_from(&client.cookie);
        here
    }

    /// Ends without a word: nobody is told, nothing is written.
    pub(crate) fn kill(self) {
        drop(self);
    }

    /// Ends in good order.
    pub(crate) async fn close(mut self) {
        let stop = self.stop.take().expect("it is stopped once");
        stop.send(()).expect("the node waits for this");
        (&mut self.ended).await.expect("the node stops");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

pub(crate) fn table(seats: [SeatRequest; 2], clock: ClockTerms) -> NewTable {
    let game = galet_games::all()[0].name().to_owned();
    NewTable { game, setup: Default::default(), moves: Vec::new(), seats, clock }
}

/// Any legal first moves of the game of these tests.
pub(crate) fn moves(count: usize) -> Vec<String> {
    let mut progress = galet_games::all()[0].start(&Default::default()).expect("it begins");
    for _ in 0..count {
        let text = progress.legal_moves(3).texts.pop().expect("it goes on");
        progress.play(&text).expect("a legal move");
    }
    progress.moves()
}

/// Two people at a table, each at a node of their own; who opened it begins.
pub(crate) struct Pair {
    pub(crate) table: String,
    pub(crate) clients: [Client; 2],
    pub(crate) pages: [Connection; 2],
}

impl Pair {
    /// Sits down, and waits until both see that both are there.
    pub(crate) async fn sit(nodes: [&Node; 2], clock: ClockTerms) -> Pair {
        let mut pair = Pair::sit_unheard(nodes, clock).await;
        let page = &mut pair.pages[0];
        if !all_there(&page.watch(&pair.table).await.expect("a view").state) {
            until(page, all_there).await;
        }
        pair
    }

    /// Sits down, at nodes that do not hear each other: the store says who sits there, and nobody who is there.
    pub(crate) async fn sit_unheard([one, two]: [&Node; 2], clock: ClockTerms) -> Pair {
        let (mut first, mut second) = (one.client(), two.client());
        let request = table([SeatRequest::Me, SeatRequest::Friend], clock);
        let id = first.open_table(&request).await.expect("a table");
        let mut page = first.connect().await.expect("a connection");
        page.watch(&id).await.expect("a view");
        let mut other = second.connect().await.expect("a connection");
        let view = other.watch(&id).await.expect("a view");
        assert_eq!(view.state.may, [Act::Sit]);
        assert_eq!(other.act(&id, 0, Act::Sit).await.expect("an answer"), Answer::Done);
        until(&mut page, |state| state.turn.is_some()).await;
        Pair { table: id, clients: [first, second], pages: [page, other] }
    }

    /// Plays a move for whoever is to move, once both see that they are.
    pub(crate) async fn play(&mut self, ply: usize, text: &str) {
        let answer = self.pages[ply % 2].play(&self.table, ply as u32, text).await;
        assert_eq!(answer.expect("an answer"), Answer::Done, "{ply}: {text}");
        for page in &mut self.pages {
            until(page, |state| state.ply == ply as u32 + 1).await;
        }
    }
}

/// Whether everybody who plays is there.
pub(crate) fn all_there(state: &TableState) -> bool {
    state.seats.iter().all(|seat| seat.present)
}

/// What does not happen within this time does not happen, on a machine of any speed.
pub(crate) const AT_LAST: Duration = Duration::from_secs(90);

/// Waits until a table is as it should be, through whatever happens there.
pub(crate) async fn until(
    page: &mut Connection,
    there: impl Fn(&TableState) -> bool,
) -> TableState {
    let happens = async {
        loop {
            if let Message::Happened { state, .. } = page.next().await.expect("a message")
                && there(&state)
            {
                return state;
            }
        }
    };
    let happened = tokio::time::timeout(AT_LAST, happens).await;
    happened.expect("the table becomes what it should be")
}

/// The code of a refusal.
pub(crate) fn code(answer: Answer) -> String {
    match answer {
        Answer::Refused { error } => error.code,
        other => panic!("not refused: {other:?}"),
    }
}
