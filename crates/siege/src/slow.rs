//! Visitors who send or read slowly, or not at all, in numbers: memory stays bounded, and those
//! who play notice nothing.

use crate::fort::memory;
use crate::play::{Latencies, Players, alone};
use crate::{Fort, SiegeError, broken};
use galet_test_client::{Connection, Served};
use galet_wire::socket::Question;
use std::path::Path;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct SlowVisitors {
    /// Kilobytes before anything began.
    pub at_rest: u64,
    /// Kilobytes with unfinished bodies, unfinished heads, silent connections, deaf readers.
    pub under: [u64; 4],
    /// How many of each there were.
    pub counts: [usize; 4],
    /// Those who played meanwhile.
    pub played: Latencies,
}

/// The server may need so many more kilobytes than at rest, whatever visitors do.
const ROOM: u64 = 128 * 1024;
const PLAYERS: usize = 4;
const PAUSE: Duration = Duration::from_millis(50);
/// A connection that never ends is allowed so many bytes to fill on its way.
const BODY: usize = 1_000_000;

/// Besieges a server by so many slow visitors of each kind.
pub async fn attack(program: &Path, count: usize) -> Result<SlowVisitors, SiegeError> {
    let fort = Fort::new(program)?.with(&[
        "--guest-rate",
        "100000",
        "--open-tables",
        "100000",
        "--address-rate",
        "100000",
    ]);
    let served = fort.start().await?;
    let players = Players::begin(PLAYERS, PAUSE, served.address, |_| Vec::new());
    tokio::time::sleep(4 * PAUSE).await;
    let mut result = SlowVisitors { at_rest: memory(&served)?, ..SlowVisitors::default() };
    for kind in 0..4 {
        let (mut streams, mut deaf) = (Vec::new(), Vec::new());
        for _ in 0..count {
            match kind {
                0 => streams.extend(unfinished(&served, &body_of(BODY), BODY).await),
                1 => streams.extend(unfinished(&served, "GET /health HTTP/1.1\r\nho", 0).await),
                2 => streams.extend(unfinished(&served, "", 0).await),
                _ => {
                    if deaf.len() < count / 10 + 1 {
                        deaf.push(deaf_reader(&served).await?);
                    }
                }
            }
        }
        result.counts[kind] = streams.len() + deaf.len();
        let here = memory(&served)?;
        result.under[kind] = here;
        if here > result.at_rest + ROOM {
            let (rest, [bodies, ..]) = (result.at_rest, result.under);
            return broken(format!("kind {kind}: {rest} kB became {here} kB ({bodies})"));
        }
        let status = served.client().get("/health").await?.status;
        if status != 200 {
            return broken(format!("kind {kind}: /health says {status}"));
        }
    }
    result.played = players.end().await?;
    served.kill().await?;
    fort.never_panicked()?;
    Ok(result)
}

fn body_of(length: usize) -> String {
    format!(
        "POST /api/records/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{{\"text\":\"",
        2 * length
    )
}

/// A connection that says something and never ends it; `None` if the server does not take it.
async fn unfinished(served: &Served, head: &str, body: usize) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(served.address).await.ok()?;
    stream.write_all(head.as_bytes()).await.ok()?;
    // As much of the body as the server takes without delay.
    let chunk = [b' '; 16 * 1024];
    for _ in 0..body / chunk.len() {
        let written = tokio::time::timeout(Duration::from_millis(5), stream.write_all(&chunk));
        if !written.await.is_ok_and(|written| written.is_ok()) {
            break;
        }
    }
    Some(stream)
}

/// Somebody who asks to see a long game again and again, and never reads.
async fn deaf_reader(served: &Served) -> Result<Connection, SiegeError> {
    let mut client = served.client();
    let script = galet_test_client::Scripts::new();
    let script = script.get(0);
    let mut long = alone(script.game);
    long.moves = script.moves[..script.moves.len() - 1].to_vec();
    let table = client.open_table(&long).await?;
    let mut connection = client.connect().await?;
    for _ in 0..60 {
        let watch = Question::Watch { table: table.clone() };
        let sent = tokio::time::timeout(Duration::from_millis(20), connection.send(watch));
        if !sent.await.is_ok_and(|sent| sent.is_ok()) {
            break;
        }
    }
    Ok(connection)
}
