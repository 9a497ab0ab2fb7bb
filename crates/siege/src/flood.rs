//! A flood: strangers in numbers, from many addresses, do everything that costs the server
//! something, as fast as it lets them, while a few people play. Their moves go on being
//! acknowledged, and memory does not grow.

use crate::fort::memory;
use crate::play::{Latencies, Players, alone};
use crate::{Fort, SiegeError, broken};
use galet_core::random::SplitMix64;
use galet_test_client::{Client, Scripts, Served, processor_time};
use galet_wire::socket::Question;
use galet_wire::study::{AnalysisRequest, GameLine};
use serde_json::json;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    /// How long it lasted.
    pub lasted: Duration,
    /// What was tried, and what came of it, by kind and outcome.
    pub tried: BTreeMap<String, u64>,
    /// Those who played meanwhile.
    pub played: Latencies,
    /// The server's memory in kilobytes, measured evenly over the time.
    pub memory: Vec<u64>,
    /// The processor time of the server.
    pub processor: Duration,
}

/// So many kinds of things the strangers do.
pub const KINDS: usize = 8;
const PLAYERS: usize = 8;
const PAUSE: Duration = Duration::from_millis(250);
/// The strangers have so many addresses.
const ADDRESSES: usize = 60;
/// In the second half of the flood the server may need so much more than in the first.
const GROWTH: f64 = 1.15;
/// What never counts as growth, in kilobytes: one large import more or less.
const LITTLE: u64 = 24 * 1024;

impl Flood {
    /// The most memory in the first and in the second half.
    pub fn halves(&self) -> [u64; 2] {
        let (first, second) = self.memory.split_at(self.memory.len() / 2);
        [first, second].map(|half| half.iter().copied().max().unwrap_or_default())
    }

    /// How long acknowledgements took, in one line.
    pub fn line(&mut self) -> String {
        self.played.line()
    }
}

/// Floods a server for some time by so many strangers at once.
pub async fn attack(
    program: &Path,
    lasts: Duration,
    strangers: usize,
    seed: u64,
) -> Result<Flood, SiegeError> {
    let fort = Fort::new(program)?.with(&["--trust-proxy"]);
    let served = fort.start().await?;
    let players = Players::begin(PLAYERS, PAUSE, served.address, |number| {
        vec![("x-forwarded-for".to_owned(), format!("192.0.2.{number}"))]
    });
    let stop = Arc::new(AtomicBool::new(false));
    let tried = Arc::new(Mutex::new(BTreeMap::new()));
    let (watched, import) = (a_table_to_watch(&served).await?, import(&served).await?);
    let tasks: Vec<_> = (0..strangers)
        .map(|number| {
            let stranger = Stranger {
                address: served.address,
                random: SplitMix64::new(seed.wrapping_add(1000 * number as u64)),
                watched: watched.clone(),
                import: import.clone(),
            };
            let (stop, tried) = (stop.clone(), tried.clone());
            tokio::spawn(async move {
                let mut stranger = stranger;
                while !stop.load(Ordering::Relaxed) {
                    let what = stranger.act().await;
                    let mut tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
                    *tried.entry(what).or_insert(0) += 1;
                }
            })
        })
        .collect();
    let start = Instant::now();
    let mut result = Flood::default();
    let every = (lasts / 240).max(Duration::from_millis(250));
    // Before that it has not met everything once.
    tokio::time::sleep(lasts / 6).await;
    while start.elapsed() < lasts {
        tokio::time::sleep(every).await;
        result.memory.push(memory(&served)?);
    }
    stop.store(true, Ordering::Relaxed);
    result.lasted = start.elapsed();
    result.processor = served.process().and_then(processor_time).unwrap_or_default();
    for task in tasks {
        if let Err(error) = task.await {
            return broken(format!("a stranger ended badly: {error}"));
        }
    }
    result.played = players.end().await?;
    result.tried = std::mem::take(&mut *tried.lock().unwrap_or_else(PoisonError::into_inner));
    served.kill().await?;
    fort.never_panicked()?;
    let [first, second] = result.halves();
    if second > (first as f64 * GROWTH) as u64 + LITTLE {
        return broken(format!("memory grew: {first} kB, then {second} kB"));
    }
    Ok(result)
}

/// A table that everybody knows of.
async fn a_table_to_watch(served: &Served) -> Result<String, SiegeError> {
    let mut client = served.client();
    client.headers.push(("x-forwarded-for".to_owned(), "192.0.2.200".to_owned()));
    Ok(client.open_table(&alone(galet_games::all()[0].name())).await?)
}

/// About a megabyte of games.
async fn import(served: &Served) -> Result<Arc<Vec<u8>>, SiegeError> {
    let mut client = served.client();
    client.headers.push(("x-forwarded-for".to_owned(), "192.0.2.201".to_owned()));
    let (scripts, mut games) = (Scripts::new(), String::new());
    for number in 0..galet_games::all().len() {
        let script = scripts.get(number);
        let mut long = alone(script.game);
        long.moves = script.moves[..script.moves.len() - 1].to_vec();
        let table = client.open_table(&long).await?;
        games.push_str(&client.get(&format!("/api/tables/{table}/record")).await?.text());
        games.push('\n');
    }
    let text = games.repeat(1_000_000 / games.len());
    Ok(Arc::new(json!({ "text": text }).to_string().into_bytes()))
}

/// One of many who mean no good.
struct Stranger {
    address: SocketAddr,
    random: SplitMix64,
    watched: String,
    import: Arc<Vec<u8>>,
}

impl Stranger {
    /// Does something; gives what it was and what came of it.
    async fn act(&mut self) -> String {
        let number = self.random.below(ADDRESSES);
        let mut client = Client::new(self.address);
        let forwarded = format!("198.51.{}.{}", 100 + number / 200, number % 200);
        client.headers.push(("x-forwarded-for".to_owned(), forwarded));
        let kind = self.random.below(100);
        let (what, outcome) = match kind {
            0..30 => ("page", self.page(client).await),
            30..45 => ("open a table", self.open(client).await),
            45..55 => ("a new name", rename(client).await),
            55..65 => ("watch and not read", self.watch_deaf(client).await),
            65..75 => ("analysis", self.analyse(client).await),
            75..80 => ("import", import_games(client, &self.import).await),
            80..90 => ("half a request", self.half().await),
            _ => ("nonsense", nonsense(client).await),
        };
        format!("{what}: {outcome}")
    }

    async fn page(&mut self, mut client: Client) -> String {
        let game = galet_games::all()[0].name();
        let paths = [
            "/".to_owned(),
            "/health".to_owned(),
            "/api/games".to_owned(),
            "/api/openapi.json".to_owned(),
            format!("/api/games/{game}/lessons"),
            format!("/api/tables/{}", self.watched),
            format!("/api/tables/{}/picture.svg", self.watched),
            "/api/me/tables".to_owned(),
            "/api/qr.svg?text=hello".to_owned(),
        ];
        let path = &paths[self.random.below(paths.len())];
        status(client.get(path).await)
    }

    async fn open(&mut self, mut client: Client) -> String {
        let games = galet_games::all();
        let game = games[self.random.below(games.len())].name();
        status(client.send_json("POST", "/api/tables", &alone(game)).await)
    }

    /// Watches a table many times and never reads what comes.
    async fn watch_deaf(&mut self, mut client: Client) -> String {
        let Ok(mut connection) = client.connect().await else { return "refused".to_owned() };
        for _ in 0..50 {
            let watch = Question::Watch { table: self.watched.clone() };
            let sent = tokio::time::timeout(Duration::from_millis(50), connection.send(watch));
            if !sent.await.is_ok_and(|sent| sent.is_ok()) {
                return "cut off".to_owned();
            }
        }
        self.rest().await;
        "done".to_owned()
    }

    async fn analyse(&mut self, mut client: Client) -> String {
        let Ok(mut connection) = client.connect().await else { return "refused".to_owned() };
        let games = galet_games::all();
        let game = games[self.random.below(games.len())].name().to_owned();
        let line = GameLine { game, setup: Default::default(), moves: Vec::new() };
        let request = AnalysisRequest { line, lines: 3, threads: 1 };
        let answer = connection.ask(Question::Analyse { request }).await;
        self.rest().await;
        match answer {
            Ok(galet_wire::socket::Answer::Refused { error }) => error.code,
            Ok(_) => "done".to_owned(),
            Err(_) => "cut off".to_owned(),
        }
    }

    async fn half(&mut self) -> String {
        let Ok(mut stream) = TcpStream::connect(self.address).await else {
            return "refused".to_owned();
        };
        let _ = stream.write_all(b"POST /api/tables HTTP/1.1\r\ncontent-le").await;
        self.rest().await;
        "done".to_owned()
    }

    async fn rest(&mut self) {
        tokio::time::sleep(Duration::from_millis(self.random.below(2000) as u64)).await;
    }
}

async fn rename(mut client: Client) -> String {
    if let Err(error) = client.get("/api/me").await {
        return status(Err(error));
    }
    status(client.send_json("PUT", "/api/me", &json!({ "name": "nobody" })).await)
}

async fn import_games(mut client: Client, text: &[u8]) -> String {
    status(client.send("POST", "/api/records/read", text).await)
}

async fn nonsense(mut client: Client) -> String {
    status(client.send("POST", "/api/positions", b"[[[[[[{\"a\":").await)
}

fn status(reply: Result<galet_test_client::Reply, galet_test_client::ClientError>) -> String {
    reply.map_or_else(|_| "cut off".to_owned(), |reply| reply.status.to_string())
}
