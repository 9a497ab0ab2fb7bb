//! A server for one test.

use galet_server::{ClockHand, Limits, Settings, WallClock, serve};
use galet_table::Moment;
use galet_test_client::{Client, Connection};
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::table::{Act, ClockTerms, Happening, NewTable, SeatRequest, TableState};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection as _, Row};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// What is there whether a server runs or not: its folder, and the time, which moves only when a
/// test says so.
pub(crate) struct Site {
    data: TempDir,
    clock: WallClock,
    hand: ClockHand,
}

impl Site {
    pub(crate) fn on(data: TempDir) -> Site {
        Site::at(data, Moment(1_700_000_000_000))
    }

    /// A folder with a clock that stands at some time.
    pub(crate) fn at(data: TempDir, now: Moment) -> Site {
        let (clock, hand) = WallClock::by_hand(now);
        Site { data, clock, hand }
    }

    /// So much time passes.
    pub(crate) fn waits(&self, milliseconds: u64) {
        self.hand.advance(Duration::from_millis(milliseconds));
    }
}

/// A running server.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    /// Where the figures are, if they have a port of their own.
    pub(crate) metrics: Option<SocketAddr>,
    site: Site,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(|_| {}).await
    }

    /// A server with some settings changed.
    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> House {
        House::on(Site::on(tempfile::tempdir().expect("a folder")), change).await
    }

    /// A server on a site that may have been used before.
    pub(crate) async fn on(site: Site, change: impl FnOnce(&mut Settings)) -> House {
        let (data, clock) = (site.data.path().into(), site.clock.clone());
        let mut settings = Settings { port: 0, data, clock, ..Settings::default() };
        change(&mut settings);
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let task = tokio::spawn(async move {
            let started = |running: &galet_server::Running| {
                let port = running.here.rsplit(':').next().and_then(|port| port.parse().ok());
                let port: u16 = port.expect("an address ends with its port");
                tell.send((port, running.metrics)).expect("somebody waits");
            };
            let stop = async {
                let _ = stopped.await;
            };
            serve(settings, started, stop).await.expect("the server runs");
        });
        let (port, metrics) = told.await.expect("the server starts");
        House { address: SocketAddr::from(([127, 0, 0, 1], port)), metrics, site, stop, task }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// A visitor who comes through our proxy from an address.
    pub(crate) fn client_from(&self, address: &str) -> Client {
        let mut client = self.client();
        client.headers.push(("x-forwarded-for".into(), address.into()));
        client
    }

    /// The folder that it keeps everything in.
    pub(crate) fn folder(&self) -> &Path {
        self.site.data.path()
    }

    /// So much time passes.
    pub(crate) fn waits(&self, milliseconds: u64) {
        self.site.waits(milliseconds);
    }

    /// Stops the server in good order and gives what is left.
    pub(crate) async fn close(self) -> Site {
        self.stop.send(()).expect("the server waits for this");
        self.task.await.expect("the server stops");
        self.site
    }
}

/// Limits that tests do not run into.
pub(crate) fn wide(settings: &mut Settings) {
    settings.limits = Limits { guest_rate: 100_000, ..Limits::default() };
}

pub(crate) fn table(game: &str, seats: [SeatRequest; 2], clock: ClockTerms) -> NewTable {
    NewTable { game: game.to_owned(), setup: Default::default(), moves: Vec::new(), seats, clock }
}

/// Every game in turn, as the tests name none.
pub(crate) fn game(number: usize) -> &'static str {
    let games = galet_games::all();
    games[number % games.len()].name()
}

/// Any legal first moves of a game.
pub(crate) fn moves(game: &str, count: usize) -> Vec<String> {
    let game = galet_games::find(game).expect("a game");
    let mut progress = game.start(&Default::default()).expect("it begins");
    for _ in 0..count {
        let text = progress.legal_moves(3).texts.pop().expect("it goes on");
        progress.play(&text).expect("a legal move");
    }
    progress.moves()
}

/// The code of a refusal.
pub(crate) fn code(answer: Answer) -> String {
    match answer {
        Answer::Refused { error } => {
            assert!(!error.words.en.is_empty() && !error.words.fr.is_empty());
            error.code
        }
        other => panic!("not refused: {other:?}"),
    }
}

/// The next thing that happens at a table, whatever else is heard.
pub(crate) async fn happening(connection: &mut Connection) -> (Happening, TableState) {
    loop {
        if let Message::Happened { happening, state, .. } =
            connection.next().await.expect("a message")
        {
            return (happening, state);
        }
    }
}

/// Waits until a table is as it should be, through whatever happens there.
pub(crate) async fn until(
    connection: &mut Connection,
    there: impl Fn(&TableState) -> bool,
) -> TableState {
    loop {
        let (_, state) = happening(connection).await;
        if there(&state) {
            return state;
        }
    }
}

/// A page of a visitor that watches no table but hears how many games wait for them.
pub(crate) async fn page(client: &mut Client) -> Connection {
    let mut page = client.connect().await.expect("a connection");
    // Once this is answered, the games that wait are counted.
    let answer = page.ask(Question::StopAnalysis).await.expect("an answer");
    assert_eq!(answer, Answer::Done);
    page
}

/// Waits until a page hears that so many games wait for its visitor.
pub(crate) async fn until_turns(page: &mut Connection, expected: u32) {
    loop {
        if let Message::Turns { turns } = page.next().await.expect("a message")
            && turns == expected
        {
            return;
        }
    }
}

/// Two people at a table: who opened it begins.
pub(crate) struct Pair {
    pub(crate) table: String,
    pub(crate) callers: [Client; 2],
    pub(crate) connections: [Connection; 2],
}

impl Pair {
    pub(crate) async fn sit(house: &House, game: &str, clock: ClockTerms) -> Pair {
        let (mut first, mut second) = (house.client(), house.client());
        let request = table(game, [SeatRequest::Me, SeatRequest::Friend], clock);
        let id = first.open_table(&request).await.expect("a table");
        let mut one = first.connect().await.expect("a connection");
        one.watch(&id).await.expect("a view");
        let mut two = second.connect().await.expect("a connection");
        let view = two.watch(&id).await.expect("a view");
        assert_eq!(view.state.may, [Act::Sit]);
        assert_eq!(two.act(&id, 0, Act::Sit).await.expect("an answer"), Answer::Done);
        until(&mut one, |state| state.turn.is_some()).await;
        Pair { table: id, callers: [first, second], connections: [one, two] }
    }

    /// Plays a move for whoever is to move.
    pub(crate) async fn play(&mut self, ply: usize, text: &str) {
        let answer = self.connections[ply % 2].play(&self.table, ply as u32, text).await;
        assert_eq!(answer.expect("an answer"), Answer::Done, "{ply}: {text}");
    }
}

/// A number that the database gives.
pub(crate) async fn rows(house: &House, sql: &str) -> i64 {
    let file = galet_server::database_in(house.folder());
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await.expect("the database");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await;
    let number = row.expect("a row").get(0);
    connection.close().await.expect("it was only read");
    number
}
