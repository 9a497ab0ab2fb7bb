//! Those who just want to play while all the rest goes on.

use crate::{SiegeError, broken};
use galet_core::random::SplitMix64;
use galet_test_client::{Client, ClientError, Connection, Scripts};
use galet_wire::socket::{Answer, Ask, Message, Question};
use galet_wire::table::{ClockTerms, NewTable, SeatRequest, TableView};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One person on both seats of a table: every move that was acknowledged must be there for ever.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) client: Client,
    pub(crate) table: String,
    name: &'static str,
    texts: Vec<String>,
    /// How many moves were acknowledged.
    pub(crate) acknowledged: usize,
}

/// A table with one person on both seats.
pub(crate) fn alone(game: &str) -> NewTable {
    NewTable {
        game: game.to_owned(),
        setup: Default::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, SeatRequest::Me],
        clock: ClockTerms::None,
    }
}

impl Game {
    /// Opens a table for a game of the scripts.
    pub(crate) async fn begin(
        client: Client,
        scripts: &Scripts,
        number: usize,
    ) -> Result<Self, SiegeError> {
        let script = scripts.get(number);
        let mut client = client;
        let table = client.open_table(&alone(script.game)).await?;
        let texts = script.moves.clone();
        Ok(Game { client, table, name: script.game, texts, acknowledged: 0 })
    }

    /// Whether all its moves are played.
    pub(crate) fn is_over(&self) -> bool {
        self.acknowledged == self.texts.len()
    }

    /// Plays the next move and waits for its acknowledgement.
    pub(crate) async fn move_on(&mut self, connection: &mut Connection) -> Result<(), SiegeError> {
        let ply = self.acknowledged;
        let answer = connection.play(&self.table, ply as u32, &self.texts[ply]).await?;
        self.hear(&answer)
    }

    /// Tries the next move, which may be refused.
    pub(crate) async fn try_move(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Answer, SiegeError> {
        let ply = self.acknowledged;
        let answer = connection.play(&self.table, ply as u32, &self.texts[ply]).await?;
        self.acknowledged += usize::from(answer == Answer::Done);
        Ok(answer)
    }

    /// The same under a number that tells which move of which game an acknowledgement is for.
    pub(crate) async fn move_on_as(
        &mut self,
        connection: &mut Connection,
        number: u32,
    ) -> Result<(), SiegeError> {
        let ply = self.acknowledged;
        let what = Question::Move {
            table: self.table.clone(),
            ply: ply as u32,
            text: self.texts[ply].clone(),
        };
        let text = serde_json::to_string(&Ask { id: number, what })
            .map_err(|error| ClientError::Unreadable(error.to_string()))?;
        connection.send_text(&text).await?;
        let answer = connection.answer_to(number).await?;
        self.hear(&answer)
    }

    fn hear(&mut self, answer: &Answer) -> Result<(), SiegeError> {
        if *answer != Answer::Done {
            let (name, ply) = (self.name, self.acknowledged);
            return broken(format!("{name}, move {ply}: refused: {answer:?}"));
        }
        self.acknowledged += 1;
        Ok(())
    }

    /// Finds every acknowledged move again, at most one more, and the seats still ours. Gives how
    /// many there are.
    pub(crate) async fn check(&mut self, address: SocketAddr) -> Result<usize, SiegeError> {
        self.check_from(address, self.acknowledged).await
    }

    /// The same when only the first so many were acknowledged.
    pub(crate) async fn check_from(
        &mut self,
        address: SocketAddr,
        known: usize,
    ) -> Result<usize, SiegeError> {
        self.client.address = address;
        let reply = self.client.get(&format!("/api/tables/{}", self.table)).await?;
        let name = self.name;
        if reply.status != 200 {
            return broken(format!("{name}: the table is gone: {} {}", reply.status, reply.text()));
        }
        let view: TableView = reply.read()?;
        let found = view.moves.len();
        if !(known..=known + 1).contains(&found) {
            return broken(format!("{name}: {known} moves were acknowledged, {found} are there"));
        }
        if !view.moves.iter().zip(&self.texts).all(|(there, played)| there.text == *played) {
            return broken(format!("{name}: other moves are there than were played"));
        }
        if !view.state.seats.iter().all(|seat| seat.you) {
            return broken(format!("{name}: the seats belong to somebody else"));
        }
        Ok(found)
    }

    /// What was found counts from now on.
    pub(crate) fn go_on_from(&mut self, found: usize) {
        self.acknowledged = found;
    }
}

/// How long acknowledgements took.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(took);
    }

    /// How many there were.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time within which so many of a thousand were.
    pub fn of_thousand(&mut self, thousandth: usize) -> Duration {
        self.0.sort_unstable();
        let index = (self.0.len() * thousandth / 1000).min(self.0.len().saturating_sub(1));
        self.0.get(index).copied().unwrap_or_default()
    }

    /// In one line.
    pub fn line(&mut self) -> String {
        let [half, most, longest] =
            [500, 990, 1000].map(|of| self.of_thousand(of).as_secs_f64() * 1e3);
        let count = self.count();
        format!(
            "{count} moves acknowledged: half within {half:.1} ms, 99 % within {most:.1} ms, all within {longest:.0} ms"
        )
    }
}

/// People who play on until they are told to stop.
pub(crate) struct Players {
    tasks: Vec<tokio::task::JoinHandle<Result<Latencies, SiegeError>>>,
    stop: Arc<AtomicBool>,
}

impl Players {
    /// Seats `count` of them; each moves once in `pause`, more or less. `headers` are what each
    /// sends, by number.
    pub(crate) fn begin(
        count: usize,
        pause: Duration,
        address: SocketAddr,
        headers: fn(usize) -> Vec<(String, String)>,
    ) -> Self {
        let (stop, scripts) = (Arc::new(AtomicBool::new(false)), Arc::new(Scripts::new()));
        let tasks = (0..count).map(|number| {
            let client = Client { headers: headers(number), ..Client::new(address) };
            let (stop, scripts) = (stop.clone(), scripts.clone());
            tokio::spawn(async move { play_on(client, &scripts, number, pause, &stop).await })
        });
        Players { tasks: tasks.collect(), stop }
    }

    /// Stops them, and gives how long their acknowledgements took. All their moves are still there.
    pub(crate) async fn end(self) -> Result<Latencies, SiegeError> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Latencies::default();
        for task in self.tasks {
            match task.await {
                Ok(latencies) => all.0.extend(latencies?.0),
                Err(error) => return broken(format!("a player ended badly: {error}")),
            }
        }
        Ok(all)
    }
}

async fn play_on(
    client: Client,
    scripts: &Scripts,
    number: usize,
    pause: Duration,
    stop: &AtomicBool,
) -> Result<Latencies, SiegeError> {
    let mut random = SplitMix64::new(number as u64);
    let mut latencies = Latencies::default();
    let mut game = Game::begin(client, scripts, number).await?;
    let mut connection = game.client.connect().await?;
    while !stop.load(Ordering::Relaxed) {
        if game.is_over() {
            game.check(game.client.address).await?;
            game = Game::begin(game.client, scripts, random.below(1000)).await?;
        }
        let start = Instant::now();
        game.move_on(&mut connection).await?;
        latencies.add(start.elapsed());
        tokio::time::sleep(pause.mul_f64(0.5 + random.below(1000) as f64 / 1000.0)).await;
    }
    game.check(game.client.address).await?;
    Ok(latencies)
}

/// Whether a message is an answer, and to what.
pub(crate) fn answers(message: &Message) -> Option<u32> {
    match message {
        Message::Answer { to, .. } => Some(*to),
        _ => None,
    }
}
