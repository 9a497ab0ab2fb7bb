//! What many stored tables cost a node that starts among them.

use crate::Options;
use crate::machine::Processes;
use galet_services::PostgresOptions;
use galet_test_client::{ClientError, Cluster, ClusterPlan, Node};
use galet_wire::table::{Act, ClockTerms, NewTable, SeatRequest};
use std::time::{Duration, Instant};
use tokio::task::block_in_place;
use tokio::time::sleep;

/// So long a node is watched that has nothing to do.
const IDLE: Duration = Duration::from_secs(20);
/// So many tables are due at once.
const DUE: usize = 1000;

pub(crate) async fn run(options: &Options) -> Result<bool, ClientError> {
    let mut cluster = Cluster::start(&ClusterPlan {
        program: options.program.clone(),
        nodes: 1,
        workers: 1,
        nats: 1,
        postgres: PostgresOptions::default(),
        options: ["--guest-rate", "1000", "--log", "error"].map(str::to_owned).to_vec(),
        direct: true,
    })
    .await?;
    let model = model(&cluster).await?;
    println!(
        "| stored tables | start | used in {} s | of PostgreSQL | memory | {DUE} due: all taken over after |",
        IDLE.as_secs()
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    for stored in [1, options.stored] {
        cluster.nodes[0].kill().await?;
        if stored > 1 {
            clone(&cluster, &model, stored)?;
        }
        let start = Instant::now();
        cluster.nodes[0].start().await?;
        let started = start.elapsed();
        cluster.tell_warden();
        sleep(Duration::from_secs(2)).await;
        let processes = Processes {
            nodes: cluster.nodes.iter().filter_map(Node::process).collect(),
            postgres: cluster.postgres.process(),
            nats: Vec::new(),
        };
        let before = processes.used();
        sleep(IDLE).await;
        let used = processes.used().since(before);
        let woken = if stored > DUE { wake(&cluster).await? } else { Duration::ZERO };
        println!(
            "| {stored} | {:.0} ms | {:.0} ms | {:.0} ms | {:.0} MB | {:.1} s |",
            started.as_secs_f64() * 1e3,
            used.nodes.as_secs_f64() * 1e3,
            used.postgres.as_secs_f64() * 1e3,
            processes.memory() as f64 / 1024.0,
            woken.as_secs_f64()
        );
    }
    Ok(true)
}

/// A game by correspondence with a few moves.
async fn model(cluster: &Cluster) -> Result<String, ClientError> {
    let game = galet_games::all()[0];
    let request = NewTable {
        game: game.name().to_owned(),
        setup: Default::default(),
        moves: Vec::new(),
        seats: [SeatRequest::Me, SeatRequest::Friend],
        clock: ClockTerms::Days { days: 14 },
    };
    let (mut one, mut two) = (cluster.nodes[0].client(), cluster.nodes[0].client());
    let table = one.open_table(&request).await?;
    let mut pair = [one.connect().await?, two.connect().await?];
    pair[1].watch(&table).await?;
    pair[1].act(&table, 0, Act::Sit).await?;
    let start = game.start(&Default::default());
    let mut progress = start.map_err(|error| ClientError::Unreadable(error.to_string()))?;
    for ply in 0..20 {
        let Some(text) = progress.legal_moves(1).texts.pop() else { break };
        let _ = progress.play(&text);
        pair[ply % 2].play(&table, ply as u32, &text).await?;
    }
    Ok(table)
}

/// The same game many times.
fn clone(cluster: &Cluster, model: &str, count: usize) -> Result<(), ClientError> {
    let name = "'s' || lpad(n::text, 9, '0')";
    for sql in [
        format!(
            "insert into tables select (jsonb_populate_record(t, jsonb_build_object('id', {name}))).* \
             from tables t, generate_series(1, {count}) n where t.id = '{model}'"
        ),
        format!(
            "insert into events select {name}, seq, body from events, generate_series(1, {count}) n \
             where tab = '{model}'"
        ),
        "vacuum analyze".to_owned(),
    ] {
        block_in_place(|| cluster.postgres.query(&cluster.database, &sql))?;
    }
    Ok(())
}

/// Has tables be due, and waits until a node has taken each over: nothing is to be done there, so
/// it stays due.
async fn wake(cluster: &Cluster) -> Result<Duration, ClientError> {
    let ask = |sql: &str| block_in_place(|| cluster.postgres.query(&cluster.database, sql));
    ask(&format!(
        "update tables set wake = 1, lease_until = null, lease_node = null where id in \
         (select id from tables where id like 's%' order by id limit {DUE})"
    ))?;
    let start = Instant::now();
    while ask("select count(*) from tables where wake = 1 and lease_until is null")? != "0" {
        sleep(Duration::from_millis(100)).await;
    }
    Ok(start.elapsed())
}
