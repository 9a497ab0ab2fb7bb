//! The server, as browsers see it: alone, and while its engine has more to do than it can.

use crate::sample::Sample;
use galet_test_client::{Client, ClientError, Connection, Scripts, Served};
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::study::{AnalysisRequest, GameLine};
use galet_wire::table::{ClockTerms, NewTable, SeatRequest};
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Moves of each game that are played.
const PLIES: usize = 30;
/// Visitors who analyse.
const ANALYSES: usize = 8;
/// Answers of the computer.
const ANSWERS: usize = 10;

/// Beyond what a person notices.
const AT_ONCE: Duration = Duration::from_millis(100);
/// The same on a disk or a processor that others use, too.
const SOON: Duration = Duration::from_millis(250);
/// A person waits for it, but does not wonder.
const THOUGHT: Duration = Duration::from_millis(1_000);

pub(crate) async fn measure(program: &Path, scripts: &Scripts) -> Result<Vec<Sample>, ClientError> {
    let data = std::env::temp_dir().join(format!("galet-latency-{}", std::process::id()));
    let mut command = Served::command(program, &data);
    command.args(["--guest-rate", "1000", "--log", "error"]);
    let served = Served::start(command).await?;
    let samples = visit(served.address, scripts).await;
    served.kill().await?;
    std::fs::remove_dir_all(&data)?;
    samples
}

async fn visit(address: SocketAddr, scripts: &Scripts) -> Result<Vec<Sample>, ClientError> {
    let mut samples = Vec::new();
    let (taps, moves) = play(address, scripts).await?;
    samples.push(Sample::new("server: tap to its answer", AT_ONCE, taps));
    samples.push(Sample::new("server: move to its acknowledgement, on disk", SOON, moves));
    let mut analysts = JoinSet::new();
    for number in 0..ANALYSES {
        let mut analyst = analyse(address, scripts, number).await?;
        // Who does not read what comes is cut off.
        analysts.spawn(async move { while analyst.next_text().await.is_ok() {} });
    }
    let (taps, moves) = play(address, scripts).await?;
    samples.push(Sample::new("server, 8 analyses: tap to its answer", SOON, taps));
    samples.push(Sample::new("server, 8 analyses: move to its acknowledgement", SOON, moves));
    let answers = answers(address, scripts).await?;
    samples.push(Sample::new(
        "server, 8 analyses: move to the computer's, level 1",
        THOUGHT,
        answers,
    ));
    analysts.shutdown().await;
    Ok(samples)
}

/// A game of each kind, two people at one screen: the times of taps and of moves.
async fn play(
    address: SocketAddr,
    scripts: &Scripts,
) -> Result<(Vec<Duration>, Vec<Duration>), ClientError> {
    let (mut taps, mut moves) = (Vec::new(), Vec::new());
    for number in 0..galet_games::all().len() {
        let script = scripts.get(number);
        let (table, mut connection) = sit(address, script.game, SeatRequest::Me).await?;
        for (ply, text) in script.moves.iter().take(PLIES).enumerate() {
            let ply = ply as u32;
            let mut tapped = Vec::new();
            for _ in 0..2 {
                let question = Question::Taps { table: table.clone(), ply, taps: tapped.clone() };
                let begun = Instant::now();
                let answer = connection.ask(question).await?;
                taps.push(begun.elapsed());
                let Answer::Continuations { continuations } = answer else {
                    return Err(unexpected(&answer));
                };
                tapped.extend(continuations.choices.first().map(|choice| choice.cell));
            }
            let begun = Instant::now();
            let answer = connection.play(&table, ply, text).await?;
            moves.push(begun.elapsed());
            if answer != Answer::Done {
                return Err(unexpected(&answer));
            }
        }
    }
    Ok((taps, moves))
}

/// From sending a first move to the computer's answer to it.
async fn answers(address: SocketAddr, scripts: &Scripts) -> Result<Vec<Duration>, ClientError> {
    let mut times = Vec::new();
    for number in 0..ANSWERS {
        let script = scripts.get(number);
        let computer = SeatRequest::Computer { level: 1 };
        let (table, mut connection) = sit(address, script.game, computer).await?;
        let begun = Instant::now();
        connection.play(&table, 0, &script.moves[0]).await?;
        loop {
            if let Message::Happened { state, .. } = connection.next().await?
                && state.ply == 2
            {
                break times.push(begun.elapsed());
            }
        }
    }
    Ok(times)
}

/// Opens a table with an opponent, and looks at it.
async fn sit(
    address: SocketAddr,
    game: &str,
    opponent: SeatRequest,
) -> Result<(String, Connection), ClientError> {
    let mut visitor = Client::new(address);
    let request = NewTable {
        game: game.to_owned(),
        setup: Default::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, opponent],
        clock: ClockTerms::None,
    };
    let table = visitor.open_table(&request).await?;
    let mut connection = visitor.connect().await?;
    connection.watch(&table).await?;
    Ok((table, connection))
}

/// Lets the engine analyse the middle of a game.
async fn analyse(
    address: SocketAddr,
    scripts: &Scripts,
    number: usize,
) -> Result<Connection, ClientError> {
    let script = scripts.get(number);
    let line = GameLine {
        game: script.game.to_owned(),
        setup: Default::default(),
        moves: script.moves[..script.moves.len() / 3].to_vec(),
    };
    let request = AnalysisRequest { line, lines: 2, threads: 1 };
    let mut connection = Client::new(address).connect().await?;
    match connection.ask(Question::Analyse { request }).await? {
        Answer::Done => Ok(connection),
        other => Err(unexpected(&other)),
    }
}

fn unexpected(answer: &Answer) -> ClientError {
    ClientError::Unreadable(format!("unexpected: {answer:?}"))
}
