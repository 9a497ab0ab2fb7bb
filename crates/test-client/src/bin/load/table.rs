//! Two players at one table after the other.

use crate::figures::Figures;
use galet_test_client::{Client, ClientError, Connection, Scripts};
use galet_wire::socket::{Answer, Question};
use galet_wire::table::{Act, ClockTerms, NewTable, SeatRequest};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};

/// One move a second at each table.
const PACE: Duration = Duration::from_secs(1);

/// Plays games until it is told to stop. Both players receive everything that browsers receive.
pub(crate) async fn play(
    number: usize,
    seats: [SocketAddr; 2],
    scripts: &Scripts,
    figures: &Figures,
    first: Instant,
    gate: &Semaphore,
) -> Result<(), ClientError> {
    let mut callers = seats.map(Client::new);
    let mut next = first;
    let mut games = number;
    let mut begun = false;
    let mut connections: Option<[Connection; 2]> = None;
    loop {
        let script = scripts.get(games);
        let (table, mut pair) = {
            let _turn = gate.acquire().await.expect("the gate stays open");
            sit(&mut callers, script.game, connections.take()).await?
        };
        if !std::mem::replace(&mut begun, true) {
            figures.sit();
        }
        for (ply, text) in script.moves.iter().enumerate() {
            listen_until(&mut pair, next, figures).await?;
            next += PACE;
            let sent = Instant::now();
            let question =
                Question::Move { table: table.clone(), ply: ply as u32, text: text.clone() };
            let [one, two] = &mut pair;
            let (mover, other) = if ply % 2 == 0 { (one, two) } else { (two, one) };
            let id = mover.send(question).await?;
            let expected = format!("{{\"type\":\"answer\",\"to\":{id},");
            // Both read at the same time, as two browsers do.
            let mut waiting = true;
            while waiting {
                tokio::select! {
                    biased;
                    text = mover.next_text() => {
                        let text = text?;
                        if text.starts_with(&expected) {
                            figures.acknowledged(sent.elapsed());
                            if !text.ends_with("{\"type\":\"done\"}}") {
                                return Err(ClientError::Unreadable(text.to_string()));
                            }
                            waiting = false;
                        } else {
                            figures.pushed();
                        }
                    }
                    text = other.next_text() => { text?; figures.pushed(); }
                }
            }
        }
        for connection in &mut pair {
            connection.send(Question::Leave { table: table.clone() }).await?;
        }
        connections = Some(pair);
        games += 7;
    }
}

/// Opens a table and sits down at it; connections stay from one game to the next.
async fn sit(
    callers: &mut [Client; 2],
    game: &str,
    connections: Option<[Connection; 2]>,
) -> Result<(String, [Connection; 2]), ClientError> {
    let request = NewTable {
        game: game.to_owned(),
        setup: Default::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, SeatRequest::Friend],
        clock: ClockTerms::Fischer { initial: 600_000, increment: 1_000 },
    };
    let [opener, friend] = callers;
    let table = opener.open_table(&request).await?;
    let [mut one, mut two] = match connections {
        Some(connections) => connections,
        None => [opener.connect().await?, friend.connect().await?],
    };
    one.watch(&table).await?;
    two.watch(&table).await?;
    match two.act(&table, 0, Act::Sit).await? {
        Answer::Done => Ok((table, [one, two])),
        other => Err(ClientError::Unreadable(format!("{other:?}"))),
    }
}

/// Receives what comes until it is time.
async fn listen_until(
    pair: &mut [Connection; 2],
    time: Instant,
    figures: &Figures,
) -> Result<(), ClientError> {
    let [one, two] = pair;
    loop {
        tokio::select! {
            biased;
            () = sleep_until(time) => return Ok(()),
            text = one.next_text() => { text?; }
            text = two.next_text() => { text?; }
        }
        figures.pushed();
    }
}
