//! The load: everybody sits down, then plays, and is measured meanwhile.

use crate::figures::Figures;
use crate::machine::{Processes, Used};
use crate::{Options, analyst, table};
use galet_test_client::{Client, ClientError, Connection, Scripts};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, sleep_until};

/// So many tables are opened at the same moment.
const AT_ONCE: usize = 25;
/// So many connections are opened that do nothing, to see what one takes.
const IDLE: usize = 500;

/// What came of it.
pub(crate) struct Measured {
    pub(crate) figures: Arc<Figures>,
    pub(crate) seconds: f64,
    pub(crate) used: Used,
    /// The kilobytes that a connection takes that does nothing.
    pub(crate) connection: f64,
    /// The kilobytes that a table takes where both sit and nobody moves, connections included.
    pub(crate) table: f64,
}

/// Plays at tables whose two players speak to different addresses, where there are several.
pub(crate) async fn measure(
    addresses: &[SocketAddr],
    options: &Options,
    processes: &Processes,
) -> Result<Measured, ClientError> {
    let scripts = Arc::new(Scripts::new());
    let figures = Arc::new(Figures::default());
    let address = |number: usize| addresses[number % addresses.len()];
    let at_rest = processes.memory();
    let mut idle: Vec<Connection> = Vec::with_capacity(IDLE);
    for number in 0..IDLE {
        idle.push(Client::new(address(number)).connect().await?);
    }
    let with_idle = processes.memory();
    let start = Instant::now();
    // Tables begin spread over a second, and so do their moves.
    let mut playing = Vec::with_capacity(options.tables);
    let beginning =
        tokio::time::Instant::now() + Duration::from_secs(3 + options.tables as u64 / 100);
    let gate = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    for number in 0..options.tables {
        let (figures, scripts, gate) = (figures.clone(), scripts.clone(), gate.clone());
        let seats = [address(number), address(number + 1)];
        let first =
            beginning + Duration::from_micros(1_000_000 * number as u64 / options.tables as u64);
        playing.push(tokio::spawn(async move {
            table::play(number, seats, &scripts, &figures, first, &gate).await
        }));
    }
    while figures.seated() < options.tables {
        sleep(Duration::from_millis(50)).await;
        if playing.iter().all(tokio::task::JoinHandle::is_finished) {
            break;
        }
    }
    println!("everybody sits after {:.1} s", start.elapsed().as_secs_f64());
    let with_tables = processes.memory();
    drop(idle);
    let mut thinking = Vec::with_capacity(options.analyses);
    for number in 0..options.analyses {
        let (figures, scripts, address) = (figures.clone(), scripts.clone(), address(number));
        thinking.push(tokio::spawn(async move {
            analyst::analyse(number, address, &scripts, &figures).await
        }));
    }
    sleep_until(beginning).await;
    // Not counted: the first seconds, in which everything is new.
    sleep(Duration::from_secs(3)).await;
    // Of the time that was measured alone: opening tables costs something else.
    let before = processes.used();
    figures.begin();
    let measured = Instant::now();
    for _ in 0..options.seconds {
        sleep(Duration::from_secs(1)).await;
        if playing.iter().any(tokio::task::JoinHandle::is_finished) {
            break;
        }
    }
    figures.end();
    let seconds = measured.elapsed().as_secs_f64();
    let used = processes.used().since(before);
    for task in &thinking {
        task.abort();
    }
    let mut failed = None;
    for task in playing {
        if !task.is_finished() {
            task.abort();
        } else if let Ok(Err(error)) = task.await {
            failed = Some(error);
        }
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let each = |more: u64, less: u64, count: usize| more.saturating_sub(less) as f64 / count as f64;
    Ok(Measured {
        figures,
        seconds,
        used,
        connection: each(with_idle, at_rest, IDLE),
        table: each(with_tables, with_idle, options.tables),
    })
}
